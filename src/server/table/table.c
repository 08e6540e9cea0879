/*
 * The life of a table: found in the store, read, begun, settled, put to rest, forgotten.
 */
#include "server/table/table.h"

#include "server/common/log.h"
#include "server/table/ahead.h"
#include "server/table/away.h"
#include "server/table/broadcast.h"
#include "server/table/deal.h"
#include "server/table/finish.h"
#include "server/table/follow.h"
#include "server/table/proposals.h"
#include "server/table/table_bots.h"
#include "server/table/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    TICK_MS = 100,
    GAP_MS = 5000,         /* a pause between two ticks too long to be a delay: the machine slept */
    PLAYING_MAX = 1 << 20, /* tables in play that are brought to life */
};

/* ---- All tables ------------------------------------------------------------------------------------------------- */

static bool is_due(const struct table *table, int64_t now_ms) {
    return (table->deal_ms && table->deal_ms <= now_ms) || (table->think_ms && table->think_ms <= now_ms) ||
           (table->clock_ms && table->clock_ms <= now_ms) || (table->pause_ms && table->pause_ms <= now_ms);
}

static void on_timer(uv_timer_t *timer) {
    struct server *server = timer->data;
    server_tell_time(server);
    for (struct table *table = server->tables->first; table; table = table->next) {
        if (!is_due(table, server->now_ms) || !server_acts_for(server, table->row.id)) continue;
        server_begin_turn(server);
        table_tick(server);
        return;
    }
    server->tables->ticked_ms = server->now_ms;
}

bool table_open_all(struct server *server) {
    struct tables *tables = calloc(1, sizeof *tables);
    assert(!server->tables);
    server->tables = tables;
    if (!tables || !server->loop) return tables;
    if (!(tables->timer = malloc(sizeof *tables->timer))) return false;
    uv_timer_init(server->loop, tables->timer);
    tables->timer->data = server;
    uv_timer_start(tables->timer, on_timer, TICK_MS, TICK_MS);
    uv_unref((uv_handle_t *)tables->timer);
    return true;
}

int table_count(const struct server *server) { return server->tables ? server->tables->count : 0; }

struct table *table_find(const struct server *server, int64_t id) {
    if (!server->tables) return NULL;
    struct table *table = server->tables->buckets[(uint64_t)id % TABLE_BUCKETS];
    while (table && table->row.id != id) table = table->bucket;
    return table;
}

static void link_table(struct tables *tables, struct table *table) {
    assert(table->row.id > 0 && !table->next && !table->previous);
    struct table **bucket = &tables->buckets[(uint64_t)table->row.id % TABLE_BUCKETS];
    table->bucket = *bucket;
    *bucket = table;
    table->next = tables->first;
    if (tables->first) tables->first->previous = table;
    tables->first = table;
    tables->count++;
}

static void unlink_table(struct tables *tables, struct table *table) {
    assert(tables->count > 0);
    struct table **bucket = &tables->buckets[(uint64_t)table->row.id % TABLE_BUCKETS];
    while (*bucket != table) bucket = &(*bucket)->bucket;
    *bucket = table->bucket;
    if (table->previous) table->previous->next = table->next;
    if (table->next) table->next->previous = table->previous;
    if (tables->first == table) tables->first = table->next;
    tables->count--;
}

static bool is_read(const struct table *table) { return table->play.game != NULL; }

static struct resting *resting_of(struct server *server, int64_t id) {
    return &server->tables->resting[(uint64_t)id % TABLE_RESTING];
}

static void note_rest(struct server *server, int64_t id, const struct play *play, int64_t left_ms) {
    struct resting *resting = resting_of(server, id);
    if (!left_ms && resting->id == id) left_ms = resting->left_ms;
    *resting = (struct resting){id, play->count, play_waits(play), play->at_ms, left_ms};
}

static void drop(struct server *server, struct table *table) {
    assert(!table->watchers);
    if (is_read(table)) note_rest(server, table->row.id, &table->play, table->left_ms);
    unlink_table(server->tables, table);
    table_bots_forget(table);
    ahead_free(table);
    play_end(&table->play);
    free(table);
}

void table_rest(struct server *server, struct table *table) {
    bool is_due_here =
        (table->think_ms || table->clock_ms || table->pause_ms) && server_acts_for(server, table->row.id);
    if (table->watchers || table->deal_ms || is_due_here || table->thinking) return;
    drop(server, table);
}

/* ---- From the store --------------------------------------------------------------------------------------------- */

static unsigned find_programs(struct server *server, const struct table *table) {
    unsigned programs = 0;
    struct store_account account;
    for (int seat = 0; seat < table->row.players; seat++) {
        const struct store_seat *row = &table->seats[seat];
        if (row->kind != SEAT_PERSON || store_get_account(server->store, row->account, &account)) continue;
        programs |= (unsigned)(account.kind == ACCOUNT_PROGRAM) << seat;
    }
    return programs;
}

static void forget(struct table *table) {
    table_bots_forget(table);
    ahead_free(table);
    play_end(&table->play);
    table->play.game = NULL;
    table->deal_ms = table->think_ms = table->clock_ms = table->pause_ms = 0;
}

static void log_broken(struct server *server, const struct table *table) {
    LOG_EVENT(server, LOG_LINE_ERROR, "table-broken", {.name = "table", .text = table->row.code},
              {.name = "entry", .number = table->play.count + 1});
}

/* Folds the log. The clocks go on from where the last entry left them. */
static bool read_play(struct server *server, struct table *table) {
    forget(table);
    enum store_answer answer = play_read(server->store, &table->row, table->seats, &table->play, NULL, NULL);
    server->work += table->play.count;
    if (!answer && !ahead_read(server, table)) answer = STORE_FAILED;
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (answer == STORE_NONE) log_broken(server, table);
    if (answer) forget(table);
    if (answer) return false;
    table->programs = find_programs(server, table);
    table->mark_ms = server->now_ms;
    return true;
}

/* Brings a table that was read to life: cards are dealt, bots move, clocks run. */
static void wake(struct server *server, struct table *table) {
    if (table->row.state != TABLE_PLAYING) return;
    if (!play_is_dealt(&table->play))
        table_begin(server, &table->row, table->seats);
    else
        table_settle(server, table);
}

static struct table *take_in(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    struct table *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->row = *row;
    memcpy(table->seats, seats, sizeof table->seats);
    link_table(server->tables, table);
    if (read_play(server, table)) return table;
    drop(server, table);
    return NULL;
}

struct table *table_take(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    struct table *table = table_find(server, row->id);
    if (!table) table = take_in(server, row, seats);
    return table && is_read(table) ? table : NULL;
}

bool table_read_again(struct server *server, struct table *table) {
    enum store_answer answer = store_get_table(server->store, table->row.id, &table->row, table->seats);
    if (answer == STORE_FAILED) server_cannot_save(server);
    return !answer && read_play(server, table);
}

struct table *table_find_or_read(struct server *server, const char *code, bool *has_failed) {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    enum store_answer answer = store_find_table(server->store, code, &row, seats);
    *has_failed = answer == STORE_FAILED;
    if (answer || row.state == TABLE_DROPPED) return NULL;
    struct table *table = table_find(server, row.id);
    if (!table) {
        table = take_in(server, &row, seats);
        *has_failed = !table;
        if (table) wake(server, table);
    }
    return table;
}

/* Everybody who sits there is asked for a share of the seed, watching or not. */
struct table *table_find_code(const struct server *server, const char *code) {
    struct store_table row;
    return store_find_table(server->store, code, &row, NULL) ? NULL : table_find(server, row.id);
}

bool table_is_ready(struct server *server, struct table *table) {
    return is_read(table) || table_read_again(server, table);
}

/* ---- The log ---------------------------------------------------------------------------------------------------- */

int64_t table_ran_ms(const struct server *server, const struct table *table) {
    int64_t ran = server->now_ms - table->mark_ms;
    return play_is_running(&table->play) && ran > 0 ? ran : 0;
}

bool table_add(struct server *server, struct table *table, struct entry *entry, struct arkad_tape *tape) {
    char text[STORE_TEXT_MAX];
    entry->number = table->play.count + 1;
    entry->at_ms = server->now_ms;
    entry->ran_ms = table_ran_ms(server, table);
    entry_write(table->play.game, entry, text);
    struct store_entry stored = {entry->number, entry->kind, entry->seat, entry->at_ms, text};
    enum store_answer answer = store_append(server->store, table->row.id, &stored);
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (answer == STORE_TAKEN && store_is_shared(server->store))
        follow_catch_up(server, table);
    else if (answer == STORE_TAKEN || answer == STORE_NONE)
        table_read_again(server, table);
    if (answer) return false;
    bool fits = play_apply(&table->play, entry, tape);
    assert(fits);
    table->mark_ms = server->now_ms;
    return fits;
}

bool table_do(struct server *server, struct table *table, struct entry *entry, const struct command *command) {
    struct arkad_tape tape = {0};
    if (!table_add(server, table, entry, &tape)) return false;
    broadcast_entry(server, table, entry, &tape, command);
    return true;
}

void table_settle(struct server *server, struct table *table) {
    if (server->has_failed || !is_read(table)) return;
    while (finish_game(server, table) || proposals_settle(server, table) || ahead_settle(server, table))
        if (server->has_failed || !is_read(table)) return;
    table_plan(server, table);
}

void table_plan(struct server *server, struct table *table) {
    int64_t in_ms = 0, was_ms = table->clock_ms;
    bool has_clock = play_is_running(&table->play) && clocks_first_out(&table->play.clocks, &in_ms) >= 0;
    table->clock_ms = has_clock ? table->mark_ms + in_ms : 0;
    int64_t pause_ms = proposals_pause_end_ms(&table->play);
    table->pause_ms =
        pause_ms && table->pause_ms ? table->pause_ms : pause_ms; /* one that is under way ends as planned */
    table_bots_plan(server, table);
    unsigned waits = play_waits(&table->play);
    bool is_news = waits != table->waits || (table->row.clock == CLOCK_DAYS && table->clock_ms != was_ms);
    if (is_news && !table->play.is_over) server->table_turn(server, &table->row, table->seats);
    table->waits = waits;
}

bool table_change_seat(struct server *server, struct table *table, int seat) {
    assert(seat >= 0 && seat < table->row.players);
    if (store_change_seat(server->store, table->row.id, seat, &table->seats[seat])) {
        server_cannot_save(server);
        return false;
    }
    broadcast_seats(server, table, NULL);
    server->table_changed(server, &table->row, table->seats);
    return true;
}

/* ---- What the rest of the server tells the tables --------------------------------------------------------------- */

/* Takes the row and the seats as they are now; watchers may sit somewhere else. */
static void take_rows(struct table *table, const struct store_table *row, const struct store_seat *seats) {
    table->row = *row;
    memcpy(table->seats, seats, sizeof table->seats);
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next)
        watcher->viewer = watch_viewer(table, watcher->client);
}

void table_begin(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    assert(row->state == TABLE_PLAYING);
    struct table *table = table_find(server, row->id);
    if (!table) table = take_in(server, row, seats);
    if (!table) return;
    if (&table->row != row) {
        take_rows(table, row, seats);
        if (!read_play(server, table)) return;
        broadcast_seats(server, table, NULL);
    }
    if (play_is_dealt(&table->play)) return;
    table->deal_ms = server->now_ms + SHARES_MS;
    deal_ask_for_shares(server, table, NULL);
}

void table_seats_changed(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    struct table *table = table_find(server, row->id);
    if (!table) return;
    take_rows(table, row, seats);
    broadcast_seats(server, table, NULL);
    if (row->state != TABLE_DROPPED) return;
    forget(table);
    table_rest(server, table);
}

void table_wake_row(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    if (table_find(server, row->id) || !server_acts_for(server, row->id)) return;
    struct table *table = take_in(server, row, seats);
    if (!table) return;
    wake(server, table);
    table_rest(server, table);
}

static bool wake_row(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct server *server = context;
    table_wake_row(server, row, seats);
    return !server->has_failed;
}

static void wake_watched(struct server *server, struct table *table) {
    if (!table_is_ready(server, table)) return;
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next)
        broadcast_table(server, table, watcher, 0, ENTRIES_MAX, NULL);
    wake(server, table);
}

void table_wake_all(struct server *server) {
    for (struct table *table = server->tables->first; table; table = table->next) wake_watched(server, table);
    if (!server->has_failed) table_wake_mine(server);
}

void table_wake_mine(struct server *server) {
    if (store_list_tables(server->store, TABLE_PLAYING, false, PLAYING_MAX, wake_row, server) == STORE_FAILED)
        server_cannot_save(server);
}

void table_forget_all(struct server *server) {
    if (!server->tables) return;
    struct table *next;
    for (struct table *table = server->tables->first; table; table = next) {
        next = table->next;
        forget(table);
        if (!table->watchers) drop(server, table);
    }
}

static void free_handle(uv_handle_t *handle) { free(handle); }

void table_close_all(struct server *server) {
    struct tables *tables = server->tables;
    if (!tables) return;
    while (tables->first) {
        struct watcher *watcher;
        while ((watcher = tables->first->watchers)) {
            tables->first->watchers = watcher->next;
            free(watcher);
        }
        drop(server, tables->first);
    }
    server->nodes.count = 0;
    watch_forget_nodes(server);
    if (tables->timer) uv_close((uv_handle_t *)tables->timer, free_handle);
    free(tables);
    server->tables = NULL;
}

/* As if the seat had resigned. Before the deal that happens when the cards are dealt: the time for shares is
 * everybody's.
 */
void table_person_gone(struct server *server, const struct store_table *row, const struct store_seat *seats, int seat) {
    assert(seats[seat].kind == SEAT_PERSON);
    struct table *table = table_take(server, row, seats);
    if (!table) return;
    if (play_is_dealt(&table->play) && !table->play.resigned[seat]) away_for_good(server, table, seat);
    table_rest(server, table);
}

/* ---- What is due ------------------------------------------------------------------------------------------------ */

/* The process was stopped, and nobody could move: that time is charged to nobody. */
static void bridge_gap(struct server *server) {
    struct tables *tables = server->tables;
    int64_t gap = tables->ticked_ms ? server->now_ms - tables->ticked_ms : 0;
    tables->ticked_ms = server->now_ms;
    for (struct table *table = tables->first; gap > GAP_MS && table; table = table->next) {
        table->mark_ms += gap;
        if (table->clock_ms) table->clock_ms += gap;
    }
}

static void shift(int64_t *at_ms, int64_t by_ms) { *at_ms += *at_ms ? by_ms : 0; }

void table_clock_was_set(struct server *server, int64_t by_ms) {
    if (!server->tables) return;
    shift(&server->tables->ticked_ms, by_ms);
    for (struct table *table = server->tables->first; table; table = table->next) {
        shift(&table->mark_ms, by_ms);
        shift(&table->deal_ms, by_ms);
        shift(&table->think_ms, by_ms);
        shift(&table->pause_ms, by_ms);
        shift(&table->clock_ms, by_ms);
    }
}

static void tick(struct server *server, struct table *table) {
    if (table->deal_ms && table->deal_ms <= server->now_ms) deal_go_on(server, table);
    if (table->clock_ms && table->clock_ms <= server->now_ms) {
        int64_t in_ms;
        away_time_out(server, table, clocks_first_out(&table->play.clocks, &in_ms));
    }
    if (table->pause_ms && table->pause_ms <= server->now_ms) proposals_end_pause(server, table);
    if (table->think_ms && table->think_ms <= server->now_ms) table_bots_think(server, table);
    table_rest(server, table);
}

void table_tick(struct server *server) {
    assert(server->tables);
    bridge_gap(server);
    if (server->cannot_save) return;
    struct table *next;
    for (struct table *table = server->tables->first; table && !server->has_failed; table = next) {
        next = table->next;
        if (is_due(table, server->now_ms) && server_acts_for(server, table->row.id)) tick(server, table);
    }
}

/* ---- Questions about tables that are not alive ------------------------------------------------------------------- */

/* Reads the log if nobody has since it was last added to. */
static struct resting rest_of(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    const struct resting *resting = resting_of(server, row->id);
    if (resting->id == row->id && resting->count == row->log_count) return *resting;
    struct play play;
    enum store_answer answer = play_read(server->store, row, seats, &play, NULL, NULL);
    server->work += play.count;
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (!answer) note_rest(server, row->id, &play, 0);
    play_end(&play);
    return answer ? (struct resting){.at_ms = row->started_ms} : *resting;
}

unsigned table_waits(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    const struct table *table = table_find(server, row->id);
    return table && is_read(table) ? play_waits(&table->play) : rest_of(server, row, seats).waits;
}

/* A table whose clock runs is alive. */
int64_t table_until_ms(const struct server *server, const struct store_table *row, int seat) {
    const struct table *table = table_find(server, row->id);
    if (!table || !is_read(table) || !play_is_running(&table->play)) return 0;
    const struct seat_clock *clock = &table->play.clocks.of[seat];
    return clock->is_running ? table->mark_ms + clock_left_ms(clock, 0) + clock_bank_ms(clock, 0) : 0;
}

int64_t table_seen_ms(struct server *server, const struct store_table *row, const struct store_seat *seats) {
    const struct table *table = table_find(server, row->id);
    bool is_alive = table && is_read(table);
    struct resting rest = is_alive ? *resting_of(server, row->id) : rest_of(server, row, seats);
    int64_t left_ms = rest.id == row->id ? rest.left_ms : 0, at_ms = is_alive ? table->play.at_ms : rest.at_ms;
    if (is_alive && table->left_ms > left_ms) left_ms = table->left_ms;
    return left_ms > at_ms ? left_ms : at_ms;
}

enum store_answer table_read_moves(struct server *server, const struct store_table *row, move_visitor *visit,
                                   void *context) {
    struct store_seat seats[STORE_SEATS_MAX] = {0};
    struct play play;
    enum store_answer answer = play_read(server->store, row, seats, &play, NULL, NULL);
    server->work += play.count;
    for (int i = 0; !answer && i < play.step_count; i++)
        if (!visit(play.steps[i].seat, &play.steps[i].move, context)) break;
    play_end(&play);
    return answer;
}
