/*
 * Shares of the seed, and the deal.
 */
#ifndef SERVER_TABLE_DEAL_H
#define SERVER_TABLE_DEAL_H

#include "server/table/command.h"

enum { SHARES_MS = 3000 }; /* for promises of shares, then for the shares, before the cards are dealt without them */

/* Asks everybody who sits there, or one client only, for a share; deals if none is missing. */
void deal_ask_for_shares(struct server *server, struct table *table, struct client *only);
/* One step further, when all are done or their time is up: from promises to shares, from shares to the cards. */
void deal_go_on(struct server *server, struct table *table);
void deal_cards(struct server *server, struct table *table);

/* Commands. */
void deal_promise(struct command *command);
void deal_give(struct command *command);

/* Goes on if nobody is missing and this server acts for the table. */
void deal_if_complete(struct server *server, struct table *table);

#endif
