/*
 * Alhambra, the card game: four buildings lie on the yard, each to be paid in the currency of its place, and four
 * money cards lie beside it. In turn a seat takes money or buys a building; who pays exactly acts again. Three times
 * the owners of the most buildings of each kind score: when the scoring cards A and B come up from the money, and
 * when the buildings run out. With two players an imaginary third owner, the dummy, collects buildings too.
 *
 * Hidden are only the orders of the two piles: every card in a hand was once seen by all, so the hands lie among what
 * everyone sees, and only the JSON keeps them secret. The time goes into the list of payments.
 */
#include "engine/moment.h"
#include "games/alhambra/alhambra.h"

#include <assert.h>
#include <string.h>

static inline int scoring_cards_left(const struct alhambra *a) { return SCORING_CARDS - a->scored; }
/* With two players one of the three copies is taken out. */
static inline int money_copies(const struct alhambra *a) { return has_dummy(a) ? COPIES - 1 : COPIES; }

/* ---- Set-up ------------------------------------------------------------------------------------------- */

static uint8_t draw(uint8_t *pile, uint8_t *count) {
    uint8_t card = pile[--*count];
    pile[*count] = 0;
    return card;
}

static void put_in(uint8_t *pile, uint8_t *count, int at, uint8_t card) {
    memmove(pile + at + 1, pile + at, (size_t)(*count - at));
    pile[at] = card;
    ++*count;
}

static void keep(struct alhambra *a, int owner, uint8_t building) {
    a->owned[owner][kind_of(building)]++;
    a->gone[building - FIRST_BUILDING]++;
}

static void give_dummy(struct alhambra *a, int count) {
    while (count-- && a->building_count) keep(a, DUMMY, draw(a->hidden.buildings, &a->building_count));
}

/* Lays buildings into the empty places; false if they run out. */
static bool fill_yard(struct alhambra *a) {
    for (int place = 0; place < PLACES; place++) {
        if (a->yard[place]) continue;
        if (!a->building_count) return false;
        a->yard[place] = draw(a->hidden.buildings, &a->building_count);
    }
    return true;
}

static void shuffle_discard(struct alhambra *a, struct arkad_tape *tape) {
    for (uint8_t card = 1; card <= MONEY; card++)
        while (a->discard[card]) a->discard[card]--, a->hidden.pile[a->pile_count++] = card;
    a->discard_count = 0;
    chance_shuffle(&a->hidden.chance, tape, a->hidden.pile, a->pile_count);
}

/* Lays money up to four; returns how many scoring cards came up. */
static int fill_money(struct alhambra *a, struct arkad_tape *tape) {
    int scorings = 0;
    while (a->money_count < OPEN_MONEY) {
        if (!a->pile_count) {
            if (!a->discard_count) break;
            shuffle_discard(a, tape);
        }
        uint8_t card = draw(a->hidden.pile, &a->pile_count);
        if (card <= MONEY)
            a->money[a->money_count++] = card;
        else
            scorings++;
    }
    return scorings;
}

static void draw_hand(struct alhambra *a, int seat) {
    for (int total = 0; total < STARTING_MONEY;) {
        uint8_t card = draw(a->hidden.pile, &a->pile_count);
        a->hands[seat][card]++;
        a->hand_size[seat]++;
        total += value_of(card);
    }
}

/* The seat with the fewest cards; of those tied the first clockwise from the youngest. */
static int first_to_play(const struct alhambra *a) {
    int best = a->head.options[OPTION_STARTER];
    for (int seat = 0, next = best; seat < a->head.players; seat++, next = seat_after(&a->head, next))
        if (a->hand_size[next] < a->hand_size[best]) best = next;
    return best;
}

/* The n-th of the five piles, from 1 on top: as equal as can be, larger ones first. */
static int fifth(int first_pile, int n) { return (first_pile + 5 - n) / 5; }

/* Where a scoring card may lie, counted from the bottom of the first pile. */
struct span {
    int low, high;
};

static struct span span_of(int scoring, int first_pile) {
    int low = fifth(first_pile, 5);
    if (scoring == SCORING_B) return (struct span){low, low + fifth(first_pile, 4)};
    low += fifth(first_pile, 4) + 1 + fifth(first_pile, 3);
    return (struct span){low, low + fifth(first_pile, 2)};
}

/* The pile is shuffled already, so a scoring card is shuffled into its fifth by drawing its place there. */
static void hide_scoring_cards(struct alhambra *a, struct arkad_tape *tape) {
    a->first_pile = a->pile_count;
    for (int scoring = SCORING_B; scoring >= SCORING_A; scoring--) {
        struct span span = span_of(scoring, a->first_pile);
        int nth = chance_die(&a->hidden.chance, tape, span.high - span.low + 1);
        put_in(a->hidden.pile, &a->pile_count, span.low + nth - 1, (uint8_t)scoring);
    }
}

static void deal(void *position, struct arkad_tape *tape) {
    struct alhambra *a = position;
    for (uint8_t building = FIRST_BUILDING; building <= CARDS; building++)
        for (int i = 0; i < copies_of(building); i++) a->hidden.buildings[a->building_count++] = building;
    chance_shuffle(&a->hidden.chance, tape, a->hidden.buildings, a->building_count);
    fill_yard(a);
    if (has_dummy(a)) give_dummy(a, DUMMY_AT_FIRST);

    for (uint8_t card = 1; card <= MONEY; card++)
        for (int i = 0; i < money_copies(a); i++) a->hidden.pile[a->pile_count++] = card;
    chance_shuffle(&a->hidden.chance, tape, a->hidden.pile, a->pile_count);
    for (int seat = 0; seat < a->head.players; seat++) draw_hand(a, seat);
    fill_money(a, tape);
    hide_scoring_cards(a, tape);
    a->turn = (uint8_t)(first_to_play(a) + 1);
    a->head.phase = TURN;
}

/* Buildings that are neither on the yard nor in the pile nor, as far as remembered, gone. */
static void count_missing(const struct alhambra *a, uint8_t missing[BUILDINGS]) {
    for (int i = 0; i < BUILDINGS; i++) missing[i] = (uint8_t)(copies_of((uint8_t)(FIRST_BUILDING + i)) - a->gone[i]);
    for (int place = 0; place < PLACES; place++)
        if (a->yard[place]) missing[a->yard[place] - FIRST_BUILDING]--;
    for (int i = 0; i < a->building_count; i++)
        if (a->hidden.buildings[i]) missing[a->hidden.buildings[i] - FIRST_BUILDING]--;
}

/* From the top of the buildings: the yard, then whatever the dummy was given. */
static void undeal_buildings(const struct alhambra *a, struct arkad_tape *tape) {
    uint8_t pile[BUILDING_PILE_MAX], missing[BUILDINGS];
    int count = a->building_count;
    memcpy(pile, a->hidden.buildings, a->building_count);
    count_missing(a, missing);
    for (int i = 0; i < BUILDINGS; i++)
        while (missing[i]--) pile[count++] = (uint8_t)(FIRST_BUILDING + i);
    for (int place = PLACES; place-- > 0;)
        if (a->yard[place]) pile[count++] = a->yard[place];
    tape_shuffle(tape, pile, count);
}

/* Puts a hand on a pile so that its largest card is drawn last: if any order stops at the right card, this does. */
static int undraw_hand(const uint8_t hand[MONEY + 1], uint8_t *pile, int count) {
    for (int value = VALUES; value > 0; value--)
        for (int currency = 0; currency < CURRENCIES; currency++)
            for (int i = 0; i < hand[currency * VALUES + value]; i++)
                pile[count++] = (uint8_t)(currency * VALUES + value);
    return count;
}

/* From the top of the money: the hands in seat order, the open cards, the rest. */
static void undeal_money(const struct alhambra *a, struct arkad_tape *tape) {
    uint8_t pile[PILE_MAX];
    int count = 0, at[SCORING_B + 1] = {0};
    for (int i = 0; i < a->pile_count; i++)
        if (a->hidden.pile[i] <= MONEY)
            pile[count++] = a->hidden.pile[i];
        else
            at[a->hidden.pile[i]] = i;
    int first_pile = count;
    for (int i = a->money_count; i-- > 0;) pile[count++] = a->money[i];
    for (int seat = a->head.players; seat-- > 0;) count = undraw_hand(a->hands[seat], pile, count);
    tape_shuffle(tape, pile, count);
    for (int scoring = SCORING_B; scoring >= SCORING_A; scoring--)
        tape_die(tape, at[scoring] - span_of(scoring, first_pile).low + 1);
}

static void undeal(const void *position, struct arkad_tape *tape) {
    undeal_buildings(position, tape);
    undeal_money(position, tape);
}

/* ---- What a seat may do --------------------------------------------------------------------------------- */

/* The cards of one currency in a hand. */
struct purse {
    const uint8_t *counts; /* by value, from 1 */
    int worth[VALUES + 1]; /* of the cards up to a value */
};

static void open_purse(const struct alhambra *a, int seat, int currency, struct purse *purse) {
    purse->counts = a->hands[seat] + currency * VALUES;
    purse->worth[0] = 0;
    for (int value = 1; value <= VALUES; value++)
        purse->worth[value] = purse->worth[value - 1] + value * purse->counts[value];
}

static int worth_of(const struct alhambra *a, int seat, int currency) {
    struct purse purse;
    open_purse(a, seat, currency, &purse);
    return purse.worth[VALUES];
}

static bool can_buy_any(const struct alhambra *a, int seat) {
    for (int place = 0; place < PLACES; place++)
        if (a->yard[place] && worth_of(a, seat, place) >= price_of(a->yard[place])) return true;
    return false;
}

static const char *check_take(const struct alhambra *a, const struct arkad_move *move, struct text *why) {
    int total = 0, count = 0;
    for (; count < OPEN_MONEY && move->args[count]; count++) {
        uint8_t card = move->args[count];
        int wanted = 0, open = 0;
        for (int i = 0; i < OPEN_MONEY; i++) wanted += move->args[i] == card, open += a->money[i] == card;
        if (!open) return text_say(why, "%s does not lie open", cards[card]);
        if (wanted > open) return text_say(why, "that is %d of %s, and %d lies open", wanted, cards[card], open);
        total += value_of(card);
    }
    if (count == 1 || total <= TAKE_MAX) return NULL;
    return text_say(why, "together that is %d, and several cards may be worth %d at most", total, TAKE_MAX);
}

static const char *check_buy(const struct alhambra *a, int seat, const struct arkad_move *move, struct text *why) {
    int place = move->args[PLACE] - 1;
    uint8_t building = a->yard[place];
    if (!building) return text_say(why, "place %d of the yard is empty", place + 1);
    if (move->args[FOR_DUMMY] && !has_dummy(a)) return text_say(why, "the dummy takes part only with two players");
    for (int value = VALUES; value > 0; value--) {
        int card = place * VALUES + value, paid = move->args[PAID + value], held = a->hands[seat][card];
        if (paid && !held) return text_say(why, "there is no %s in the hand", cards[card]);
        if (paid > held) return text_say(why, "that is %d of %s, and the hand has %d", paid, cards[card], held);
    }
    int sum = amount(move), price = price_of(building);
    if (sum >= price) return NULL;
    return text_say(why, "that is %d, and %s costs %d %s", sum, cards[building], price, currencies[place]);
}

static const char *check_pass(const struct alhambra *a, int seat, struct text *why) {
    if (a->money_count) return text_say(why, "there is money to take: only who can do nothing passes");
    return can_buy_any(a, seat) ? text_say(why, "there is a building to buy: only who can do nothing passes") : NULL;
}

static unsigned waits(const void *position) {
    const struct alhambra *a = position;
    return 1U << (a->turn - 1);
}

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    const struct alhambra *a = position;
    if (seat + 1 != a->turn) return text_say(why, "it is seat %d's turn", a->turn - 1);
    switch (move->verb) {
    case TAKE: return check_take(a, move, why);
    case BUY: return check_buy(a, seat, move, why);
    default: return check_pass(a, seat, why);
    }
}

/* The open money sorted like a take. */
struct sorted {
    int count;
    uint8_t cards[OPEN_MONEY];
};

static struct sorted sort_money(const struct alhambra *a) {
    struct sorted open = {.count = a->money_count};
    for (int i = 0; i < open.count; i++) {
        int at = i;
        for (; at > 0 && open.cards[at - 1] > a->money[i]; at--) open.cards[at] = open.cards[at - 1];
        open.cards[at] = a->money[i];
    }
    return open;
}

/* Adds to a draft of so many cards, of this worth, each open card behind them that may be taken too. Of equal cards
   only the first is tried, so that every take is listed once. */
static int list_takes(const struct sorted *open, int next, int taken, int worth, const struct arkad_move *draft,
                      struct arkad_move *moves) {
    int count = 0;
    for (int i = next; i < open->count; i++) {
        int total = worth + value_of(open->cards[i]);
        if ((i > next && open->cards[i] == open->cards[i - 1]) || (taken && total > TAKE_MAX)) continue;
        struct arkad_move *take = &moves[count++];
        *take = *draft;
        take->args[taken] = open->cards[i];
        if (total < TAKE_MAX) count += list_takes(open, i + 1, taken + 1, total, take, moves + count);
    }
    return count;
}

/* Lays down cards of this value or less until the price is reached. Laid in falling order, the card that reaches it
   is the smallest, so these are the payments from which no card could be left out. */
static int list_payments(const struct purse *purse, int value, int owed, const struct arkad_move *draft,
                         struct arkad_move *moves) {
    assert(owed > 0 && purse->worth[value] >= owed);
    while (!purse->counts[value]) value--;
    int count = 0;
    for (int laid = 0; laid <= purse->counts[value]; laid++, owed -= value) {
        if (owed <= 0) {
            moves[count] = *draft;
            moves[count++].args[PAID + value] = (uint8_t)laid;
            break;
        }
        if (purse->worth[value - 1] < owed) continue;
        struct arkad_move more = *draft;
        more.args[PAID + value] = (uint8_t)laid;
        count += list_payments(purse, value - 1, owed, &more, moves + count);
    }
    return count;
}

static int list_purchases(const struct alhambra *a, int seat, int place, struct arkad_move *moves) {
    if (!a->yard[place]) return 0;
    struct purse purse;
    open_purse(a, seat, place, &purse);
    int price = price_of(a->yard[place]);
    if (purse.worth[VALUES] < price) return 0;
    struct arkad_move draft = {.verb = BUY, .args = {[PLACE] = (uint8_t)(place + 1)}};
    int count = list_payments(&purse, VALUES, price, &draft, moves);
    if (!has_dummy(a)) return count;
    for (int i = 0; i < count; i++) {
        moves[count + i] = moves[i];
        moves[count + i].args[FOR_DUMMY] = 1;
    }
    return 2 * count;
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct alhambra *a = position;
    if (seat + 1 != a->turn) return 0;
    struct sorted open = sort_money(a);
    struct arkad_move draft = {.verb = TAKE};
    int count = list_takes(&open, 0, 0, 0, &draft, moves);
    for (int place = 0; place < PLACES; place++) count += list_purchases(a, seat, place, moves + count);
    if (!count) moves[count++] = (struct arkad_move){.verb = PASS};
    return count;
}

/* ---- What happens then ---------------------------------------------------------------------------------- */

static void hold_scoring(struct alhambra *a, int scoring);

/* The seat with the most money of a currency, or -1 on a tie. */
static int richest(const struct alhambra *a, int currency) {
    int best = -1, most = 0;
    for (int seat = 0; seat < a->head.players; seat++) {
        int worth = worth_of(a, seat, currency);
        if (worth > most)
            best = seat, most = worth;
        else if (worth == most)
            best = -1;
    }
    return best;
}

static void end_game(struct alhambra *a) {
    for (int place = 0; place < PLACES; place++) {
        int seat = richest(a, place);
        if (!a->yard[place] || seat < 0) continue;
        keep(a, seat, a->yard[place]);
        a->yard[place] = 0;
    }
    hold_scoring(a, LAST_SCORING);
    a->head.phase = OVER;
    a->turn = 0;
}

/* The scoring card that came up leaves the game. */
static void score_card(struct alhambra *a) {
    static const uint8_t dummy_gets[] = {6, 2};
    hold_scoring(a, a->scored);
    if (has_dummy(a)) give_dummy(a, dummy_gets[a->scored]);
    a->scored++;
    if (a->scored == SCORING_CARDS) a->first_pile = 0;
}

static void end_turn(struct alhambra *a, int seat, struct arkad_tape *tape) {
    a->actions = 0;
    if (!fill_yard(a)) {
        end_game(a);
        return;
    }
    a->turn = (uint8_t)(seat_after(&a->head, seat) + 1);
    for (int scorings = fill_money(a, tape); scorings > 0; scorings--) score_card(a);
}

static void take(struct alhambra *a, int seat, const struct arkad_move *move) {
    for (int i = 0; i < OPEN_MONEY && move->args[i]; i++) {
        uint8_t *taken = memchr(a->money, move->args[i], a->money_count);
        assert(taken);
        memmove(taken, taken + 1, (size_t)(a->money + a->money_count - taken - 1));
        a->money[--a->money_count] = 0;
        a->hands[seat][move->args[i]]++;
        a->hand_size[seat]++;
    }
}

/* Buys; returns whether the seat acts again, having paid exactly. */
static bool buy(struct alhambra *a, int seat, const struct arkad_move *move) {
    int place = move->args[PLACE] - 1;
    for (int value = 1; value <= VALUES; value++) {
        int card = place * VALUES + value;
        uint8_t paid = move->args[PAID + value];
        take_from(&a->hands[seat][card], paid);
        add_to(&a->discard[card], paid);
        take_from(&a->hand_size[seat], paid);
        add_to(&a->discard_count, paid);
    }
    uint8_t building = a->yard[place];
    a->yard[place] = 0;
    keep(a, move->args[FOR_DUMMY] ? DUMMY : seat, building);
    a->actions++;
    return amount(move) == price_of(building);
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct alhambra *a = position;
    switch (move->verb) {
    case TAKE: take(a, seat, move); break;
    case BUY:
        if (buy(a, seat, move)) return;
        break;
    default: break;
    }
    end_turn(a, seat, tape);
}

/* ---- Scoring ------------------------------------------------------------------------------------------ */

/* What the first places pay for pavilions in scorings A, B and C; each kind pays 1 more than the one before. */
enum { RANKS = 3 };
static const uint8_t rewards[SCORINGS][RANKS] = {{1}, {8, 1}, {16, 8, 1}};

/* Owners who tie share what the places they occupy are paid. */
static int share(int scoring, int kind, int rank, int tied) {
    int sum = 0;
    for (int i = rank; i < rank + tied && i < RANKS; i++)
        if (rewards[scoring][i]) sum += rewards[scoring][i] + kind;
    return sum / tied;
}

static int score_kind(const struct alhambra *a, int owner, int scoring, int kind) {
    int own = a->owned[owner][kind], better = 0, tied = 0;
    if (!own) return 0;
    for (int other = 0; other < owners(a); other++) {
        better += a->owned[other][kind] > own;
        tied += a->owned[other][kind] == own;
    }
    return share(scoring, kind, better, tied);
}

static void hold_scoring(struct alhambra *a, int scoring) {
    for (int owner = 0; owner < owners(a); owner++)
        for (int kind = 0; kind < KINDS; kind++) add_to(&a->points[owner], score_kind(a, owner, scoring, kind));
}

/* The scoring that comes next, as if it were held now; when the game is over, C as it was held. */
static const char *const parts[] = {"before", "P", "S", "A", "C", "G", "T"};
enum { BEFORE, FIRST_KIND, COUNTS = FIRST_KIND + KINDS };

static void count(const void *position, int owner, int16_t *counts) {
    const struct alhambra *a = position;
    bool is_over = a->head.phase == OVER;
    counts[BEFORE] = a->points[owner];
    for (int kind = 0; kind < KINDS; kind++) {
        int points = score_kind(a, owner, is_over ? LAST_SCORING : a->scored, kind);
        counts[FIRST_KIND + kind] = (int16_t)points;
        if (is_over) add_points(&counts[BEFORE], -points);
    }
}

/* By how much a payment is too high, or what money taken together is worth. */
static int figure(const void *position, int seat, const struct arkad_move *move) {
    const struct alhambra *a = position;
    int total = 0;
    (void)seat;
    if (move->verb == BUY) {
        uint8_t building = a->yard[move->args[PLACE] - 1];
        return building ? amount(move) - price_of(building) : NO_FIGURE;
    }
    if (move->verb != TAKE) return NO_FIGURE;
    for (int i = 0; i < OPEN_MONEY && move->args[i]; i++) total += value_of(move->args[i]);
    return total;
}

/* What each place of each kind is paid, by scorings. */
static void write_rewards(struct json *out) {
    json_open(out, '[');
    for (int scoring = 0; scoring < SCORINGS; scoring++) {
        json_open(out, '[');
        for (int kind = 0; kind < KINDS; kind++) {
            json_open(out, '[');
            for (int rank = 0; rank < RANKS && rewards[scoring][rank]; rank++)
                json_number(out, share(scoring, kind, rank, 1));
            json_close(out, ']');
        }
        json_close(out, ']');
    }
    json_close(out, ']');
}

/* Who has most of each kind. */
static void write_leaders(const struct alhambra *a, struct json *out) {
    json_open(out, '[');
    for (int kind = 0; kind < KINDS; kind++) {
        int most = 1;
        for (int owner = 0; owner < owners(a); owner++)
            if (a->owned[owner][kind] > most) most = a->owned[owner][kind];
        json_open(out, '[');
        for (int owner = 0; owner < owners(a); owner++)
            if (a->owned[owner][kind] == most) json_number(out, owner);
        json_close(out, ']');
    }
    json_close(out, ']');
}

/* What each hand that is seen is worth in each currency. */
static void write_purses(const struct alhambra *a, struct json *out) {
    json_open(out, '[');
    for (int seat = 0; seat < a->head.players; seat++) {
        if (json_none(out, json_hides(out, seat))) continue;
        json_open(out, '[');
        for (int currency = 0; currency < CURRENCIES; currency++) json_number(out, worth_of(a, seat, currency));
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void facts(const void *position, struct json *out) {
    json_open(out, '{');
    json_key(out, "rewards"), write_rewards(out);
    json_key(out, "leaders"), write_leaders(position, out);
    json_key(out, "purses"), write_purses(position, out);
    json_close(out, '}');
}

/* The position as it was scored: with A and B the dummy gets its buildings only afterwards. */
static struct alhambra as_scored(const struct alhambra *before, const struct alhambra *after,
                                 const struct arkad_move *move) {
    struct alhambra scored = *after;
    if (!has_dummy(after) || after->head.phase == OVER) return scored;
    memcpy(scored.owned[DUMMY], before->owned[DUMMY], KINDS);
    if (move->verb == BUY && move->args[FOR_DUMMY]) scored.owned[DUMMY][kind_of(before->yard[move->args[PLACE] - 1])]++;
    return scored;
}

/* Kind by kind, with those who were paid for it. */
static void moments(const void *before, const void *after, int seat, const struct arkad_move *move, struct json *out) {
    const struct alhambra *was = before, *is = after;
    bool is_over = is->head.phase == OVER;
    int scoring = is_over ? LAST_SCORING : was->scored;
    (void)seat;
    if (!is_over && is->scored != was->scored + 1) return;
    struct alhambra scored = as_scored(was, is, move);
    for (int kind = 0; kind < KINDS; kind++) {
        moment_open(out, (const char *const[]){"A", "B", "C"}[scoring], kinds[kind]);
        for (int owner = 0; owner < owners(is); owner++) {
            int points = score_kind(&scored, owner, scoring, kind);
            if (points) moment_row(out, owner, scored.owned[owner][kind], points);
        }
        moment_close(out);
    }
}

static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct alhambra *a = position;
    for (int seat = 0; seat < a->head.players; seat++) keys[seat] = scores[seat] = a->points[seat];
}

/* ---- What a seat cannot see: the orders of the piles ------------------------------------------------------- */

/* Money that lies open, was discarded or is in a hand that is known. */
static void count_money(const struct alhambra *a, uint8_t counts[MONEY + 1]) {
    memcpy(counts, a->discard, MONEY + 1);
    for (int i = 0; i < a->money_count; i++) counts[a->money[i]]++;
    for (int seat = 0; seat < a->head.players; seat++)
        for (int card = 1; card <= MONEY; card++) counts[card] = (uint8_t)(counts[card] + a->hands[seat][card]);
}

/* A view read from JSON knows the sizes of the other hands only. */
static bool is_forgotten(const struct alhambra *a, int seat) {
    return a->head.viewer && a->head.viewer != seat + 1 && !sum_bytes(a->hands[seat], MONEY + 1);
}

/* Could the first pile have been of this size? A and B, if still to come, must lie in their fifths. */
static bool could_begin_with(const struct alhambra *a, int first_pile) {
    if (a->pile_count > first_pile + SCORING_CARDS) return false;
    if (a->scored && a->pile_count > span_of(SCORING_A, first_pile).high) return false;
    for (int scoring = SCORING_A + a->scored; scoring <= SCORING_B; scoring++) {
        struct span span = span_of(scoring, first_pile);
        if (a->pile_count <= span.low) return false;
        const uint8_t *at = memchr(a->hidden.pile, scoring, a->pile_count);
        if (at && (at - a->hidden.pile < span.low || at - a->hidden.pile > span.high)) return false;
    }
    return true;
}

static int first_pile_max(const struct alhambra *a) {
    return MONEY * money_copies(a) - OPEN_MONEY - HAND_MIN * a->head.players;
}

/* The sizes that the first pile could have had. */
static int first_piles(const struct alhambra *a, uint8_t sizes[PILE_MAX]) {
    int count = 0;
    for (int size = FIRST_PILE_MIN; size <= first_pile_max(a); size++)
        if (could_begin_with(a, size)) sizes[count++] = (uint8_t)size;
    return count;
}

static int recall_first_pile(const struct alhambra *a, struct chance *chance) {
    uint8_t sizes[PILE_MAX];
    return a->first_pile ? a->first_pile : sizes[chance_below(chance, (uint32_t)first_piles(a, sizes))];
}

/* A scoring card that has not come up is equally likely in every place of its fifth that is left. */
static void fill_scoring_cards(struct alhambra *a, struct chance *chance) {
    if (a->scored == SCORING_CARDS) return;
    int first_pile = recall_first_pile(a, chance);
    uint8_t count = (uint8_t)(a->pile_count - scoring_cards_left(a));
    for (int scoring = SCORING_B; scoring >= SCORING_A + a->scored; scoring--) {
        struct span span = span_of(scoring, first_pile);
        if (span.high > a->pile_count - 1) span.high = a->pile_count - 1;
        int place = span.low + (int)chance_below(chance, (uint32_t)(span.high - span.low + 1));
        put_in(a->hidden.pile, &count, place, (uint8_t)scoring);
    }
}

static void fill_money_pile(struct alhambra *a, struct chance *chance) {
    uint8_t known[MONEY + 1], unseen[PILE_MAX];
    int count = 0;
    count_money(a, known);
    for (uint8_t card = 1; card <= MONEY; card++)
        for (int i = known[card]; i < money_copies(a); i++) unseen[count++] = card;
    chance_mix(chance, unseen, count);
    for (int seat = 0; seat < a->head.players; seat++)
        if (is_forgotten(a, seat))
            for (int i = 0; i < a->hand_size[seat]; i++) a->hands[seat][unseen[--count]]++;
    assert(count == a->pile_count - scoring_cards_left(a));
    memcpy(a->hidden.pile, unseen, (size_t)count);
    fill_scoring_cards(a, chance);
}

/* What was bought in forgotten times could be any cards of those kinds. */
static void fill_buildings(struct alhambra *a, struct chance *chance) {
    uint8_t missing[BUILDINGS], unseen[BUILDING_PILE_MAX];
    int count = 0, pile_count = 0, forgotten[KINDS] = {0};
    count_missing(a, missing);
    for (int owner = 0; owner < owners(a); owner++)
        for (int kind = 0; kind < KINDS; kind++) forgotten[kind] += a->owned[owner][kind];
    for (int i = 0; i < BUILDINGS; i++) {
        forgotten[i / PRICES] -= a->gone[i];
        while (missing[i]) missing[i]--, unseen[count++] = (uint8_t)(FIRST_BUILDING + i);
    }
    chance_mix(chance, unseen, count);
    for (int i = 0; i < count; i++)
        if (forgotten[kind_of(unseen[i])])
            forgotten[kind_of(unseen[i])]--;
        else
            a->hidden.buildings[pile_count++] = unseen[i];
    assert(pile_count == a->building_count);
}

static void fill(void *view, struct chance *chance) {
    fill_buildings(view, chance);
    fill_money_pile(view, chance);
}

/* ---- Laws ----------------------------------------------------------------------------------------------- */

/* The total comes first: so many cards of one kind that a byte ran over would pass for few. */
static const char *law_of_hands(const struct alhambra *a, struct text *why) {
    int total = a->discard_count + a->money_count + sum_bytes(a->hand_size, SEATS);
    if (total > PILE_MAX) return text_say(why, "there are %d money cards, and only %d exist", total, PILE_MAX);
    for (int seat = 0; seat < a->head.players; seat++)
        if (!is_forgotten(a, seat) && sum_bytes(a->hands[seat], MONEY + 1) != a->hand_size[seat])
            return text_say(why, "the hand of seat %d is miscounted", seat);
    if (sum_bytes(a->discard, MONEY + 1) != a->discard_count) return text_say(why, "the discards are miscounted");
    return NULL;
}

static const char *law_of_money(const struct alhambra *a, struct text *why) {
    uint8_t counts[SCORING_B + 1] = {0};
    int missing = 0, unseen = 0;
    count_money(a, counts);
    if (!a->head.viewer)
        for (int i = 0; i < a->pile_count; i++) counts[a->hidden.pile[i]]++;
    for (int card = 1; card <= MONEY; card++) {
        if (counts[card] > money_copies(a)) return text_say(why, "there are more %s than exist", cards[card]);
        missing += money_copies(a) - counts[card];
    }
    for (int seat = 0; seat < a->head.players; seat++)
        if (is_forgotten(a, seat)) unseen += a->hand_size[seat];
    if (a->head.viewer) unseen += a->pile_count - scoring_cards_left(a);
    if (missing != unseen) return text_say(why, "money is missing");
    for (int scoring = SCORING_A; scoring <= SCORING_B && !a->head.viewer; scoring++)
        if (counts[scoring] != (scoring >= SCORING_A + a->scored))
            return text_say(why, "scoring card %s is in the pile until it is scored", cards[scoring]);
    return NULL;
}

static const char *law_of_pile(const struct alhambra *a, struct text *why) {
    if (a->scored == SCORING_CARDS) return a->first_pile ? text_say(why, "the first pile is used up") : NULL;
    uint8_t sizes[PILE_MAX];
    int count = first_piles(a, sizes);
    bool is_right = a->first_pile ? memchr(sizes, a->first_pile, (size_t)count) != NULL : count > 0;
    return is_right ? NULL : text_say(why, "the scoring cards are not in their fifths of the pile");
}

/* Of each card as many as there are, or fewer, where those gone are forgotten; of each kind exactly as many. */
static const char *law_of_buildings(const struct alhambra *a, struct text *why) {
    uint8_t seen[CARDS + 1] = {0};
    int all = a->building_count;
    for (int place = 0; place < PLACES; place++) seen[a->yard[place]]++;
    for (int i = 0; i < a->building_count && !a->head.viewer; i++) seen[a->hidden.buildings[i]]++;
    for (uint8_t card = 1; card < FIRST_BUILDING; card++)
        if (seen[card]) return text_say(why, "%s is not a building", cards[card]);
    for (int kind = 0; kind < KINDS; kind++) {
        int total = 0, gone = 0, lying = 0, owned = 0;
        for (int i = 0; i < PRICES; i++) {
            uint8_t card = (uint8_t)(FIRST_BUILDING + kind * PRICES + i);
            if (seen[card] + a->gone[card - FIRST_BUILDING] > copies_of(card))
                return text_say(why, "there are more %s than exist", cards[card]);
            total += copies_of(card), lying += seen[card], gone += a->gone[card - FIRST_BUILDING];
        }
        for (int owner = 0; owner < owners(a); owner++) owned += a->owned[owner][kind];
        bool is_right = a->head.viewer ? lying + owned <= total : lying + owned == total;
        if (!is_right || gone > owned) return text_say(why, "there are too few or too many %s", kinds[kind]);
        all += owned + (a->head.viewer ? lying : 0);
    }
    if (a->head.viewer && all != BUILDING_PILE_MAX) return text_say(why, "buildings are missing");
    return NULL;
}

/* At most every first place. */
static const char *law_of_points(const struct alhambra *a, struct text *why) {
    int most = 0;
    for (int scoring = 0; scoring < SCORINGS; scoring++)
        for (int kind = 0; kind < KINDS; kind++)
            if (scoring < a->scored || (scoring == LAST_SCORING && a->head.phase == OVER))
                most += rewards[scoring][0] + kind;
    for (int owner = 0; owner < owners(a); owner++)
        if (a->points[owner] > most)
            return text_say(why, "that is %d points, and %d is the most that could be scored", a->points[owner], most);
    return NULL;
}

/* A turn begins with a full yard, and with four open money cards if there are any to lay. */
static const char *law_of_turn(const struct alhambra *a, struct text *why) {
    int empty = 0;
    for (int place = 0; place < PLACES; place++) empty += !a->yard[place];
    if (a->head.phase == OVER) {
        bool is_clear = !a->turn && !a->actions && !a->building_count;
        return is_clear ? NULL : text_say(why, "the game is over, and something is still to be done");
    }
    if (!a->turn || a->turn > a->head.players) return text_say(why, "nobody can move");
    if (empty != a->actions) return text_say(why, "each action but the last empties one place of the yard");
    if (a->money_count < OPEN_MONEY && (a->pile_count || (!a->actions && a->discard_count)))
        return text_say(why, "there is money that should lie open");
    return NULL;
}

static const char *laws(const void *position, struct text *why) {
    const struct alhambra *a = position;
    const char *broken = law_of_hands(a, why);
    if (!broken) broken = law_of_money(a, why);
    if (!broken) broken = law_of_pile(a, why);
    if (!broken) broken = law_of_buildings(a, why);
    if (!broken) broken = law_of_points(a, why);
    return broken ? broken : law_of_turn(a, why);
}

/* ---- Words ---------------------------------------------------------------------------------------------- */

/* The cards of a take are kept sorted; read in another order, they are spelled otherwise, which the engine notes. */
static void words_take(struct words *text, struct arkad_move *move) {
    int count = 0;
    do {
        uint8_t card = move->args[count];
        words_name(text, &card, cards, MONEY);
        int at = count++;
        for (; text->is_reading && at > 0 && move->args[at - 1] > card; at--) move->args[at] = move->args[at - 1];
        move->args[at] = card;
    } while (count < OPEN_MONEY && words_more(text, move->args[count]));
}

static void read_payment(struct words *text, struct arkad_move *move) {
    do {
        uint8_t card = 1;
        words_name(text, &card, cards, MONEY);
        if (currency_of(card) != move->args[PLACE] - 1)
            words_fail(text, "a building is paid for in the currency of its place");
        else if (++move->args[PAID + value_of(card)] > COPIES)
            words_fail(text, "there are only three of each card");
    } while (words_more(text, false) && !words_next_is(text, "for", false));
}

static void write_payment(struct words *text, const struct arkad_move *move) {
    int count = 0;
    for (int value = VALUES; value > 0; value--)
        for (int i = 0; i < move->args[PAID + value]; i++, count++) {
            uint8_t card = (uint8_t)((move->args[PLACE] - 1) * VALUES + value);
            words_name(text, &card, cards, MONEY);
        }
    if (!count) words_fail(text, "nothing is paid");
}

static void words_buy(struct words *text, struct arkad_move *move) {
    words_number(text, &move->args[PLACE], 1, PLACES);
    words_literal(text, "with");
    if (text->wrong) return;
    if (text->is_reading)
        read_payment(text, move);
    else
        write_payment(text, move);
    if (!words_next_is(text, "for", move->args[FOR_DUMMY])) return;
    words_literal(text, "for"), words_literal(text, "dummy");
    move->args[FOR_DUMMY] = 1;
}

static void words(struct words *text, struct arkad_move *move) {
    switch (move->verb) {
    case TAKE: words_take(text, move); break;
    case BUY: words_buy(text, move); break;
    default: break;
    }
}

static void json_yard(struct json *out, struct alhambra *a) {
    json_open(out, '[');
    for (int place = 0; place < PLACES; place++)
        if (!json_none(out, !a->yard[place])) json_name(out, &a->yard[place], cards, CARDS);
    json_close(out, ']');
}

static void json_owned(struct json *out, uint8_t owned[KINDS]) {
    json_open(out, '{');
    for (int kind = 0; kind < KINDS; kind++)
        if (json_next_is(out, kinds[kind], owned[kind] > 0))
            json_key(out, kinds[kind]), json_byte(out, &owned[kind], 1, BUILDING_PILE_MAX);
    json_close(out, '}');
}

static void json_scored(struct json *out, struct alhambra *a) {
    uint8_t count = 0;
    json_open(out, '[');
    for (; count < SCORING_CARDS && json_next_is(out, cards[SCORING_A + count], count < a->scored); count++)
        json_literal(out, cards[SCORING_A + count]);
    a->scored = count;
    if (a->head.phase == OVER) json_literal(out, "C");
    json_close(out, ']');
}

static void json(void *position, struct json *out) {
    struct alhambra *a = position;
    bool is_hidden = json_hides(out, JSON_NOBODY);
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &a->head.phase, phases, 2);
    json_key(out, "turn"), json_seat(out, &a->turn);
    json_key(out, "actions"), json_byte(out, &a->actions, 0, PLACES);
    json_key(out, "pile"), json_cards(out, a->hidden.pile, &a->pile_count, PILE_MAX, cards, SCORING_B, is_hidden);
    json_key(out, "discard"), json_multiset(out, a->discard, &a->discard_count, PILE_MAX, cards, MONEY, false);
    json_key(out, "money"), json_cards(out, a->money, &a->money_count, OPEN_MONEY, cards, MONEY, false);
    json_key(out, "buildings");
    json_cards(out, a->hidden.buildings, &a->building_count, BUILDING_PILE_MAX, cards, CARDS, is_hidden);
    json_key(out, "yard"), json_yard(out, a);
    json_key(out, "hands"), json_open(out, '[');
    for (int seat = 0; seat < a->head.players; seat++)
        json_multiset(out, a->hands[seat], &a->hand_size[seat], PILE_MAX, cards, MONEY, json_hides(out, seat));
    json_close(out, ']');
    json_key(out, "owned"), json_open(out, '[');
    for (int owner = 0; owner < owners(a); owner++) json_owned(out, a->owned[owner]);
    json_close(out, ']');
    json_key(out, "points"), json_open(out, '[');
    for (int owner = 0; owner < owners(a); owner++) json_byte(out, &a->points[owner], 0, UINT8_MAX);
    json_close(out, ']');
    json_key(out, "scored"), json_scored(out, a);
    json_scores(out, a->head.phase == OVER, result, a);
    json_close(out, '}');
}

static void memory_of_gone(struct json *out, struct alhambra *a) {
    uint8_t counts[BUILDINGS + 1] = {0}, size = 0;
    memcpy(counts + 1, a->gone, BUILDINGS);
    json_key(out, "gone");
    json_multiset(out, counts, &size, BUILDING_PILE_MAX, cards + FIRST_BUILDING - 1, BUILDINGS, false);
    memcpy(a->gone, counts + 1, BUILDINGS);
}

/* How large the first pile was (0: forgotten, or it does not matter any more), the hands of the others, and which
   buildings were bought. */
static void memory(void *view, struct json *out) {
    struct alhambra *a = view;
    uint8_t size = 0;
    json_open(out, '{');
    json_key(out, "first"), json_byte(out, &a->first_pile, 0, PILE_MAX);
    json_key(out, "hands"), json_open(out, '[');
    for (int seat = 0; seat < a->head.players; seat++)
        if (!json_none(out, seat + 1 == a->head.viewer))
            json_multiset(out, a->hands[seat], &size, PILE_MAX, cards, MONEY, false);
    json_close(out, ']');
    memory_of_gone(out, a);
    json_close(out, '}');
}

const struct arkad_game alhambra_game = {
    .name = "alhambra",
    .title = "Alhambra, the card game",
    .players_min = 2,
    .players_max = SEATS,
    .options = {[OPTION_STARTER] = {.name = "starter", .kind = ARKAD_SEAT}},
    .size = sizeof(struct alhambra),
    .seats_at = offsetof(struct alhambra, hidden), /* what a seat alone could see, all have once seen */
    .seat_size = 0,
    .hidden_at = offsetof(struct alhambra, hidden),
    .turn_at = offsetof(struct alhambra, turn),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = cards,
    .card_count = CARDS,
    .deal = deal,
    .undeal = undeal,
    .waits = waits,
    .list = list,
    .check = check,
    .apply = apply,
    .fill = fill,
    .result = result,
    .parts = parts,
    .part_count = COUNTS,
    .count = count,
    .figure = figure,
    .facts = facts,
    .moments = moments,
    .laws = laws,
    .words = words,
    .json = json,
    .memory = memory,
};
