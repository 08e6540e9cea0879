/*
 * The game at the table: its positions from the first to the present one, who sits there, and its file.
 *
 * Everything shown is asked for by viewer, and nothing else gets out: views, and what happened as that seat saw
 * it. Bots are given the same views.
 */
#ifndef TERMINAL_TABLE_H
#define TERMINAL_TABLE_H

#include "lang/say.h"
#include "terminal/save.h"
#include "terminal/seating.h"

/* A move that was made, what chance brought with it, and where it led. */
struct step {
    struct arkad_move move;
    int seat;
    bool is_hidden; /* a server did not tell what it was */
    struct arkad_tape tape;
    struct arkad_position after;
};

struct table {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct seating seating;
    struct arkad_position first;
    struct step *steps;
    int count, room;
    int seen;                          /* others have looked at the table since this move: it cannot be taken back */
    int refused_turn[ARKAD_SEATS_MAX]; /* in which a seat declines whatever it is offered (bargain.h); 0: none */
    bool is_ended;                     /* by a server, which has told the result: it counts who resigned */
    struct arkad_result ended;
    struct save save;
};

/* Sets up the first position; NULL, or why not. */
const char *table_deal(struct table *table, const struct arkad_game *game, const struct arkad_setup *setup,
                       char why[ARKAD_WHY_MAX]);
void table_clear(struct table *table);

/* The position after `moves` moves; the present one is after table->count. */
const struct arkad_position *table_after(const struct table *table, int moves);
const struct arkad_position *table_now(const struct table *table);
bool table_is_over(const struct table *table);
/* Of a game that is over. */
struct arkad_result table_result(const struct table *table);
/* What the viewer sees of it. */
void table_view(const struct table *table, int moves, int viewer, struct arkad_position *view);

/* Room for one more step, empty; `count` is the caller's to raise. */
struct step *table_add_step(struct table *table);
/* Carries a legal move out; table_save then writes it down. */
void table_play(struct table *table, int seat, const struct arkad_move *move);
/* Brings the file up to date. False: it could not be written, and save.problem says why; the next call tries again. */
bool table_save(struct table *table);

/* Why the seat's last move cannot be taken back, as a key of the catalogues; NULL: it can. */
const char *table_undo_refusal(const struct table *table, int seat);
void table_undo(struct table *table);

/* The lowest bot that the game waits for, or -1. */
int table_next_bot(const struct table *table);
/* The person whom the game waits for, the one at the keyboard first, then clockwise; -1: none. */
int table_next_person(const struct table *table, int at_keyboard);
/* The random seed of a bot's choice, from the seed of the game: the same game goes the same way. */
uint64_t table_dice(const struct table *table, int seat);
uint64_t table_temper(const struct table *table, int seat);

/* What happened with a move, as the viewer saw it. */
/* Whom a line of the log is about: the seat's name, or "You". */
const char *table_name(const struct table *table, const struct lang *lang, int seat, int viewer);
void table_tell(const struct table *table, const struct lang *lang, int step, int viewer, char text[2 * SAY_MAX]);

#endif
