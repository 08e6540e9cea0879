/*
 * Oh, Pharaoh!: seats gather stones and build pyramids of them, level upon level, each level one higher in number
 * and smaller than the one below. A pyramid is cashed in at the start of a turn, or grows on and tempts thieves.
 * Cards are traded, stolen and taxed. Every scored pyramid moves the marker; when it is at the last field an end
 * card is shuffled into the pile, and the moment that comes up the game is over.
 *
 * Hidden are the hands and the pile; much of them was seen by somebody, and each seat remembers what it saw.
 */
#include "games/pharaoh/pharaoh.h"

#include <assert.h>
#include <string.h>

static int jokers_in(const uint8_t *levels) {
    int jokers = 0;
    for (int number = 1; number <= LEVELS; number++) jokers += jokers_on(levels[number]);
    return jokers;
}

/* The number behind the highest level, from the base up without a gap. */
static int above_top(const uint8_t *levels, int base) {
    while (base <= LEVELS && levels[base]) base++;
    return base;
}

static bool has_gap(const uint8_t *levels) {
    int base = base_of(levels);
    return above_top(levels, base) - base != height_of(levels);
}

/* The number of the first level that does not have fewer cards than the one below; 0 if all have. */
static int bulge_in(const uint8_t *levels) {
    for (int number = 2; number <= LEVELS; number++)
        if (levels[number] && levels[number - 1] && cards_on(levels[number]) >= cards_on(levels[number - 1]))
            return number;
    return 0;
}

/* Three cards follow: a level of one card stands on one of two or more. */
static bool is_pyramid(const uint8_t *levels) {
    return height_of(levels) >= 2 && !has_gap(levels) && !bulge_in(levels);
}

static const char *check_pyramid(const uint8_t *levels, struct text *why) {
    if (is_pyramid(levels)) return NULL;
    if (height_of(levels) < 2) return text_say(why, "a pyramid has at least 2 levels");
    if (has_gap(levels)) return text_say(why, "the numbers of a pyramid's levels follow one another without a gap");
    int bulge = bulge_in(levels);
    return text_say(why, "level %d would have %d cards, and must have fewer than the %d on level %d", bulge,
                    cards_on(levels[bulge]), cards_on(levels[bulge - 1]), bulge - 1);
}

/* ---- Memory: what each seat has seen ------------------------------------------------------------------- */

/*
 * Each seat keeps, for the hand of every other seat and for the pile, which cards are certainly there, and which are
 * doubtful: at least STILL of the doubtful ones are there besides the certain ones. A card that comes or goes in the
 * open is noted as what it is. When one goes unseen (taxed by another seat, drawn from the pile), it may have been any
 * of them: the certain cards join the doubtful ones, and STILL is one less than all that was sure; at 0 the doubtful
 * ones say nothing and are forgotten. An offer shows that the seat certainly holds what it gives.
 *
 * So remembered are open draws, trades, offers, stolen, swapped and salvaged cards, one's own taxes given and taken,
 * one's own draws from the pile, and which cards were shuffled into a new pile. Not deduced is what would need
 * chains of these: that a card taxed among others is one of those known before, or that a card known to have left
 * the pile must be in one of certain hands. Positions read from JSON have forgotten everything; `memory` gives it back.
 *
 * A byte a kind holds the certain ones and the doubtful ones << 4; CERTAIN is the sum of the certain ones.
 */

static inline int certain(uint8_t noted) { return noted & 15; }
static inline int doubtful(uint8_t noted) { return noted >> 4; }

static void forget_doubtful(uint8_t *known) {
    known[STILL] = 0;
    for (int card = 1; card <= KINDS; card++) known[card] &= 15;
}

static inline void note_gain(uint8_t *known, int card, int count) {
    known[card] = (uint8_t)(known[card] + count);
    known[CERTAIN] = (uint8_t)(known[CERTAIN] + count);
}

/* Some of a kind are no longer among the doubtful ones, because they went or because they are certain now. */
static void settle(uint8_t *known, int card, int count) {
    if (count > doubtful(known[card])) count = doubtful(known[card]);
    if (!count) return;
    known[card] = (uint8_t)(known[card] - (count << 4));
    known[STILL] = (uint8_t)(known[STILL] > count ? known[STILL] - count : 0);
    if (!known[STILL]) forget_doubtful(known);
}

static inline void note_loss(uint8_t *known, int card) {
    if (certain(known[card]))
        known[card]--, known[CERTAIN]--;
    else
        settle(known, card, 1);
}

static inline void note_unseen_loss(uint8_t *known) {
    if (!(known[STILL] | known[CERTAIN])) return;
    known[STILL] = (uint8_t)(known[STILL] + known[CERTAIN] - 1);
    for (int card = 1; known[CERTAIN] && card <= KINDS; card++) {
        int all = certain(known[card]) + doubtful(known[card]);
        known[card] = (uint8_t)((all < copies[card] ? all : copies[card]) << 4);
    }
    known[CERTAIN] = 0;
    if (!known[STILL]) forget_doubtful(known);
}

/* It has at least so many of them. */
static void note_holding(uint8_t *known, int card, int count) {
    int more = count - certain(known[card]);
    if (more <= 0) return;
    settle(known, card, more);
    note_gain(known, card, more);
}

/* Everyone else sees cards come to a hand. */
static void all_note_gain(struct pharaoh *p, int seat, int card, int count) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer != seat) note_gain(p->seats[viewer].known[seat], card, count);
}

/* Everyone but the owner of the place sees a card leave it. */
static void all_note_loss(struct pharaoh *p, int place, int card) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer != place) note_loss(p->seats[viewer].known[place], card);
}

/* Everyone else sees what a seat proposes to give: it has that many of them. */
static void all_note_given(struct pharaoh *p, int seat, const int8_t *terms) {
    for (int card = 1; card <= KINDS; card++) {
        if (terms[card] <= 0) continue;
        for (int viewer = 0; viewer < p->head.players; viewer++)
            if (viewer != seat) note_holding(p->seats[viewer].known[seat], card, terms[card]);
    }
}

static void all_note_draw(struct pharaoh *p, int seat, int card) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer == seat)
            note_loss(p->seats[viewer].known[PILE], card);
        else
            note_unseen_loss(p->seats[viewer].known[PILE]);
}

/* Only these two see which card it is. */
static void all_note_tax(struct pharaoh *p, int collector, int payer, int card) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer == collector)
            note_loss(p->seats[viewer].known[payer], card);
        else if (viewer == payer)
            note_gain(p->seats[viewer].known[collector], card, 1);
        else
            note_unseen_loss(p->seats[viewer].known[payer]);
}

/* The discards, which all have seen, are shuffled into the pile. */
static void all_note_shuffle(struct pharaoh *p) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        for (int card = 1; card <= KINDS; card++)
            if (p->discard[card]) note_gain(p->seats[viewer].known[PILE], card, p->discard[card]);
}

/* ---- Cards on their way -------------------------------------------------------------------------------- */

/* In the open, to a hand and from it. */
static void take_in_hand(struct pharaoh *p, int seat, int card, int count) {
    if (!count) return;
    p->seats[seat].hand[card] = (uint8_t)(p->seats[seat].hand[card] + count);
    p->hand_count[seat] = (uint8_t)(p->hand_count[seat] + count);
    p->refused[seat] = (uint16_t)(p->refused[seat] & ~(1U << card));
    all_note_gain(p, seat, card, count);
}

/* What it declined to give before, it may have now. */
static void take_unseen(struct pharaoh *p, int seat, int card) {
    p->seats[seat].hand[card]++;
    p->hand_count[seat]++;
    p->refused[seat] = 0;
}

static void part_with(struct pharaoh *p, int seat, int card) {
    assert(p->seats[seat].hand[card]);
    p->seats[seat].hand[card]--;
    p->hand_count[seat]--;
    all_note_loss(p, seat, card);
}

static void put_on_discard(struct pharaoh *p, int card, int count) {
    p->discard[card] = (uint8_t)(p->discard[card] + count);
    p->discard_count = (uint8_t)(p->discard_count + count);
}

static void discard_from_hand(struct pharaoh *p, int seat, int card) {
    part_with(p, seat, card);
    put_on_discard(p, card, 1);
}

/* Pile and discards become the new pile. */
static void shuffle_discard(struct pharaoh *p, struct arkad_tape *tape, bool with_end_card) {
    all_note_shuffle(p);
    for (uint8_t card = 1; card <= KINDS; card++)
        for (; p->discard[card]; p->discard[card]--) p->hidden.pile[p->pile_count++] = card;
    p->discard_count = 0;
    if (with_end_card) p->hidden.pile[p->pile_count++] = END_CARD;
    chance_shuffle(&p->hidden.chance, tape, p->hidden.pile, p->pile_count);
}

static uint8_t lift_top(struct pharaoh *p) {
    uint8_t card = p->hidden.pile[--p->pile_count];
    p->hidden.pile[p->pile_count] = 0;
    return card;
}

static inline bool can_draw_pile(const struct pharaoh *p) { return p->pile_count || p->discard_count; }

static inline bool lies_open(const struct pharaoh *p, int card) {
    return p->open[0] == card || p->open[1] == card || p->open[2] == card;
}

static void end_game(struct pharaoh *p) {
    p->head.phase = OVER;
    p->turn = 0;
}

/* Turns up cards until one is unlike those that lie open, through one reshuffle at most; false: the end card. */
static bool fill_place(struct pharaoh *p, int place, struct arkad_tape *tape) {
    for (bool is_reshuffled = false;;) {
        if (!p->pile_count) {
            if (is_reshuffled || !p->discard_count) return true;
            is_reshuffled = true;
            shuffle_discard(p, tape, false);
        }
        uint8_t card = lift_top(p);
        if (card == END_CARD) return false;
        all_note_loss(p, PILE, card);
        if (!lies_open(p, card)) {
            p->open[place] = card;
            return true;
        }
        put_on_discard(p, card, 1);
    }
}

static bool fill_open(struct pharaoh *p, struct arkad_tape *tape) {
    for (int place = 0; place < OPEN; place++)
        if (!p->open[place] && !fill_place(p, place, tape)) return false;
    return true;
}

/* From the pile, unseen by the others; nothing when there is none. False: the end card. */
static bool draw_from_pile(struct pharaoh *p, int seat, struct arkad_tape *tape) {
    if (!can_draw_pile(p)) return true;
    if (!p->pile_count) shuffle_discard(p, tape, false);
    uint8_t card = lift_top(p);
    if (card == END_CARD) return false;
    take_unseen(p, seat, card);
    all_note_draw(p, seat, card);
    return true;
}

/* ---- Set-up -------------------------------------------------------------------------------------------- */

static void deal(void *position, struct arkad_tape *tape) {
    struct pharaoh *p = position;
    for (uint8_t card = 1; card <= KINDS; card++)
        for (int copy = 0; copy < copies[card]; copy++) p->hidden.pile[p->pile_count++] = card;
    chance_shuffle(&p->hidden.chance, tape, p->hidden.pile, p->pile_count);
    for (int seat = 0; seat < p->head.players; seat++)
        for (int i = 0; i < HAND; i++) draw_from_pile(p, seat, tape);
    fill_open(p, tape);
    p->turn = (uint8_t)(p->head.options[OPTION_STARTER] + 1);
    p->head.phase = DRAW;
}

static int spread(const uint8_t *counts, uint8_t *list, int count, int max) {
    for (uint8_t card = 1; card <= KINDS; card++)
        for (int i = 0; i < counts[card] && count < max; i++) list[count++] = card;
    return count;
}

/* Discards came up as alike before the last open place was filled; the hands were above, seat 0's on top. */
static void undeal(const void *position, struct arkad_tape *tape) {
    const struct pharaoh *p = position;
    uint8_t pile[ARKAD_CARDS_MAX];
    int count = p->pile_count;
    memcpy(pile, p->hidden.pile, p->pile_count);
    pile[count++] = p->open[2];
    count = spread(p->discard, pile, count, ARKAD_CARDS_MAX - 2);
    pile[count++] = p->open[1];
    pile[count++] = p->open[0];
    for (int seat = p->head.players; seat-- > 0;) count = spread(p->seats[seat].hand, pile, count, ARKAD_CARDS_MAX);
    tape_shuffle(tape, pile, count);
}

/* ---- What a seat may do: scoring and drawing ----------------------------------------------------------- */

static inline bool must_score(const uint8_t *levels) { return cards_in(levels) >= MUST_SCORE; }

static inline bool may_score(const struct pharaoh *p, const uint8_t *levels) {
    return !needs_three(p) || height_of(levels) >= 3 || must_score(levels);
}

/* The number of a pyramid that the seat must score; 0 if there is none. */
static int due_pyramid(const struct pharaoh *p, int seat) {
    for (int i = 0; i < p->pyramid_count[seat]; i++)
        if (must_score(p->pyramids[seat][i])) return i + 1;
    return 0;
}

static bool can_score(const struct pharaoh *p, int seat) {
    for (int i = 0; i < p->pyramid_count[seat]; i++)
        if (may_score(p, p->pyramids[seat][i])) return true;
    return false;
}

static bool can_draw(const struct pharaoh *p) { return can_draw_pile(p) || p->open[0] || p->open[1] || p->open[2]; }

static const char *check_owned(const struct pharaoh *p, int owner, int number, struct text *why) {
    if (owner >= p->head.players) return text_say(why, "there is no seat %d", owner);
    return number <= p->pyramid_count[owner] ? NULL : text_say(why, "seat %d has no pyramid %d", owner, number);
}

static const char *check_score(const struct pharaoh *p, int seat, int number, struct text *why) {
    if (check_owned(p, seat, number, why)) return why->start;
    const uint8_t *levels = p->pyramids[seat][number - 1];
    return may_score(p, levels) ? NULL
                                : text_say(why, "it has %d levels, and at least 3 are needed now", height_of(levels));
}

static const char *check_done(const struct pharaoh *p, int seat, struct text *why) {
    if (p->head.phase == END)
        return p->hand_count[seat] <= HAND ? NULL
                                           : text_say(why, "you hold %d cards, and may keep 7", p->hand_count[seat]);
    int due = due_pyramid(p, seat);
    if (!due) return NULL;
    return text_say(why, "pyramid %d has %d cards and must be scored: 12 are enough for that", due,
                    cards_in(p->pyramids[seat][due - 1]));
}

static const char *check_draw(const struct pharaoh *p, int card, struct text *why) {
    if (!card) return can_draw_pile(p) ? NULL : text_say(why, "pile and discard pile are out");
    return lies_open(p, card) ? NULL : text_say(why, "there is no open %s", cards[card]);
}

static int list_scores(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    int count = 0;
    for (int i = 0; i < p->pyramid_count[seat]; i++)
        if (may_score(p, p->pyramids[seat][i]))
            moves[count++] = (struct arkad_move){.verb = SCORE_N, .args = {(uint8_t)(i + 1)}};
    if (!due_pyramid(p, seat)) moves[count++] = (struct arkad_move){.verb = DONE};
    return count;
}

static int list_draws(const struct pharaoh *p, struct arkad_move *moves) {
    int count = 0;
    for (int place = 0; place < OPEN; place++)
        if (p->open[place]) moves[count++] = (struct arkad_move){.verb = DRAW_CARD, .args = {p->open[place]}};
    if (can_draw_pile(p)) moves[count++] = (struct arkad_move){.verb = DRAW_CARD};
    return count;
}

/* ---- What a seat may do: trading ----------------------------------------------------------------------- */

static inline int turn_of(const struct pharaoh *p) { return p->turn - 1; }

/* Who made the proposal on the table, and to whom. */
static inline int proposer(const struct pharaoh *p) { return (p->head.phase == COUNTER ? p->partner : p->turn) - 1; }
static inline int responder(const struct pharaoh *p) { return (p->head.phase == COUNTER ? p->turn : p->partner) - 1; }

/* How many cards are given (sign 1) or wanted (-1). */
static int sum_side(const int8_t *terms, int sign) {
    int sum = 0;
    for (int card = 1; card <= KINDS; card++) sum += terms[card] * sign > 0 ? terms[card] * sign : 0;
    return sum;
}

static int largest_other_hand(const struct pharaoh *p, int seat) {
    int most = 0;
    for (int other = 0; other < p->head.players; other++)
        if (other != seat && p->hand_count[other] > most) most = p->hand_count[other];
    return most;
}

static inline bool may_propose(const struct pharaoh *p) { return p->offers < p->head.options[OPTION_OFFERS]; }

static const char *check_limit(const struct pharaoh *p, struct text *why) {
    if (may_propose(p)) return NULL;
    if (!p->head.options[OPTION_OFFERS]) return text_say(why, "there is no trading in this game");
    return text_say(why, "%d proposals were made, the most in one turn", p->offers);
}

static const char *check_terms(const struct pharaoh *p, int from, int to, const int8_t *terms, struct text *why) {
    const uint8_t *hand = p->seats[from].hand;
    for (int card = 1; card <= KINDS; card++)
        if (terms[card] > hand[card])
            return text_say(why, "you have %d of %s, and would give %d", hand[card], cards[card], terms[card]);
    int wanted = sum_side(terms, -1), most = to == EVERYONE ? largest_other_hand(p, from) : p->hand_count[to];
    if (wanted <= most) return NULL;
    if (to == EVERYONE) return text_say(why, "you ask for %d cards, and nobody has more than %d", wanted, most);
    return text_say(why, "you ask for %d cards, and seat %d has %d", wanted, to, most);
}

static const char *check_offer(const struct pharaoh *p, int seat, const struct arkad_move *move, struct text *why) {
    int to = move->args[0];
    if (check_limit(p, why)) return why->start;
    if (to >= p->head.players && to != EVERYONE) return text_say(why, "there is no seat %d", to);
    if (to == seat) return text_say(why, "you cannot trade with yourself");
    return check_terms(p, seat, to, (const int8_t *)move->args, why);
}

static const char *check_counter(const struct pharaoh *p, int seat, const struct arkad_move *move, struct text *why) {
    if (p->is_to_all) return text_say(why, "an offer to everyone is accepted or declined");
    if (check_limit(p, why)) return why->start;
    return check_terms(p, seat, proposer(p), (const int8_t *)move->args, why);
}

static int card_missing(const struct pharaoh *p, int seat) {
    for (int card = 1; card <= KINDS; card++)
        if (p->seats[seat].hand[card] < -p->terms[card]) return card;
    return 0;
}

static const char *check_accept(const struct pharaoh *p, int seat, struct text *why) {
    int card = card_missing(p, seat);
    if (!card) return NULL;
    return text_say(why, "you have %d of %s, and %d are wanted", p->seats[seat].hand[card], cards[card],
                    -p->terms[card]);
}

/* One card for one: every kind in hand for every other kind. Most of all listed moves are these, so each is written
   with stores alone. */
static int list_trades(const struct pharaoh *p, int seat, const struct arkad_move move, struct arkad_move *moves) {
    struct arkad_move *next = moves;
    for (int give = 1; give <= KINDS; give++) {
        if (!p->seats[seat].hand[give]) continue;
        for (int i = 1; i < KINDS; i++, next++) {
            int want = i + (i >= give);
            *next = move;
            next->args[give] = 1;
            next->args[want] = (uint8_t)-1;
        }
    }
    return (int)(next - moves);
}

static int list_offers(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    if (!may_propose(p) || !largest_other_hand(p, seat)) return 0;
    int count = list_trades(p, seat, (struct arkad_move){.verb = OFFER, .args = {EVERYONE}}, moves);
    for (int to = 0; to < p->head.players; to++)
        if (to != seat && p->hand_count[to])
            count += list_trades(p, seat, (struct arkad_move){.verb = OFFER, .args = {(uint8_t)to}}, moves + count);
    return count;
}

static int list_answers(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    int count = 0;
    moves[count++] = (struct arkad_move){.verb = DECLINE};
    if (!card_missing(p, seat)) moves[count++] = (struct arkad_move){.verb = ACCEPT};
    if (p->is_to_all || !may_propose(p)) return count;
    return count + list_trades(p, seat, (struct arkad_move){.verb = COUNTER_OFFER}, moves + count);
}

/* ---- What a seat may do: building ---------------------------------------------------------------------- */

static const char *check_in_hand(const struct pharaoh *p, int seat, const uint8_t *levels, struct text *why) {
    const uint8_t *hand = p->seats[seat].hand;
    for (int number = 1; number <= LEVELS; number++)
        if (stones_on(levels[number]) > hand[number])
            return text_say(why, "you have %d of %d, and would build %d", hand[number], number,
                            stones_on(levels[number]));
    int jokers = jokers_in(levels);
    return jokers <= hand[JOKER] ? NULL : text_say(why, "you have %d jokers, and would build %d", hand[JOKER], jokers);
}

static inline bool may_build(const struct pharaoh *p, int seat) {
    return p->pyramid_count[seat] < (may_own_two(p) ? 2 : 1);
}

static const char *check_build(const struct pharaoh *p, int seat, const uint8_t *levels, struct text *why) {
    if (!may_build(p, seat))
        return text_say(why, may_own_two(p) ? "you own 2 pyramids, and more are not allowed"
                                            : "you own a pyramid, and a second one is not allowed yet");
    const char *wrong = check_in_hand(p, seat, levels, why);
    return wrong ? wrong : check_pyramid(levels, why);
}

static const char *check_extend(const struct pharaoh *p, int seat, const struct arkad_move *move, struct text *why) {
    const char *wrong = check_owned(p, seat, move->args[0], why);
    if (!wrong) wrong = check_in_hand(p, seat, move->args, why);
    if (wrong) return wrong;
    uint8_t levels[LEVELS + 1];
    memcpy(levels, p->pyramids[seat][move->args[0] - 1], sizeof levels);
    for (int number = 1; number <= LEVELS; number++) levels[number] = (uint8_t)(levels[number] + move->args[number]);
    return check_pyramid(levels, why);
}

/* Pyramids of three cards: two below, one above, in every mix of stones and jokers. */
static int list_builds(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    const uint8_t *hand = p->seats[seat].hand;
    int count = 0, jokers = hand[JOKER];
    if (!may_build(p, seat)) return 0;
    for (int base = 1; base < LEVELS; base++)
        for (int below = 0; below <= 2 && below <= jokers; below++) {
            if (hand[base] < 2 - below) continue;
            struct arkad_move move = {.verb = BUILD};
            move.args[base] = level_of(2 - below, below);
            move.args[base + 1] = level_of(1, 0);
            if (hand[base + 1]) moves[count++] = move;
            move.args[base + 1] = level_of(0, 1);
            if (below < jokers) moves[count++] = move;
        }
    return count;
}

/* One card, a stone or a joker, on a level. */
static int list_one_more(const uint8_t *hand, struct arkad_move move, int number, struct arkad_move *moves) {
    int count = 0;
    move.args[number] = level_of(1, 0);
    if (hand[number]) moves[count++] = move;
    move.args[number] = level_of(0, 1);
    if (hand[JOKER]) moves[count++] = move;
    return count;
}

/* A card on a level, or on top, or a new level below of one card more than the old one. */
static int list_extensions(const struct pharaoh *p, int seat, int index, struct arkad_move *moves) {
    const uint8_t *levels = p->pyramids[seat][index], *hand = p->seats[seat].hand;
    const struct arkad_move move = {.verb = EXTEND, .args = {(uint8_t)(index + 1)}};
    int count = 0, base = base_of(levels), number = base;
    for (; number <= LEVELS && levels[number]; number++)
        if (number == base || cards_on(levels[number]) + 1 < cards_on(levels[number - 1]))
            count += list_one_more(hand, move, number, moves + count);
    if (number <= LEVELS && cards_on(levels[number - 1]) > 1) count += list_one_more(hand, move, number, moves + count);
    if (base == 1) return count;
    int wide = cards_on(levels[base]) + 1;
    for (int jokers = 0; jokers <= hand[JOKER] && jokers <= wide; jokers++) {
        if (hand[base - 1] < wide - jokers) continue;
        moves[count] = move;
        moves[count++].args[base - 1] = level_of(wide - jokers, jokers);
    }
    return count;
}

static const char *check_swap(const struct pharaoh *p, int seat, const uint8_t *args, struct text *why) {
    int number = args[2];
    if (check_owned(p, args[0], args[1], why)) return why->start;
    if (!jokers_on(p->pyramids[args[0]][args[1] - 1][number]))
        return text_say(why, "there is no joker on level %d of that pyramid", number);
    return p->seats[seat].hand[number] ? NULL : text_say(why, "you have no %d to put in the joker's place", number);
}

static int list_swaps(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    const uint8_t *hand = p->seats[seat].hand;
    int count = 0;
    for (uint8_t owner = 0; owner < p->head.players; owner++)
        for (uint8_t i = 0; i < p->pyramid_count[owner]; i++)
            for (uint8_t number = 1; number <= LEVELS; number++)
                if (jokers_on(p->pyramids[owner][i][number]) && hand[number])
                    moves[count++] = (struct arkad_move){.verb = SWAP, .args = {owner, (uint8_t)(i + 1), number}};
    return count;
}

/* ---- What a seat may do: thieves, tax collectors, pharaohs --------------------------------------------- */

static const char *check_special(const struct pharaoh *p, int seat, int card, struct text *why) {
    static const char *const names[] = {[THIEF] = "thief", [COLLECTOR] = "tax collector", [PHARAOH] = "pharaoh"};
    return p->seats[seat].hand[card] ? NULL : text_say(why, "you have no %s", names[card]);
}

static const char *check_thief(const struct pharaoh *p, int seat, const uint8_t *args, struct text *why) {
    if (check_special(p, seat, THIEF, why) || check_owned(p, args[0], args[1], why)) return why->start;
    return args[0] != seat ? NULL : text_say(why, "a thief goes to another seat's pyramid");
}

static int list_specials(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    int count = 0;
    for (uint8_t owner = 0; p->seats[seat].hand[THIEF] && owner < p->head.players; owner++)
        for (uint8_t i = 0; owner != seat && i < p->pyramid_count[owner]; i++)
            moves[count++] = (struct arkad_move){.verb = SEND_THIEF, .args = {owner, (uint8_t)(i + 1)}};
    if (p->seats[seat].hand[COLLECTOR]) moves[count++] = (struct arkad_move){.verb = TAX};
    return count;
}

static int list_guards(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    int count = 0;
    moves[count++] = (struct arkad_move){.verb = ALLOW};
    if (p->seats[seat].hand[PHARAOH]) moves[count++] = (struct arkad_move){.verb = WARD_OFF};
    return count;
}

static inline const uint8_t *robbed_pyramid(const struct pharaoh *p) {
    return p->pyramids[p->target - 1][p->robbed - 1];
}

static const char *check_steal(const struct pharaoh *p, int number, bool is_joker, struct text *why) {
    uint8_t level = robbed_pyramid(p)[number];
    if (is_joker ? jokers_on(level) : stones_on(level)) return NULL;
    return text_say(why, "there is no %s on level %d of that pyramid", is_joker ? "joker" : "stone", number);
}

static int list_steals(const struct pharaoh *p, struct arkad_move *moves) {
    const uint8_t *levels = robbed_pyramid(p);
    int count = 0;
    for (uint8_t number = 1; number <= LEVELS; number++) {
        if (stones_on(levels[number])) moves[count++] = (struct arkad_move){.verb = STEAL_CARD, .args = {number}};
        if (jokers_on(levels[number])) moves[count++] = (struct arkad_move){.verb = STEAL_CARD, .args = {number, 1}};
    }
    return count;
}

static const char *check_salvage(const struct pharaoh *p, const uint8_t *levels, struct text *why) {
    const uint8_t *there = robbed_pyramid(p);
    if (!height_of(levels)) return NULL;
    for (int number = 1; number <= LEVELS; number++)
        if (stones_on(levels[number]) > stones_on(there[number]))
            return text_say(why, "%d of %d lie there, and %d cannot stay", stones_on(there[number]), number,
                            stones_on(levels[number]));
    int jokers = jokers_in(there);
    if (jokers_in(levels) > jokers)
        return text_say(why, "%d jokers lie there, and %d cannot stay", jokers, jokers_in(levels));
    return check_pyramid(levels, why);
}

/* Lists what can stay, given the levels chosen so far, with the next one to be on this number. */
struct salvages {
    const uint8_t *there;
    struct arkad_move move;
    struct arkad_move *moves;
    int count;
};

static void list_stays(struct salvages *s, int number, int height, int below, int jokers_left) {
    if (number > LEVELS) return;
    for (int stones = 0; stones <= stones_on(s->there[number]); stones++)
        for (int jokers = 0; jokers <= jokers_left && stones + jokers < below; jokers++) {
            if (!stones && !jokers) continue;
            if (s->count == ARKAD_MOVES_MAX) return;
            s->move.args[number] = level_of(stones, jokers);
            if (height >= 1) s->moves[s->count++] = s->move;
            list_stays(s, number + 1, height + 1, stones + jokers, jokers_left - jokers);
        }
    s->move.args[number] = 0;
}

/*
 * `salvage none`, and every pyramid that can stay. One of up to 38 cards leaves 61,392 at most; a larger one, for which
 * half of all stones would have to come together in one turn, may leave more than ARKAD_MOVES_MAX: then those with the
 * lowest bases are listed, and the others are legal all the same.
 */
static int list_salvages(const struct pharaoh *p, struct arkad_move *moves) {
    struct salvages s = {.there = robbed_pyramid(p), .move = {.verb = SALVAGE_LEVELS}, .moves = moves};
    moves[s.count++] = s.move;
    int jokers = jokers_in(s.there);
    for (int base = 1; base < LEVELS; base++) list_stays(&s, base, 0, CARDS, jokers);
    return s.count;
}

static const char *check_discard(const struct pharaoh *p, int seat, int card, struct text *why) {
    if (!p->seats[seat].hand[card]) return text_say(why, "you have no %s", cards[card]);
    if (!p->has_discarded || p->hand_count[seat] > HAND) return NULL;
    return text_say(why, "you have discarded already, and with %d cards you need not", p->hand_count[seat]);
}

static int list_end(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    int count = 0;
    if (p->hand_count[seat] <= HAND) moves[count++] = (struct arkad_move){.verb = DONE};
    if (p->has_discarded && p->hand_count[seat] <= HAND) return count;
    for (uint8_t card = 1; card <= KINDS; card++)
        if (p->seats[seat].hand[card]) moves[count++] = (struct arkad_move){.verb = DISCARD, .args = {card}};
    return count;
}

/* ---- What a seat may do: all of it --------------------------------------------------------------------- */

static unsigned waits(const void *position) {
    const struct pharaoh *p = position;
    switch (p->head.phase) {
    case ANSWER: return 1U << responder(p);
    case GUARD: return p->asked;
    case SALVAGE: return 1U << (p->target - 1);
    default: return 1U << turn_of(p);
    }
}

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    const struct pharaoh *p = position;
    if (!(waits(p) >> seat & 1)) return text_say(why, "it is not for seat %d to decide now", seat);
    if (!(phases_of[move->verb] >> p->head.phase & 1))
        return text_say(why, "that is not to be decided in the step '%s'", phases[p->head.phase]);
    switch (move->verb) {
    case SCORE_N: return check_score(p, seat, move->args[0], why);
    case DONE: return check_done(p, seat, why);
    case DRAW_CARD: return check_draw(p, move->args[0], why);
    case OFFER: return check_offer(p, seat, move, why);
    case COUNTER_OFFER: return check_counter(p, seat, move, why);
    case ACCEPT: return check_accept(p, seat, why);
    case BUILD: return check_build(p, seat, move->args, why);
    case EXTEND: return check_extend(p, seat, move, why);
    case SWAP: return check_swap(p, seat, move->args, why);
    case SEND_THIEF: return check_thief(p, seat, move->args, why);
    case TAX: return check_special(p, seat, COLLECTOR, why);
    case WARD_OFF: return check_special(p, seat, PHARAOH, why);
    case STEAL_CARD: return check_steal(p, move->args[0], move->args[1], why);
    case SALVAGE_LEVELS: return check_salvage(p, move->args, why);
    case DISCARD: return check_discard(p, seat, move->args[0], why);
    default: return NULL; /* end, decline, allow */
    }
}

/* At most 624 offers, 48 pyramids, 48 extensions and a dozen others. */
static int list_acts(const struct pharaoh *p, int seat, struct arkad_move *moves) {
    int count = 0;
    moves[count++] = (struct arkad_move){.verb = END_ACTS};
    count += list_builds(p, seat, moves + count);
    for (int i = 0; i < p->pyramid_count[seat]; i++) count += list_extensions(p, seat, i, moves + count);
    count += list_swaps(p, seat, moves + count);
    count += list_specials(p, seat, moves + count);
    return count + list_offers(p, seat, moves + count);
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct pharaoh *p = position;
    if (!(waits(p) >> seat & 1)) return 0;
    switch (p->head.phase) {
    case SCORE: return list_scores(p, seat, moves);
    case DRAW: return list_draws(p, moves);
    case ACT: return list_acts(p, seat, moves);
    case GUARD: return list_guards(p, seat, moves);
    case STEAL: return list_steals(p, moves);
    case SALVAGE: return list_salvages(p, moves);
    case END: return list_end(p, seat, moves);
    default: return list_answers(p, seat, moves);
    }
}

/* ---- What happens then: the turn ----------------------------------------------------------------------- */

static void begin_draw(struct pharaoh *p) { p->head.phase = can_draw(p) ? DRAW : ACT; }

static void begin_turn(struct pharaoh *p, int seat) {
    p->turn = (uint8_t)(seat + 1);
    p->offers = p->tries = p->die = p->has_discarded = 0;
    p->wanted = 0;
    if (can_score(p, seat))
        p->head.phase = SCORE;
    else
        begin_draw(p);
}

static void end_turn(struct pharaoh *p, int seat, struct arkad_tape *tape) {
    while (p->hand_count[seat] < HAND && can_draw_pile(p))
        if (!draw_from_pile(p, seat, tape)) {
            end_game(p);
            return;
        }
    if (++p->turns == TURNS_MAX)
        end_game(p);
    else
        begin_turn(p, seat_after(&p->head, seat));
}

/* The later pyramid moves up. */
static void clear_pyramid(struct pharaoh *p, int owner, int index) {
    int last = --p->pyramid_count[owner];
    if (index < last) memcpy(p->pyramids[owner][index], p->pyramids[owner][last], LEVELS + 1);
    memset(p->pyramids[owner][last], 0, LEVELS + 1);
}

/* On the last field the cards just scored are shuffled in too. */
static void move_marker(struct pharaoh *p, struct arkad_tape *tape) {
    if (is_last(p)) return;
    p->marker++;
    if (is_last(p)) shuffle_discard(p, tape, true);
}

static void score(struct pharaoh *p, int seat, int index, struct arkad_tape *tape) {
    const uint8_t *levels = p->pyramids[seat][index];
    bool has_worth = !needs_three(p) || height_of(levels) >= 3;
    if (has_worth) p->points[seat] = (uint16_t)(p->points[seat] + worth(levels));
    for (int number = 1; number <= LEVELS; number++) {
        put_on_discard(p, number, stones_on(levels[number]));
        put_on_discard(p, JOKER, jokers_on(levels[number]));
    }
    clear_pyramid(p, seat, index);
    move_marker(p, tape);
    if (!can_score(p, seat)) begin_draw(p);
}

static void draw(struct pharaoh *p, int seat, uint8_t card, struct arkad_tape *tape) {
    bool is_end_card = false;
    if (card) {
        uint8_t *place = memchr(p->open, card, OPEN);
        assert(place);
        *place = 0;
        take_in_hand(p, seat, card, 1);
    } else {
        is_end_card = !draw_from_pile(p, seat, tape);
    }
    p->head.phase = ACT;
    if (is_end_card || !fill_open(p, tape)) end_game(p);
}

/* ---- What happens then: trades and pyramids ------------------------------------------------------------ */

static void note_try(struct pharaoh *p, const int8_t *terms) {
    p->tries++;
    for (int card = 1; card <= KINDS; card++) p->wanted = (uint16_t)(p->wanted | (terms[card] < 0) << card);
}

static void propose(struct pharaoh *p, int seat, const struct arkad_move *move) {
    p->offers++;
    if (seat == turn_of(p)) note_try(p, (const int8_t *)move->args);
    p->is_counter = move->verb == COUNTER_OFFER;
    if (!p->is_counter) {
        p->is_to_all = move->args[0] == EVERYONE;
        p->partner = (uint8_t)((p->is_to_all ? seat_after(&p->head, seat) : move->args[0]) + 1);
    }
    p->head.phase = seat == turn_of(p) ? ANSWER : COUNTER;
    memcpy(p->terms + 1, move->args + 1, KINDS);
    all_note_given(p, seat, p->terms);
}

static void end_trade(struct pharaoh *p) {
    memset(p->terms, 0, sizeof p->terms);
    p->partner = p->is_to_all = p->is_counter = 0;
    p->head.phase = ACT;
}

/* The one kind that is wanted; 0 if there are several. */
static int only_want(const int8_t *terms) {
    int only = 0;
    for (int card = 1; card <= KINDS; card++) {
        if (terms[card] >= 0) continue;
        if (only) return 0;
        only = card;
    }
    return only;
}

/* An offer to everyone goes on to the next seat. */
static void decline(struct pharaoh *p, int seat) {
    int next = seat_after(&p->head, seat), kind = only_want(p->terms);
    if (kind) p->refused[seat] = (uint16_t)(p->refused[seat] | 1U << kind);
    if (p->is_to_all && next != turn_of(p))
        p->partner = (uint8_t)(next + 1);
    else
        end_trade(p);
}

static void hand_over(struct pharaoh *p, int from, int to, int card, int count) {
    for (int i = 0; i < count; i++) part_with(p, from, card);
    take_in_hand(p, to, card, count);
}

static void accept(struct pharaoh *p) {
    int from = proposer(p), to = responder(p);
    for (int card = 1; card <= KINDS; card++)
        if (p->terms[card] > 0)
            hand_over(p, from, to, card, p->terms[card]);
        else if (p->terms[card] < 0)
            hand_over(p, to, from, card, -p->terms[card]);
    if (p->tries) p->tries--; /* it may have been forgotten */
    end_trade(p);
}

static void add_levels(struct pharaoh *p, int seat, int index, const uint8_t *levels) {
    for (int number = 1; number <= LEVELS; number++) {
        for (int i = 0; i < stones_on(levels[number]); i++) part_with(p, seat, number);
        for (int i = 0; i < jokers_on(levels[number]); i++) part_with(p, seat, JOKER);
        uint8_t *level = &p->pyramids[seat][index][number];
        *level = (uint8_t)(*level + levels[number]);
    }
}

static void swap_joker(struct pharaoh *p, int seat, const uint8_t *args) {
    uint8_t *level = &p->pyramids[args[0]][args[1] - 1][args[2]];
    part_with(p, seat, args[2]);
    *level = level_of(stones_on(*level) + 1, jokers_on(*level) - 1);
    take_in_hand(p, seat, JOKER, 1);
}

/* ---- What happens then: thieves, tax collectors, pharaohs ---------------------------------------------- */

static void end_play(struct pharaoh *p) {
    p->played = p->target = p->robbed = p->asked = 0;
    memset(p->wards, 0, sizeof p->wards);
    p->head.phase = ACT;
}

static void send_thief(struct pharaoh *p, int seat, const uint8_t *args) {
    discard_from_hand(p, seat, THIEF);
    p->played = THIEF;
    p->target = (uint8_t)(args[0] + 1);
    p->robbed = args[1];
    p->asked = (uint8_t)(1U << args[0]);
    p->head.phase = GUARD;
}

static void send_collector(struct pharaoh *p, int seat) {
    discard_from_hand(p, seat, COLLECTOR);
    for (int other = 0; other < p->head.players; other++)
        if (other != seat && p->hand_count[other]) p->asked = (uint8_t)(p->asked | 1U << other);
    if (!p->asked) return;
    p->played = COLLECTOR;
    p->head.phase = GUARD;
}

static void roll_for_thief(struct pharaoh *p, struct arkad_tape *tape) {
    p->die = (uint8_t)chance_die(&p->hidden.chance, tape, 6);
    if (p->die >= height_of(robbed_pyramid(p)))
        p->head.phase = STEAL;
    else
        end_play(p);
}

static void collect_from(struct pharaoh *p, int collector, int payer, struct arkad_tape *tape) {
    unsigned seen_by = 1U << collector | 1U << payer;
    uint8_t card = chance_pick(&p->hidden.chance, tape, payer, seen_by, p->seats[payer].hand, KINDS);
    p->seats[payer].hand[card]--;
    p->hand_count[payer]--;
    take_unseen(p, collector, card);
    all_note_tax(p, collector, payer, card);
}

/* From the collector's left; hands were as they are when the seats were asked. */
static void collect_taxes(struct pharaoh *p, struct arkad_tape *tape) {
    int collector = turn_of(p);
    for (int seat = seat_after(&p->head, collector); seat != collector; seat = seat_after(&p->head, seat))
        if (p->hand_count[seat] && !memchr(p->wards, seat + 1, sizeof p->wards)) collect_from(p, collector, seat, tape);
    end_play(p);
}

static void answer_guard(struct pharaoh *p, int seat, bool is_warded, struct arkad_tape *tape) {
    p->asked = (uint8_t)(p->asked & ~(1U << seat));
    if (is_warded) {
        discard_from_hand(p, seat, PHARAOH);
        uint8_t *next = memchr(p->wards, 0, sizeof p->wards);
        assert(next);
        *next = (uint8_t)(seat + 1);
    }
    if (p->asked) return;
    if (p->played == COLLECTOR)
        collect_taxes(p, tape);
    else if (is_warded)
        end_play(p);
    else
        roll_for_thief(p, tape);
}

static void steal(struct pharaoh *p, int seat, int number, bool is_joker) {
    uint8_t *level = &p->pyramids[p->target - 1][p->robbed - 1][number];
    *level = level_of(stones_on(*level) - !is_joker, jokers_on(*level) - is_joker);
    take_in_hand(p, seat, is_joker ? JOKER : number, 1);
    if (is_pyramid(robbed_pyramid(p)))
        end_play(p);
    else
        p->head.phase = SALVAGE;
}

static void salvage(struct pharaoh *p, int owner, const uint8_t *levels) {
    uint8_t *there = p->pyramids[owner][p->robbed - 1];
    take_in_hand(p, owner, JOKER, jokers_in(there) - jokers_in(levels));
    for (int number = 1; number <= LEVELS; number++) {
        take_in_hand(p, owner, number, stones_on(there[number]) - stones_on(levels[number]));
        there[number] = levels[number];
    }
    if (!height_of(levels)) clear_pyramid(p, owner, p->robbed - 1);
    end_play(p);
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct pharaoh *p = position;
    const uint8_t *args = move->args;
    switch (move->verb) {
    case SCORE_N: score(p, seat, args[0] - 1, tape); break;
    case DONE: p->head.phase == SCORE ? begin_draw(p) : end_turn(p, seat, tape); break;
    case DRAW_CARD: draw(p, seat, args[0], tape); break;
    case OFFER:
    case COUNTER_OFFER: propose(p, seat, move); break;
    case ACCEPT: accept(p); break;
    case DECLINE: decline(p, seat); break;
    case BUILD: add_levels(p, seat, p->pyramid_count[seat]++, args); break;
    case EXTEND: add_levels(p, seat, args[0] - 1, args); break;
    case SWAP: swap_joker(p, seat, args); break;
    case SEND_THIEF: send_thief(p, seat, args); break;
    case TAX: send_collector(p, seat); break;
    case END_ACTS: p->head.phase = END; break;
    case WARD_OFF: answer_guard(p, seat, true, tape); break;
    case ALLOW: answer_guard(p, seat, false, tape); break;
    case STEAL_CARD: steal(p, seat, args[0], args[1]); break;
    case SALVAGE_LEVELS: salvage(p, seat, args); break;
    default:
        discard_from_hand(p, seat, args[0]);
        p->has_discarded = 1;
        break;
    }
}

/* ---- Scoring ------------------------------------------------------------------------------------------- */

enum { SCORED, STANDING, COUNTS };
static const char *const parts[COUNTS] = {[SCORED] = "scored", [STANDING] = "standing"};

/* At the end, pyramids of at least 3 levels count, wherever the marker is. */
static void count(const void *position, int seat, int16_t *counts) {
    const struct pharaoh *p = position;
    counts[SCORED] = (int16_t)p->points[seat];
    counts[STANDING] = 0;
    for (int i = 0; i < p->pyramid_count[seat]; i++)
        if (height_of(p->pyramids[seat][i]) >= 3)
            counts[STANDING] = (int16_t)(counts[STANDING] + worth(p->pyramids[seat][i]));
}

/* What the pyramid is then worth. */
static int figure(const void *position, int seat, const struct arkad_move *move) {
    const struct pharaoh *p = position;
    uint8_t levels[LEVELS + 1] = {0};
    if (move->verb != BUILD && move->verb != EXTEND && move->verb != SALVAGE_LEVELS) return NO_FIGURE;
    int extended = move->verb == EXTEND ? move->args[0] : 0;
    if (extended > p->pyramid_count[seat]) return NO_FIGURE;
    for (int number = 1; number <= LEVELS; number++)
        levels[number] = move->args[number] | (extended ? p->pyramids[seat][extended - 1][number] : 0);
    return worth(levels);
}

/* What each pyramid is worth, and the fields of the track from which the rules are others. */
static void facts(const void *position, struct json *out) {
    const struct pharaoh *p = position;
    json_open(out, '{');
    json_key(out, "worth"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++) {
        json_open(out, '[');
        for (int i = 0; i < p->pyramid_count[seat]; i++) json_number(out, worth(p->pyramids[seat][i]));
        json_close(out, ']');
    }
    json_close(out, ']');
    json_key(out, "fields"), json_open(out, '[');
    json_number(out, FIRST_FIELD), json_number(out, p->head.options[OPTION_SECOND]), json_number(out, LAST_FIELD);
    json_close(out, ']');
    json_close(out, '}');
}

static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct pharaoh *p = position;
    int16_t counts[COUNTS];
    for (int seat = 0; seat < p->head.players; seat++) {
        count(p, seat, counts);
        keys[seat] = scores[seat] = (int16_t)(counts[SCORED] + counts[STANDING]);
    }
}

/* ---- What a seat cannot see: hands and pile ------------------------------------------------------------ */

static inline bool sees_hand(const struct pharaoh *p, int seat) {
    return !p->head.viewer || p->head.viewer == seat + 1;
}

/* The cards of each kind that are not where they can be seen; below 0 if there are too many. */
static void count_unseen(const struct pharaoh *p, int unseen[KINDS + 1]) {
    for (int card = 1; card <= KINDS; card++) unseen[card] = copies[card] - p->discard[card] - lies_open(p, card);
    for (int seat = 0; seat < p->head.players; seat++) {
        for (int card = 1; sees_hand(p, seat) && card <= KINDS; card++) unseen[card] -= p->seats[seat].hand[card];
        for (int i = 0; i < p->pyramid_count[seat]; i++)
            for (int number = 1; number <= LEVELS; number++) {
                unseen[number] -= stones_on(p->pyramids[seat][i][number]);
                unseen[JOKER] -= jokers_on(p->pyramids[seat][i][number]);
            }
    }
}

/* A world in the making: what is set aside for each place before chance deals the rest. */
struct world {
    uint8_t left[KINDS + 1];          /* unseen cards not set aside yet */
    uint8_t kept[PLACES][KINDS + 1];  /* set aside */
    uint8_t fixed[PLACES][KINDS + 1]; /* of these, what is certainly there */
    const uint8_t *known[PLACES];     /* what the viewer knows; NULL: nothing */
};

/* Sets one more doubtful card aside for a place. If another place has the last of a kind, that one may make do with
   another card that may be there; kinds tried before are in `tried`, as bits. */
static bool find_another(struct world *w, int place, unsigned *tried) {
    for (int card = 1; card <= KINDS; card++) {
        int kept = w->kept[place][card] - w->fixed[place][card];
        if (*tried >> card & 1 || kept >= doubtful(w->known[place][card])) continue;
        *tried |= 1U << card;
        bool is_found = w->left[card] > 0;
        if (is_found) w->left[card]--;
        for (int other = 0; !is_found && other < PLACES; other++)
            if (w->kept[other][card] > w->fixed[other][card] && find_another(w, other, tried)) {
                w->kept[other][card]--;
                is_found = true;
            }
        if (!is_found) continue;
        w->kept[place][card]++;
        return true;
    }
    return false;
}

/* Sets aside as many of the doubtful cards as are still there: any of them, as long as there are enough for all
   places. There are, for there are in truth, and find_another then finds a way; false if it does not. */
static bool set_aside(struct world *w, int place, struct chance *chance) {
    uint8_t list[CARDS];
    int count = 0, needed = w->known[place][STILL];
    for (uint8_t card = 1; needed && card <= KINDS; card++)
        for (int i = doubtful(w->known[place][card]); i > 0; i--) list[count++] = card;
    if (chance && count > needed) chance_mix(chance, list, count);
    for (int i = 0; i < count && needed > 0; i++) {
        if (!w->left[list[i]]) continue;
        w->left[list[i]]--;
        w->kept[place][list[i]]++;
        needed--;
    }
    for (unsigned tried = 0; needed > 0 && find_another(w, place, &tried); tried = 0) needed--;
    return !needed;
}

/* False if there are not so many left. */
static bool keep(struct world *w, int place, int card, int count) {
    int more = count - w->fixed[place][card];
    if (more <= 0) return true;
    if (more > w->left[card]) return false;
    w->left[card] = (uint8_t)(w->left[card] - more);
    w->kept[place][card] = w->fixed[place][card] = (uint8_t)count;
    return true;
}

static bool keep_certain(struct world *w, int place) {
    bool is_possible = true;
    for (int card = 1; w->known[place][CERTAIN] && card <= KINDS; card++)
        is_possible &= keep(w, place, card, certain(w->known[place][card]));
    return is_possible;
}

/* Who proposed a trade has the cards, even if that was forgotten. */
static void keep_proposed(const struct pharaoh *p, struct world *w) {
    if (!p->partner || sees_hand(p, proposer(p))) return;
    for (int card = 1; card <= KINDS; card++)
        if (p->terms[card] > 0) keep(w, proposer(p), card, p->terms[card]);
}

static bool is_seat_view(const struct pharaoh *p) { return p->head.viewer && p->head.viewer <= p->head.players; }

/* Sets aside what is certainly somewhere; false if that cannot be. A spectator remembers nothing. */
static bool begin_world(const struct pharaoh *p, struct world *w) {
    int unseen[KINDS + 1];
    bool is_possible = true;
    count_unseen(p, unseen);
    for (int card = 1; card <= KINDS; card++) w->left[card] = (uint8_t)unseen[card];
    keep_proposed(p, w);
    for (int place = 0; is_seat_view(p) && place < PLACES; place++) {
        w->known[place] = p->seats[p->head.viewer - 1].known[place];
        is_possible &= keep_certain(w, place);
    }
    return is_possible;
}

static void deal_rest(struct pharaoh *p, const struct world *w, struct chance *chance) {
    uint8_t rest[CARDS];
    int count = spread(w->left, rest, 0, CARDS);
    chance_mix(chance, rest, count);
    for (int seat = 0; seat < p->head.players; seat++) {
        if (sees_hand(p, seat)) continue;
        uint8_t *hand = p->seats[seat].hand;
        memcpy(hand, w->kept[seat], KINDS + 1);
        for (int i = sum_bytes(hand + 1, KINDS); i < p->hand_count[seat]; i++) hand[rest[--count]]++;
    }
    int total = spread(w->kept[PILE], p->hidden.pile, 0, PILE_MAX);
    if (is_last(p)) p->hidden.pile[total++] = END_CARD;
    bool is_mixed = !total;
    memcpy(p->hidden.pile + total, rest, (size_t)count);
    assert(total + count == p->pile_count);
    if (!is_mixed) chance_mix(chance, p->hidden.pile, p->pile_count);
}

static void fill(void *view, struct chance *chance) {
    struct pharaoh *p = view;
    struct world w = {0};
    begin_world(p, &w);
    for (int place = 0; is_seat_view(p) && place < PLACES; place++) set_aside(&w, place, chance);
    deal_rest(p, &w, chance);
}

/* ---- Laws ---------------------------------------------------------------------------------------------- */

static const char *law_of_cards(const struct pharaoh *p, struct text *why) {
    int unseen[KINDS + 1], missing = 0, hidden = p->pile_count, end_cards = 0;
    count_unseen(p, unseen);
    for (int i = 0; !p->head.viewer && i < p->pile_count; i++)
        if (p->hidden.pile[i] == END_CARD)
            end_cards++;
        else
            unseen[p->hidden.pile[i]]--;
    for (int card = 1; card <= KINDS; card++) {
        if (unseen[card] < 0) return text_say(why, "there are more %s than exist", cards[card]);
        missing += unseen[card];
    }
    for (int seat = 0; seat < p->head.players; seat++)
        if (!sees_hand(p, seat)) hidden += p->hand_count[seat];
    bool has_end_card = is_last(p) && (p->head.phase != OVER || p->turns == TURNS_MAX);
    if (p->head.viewer ? missing != hidden - has_end_card : missing) return text_say(why, "cards are missing");
    if (p->head.viewer ? has_end_card > p->pile_count : end_cards != has_end_card)
        return text_say(why, "the end card is not where it should be");
    return NULL;
}

static const char *law_of_counts(const struct pharaoh *p, struct text *why) {
    if (sum_bytes(p->discard + 1, KINDS) != p->discard_count) return text_say(why, "the discards are miscounted");
    for (int seat = 0; seat < p->head.players; seat++)
        if (sees_hand(p, seat) && sum_bytes(p->seats[seat].hand + 1, KINDS) != p->hand_count[seat])
            return text_say(why, "the hand of seat %d is miscounted", seat);
    for (int place = 1; place < OPEN; place++)
        if (p->open[place] && memchr(p->open, p->open[place], (size_t)place))
            return text_say(why, "two open cards are alike");
    return NULL;
}

/* Each of the first ten pyramids scored moves the marker; the cards of later ones stay on the discard pile. */
static const char *law_of_points(const struct pharaoh *p, struct text *why) {
    int points = 0, most = p->marker * WORTH_MAX + (is_last(p) ? p->discard_count * WORTH_A_CARD : 0);
    for (int seat = 0; seat < p->head.players; seat++) points += p->points[seat];
    return points <= most ? NULL : text_say(why, "there are %d points, and at most %d can be", points, most);
}

/* What one theft can make of a pyramid: none any more, but one again with some card put back. */
static bool is_ruin(const uint8_t *levels) {
    if (is_pyramid(levels)) return false;
    uint8_t whole[LEVELS + 1];
    memcpy(whole, levels, sizeof whole);
    for (int number = 1; number <= LEVELS; number++) {
        if (stones_on(levels[number]) == STONES_MAX) continue;
        whole[number] = (uint8_t)(levels[number] + 1);
        if (is_pyramid(whole)) return true;
        whole[number] = levels[number];
    }
    return false;
}

static const char *law_of_pyramids(const struct pharaoh *p, struct text *why) {
    for (int seat = 0; seat < p->head.players; seat++) {
        if (p->pyramid_count[seat] > (may_own_two(p) ? 2 : 1))
            return text_say(why, "seat %d owns more pyramids than it may", seat);
        for (int i = 0; i < p->pyramid_count[seat]; i++) {
            const uint8_t *levels = p->pyramids[seat][i];
            bool is_robbed = p->head.phase == SALVAGE && p->target == seat + 1 && p->robbed == i + 1;
            if (is_robbed ? !is_ruin(levels) : !is_pyramid(levels))
                return text_say(why, "pyramid %d of seat %d is not what it should be", i + 1, seat);
        }
    }
    return NULL;
}

static const char *law_of_trade(const struct pharaoh *p, struct text *why) {
    if (!p->partner || p->partner == p->turn || p->partner > p->head.players)
        return text_say(why, "the seat in turn must have another one to trade with");
    bool is_partners = p->head.phase == COUNTER;
    if (p->offers < (is_partners ? 2 : p->is_counter ? 3 : 1))
        return text_say(why, "more was proposed than is counted");
    if ((is_partners && !p->is_counter) || (p->is_to_all && p->is_counter))
        return text_say(why, "an offer is made by the seat in turn, and what answers one is a counter");
    int from = proposer(p), given = sum_side(p->terms, 1), wanted = sum_side(p->terms, -1), unseen[KINDS + 1];
    count_unseen(p, unseen);
    for (int card = 1; card <= KINDS; card++)
        if (p->terms[card] > (sees_hand(p, from) ? p->seats[from].hand[card] : unseen[card]))
            return text_say(why, "seat %d cannot have the %s that it gives", from, cards[card]);
    int most = p->is_to_all ? largest_other_hand(p, from) : p->hand_count[responder(p)];
    if (!given || !wanted || given > p->hand_count[from] || wanted > most)
        return text_say(why, "in a trade each side gives cards, and no more than it has");
    return NULL;
}

static const char *law_of_thief(const struct pharaoh *p, struct text *why) {
    if (!p->target || p->target == p->turn || p->target > p->head.players || !p->robbed ||
        p->robbed > p->pyramid_count[p->target - 1])
        return text_say(why, "the thief has no pyramid of another seat to go to");
    bool is_guarded = p->head.phase == GUARD;
    if (p->asked != (is_guarded ? 1U << (p->target - 1) : 0) || p->wards[0])
        return text_say(why, "the owner of the pyramid is asked first, and nobody else");
    if (!is_guarded && p->die < height_of(robbed_pyramid(p)))
        return text_say(why, "the thief has not rolled high enough");
    return p->discard[THIEF] ? NULL : text_say(why, "the thief is not on the discard pile");
}

static const char *law_of_tax(const struct pharaoh *p, struct text *why) {
    unsigned others = 0;
    int wards = 0;
    for (; wards < SEATS - 1 && p->wards[wards]; wards++) {
        unsigned seat = 1U << (p->wards[wards] - 1);
        if (others & seat) return text_say(why, "a seat has answered the tax collector twice");
        others |= seat;
    }
    if (p->head.phase != GUARD || !p->asked || p->target || p->robbed)
        return text_say(why, "a tax collector waits for answers, and goes to no pyramid");
    if ((others | p->asked) >> turn_of(p) & 1 || others & p->asked)
        return text_say(why, "the tax collector asks every other seat once");
    for (int seat = 0; seat < p->head.players; seat++)
        if (p->asked >> seat & 1 && !p->hand_count[seat])
            return text_say(why, "seat %d has nothing to be taxed and is not asked", seat);
    return p->discard[COLLECTOR] && p->discard[PHARAOH] >= wards
               ? NULL
               : text_say(why, "what was played is not on the discard pile");
}

static const char *law_of_steps(const struct pharaoh *p, struct text *why) {
    int seat = turn_of(p), phase = p->head.phase;
    if ((phase == SCORE || phase == DRAW) && (p->offers || p->die))
        return text_say(why, "nothing was offered or rolled yet in this turn");
    if (p->has_discarded && phase != END) return text_say(why, "discarding is the last step of a turn");
    switch (phase) {
    case SCORE: return can_score(p, seat) ? NULL : text_say(why, "seat %d has nothing to score", seat);
    case DRAW:
        if (due_pyramid(p, seat)) return text_say(why, "seat %d has to score first", seat);
        return can_draw(p) ? NULL : text_say(why, "there is nothing to draw");
    case ANSWER:
    case COUNTER: return law_of_trade(p, why);
    case GUARD:
    case STEAL:
    case SALVAGE:
        if (p->played == THIEF) return law_of_thief(p, why);
        return p->played == COLLECTOR ? law_of_tax(p, why) : text_say(why, "that card is not played so");
    default: return NULL;
    }
}

static const char *law_of_turns(const struct pharaoh *p, struct text *why) {
    bool is_trading = p->head.phase == ANSWER || p->head.phase == COUNTER;
    bool is_playing = p->head.phase == GUARD || p->head.phase == STEAL || p->head.phase == SALVAGE;
    if (!is_trading && (p->partner || p->is_to_all || p->is_counter)) return text_say(why, "nobody trades now");
    if (is_playing != (p->played != 0)) return text_say(why, "nobody plays a card now, or the card is missing");
    if (p->tries > p->offers) return text_say(why, "more was proposed than is counted");
    if (p->offers > p->head.options[OPTION_OFFERS]) return text_say(why, "more offers were made than are allowed");
    if (p->head.phase == OVER) {
        if (p->turn) return text_say(why, "the game is over, and it is nobody's turn");
        return p->turns == TURNS_MAX || is_last(p) ? NULL : text_say(why, "the game is not over yet");
    }
    if (p->turns >= TURNS_MAX) return text_say(why, "after %d turns the game is over", TURNS_MAX);
    if (turn_of(p) != (p->head.options[OPTION_STARTER] + p->turns) % p->head.players)
        return text_say(why, "it is another seat's turn");
    return law_of_steps(p, why);
}

/* The certain cards are there, and at least as many of the doubtful ones as are said to be. */
static bool is_true(const uint8_t *known, const uint8_t *there) {
    int found = 0, sum = 0, doubts = 0;
    for (int card = 1; card <= KINDS; card++) {
        int rest = there[card] - certain(known[card]);
        if (rest < 0) return false;
        found += doubtful(known[card]) < rest ? doubtful(known[card]) : rest;
        sum += certain(known[card]);
        doubts += doubtful(known[card]);
    }
    return found >= known[STILL] && sum == known[CERTAIN] && !doubts == !known[STILL];
}

static const char *law_of_memory(const struct pharaoh *p, struct text *why) {
    uint8_t pile[END_CARD + 1] = {0};
    for (int i = 0; i < p->pile_count; i++) pile[p->hidden.pile[i]]++;
    for (int viewer = 0; viewer < p->head.players; viewer++)
        for (int place = 0; place < PLACES; place++) {
            const uint8_t *there = place == PILE ? pile : p->seats[place].hand;
            if (!is_true(p->seats[viewer].known[place], there))
                return text_say(why, "seat %d remembers what is not so", viewer);
        }
    return NULL;
}

/* How many cards that are not the end card lie in a place out of sight. */
static int room_in(const struct pharaoh *p, int place) {
    return place == PILE ? p->pile_count - is_last(p) : p->hand_count[place];
}

/* In the view of a seat: there is a world for what it remembers. */
static const char *law_of_recall(const struct pharaoh *p, struct text *why) {
    struct world w = {0};
    bool is_possible = begin_world(p, &w);
    for (int place = 0; place < PLACES; place++) {
        const uint8_t *known = w.known[place];
        int doubts = 0;
        for (int card = 1; card <= KINDS; card++) doubts += doubtful(known[card]);
        if (!doubts != !known[STILL] || sum_bytes(w.fixed[place], KINDS + 1) + known[STILL] > room_in(p, place))
            is_possible = false;
    }
    for (int place = 0; is_possible && place < PLACES; place++) is_possible = set_aside(&w, place, NULL);
    return is_possible ? NULL : text_say(why, "what seat %d remembers cannot be", p->head.viewer - 1);
}

static const char *laws(const void *position, struct text *why) {
    const struct pharaoh *p = position;
    const char *broken = law_of_counts(p, why);
    if (!broken) broken = law_of_cards(p, why);
    if (!broken) broken = law_of_points(p, why);
    if (!broken) broken = law_of_turns(p, why);
    if (!broken) broken = law_of_pyramids(p, why);
    if (broken) return broken;
    if (is_seat_view(p)) return law_of_recall(p, why);
    return p->head.viewer ? NULL : law_of_memory(p, why);
}

/* ---- Words: moves -------------------------------------------------------------------------------------- */

/* Like 4:44*; a level has at most 13 stones and 3 jokers. */
static void words_cards(struct words *text, uint8_t *level, int number) {
    int stones = text->is_reading ? 0 : stones_on(*level), jokers = text->is_reading ? 0 : jokers_on(*level);
    for (int i = 0; text->is_reading ? words_peek(text) == '0' + number : i < stones; i++) {
        words_char(text, (char)('0' + number));
        if (text->is_reading && ++stones > STONES_MAX) words_fail(text, "there are not that many stones of a number");
    }
    for (int i = 0; text->is_reading ? words_peek(text) == '*' : i < jokers; i++) {
        words_char(text, '*');
        if (text->is_reading && ++jokers > JOKERS_MAX) words_fail(text, "there are only 3 jokers");
    }
    if (!text->wrong) *level = level_of(stones, jokers);
}

static void words_levels(struct words *text, uint8_t *levels) {
    if (!text->is_reading) {
        for (int number = 1; number <= LEVELS; number++) {
            if (!levels[number]) continue;
            words_space(text);
            words_char(text, (char)('0' + number)), words_char(text, ':');
            words_cards(text, &levels[number], number);
        }
        return;
    }
    do {
        words_space(text);
        int number = words_peek(text) - '0';
        if (number < 1 || number > LEVELS) {
            words_fail(text, "a level should stand there, like 4:44*");
            return;
        }
        words_char(text, (char)('0' + number)), words_char(text, ':');
        words_cards(text, &levels[number], number);
    } while (words_more(text, false));
}

/* One side of a trade: like 3,3,*; what is given counts up, what is wanted down. */
static void read_side(struct words *text, int8_t *terms, int sign) {
    static const char letters[] = "123456789*TXP";
    words_space(text);
    for (;;) {
        char letter = words_peek(text);
        const char *found = letter ? strchr(letters, letter) : NULL;
        if (!found) {
            words_fail(text, "cards should stand there, like 3,3,*");
            return;
        }
        words_char(text, letter);
        int8_t *term = &terms[found - letters + 1];
        if (*term * sign < 0) words_fail(text, "no kind of card may be on both sides of a trade");
        if (*term * sign == CARDS) words_fail(text, "there are not that many cards");
        *term = (int8_t)(*term + sign);
        if (words_peek(text) != ',') return;
        words_char(text, ',');
    }
}

static void write_side(struct words *text, const int8_t *terms, int sign) {
    bool is_first = true;
    words_space(text);
    for (int card = 1; card <= KINDS; card++)
        for (int i = 0; i < terms[card] * sign; i++) {
            if (!is_first) words_char(text, ',');
            words_char(text, cards[card][0]);
            is_first = false;
        }
    if (is_first) words_fail(text, "each side of a trade gives at least one card");
}

static void words_side(struct words *text, int8_t *terms, int sign) {
    if (text->is_reading)
        read_side(text, terms, sign);
    else
        write_side(text, terms, sign);
}

/* A seat, or everyone. */
static void words_partner(struct words *text, uint8_t *to) {
    if (words_next_is(text, "all", *to == EVERYONE))
        words_literal(text, "all"), *to = EVERYONE;
    else
        words_number(text, to, 0, SEATS - 1);
}

/* A level's number, with a * before it for a joker. */
static void words_loot(struct words *text, uint8_t *number, uint8_t *is_joker) {
    words_space(text);
    if (words_peek(text) == '*') *is_joker = 1;
    if (*is_joker) words_char(text, '*');
    if (text->is_reading) *number = (uint8_t)(words_peek(text) - '0');
    if (*number < 1 || *number > LEVELS) words_fail(text, "a level should be named there, 1 to 9");
    words_char(text, (char)('0' + *number));
}

static void words(struct words *text, struct arkad_move *move) {
    uint8_t *args = move->args;
    switch (move->verb) {
    case SCORE_N: words_number(text, &args[0], 1, PYRAMIDS); break;
    case DRAW_CARD:
        if (words_next_is(text, "pile", !args[0]))
            words_literal(text, "pile");
        else
            words_name(text, &args[0], cards, KINDS);
        break;
    case OFFER: words_partner(text, &args[0]); /* fall through */
    case COUNTER_OFFER:
        words_side(text, (int8_t *)args, 1);
        words_literal(text, "for");
        words_side(text, (int8_t *)args, -1);
        break;
    case EXTEND: words_number(text, &args[0], 1, PYRAMIDS); /* fall through */
    case BUILD: words_levels(text, args); break;
    case SALVAGE_LEVELS:
        if (words_next_is(text, "none", !height_of(args)))
            words_literal(text, "none");
        else
            words_levels(text, args);
        break;
    case SWAP:
    case SEND_THIEF:
        words_number(text, &args[0], 0, SEATS - 1);
        words_number(text, &args[1], 1, PYRAMIDS);
        if (move->verb == SWAP) words_number(text, &args[2], 1, LEVELS);
        break;
    case STEAL_CARD: words_loot(text, &args[0], &args[1]); break;
    case DISCARD: words_name(text, &args[0], cards, KINDS); break;
    default: break;
    }
}

/* ---- Words: positions ---------------------------------------------------------------------------------- */

/* The level that stands next in the text; what is not a level there will not be spelled like it. */
static uint8_t peek_level(const struct json *out, int number) {
    const char *at = out->in;
    int stones = 0, jokers = 0;
    if (at < out->end && *at == ',') at++;
    if (at < out->end && *at == '"') at++;
    for (; at < out->end && *at == '0' + number && stones < STONES_MAX; at++) stones++;
    for (; at < out->end && *at == '*' && jokers < JOKERS_MAX; at++) jokers++;
    return level_of(stones, jokers);
}

static void json_level(struct json *out, uint8_t *level, int number) {
    char spelled[STONES_MAX + JOKERS_MAX + 3] = "";
    if (out->is_reading && !out->has_failed) *level = peek_level(out, number);
    memset(spelled, '0' + number, (size_t)stones_on(*level));
    memset(spelled + stones_on(*level), '*', (size_t)jokers_on(*level));
    json_literal(out, spelled);
}

static void json_pyramid(struct json *out, uint8_t *levels) {
    int base = out->is_reading ? 1 : base_of(levels);
    json_open(out, '{');
    json_key(out, "base"), json_int(out, &base, 1, LEVELS);
    json_key(out, "levels"), json_open(out, '[');
    for (int number = base; json_more(out, ']', number <= LEVELS && levels[number]); number++) {
        if (number > LEVELS) {
            json_fail(out, "a pyramid has no level above 9");
            break;
        }
        json_level(out, &levels[number], number);
    }
    json_close(out, ']'), json_close(out, '}');
}

static void json_pyramids(struct json *out, struct pharaoh *p) {
    json_key(out, "pyramids"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++) {
        uint8_t count = 0;
        json_open(out, '[');
        for (; json_more(out, ']', count < p->pyramid_count[seat]); count++) {
            if (count == PYRAMIDS) {
                json_fail(out, "nobody can own more than 2 pyramids");
                break;
            }
            json_pyramid(out, p->pyramids[seat][count]);
        }
        p->pyramid_count[seat] = count;
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void json_open_cards(struct json *out, struct pharaoh *p) {
    json_key(out, "open"), json_open(out, '[');
    for (int place = 0; place < OPEN; place++)
        if (json_none(out, !p->open[place]))
            p->open[place] = 0;
        else
            json_name(out, &p->open[place], cards, KINDS);
    json_close(out, ']');
}

static void json_hands(struct json *out, struct pharaoh *p) {
    json_key(out, "hands"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++)
        json_multiset(out, p->seats[seat].hand, &p->hand_count[seat], CARDS, cards, KINDS, json_hides(out, seat));
    json_close(out, ']');
}

static void json_points(struct json *out, struct pharaoh *p) {
    json_key(out, "points"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++) {
        int points = p->points[seat];
        json_int(out, &points, 0, POINTS_MAX);
        p->points[seat] = (uint16_t)points;
    }
    json_close(out, ']');
}

/* What follows from the marker is read too, and compared when the engine writes it again. */
static void json_track(struct json *out, struct pharaoh *p) {
    json_key(out, "marker"), json_byte(out, &p->marker, 0, LAST_FIELD);
    uint8_t two = may_own_two(p), three = needs_three(p), last = is_last(p);
    json_key(out, "two"), json_bool(out, &two);
    json_key(out, "three"), json_bool(out, &three);
    json_key(out, "last"), json_bool(out, &last);
}

/* One side of a trade. */
static void json_side(struct json *out, int8_t *terms, int sign) {
    uint8_t counts[KINDS + 1] = {0}, size = 0;
    for (int card = 1; !out->is_reading && card <= KINDS; card++)
        if (terms[card] * sign > 0) counts[card] = (uint8_t)(terms[card] * sign);
    json_multiset(out, counts, &size, CARDS, cards, KINDS, false);
    for (int card = 1; out->is_reading && card <= KINDS; card++)
        terms[card] = (int8_t)(terms[card] + counts[card] * sign);
}

static void json_offer(struct json *out, struct pharaoh *p) {
    json_key(out, "offer");
    if (json_none(out, !p->partner)) return;
    bool is_partners = p->head.phase == COUNTER;
    uint8_t from = is_partners ? p->partner : p->turn, to = is_partners ? p->turn : p->partner;
    json_open(out, '{');
    json_key(out, "from"), json_seat(out, &from);
    json_key(out, "to"), json_seat(out, &to);
    json_key(out, "all"), json_bool(out, &p->is_to_all);
    json_key(out, "give"), json_side(out, p->terms, 1);
    json_key(out, "want"), json_side(out, p->terms, -1);
    json_key(out, "counter"), json_bool(out, &p->is_counter);
    json_close(out, '}');
    p->partner = is_partners ? from : to;
}

/* Clockwise from the left of the seat in turn. */
static void json_asked(struct json *out, struct pharaoh *p) {
    int from = p->turn ? turn_of(p) : 0, seat = from;
    uint8_t asked = p->asked, next = 0;
    json_key(out, "asked"), json_open(out, '[');
    while (json_more(out, ']', asked != 0)) {
        do seat = seat_after(&p->head, seat);
        while (!out->is_reading && !(asked >> seat & 1));
        next = (uint8_t)seat;
        json_byte(out, &next, 0, p->head.players - 1);
        asked = (uint8_t)(asked & ~(1U << next));
        if (out->is_reading) p->asked = (uint8_t)(p->asked | 1U << next);
    }
    json_close(out, ']');
}

static void json_wards(struct json *out, struct pharaoh *p) {
    json_key(out, "pharaohs"), json_open(out, '[');
    for (int i = 0; json_more(out, ']', i < SEATS - 1 && p->wards[i]); i++) {
        if (i == SEATS - 1) {
            json_fail(out, "there are only 3 pharaohs");
            break;
        }
        json_seat(out, &p->wards[i]);
    }
    json_close(out, ']');
}

static void json_play(struct json *out, struct pharaoh *p) {
    json_key(out, "play");
    if (json_none(out, !p->played)) return;
    uint8_t from = p->turn, pyramid = (uint8_t)(p->robbed ? p->robbed + 1 : 0);
    json_open(out, '{');
    json_key(out, "card"), json_name(out, &p->played, cards, KINDS);
    json_key(out, "from"), json_seat(out, &from);
    json_key(out, "target"), json_seat(out, &p->target);
    json_key(out, "pyramid"), json_byte_or_null(out, &pyramid, PYRAMIDS);
    p->robbed = (uint8_t)(pyramid ? pyramid - 1 : 0);
    json_asked(out, p);
    json_wards(out, p);
    json_close(out, '}');
}

static void json(void *position, struct json *out) {
    struct pharaoh *p = position;
    int turns = p->turns;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &p->head.phase, phases, PHASES);
    json_key(out, "turn"), json_seat(out, &p->turn);
    json_key(out, "turns"), json_int(out, &turns, 0, TURNS_MAX);
    p->turns = (uint16_t)turns;
    json_key(out, "pile");
    json_cards(out, p->hidden.pile, &p->pile_count, PILE_MAX, cards, END_CARD, json_hides(out, JSON_NOBODY));
    json_key(out, "discard"), json_multiset(out, p->discard, &p->discard_count, CARDS, cards, KINDS, false);
    json_open_cards(out, p);
    json_hands(out, p);
    json_pyramids(out, p);
    json_points(out, p);
    json_track(out, p);
    json_key(out, "offers"), json_byte(out, &p->offers, 0, 99);
    json_offer(out, p);
    json_play(out, p);
    json_key(out, "die");
    if (!json_none(out, !p->die)) json_byte(out, &p->die, 1, 6);
    json_key(out, "discarded"), json_bool(out, &p->has_discarded);
    json_scores(out, p->head.phase == OVER, result, p);
    json_close(out, '}');
}

static void memory_of_place(struct json *out, uint8_t *known) {
    uint8_t sure[KINDS + 1] = {0}, doubts[KINDS + 1] = {0}, doubt_count = 0;
    for (int card = 1; card <= KINDS; card++) sure[card] = known[card] & 15, doubts[card] = known[card] >> 4;
    json_open(out, '{');
    json_key(out, "certain"), json_multiset(out, sure, &known[CERTAIN], CARDS, cards, KINDS, false);
    json_key(out, "doubtful"), json_multiset(out, doubts, &doubt_count, CARDS, cards, KINDS, false);
    json_key(out, "still"), json_byte(out, &known[STILL], 0, CARDS);
    json_close(out, '}');
    for (int card = 1; card <= KINDS; card++) {
        if (sure[card] > copies[card] || doubts[card] > copies[card])
            json_fail(out, "more cards of a kind are remembered than there are");
        else
            known[card] = (uint8_t)(sure[card] | doubts[card] << 4);
    }
}

/* A set of kinds, kept as bits. */
static void memory_of_kinds(struct json *out, uint16_t *set) {
    uint8_t kinds[KINDS + 1] = {0}, count = 0;
    for (int card = 1; card <= KINDS; card++) kinds[card] = *set >> card & 1;
    json_multiset(out, kinds, &count, KINDS, cards, KINDS, false);
    for (int card = 1; card <= KINDS; card++) {
        if (kinds[card] > 1) json_fail(out, "a kind of card is named once there");
        *set = (uint16_t)(*set | (kinds[card] & 1U) << card);
    }
}

/* What everyone has heard of the bargaining. */
static void memory_of_trades(struct json *out, struct pharaoh *p) {
    json_key(out, "tries"), json_byte(out, &p->tries, 0, 99);
    json_key(out, "wanted"), memory_of_kinds(out, &p->wanted);
    json_key(out, "refused"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++) memory_of_kinds(out, &p->refused[seat]);
    json_close(out, ']');
}

/* What a seat knows of the other hands and of the pile, and what everyone knows of the bargaining. */
static void memory(void *view, struct json *out) {
    struct pharaoh *p = view;
    json_open(out, '{');
    if (is_seat_view(p)) {
        int viewer = p->head.viewer - 1;
        json_key(out, "hands"), json_open(out, '[');
        for (int seat = 0; seat < p->head.players; seat++)
            if (!json_none(out, seat == viewer)) memory_of_place(out, p->seats[viewer].known[seat]);
        json_close(out, ']');
        json_key(out, "pile"), memory_of_place(out, p->seats[viewer].known[PILE]);
    }
    memory_of_trades(out, p);
    json_close(out, '}');
}

const struct arkad_game pharaoh_game = {
    .name = "pharaoh",
    .title = "Oh, Pharaoh!",
    .players_min = 3,
    .players_max = SEATS,
    .options = {[OPTION_STARTER] = {.name = "starter", .kind = ARKAD_SEAT},
                [OPTION_SECOND] = {.name = "second", .kind = ARKAD_NUMBER, .min = 4, .max = 9, .standard = 6},
                [OPTION_OFFERS] = {.name = "offers", .kind = ARKAD_NUMBER, .min = 0, .max = 99, .standard = 30}},
    .benched = {"offers=0", ""},
    .size = sizeof(struct pharaoh),
    .seats_at = offsetof(struct pharaoh, seats),
    .seat_size = sizeof((struct pharaoh *)0)->seats[0],
    .hidden_at = offsetof(struct pharaoh, hidden),
    .turn_at = offsetof(struct pharaoh, turn),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = cards,
    .card_count = END_CARD,
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
    .laws = laws,
    .words = words,
    .json = json,
    .memory = memory,
};
