/*
 * The review of a game, played out or broken off: how the chances moved, and what each move lost.
 *
 * Every position is searched for a while. What a move lost is the mover's chance with the best move found, less its
 * chance after the move that was made; both are estimates, so small losses mean nothing.
 */
#ifndef BOTS_REVIEW_H
#define BOTS_REVIEW_H

#include "bots/search.h"
#include "engine/json.h"

#include <stdio.h>

struct parallel;

/* A position on the way, and the move that was made there. */
struct review_step {
    struct arkad_position position;
    struct arkad_move move, better; /* `better`: the best one found */
    int seat;
    bool is_judged; /* the game waited for the mover, who had a choice */
    float chances[ARKAD_SEATS_MAX], best, loss;
};

struct review {
    struct mind mind;
    const struct arkad_game *game;
    int players, moves;
    struct review_step *steps; /* moves + 1: the last one is the end */
};

/* Begins with the first position. False, here and below, if there is not enough memory. */
bool review_begin(struct review *review, const struct arkad_game *game, const struct arkad_position *first);
/* The next move, and where it led. */
bool review_move(struct review *review, int seat, const struct arkad_move *move, const struct arkad_position *after);
void review_free(struct review *review);

/* How many positions are to be searched: all but the end of a game that was played out. */
int review_searches(const struct review *review);
/* Into `view` what is to be searched before move `at` (from 0): what its mover sees if `is_honest`, else everything.
   Returns the seat to search for. */
int review_view(const struct review *review, int at, bool is_honest, struct arkad_position *view);
/* Notes what that search found. */
void review_note(struct review *review, int at, const struct search *search);
/* Both of them, with the search in between. */
void review_judge(struct review *review, int at, struct parallel *parallel, struct search_budget budget,
                  bool is_honest);
/* When all positions were searched: what each move lost. */
void review_finish(struct review *review);

/* ---- As JSON ----------------------------------------------------------------------------------------------------- */

enum { REVIEW_STEP_MAX = 2 * ARKAD_MOVE_TEXT_MAX + 256 }; /* bytes of a step, or of what comes before the first */

/* {"game":…,"players":…,"moves":[ then all steps, then ]} */
void review_open(const struct review *review, struct json *json);
/* {"n":0,"chances":[…],"seat":…,"move":…,"best":…,"best_chance":…,"loss":…} */
void review_put_step(const struct review *review, int at, struct json *json);
void review_close(struct json *json);
/* All of it, as a line. */
void review_print(const struct review *review, FILE *out);

#endif
