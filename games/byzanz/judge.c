/*
 * What good players of Byzanz look at: which sets their cards make. A set is worth its best card, whatever the other
 * two are, so 4s want 1s beside them and bids are paid with cards of no set; a merchant makes a pair a set, and three
 * of them are the best set of all. Selling can always wait until the hand is too full: until then a set may still grow,
 * or pay. A lot is worth what it adds to the hand, less what the bid takes from it.
 */
#include "bots/judgement.h"
#include "games/byzanz/byzanz.h"

#include <math.h>

enum {
    ONE = GENERAL,
    PAIR,
    LATE_ONE,
    LATE_PAIR,
    MERCHANT_WORTH,
    MERCHANT_AT_END,
    PAIR_AND_MERCHANT,
    LOT_CARD,
    MARKET_TURN,
    PASSING,
    EARLY_SALE,
    ROOM,
    HEAT,
    WEIGHTS
};

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(0.7F, 10, 12, 0.005F, 0.025F),
    NET_WEIGHTS(0.35F, 0),
    /* What part of the best card's points a kind promises before it is a set; late: nothing is dealt any more. */
    [ONE] = {"one", 0.3F},
    [PAIR] = {"pair", 0.6F},
    [LATE_ONE] = {"late-one", 0.1F},
    [LATE_PAIR] = {"late-pair", 0.3F},
    /* A merchant is a third of the best set, and more beside a pair: so much of the pair's points. */
    [MERCHANT_WORTH] = {"merchant", 1.6F},
    [MERCHANT_AT_END] = {"late-merchant", 0.8F},
    [PAIR_AND_MERCHANT] = {"pair-and-merchant", 0.35F},
    /* What a seat may expect of a lot still to be won in this round, for each card, and of its turn at the market. */
    [LOT_CARD] = {"lot-card", 0.5F},
    [MARKET_TURN] = {"market-turn", 0.8F},
    /* What passing promises: another lot, or an earlier choice at the market. */
    [PASSING] = {"passing", 2},
    /* A sale that nothing forces can wait. */
    [EARLY_SALE] = {"early-sale", 0.05F},
    /* How much room in a full hand is worth, for each card that a sale removes beyond the first. */
    [ROOM] = {"room", 0.8F},
    /* How much sharper a better move is preferred, for each point. */
    [HEAT] = {"heat", 1.8F},
};

/* Cards counted by kind: a nibble for each value, 1 lowest. */
struct stock {
    const float *w;
    uint16_t goods[GOODS + 1];
    int merchants;
    bool is_late; /* nothing is dealt after this round */
};

static void add_card(struct stock *stock, uint8_t card) {
    if (card == MERCHANT)
        stock->merchants++;
    else
        stock->goods[kind_of(card)] = (uint16_t)(stock->goods[kind_of(card)] + (1U << 4 * (values[card] - 1)));
}

static void remove_card(struct stock *stock, uint8_t card) {
    if (card == MERCHANT)
        stock->merchants--;
    else
        stock->goods[kind_of(card)] = (uint16_t)(stock->goods[kind_of(card)] - (1U << 4 * (values[card] - 1)));
}

static struct stock stock_of(const struct byzanz *b, int seat, const float *w) {
    struct stock stock = {.w = w, .is_late = b->round == tables[b->head.players].rounds};
    for (int i = 0; i < b->hand_count[seat]; i++) add_card(&stock, b->seats[seat].hand[i]);
    return stock;
}

static inline int count_of(unsigned goods) {
    return (int)((goods & 15) + (goods >> 4 & 15) + (goods >> 8 & 15) + (goods >> 12));
}
static inline unsigned best_of(unsigned goods) { return (31U - (unsigned)__builtin_clz(goods)) / 4; }
static inline unsigned least_of(unsigned goods) { return (unsigned)__builtin_ctz(goods) / 4; }

/* What a hand promises: its sets, and what may become one. */
static float stock_worth(const struct stock *stock) {
    const float *w = stock->w, *promise = &w[stock->is_late ? LATE_ONE : ONE];
    float worth = 0, best_pair = 0;
    for (int kind = 1; kind <= GOODS; kind++) {
        unsigned goods = stock->goods[kind];
        if (!goods) continue;
        int count = count_of(goods);
        for (; count >= SALE; count -= SALE) {
            unsigned best = best_of(goods);
            worth += (float)(best + 1);
            goods -= 1U << 4 * best;
            for (int i = 1; i < SALE; i++) goods -= 1U << 4 * least_of(goods);
        }
        if (!count) continue;
        float points = (float)(best_of(goods) + 1);
        worth += points * promise[count - 1];
        if (count == SALE - 1) best_pair = fmaxf(best_pair, points);
    }
    float each = w[stock->is_late ? MERCHANT_AT_END : MERCHANT_WORTH];
    worth += (float)stock->merchants * each;
    if (stock->merchants >= SALE) worth += MERCHANT_POINTS - SALE * each;
    return stock->merchants ? worth + w[PAIR_AND_MERCHANT] * best_pair : worth;
}

static float worth_without(struct stock stock, uint8_t card) {
    remove_card(&stock, card);
    return stock_worth(&stock);
}

/* ---- Moves ---------------------------------------------------------------------------------------------- */

/* What the lot adds to the hand when the least useful card of it is given away. */
static float lot_gain(const struct byzanz *b, struct stock stock, float before) {
    for (int i = 0; i < b->lot_count; i++) add_card(&stock, b->lot[i]);
    float best = 0;
    for (int i = 0; i < b->lot_count; i++) best = fmaxf(best, worth_without(stock, b->lot[i]));
    return best - before;
}

/* What is laid already is lost if the bid wins, and can be had back by passing: the seat pays for it now. */
static float laid_cost(const struct byzanz *b, int seat, struct stock stock, float before) {
    for (int i = 0; i < b->laid_count[seat]; i++) add_card(&stock, b->laid[seat][i]);
    return stock_worth(&stock) - before;
}

static void weigh_auction(const struct byzanz *b, int seat, const struct arkad_move *moves, int count, const float *w,
                          float *promises) {
    struct stock stock = stock_of(b, seat, w);
    float before = stock_worth(&stock), costs[CARDS + 1] = {0};
    float gain = lot_gain(b, stock, before) - laid_cost(b, seat, stock, before);
    for (int i = 0; i < b->hand_count[seat]; i++) {
        uint8_t card = b->seats[seat].hand[i];
        if (costs[card] == 0) costs[card] = before - worth_without(stock, card);
    }
    for (int i = 0; i < count; i++) {
        float value = moves[i].verb == PASS ? w[PASSING] : gain;
        for (int k = 0; moves[i].verb == BID && k < HAND_MAX; k++) value -= costs[moves[i].args[k]];
        promises[i] = moves[i].verb == SELL ? w[EARLY_SALE] : expf(w[HEAT] * value);
    }
}

/* Points for the best card of a sale, room in the hand, and what is left. */
static float sale_worth(struct stock stock, const uint8_t *sale) {
    for (int i = 0; i < SALE; i++) remove_card(&stock, sale[i]);
    float points = sale[0] == MERCHANT ? MERCHANT_POINTS : values[sale[0]];
    return points + stock.w[ROOM] * (SALE - 1) + stock_worth(&stock);
}

static float take_worth(const struct byzanz *b, struct stock stock, int kind) {
    for (uint8_t card = first_of(kind); card <= last_of(kind); card++)
        for (int i = 0; i < b->market[card]; i++) add_card(&stock, card);
    return stock_worth(&stock);
}

/* Everything else: how good the hand is afterwards. */
static void weigh_others(const struct byzanz *b, int seat, const struct arkad_move *moves, int count, const float *w,
                         float *promises) {
    struct stock stock = stock_of(b, seat, w);
    bool is_forced = b->head.phase == TRIM || b->head.phase == FINAL;
    for (int i = 0; b->head.phase == PICK && i < b->lot_count; i++) add_card(&stock, b->lot[i]);
    float before = stock_worth(&stock);
    for (int i = 0; i < count; i++) {
        const uint8_t *args = moves[i].args;
        float after = before;
        switch (moves[i].verb) {
        case GIVE:
        case DISCARD: after = worth_without(stock, args[0]); break;
        case TAKE: after = take_worth(b, stock, args[0]); break;
        case SELL: after = sale_worth(stock, args); break;
        default: after = before - MERCHANT_POINTS; break; /* done: nothing that could be sold is kept */
        }
        promises[i] = expf(w[HEAT] * (after - before)) * (moves[i].verb == SELL && !is_forced ? w[EARLY_SALE] : 1);
    }
}

static void weigh(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  const float *w, float *promises) {
    const struct byzanz *b = (const void *)position;
    if (b->head.phase == AUCTION)
        weigh_auction(b, seat, moves, count, w, promises);
    else
        weigh_others(b, seat, moves, count, w, promises);
}

/* ---- Standing ------------------------------------------------------------------------------------------- */

/* What this round still brings to a seat. */
static float still_to_come(const struct byzanz *b, int seat, const float *w) {
    const struct table *table = &tables[b->head.players];
    float coming = 0;
    if (!b->won[seat] && b->auction < b->head.players) {
        for (int i = b->auction; i < b->head.players; i++) coming += w[LOT_CARD] * (float)table->bid_cards[i];
        coming /= (float)(b->head.players - b->auction);
    }
    bool has_taken = b->head.phase == MARKET && b->turn && b->won[seat] < b->won[b->turn - 1];
    return has_taken ? coming : coming + w[MARKET_TURN];
}

static void evaluate(const struct arkad_position *position, const float *w, float points[ARKAD_SEATS_MAX]) {
    const struct byzanz *b = (const void *)position;
    const uint8_t *kept = b->kept;
    for (int seat = 0; seat < b->head.players; seat++) {
        struct stock stock = stock_of(b, seat, w);
        for (int i = 0; i < b->laid_count[seat]; i++) add_card(&stock, b->laid[seat][i]);
        points[seat] = stock_worth(&stock);
        for (int i = 0; i < b->kept_count[seat]; i++, kept++)
            points[seat] += *kept == MERCHANT ? MERCHANT_POINTS : values[*kept];
        if (b->head.phase != FINAL) points[seat] += still_to_come(b, seat, w);
    }
}

/* ---- What is noticed ------------------------------------------------------------------------------------ */

/* Of a hand: its complete sets and their points, what may become one, and what else could be paid. */
struct holding {
    int sets, points, pairs, pair_points, singles, spare;
};

static struct holding holding_of(const struct stock *stock) {
    struct holding holding = {0};
    for (int kind = 1; kind <= GOODS; kind++) {
        unsigned goods = stock->goods[kind];
        int count = goods ? count_of(goods) : 0;
        for (; count >= SALE; count -= SALE) {
            unsigned best = best_of(goods);
            holding.sets++, holding.points += (int)best + 1;
            goods -= 1U << 4 * best;
            for (int i = 1; i < SALE; i++) goods -= 1U << 4 * least_of(goods);
        }
        if (count == SALE - 1) holding.pairs++, holding.pair_points += (int)best_of(goods) + 1;
        holding.singles += count == 1;
        for (int value = 0; value < 4; value++) holding.spare += (int)(goods >> 4 * value & 15) * (value + 1);
    }
    return holding;
}

static void put(struct json *out, float points) { json_number(out, (int)lrintf(4 * points)); }

/* What the seat would gain by the stall of the market that suits it best, and by the next one. */
static void notice_market(const struct byzanz *b, const struct stock *stock, float before, struct json *out) {
    float best = 0, next = 0;
    for (int kind = 1; kind <= KINDS; kind++) {
        float gain = take_worth(b, *stock, kind) - before;
        next = fmaxf(next, fminf(gain, best));
        best = fmaxf(best, gain);
    }
    put(out, best), put(out, next);
}

static bool is_in_auction(const struct byzanz *b, int seat) {
    bool is_in = b->head.phase == AUCTION && b->lot_count && !b->won[seat];
    for (int i = 0; i < b->passed_count; i++) is_in = is_in && b->passed[i] != seat + 1;
    return is_in;
}

/* What the lot would bring and the bid cost, for whoever is still in and for whoever is ahead. */
static void notice_auction(const struct byzanz *b, int seat, const struct stock *stock, float before,
                           struct json *out) {
    bool is_in = is_in_auction(b, seat), is_ahead = is_in && b->bids[seat] && b->bids[seat] == highest_bid(b);
    float gain = is_in ? lot_gain(b, *stock, before) : 0, cost = is_in ? laid_cost(b, seat, *stock, before) : 0;
    json_number(out, is_in), json_number(out, is_ahead);
    put(out, gain), put(out, cost);
    put(out, is_ahead ? gain : 0);
    json_number(out, is_in ? b->bids[seat] : 0);
}

static void notice_seat(const struct byzanz *b, int seat, const float *w, struct json *out) {
    struct stock stock = stock_of(b, seat, w);
    struct holding holding = holding_of(&stock);
    float before = stock_worth(&stock);
    json_open(out, '[');
    json_number(out, holding.sets), json_number(out, holding.points);
    json_number(out, holding.pairs), json_number(out, holding.pair_points);
    json_number(out, holding.singles), json_number(out, holding.spare);
    json_number(out, stock.merchants), put(out, before);
    json_number(out, b->hand_count[seat]), json_number(out, b->laid_count[seat]);
    json_number(out, b->won[seat]), json_number(out, b->done[seat]);
    json_number(out, b->turn == seat + 1);
    notice_auction(b, seat, &stock, before, out);
    notice_market(b, &stock, before, out);
    json_close(out, ']');
}

static void notice(const struct arkad_position *position, const float *w, struct json *out) {
    const struct byzanz *b = (const void *)position;
    int rounds = tables[b->head.players].rounds, in_market = 0;
    for (int card = 1; card <= CARDS; card++) in_market += b->market[card];
    json_key(out, "phase"), json_literal(out, phases[b->head.phase]);
    json_key(out, "left"), json_number(out, rounds - b->round);
    json_key(out, "sold"), json_number(out, b->auction);
    json_key(out, "lot"), json_number(out, b->lot_count);
    json_key(out, "stalls"), json_number(out, in_market);
    json_key(out, "pile"), json_number(out, b->pile_count);
    json_key(out, "seats"), json_open(out, '[');
    for (int seat = 0; seat < b->head.players; seat++) notice_seat(b, seat, w, out);
    json_close(out, ']');
}

const struct judgement byzanz_judgement = {.game = "byzanz",
                                           .weights = weights,
                                           .weight_count = WEIGHTS,
                                           .evaluate = evaluate,
                                           .weigh = weigh,
                                           .notice = notice};
