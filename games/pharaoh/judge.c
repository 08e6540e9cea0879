/*
 * What good players know of Oh, Pharaoh!: a hand is worth the best pyramid that it and what stands on the table may
 * still become, a plan; cards of the plan are kept, missing ones wanted, all others are better discarded, since the
 * hand is filled again. Whoever builds much draws much. Tall pyramids pay, but wait for thieves and for the end.
 */
#include "bots/judgement.h"
#include "games/pharaoh/pharaoh.h"

#include <math.h>
#include <string.h>

/* Weights of stones and specials stand in their order: w[HOPES + 9], w[SPECIALS + THIEF]. */
enum {
    HOPES = GENERAL - 1,
    SPECIALS = HOPES, /* the specials follow the stones */
    LEAST_GAIN = SPECIALS + KINDS + 1,
    LEAST_OFFER,
    REASON,
    REASON_ALL,
    UNSEEN,
    SHOWN,
    TURN,
    UNKNOWN,
    KEPT,
    ROBBED,
    SCORING,
    GROWING,
    WEIGHTS
};

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(0.1F, 120, 12, 0.0055F, 0.0275F),
    NET_WEIGHTS(0.1F, 12),
    /* How likely a stone that is missing turns up in time; the high ones are rare. */
    [HOPES + 1] = {"hope-1", .74F},
    [HOPES + 2] = {"hope-2", .74F},
    [HOPES + 3] = {"hope-3", .73F},
    [HOPES + 4] = {"hope-4", .72F},
    [HOPES + 5] = {"hope-5", .71F},
    [HOPES + 6] = {"hope-6", .68F},
    [HOPES + 7] = {"hope-7", .63F},
    [HOPES + 8] = {"hope-8", .54F},
    [HOPES + 9] = {"hope-9", .48F},
    /* What a card is worth that no plan asks for, in points: the specials do something of their own. */
    [SPECIALS + JOKER] = {"joker", 9},
    [SPECIALS + THIEF] = {"thief", 7},
    [SPECIALS + COLLECTOR] = {"collector", 8},
    [SPECIALS + PHARAOH] = {"pharaoh", 5},
    /* The least gain that is worth a thought of an offer, and one that is worth making it; how many of the card the one
       who is asked, or all of them together, should be expected to have; how likely a card not seen is there; what a
       card shown to others costs. */
    [LEAST_GAIN] = {"least-gain", 3},
    [LEAST_OFFER] = {"least-offer", 6},
    [REASON] = {"reason", .8F},
    [REASON_ALL] = {"reason-all", 2},
    [UNSEEN] = {"unseen", .15F},
    [SHOWN] = {"shown", .2F},
    /* What a turn brings; a card not yet drawn; what of its worth a standing pyramid keeps until it can be scored; what
       a thief takes of it. */
    [TURN] = {"turn", 12},
    [UNKNOWN] = {"unknown", 3.5F},
    [KEPT] = {"kept", 0.96F},
    [ROBBED] = {"robbed", 0.12F},
    /* A pyramid is scored unless it may still grow by more than this, the sooner the less it may; by how much. */
    [SCORING] = {"scoring", 10},
    [GROWING] = {"growing", 6},
};
/* Chance that the die lets a thief in, by levels. */
static const float entries[LEVELS + 1] = {1, 1, .83F, .67F, .5F, .33F, .17F, 0, 0, 0};

enum { TALLER = 2, FRESH_HEIGHT = 4, MISSING_MAX = 8 };

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
static bool aim(const uint8_t *levels, const uint8_t *hand, int base, int top, const float *w, struct target *target) {
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
        for (int i = 0; i < lacks; i++) target->hope *= w[HOPES + number];
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
static void want(struct plan *plan, const struct target *target, float gain, int base, int top, const float *w) {
    for (int number = base; number <= top; number++) {
        float more = target->lacks[number] ? gain / w[HOPES + number] - (plan->value - plan->now) : 0;
        if (more > plan->wants[number]) plan->wants[number] = more;
        if (more > plan->wants[JOKER]) plan->wants[JOKER] = more;
    }
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
                      const float *w, struct plan *plan) {
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
            if (!aim(levels, hand, base, top, w, target)) break;
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
        if (gains[i] > 0.4F * (plan->value - plan->now)) want(plan, &targets[i], gains[i], spans[i][0], spans[i][1], w);
}

/* All that a seat plans: with each of its pyramids, and with a new one if it may own one more. */
struct outlook {
    const float *w;
    float value; /* points to come */
    int count;
    struct plan plans[PYRAMIDS];
    float wants[KINDS + 1], keeps[KINDS + 1]; /* what one more card would add, what losing one would cost */
};

static float kept_of(const struct pharaoh *p, int seat, int height, const float *w) {
    int thieves = 0;
    for (int other = 0; other < p->head.players; other++)
        if (other != seat) thieves += p->seats[other].hand[THIEF];
    if (p->seats[seat].hand[PHARAOH]) thieves = 0;
    return w[KEPT] - w[ROBBED] * (float)thieves * entries[height];
}

static void look_ahead(const struct pharaoh *p, int seat, bool with_wants, const float *w, struct outlook *out) {
    uint8_t rest[KINDS + 1];
    const uint8_t *hand = p->seats[seat].hand;
    int may_own = may_own_two(p) ? 2 : 1, own = p->pyramid_count[seat];
    out->count = may_own > own ? may_own : own;
    out->w = w;
    out->value = 0;
    for (int card = 1; card <= KINDS; card++) {
        rest[card] = hand[card];
        out->wants[card] = out->keeps[card] = card > JOKER ? w[SPECIALS + card] : 0;
        out->value += out->keeps[card] * hand[card];
    }
    for (int i = 0; i < out->count; i++) {
        const uint8_t *levels = i < own ? p->pyramids[seat][i] : NULL;
        struct plan *plan = &out->plans[i];
        float kept = levels ? kept_of(p, seat, top_of(levels) - base_of(levels) + 1, w) : 1;
        make_plan(p, levels, rest, kept, with_wants, w, plan);
        out->value += plan->value;
        for (int card = 1; card <= JOKER; card++) {
            take_from(&rest[card], plan->uses[card]);
            if (plan->wants[card] > out->wants[card]) out->wants[card] = plan->wants[card];
            float lost = card < JOKER && plan->uses[card] ? (plan->value - plan->now) * (1 - w[HOPES + card]) : 0;
            if (lost > out->keeps[card]) out->keeps[card] = lost;
        }
    }
    out->value += w[SPECIALS + JOKER] * rest[JOKER];
    if (hand[JOKER]) out->keeps[JOKER] = w[SPECIALS + JOKER] + 6;
    if (out->wants[JOKER] < w[SPECIALS + JOKER]) out->wants[JOKER] = w[SPECIALS + JOKER];
    for (int other = 0; other < p->head.players; other++) out->value -= w[SHOWN] * p->seats[other].known[seat][CERTAIN];
    if (p->hand_count[seat] < HAND) out->value += w[UNKNOWN] * (float)(HAND - p->hand_count[seat]);
}

/* Whose turn comes sooner is ahead by a part of what a turn brings; who has drawn has had most of it. */
static float tempo_of(const struct pharaoh *p, int seat, const float *w) {
    int players = p->head.players, waits = (seat - (p->turn - 1) + players) % players;
    if (!waits && p->head.phase != SCORE && p->head.phase != DRAW) waits = players - 1;
    return w[TURN] * (float)(players - waits) / (float)players;
}

static void evaluate(const struct arkad_position *position, const float *w, float values[ARKAD_SEATS_MAX]) {
    const struct pharaoh *p = (const struct pharaoh *)position;
    for (int seat = 0; seat < p->head.players; seat++) {
        struct outlook out;
        look_ahead(p, seat, false, w, &out);
        values[seat] = (float)p->points[seat] + out.value + tempo_of(p, seat, w);
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

/* The first card given and the first one got; eight terms at a time (1 to 8, 6 to 13), lowest byte first, since there
   are hundreds of offers in a list. */
static void read_trade(const uint8_t *terms, int *gives, int *gets) {
    static const uint64_t signs = 0x8080808080808080U;
    *gives = *gets = 0;
    for (int first = 1; first <= KINDS - 7; first += KINDS - 8) {
        uint64_t some;
        memcpy(&some, terms + first, sizeof some);
        uint64_t got = some & signs, given = ((some & ~signs) + ~signs) & signs & ~got;
        if (given && !*gives) *gives = first + __builtin_ctzll(given) / 8;
        if (got && !*gets) *gets = first + __builtin_ctzll(got) / 8;
    }
}

/* ---- Manners -------------------------------------------------------------------------------------------------- */

enum { TRIES_MAX = 2 }; /* proposals without success in a turn */

/* How many of a kind lie where the seat cannot see them. */
static int unseen_by(const struct pharaoh *p, int seat, int card) {
    int count = copies[card] - p->discard[card] - p->seats[seat].hand[card];
    for (int place = 0; place < OPEN; place++) count -= p->open[place] == card;
    for (int owner = 0; card <= JOKER && owner < p->head.players; owner++)
        for (int i = 0; i < p->pyramid_count[owner]; i++) {
            const uint8_t *levels = p->pyramids[owner][i];
            if (card < JOKER) count -= stones_on(levels[card]);
            for (int number = 1; card == JOKER && number <= LEVELS; number++) count -= jokers_on(levels[number]);
        }
    return count;
}

/* How many of a kind the other may be expected to have: what was seen there, or else its share of what was not seen. */
static float expected_of(const struct pharaoh *p, int seat, int other, int card) {
    const uint8_t *known = p->seats[seat].known[other];
    if (known[card]) return 1;
    int hidden = p->pile_count - known[CERTAIN];
    for (int place = 0; place < p->head.players; place++) hidden += place == seat ? 0 : p->hand_count[place];
    int unknown = p->hand_count[other] - known[CERTAIN];
    return hidden > 0 && unknown > 0 ? (float)(unseen_by(p, seat, card) * unknown) / (float)hidden : 0;
}

static bool has_refused(const struct pharaoh *p, int seat, int card) { return p->refused[seat] >> card & 1; }

/* Asked of nobody in particular, somebody should have it. */
static bool has_reason(const struct pharaoh *p, const float *w, int seat, int to, int card) {
    float expected = 0;
    for (int other = 0; other < p->head.players; other++)
        if (other != seat && (to == EVERYONE || to == other) && !has_refused(p, other, card))
            expected += expected_of(p, seat, other, card);
    return expected >= w[to == EVERYONE ? REASON_ALL : REASON];
}

/* Few proposals, each with something in it for the one who makes it and with reason to think that the other has the
   card; no kind is asked for twice in a turn. A counter is not what lies on the table already, and each side makes one.
 */
static bool is_rude(const struct pharaoh *p, const struct outlook *mine, int seat, const struct arkad_move *move) {
    bool is_counter = move->verb == COUNTER_OFFER, is_turn = p->turn == seat + 1;
    if (move->verb != OFFER && !is_counter) return false;
    if (is_turn ? p->tries >= TRIES_MAX : p->is_counter) return true;
    int gives, gets;
    read_trade(move->args, &gives, &gets);
    if (is_turn && p->wanted >> gets & 1) return true;
    if (is_counter && p->terms[gets] > 0 && p->terms[gives] < 0) return true;
    if (trade_gain(p, mine, seat, gives, gets) <= mine->w[LEAST_OFFER]) return true;
    return !has_reason(p, mine->w, seat, is_counter ? (is_turn ? p->partner : p->turn) - 1 : move->args[0], gets);
}

static void find_rude(const struct arkad_position *view, int seat, const struct arkad_move *moves, int count,
                      const float *w, bool *rude) {
    const struct pharaoh *p = (const struct pharaoh *)view;
    struct outlook mine;
    look_ahead(p, seat, true, w, &mine);
    for (int i = 0; i < count; i++) rude[i] = is_rude(p, &mine, seat, &moves[i]);
}

/* ---- Trades --------------------------------------------------------------------------------------------------- */

/* Few trades are looked at: those that help both, of cards that are there. */
static float weigh_trade(const struct pharaoh *p, const struct outlook *all, int seat, int other,
                         const uint8_t *terms) {
    const struct outlook *mine = &all[seat], *theirs = &all[other];
    int gives, gets;
    read_trade(terms, &gives, &gets);
    if (!p->seats[other].hand[gets] || has_refused(p, other, gets) || p->tries >= TRIES_MAX || p->wanted >> gets & 1)
        return 1e-4F;
    float my_gain = trade_gain(p, mine, seat, gives, gets);
    if (my_gain <= mine->w[LEAST_GAIN]) return 1e-4F;
    float their_gain = trade_gain(p, theirs, other, gets, gives);
    if (their_gain <= 0) return 1e-3F;
    float seen = p->seats[seat].known[other][gets] & 15 ? 1 : mine->w[UNSEEN];
    return 0.2F * seen * my_gain;
}

/* An offer to everyone is as good as the same to whom it suits best. */
static float weigh_call(const struct pharaoh *p, const struct outlook *all, int seat, const uint8_t *terms) {
    float best = 0;
    for (int other = 0; other < p->head.players; other++) {
        float one = other == seat ? 0 : weigh_trade(p, all, seat, other, terms);
        if (one > best) best = one;
    }
    return best;
}

static float weigh_answer(const struct pharaoh *p, const struct outlook *mine, int seat) {
    int gives, gets;
    read_trade((const uint8_t *)p->terms, &gets, &gives);
    float gain = 0;
    if (gives && gets) gain = trade_gain(p, mine, seat, gives, gets);
    return expf(gain / 3);
}

static float weigh_score(const struct outlook *mine, int number) {
    const struct plan *plan = &mine->plans[number - 1];
    return expf((mine->w[SCORING] - (plan->value - plan->now)) / mine->w[GROWING]);
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
    case OFFER: return args[0] == EVERYONE ? weigh_call(p, all, seat, args) : weigh_trade(p, all, seat, args[0], args);
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
    return card ? 0.2F + mine->wants[card] : 0.8F * mine->w[UNKNOWN];
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
    case SCORE: return move->verb == SCORE_N ? weigh_score(mine, move->args[0]) : 1;
    case DRAW: return weigh_draw(mine, move->args[0]);
    case ACT: return weigh_act(p, all, seat, move);
    case ANSWER:
    case COUNTER:
        if (move->verb == ACCEPT) return weigh_answer(p, mine, seat);
        if (move->verb == DECLINE) return 1;
        return weigh_trade(p, all, seat, (p->head.phase == ANSWER ? p->turn : p->partner) - 1, move->args);
    case GUARD: return move->verb == WARD_OFF ? weigh_guard(p) : 1;
    case STEAL: return weigh_steal(p, mine, move->args);
    case SALVAGE: return weigh_salvage(move->args);
    case END: return move->verb == DISCARD ? weigh_discard(mine, move->args[0]) : 0.5F;
    default: return 1;
    }
}

static void weigh(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  const float *w, float *promises) {
    const struct pharaoh *p = (const struct pharaoh *)position;
    struct outlook all[SEATS];
    bool is_trading = p->head.phase == ACT || p->head.phase == ANSWER || p->head.phase == COUNTER;
    for (int other = 0; other < p->head.players; other++)
        if (other == seat || is_trading) look_ahead(p, other, true, w, &all[other]);
    for (int i = 0; i < count; i++) promises[i] = weigh_one(p, all, seat, &moves[i]);
}

/* ---- What is noticed -------------------------------------------------------------------------------------- */

/* What the seat wants to make of a pyramid, or of none. */
static void notice_plan(const struct outlook *out, int number, const struct pharaoh *p, int seat,
                        struct json *noticed) {
    static const struct plan none = {0};
    const struct plan *plan = number < out->count ? &out->plans[number] : &none;
    const uint8_t *levels = p->pyramids[seat][number];
    bool stands = number < p->pyramid_count[seat];
    json_number(noticed, (int)plan->now), json_number(noticed, (int)(plan->value - plan->now));
    json_number(noticed, stands ? base_of(levels) : 0);
    json_number(noticed, stands ? top_of(levels) - base_of(levels) + 1 : 0);
    json_number(noticed, stands ? cards_in(levels) : 0);
}

static void notice_seat(const struct pharaoh *p, int seat, const float *w, struct json *noticed) {
    const uint8_t *hand = p->seats[seat].hand;
    struct outlook out;
    look_ahead(p, seat, false, w, &out);
    json_open(noticed, '[');
    json_number(noticed, (int)out.value);
    json_number(noticed, (int)tempo_of(p, seat, w));
    json_number(noticed, p->pyramid_count[seat]), json_number(noticed, p->hand_count[seat]);
    json_number(noticed, p->turn == seat + 1), json_number(noticed, p->partner == seat + 1);
    json_number(noticed, p->target == seat + 1);
    for (int card = 1; card <= KINDS; card++) json_number(noticed, hand[card]);
    for (int number = 0; number < PYRAMIDS; number++) notice_plan(&out, number, p, seat, noticed);
    json_close(noticed, ']');
}

static void notice(const struct arkad_position *position, const float *w, struct json *noticed) {
    const struct pharaoh *p = (const struct pharaoh *)position;
    int open[KINDS + 2] = {0};
    for (int place = 0; place < OPEN; place++) open[p->open[place]]++;
    json_key(noticed, "now"), json_literal(noticed, phases[p->head.phase]);
    json_key(noticed, "marker"), json_number(noticed, p->marker);
    json_key(noticed, "pile"), json_number(noticed, p->pile_count);
    json_key(noticed, "discarded"), json_number(noticed, p->has_discarded);
    json_key(noticed, "open"), json_open(noticed, '[');
    for (int card = 1; card <= KINDS; card++) json_number(noticed, open[card]);
    json_close(noticed, ']');
    json_key(noticed, "seats"), json_open(noticed, '[');
    for (int seat = 0; seat < p->head.players; seat++) notice_seat(p, seat, w, noticed);
    json_close(noticed, ']');
}

const struct judgement pharaoh_judgement = {.game = "pharaoh",
                                            .weights = weights,
                                            .weight_count = WEIGHTS,
                                            .evaluate = evaluate,
                                            .weigh = weigh,
                                            .find_rude = find_rude,
                                            .notice = notice,
                                            .notices_all = true};
