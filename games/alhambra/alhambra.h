/*
 * Alhambra: its vocabulary and its position, for the game itself and for the bots' judgement of it.
 */
#ifndef GAMES_ALHAMBRA_H
#define GAMES_ALHAMBRA_H

#include "engine/game.h"

#include <stddef.h>

enum { SEATS = 6, CURRENCIES = 4, VALUES = 9, MONEY = CURRENCIES * VALUES, COPIES = 3 };
enum { KINDS = 6, PRICES = 7, LOWEST_PRICE = 2, BUILDINGS = KINDS * PRICES, PLACES = 4, OPEN_MONEY = 4 };
enum { SCORING_A = MONEY + 1, SCORING_B, FIRST_BUILDING, CARDS = SCORING_B + BUILDINGS };
enum {
    PILE_MAX = MONEY * COPIES,
    BUILDING_PILE_MAX = 54,
    STARTING_MONEY = 20,
    TAKE_MAX = 5, /* what several cards taken at once may be worth */
    DUMMY = 2,    /* as an owner */
    DUMMY_AT_FIRST = 6,
    FIRST_PILE_MIN = 46, /* two seats that draw every 1 and 2 and some 3s hold 22 cards; more seats leave more */
    HAND_MIN = 3,        /* at the start: two cards are worth 18 at most */
};
enum { SCORINGS = 3, LAST_SCORING = SCORINGS - 1, SCORING_CARDS = 2 }; /* A, B and C; C has no card */
enum phase { OVER, TURN };
enum verb { TAKE, BUY, PASS, VERBS };
enum { OPTION_STARTER };

/* How a purchase is written in a move: the cards of each value are counted in args[PAID + value]. A take has the
   cards themselves in args[0] to args[3]. */
enum { PLACE, FOR_DUMMY, PAID = FOR_DUMMY };

static const char *const phases[] = {[OVER] = "over", [TURN] = "turn"};
static const char *const verbs[VERBS] = {[TAKE] = "take", [BUY] = "buy", [PASS] = "pass"};
static const char *const kinds[KINDS] = {"P", "S", "A", "C", "G", "T"};
static const char *const currencies[CURRENCIES] = {"yellow", "blue", "green", "orange"};

#define VALUES_OF(c) c "1", c "2", c "3", c "4", c "5", c "6", c "7", c "8", c "9"
static short_name cards[] = {
    "",    VALUES_OF("y"), VALUES_OF("b"), VALUES_OF("g"), VALUES_OF("o"), "A",   "B",   "P2",  "P3",  "P4",
    "P5",  "P6",           "P7",           "P8",           "S3",           "S4",  "S5",  "S6",  "S7",  "S8",
    "S9",  "A4",           "A5",           "A6",           "A7",           "A8",  "A9",  "A10", "C5",  "C6",
    "C7",  "C8",           "C9",           "C10",          "C11",          "G6",  "G7",  "G8",  "G9",  "G10",
    "G11", "G12",          "T7",           "T8",           "T9",           "T10", "T11", "T12", "T13",
};
_Static_assert(sizeof cards / sizeof *cards == CARDS + 1, "a name for every card");

/* How many there are of each building: every kind comes at seven prices, and each kind is 1 dearer than the last. */
static const uint8_t building_copies[KINDS][PRICES] = {
    {1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1}, {1, 1, 2, 1, 2, 1, 1},
    {1, 1, 2, 1, 2, 1, 1}, {1, 1, 3, 1, 3, 1, 1}, {1, 1, 3, 1, 3, 1, 1},
};

/* Money is 1 + currency * 9 + value - 1, so hand + currency * 9 counts a currency's cards by their value. */
static inline int currency_of(uint8_t money) { return (money - 1) / VALUES; }
static inline int value_of(uint8_t money) { return (money - 1) % VALUES + 1; }

static inline int kind_of(uint8_t building) { return (building - FIRST_BUILDING) / PRICES; }
static inline int price_of(uint8_t building) {
    return LOWEST_PRICE + kind_of(building) + (building - FIRST_BUILDING) % PRICES;
}
static inline int copies_of(uint8_t building) {
    return building_copies[kind_of(building)][(building - FIRST_BUILDING) % PRICES];
}

struct alhambra {
    struct head head;
    uint8_t turn;    /* seat + 1 */
    uint8_t actions; /* taken this turn */
    uint8_t scored;  /* how many of A and B */
    /* Money cards in the first pile, which was cut into fifths to hide A and B; 0: forgotten, or both are out. */
    uint8_t first_pile;
    uint8_t pile_count, building_count, discard_count, money_count; /* how many cards there are */
    uint8_t money[OPEN_MONEY];                                      /* in the order laid */
    uint8_t yard[PLACES];                                           /* buildings */
    uint8_t hand_size[SEATS];                                       /* how many cards */
    uint8_t points[SEATS];           /* by owner: a seat, or between two players the dummy, 2; 195 at most */
    uint8_t owned[SEATS][KINDS];     /* by owner: how many buildings of each kind */
    uint8_t hands[SEATS][MONEY + 1]; /* how many of each card; all zero in a view from JSON, except the viewer's own */
    uint8_t discard[MONEY + 1];      /* how many of each card */
    uint8_t gone[BUILDINGS];         /* the cards among those owned whose prices are remembered */
    uint8_t padding[3];
    struct {
        struct chance chance;
        uint8_t pile[PILE_MAX]; /* the last is drawn first */
        uint8_t buildings[BUILDING_PILE_MAX];
        uint8_t padding[2];
    } hidden;
};

_Static_assert(offsetof(struct alhambra, hidden) % 4 == 0 && sizeof(struct alhambra) % 4 == 0, "no stray padding");

static inline bool has_dummy(const struct alhambra *a) { return a->head.players == 2; }
static inline int owners_of(int players) { return players == 2 ? DUMMY + 1 : players; }
static inline int owners(const struct alhambra *a) { return owners_of(a->head.players); }

static inline int amount(const struct arkad_move *move) {
    int sum = 0;
    for (int value = 1; value <= VALUES; value++) sum += value * move->args[PAID + value];
    return sum;
}

#endif
