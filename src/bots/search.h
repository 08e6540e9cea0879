/*
 * Search that knows no game: information-set Monte Carlo tree search for two to six seats.
 *
 * It is handed a view, never a position. Every iteration draws a possible world from it, walks down the tree by the
 * results so far, adds a node, plays on and notes for every seat on the way how well it ended. Each seat
 * is assumed to play to win. When several seats choose at once, the searching one is assumed to choose first, and
 * secret moves of others are one branch, since nobody sees which it was. For a move out of turn, it may also choose to
 * wait.
 *
 * What a game adds (bots/judgement.h): which listed moves look promising, and how well seats are doing. The promising
 * moves are tried first and more, so that long lists do no harm; play-outs choose by the same weights and may stop
 * early and be judged.
 */
#ifndef BOTS_SEARCH_H
#define BOTS_SEARCH_H

#include "arkad.h"
#include "bots/judgement.h"

enum {
    SEARCH_NODES_MAX = 1 << 20, /* 48 MB; a second of thought uses a tenth of it */
};

struct search_node {
    struct arkad_move move; /* that led here */
    uint32_t child, sibling;
    uint32_t visits;
    float value;  /* sum of rewards of `seat` */
    uint8_t seat; /* who made the move */
    uint8_t padding[3];
};

/* A budget; 0 means no such limit, and one of the first two must be set. */
struct search_budget {
    uint32_t iterations;
    uint32_t time_ms;
    uint32_t nodes; /* of the tree; never more than search_open was asked for */
};

struct search_move {
    struct arkad_move move;
    uint32_t visits;
    float value; /* the mean reward of the seat, 0 to 1: about its chance to win */
};

/* To make no move: an answer only if the game does not wait for the seat. */
extern const struct arkad_move search_wait;
static inline bool search_is_wait(const struct arkad_move *move) { return move->verb == search_wait.verb; }

/* All memory of a search, made by search_open and reused for every decision. */
struct search;

/* NULL when there is not enough memory. */
struct search *search_open(uint32_t nodes);
void search_close(struct search *search);

/* Looks for the seat's best move from its view. The same view, seed and number of iterations give the same answer. */
struct arkad_move search_choose(struct search *search, const struct arkad_game *game, const struct mind *mind,
                                const struct arkad_position *view, int seat, struct search_budget budget,
                                uint64_t seed);
/* The same without an answer, even for a seat with a single move. The view may be a whole position, for a reviewer who
   sees everything. */
void search_run(struct search *search, const struct arkad_game *game, const struct mind *mind,
                const struct arkad_position *view, int seat, struct search_budget budget, uint64_t seed);
/* Adds what another search of the same view found at its root. */
void search_join(struct search *search, const struct search *other);
/* What each seat could expect in the last search, 0 to 1: about its chance to win. */
void search_chances(const struct search *search, float chances[ARKAD_SEATS_MAX]);
/* The moves looked at in the last search, the most visited first; returns how many, at most `max`. */
int search_ranking(const struct search *search, struct search_move *moves, int max);
/* How many iterations the last search made. */
uint32_t search_iterations(const struct search *search);

#endif
