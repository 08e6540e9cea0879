/*
 * The engine for the browser: the same games and words, behind functions that pass numbers and UTF-8 text.
 *
 * The page keeps positions by slot number. Texts come in through wasm_in() and go out through wasm_out(), whose length
 * the functions return. A function that can refuse returns -1 and leaves the sentence there, in the language of the
 * words given to wasm_words, or in English if there are none yet. Nothing is trusted: whatever the page writes into
 * `in` is checked like a file.
 */
#include "wasm/slots.h"

#include "engine/fair.h"
#include "engine/game.h"
#include "lang/load.h"
#include "lang/say.h"
#include "pad/pad.h"

#include <string.h>

enum { SLOTS = 8 };

static struct slot slots[SLOTS];
static struct loaded words;
static const struct lang *const lang = &words.lang;
static struct arkad_reader reader;
static struct arkad_move list[ARKAD_MOVES_MAX];
char in[ARKAD_LINE_MAX], out[ARKAD_LINE_MAX];

char *EXPORT(wasm_in)(void) { return in; }
char *EXPORT(wasm_out)(void) { return out; }
int EXPORT(wasm_in_size)(void) { return (int)sizeof in; }

struct slot *at(int slot) {
    return &slots[(unsigned)slot % SLOTS];
}

int refuse(const char *why) {
    lang_reason(lang, why, out);
    return -1;
}

/* The same at a table, where things have names. */
static int refuse_at(const struct slot *s, const char *why) {
    say_reason(lang, s->game, &s->position, why, out);
    return -1;
}

static int say(const char *text) {
    size_t length = strlen(text);
    memcpy(out, text, length + 1);
    return (int)length;
}

/* The next line of what came in, with a terminating 0 put in place. */
static char *next_line(char **from, char *end) {
    char *line = *from, *newline = memchr(line, '\n', (size_t)(end - line));
    if (!newline) newline = end;
    *newline = 0;
    *from = newline < end ? newline + 1 : end;
    return line;
}

/* The words of a language, as load.h describes them. */
int EXPORT(wasm_words)(int length) {
    const char *wrong = load_words(&words, in, (size_t)length < sizeof in ? (size_t)length : sizeof in);
    return wrong ? refuse(wrong) : 0;
}

/* ---- Games ------------------------------------------------------------------------------------------------------- */

static void put_option(struct json *json, const struct arkad_option *option) {
    static const char *const kinds[] = {
        [ARKAD_FLAG] = "flag", [ARKAD_NUMBER] = "number", [ARKAD_SEAT] = "seat", [ARKAD_MAP] = "map"};
    json_put_open(json, NULL, '{');
    json_put_word(json, "name", option->name);
    json_put_word(json, "kind", kinds[option->kind]);
    json_put_number(json, "min", option->min);
    json_put_number(json, "max", option->max);
    json_put_number(json, "standard", option->standard);
    json_close(json, '}');
}

/* The names of the games that players are offered, or, `is_all`, of all, a line each; returns the length. */
int EXPORT(wasm_games)(int is_all) {
    struct text lines = text_in(out, sizeof out);
    for (int i = 0; arkad_game_at(i); i++) {
        if (arkad_game_is_hidden(arkad_game_at(i)) && !is_all) continue;
        if (lines.used) text_char(&lines, '\n');
        text_put(&lines, arkad_game_name(arkad_game_at(i)));
    }
    return (int)lines.used;
}

/* The game whose name came in: {"title":...,"players":[fewest,most],"cards":[as the notation writes them],"options":
   [{"name":...,"kind":"flag|number|seat|map","min":...,"max":...,"standard":...},...]}; short names for several options
   are left out. */
int EXPORT(wasm_game)(int length) {
    in[(size_t)length < sizeof in ? (size_t)length : sizeof in - 1] = 0;
    const struct arkad_game *game = arkad_game_find(in);
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    if (!game) return refuse("there is no such game");
    json_put_open(&json, NULL, '{');
    json_put_text(&json, "title", arkad_game_title(game));
    json_put_open(&json, "players", '[');
    json_put_number(&json, NULL, arkad_players_min(game));
    json_put_number(&json, NULL, arkad_players_max(game));
    json_close(&json, ']');
    json_put_open(&json, "cards", '[');
    for (int card = 1; card <= game->card_count; card++) json_put_word(&json, NULL, game->cards[card]);
    json_close(&json, ']');
    json_put_open(&json, "options", '[');
    for (int i = 0; arkad_game_option(game, i); i++)
        if (arkad_game_option(game, i)->kind != ARKAD_ALIAS) put_option(&json, arkad_game_option(game, i));
    json_close(&json, ']'), json_close(&json, '}');
    return (int)text.used;
}

/* ---- A game ------------------------------------------------------------------------------------------------------ */

static bool read_hex(const char *text, uint8_t seed[ARKAD_SEED_BYTES]) {
    if (strlen(text) != 2 * ARKAD_SEED_BYTES) return false;
    for (int i = 0; i < 2 * ARKAD_SEED_BYTES; i++) {
        const char *digits = "0123456789abcdef", *digit = memchr(digits, text[i], 16);
        if (!digit) return false;
        seed[i / 2] = (uint8_t)(seed[i / 2] << 4 | (digit - digits));
    }
    return true;
}

/* Lines in: the code of a server's table, a share of its seed (64 hex digits). Out is the hash that promises it. */
int EXPORT(wasm_promise)(int length) {
    char *from = in, *end = in + length, hex[2 * ARKAD_SEED_BYTES + 1];
    const char *code = next_line(&from, end), *text = next_line(&from, end);
    uint8_t share[ARKAD_SEED_BYTES], promise[ARKAD_SEED_BYTES];
    if (!read_hex(text, share)) return refuse("a share of the seed is 64 hex digits");
    fair_promise(share, code, promise);
    for (int i = 0; i < 2 * ARKAD_SEED_BYTES; i++) hex[i] = "0123456789abcdef"[promise[i / 2] >> (i % 2 ? 0 : 4) & 15];
    hex[2 * ARKAD_SEED_BYTES] = 0;
    return say(hex);
}

/* Lines in: game, players, options (name=value,...), seed (64 hex digits), then the map's text if it is not built in.
   The slot is then ready to deal, or to read views. */
int EXPORT(wasm_setup)(int slot, int length) {
    struct slot *s = at(slot);
    char why[ARKAD_WHY_MAX], *from = in, *end = in + ((size_t)length < sizeof in ? (size_t)length : sizeof in - 1);
    const char *name = next_line(&from, end), *players = next_line(&from, end), *options = next_line(&from, end);
    const char *seed = next_line(&from, end), *wrong = NULL;
    memset(s, 0, sizeof *s);
    s->game = arkad_game_find(name);
    if (!s->game) return refuse("there is no such game");
    arkad_setup_default(s->game, &s->setup);
    s->setup.players = players[0] >= '0' && players[0] <= '9' && !players[1] ? (uint8_t)(players[0] - '0') : 0;
    if (!read_hex(seed, s->setup.seed)) return refuse("a seed has 64 hexadecimal digits");
    if (from < end) {
        wrong = arkad_map_read(s->game, from, (size_t)(end - from), &s->map, why);
        s->setup.map = &s->map;
    }
    if (!wrong && *options) wrong = arkad_setup_options(s->game, &s->setup, options, why);
    if (!wrong) wrong = arkad_deal(s->game, &s->setup, &s->position, &s->tape, why);
    return wrong ? refuse(wrong) : 0;
}

/* Who starts by the options of the slot's game. */
int EXPORT(wasm_starter)(int slot) { return arkad_starter(at(slot)->game, &at(slot)->setup); }

/* A line in for each seat's name. */
void EXPORT(wasm_names)(int slot, int length) {
    char *from = in, *end = in + length;
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) {
        const char *name = next_line(&from, end);
        size_t used = strlen(name) < NAME_MAX ? strlen(name) : NAME_MAX - 1;
        memcpy(at(slot)->names[seat], name, used);
        at(slot)->names[seat][used] = 0;
    }
}

/* A view (or, viewer < 0, a position) in as JSON: it becomes the slot's, and what was there is the one before. */
int EXPORT(wasm_read)(int slot, int viewer, int length) {
    struct slot *s = at(slot);
    struct arkad_position position;
    char why[ARKAD_WHY_MAX];
    const char *wrong = arkad_json_read(s->game, &s->setup, viewer, in, (size_t)length, &position, why);
    if (wrong) return refuse(wrong);
    s->before = s->position;
    s->position = position;
    return 0;
}

/* What a view remembers, after wasm_read. */
int EXPORT(wasm_remember)(int slot, int length) {
    struct slot *s = at(slot);
    char why[ARKAD_WHY_MAX];
    const char *wrong = arkad_memory_read(s->game, &s->position, in, (size_t)length, why);
    return wrong ? refuse(wrong) : 0;
}

void view_of(const struct slot *s, const struct arkad_position *position, int viewer, struct arkad_position *view) {
    *view = *position;
    struct head head;
    memcpy(&head, position, sizeof head);
    if (viewer >= 0 && !head.viewer) arkad_view(s->game, position, viewer, view);
}

int EXPORT(wasm_json)(int slot, int viewer) {
    struct slot *s = at(slot);
    struct arkad_position view;
    view_of(s, &s->position, viewer, &view);
    return (int)arkad_json_write(s->game, &view, out);
}

/* What the viewer remembers beyond what it sees: a JSON object. */
int EXPORT(wasm_memory)(int slot, int viewer) {
    struct slot *s = at(slot);
    struct arkad_position view;
    view_of(s, &s->position, viewer, &view);
    return (int)arkad_memory_write(s->game, &view, out);
}

int EXPORT(wasm_is_over)(int slot) { return arkad_is_over(&at(slot)->position); }
unsigned EXPORT(wasm_waits)(int slot) { return arkad_waits(at(slot)->game, &at(slot)->position); }
unsigned EXPORT(wasm_matter)(int slot) { return arkad_matter(at(slot)->game, &at(slot)->position); }
unsigned EXPORT(wasm_may_move)(int slot) { return arkad_may_move(at(slot)->game, &at(slot)->position); }

/* A seat's moves, a line each; returns the length. */
int EXPORT(wasm_list)(int slot, int seat) {
    struct slot *s = at(slot);
    int count = arkad_list(s->game, &s->position, seat, list);
    char text[ARKAD_MOVE_TEXT_MAX];
    struct text lines = text_in(out, sizeof out);
    for (int i = 0; i < count; i++) {
        if (i) text_char(&lines, '\n');
        arkad_move_write(s->game, &list[i], text);
        text_put(&lines, text);
    }
    return (int)lines.used;
}

static const char *read_move(struct slot *s, int seat, int length, struct arkad_move *move, char why[ARKAD_WHY_MAX]) {
    const char *wrong = arkad_move_read(s->game, in, (size_t)length, move, why);
    return wrong ? wrong : arkad_check(s->game, &s->position, seat, move, why);
}

/* Whether the move that came in is legal: 0, or -1 and why not. */
int EXPORT(wasm_check)(int slot, int seat, int length) {
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    const char *wrong = read_move(at(slot), seat, length, &move, why);
    return wrong ? refuse_at(at(slot), wrong) : 0;
}

/* Makes the move that came in; only on a whole position. */
int EXPORT(wasm_apply)(int slot, int seat, int length) {
    struct slot *s = at(slot);
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    const char *wrong = read_move(s, seat, length, &move, why);
    if (wrong) return refuse_at(s, wrong);
    memset(&s->tape, 0, sizeof s->tape);
    s->before = s->position;
    arkad_apply(s->game, &s->position, seat, &move, &s->tape);
    s->move = move;
    s->seat = seat;
    return 0;
}

/* Whether the mover learned something by the last move: then it cannot be taken back. */
int EXPORT(wasm_reveals)(int slot) {
    struct slot *s = at(slot);
    return arkad_reveals(s->game, &s->before, s->seat, &s->move, &s->tape, &s->position);
}

/* What chance brought with the last move, as the viewer may see it: a JSON list. */
int EXPORT(wasm_chance)(int slot, int viewer) {
    struct slot *s = at(slot);
    return (int)arkad_chance_write(s->game, &s->tape, viewer, out);
}

/* {"scores":[...],"places":[...]} of a finished game. */
int EXPORT(wasm_result)(int slot) {
    struct slot *s = at(slot);
    if (!arkad_is_over(&s->position)) return refuse("the game is not over yet");
    return (int)arkad_trace_result(s->game, &s->position, out, sizeof out);
}

static void put_counts(struct json *json, const char *key, const char *const *names, const int16_t *counts, int count) {
    json_put_open(json, key, '{');
    for (int i = 0; i < count; i++) json_put_number(json, names[i], counts[i]);
    json_close(json, '}');
}

/* What a seat would have if it were counted now, by what the viewer sees:
   {"parts":{name:points,...},"ties":{name:number,
   ...}}; both are empty if the game counts no parts. */
int EXPORT(wasm_count)(int slot, int viewer, int seat) {
    const struct arkad_game *game = at(slot)->game;
    struct arkad_position view;
    int16_t counts[COUNTS_MAX];
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    view_of(at(slot), &at(slot)->position, viewer, &view);
    if (game->count) game->count(&view, seat, counts);
    json_put_open(&json, NULL, '{');
    put_counts(&json, "parts", game->parts, counts, game->part_count);
    put_counts(&json, "ties", game->parts + game->part_count, counts + game->part_count, game->tie_count);
    json_close(&json, '}');
    return (int)text.used;
}

/* The number that people say with the move that came in, legal or not: NO_FIGURE if there is none. */
int EXPORT(wasm_figure)(int slot, int viewer, int seat, int length) {
    struct slot *s = at(slot);
    struct arkad_position view;
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    if (!s->game->figure || arkad_move_read(s->game, in, (size_t)length, &move, why)) return NO_FIGURE;
    view_of(s, &s->position, viewer, &view);
    return s->game->figure(&view, seat, &move);
}

/* What follows from the position by the rules, as the viewer sees it: a JSON object of the game's own. */
int EXPORT(wasm_facts)(int slot, int viewer) {
    struct slot *s = at(slot);
    struct arkad_position view;
    struct text text = text_in(out, sizeof out);
    view_of(s, &s->position, viewer, &view);
    struct head head;
    memcpy(&head, &view, sizeof head);
    struct json json = {.viewer = head.viewer, .players = head.players, .out = &text};
    if (s->game->facts)
        s->game->facts(&view, &json);
    else
        json_open(&json, '{'), json_close(&json, '}');
    return (int)text.used;
}

/* What the move that came in, by the seat, scored between the position before and the one now: a JSON list of steps. */
int EXPORT(wasm_moments)(int slot, int viewer, int seat, int length) {
    struct slot *s = at(slot);
    struct arkad_position before, after;
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    const char *wrong = arkad_move_read(s->game, in, (size_t)length, &move, why);
    if (wrong) return refuse(wrong);
    view_of(s, &s->before, viewer, &before);
    view_of(s, &s->position, viewer, &after);
    json_put_open(&json, NULL, '[');
    if (s->game->moments) s->game->moments(&before, &after, seat, &move, &json);
    json_close(&json, ']');
    return (int)text.used;
}

/* ---- The map ----------------------------------------------------------------------------------------------------- */

/* The map of the slot's game, as the game has it drawn; of a game without one an empty object. */
int EXPORT(wasm_map)(int slot) {
    const struct slot *s = at(slot);
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    json_put_open(&json, NULL, '{');
    if (s->game->map) s->game->map->draw(s->setup.map, &json);
    json_close(&json, '}');
    return (int)text.used;
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

static const char *const *names_of(const struct slot *s) {
    static const char *names[ARKAD_SEATS_MAX];
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) names[seat] = s->names[seat];
    return names;
}

/* What the seat has to decide. */
int EXPORT(wasm_ask)(int slot, int seat) {
    struct slot *s = at(slot);
    char text[SAY_MAX];
    say_ask(lang, s->game, &s->position, seat, names_of(s), text);
    return say(text);
}

/* The move that came in, as something to choose. */
int EXPORT(wasm_choice)(int slot, int seat, int length) {
    struct slot *s = at(slot);
    struct arkad_move move;
    char why[ARKAD_WHY_MAX], text[SAY_MAX];
    const char *wrong = read_move(s, seat, length, &move, why);
    if (wrong) return refuse_at(s, wrong);
    say_choice(lang, s->game, &s->position, seat, &move, names_of(s), text);
    return say(text);
}

/* What happened between the position before and the one now: the move that came in (empty: a secret one) by the seat,
   as the viewer may say it; you: the seat that is told (NOBODY: none). */
int EXPORT(wasm_happened)(int slot, int viewer, int seat, int length, int you) {
    struct slot *s = at(slot);
    struct arkad_position before, after;
    struct arkad_move move = {0};
    char why[ARKAD_WHY_MAX], text[SAY_MAX];
    const char *wrong = length ? arkad_move_read(s->game, in, (size_t)length, &move, why) : NULL;
    if (wrong) return refuse(wrong);
    view_of(s, &s->before, viewer, &before);
    view_of(s, &s->position, viewer, &after);
    struct told told = {.before = &before,
                        .after = &after,
                        .seat = seat,
                        .move = &move,
                        .is_hidden = !length,
                        .you = you,
                        .names = names_of(s)};
    say_move(lang, s->game, &told, text);
    return say(text);
}

/* What a thing is and counts now, as the viewer sees it. In: its kind, a blank, the word for it. */
int EXPORT(wasm_about)(int slot, int viewer, int length) {
    const struct slot *s = at(slot);
    struct arkad_position view;
    char text[SAY_MAX];
    in[(size_t)length < sizeof in ? (size_t)length : sizeof in - 1] = 0;
    char *space = strchr(in, ' ');
    if (!space) return say("");
    *space = 0;
    view_of(s, &s->position, viewer, &view);
    say_about(lang, s->game, &view, viewer, in, space + 1, names_of(s), text);
    return say(text);
}

/* The name of a thing that the notation calls otherwise. In: the kind of place it fills in reasons, a blank, the word.
 */
int EXPORT(wasm_thing)(int slot, int length) {
    const struct slot *s = at(slot);
    char text[SAY_MAX], *space = memchr(in, ' ', (size_t)length);
    in[(size_t)length < sizeof in ? (size_t)length : sizeof in - 1] = 0;
    if (!space) return say(in);
    *space = 0;
    say_thing(lang, s->game, &s->position, in, space + 1, text);
    return say(text);
}

int EXPORT(wasm_is_secret)(int slot, int length) {
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    if (arkad_move_read(at(slot)->game, in, (size_t)length, &move, why)) return 0;
    return arkad_is_secret(at(slot)->game, &move);
}

/* The name of a card, written as the notation does. */
int EXPORT(wasm_card)(int slot, int length) {
    const struct arkad_game *game = at(slot)->game;
    char text[SAY_MAX];
    for (int card = 1; card <= game->card_count; card++)
        if (strlen(game->cards[card]) == (size_t)length && !memcmp(game->cards[card], in, (size_t)length)) {
            say_card(lang, game, card, text);
            return say(text);
        }
    return refuse("there is no such card");
}

/* ---- Saved games ------------------------------------------------------------------------------------------------- */

/* A saved game or a trace is checked line by line; the slot follows it. */
void EXPORT(wasm_reader_begin)(void) { memset(&reader, 0, sizeof reader); }

int EXPORT(wasm_reader_line)(int slot, int length) {
    struct slot *s = at(slot);
    const char *wrong = arkad_reader_line(&reader, in, (size_t)length);
    if (wrong) return refuse(wrong);
    s->game = reader.game;
    s->setup = reader.setup;
    if (reader.setup.map) {
        s->map = *reader.setup.map; /* the reader goes on to other games */
        s->setup.map = &s->map;
    }
    s->before = s->position;
    s->position = reader.position;
    s->tape = reader.tape;
    s->move = reader.move;
    s->seat = reader.seat;
    return reader.has_result;
}

/* After the first line: 1 if the file proves its seed, 0 if it does not try to; -1 if the proof is wrong. */
int EXPORT(wasm_reader_fair)(void) {
    if (!reader.has_fair) return 0;
    const char *wrong = fair_judge(&reader.fair, reader.game, &reader.setup);
    return wrong ? refuse(wrong) : 1;
}

int EXPORT(wasm_reader_end)(void) {
    const char *wrong = arkad_reader_end(&reader);
    return wrong ? refuse(wrong) : 0;
}

/* The first line of a saved game of the slot's game. */
int EXPORT(wasm_head)(int slot) {
    struct slot *s = at(slot);
    return (int)arkad_trace_head(s->game, &s->setup, NULL, out, sizeof out);
}

/* The line of the last move, the `number`th of the game. */
int EXPORT(wasm_line)(int slot, int number) {
    struct slot *s = at(slot);
    struct arkad_step step = {.number = number, .seat = s->seat, .move = &s->move, .tape = &s->tape};
    return (int)arkad_trace_move(s->game, &step, out, sizeof out);
}

/* ---- The score pad ----------------------------------------------------------------------------------------------- */

/* The form of the pad whose name came in, for `players` players. */
int EXPORT(wasm_pad_form)(int length, int players) {
    in[(size_t)length < sizeof in ? (size_t)length : sizeof in - 1] = 0;
    const struct pad *pad = pad_find(in);
    return pad ? (int)pad_form_write(pad, players, out, sizeof out) : refuse("there is no such game");
}

/* A sheet in, as pad_read takes it; out is what it comes to. */
int EXPORT(wasm_pad)(int length) {
    static struct pad_sheet sheet;
    const struct pad *pad;
    char why[ARKAD_WHY_MAX];
    const char *wrong = pad_read(in, (size_t)length, &pad, &sheet, why);
    return wrong ? refuse(wrong) : (int)pad_write(pad, &sheet, out, sizeof out);
}
