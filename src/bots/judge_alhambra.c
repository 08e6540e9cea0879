/*
 * What good players of Alhambra look at: the majorities that each coming scoring will pay, as far as the lead in a kind
 * can still change; and money, which is buildings to come. Small change pays exactly, and who pays exactly acts again:
 * a building paid exactly costs no time, so the money to take is what fits a place of the yard.
 */
#include "bots/judgement.h"
#include "games/alhambra.h"

#include <math.h>

enum { COMING_A = GENERAL, COMING_B, COMING_C, LOOSE, SPREAD, NONE_YET, COIN, CARD, FIT, AGAIN, SUPPLY, HEAT, WEIGHTS };

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(0.7F, 25, 10, 0.006F, 0.03F),
    /* Of the buildings of a kind still to be had, what part will be bought before each scoring. */
    [COMING_A] = {"coming-a", 0.25F},
    [COMING_B] = {"coming-b", 0.5F},
    [COMING_C] = {"coming-c", 0.9F},
    /* How uncertain a lead is by itself, and with buildings to come: loose + spread * sqrt(buildings). */
    [LOOSE] = {"loose", 0.25F},
    [SPREAD] = {"spread", 0.7F},
    /* What a majority is worth to a seat that has none of the kind. */
    [NONE_YET] = {"none-yet", 0.5F},
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
    float looseness[KINDS][SCORINGS]; /* 1 over the uncertainty of a lead */
    float coin, card;                 /* what money is worth now */
};

static struct outlook look_ahead(const struct alhambra *a, const float *w) {
    struct outlook out = {.a = a, .w = w, .owners = a->head.players == 2 ? 3 : a->head.players};
    for (int kind = 0; kind < KINDS; kind++) {
        int left = totals[kind];
        for (int owner = 0; owner < out.owners; owner++) left -= a->owned[owner][kind];
        for (int scoring = a->scored; scoring < SCORINGS; scoring++)
            out.looseness[kind][scoring] = 1 / (w[LOOSE] + w[SPREAD] * sqrtf((float)left * w[COMING_A + scoring]));
    }
    float supply = (float)(a->building_count + PLACES) / (float)a->head.players / w[SUPPLY];
    out.coin = w[COIN] * (supply < 1 ? supply : 1);
    out.card = w[CARD] * (supply < 1 ? supply : 1);
    return out;
}

/* How likely a lead of so many buildings lasts. */
static inline float lasts(float lead) { return 0.5F + 0.5F * lead / (1 + fabsf(lead)); }

/* What the coming scorings may pay an owner for a kind if it had `more` of them, or the dummy had. */
static float kind_worth(const struct outlook *out, int owner, int kind, int more, int dummy_more) {
    const struct alhambra *a = out->a;
    int mine = a->owned[owner][kind] + more;
    float worth = 0;
    for (int scoring = a->scored; scoring < SCORINGS; scoring++) {
        float places[3] = {1, 0, 0}; /* how likely each of the first three is */
        for (int other = 0; other < out->owners; other++) {
            if (other == owner) continue;
            int theirs = a->owned[other][kind] + (other == DUMMY ? dummy_more : 0);
            float ahead = lasts((float)(mine - theirs) * out->looseness[kind][scoring]);
            places[2] = places[2] * ahead + places[1] * (1 - ahead);
            places[1] = places[1] * ahead + places[0] * (1 - ahead);
            places[0] *= ahead;
        }
        for (int place = 0; place <= scoring; place++) worth += places[place] * (float)(paid[scoring][place] + kind);
    }
    return mine ? worth : worth * out->w[NONE_YET];
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
    for (int seat = 0; seat < a->head.players; seat++) {
        values[seat] = (float)a->points[seat] + hand_worth(&out, seat);
        for (int kind = 0; kind < KINDS; kind++) values[seat] += kind_worth(&out, seat, kind, 0, 0);
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
        float now = kind_worth(out, seat, kind, 0, 0);
        offers.kept[place] = kind_worth(out, seat, kind, 1, 0) - now;
        if (out->a->head.players > 2) continue;
        float theirs = kind_worth(out, other, kind, 0, 1) - kind_worth(out, other, kind, 0, 0);
        offers.given[place] = kind_worth(out, seat, kind, 0, 1) - now - theirs;
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
