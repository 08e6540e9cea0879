/*
 * Caravan: four days at the well. Each day goods are laid out, one more than there are traders. All traders secretly
 * choose a card of their hand as their bid; the highest bid picks first, unless a sandstorm blows (the die shows 1 or
 * 2): then the lowest does. What was picked is loaded in the open. Then each, in the same order, may sell all goods of
 * one kind: their values together, times how many there are. What is not sold at the end counts half. Most points win.
 */
#include "engine/game.h"

#include <stddef.h>
#include <string.h>

/* ---- Vocabulary --------------------------------------------------------------------------------------- */

enum {
    SEATS = 4,
    DAYS = 4,
    HAND = 5,
    KINDS = 4,
    VALUES = 5,
    GOODS = KINDS * VALUES,
    COPIES = 2,
    PILE = GOODS * COPIES
};
enum { MARKET_MAX = SEATS + 1, SANDSTORM = 2, POINTS_A_CARD = VALUES * VALUES * COPIES };
enum phase { OVER, BID, PICK, SELL, PHASES };
enum verb { BID_CARD, PICK_CARD, SELL_KIND, WAIT, VERBS };
enum { STARTER };

static const char *const phases[PHASES] = {[OVER] = "over", [BID] = "bid", [PICK] = "pick", [SELL] = "sell"};
static const char *const verbs[VERBS] = {
    [BID_CARD] = "bid", [PICK_CARD] = "pick", [SELL_KIND] = "sell", [WAIT] = "wait"};
/* Silk, pepper, tea and salt. */
static short_name cards[] = {"",   "s1", "s2", "s3", "s4", "s5", "p1", "p2", "p3", "p4", "p5",
                             "t1", "t2", "t3", "t4", "t5", "a1", "a2", "a3", "a4", "a5"};
static short_name kinds[] = {"", "s", "p", "t", "a"};

static inline int value_of(int card) { return (card - 1) % VALUES + 1; }

struct caravan {
    struct head head;
    uint16_t points[SEATS];
    uint8_t day, turn; /* a seat + 1 */
    uint8_t weather;   /* what the die shows this day, once the bids are shown */
    uint8_t placed;    /* seats, as bits, that have chosen their bid */
    uint8_t market_count, pile_count, discard_count;
    uint8_t market[MARKET_MAX]; /* in the order laid */
    uint8_t order[SEATS];       /* seats + 1, in which they pick and sell */
    uint8_t shown[SEATS];       /* the bids of this day */
    uint8_t hand_count[SEATS], load_count[SEATS];
    uint8_t loads[SEATS][GOODS + 1];
    uint8_t discard[GOODS + 1];
    struct {
        uint8_t hand[GOODS + 1];
        uint8_t bid; /* not yet shown */
    } seats[SEATS];
    uint8_t padding[2];
    struct {
        struct chance chance;
        uint8_t pile[PILE]; /* the last is drawn first */
    } hidden;
};

_Static_assert(offsetof(struct caravan, hidden) % 4 == 0 && sizeof(struct caravan) % 4 == 0, "no stray padding");

static inline unsigned everyone(const struct caravan *c) { return (1U << c->head.players) - 1; }
static inline int market_size(const struct caravan *c) { return c->head.players + 1; }

/* ---- Set-up ------------------------------------------------------------------------------------------- */

static uint8_t draw(struct caravan *c) {
    uint8_t card = c->hidden.pile[--c->pile_count];
    c->hidden.pile[c->pile_count] = 0;
    return card;
}

static void begin_day(struct caravan *c) {
    while (c->market_count < market_size(c)) c->market[c->market_count++] = draw(c);
    c->day++;
    c->head.phase = BID;
}

static void deal(void *position, struct arkad_tape *tape) {
    struct caravan *c = position;
    for (uint8_t card = 1; card <= GOODS; card++)
        for (int i = 0; i < COPIES; i++) c->hidden.pile[c->pile_count++] = card;
    chance_shuffle(&c->hidden.chance, tape, c->hidden.pile, c->pile_count);
    for (int seat = 0; seat < c->head.players; seat++)
        for (; c->hand_count[seat] < HAND; c->hand_count[seat]++) c->seats[seat].hand[draw(c)]++;
    begin_day(c);
}

/* From the top: the hands in seat order, then the market. */
static void undeal(const void *position, struct arkad_tape *tape) {
    const struct caravan *c = position;
    uint8_t pile[PILE];
    int count = c->pile_count;
    memcpy(pile, c->hidden.pile, c->pile_count);
    for (int i = c->market_count; i-- > 0 && count < PILE;) pile[count++] = c->market[i];
    for (int seat = c->head.players; seat-- > 0;)
        for (uint8_t card = 1; card <= GOODS; card++)
            for (int i = 0; i < c->seats[seat].hand[card] && count < PILE; i++) pile[count++] = card;
    tape_shuffle(tape, pile, count);
}

/* ---- What a seat may do --------------------------------------------------------------------------------- */

static unsigned waits(const void *position) {
    const struct caravan *c = position;
    return c->head.phase == BID ? everyone(c) & ~(unsigned)c->placed : 1U << (c->turn - 1);
}

static int in_load(const struct caravan *c, int seat, int kind) {
    return sum_bytes(c->loads[seat] + 1 + (kind - 1) * VALUES, VALUES);
}

static bool is_laid(const struct caravan *c, int card) { return memchr(c->market, card, sizeof c->market) != NULL; }

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    static const enum phase phase_of[VERBS] = {[BID_CARD] = BID, [PICK_CARD] = PICK, [SELL_KIND] = SELL, [WAIT] = SELL};
    const struct caravan *c = position;
    int named = move->args[0];
    if (!(waits(c) >> seat & 1)) return text_say(why, "it is not for seat %d to decide now", seat);
    if (phase_of[move->verb] != c->head.phase)
        return text_say(why, "that is not to be decided in the step '%s'", phases[c->head.phase]);
    if (move->verb == BID_CARD && !c->seats[seat].hand[named]) return text_say(why, "you have no %s", cards[named]);
    if (move->verb == PICK_CARD && !is_laid(c, named)) return text_say(why, "there is no %s to pick", cards[named]);
    if (move->verb == SELL_KIND && !in_load(c, seat, named)) return text_say(why, "you have no %s", kinds[named]);
    return NULL;
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct caravan *c = position;
    int count = 0;
    if (!(waits(c) >> seat & 1)) return 0;
    for (uint8_t card = 1; c->head.phase != SELL && card <= GOODS; card++) {
        bool is_there = c->head.phase == BID ? c->seats[seat].hand[card] > 0 : is_laid(c, card);
        uint8_t verb = c->head.phase == BID ? BID_CARD : PICK_CARD;
        if (is_there) moves[count++] = (struct arkad_move){.verb = verb, .args = {card}};
    }
    if (c->head.phase != SELL) return count;
    for (uint8_t kind = 1; kind <= KINDS; kind++)
        if (in_load(c, seat, kind)) moves[count++] = (struct arkad_move){.verb = SELL_KIND, .args = {kind}};
    moves[count++] = (struct arkad_move){.verb = WAIT};
    return count;
}

/* ---- What happens then ---------------------------------------------------------------------------------- */

/* Clockwise from the starter, so that of equal bids the first of them comes first. */
static int nth_seat(const struct caravan *c, int n) { return (c->head.options[STARTER] + n) % c->head.players; }

/* High bids first; after a sandstorm low ones. */
static void set_order(const struct caravan *c, uint8_t order[SEATS]) {
    for (int n = 0; n < c->head.players; n++) {
        int seat = nth_seat(c, n), at = n, worth = value_of(c->shown[seat]);
        for (; at > 0; at--) {
            int before = value_of(c->shown[order[at - 1] - 1]);
            if (c->weather <= SANDSTORM ? worth >= before : worth <= before) break;
            order[at] = order[at - 1];
        }
        order[at] = (uint8_t)(seat + 1);
    }
}

static void show_bids(struct caravan *c, struct arkad_tape *tape) {
    for (int seat = 0; seat < c->head.players; seat++) {
        c->shown[seat] = c->seats[seat].bid;
        c->seats[seat].bid = 0;
    }
    c->placed = 0;
    c->weather = (uint8_t)chance_die(&c->hidden.chance, tape, 6);
    set_order(c, c->order);
    c->turn = c->order[0];
    c->head.phase = PICK;
}

static void place_bid(struct caravan *c, int seat, uint8_t card, struct arkad_tape *tape) {
    c->seats[seat].hand[card]--;
    c->hand_count[seat]--;
    c->seats[seat].bid = card;
    c->placed = (uint8_t)(c->placed | 1U << seat);
    if (c->placed == everyone(c)) show_bids(c, tape);
}

static void discard(struct caravan *c, int card, int count) {
    c->discard[card] = (uint8_t)(c->discard[card] + count);
    c->discard_count = (uint8_t)(c->discard_count + count);
}

static void end_day(struct caravan *c) {
    for (int seat = 0; seat < c->head.players; seat++) discard(c, c->shown[seat], 1);
    memset(c->shown, 0, sizeof c->shown);
    memset(c->order, 0, sizeof c->order);
    c->turn = c->weather = 0;
    if (c->day == DAYS)
        c->head.phase = OVER;
    else
        begin_day(c);
}

static int place_in_order(const struct caravan *c, int seat) {
    return (int)((const uint8_t *)memchr(c->order, seat + 1, SEATS) - c->order);
}

static void next_turn(struct caravan *c, int seat) {
    int next = place_in_order(c, seat) + 1;
    if (next < c->head.players) {
        c->turn = c->order[next];
    } else if (c->head.phase == PICK) {
        c->head.phase = SELL;
        c->turn = c->order[0];
    } else {
        end_day(c);
    }
}

static void pick(struct caravan *c, int seat, uint8_t card) {
    uint8_t *at = memchr(c->market, card, sizeof c->market);
    memmove(at, at + 1, (size_t)(c->market + MARKET_MAX - at - 1));
    c->market[--c->market_count] = 0;
    c->loads[seat][card]++;
    c->load_count[seat]++;
    next_turn(c, seat);
}

static void sell(struct caravan *c, int seat, int kind) {
    int sum = 0, count = in_load(c, seat, kind);
    for (int card = (kind - 1) * VALUES + 1; card <= kind * VALUES; card++) {
        sum += c->loads[seat][card] * value_of(card);
        discard(c, card, c->loads[seat][card]);
        c->loads[seat][card] = 0;
    }
    c->load_count[seat] = (uint8_t)(c->load_count[seat] - count);
    c->points[seat] = (uint16_t)(c->points[seat] + sum * count);
    next_turn(c, seat);
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct caravan *c = position;
    switch (move->verb) {
    case BID_CARD: place_bid(c, seat, move->args[0], tape); break;
    case PICK_CARD: pick(c, seat, move->args[0]); break;
    case SELL_KIND: sell(c, seat, move->args[0]); break;
    default: next_turn(c, seat); break;
    }
}

/* ---- Scoring -------------------------------------------------------------------------------------------- */

enum { SOLD, LEFT, COUNTS };
static const char *const parts[COUNTS] = {[SOLD] = "sold", [LEFT] = "left"};

static void count(const void *position, int seat, int16_t *counts) {
    const struct caravan *c = position;
    int left = 0;
    for (int card = 1; card <= GOODS; card++) left += c->loads[seat][card] * value_of(card);
    counts[SOLD] = (int16_t)c->points[seat];
    counts[LEFT] = (int16_t)(left / 2);
}

static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct caravan *c = position;
    int16_t counts[COUNTS];
    for (int seat = 0; seat < c->head.players; seat++) {
        count(c, seat, counts);
        keys[seat] = scores[seat] = (int16_t)(counts[SOLD] + counts[LEFT]);
    }
}

/* ---- What a seat cannot see: hands, bids before they are shown, the pile ---------------------------------- */

static inline bool is_seen(const struct caravan *c, int seat) { return !c->head.viewer || c->head.viewer == seat + 1; }
static inline bool has_placed(const struct caravan *c, int seat) { return c->placed >> seat & 1; }

/* The goods of each kind and value that are not where they can be seen; below 0 if there are too many. */
static void count_unseen(const struct caravan *c, int unseen[GOODS + 1]) {
    for (int card = 1; card <= GOODS; card++) unseen[card] = COPIES - c->discard[card];
    for (int i = 0; i < c->market_count; i++) unseen[c->market[i]]--;
    for (int seat = 0; seat < c->head.players; seat++) {
        for (int card = 1; card <= GOODS; card++) {
            unseen[card] -= c->loads[seat][card];
            if (is_seen(c, seat)) unseen[card] -= c->seats[seat].hand[card];
        }
        if (c->shown[seat]) unseen[c->shown[seat]]--;
        if (is_seen(c, seat) && c->seats[seat].bid) unseen[c->seats[seat].bid]--;
    }
}

static void fill(void *view, struct chance *chance) {
    struct caravan *c = view;
    int unseen[GOODS + 1], count = 0;
    uint8_t rest[PILE];
    count_unseen(c, unseen);
    for (uint8_t card = 1; card <= GOODS; card++)
        for (; unseen[card] > 0; unseen[card]--) rest[count++] = card;
    chance_mix(chance, rest, count);
    for (int seat = 0; seat < c->head.players; seat++) {
        if (is_seen(c, seat)) continue;
        for (int i = 0; i < c->hand_count[seat]; i++) c->seats[seat].hand[rest[--count]]++;
        if (has_placed(c, seat)) c->seats[seat].bid = rest[--count];
    }
    memcpy(c->hidden.pile, rest, (size_t)count);
}

/* ---- Laws ----------------------------------------------------------------------------------------------- */

static const char *law_of_goods(const struct caravan *c, struct text *why) {
    int unseen[GOODS + 1], missing = 0, hidden = c->pile_count;
    count_unseen(c, unseen);
    for (int i = 0; !c->head.viewer && i < c->pile_count; i++) unseen[c->hidden.pile[i]]--;
    for (int card = 1; card <= GOODS; card++) {
        if (unseen[card] < 0) return text_say(why, "there are more %s than exist", cards[card]);
        missing += unseen[card];
    }
    for (int seat = 0; seat < c->head.players; seat++)
        if (!is_seen(c, seat)) hidden += c->hand_count[seat] + has_placed(c, seat);
    return missing == (c->head.viewer ? hidden : 0) ? NULL : text_say(why, "goods are missing");
}

static const char *law_of_counts(const struct caravan *c, struct text *why) {
    int points = 0;
    if (sum_bytes(c->discard + 1, GOODS) != c->discard_count) return text_say(why, "the discards are miscounted");
    for (int seat = 0; seat < c->head.players; seat++) {
        points += c->points[seat];
        if (sum_bytes(c->loads[seat] + 1, GOODS) != c->load_count[seat])
            return text_say(why, "the load of seat %d is miscounted", seat);
        if (is_seen(c, seat) && sum_bytes(c->seats[seat].hand + 1, GOODS) != c->hand_count[seat])
            return text_say(why, "the hand of seat %d is miscounted", seat);
    }
    return points <= c->discard_count * POINTS_A_CARD ? NULL : text_say(why, "nobody can have that many points");
}

/* How many goods are laid, and in the pile: they follow from the day and from who has picked. */
static const char *law_of_day(const struct caravan *c, struct text *why) {
    int players = c->head.players, phase = c->head.phase, picked = 0;
    bool is_shown = phase == PICK || phase == SELL;
    if (c->day < 1 || c->day > DAYS || (phase == OVER && c->day != DAYS)) return text_say(why, "there is no such day");
    if (phase != BID) picked = phase == PICK ? place_in_order(c, c->turn - 1) : players;
    if (c->market_count != market_size(c) - picked || c->pile_count != PILE - HAND * players - 1 - players * c->day)
        return text_say(why, "the goods laid out are miscounted");
    for (int seat = 0; seat < players; seat++) {
        int held = HAND - c->day + (phase == BID && !has_placed(c, seat));
        if (c->hand_count[seat] != held) return text_say(why, "seat %d cannot hold that many cards", seat);
        if (!c->shown[seat] == is_shown) return text_say(why, "the bids are shown, or should not be");
        bool is_hidden = has_placed(c, seat) && is_seen(c, seat);
        if (!c->seats[seat].bid == is_hidden) return text_say(why, "seat %d has no bid, or should not", seat);
    }
    return NULL;
}

static const char *law_of_turns(const struct caravan *c, struct text *why) {
    bool is_shown = c->head.phase == PICK || c->head.phase == SELL;
    uint8_t order[SEATS] = {0};
    if (!c->turn == is_shown || c->turn > c->head.players)
        return text_say(why, "it is nobody's turn, or should not be");
    if (!c->weather == is_shown) return text_say(why, "the weather comes with the bids");
    if (c->head.phase == BID ? c->placed >= everyone(c) : c->placed)
        return text_say(why, "the bids are not to be placed");
    for (int seat = 0; is_shown && seat < c->head.players; seat++)
        if (!c->shown[seat]) return text_say(why, "seat %d has shown no bid", seat);
    if (is_shown) set_order(c, order);
    return memcmp(order, c->order, SEATS) ? text_say(why, "that is not the order of the bids") : NULL;
}

static const char *laws(const void *position, struct text *why) {
    const struct caravan *c = position;
    const char *broken = law_of_turns(c, why);
    if (!broken) broken = law_of_day(c, why);
    if (!broken) broken = law_of_counts(c, why);
    return broken ? broken : law_of_goods(c, why);
}

/* ---- Words ---------------------------------------------------------------------------------------------- */

static void words(struct words *text, struct arkad_move *move) {
    if (move->verb == BID_CARD || move->verb == PICK_CARD) words_name(text, &move->args[0], cards, GOODS);
    if (move->verb == SELL_KIND) words_name(text, &move->args[0], kinds, KINDS);
}

static bool is_secret(const struct arkad_move *move) { return move->verb == BID_CARD; }

static void json_bids(struct json *out, struct caravan *c) {
    json_key(out, "bids"), json_open(out, '[');
    for (int seat = 0; seat < c->head.players; seat++) {
        bool is_shown = c->head.phase != BID;
        uint8_t *bid = is_shown ? &c->shown[seat] : &c->seats[seat].bid;
        uint8_t count = is_shown ? *bid > 0 : has_placed(c, seat);
        json_cards(out, bid, &count, 1, cards, GOODS, !is_shown && json_hides(out, seat));
        if (!is_shown) c->placed = (uint8_t)(c->placed | count << seat);
    }
    json_close(out, ']');
}

static void json_seats(struct json *out, struct caravan *c) {
    json_key(out, "hands"), json_open(out, '[');
    for (int seat = 0; seat < c->head.players; seat++)
        json_multiset(out, c->seats[seat].hand, &c->hand_count[seat], HAND, cards, GOODS, json_hides(out, seat));
    json_close(out, ']');
    json_key(out, "loads"), json_open(out, '[');
    for (int seat = 0; seat < c->head.players; seat++)
        json_multiset(out, c->loads[seat], &c->load_count[seat], PILE, cards, GOODS, false);
    json_close(out, ']');
    json_key(out, "points"), json_open(out, '[');
    for (int seat = 0; seat < c->head.players; seat++) {
        int points = c->points[seat];
        json_int(out, &points, 0, PILE * POINTS_A_CARD);
        c->points[seat] = (uint16_t)points;
    }
    json_close(out, ']');
}

static void json(void *position, struct json *out) {
    struct caravan *c = position;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &c->head.phase, phases, PHASES);
    json_key(out, "day"), json_byte(out, &c->day, 1, DAYS);
    json_key(out, "turn"), json_seat(out, &c->turn);
    json_key(out, "weather");
    if (!json_none(out, !c->weather)) json_byte(out, &c->weather, 1, 6);
    json_key(out, "pile"),
        json_cards(out, c->hidden.pile, &c->pile_count, PILE, cards, GOODS, json_hides(out, JSON_NOBODY));
    json_key(out, "discard"), json_multiset(out, c->discard, &c->discard_count, PILE, cards, GOODS, false);
    json_key(out, "market"), json_cards(out, c->market, &c->market_count, MARKET_MAX, cards, GOODS, false);
    json_bids(out, c);
    json_key(out, "order"), json_open(out, '[');
    for (int i = 0; json_more(out, ']', i < SEATS && c->order[i]); i++) {
        if (i == SEATS) {
            json_fail(out, "there are not that many seats");
            break;
        }
        json_seat(out, &c->order[i]);
    }
    json_close(out, ']');
    json_seats(out, c);
    json_scores(out, c->head.phase == OVER, result, c);
    json_close(out, '}');
}

const struct arkad_game caravan_game = {
    .name = "caravan",
    .title = "Caravan",
    .players_min = 2,
    .players_max = SEATS,
    .options = {[STARTER] = {.name = "starter", .kind = ARKAD_SEAT}},
    .size = sizeof(struct caravan),
    .turn_at = offsetof(struct caravan, turn),
    .seats_at = offsetof(struct caravan, seats),
    .seat_size = sizeof((struct caravan *)0)->seats[0],
    .hidden_at = offsetof(struct caravan, hidden),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = cards,
    .card_count = GOODS,
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
    .laws = laws,
    .words = words,
    .json = json,
    .is_secret = is_secret,
};
