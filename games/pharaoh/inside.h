/*
 * Oh, Pharaoh!: what the files of its rules share. rules.c has what a seat may do and what happens then, memory.c what
 * each seat has seen and possible worlds, laws.c the self-check, notation.c moves and positions as text.
 */
#ifndef GAMES_PHARAOH_INSIDE_H
#define GAMES_PHARAOH_INSIDE_H

#include "games/pharaoh/pharaoh.h"

/* ---- Pyramids ------------------------------------------------------------------------------------------ */

/* The number behind the highest level, from the base up without a gap. */
static inline int above_top(const uint8_t *levels, int base) {
    while (base <= LEVELS && levels[base]) base++;
    return base;
}

static inline bool has_gap(const uint8_t *levels) {
    int base = base_of(levels);
    return above_top(levels, base) - base != height_of(levels);
}

/* The number of the first level that does not have fewer cards than the one below; 0 if all have. */
static inline int bulge_in(const uint8_t *levels) {
    for (int number = 2; number <= LEVELS; number++)
        if (levels[number] && levels[number - 1] && cards_on(levels[number]) >= cards_on(levels[number - 1]))
            return number;
    return 0;
}

/* Three cards follow: a level of one card stands on one of two or more. */
static inline bool is_pyramid(const uint8_t *levels) {
    return height_of(levels) >= 2 && !has_gap(levels) && !bulge_in(levels);
}

static inline bool must_score(const uint8_t *levels) { return cards_in(levels) >= MUST_SCORE; }

static inline bool may_score(const struct pharaoh *p, const uint8_t *levels) {
    return !needs_three(p) || height_of(levels) >= 3 || must_score(levels);
}

/* The number of a pyramid that the seat must score; 0 if there is none. */
static inline int due_pyramid(const struct pharaoh *p, int seat) {
    for (int i = 0; i < p->pyramid_count[seat]; i++)
        if (must_score(p->pyramids[seat][i])) return i + 1;
    return 0;
}

static inline bool can_score(const struct pharaoh *p, int seat) {
    for (int i = 0; i < p->pyramid_count[seat]; i++)
        if (may_score(p, p->pyramids[seat][i])) return true;
    return false;
}

/* ---- Who, and what lies where -------------------------------------------------------------------------- */

static inline int turn_of(const struct pharaoh *p) { return p->turn - 1; }

/* Who made the proposal on the table, and to whom. */
static inline int proposer(const struct pharaoh *p) { return (p->head.phase == COUNTER ? p->partner : p->turn) - 1; }
static inline int responder(const struct pharaoh *p) { return (p->head.phase == COUNTER ? p->turn : p->partner) - 1; }

/* How many cards are given (sign 1) or wanted (-1). */
static inline int sum_side(const int8_t *terms, int sign) {
    int sum = 0;
    for (int card = 1; card <= KINDS; card++) sum += terms[card] * sign > 0 ? terms[card] * sign : 0;
    return sum;
}

static inline int largest_other_hand(const struct pharaoh *p, int seat) {
    int most = 0;
    for (int other = 0; other < p->head.players; other++)
        if (other != seat && p->hand_count[other] > most) most = p->hand_count[other];
    return most;
}

static inline const uint8_t *robbed_pyramid(const struct pharaoh *p) {
    return p->pyramids[p->target - 1][p->robbed - 1];
}

static inline bool sees_hand(const struct pharaoh *p, int seat) {
    return !p->head.viewer || p->head.viewer == seat + 1;
}

static inline bool is_seat_view(const struct pharaoh *p) { return p->head.viewer && p->head.viewer <= p->head.players; }

static inline bool can_draw_pile(const struct pharaoh *p) { return p->pile_count || p->discard_count; }

static inline bool lies_open(const struct pharaoh *p, int card) {
    return p->open[0] == card || p->open[1] == card || p->open[2] == card;
}

static inline bool can_draw(const struct pharaoh *p) {
    return can_draw_pile(p) || p->open[0] || p->open[1] || p->open[2];
}

/* Lists the cards of a multiset behind those that are in the list already. */
static inline int spread(const uint8_t *counts, uint8_t *list, int count, int max) {
    for (uint8_t card = 1; card <= KINDS; card++)
        for (int i = 0; i < counts[card] && count < max; i++) list[count++] = card;
    return count;
}

/* ---- What each seat has seen: memory.c ----------------------------------------------------------------- */

/* Everyone else sees cards come to a hand. */
void pharaoh_note_gain(struct pharaoh *p, int seat, int card, int count);
/* Everyone but the owner of the place sees a card leave it. */
void pharaoh_note_loss(struct pharaoh *p, int place, int card);
/* Everyone else sees what a seat proposes to give: it has that many of them. */
void pharaoh_note_given(struct pharaoh *p, int seat, const int8_t *terms);
/* The seat sees what it draws from the pile. */
void pharaoh_note_draw(struct pharaoh *p, int seat, int card);
/* Only these two see which card it is. */
void pharaoh_note_tax(struct pharaoh *p, int collector, int payer, int card);
/* The discards, which all have seen, are shuffled into the pile. */
void pharaoh_note_shuffle(struct pharaoh *p);
/* The cards of each kind that are not where they can be seen; below 0 if there are too many. */
void pharaoh_count_unseen(const struct pharaoh *p, int unseen[KINDS + 1]);
/* What is remembered is so; in the view of a seat, it can be. */
const char *pharaoh_law_of_memory(const struct pharaoh *p, struct text *why);

/* ---- For the table of functions ------------------------------------------------------------------------ */

void pharaoh_fill(void *view, struct chance *chance);
void pharaoh_memory_json(void *view, struct json *out);
const char *pharaoh_laws(const void *position, struct text *why);
void pharaoh_move_words(struct words *text, struct arkad_move *move);
void pharaoh_position_json(void *position, struct json *out);

#endif
