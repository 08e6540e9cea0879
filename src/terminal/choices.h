/*
 * A seat's listed moves, in the notation and in words, and narrowing them by what is typed.
 *
 * A list may hold tens of thousands of moves, so words are only made where they are looked at. What is typed fits a
 * move whose notation begins with it, or else one in which every typed word begins a word of its notation or of its
 * wording. A typed word with a space after it is complete: "c1 " is not c12. Capitals and accents do not matter.
 *
 * There are hundreds of offers of a trade, each of one card for one. They are found by typing; otherwise one choice
 * replaces all of them, with which people put theirs together (bargain.h).
 */
#ifndef TERMINAL_CHOICES_H
#define TERMINAL_CHOICES_H

#include "lang/say.h"

enum { TYPED_MAX = ARKAD_MOVE_TEXT_MAX };

enum choice_kind {
    CHOICE_MOVE,
    CHOICE_PROPOSAL,   /* shown only if it fits what is typed */
    CHOICE_BARGAIN,    /* not a move: a trade is put together */
    CHOICE_REFUSE_ALL, /* the move, and the same for the rest of the turn */
};

struct choice {
    enum choice_kind kind;
    struct arkad_move move;
    size_t notation, words; /* where their texts begin; words 0: not made yet */
};

struct choices {
    const struct lang *lang;
    const struct arkad_game *game;
    const char *const *names;
    struct arkad_position view;
    int seat;
    struct choice *all;
    int count, room;
    int *shown; /* indices of those that fit what is typed; first those whose notation begins with it */
    int shown_count, beginning_count;
    char *texts;
    size_t used, size;
};

/* Lists the seat's moves from its view; all of them are shown. */
void choices_list(struct choices *choices, const struct lang *lang, const struct arkad_game *game,
                  const struct arkad_position *view, int seat, const char *const *names);
void choices_clear(struct choices *choices);
void choices_narrow(struct choices *choices, const char *typed);

/* Both texts are good until the next call that makes words. */
const char *choices_notation(const struct choices *choices, int choice);
const char *choices_words(struct choices *choices, int choice);
/* The choice that is written so, or -1; for a trade to be put together the verb is enough. */
int choices_find(const struct choices *choices, const char *notation);
/* The row of a move among those shown, or -1. */
int choices_row_of(const struct choices *choices, const struct arkad_move *move);

/* What is typed, completed as far as all moves shown agree; false if that adds nothing. */
bool choices_complete(struct choices *choices, char typed[TYPED_MAX]);

#endif
