/*
 * Alhambra in words.
 */
#include "games/alhambra/alhambra.h"
#include "lang/say_game.h"

#include <string.h>

static const char *const currency_letters[CURRENCIES] = {"y", "b", "g", "o"};

static void say_money(const struct say *say, uint8_t money) {
    const char *currency = say_word(say, "alhambra.currency.", currency_letters[currency_of(money)]);
    SAY(say, "alhambra.money", TEXT("currency", currency), NUMBER("value", value_of(money)));
}

static void say_building(const struct say *say, uint8_t building) {
    const char *kind = say_word(say, "alhambra.kind.", kinds[kind_of(building)]);
    SAY(say, "alhambra.building", TEXT("kind", kind), NUMBER("price", price_of(building)));
}

static void card(const struct say *say, int number) {
    if (number <= MONEY)
        say_money(say, (uint8_t)number);
    else if (number >= FIRST_BUILDING)
        say_building(say, (uint8_t)number);
    else
        SAY(say, "alhambra.scoring", TEXT("letter", cards[number]));
}

/* Money, counted by card. */
static void say_purse(const struct say *say, const uint8_t counts[MONEY + 1]) {
    bool has_begun = false;
    for (int currency = 0; currency < CURRENCIES; currency++)
        for (int value = VALUES; value > 0; value--) {
            int number = currency * VALUES + value;
            if (!counts[number]) continue;
            SAY_APART(say, name, card(&apart, number));
            say_count(say, &has_begun, counts[number], name);
        }
}

static bool can_do_anything(const struct alhambra *a, int seat) {
    for (int place = 0; place < PLACES; place++) {
        int worth = 0;
        for (int value = 1; value <= VALUES; value++) worth += value * a->hands[seat][place * VALUES + value];
        if (a->yard[place] && worth >= price_of(a->yard[place])) return true;
    }
    return a->money_count > 0;
}

static void ask(const struct say *say) {
    const struct alhambra *a = say->view;
    bool is_stuck = !can_do_anything(a, say->seat);
    say_text(say, is_stuck ? "alhambra.ask.nothing" : a->actions ? "alhambra.ask.again" : "alhambra.ask");
}

/* ---- Chosen and told -------------------------------------------------------------------------------------------- */

static const struct phrases {
    const char *take, *buy, *gift, *pass;
} choices = {"alhambra.take", "alhambra.buy", "alhambra.gift", "say.pass"},
  deeds = {"alhambra.takes", "alhambra.buys", "alhambra.gives", "say.passes"};

static int overpaid(const struct alhambra *a, const struct arkad_move *move) {
    return amount(move) - price_of(a->yard[move->args[PLACE] - 1]);
}

static void say_take(const struct say *say, const char *key) {
    uint8_t counts[MONEY + 1] = {0};
    for (int i = 0; i < OPEN_MONEY && say->move->args[i]; i++) counts[say->move->args[i]]++;
    SAY_APART(say, money, say_purse(&apart, counts));
    SAY(say, key, TEXT("cards", money));
}

static void say_purchase(const struct say *say, const struct phrases *phrases) {
    const struct alhambra *a = say->view;
    int place = say->move->args[PLACE] - 1;
    uint8_t counts[MONEY + 1] = {0};
    for (int value = 1; value <= VALUES; value++) counts[place * VALUES + value] = say->move->args[PAID + value];
    SAY_APART(say, building, say_building(&apart, a->yard[place]));
    SAY_APART(say, money, say_purse(&apart, counts));
    SAY(say, say->move->args[FOR_DUMMY] ? phrases->gift : phrases->buy, TEXT("building", building),
        TEXT("cards", money));
}

static void say_one(const struct say *say, const struct phrases *phrases) {
    switch (say->move->verb) {
    case TAKE: say_take(say, phrases->take); break;
    case BUY: say_purchase(say, phrases); break;
    default: say_text(say, phrases->pass); break;
    }
}

static void choice(const struct say *say) {
    say_one(say, &choices);
    if (say->move->verb != BUY) return;
    int more = overpaid(say->view, say->move);
    text_char(say->out, ' ');
    SAY(say, more ? "alhambra.over" : "alhambra.exact", NUMBER("n", more));
}

/* ---- What followed ---------------------------------------------------------------------------------------------- */

static const char *owner_name(const struct say *say, const struct alhambra *a, int owner) {
    return owner < a->head.players ? say_name(say, owner) : lang_text(say->lang, "alhambra.dummy");
}

static void say_gains(const struct say *say, const struct alhambra *before, const struct alhambra *after) {
    bool has_begun = false;
    for (int owner = 0; owner < owners(after); owner++) {
        int points = after->points[owner] - before->points[owner];
        if (!points) continue;
        say_comma(say, &has_begun);
        SAY(say, "say.gain", TEXT("name", owner_name(say, after, owner)), NUMBER("points", points));
    }
}

static void tell_scoring(const struct say *say, const struct alhambra *before, const struct alhambra *after,
                         const char *letter) {
    SAY_APART(say, gains, say_gains(&apart, before, after));
    say_next(say);
    SAY(say, *gains ? "alhambra.scored" : "alhambra.scored.none", TEXT("letter", letter), TEXT("gains", gains));
}

static void tell_dummy(const struct say *say, const struct alhambra *before, const struct alhambra *after) {
    bool is_gift = say->move->verb == BUY && say->move->args[FOR_DUMMY];
    int count = sum_bytes(after->owned[DUMMY], KINDS) - sum_bytes(before->owned[DUMMY], KINDS) - is_gift;
    if (!has_dummy(after) || !count) return;
    say_next(say);
    SAY(say, "alhambra.dummy.gets", NUMBER("n", count));
}

/* Whose count of this kind grew at the end, besides what was bought in this move. */
static int heir_of(const struct say *say, int kind, int nth) {
    const struct alhambra *before = say->view, *after = say->after;
    for (int seat = 0; seat < after->head.players; seat++) {
        int more = after->owned[seat][kind] - before->owned[seat][kind];
        bool has_bought = say->move->verb == BUY && seat == say->seat && !say->move->args[FOR_DUMMY];
        if (has_bought && kind_of(before->yard[say->move->args[PLACE] - 1]) == kind) more--;
        if (nth < more) return seat;
        nth -= more;
    }
    return -1;
}

/* The kinds that went from the yard to their heirs, one by one. Which building of a kind went to whom does not show
   where two seats got the same kind, and does not matter: only kinds count now. */
static void say_inheritance(const struct say *say) {
    bool has_begun = false;
    for (int kind = 0; kind < KINDS; kind++)
        for (int nth = 0, heir; (heir = heir_of(say, kind, nth)) >= 0; nth++) {
            say_comma(say, &has_begun);
            SAY_OF(say, heir, "alhambra.left.one", TEXT("building", say_word(say, "alhambra.kind.", kinds[kind])));
        }
}

static void tell_end(const struct say *say) {
    SAY_APART(say, gifts, say_inheritance(&apart));
    say_next(say);
    SAY(say, *gifts ? "alhambra.left" : "alhambra.left.none", TEXT("gifts", gifts));
    tell_scoring(say, say->view, say->after, "C");
}

/* ---- Explained -------------------------------------------------------------------------------------------------- */

static void say_leaders(const struct say *say, const struct alhambra *a, int kind, int most) {
    bool has_begun = false;
    for (int owner = 0; owner < owners(a); owner++) {
        if (a->owned[owner][kind] != most) continue;
        say_comma(say, &has_begun);
        text_put(say->out, owner_name(say, a, owner));
    }
}

/* Who has most of a kind now, and how many the viewer has. */
static void about_kind(const struct say *say, int kind) {
    const struct alhambra *a = say->view;
    int most = 0;
    for (int owner = 0; owner < owners(a); owner++)
        if (a->owned[owner][kind] > most) most = a->owned[owner][kind];
    SAY_APART(say, leaders, if (most) say_leaders(&apart, a, kind, most));
    say_next(say);
    SAY(say, most ? "alhambra.now.most" : "alhambra.now.nobody", TEXT("names", leaders), NUMBER("n", most));
    if (say->you == NOBODY) return;
    say_next(say);
    SAY(say, "alhambra.now.own", NUMBER("n", a->owned[say->you][kind]));
}

/* What stands where a currency pays, and what the viewer has of it. */
static void about_money(const struct say *say, int currency) {
    const struct alhambra *a = say->view;
    uint8_t standing = a->yard[currency];
    SAY_APART(say, building, if (standing) say_building(&apart, standing));
    say_next(say);
    SAY(say, standing ? "alhambra.now.pays" : "alhambra.now.pays_nothing", TEXT("building", building));
    if (say->you == NOBODY) return;
    int sum = 0;
    for (int value = 1; value <= VALUES; value++) sum += value * a->hands[say->you][currency * VALUES + value];
    say_next(say);
    SAY(say, "alhambra.now.purse", NUMBER("n", sum));
}

static void about(const struct say *say, const char *what, const char *word) {
    if (!strcmp(what, "kind"))
        for (int kind = 0; kind < KINDS; kind++)
            if (!strcmp(kinds[kind], word)) about_kind(say, kind);
    if (strcmp(what, "card")) return;
    for (uint8_t card = 1; card <= CARDS; card++) {
        if (strcmp(cards[card], word)) continue;
        if (card <= MONEY) say_text(say, "alhambra.about.money"), about_money(say, currency_of(card));
        if (card >= FIRST_BUILDING) say_text(say, "alhambra.about.kind"), about_kind(say, kind_of(card));
    }
}

static void made(const struct say *say) {
    const struct alhambra *before = say->view, *after = say->after;
    say_one(say, &deeds);
    if (say->move->verb == BUY && !overpaid(before, say->move)) {
        say_sentence(say, "alhambra.again");
    } else if (after->head.phase == OVER) {
        tell_end(say);
    } else if (after->scored != before->scored) {
        tell_scoring(say, before, after, cards[SCORING_A + before->scored]);
        tell_dummy(say, before, after);
    }
}

const struct say_game alhambra_words = {.name = "alhambra",
                                        .ask = ask,
                                        .choice = choice,
                                        .made = made,
                                        .card = card,
                                        .about_keys = "alhambra.about.",
                                        .about = about};
