/*
 * Byzanz: each round a lot is auctioned for every bid card, and every seat wins exactly one of them. Bids are paid
 * with goods from hand and go to the market, where at the end of the round each seat takes all cards of one kind,
 * whoever won the smallest lot first. Three cards of a kind can be sold at any time, merchants standing in for goods;
 * the best one is kept as points. Nobody may hold more than seven cards. The pile is played through once.
 *
 * Hands are hidden, but whatever came into one after the deal came in the open: the position remembers it for all.
 * Hands are short sorted lists, so that bids and sales are listed without repetition as they are met.
 */
#include "engine/moment.h"
#include "games/byzanz/byzanz.h"

#include <assert.h>
#include <string.h>

static inline const struct table *table_of(const struct byzanz *b) { return &tables[b->head.players]; }

/* Is this seat's hand a blank in the view? */
static inline bool is_hidden(const struct byzanz *b, int seat) { return b->head.viewer && b->head.viewer != seat + 1; }

/* ---- Moving cards --------------------------------------------------------------------------------------- */

static inline void put_in(uint8_t *list, uint8_t *count, uint8_t card) {
    int at = (*count)++;
    for (; at > 0 && list[at - 1] > card; at--) list[at] = list[at - 1];
    list[at] = card;
}

static inline void take_out(uint8_t *list, uint8_t *count, uint8_t card) {
    int at = 0, last = --*count;
    while (at < last && list[at] != card) at++;
    assert(list[at] == card);
    for (; at < last; at++) list[at] = list[at + 1];
    list[last] = 0;
}

/* Everything that comes into a hand after the deal is shown to all, and so is everything that leaves it. */
static void gain(struct byzanz *b, int seat, uint8_t card) {
    put_in(b->seats[seat].hand, &b->hand_count[seat], card);
    b->known[seat][card]++;
}

static void lose(struct byzanz *b, int seat, uint8_t card) {
    take_out(b->seats[seat].hand, &b->hand_count[seat], card);
    if (b->known[seat][card]) b->known[seat][card]--;
}

static void remove_from_game(struct byzanz *b, uint8_t card) {
    b->gone[card]++;
    b->out++;
}

static void put_on_market(struct byzanz *b, uint8_t card) {
    b->market[card]++;
    b->market_count++;
}

/* Where the seat's kept cards begin. */
static int kept_at(const struct byzanz *b, int seat) { return sum_bytes(b->kept_count, seat); }

static void keep(struct byzanz *b, int seat, uint8_t card) {
    int start = kept_at(b, seat), end = start + b->kept_count[seat];
    int later = kept_at(b, SEATS) - end;
    memmove(b->kept + end + 1, b->kept + end, (size_t)later);
    put_in(b->kept + start, &b->kept_count[seat], card);
}

/* ---- Set-up ------------------------------------------------------------------------------------------- */

/* The card 1 of five or six seats is won by the only seat left, whose one card goes straight to the market. */
static void give_last_card(struct byzanz *b) {
    put_on_market(b, b->lot[0]);
    b->lot[0] = b->lot_count = 0;
    b->won[b->turn - 1] = 1;
    b->auction++;
    b->head.phase = MARKET; /* who holds the lowest card takes first: it is still this seat's turn */
}

/* Turns up a lot. The seat in turn opens. */
static void begin_auction(struct byzanz *b) {
    int bid_card = table_of(b)->bid_cards[b->auction];
    b->opener = b->turn;
    for (int i = 0; i < bid_card; i++) {
        uint8_t *top = &b->hidden.pile[--b->pile_count];
        put_in(b->lot, &b->lot_count, *top);
        *top = 0;
    }
    bool is_last = b->auction == b->head.players - 1;
    b->head.phase = is_last ? PICK : AUCTION;
    if (is_last && table_of(b)->has_one) give_last_card(b);
}

/* Deals from the end of the deck: four cards a hand, those set aside, the first lot; what is left is the pile. */
static void deal(void *position, struct arkad_tape *tape) {
    struct byzanz *b = position;
    uint8_t deck[DECK];
    int count = 0;
    for (uint8_t card = 1; card <= CARDS; card++)
        for (int copy = 0; copy < copies[card]; copy++) deck[count++] = card;
    chance_shuffle(&b->hidden.chance, tape, deck, count);
    for (int seat = 0; seat < b->head.players; seat++)
        for (int i = 0; i < HAND_DEALT; i++) put_in(b->seats[seat].hand, &b->hand_count[seat], deck[--count]);
    b->out = table_of(b)->set_aside;
    count -= b->out;
    while (b->lot_count < table_of(b)->bid_cards[0]) put_in(b->lot, &b->lot_count, deck[--count]);
    b->pile_count = (uint8_t)count;
    memcpy(b->hidden.pile, deck, (size_t)count);
    b->round = 1;
    b->turn = b->opener = (uint8_t)(b->head.options[0] + 1);
    b->head.phase = AUCTION;
}

static void count_seen(const struct byzanz *b, uint8_t counts[CARDS + 1]);

/* Hands and lots are sorted, so any order of dealing them will do; set aside was what is nowhere else. */
static void undeal(const void *position, struct arkad_tape *tape) {
    const struct byzanz *b = position;
    uint8_t deck[DECK], counts[CARDS + 1];
    int count = b->pile_count;
    memcpy(deck, b->hidden.pile, b->pile_count);
    for (int i = 0; i < b->lot_count; i++) deck[count++] = b->lot[i];
    count_seen(b, counts);
    for (uint8_t card = 1; card <= CARDS; card++)
        for (int i = counts[card]; i < copies[card]; i++) deck[count++] = card;
    for (int seat = b->head.players; seat-- > 0;)
        for (int i = 0; i < b->hand_count[seat]; i++) deck[count++] = b->seats[seat].hand[i];
    tape_shuffle(tape, deck, count);
}

/* ---- What a seat may do ----------------------------------------------------------------------------------- */

/* The seats still in the auction, as bits: those that have neither won in this round nor passed. */
static unsigned bidders(const struct byzanz *b) {
    unsigned seats = 0;
    for (int seat = 0; seat < b->head.players; seat++) seats |= (unsigned)!b->won[seat] << seat;
    for (int i = 0; i < b->passed_count; i++) seats &= ~(1U << (b->passed[i] - 1));
    return seats;
}

static inline bool is_alone(unsigned seats) { return seats && !(seats & (seats - 1)); }

/* The seat with more than seven cards. */
static int seat_over_limit(const struct byzanz *b) {
    int seat = 0;
    while (seat < SEATS - 1 && b->hand_count[seat] <= HAND_MAX) seat++;
    return seat;
}

static unsigned waits(const void *position) {
    const struct byzanz *b = position;
    if (b->head.phase == TRIM) return 1U << seat_over_limit(b);
    if (b->head.phase != FINAL) return 1U << (b->turn - 1);
    unsigned seats = 0;
    for (int seat = 0; seat < b->head.players; seat++) seats |= (unsigned)!b->done[seat] << seat;
    return seats;
}

/* Bids, and passing, can be decided ahead for one lot. */
static unsigned matter(const void *position) {
    const struct byzanz *b = position;
    return b->head.phase == BID ? b->round * (SEATS + 1U) + b->auction + 1 : 0;
}

/* The size of the hand, as far as this position shows it: nothing, in the view of another seat. */
static int seen_count(const struct byzanz *b, int seat) { return is_hidden(b, seat) ? 0 : b->hand_count[seat]; }

static int count_in(const uint8_t *list, int count, uint8_t card) {
    int found = 0;
    for (int i = 0; i < count; i++) found += list[i] == card;
    return found;
}

/* Does the hand hold these cards, each as often as named? */
static const char *check_held(const struct byzanz *b, int seat, const uint8_t *named, int count, struct text *why) {
    for (int i = 0; i < count; i++) {
        int held = count_in(b->seats[seat].hand, seen_count(b, seat), named[i]);
        if (!held) return text_say(why, "there is no %s in your hand", cards[named[i]]);
        if (held < count_in(named, count, named[i])) return text_say(why, "you have only %d %s", held, cards[named[i]]);
    }
    return NULL;
}

static const char *check_bid(const struct byzanz *b, int seat, const uint8_t *laid, struct text *why) {
    int count = 0, bid = b->bids[seat], high = highest_bid(b);
    for (; count < HAND_MAX && laid[count]; count++) bid += values[laid[count]];
    if (laid[count - 1] == MERCHANT) return text_say(why, "merchants cannot be bid");
    const char *wrong = check_held(b, seat, laid, count, why);
    if (wrong) return wrong;
    return bid > high ? NULL : text_say(why, "that is %d, and the bid to beat is %d", bid, high);
}

static const char *check_sale(const struct byzanz *b, int seat, const uint8_t *sale, struct text *why) {
    if (b->done[seat]) return text_say(why, "you have said that you are done");
    for (int i = 1; i < SALE; i++) /* merchants come last */
        if (sale[i] != MERCHANT && kind_of(sale[i]) != kind_of(sale[0]))
            return text_say(why,
                            "a sale is three cards of one kind, or merchants in their place: %s and %s do not go "
                            "together",
                            cards[sale[0]], cards[sale[i]]);
    return check_held(b, seat, sale, SALE, why);
}

static const char *check_give(const struct byzanz *b, uint8_t card, struct text *why) {
    return count_in(b->lot, b->lot_count, card) ? NULL : text_say(why, "there is no %s in the lot", cards[card]);
}

static bool is_on_market(const struct byzanz *b, int kind) {
    return sum_bytes(b->market + first_of(kind), last_of(kind) - first_of(kind) + 1) > 0;
}

static const char *check_take(const struct byzanz *b, int kind, struct text *why) {
    return is_on_market(b, kind) ? NULL : text_say(why, "there is no %s on the market", kinds[kind]);
}

/* Is it this seat's turn, and the time for such a move? */
static const char *check_time(const struct byzanz *b, int seat, int verb, struct text *why) {
    static const struct {
        uint8_t phase;
        const char *otherwise;
    } times[VERBS] = {
        [PASS] = {AUCTION, "there is no bidding now"},
        [BID] = {AUCTION, "there is no bidding now"},
        [GIVE] = {PICK, "no card of a lot is to be given now"},
        [DISCARD] = {TRIM, "only a seat with more than seven cards discards"},
        [TAKE] = {MARKET, "the market is not being shared out now"},
        [DONE] = {FINAL, "the game is not at its end yet"},
    };
    if (!(waits(b) >> seat & 1)) {
        if (b->head.phase == FINAL) return text_say(why, "you have said that you are done");
        if (b->head.phase != TRIM) return text_say(why, "it is seat %d's turn", b->turn - 1);
        return text_say(why, "seat %d must first come down to %d cards", seat_over_limit(b), HAND_MAX);
    }
    if (b->head.phase == times[verb].phase) return NULL;
    if (b->head.phase != TRIM) return text_say(why, "%s", times[verb].otherwise);
    return text_say(why, "you have %d cards: first sell or discard down to %d", b->hand_count[seat], HAND_MAX);
}

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    const struct byzanz *b = position;
    if (move->verb == SELL) return check_sale(b, seat, move->args, why); /* at any time */
    const char *wrong = check_time(b, seat, move->verb, why);
    if (wrong) return wrong;
    switch (move->verb) {
    case BID: return check_bid(b, seat, move->args, why);
    case GIVE: return check_give(b, move->args[0], why);
    case DISCARD: return check_held(b, seat, move->args, 1, why);
    case TAKE: return check_take(b, move->args[0], why);
    default: return NULL;
    }
}

/* ---- Lists ------------------------------------------------------------------------------------------------ */

/* Writes a move in its place: zeros, then what is not. */
static inline void put_move(struct arkad_move *move, int verb, uint8_t first, uint8_t second, uint8_t third) {
    memset(move, 0, sizeof *move);
    move->verb = (uint8_t)verb;
    move->args[0] = first;
    move->args[1] = second;
    move->args[2] = third;
}

/* One move for each different card of a sorted list. */
static int list_each(int verb, const uint8_t *list, int count, struct arkad_move *moves) {
    int listed = 0;
    for (int i = 0; i < count; i++)
        if (!i || list[i] != list[i - 1]) put_move(&moves[listed++], verb, list[i], 0, 0);
    return listed;
}

/* Goods that could be laid together. */
struct handful {
    uint64_t cards; /* a byte each, the first one lowest */
    uint32_t value, bits;
};

/* Every different handful of goods in hand, the empty one first: each card doubles them, but one equal to the card
   before goes only with the handfuls that this one has just joined. */
static int gather(const uint8_t *hand, int count, struct handful handfuls[1 << HAND_MAX]) {
    int made = 1, joined = 0;
    handfuls[0] = (struct handful){0};
    for (int i = 0; i < count && hand[i] != MERCHANT; i++) {
        int from = i && hand[i] == hand[i - 1] ? joined : 0;
        joined = made;
        for (int j = from, end = made; j < end; j++, made++) {
            handfuls[made].cards = handfuls[j].cards | (uint64_t)hand[i] << handfuls[j].bits;
            handfuls[made].value = handfuls[j].value + values[hand[i]];
            handfuls[made].bits = handfuls[j].bits + 8;
        }
    }
    return made;
}

static int list_bids(const struct byzanz *b, int seat, struct arkad_move *moves) {
    const uint8_t *hand = b->seats[seat].hand;
    int count = seen_count(b, seat), listed = 0;
    unsigned most = 0, missing = (unsigned)(highest_bid(b) - b->bids[seat]); /* more than this must be added */
    for (int i = 0; i < count; i++) most += values[hand[i]];
    if (most <= missing) return 0;
    struct handful handfuls[1 << HAND_MAX];
    int made = gather(hand, count, handfuls);
    for (int i = 1; i < made; i++) {
        put_move(&moves[listed], BID, 0, 0, 0);
        for (int k = 0; k < HAND_MAX; k++) moves[listed].args[k] = (uint8_t)(handfuls[i].cards >> 8 * k);
        listed += handfuls[i].value > missing; /* else the next one is written over it: no branch to guess wrong */
    }
    return listed;
}

/* The sales of one kind of goods, list[0..count-1], with so many merchants to help. An equal card is not tried again
   in the same place. */
static int list_sales_of(const uint8_t *list, int count, int merchants, struct arkad_move *moves) {
    int listed = 0;
    for (int i = count - 1; i >= 0; i--) {
        if (i < count - 1 && list[i] == list[i + 1]) continue;
        if (merchants >= 2) put_move(&moves[listed++], SELL, list[i], MERCHANT, MERCHANT);
        for (int j = i - 1; j >= 0; j--) {
            if (j < i - 1 && list[j] == list[j + 1]) continue;
            if (merchants >= 1) put_move(&moves[listed++], SELL, list[i], list[j], MERCHANT);
            for (int k = j - 1; k >= 0; k--)
                if (k == j - 1 || list[k] != list[k + 1]) put_move(&moves[listed++], SELL, list[i], list[j], list[k]);
        }
    }
    return listed;
}

static int list_sales(const struct byzanz *b, int seat, struct arkad_move *moves) {
    const uint8_t *hand = b->seats[seat].hand;
    int count = seen_count(b, seat), goods = count, listed = 0;
    if (count < SALE || b->done[seat]) return 0;
    while (goods && hand[goods - 1] == MERCHANT) goods--;
    int merchants = count - goods;
    for (int start = 0, end; start < goods; start = end) {
        for (end = start + 1; end < goods && hand[end] <= last_of(kind_of(hand[start]));) end++;
        if (end - start + merchants >= SALE)
            listed += list_sales_of(hand + start, end - start, merchants, moves + listed);
    }
    if (merchants >= SALE) put_move(&moves[listed++], SELL, MERCHANT, MERCHANT, MERCHANT);
    return listed;
}

static int list_market(const struct byzanz *b, struct arkad_move *moves) {
    int listed = 0;
    for (int kind = 1; kind <= KINDS; kind++)
        if (is_on_market(b, kind)) put_move(&moves[listed++], TAKE, (uint8_t)kind, 0, 0);
    return listed;
}

static int list_turn(const struct byzanz *b, int seat, struct arkad_move *moves) {
    switch (b->head.phase) {
    case AUCTION: put_move(moves, PASS, 0, 0, 0); return 1 + list_bids(b, seat, moves + 1);
    case PICK: return list_each(GIVE, b->lot, b->lot_count, moves);
    case TRIM: return list_each(DISCARD, b->seats[seat].hand, seen_count(b, seat), moves);
    case MARKET: return list_market(b, moves);
    default: put_move(moves, DONE, 0, 0, 0); return 1;
    }
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct byzanz *b = position;
    int listed = waits(b) >> seat & 1 ? list_turn(b, seat, moves) : 0;
    return listed + list_sales(b, seat, moves + listed);
}

static bool has_sale(const struct byzanz *b, int seat) {
    uint8_t counts[KINDS + 1] = {0};
    for (int i = 0; i < seen_count(b, seat); i++) counts[kind_of(b->seats[seat].hand[i])]++;
    for (int kind = 1; kind <= GOODS; kind++)
        if (counts[kind] && counts[kind] + counts[MERCHANTS] >= SALE) return true;
    return counts[MERCHANTS] >= SALE;
}

static unsigned out_of_turn(const void *position) {
    const struct byzanz *b = position;
    unsigned seats = 0;
    for (int seat = 0; seat < b->head.players; seat++)
        if (!b->done[seat]) seats |= (unsigned)has_sale(b, seat) << seat;
    return seats;
}

/* ---- What happens then ------------------------------------------------------------------------------------ */

/* The first seat to the left that has not won yet, + 1. */
static uint8_t next_opener(const struct byzanz *b, int winner) {
    int seat = winner;
    do seat = seat_after(&b->head, seat);
    while (b->won[seat] && seat != winner);
    return (uint8_t)(seat + 1);
}

/* The seat + 1 with the lowest bid card above this one; 0 if there is none. */
static uint8_t next_taker(const struct byzanz *b, int bid_card) {
    int taker = 0;
    for (int seat = 0; seat < b->head.players; seat++)
        if (b->won[seat] > bid_card && (!taker || b->won[seat] < b->won[taker - 1])) taker = seat + 1;
    return (uint8_t)taker;
}

/* What nobody took leaves the game. Who held the lowest bid card opens the next round, if there is one. */
static void end_round(struct byzanz *b) {
    uint8_t lowest = next_taker(b, 0);
    for (uint8_t card = 1; card <= CARDS; card++) {
        add_to(&b->gone[card], b->market[card]);
        b->market[card] = 0;
    }
    add_to(&b->out, b->market_count);
    b->market_count = 0;
    memset(b->won, 0, sizeof b->won);
    if (!b->pile_count) {
        b->head.phase = FINAL;
        return;
    }
    b->round++;
    b->auction = 0;
    b->turn = lowest;
    begin_auction(b);
}

/* The next auction, the next taker, or the end of the round when nobody's turn is to come. */
static void go_on(struct byzanz *b) {
    if (!b->turn)
        end_round(b);
    else if (b->auction < b->head.players)
        begin_auction(b);
    else
        b->head.phase = MARKET;
}

/* Everything waits while the seat that has gained cards comes down to seven. */
static void go_on_below_limit(struct byzanz *b, int seat) {
    if (b->hand_count[seat] > HAND_MAX)
        b->head.phase = TRIM;
    else
        go_on(b);
}

/* The winner takes what is in the lot, and the bid card. */
static void take_lot(struct byzanz *b, int seat) {
    for (int i = 0; i < b->lot_count; i++) gain(b, seat, b->lot[i]);
    memset(b->lot, 0, sizeof b->lot);
    memset(b->passed, 0, sizeof b->passed);
    b->lot_count = b->passed_count = 0;
    b->won[seat] = table_of(b)->bid_cards[b->auction++];
    b->turn = b->auction < b->head.players ? next_opener(b, seat) : next_taker(b, 0);
    go_on_below_limit(b, seat);
}

/* The winner's bid goes to the market; a card of the lot will follow. */
static void pay_bid(struct byzanz *b, int seat) {
    for (int i = 0; i < b->laid_count[seat]; i++) put_on_market(b, b->laid[seat][i]);
    memset(b->laid[seat], 0, sizeof b->laid[seat]);
    b->laid_count[seat] = b->bids[seat] = 0;
    b->turn = (uint8_t)(seat + 1);
    b->head.phase = PICK;
}

/* The auction is over when one seat is left that has bid, or none. Nobody bid if all pass: the first one to pass
   takes the whole lot for nothing. */
static void ask_next(struct byzanz *b, int seat) {
    unsigned seats = bidders(b);
    if (!seats) {
        take_lot(b, b->passed[0] - 1);
        return;
    }
    do seat = seat_after(&b->head, seat);
    while (!(seats >> seat & 1));
    b->turn = (uint8_t)(seat + 1);
    if (is_alone(seats) && b->bids[seat]) pay_bid(b, seat);
}

static void lay_bid(struct byzanz *b, int seat, const uint8_t *laid) {
    for (int i = 0; i < HAND_MAX && laid[i]; i++) {
        lose(b, seat, laid[i]);
        put_in(b->laid[seat], &b->laid_count[seat], laid[i]);
        add_to(&b->bids[seat], values[laid[i]]);
    }
    ask_next(b, seat);
}

static void pass(struct byzanz *b, int seat) {
    for (int i = 0; i < b->laid_count[seat]; i++) gain(b, seat, b->laid[seat][i]);
    memset(b->laid[seat], 0, sizeof b->laid[seat]);
    b->laid_count[seat] = b->bids[seat] = 0;
    b->passed[b->passed_count++] = (uint8_t)(seat + 1);
    ask_next(b, seat);
}

static void give(struct byzanz *b, int seat, uint8_t card) {
    take_out(b->lot, &b->lot_count, card);
    put_on_market(b, card);
    take_lot(b, seat);
}

static void take(struct byzanz *b, int seat, int kind) {
    for (uint8_t card = first_of(kind); card <= last_of(kind); card++)
        for (; b->market[card]; b->market[card]--, b->market_count--) gain(b, seat, card);
    b->turn = b->market_count ? next_taker(b, b->won[seat]) : 0;
    go_on_below_limit(b, seat);
}

/* The best card stands first; of three merchants one is kept. */
static void sell(struct byzanz *b, int seat, const uint8_t *sale) {
    for (int i = 0; i < SALE; i++) lose(b, seat, sale[i]);
    keep(b, seat, sale[0]);
    remove_from_game(b, sale[1]);
    remove_from_game(b, sale[2]);
    bool was_over = b->head.phase == TRIM && b->hand_count[seat] + SALE > HAND_MAX;
    if (was_over) go_on_below_limit(b, seat);
}

static void discard(struct byzanz *b, int seat, uint8_t card) {
    lose(b, seat, card);
    remove_from_game(b, card);
    go_on_below_limit(b, seat);
}

static void finish(struct byzanz *b, int seat) {
    b->done[seat] = 1;
    if (!waits(b)) b->head.phase = OVER;
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct byzanz *b = position;
    (void)tape; /* chance speaks only when the cards are dealt */
    switch (move->verb) {
    case PASS: pass(b, seat); break;
    case BID: lay_bid(b, seat, move->args); break;
    case GIVE: give(b, seat, move->args[0]); break;
    case DISCARD: discard(b, seat, move->args[0]); break;
    case TAKE: take(b, seat, move->args[0]); break;
    case SELL: sell(b, seat, move->args); break;
    default: finish(b, seat); break;
    }
}

/* ---- Scoring ------------------------------------------------------------------------------------------ */

/* Merchants are counted at 0, goods at their value; the hand breaks ties. */
enum { COUNTED = 5, IN_HAND = COUNTED };
static const char *const parts[] = {"merchants", "ones", "twos", "threes", "fours", "hand"};

/* What a kept card counts. */
static int points_of(uint8_t card) { return values[card] ? values[card] : MERCHANT_POINTS; }

static void count(const void *position, int seat, int16_t *counts) {
    const struct byzanz *b = position;
    const uint8_t *kept = b->kept + kept_at(b, seat);
    memset(counts, 0, COUNTED * sizeof *counts);
    for (int i = 0; i < b->kept_count[seat]; i++) {
        int value = values[kept[i]]; /* a merchant's is 0 */
        add_points(&counts[value], points_of(kept[i]));
    }
    counts[IN_HAND] = b->hand_count[seat];
}

/* What a bid comes to with these cards. */
static int figure(const void *position, int seat, const struct arkad_move *move) {
    const struct byzanz *b = position;
    int bid = b->bids[seat];
    if (move->verb != BID) return NO_FIGURE;
    for (int i = 0; i < HAND_MAX && move->args[i]; i++) bid += values[move->args[i]];
    return bid;
}

static void facts(const void *position, struct json *out) {
    const struct byzanz *b = position;
    json_open(out, '{');
    json_key(out, "bids"), json_open(out, '[');
    for (int seat = 0; seat < b->head.players; seat++) json_number(out, b->bids[seat]);
    json_close(out, ']');
    json_key(out, "worth"), json_open(out, '{');
    for (uint8_t card = 1; card <= CARDS; card++) json_key(out, cards[card]), json_number(out, points_of(card));
    json_close(out, '}');
    json_close(out, '}');
}

/* A sale, and the stalls of a market that opens. */
static void moments(const void *before, const void *after, int seat, const struct arkad_move *move, struct json *out) {
    const struct byzanz *was = before, *is = after;
    if (move->verb == SELL) {
        moment_open(out, "sale", cards[move->args[0]]);
        moment_row(out, seat, SALE, points_of(move->args[0]));
        moment_close(out);
    }
    if (is->auction == was->auction || is->auction != is->head.players) return;
    for (int kind = 1; kind <= GOODS; kind++) {
        if (!is_on_market(is, kind)) continue;
        moment_open(out, "market", kinds[kind]);
        moment_close(out);
    }
}

/* On a tie, more cards in hand. */
static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct byzanz *b = position;
    int16_t counts[COUNTED + 1];
    for (int seat = 0; seat < b->head.players; seat++) {
        count(b, seat, counts);
        scores[seat] = 0;
        for (int part = 0; part < COUNTED; part++) add_points(&scores[seat], counts[part]);
        keys[seat] = scores[seat] * 256 + counts[IN_HAND];
    }
}

/* ---- What a seat cannot see: other hands, the pile, what was set aside --------------------------------------- */

static void count_list(uint8_t counts[CARDS + 1], const uint8_t *list, int count) {
    for (int i = 0; i < count; i++) counts[list[i]]++;
}

/* The cards whose place this position tells; of a hidden hand, those remembered. */
static void count_seen(const struct byzanz *b, uint8_t counts[CARDS + 1]) {
    for (int card = 0; card <= CARDS; card++) counts[card] = (uint8_t)(b->market[card] + b->gone[card]);
    count_list(counts, b->lot, b->lot_count);
    count_list(counts, b->kept, kept_at(b, SEATS));
    for (int seat = 0; seat < b->head.players; seat++) {
        count_list(counts, b->laid[seat], b->laid_count[seat]);
        if (!is_hidden(b, seat))
            count_list(counts, b->seats[seat].hand, b->hand_count[seat]);
        else
            for (int card = 1; card <= CARDS; card++) counts[card] = (uint8_t)(counts[card] + b->known[seat][card]);
    }
    if (!b->head.viewer) count_list(counts, b->hidden.pile, b->pile_count);
}

/* A hidden hand holds what everyone knows to be there; the rest of it, the pile and what was set aside are any of
   the cards not seen. */
static void fill(void *view, struct chance *chance) {
    struct byzanz *b = view;
    uint8_t counts[CARDS + 1], unseen[DECK];
    int left = 0;
    count_seen(b, counts);
    for (uint8_t card = 1; card <= CARDS; card++)
        for (int i = counts[card]; i < copies[card]; i++) unseen[left++] = card;
    chance_mix(chance, unseen, left);
    for (int seat = 0; seat < b->head.players; seat++) {
        if (!is_hidden(b, seat)) continue;
        uint8_t *hand = b->seats[seat].hand, held = 0;
        for (uint8_t card = 1; card <= CARDS; card++)
            for (int i = 0; i < b->known[seat][card]; i++) hand[held++] = card;
        while (held < b->hand_count[seat]) put_in(hand, &held, unseen[--left]);
    }
    assert(left >= b->pile_count);
    memcpy(b->hidden.pile, unseen, b->pile_count);
}

/* ---- Laws ----------------------------------------------------------------------------------------------- */

static bool is_sorted(const uint8_t *list, int count) {
    for (int i = 0; i < count; i++)
        if (!list[i] || list[i] > CARDS || (i && list[i] < list[i - 1])) return false;
    return true;
}

/* Sizes first: whatever comes after relies on them. */
static const char *law_of_sizes(const struct byzanz *b, struct text *why) {
    int players = b->head.players, total = b->out + b->pile_count + b->lot_count + b->market_count;
    if (b->auction > players || b->turn > players || !b->opener || b->opener > players || b->head.phase >= PHASES)
        return text_say(why, "there is no such seat, auction or phase");
    if (!b->round || b->round > table_of(b)->rounds) return text_say(why, "there is no round %d", b->round);
    if (b->pile_count > PILE_MAX || b->lot_count > LOT_MAX || b->passed_count > players)
        return text_say(why, "the pile, the lot or the list of those who passed is too long");
    for (int seat = 0; seat < SEATS; seat++) {
        int count = b->hand_count[seat] + b->laid_count[seat] + b->kept_count[seat];
        if (b->hand_count[seat] > HELD_MAX || b->laid_count[seat] > HAND_MAX || (count && seat >= players))
            return text_say(why, "seat %d has too many cards", seat);
        total += count;
    }
    if (total != DECK) return text_say(why, "there are %d cards instead of %d", total, DECK);
    return kept_at(b, SEATS) <= KEPT_MAX ? NULL : text_say(why, "more cards are kept than can be sold");
}

static const char *law_of_lists(const struct byzanz *b, struct text *why) {
    bool is_right = is_sorted(b->lot, b->lot_count);
    for (int seat = 0; seat < b->head.players; seat++)
        is_right = is_right && is_sorted(b->seats[seat].hand, seen_count(b, seat)) &&
                   is_sorted(b->laid[seat], b->laid_count[seat]) &&
                   is_sorted(b->kept + kept_at(b, seat), b->kept_count[seat]);
    for (int i = 0; i < b->pile_count && !b->head.viewer; i++)
        is_right = is_right && b->hidden.pile[i] && b->hidden.pile[i] <= CARDS;
    return is_right ? NULL : text_say(why, "cards are out of order, or do not exist");
}

/* Does the hand hold what everyone knows to be in it? */
static bool is_memory_right(const struct byzanz *b, int seat) {
    for (uint8_t card = 1; card <= CARDS && !is_hidden(b, seat); card++)
        if (b->known[seat][card] > count_in(b->seats[seat].hand, b->hand_count[seat], card)) return false;
    return sum_bytes(b->known[seat], CARDS + 1) <= b->hand_count[seat];
}

static const char *law_of_cards(const struct byzanz *b, struct text *why) {
    for (int seat = 0; seat < SEATS; seat++)
        if (!is_memory_right(b, seat)) return text_say(why, "seat %d lacks what everyone knows it has", seat);
    if (sum_bytes(b->market, CARDS + 1) != b->market_count) return text_say(why, "the market is miscounted");
    uint8_t counts[CARDS + 1];
    count_seen(b, counts);
    for (uint8_t card = 1; card <= CARDS; card++)
        if (counts[card] > copies[card]) return text_say(why, "there are more %s than exist", cards[card]);
    int left = b->out - table_of(b)->set_aside;
    if (left < sum_bytes(b->gone, CARDS + 1) || left < (SALE - 1) * kept_at(b, SEATS))
        return text_say(why, "%d cards left the game: too few for what was set aside and sold", b->out);
    return NULL;
}

/* The pile lasts exactly for the lots to come. */
static const char *law_of_pile(const struct byzanz *b, struct text *why) {
    const struct table *table = table_of(b);
    bool has_lot = b->head.phase == AUCTION || b->head.phase == PICK;
    int pile = (table->rounds - b->round) * table->round_cards;
    for (int i = b->auction + has_lot; i < b->head.players; i++) pile += table->bid_cards[i];
    if (b->pile_count != pile) return text_say(why, "the pile has %d cards instead of %d", b->pile_count, pile);
    int lot = has_lot && b->auction < b->head.players ? table->bid_cards[b->auction] : 0;
    return b->lot_count == lot ? NULL : text_say(why, "the lot has %d cards instead of %d", b->lot_count, lot);
}

/* The bid cards gone are won, each by one seat; and a seat passes once, if it has not won. */
static const char *law_of_winners(const struct byzanz *b, struct text *why) {
    const struct table *table = table_of(b);
    bool is_played = b->head.phase != FINAL && b->head.phase != OVER;
    int won = is_played ? b->auction : 0;
    for (int i = 0; i < won; i++)
        if (!memchr(b->won, table->bid_cards[i], b->head.players))
            return text_say(why, "nobody has the bid card %d", table->bid_cards[i]);
    for (int seat = 0; seat < SEATS; seat++) won -= b->won[seat] > 0;
    if (won) return text_say(why, "a bid card is won that was not to be had");
    bool is_auction = b->head.phase == AUCTION || b->head.phase == PICK;
    if (b->passed_count && !is_auction) return text_say(why, "a seat has passed, and there is no auction");
    for (int i = 0; i < b->passed_count; i++) {
        uint8_t seat = b->passed[i];
        if (!seat || seat > b->head.players || b->won[seat - 1] || memchr(b->passed, seat, (size_t)i))
            return text_say(why, "a seat has passed twice, or after winning");
    }
    return NULL;
}

/* Nobody holds too much but the one seat that must trim. */
static const char *law_of_hands(const struct byzanz *b, struct text *why) {
    int over = 0;
    for (int seat = 0; seat < SEATS; seat++) {
        int value = 0;
        for (int i = 0; i < b->laid_count[seat]; i++) {
            if (b->laid[seat][i] == MERCHANT) return text_say(why, "merchants cannot be bid");
            value += values[b->laid[seat][i]];
        }
        if (b->bids[seat] != value) return text_say(why, "the bid of seat %d is miscounted", seat);
        if (value && b->head.phase != AUCTION) return text_say(why, "a bid is laid, and there is no auction");
        over += b->hand_count[seat] + b->laid_count[seat] > HAND_MAX;
    }
    bool is_trim = b->head.phase == TRIM;
    return over == is_trim ? NULL : text_say(why, "%d seats have more than %d cards", over, HAND_MAX);
}

/* Clockwise from the seat in turn: those not asked yet up to the opener, then rising bids. */
static const char *law_of_auction(const struct byzanz *b, struct text *why) {
    unsigned seats = bidders(b);
    int last = 0, seat = b->turn - 1;
    if (b->auction >= b->head.players - 1) return text_say(why, "nobody bids for the last lot");
    if (b->won[b->opener - 1] || !(seats >> seat & 1)) return text_say(why, "a seat bids that is not in the auction");
    if (is_alone(seats) && highest_bid(b)) return text_say(why, "the auction should be over");
    bool is_asked = b->bids[seat] > 0;
    for (int i = 0; i < b->head.players; i++, seat = seat_after(&b->head, seat)) {
        bool is_in = seats >> seat & 1;
        if (i && seat == b->opener - 1) is_asked = true;
        if (b->bids[seat] && !is_in) return text_say(why, "seat %d has a bid, and is not in the auction", seat);
        if (b->won[seat]) continue;
        if (!is_asked && (b->bids[seat] || !is_in)) return text_say(why, "seat %d was not asked yet", seat);
        if (is_asked && is_in && b->bids[seat] <= last) return text_say(why, "the bid of seat %d is too low", seat);
        last = b->bids[seat] > last ? b->bids[seat] : last;
    }
    return NULL;
}

static const char *law_of_pick(const struct byzanz *b, struct text *why) {
    bool is_last = b->auction == b->head.players - 1;
    if (bidders(b) != 1U << (b->turn - 1)) return text_say(why, "the auction is not over yet");
    if (is_last && table_of(b)->has_one) return text_say(why, "the last card goes to the market by itself");
    bool is_opener = !b->won[b->opener - 1] && (!is_last || b->opener == b->turn);
    return is_opener ? NULL : text_say(why, "seat %d cannot have opened this auction", b->opener - 1);
}

/* Who must trim has just won a lot, or taken from the market. */
static const char *law_of_trim(const struct byzanz *b, struct text *why) {
    int over = seat_over_limit(b), next = b->market_count ? next_taker(b, b->won[over]) : 0;
    bool has_won = b->auction && b->won[over] == table_of(b)->bid_cards[b->auction - 1];
    bool is_right = b->turn == next;
    if (b->auction < b->head.players)
        is_right = has_won && b->turn == next_opener(b, over);
    else if (has_won && b->market_count && !table_of(b)->has_one) /* the last lot was not the 1: it also takes first */
        is_right = is_right || b->turn == over + 1;
    return is_right ? NULL : text_say(why, "seat %d cannot have gained cards now", over);
}

static const char *law_of_phase(const struct byzanz *b, struct text *why) {
    int phase = b->head.phase, done = sum_bytes(b->done, SEATS);
    bool is_end = phase == FINAL || phase == OVER;
    for (int seat = 0; seat < SEATS; seat++)
        if (b->done[seat] > (seat < b->head.players)) return text_say(why, "a seat is done that does not play");
    if (phase == OVER ? done != b->head.players : phase == FINAL ? done == b->head.players : done)
        return text_say(why, "the seats that are done do not fit the phase");
    if (is_end && (b->turn || b->market_count || b->pile_count)) return text_say(why, "the last round is not over yet");
    if ((is_end || phase == MARKET) && b->auction < b->head.players) return text_say(why, "there are lots left to win");
    if (!is_end && phase != TRIM && !b->turn) return text_say(why, "it is nobody's turn");
    switch (phase) {
    case AUCTION: return law_of_auction(b, why);
    case PICK: return law_of_pick(b, why);
    case TRIM: return law_of_trim(b, why);
    case MARKET: return b->market_count ? NULL : text_say(why, "the market is empty");
    default: return NULL;
    }
}

static const char *laws(const void *position, struct text *why) {
    const struct byzanz *b = position;
    const char *broken = law_of_sizes(b, why);
    if (!broken) broken = law_of_lists(b, why);
    if (!broken) broken = law_of_cards(b, why);
    if (!broken) broken = law_of_pile(b, why);
    if (!broken) broken = law_of_winners(b, why);
    if (!broken) broken = law_of_hands(b, why);
    return broken ? broken : law_of_phase(b, why);
}

/* ---- Words ---------------------------------------------------------------------------------------------- */

/* Bids are spelled in the order of the cards, sales with the best goods first. */
static int place_of(uint8_t card, int verb) { return verb == SELL ? kind_of(card) * 8 - values[card] : card; }

/* Cards read in another order are put into the right one: the engine then says how the move is spelled. */
static void words_cards(struct words *text, struct arkad_move *move, int min, int max) {
    uint8_t *list = move->args;
    int count = 0;
    while (count < min || (count < max && words_more(text, list[count] != 0)))
        words_name(text, &list[count++], cards, CARDS);
    for (int i = 1; i < count && text->is_reading && !text->wrong; i++) {
        uint8_t card = list[i];
        int at = i;
        for (; at > 0 && place_of(list[at - 1], move->verb) > place_of(card, move->verb); at--) list[at] = list[at - 1];
        list[at] = card;
    }
}

static void words(struct words *text, struct arkad_move *move) {
    switch (move->verb) {
    case BID: words_cards(text, move, 1, HAND_MAX); break;
    case SELL: words_cards(text, move, SALE, SALE); break;
    case GIVE:
    case DISCARD: words_name(text, &move->args[0], cards, CARDS); break;
    case TAKE: words_name(text, &move->args[0], kinds, KINDS); break;
    default: break;
    }
}

/* Those still to be won: reading, only their number counts, for there is only one way to go on. */
static void json_bid_cards(struct json *out, struct byzanz *b) {
    int players = b->head.players, left = 0;
    json_open(out, '[');
    for (; left < players && json_more(out, ']', b->auction + left < players); left++) {
        uint8_t bid_card = table_of(b)->bid_cards[b->auction + left];
        json_byte(out, &bid_card, 1, LOT_MAX);
    }
    json_close(out, ']');
    b->auction = (uint8_t)(players - left);
}

static void json_won(struct json *out, uint8_t *won) {
    uint8_t plus_1 = (uint8_t)(*won ? *won + 1 : 0);
    json_byte_or_null(out, &plus_1, LOT_MAX);
    *won = (uint8_t)(plus_1 ? plus_1 - 1 : 0);
}

static void json_passed(struct json *out, struct byzanz *b) {
    int count = 0;
    json_open(out, '[');
    for (; count < b->head.players && json_more(out, ']', count < b->passed_count); count++)
        json_seat(out, &b->passed[count]);
    json_close(out, ']');
    b->passed_count = (uint8_t)count;
}

static void json_kept(struct json *out, struct byzanz *b, int seat) {
    int start = kept_at(b, seat);
    json_cards(out, b->kept + start, &b->kept_count[seat], KEPT_MAX - start, cards, CARDS, false);
}

/* Calls for each seat, as a list. */
#define JSON_SEATS(out, b, key, call)                              \
    do {                                                           \
        json_key(out, key), json_open(out, '[');                   \
        for (int seat = 0; seat < (b)->head.players; seat++) call; \
        json_close(out, ']');                                      \
    } while (0)

static void json(void *position, struct json *out) {
    struct byzanz *b = position;
    uint8_t rounds = table_of(b)->rounds;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &b->head.phase, phases, PHASES);
    json_key(out, "round"), json_byte(out, &b->round, 1, rounds);
    json_key(out, "rounds"), json_byte(out, &rounds, rounds, rounds);
    json_key(out, "bidcards"), json_bid_cards(out, b);
    json_key(out, "turn"), json_seat(out, &b->turn);
    json_key(out, "opener"), json_seat(out, &b->opener);
    json_key(out, "pile");
    json_cards(out, b->hidden.pile, &b->pile_count, PILE_MAX, cards, CARDS, json_hides(out, JSON_NOBODY));
    json_key(out, "lot"), json_cards(out, b->lot, &b->lot_count, LOT_MAX, cards, CARDS, false);
    JSON_SEATS(out, b, "laid", json_cards(out, b->laid[seat], &b->laid_count[seat], HAND_MAX, cards, CARDS, false));
    json_key(out, "passed"), json_passed(out, b);
    JSON_SEATS(out, b, "won", json_won(out, &b->won[seat]));
    json_key(out, "market"), json_multiset(out, b->market, &b->market_count, DECK, cards, CARDS, false);
    JSON_SEATS(
        out, b, "hands",
        json_cards(out, b->seats[seat].hand, &b->hand_count[seat], HELD_MAX, cards, CARDS, json_hides(out, seat)));
    JSON_SEATS(out, b, "kept", json_kept(out, b, seat));
    json_key(out, "out"), json_byte(out, &b->out, 0, DECK);
    JSON_SEATS(out, b, "done", json_bool(out, &b->done[seat]));
    json_scores(out, b->head.phase == OVER, result, b);
    json_close(out, '}');
    for (int seat = 0; seat < b->head.players && !out->has_failed; seat++)
        for (int i = b->bids[seat] = 0; i < b->laid_count[seat]; i++) add_to(&b->bids[seat], values[b->laid[seat][i]]);
}

/* What everyone saw leave the game, and what everyone knows to be in the hands. */
static void memory(void *view, struct json *out) {
    struct byzanz *b = view;
    uint8_t size = 0;
    json_open(out, '{');
    json_key(out, "gone"), json_multiset(out, b->gone, &size, DECK, cards, CARDS, false);
    JSON_SEATS(out, b, "known", json_multiset(out, b->known[seat], &size, HELD_MAX, cards, CARDS, false));
    json_close(out, '}');
}

const struct arkad_game byzanz_game = {
    .name = "byzanz",
    .title = "Byzanz",
    .players_min = 3,
    .players_max = SEATS,
    .options = {{.name = "starter", .kind = ARKAD_SEAT}},
    .size = sizeof(struct byzanz),
    .seats_at = offsetof(struct byzanz, seats),
    .seat_size = sizeof((struct byzanz *)0)->seats[0],
    .hidden_at = offsetof(struct byzanz, hidden),
    .turn_at = offsetof(struct byzanz, turn),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = cards,
    .card_count = CARDS,
    .deal = deal,
    .undeal = undeal,
    .waits = waits,
    .matter = matter,
    .out_of_turn = out_of_turn,
    .list = list,
    .check = check,
    .apply = apply,
    .fill = fill,
    .result = result,
    .parts = parts,
    .part_count = COUNTED,
    .tie_count = 1,
    .count = count,
    .figure = figure,
    .facts = facts,
    .moments = moments,
    .laws = laws,
    .words = words,
    .json = json,
    .memory = memory,
};
