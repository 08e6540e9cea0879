/*
 * Moves, by persons, programs and bots.
 */
#ifndef SERVER_TABLE_MOVES_H
#define SERVER_TABLE_MOVES_H

#include "server/table/command.h"

/* A move by whoever plays the seat; the answer to `command` if not NULL. */
bool moves_carry_out(struct server *server, struct table *table, int seat, const struct arkad_move *move, int by,
                     const struct command *command);

/* A command. */
void moves_make(struct command *command);

#endif
