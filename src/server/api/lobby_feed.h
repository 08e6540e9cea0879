/*
 * The lobby, live: open tables and one's own, and every change of them.
 */
#ifndef SERVER_API_LOBBY_FEED_H
#define SERVER_API_LOBBY_FEED_H

#include "server/common/client.h"

void lobby_feed_enter(struct server *server, struct client *client, const json_t *message, const json_t *re);
void lobby_feed_leave(struct server *server, struct client *client);
/* Something about a table changed that the lobby shows. */
void lobby_feed_changed(struct server *server, const struct store_table *table, const struct store_seat *seats);
/* A table in play waits for somebody else: those who sit there are told. */
void lobby_feed_turn(struct server *server, const struct store_table *table, const struct store_seat *seats);
/* Tells an account's connections in the lobby that a table is not theirs any more. */
void lobby_feed_gone(struct server *server, int64_t account, const char *code);

#endif
