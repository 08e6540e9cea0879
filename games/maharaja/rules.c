/*
 * Maharaja: each round the maharaja visits a city and rewards those who are most present there. Beforehand every seat
 * secretly plans two actions, then carries them out in the order of the characters: earns gold, builds houses and
 * palaces where its architect stands, travels along roads from village to village (and pays the owners of the houses
 * there), changes the order of the maharaja's visits, swaps characters. Most palaces win.
 *
 * The map lies in the position itself. Houses are kept as bits of places, one word a seat, so that roads, tolls and
 * the long lists of house moves are a few operations on words.
 */
#include "engine/moment.h"
#include "games/maharaja/inside.h"

#include <assert.h>
#include <string.h>

/* Of these seats (not none), the one that comes first in character order. */
static int first_in_order(const struct maharaja *m, unsigned seats) {
    int first = __builtin_ctz(seats);
    for (seats &= seats - 1; seats; seats &= seats - 1)
        if (lowest_card(m, __builtin_ctz(seats)) < lowest_card(m, first)) first = __builtin_ctz(seats);
    return first;
}

/* ---- Gold ------------------------------------------------------------------------------------------------- */

static void set_gold(struct maharaja *m, int seat, int gold) {
    m->seats[seat].gold = (uint16_t)(gold < GOLD_MAX ? gold : GOLD_MAX);
    if (m->remembers) m->remembered[seat] = m->seats[seat].gold;
}

static void earn(struct maharaja *m, int seat, int gold) { set_gold(m, seat, m->seats[seat].gold + gold); }

static void pay(struct maharaja *m, int seat, int gold) {
    assert(m->seats[seat].gold >= gold);
    set_gold(m, seat, m->seats[seat].gold - gold);
}

/* ---- Houses and roads ------------------------------------------------------------------------------------- */

static void lift_house(struct maharaja *m, int seat, int place) {
    assert(m->housed[seat] & bit(place));
    if (place < FIRST_VILLAGE ? --m->cities[place].houses[seat] > 0 : (m->doubled[seat] & bit(place)) != 0)
        m->doubled[seat] &= ~bit(place);
    else
        m->housed[seat] &= ~bit(place);
}

/* Villages with a house, and those without room for another. (What is said of cities means nothing.) */
struct crowd {
    uint64_t housed, full;
};

static struct crowd look_at_villages(const struct maharaja *m) {
    struct crowd crowd = {0};
    for (int seat = 0; seat < m->head.players; seat++) {
        crowd.full |= (crowd.housed & m->housed[seat]) | m->doubled[seat];
        crowd.housed |= m->housed[seat];
    }
    if (village_limit(m) == 1) crowd.full = crowd.housed;
    return crowd;
}

static uint64_t villages_with_room(const struct maharaja *m, const struct crowd *crowd) {
    return (bit(m->village_count) - 1) << FIRST_VILLAGE & ~crowd->full;
}

/* Where the seat may put houses, if anything else allows it: villages with room, and the city of its architect. */
static uint64_t house_sites(const struct maharaja *m, int seat, const struct crowd *crowd) {
    return villages_with_room(m, crowd) | (bit(m->architects[seat]) & CITY_BITS);
}

/* Where the road leads from here; -1 if it does not pass here. */
static int other_end(const struct maharaja *m, int road, int here) {
    if (m->roads[road].from == here) return m->roads[road].to;
    return m->roads[road].to == here ? m->roads[road].from : -1;
}

static bool can_pass(const struct maharaja *m, int seat, uint64_t villages) {
    return holds(m, seat, MONK) || toll(m, seat, villages) <= m->seats[seat].gold;
}

/* ---- Set-up ----------------------------------------------------------------------------------------------- */

static void prepare(void *position, const struct arkad_setup *setup) {
    struct maharaja *m = position;
    struct arkad_map built_in;
    const struct board *board = map_board(setup->map, &built_in);
    m->road_count = board->road_count;
    m->village_count = board->village_count;
    for (int road = 0; road < board->road_count; road++) {
        m->roads[road].from = board->roads[road].from;
        m->roads[road].to = board->roads[road].to;
        for (int i = 0; i < board->roads[road].village_count; i++)
            m->roads[road].villages[i] = (uint8_t)(FIRST_VILLAGE - 1 + board->roads[road].villages[i]);
    }
    for (int place = 0; place < PLACES; place++) m->homes[place] = board->places[place].home;
}

static void deal(void *position, struct arkad_tape *tape) {
    struct maharaja *m = position;
    m->remembers = 1;
    for (int seat = 0; seat < m->head.players; seat++) {
        set_gold(m, seat, FIRST_GOLD);
        m->reserve[seat] = FIRST_HOUSES;
        m->bank_houses[seat] = HOUSES_EACH - FIRST_HOUSES;
        m->palaces_left[seat] = (uint8_t)palaces_each(m);
    }
    uint8_t tokens[CITIES] = {1, 2, 3, 4, 5, 6, 7};
    chance_shuffle(&m->hidden.chance, tape, tokens, CITIES);
    for (int i = 0; i < CITIES; i++) m->track[tokens[i]] = (int8_t)(FIELD_MIN + i);
    m->bank_cards = (uint8_t)all_cards(m);
    m->bank_coins = is_on(m, YOGI_AND_COINS) ? COINS : 0;
    m->head.phase = is_on(m, AUCTIONED) ? AUCTION : CHOOSE;
    m->turn = (uint8_t)(m->head.options[STARTER] + 1);
}

static void undeal(const void *position, struct arkad_tape *tape) {
    const struct maharaja *m = position;
    uint8_t tokens[CITIES] = {0};
    for (uint8_t city = 1; city <= CITIES; city++)
        if (m->track[city] <= 0) tokens[m->track[city] - FIELD_MIN] = city;
    tape_shuffle(tape, tokens, CITIES);
}

/* ---- What a seat may do ----------------------------------------------------------------------------------- */

static unsigned waits(const void *position) {
    const struct maharaja *m = position;
    if (m->head.phase == PLAN) return everyone(m) & ~(unsigned)m->planned;
    return 1U << ((m->asked ? m->asked : m->turn) - 1);
}

struct listing {
    struct arkad_move *moves;
    int count;
};

static inline void add(struct listing *list, enum verb verb, int a, int b, int c) {
    list->moves[list->count++] =
        (struct arkad_move){.verb = (uint8_t)verb, .args = {(uint8_t)a, (uint8_t)b, (uint8_t)c}};
}

/* One move for every place or character of the set. */
static void add_each(struct listing *list, enum verb verb, uint64_t set) {
    for (; set; set &= set - 1) add(list, verb, __builtin_ctzll(set), 0, 0);
}

/* Characters: chosen, auctioned, given away. */

static const char *check_choose(const struct maharaja *m, int card, struct text *why) {
    return m->bank_cards >> card & 1 ? NULL : text_say(why, "character %d is not in the bank", card);
}

static const char *check_yield(const struct maharaja *m, int seat, int card, struct text *why) {
    return holds(m, seat, card) ? NULL : text_say(why, "you do not hold character %d", card);
}

/* The bid is stored with one more, so that `high` is the least that beats it. */
static const char *check_bid(const struct maharaja *m, int seat, int bid, struct text *why) {
    int gold = m->seats[seat].gold;
    if (bid < m->high) return text_say(why, "that is %d, and the bid to beat is %d", bid, m->high - 1);
    return bid <= gold ? NULL : text_say(why, "that is %d, and you have %d gold", bid, gold);
}

static void list_bids(const struct maharaja *m, int seat, struct listing *list) {
    for (int bid = m->high; bid <= m->seats[seat].gold; bid++) add(list, BID, bid, 0, 0);
    if (m->high) add(list, PASS, 0, 0, 0);
}

/* Houses. */

/* Why there is no room for the seat's house; NULL if there is. */
static const char *check_site(const struct maharaja *m, int seat, int place, struct text *why) {
    struct crowd crowd = look_at_villages(m);
    if (house_sites(m, seat, &crowd) & bit(place)) return NULL;
    if (place < FIRST_VILLAGE) return text_say(why, "your architect is not in %s", places[place]);
    if (place - FIRST_VILLAGE >= m->village_count)
        return text_say(why, "there are %d villages on this map, and no %s", m->village_count, places[place]);
    return text_say(why, "%s has no room for another house: %d is all", places[place], village_limit(m));
}

static const char *check_place(const struct maharaja *m, int seat, int place, struct text *why) {
    if (place < FIRST_VILLAGE) return text_say(why, "the first houses are placed on villages");
    return check_site(m, seat, place, why);
}

/* A house on a village needs a house part; in the city the city part of `houses` will do. */
static bool has_house_part(const struct maharaja *m, int place) {
    return m->parts[HOUSE_PART] || (m->parts[CITY_PART] && place < FIRST_VILLAGE);
}

static bool has_mason(const struct maharaja *m, int seat) { return holds(m, seat, MASON) && !m->mason_used; }

static const char *check_mason(const struct maharaja *m, int seat, struct text *why) {
    if (m->mason_used) return text_say(why, "the mason has worked in this turn already");
    return holds(m, seat, MASON) ? NULL : text_say(why, "you do not hold the mason, character %d", MASON);
}

static const char *check_house(const struct maharaja *m, int seat, int place, bool is_masons, struct text *why) {
    const char *wrong = is_masons ? check_mason(m, seat, why) : NULL;
    if (wrong) return wrong;
    if (!is_masons && !has_house_part(m, place))
        return text_say(why, "none of your actions has a house left to build %s",
                        place < FIRST_VILLAGE ? "there" : "on a village");
    if (!m->reserve[seat]) return text_say(why, "there is no house in your reserve");
    if (!is_masons && !m->seats[seat].gold) return text_say(why, "a house costs 1 gold, and you have none");
    return check_site(m, seat, place, why);
}

static const char *check_move(const struct maharaja *m, int seat, const uint8_t *args, bool is_masons,
                              struct text *why) {
    const char *wrong = is_masons ? check_mason(m, seat, why) : NULL;
    if (wrong) return wrong;
    if (!is_masons && !m->parts[MOVE_PART]) return text_say(why, "none of your actions has a house left to move");
    if (!(m->housed[seat] & bit(args[0]))) return text_say(why, "you have no house in %s", places[args[0]]);
    if (args[0] == args[1]) return text_say(why, "a house moves to another place");
    return check_site(m, seat, args[1], why);
}

static void list_house_moves(const struct maharaja *m, int seat, enum verb verb, uint64_t sites, struct listing *list) {
    for (uint64_t set = m->housed[seat]; set; set &= set - 1) {
        int from = __builtin_ctzll(set);
        for (uint64_t to = sites & ~bit(from); to; to &= to - 1) add(list, verb, from, __builtin_ctzll(to), 0);
    }
}

static void list_houses(const struct maharaja *m, int seat, const struct crowd *crowd, struct listing *list) {
    uint64_t sites = house_sites(m, seat, crowd);
    if (m->reserve[seat] && m->seats[seat].gold) {
        uint64_t allowed = m->parts[HOUSE_PART] ? sites : m->parts[CITY_PART] ? sites & CITY_BITS : 0;
        add_each(list, BUILD_HOUSE, allowed);
    }
    if (m->parts[MOVE_PART]) list_house_moves(m, seat, MOVE_HOUSE, sites, list);
    if (!has_mason(m, seat)) return;
    if (m->reserve[seat]) add_each(list, MASON_HOUSE, sites);
    list_house_moves(m, seat, MASON_MOVE, sites, list);
}

/* Palaces. */

static int palace_cost(const struct maharaja *m, int seat) { return holds(m, seat, ARTIST) ? 9 : 12; }

static bool is_site_free(const struct maharaja *m, int city, enum verb verb) {
    return verb == BUILD_INNER ? !m->cities[city].inner : outer_palaces(m, city) < OUTER_SITES;
}

static bool can_build_palace(const struct maharaja *m, int seat, enum verb verb) {
    int city = m->architects[seat];
    return m->parts[PALACE_PART] && city != START && m->palaces_left[seat] &&
           m->seats[seat].gold >= palace_cost(m, seat) && is_site_free(m, city, verb);
}

static const char *check_palace(const struct maharaja *m, int seat, enum verb verb, struct text *why) {
    if (can_build_palace(m, seat, verb)) return NULL;
    if (!m->parts[PALACE_PART]) return text_say(why, "none of your actions has a palace left to build");
    if (m->architects[seat] == START) return text_say(why, "your architect is not in a city");
    if (!m->palaces_left[seat]) return text_say(why, "all your palaces are built");
    if (m->seats[seat].gold < palace_cost(m, seat))
        return text_say(why, "a palace costs %d gold, and you have %d", palace_cost(m, seat), m->seats[seat].gold);
    return text_say(why, "there is no free %s site in %s", verb == BUILD_INNER ? "inner" : "outer",
                    spaces[m->architects[seat]]);
}

/* Governors. */

static bool can_move_token(const struct maharaja *m, int city) { return m->track[city] > FIELD_MIN; }

static const char *check_token(const struct maharaja *m, int city, struct text *why) {
    if (!m->parts[GOVERNOR_PART]) return text_say(why, "none of your actions has a token left to move");
    if (can_move_token(m, city)) return NULL;
    return text_say(why, "that token is on field %d, the lowest", m->track[city]);
}

/* Characters, in one's turn: without `many` a swap; with it one more from the bank, and when that is empty, an
   exchange or a lure. */

static const char *check_take(const struct maharaja *m, int card, int from, struct text *why) {
    if (!from) return check_choose(m, card, why);
    if (is_on(m, MANY)) return text_say(why, "characters of other seats are exchanged or lured");
    if (from - 1 >= m->head.players) return text_say(why, "there is no seat %d", from - 1);
    return holds(m, from - 1, card) ? NULL : text_say(why, "seat %d does not hold character %d", from - 1, card);
}

static const char *check_exchange(const struct maharaja *m, int seat, const uint8_t *args, struct text *why) {
    if (!is_on(m, MANY)) return text_say(why, "characters are exchanged only where a seat may hold many");
    if (m->bank_cards) return text_say(why, "while the bank has a character, one is taken from there");
    if (args[1] - 1 >= m->head.players) return text_say(why, "there is no seat %d", args[1] - 1);
    if (!holds(m, args[1] - 1, args[0]))
        return text_say(why, "seat %d does not hold character %d", args[1] - 1, args[0]);
    return holds(m, seat, args[2]) ? NULL : text_say(why, "you do not hold character %d", args[2]);
}

static const char *check_lure(const struct maharaja *m, int seat, int other, struct text *why) {
    if (!is_on(m, MANY)) return text_say(why, "characters are lured only where a seat may hold many");
    if (m->bank_cards) return text_say(why, "while the bank has a character, one is taken from there");
    if (other >= m->head.players) return text_say(why, "there is no seat %d", other);
    if (can_lure(m, seat, other)) return NULL;
    return text_say(why, "seat %d holds %d, and you hold %d", other, card_count(m, other), card_count(m, seat));
}

static const char *check_character(const struct maharaja *m, int seat, const struct arkad_move *move,
                                   struct text *why) {
    const uint8_t *args = move->args;
    int other = (move->verb == LURE ? args[0] : args[1]) - 1;
    if (!m->parts[CHARACTER_PART]) return text_say(why, "none of your actions has a character left to take");
    if (other == seat) return text_say(why, "characters come from another seat");
    if (move->verb == TAKE_CARD) return check_take(m, args[0], args[1], why);
    return move->verb == EXCHANGE ? check_exchange(m, seat, args, why) : check_lure(m, seat, other, why);
}

static void list_exchanges(const struct maharaja *m, int seat, int other, struct listing *list) {
    for (unsigned wanted = m->cards[other]; wanted; wanted &= wanted - 1)
        for (unsigned given = m->cards[seat]; given; given &= given - 1)
            add(list, EXCHANGE, __builtin_ctz(wanted), other + 1, __builtin_ctz(given));
    if (can_lure(m, seat, other)) add(list, LURE, other + 1, 0, 0);
}

static void list_characters(const struct maharaja *m, int seat, struct listing *list) {
    add_each(list, TAKE_CARD, m->bank_cards);
    if (is_on(m, MANY) && m->bank_cards) return;
    for (int other = 0; other < m->head.players; other++) {
        if (other == seat) continue;
        if (is_on(m, MANY))
            list_exchanges(m, seat, other, list);
        else
            add(list, TAKE_CARD, lowest_card(m, other), other + 1, 0);
    }
}

/* Travel. A route is a count and that many roads, from 1. */

static const char *check_end_of_travel(const struct maharaja *m, int seat, int end, uint64_t villages,
                                       struct text *why) {
    if (end == START) return text_say(why, "a journey ends in a city, not on the start space");
    if (end == m->architects[seat]) return text_say(why, "a journey ends in another city than it began in");
    if (can_pass(m, seat, villages)) return NULL;
    return text_say(why, "the tolls are %d gold, and you have %d", toll(m, seat, villages), m->seats[seat].gold);
}

static const char *check_travel(const struct maharaja *m, int seat, const uint8_t *route, struct text *why) {
    struct crowd crowd = look_at_villages(m);
    uint64_t villages = 0, used = 0;
    int at = m->architects[seat];
    if (m->travelled + route[0] > JOURNEY_MAX)
        return text_say(why, "that makes %d roads in one turn, and %d are allowed", m->travelled + route[0],
                        JOURNEY_MAX);
    for (int i = 1; i <= route[0]; i++) {
        int road = route[i] - 1;
        if (road >= m->road_count)
            return text_say(why, "there are %d roads on this map, and no %s", m->road_count, roads[route[i]]);
        if (used >> road & 1) return text_say(why, "%s is travelled twice", roads[route[i]]);
        int end = other_end(m, road, at);
        if (end < 0) return text_say(why, "%s does not lead on from %s", roads[route[i]], spaces[at]);
        uint64_t closed = villages_along(m, road) & ~crowd.housed;
        if (closed) return text_say(why, "there is no house in %s", places[__builtin_ctzll(closed)]);
        used |= (uint64_t)1 << road;
        villages |= villages_along(m, road);
        at = end;
    }
    return check_end_of_travel(m, seat, at, villages, why);
}

/* From the start space on to a city, after the first road. */
static void list_through_start(const struct maharaja *m, int seat, const struct crowd *crowd, int first,
                               struct listing *list) {
    for (int road = 0; road < m->road_count; road++) {
        int end = other_end(m, road, START);
        if (end < 0 || end == m->architects[seat]) continue;
        uint64_t villages = villages_along(m, road);
        if (villages & ~crowd->housed || !can_pass(m, seat, villages | villages_along(m, first))) continue;
        add(list, TRAVEL, 2, first + 1, road + 1);
    }
}

/* Single roads, and pairs through the start space; longer ways are made of these. */
static void list_travels(const struct maharaja *m, int seat, const struct crowd *crowd, struct listing *list) {
    if (m->travelled >= JOURNEY_MAX) return;
    for (int road = 0; road < m->road_count; road++) {
        int end = other_end(m, road, m->architects[seat]);
        if (end < 0) continue;
        uint64_t villages = villages_along(m, road);
        if (villages & ~crowd->housed || !can_pass(m, seat, villages)) continue;
        if (end != START)
            add(list, TRAVEL, 1, road + 1, 0);
        else if (m->travelled + 2 <= JOURNEY_MAX)
            list_through_start(m, seat, crowd, road, list);
    }
}

/* Coins: one more action, any but `character`. */

static bool can_spend_coin(const struct maharaja *m, int seat) { return m->coins[seat] && !m->coin_used; }

static const char *check_coin(const struct maharaja *m, int seat, int action, struct text *why) {
    if (action == CHARACTER) return text_say(why, "a coin does not buy the character action");
    if (can_spend_coin(m, seat)) return NULL;
    return text_say(why, m->coin_used ? "one coin may be spent in a turn" : "you have no coin");
}

static const char *check_simple(const struct maharaja *m, int seat, enum part part, struct text *why) {
    if (!m->parts[part]) return text_say(why, "no '%s' is left among your actions", parts[part]);
    if (part == QUARRY_PART && !m->bank_houses[seat]) return text_say(why, "the bank has no house of yours left");
    return NULL;
}

static int list_act(const struct maharaja *m, int seat, struct arkad_move *moves) {
    struct listing list = {.moves = moves};
    struct crowd crowd = look_at_villages(m);
    add(&list, END, 0, 0, 0);
    if (m->parts[GOLD_PART]) add(&list, TAKE_GOLD, 0, 0, 0);
    if (m->parts[QUARRY_PART] && m->bank_houses[seat]) add(&list, TAKE_HOUSES, 0, 0, 0);
    list_houses(m, seat, &crowd, &list);
    if (can_build_palace(m, seat, BUILD_INNER)) add(&list, BUILD_INNER, 0, 0, 0);
    if (can_build_palace(m, seat, BUILD_OUTER)) add(&list, BUILD_OUTER, 0, 0, 0);
    for (int city = 1; m->parts[GOVERNOR_PART] && city <= CITIES; city++)
        if (can_move_token(m, city)) add(&list, MOVE_TOKEN, city, 0, 0);
    if (m->parts[CHARACTER_PART]) list_characters(m, seat, &list);
    if (can_spend_coin(m, seat))
        for (int action = GOLD; action < CHARACTER; action++) add(&list, SPEND_COIN, action, 0, 0);
    list_travels(m, seat, &crowd, &list);
    return list.count;
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct maharaja *m = position;
    struct listing list = {.moves = moves};
    struct crowd crowd;
    if (!(waits(m) >> seat & 1)) return 0;
    switch (m->head.phase) {
    case CHOOSE:
    case REPLACE: add_each(&list, CHOOSE_CARD, m->bank_cards); break;
    case AUCTION: list_bids(m, seat, &list); break;
    case PLACE:
        crowd = look_at_villages(m);
        add_each(&list, PLACE_HOUSE, villages_with_room(m, &crowd));
        break;
    case PLAN: memcpy(moves, plans, sizeof plans); return PLANS;
    case YIELD: add_each(&list, YIELD_CARD, m->cards[seat]); break;
    default: return list_act(m, seat, moves);
    }
    return list.count;
}

static const char *check_action(const struct maharaja *m, int seat, const struct arkad_move *move, struct text *why) {
    const uint8_t *args = move->args;
    switch (move->verb) {
    case TAKE_GOLD: return check_simple(m, seat, GOLD_PART, why);
    case TAKE_HOUSES: return check_simple(m, seat, QUARRY_PART, why);
    case BUILD_HOUSE: return check_house(m, seat, args[0], false, why);
    case MASON_HOUSE: return check_house(m, seat, args[0], true, why);
    case BUILD_INNER:
    case BUILD_OUTER: return check_palace(m, seat, move->verb, why);
    case MOVE_HOUSE: return check_move(m, seat, args, false, why);
    case MASON_MOVE: return check_move(m, seat, args, true, why);
    case MOVE_TOKEN: return check_token(m, args[0], why);
    case TAKE_CARD:
    case EXCHANGE:
    case LURE: return check_character(m, seat, move, why);
    case TRAVEL: return check_travel(m, seat, args, why);
    case SPEND_COIN: return check_coin(m, seat, args[0], why);
    default: return NULL; /* a turn can always be ended */
    }
}

/* The phase in which a verb is said; those not named here belong to a turn. */
static bool is_time_for(const struct maharaja *m, enum verb verb) {
    switch (verb) {
    case CHOOSE_CARD: return m->head.phase == CHOOSE || m->head.phase == REPLACE;
    case BID:
    case PASS: return m->head.phase == AUCTION;
    case PLACE_HOUSE: return m->head.phase == PLACE;
    case PLAN_ACTIONS: return m->head.phase == PLAN;
    case YIELD_CARD: return m->head.phase == YIELD;
    default: return m->head.phase == ACT;
    }
}

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    static const char *const now[PHASES] = {
        [CHOOSE] = "a character is to be chosen now",   [AUCTION] = "the right to choose a character is auctioned now",
        [PLACE] = "the first houses are placed now",    [PLAN] = "plans are made now",
        [ACT] = "actions are carried out now",          [REPLACE] = "a character is to be chosen for the one taken",
        [YIELD] = "a character is to be given away now"};
    const struct maharaja *m = position;
    const uint8_t *args = move->args;
    if (!(waits(m) >> seat & 1)) {
        if (m->head.phase == PLAN) return text_say(why, "a plan once set stands");
        return text_say(why, "it is for seat %d to move", __builtin_ctz(waits(m)));
    }
    if (!is_time_for(m, move->verb)) return text_say(why, "%s", now[m->head.phase]);
    switch (move->verb) {
    case CHOOSE_CARD: return check_choose(m, args[0], why);
    case YIELD_CARD: return check_yield(m, seat, args[0], why);
    case BID: return check_bid(m, seat, args[0], why);
    case PASS: return m->high ? NULL : text_say(why, "who opens must bid: 0 will do");
    case PLACE_HOUSE: return check_place(m, seat, args[0], why);
    case PLAN_ACTIONS:
        return args[0] <= args[1] ? NULL : text_say(why, "say %s before %s", actions[args[1]], actions[args[0]]);
    default: return check_action(m, seat, move, why);
    }
}

/* ---- What happens then: before the first round ------------------------------------------------------------ */

static void begin_round(struct maharaja *m);

/* The turn goes to the seat that has the most houses still to place, the first of them in character order. */
static void next_to_place(struct maharaja *m) {
    unsigned seats = 0;
    int most = 0;
    for (int seat = 0; seat < m->head.players; seat++) {
        if (m->reserve[seat] > most) most = m->reserve[seat], seats = 0;
        if (m->reserve[seat] == most) seats |= 1U << seat;
    }
    if (most) {
        m->head.phase = PLACE;
        m->turn = (uint8_t)(first_in_order(m, seats) + 1);
        return;
    }
    for (int seat = 0; seat < m->head.players; seat++) {
        m->reserve[seat] = FIRST_RESERVE;
        m->bank_houses[seat] -= FIRST_RESERVE;
    }
    begin_round(m);
}

static void place_house(struct maharaja *m, int seat, int village) {
    assert(village >= FIRST_VILLAGE && m->reserve[seat]);
    put_house(m, seat, village);
    m->reserve[seat]--;
    next_to_place(m);
}

/* After a seat has chosen: the next chooses, or bids if there is something to bid for. */
static void next_to_choose(struct maharaja *m, int seat) {
    unsigned left = seats_without_card(m);
    if (!left) {
        next_to_place(m);
        return;
    }
    bool is_last = !(left & (left - 1));
    m->head.phase = is_on(m, AUCTIONED) && !is_last ? AUCTION : CHOOSE;
    m->turn = (uint8_t)(next_among(m, left, seat) + 1);
}

static void take_from_bank(struct maharaja *m, int seat, int card) {
    assert(m->bank_cards >> card & 1);
    set_drop(&m->bank_cards, card);
    set_put(&m->cards[seat], card);
}

/* The turn stays where it is when a robbed seat chooses anew. */
static void choose(struct maharaja *m, int seat, int card) {
    take_from_bank(m, seat, card);
    if (m->head.phase == CHOOSE) {
        next_to_choose(m, seat);
        return;
    }
    m->asked = 0;
    m->head.phase = ACT;
}

static void raise_bid(struct maharaja *m, int seat, int bid) {
    m->high = (uint8_t)(bid + 1);
    m->by = (uint8_t)(seat + 1);
    m->turn = (uint8_t)(next_among(m, seats_without_card(m) & ~(unsigned)m->passed, seat) + 1);
}

static void pass(struct maharaja *m, int seat) {
    set_put(&m->passed, seat);
    unsigned bidders = seats_without_card(m) & ~(unsigned)m->passed;
    m->turn = (uint8_t)(next_among(m, bidders, seat) + 1);
    if (m->turn != m->by) return;
    pay(m, m->by - 1, m->high - 1);
    m->head.phase = CHOOSE;
    m->high = m->by = m->passed = 0;
}

/* ---- Rounds and turns ------------------------------------------------------------------------------------- */

/* Tokens never go beyond the last field: the round in which the first comes there is the last. */
static void put_token(struct maharaja *m, int city, int field) {
    assert(field >= FIELD_MIN && field <= FIELD_MAX);
    m->track[city] = (int8_t)field;
    if (field == FIELD_MAX) m->is_last_round = 1;
}

/* The maharaja travels to the city of the lowest token, which then moves above the highest. */
static void begin_round(struct maharaja *m) {
    int lowest = 1, highest = 1;
    for (int city = 2; city <= CITIES; city++) {
        if (m->track[city] < m->track[lowest]) lowest = city;
        if (m->track[city] > m->track[highest]) highest = city;
    }
    m->round++;
    m->maharaja = (uint8_t)lowest;
    put_token(m, lowest, m->track[highest] + 1);
    m->head.phase = PLAN;
    m->turn = 0;
}

static void add_parts(struct maharaja *m, int action) {
    for (int part = 0; part < PARTS; part++) add_to(&m->parts[part], parts_of[action][part]);
}

static void begin_turn(struct maharaja *m, int seat) {
    m->head.phase = ACT;
    m->turn = (uint8_t)(seat + 1);
    for (int i = 0; i < 2; i++) {
        m->shown[seat][i] = m->seats[seat].plan[i];
        m->seats[seat].plan[i] = 0;
        add_parts(m, m->shown[seat][i]);
    }
    if (holds(m, seat, TRADER)) earn(m, seat, 1);
    if (holds(m, seat, YOGI) && m->bank_coins) m->bank_coins--, m->coins[seat]++;
}

static void plan(struct maharaja *m, int seat, const uint8_t *two) {
    memcpy(m->seats[seat].plan, two, 2);
    set_put(&m->planned, seat);
    if (m->planned == everyone(m)) begin_turn(m, first_in_order(m, everyone(m)));
}

static void judge_city(struct maharaja *m);

static void end_round(struct maharaja *m) {
    judge_city(m);
    m->acted = m->planned = m->turn = 0;
    memset(m->shown, 0, sizeof m->shown);
    if (is_finished(m))
        m->head.phase = OVER;
    else
        begin_round(m);
}

static void end_turn(struct maharaja *m, int seat) {
    bool is_left_out = sum_bytes(m->parts, PARTS) > 0;
    for (int other = 0; is_left_out && other < m->head.players; other++)
        if (other != seat) earn(m, other, LEFT_OUT);
    memset(m->parts, 0, sizeof m->parts);
    m->travelled = m->mason_used = m->coin_used = 0;
    set_put(&m->acted, seat);
    unsigned left = everyone(m) & ~(unsigned)m->acted;
    if (left)
        begin_turn(m, first_in_order(m, left));
    else
        end_round(m);
}

/* ---- Actions ---------------------------------------------------------------------------------------------- */

static void take_gold(struct maharaja *m, int seat) {
    m->parts[GOLD_PART]--;
    earn(m, seat, 2);
}

static void quarry(struct maharaja *m, int seat) {
    int houses = m->bank_houses[seat] < 2 ? m->bank_houses[seat] : 2;
    m->parts[QUARRY_PART]--;
    take_from(&m->bank_houses[seat], houses);
    add_to(&m->reserve[seat], houses);
}

/* The mason's costs nothing. A house in a city counts for the city part of `houses` first. */
static void build_house(struct maharaja *m, int seat, const struct arkad_move *move) {
    int place = move->args[0];
    if (move->verb == MASON_HOUSE) {
        m->mason_used = 1;
    } else {
        bool is_for_city = place < FIRST_VILLAGE && m->parts[CITY_PART];
        m->parts[is_for_city ? CITY_PART : HOUSE_PART]--;
        pay(m, seat, 1);
    }
    m->reserve[seat]--;
    put_house(m, seat, place);
}

static void move_house(struct maharaja *m, int seat, const struct arkad_move *move) {
    if (move->verb == MASON_MOVE)
        m->mason_used = 1;
    else
        m->parts[MOVE_PART]--;
    lift_house(m, seat, move->args[0]);
    put_house(m, seat, move->args[1]);
}

static void build_palace(struct maharaja *m, int seat, enum verb verb) {
    struct city *city = &m->cities[m->architects[seat]];
    assert(m->architects[seat] != START && m->palaces_left[seat] && m->parts[PALACE_PART]);
    m->parts[PALACE_PART]--;
    pay(m, seat, palace_cost(m, seat));
    m->palaces_left[seat]--;
    if (verb == BUILD_INNER)
        city->inner = (uint8_t)(seat + 1);
    else
        city->outer[seat]++;
}

int maharaja_lower_field(const struct maharaja *m, int city) {
    return m->track[city] - 2 < FIELD_MIN ? FIELD_MIN : m->track[city] - 2;
}

/* The tokens on the fields that it passes or comes to go up one. */
static void move_token(struct maharaja *m, int chosen) {
    int field = m->track[chosen], lower = maharaja_lower_field(m, chosen);
    m->parts[GOVERNOR_PART]--;
    for (int city = 1; city <= CITIES; city++)
        if (m->track[city] >= lower && m->track[city] < field) put_token(m, city, m->track[city] + 1);
    put_token(m, chosen, lower);
}

/* Without `many`, the own card goes to the bank, and a robbed seat chooses another one from there. */
static void take_card(struct maharaja *m, int seat, int card, int from) {
    m->parts[CHARACTER_PART]--;
    if (!is_on(m, MANY)) {
        m->bank_cards |= m->cards[seat];
        m->cards[seat] = 0;
    }
    if (!from) {
        take_from_bank(m, seat, card);
        return;
    }
    m->cards[seat] = m->cards[from - 1];
    m->cards[from - 1] = 0;
    m->asked = (uint8_t)from;
    m->head.phase = REPLACE;
}

static void hand_over(struct maharaja *m, int from, int to, int card) {
    assert(from != to && holds(m, from, card));
    set_drop(&m->cards[from], card);
    set_put(&m->cards[to], card);
}

static void exchange(struct maharaja *m, int seat, const uint8_t *args) {
    m->parts[CHARACTER_PART]--;
    hand_over(m, args[1] - 1, seat, args[0]);
    hand_over(m, seat, args[1] - 1, args[2]);
}

static void lure(struct maharaja *m, int other) {
    m->parts[CHARACTER_PART]--;
    m->asked = (uint8_t)(other + 1);
    m->head.phase = YIELD;
}

static void yield_card(struct maharaja *m, int seat, int card) {
    hand_over(m, seat, m->turn - 1, card);
    m->asked = 0;
    m->head.phase = ACT;
}

/* The monk's owner pays nothing; the owners of the houses receive it all the same. */
static void pay_tolls(struct maharaja *m, int seat, uint64_t villages) {
    if (!holds(m, seat, MONK)) pay(m, seat, toll(m, seat, villages));
    villages &= ~m->housed[seat];
    for (int other = 0; other < m->head.players; other++) {
        int houses = houses_in(m, other, villages);
        if (houses) earn(m, other, houses);
    }
}

static void travel(struct maharaja *m, int seat, const uint8_t *route) {
    uint64_t villages = 0;
    for (int i = 1; i <= route[0]; i++) {
        villages |= villages_along(m, route[i] - 1);
        assert(other_end(m, route[i] - 1, m->architects[seat]) >= 0);
        m->architects[seat] = (uint8_t)other_end(m, route[i] - 1, m->architects[seat]);
    }
    add_to(&m->travelled, route[0]);
    pay_tolls(m, seat, villages);
}

static void spend_coin(struct maharaja *m, int seat, int action) {
    assert(m->coins[seat] && action >= GOLD && action < CHARACTER);
    m->coins[seat]--;
    m->bank_coins++;
    m->coin_used = 1;
    add_parts(m, action);
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct maharaja *m = position;
    const uint8_t *args = move->args;
    (void)tape;
    switch (move->verb) {
    case CHOOSE_CARD: choose(m, seat, args[0]); break;
    case BID: raise_bid(m, seat, args[0]); break;
    case PASS: pass(m, seat); break;
    case PLACE_HOUSE: place_house(m, seat, args[0]); break;
    case PLAN_ACTIONS: plan(m, seat, args); break;
    case TAKE_GOLD: take_gold(m, seat); break;
    case TAKE_HOUSES: quarry(m, seat); break;
    case BUILD_HOUSE:
    case MASON_HOUSE: build_house(m, seat, move); break;
    case BUILD_INNER:
    case BUILD_OUTER: build_palace(m, seat, move->verb); break;
    case MOVE_HOUSE:
    case MASON_MOVE: move_house(m, seat, move); break;
    case MOVE_TOKEN: move_token(m, args[0]); break;
    case TAKE_CARD: take_card(m, seat, args[0], args[1]); break;
    case EXCHANGE: exchange(m, seat, args); break;
    case LURE: lure(m, args[0] - 1); break;
    case YIELD_CARD: yield_card(m, seat, args[0]); break;
    case TRAVEL: travel(m, seat, args); break;
    case SPEND_COIN: spend_coin(m, seat, args[0]); break;
    default: end_turn(m, seat); break;
    }
}

/* ---- Judging and scoring ---------------------------------------------------------------------------------- */

/* A home point is presence like any other: alone it can give a monopoly, and it breaks another's. */
static bool lives_here(const struct maharaja *m, int seat) {
    int home = m->homes[m->maharaja];
    return is_on(m, HOME) && home && holds(m, seat, home);
}

/* A seat's points in the city where the maharaja is. */
static int presence(const struct maharaja *m, int seat) {
    return (m->architects[seat] == m->maharaja) + buildings_in(m, seat, m->maharaja) + lives_here(m, seat);
}

void maharaja_judge(const struct maharaja *m, struct judged judged[SEATS]) {
    int present = 0, ranks[SEATS] = {0};
    memset(judged, 0, SEATS * sizeof *judged);
    for (int seat = 0; seat < m->head.players; seat++) {
        int points = presence(m, seat);
        present += points > 0;
        judged[seat].points = (uint8_t)points;
        if (points) ranks[seat] = points * (CHARACTERS + 1) + CHARACTERS - lowest_card(m, seat);
    }
    for (int seat = 0; seat < m->head.players; seat++) {
        int better = 0;
        if (!ranks[seat]) continue;
        for (int other = 0; other < m->head.players; other++) better += ranks[other] > ranks[seat];
        judged[seat].reward = rewards[m->head.players][better];
        if (present == 1) judged[seat].monopoly = MONOPOLY;
    }
}

static void judge_city(struct maharaja *m) {
    struct judged judged[SEATS];
    maharaja_judge(m, judged);
    for (int seat = 0; seat < m->head.players; seat++)
        if (judged[seat].points) earn(m, seat, judged[seat].reward + judged[seat].monopoly);
}

enum { PALACES_BUILT, GOLD_LEFT, LOWEST_CHARACTER };
static const char *const counted[] = {"palaces", "gold", "character"};

static void count(const void *position, int seat, int16_t *counts) {
    const struct maharaja *m = position;
    counts[PALACES_BUILT] = (int16_t)(palaces_each(m) - m->palaces_left[seat]);
    counts[GOLD_LEFT] = (int16_t)m->seats[seat].gold;
    counts[LOWEST_CHARACTER] = (int16_t)lowest_card(m, seat);
}

/* What a palace costs. */
static int figure(const void *position, int seat, const struct arkad_move *move) {
    return move->verb == BUILD_INNER || move->verb == BUILD_OUTER ? palace_cost(position, seat) : NO_FIGURE;
}

/* The ends of the governors' track. */
static void facts(const void *position, struct json *out) {
    (void)position;
    json_open(out, '{');
    json_key(out, "fields"), json_open(out, '['), json_number(out, FIELD_MIN), json_number(out, FIELD_MAX);
    json_close(out, ']');
    json_close(out, '}');
}

static int best_judged(const struct judged judged[SEATS]) {
    int best = -1;
    for (int seat = 0; seat < SEATS; seat++)
        if (judged[seat].points && (best < 0 || judged[seat].reward > judged[best].reward)) best = seat;
    return best;
}

/* Whom the maharaja found in his city at the end of a round, and what each of them got, the best paid first. */
static void moments(const void *before, const void *after, int seat, const struct arkad_move *move, struct json *out) {
    const struct maharaja *was = before, *is = after;
    struct judged judged[SEATS];
    (void)seat;
    if (move->verb != END || is->head.phase == ACT) return; /* another has still to act */
    maharaja_judge(was, judged);
    for (int best; (best = best_judged(judged)) >= 0; judged[best].points = 0) {
        moment_open(out, "judged", places[was->maharaja]);
        moment_row(out, best, judged[best].points, judged[best].reward + judged[best].monopoly);
        moment_close(out);
    }
}

/* Most palaces, then most gold, then the lower character. */
static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct maharaja *m = position;
    int16_t counts[3];
    for (int seat = 0; seat < m->head.players; seat++) {
        count(m, seat, counts);
        scores[seat] = counts[PALACES_BUILT];
        keys[seat] = ((int64_t)scores[seat] << 16 | m->seats[seat].gold) * (CHARACTERS + 1) + CHARACTERS -
                     counts[LOWEST_CHARACTER];
    }
}

static bool is_secret(const struct arkad_move *move) { return move->verb == PLAN_ACTIONS; }

const struct arkad_game maharaja_game = {
    .name = "maharaja",
    .title = "Maharaja",
    .players_min = 2,
    .players_max = SEATS,
    .options = {[STARTER] = {.name = "starter", .kind = ARKAD_SEAT},
                [SHORT] = {.name = "short", .kind = ARKAD_FLAG},
                [YOGI_AND_COINS] = {.name = "yogi", .kind = ARKAD_FLAG},
                [NEUTRAL] = {.name = "neutral", .kind = ARKAD_FLAG, .standard = 1},
                [AUCTIONED] = {.name = "auction", .kind = ARKAD_FLAG},
                [HOME] = {.name = "home", .kind = ARKAD_FLAG},
                [MANY] = {.name = "many", .kind = ARKAD_FLAG},
                [MAP] = {.name = "map", .kind = ARKAD_MAP},
                [ADVANCED] = {.name = "advanced",
                              .kind = ARKAD_ALIAS,
                              .max = 1 << YOGI_AND_COINS | 1 << NEUTRAL | 1 << AUCTIONED | 1 << HOME}},
    .map = &maharaja_map,
    .benched = {"", "advanced=on"},
    .size = sizeof(struct maharaja),
    .seats_at = offsetof(struct maharaja, seats),
    .seat_size = sizeof((struct maharaja *)0)->seats[0],
    .hidden_at = offsetof(struct maharaja, hidden),
    .turn_at = offsetof(struct maharaja, turn),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = places, /* the tokens are shuffled */
    .card_count = CITIES,
    .prepare = prepare,
    .deal = deal,
    .undeal = undeal,
    .waits = waits,
    .list = list,
    .check = check,
    .apply = apply,
    .fill = maharaja_fill,
    .result = result,
    .parts = counted,
    .part_count = 1,
    .tie_count = 2,
    .count = count,
    .figure = figure,
    .facts = facts,
    .moments = moments,
    .laws = maharaja_laws,
    .words = maharaja_move_words,
    .json = maharaja_position_json,
    .memory = maharaja_memory_json,
    .is_secret = is_secret,
};
