/*
 * The end of a game: its result is noted in the row and in the seats, persons are rated, and everybody is told.
 */
#include "server/table/finish.h"

#include "engine/json.h"
#include "server/common/metrics.h"
#include "server/table/broadcast.h"
#include "server/table/rating.h"

#include <assert.h>

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
    struct text text = text_in(table->row.result, sizeof table->row.result);
    struct json json = json_to(&text);
    json_put_open(&json, NULL, '{');
    put_numbers(&json, "scores", scores, players);
    put_numbers(&json, "places", places, players);
    json_close(&json, '}');
    assert(!text.is_full);
}

static bool store_end(struct server *server, struct table *table) {
    bool has_failed = store_change_table(server->store, &table->row) != STORE_OK;
    for (int seat = 0; seat < table->row.players && !has_failed; seat++)
        has_failed = store_change_seat(server->store, table->row.id, seat, &table->seats[seat]) != STORE_OK;
    if (has_failed) server_cannot_save(server);
    if (!has_failed && table->row.is_rated) rating_game_over(server, &table->row, table->seats);
    return !has_failed;
}

bool finish_game(struct server *server, struct table *table) {
    if (!play_is_dealt(&table->play) || table->play.is_over || !arkad_is_over(&table->play.position)) return false;
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
