/*
 * A new table, as its maker describes it: the description is checked here, and nowhere else.
 */
#include "server/api/new_table.h"

#include "bots/bot.h"
#include "engine/whole.h"
#include "server/table/setup.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

enum { INVITE_CODE = 20 };

static const int64_t SECOND = 1000, HOUR = 3600 * 1000LL, DAY = 24 * 3600 * 1000LL;

/* No letters that are mistaken for digits. */
void new_table_code(char *code, int length) {
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    for (int i = 0; i < length; i++) code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[length] = 0;
    assert(strlen(code) == (size_t)length);
}

void new_table_invite(struct store_seat *seat) {
    seat->kind = SEAT_INVITED;
    new_table_code(seat->invite, INVITE_CODE);
}

const char *new_table_seat(const json_t *json, bool is_rated, struct store_seat *seat) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *level = json_object_get(json, "level");
    *seat = (struct store_seat){0};
    if (!kind) return "bad-seat";
    if (!strcmp(kind, "open")) {
        seat->kind = SEAT_OPEN;
    } else if (!strcmp(kind, "invited")) {
        new_table_invite(seat);
    } else if (!strcmp(kind, "bot")) {
        seat->kind = SEAT_BOT;
        seat->level = level ? whole_in(json_integer_value(level), 1, BOT_LEVELS, 0) : NEW_TABLE_BOT;
        if (is_rated) return "rated-bot";
        if (!seat->level) return "bad-level";
    } else {
        return "bad-seat";
    }
    return NULL;
}

static bool fail(struct fault *fault, const char *code) {
    fault->code = code;
    return false;
}

static void put_option(struct text *text, const char *name, const json_t *value) {
    if (text->used) text_char(text, ',');
    text_put(text, name), text_char(text, '=');
    if (json_is_integer(value))
        text_number(text, (long)json_integer_value(value));
    else
        text_put(text, json_is_string(value) ? json_string_value(value) : json_is_true(value) ? "on" : "off");
}

/* A map of the maker's own, for a game that is played on one. */
static bool read_map(const json_t *json, const struct arkad_game *game, struct store_table *row, struct fault *fault) {
    struct arkad_map map;
    if (!json) return true;
    if (!json_is_string(json) || !arkad_has_map(game)) return fail(fault, "bad-map");
    if (arkad_map_read(game, json_string_value(json), json_string_length(json), &map, fault->why))
        return fail(fault, "bad-map");
    if (arkad_map_is_built_in(game, &map)) return true;
    size_t length = arkad_map_write(game, &map, row->map, sizeof row->map);
    assert(length);
    return length > 0;
}

/* {"starter":2,"short":true} as starter=2,short=on. The starter is drawn if it is not given. */
bool new_table_options(json_t *json, struct store_table *row, struct fault *fault) {
    struct text text = text_in(row->options, sizeof row->options);
    struct arkad_setup setup;
    struct arkad_map map;
    const char *name;
    json_t *value;
    if (json && !json_is_object(json)) return fail(fault, "bad-options");
    if (!json_object_get(json, "starter")) text_put(&text, "starter=drawn");
    json_object_foreach(json, name, value) {
        bool is_plain = json_is_integer(value) || json_is_boolean(value) || json_is_string(value);
        if (!is_plain || strpbrk(name, ",=")) return fail(fault, "bad-options");
        if (json_is_string(value) && strpbrk(json_string_value(value), ",=")) return fail(fault, "bad-options");
        put_option(&text, name, value);
    }
    if (text.is_full || setup_read(row, &setup, &map, fault->why)) return fail(fault, "bad-options");
    return true;
}

static bool is_between(const json_t *number, int64_t least, int64_t most, int64_t *value) {
    *value = json_integer_value(number);
    return json_is_integer(number) && *value >= least && *value <= most;
}

static bool read_clock(const json_t *json, struct store_table *row, struct fault *fault) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *move = json_object_get(json, "move_ms"), *bank = json_object_get(json, "bank_ms");
    if (!json) return true;
    if (!kind) return fail(fault, "bad-clock");
    if (!strcmp(kind, "none")) return true;
    if (!strcmp(kind, "live")) {
        row->clock = CLOCK_LIVE;
        bool is_good = is_between(move, 5 * SECOND, HOUR, &row->move_ms);
        return is_good && (!bank || is_between(bank, 0, DAY, &row->bank_ms)) ? true : fail(fault, "bad-clock");
    }
    row->clock = CLOCK_DAYS;
    bool is_good = !strcmp(kind, "days") && is_between(move, HOUR, 30 * DAY, &row->move_ms);
    return is_good ? true : fail(fault, "bad-clock");
}

/* How many play: as given, or as many as there are seats, or as few as possible. */
static bool read_players(const struct call *call, const struct arkad_game *game, struct store_table *row,
                         struct fault *fault) {
    const json_t *players = json_object_get(call->body, "players"), *seats = json_object_get(call->body, "seats");
    int64_t count = seats ? (int64_t)json_array_size(seats) : arkad_players_min(game);
    if (players && !is_between(players, 1, STORE_SEATS_MAX, &count)) return fail(fault, "bad-players");
    bool is_good = count >= arkad_players_min(game) && count <= arkad_players_max(game);
    row->players = (int)count;
    return is_good && (!seats || (int64_t)json_array_size(seats) == count) ? true : fail(fault, "bad-players");
}

static bool read_flag(const struct call *call, const char *key, bool *flag, struct fault *fault) {
    const json_t *json = json_object_get(call->body, key);
    if (!json) return true;
    *flag = json_is_true(json);
    return json_is_boolean(json) ? true : fail(fault, "bad-field");
}

bool new_table_row(const struct call *call, struct store_table *row, struct fault *fault) {
    const char *name = call_text_of(call, "game"), *lang = call_text_of(call, "lang");
    const struct arkad_game *game = name ? arkad_game_find(name) : NULL;
    if (!game || arkad_game_is_hidden(game)) return fail(fault, "bad-game");
    if (lang && !lang_find(lang)) return fail(fault, "bad-lang");
    *row = (struct store_table){.state = TABLE_OPEN, .is_public = true, .owner = call->account.id};
    row->created_ms = call->server->now_ms;
    snprintf(row->game, sizeof row->game, "%s", name);
    snprintf(row->lang, sizeof row->lang, "%s", lang ? lang : lang_code(call->lang));
    if (!read_flag(call, "public", &row->is_public, fault) || !read_flag(call, "rated", &row->is_rated, fault))
        return false;
    return read_players(call, game, row, fault) && read_clock(json_object_get(call->body, "clock"), row, fault) &&
           read_map(json_object_get(call->body, "map"), game, row, fault) &&
           new_table_options(json_object_get(call->body, "options"), row, fault);
}

/* Seats as described, one of them `me`; without a description me, then open ones. */
bool new_table_seats(const struct call *call, struct record *record, struct fault *fault) {
    const json_t *seats = json_object_get(call->body, "seats");
    int mine = 0;
    for (int i = 0; i < record->row.players; i++) {
        const json_t *json = json_array_get(seats, (size_t)i);
        const char *kind = json_string_value(json_object_get(json, "kind"));
        bool is_me = seats ? kind && !strcmp(kind, "me") : i == 0;
        const char *wrong = NULL;
        if (is_me)
            record->seats[i] = (struct store_seat){.kind = SEAT_PERSON, .account = call->account.id}, mine++;
        else if (seats)
            wrong = new_table_seat(json, record->row.is_rated, &record->seats[i]);
        else
            record->seats[i] = (struct store_seat){.kind = SEAT_OPEN};
        if (wrong) return fail(fault, wrong);
    }
    return mine == 1 ? true : fail(fault, "bad-me");
}
