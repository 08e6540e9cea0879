/*
 * 5 Towers: each round five cards lie open, and the seats bid how many of them they will take. The highest bidder
 * takes that many, of its own choice, and must build every one on its towers, one tower a kind, falling in value.
 * A 0 is a roof and doubles its tower; demolished cards cost more and more. The pile is played through twice.
 *
 * Nothing is hidden but the order of the pile. The time goes into `capacity`: how many cards a seat could build.
 */
#include "engine/moment.h"
#include "games/towers/towers.h"

#include <assert.h>
#include <string.h>

/* ---- Set-up ------------------------------------------------------------------------------------------- */

static void reveal(struct towers *t) {
    while (t->display_count < DISPLAY && t->pile_count)
        t->display[t->display_count++] = t->hidden.pile[--t->pile_count];
}

static void begin_round(struct towers *t, int starter) {
    t->round++;
    t->starter = t->turn = (uint8_t)(starter + 1);
    t->head.phase = BID;
    reveal(t);
}

static void deal(void *position, struct arkad_tape *tape) {
    struct towers *t = position;
    for (int kind = 0; kind < KINDS; kind++)
        for (int value = 0; value < VALUES; value++)
            for (int copy = 0; copy < copies_of(t->head.players, value); copy++)
                t->hidden.pile[t->pile_count++] = card_of(kind, value);
    chance_shuffle(&t->hidden.chance, tape, t->hidden.pile, t->pile_count);
    begin_round(t, t->head.options[0]);
}

/* The first display was on top of the pile. */
static void undeal(const void *position, struct arkad_tape *tape) {
    const struct towers *t = position;
    uint8_t pile[PILE_MAX + DISPLAY];
    int count = t->pile_count;
    memcpy(pile, t->hidden.pile, t->pile_count);
    for (int i = t->display_count; i-- > 0;) pile[count++] = t->display[i];
    tape_shuffle(tape, pile, count <= PILE_MAX ? count : PILE_MAX);
}

/* ---- What can be built ---------------------------------------------------------------------------------- */

/* The top once the present one is demolished. */
static int below_top(const struct towers *t, int seat, int kind) {
    int height = t->height[seat][kind];
    return height > 1 ? t->tower[seat][kind][height - 2] : NO_TOP;
}

/* Values of one kind on the display, as bits: those there are, and those there are two of. */
struct offer {
    uint16_t once, twice;
};

/* What a seat could build of the display, kind by kind: kinds do not hinder each other. */
struct room {
    struct offer offers[KINDS];
    uint8_t fits[KINDS];
    int total;
};

/* How many of 16 bits are set, without a branch: it is asked for every kind and seat. */
static inline int count_bits(unsigned bits) {
    bits -= bits >> 1 & 0x5555;
    bits = (bits & 0x3333) + (bits >> 2 & 0x3333);
    bits = (bits + (bits >> 4)) & 0x0f0f;
    return (int)((bits + (bits >> 8)) & 31);
}

static inline struct offer without(struct offer offer, int value) {
    uint16_t bit = (uint16_t)(1U << value);
    if (offer.twice & bit) return (struct offer){offer.once, (uint16_t)(offer.twice & ~bit)};
    return (struct offer){(uint16_t)(offer.once & ~bit), offer.twice};
}

enum { EIGHT = 1 << 8, NINE = 1 << 9 };

static inline unsigned fitting(int top, struct offer offer) {
    if (top == 0) return 0;
    return top == 8 ? offer.once : offer.once & (((1U << top) - 1) | NINE);
}

static int fit(int top, struct offer offer);

/* With an 8 or a 9 to come all orders are tried. */
static int fit_with_8_or_9(int top, struct offer offer) {
    int best = 0;
    for (unsigned bits = fitting(top, offer); bits; bits &= bits - 1) {
        int value = __builtin_ctz(bits);
        int more = 1 + fit(value, without(offer, value));
        if (more > best) best = more;
    }
    return best;
}

/* The most of these cards that fit on a tower with this top, in the best order: falling, each value once. */
static inline int fit(int top, struct offer offer) {
    if (offer.once & (EIGHT | NINE)) return fit_with_8_or_9(top, offer);
    return count_bits(fitting(top, offer));
}

static void measure_room(const struct towers *t, int seat, struct room *room) {
    memset(room, 0, sizeof *room);
    for (int i = 0; i < t->display_count; i++) {
        struct offer *offer = &room->offers[kind_of(t->display[i])];
        uint16_t bit = (uint16_t)(1U << value_of(t->display[i]));
        offer->twice |= offer->once & bit;
        offer->once |= bit;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        if (!room->offers[kind].once) continue;
        room->fits[kind] = (uint8_t)fit(top_of(t, seat, kind), room->offers[kind]);
        room->total += room->fits[kind];
    }
}

/* How many would fit if the top of this tower were demolished. */
static int room_after_demolition(const struct towers *t, int seat, int kind, const struct room *room) {
    return room->total - room->fits[kind] + fit(below_top(t, seat, kind), room->offers[kind]);
}

/* How many more would fit after this card of the display has been built. */
static int room_after_building(uint8_t card, const struct room *room) {
    int kind = kind_of(card), value = value_of(card);
    return room->total - room->fits[kind] + fit(value, without(room->offers[kind], value));
}

static bool is_razable(int top) { return top != 0 && top != NO_TOP; }

/* How many cards of the display the seat could build, in the best order, after at most one demolition. */
static int capacity(const struct towers *t, int seat, bool may_demolish) {
    struct room room;
    measure_room(t, seat, &room);
    int best = room.total;
    for (int kind = 0; kind < KINDS && may_demolish; kind++) {
        bool all_fit = room.fits[kind] == count_bits(room.offers[kind].once) + count_bits(room.offers[kind].twice);
        if (all_fit || !is_razable(top_of(t, seat, kind))) continue;
        int after = room_after_demolition(t, seat, kind, &room);
        if (after > best) best = after;
    }
    return best;
}

static bool may_demolish_now(const struct towers *t) { return !t->demolished_now && t->left == t->high - 1; }

static const char *check_demolish(const struct towers *t, int seat, int kind, struct text *why) {
    struct room room;
    measure_room(t, seat, &room);
    if (t->demolished_now) return text_say(why, "only one card a round may be demolished");
    if (!may_demolish_now(t)) return text_say(why, "demolishing comes before building");
    if (!t->height[seat][kind]) return text_say(why, "there is no such tower to demolish");
    if (!is_razable(top_of(t, seat, kind))) return text_say(why, "a roof cannot be demolished");
    return room_after_demolition(t, seat, kind, &room) >= t->left ? NULL : text_say(why, "the bid could not be met");
}

static const char *check_build(const struct towers *t, int seat, uint8_t card, struct text *why) {
    struct room room;
    measure_room(t, seat, &room);
    if (!memchr(t->display, card, t->display_count)) return text_say(why, "%s is not on display", cards[card]);
    int top = top_of(t, seat, kind_of(card));
    if (!can_cover(top, value_of(card)))
        return text_say(why, "%s cannot cover %s", cards[card], cards[card_of(kind_of(card), top)]);
    return room_after_building(card, &room) >= t->left - 1 ? NULL : text_say(why, "the bid could not be met");
}

static const char *check_bid(const struct towers *t, int seat, int bid, struct text *why) {
    if (bid < t->high) return text_say(why, "that is %d, and the bid to beat is %d", bid, t->high - 1);
    int most = capacity(t, seat, true);
    return bid <= most ? NULL
                       : text_say(why, "that is %d, and at most %d of these cards fit on your towers", bid, most);
}

static unsigned waits(const void *position) {
    const struct towers *t = position;
    return 1U << (t->turn - 1);
}

/* A bid can be decided ahead, for this round. */
static unsigned matter(const void *position) {
    const struct towers *t = position;
    return t->head.phase == BID ? t->round : 0;
}

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    const struct towers *t = position;
    if (seat + 1 != t->turn) return text_say(why, "it is seat %d's turn", t->turn - 1);
    bool is_bidding = move->verb == BID_N || move->verb == PASS;
    if (is_bidding != (t->head.phase == BID))
        return text_say(why, is_bidding ? "the bidding is over" : "the bidding is not over yet");
    switch (move->verb) {
    case BID_N: return check_bid(t, seat, move->args[0], why);
    case PASS: return t->high ? NULL : text_say(why, "the starting seat cannot pass: bid 0 instead");
    case DEMOLISH: return check_demolish(t, seat, move->args[0] - 1, why);
    default: return check_build(t, seat, move->args[0], why);
    }
}

static int list_bids(const struct towers *t, int seat, struct arkad_move *moves) {
    int count = 0, most = capacity(t, seat, true);
    for (int bid = t->high; bid <= most; bid++)
        moves[count++] = (struct arkad_move){.verb = BID_N, .args = {(uint8_t)bid}};
    if (t->high) moves[count++] = (struct arkad_move){.verb = PASS};
    return count;
}

static int list_builds(const struct towers *t, int seat, struct arkad_move *moves) {
    struct room room;
    measure_room(t, seat, &room);
    int count = 0;
    for (int kind = 0; kind < KINDS && may_demolish_now(t); kind++)
        if (is_razable(top_of(t, seat, kind)) && room_after_demolition(t, seat, kind, &room) >= t->left)
            moves[count++] = (struct arkad_move){.verb = DEMOLISH, .args = {(uint8_t)(kind + 1)}};
    for (int i = 0; i < t->display_count; i++) {
        uint8_t card = t->display[i];
        bool is_double = room.offers[kind_of(card)].twice >> value_of(card) & 1;
        if (is_double && memchr(t->display, card, (size_t)i)) continue; /* listed already */
        if (can_cover(top_of(t, seat, kind_of(card)), value_of(card)) &&
            room_after_building(card, &room) >= t->left - 1)
            moves[count++] = (struct arkad_move){.verb = BUILD_CARD, .args = {card}};
    }
    return count;
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct towers *t = position;
    if (seat + 1 != t->turn) return 0;
    return t->head.phase == BID ? list_bids(t, seat, moves) : list_builds(t, seat, moves);
}

/* ---- What happens then ---------------------------------------------------------------------------------- */

static void end_game(struct towers *t) {
    t->head.phase = OVER;
    t->turn = 0;
}

/* What is left is discarded; the next round begins, if there is one. */
static void refresh(struct towers *t, int next_starter, struct arkad_tape *tape) {
    for (int i = 0; i < t->display_count; i++) t->discard[t->display[i]]++;
    add_to(&t->discard_count, t->display_count);
    memset(t->display, 0, sizeof t->display);
    memset(t->bids, 0, sizeof t->bids);
    t->display_count = t->high = t->winner = t->left = t->demolished_now = 0;
    if (!t->pile_count) {
        if (t->is_reshuffled || !t->discard_count) {
            end_game(t);
            return;
        }
        for (uint8_t card = 1; card <= CARDS; card++)
            while (t->discard[card]) t->discard[card]--, t->hidden.pile[t->pile_count++] = card;
        t->discard_count = 0;
        t->is_reshuffled = 1;
        chance_shuffle(&t->hidden.chance, tape, t->hidden.pile, t->pile_count);
    }
    begin_round(t, next_starter);
}

static void end_bidding(struct towers *t, struct arkad_tape *tape) {
    if (t->high == 1) { /* nobody wants any: the same seat starts again */
        refresh(t, t->starter - 1, tape);
        return;
    }
    t->head.phase = BUILD;
    t->turn = t->winner;
    t->left = (uint8_t)(t->high - 1);
}

static void bid(struct towers *t, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    if (move->verb == BID_N) {
        t->high = (uint8_t)(move->args[0] + 1);
        t->winner = (uint8_t)(seat + 1);
        t->bids[seat] = (uint8_t)(FIRST_BID + move->args[0]);
    } else {
        t->bids[seat] = PASSED;
    }
    int next = seat_after(&t->head, seat);
    t->turn = (uint8_t)(next + 1);
    if (t->bids[next] != NOT_ASKED || t->high - 1 == t->display_count) end_bidding(t, tape);
}

static void raze(struct towers *t, int seat, int kind) {
    int height = --t->height[seat][kind];
    t->fallen[t->fallen_count] = card_of(kind, t->tower[seat][kind][height]);
    t->fallen_of[t->fallen_count++] = (uint8_t)seat;
    t->tower[seat][kind][height] = 0;
    t->demolished_now = 1;
}

static void put_up(struct towers *t, int seat, uint8_t card) {
    int kind = kind_of(card);
    t->tower[seat][kind][t->height[seat][kind]++] = (uint8_t)value_of(card);
    uint8_t *taken = memchr(t->display, card, t->display_count);
    assert(taken);
    memmove(taken, taken + 1, (size_t)(t->display + t->display_count - taken - 1));
    t->display[--t->display_count] = 0;
    t->left--;
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct towers *t = position;
    switch (move->verb) {
    case DEMOLISH: raze(t, seat, move->args[0] - 1); break;
    case BUILD_CARD:
        put_up(t, seat, move->args[0]);
        if (!t->left) refresh(t, seat_after(&t->head, seat), tape);
        break;
    default: bid(t, seat, move, tape); break;
    }
}

/* ---- Scoring ------------------------------------------------------------------------------------------ */

enum { BUILT, ROOFED, TALLEST, FALLEN, COUNTS };
static const char *const parts[COUNTS] = {
    [BUILT] = "built", [ROOFED] = "roofed", [TALLEST] = "tallest", [FALLEN] = "fallen"};

/* A card counts once, under a roof once more, in the tallest tower once more. */
static void count(const void *position, int seat, int16_t *counts) {
    const struct towers *t = position;
    int16_t fine = 0;
    memset(counts, 0, COUNTS * sizeof *counts);
    for (int kind = 0; kind < KINDS; kind++) {
        uint8_t height = t->height[seat][kind];
        add_points(&counts[BUILT], height);
        if (top_of(t, seat, kind) == 0) add_points(&counts[ROOFED], height);
        if (height > counts[TALLEST]) counts[TALLEST] = height;
    }
    for (int i = 0; i < t->fallen_count; i++)
        if (t->fallen_of[i] == seat) add_points(&counts[FALLEN], -++fine);
}

/* Demolishing costs a point more every time. */
static int figure(const void *position, int seat, const struct arkad_move *move) {
    const struct towers *t = position;
    int cost = 1;
    for (int i = 0; i < t->fallen_count; i++) cost += t->fallen_of[i] == seat;
    return move->verb == DEMOLISH ? cost : NO_FIGURE;
}

static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct towers *t = position;
    int16_t counts[COUNTS];
    for (int seat = 0; seat < t->head.players; seat++) {
        count(t, seat, counts);
        keys[seat] = scores[seat] = (int16_t)(counts[BUILT] + counts[ROOFED] + counts[TALLEST] + counts[FALLEN]);
    }
}

/* A tower that got its roof, and what the roof brought. */
static void moments(const void *before, const void *after, int seat, const struct arkad_move *move, struct json *out) {
    int16_t had[SEATS], has[SEATS];
    int64_t keys[SEATS];
    if (move->verb != BUILD_CARD || value_of(move->args[0])) return;
    int kind = kind_of(move->args[0]);
    result(before, had, keys);
    result(after, has, keys);
    moment_open(out, "roof", kinds[kind + 1]);
    moment_row(out, seat, ((const struct towers *)after)->height[seat][kind], has[seat] - had[seat]);
    moment_close(out);
}

/* ---- What a seat cannot see: the order of the pile ------------------------------------------------------- */

/* Cards that lie anywhere but in the pile. */
static void count_open(const struct towers *t, uint8_t counts[CARDS + 1]) {
    memcpy(counts, t->discard, CARDS + 1);
    for (int i = 0; i < t->display_count; i++) counts[t->display[i]]++;
    for (int i = 0; i < t->fallen_count; i++) counts[t->fallen[i]]++;
    for (int seat = 0; seat < t->head.players; seat++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int i = 0; i < t->height[seat][kind]; i++) counts[card_of(kind, t->tower[seat][kind][i])]++;
}

static void fill(void *view, struct chance *chance) {
    struct towers *t = view;
    uint8_t open[CARDS + 1];
    count_open(t, open);
    int count = 0;
    for (uint8_t card = 1; card <= CARDS; card++)
        for (int i = open[card]; i < copies_of(t->head.players, value_of(card)); i++) t->hidden.pile[count++] = card;
    assert(count == t->pile_count);
    chance_mix(chance, t->hidden.pile, count);
}

/* ---- Laws ----------------------------------------------------------------------------------------------- */

static const char *law_of_cards(const struct towers *t, struct text *why) {
    uint8_t counts[CARDS + 1];
    count_open(t, counts);
    if (!t->head.viewer)
        for (int i = 0; i < t->pile_count; i++) counts[t->hidden.pile[i]]++;
    int missing = 0;
    for (uint8_t card = 1; card <= CARDS; card++) {
        int copies = copies_of(t->head.players, value_of(card));
        if (counts[card] > copies) return text_say(why, "there are more %s than exist", cards[card]);
        missing += copies - counts[card];
    }
    if (missing != (t->head.viewer ? t->pile_count : 0)) return text_say(why, "cards are missing");
    if (sum_bytes(t->discard + 1, CARDS) != t->discard_count) return text_say(why, "the discards are miscounted");
    return NULL;
}

static const char *law_of_towers(const struct towers *t, struct text *why) {
    for (int seat = 0; seat < t->head.players; seat++)
        for (int kind = 0; kind < KINDS; kind++)
            for (int i = 1; i < t->height[seat][kind]; i++)
                if (!can_cover(t->tower[seat][kind][i - 1], t->tower[seat][kind][i]))
                    return text_say(why, "a tower of seat %d could not have been built", seat);
    return NULL;
}

/* The bids are those of the seats from the starter to the one before the turn (all up to the winning bid while
   building), each higher than the one before, and the last one stands. */
static const char *law_of_bids(const struct towers *t, struct text *why) {
    int high = 0, winner = 0, asked = 0, seat = t->starter - 1;
    for (; asked < t->head.players && t->bids[seat] != NOT_ASKED; asked++, seat = seat_after(&t->head, seat)) {
        if (t->bids[seat] == PASSED ? !high : t->bids[seat] - FIRST_BID < high)
            return text_say(why, "the bid of seat %d could not have been made", seat);
        if (t->bids[seat] != PASSED) high = t->bids[seat] - FIRST_BID + 1, winner = seat + 1;
    }
    for (int other = 0, count = 0; other < t->head.players; other++) {
        count += t->bids[other] != NOT_ASKED;
        if (count > asked) return text_say(why, "a seat has bid before its turn");
    }
    if (t->high != high || t->winner != winner) return text_say(why, "the standing bid is not the highest");
    if (t->head.phase == BID && (asked == t->head.players || t->turn != seat + 1 || high > t->display_count))
        return text_say(why, "the bidding should be over, or it is another seat's turn");
    return NULL;
}

static const char *law_of_building(const struct towers *t, struct text *why) {
    if (t->turn != t->winner || !t->left || t->left > t->high - 1)
        return text_say(why, "the builder is not the one who won, or builds too many cards");
    int built = t->high - 1 - t->left;
    bool may_demolish = !t->demolished_now && !built;
    if (capacity(t, t->turn - 1, may_demolish) < t->left) return text_say(why, "the bid could not be met");
    bool was_full = t->high - 1 == t->display_count + built;
    for (int seat = 0; seat < t->head.players; seat++)
        if (!was_full && t->bids[seat] == NOT_ASKED) return text_say(why, "seat %d has not been asked", seat);
    return NULL;
}

static const char *laws(const void *position, struct text *why) {
    const struct towers *t = position;
    const char *broken = law_of_cards(t, why);
    if (!broken) broken = law_of_towers(t, why);
    if (broken) return broken;
    if (!t->starter || t->starter > t->head.players || !t->round || t->round > FALLEN_MAX)
        return text_say(why, "there is no such starter or round");
    if (t->head.phase == OVER) {
        bool is_clear = !t->turn && !t->high && !t->winner && !t->left && !t->pile_count && !t->display_count &&
                        !t->demolished_now && !sum_bytes(t->bids, SEATS);
        return is_clear ? NULL : text_say(why, "the game is over, and something still lies there");
    }
    if (!t->turn || t->turn > t->head.players || !t->display_count) return text_say(why, "nobody can move");
    if (t->display_count < DISPLAY && t->pile_count && t->head.phase == BID)
        return text_say(why, "the display is not full");
    if (t->head.phase == BID && (t->left || t->demolished_now)) return text_say(why, "nobody builds while others bid");
    broken = law_of_bids(t, why);
    return broken || t->head.phase == BID ? broken : law_of_building(t, why);
}

/* ---- Words ---------------------------------------------------------------------------------------------- */

static void words(struct words *text, struct arkad_move *move) {
    switch (move->verb) {
    case BID_N: words_number(text, &move->args[0], 0, DISPLAY); break;
    case DEMOLISH: words_name(text, &move->args[0], kinds, KINDS); break;
    case BUILD_CARD: words_name(text, &move->args[0], cards, CARDS); break;
    default: break;
    }
}

static void json_bid(struct json *out, uint8_t *bid) {
    static const char *const pass[] = {"pass"};
    uint8_t none = 0;
    if (json_none(out, *bid == NOT_ASKED)) {
        *bid = NOT_ASKED;
    } else if (json_next_is_string(out, *bid == PASSED)) {
        json_word(out, &none, pass, 1);
        *bid = PASSED;
    } else {
        int number = *bid - FIRST_BID;
        json_int(out, &number, 0, DISPLAY);
        *bid = (uint8_t)(FIRST_BID + number);
    }
}

static void json_tower(struct json *out, struct towers *t, int seat, int kind) {
    uint8_t *height = &t->height[seat][kind];
    if (!json_next_is(out, kinds[kind + 1], *height > 0)) return;
    uint8_t list[HEIGHT_MAX];
    for (int i = 0; i < *height; i++) list[i] = card_of(kind, t->tower[seat][kind][i]);
    json_key(out, kinds[kind + 1]);
    json_cards(out, list, height, HEIGHT_MAX, cards, CARDS, false);
    for (int i = 0; i < *height && !out->has_failed; i++) {
        if (kind_of(list[i]) != kind) json_fail(out, "a card stands on a tower of another kind");
        t->tower[seat][kind][i] = (uint8_t)value_of(list[i]);
    }
}

static void json_demolitions(struct json *out, struct towers *t, int seat) {
    uint8_t list[FALLEN_MAX], count = 0;
    for (int i = 0; i < t->fallen_count; i++)
        if (!out->is_reading && t->fallen_of[i] == seat) list[count++] = t->fallen[i];
    json_cards(out, list, &count, FALLEN_MAX, cards, CARDS, false);
    if (!out->is_reading || out->has_failed) return;
    if (t->fallen_count + count > FALLEN_MAX) {
        json_fail(out, "more cards were demolished than rounds were played");
        return;
    }
    memcpy(t->fallen + t->fallen_count, list, count);
    memset(t->fallen_of + t->fallen_count, seat, count);
    add_to(&t->fallen_count, count);
}

static void json(void *position, struct json *out) {
    struct towers *t = position;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &t->head.phase, phases, 3);
    json_key(out, "round"), json_byte(out, &t->round, 1, FALLEN_MAX);
    json_key(out, "starter"), json_seat(out, &t->starter);
    json_key(out, "turn"), json_seat(out, &t->turn);
    json_key(out, "pile");
    json_cards(out, t->hidden.pile, &t->pile_count, PILE_MAX, cards, CARDS, json_hides(out, JSON_NOBODY));
    json_key(out, "discard"), json_multiset(out, t->discard, &t->discard_count, PILE_MAX, cards, CARDS, false);
    json_key(out, "display"), json_cards(out, t->display, &t->display_count, DISPLAY, cards, CARDS, false);
    json_key(out, "bids"), json_open(out, '[');
    for (int seat = 0; seat < t->head.players; seat++) json_bid(out, &t->bids[seat]);
    json_close(out, ']');
    json_key(out, "high"), json_byte_or_null(out, &t->high, DISPLAY);
    json_key(out, "winner"), json_seat(out, &t->winner);
    json_key(out, "left"), json_byte(out, &t->left, 0, DISPLAY);
    json_key(out, "demolished_now"), json_bool(out, &t->demolished_now);
    json_key(out, "towers"), json_open(out, '[');
    for (int seat = 0; seat < t->head.players; seat++) {
        json_open(out, '{');
        for (int kind = 0; kind < KINDS; kind++) json_tower(out, t, seat, kind);
        json_close(out, '}');
    }
    json_close(out, ']');
    json_key(out, "demolitions"), json_open(out, '[');
    for (int seat = 0; seat < t->head.players; seat++) json_demolitions(out, t, seat);
    json_close(out, ']');
    json_key(out, "reshuffled"), json_bool(out, &t->is_reshuffled);
    json_scores(out, t->head.phase == OVER, result, t);
    json_close(out, '}');
}

/* The card that this seat demolished as its first, second and so on, from 0; 0 if it has not demolished so many. */
static uint8_t fallen_of(const struct towers *t, int seat, int number) {
    for (int i = 0; i < t->fallen_count; i++)
        if (t->fallen_of[i] == seat && !number--) return t->fallen[i];
    return 0;
}

/* In which order the seats demolished: the JSON tells each one's own. */
static void memory(void *view, struct json *out) {
    struct towers *t = view, before = *t;
    int numbers[SEATS] = {0}, count = 0;
    json_open(out, '{');
    json_key(out, "demolished"), json_open(out, '[');
    for (; count < before.fallen_count && json_more(out, ']', true); count++) {
        uint8_t *seat = &t->fallen_of[count];
        json_byte(out, seat, 0, t->head.players - 1);
        t->fallen[count] = fallen_of(&before, *seat, numbers[*seat]++);
        if (!t->fallen[count]) json_fail(out, "a seat has not demolished so many cards");
    }
    json_close(out, ']'), json_close(out, '}');
    if (count < before.fallen_count) json_fail(out, "more cards were demolished than that");
}

const struct arkad_game towers_game = {
    .name = "towers",
    .title = "5 Towers",
    .is_open = true,
    .players_min = 2,
    .players_max = SEATS,
    .options = {{.name = "starter", .kind = ARKAD_SEAT}},
    .size = sizeof(struct towers),
    .seats_at = offsetof(struct towers, hidden), /* no seat sees more than another */
    .seat_size = 0,
    .hidden_at = offsetof(struct towers, hidden),
    .turn_at = offsetof(struct towers, turn),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = cards,
    .card_count = CARDS,
    .deal = deal,
    .undeal = undeal,
    .waits = waits,
    .matter = matter,
    .list = list,
    .check = check,
    .apply = apply,
    .fill = fill,
    .result = result,
    .parts = parts,
    .part_count = COUNTS,
    .count = count,
    .figure = figure,
    .moments = moments,
    .laws = laws,
    .words = words,
    .json = json,
    .memory = memory,
};
