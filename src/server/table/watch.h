/*
 * Who watches a table: those who sit there, and spectators.
 */
#ifndef SERVER_TABLE_WATCH_H
#define SERVER_TABLE_WATCH_H

#include "server/common/client.h"

struct command;

enum { MUTED_MAX = 8 }; /* by one person at one table; a ninth forgets the first */

struct watcher {
    struct watcher *next;
    struct client *client;
    int viewer; /* a seat or ARKAD_SPECTATOR */
    bool wants_memory, wants_words;
    int muted_count;
    int64_t muted[MUTED_MAX];
};

/* As what the client sees the table: its seat, or ARKAD_SPECTATOR. */
int watch_viewer(const struct table *table, const struct client *client);
struct watcher *watch_find(const struct table *table, const struct client *client);
/* The table with this code, of those that the client watches. */
struct table *watch_table(const struct client *client, const char *code);
/* Whether the person of the seat watches. */
bool watch_has_seat(const struct server *server, const struct table *table, int seat);
/* Whether somebody with this account watches the table now. */
bool watch_is_here(const struct server *server, int64_t table, int64_t account);

/* Another server says that somebody came or left. */
void watch_heard(struct server *server, const struct store_news *news);
/* What servers said that are gone counts no more; all of it if there are none. */
void watch_forget_nodes(struct server *server);
/* Tells the other servers who is here. */
void watch_say_all(struct server *server);

/* Commands. */
void watch_begin(struct command *command);
void watch_end(struct command *command);
/* The connection is closed. */
void watch_client_gone(struct server *server, struct client *client);

#endif
