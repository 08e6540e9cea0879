/*
 * A command: what a client asks of a table over its WebSocket, {"do":"move",...}.
 */
#ifndef SERVER_TABLE_COMMAND_H
#define SERVER_TABLE_COMMAND_H

#include "server/table/table.h"
#include "server/table/watch.h"

struct command {
    struct server *server;
    struct client *client;
    struct table *table;
    struct watcher *watcher;
    int seat; /* -1: a spectator */
    const json_t *message, *re;
};

/* Runs the command that `what` names; false if no table knows such a command. */
bool command_run(struct server *server, struct client *client, const char *what, const json_t *message,
                 const json_t *re);

/* Answers with an error, a key error.CODE of the catalogues. */
void command_refuse(const struct command *command, const char *code);
/* The code of the table that the message names; empty if there is none. */
const char *command_code(const struct command *command);
/* The number of the entry that the message means to be; 0 if it has none. */
int command_number(const struct command *command);
/* Whether that is the number of the next entry; answered with what is missing otherwise. */
bool command_is_next(struct command *command);
/* The table has gone on since entry `from`: says so, and sends what is missing. */
void command_stale(struct command *command, int from);

#endif
