/*
 * Oh, Pharaoh!: its vocabulary and its position, for the game itself and for the bots' judgement of it.
 */
#ifndef GAMES_PHARAOH_H
#define GAMES_PHARAOH_H

#include "engine/game.h"

#include <stddef.h>

enum { SEATS = 4, OPEN = 3, HAND = 7, PYRAMIDS = 2, LEVELS = 9 };
enum kind { JOKER = LEVELS + 1, THIEF, COLLECTOR, PHARAOH, END_CARD, KINDS = PHARAOH }; /* 1 to 9 are stones */
enum { CARDS = 89, PILE_MAX = CARDS + 1, STONES_MAX = 13, JOKERS_MAX = 3 };
enum { MUST_SCORE = 12, FIRST_FIELD = 3, LAST_FIELD = 10, TURNS_MAX = 600 };
/* All nine levels are worth 405, a card in a pyramid never more than 12: see law_of_points. */
enum { WORTH_MAX = 405, WORTH_A_CARD = 12, POINTS_MAX = LAST_FIELD * WORTH_MAX + CARDS * WORTH_A_CARD };
enum phase { OVER, SCORE, DRAW, ACT, ANSWER, COUNTER, GUARD, STEAL, SALVAGE, END, PHASES };
enum verb {
    SCORE_N,
    DONE,
    DRAW_CARD,
    OFFER,
    BUILD,
    EXTEND,
    SWAP,
    SEND_THIEF,
    TAX,
    END_ACTS,
    ACCEPT,
    DECLINE,
    COUNTER_OFFER,
    WARD_OFF,
    ALLOW,
    STEAL_CARD,
    SALVAGE_LEVELS,
    DISCARD,
    VERBS
};
enum { OPTION_STARTER, OPTION_SECOND, OPTION_OFFERS };
enum { EVERYONE = SEATS }; /* whom an offer goes to, if not to one seat */

static const char *const phases[PHASES] = {
    [OVER] = "over",       [SCORE] = "score", [DRAW] = "draw",   [ACT] = "act",         [ANSWER] = "answer",
    [COUNTER] = "counter", [GUARD] = "guard", [STEAL] = "steal", [SALVAGE] = "salvage", [END] = "end"};
static const char *const verbs[VERBS] = {[SCORE_N] = "score",
                                         [DONE] = "done",
                                         [DRAW_CARD] = "draw",
                                         [OFFER] = "offer",
                                         [BUILD] = "build",
                                         [EXTEND] = "extend",
                                         [SWAP] = "swap",
                                         [SEND_THIEF] = "thief",
                                         [TAX] = "tax",
                                         [END_ACTS] = "end",
                                         [ACCEPT] = "accept",
                                         [DECLINE] = "decline",
                                         [WARD_OFF] = "pharaoh",
                                         [ALLOW] = "allow",
                                         [COUNTER_OFFER] = "counter",
                                         [STEAL_CARD] = "steal",
                                         [SALVAGE_LEVELS] = "salvage",
                                         [DISCARD] = "discard"};
static const uint16_t phases_of[VERBS] = {[SCORE_N] = 1 << SCORE,
                                          [DONE] = 1 << SCORE | 1 << END,
                                          [DRAW_CARD] = 1 << DRAW,
                                          [OFFER] = 1 << ACT,
                                          [BUILD] = 1 << ACT,
                                          [EXTEND] = 1 << ACT,
                                          [SWAP] = 1 << ACT,
                                          [SEND_THIEF] = 1 << ACT,
                                          [TAX] = 1 << ACT,
                                          [END_ACTS] = 1 << ACT,
                                          [ACCEPT] = 1 << ANSWER | 1 << COUNTER,
                                          [DECLINE] = 1 << ANSWER | 1 << COUNTER,
                                          [COUNTER_OFFER] = 1 << ANSWER | 1 << COUNTER,
                                          [WARD_OFF] = 1 << GUARD,
                                          [ALLOW] = 1 << GUARD,
                                          [STEAL_CARD] = 1 << STEAL,
                                          [SALVAGE_LEVELS] = 1 << SALVAGE,
                                          [DISCARD] = 1 << END};
static short_name cards[] = {"", "1", "2", "3", "4", "5", "6", "7", "8", "9", "*", "T", "X", "P", "E"};
static const uint8_t copies[KINDS + 1] = {0, 13, 12, 11, 10, 9, 8, 6, 4, 3, 3, 5, 2, 3};

enum { PILE = SEATS, PLACES }; /* where a card can be out of sight: in the hand of a seat, or in the pile */
enum { STILL = 0, CERTAIN = KINDS + 1, KNOWN }; /* of what is known about a place; see the section on memory */

struct pharaoh {
    struct head head;
    uint16_t turns, points[SEATS]; /* how many so far */
    uint16_t refused[SEATS]; /* kinds, as bits, that it declined to give, and has not got since, as far as is seen */
    uint16_t wanted;         /* kinds, as bits, that the seat in turn has asked for in this turn */
    uint8_t turn;            /* seat + 1 */
    uint8_t marker;          /* the field of the track where it is */
    uint8_t offers;          /* made by the seat in turn */
    uint8_t die;             /* what was rolled; 0: nothing */
    uint8_t has_discarded;   /* in this turn */
    uint8_t open[OPEN];      /* cards */
    uint8_t pile_count, discard_count;               /* how many cards */
    uint8_t hand_count[SEATS], pyramid_count[SEATS]; /* how many cards, and pyramids */
    uint8_t discard[KINDS + 1];                      /* how many of each card */
    uint8_t pyramids[SEATS][PYRAMIDS][LEVELS + 1];   /* by number: the stones, and the jokers << 4 */
    /* ANSWER: the seat in turn has made a proposal, and the partner is to answer; COUNTER: the other way round. */
    uint8_t partner;          /* seat + 1 */
    uint8_t is_to_all;        /* an offer to everyone: the partner is asked now */
    uint8_t is_counter;       /* the proposal answers one of the other's */
    int8_t terms[KINDS + 1];  /* by who proposed them: gives if above 0, wants if below */
    uint8_t played;           /* GUARD, STEAL, SALVAGE: THIEF or COLLECTOR, by the seat in turn */
    uint8_t target, robbed;   /* the thief's: seat + 1, and the number of its pyramid */
    uint8_t asked;            /* seats, as bits, that have still to answer */
    uint8_t wards[SEATS - 1]; /* seats + 1 that played a pharaoh, in that order */
    uint8_t tries;            /* proposals of the seat in turn since its turn began; a trade makes up for one */
    uint8_t padding[3];
    struct {
        uint8_t hand[KINDS + 1];      /* how many of each card */
        uint8_t known[PLACES][KNOWN]; /* what it knows of each place, card by card; see memory.c */
    } seats[SEATS];
    struct {
        struct chance chance;
        uint8_t pile[PILE_MAX]; /* the last is drawn first */
        uint8_t padding[2];
    } hidden;
};

_Static_assert(offsetof(struct pharaoh, hidden) % 4 == 0 && sizeof(struct pharaoh) % 4 == 0, "no stray padding");
_Static_assert(offsetof(struct pharaoh, seats) + sizeof((struct pharaoh *)0)->seats == offsetof(struct pharaoh, hidden),
               "no stray padding");

/* The three special fields. */
static inline bool may_own_two(const struct pharaoh *p) { return p->marker >= FIRST_FIELD; }
static inline bool needs_three(const struct pharaoh *p) { return p->marker >= p->head.options[OPTION_SECOND]; }
static inline bool is_last(const struct pharaoh *p) { return p->marker >= LAST_FIELD; }

/* A level is its stones and its jokers << 4; levels are an array by their number, 1 to 9. */
static inline uint8_t level_of(int stones, int jokers) { return (uint8_t)(stones | jokers << 4); }
static inline int stones_on(uint8_t level) { return level & 15; }
static inline int jokers_on(uint8_t level) { return level >> 4; }
static inline int cards_on(uint8_t level) { return stones_on(level) + jokers_on(level); }

static inline int cards_in(const uint8_t *levels) {
    int count = 0;
    for (int number = 1; number <= LEVELS; number++) count += cards_on(levels[number]);
    return count;
}

static inline int height_of(const uint8_t *levels) {
    int height = 0;
    for (int number = 1; number <= LEVELS; number++) height += levels[number] != 0;
    return height;
}

/* The number of the lowest level; past the last one if there is none. */
static inline int base_of(const uint8_t *levels) {
    int number = 1;
    while (number <= LEVELS && !levels[number]) number++;
    return number;
}

/* The sum of the levels' numbers, times the number of levels. */
static inline int worth(const uint8_t *levels) {
    int sum = 0;
    for (int number = 1; number <= LEVELS; number++) sum += levels[number] ? number : 0;
    return sum * height_of(levels);
}

#endif
