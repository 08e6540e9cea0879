/*
 * Tables in play that everybody has left: since when, until when, and their end.
 */
#include "server/table/idle.h"

#include "server/table/watch.h"

#include <assert.h>

static const int64_t MINUTE = 60 * 1000LL, HOUR = 3600 * 1000LL, DAY = 24 * 3600 * 1000LL;

static int people_of(const struct store_table *row, const struct store_seat *seats) {
    int people = 0;
    for (int seat = 0; seat < row->players; seat++) people += seats[seat].kind == SEAT_PERSON;
    return people;
}

static bool is_anybody_here(const struct server *server, const struct store_table *row,
                            const struct store_seat *seats) {
    for (int seat = 0; seat < row->players; seat++)
        if (seats[seat].kind == SEAT_PERSON && watch_is_here(server, row->id, seats[seat].account)) return true;
    return false;
}

static int64_t patience_of(const struct store_table *row, const struct store_seat *seats, bool is_full) {
    bool is_alone = people_of(row, seats) == 1;
    if (is_alone && is_full) return 15 * MINUTE;
    return is_alone ? DAY : 7 * DAY;
}

static int64_t end_of(struct server *server, const struct store_table *row, const struct store_seat *seats,
                      bool is_full) {
    bool can_stand_still = row->state == TABLE_PLAYING && row->clock == CLOCK_NONE && row->log_count;
    if (!can_stand_still || is_anybody_here(server, row, seats)) return 0;
    int64_t end = table_seen_ms(server, row, seats) + patience_of(row, seats, is_full);
    int64_t again = server->started_ms + HOUR; /* who was there before the server was started again may come back */
    return end > again || is_full ? end : again;
}

int64_t idle_ends_ms(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    return end_of(server, row, seats, false);
}

struct sweep {
    struct server *server;
    bool is_full;
};

/* Those whom the game waits for; a bot or a stand-in moves by itself. */
static bool end_if_due(const struct store_table *row, const struct store_seat *seats, void *context) {
    const struct sweep *sweep = context;
    struct server *server = sweep->server;
    int64_t end = end_of(server, row, seats, sweep->is_full);
    unsigned waits = end && end <= server->now_ms ? table_waits(server, row, seats) : 0;
    for (int seat = 0; seat < row->players && !server->has_failed; seat++)
        if (waits >> seat & 1 && seats[seat].kind == SEAT_PERSON && !seats[seat].is_away)
            table_person_gone(server, row, seats, seat);
    return !server->has_failed;
}

void idle_sweep(struct server *server, bool is_full) {
    struct sweep sweep = {server, is_full};
    if (store_list_tables(server->store, TABLE_PLAYING, false, INT32_MAX, end_if_due, &sweep) == STORE_FAILED)
        server_cannot_save(server);
}
