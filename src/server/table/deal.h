/*
 * Shares of the seed, and the deal.
 */
#ifndef SERVER_TABLE_DEAL_H
#define SERVER_TABLE_DEAL_H

#include "server/table/command.h"

enum { SHARES_MS = 3000 }; /* for shares of the seed, before the cards are dealt without them */

/* Asks everybody who sits there, or one client only, for a share; deals if none is missing. */
void deal_ask_for_shares(struct server *server, struct table *table, struct client *only);
void deal_cards(struct server *server, struct table *table);

/* A command. */
void deal_give(struct command *command);

#endif
