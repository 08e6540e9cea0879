/*
 * What happens in a game, in words: the part that is the same for every game, and its calls of the game's own words.
 */
#include "lang/say_game.h"

#include <assert.h>
#include <string.h>

#define POINT_TO(name) &name##_words,
static const struct say_game *const tables[] = {GAMES_WITH_SAY(POINT_TO)};

/* NULL: the game has no words of its own, and is told in its notation. */
static const struct say_game *table_of(const struct arkad_game *game) {
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i]->name, game->name)) return tables[i];
    return NULL;
}

const char *say_title(const struct lang *lang, const struct arkad_game *game) {
    char key[64];
    struct text name = text_in(key, sizeof key);
    text_put(&name, "game.");
    text_put(&name, game->name);
    const char *title = lang_find_text(lang, key);
    return title ? title : game->title;
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

const char *say_name(const struct say *say, int seat) {
    return seat == say->you ? lang_text(say->lang, "say.you.named") : say->names[seat];
}

/* The catalogue's own copy of the key, so that nobody has to keep it. */
const char *say_key_of(const struct say *say, int seat, const char *key) {
    char own[64];
    struct text name = text_in(own, sizeof own);
    if (seat != say->you) return key;
    text_put(&name, key), text_put(&name, ".you");
    const char *kept = lang_find_key(say->lang, own);
    return kept ? kept : key;
}

void say_of(const struct say *say, int seat, const char *key) {
    SAY(say, say_key_of(say, seat, key), NAME("name", say, seat));
}

void say_seats(const struct say *say, unsigned seats) {
    bool has_begun = false;
    assert(!(seats >> ARKAD_SEATS_MAX));
    for (int seat = 0; seats >> seat; seat++) {
        if (!(seats >> seat & 1)) continue;
        say_comma(say, &has_begun);
        text_put(say->out, say_name(say, seat));
    }
}

static void say_scores(const struct say *say, const struct arkad_result *result, int players) {
    bool has_begun = false;
    for (int seat = 0; seat < players; seat++) {
        say_comma(say, &has_begun);
        SAY_OF(say, seat, "say.score", NUMBER("points", result->scores[seat]));
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
    struct say say = {
        .lang = lang, .game = game, .view = view->bytes, .seat = seat, .you = NOBODY, .names = names, .out = &out};
    assert(seat >= 0 && seat <= ARKAD_SPECTATOR && names);
    write_ask(&say, view);
}

void say_choice(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
                const struct arkad_move *move, const char *const *names, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang,
                      .game = game,
                      .view = view->bytes,
                      .seat = seat,
                      .you = NOBODY,
                      .move = move,
                      .names = names,
                      .out = &out};
    if (table)
        table->choice(&say);
    else
        write_notation(&say);
}

void say_move(const struct lang *lang, const struct arkad_game *game, const struct told *told, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    struct arkad_move none = {.verb = told->move->verb};
    assert(told->seat >= 0 && told->seat < arkad_players(told->after) && told->names);
    assert(arkad_players(told->before) == arkad_players(told->after));
    struct say say = {.lang = lang,
                      .game = game,
                      .view = told->before->bytes,
                      .after = told->after->bytes,
                      .seat = told->seat,
                      .move = told->is_hidden ? &none : told->move, /* so that nothing hidden can slip out */
                      .is_hidden = told->is_hidden,
                      .is_own = told->you == told->seat,
                      .you = told->you,
                      .names = told->names,
                      .out = &out};
    if (table)
        table->made(&say);
    else if (told->is_hidden)
        say_text(&say, "say.hidden");
    else
        write_notation(&say);
    if (arkad_is_over(told->after)) say_end(&say);
}

static void write_event(const struct say *say, const struct say_game *table, const struct arkad_event *event) {
    if (event->kind == ARKAD_SHUFFLE) {
        say_sentence(say, "say.shuffle");
    } else if (table && table->chance) {
        table->chance(say, event);
    }
}

void say_chance(const struct lang *lang, const struct arkad_game *game, const struct arkad_tape *tape, int you,
                const char *const *names, char text[SAY_MAX]) {
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang, .game = game, .you = you, .names = names, .out = &out};
    assert(tape->count <= ARKAD_EVENTS_MAX && names);
    for (int i = 0; i < tape->count; i++) write_event(&say, table_of(game), &tape->events[i]);
}

void say_card(const struct lang *lang, const struct arkad_game *game, int card, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang, .game = game, .you = NOBODY, .out = &out};
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

/* ---- Reasons ---------------------------------------------------------------------------------------------------- */

/* The places of reasons that cards fill. */
static bool is_card_place(const char *place) {
    static const char *const names[] = {"card", "top", "one", "other"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp(place, names[i])) return true;
    return false;
}

static bool name_thing(const void *of, const char *place, const char *word, char name[LANG_NAME_MAX]) {
    struct text out = text_in(name, LANG_NAME_MAX);
    struct say say = *(const struct say *)of;
    const struct say_game *table = table_of(say.game);
    int card = is_card_place(place) ? card_named(say.game, word) : 0;
    say.out = &out;
    if (!table) return false;
    if (card) table->card(&say, card);
    return card || (table->thing && table->thing(&say, place, word));
}

void say_thing(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view,
               const char *place, const char *word, char text[SAY_MAX]) {
    struct text out = text_in(text, SAY_MAX);
    struct say say = {.lang = lang, .game = game, .view = view->bytes, .you = NOBODY};
    char name[LANG_NAME_MAX];
    text_put(&out, name_thing(&say, place, word, name) ? name : word);
}

void say_reason(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view,
                const char *why, char text[ARKAD_WHY_MAX]) {
    struct say say = {.lang = lang, .game = game, .view = view->bytes, .you = NOBODY};
    struct lang_namer namer = {.name = name_thing, .of = &say};
    lang_named_reason(lang, why, &namer, text);
}

/* ---- Explanations ----------------------------------------------------------------------------------------------- */

/* The key of what is always true of a thing: its own, or that of its kind; NULL: there is none. */
static const char *about_key(const struct say *say, const char *keys, const char *kind, const char *word) {
    char own[96];
    struct text key = text_in(own, sizeof own);
    text_put(&key, keys), text_put(&key, kind);
    size_t length = key.used;
    text_char(&key, '.'), text_put(&key, word);
    const char *found = key.is_full ? NULL : lang_find_key(say->lang, own);
    if (found || length >= sizeof own) return found;
    own[length] = 0;
    return lang_find_key(say->lang, own);
}

void say_about(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
               const char *kind, const char *word, const char *const *names, char text[SAY_MAX]) {
    const struct say_game *table = table_of(game);
    struct text out = text_in(text, SAY_MAX);
    int you = seat < arkad_players(view) ? seat : NOBODY;
    struct say say = {
        .lang = lang, .game = game, .view = view->bytes, .seat = seat, .you = you, .names = names, .out = &out};
    if (!table || !table->about_keys) return;
    const char *key = about_key(&say, table->about_keys, kind, word);
    if (key) say_text(&say, key);
    if (table->about) table->about(&say, kind, word);
}
