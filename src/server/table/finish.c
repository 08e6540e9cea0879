/*
 * The end of a game: its result is noted in the row and in the seats, persons are rated, and everybody is told.
 */
#include "server/table/finish.h"

#include "engine/json.h"
#include "server/common/metrics.h"
#include "server/table/broadcast.h"
#include "server/table/rating.h"

#include <assert.h>
#include <string.h>

/* A rated game counts (docs/ratings.md) when each of its persons has made some moves, and all together enough; and two
   persons can change each other's rating only so often. */
enum { RATED_MOVES_EACH = 3, RATED_MOVES_ALL = 8, RATED_A_DAY = 5, RATED_DAY_MS = 24 * 3600 * 1000 };

static void put_numbers(struct json *json, const char *key, const int *numbers, int count) {
    json_put_open(json, key, '[');
    for (int i = 0; i < count; i++) json_put_number(json, NULL, numbers[i]);
    json_close(json, ']');
}

/* In the row and in the seats. */
static void note_result(struct table *table) {
    struct arkad_result result;
    int scores[ARKAD_SEATS_MAX], places[ARKAD_SEATS_MAX], players = table->row.players;
    play_result(&table->play, &result);
    for (int seat = 0; seat < players; seat++) {
        scores[seat] = table->seats[seat].score = result.scores[seat];
        places[seat] = table->seats[seat].place = result.places[seat];
    }
    unsigned resigned = play_resigned(&table->play);
    struct text text = text_in(table->row.result, sizeof table->row.result);
    struct json json = json_to(&text);
    json_put_open(&json, NULL, '{');
    put_numbers(&json, "scores", scores, players);
    put_numbers(&json, "places", places, players);
    if (resigned) json_put_seats(&json, "resigned", resigned);
    json_close(&json, '}');
    assert(!text.is_full);
}

/* Whether persons have played it themselves, as far as it went. */
static bool is_played(const struct table *table) {
    int moves[ARKAD_SEATS_MAX] = {0}, all = 0;
    for (int i = 0; i < table->play.step_count; i++)
        if (table->play.steps[i].by == BY_PERSON) moves[table->play.steps[i].seat]++, all++;
    for (int seat = 0; seat < table->row.players; seat++)
        if (moves[seat] < RATED_MOVES_EACH) return false;
    return all >= RATED_MOVES_ALL;
}

/* Whether two seats were played from one address: one person could have played both. */
static bool is_from_one_place(const struct table *table) {
    for (int one = 0; one < table->row.players; one++)
        for (int other = 0; other < one; other++)
            if (*table->from[one] && !strcmp(table->from[one], table->from[other])) return true;
    return false;
}

/* Whether two of them have played each other too often today. */
static bool is_too_often(struct server *server, const struct table *table) {
    for (int one = 0; one < table->row.players; one++)
        for (int other = 0; other < one; other++) {
            int count = 0;
            if (store_count_rated(server->store, table->seats[one].account, table->seats[other].account,
                                  server->now_ms - RATED_DAY_MS, &count))
                server_cannot_save(server);
            if (count >= RATED_A_DAY) return true;
        }
    return false;
}

static bool does_count(struct server *server, const struct table *table) {
    if (!table->row.is_rated || !is_played(table)) return false;
    return server->config.has_no_limits || (!is_from_one_place(table) && !is_too_often(server, table));
}

static bool store_end(struct server *server, struct table *table) {
    bool has_failed = store_change_table(server->store, &table->row) != STORE_OK;
    for (int seat = 0; seat < table->row.players && !has_failed; seat++)
        has_failed = store_change_seat(server->store, table->row.id, seat, &table->seats[seat]) != STORE_OK;
    if (has_failed) server_cannot_save(server);
    if (!has_failed && does_count(server, table)) rating_game_over(server, &table->row, table->seats);
    return !has_failed;
}

bool finish_game(struct server *server, struct table *table) {
    if (table->play.is_over || !play_is_decided(&table->play)) return false;
    table->row.state = TABLE_OVER;
    table->row.ended_ms = server->now_ms;
    note_result(table);
    struct entry entry = {.kind = ENTRY_OVER, .seat = ENTRY_NOBODY};
    if (!store_end(server, table) || !table_do(server, table, &entry, NULL)) return false;
    metrics_count(server, METRIC_GAMES);
    broadcast_seats(server, table, NULL);
    server->table_changed(server, &table->row, table->seats);
    return true;
}
