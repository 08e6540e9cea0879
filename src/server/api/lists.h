/*
 * Requests that change nothing: games, tables, the best players.
 */
#ifndef SERVER_API_LISTS_H
#define SERVER_API_LISTS_H

#include "server/api/call.h"

void lists_games(struct call *call);
void lists_ratings(struct call *call);
void lists_tables(struct call *call);
void lists_one(struct call *call);

#endif
