/*
 * Byzanz: its vocabulary and its position, for the game itself and for the bots' judgement of it.
 */
#ifndef GAMES_BYZANZ_H
#define GAMES_BYZANZ_H

#include "engine/game.h"

#include <stddef.h>

enum { SEATS = 6, GOODS = 6, KINDS = GOODS + 1, CARDS = GOODS * 4 + 1, DECK = 112 };
enum { MERCHANTS = KINDS, MERCHANT = CARDS, MERCHANT_POINTS = 5 };
enum {
    HAND_DEALT = 4,
    HAND_MAX = 7,
    HELD_MAX = HAND_MAX + 16, /* a full hand and every card of one kind, before the rest is given up */
    LOT_MAX = 6,
    SALE = 3,
    KEPT_MAX = DECK / SALE,
    PILE_MAX = 90, /* three seats, after the first lot */
};
enum phase { OVER, AUCTION, PICK, TRIM, MARKET, FINAL, PHASES };
enum verb { PASS, BID, GIVE, DISCARD, TAKE, SELL, DONE, VERBS };

static const char *const phases[PHASES] = {
    [OVER] = "over", [AUCTION] = "auction", [PICK] = "pick", [TRIM] = "trim", [MARKET] = "market", [FINAL] = "final"};
static const char *const verbs[VERBS] = {[PASS] = "pass", [BID] = "bid",   [GIVE] = "give", [DISCARD] = "discard",
                                         [TAKE] = "take", [SELL] = "sell", [DONE] = "done"};
static short_name kinds[] = {"", "c", "s", "w", "f", "o", "t", "m"};

#define VALUES_OF(k) k "1", k "2", k "3", k "4"
static short_name cards[] = {
    "", VALUES_OF("c"), VALUES_OF("s"), VALUES_OF("w"), VALUES_OF("f"), VALUES_OF("o"), VALUES_OF("t"), "m"};

/* Cards are numbered in the order in which they are written: four goods of each kind from 1, the merchant last. */
static const uint8_t values[CARDS + 1] = {0, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 1, 2, 3, 4, 0};
static const uint8_t copies[CARDS + 1] = {0, 6, 5, 3, 2, 6, 5, 3, 2, 6, 5, 3, 2,
                                          6, 5, 3, 2, 6, 5, 3, 2, 6, 5, 3, 2, 16};

/* From 1; MERCHANTS is one of them. */
static inline int kind_of(uint8_t card) { return (card + 3) / 4; }
static inline uint8_t first_of(int kind) { return (uint8_t)(kind * 4 - 3); }
static inline uint8_t last_of(int kind) { return (uint8_t)(kind < KINDS ? kind * 4 : MERCHANT); }

/* What the number of seats decides. With bid cards of 1, the last lot of a round goes to the market untouched. */
static const struct table {
    uint8_t bid_cards[SEATS]; /* in the order in which they are won */
    uint8_t set_aside, rounds, round_cards;
    bool has_one;
} tables[SEATS + 1] = {
    [3] = {{6, 4, 2}, .set_aside = 4, .rounds = 8, .round_cards = 12},
    [4] = {{5, 4, 3, 2}, .set_aside = 12, .rounds = 6, .round_cards = 14},
    [5] = {{5, 4, 3, 2, 1}, .set_aside = 2, .rounds = 6, .round_cards = 15, .has_one = true},
    [6] = {{6, 5, 4, 3, 2, 1}, .set_aside = 4, .rounds = 4, .round_cards = 21, .has_one = true},
};

/* Lists of cards are sorted, but for the pile, with zeros behind; multisets are counted by card from 1. */
struct byzanz {
    struct head head;
    uint8_t round;                                                   /* from 1 */
    uint8_t auction;                                                 /* how many bid cards were won in this round */
    uint8_t turn, opener;                                            /* seats + 1 */
    uint8_t out;                                                     /* cards that left the game, seen or not */
    uint8_t pile_count, lot_count, passed_count, market_count;       /* how many cards, or seats, there are */
    uint8_t lot[LOT_MAX];                                            /* cards */
    uint8_t passed[SEATS];                                           /* seats + 1, in order */
    uint8_t won[SEATS];                                              /* bid cards */
    uint8_t bids[SEATS];                                             /* the values of what is laid */
    uint8_t done[SEATS];                                             /* whether the seat sells no more */
    uint8_t hand_count[SEATS], laid_count[SEATS], kept_count[SEATS]; /* how many cards */
    uint8_t laid[SEATS][HAND_MAX];                                   /* the cards of the bids */
    uint8_t kept[KEPT_MAX];                                          /* cards kept for points, seat by seat */
    uint8_t market[CARDS + 1];                                       /* how many of each card */
    uint8_t gone[CARDS + 1];         /* memory: cards that everyone saw leave the game */
    uint8_t known[SEATS][CARDS + 1]; /* memory: cards that everyone knows to be in this hand */
    struct {
        uint8_t hand[HELD_MAX]; /* cards */
    } seats[SEATS];
    uint8_t padding[2];
    struct {
        struct chance chance;
        uint8_t pile[PILE_MAX]; /* the last is drawn first */
        uint8_t padding[2];
    } hidden;
};

_Static_assert(offsetof(struct byzanz, hidden) % 4 == 0 && sizeof(struct byzanz) % 4 == 0, "no stray padding");

static inline int highest_bid(const struct byzanz *b) {
    int high = 0;
    for (int seat = 0; seat < SEATS; seat++)
        if (b->bids[seat] > high) high = b->bids[seat];
    return high;
}

#endif
