/*
 * Following what other servers do to the tables that are alive here. They tell what they have done; what it was is read
 * from the store, and goes to those who watch like what happens here. Nothing that another server says is shown to
 * anybody but through the log, the row and the seats.
 */
#include "server/table/follow.h"

#include "server/table/ahead.h"
#include "server/table/broadcast.h"
#include "server/table/chat.h"
#include "server/table/deal.h"

#include <string.h>

/* ---- The log ----------------------------------------------------------------------------------------------------- */

struct following {
    struct server *server;
    struct table *table;
    bool is_bad;
};

/* The seed and the result are in the row. */
static bool take_row(struct server *server, struct table *table, int kind) {
    char why[ARKAD_WHY_MAX];
    if (kind != ENTRY_START && kind != ENTRY_OVER) return true;
    return !store_get_table(server->store, table->row.id, &table->row, table->seats) &&
           (kind == ENTRY_OVER || !play_take_seed(&table->play, &table->row, why));
}

static bool follow_entry(const struct store_entry *stored, void *context) {
    struct following *following = context;
    struct server *server = following->server;
    struct table *table = following->table;
    struct entry entry;
    struct arkad_tape tape = {0};
    bool is_good = entry_read(table->play.game, stored, &entry) && take_row(server, table, entry.kind);
    if (!is_good || !play_apply(&table->play, &entry, &tape)) {
        following->is_bad = true;
        return false;
    }
    table->deal_ms = 0;
    table->mark_ms = server->now_ms;
    server->work++;
    broadcast_entry(server, table, &entry, &tape, NULL);
    return !server->has_failed;
}

bool follow_catch_up(struct server *server, struct table *table) {
    struct following following = {server, table, false};
    int count = table->play.count;
    if (!table_is_ready(server, table)) return false;
    enum store_answer answer = store_read_log(server->store, table->row.id, count + 1, follow_entry, &following);
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (answer || server->has_failed) return false;
    if (following.is_bad) return table_read_again(server, table);
    if (table->play.count != count) table_plan(server, table);
    return true;
}

/* Those who see in the lobby that it is their turn; the table itself is not needed for it. */
static void tell_turn(struct server *server, int64_t id) {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    if (store_get_table(server->store, id, &row, seats) || row.state != TABLE_PLAYING) return;
    server->table_turn(server, &row, seats);
    if (server_acts_for(server, id)) table_wake_row(server, &row, seats);
}

void follow_log(struct server *server, int64_t id) {
    struct table *table = table_find(server, id);
    if (!table) {
        tell_turn(server, id);
        return;
    }
    follow_catch_up(server, table);
    if (!server->has_failed) table_rest(server, table);
}

/* ---- The row ----------------------------------------------------------------------------------------------------- */

/* The cards are about to be dealt: whoever sits there and is connected here is asked for a share of the seed, once for
   its promise and once (`is_promised`: now) for what was promised. */
static void follow_deal(struct server *server, const struct store_table *row, const struct store_seat *seats,
                        bool is_promised) {
    struct table *table = table_find(server, row->id);
    if (!table || !table->deal_ms) {
        bool is_here = server_acts_for(server, row->id);
        for (int seat = 0; seat < row->players && !is_here; seat++)
            is_here = seats[seat].kind == SEAT_PERSON && client_is_connected(server, seats[seat].account);
        if (is_here) table_begin(server, row, seats);
        return;
    }
    if (is_promised)
        deal_ask_for_shares(server, table, NULL);
    else
        deal_if_complete(server, table);
}

void follow_row(struct server *server, int64_t id) {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    enum store_answer answer = store_get_table(server->store, id, &row, seats);
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (answer) return;
    struct table *table = table_find(server, id);
    bool is_promised = table && row.has_promises && !table->row.has_promises;
    server->table_changed(server, &row, seats);
    if (table) table_seats_changed(server, &row, seats);
    if (row.state == TABLE_PLAYING && !row.log_count) follow_deal(server, &row, seats, is_promised);
    table = table_find(server, id);
    if (table && table_is_ready(server, table) && !ahead_read(server, table)) server_cannot_save(server);
}

void follow_line(struct server *server, int64_t id, int64_t number) {
    struct table *table = table_find(server, id);
    if (table) chat_follow(server, table, number);
}

/* ---- Everything -------------------------------------------------------------------------------------------------- */

bool follow_all(struct server *server, struct table *table) {
    int64_t id = table->row.id;
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    if (store_get_table(server->store, id, &row, seats) == STORE_FAILED) {
        server_cannot_save(server);
        return false;
    }
    if (memcmp(seats, table->seats, sizeof seats) != 0 || row.state != table->row.state ||
        row.has_promises != table->row.has_promises)
        follow_row(server, id);
    table = server->has_failed ? NULL : table_find(server, id);
    if (table && row.log_count != table->play.count) follow_log(server, id);
    return !server->has_failed;
}

bool follow_hold(struct server *server, struct table *table) {
    if (!store_is_shared(server->store)) return true;
    enum store_answer answer = store_hold(server->store, table->row.id);
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    if (!answer) answer = store_get_table(server->store, table->row.id, &row, seats);
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (answer) return false;
    table->row = row;
    memcpy(table->seats, seats, sizeof seats);
    return true;
}

void follow_nodes(struct server *server) {
    struct table *next;
    for (struct table *table = server->tables->first; table && !server->has_failed; table = next) {
        next = table->next;
        if (server_acts_for(server, table->row.id) && table_is_ready(server, table)) table_plan(server, table);
        if (!server->has_failed) table_rest(server, table);
    }
    if (!server->has_failed) table_wake_mine(server);
}
