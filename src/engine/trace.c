/*
 * Saved games and traces: the lines written, and a reader that checks every line. The form is in docs/notation.md.
 */
#include "arkad.h"

#include "engine/game.h"

#include <assert.h>
#include <string.h>

enum { VERSION = 1 };

static size_t length_of(const struct text *text) { return text->is_full ? 0 : text->used; }

/* ---- Lines: what both the writer and the reader go through ------------------------------------------------ */

static void json_option(struct json *json, const struct arkad_game *game, int index, struct arkad_setup *setup) {
    const struct arkad_option *option = &game->options[index];
    json_key(json, option->name);
    if (option->kind == ARKAD_FLAG)
        json_bool(json, &setup->options[index]);
    else if (option->kind == ARKAD_MAP)
        json_literal(json, arkad_map_name(game, setup->map));
    else
        json_byte(json, &setup->options[index], 0, 255);
}

static void json_options(struct json *json, const struct arkad_game *game, struct arkad_setup *setup) {
    json_key(json, "options"), json_open(json, '{');
    for (int i = 0; i < ARKAD_OPTIONS_MAX && game->options[i].name; i++)
        if (game->options[i].kind != ARKAD_ALIAS) json_option(json, game, i, setup);
    json_close(json, '}');
}

/* A map that is not built in goes with its game. */
static void put_map(struct json *json, const struct arkad_game *game, const struct arkad_map *map) {
    char text[ARKAD_MAP_TEXT_MAX];
    size_t length = arkad_map_write(game, map, text, sizeof text);
    json_key(json, "map"), json_text(json, text, &length, sizeof text);
}

static void json_event(struct json *json, const struct arkad_game *game, struct arkad_event *event) {
    static const char *const keys[] = {[ARKAD_SHUFFLE] = "shuffle", [ARKAD_DIE] = "die", [ARKAD_PICK] = "pick"};
    json_open(json, '{');
    for (uint8_t kind = ARKAD_SHUFFLE; json->is_reading && kind <= ARKAD_PICK; kind++)
        if (json_next_is(json, keys[kind], false)) event->kind = kind;
    if (!event->kind) json_fail(json, "chance is a shuffle, a die or a pick");
    if (json->has_failed) return;
    json_key(json, keys[event->kind]);
    switch (event->kind) {
    case ARKAD_SHUFFLE:
        json_cards(json, event->cards, &event->count, ARKAD_CARDS_MAX, game->cards, game->card_count, false);
        break;
    case ARKAD_DIE: json_byte(json, &event->value, 0, 255); break;
    default:
        json_name(json, &event->value, game->cards, game->card_count);
        json_key(json, "seat"), json_byte(json, &event->seat, 0, json->players - 1);
        break;
    }
    json_close(json, '}');
}

static void json_chance(struct json *json, const struct arkad_game *game, struct arkad_tape *tape) {
    if (!json_next_is(json, "chance", tape->count > 0)) return;
    json_key(json, "chance"), json_open(json, '[');
    int i = 0;
    for (; json_more(json, ']', i < tape->count); i++) {
        if (i == ARKAD_EVENTS_MAX) {
            json_fail(json, "there is more chance in one move than can be");
            return;
        }
        json_event(json, game, &tape->events[i]);
    }
    if (!i) json_fail(json, "where chance brings nothing, it is left out");
    tape->count = (uint8_t)i;
    json_close(json, ']');
}

/* As one viewer may see it: the number of cards of a shuffle, and null for what is hidden. */
static void put_seen_event(struct json *json, const struct arkad_game *game, struct arkad_event *event) {
    json_open(json, '{');
    switch (event->kind) {
    case ARKAD_SHUFFLE: json_key(json, "shuffle"), json_byte(json, &event->count, 0, 255); break;
    case ARKAD_DIE:
        json_key(json, "die");
        if (!json_none(json, !event->value)) json_byte(json, &event->value, 0, 255);
        break;
    default:
        json_key(json, "pick");
        if (!json_none(json, !event->value)) json_name(json, &event->value, game->cards, game->card_count);
        json_key(json, "seat"), json_byte(json, &event->seat, 0, 255);
        break;
    }
    json_close(json, '}');
}

size_t arkad_chance_write(const struct arkad_game *game, const struct arkad_tape *tape, int viewer,
                          char text[ARKAD_JSON_MAX]) {
    struct text out = text_in(text, ARKAD_JSON_MAX);
    struct json json = {.out = &out};
    struct arkad_tape seen;
    arkad_tape_view(tape, viewer, &seen);
    json_open(&json, '[');
    for (int i = 0; i < seen.count; i++) put_seen_event(&json, game, &seen.events[i]);
    json_close(&json, ']');
    return out.used;
}

static void json_result(struct json *json, const struct arkad_result *result) {
    int place, score;
    json_open(json, '{'), json_key(json, "result"), json_open(json, '{');
    json_key(json, "scores"), json_open(json, '[');
    for (int seat = 0; seat < json->players; seat++) score = result->scores[seat], json_int(json, &score, -9999, 9999);
    json_close(json, ']');
    json_key(json, "places"), json_open(json, '[');
    for (int seat = 0; seat < json->players; seat++) place = result->places[seat], json_int(json, &place, 1, 9);
    json_close(json, ']'), json_close(json, '}'), json_close(json, '}');
}

/* ---- Where a seed comes from -------------------------------------------------------------------------------- */

static const char SEED_FORM[] = "the seed is 64 hexadecimal digits, in small letters, or null";
static const char FAIR_FORM[] = "what proves the seed is written as 64 hexadecimal digits, in small letters";

/* Takes a string of any length between quotes; NULL when there is none. */
static const char *take_string(struct json *json, size_t *length) {
    if (!json_next_is_string(json, false)) {
        json_fail(json, "a string should stand in a place where there is none");
        return NULL;
    }
    if (json->needs_comma && *json->in != ',') {
        json_fail(json, "a comma is missing");
        return NULL;
    }
    json->in += json->needs_comma;
    const char *start = ++json->in;
    const char *close = memchr(start, '"', (size_t)(json->end - start));
    if (!close) {
        json_fail(json, "a string is not closed");
        return NULL;
    }
    json->in = close + 1;
    json->needs_comma = true;
    *length = (size_t)(close - start);
    return start;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

static void put_hex(struct json *json, const uint8_t bytes[ARKAD_SEED_BYTES]) {
    char hex[2 * ARKAD_SEED_BYTES + 1] = "";
    for (size_t i = 0; i < 2 * ARKAD_SEED_BYTES; i++) hex[i] = "0123456789abcdef"[bytes[i / 2] >> (i % 2 ? 0 : 4) & 15];
    json_literal(json, hex);
}

static void json_hex(struct json *json, uint8_t bytes[ARKAD_SEED_BYTES], const char *form) {
    size_t length = 0;
    if (!json->is_reading) {
        put_hex(json, bytes);
        return;
    }
    const char *hex = json->has_failed ? NULL : take_string(json, &length);
    if (!hex) return;
    if (length != 2 * ARKAD_SEED_BYTES) json_fail(json, form);
    for (size_t i = 0; i < length && !json->has_failed; i++) {
        int digit = hex_digit(hex[i]);
        if (digit < 0) json_fail(json, form);
        bytes[i / 2] = (uint8_t)(bytes[i / 2] << 4 | digit);
    }
}

/* Small letters and digits. */
static void json_code(struct json *json, char code[ARKAD_CODE_MAX]) {
    size_t length = 0;
    if (!json->is_reading) {
        json_literal(json, code);
        return;
    }
    const char *string = json->has_failed ? NULL : take_string(json, &length);
    bool is_good = string && length && length < ARKAD_CODE_MAX;
    for (size_t i = 0; is_good && i < length; i++)
        is_good = (string[i] >= 'a' && string[i] <= 'z') || (string[i] >= '0' && string[i] <= '9');
    if (is_good)
        memcpy(code, string, length), code[length] = 0;
    else
        json_fail(json, "a table's code is a few small letters and digits");
}

static void json_starting(struct json *json, uint8_t *starting) {
    static const char *const words[] = {[ARKAD_DRAWN] = "drawn", [ARKAD_PASSED] = "passed", [ARKAD_FIXED] = "fixed"};
    if (!json_next_is(json, "starter", *starting != ARKAD_UNSAID)) return;
    json_key(json, "starter"), json_word(json, starting, words, ARKAD_FIXED + 1);
}

static void json_shares(struct json *json, const char *key, bool has[ARKAD_SEATS_MAX],
                        uint8_t shares[ARKAD_SEATS_MAX][ARKAD_SEED_BYTES]) {
    json_key(json, key), json_open(json, '[');
    for (int seat = 0; seat < json->players; seat++) {
        has[seat] = !json_none(json, !has[seat]);
        if (has[seat]) json_hex(json, shares[seat], FAIR_FORM);
    }
    json_close(json, ']');
}

static void json_fair(struct json *json, struct arkad_fair *fair) {
    json_key(json, "fair"), json_open(json, '{');
    json_key(json, "code"), json_code(json, fair->code);
    json_key(json, "commitment"), json_hex(json, fair->commitment, FAIR_FORM);
    json_key(json, "secret"), json_hex(json, fair->secret, FAIR_FORM);
    fair->has_promises = json_next_is(json, "promised", fair->has_promises);
    if (fair->has_promises) json_shares(json, "promised", fair->has_promised, fair->promised);
    json_shares(json, "given", fair->has_given, fair->given);
    json_starting(json, &fair->starting);
    json_close(json, '}');
}

/* ---- The writer ----------------------------------------------------------------------------------------- */

static void put_state(struct json *json, const struct arkad_game *game, const struct arkad_position *position) {
    char state[ARKAD_JSON_MAX];
    arkad_json_write(game, position, state);
    json_key(json, "state");
    text_put(json->out, state);
    json->needs_comma = true;
}

static void put_head(struct json *json, const struct arkad_game *game, const struct arkad_setup *setup) {
    struct arkad_setup copy = *setup;
    int version = VERSION;
    json_open(json, '{');
    json_key(json, "arkad"), json_int(json, &version, 0, 0);
    json_key(json, "game"), json_literal(json, game->name);
    json_key(json, "players"), json_byte(json, &copy.players, 0, 99);
    json_options(json, game, &copy);
    if (arkad_has_map(game) && !arkad_map_is_built_in(game, setup->map)) put_map(json, game, setup->map);
    json_key(json, "seed"), json_hex(json, copy.seed, SEED_FORM);
}

size_t arkad_trace_head(const struct arkad_game *game, const struct arkad_setup *setup,
                        const struct arkad_position *position, char *text, size_t size) {
    struct text out = text_in(text, size);
    struct json json = {.out = &out, .players = setup->players};
    put_head(&json, game, setup);
    if (position) put_state(&json, game, position);
    json_close(&json, '}');
    return length_of(&out);
}

size_t arkad_trace_fair_head(const struct arkad_game *game, const struct arkad_setup *setup,
                             const struct arkad_fair *fair, char *text, size_t size) {
    struct text out = text_in(text, size);
    struct json json = {.out = &out, .players = setup->players};
    struct arkad_fair copy = *fair;
    put_head(&json, game, setup);
    json_fair(&json, &copy);
    json_close(&json, '}');
    return length_of(&out);
}

static void put_lists(struct json *json, const struct arkad_game *game, const struct arkad_position *position,
                      struct arkad_move *moves) {
    char spelled[ARKAD_MOVE_TEXT_MAX];
    json_key(json, "legal"), json_open(json, '{');
    for (int seat = 0; seat < json->players; seat++) {
        int count = arkad_list(game, position, seat, moves);
        if (!count) continue;
        json_key(json, (char[]){(char)('0' + seat), 0}), json_open(json, '[');
        for (int i = 0; i < count; i++) {
            arkad_move_write(game, &moves[i], spelled);
            json_literal(json, spelled);
        }
        json_close(json, ']');
    }
    json_close(json, '}');
}

size_t arkad_trace_move(const struct arkad_game *game, const struct arkad_step *step, char *text, size_t size) {
    assert(step->number > 0 && step->move && step->tape && (!step->before || step->room));
    struct text out = text_in(text, size);
    struct json json = {.out = &out, .players = ARKAD_SEATS_MAX};
    if (step->before) json.players = (uint8_t)arkad_players(step->before);
    struct arkad_tape copy = *step->tape;
    int number = step->number, seat = step->seat;
    char spelled[ARKAD_MOVE_TEXT_MAX];
    arkad_move_write(game, step->move, spelled);
    json_open(&json, '{');
    json_key(&json, "n"), json_int(&json, &number, 1, 0);
    json_key(&json, "seat"), json_int(&json, &seat, 0, 0);
    json_key(&json, "move"), json_literal(&json, spelled);
    if (step->before) put_lists(&json, game, step->before, step->room);
    json_chance(&json, game, &copy);
    if (step->after) put_state(&json, game, step->after);
    json_close(&json, '}');
    return length_of(&out);
}

size_t arkad_trace_result(const struct arkad_game *game, const struct arkad_position *position, char *text,
                          size_t size) {
    struct text out = text_in(text, size);
    struct json json = {.out = &out, .players = (uint8_t)arkad_players(position)};
    struct arkad_result result;
    assert(arkad_is_over(position));
    arkad_result(game, position, &result);
    json_result(&json, &result);
    return length_of(&out);
}

/* ---- The reader ----------------------------------------------------------------------------------------- */

/* A string short enough to be shown in a sentence. */
static const char *shown(char buffer[64], const char *string, size_t length) {
    struct text out = text_in(buffer, 64);
    for (size_t i = 0; i < length && i < 60; i++)
        text_char(&out, string[i] >= ' ' && string[i] <= '~' ? string[i] : '?');
    if (length > 60) text_put(&out, "...");
    return buffer;
}

static void close_line(struct json *json) {
    json_close(json, '}');
    if (!json->has_failed && json->in < json->end) json_fail(json, "something follows after the closing bracket");
}

static void read_seed(struct arkad_reader *reader, struct json *json) {
    json_key(json, "seed");
    reader->has_seed = !json_none(json, false);
    if (reader->has_seed) json_hex(json, reader->setup.seed, SEED_FORM);
}

/* What proves the seed; without a seed there is nothing to prove. */
static void read_fair(struct arkad_reader *reader, struct json *json) {
    if (json->has_failed) return;
    reader->has_fair = reader->has_seed && json_next_is(json, "fair", false);
    if (reader->has_fair) json_fair(json, &reader->fair);
}

/* Says where the given position differs from the one it should be. */
static void fail_state(struct json *json, const char *should, size_t length) {
    size_t same = 0, left = (size_t)(json->end - json->in), key = 0;
    while (same < length && same < left && should[same] == json->in[same]) {
        same++;
        if (same >= 2 && should[same - 1] == ':' && should[same - 2] == '"') key = same - 2;
    }
    size_t key_end = key;
    while (key && should[key - 1] != '"') key--;
    char name[64], good[64], bad[64];
    size_t from = same > key_end + 2 ? same - (same - key_end - 2 < 12 ? same - key_end - 2 : 12) : same;
    shown(name, should + key, key_end - key);
    shown(good, should + from, length - from < 30 ? length - from : 30);
    shown(bad, json->in + from, left - from < 30 ? left - from : 30);
    json->has_failed = true;
    text_say(json->why, "the position is wrong at \"%s\": it should go on with %s, and there is %s", name, good, bad);
}

static void match_state(struct arkad_reader *reader, struct json *json) {
    if (!json_next_is(json, "state", false)) return;
    json_key(json, "state");
    if (json->has_failed) return;
    size_t length = arkad_json_write(reader->game, &reader->position, reader->json);
    if ((size_t)(json->end - json->in) < length || memcmp(json->in, reader->json, length))
        fail_state(json, reader->json, length);
    else
        json->in += length;
    json->needs_comma = true;
}

/* A set-up from elsewhere: possible if dealing with the same chance leads there. */
static void take_setup(struct arkad_reader *reader, struct json *json) {
    json_key(json, "state");
    if (json->has_failed) return;
    const char *start = json->in;
    struct arkad_position given;
    if (json_read_here(reader->game, &reader->setup, -1, &json->in, json->end, &given, json->why)) {
        json->has_failed = true;
        return;
    }
    json->needs_comma = true;
    memset(&reader->tape, 0, sizeof reader->tape);
    reader->game->undeal(given.bytes, &reader->tape);
    reader->tape.is_playing = 1;
    arkad_deal(reader->game, &reader->setup, &reader->position, &reader->tape, reader->why);
    size_t length = arkad_json_write(reader->game, &reader->position, reader->json);
    if (reader->tape.wrong || (size_t)(json->in - start) != length || memcmp(start, reader->json, length))
        json_fail(json, "a game cannot begin with this position");
}

static void take_map(struct arkad_reader *reader, struct json *json) {
    char text[ARKAD_MAP_TEXT_MAX + 1], why[ARKAD_WHY_MAX];
    size_t length = 0;
    json_key(json, "map"), json_text(json, text, &length, sizeof text);
    if (json->has_failed) return;
    if (arkad_map_read(reader->game, text, length, &reader->own_map, why)) {
        text_say(json->why, "its map cannot be played on: %s", why);
        json->has_failed = true;
    } else if (reader->map && memcmp(reader->map, &reader->own_map, sizeof reader->own_map)) {
        json_fail(json, "the file has its map with it, and it is not the one that was given");
    }
    reader->setup.map = &reader->own_map;
}

/* The map comes after the options, one of which is its name. */
static void read_options(struct arkad_reader *reader, struct json *json) {
    const char *close = memchr(json->in, '}', (size_t)(json->end - json->in));
    struct json behind = *json;
    behind.in = close ? close + 1 : json->end;
    bool has_map = arkad_has_map(reader->game) && json_next_is(&behind, "map", false);
    if (has_map) take_map(reader, &behind);
    json->has_failed |= behind.has_failed;
    json_options(json, reader->game, &reader->setup);
    if (has_map) json->in = behind.in;
}

static const char *read_head(struct arkad_reader *reader, struct json *json) {
    int version = 0;
    json_open(json, '{');
    json_key(json, "arkad"), json_int(json, &version, 0, 9999);
    if (!json->has_failed && version != VERSION) json_fail(json, "this is another version of the form than 1");
    json_key(json, "game");
    size_t length = 0;
    const char *string = json->has_failed ? NULL : take_string(json, &length);
    char name[64];
    if (string) reader->game = arkad_game_find(shown(name, string, length));
    if (json->has_failed || !reader->game) {
        json_fail(json, "there is no such game");
        return reader->why;
    }
    arkad_setup_default(reader->game, &reader->setup);
    reader->setup.map = reader->map;
    json_key(json, "players"), json_byte(json, &reader->setup.players, 0, 99);
    read_options(reader, json);
    read_seed(reader, json);
    if (json->has_failed) return reader->why;
    json->players = reader->setup.players;
    char why[ARKAD_WHY_MAX];
    if (arkad_deal(reader->game, &reader->setup, &reader->position, NULL, why)) json_fail(json, why);
    read_fair(reader, json);
    if (reader->has_seed)
        match_state(reader, json);
    else
        take_setup(reader, json);
    close_line(json);
    return json->has_failed ? reader->why : NULL;
}

/* One seat's list: each move once, none missing and none besides, in any order. */
static void match_list(struct arkad_reader *reader, struct json *json, int seat) {
    int count = arkad_list(reader->game, &reader->position, seat, reader->listed);
    int given = 0, at = 0;
    memset(reader->was_given, 0, sizeof reader->was_given);
    json_open(json, '[');
    for (; json_more(json, ']', false); given++) {
        size_t length = 0;
        struct arkad_move move;
        char name[64], why[ARKAD_WHY_MAX];
        const char *string = take_string(json, &length);
        if (!string) return;
        bool is_move = !arkad_move_read(reader->game, string, length, &move, why);
        int tries = 0;
        while (is_move && tries < count && memcmp(&reader->listed[at], &move, sizeof move))
            tries++, at = at + 1 < count ? at + 1 : 0;
        if (!is_move || tries == count || reader->was_given[at]) {
            text_say(json->why, "the list of seat %d should not have '%s'%s", seat, shown(name, string, length),
                     is_move && tries < count ? " twice" : "");
            json->has_failed = true;
            return;
        }
        reader->was_given[at] = true;
    }
    json_close(json, ']');
    for (int i = 0; i < count && given < count && !json->has_failed; i++) {
        char spelled[ARKAD_MOVE_TEXT_MAX];
        if (reader->was_given[i]) continue;
        arkad_move_write(reader->game, &reader->listed[i], spelled);
        text_say(json->why, "the list of seat %d lacks '%s'", seat, spelled);
        json->has_failed = true;
    }
}

static void match_lists(struct arkad_reader *reader, struct json *json) {
    if (!json_next_is(json, "legal", false)) return;
    json_key(json, "legal"), json_open(json, '{');
    unsigned seats = arkad_may_move(reader->game, &reader->position);
    for (int seat = 0; seat < json->players && !json->has_failed; seat++) {
        if (!(seats >> seat & 1)) continue;
        json_key(json, (char[]){(char)('0' + seat), 0});
        match_list(reader, json, seat);
    }
    json_close(json, '}');
}

static void read_move(struct arkad_reader *reader, struct json *json) {
    size_t length = 0;
    char name[64], why[ARKAD_WHY_MAX];
    json_key(json, "move");
    const char *string = json->has_failed ? NULL : take_string(json, &length);
    if (!string) return;
    const char *wrong = arkad_move_read(reader->game, string, length, &reader->move, why);
    if (!wrong) wrong = arkad_check(reader->game, &reader->position, reader->seat, &reader->move, why);
    if (!wrong) return;
    text_say(json->why, "seat %d may not move '%s': %s", reader->seat, shown(name, string, length), wrong);
    json->has_failed = true;
}

/* Carries the move out; chance is what the seed says, or, without a seed, what the line says. */
static void carry_out(struct arkad_reader *reader, struct json *json) {
    struct arkad_tape given = {0};
    json_chance(json, reader->game, &given);
    if (json->has_failed) return;
    given.is_playing = !reader->has_seed;
    reader->tape = reader->has_seed ? (struct arkad_tape){0} : given;
    arkad_apply(reader->game, &reader->position, reader->seat, &reader->move, &reader->tape);
    if (reader->tape.wrong) {
        json_fail(json, reader->tape.wrong);
    } else if (reader->has_seed) {
        bool is_same = given.count == reader->tape.count;
        for (int i = 0; is_same && i < given.count; i++) {
            given.events[i].seen_by = reader->tape.events[i].seen_by;
            is_same = !memcmp(&given.events[i], &reader->tape.events[i], sizeof given.events[i]);
        }
        if (!is_same) json_fail(json, "chance is not what the seed brings");
    } else if (reader->tape.next < reader->tape.count) {
        json_fail(json, "there is more chance than this move brings");
    }
}

/* Lists and positions are given with every move or with none. */
static void match_form(struct arkad_reader *reader, struct json *json, const char *key, bool *is_given) {
    bool is_here = json_next_is(json, key, false);
    if (!reader->moves) *is_given = is_here;
    if (json->has_failed || is_here == *is_given) return;
    text_say(json->why, "\"%s\" is given with some moves and not with this one, or the other way round", key);
    json->has_failed = true;
}

static const char *read_move_line(struct arkad_reader *reader, struct json *json) {
    int number = reader->moves + 1;
    json_open(json, '{');
    json_key(json, "n"), json_int(json, &number, 0, 9999999);
    if (!json->has_failed && number != reader->moves + 1) json_fail(json, "the moves are not numbered one by one");
    json_key(json, "seat"), json_int(json, &reader->seat, 0, json->players - 1);
    read_move(reader, json);
    match_form(reader, json, "legal", &reader->gives_lists);
    if (!json->has_failed) match_lists(reader, json);
    if (!json->has_failed) carry_out(reader, json);
    match_form(reader, json, "state", &reader->gives_states);
    match_state(reader, json);
    close_line(json);
    if (json->has_failed) return reader->why;
    reader->moves++;
    return NULL;
}

static const char *read_result_line(struct arkad_reader *reader, const char *line, size_t length, struct text *why) {
    char result[512];
    if (!arkad_is_over(&reader->position)) return text_say(why, "there is a result, and the game is not over");
    size_t should = arkad_trace_result(reader->game, &reader->position, result, sizeof result);
    if (length != should || memcmp(line, result, length)) return text_say(why, "the result should be %s", result);
    reader->has_result = true;
    return NULL;
}

const char *arkad_reader_line(struct arkad_reader *reader, const char *line, size_t length) {
    static const char result[] = "{\"result\"";
    struct text why = text_in(reader->why, sizeof reader->why);
    struct json json = {.is_reading = true, .in = line, .end = line + length, .why = &why};
    reader->lines++;
    if (!reader->game) return read_head(reader, &json);
    json.players = reader->setup.players;
    if (reader->has_result) return text_say(&why, "nothing can follow the result");
    if (length >= sizeof result - 1 && !memcmp(line, result, sizeof result - 1))
        return read_result_line(reader, line, length, &why);
    return read_move_line(reader, &json);
}

const char *arkad_reader_end(struct arkad_reader *reader) {
    struct text why = text_in(reader->why, sizeof reader->why);
    if (!reader->game) return text_say(&why, "there is no game in it");
    if (arkad_is_over(&reader->position) && !reader->has_result) return text_say(&why, "the result is missing");
    return NULL;
}
