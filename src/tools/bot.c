/*
 * `arkad bot`: plays a seat over standard input and output, one JSON line each way (docs/bot-protocol.md).
 *
 * A line is checked before anything is believed, and whatever is wrong with it is answered by an error line; every
 * question carries all that is needed to answer it, so nothing said before can leave the bot in a bad state.
 */
#include "bots/bot.h"
#include "bots/program.h"
#include "tools/commands.h"

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

struct seat {
    struct bot bot;
    struct bot_room room;
    const struct arkad_game *only; /* NULL: any game */
    const struct arkad_game *game; /* NULL: none yet */
    struct arkad_setup setup;
    struct arkad_map map;
    int number;
    uint64_t temper, seed;
    char why[PROGRAM_WHY_MAX];
    char line[ARKAD_LINE_MAX];
};

static const char *refuse(struct seat *s, const char *why) {
    snprintf(s->why, sizeof s->why, "%s", why);
    return s->why;
}

/* ---- What is said --------------------------------------------------------------------------------------------- */

static void say(json_t *object) {
    if (object) json_dumpf(object, stdout, JSON_COMPACT | JSON_ENSURE_ASCII);
    putchar('\n');
    fflush(stdout);
    json_decref(object);
}

/* With the number of the question, if it was one. */
static void say_error(const json_t *message, const char *why) {
    json_t *id = json_object_get(message, "id"), *object = json_pack("{ss}", "type", "error");
    if (json_is_integer(id)) json_object_set(object, "id", id);
    json_t *text = json_string(why);
    json_object_set_new(object, "message", text ? text : json_string("this line cannot be read"));
    say(object);
}

/* ---- What is read --------------------------------------------------------------------------------------------- */

/* A whole number under this key; false if there is none or it is out of range. */
static bool read_whole(const json_t *message, const char *key, int min, int max, int *number) {
    const json_t *value = json_object_get(message, key);
    if (!json_is_integer(value) || json_integer_value(value) < min || json_integer_value(value) > max) return false;
    *number = (int)json_integer_value(value);
    return true;
}

/* Up to 16 hexadecimal digits; if there is no such seed, the number stays as it is. */
static void read_seed(const json_t *message, uint64_t *seed) {
    const char *text = json_string_value(json_object_get(message, "seed"));
    char *end;
    if (!text || !*text || strlen(text) > 16) return;
    unsigned long long value = strtoull(text, &end, 16);
    if (!*end) *seed = value;
}

/* One option as the engine reads it: name=value. The name of the map goes with the map itself. */
static const char *read_option(struct seat *s, const char *name, const json_t *value) {
    char text[128];
    if (!strcmp(name, "map")) return NULL;
    if (json_is_boolean(value))
        snprintf(text, sizeof text, "%s=%s", name, json_is_true(value) ? "on" : "off");
    else if (json_is_integer(value))
        snprintf(text, sizeof text, "%s=%lld", name, (long long)json_integer_value(value));
    else
        return refuse(s, "an option is a number, true or false");
    return arkad_setup_options(s->game, &s->setup, text, s->why);
}

static const char *read_options(struct seat *s, const json_t *options) {
    const char *name, *wrong;
    json_t *value;
    if (options && !json_is_object(options)) return refuse(s, "\"options\" should be an object");
    json_object_foreach((json_t *)(uintptr_t)options, name, value) {
        if ((wrong = read_option(s, name, value))) return wrong;
    }
    return NULL;
}

static const char *take_map(struct seat *s, const json_t *map) {
    if (!map || json_is_null(map)) return NULL;
    if (!json_is_string(map)) return refuse(s, "\"map\" should be the text of a map");
    const char *wrong = arkad_map_read(s->game, json_string_value(map), json_string_length(map), &s->map, s->why);
    if (!wrong) s->setup.map = &s->map;
    return wrong;
}

static const char *begin_game(struct seat *s, const json_t *message) {
    const char *name = json_string_value(json_object_get(message, "game"));
    const struct arkad_game *game = name ? arkad_game_find(name) : NULL;
    struct arkad_position position;
    int players;
    s->game = NULL;
    if (!game) return refuse(s, "there is no such game");
    if (s->only && s->only != game) return refuse(s, "this bot was started for another game");
    if (!read_whole(message, "players", 0, 255, &players)) return refuse(s, "\"players\" should be a number");
    if (!read_whole(message, "seat", 0, players - 1, &s->number)) return refuse(s, "\"seat\" should be a seat");
    arkad_setup_default(game, &s->setup);
    s->setup.players = (uint8_t)players;
    s->game = game;
    const char *wrong = read_options(s, json_object_get(message, "options"));
    if (!wrong) wrong = take_map(s, json_object_get(message, "map"));
    if (!wrong) wrong = arkad_deal(game, &s->setup, &position, NULL, s->why);
    if (wrong) s->game = NULL;
    s->temper = ++s->seed;
    read_seed(message, &s->temper);
    return wrong;
}

/* The text of an object within a message, spelled as the engine does. */
static char *text_of(const json_t *message, const char *key) {
    json_t *value = json_object_get(message, key);
    return json_is_object(value) ? json_dumps(value, JSON_COMPACT | JSON_ENSURE_ASCII) : NULL;
}

static const char *read_view(struct seat *s, const json_t *message, struct arkad_position *view) {
    char *text = text_of(message, "view"), *memory = text_of(message, "memory");
    const char *wrong = NULL;
    if (!text)
        wrong = refuse(s, "\"view\" should be what the seat sees");
    else
        wrong = arkad_json_read(s->game, &s->setup, s->number, text, strlen(text), view, s->why);
    if (!wrong && memory) wrong = arkad_memory_read(s->game, view, memory, strlen(memory), s->why);
    free(text);
    free(memory);
    return wrong;
}

/* ---- Answers --------------------------------------------------------------------------------------------------- */

/* The level's own time or the host's, whichever is less; a tenth of the host's is left for the transfer. */
static void fit_time(const json_t *message, struct search_budget *budget) {
    int time_ms;
    if (!read_whole(message, "time_ms", 0, 1 << 30, &time_ms)) return;
    uint32_t most = (uint32_t)(time_ms - time_ms / 10);
    if (!budget->time_ms || budget->time_ms > most) budget->time_ms = most ? most : 1;
}

static void say_move(const json_t *message, json_t *move) {
    say(json_pack("{sssOso}", "type", "move", "id", json_object_get(message, "id"), "move", move));
}

/* Asked out of turn it waits: it sells when its turn comes. */
static const char *choose(struct seat *s, const json_t *message) {
    struct arkad_position view;
    char text[ARKAD_MOVE_TEXT_MAX];
    struct bot bot = s->bot;
    uint64_t seed = ++s->seed;
    if (!json_is_integer(json_object_get(message, "id"))) return refuse(s, "\"id\" should be a number");
    if (!s->game) return refuse(s, "no game has begun");
    const char *wrong = read_view(s, message, &view);
    if (wrong) return wrong;
    if (json_is_true(json_object_get(message, "optional"))) {
        say_move(message, json_null());
        return NULL;
    }
    if (!(arkad_waits(s->game, &view) >> s->number & 1) || !arkad_list(s->game, &view, s->number, s->room.moves))
        return refuse(s, "it is not this seat's turn");
    fit_time(message, &bot.budget);
    read_seed(message, &seed);
    struct arkad_move move = bot_choose(&bot, &s->room, s->game, &view, s->number, s->temper, seed);
    arkad_move_write(s->game, &move, text);
    say_move(message, json_string(text));
    return NULL;
}

static const char *greet(struct seat *s, const json_t *message) {
    int protocol;
    char name[BOT_NAME_MAX + 8];
    if (!read_whole(message, "protocol", 1, 1 << 30, &protocol)) return refuse(s, "\"protocol\" should be a number");
    snprintf(name, sizeof name, "arkad %s", s->bot.name);
    say(json_pack("{sssisssssb}", "type", "hello", "protocol", PROGRAM_PROTOCOL, "name", name, "version", ARKAD_VERSION,
                  "views", 0));
    return NULL;
}

static const char *ignore(struct seat *s, const json_t *message) {
    (void)s, (void)message;
    return NULL;
}

static const struct {
    const char *type;
    const char *(*answer)(struct seat *, const json_t *);
} types[] = {{"hello", greet}, {"game", begin_game}, {"choose", choose}, {"event", ignore},
             {"over", ignore}, {"error", ignore},    {"bye", ignore}};

/* Answers one line; false after `bye`. */
static bool answer_line(struct seat *s, size_t length) {
    json_error_t error = {0};
    json_t *message = json_loadb(s->line, length, JSON_REJECT_DUPLICATES, &error);
    const char *type = json_string_value(json_object_get(message, "type"));
    const char *wrong = "this is not an object with a known \"type\"";
    if (!message) snprintf(s->why, sizeof s->why, "this is not JSON: %s", error.text), wrong = s->why;
    for (size_t i = 0; type && i < sizeof types / sizeof *types; i++)
        if (!strcmp(type, types[i].type)) wrong = types[i].answer(s, message);
    if (wrong) say_error(message, wrong);
    bool goes_on = !type || strcmp(type, "bye");
    json_decref(message);
    return goes_on;
}

static void skip_line(void) {
    int c;
    do c = getc(stdin);
    while (c != '\n' && c != EOF);
}

static enum status converse(struct seat *s) {
    const char *wrong;
    size_t length;
    bool goes_on = true;
    while (goes_on && !ferror(stdout) && read_line(stdin, s->line, &length, &wrong)) {
        if (ferror(stdin)) return complain(NO, "cannot read: %s", wrong);
        if (wrong) {
            skip_line();
            say_error(NULL, wrong);
        } else {
            goes_on = answer_line(s, length);
        }
    }
    return finish(YES);
}

enum status run_bot(const struct request *request) {
    static struct seat seat;
    const char *name = request->level ? request->level : request->bot ? request->bot : "3";
    int level;
    if (request->word_count > 1) return complain(WRONG_USAGE, "arkad bot takes one game, or none to play them all");
    if (request->word_count && !(seat.only = read_game(request->words[0]))) return WRONG_USAGE;
    if (request->level && read_number("--level", request->level, 1, BOT_LEVELS, &level)) return WRONG_USAGE;
    if (!bot_read(name, strlen(name), &seat.bot) || seat.bot.kind == BOT_PROGRAM)
        return complain(WRONG_USAGE, "there is no bot '%s'; there are random, wild, 1 to 5, search:N and time:N", name);
    struct arkad_setup setup;
    enum status status = read_setup(arkad_game_at(0), request, "", &setup);
    if (status) return status;
    memcpy(&seat.seed, setup.seed, sizeof seat.seed);
    if (!bot_room_open(&seat.room)) return complain(NO, "there is not enough memory");
    status = converse(&seat);
    bot_room_close(&seat.room);
    return status;
}
