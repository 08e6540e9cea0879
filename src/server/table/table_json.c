/*
 * How a table is shown: its settings, who sits where, and, when the game is over, its result and what proves the seed.
 */
#include "server/table/table_json.h"

#include "server/table/idle.h"
#include "server/table/seed.h"
#include "server/table/setup.h"
#include "server/table/watch.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const STATES[] = {
    [TABLE_OPEN] = "open", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over", [TABLE_DROPPED] = "dropped"};
static const char *const CLOCKS[] = {[CLOCK_NONE] = "none", [CLOCK_LIVE] = "live", [CLOCK_DAYS] = "days"};

json_t *table_json_option(const struct arkad_option *option, uint8_t value) {
    return option->kind == ARKAD_FLAG ? json_boolean(value) : json_integer(value);
}

static bool is_dealt(const struct store_table *row) { return !sodium_is_zero(row->seed, sizeof row->seed); }

json_t *table_json_options(const struct store_table *row) {
    struct arkad_setup setup;
    struct arkad_map map;
    json_t *json = json_object();
    char why[ARKAD_WHY_MAX];
    const struct arkad_game *game = setup_read(row, &setup, &map, why) ? NULL : arkad_game_find(row->game);
    for (int i = 0; game && arkad_game_option(game, i); i++) {
        const struct arkad_option *option = arkad_game_option(game, i);
        bool is_value = option->kind != ARKAD_MAP && option->kind != ARKAD_ALIAS;
        if (option->kind == ARKAD_MAP && setup.map) json_object_set_new(json, option->name, json_string(map.name));
        if (is_value && setup.options[i] != option->standard)
            json_object_set_new(json, option->name, table_json_option(option, setup.options[i]));
    }
    if (seed_starting(row) == ARKAD_DRAWN && !is_dealt(row)) json_object_set_new(json, "starter", json_string("drawn"));
    return json;
}

static json_t *clock_json(const struct store_table *row) {
    json_t *json = json_pack("{s:s}", "kind", CLOCKS[row->clock]);
    if (row->clock != CLOCK_NONE) json_object_set_new(json, "move_ms", json_integer(row->move_ms));
    if (row->clock == CLOCK_LIVE) json_object_set_new(json, "bank_ms", json_integer(row->bank_ms));
    return json;
}

static json_t *hex_json(const uint8_t bytes[STORE_HASH]) {
    char hex[2 * STORE_HASH + 1];
    sodium_bin2hex(hex, sizeof hex, bytes, STORE_HASH);
    return json_string(hex);
}

static json_t *time_json(int64_t at_ms) { return at_ms ? json_integer(at_ms) : json_null(); }

/* Who it is; somebody who deleted the account has no name. */
static void put_account(struct server *server, const struct store_table *row, int64_t id, json_t *json) {
    struct store_account account = {0};
    struct store_rating rating;
    char number[24];
    if (store_get_account(server->store, id, &account) == STORE_FAILED) server_cannot_save(server);
    snprintf(number, sizeof number, "%lld", (long long)id);
    json_object_set_new(json, "name", *account.name ? json_string(account.name) : json_null());
    json_object_set_new(json, "account", json_string(number));
    if (account.kind == ACCOUNT_PROGRAM) json_object_set_new(json, "is_program", json_true());
    if (store_get_rating(server->store, id, row->game, &rating) == STORE_OK)
        json_object_set_new(json, "rating", json_integer((json_int_t)(rating.rating + 0.5)));
}

/* Whoever plays by days may be on vacation. */
static void put_vacation(struct server *server, const struct store_table *row, int64_t account, json_t *json) {
    struct store_vacation vacation;
    if (row->clock != CLOCK_DAYS || row->state == TABLE_OVER) return;
    if (store_get_vacation(server->store, account, &vacation) == STORE_FAILED) server_cannot_save(server);
    if (vacation.until_ms) json_object_set_new(json, "vacation_until", json_integer(vacation.until_ms));
}

static void put_outcome(const struct store_table *row, const struct store_seat *seat, json_t *json) {
    if (row->state != TABLE_OVER || !row->is_rated || seat->rating_after <= 0) return;
    json_object_set_new(json, "rating_before", json_integer((json_int_t)(seat->rating_before + 0.5F)));
    json_object_set_new(json, "rating_after", json_integer((json_int_t)(seat->rating_after + 0.5F)));
}

static json_t *seat_json(struct server *server, const struct store_table *row, const struct store_seat *seat,
                         int64_t viewer) {
    static const char *const kinds[] = {
        [SEAT_OPEN] = "open", [SEAT_PERSON] = "person", [SEAT_BOT] = "bot", [SEAT_INVITED] = "invited"};
    json_t *json = json_pack("{s:s}", "kind", seat->kind ? kinds[seat->kind] : "open");
    if (seat->account) put_account(server, row, seat->account, json);
    if (seat->kind == SEAT_BOT) json_object_set_new(json, "level", json_integer(seat->level));
    if (seat->kind == SEAT_INVITED && viewer && viewer == row->owner)
        json_object_set_new(json, "invite", json_string(seat->invite));
    if (seat->kind != SEAT_PERSON) return json;
    json_object_set_new(json, "is_away", json_boolean(seat->is_away));
    json_object_set_new(json, "is_here", json_boolean(watch_is_here(server, row->id, seat->account)));
    put_vacation(server, row, seat->account, json);
    put_outcome(row, seat, json);
    return json;
}

/* What proves the seed, when nobody can use it any more. */
static json_t *proof_json(const struct store_table *row, const struct store_seat *seats) {
    json_t *promised = json_array(), *given = json_array();
    for (int i = 0; i < row->players; i++) {
        json_array_append_new(promised, seats[i].has_promised ? hex_json(seats[i].promised) : json_null());
        json_array_append_new(given, seats[i].has_given ? hex_json(seats[i].given) : json_null());
    }
    return json_pack("{s:o, s:o, s:o, s:o}", "secret", hex_json(row->secret), "promised", promised, "given", given,
                     "seed", hex_json(row->seed));
}

static void put_end(struct server *server, const struct store_table *row, const struct store_seat *seats,
                    json_t *json) {
    struct store_table again;
    json_t *result = json_loads(row->result, 0, NULL), *inner = json_object_get(result, "result");
    if (result) json_object_set(json, "result", inner ? inner : result);
    json_decref(result);
    json_object_set_new(json, "proof", proof_json(row, seats));
    enum store_answer answer = store_find_rematch(server->store, row->id, &again, NULL);
    if (answer == STORE_OK && again.state != TABLE_DROPPED)
        json_object_set_new(json, "rematch", json_string(again.code));
}

static json_t *owner_json(struct server *server, int64_t id) {
    struct store_account account = {0};
    if (store_get_account(server->store, id, &account) == STORE_FAILED) server_cannot_save(server);
    return *account.name ? json_string(account.name) : json_null();
}

json_t *table_json(struct server *server, const struct store_table *table, const struct store_seat *seats,
                   int64_t account) {
    json_t *list = json_array();
    for (int i = 0; i < table->players; i++) json_array_append_new(list, seat_json(server, table, &seats[i], account));
    json_t *json = json_pack("{s:s, s:s, s:o, s:i, s:s, s:b, s:b, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",         //
                             "code", table->code, "game", table->game, "options", table_json_options(table),        //
                             "players", table->players, "state", STATES[table->state], "public", table->is_public,  //
                             "rated", table->is_rated, "lang", table->lang, "clock", clock_json(table),             //
                             "owner", owner_json(server, table->owner), "created_at", time_json(table->created_ms), //
                             "started_at", time_json(table->started_ms), "ended_at", time_json(table->ended_ms),    //
                             "seats", list, "commitment", hex_json(table->commitment));
    if (*table->map) json_object_set_new(json, "map", json_string(table->map));
    int64_t ends_ms = idle_ends_ms(server, table, seats);
    if (ends_ms) json_object_set_new(json, "ends_at", json_integer(ends_ms));
    if (table->state == TABLE_OVER) put_end(server, table, seats, json);
    return json;
}

json_t *table_json_listed(struct server *server, const struct store_table *table, const struct store_seat *seats,
                          int64_t account) {
    json_t *json = table_json(server, table, seats, account), *list = json_array(), *until = json_array();
    json_object_del(json, "map"); /* its name is enough */
    unsigned waits = table->state == TABLE_PLAYING ? table_waits(server, table, seats) : 0;
    for (int seat = 0; seat < table->players; seat++) {
        if (!(waits >> seat & 1)) continue;
        json_array_append_new(list, json_integer(seat));
        json_array_append_new(until, time_json(table_until_ms(server, table, seat)));
    }
    json_object_set_new(json, "waits", list);
    if (table->clock != CLOCK_NONE) json_object_set(json, "until", until);
    json_decref(until);
    return json;
}
