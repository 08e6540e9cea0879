/*
 * Tables before they start: made, sat down at, left, matched, played again.
 */
#ifndef SERVER_API_LOBBY_H
#define SERVER_API_LOBBY_H

#include "server/common/server.h"

/* Handles the request if it is about tables before they start, or lists of tables; false if it is not. */
bool lobby_request(struct server *server, const struct net_request *request);
/* Throws away open tables that were forgotten. */
void lobby_sweep(struct server *server);
/* The account is about to be deleted: it leaves its open tables, and bots play on in the others. False: the store
   failed. */
bool lobby_account_leaves(struct server *server, int64_t account);

#endif
