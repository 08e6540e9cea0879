/*
 * Oh, Pharaoh! in words. A pyramid is shown level by level from the bottom, as its stones and jokers lie: "44* 55 6";
 * a level of jokers alone has its number behind it: "**(5)".
 */
#include "games/pharaoh/pharaoh.h"
#include "lang/say_game.h"

#include <string.h>

static void card(const struct say *say, int number) {
    text_put(say->out, say_word(say, "pharaoh.card.", cards[number]));
}

static void say_counted(const struct say *say, const uint8_t counts[KINDS + 1]) {
    bool has_begun = false;
    for (int number = 1; number <= KINDS; number++) {
        const char *name = say_word(say, "pharaoh.card.", cards[number]);
        if (counts[number]) say_count(say, &has_begun, counts[number], name);
    }
}

/* One side of a trade: what is given (sign 1) or wanted (-1). */
static void say_side(const struct say *say, const int8_t *terms, int sign) {
    uint8_t counts[KINDS + 1] = {0};
    for (int number = 1; number <= KINDS; number++)
        if (terms[number] * sign > 0) counts[number] = (uint8_t)(terms[number] * sign);
    say_counted(say, counts);
}

/* ---- Pyramids --------------------------------------------------------------------------------------------------- */

static void say_level(const struct say *say, int number, uint8_t level) {
    for (int i = 0; i < stones_on(level); i++) text_number(say->out, number);
    for (int i = 0; i < jokers_on(level); i++) text_char(say->out, '*');
    if (stones_on(level)) return;
    text_char(say->out, '(');
    text_number(say->out, number);
    text_char(say->out, ')');
}

static void say_levels(const struct say *say, const uint8_t *levels) {
    bool has_begun = false;
    for (int number = 1; number <= LEVELS; number++) {
        if (!levels[number]) continue;
        if (has_begun) text_char(say->out, ' ');
        has_begun = true;
        say_level(say, number, levels[number]);
    }
}

/* ---- Asked ------------------------------------------------------------------------------------------------------ */

static void ask_to_score(const struct say *say, const struct pharaoh *p) {
    bool is_due = false;
    for (int i = 0; i < p->pyramid_count[say->seat]; i++) is_due |= cards_in(p->pyramids[say->seat][i]) >= MUST_SCORE;
    say_text(say, is_due ? "pharaoh.ask.due" : "pharaoh.ask.score");
}

/* With whom the seat that is to answer trades. */
static int other_side(const struct pharaoh *p) { return (p->head.phase == COUNTER ? p->partner : p->turn) - 1; }

static void ask_to_trade(const struct say *say, const struct pharaoh *p) {
    bool is_final = p->offers >= p->head.options[OPTION_OFFERS];
    const char *key = p->is_counter ? "pharaoh.ask.counter" : "pharaoh.ask.answer";
    SAY_APART(say, give, say_side(&apart, p->terms, 1));
    SAY_APART(say, want, say_side(&apart, p->terms, -1));
    SAY(say,
        p->is_to_all ? "pharaoh.ask.all"
        : is_final   ? "pharaoh.ask.final"
                     : key,
        NAME("name", say, other_side(p)), TEXT("give", give), TEXT("want", want));
}

static void ask_to_guard(const struct say *say, const struct pharaoh *p) {
    SAY_APART(say, pyramid, if (p->played == THIEF) say_levels(&apart, p->pyramids[p->target - 1][p->robbed - 1]));
    SAY(say, p->played == THIEF ? "pharaoh.ask.thief" : "pharaoh.ask.tax", NAME("name", say, p->turn - 1),
        TEXT("pyramid", pyramid));
}

static void ask_to_end(const struct say *say, const struct pharaoh *p) {
    int count = p->hand_count[say->seat];
    if (count > HAND)
        SAY(say, "pharaoh.ask.trim", NUMBER("n", count));
    else
        say_text(say, p->has_discarded ? "pharaoh.ask.finish" : "pharaoh.ask.discard");
}

static void ask(const struct say *say) {
    const struct pharaoh *p = say->view;
    switch (p->head.phase) {
    case SCORE: ask_to_score(say, p); break;
    case DRAW: say_text(say, "pharaoh.ask.draw"); break;
    case ACT: say_text(say, "pharaoh.ask.act"); break;
    case GUARD: ask_to_guard(say, p); break;
    case STEAL: say_text(say, "pharaoh.ask.steal"); break;
    case SALVAGE: say_text(say, "pharaoh.ask.salvage"); break;
    case END: ask_to_end(say, p); break;
    default: ask_to_trade(say, p); break;
    }
}

/* ---- Chosen and told -------------------------------------------------------------------------------------------- */

static const struct phrases {
    const char *verbs[VERBS], *to_all, *unscored, *finish, *pile, *own, *none;
} choices = {.verbs = {[SCORE_N] = "pharaoh.score",
                       [DRAW_CARD] = "pharaoh.draw",
                       [OFFER] = "pharaoh.offer",
                       [BUILD] = "pharaoh.build",
                       [EXTEND] = "pharaoh.extend",
                       [SWAP] = "pharaoh.swap",
                       [SEND_THIEF] = "pharaoh.thief",
                       [TAX] = "pharaoh.tax",
                       [END_ACTS] = "pharaoh.end",
                       [ACCEPT] = "pharaoh.accept",
                       [DECLINE] = "pharaoh.decline",
                       [COUNTER_OFFER] = "pharaoh.counter",
                       [WARD_OFF] = "pharaoh.ward",
                       [ALLOW] = "pharaoh.allow",
                       [STEAL_CARD] = "pharaoh.steal",
                       [SALVAGE_LEVELS] = "pharaoh.salvage",
                       [DISCARD] = "pharaoh.discard"},
             .to_all = "pharaoh.offer.all",
             .unscored = "pharaoh.unscored",
             .finish = "pharaoh.finish",
             .pile = "pharaoh.draw.pile",
             .own = "pharaoh.swap.own",
             .none = "pharaoh.salvage.none"},
  deeds = {.verbs = {[SCORE_N] = "pharaoh.scores",
                     [DRAW_CARD] = "pharaoh.draws",
                     [OFFER] = "pharaoh.offers",
                     [BUILD] = "pharaoh.builds",
                     [EXTEND] = "pharaoh.extends",
                     [SWAP] = "pharaoh.swaps",
                     [SEND_THIEF] = "pharaoh.sends",
                     [TAX] = "pharaoh.taxes",
                     [END_ACTS] = "pharaoh.ends",
                     [ACCEPT] = "pharaoh.accepts",
                     [DECLINE] = "pharaoh.declines",
                     [COUNTER_OFFER] = "pharaoh.counters",
                     [WARD_OFF] = "pharaoh.wards",
                     [ALLOW] = "pharaoh.allows",
                     [STEAL_CARD] = "pharaoh.steals",
                     [SALVAGE_LEVELS] = "pharaoh.salvages",
                     [DISCARD] = "pharaoh.discards"},
           .to_all = "pharaoh.offers.all",
           .unscored = "pharaoh.scores.none",
           .finish = "pharaoh.finishes",
           .pile = "pharaoh.draws.pile",
           .own = "pharaoh.swaps.own",
           .none = "pharaoh.salvages.none"};

static void say_score(const struct say *say, const char *key) {
    const struct pharaoh *p = say->view;
    const uint8_t *levels = p->pyramids[say->seat][say->move->args[0] - 1];
    bool is_low = needs_three(p) && height_of(levels) < 3;
    SAY_APART(say, pyramid, say_levels(&apart, levels));
    SAY(say, key, TEXT("pyramid", pyramid), NUMBER("n", is_low ? 0 : worth(levels)));
}

static void say_trade(const struct say *say, const char *key, const int8_t *terms, int partner) {
    SAY_APART(say, give, say_side(&apart, terms, 1));
    SAY_APART(say, want, say_side(&apart, terms, -1));
    SAY_OF(say, partner, key, TEXT("give", give), TEXT("want", want));
}

static void say_levels_of_move(const struct say *say, const char *key) {
    SAY_APART(say, pyramid, say_levels(&apart, say->move->args));
    SAY(say, key, TEXT("pyramid", pyramid), NUMBER("n", worth(say->move->args)));
}

static void say_extension(const struct say *say, const char *key) {
    const struct pharaoh *p = say->view;
    int number = say->move->args[0];
    uint8_t grown[LEVELS + 1] = {0};
    for (int i = 1; i <= LEVELS; i++) grown[i] = (uint8_t)(p->pyramids[say->seat][number - 1][i] + say->move->args[i]);
    SAY_APART(say, levels, say_levels(&apart, say->move->args));
    SAY(say, key, NUMBER("number", number), TEXT("levels", levels), NUMBER("n", worth(grown)));
}

static void say_swap(const struct say *say, const struct phrases *phrases) {
    const uint8_t *args = say->move->args;
    SAY_OF(say, args[0], args[0] == say->seat ? phrases->own : phrases->verbs[SWAP],
           TEXT("card", say_word(say, "pharaoh.card.", cards[args[2]])));
}

static void say_thief(const struct say *say, const char *key) {
    const struct pharaoh *p = say->view;
    const uint8_t *args = say->move->args;
    SAY_APART(say, pyramid, say_levels(&apart, p->pyramids[args[0]][args[1] - 1]));
    SAY_OF(say, args[0], key, TEXT("pyramid", pyramid));
}

static void say_loot(const struct say *say, const char *key) {
    int level = say->move->args[0], loot = say->move->args[1] ? JOKER : level;
    SAY(say, key, TEXT("card", say_word(say, "pharaoh.card.", cards[loot])), NUMBER("level", level));
}

static void say_with_card(const struct say *say, const char *key) {
    SAY(say, key, TEXT("card", say_word(say, "pharaoh.card.", cards[say->move->args[0]])));
}

static void say_one(const struct say *say, const struct phrases *phrases) {
    const struct pharaoh *p = say->view;
    const char *key = phrases->verbs[say->move->verb];
    const uint8_t *args = say->move->args;
    switch (say->move->verb) {
    case SCORE_N: say_score(say, key); break;
    case DONE: say_text(say, p->head.phase == SCORE ? phrases->unscored : phrases->finish); break;
    case DRAW_CARD: args[0] ? say_with_card(say, key) : say_text(say, phrases->pile); break;
    case OFFER:
        if (args[0] == EVERYONE)
            say_trade(say, phrases->to_all, (const int8_t *)args, say->seat);
        else
            say_trade(say, key, (const int8_t *)args, args[0]);
        break;
    case COUNTER_OFFER: say_trade(say, key, (const int8_t *)args, other_side(p)); break;
    case BUILD: say_levels_of_move(say, key); break;
    case EXTEND: say_extension(say, key); break;
    case SWAP: say_swap(say, phrases); break;
    case SEND_THIEF: say_thief(say, key); break;
    case STEAL_CARD: say_loot(say, key); break;
    case SALVAGE_LEVELS: height_of(args) ? say_levels_of_move(say, key) : say_text(say, phrases->none); break;
    case DISCARD: say_with_card(say, key); break;
    default: say_text(say, key); break;
    }
}

static void choice(const struct say *say) { say_one(say, &choices); }

/* ---- What followed ---------------------------------------------------------------------------------------------- */

static void tell_marker(const struct say *say, const struct pharaoh *before, const struct pharaoh *after) {
    if (after->marker == before->marker) return;
    say_next(say);
    SAY(say, "pharaoh.marker", NUMBER("n", after->marker));
    if (after->marker == FIRST_FIELD) say_sentence(say, "pharaoh.field.first");
    if (after->marker == after->head.options[OPTION_SECOND]) say_sentence(say, "pharaoh.field.second");
    if (after->marker == LAST_FIELD) say_sentence(say, "pharaoh.field.last");
}

/* The cards that came to a hand, if the viewer sees it. At the end every hand is shown, so the view before counts. */
static bool sees_gain(const struct say *say, uint8_t gained[KINDS + 1]) {
    const struct pharaoh *before = say->view, *after = say->after;
    if (before->head.viewer && before->head.viewer != say->seat + 1) return false;
    for (int number = 1; number <= KINDS; number++)
        gained[number] = (uint8_t)(after->seats[say->seat].hand[number] - before->seats[say->seat].hand[number]);
    return true;
}

static void say_draw(const struct say *say) {
    uint8_t gained[KINDS + 1] = {0};
    SAY_APART(say, drawn, if (sees_gain(say, gained)) say_counted(&apart, gained));
    if (*drawn && !say->move->args[0])
        SAY(say, "pharaoh.draws.seen", TEXT("card", drawn));
    else
        say_one(say, &deeds);
}

static void tell_refill(const struct say *say, const struct pharaoh *before, const struct pharaoh *after) {
    uint8_t gained[KINDS + 1] = {0};
    int count = after->hand_count[say->seat] - before->hand_count[say->seat];
    if (before->head.phase != END || !count) return;
    SAY_APART(say, drawn, if (sees_gain(say, gained)) say_counted(&apart, gained));
    say_next(say);
    if (*drawn)
        SAY(say, "pharaoh.refills.seen", TEXT("cards", drawn));
    else
        SAY(say, "pharaoh.refills", NUMBER("n", count));
}

static void tell_guard(const struct say *say, const struct pharaoh *before, const struct pharaoh *after) {
    if (after->asked) return;
    if (before->played == COLLECTOR)
        say_sentence(say, "pharaoh.taxed");
    else if (say->move->verb == WARD_OFF)
        say_sentence(say, "pharaoh.warded");
    else
        say_sentence(say, after->head.phase == STEAL ? "pharaoh.thief.in" : "pharaoh.thief.out");
}

static void say_standing(const struct say *say, const struct pharaoh *p) {
    struct arkad_result result;
    struct arkad_position position = {0};
    bool has_begun = false;
    memcpy(&position, p, sizeof *p);
    arkad_result(say->game, &position, &result);
    for (int seat = 0; seat < p->head.players; seat++) {
        if (result.scores[seat] == p->points[seat]) continue;
        say_comma(say, &has_begun);
        SAY_OF(say, seat, "say.gain", NUMBER("points", result.scores[seat] - p->points[seat]));
    }
}

static void tell_end(const struct say *say, const struct pharaoh *after) {
    if (after->head.phase != OVER) return;
    if (after->turns < TURNS_MAX) say_sentence(say, "pharaoh.end.card");
    SAY_APART(say, gains, say_standing(&apart, after));
    if (!*gains) return;
    say_next(say);
    SAY(say, "pharaoh.standing", TEXT("gains", gains));
}

static void made(const struct say *say) {
    const struct pharaoh *before = say->view, *after = say->after;
    switch (say->move->verb) {
    case DRAW_CARD: say_draw(say); break;
    case ACCEPT: say_trade(say, deeds.verbs[ACCEPT], before->terms, say->seat); break;
    default: say_one(say, &deeds); break;
    }
    switch (say->move->verb) {
    case SCORE_N: tell_marker(say, before, after); break;
    case DONE: tell_refill(say, before, after); break;
    case TAX:
        if (after->head.phase == ACT) say_sentence(say, "pharaoh.untaxed");
        break;
    case WARD_OFF:
    case ALLOW: tell_guard(say, before, after); break;
    case STEAL_CARD:
        if (after->head.phase != SALVAGE) break;
        say_next(say);
        say_of(say, after->target - 1, "pharaoh.ruined");
        break;
    default: break;
    }
    tell_end(say, after);
}

static void chance(const struct say *say, const struct arkad_event *event) {
    say_next(say);
    if (event->kind == ARKAD_DIE)
        SAY(say, "pharaoh.die", NUMBER("n", event->value));
    else if (event->value)
        SAY_OF(say, event->seat, "pharaoh.pick", TEXT("card", say_word(say, "pharaoh.card.", cards[event->value])));
    else
        say_of(say, event->seat, "pharaoh.pick.hidden");
}

/* ---- Explained -------------------------------------------------------------------------------------------------- */

/* A pyramid by its owner and number, "0:1": what it would score now. */
static void about_pyramid(const struct say *say, const char *word) {
    const struct pharaoh *p = say->view;
    int seat = word[0] - '0', number = word[0] && word[1] ? word[2] - '0' : 0;
    if (seat < 0 || seat >= p->head.players || number < 1 || number > p->pyramid_count[seat]) return;
    const uint8_t *levels = p->pyramids[seat][number - 1];
    bool is_low = needs_three(p) && height_of(levels) < 3;
    SAY_APART(say, shown, say_levels(&apart, levels));
    say_next(say);
    SAY(say, is_low ? "pharaoh.now.low" : "pharaoh.now.worth", TEXT("pyramid", shown), NUMBER("n", worth(levels)),
        NUMBER("cards", cards_in(levels)));
}

static void about(const struct say *say, const char *what, const char *word) {
    const struct pharaoh *p = say->view;
    if (!strcmp(what, "pyramid")) about_pyramid(say, word);
    if (!strcmp(what, "number") && !strcmp(word, "marker")) {
        say_next(say);
        SAY(say, "pharaoh.now.marker", NUMBER("n", p->marker), NUMBER("all", LAST_FIELD));
    }
    for (int number = 1; number <= KINDS && !strcmp(what, "card"); number++) {
        if (strcmp(cards[number], word)) continue;
        say_next(say);
        SAY(say, "pharaoh.now.copies", NUMBER("n", copies[number]),
            NUMBER("held", say->you == NOBODY ? 0 : p->seats[say->you].hand[number]));
    }
}

const struct say_game pharaoh_words = {.name = "pharaoh",
                                       .ask = ask,
                                       .choice = choice,
                                       .made = made,
                                       .chance = chance,
                                       .card = card,
                                       .about_keys = "pharaoh.about.",
                                       .about = about};
