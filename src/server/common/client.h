/*
 * Who is connected: one WebSocket each, whose account it is, and what is sent over it.
 */
#ifndef SERVER_COMMON_CLIENT_H
#define SERVER_COMMON_CLIENT_H

#include "lang/lang.h"
#include "server/common/server.h"

#include <jansson.h>

struct table; /* table/table.h */

enum { CLIENT_TABLES_MAX = 8 }; /* tables watched over one connection */

struct client {
    struct client *next, *previous; /* all of the server */
    struct net_peer *peer;
    struct store_account account;
    uint8_t session[STORE_HASH];
    char from[NET_ADDRESS_MAX]; /* its address, or its network if that has all of a customer's addresses */
    const struct lang *lang;
    bool has_said_hello, wants_lists, is_in_lobby;
    bool wants_mine_only; /* in the lobby: it shows no tables but its own */
    struct client *next_in_lobby;
    struct table *watched[CLIENT_TABLES_MAX];
};

void client_add(struct server *server, struct client *client);
/* Takes it out of the list, and frees it. */
void client_remove(struct server *server, struct client *client);
/* How many WebSockets the account has open. */
int client_count(const struct server *server, int64_t account);
bool client_is_connected(const struct server *server, int64_t account);

/* Sends JSON (the reference is taken over), with the request's id as `re` if it is not NULL. */
void client_send(struct client *client, json_t *message, const json_t *re);
/* `message` NULL: the text of error.CODE in the client's language. */
void client_error(struct client *client, const char *code, const char *message, const json_t *re);
/* Tells everybody the text of server.IS. */
void client_tell_all(struct server *server, const char *is);

/* It goes on although it was told that it comes too often. */
void client_cut_off(struct client *client);

/* An account was changed: its connections know the new row. */
void client_account_changed(struct server *server, const struct store_account *account);
/* Deleted or logged out: its connections are closed, except those of the session `but` (NULL: all). */
void client_hang_up_account(struct server *server, int64_t account, const uint8_t *but);
/* A session goes on under another token: its connections stay. */
void client_session_changed(struct server *server, const uint8_t from[STORE_HASH], const uint8_t to[STORE_HASH]);
void client_hang_up_session(struct server *server, const uint8_t session[STORE_HASH]);

#endif
