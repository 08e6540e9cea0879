/*
 * Thinks in a thread of its own, so that the screen stays alive: a bot's move, or a hint.
 *
 * One question at a time. An answer is announced by a byte on a pipe; it carries the ticket of its question, so that an
 * answer to a position that is gone can be recognized and dropped. Only views are handed over.
 */
#ifndef TERMINAL_THINKER_H
#define TERMINAL_THINKER_H

#include "bots/bot.h"

enum { HINTS_MAX = 3 };

struct question {
    int ticket;
    bool is_hint;
    const struct arkad_game *game;
    struct arkad_position view;
    int seat;
    struct bot bot;
    uint64_t temper, dice;
};

struct answer {
    int ticket, seat;
    bool is_hint;
    struct arkad_move move;
    struct search_move hints[HINTS_MAX]; /* the best first */
    int hint_count;
    float chances[ARKAD_SEATS_MAX];
};

struct thinker;

/* `bell` is written to when an answer is there. NULL when there is not enough memory. */
struct thinker *thinker_open(int bell);
bool thinker_is_busy(struct thinker *thinker);
/* Only when it is not busy. */
void thinker_ask(struct thinker *thinker, const struct question *question);
/* Takes an answer; false if there is none. */
bool thinker_take(struct thinker *thinker, struct answer *answer);

/* The same, right away in this thread. */
void think(struct bot_room *room, const struct question *question, struct answer *answer);

#endif
