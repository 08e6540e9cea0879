/*
 * What good players of 5 Towers look at: how much room a tower still has. A card is worth its point, less the room it
 * takes: from 13 to 12 costs next to nothing, a low card closes its tower early, an 8 or a 9 opens it again. A roof
 * doubles what stands and ends all growth, so it is for high towers, low tops and late rounds; and who counts knows
 * whether another 8, 9 or roof of a kind can come. Bids follow from that: as many cards as are worth having, or one
 * more than others would bid to have what they want.
 */
#include "bots/judgement.h"
#include "games/towers/towers.h"

#include <math.h>
#include <string.h>

enum { GROWTH = GENERAL, GROWTH_POWER, ROOF, COMING_AGAIN, PICK, HEAT, HARM, WEIGHTS };

static const struct weight weights[WEIGHTS] = {
    GENERAL_WEIGHTS(1.2F, 10, 40, 0.025F, 0.075F),
    NET_WEIGHTS(0.35F, 0),
    /* A new tower earns growth * n^power points when n cards of its kind are still to be had. */
    [GROWTH] = {"growth", 1.6F},
    [GROWTH_POWER] = {"growth-power", 0.7F},
    /* What part of the roofs still to come will be built. */
    [ROOF] = {"roof", 0.96F},
    /* Of the cards put back, how many come again: the others will have been built. */
    [COMING_AGAIN] = {"coming-again", 0.6F},
    /* How many cards of a kind a seat has its pick of, if the seats took turns at the displays. */
    [PICK] = {"pick", 2.5F},
    /* How much sharper a better move is preferred, for each point. */
    [HEAT] = {"heat", 1.2F},
    /* How much of what a seat gets is a loss to the others, who share it. */
    [HARM] = {"harm", 1},
};

/* How much of a new tower's growth is left above this top, whether a 9 and whether an 8 is still to come: solved for a
   single tower by going back from its last card, each card being taken when that is better than leaving it. */
static const float room_above[2][2][NO_TOP + 1] = {
    {{0, 0, .12F, .20F, .28F, .34F, .40F, .45F, .75F, .50F, .50F, .55F, .59F, .63F, .67F, .71F, .75F},
     {0, 0, .12F, .20F, .28F, .34F, .40F, .45F, .88F, .61F, .61F, .66F, .71F, .76F, .80F, .84F, .88F}},
    {{0, .32F, .41F, .48F, .53F, .58F, .62F, .66F, .89F, .70F, .70F, .73F, .77F, .80F, .83F, .86F, .89F},
     {0, .35F, .44F, .50F, .56F, .61F, .65F, .69F, 1, .80F, .80F, .84F, .87F, .91F, .94F, .97F, 1}},
};

/* What there is to be had from now on. */
struct outlook {
    float growth;             /* of a new tower */
    const float *room[KINDS]; /* what is left of it above each top */
    float roof[KINDS];        /* the chance of a tower of this kind to get one */
};

static struct outlook look_ahead(const struct towers *t, const float *w) {
    int players = t->head.players;
    float coming = t->pile_count;
    if (!t->is_reshuffled) coming += t->discard_count + w[COMING_AGAIN] * (coming + t->display_count);
    float n = w[PICK] * coming / (float)(KINDS * players);
    struct outlook outlook = {.growth = w[GROWTH] * powf(n, w[GROWTH_POWER])};
    uint8_t left[CARDS + 1] = {0}; /* to come, of each card */
    if (!t->is_reshuffled) memcpy(left, t->discard, sizeof left);
    for (int i = 0; i < t->pile_count; i++) left[t->hidden.pile[i]]++;
    for (int i = 0; i < t->display_count; i++) left[t->display[i]]++;
    for (int kind = 0; kind < KINDS; kind++) {
        int open = 0;
        for (int seat = 0; seat < players; seat++) open += top_of(t, seat, kind) != 0;
        outlook.room[kind] = room_above[left[card_of(kind, 9)] > 0][left[card_of(kind, 8)] > 0];
        outlook.roof[kind] = w[ROOF] * (float)left[card_of(kind, 0)] / (float)(open ? open : 1);
    }
    return outlook;
}

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
    return (float)height * (1 + outlook->roof[kind]) + outlook->growth * outlook->room[kind][top];
}

/* What building a card adds. */
static float card_worth(const struct outlook *outlook, int kind, int top, int height, int value, int tallest) {
    return tower_worth(outlook, kind, value, height + 1) - tower_worth(outlook, kind, top, height) +
           (height >= tallest);
}

/* From what moves are worth to how promising they are. */
static void promise(float *worths, int count, float heat) {
    float best = worths[0];
    for (int i = 1; i < count; i++) best = fmaxf(best, worths[i]);
    for (int i = 0; i < count; i++) worths[i] = expf(heat * (worths[i] - best));
}

/* ---- Bids ----------------------------------------------------------------------------------------------- */

struct auction {
    int count;
    uint8_t cards[DISPLAY]; /* of each kind the highest first */
    int later_count, later[SEATS];
    float gains[SEATS][DISPLAY + 1]; /* what taking so many cards would bring a seat */
    float harm;                      /* what part of it each of the others loses by that */
};

static void lay_out(const struct towers *t, struct auction *a) {
    for (; a->count < t->display_count; a->count++) {
        int at = a->count;
        for (; at > 0 && a->cards[at - 1] < t->display[a->count]; at--) a->cards[at] = a->cards[at - 1];
        a->cards[at] = t->display[a->count];
    }
}

/* The best cards for the seat are taken first. A card that is worth taking is what the lower ones of its kind will
   cover; cards that fit nowhere need a demolition: its fine, and the card that falls. */
static void price_bids(const struct towers *t, int seat, const struct outlook *outlook, struct auction *a) {
    float worths[DISPLAY], *gains = a->gains[seat], last = -(float)next_fine(t, seat) - 1;
    int tallest = tallest_of(t, seat), fitting = 0;
    for (int i = 0, kind = -1, top = 0, height = 0; i < a->count; i++) {
        int value = value_of(a->cards[i]);
        if (kind != kind_of(a->cards[i])) {
            kind = kind_of(a->cards[i]);
            top = top_of(t, seat, kind);
            height = t->height[seat][kind];
        }
        if (!can_cover(top, value)) continue;
        float worth = card_worth(outlook, kind, top, height, value, tallest);
        int at = fitting++;
        for (; at > 0 && worths[at - 1] < worth; at--) worths[at] = worths[at - 1];
        worths[at] = worth;
        if (worth > 0) top = value, height++;
    }
    for (int bid = 0; bid < a->count; bid++) gains[bid + 1] = gains[bid] + (bid < fitting ? worths[bid] : last);
}

/* How a standing bid ends for a seat, if all who are asked after it do what is best for them then. */
static float foresee(const struct auction *a, int seat, int holder, int high) {
    for (int i = 0; i < a->later_count && high < a->count; i++) {
        const float *gains = a->gains[a->later[i]];
        float best = -a->harm * a->gains[holder][high];
        for (int bid = high + 1; bid <= a->count; bid++)
            if (gains[bid] > best) best = gains[bid], holder = a->later[i], high = bid;
    }
    return holder == seat ? a->gains[seat][high] : -a->harm * a->gains[holder][high];
}

static void weigh_bids(const struct towers *t, int seat, const struct arkad_move *moves, int count, const float *w,
                       float *promises) {
    struct outlook outlook = look_ahead(t, w);
    int players = t->head.players;
    struct auction auction = {.harm = w[HARM] / (float)(players - 1)};
    lay_out(t, &auction);
    for (int i = 0; i < players; i++) {
        int other = (seat + i) % players;
        bool is_asked = t->bids[other] != NOT_ASKED;
        if (i && !is_asked) auction.later[auction.later_count++] = other;
        if (!is_asked || other == t->winner - 1) price_bids(t, other, &outlook, &auction);
    }
    for (int i = 0; i < count; i++)
        promises[i] = moves[i].verb == BID_N ? foresee(&auction, seat, seat, moves[i].args[0])
                                             : foresee(&auction, seat, t->winner - 1, t->high - 1);
    promise(promises, count, w[HEAT]);
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
        uint8_t what = moves[i].args[0];
        int kind = moves[i].verb == DEMOLISH ? what - 1 : kind_of(what);
        if (moves[i].verb == DEMOLISH)
            promises[i] = demolition_worth(t, seat, kind, &outlook);
        else
            promises[i] =
                card_worth(&outlook, kind, top_of(t, seat, kind), t->height[seat][kind], value_of(what), tallest);
    }
    promise(promises, count, w[HEAT]);
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
