/*
 * What good players know of Maharaja: palaces win, gold is palaces to come, and gold comes from the cities that are
 * judged next. So count for every seat what the coming judgings will pay it, as far as its roads are open, and how many
 * palaces it can still buy with that in the rounds that are left. Build where the maharaja is or will be soon; plan
 * only what can be paid and done.
 */
#include "bots/judgement.h"
#include "games/maharaja/maharaja.h"

#include <math.h>

enum { CLOSED = 60 }; /* a toll that nobody can pay: the road is not open */

/* Weights of characters and actions stand in their order: w[STIPENDS + YOGI]. */
enum {
    STIPENDS = GENERAL - 1,
    APPEALS = STIPENDS + CHARACTERS,
    URGES = APPEALS + CHARACTERS,
    FORESIGHT = URGES + ACTIONS + 1,
    BOUGHT = FORESIGHT + CITIES + 1,
    HOUSE_WORTH,
    COIN_WORTH,
    LAST_GOLD,
    CITY_HOUSE,
    INNER,
    OUTER,
    WEIGHTS
};

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(0.7F, 2, 12, 0.005F, 0.025F),
    NET_WEIGHTS(0.35F, 0),
    /* What each character adds in a round, in gold, beyond what is reckoned anyway (order, tolls, prices, points). */
    [STIPENDS + MOGUL] = {"mogul", .3F},
    [STIPENDS + TRADER] = {"trader", 1},
    [STIPENDS + SADHU] = {"sadhu", 0},
    [STIPENDS + MONK] = {"monk", 0},
    [STIPENDS + MASON] = {"mason", 1.2F},
    [STIPENDS + ARTIST] = {"artist", 0},
    [STIPENDS + YOGI] = {"yogi", 2},
    /* How much it looks like when chosen. */
    [APPEALS + MOGUL] = {"choose-mogul", 1.5F},
    [APPEALS + TRADER] = {"choose-trader", 1},
    [APPEALS + SADHU] = {"choose-sadhu", 1},
    [APPEALS + MONK] = {"choose-monk", 1},
    [APPEALS + MASON] = {"choose-mason", 2},
    [APPEALS + ARTIST] = {"choose-artist", 3},
    [APPEALS + YOGI] = {"choose-yogi", 3},
    /* What a plan is worth trying for; halved or more when it cannot be paid or done. */
    [URGES + GOLD] = {"plan-gold", 1},
    [URGES + HOUSE] = {"plan-house", 1.5F},
    [URGES + TWO_HOUSES] = {"plan-two-houses", 2},
    [URGES + MOVE] = {"plan-move", .5F},
    [URGES + QUARRY] = {"plan-quarry", .5F},
    [URGES + PALACE] = {"plan-palace", 4},
    [URGES + BOTH] = {"plan-both", 8},
    [URGES + GOVERNOR] = {"plan-governor", .4F},
    [URGES + CHARACTER] = {"plan-character", .4F},
    /* Of a judging so many rounds ahead, what can be reckoned with: others will build there too. */
    [FORESIGHT] = {"now", 1},
    [FORESIGHT + 1] = {"in-1", .85F},
    [FORESIGHT + 2] = {"in-2", .75F},
    [FORESIGHT + 3] = {"in-3", .65F},
    [FORESIGHT + 4] = {"in-4", .55F},
    [FORESIGHT + 5] = {"in-5", .5F},
    [FORESIGHT + 6] = {"in-6", .45F},
    [FORESIGHT + 7] = {"in-7", .4F},
    /* A palace to be bought is not yet built; what an unused house or coin, and gold in the end, are worth in gold. */
    [BOUGHT] = {"bought", 0.85F},
    [HOUSE_WORTH] = {"house", 0.5F},
    [COIN_WORTH] = {"coin", 3},
    [LAST_GOLD] = {"last-gold", 0.01F},
    /* What building looks like, more where it is judged sooner. */
    [CITY_HOUSE] = {"city-house", 4},
    [INNER] = {"inner", 12},
    [OUTER] = {"outer", 6},
};

static inline int cost_of(const struct maharaja *m, int seat) { return holds(m, seat, ARTIST) ? 9 : 12; }

/* ---- Roads and cities ------------------------------------------------------------------------------------- */

static int cost_of_passing(const struct maharaja *m, int seat, uint64_t villages, uint64_t housed) {
    if (villages & ~housed) return CLOSED;
    return holds(m, seat, MONK) ? 0 : toll(m, seat, villages);
}

static uint64_t housed_by_anyone(const struct maharaja *m) {
    uint64_t housed = 0;
    for (int seat = 0; seat < m->head.players; seat++) housed |= m->housed[seat];
    return housed;
}

/* What the way from a place to every other costs the seat. */
static void reckon_ways(const struct maharaja *m, int seat, int from, uint8_t costs[PLACES]) {
    uint8_t tolls[ROADS];
    uint64_t housed = housed_by_anyone(m);
    for (int road = 0; road < m->road_count; road++)
        tolls[road] = (uint8_t)cost_of_passing(m, seat, villages_along(m, road), housed);
    for (int place = 0; place < PLACES; place++) costs[place] = place == from ? 0 : CLOSED;
    for (bool is_better = true; is_better;) {
        is_better = false;
        for (int road = 0; road < m->road_count; road++) {
            uint8_t *a = &costs[m->roads[road].from], *b = &costs[m->roads[road].to];
            if (tolls[road] >= CLOSED) continue;
            if (*a + tolls[road] < *b) *b = (uint8_t)(*a + tolls[road]), is_better = true;
            if (*b + tolls[road] < *a) *a = (uint8_t)(*b + tolls[road]), is_better = true;
        }
    }
}

/* The cities in the order in which they will be judged; the first is where the maharaja is. */
static int order_cities(const struct maharaja *m, uint8_t ordered[CITIES]) {
    int count = 0;
    if (m->maharaja) ordered[count++] = m->maharaja;
    for (uint8_t city = 1; city <= CITIES; city++) {
        if (city == m->maharaja) continue;
        int at = count++;
        for (; at > (m->maharaja != 0) && m->track[ordered[at - 1]] > m->track[city]; at--)
            ordered[at] = ordered[at - 1];
        ordered[at] = city;
    }
    return count;
}

/* ---- How seats stand -------------------------------------------------------------------------------------- */

static bool has_acted(const struct maharaja *m, int seat) { return m->acted >> seat & 1; }

/* Rounds that will still begin after this one. */
static int rounds_left(const struct maharaja *m) {
    int highest = FIELD_MIN, most = m->head.options[SHORT] ? SHORT_ROUNDS : ROUNDS_MAX;
    for (int city = 1; city <= CITIES; city++) highest = m->track[city] > highest ? m->track[city] : highest;
    if (m->is_last_round) return 0;
    int left = FIELD_MAX - highest < most - m->round ? FIELD_MAX - highest : most - m->round;
    for (int seat = 0; seat < m->head.players; seat++)
        if (m->palaces_left[seat] < left) left = m->palaces_left[seat];
    return left;
}

/* What a judging pays every seat: by points, ties by character. An architect comes along where roads are open. */
static void reckon_judging(const struct maharaja *m, int city, bool is_now, uint8_t costs[SEATS][PLACES], float *pay) {
    int players = m->head.players, points[SEATS];
    for (int seat = 0; seat < players; seat++) {
        bool is_there = m->architects[seat] == city, may_come = !is_now || !has_acted(m, seat);
        points[seat] = buildings_in(m, seat, city) * 8;
        if (is_there || (may_come && costs[seat][city] < CLOSED)) points[seat] += 8;
        if (m->head.options[HOME] && holds(m, seat, m->homes[city])) points[seat] += 8;
        if (points[seat]) points[seat] += 7 - lowest_card(m, seat);
    }
    for (int seat = 0; seat < players; seat++) {
        int rank = 0;
        for (int other = 0; other < players; other++) rank += points[other] > points[seat];
        pay[seat] = points[seat] ? rewards[players][rank] : 0;
        if (!is_now && m->architects[seat] != city && costs[seat][city] < CLOSED) pay[seat] -= costs[seat][city] / 2.0F;
    }
}

/* What is still to be done of the seat's plan in this round. */
static int parts_left(const struct maharaja *m, int seat, enum part part) {
    if (m->turn == seat + 1) return m->parts[part];
    if (m->head.phase < PLAN || has_acted(m, seat)) return 0;
    const uint8_t *plan = m->seats[seat].plan;
    if (!(m->planned >> seat & 1)) return part == PALACE_PART;
    return parts_of[plan[0]][part] + parts_of[plan[1]][part];
}

/* Buys palaces, at most so many; returns how many, in parts of one if need be. */
static float buy(float *gold, float cost, float most) {
    float bought = *gold / cost;
    if (bought > most) bought = most;
    if (bought < 0) bought = 0;
    *gold -= bought * cost;
    return bought;
}

static void evaluate(const struct arkad_position *position, const float *w, float values[ARKAD_SEATS_MAX]) {
    const struct maharaja *m = (const struct maharaja *)position;
    uint8_t costs[SEATS][PLACES], ordered[CITIES];
    float pays[CITIES][SEATS];
    int players = m->head.players, left = rounds_left(m), count = order_cities(m, ordered);
    for (int seat = 0; seat < players; seat++) reckon_ways(m, seat, m->architects[seat], costs[seat]);
    for (int i = 0; i < count; i++) reckon_judging(m, ordered[i], !i && m->round, costs, pays[i]);
    for (int seat = 0; seat < players; seat++) {
        float cost = (float)cost_of(m, seat), gold = m->seats[seat].gold, stipend = 0, bought = 0;
        float can_buy = m->palaces_left[seat];
        for (int card = 1; card <= CHARACTERS; card++) stipend += holds(m, seat, card) ? w[STIPENDS + card] : 0;
        gold += 2.0F * (float)parts_left(m, seat, GOLD_PART);
        gold += w[HOUSE_WORTH] * m->reserve[seat] + w[COIN_WORTH] * m->coins[seat];
        for (int ahead = 0; ahead <= left; ahead++) {
            float most = ahead ? 2 : (float)parts_left(m, seat, PALACE_PART);
            bought += buy(&gold, cost, most < can_buy - bought ? most : can_buy - bought);
            gold += pays[ahead % count][seat] * w[FORESIGHT + (ahead < CITIES ? ahead : CITIES)] + stipend;
        }
        values[seat] = (float)((m->head.options[SHORT] ? 6 : 7) - m->palaces_left[seat]) + w[BOUGHT] * bought;
        values[seat] += w[LAST_GOLD] * gold;
    }
}

/* ---- Moves ------------------------------------------------------------------------------------------------ */

/* What a seat has an eye on in its turn. */
struct eye {
    const float *w;
    const struct maharaja *m;
    int seat, here;
    float cities[PLACES]; /* how soon judged: 1 now, less later */
    uint64_t opening;     /* empty villages beside roads that matter */
    uint8_t costs[PLACES];
};

static void look(const struct maharaja *m, int seat, const float *w, struct eye *eye) {
    uint8_t ordered[CITIES];
    int count = order_cities(m, ordered);
    *eye = (struct eye){.w = w, .m = m, .seat = seat, .here = m->architects[seat]};
    for (int i = 0; i < count; i++) eye->cities[ordered[i]] = 1 / (1 + (float)i);
    uint64_t housed = housed_by_anyone(m);
    for (int road = 0; road < m->road_count; road++) {
        int from = m->roads[road].from, to = m->roads[road].to;
        bool starts_here = from == eye->here || to == eye->here || from == START || to == START;
        if (starts_here && eye->cities[from] + eye->cities[to] > 0.24F)
            eye->opening |= villages_along(m, road) & ~housed;
    }
}

static float weigh_village(const struct eye *eye, int village) { return eye->opening & bit(village) ? 1.0F : 0.15F; }

static float weigh_house(const struct eye *eye, int place) {
    return place < FIRST_VILLAGE ? 1 + eye->w[CITY_HOUSE] * eye->cities[place] : weigh_village(eye, place);
}

/* Away from where nothing will be judged soon, to where it will. */
static float weigh_house_move(const struct eye *eye, int from, int to) {
    float loss = from < FIRST_VILLAGE ? eye->cities[from] : 0.2F;
    float gain = to < FIRST_VILLAGE ? eye->cities[to] : 0.3F * weigh_village(eye, to);
    return gain > loss ? 2 * (gain - loss) : 0.01F;
}

static float weigh_palace(const struct eye *eye, bool is_inner) {
    return eye->w[is_inner ? INNER : OUTER] * (0.2F + eye->cities[eye->here]);
}

static int end_of(const struct maharaja *m, int at, const uint8_t *route) {
    for (int i = 1; i <= route[0]; i++) {
        int road = route[i] - 1;
        at = m->roads[road].from == at ? m->roads[road].to : m->roads[road].from;
    }
    return at;
}

static float weigh_travel(const struct eye *eye, const uint8_t *route) {
    int end = end_of(eye->m, eye->here, route);
    float gain = eye->cities[end] - eye->cities[eye->here];
    return gain > 0 ? 6 * gain : 0.1F;
}

static float weigh_token(const struct eye *eye, int city) {
    int best = 0;
    for (int other = 0; other < eye->m->head.players; other++) {
        int points = other == eye->seat ? 0 : buildings_in(eye->m, other, city);
        best = points > best ? points : best;
    }
    int ahead = buildings_in(eye->m, eye->seat, city) - best;
    return ahead > 0 ? 1 + (float)ahead : 0.3F;
}

static float weigh_end(const struct maharaja *m) { return sum_bytes(m->parts, PARTS) ? 0.05F : 1.5F; }

/* Two actions that can be paid and done together. */
static float weigh_plan(const struct maharaja *m, const float *w, int seat, int first, int second) {
    const uint8_t *a = parts_of[first], *b = parts_of[second];
    int palaces = a[PALACE_PART] + b[PALACE_PART];
    int houses = a[HOUSE_PART] + b[HOUSE_PART] + a[CITY_PART] + b[CITY_PART];
    int gold = m->seats[seat].gold + 2 * (a[GOLD_PART] + b[GOLD_PART]) + holds(m, seat, TRADER);
    int reserve = m->reserve[seat] + 2 * (a[QUARRY_PART] + b[QUARRY_PART]);
    float weight = w[URGES + first] * w[URGES + second];
    if (gold < palaces * cost_of(m, seat) + houses) weight *= 0.01F;
    if (palaces > m->palaces_left[seat]) weight *= 0.1F;
    if (reserve < houses) weight *= 0.1F;
    if (first == second && first > BOTH) weight *= 0.2F;
    if ((first == QUARRY || second == QUARRY) && m->reserve[seat] < 3) weight *= 3;
    return weight;
}

static float weigh_act(const struct eye *eye, const struct arkad_move *move) {
    const uint8_t *args = move->args;
    switch (move->verb) {
    case TAKE_GOLD: return 5;
    case TAKE_HOUSES: return 5;
    case BUILD_HOUSE:
    case MASON_HOUSE: return weigh_house(eye, args[0]);
    case BUILD_INNER: return weigh_palace(eye, true);
    case BUILD_OUTER: return weigh_palace(eye, false);
    case MOVE_HOUSE:
    case MASON_MOVE: return weigh_house_move(eye, args[0], args[1]);
    case MOVE_TOKEN: return weigh_token(eye, args[0]);
    case TAKE_CARD:
    case EXCHANGE: return eye->w[APPEALS + args[0]];
    case TRAVEL: return weigh_travel(eye, args);
    case SPEND_COIN: return eye->w[URGES + args[0]] / 4;
    case END: return weigh_end(eye->m);
    default: return 1;
    }
}

static float weigh_one(const struct eye *eye, const struct arkad_move *move) {
    const struct maharaja *m = eye->m;
    switch (m->head.phase) {
    case CHOOSE:
    case REPLACE: return eye->w[APPEALS + move->args[0]];
    case AUCTION: return move->verb == BID ? 2 * expf(-(float)(move->args[0] - m->high) - (float)move->args[0] / 4) : 1;
    case PLACE: return weigh_village(eye, move->args[0]);
    case PLAN: return weigh_plan(m, eye->w, eye->seat, move->args[0], move->args[1]);
    case YIELD: return 1 / eye->w[APPEALS + move->args[0]];
    default: return weigh_act(eye, move);
    }
}

static void weigh(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  const float *w, float *promises) {
    struct eye eye;
    look((const struct maharaja *)position, seat, w, &eye);
    for (int i = 0; i < count; i++) promises[i] = weigh_one(&eye, &moves[i]);
}

/* ---- What is noticed -------------------------------------------------------------------------------------- */

/* What the cities are to every seat: when they are judged, what stands there, what that will pay, how far it is. */
static void notice_cities(const struct maharaja *m, uint8_t costs[SEATS][PLACES], struct json *out) {
    uint8_t ordered[CITIES];
    int players = m->head.players, count = order_cities(m, ordered);
    json_key(out, "next"), json_literal(out, spaces[ordered[0]]);
    json_key(out, "cities"), json_open(out, '{');
    for (int i = 0; i < count; i++) {
        int city = ordered[i], sites = OUTER_SITES;
        float pay[SEATS];
        reckon_judging(m, city, !i && m->round, costs, pay);
        json_key(out, spaces[city]), json_open(out, '{');
        json_key(out, "in"), json_number(out, i);
        json_key(out, "inner"), json_number(out, !m->cities[city].inner);
        json_key(out, "seats"), json_open(out, '[');
        for (int seat = 0; seat < players; seat++) {
            int cost = costs[seat][city];
            sites -= m->cities[city].outer[seat];
            json_open(out, '[');
            json_number(out, buildings_in(m, seat, city)), json_number(out, m->cities[city].houses[seat]);
            json_number(out, i < 3 ? (int)pay[seat] : 0), json_number(out, i >= 3 ? (int)pay[seat] : 0);
            json_number(out, m->architects[seat] == city);
            json_number(out, cost < CLOSED ? 1 : 0), json_number(out, cost < CLOSED ? cost : 0);
            json_close(out, ']');
        }
        json_close(out, ']');
        json_key(out, "outer"), json_number(out, sites);
        json_close(out, '}');
    }
    json_close(out, '}');
}

static void notice_seat(const struct maharaja *m, int seat, struct json *out) {
    uint64_t villages = m->housed[seat] & ~(CITY_BITS | bit(START)), alone = villages;
    for (int other = 0; other < m->head.players; other++)
        if (other != seat) alone &= ~m->housed[other];
    json_open(out, '[');
    json_number(out, m->seats[seat].gold / cost_of(m, seat)), json_number(out, m->seats[seat].gold % cost_of(m, seat));
    json_number(out, m->reserve[seat]), json_number(out, m->coins[seat]), json_number(out, m->palaces_left[seat]);
    json_number(out, __builtin_popcountll(villages)), json_number(out, __builtin_popcountll(alone));
    json_number(out, has_acted(m, seat)), json_number(out, m->turn == seat + 1), json_number(out, m->asked == seat + 1);
    json_number(out, lowest_card(m, seat));
    for (int card = 1; card <= CHARACTERS; card++) json_number(out, holds(m, seat, card));
    for (int part = 0; part < PARTS; part++) json_number(out, parts_left(m, seat, (enum part)part));
    json_close(out, ']');
}

static void notice(const struct arkad_position *position, const float *w, struct json *out) {
    const struct maharaja *m = (const struct maharaja *)position;
    uint8_t costs[SEATS][PLACES];
    (void)w;
    for (int seat = 0; seat < m->head.players; seat++) reckon_ways(m, seat, m->architects[seat], costs[seat]);
    json_key(out, "phase"), json_literal(out, phases[m->head.phase]);
    json_key(out, "left"), json_number(out, rounds_left(m));
    json_key(out, "mason"), json_number(out, m->mason_used);
    json_key(out, "coin"), json_number(out, m->coin_used);
    json_key(out, "travelled"), json_number(out, m->travelled);
    notice_cities(m, costs, out);
    json_key(out, "seats"), json_open(out, '[');
    for (int seat = 0; seat < m->head.players; seat++) notice_seat(m, seat, out);
    json_close(out, ']');
}

const struct judgement maharaja_judgement = {.game = "maharaja",
                                             .weights = weights,
                                             .weight_count = WEIGHTS,
                                             .evaluate = evaluate,
                                             .weigh = weigh,
                                             .notice = notice,
                                             .notices_all = true};
