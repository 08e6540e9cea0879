/*
 * Maharaja: its vocabulary and its position, for the game itself and for the bots' judgement of it.
 */
#ifndef GAMES_MAHARAJA_H
#define GAMES_MAHARAJA_H

#include "engine/game.h"
#include "games/maharaja/map.h"

#include <stddef.h>

enum { SEATS = 5, CITIES = PLACES - 1 };
enum {
    HOUSES_EACH = 20,
    FIRST_HOUSES = 4,  /* placed before the first round */
    FIRST_RESERVE = 6, /* taken after that */
    FIRST_GOLD = 15,
    OUTER_SITES = 6,
    COINS = 7,
    FIELD_MIN = -6,
    FIELD_MAX = 10,  /* the round in which a token comes there is the last */
    ROUNDS_MAX = 20, /* tokens moved down every round could hold the track back for ever */
    SHORT_ROUNDS = 8,
    JOURNEY_MAX = 20, /* roads in one turn, so that it ends */
    GOLD_MAX = 30000, /* out of reach: tolls, rewards and penalties of 20 rounds come to 10 300 at most */
    LEFT_OUT = 2,     /* gold for every other seat when something was left out */
    MONOPOLY = 5,
};
enum option { STARTER, SHORT, YOGI_AND_COINS, NEUTRAL, AUCTIONED, HOME, MANY, MAP, ADVANCED };
enum phase { OVER, CHOOSE, AUCTION, PLACE, PLAN, ACT, REPLACE, YIELD, PHASES };
enum character { MOGUL = 1, TRADER, SADHU, MONK, MASON, ARTIST, YOGI, CHARACTERS = YOGI };
enum action { GOLD = 1, HOUSE, TWO_HOUSES, MOVE, QUARRY, PALACE, BOTH, GOVERNOR, CHARACTER, ACTIONS = CHARACTER };
enum part {
    GOLD_PART,
    HOUSE_PART,
    CITY_PART,
    PALACE_PART,
    MOVE_PART,
    QUARRY_PART,
    GOVERNOR_PART,
    CHARACTER_PART,
    PARTS
};
enum verb {
    CHOOSE_CARD,
    BID,
    PASS,
    PLACE_HOUSE,
    PLAN_ACTIONS,
    TAKE_GOLD,
    TAKE_HOUSES,
    BUILD_HOUSE,
    BUILD_INNER,
    BUILD_OUTER,
    MOVE_HOUSE,
    MOVE_TOKEN,
    TAKE_CARD,
    EXCHANGE,
    LURE,
    TRAVEL,
    MASON_HOUSE,
    MASON_MOVE,
    SPEND_COIN,
    END,
    YIELD_CARD,
    VERBS
};

static const char *const phases[PHASES] = {
    [OVER] = "over", [CHOOSE] = "choose", [AUCTION] = "auction", [PLACE] = "place",
    [PLAN] = "plan", [ACT] = "act",       [REPLACE] = "replace", [YIELD] = "yield"};
static const char *const verbs[VERBS] = {[CHOOSE_CARD] = "choose",
                                         [BID] = "bid",
                                         [PASS] = "pass",
                                         [PLACE_HOUSE] = "place",
                                         [PLAN_ACTIONS] = "plan",
                                         [TAKE_GOLD] = "gold",
                                         [TAKE_HOUSES] = "quarry",
                                         [BUILD_HOUSE] = "house",
                                         [BUILD_INNER] = "palace inner",
                                         [BUILD_OUTER] = "palace outer",
                                         [MOVE_HOUSE] = "move",
                                         [MOVE_TOKEN] = "governor",
                                         [TAKE_CARD] = "take",
                                         [EXCHANGE] = "exchange",
                                         [LURE] = "lure",
                                         [TRAVEL] = "travel",
                                         [MASON_HOUSE] = "mason house",
                                         [MASON_MOVE] = "mason move",
                                         [SPEND_COIN] = "coin",
                                         [END] = "end",
                                         [YIELD_CARD] = "yield"};
static const char *const actions[ACTIONS + 1] = {
    [GOLD] = "gold",     [HOUSE] = "house", [TWO_HOUSES] = "houses", [MOVE] = "move",          [QUARRY] = "quarry",
    [PALACE] = "palace", [BOTH] = "both",   [GOVERNOR] = "governor", [CHARACTER] = "character"};
static const char *const parts[PARTS] = {
    [GOLD_PART] = "gold", [HOUSE_PART] = "house",   [CITY_PART] = "city",         [PALACE_PART] = "palace",
    [MOVE_PART] = "move", [QUARRY_PART] = "quarry", [GOVERNOR_PART] = "governor", [CHARACTER_PART] = "character"};
static const uint8_t parts_of[ACTIONS + 1][PARTS] = {
    [GOLD] = {[GOLD_PART] = 1},
    [HOUSE] = {[HOUSE_PART] = 1},
    [TWO_HOUSES] = {[HOUSE_PART] = 1, [CITY_PART] = 1},
    [MOVE] = {[MOVE_PART] = 1},
    [QUARRY] = {[QUARRY_PART] = 1},
    [PALACE] = {[PALACE_PART] = 1},
    [BOTH] = {[HOUSE_PART] = 1, [PALACE_PART] = 1},
    [GOVERNOR] = {[GOVERNOR_PART] = 1},
    [CHARACTER] = {[CHARACTER_PART] = 1},
};

/* Every plan there is: two actions, in the order of the disc. */
enum { PLANS = 45 };
#define P(a, b)                                \
    {                                          \
        .verb = PLAN_ACTIONS, .args = { a, b } \
    }
static const struct arkad_move plans[PLANS] = {
    P(1, 1), P(1, 2), P(1, 3), P(1, 4), P(1, 5), P(1, 6), P(1, 7), P(1, 8), P(1, 9), P(2, 2), P(2, 3), P(2, 4),
    P(2, 5), P(2, 6), P(2, 7), P(2, 8), P(2, 9), P(3, 3), P(3, 4), P(3, 5), P(3, 6), P(3, 7), P(3, 8), P(3, 9),
    P(4, 4), P(4, 5), P(4, 6), P(4, 7), P(4, 8), P(4, 9), P(5, 5), P(5, 6), P(5, 7), P(5, 8), P(5, 9), P(6, 6),
    P(6, 7), P(6, 8), P(6, 9), P(7, 7), P(7, 8), P(7, 9), P(8, 8), P(8, 9), P(9, 9)};

/* What the maharaja pays to the first, the second and so on. */
static const uint8_t rewards[SEATS + 1][SEATS] = {
    [2] = {10, 5}, [3] = {11, 7, 3}, [4] = {12, 9, 6, 3}, [5] = {13, 10, 7, 4, 1}};

/* Places: the start space is 0, the cities A to G are 1 to 7, the village v1 is 8. Sets of places are bits. */
enum { START, FIRST_CITY, FIRST_VILLAGE = PLACES };
#define CITY_BITS ((uint64_t)0xfe)
static const char *const spaces[PLACES] = {"0", "A", "B", "C", "D", "E", "F", "G"};
static short_name places[] = {"",    "A",   "B",   "C",   "D",   "E",   "F",   "G",   "v1",  "v2",  "v3",  "v4",
                              "v5",  "v6",  "v7",  "v8",  "v9",  "v10", "v11", "v12", "v13", "v14", "v15", "v16",
                              "v17", "v18", "v19", "v20", "v21", "v22", "v23", "v24", "v25", "v26", "v27", "v28",
                              "v29", "v30", "v31", "v32", "v33", "v34", "v35", "v36", "v37", "v38", "v39", "v40",
                              "v41", "v42", "v43", "v44", "v45", "v46", "v47", "v48"};
static short_name roads[] = {"",    "r1",  "r2",  "r3",  "r4",  "r5",  "r6",  "r7",  "r8",  "r9",  "r10",
                             "r11", "r12", "r13", "r14", "r15", "r16", "r17", "r18", "r19", "r20", "r21",
                             "r22", "r23", "r24", "r25", "r26", "r27", "r28", "r29", "r30", "r31", "r32"};
enum { PLACE_NAMES = FIRST_VILLAGE + VILLAGES - 1 };
_Static_assert(sizeof places / sizeof *places == PLACE_NAMES + 1, "every village has a name");

struct city {
    uint8_t houses[SEATS], outer[SEATS]; /* how many houses, and outer palaces */
    uint8_t inner;                       /* the inner palace's: seat + 1 */
};

struct maharaja {
    struct head head;
    uint8_t round;                    /* from 1 */
    uint8_t maharaja;                 /* the place where he is */
    uint8_t turn, asked;              /* seats + 1; the asked one must answer in replace and yield */
    uint64_t housed[SEATS];           /* the places where the seat has a house, as bits */
    uint64_t doubled[SEATS];          /* the villages where it has two, as bits */
    struct city cities[PLACES];       /* by place; the start space's stays empty */
    int8_t track[PLACES];             /* the field of each city's token */
    uint8_t parts[PARTS];             /* still open for the seat in turn */
    uint8_t cards[SEATS], bank_cards; /* sets of characters, as bits */
    uint8_t architects[SEATS];        /* places */
    uint8_t reserve[SEATS], bank_houses[SEATS], palaces_left[SEATS], coins[SEATS], bank_coins; /* how many */
    uint8_t acted, planned;                                                                    /* seats, as bits */
    uint8_t travelled;                                                                         /* roads, in this turn */
    uint8_t mason_used, coin_used;                                                             /* in this turn */
    uint8_t high, by, passed;   /* the auction: the bid + 1, a seat + 1, seats as bits */
    uint8_t shown[SEATS][2];    /* the plans of the seats whose turn has come */
    uint8_t remembers;          /* gold moves in the open: who was there from the start knows everyone's */
    uint8_t road_count;         /* of the map */
    uint16_t remembered[SEATS]; /* everyone's gold, if `remembers` */
    struct {
        uint8_t from, to;    /* places */
        uint8_t villages[3]; /* places */
    } roads[ROADS];          /* of the map */
    uint8_t homes[PLACES];   /* the character who lives there */
    uint8_t village_count;   /* of the map */
    uint8_t is_last_round;   /* a token has come to the last field, wherever it is now */
    uint8_t padding[4];
    struct {
        uint16_t gold;   /* kept secret */
        uint8_t plan[2]; /* set and not yet shown */
    } seats[SEATS];
    struct {
        struct chance chance;
    } hidden;
};

/* What a seat has in the city where the maharaja is, and what he pays for it. */
struct judged {
    uint8_t points, reward, monopoly;
};
void maharaja_judge(const struct maharaja *m, struct judged judged[SEATS]);

/* The field to which the governors' action brings a token: two lower, as far as the track goes. */
int maharaja_lower_field(const struct maharaja *m, int city);

_Static_assert(sizeof(struct maharaja) == 496 && offsetof(struct maharaja, hidden) == 456, "no stray padding");

static inline uint64_t bit(int place) { return (uint64_t)1 << place; }
static inline bool holds(const struct maharaja *m, int seat, int card) { return m->cards[seat] >> card & 1; }

/* The number that decides order and ties. */
static inline int lowest_card(const struct maharaja *m, int seat) { return __builtin_ctz(m->cards[seat] | 1U << 8); }

static inline uint64_t villages_along(const struct maharaja *m, int road) {
    const uint8_t *villages = m->roads[road].villages;
    return (bit(villages[0]) | bit(villages[1]) | bit(villages[2])) & ~bit(START);
}

/* The houses of one seat in these villages. */
static inline int houses_in(const struct maharaja *m, int seat, uint64_t villages) {
    return __builtin_popcountll(m->housed[seat] & villages) + __builtin_popcountll(m->doubled[seat] & villages);
}

/* The points of a seat's buildings in a city: outer palaces count double for the sadhu's owner. */
static inline int buildings_in(const struct maharaja *m, int seat, int place) {
    const struct city *city = &m->cities[place];
    int outer = city->outer[seat] * (holds(m, seat, SADHU) ? 2 : 1), inner = city->inner == seat + 1 ? 3 : 0;
    return city->houses[seat] + outer + inner;
}

/* What it costs the seat to pass these villages; those with a house of its own are free. */
static inline int toll(const struct maharaja *m, int seat, uint64_t villages) {
    int sum = 0;
    villages &= ~m->housed[seat];
    for (int other = 0; other < m->head.players && villages; other++) sum += houses_in(m, other, villages);
    return sum;
}

#endif
