/*
 * Byzanz in words.
 */
#include "games/byzanz/byzanz.h"
#include "lang/say_game.h"

#include <string.h>

static void card(const struct say *say, int number) {
    const char *kind = say_word(say, "byzanz.kind.", kinds[kind_of((uint8_t)number)]);
    if (number == MERCHANT)
        say_text(say, "byzanz.merchant");
    else
        SAY(say, "byzanz.card", TEXT("kind", kind), NUMBER("value", values[number]));
}

/* The best of a kind first, the merchants last. */
static void say_counted(const struct say *say, const uint8_t counts[CARDS + 1]) {
    bool has_begun = false;
    for (int kind = 1; kind <= GOODS; kind++)
        for (int number = last_of(kind); number >= first_of(kind); number--) {
            SAY_APART(say, name, card(&apart, number));
            if (counts[number]) say_count(say, &has_begun, counts[number], name);
        }
    if (!counts[MERCHANT]) return;
    say_comma(say, &has_begun);
    SAY(say, counts[MERCHANT] > 1 ? "byzanz.merchants" : "byzanz.merchant", NUMBER("n", counts[MERCHANT]));
}

/* A list that is closed by a zero, or full. */
static void say_list(const struct say *say, const uint8_t *list, int max) {
    uint8_t counts[CARDS + 1] = {0};
    for (int i = 0; i < max && list[i]; i++) counts[list[i]]++;
    say_counted(say, counts);
}

/* ---- Asked ------------------------------------------------------------------------------------------------------ */

static void ask_for_bid(const struct say *say, const struct byzanz *b) {
    int own = b->bids[say->seat], highest = highest_bid(b);
    const char *key = own ? "byzanz.ask.raise" : highest ? "byzanz.ask.bid" : "byzanz.ask.open";
    SAY_APART(say, lot, say_list(&apart, b->lot, LOT_MAX));
    SAY(say, key, NUMBER("own", own), NUMBER("n", highest + 1), TEXT("cards", lot));
}

static void ask(const struct say *say) {
    const struct byzanz *b = say->view;
    switch (b->head.phase) {
    case AUCTION: ask_for_bid(say, b); break;
    case PICK: say_text(say, "byzanz.ask.pick"); break;
    case TRIM: SAY(say, "byzanz.ask.trim", NUMBER("n", b->hand_count[say->seat])); break;
    case MARKET: say_text(say, "byzanz.ask.market"); break;
    default: say_text(say, "byzanz.ask.final"); break;
    }
}

/* ---- Chosen and told -------------------------------------------------------------------------------------------- */

static const struct phrases {
    const char *bid, *raise, *verbs[VERBS];
} choices = {"byzanz.bid",
             "byzanz.raise",
             {[PASS] = "say.pass",
              [GIVE] = "byzanz.give",
              [DISCARD] = "byzanz.discard",
              [TAKE] = "byzanz.take",
              [SELL] = "byzanz.sell",
              [DONE] = "byzanz.done"}},
  deeds = {"byzanz.bids",
           "byzanz.raises",
           {[PASS] = "say.passes",
            [GIVE] = "byzanz.gives",
            [DISCARD] = "byzanz.discards",
            [TAKE] = "byzanz.takes",
            [SELL] = "byzanz.sells",
            [DONE] = "byzanz.finishes"}};

/* The bid with the cards now laid. */
static int bid_after(const struct byzanz *b, int seat, const uint8_t *laid) {
    int bid = b->bids[seat];
    for (int i = 0; i < HAND_MAX && laid[i]; i++) bid += values[laid[i]];
    return bid;
}

static void say_bid(const struct say *say, const struct phrases *phrases) {
    const struct byzanz *b = say->view;
    SAY_APART(say, laid, say_list(&apart, say->move->args, HAND_MAX));
    SAY(say, b->bids[say->seat] ? phrases->raise : phrases->bid, NUMBER("n", bid_after(b, say->seat, say->move->args)),
        TEXT("cards", laid));
}

static void say_take(const struct say *say, const char *key) {
    const struct byzanz *b = say->view;
    int kind = say->move->args[0];
    uint8_t counts[CARDS + 1] = {0};
    for (int number = first_of(kind); number <= last_of(kind); number++) counts[number] = b->market[number];
    SAY_APART(say, taken, say_counted(&apart, counts));
    SAY(say, key, TEXT("cards", taken));
}

static void say_sale(const struct say *say, const char *key) {
    uint8_t kept = say->move->args[0];
    SAY_APART(say, sold, say_list(&apart, say->move->args, SALE));
    SAY(say, key, TEXT("cards", sold), NUMBER("n", kept == MERCHANT ? MERCHANT_POINTS : values[kept]));
}

static void say_with_card(const struct say *say, const char *key) {
    SAY_APART(say, name, card(&apart, say->move->args[0]));
    SAY(say, key, TEXT("card", name));
}

static void say_one(const struct say *say, const struct phrases *phrases) {
    const char *key = phrases->verbs[say->move->verb];
    switch (say->move->verb) {
    case BID: say_bid(say, phrases); break;
    case GIVE:
    case DISCARD: say_with_card(say, key); break;
    case TAKE: say_take(say, key); break;
    case SELL: say_sale(say, key); break;
    default: say_text(say, key); break;
    }
}

static void choice(const struct say *say) { say_one(say, &choices); }

/* ---- What followed ---------------------------------------------------------------------------------------------- */

/* The end of an auction: with a winner who pays, or with the first one who passed. */
static void tell_winner(const struct say *say, const struct byzanz *before, const struct byzanz *after) {
    bool is_same = before->auction == after->auction && before->round == after->round;
    if (before->head.phase != AUCTION || (is_same && after->head.phase != PICK)) return;
    say_next(say);
    if (is_same) {
        int winner = after->turn - 1;
        int bid = winner == say->seat ? bid_after(before, winner, say->move->args) : before->bids[winner];
        SAY_OF(say, winner, "byzanz.won", NUMBER("n", bid));
    } else {
        int heir = before->passed_count ? before->passed[0] - 1 : say->seat;
        say_of(say, heir, "byzanz.free");
    }
}

static void tell_trim(const struct say *say, const struct byzanz *before, const struct byzanz *after) {
    if (before->head.phase == TRIM || after->head.phase != TRIM) return;
    for (int seat = 0; seat < after->head.players; seat++) {
        if (after->hand_count[seat] <= HAND_MAX) continue;
        say_next(say);
        SAY_OF(say, seat, "byzanz.trim", NUMBER("n", after->hand_count[seat]));
    }
}

static void tell_lot(const struct say *say, const struct byzanz *before, const struct byzanz *after) {
    bool is_same = before->lot_count && before->auction == after->auction && before->round == after->round;
    if (is_same || !after->lot_count) return;
    SAY_APART(say, lot, say_list(&apart, after->lot, LOT_MAX));
    say_next(say);
    if (after->round != before->round)
        SAY(say, "byzanz.round", NUMBER("n", after->round), NUMBER("all", tables[after->head.players].rounds));
    if (after->round != before->round) say_next(say);
    SAY_OF(say, after->opener - 1, after->head.phase == PICK ? "byzanz.last" : "byzanz.lot",
           NUMBER("n", after->lot_count), TEXT("cards", lot));
}

/* The market opens when the last lot is won, though the winner may have to come down to seven cards before. */
static void tell_market(const struct say *say, const struct byzanz *before, const struct byzanz *after) {
    if (after->auction == before->auction || after->auction != after->head.players) return;
    SAY_APART(say, goods, say_counted(&apart, after->market));
    say_next(say);
    SAY_OF(say, after->turn - 1, "byzanz.market", TEXT("cards", goods));
}

static void made(const struct say *say) {
    const struct byzanz *before = say->view, *after = say->after;
    say_one(say, &deeds);
    tell_winner(say, before, after);
    tell_trim(say, before, after);
    tell_lot(say, before, after);
    tell_market(say, before, after);
    if (before->head.phase == FINAL || after->head.phase != FINAL) return;
    say_sentence(say, "byzanz.final");
}

/* A stall of the market is called as its kind. */
static bool thing(const struct say *say, const char *place, const char *word) {
    if (strcmp(place, "stall")) return false;
    text_put(say->out, say_word(say, "byzanz.kind.", word));
    return true;
}

/* ---- Explained -------------------------------------------------------------------------------------------------- */

static int count_of(const uint8_t *list, int size, int kind) {
    int count = 0;
    for (int i = 0; i < size && list[i]; i++) count += kind_of(list[i]) == kind;
    return count;
}

/* How many of the kind are where the viewer sees them: three make a sale. */
static void about_kind(const struct say *say, int kind) {
    const struct byzanz *b = say->view;
    int market = 0, held = say->you == NOBODY ? 0 : count_of(b->seats[say->you].hand, HELD_MAX, kind);
    for (int number = first_of(kind); number <= last_of(kind); number++) market += b->market[number];
    say_next(say);
    SAY(say, "byzanz.now.kind", NUMBER("held", held), NUMBER("lot", count_of(b->lot, LOT_MAX, kind)),
        NUMBER("market", market));
}

static void about(const struct say *say, const char *what, const char *word) {
    const struct byzanz *b = say->view;
    for (int number = 1; number <= CARDS; number++) {
        if (strncmp(cards[number], word, strcmp(what, "stall") ? 3 : 1)) continue;
        if (!strcmp(what, "card") || !strcmp(what, "stall")) {
            about_kind(say, kind_of((uint8_t)number));
            return;
        }
    }
    if (!strcmp(what, "action") && !strcmp(word, "bid") && highest_bid(b)) {
        say_next(say);
        SAY(say, "byzanz.now.high", NUMBER("n", highest_bid(b)));
    }
}

const struct say_game byzanz_words = {.name = "byzanz",
                                      .ask = ask,
                                      .choice = choice,
                                      .made = made,
                                      .card = card,
                                      .thing = thing,
                                      .about_keys = "byzanz.about.",
                                      .about = about};
