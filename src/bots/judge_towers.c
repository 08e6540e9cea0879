/*
 * What good players of 5 Towers look at: how much room a tower still has. A card is worth its point, less the room it
 * takes: from 13 to 12 costs next to nothing, a low card closes its tower early, an 8 opens it again. A roof doubles
 * what stands and ends all growth, so it is for high towers, low tops and late rounds; and who counts knows when the
 * last roof of a kind is built. Bids follow from that: as many cards as are worth having, and not one more.
 */
#include "bots/judgement.h"
#include "games/towers.h"

#include <math.h>

enum { GROWTH = GENERAL, GROWTH_POWER, ROOF, COMING_AGAIN, PICK, HEAT, WEIGHTS };

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(0.7F, 10, 40, 0.014F),
    /* A new tower earns growth * n^power points when n cards of its kind are still to be had. */
    [GROWTH] = {"growth", 1.4F},
    [GROWTH_POWER] = {"growth-power", 0.7F},
    /* What part of the roofs still to come will be built. */
    [ROOF] = {"roof", 0.96F},
    /* Of the cards put back, how many come again: the others will have been built. */
    [COMING_AGAIN] = {"coming-again", 0.6F},
    /* How many cards of a kind a seat has its pick of, if the seats took turns at the displays. */
    [PICK] = {"pick", 2.5F},
    /* How much sharper a better move is preferred, for each point. */
    [HEAT] = {"heat", 2},
};

/* How much of a new tower's growth is left above this top: solved for a single tower by going back from its last card,
   each card being taken when that is better than leaving it. */
static const float room_above[NO_TOP + 1] = {
    [0] = 0,    [1] = .36F,  [2] = .43F,  [3] = .49F,  [4] = .55F,  [5] = .60F,  [6] = .65F,  [7] = .70F,   [8] = 1,
    [9] = .81F, [10] = .81F, [11] = .84F, [12] = .88F, [13] = .91F, [14] = .94F, [15] = .97F, [NO_TOP] = 1,
};

/* What there is to be had from now on. */
struct outlook {
    float growth;      /* of a new tower */
    float roof[KINDS]; /* the chance of a tower of this kind to get one */
};

static int top_of(const struct towers *t, int seat, int kind) {
    int height = t->height[seat][kind];
    return height ? t->tower[seat][kind][height - 1] : NO_TOP;
}

/* The roofs still to come. */
static void count_roofs(const struct towers *t, int roofs[KINDS]) {
    for (int i = 0; i < t->pile_count; i++)
        if (!value_of(t->hidden.pile[i])) roofs[kind_of(t->hidden.pile[i])]++;
    for (int i = 0; i < t->display_count; i++)
        if (!value_of(t->display[i])) roofs[kind_of(t->display[i])]++;
    for (int kind = 0; !t->is_reshuffled && kind < KINDS; kind++) roofs[kind] += t->discard[card_of(kind, 0)];
}

static struct outlook look_ahead(const struct towers *t, const float *w) {
    int players = t->head.players, roofs[KINDS] = {0};
    float coming = t->pile_count;
    if (!t->is_reshuffled) coming += t->discard_count + w[COMING_AGAIN] * (coming + t->display_count);
    float n = w[PICK] * coming / (float)(KINDS * players);
    struct outlook outlook = {.growth = w[GROWTH] * powf(n, w[GROWTH_POWER])};
    count_roofs(t, roofs);
    for (int kind = 0; kind < KINDS; kind++) {
        int open = 0;
        for (int seat = 0; seat < players; seat++) open += top_of(t, seat, kind) != 0;
        outlook.roof[kind] = w[ROOF] * (float)roofs[kind] / fmaxf((float)open, 1);
    }
    return outlook;
}

static bool can_cover(int top, int value) { return top != 0 && (value < top || top == 8 || value == 9); }

static int tallest_of(const struct towers *t, int seat) {
    int tallest = 0;
    for (int kind = 0; kind < KINDS; kind++)
        if (t->height[seat][kind] > tallest) tallest = t->height[seat][kind];
    return tallest;
}

/* What the next demolition costs. */
static int next_fine(const struct towers *t, int seat) {
    int fine = 1;
    for (int i = 0; i < t->fallen_count; i++) fine += t->fallen_of[i] == seat;
    return fine;
}

/* The points that a tower may be expected to have at the end. */
static float tower_worth(const struct outlook *outlook, int kind, int top, int height) {
    if (top == 0) return 2 * (float)height;
    return (float)height * (1 + outlook->roof[kind]) + outlook->growth * room_above[top];
}

/* What building a card adds. */
static float card_worth(const struct outlook *outlook, int kind, int top, int height, int value, int tallest) {
    return tower_worth(outlook, kind, value, height + 1) - tower_worth(outlook, kind, top, height) +
           (height >= tallest);
}

/* ---- Bids ----------------------------------------------------------------------------------------------- */

/* What the cards of the display are worth to a seat, best first. */
struct prices {
    int count;
    float worth[DISPLAY];
};

static void add_price(struct prices *prices, float worth) {
    int at = prices->count++;
    for (; at > 0 && prices->worth[at - 1] < worth; at--) prices->worth[at] = prices->worth[at - 1];
    prices->worth[at] = worth;
}

/* Highest cards first: a card that is worth taking is what the lower ones of its kind will cover. */
static struct prices price_display(const struct towers *t, int seat, const struct outlook *outlook) {
    struct prices prices = {0};
    int tallest = tallest_of(t, seat);
    for (unsigned left = (1U << t->display_count) - 1; left;) {
        int first = __builtin_ctz(left);
        int kind = kind_of(t->display[first]), top = top_of(t, seat, kind), height = t->height[seat][kind];
        for (;;) {
            int next = -1;
            for (int i = first; i < t->display_count; i++)
                if (left >> i & 1 && kind_of(t->display[i]) == kind && (next < 0 || t->display[i] > t->display[next]))
                    next = i;
            if (next < 0) break;
            left &= ~(1U << next);
            int value = value_of(t->display[next]);
            if (!can_cover(top, value)) continue;
            float worth = card_worth(outlook, kind, top, height, value, tallest);
            add_price(&prices, worth);
            if (worth > 0) top = value, height++;
        }
    }
    return prices;
}

static void weigh_bids(const struct towers *t, int seat, const struct arkad_move *moves, int count, const float *w,
                       float *promises) {
    struct outlook outlook = look_ahead(t, w);
    struct prices prices = price_display(t, seat, &outlook);
    float totals[DISPLAY + 1] = {0};
    /* Cards that fit nowhere need a demolition: its fine, and the card that falls. */
    for (int bid = 1; bid <= t->display_count; bid++)
        totals[bid] = totals[bid - 1] + (bid <= prices.count ? prices.worth[bid - 1] : -(float)next_fine(t, seat) - 1);
    for (int i = 0; i < count; i++) promises[i] = moves[i].verb == BID_N ? expf(w[HEAT] * totals[moves[i].args[0]]) : 1;
}

/* ---- Building ------------------------------------------------------------------------------------------- */

/* What a demolition makes possible, less what it costs. */
static float demolition_worth(const struct towers *t, int seat, int kind, const struct outlook *outlook) {
    int height = t->height[seat][kind], top = top_of(t, seat, kind), tallest = tallest_of(t, seat);
    int below = height > 1 ? t->tower[seat][kind][height - 2] : NO_TOP;
    float best = 0;
    for (int i = 0; i < t->display_count; i++) {
        int value = value_of(t->display[i]);
        if (kind_of(t->display[i]) != kind || !can_cover(below, value)) continue;
        float gain = card_worth(outlook, kind, below, height - 1, value, tallest);
        if (can_cover(top, value)) gain -= fmaxf(0, card_worth(outlook, kind, top, height, value, tallest));
        best = fmaxf(best, gain);
    }
    float loss = tower_worth(outlook, kind, top, height) - tower_worth(outlook, kind, below, height - 1);
    return best - loss - (float)next_fine(t, seat);
}

static void weigh_builds(const struct towers *t, int seat, const struct arkad_move *moves, int count, const float *w,
                         float *promises) {
    struct outlook outlook = look_ahead(t, w);
    int tallest = tallest_of(t, seat);
    for (int i = 0; i < count; i++) {
        if (moves[i].verb == DEMOLISH) {
            promises[i] = expf(w[HEAT] * demolition_worth(t, seat, moves[i].args[0] - 1, &outlook));
        } else {
            int kind = kind_of(moves[i].args[0]), value = value_of(moves[i].args[0]);
            promises[i] = expf(
                w[HEAT] * card_worth(&outlook, kind, top_of(t, seat, kind), t->height[seat][kind], value, tallest));
        }
    }
}

static void weigh(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  const float *w, float *promises) {
    const struct towers *t = (const void *)position;
    if (t->head.phase == BID)
        weigh_bids(t, seat, moves, count, w, promises);
    else
        weigh_builds(t, seat, moves, count, w, promises);
}

/* ---- Standing ------------------------------------------------------------------------------------------- */

static void evaluate(const struct arkad_position *position, const float *w, float values[ARKAD_SEATS_MAX]) {
    const struct towers *t = (const void *)position;
    struct outlook outlook = look_ahead(t, w);
    for (int seat = 0; seat < t->head.players; seat++) {
        float fines = (float)next_fine(t, seat) - 1;
        values[seat] = (float)tallest_of(t, seat) - fines * (fines + 1) / 2;
        for (int kind = 0; kind < KINDS; kind++)
            values[seat] += tower_worth(&outlook, kind, top_of(t, seat, kind), t->height[seat][kind]);
    }
}

const struct judgement towers_judgement = {
    .game = "towers", .weights = weights, .weight_count = WEIGHTS, .evaluate = evaluate, .weigh = weigh};
