/*
 * 5 Towers in words.
 */
#include "games/towers/towers.h"
#include "lang/say_game.h"

#include <string.h>

static void card(const struct say *say, int number) {
    int value = value_of((uint8_t)number);
    const char *kind = say_word(say, "towers.kind.", kinds[kind_of((uint8_t)number) + 1]);
    SAY(say, value ? "towers.card" : "towers.roof", TEXT("kind", kind), NUMBER("value", value));
}

static void display(const struct say *say, const struct towers *t) {
    bool has_begun = false;
    for (int i = 0; i < t->display_count; i++) {
        say_comma(say, &has_begun);
        card(say, t->display[i]);
    }
}

static void ask(const struct say *say) {
    const struct towers *t = say->view;
    bool is_first = !t->demolished_now && t->left == t->high - 1;
    if (t->head.phase == BUILD)
        SAY(say, is_first ? "towers.ask.begin" : "towers.ask.build", NUMBER("n", t->left));
    else if (t->high)
        SAY(say, "towers.ask.bid", NUMBER("high", t->high - 1));
    else
        say_text(say, "towers.ask.open");
}

/* The four moves, as a choice or as told. */
static const struct phrases {
    const char *none, *bid, *pass, *demolish, *build, *found;
} choices = {"towers.bid.none", "towers.bid", "say.pass", "towers.demolish", "towers.build", "towers.found"},
  deeds = {"towers.bids", "towers.bids", "say.passes", "towers.demolishes", "towers.builds", "towers.founds"};

static void say_building(const struct say *say, const struct phrases *phrases) {
    const struct towers *t = say->view;
    uint8_t built = say->move->args[0];
    int top = top_of(t, say->seat, kind_of(built));
    SAY_APART(say, name, card(&apart, built));
    SAY(say, top == NO_TOP ? phrases->found : phrases->build, TEXT("card", name), NUMBER("top", top));
}

static void say_demolition(const struct say *say, const struct phrases *phrases) {
    int kind = say->move->args[0] - 1;
    SAY_APART(say, name, card(&apart, card_of(kind, top_of(say->view, say->seat, kind))));
    SAY(say, phrases->demolish, TEXT("card", name));
}

static void say_one(const struct say *say, const struct phrases *phrases) {
    int bid = say->move->args[0];
    switch (say->move->verb) {
    case BID_N: SAY(say, bid ? phrases->bid : phrases->none, NUMBER("n", bid)); break;
    case PASS: say_text(say, phrases->pass); break;
    case DEMOLISH: say_demolition(say, phrases); break;
    default: say_building(say, phrases); break;
    }
}

static void choice(const struct say *say) { say_one(say, &choices); }

static void say_round(const struct say *say, const struct towers *t) {
    SAY_APART(say, cards_shown, display(&apart, t));
    say_next(say);
    SAY_OF(say, t->starter - 1, "towers.round", NUMBER("n", t->round), TEXT("cards", cards_shown));
}

static void made(const struct say *say) {
    const struct towers *before = say->view, *after = say->after;
    bool is_over = after->head.phase == OVER;
    say_one(say, &deeds);
    if (before->round == after->round && !is_over && before->head.phase == after->head.phase) return;
    if (after->head.phase == BUILD) {
        say_next(say);
        SAY_OF(say, after->turn - 1, "towers.won", NUMBER("n", after->left));
        return;
    }
    if (before->head.phase == BID) say_sentence(say, "towers.unwanted");
    if (before->is_reshuffled != after->is_reshuffled) say_sentence(say, "towers.second");
    if (!is_over) say_round(say, after);
}

/* ---- Explained -------------------------------------------------------------------------------------------------- */

static int found_kind(const char *word) {
    for (int kind = 0; kind < KINDS; kind++)
        if (kinds[kind + 1][0] == word[0]) return kind;
    return -1;
}

/* A tower is called as its kind. */
static bool thing(const struct say *say, const char *place, const char *word) {
    if (strcmp(place, "tower") || found_kind(word) < 0) return false;
    text_put(say->out, say_word(say, "towers.kind.", word));
    return true;
}

/* Of a card as it is named: a letter, then the value. */
static int found_value(const char *word) {
    int value = 0;
    while (*++word >= '0' && *word <= '9' && value < VALUES) value = 10 * value + (*word - '0');
    return value;
}

/* What a card of the kind, or the seat's tower of it, has to do with the other. */
static void about(const struct say *say, const char *what, const char *word) {
    const struct towers *t = say->view;
    int kind = found_kind(word);
    bool is_card = !strcmp(what, "card");
    if (kind < 0 || say->you == NOBODY || (!is_card && strcmp(what, "tower"))) return;
    int top = top_of(t, say->you, kind), height = t->height[say->you][kind];
    say_next(say);
    SAY(say,
        top == NO_TOP ? "towers.now.none"
        : !top        ? "towers.now.roofed"
                      : "towers.now.top",
        NUMBER("top", top), NUMBER("n", height));
    if (!is_card || top == NO_TOP) return;
    say_sentence(say, can_cover(top, found_value(word)) ? "towers.now.fits" : "towers.now.unfit");
}

const struct say_game towers_words = {.name = "towers",
                                      .ask = ask,
                                      .choice = choice,
                                      .made = made,
                                      .card = card,
                                      .thing = thing,
                                      .about_keys = "towers.about.",
                                      .about = about};
