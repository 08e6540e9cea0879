#include "lang/say_game.h"

#include <assert.h>
#include <string.h>

#define POINT_TO(name) &name##_words,
static const struct say_game *const tables[] = {GAMES_WITH_SAY(POINT_TO)};

/* NULL: the game has no words of its own, and its notation must do. */
static const struct say_game *table_of(const struct arkad_game *game) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i]->name, game->name)) return tables[i];
    return NULL;
}

/* ---- What the games share --------------------------------------------------------------------------------------- */

void say_text(const struct say *say, const char *key) {
    LANG_PUT(say->lang, say->out, key, NUMBER("you", say->is_own));
}

const char *say_word(const struct say *say, const char *prefix, const char *word) {
    char key[64];
    struct text name = text_in(key, sizeof key);
    text_put(&name, prefix);
    text_put(&name, word);
    assert(!name.is_full);
    return lang_text(say->lang, key);
}

void say_next(const struct say *say) {
    if (!say->out->used) return;
    if (say->out->start[say->out->used - 1] != '.') text_char(say->out, '.');
    text_char(say->out, ' ');
}

void say_comma(const struct say *say, bool *has_begun) {
    if (*has_begun) text_put(say->out, ", ");
    *has_begun = true;
}

void say_sentence(const struct say *say, const char *key) {
    say_next(say);
    say_text(say, key);
}

void say_count(const struct say *say, bool *has_begun, int count, const char *name) {
    say_comma(say, has_begun);
    if (count > 1)
        SAY(say, "say.times", NUMBER("n", count), TEXT("card", name));
    else
        text_put(say->out, name);
}

void say_seats(const struct say *say, unsigned seats) {
    bool has_begun = false;
    for (int seat = 0; seats >> seat; seat++) {
        if (!(seats >> seat & 1)) continue;
        say_comma(say, &has_begun);
        text_put(say->out, say->names[seat]);
    }
}

static void say_scores(const struct say *say, const struct arkad_result *result, int players) {
    bool has_begun = false;
    for (int seat = 0; seat < players; seat++) {
        say_comma(say, &has_begun);
        SAY(say, "say.score", NAME("name", say, seat), NUMBER("points", result->scores[seat]));
    }
}

void say_end(const struct say *say) {
    struct arkad_result result;
    struct arkad_position position = {0};
    const struct head *head = say->after;
    unsigned winners = 0;
    memcpy(&position, say->after, say->game->size);
    arkad_result(say->game, &position, &result);
    for (int seat = 0; seat < head->players; seat++) winners |= (unsigned)(result.places[seat] == 1) << seat;
    SAY_APART(say, scores, say_scores(&apart, &result, head->players));
    SAY_APART(say, names, say_seats(&apart, winners));
    say_next(say);
    SAY(say, "say.end", TEXT("scores", scores), TEXT("names", names));
}

/* ---- Each phrase ------------------------------------------------------------------------------------------------ */

static void write_notation(const struct say *say) {
    char move[ARKAD_MOVE_TEXT_MAX];
    arkad_move_write(say->game, say->move, move);
    text_put(say->out, move);
}

static void write_ask(const struct say *say, const struct arkad_position *view) {
    const struct say_game *table = table_of(say->game);
    unsigned waits = arkad_waits(say->game, view);
    bool is_asked = say->seat >= 0 && say->seat < ARKAD_SEATS_MAX && waits >> say->seat & 1;
    if (arkad_is_over(view)) {
        say_text(say, "say.over");
    } else if (!is_asked) {
        SAY_APART(say, names, say_seats(&apart, waits));
        SAY(say, "say.wait", TEXT("names", names));
    } else if (table) {
        table->ask(say);
    } else {
        say_text(say, "say.ask");
    }
}

void say_ask(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
             const char *const *names, char text[SAY_MAX]) {
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang, .game = game, .view = view->bytes, .seat = seat, .names = names, .out = &out};
    write_ask(&say, view);
}

void say_choice(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
                const struct arkad_move *move, const char *const *names, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    struct say say = {
        .lang = lang, .game = game, .view = view->bytes, .seat = seat, .move = move, .names = names, .out = &out};
    if (table)
        table->choice(&say);
    else
        write_notation(&say);
}

void say_move(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *before,
              const struct arkad_position *after, int seat, const struct arkad_move *move, bool is_hidden, bool is_own,
              const char *const *names, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    struct arkad_move none = {.verb = move->verb};
    struct say say = {.lang = lang,
                      .game = game,
                      .view = before->bytes,
                      .after = after->bytes,
                      .seat = seat,
                      .move = is_hidden ? &none : move, /* what is hidden cannot slip out */
                      .is_hidden = is_hidden,
                      .is_own = is_own,
                      .names = names,
                      .out = &out};
    if (table)
        table->made(&say);
    else if (is_hidden)
        say_text(&say, "say.hidden");
    else
        write_notation(&say);
    if (arkad_is_over(after)) say_end(&say);
}

static void write_event(const struct say *say, const struct say_game *table, const struct arkad_event *event) {
    if (event->kind == ARKAD_SHUFFLE) {
        say_sentence(say, "say.shuffle");
    } else if (table && table->chance) {
        table->chance(say, event);
    }
}

void say_chance(const struct lang *lang, const struct arkad_game *game, const struct arkad_tape *tape,
                const char *const *names, char text[SAY_MAX]) {
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang, .game = game, .names = names, .out = &out};
    for (int i = 0; i < tape->count; i++) write_event(&say, table_of(game), &tape->events[i]);
}

void say_card(const struct lang *lang, const struct arkad_game *game, int card, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang, .game = game, .out = &out};
    assert(card > 0 && card <= game->card_count);
    if (table)
        table->card(&say, card);
    else
        text_put(&out, game->cards[card]);
}

/* Its number; 0 if the game has no card of that name. */
static int card_named(const struct arkad_game *game, const char *name) {
    for (int card = game->card_count; card > 0; card--)
        if (!strcmp(game->cards[card], name)) return card;
    return 0;
}

bool say_phrase(const struct lang *lang, const struct arkad_game *game, const char *key, const char *card,
                char text[SAY_MAX]) {
    char whole[SAY_MAX], name[SAY_MAX] = "";
    struct text joined = text_in(whole, sizeof whole), out = text_in(text, SAY_MAX);
    text_put(&joined, "phrase."), text_put(&joined, key);
    const char *phrase = strlen(key) < PHRASE_MAX ? lang_find_text(lang, whole) : NULL;
    if (!phrase || !strstr(phrase, "card}") != !card) return false;
    int number = card ? card_named(game, card) : 0;
    if (card && !number) return false;
    if (number) say_card(lang, game, number, name);
    LANG_PUT(lang, &out, whole, {"card", name, 0});
    return true;
}
