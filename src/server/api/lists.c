/*
 * Lists of tables; the games, and the best players of each.
 */
#include "server/api/lists.h"

#include "bots/bot.h"
#include "lang/say.h"
#include "server/api/lobby_board.h"
#include "server/api/record.h"
#include "server/table/table_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DONE_MAX = 50, /* finished games in one answer */
    BEST_MAX = 100,
};

void lists_one(struct call *call) {
    struct record record;
    if (record_find(call, &record))
        call_reply(call, 200, table_json(call->server, &record.row, record.seats, call->account.id));
}

/* ---- Lists ------------------------------------------------------------------------------------------------------- */

struct list {
    struct call *call;
    json_t *tables;
};

static bool add_to_list(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct list *list = context;
    json_array_append_new(list->tables, table_json_listed(list->call->server, row, seats, list->call->account.id));
    return true;
}

static bool query_is_set(const struct call *call, const char *key) {
    char value[4];
    return call_query(call->request->query, key, value, sizeof value) && !strcmp(value, "1");
}

static enum store_answer list_mine(struct list *list, bool is_done) {
    struct store *store = list->call->server->store;
    int64_t me = list->call->account.id, before = INT64_MAX;
    char value[24];
    if (call_query(list->call->request->query, "before", value, sizeof value)) before = strtoll(value, NULL, 10);
    if (is_done) return store_list_tables_in(store, me, TABLE_OVER, before, DONE_MAX, add_to_list, list);
    enum store_answer answer = store_list_tables_in(store, me, TABLE_OPEN, before, LOBBY_MAX, add_to_list, list);
    return answer ? answer : store_list_tables_in(store, me, TABLE_PLAYING, before, LOBBY_MAX, add_to_list, list);
}

static void write_open(void *context, struct json *json) {
    const struct call *call = context;
    json_put_open(json, NULL, '{');
    json_put_open(json, "tables", '[');
    lobby_board_write(call->server, call->account.id, json);
    json_close(json, ']');
    json_close(json, '}');
}

static void list_open(struct call *call) {
    size_t length;
    char *text = lobby_board_text(write_open, call, &length);
    if (!text)
        call_refuse(call, 503, "busy");
    else if (call->server->has_failed)
        call_refuse(call, 503, "cannot-save");
    else
        call_text(call, "application/json", text, length);
    free(text);
}

void lists_tables(struct call *call) {
    struct list list = {.call = call};
    bool is_done = query_is_set(call, "done");
    if (!is_done && !query_is_set(call, "mine")) {
        list_open(call);
        return;
    }
    if (!call->is_somebody) {
        call_refuse(call, 401, "nobody");
        return;
    }
    list.tables = json_array();
    if (call_stored(call, list_mine(&list, is_done))) call_reply(call, 200, json_pack("{s:O}", "tables", list.tables));
    json_decref(list.tables);
}

/* ---- Games and ratings ------------------------------------------------------------------------------------------- */

static json_t *game_option_json(const struct arkad_option *option) {
    static const char *const kinds[] = {[ARKAD_FLAG] = "flag", [ARKAD_NUMBER] = "number", [ARKAD_SEAT] = "seat"};
    json_t *json = json_pack("{s:s, s:s, s:o}", "name", option->name, "kind", kinds[option->kind], "standard",
                             table_json_option(option, option->standard));
    if (option->kind == ARKAD_NUMBER) {
        json_object_set_new(json, "min", json_integer(option->min));
        json_object_set_new(json, "max", json_integer(option->max));
    }
    return json;
}

static json_t *game_json(const struct arkad_game *game, const struct lang *lang) {
    json_t *options = json_array();
    for (int i = 0; arkad_game_option(game, i); i++) {
        const struct arkad_option *option = arkad_game_option(game, i);
        if (option->kind == ARKAD_FLAG || option->kind == ARKAD_NUMBER || option->kind == ARKAD_SEAT)
            json_array_append_new(options, game_option_json(option));
    }
    return json_pack("{s:s, s:s, s:i, s:i, s:o}", "name", arkad_game_name(game), "title", say_title(lang, game),
                     "players_min", arkad_players_min(game), "players_max", arkad_players_max(game), "options",
                     options);
}

void lists_games(struct call *call) {
    json_t *games = json_array(), *levels = json_array();
    for (int i = 0; arkad_game_at(i); i++)
        if (!arkad_game_is_hidden(arkad_game_at(i)))
            json_array_append_new(games, game_json(arkad_game_at(i), call->lang));
    for (int level = 1; level <= BOT_LEVELS; level++) {
        char key[16];
        snprintf(key, sizeof key, "level.%d", level);
        json_array_append_new(levels, json_pack("{s:i, s:s}", "level", level, "name", lang_text(call->lang, key)));
    }
    call_reply(call, 200, json_pack("{s:o, s:o}", "games", games, "levels", levels));
}

static bool add_rating(const struct store_rating *rating, const char *name, void *context) {
    json_array_append_new(context,
                          json_pack("{s:s, s:i, s:i, s:i}", "name", name, "rating", (int)(rating->rating + 0.5),
                                    "deviation", (int)(rating->deviation + 0.5), "games", rating->games));
    return true;
}

void lists_ratings(struct call *call) {
    const char *game = call->words[0];
    const struct arkad_game *found = arkad_game_find(game);
    json_t *list = json_array();
    if (!found || arkad_game_is_hidden(found))
        call_refuse(call, 404, "bad-game");
    else if (call_stored(call, store_list_ratings(call->server->store, game, BEST_MAX, add_rating, list)))
        call_reply(call, 200, json_pack("{s:s, s:O}", "game", game, "ratings", list));
    json_decref(list);
}
