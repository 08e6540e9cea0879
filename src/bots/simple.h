/*
 * The bots that need no thinking: `random` draws a seat from those that may move and one of its listed moves;
 * `wild` does the same with a weight of its own for every verb, so that hoarders, spendthrifts and thieves turn up,
 * and with them the rare paths of a game. They are repeatable: the same seed plays the same game.
 */
#ifndef BOTS_SIMPLE_H
#define BOTS_SIMPLE_H

#include "arkad.h"

enum { SIMPLE_VERBS_MAX = 32, SIMPLE_WEIGHT_MAX = 10000 };

struct simple {
    uint64_t state; /* of a small generator of its own: choices are not part of the game's chance */
    uint16_t weights[ARKAD_SEATS_MAX][SIMPLE_VERBS_MAX]; /* all equal for a random seat */
};

/* `is_wild` says it for each seat. */
void simple_begin(struct simple *simple, const struct arkad_game *game, const bool is_wild[ARKAD_SEATS_MAX],
                  const uint8_t seed[ARKAD_SEED_BYTES]);
/* Chooses who moves and how. `moves` is room for a list. */
int simple_choose(struct simple *simple, const struct arkad_game *game, const struct arkad_position *position,
                  struct arkad_move *moves, struct arkad_move *move);
/* The move of one seat. */
struct arkad_move simple_move(struct simple *simple, const struct arkad_game *game,
                              const struct arkad_position *position, int seat, struct arkad_move *moves);
/* Reads "random" or "wild" or one for each seat, "random,wild,wild"; false if it is neither. */
bool simple_read(const char *names, int players, bool is_wild[ARKAD_SEATS_MAX]);

/* A number below bound. */
uint32_t simple_below(uint64_t *state, uint32_t bound);

#endif
