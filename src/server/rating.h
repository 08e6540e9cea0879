/*
 * Glicko-2 for games of several players: docs/ratings.md.
 */
#ifndef SERVER_RATING_H
#define SERVER_RATING_H

enum { RATED_MAX = 6 };

struct strength {
    double rating, deviation, volatility;
};

extern const struct strength rating_newcomer;

/* What time without games does to a deviation. */
void rating_rest(struct strength *strength, double days);
/* The strengths of the players of one game after it; places from 1, shared ones are ties. */
void rating_update(struct strength *strengths, const int *places, int count);

#endif
