/*
 * Moves decided ahead: what a seat wants to be done when the game waits for it.
 */
#ifndef SERVER_TABLE_AHEAD_H
#define SERVER_TABLE_AHEAD_H

#include "server/table/command.h"

/* Reads what was decided ahead at a table that was just read; false: it cannot be read. */
bool ahead_read(struct server *server, struct table *table);
/* Frees what is in memory of it. */
void ahead_free(struct table *table);
/* After something happened: drops what no longer fits, and makes one move if one is due. Whether it did. */
bool ahead_settle(struct server *server, struct table *table);
/* The position is another one: nothing holds any more. */
void ahead_drop_all(struct server *server, struct table *table);
/* The moves, as the seat is told them; NULL: none. The reference is the caller's. */
json_t *ahead_json(const struct table *table, int seat);

/* A command. */
void ahead_decide(struct command *command);

#endif
