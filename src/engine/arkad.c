/*
 * The public functions of the engine: what is the same in every game, around the game's own table.
 */
#include "arkad.h"

#include "engine/game.h"

#include <assert.h>
#include <string.h>

/* ---- Games and setups ------------------------------------------------------------------------------- */

#define POINT_TO(name) &name##_game,
static const struct arkad_game *const games[] = {GAMES(POINT_TO)};

enum { GAMES = sizeof games / sizeof *games };

const struct arkad_game *arkad_game_at(int index) { return index >= 0 && index < GAMES ? games[index] : NULL; }

const struct arkad_game *arkad_game_find(const char *name) {
    for (int i = 0; i < GAMES; i++)
        if (!strcmp(games[i]->name, name)) return games[i];
    return NULL;
}

const char *arkad_game_name(const struct arkad_game *game) { return game->name; }
const char *arkad_game_title(const struct arkad_game *game) { return game->title; }
bool arkad_game_is_hidden(const struct arkad_game *game) { return game->is_hidden; }
int arkad_players_min(const struct arkad_game *game) { return game->players_min; }
int arkad_players_max(const struct arkad_game *game) { return game->players_max; }
size_t arkad_position_size(const struct arkad_game *game) { return game->size; }
int arkad_verb_count(const struct arkad_game *game) { return game->verb_count; }

const struct arkad_option *arkad_game_option(const struct arkad_game *game, int index) {
    bool exists = index >= 0 && index < ARKAD_OPTIONS_MAX && game->options[index].name;
    return exists ? &game->options[index] : NULL;
}

void arkad_setup_default(const struct arkad_game *game, struct arkad_setup *setup) {
    memset(setup, 0, sizeof *setup);
    setup->players = game->players_min;
    for (int i = 0; i < ARKAD_OPTIONS_MAX; i++) setup->options[i] = game->options[i].standard;
}

bool arkad_has_map(const struct arkad_game *game) { return game->map != NULL; }

const char *arkad_map_read(const struct arkad_game *game, const char *text, size_t length, struct arkad_map *map,
                           char why[ARKAD_WHY_MAX]) {
    struct text sentence = text_in(why, ARKAD_WHY_MAX);
    memset(map, 0, sizeof *map);
    if (!game->map) return text_say(&sentence, "%s is not played on a map", game->title);
    return game->map->read(text, length, map, NULL, &sentence);
}

size_t arkad_map_write(const struct arkad_game *game, const struct arkad_map *map, char *text, size_t size) {
    struct text out = text_in(text, size);
    assert(game->map);
    game->map->write(map, &out);
    return out.is_full ? 0 : out.used;
}

bool arkad_map_is_built_in(const struct arkad_game *game, const struct arkad_map *map) {
    struct arkad_map built_in;
    char why[ARKAD_WHY_MAX];
    if (!map) return true;
    const char *wrong = arkad_map_read(game, game->map->example, strlen(game->map->example), &built_in, why);
    assert(!wrong);
    (void)wrong;
    return !memcmp(map, &built_in, sizeof built_in);
}

const char *arkad_map_name(const struct arkad_game *game, const struct arkad_map *map) {
    assert(game->map);
    return map ? map->name : game->map->built_in;
}

static const char *judge_setup(const struct arkad_game *game, const struct arkad_setup *setup, struct text *why) {
    if (setup->players < game->players_min || setup->players > game->players_max)
        return text_say(why, "%s is played by %d to %d, not by %d", game->title, game->players_min, game->players_max,
                        setup->players);
    for (int i = 0; i < ARKAD_OPTIONS_MAX && game->options[i].name; i++) {
        const struct arkad_option *option = &game->options[i];
        int max = option->kind == ARKAD_SEAT ? setup->players - 1 : option->kind == ARKAD_FLAG ? 1 : option->max;
        if (option->kind == ARKAD_MAP || option->kind == ARKAD_ALIAS) continue;
        if (setup->options[i] < option->min || setup->options[i] > max)
            return text_say(why, "the option %s goes from %d to %d, and %d was given", option->name, option->min, max,
                            setup->options[i]);
    }
    return NULL;
}

static bool is_word(const char *text, size_t length, const char *word) {
    return length == strlen(word) && !memcmp(text, word, length);
}

static const char *set_option(const struct arkad_game *game, int index, struct arkad_setup *setup, const char *value,
                              size_t length, struct text *why) {
    const struct arkad_option *option = &game->options[index];
    bool is_on = is_word(value, length, "on") || is_word(value, length, "true");
    bool is_off = is_word(value, length, "off") || is_word(value, length, "false");
    switch (option->kind) {
    case ARKAD_FLAG:
    case ARKAD_ALIAS:
        if (!is_on && !is_off) return text_say(why, "the option %s is on or off", option->name);
        for (int i = 0; i < ARKAD_OPTIONS_MAX; i++)
            if (option->kind == ARKAD_FLAG ? i == index : option->max >> i & 1)
                setup->options[i] = is_on || (option->kind == ARKAD_ALIAS && game->options[i].standard);
        return NULL;
    case ARKAD_SEAT:
        if (!is_word(value, length, "drawn")) break;
        setup->options[index] = (uint8_t)(setup->players ? arkad_starter_drawn(setup->seed, setup->players) : 0);
        return NULL;
    case ARKAD_MAP: {
        const char *map = arkad_map_name(game, setup->map);
        return is_word(value, length, map) ? NULL : text_say(why, "the map in play is %s: --map plays on another", map);
    }
    default: break;
    }
    int number = 0;
    for (size_t i = 0; i < length; i++) {
        if (value[i] < '0' || value[i] > '9' || length > 3)
            return text_say(why, "the option %s takes a whole number", option->name);
        number = number * 10 + (value[i] - '0');
    }
    if (!length || number > 255) return text_say(why, "the option %s takes a whole number, small", option->name);
    setup->options[index] = (uint8_t)number;
    return NULL;
}

const char *arkad_setup_options(const struct arkad_game *game, struct arkad_setup *setup, const char *text,
                                char why[ARKAD_WHY_MAX]) {
    struct text sentence = text_in(why, ARKAD_WHY_MAX);
    for (const char *at = text; *at;) {
        size_t length = strcspn(at, ",");
        const char *equals = memchr(at, '=', length);
        if (!equals) return text_say(&sentence, "an option is given as name=value");
        int i = 0;
        while (i < ARKAD_OPTIONS_MAX && game->options[i].name &&
               !is_word(at, (size_t)(equals - at), game->options[i].name))
            i++;
        if (!arkad_game_option(game, i)) {
            text_say(&sentence, "%s has no such option; it has:", game->title);
            for (i = 0; arkad_game_option(game, i); i++)
                text_char(&sentence, ' '), text_put(&sentence, game->options[i].name);
            return i ? why : text_say(&sentence, "%s has no options", game->title);
        }
        const char *wrong = set_option(game, i, setup, equals + 1, (size_t)(at + length - equals - 1), &sentence);
        if (wrong) return wrong;
        at += length + (at[length] == ',');
    }
    return judge_setup(game, setup, &sentence);
}

/* Every game has at most one option that is a seat: who starts. */
static int starter_index(const struct arkad_game *game) {
    int i = 0;
    while (i < ARKAD_OPTIONS_MAX && game->options[i].kind != ARKAD_SEAT) i++;
    return i;
}

int arkad_starter(const struct arkad_game *game, const struct arkad_setup *setup) {
    int index = starter_index(game);
    return index < ARKAD_OPTIONS_MAX ? setup->options[index] : 0;
}

void arkad_starter_pass_on(const struct arkad_game *game, struct arkad_setup *setup) {
    int index = starter_index(game);
    if (index < ARKAD_OPTIONS_MAX) setup->options[index] = (uint8_t)((setup->options[index] + 1) % setup->players);
}

/* ---- Setting up --------------------------------------------------------------------------------------- */

static struct head *head_of(struct arkad_position *position) { return (struct head *)(void *)position->bytes; }
static const struct head *head_in(const struct arkad_position *position) {
    return (const struct head *)(const void *)position->bytes;
}
static struct chance *chance_of(const struct arkad_game *game, struct arkad_position *position) {
    return (struct chance *)(void *)(position->bytes + game->hidden_at);
}

static bool is_seat(const struct arkad_position *position, int seat) {
    return seat >= 0 && seat < arkad_players(position);
}

static void prepare(const struct arkad_game *game, const struct arkad_setup *setup, struct arkad_position *position) {
    /* The layout by which views are made: head, what all see, the seats' parts, then what nobody sees, chance first. */
    assert(game->seats_at >= sizeof(struct head) && game->turn_at < game->seats_at);
    assert(game->seats_at + game->players_max * game->seat_size <= game->hidden_at);
    assert(game->hidden_at + sizeof(struct chance) <= game->size && game->size <= ARKAD_POSITION_MAX);
    assert(setup->players >= game->players_min && setup->players <= game->players_max);
    memset(position, 0, sizeof *position);
    struct head *head = head_of(position);
    head->players = setup->players;
    memcpy(head->options, setup->options, sizeof head->options);
    if (game->prepare) game->prepare(position->bytes, setup);
}

const char *arkad_deal(const struct arkad_game *game, const struct arkad_setup *setup, struct arkad_position *position,
                       struct arkad_tape *tape, char why[ARKAD_WHY_MAX]) {
    struct text text = text_in(why, ARKAD_WHY_MAX);
    const char *wrong = judge_setup(game, setup, &text);
    if (wrong) return wrong;
    prepare(game, setup, position);
    chance_key(chance_of(game, position), setup->seed, 0);
    game->deal(position->bytes, tape);
    assert(!arkad_is_over(position) && !game->laws(position->bytes, &text));
    return NULL;
}

/* ---- Playing ------------------------------------------------------------------------------------------ */

int arkad_players(const struct arkad_position *position) { return head_in(position)->players; }

bool arkad_is_over(const struct arkad_position *position) { return !head_in(position)->phase; }

unsigned arkad_waits(const struct arkad_game *game, const struct arkad_position *position) {
    if (arkad_is_over(position)) return 0;
    unsigned seats = game->waits(position->bytes);
    assert(seats && !(seats >> arkad_players(position)));
    return seats;
}

int arkad_turn(const struct arkad_game *game, const struct arkad_position *position) {
    assert(game->turn_at >= sizeof(struct head) && position->bytes[game->turn_at] <= arkad_players(position));
    return position->bytes[game->turn_at] - 1;
}

unsigned arkad_matter(const struct arkad_game *game, const struct arkad_position *position) {
    return game->matter && !arkad_is_over(position) ? game->matter(position->bytes) : 0;
}

int arkad_list(const struct arkad_game *game, const struct arkad_position *position, int seat,
               struct arkad_move *moves) {
    assert(is_seat(position, seat));
    int count = arkad_is_over(position) ? 0 : game->list(position->bytes, seat, moves);
    assert(count >= 0 && count <= ARKAD_MOVES_MAX);
    return count;
}

unsigned arkad_may_move(const struct arkad_game *game, const struct arkad_position *position) {
    unsigned seats = arkad_waits(game, position);
    if (!game->out_of_turn || !seats) return seats;
    unsigned others = game->out_of_turn(position->bytes);
    assert(!(others >> arkad_players(position)));
    return seats | others;
}

/* Is the move what its own spelling reads as? Games rely on it: no stray bytes, every number in its range. */
static bool is_well_formed(const struct arkad_game *game, const struct arkad_move *move) {
    char spelled[ARKAD_MOVE_TEXT_MAX], why[ARKAD_WHY_MAX];
    struct arkad_move again;
    size_t length = arkad_move_write(game, move, spelled);
    return length && !arkad_move_read(game, spelled, length, &again, why) && !memcmp(&again, move, sizeof again);
}

const char *arkad_check(const struct arkad_game *game, const struct arkad_position *position, int seat,
                        const struct arkad_move *move, char why[ARKAD_WHY_MAX]) {
    struct text text = text_in(why, ARKAD_WHY_MAX);
    if (arkad_is_over(position)) return text_say(&text, "the game is over");
    if (!is_seat(position, seat)) return text_say(&text, "there is no seat %d", seat);
    if (!is_well_formed(game, move)) return text_say(&text, "that is not a move of this game");
    return game->check(position->bytes, seat, move, &text);
}

void arkad_apply(const struct arkad_game *game, struct arkad_position *position, int seat,
                 const struct arkad_move *move, struct arkad_tape *tape) {
    assert(!arkad_is_over(position) && is_seat(position, seat) && move->verb < game->verb_count);
    if (tape && !tape->is_playing) tape->count = 0;
    game->apply(position->bytes, seat, move, tape);
}

void arkad_result(const struct arkad_game *game, const struct arkad_position *position, struct arkad_result *result) {
    memset(result, 0, sizeof *result);
    int64_t keys[ARKAD_SEATS_MAX] = {0};
    game->result(position->bytes, result->scores, keys);
    int players = arkad_players(position);
    for (int seat = 0; seat < players; seat++) {
        int better = 0;
        for (int other = 0; other < players; other++) better += keys[other] > keys[seat];
        result->places[seat] = (uint8_t)(1 + better);
        assert(result->places[seat] <= players);
    }
}

const char *arkad_laws(const struct arkad_game *game, const struct arkad_position *position, char why[ARKAD_WHY_MAX]) {
    struct text text = text_in(why, ARKAD_WHY_MAX);
    return game->laws(position->bytes, &text);
}

/* ---- Who sees what ------------------------------------------------------------------------------------ */

void arkad_view(const struct arkad_game *game, const struct arkad_position *position, int viewer,
                struct arkad_position *view) {
    assert(viewer >= 0 && viewer <= ARKAD_SPECTATOR);
    memcpy(view, position, game->size);
    memset(view->bytes + game->size, 0, sizeof *view - game->size);
    memset(chance_of(game, view), 0, sizeof(struct chance));
    if (arkad_is_over(position)) return;
    head_of(view)->viewer = (uint8_t)(viewer + 1);
    memset(view->bytes + game->hidden_at, 0, (size_t)(game->size - game->hidden_at));
    for (int seat = 0; seat < arkad_players(position); seat++)
        if (seat != viewer) memset(view->bytes + game->seats_at + seat * game->seat_size, 0, game->seat_size);
}

void arkad_tape_view(const struct arkad_tape *tape, int viewer, struct arkad_tape *view) {
    assert(tape->count <= ARKAD_EVENTS_MAX && viewer >= 0 && viewer <= ARKAD_SPECTATOR);
    memset(view, 0, sizeof *view);
    view->count = tape->count;
    for (int i = 0; i < tape->count; i++) {
        const struct arkad_event *from = &tape->events[i];
        struct arkad_event *to = &view->events[i];
        *to = (struct arkad_event){.kind = from->kind, .seat = from->seat, .count = from->count};
        bool is_seen = from->seen_by == 0xff || (viewer < ARKAD_SEATS_MAX && from->seen_by >> viewer & 1);
        if (is_seen) to->value = from->value;
        to->seen_by = from->seen_by;
    }
}

bool arkad_is_secret(const struct arkad_game *game, const struct arkad_move *move) {
    return game->is_secret && game->is_secret(move);
}

void arkad_world(const struct arkad_game *game, const struct arkad_position *view, const uint8_t seed[ARKAD_SEED_BYTES],
                 struct arkad_position *world) {
    assert(head_in(view)->viewer <= ARKAD_SPECTATOR + 1);
    memcpy(world, view, game->size);
    memset(world->bytes + game->size, 0, sizeof *world - game->size);
    struct chance chance;
    chance_key(&chance, seed, 1);
    if (head_in(view)->viewer) game->fill(world->bytes, &chance);
    head_of(world)->viewer = 0;
    uint32_t block[16];
    chance_block(chance.key, chance.counter, chance.stream, CHANCE_ROUNDS, block);
    struct chance *own = chance_of(game, world);
    memcpy(own->key, block, sizeof own->key);
    own->counter = own->stream = 0;
}

bool arkad_reveals(const struct arkad_game *game, const struct arkad_position *before, int seat,
                   const struct arkad_move *move, const struct arkad_tape *tape, const struct arkad_position *after) {
    enum { WORLDS = 24 };
    struct arkad_position seen, then, world, there;
    assert(!head_in(before)->viewer && !head_in(after)->viewer && is_seat(before, seat));
    for (int i = 0; i < tape->count; i++)
        if (tape->events[i].kind != ARKAD_SHUFFLE) return true;
    arkad_view(game, before, seat, &seen);
    arkad_view(game, after, seat, &then);
    for (int i = 0; i < WORLDS; i++) {
        uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)i, 1};
        arkad_world(game, &seen, seed, &world);
        arkad_apply(game, &world, seat, move, NULL);
        arkad_view(game, &world, seat, &there);
        if (memcmp(&there, &then, game->size) != 0) return true;
    }
    return false;
}

/* ---- Text --------------------------------------------------------------------------------------------- */

size_t arkad_move_write(const struct arkad_game *game, const struct arkad_move *move, char text[ARKAD_MOVE_TEXT_MAX]) {
    struct text out = text_in(text, ARKAD_MOVE_TEXT_MAX);
    struct arkad_move copy = *move;
    struct words words = {.out = &out};
    words_verb(&words, &copy.verb, game->verbs, game->verb_count);
    if (!words.wrong) game->words(&words, &copy);
    if (words.wrong || out.is_full) out = text_in(text, ARKAD_MOVE_TEXT_MAX);
    return out.used;
}

const char *arkad_move_read(const struct arkad_game *game, const char *text, size_t length, struct arkad_move *move,
                            char why[ARKAD_WHY_MAX]) {
    struct text sentence = text_in(why, ARKAD_WHY_MAX);
    memset(move, 0, sizeof *move);
    if (length >= ARKAD_MOVE_TEXT_MAX) return text_say(&sentence, "that is too long for a move");
    struct words words = {.is_reading = true, .in = text, .end = text + length};
    words_verb(&words, &move->verb, game->verbs, game->verb_count);
    if (!words.wrong) game->words(&words, move);
    if (!words.wrong && words.in < words.end) words_fail(&words, "there is more in it than the move needs");
    if (words.wrong) return text_say(&sentence, "%s", words.wrong);
    char again[ARKAD_MOVE_TEXT_MAX];
    size_t written = arkad_move_write(game, move, again);
    if (!written) return text_say(&sentence, "that is not a move of this game");
    if (written != length || memcmp(again, text, length)) return text_say(&sentence, "it should be spelled: %s", again);
    return NULL;
}

size_t arkad_json_write(const struct arkad_game *game, const struct arkad_position *position,
                        char text[ARKAD_JSON_MAX]) {
    struct text out = text_in(text, ARKAD_JSON_MAX);
    struct arkad_position copy;
    memcpy(&copy, position, game->size);
    const struct head *head = head_in(position);
    struct json json = {.viewer = head->viewer, .players = head->players, .out = &out};
    game->json(copy.bytes, &json);
    assert(!out.is_full);
    return out.used;
}

bool arkad_is_open(const struct arkad_game *game, const struct arkad_position *position) {
    return game->is_open || arkad_is_over(position);
}

const char *json_read_here(const struct arkad_game *game, const struct arkad_setup *setup, int viewer, const char **in,
                           const char *end, struct arkad_position *position, struct text *why) {
    static const char over[] = "{\"phase\":\"over\"";
    const char *start = *in;
    assert(start <= end && viewer >= -1 && viewer <= ARKAD_SPECTATOR);
    if ((size_t)(end - start) >= sizeof over - 1 && !memcmp(start, over, sizeof over - 1)) viewer = -1;
    if (judge_setup(game, setup, why)) return why->start;
    prepare(game, setup, position);
    head_of(position)->viewer = (uint8_t)(viewer + 1);
    struct json json = {.is_reading = true,
                        .viewer = (uint8_t)(viewer + 1),
                        .players = setup->players,
                        .in = start,
                        .end = end,
                        .why = why};
    game->json(position->bytes, &json);
    if (json.has_failed || game->laws(position->bytes, why)) return why->start;
    char again[ARKAD_JSON_MAX];
    size_t length = (size_t)(json.in - start);
    if (arkad_json_write(game, position, again) != length || memcmp(again, start, length))
        return text_say(why, "the position is not written as it should be: cards out of order, or a number with "
                             "needless zeros");
    *in = json.in;
    return NULL;
}

const char *arkad_json_read(const struct arkad_game *game, const struct arkad_setup *setup, int viewer,
                            const char *text, size_t length, struct arkad_position *position, char why[ARKAD_WHY_MAX]) {
    struct text sentence = text_in(why, ARKAD_WHY_MAX);
    const char *in = text, *end = text + length;
    const char *wrong = json_read_here(game, setup, viewer, &in, end, position, &sentence);
    if (wrong) return wrong;
    return in < end ? text_say(&sentence, "something follows after the position") : NULL;
}

static bool has_memory(const struct arkad_game *game, const struct arkad_position *view) {
    return game->memory && head_in(view)->viewer;
}

size_t arkad_memory_write(const struct arkad_game *game, const struct arkad_position *view,
                          char text[ARKAD_MEMORY_MAX]) {
    struct text out = text_in(text, ARKAD_MEMORY_MAX);
    struct arkad_position copy;
    memcpy(&copy, view, game->size);
    const struct head *head = head_in(view);
    struct json json = {.viewer = head->viewer, .players = head->players, .out = &out};
    if (has_memory(game, view))
        game->memory(copy.bytes, &json);
    else
        json_open(&json, '{'), json_close(&json, '}');
    assert(!out.is_full);
    return out.used;
}

const char *arkad_memory_read(const struct arkad_game *game, struct arkad_position *view, const char *text,
                              size_t length, char why[ARKAD_WHY_MAX]) {
    struct text sentence = text_in(why, ARKAD_WHY_MAX);
    struct arkad_position copy = *view;
    const struct head *head = head_in(view);
    struct json json = {.is_reading = true,
                        .viewer = head->viewer,
                        .players = head->players,
                        .in = text,
                        .end = text + length,
                        .why = &sentence};
    if (has_memory(game, view))
        game->memory(copy.bytes, &json);
    else
        json_open(&json, '{'), json_close(&json, '}');
    if (json.has_failed || game->laws(copy.bytes, &sentence)) return why;
    if (json.in < json.end) return text_say(&sentence, "something follows after the memory");
    char again[ARKAD_MEMORY_MAX];
    if (arkad_memory_write(game, &copy, again) != length || memcmp(again, text, length))
        return text_say(&sentence, "the memory is not written as it should be, or the view has one already");
    *view = copy;
    return NULL;
}
