/*
 * Maharaja: what the files of its rules share. rules.c has what a seat may do and what happens then, memory.c what is
 * hidden from a seat, laws.c the self-check, notation.c moves and positions as text.
 */
#ifndef GAMES_MAHARAJA_INSIDE_H
#define GAMES_MAHARAJA_INSIDE_H

#include "games/maharaja/maharaja.h"

static inline bool is_on(const struct maharaja *m, enum option option) { return m->head.options[option]; }
static inline unsigned everyone(const struct maharaja *m) { return (1U << m->head.players) - 1; }
static inline int card_count(const struct maharaja *m, int seat) { return __builtin_popcount(m->cards[seat]); }
static inline unsigned all_cards(const struct maharaja *m) { return is_on(m, YOGI_AND_COINS) ? 0xfe : 0x7e; }
static inline int palaces_each(const struct maharaja *m) { return is_on(m, SHORT) ? 6 : 7; }
static inline int rounds_max(const struct maharaja *m) { return is_on(m, SHORT) ? SHORT_ROUNDS : ROUNDS_MAX; }
static inline int village_limit(const struct maharaja *m) { return m->head.players == 2 ? 1 : 2; }
/* Outer sites of every city that are taken by the colours nobody plays. */
static inline int neutral_palaces(const struct maharaja *m) { return is_on(m, NEUTRAL) ? SEATS - m->head.players : 0; }

static inline int outer_palaces(const struct maharaja *m, int city) {
    return sum_bytes(m->cities[city].outer, SEATS) + neutral_palaces(m);
}

static inline unsigned seats_without_card(const struct maharaja *m) {
    unsigned seats = 0;
    for (int seat = 0; seat < m->head.players; seat++) seats |= (unsigned)!m->cards[seat] << seat;
    return seats;
}

/* The first of these seats clockwise from this one. */
static inline int next_among(const struct maharaja *m, unsigned seats, int seat) {
    do seat = seat_after(&m->head, seat);
    while (!(seats >> seat & 1));
    return seat;
}

static inline void put_house(struct maharaja *m, int seat, int place) {
    if (place < FIRST_VILLAGE)
        m->cities[place].houses[seat]++;
    else if (m->housed[seat] & bit(place))
        m->doubled[seat] |= bit(place);
    m->housed[seat] |= bit(place);
}

static inline bool can_lure(const struct maharaja *m, int seat, int other) {
    return card_count(m, other) > card_count(m, seat);
}

static inline bool is_finished(const struct maharaja *m) {
    for (int seat = 0; seat < m->head.players; seat++)
        if (!m->palaces_left[seat]) return true;
    return m->is_last_round || m->round == rounds_max(m);
}

static inline bool is_shown(const struct maharaja *m, int seat) {
    return m->acted >> seat & 1 || (m->turn == seat + 1 && m->head.phase >= ACT);
}

static inline bool is_hidden(const struct maharaja *m, int seat) {
    return m->head.viewer && m->head.viewer != seat + 1;
}

/* Before the first round only those who won an auction have paid. */
static inline bool may_have_paid(const struct maharaja *m, int seat) {
    bool is_choosing = m->head.phase == CHOOSE && m->turn == seat + 1;
    return m->round || (is_on(m, AUCTIONED) && (m->cards[seat] || is_choosing));
}

/* ---- For the table of functions --------------------------------------------------------------------------- */

void maharaja_fill(void *view, struct chance *chance);
void maharaja_memory_json(void *view, struct json *out);
const char *maharaja_laws(const void *position, struct text *why);
void maharaja_move_words(struct words *text, struct arkad_move *move);
void maharaja_position_json(void *position, struct json *out);

#endif
