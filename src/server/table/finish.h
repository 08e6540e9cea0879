/*
 * The end of a game.
 */
#ifndef SERVER_TABLE_FINISH_H
#define SERVER_TABLE_FINISH_H

#include "server/table/table.h"

/* Ends the game if its last move was made: result, ratings, the proof of the seed. False: it goes on. */
bool finish_game(struct server *server, struct table *table);

#endif
