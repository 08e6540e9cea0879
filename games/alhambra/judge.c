/*
 * What good players of Alhambra look at: the majorities that each coming scoring will pay, as far as the lead in a kind
 * can still change; and money, which is buildings to come. Small change pays exactly, and who pays exactly acts again:
 * a building paid exactly costs no time, so the money to take is what fits a place of the yard.
 */
#include "bots/judgement.h"
#include "games/alhambra/alhambra.h"

#include <math.h>
#include <string.h>

enum { PACE = GENERAL, AT_LAST, LOOSE, SPREAD, ENTRY, COIN, CARD, FIT, AGAIN, SUPPLY, HEAT, WEIGHTS };

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(0.7F, 25, 10, 0.012F, 0.055F),
    NET_WEIGHTS(0.35F, 0),
    /* Buildings bought for each money card drawn; and what part of those still to be had will be bought by the end. */
    [PACE] = {"pace", 0.5F},
    [AT_LAST] = {"at-last", 0.9F},
    /* How uncertain a lead is by itself, and with buildings to come: loose + spread * sqrt(buildings). */
    [LOOSE] = {"loose", 0.25F},
    [SPREAD] = {"spread", 0.7F},
    /* With so many buildings of a kind to come, an owner who has none of it yet is as likely as not to get one. */
    [ENTRY] = {"entry", 1},
    /* What money is worth in points: each coin, and each card besides. */
    [COIN] = {"coin", 0.3F},
    [CARD] = {"card", 0.4F},
    /* A building on the yard that the seat could pay exactly; to act again. */
    [FIT] = {"fit", 1},
    [AGAIN] = {"again", 5},
    /* While fewer buildings than this are left for each seat, money loses its worth. */
    [SUPPLY] = {"supply", 3},
    /* How much sharper a better move is preferred, for each point. */
    [HEAT] = {"heat", 1},
};

/* Points for the first, second and third of a kind; each kind pays 1 more than the last. */
static const int8_t paid[SCORINGS][3] = {{1, 0, 0}, {8, 1, 0}, {16, 8, 1}};
static const uint8_t totals[KINDS] = {7, 7, 9, 9, 11, 11};

/* What is the same for every seat. */
struct outlook {
    const struct alhambra *a;
    const float *w;
    int owners;
    /* An owner's strength in a kind, by which ranks are drawn: multiplied by each building; of an owner without one. */
    float gain[KINDS][SCORINGS], entry[KINDS][SCORINGS];
    float coin, card; /* what money is worth now */
};

/* What part of the buildings still to be had will be bought before a scoring, in the world at hand. */
static float part_before(const struct alhambra *a, const float *w, int scoring) {
    const uint8_t *at = scoring < LAST_SCORING ? memchr(a->hidden.pile, SCORING_A + scoring, a->pile_count) : NULL;
    if (!at) return w[AT_LAST];
    float draws = (float)(a->hidden.pile + a->pile_count - at);
    return fminf(w[PACE] * draws / (float)(a->building_count + PLACES), w[AT_LAST]);
}

static struct outlook look_ahead(const struct alhambra *a, const float *w) {
    struct outlook out = {.a = a, .w = w, .owners = a->head.players == 2 ? 3 : a->head.players};
    int left[KINDS];
    for (int kind = 0; kind < KINDS; kind++) {
        left[kind] = totals[kind];
        for (int owner = 0; owner < out.owners; owner++) left[kind] -= a->owned[owner][kind];
    }
    for (int scoring = a->scored; scoring < SCORINGS; scoring++) {
        float part = part_before(a, w, scoring);
        for (int kind = 0; kind < KINDS; kind++) {
            float coming = (float)left[kind] * part;
            out.gain[kind][scoring] = expf(1 / (w[LOOSE] + w[SPREAD] * sqrtf(coming)));
            out.entry[kind][scoring] = coming / (coming + w[ENTRY]);
        }
    }
    float supply = fminf((float)(a->building_count + PLACES) / (float)a->head.players / w[SUPPLY], 1);
    out.coin = w[COIN] * supply;
    out.card = w[CARD] * supply;
    return out;
}

static float power(float base, int exponent) {
    float result = 1;
    for (; exponent; exponent >>= 1, base *= base)
        if (exponent & 1) result *= base;
    return result;
}

/* How much likelier each owner is to come second than first: drawn by strength from those who are left when another
   came first. */
static void expect_seconds(const float strengths[SEATS], int owners, float seconds[SEATS]) {
    float odds[SEATS]; /* to come first */
    for (int first = 0; first < owners; first++) {
        float rest = 0;
        for (int owner = 0; owner < owners; owner++) rest += owner == first ? 0 : strengths[owner];
        odds[first] = rest > 0 ? strengths[first] / rest : 0;
    }
    for (int owner = 0; owner < owners; owner++) {
        seconds[owner] = 0;
        for (int first = 0; first < owners; first++) seconds[owner] += first == owner ? 0 : odds[first];
    }
}

enum { NOBODY = -1 }; /* as a buyer */

/* What the coming scorings may pay each owner for a kind, if the buyer (or nobody) had one more of it. */
static void expect_pay(const struct outlook *out, int kind, int buyer, float pay[SEATS]) {
    int owned[SEATS];
    for (int owner = 0; owner < out->owners; owner++) {
        owned[owner] = out->a->owned[owner][kind] + (owner == buyer);
        pay[owner] = 0;
    }
    for (int scoring = out->a->scored; scoring < SCORINGS; scoring++) {
        float strengths[SEATS], seconds[SEATS] = {0}, total = 0, entry = out->entry[kind][scoring];
        for (int owner = 0; owner < out->owners; owner++)
            total += strengths[owner] = owned[owner] ? power(out->gain[kind][scoring], owned[owner]) : entry;
        if (total <= 0) continue;
        if (scoring) expect_seconds(strengths, out->owners, seconds); /* the first scoring pays no second */
        for (int owner = 0; owner < out->owners; owner++) {
            float first = strengths[owner] / total, second = first * seconds[owner];
            float third = (1 - first - second) / (float)(out->owners - 2) * (owned[owner] ? 1 : entry);
            float places[SCORINGS] = {first, second, third};
            for (int place = 0; place <= scoring; place++)
                pay[owner] += places[place] * (float)(paid[scoring][place] + kind);
        }
    }
}

/* The sums that a seat can pay in a currency, as bits. */
static unsigned sums_of(const struct alhambra *a, int seat, int currency) {
    const uint8_t *hand = a->hands[seat] + currency * VALUES;
    unsigned sums = 1;
    for (int value = 1; value <= VALUES; value++)
        for (int i = 0; i < hand[value]; i++) sums |= sums << value;
    return sums;
}

static float hand_worth(const struct outlook *out, int seat) {
    const struct alhambra *a = out->a;
    float worth = out->card * (float)a->hand_size[seat];
    for (int currency = 0; currency < CURRENCIES; currency++) {
        const uint8_t *hand = a->hands[seat] + currency * VALUES;
        int coins = 0;
        for (int value = 1; value <= VALUES; value++) coins += value * hand[value];
        worth += out->coin * (float)coins;
        if (a->yard[currency] && coins >= price_of(a->yard[currency]) &&
            sums_of(a, seat, currency) >> price_of(a->yard[currency]) & 1)
            worth += out->w[FIT];
    }
    return worth;
}

static void evaluate(const struct arkad_position *position, const float *w, float values[ARKAD_SEATS_MAX]) {
    const struct alhambra *a = (const void *)position;
    struct outlook out = look_ahead(a, w);
    for (int seat = 0; seat < a->head.players; seat++) values[seat] = (float)a->points[seat] + hand_worth(&out, seat);
    for (int kind = 0; kind < KINDS; kind++) {
        float pay[SEATS];
        expect_pay(&out, kind, NOBODY, pay);
        for (int seat = 0; seat < a->head.players; seat++) values[seat] += pay[seat];
    }
}

/* ---- Moves ------------------------------------------------------------------------------------------------ */

/* What each building of the yard would add: kept, or given to the dummy. */
struct offers {
    float kept[PLACES], given[PLACES];
};

static struct offers look_at_yard(const struct outlook *out, int seat) {
    struct offers offers = {0};
    for (int place = 0; place < PLACES; place++) {
        if (!out->a->yard[place]) continue;
        int kind = kind_of(out->a->yard[place]), other = 1 - seat;
        float now[SEATS], then[SEATS];
        expect_pay(out, kind, NOBODY, now);
        expect_pay(out, kind, seat, then);
        offers.kept[place] = then[seat] - now[seat];
        if (out->a->head.players > 2) continue;
        expect_pay(out, kind, DUMMY, then);
        offers.given[place] = then[seat] - now[seat] - (then[other] - now[other]);
    }
    return offers;
}

static float weigh_purchase(const struct outlook *out, const struct offers *offers, const uint8_t *args) {
    int place = args[PLACE] - 1, coins = 0, count = 0;
    for (int value = 1; value <= VALUES; value++) {
        coins += value * args[PAID + value];
        count += args[PAID + value];
    }
    float worth = args[FOR_DUMMY] ? offers->given[place] : offers->kept[place];
    worth -= out->coin * (float)coins + out->card * (float)count;
    return coins == price_of(out->a->yard[place]) ? worth + out->w[AGAIN] : worth;
}

/* Money is worth more where it makes an exact payment possible. */
static float weigh_money(const struct outlook *out, const struct offers *offers, int seat, const uint8_t *taken) {
    float worth = 0;
    for (int i = 0; i < OPEN_MONEY && taken[i]; i++) {
        int place = currency_of(taken[i]), value = value_of(taken[i]);
        worth += out->coin * (float)value + out->card;
        if (!out->a->yard[place] || offers->kept[place] <= 0) continue;
        unsigned sums = sums_of(out->a, seat, place), price = (unsigned)price_of(out->a->yard[place]);
        if (!(sums >> price & 1) && (sums << value) >> price & 1) worth += out->w[FIT];
    }
    return worth;
}

static void weigh(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  const float *w, float *promises) {
    const struct alhambra *a = (const void *)position;
    struct outlook out = look_ahead(a, w);
    struct offers offers = look_at_yard(&out, seat);
    for (int i = 0; i < count; i++) {
        const uint8_t *args = moves[i].args;
        float worth = 0;
        if (moves[i].verb == BUY) worth = weigh_purchase(&out, &offers, args);
        if (moves[i].verb == TAKE) worth = weigh_money(&out, &offers, seat, args);
        promises[i] = expf(w[HEAT] * worth);
    }
}

const struct judgement alhambra_judgement = {
    .game = "alhambra", .weights = weights, .weight_count = WEIGHTS, .evaluate = evaluate, .weigh = weigh};
