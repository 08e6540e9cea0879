/*
 * What good players know of Oh, Pharaoh!: a hand is worth the best pyramid that it and what stands on the table may
 * still become, a plan; cards of the plan are kept, missing ones wanted, all others are better discarded, since the
 * hand is filled again. Whoever builds much draws much. Tall pyramids pay, but wait for thieves and for the end.
 */
#include "bots/judgement.h"
#include "games/pharaoh.h"

#include <math.h>

/* How likely a stone that is missing turns up in time; the high ones are rare. */
static const float hopes[LEVELS + 1] = {0, .74F, .74F, .73F, .72F, .71F, .68F, .63F, .54F, .48F};
/* What a card is worth that no plan asks for, in points: the specials do something of their own. */
static const float specials[KINDS + 1] = {[JOKER] = 9, [THIEF] = 7, [COLLECTOR] = 8, [PHARAOH] = 5};
/* A card not yet drawn; what a standing pyramid keeps of its worth until it can be scored; the loss to a thief. */
static const float LEAST_GAIN = 3, UNSEEN = .15F, SHOWN = .2F, TURN = 12;
static const float UNKNOWN = 3.5F, KEPT = 0.96F, ROBBED = 0.12F;
/* Chance that the die lets a thief in, by levels. */
static const float entries[LEVELS + 1] = {1, 1, .83F, .67F, .5F, .33F, .17F, 0, 0, 0};

enum { TALLER = 2, FRESH_HEIGHT = 4, MISSING_MAX = 8 };

static inline int cards_on(uint8_t level) { return (level & 15) + (level >> 4); }
static inline bool needs_three(const struct pharaoh *p) { return p->marker >= p->head.options[OPTION_SECOND]; }

/* What a seat wants to make of one pyramid (or of none) and its hand. */
struct plan {
    float now, value;        /* what it is worth as it stands, and with its prospects */
    uint8_t base, top;       /* of the plan */
    uint8_t uses[JOKER + 1]; /* cards of the hand that it takes */
    float wants[JOKER + 1];  /* what one more card would add */
};

/* One way to go on: levels from base to top, and what they would take. */
struct target {
    int missing, jokers;
    float hope;
    uint8_t uses[JOKER + 1], lacks[JOKER + 1];
};

static float worth_of(int base, int top) {
    int height = top - base + 1;
    return (float)((base + top) * height * height) / 2;
}

/* From the top down: each level needs one card more than the one above, or what lies there already. */
static bool aim(const uint8_t *levels, const uint8_t *hand, int base, int top, struct target *target) {
    int need = 0;
    target->missing = 0, target->jokers = hand[JOKER], target->hope = 1;
    for (int number = top; number >= base; number--) {
        int have = cards_on(levels[number]), lacks = ++need - have;
        target->uses[number] = target->lacks[number] = 0;
        if (lacks <= 0) {
            need = have;
            continue;
        }
        int used = lacks < hand[number] ? lacks : hand[number];
        target->uses[number] = (uint8_t)used;
        lacks -= used;
        int jokers = lacks < target->jokers ? lacks : target->jokers;
        target->jokers -= jokers;
        lacks -= jokers;
        target->lacks[number] = (uint8_t)lacks;
        target->missing += lacks;
        if (target->missing > MISSING_MAX) return false;
        for (int i = 0; i < lacks; i++) target->hope *= hopes[number];
    }
    target->uses[JOKER] = (uint8_t)(hand[JOKER] - target->jokers);
    return true;
}

static void adopt(struct plan *plan, const struct target *target, int base, int top) {
    plan->base = (uint8_t)base, plan->top = (uint8_t)top;
    for (int number = 1; number <= JOKER; number++) plan->uses[number] = 0;
    for (int number = base; number <= top; number++) plan->uses[number] = target->uses[number];
    plan->uses[JOKER] = target->uses[JOKER];
}

/* Every missing stone is wanted for what it would add. */
static void want(struct plan *plan, const struct target *target, float gain, int base, int top) {
    for (int number = base; number <= top; number++) {
        float more = target->lacks[number] ? gain / hopes[number] - (plan->value - plan->now) : 0;
        if (more > plan->wants[number]) plan->wants[number] = more;
        if (more > plan->wants[JOKER]) plan->wants[JOKER] = more;
    }
}

static int base_of(const uint8_t *levels) {
    int number = 1;
    while (number <= LEVELS && !levels[number]) number++;
    return number;
}

static int top_of(const uint8_t *levels) {
    int number = LEVELS;
    while (number > 0 && !levels[number]) number--;
    return number;
}

static float patience_of(const struct pharaoh *p) {
    if (p->marker < LAST_FIELD) return 1;
    float rounds = (float)p->pile_count / (3.0F * p->head.players);
    return rounds < 4 ? rounds / 4 : 1;
}

/* The best of all ways to go on. With `wants`, also what is wanted for it and for the next best ones. */
static void make_plan(const struct pharaoh *p, const uint8_t *levels, const uint8_t *hand, float kept, bool with_wants,
                      struct plan *plan) {
    static const uint8_t none[LEVELS + 1] = {0};
    bool is_fresh = !levels;
    if (is_fresh) levels = none;
    int low = base_of(levels), high = top_of(levels), least = needs_three(p) ? 3 : 2;
    bool is_due = false;
    *plan = (struct plan){.now = 0};
    if (!is_fresh) {
        int count = 0;
        for (int number = low; number <= high; number++) count += cards_on(levels[number]);
        is_due = count >= MUST_SCORE;
        plan->now = high - low + 1 >= least ? kept * worth_of(low, high) : 0;
    }
    plan->value = plan->now;
    plan->base = (uint8_t)low, plan->top = (uint8_t)high;
    float patience = patience_of(p) * (is_due ? 0.3F : 1);
    struct target targets[32];
    float gains[32];
    uint8_t spans[32][2];
    int count = 0;
    int first = is_fresh ? 1 : low - TALLER, last = is_fresh ? LEVELS - 1 : low;
    for (int base = first < 1 ? 1 : first; base <= last; base++) {
        int from = is_fresh ? base + least - 1 : high, to = is_fresh ? base + FRESH_HEIGHT - 1 : high + TALLER;
        if (from - base + 1 < least) from = base + least - 1;
        for (int top = from; top <= to && top <= LEVELS; top++) {
            struct target *target = &targets[count];
            if (!aim(levels, hand, base, top, target)) break;
            gains[count] = (worth_of(base, top) - plan->now) * target->hope * patience;
            spans[count][0] = (uint8_t)base, spans[count][1] = (uint8_t)top;
            if (gains[count] > plan->value - plan->now) {
                plan->value = plan->now + gains[count];
                adopt(plan, target, base, top);
            }
            count++;
        }
    }
    for (int i = 0; with_wants && i < count; i++)
        if (gains[i] > 0.4F * (plan->value - plan->now)) want(plan, &targets[i], gains[i], spans[i][0], spans[i][1]);
}

/* All that a seat plans: with each of its pyramids, and with a new one if it may own one more. */
struct outlook {
    float value; /* points to come */
    int count;
    struct plan plans[PYRAMIDS];
    float wants[KINDS + 1], keeps[KINDS + 1]; /* what one more card would add, what losing one would cost */
};

static float kept_of(const struct pharaoh *p, int seat, int height) {
    int thieves = 0;
    for (int other = 0; other < p->head.players; other++)
        if (other != seat) thieves += p->seats[other].hand[THIEF];
    if (p->seats[seat].hand[PHARAOH]) thieves = 0;
    return KEPT - ROBBED * (float)thieves * entries[height];
}

static void look_ahead(const struct pharaoh *p, int seat, bool with_wants, struct outlook *out) {
    uint8_t rest[KINDS + 1];
    const uint8_t *hand = p->seats[seat].hand;
    int may_own = p->marker >= FIRST_FIELD ? 2 : 1, own = p->pyramid_count[seat];
    out->count = may_own > own ? may_own : own;
    out->value = 0;
    for (int card = 1; card <= KINDS; card++) {
        rest[card] = hand[card];
        out->wants[card] = out->keeps[card] = specials[card] * (card > JOKER);
        out->value += specials[card] * hand[card] * (card > JOKER);
    }
    for (int i = 0; i < out->count; i++) {
        const uint8_t *levels = i < own ? p->pyramids[seat][i] : NULL;
        struct plan *plan = &out->plans[i];
        float kept = levels ? kept_of(p, seat, top_of(levels) - base_of(levels) + 1) : 1;
        make_plan(p, levels, rest, kept, with_wants, plan);
        out->value += plan->value;
        for (int card = 1; card <= JOKER; card++) {
            rest[card] = (uint8_t)(rest[card] - plan->uses[card]);
            if (plan->wants[card] > out->wants[card]) out->wants[card] = plan->wants[card];
            float lost = card < JOKER && plan->uses[card] ? (plan->value - plan->now) * (1 - hopes[card]) : 0;
            if (lost > out->keeps[card]) out->keeps[card] = lost;
        }
    }
    out->value += specials[JOKER] * rest[JOKER];
    if (hand[JOKER]) out->keeps[JOKER] = specials[JOKER] + 6;
    if (out->wants[JOKER] < specials[JOKER]) out->wants[JOKER] = specials[JOKER];
    for (int other = 0; other < p->head.players; other++) out->value -= SHOWN * p->seats[other].known[seat][CERTAIN];
    if (p->hand_count[seat] < HAND) out->value += UNKNOWN * (float)(HAND - p->hand_count[seat]);
}

/* Whose turn comes sooner is ahead by a part of what a turn brings; who has drawn has had most of it. */
static float tempo_of(const struct pharaoh *p, int seat) {
    int players = p->head.players, waits = (seat - (p->turn - 1) + players) % players;
    if (!waits && p->head.phase != SCORE && p->head.phase != DRAW) waits = players - 1;
    return TURN * (float)(players - waits) / (float)players;
}

static void evaluate(const struct arkad_position *position, float values[ARKAD_SEATS_MAX]) {
    const struct pharaoh *p = (const struct pharaoh *)position;
    for (int seat = 0; seat < p->head.players; seat++) {
        struct outlook out;
        look_ahead(p, seat, false, &out);
        values[seat] = (float)p->points[seat] + out.value + tempo_of(p, seat);
    }
}

/* ---- Moves ------------------------------------------------------------------------------------------------ */

/* What a trade of one card for one brings a seat. */
static float trade_gain(const struct pharaoh *p, const struct outlook *out, int seat, int gives, int gets) {
    float cost = out->keeps[gives];
    /* A stone held twice is often held for one use only. */
    if (gives < JOKER && p->seats[seat].hand[gives] > 3) cost /= 2;
    return out->wants[gets] - cost;
}

static void read_trade(const uint8_t *terms, int *gives, int *gets) {
    *gives = *gets = 0;
    for (int card = 1; card <= KINDS && !(*gives && *gets); card++)
        if ((int8_t)terms[card] > 0)
            *gives = card;
        else if (terms[card])
            *gets = card;
}

/* Few trades are looked at: those that help both, of cards that are there. */
static float weigh_trade(const struct pharaoh *p, const struct outlook *mine, const struct outlook *theirs, int seat,
                         int other, const uint8_t *terms) {
    int gives, gets;
    read_trade(terms, &gives, &gets);
    if (!p->seats[other].hand[gets]) return 1e-4F;
    float my_gain = trade_gain(p, mine, seat, gives, gets);
    if (my_gain <= LEAST_GAIN) return 1e-4F;
    float their_gain = trade_gain(p, theirs, other, gets, gives);
    if (their_gain <= 0) return 1e-3F;
    float seen = p->seats[seat].known[other][gets] & 15 ? 1 : UNSEEN;
    return 0.2F * seen * my_gain / (1 + (float)(p->offers * p->offers));
}

static float weigh_answer(const struct pharaoh *p, const struct outlook *mine, int seat) {
    int gives, gets;
    read_trade((const uint8_t *)p->terms, &gets, &gives);
    float gain = 0;
    if (gives && gets) gain = trade_gain(p, mine, seat, gives, gets);
    return expf(gain / 3);
}

static float weigh_score(const struct pharaoh *p, const struct outlook *mine, int number) {
    const struct plan *plan = &mine->plans[number - 1];
    float growth = plan->value - plan->now;
    int height = plan->top - plan->base + 1;
    (void)p, (void)height;
    return expf((10 - growth) / 6);
}

static float weigh_stones(const struct plan *plan, const uint8_t *hand, const uint8_t *added) {
    bool fits = true, wastes = false;
    for (int number = 1; number <= LEVELS; number++) {
        if (!added[number]) continue;
        fits &= number >= plan->base && number <= plan->top && (added[number] & 15) <= plan->uses[number];
        wastes |= added[number] >> 4 && hand[number] > (added[number] & 15);
    }
    return (fits ? 8 : 0.5F) * (wastes ? 0.1F : 1);
}

static float weigh_thief(const struct pharaoh *p, const uint8_t *args) {
    const uint8_t *levels = p->pyramids[args[0]][args[1] - 1];
    int base = base_of(levels), top = top_of(levels), height = top - base + 1;
    return 0.2F + entries[height] * worth_of(base, top) / 10;
}

static float weigh_act(const struct pharaoh *p, const struct outlook *all, int seat, const struct arkad_move *move) {
    const struct outlook *mine = &all[seat];
    const uint8_t *hand = p->seats[seat].hand, *args = move->args;
    switch (move->verb) {
    case BUILD: return weigh_stones(&mine->plans[mine->count - 1], hand, args);
    case EXTEND: return weigh_stones(&mine->plans[args[0] - 1], hand, args);
    case SWAP: return 20;
    case SEND_THIEF: return weigh_thief(p, args);
    case TAX: return 3;
    case OFFER: return weigh_trade(p, mine, &all[args[0]], seat, args[0], args);
    default: return 1;
    }
}

static float weigh_steal(const struct pharaoh *p, const struct outlook *mine, const uint8_t *args) {
    const uint8_t *levels = p->pyramids[p->target - 1][p->robbed - 1];
    int number = args[0], left = cards_on(levels[number]) - 1;
    int above = number < LEVELS ? cards_on(levels[number + 1]) : 0;
    bool breaks = !left || left <= above;
    return 0.2F + (breaks ? 2 : 0) + mine->wants[args[1] ? JOKER : number] / 3;
}

static float weigh_salvage(const uint8_t *levels) {
    int base = base_of(levels), top = top_of(levels);
    if (top < base) return 0.5F;
    float worth = worth_of(base, top);
    return worth * worth / 100;
}

static float weigh_draw(const struct outlook *mine, int card) {
    return card ? 0.2F + mine->wants[card] : 0.8F * UNKNOWN;
}

static float weigh_discard(const struct outlook *mine, int card) { return 8 * expf(-mine->keeps[card]); }

static float weigh_guard(const struct pharaoh *p) {
    if (p->played == COLLECTOR) return 0.3F;
    const uint8_t *levels = p->pyramids[p->target - 1][p->robbed - 1];
    return worth_of(base_of(levels), top_of(levels)) / 10;
}

static float weigh_one(const struct pharaoh *p, const struct outlook *all, int seat, const struct arkad_move *move) {
    const struct outlook *mine = &all[seat];
    switch (p->head.phase) {
    case SCORE: return move->verb == SCORE_N ? weigh_score(p, mine, move->args[0]) : 1;
    case DRAW: return weigh_draw(mine, move->args[0]);
    case ACT: return weigh_act(p, all, seat, move);
    case ANSWER:
    case COUNTER:
        if (move->verb == ACCEPT) return weigh_answer(p, mine, seat);
        if (move->verb == DECLINE) return 1;
        return weigh_trade(p, mine, &all[p->turn - 1], seat, p->turn - 1, move->args);
    case GUARD: return move->verb == WARD_OFF ? weigh_guard(p) : 1;
    case STEAL: return weigh_steal(p, mine, move->args);
    case SALVAGE: return weigh_salvage(move->args);
    case END: return move->verb == DISCARD ? weigh_discard(mine, move->args[0]) : 0.5F;
    default: return 1;
    }
}

static void weigh(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  float *weights) {
    const struct pharaoh *p = (const struct pharaoh *)position;
    struct outlook all[SEATS];
    bool is_trading = p->head.phase == ACT || p->head.phase == ANSWER;
    for (int other = 0; other < p->head.players; other++)
        if (other == seat || is_trading) look_ahead(p, other, true, &all[other]);
    for (int i = 0; i < count; i++) weights[i] = weigh_one(p, all, seat, &moves[i]);
}

const struct judgement pharaoh_judgement = {
    .game = "pharaoh", .evaluate = evaluate, .weigh = weigh, .scale = 120, .depth = 12};
