/*
 * Glicko-2 for games of several players: docs/ratings.md.
 */
#ifndef SERVER_TABLE_RATING_H
#define SERVER_TABLE_RATING_H

#include "server/common/server.h"

enum { RATED_MAX = 6 };

struct strength {
    double rating, deviation, volatility;
};

extern const struct strength rating_newcomer;

/* What time without games does to a deviation. */
void rating_rest(struct strength *strength, double days);
/* The strengths of the players of one game after it; places from 1, shared ones are ties. */
void rating_update(struct strength *strengths, const int *places, int count);

/* New ratings of all persons of a rated game that is over: reads `place` of every seat, sets and stores the ratings,
   and the seats' rating_before and rating_after (stores the seats, too). */
void rating_game_over(struct server *server, const struct store_table *table, struct store_seat *seats);

#endif
