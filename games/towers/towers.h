/*
 * 5 Towers: its vocabulary and its position, for the game itself and for the bots' judgement of it.
 */
#ifndef GAMES_TOWERS_H
#define GAMES_TOWERS_H

#include "engine/game.h"

#include <stddef.h>

enum { SEATS = 5, KINDS = 5, VALUES = 16, CARDS = KINDS * VALUES, DISPLAY = 5 };
enum {
    PILE_MAX = 110,
    HEIGHT_MAX = 21, /* 12 10 7 5 2, then 9 8, then 15 14 13 12 11 10 7 6 5 4 3 2 1 0: a second roof cannot be */
    FALLEN_MAX = 44, /* one a round, and 110 cards in fives last 22 rounds, twice */
    NO_TOP = VALUES, /* the top of a tower not begun */
};
enum phase { OVER, BID, BUILD };
enum verb { BID_N, PASS, DEMOLISH, BUILD_CARD, VERBS };
enum { NOT_ASKED, PASSED, FIRST_BID }; /* a bid of n is stored as FIRST_BID + n */

static const char *const phases[] = {[OVER] = "over", [BID] = "bid", [BUILD] = "build"};
static const char *const verbs[VERBS] = {
    [BID_N] = "bid", [PASS] = "pass", [DEMOLISH] = "demolish", [BUILD_CARD] = "build"};
static short_name kinds[] = {"", "c", "h", "t", "j", "s"};

#define VALUES_OF(k) \
    k "0", k "1", k "2", k "3", k "4", k "5", k "6", k "7", k "8", k "9", k "10", k "11", k "12", k "13", k "14", k "15"
static short_name cards[] = {"", VALUES_OF("c"), VALUES_OF("h"), VALUES_OF("t"), VALUES_OF("j"), VALUES_OF("s")};

/* A card is 1 + kind * 16 + value. */
static inline uint8_t card_of(int kind, int value) { return (uint8_t)(1 + kind * VALUES + value); }
static inline int kind_of(uint8_t card) { return (card - 1U) / VALUES & 7; }
static inline int value_of(uint8_t card) { return (card - 1U) % VALUES; }

/* With four or five players there is a second one of these values. */
static inline int copies_of(int players, int value) {
    static const uint8_t twice[VALUES] = {[0] = 1, [2] = 1, [5] = 1, [7] = 1, [10] = 1, [12] = 1};
    return 1 + (players >= 4 && twice[value]);
}

struct towers {
    struct head head;
    uint8_t round;                 /* from 1 */
    uint8_t starter, turn, winner; /* seats + 1; the winner made the standing bid */
    uint8_t high;                  /* the standing bid + 1 */
    uint8_t left;                  /* cards still to build */
    uint8_t demolished_now;        /* whether the builder has demolished in this round */
    uint8_t is_reshuffled;         /* whether the discards are the pile again */
    uint8_t pile_count, discard_count, display_count, fallen_count; /* how many cards there are */
    uint8_t display[DISPLAY];                                       /* cards, in the order turned up */
    uint8_t bids[SEATS];                                            /* 0: not asked, 1: passed, else the bid + 2 */
    uint8_t height[SEATS][KINDS];                                   /* how many cards */
    uint8_t tower[SEATS][KINDS][HEIGHT_MAX];                        /* values, bottom to top */
    uint8_t discard[CARDS + 1];                                     /* how many of each card */
    uint8_t fallen[FALLEN_MAX], fallen_of[FALLEN_MAX]; /* demolished cards in order, and whose they were (a seat) */
    uint8_t padding[3];
    struct {
        struct chance chance;
        uint8_t pile[PILE_MAX]; /* the last is drawn first */
        uint8_t padding[2];
    } hidden;
};

_Static_assert(offsetof(struct towers, hidden) % 4 == 0 && sizeof(struct towers) % 4 == 0, "no stray padding");

static inline bool can_cover(int top, int value) {
    if (top == 0) return false; /* a roof */
    return value < top || top == 8 || value == 9;
}

static inline int top_of(const struct towers *t, int seat, int kind) {
    int height = t->height[seat][kind];
    return height ? t->tower[seat][kind][height - 1] : NO_TOP;
}

#endif
