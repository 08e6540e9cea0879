/*
 * Vacations at the tables. That one begins or ends is an entry of the log: clocks are folded from it like everything
 * else.
 */
#include "server/table/vacation.h"

#include "server/table/broadcast.h"

#include <assert.h>

static void note(struct server *server, struct table *table, int seat, int64_t until_ms) {
    const struct play *play = &table->play;
    bool is_known = (play->vacation >> seat & 1) == (unsigned)(until_ms > 0);
    if (is_known || play->is_over || play->resigned[seat]) return;
    struct entry entry = {.kind = ENTRY_VACATION, .seat = seat, .until_ms = until_ms};
    if (!table_do(server, table, &entry, NULL)) return;
    broadcast_seats(server, table, NULL);
    server->table_changed(server, &table->row, table->seats);
    table_settle(server, table);
}

struct change {
    struct server *server;
    int64_t account, until_ms;
};

static bool note_at(const struct store_table *row, const struct store_seat *seats, void *context) {
    const struct change *change = context;
    struct server *server = change->server;
    struct table *table = row->clock == CLOCK_DAYS ? table_take(server, row, seats) : NULL;
    if (!table) return !server->has_failed;
    for (int seat = 0; seat < row->players; seat++)
        if (play_is_dealt(&table->play) && seats[seat].kind == SEAT_PERSON && seats[seat].account == change->account)
            note(server, table, seat, change->until_ms);
    table_rest(server, table);
    return !server->has_failed;
}

void vacation_changed(struct server *server, int64_t account, int64_t until_ms) {
    struct change change = {server, account, until_ms};
    if (store_list_tables_in(server->store, account, TABLE_PLAYING, INT64_MAX, INT32_MAX, note_at, &change))
        server_cannot_save(server);
}

void vacation_at_deal(struct server *server, struct table *table) {
    struct store_vacation vacation;
    for (int seat = 0; seat < table->row.players && table->row.clock == CLOCK_DAYS; seat++) {
        if (table->seats[seat].kind != SEAT_PERSON) continue;
        if (store_get_vacation(server->store, table->seats[seat].account, &vacation)) server_cannot_save(server);
        if (server->has_failed) return;
        if (vacation.until_ms) note(server, table, seat, vacation.until_ms);
    }
}
