/*
 * Oh, Pharaoh!: seats gather stones and build pyramids of them, level upon level, each level one higher in number
 * and smaller than the one below. A pyramid is cashed in at the start of a turn, or grows on and tempts thieves.
 * Cards are traded, stolen and taxed. Every scored pyramid moves the marker; when it is at the last field an end
 * card is shuffled into the pile, and the moment that comes up the game is over.
 *
 * Hidden are the hands and the pile; much of them was seen by somebody, and each seat remembers what it saw.
 */
#include "engine/moment.h"
#include "games/pharaoh/inside.h"

#include <assert.h>
#include <string.h>

static int jokers_in(const uint8_t *levels) {
    int jokers = 0;
    for (int number = 1; number <= LEVELS; number++) jokers += jokers_on(levels[number]);
    return jokers;
}

static const char *check_pyramid(const uint8_t *levels, struct text *why) {
    if (is_pyramid(levels)) return NULL;
    if (height_of(levels) < 2) return text_say(why, "a pyramid has at least 2 levels");
    if (has_gap(levels)) return text_say(why, "the numbers of a pyramid's levels follow one another without a gap");
    int bulge = bulge_in(levels);
    return text_say(why, "level %d would have %d cards, and must have fewer than the %d on level %d", bulge,
                    cards_on(levels[bulge]), cards_on(levels[bulge - 1]), bulge - 1);
}

/* ---- Cards on their way -------------------------------------------------------------------------------- */

/* In the open, to a hand and from it. */
static void take_in_hand(struct pharaoh *p, int seat, int card, int count) {
    if (!count) return;
    add_to(&p->seats[seat].hand[card], count);
    add_to(&p->hand_count[seat], count);
    p->refused[seat] = (uint16_t)(p->refused[seat] & ~(1U << card));
    pharaoh_note_gain(p, seat, card, count);
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
    pharaoh_note_loss(p, seat, card);
}

static void put_on_discard(struct pharaoh *p, int card, int count) {
    assert(card >= 1 && card <= KINDS && p->discard[card] + count <= copies[card]);
    add_to(&p->discard[card], count);
    add_to(&p->discard_count, count);
}

static void discard_from_hand(struct pharaoh *p, int seat, int card) {
    part_with(p, seat, card);
    put_on_discard(p, card, 1);
}

/* Pile and discards become the new pile. */
static void shuffle_discard(struct pharaoh *p, struct arkad_tape *tape, bool with_end_card) {
    pharaoh_note_shuffle(p);
    for (uint8_t card = 1; card <= KINDS; card++)
        for (; p->discard[card]; p->discard[card]--) p->hidden.pile[p->pile_count++] = card;
    p->discard_count = 0;
    if (with_end_card) p->hidden.pile[p->pile_count++] = END_CARD;
    chance_shuffle(&p->hidden.chance, tape, p->hidden.pile, p->pile_count);
}

static uint8_t lift_top(struct pharaoh *p) {
    assert(p->pile_count);
    uint8_t card = p->hidden.pile[--p->pile_count];
    p->hidden.pile[p->pile_count] = 0;
    return card;
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
        pharaoh_note_loss(p, PILE, card);
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
    pharaoh_note_draw(p, seat, card);
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
    for (int number = 1; number <= LEVELS; number++) add_to(&levels[number], move->args[number]);
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

/* What a seat lets happen, it lets happen for a whole turn of somebody. */
static unsigned matter(const void *position) { return ((const struct pharaoh *)position)->turns + 1U; }

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
    assert(index >= 0 && index < p->pyramid_count[owner]);
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
    pharaoh_note_given(p, seat, p->terms);
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
        add_to(level, levels[number]);
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
        if (other != seat && p->hand_count[other]) set_put(&p->asked, other);
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
    pharaoh_note_tax(p, collector, payer, card);
}

/* From the collector's left; hands were as they are when the seats were asked. */
static void collect_taxes(struct pharaoh *p, struct arkad_tape *tape) {
    int collector = turn_of(p);
    for (int seat = seat_after(&p->head, collector); seat != collector; seat = seat_after(&p->head, seat))
        if (p->hand_count[seat] && !memchr(p->wards, seat + 1, sizeof p->wards)) collect_from(p, collector, seat, tape);
    end_play(p);
}

static void answer_guard(struct pharaoh *p, int seat, bool is_warded, struct arkad_tape *tape) {
    set_drop(&p->asked, seat);
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
        if (height_of(p->pyramids[seat][i]) >= 3) add_points(&counts[STANDING], worth(p->pyramids[seat][i]));
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

static const char *const digits[LEVELS + 1] = {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"};

/* A pyramid level by level from the bottom, then what it scored. */
static void tell_score(const struct pharaoh *was, const struct pharaoh *is, int seat, int index, struct json *out) {
    const uint8_t *levels = was->pyramids[seat][index];
    for (int number = 1; number <= LEVELS; number++) {
        if (!levels[number]) continue;
        moment_open(out, "level", digits[number]);
        moment_row(out, seat, cards_on(levels[number]), 0);
        moment_close(out);
    }
    moment_open(out, "score", digits[height_of(levels)]);
    moment_row(out, seat, height_of(levels), is->points[seat] - was->points[seat]);
    moment_close(out);
}

/* A pyramid that was scored, and the thief's die with the height that it had to reach. */
static void moments(const void *before, const void *after, int seat, const struct arkad_move *move, struct json *out) {
    const struct pharaoh *was = before, *is = after;
    bool is_roll = move->verb == ALLOW && was->played == THIEF && !is->asked;
    if (move->verb == SCORE_N && move->args[0]) tell_score(was, is, seat, move->args[0] - 1, out);
    if (!is_roll) return;
    moment_open(out, is->head.phase == STEAL ? "in" : "out", digits[is->die]);
    moment_row(out, was->target - 1, height_of(was->pyramids[was->target - 1][was->robbed - 1]), 0);
    moment_close(out);
}

static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct pharaoh *p = position;
    int16_t counts[COUNTS];
    for (int seat = 0; seat < p->head.players; seat++) {
        count(p, seat, counts);
        keys[seat] = scores[seat] = (int16_t)(counts[SCORED] + counts[STANDING]);
    }
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
    .matter = matter,
    .list = list,
    .check = check,
    .apply = apply,
    .fill = pharaoh_fill,
    .result = result,
    .parts = parts,
    .part_count = COUNTS,
    .count = count,
    .figure = figure,
    .facts = facts,
    .moments = moments,
    .laws = pharaoh_laws,
    .words = pharaoh_move_words,
    .json = pharaoh_position_json,
    .memory = pharaoh_memory_json,
};
