/*
 * Chance: one generator inside the position, keyed by the game's seed, so that what comes cannot be
 * predicted from what was seen. ChaCha with 8 rounds; a draw takes whole blocks, so the state is a key and a counter.
 *
 * Every draw goes through the tape: a recording tape notes it (for traces), a playing tape dictates it (for `check`
 * and for tests). If a tape dictates what is impossible, `wrong` is set, and the generator decides instead.
 */
#ifndef ENGINE_CHANCE_H
#define ENGINE_CHANCE_H

#include "arkad.h"

enum { CHANCE_ROUNDS = 8 };

struct chance {
    uint32_t key[8];
    uint32_t counter, stream;
};

void chance_key(struct chance *chance, const uint8_t seed[ARKAD_SEED_BYTES], uint32_t stream);
/* One block of key stream. */
void chance_block(const uint32_t key[8], uint32_t counter, uint32_t stream, int rounds, uint32_t block[16]);
/* A number below `bound`, each equally likely, not on any tape. */
uint32_t chance_below(struct chance *chance, uint32_t bound);
/* Shuffles without a tape: for possible worlds. */
void chance_mix(struct chance *chance, uint8_t *cards, int count);

/* Shuffles a pile in place: the last card is drawn first. */
void chance_shuffle(struct chance *chance, struct arkad_tape *tape, uint8_t *cards, int count);
/* Rolls a die: 1 to sides. */
int chance_die(struct chance *chance, struct arkad_tape *tape, int sides);
/* Picks a card at random from a seat's hand, given as counts[1..kinds]; `seen_by` (bits) are told which. The hand
   is not changed and must not be empty. */
uint8_t chance_pick(struct chance *chance, struct arkad_tape *tape, int seat, unsigned seen_by, const uint8_t *counts,
                    int kinds);

/* For undealing: writes the next thing that chance must bring. */
void tape_shuffle(struct arkad_tape *tape, const uint8_t *cards, int count);
void tape_die(struct arkad_tape *tape, int value);

#endif
