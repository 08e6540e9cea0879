/*
 * Oh, Pharaoh!: what each seat has seen, and the worlds that are possible for it.
 *
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
#include "games/pharaoh/inside.h"

#include <assert.h>
#include <string.h>

/* ---- Notes --------------------------------------------------------------------------------------------- */

static inline int certain(uint8_t noted) { return noted & 15; }
static inline int doubtful(uint8_t noted) { return noted >> 4; }

static void forget_doubtful(uint8_t *known) {
    known[STILL] = 0;
    for (int card = 1; card <= KINDS; card++) known[card] &= 15;
}

static inline void note_gain(uint8_t *known, int card, int count) {
    add_to(&known[card], count);
    add_to(&known[CERTAIN], count);
}

/* Some of a kind are no longer among the doubtful ones, because they went or because they are certain now. */
static void settle(uint8_t *known, int card, int count) {
    if (count > doubtful(known[card])) count = doubtful(known[card]);
    if (!count) return;
    take_from(&known[card], count << 4);
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
    add_to(&known[STILL], known[CERTAIN] - 1);
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

void pharaoh_note_gain(struct pharaoh *p, int seat, int card, int count) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer != seat) note_gain(p->seats[viewer].known[seat], card, count);
}

void pharaoh_note_loss(struct pharaoh *p, int place, int card) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer != place) note_loss(p->seats[viewer].known[place], card);
}

void pharaoh_note_given(struct pharaoh *p, int seat, const int8_t *terms) {
    for (int card = 1; card <= KINDS; card++) {
        if (terms[card] <= 0) continue;
        for (int viewer = 0; viewer < p->head.players; viewer++)
            if (viewer != seat) note_holding(p->seats[viewer].known[seat], card, terms[card]);
    }
}

void pharaoh_note_draw(struct pharaoh *p, int seat, int card) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer == seat)
            note_loss(p->seats[viewer].known[PILE], card);
        else
            note_unseen_loss(p->seats[viewer].known[PILE]);
}

void pharaoh_note_tax(struct pharaoh *p, int collector, int payer, int card) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        if (viewer == collector)
            note_loss(p->seats[viewer].known[payer], card);
        else if (viewer == payer)
            note_gain(p->seats[viewer].known[collector], card, 1);
        else
            note_unseen_loss(p->seats[viewer].known[payer]);
}

void pharaoh_note_shuffle(struct pharaoh *p) {
    for (int viewer = 0; viewer < p->head.players; viewer++)
        for (int card = 1; card <= KINDS; card++)
            if (p->discard[card]) note_gain(p->seats[viewer].known[PILE], card, p->discard[card]);
}

/* ---- What a seat cannot see: hands and pile ------------------------------------------------------------ */

void pharaoh_count_unseen(const struct pharaoh *p, int unseen[KINDS + 1]) {
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
    take_from(&w->left[card], more);
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

/* Sets aside what is certainly somewhere; false if that cannot be. A spectator remembers nothing. */
static bool begin_world(const struct pharaoh *p, struct world *w) {
    int unseen[KINDS + 1];
    bool is_possible = true;
    pharaoh_count_unseen(p, unseen);
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

void pharaoh_fill(void *view, struct chance *chance) {
    struct pharaoh *p = view;
    struct world w = {0};
    begin_world(p, &w);
    for (int place = 0; is_seat_view(p) && place < PLACES; place++) set_aside(&w, place, chance);
    deal_rest(p, &w, chance);
}

/* ---- Laws ---------------------------------------------------------------------------------------------- */

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

static const char *law_of_truth(const struct pharaoh *p, struct text *why) {
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

const char *pharaoh_law_of_memory(const struct pharaoh *p, struct text *why) {
    if (is_seat_view(p)) return law_of_recall(p, why);
    return p->head.viewer ? NULL : law_of_truth(p, why);
}

/* ---- As text ------------------------------------------------------------------------------------------- */

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
void pharaoh_memory_json(void *view, struct json *out) {
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
