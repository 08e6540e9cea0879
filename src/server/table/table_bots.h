/*
 * Bots at the table.
 */
#ifndef SERVER_TABLE_TABLE_BOTS_H
#define SERVER_TABLE_TABLE_BOTS_H

#include "server/table/table.h"

enum {
    BOT_PAUSE_MS = 400, /* so that people can follow what bots do */
    STAND_IN_LEVEL = 2, /* who plays for those who are away */
};

/* The seat a bot is to move for, or -1. */
int table_bots_next(const struct table *table);
/* When a bot is to think, as things are now. */
void table_bots_plan(struct server *server, struct table *table);
void table_bots_think(struct server *server, struct table *table);
/* The answer of the bot that is thinking is no longer wanted. */
void table_bots_forget(struct table *table);

#endif
