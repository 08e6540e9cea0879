/*
 * Learning by self-play: a net plays against itself and comes to say who wins.
 *
 * It learns in rounds. The games of a round are played with the weights as they are: every seat looks, in a possible
 * world drawn from its own view, at the position after each of its moves and plays the one after which it is likeliest
 * to win, or now and then another. After every move that seat and one other note what they are told, again in a world
 * of their own, and what they think of everybody's chances. When a game is over, that is drawn towards what was thought
 * later and what came of it (temporal differences, lambda 0.85 a turn). Then the weights follow (bots/fit.h).
 *
 * A round depends on the seed, its number and the weights alone: however many threads play its games, the same bytes
 * come of it. Between two rounds all there is to know can be saved and read again.
 */
#ifndef BOTS_LEARN_H
#define BOTS_LEARN_H

#include "bots/net.h"

enum { LEARN_THREADS_MAX = 16 };

struct learner;

/* What is to be learned. */
struct lesson {
    const struct arkad_game *game;
    int players; /* 0: every number of players in turn */
    int threads;
    int iterations; /* of a search for each move, whose findings are learned from; 0: every seat looks a move ahead */
    uint64_t seed;
};

/* A new learner; NULL when there is not enough memory. */
struct learner *learner_open(const struct lesson *lesson);
/* One that goes on where another was saved; NULL, and why. The number of players and the seed are the other's. */
struct learner *learner_read(const struct lesson *lesson, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]);
/* Everything, to go on from later: bytes to be freed; NULL when there is not enough memory. */
uint8_t *learner_write(const struct learner *learner, size_t *length);
void learner_close(struct learner *learner);

/* Plays a round and learns from it. False if it was stopped by `is_stopped` (then nothing has changed) or there is not
   enough memory. */
bool learner_round(struct learner *learner, const volatile int *is_stopped);
/* A round can be played in parts, on several machines that have the same learner, and be learned from by one: the same
   bytes come of it as of learner_round. Part `part` (from 0) of `parts` of the next round: bytes to be freed; NULL as
   above. */
uint8_t *learner_play(struct learner *learner, int part, int parts, const volatile int *is_stopped, size_t *length);
/* Takes a part that was played. NULL, or why it does not belong to the next round of this learner. */
const char *learner_take(struct learner *learner, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]);
/* Learns from the round whose parts were taken. NULL, or why it cannot. */
const char *learner_join(struct learner *learner, char why[ARKAD_WHY_MAX]);

/* How many rounds, games and positions so far, and how far off the chances were in the last round: the mean loss. */
struct progress {
    uint32_t rounds, games, samples;
    float loss;
};
struct progress learner_progress(const struct learner *learner);

/* The net so far: its weights are the mean of the last rounds'. */
struct net *learner_net(const struct learner *learner);
/* The share of `games` games that a net wins without any search against another, or against the judgement (NULL), in
   one seat of each number of players. 1 is what chance would bring. */
float learner_match(struct learner *learner, const struct net *net, const struct net *other, int games);

#endif
