/*
 * How tables are shown, and lists of them; the games, and the best players of each.
 */
#include "server/lobby.h"

#include "bots/bot.h"
#include "server/setup.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DONE_MAX = 50, /* finished games in one answer */
    BEST_MAX = 100,
};

/* ---- A table ----------------------------------------------------------------------------------------------------- */

static const char *const STATES[] = {
    [TABLE_OPEN] = "open", [TABLE_PLAYING] = "playing", [TABLE_OVER] = "over", [TABLE_DROPPED] = "dropped"};
static const char *const CLOCKS[] = {[CLOCK_NONE] = "none", [CLOCK_LIVE] = "live", [CLOCK_DAYS] = "days"};

const struct arkad_game *tables_setup(const struct store_table *row, struct arkad_setup *setup, struct arkad_map *map) {
    char why[ARKAD_WHY_MAX];
    return setup_read(row, setup, map, why) ? NULL : arkad_game_find(row->game);
}

static json_t *option_value(const struct arkad_option *option, uint8_t value) {
    return option->kind == ARKAD_FLAG ? json_boolean(value) : json_integer(value);
}

static bool is_dealt(const struct store_table *row) { return !sodium_is_zero(row->seed, sizeof row->seed); }

json_t *tables_options(const struct store_table *row) {
    struct arkad_setup setup;
    struct arkad_map map;
    json_t *json = json_object();
    const struct arkad_game *game = tables_setup(row, &setup, &map);
    for (int i = 0; game && arkad_game_option(game, i); i++) {
        const struct arkad_option *option = arkad_game_option(game, i);
        bool is_value = option->kind != ARKAD_MAP && option->kind != ARKAD_ALIAS;
        if (option->kind == ARKAD_MAP && setup.map) json_object_set_new(json, option->name, json_string(map.name));
        if (is_value && setup.options[i] != option->standard)
            json_object_set_new(json, option->name, option_value(option, setup.options[i]));
    }
    if (fair_starting(row) == ARKAD_DRAWN && !is_dealt(row)) json_object_set_new(json, "starter", json_string("drawn"));
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
static void put_account(struct hub *hub, const struct store_table *row, int64_t id, json_t *json) {
    struct store_account account = {0};
    struct store_rating rating;
    char number[24];
    if (store_get_account(hub->store, id, &account) == STORE_FAILED) hub_cannot_save(hub);
    snprintf(number, sizeof number, "%lld", (long long)id);
    json_object_set_new(json, "name", *account.name ? json_string(account.name) : json_null());
    json_object_set_new(json, "account", json_string(number));
    if (account.kind == ACCOUNT_PROGRAM) json_object_set_new(json, "is_program", json_true());
    if (store_get_rating(hub->store, id, row->game, &rating) == STORE_OK)
        json_object_set_new(json, "rating", json_integer((json_int_t)(rating.rating + 0.5)));
}

static void put_outcome(const struct store_table *row, const struct store_seat *seat, json_t *json) {
    if (row->state != TABLE_OVER || !row->is_rated || seat->rating_after <= 0) return;
    json_object_set_new(json, "rating_before", json_integer((json_int_t)(seat->rating_before + 0.5F)));
    json_object_set_new(json, "rating_after", json_integer((json_int_t)(seat->rating_after + 0.5F)));
}

static json_t *seat_json(struct hub *hub, const struct store_table *row, const struct store_seat *seat,
                         int64_t viewer) {
    static const char *const kinds[] = {
        [SEAT_OPEN] = "open", [SEAT_PERSON] = "person", [SEAT_BOT] = "bot", [SEAT_INVITED] = "invited"};
    json_t *json = json_pack("{s:s}", "kind", seat->kind ? kinds[seat->kind] : "open");
    if (seat->account) put_account(hub, row, seat->account, json);
    if (seat->kind == SEAT_BOT) json_object_set_new(json, "level", json_integer(seat->level));
    if (seat->kind == SEAT_INVITED && viewer && viewer == row->owner)
        json_object_set_new(json, "invite", json_string(seat->invite));
    if (seat->kind != SEAT_PERSON) return json;
    json_object_set_new(json, "is_away", json_boolean(seat->is_away));
    json_object_set_new(json, "is_here", json_boolean(table_is_here(hub, row->id, seat->account)));
    put_outcome(row, seat, json);
    return json;
}

/* What proves the seed, when nobody can use it any more. */
static json_t *proof_json(const struct store_table *row, const struct store_seat *seats) {
    json_t *given = json_array();
    for (int i = 0; i < row->players; i++)
        json_array_append_new(given, seats[i].has_given ? hex_json(seats[i].given) : json_null());
    return json_pack("{s:o, s:o, s:o}", "secret", hex_json(row->secret), "given", given, "seed", hex_json(row->seed));
}

static void put_end(struct hub *hub, const struct store_table *row, const struct store_seat *seats, json_t *json) {
    struct store_table again;
    json_t *result = json_from_outside(row->result, strlen(row->result)), *inner = json_object_get(result, "result");
    if (result) json_object_set(json, "result", inner ? inner : result);
    json_decref(result);
    json_object_set_new(json, "proof", proof_json(row, seats));
    enum store_answer answer = store_find_rematch(hub->store, row->id, &again, NULL);
    if (answer == STORE_OK && again.state != TABLE_DROPPED)
        json_object_set_new(json, "rematch", json_string(again.code));
}

static json_t *owner_json(struct hub *hub, int64_t id) {
    struct store_account account = {0};
    if (store_get_account(hub->store, id, &account) == STORE_FAILED) hub_cannot_save(hub);
    return *account.name ? json_string(account.name) : json_null();
}

json_t *lobby_table_json(struct hub *hub, const struct store_table *table, const struct store_seat *seats,
                         int64_t account) {
    json_t *list = json_array();
    for (int i = 0; i < table->players; i++) json_array_append_new(list, seat_json(hub, table, &seats[i], account));
    json_t *json = json_pack("{s:s, s:s, s:o, s:i, s:s, s:b, s:b, s:s, s:o, s:o, s:o, s:o, s:o, s:o, s:o}",        //
                             "code", table->code, "game", table->game, "options", tables_options(table),           //
                             "players", table->players, "state", STATES[table->state], "public", table->is_public, //
                             "rated", table->is_rated, "lang", table->lang, "clock", clock_json(table),            //
                             "owner", owner_json(hub, table->owner), "created_at", time_json(table->created_ms),   //
                             "started_at", time_json(table->started_ms), "ended_at", time_json(table->ended_ms),   //
                             "seats", list, "commitment", hex_json(table->commitment));
    if (*table->map) json_object_set_new(json, "map", json_string(table->map));
    if (table->state == TABLE_OVER) put_end(hub, table, seats, json);
    return json;
}

json_t *lobby_listed_json(struct hub *hub, const struct store_table *table, const struct store_seat *seats,
                          int64_t account) {
    json_t *json = lobby_table_json(hub, table, seats, account), *list = json_array();
    json_object_del(json, "map"); /* its name is enough */
    unsigned waits = table->state == TABLE_PLAYING ? table_waits(hub, table, seats) : 0;
    for (int seat = 0; seat < table->players; seat++)
        if (waits >> seat & 1) json_array_append_new(list, json_integer(seat));
    json_object_set_new(json, "waits", list);
    return json;
}

void tables_one(struct ask *ask) {
    struct sitting sitting;
    if (lobby_find(ask, &sitting))
        ask_reply(ask, 200, lobby_table_json(ask->hub, &sitting.row, sitting.seats, ask->account.id));
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

struct list {
    struct ask *ask;
    json_t *tables;
};

static bool add_to_list(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct list *list = context;
    json_array_append_new(list->tables, lobby_listed_json(list->ask->hub, row, seats, list->ask->account.id));
    return true;
}

static bool query_is_set(const struct ask *ask, const char *key) {
    char value[4];
    return query_value(ask->request->query, key, value, sizeof value) && !strcmp(value, "1");
}

static enum store_answer list_mine(struct list *list, bool is_done) {
    struct store *store = list->ask->hub->store;
    int64_t me = list->ask->account.id, before = INT64_MAX;
    char value[24];
    if (query_value(list->ask->request->query, "before", value, sizeof value)) before = strtoll(value, NULL, 10);
    if (is_done) return store_list_tables_in(store, me, TABLE_OVER, before, DONE_MAX, add_to_list, list);
    enum store_answer answer = store_list_tables_in(store, me, TABLE_OPEN, before, LOBBY_MAX, add_to_list, list);
    return answer ? answer : store_list_tables_in(store, me, TABLE_PLAYING, before, LOBBY_MAX, add_to_list, list);
}

void tables_list(struct ask *ask) {
    struct list list = {.ask = ask, .tables = json_array()};
    bool is_done = query_is_set(ask, "done"), is_mine = is_done || query_is_set(ask, "mine");
    if (is_mine && !ask->is_somebody)
        ask_refuse(ask, 401, "nobody");
    else if (ask_stored(ask, is_mine
                                 ? list_mine(&list, is_done)
                                 : store_list_tables(ask->hub->store, TABLE_OPEN, true, LOBBY_MAX, add_to_list, &list)))
        ask_reply(ask, 200, json_pack("{s:O}", "tables", list.tables));
    json_decref(list.tables);
}

/* ---- Games and ratings ------------------------------------------------------------------------------------------- */

static json_t *game_option_json(const struct arkad_option *option) {
    static const char *const kinds[] = {[ARKAD_FLAG] = "flag", [ARKAD_NUMBER] = "number", [ARKAD_SEAT] = "seat"};
    json_t *json = json_pack("{s:s, s:s, s:o}", "name", option->name, "kind", kinds[option->kind], "standard",
                             option_value(option, option->standard));
    if (option->kind == ARKAD_NUMBER) {
        json_object_set_new(json, "min", json_integer(option->min));
        json_object_set_new(json, "max", json_integer(option->max));
    }
    return json;
}

static json_t *game_json(const struct arkad_game *game, const struct lang *lang) {
    char key[64];
    json_t *options = json_array();
    for (int i = 0; arkad_game_option(game, i); i++) {
        const struct arkad_option *option = arkad_game_option(game, i);
        if (option->kind == ARKAD_FLAG || option->kind == ARKAD_NUMBER || option->kind == ARKAD_SEAT)
            json_array_append_new(options, game_option_json(option));
    }
    snprintf(key, sizeof key, "game.%s", arkad_game_name(game));
    return json_pack("{s:s, s:s, s:i, s:i, s:o}", "name", arkad_game_name(game), "title", lang_text(lang, key),
                     "players_min", arkad_players_min(game), "players_max", arkad_players_max(game), "options",
                     options);
}

void tables_games(struct ask *ask) {
    json_t *games = json_array(), *levels = json_array();
    for (int i = 0; arkad_game_at(i); i++)
        if (!arkad_game_is_hidden(arkad_game_at(i)))
            json_array_append_new(games, game_json(arkad_game_at(i), ask->lang));
    for (int level = 1; level <= BOT_LEVELS; level++) {
        char key[16];
        snprintf(key, sizeof key, "level.%d", level);
        json_array_append_new(levels, json_pack("{s:i, s:s}", "level", level, "name", lang_text(ask->lang, key)));
    }
    ask_reply(ask, 200, json_pack("{s:o, s:o}", "games", games, "levels", levels));
}

static bool add_rating(const struct store_rating *rating, const char *name, void *context) {
    json_array_append_new(context,
                          json_pack("{s:s, s:i, s:i, s:i}", "name", name, "rating", (int)(rating->rating + 0.5),
                                    "deviation", (int)(rating->deviation + 0.5), "games", rating->games));
    return true;
}

void tables_ratings(struct ask *ask) {
    const char *name = ask->words[0];
    const struct arkad_game *game = arkad_game_find(name);
    json_t *list = json_array();
    if (!game || arkad_game_is_hidden(game))
        ask_refuse(ask, 404, "bad-game");
    else if (ask_stored(ask, store_list_ratings(ask->hub->store, name, BEST_MAX, add_rating, list)))
        ask_reply(ask, 200, json_pack("{s:s, s:O}", "game", name, "ratings", list));
    json_decref(list);
}
