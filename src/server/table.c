/*
 * The life of a table: found in the store, read, watched, begun, forgotten; and what clients ask of it.
 */
#include "server/table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    TICK_MS = 100,
    GAP_MS = 5000,         /* a pause between two ticks that is no delay any more: the machine slept */
    PLAYING_MAX = 1 << 20, /* tables in play that are brought to life */
};

/* ---- All tables ------------------------------------------------------------------------------------------------- */

static int64_t wall_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static bool is_due(const struct table *table, int64_t now_ms) {
    return (table->deal_ms && table->deal_ms <= now_ms) || (table->think_ms && table->think_ms <= now_ms) ||
           (table->clock_ms && table->clock_ms <= now_ms);
}

static void on_timer(uv_timer_t *timer) {
    struct hub *hub = timer->data;
    int64_t now_ms = wall_ms();
    for (struct table *table = hub->tables->first; table; table = table->next) {
        if (!is_due(table, now_ms)) continue;
        hub_begin_turn(hub);
        table_tick(hub);
        return;
    }
    hub->tables->ticked_ms = now_ms;
}

static struct tables *tables_of(struct hub *hub) {
    if (hub->tables) return hub->tables;
    struct tables *tables = calloc(1, sizeof *tables);
    if (!tables) abort();
    hub->tables = tables;
    if (!hub->loop || !(tables->timer = malloc(sizeof *tables->timer))) return tables;
    uv_timer_init(hub->loop, tables->timer);
    tables->timer->data = hub;
    uv_timer_start(tables->timer, on_timer, TICK_MS, TICK_MS);
    uv_unref((uv_handle_t *)tables->timer);
    return tables;
}

int table_count(const struct hub *hub) { return hub->tables ? hub->tables->count : 0; }

static struct table *find(const struct hub *hub, int64_t id) {
    if (!hub->tables) return NULL;
    struct table *table = hub->tables->buckets[(uint64_t)id % BUCKETS];
    while (table && table->row.id != id) table = table->bucket;
    return table;
}

static void link_table(struct tables *tables, struct table *table) {
    struct table **bucket = &tables->buckets[(uint64_t)table->row.id % BUCKETS];
    table->bucket = *bucket;
    *bucket = table;
    table->next = tables->first;
    if (tables->first) tables->first->previous = table;
    tables->first = table;
    tables->count++;
}

static void unlink_table(struct tables *tables, struct table *table) {
    struct table **bucket = &tables->buckets[(uint64_t)table->row.id % BUCKETS];
    while (*bucket != table) bucket = &(*bucket)->bucket;
    *bucket = table->bucket;
    if (table->previous) table->previous->next = table->next;
    if (table->next) table->next->previous = table->previous;
    if (tables->first == table) tables->first = table->next;
    tables->count--;
}

static void drop(struct hub *hub, struct table *table) {
    assert(!table->watchers);
    unlink_table(hub->tables, table);
    standing_forget(table);
    play_end(&table->play);
    free(table);
}

void table_rest(struct hub *hub, struct table *table) {
    if (table->watchers || table->deal_ms || table->think_ms || table->clock_ms || table->thinking) return;
    drop(hub, table);
}

/* ---- From the store --------------------------------------------------------------------------------------------- */

static unsigned find_programs(struct hub *hub, const struct table *table) {
    unsigned programs = 0;
    struct store_account account;
    for (int seat = 0; seat < table->row.players; seat++) {
        const struct store_seat *row = &table->seats[seat];
        if (row->kind != SEAT_PERSON || store_get_account(hub->store, row->account, &account)) continue;
        programs |= (unsigned)(account.kind == ACCOUNT_PROGRAM) << seat;
    }
    return programs;
}

static void forget(struct table *table) {
    standing_forget(table);
    play_end(&table->play);
    table->play.game = NULL;
    table->deal_ms = table->think_ms = table->clock_ms = 0;
}

static bool is_read(const struct table *table) { return table->play.game != NULL; }

static void log_broken(struct hub *hub, const struct table *table) {
    HUB_LOG(hub, LOG_LINE_ERROR, "table-broken", {.name = "table", .text = table->row.code},
            {.name = "entry", .number = table->play.count + 1});
}

/* Folds the log. The clocks go on from where the last entry left them. */
static bool read_play(struct hub *hub, struct table *table) {
    forget(table);
    enum store_answer answer = play_read(hub->store, &table->row, table->seats, &table->play, NULL, NULL);
    if (answer == STORE_FAILED) hub_cannot_save(hub);
    if (answer == STORE_NONE) log_broken(hub, table);
    if (answer) forget(table);
    if (answer) return false;
    table->programs = find_programs(hub, table);
    table->mark_ms = hub->now_ms;
    return true;
}

/* Brings a table that was read to life: cards are dealt, bots move, clocks run. */
static void wake(struct hub *hub, struct table *table) {
    if (table->row.state != TABLE_PLAYING) return;
    if (!play_is_dealt(&table->play))
        table_begin(hub, &table->row, table->seats);
    else
        table_settle(hub, table);
}

static struct table *take_in(struct hub *hub, const struct store_table *row, const struct store_seat *seats) {
    struct table *table = calloc(1, sizeof *table);
    if (!table) return NULL;
    table->row = *row;
    memcpy(table->seats, seats, sizeof table->seats);
    link_table(tables_of(hub), table);
    if (read_play(hub, table)) return table;
    drop(hub, table);
    return NULL;
}

/* The row in the store is newer, or what is in memory is not to be trusted. */
static bool read_again(struct hub *hub, struct table *table) {
    enum store_answer answer = store_get_table(hub->store, table->row.id, &table->row, table->seats);
    if (answer == STORE_FAILED) hub_cannot_save(hub);
    return !answer && read_play(hub, table);
}

static struct table *find_or_read(struct hub *hub, const char *code, bool *has_failed) {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    enum store_answer answer = store_find_table(hub->store, code, &row, seats);
    *has_failed = answer == STORE_FAILED;
    if (answer || row.state == TABLE_DROPPED) return NULL;
    struct table *table = find(hub, row.id);
    if (!table) {
        table = take_in(hub, &row, seats);
        *has_failed = !table;
        if (table) wake(hub, table);
    }
    return table;
}

/* ---- The log ---------------------------------------------------------------------------------------------------- */

int64_t table_ran_ms(const struct hub *hub, const struct table *table) {
    int64_t ran = hub->now_ms - table->mark_ms;
    return play_is_running(&table->play) && ran > 0 ? ran : 0;
}

bool table_add(struct hub *hub, struct table *table, struct entry *entry, struct arkad_tape *tape) {
    char text[STORE_TEXT_MAX];
    entry->number = table->play.count + 1;
    entry->at_ms = hub->now_ms;
    entry->ran_ms = table_ran_ms(hub, table);
    entry_write(table->play.game, entry, text);
    struct store_entry stored = {entry->number, entry->kind, entry->seat, entry->at_ms, text};
    enum store_answer answer = store_append(hub->store, table->row.id, &stored);
    if (answer == STORE_FAILED) hub_cannot_save(hub);
    if (answer == STORE_TAKEN || answer == STORE_NONE) read_again(hub, table);
    if (answer) return false;
    bool fits = play_apply(&table->play, entry, tape);
    assert(fits);
    table->mark_ms = hub->now_ms;
    return fits;
}

bool table_do(struct hub *hub, struct table *table, struct entry *entry, const struct asking *asking) {
    struct arkad_tape tape = {0};
    if (!table_add(hub, table, entry, &tape)) return false;
    tell_entry(hub, table, entry, &tape, asking);
    return true;
}

void table_settle(struct hub *hub, struct table *table) {
    if (hub->has_failed || !is_read(table)) return;
    while (act_end(hub, table) || consent_settle(hub, table)) continue;
    int64_t in_ms = 0;
    bool has_clock = play_is_running(&table->play) && clocks_first_out(&table->play.clocks, &in_ms) >= 0;
    table->clock_ms = has_clock ? table->mark_ms + in_ms : 0;
    standing_plan(hub, table);
    unsigned waits = play_waits(&table->play);
    if (waits != table->waits && !table->play.is_over) lobby_turn(hub, &table->row, table->seats);
    table->waits = waits;
}

bool table_change_seat(struct hub *hub, struct table *table, int seat) {
    if (store_change_seat(hub->store, table->row.id, seat, &table->seats[seat])) {
        hub_cannot_save(hub);
        return false;
    }
    tell_seats(hub, table, NULL);
    lobby_changed(hub, &table->row, table->seats);
    return true;
}

/* ---- What the rest of the server tells the tables --------------------------------------------------------------- */

static int viewer_of(const struct table *table, const struct client *client) {
    for (int seat = 0; seat < table->row.players; seat++)
        if (table->seats[seat].kind == SEAT_PERSON && table->seats[seat].account == client->account.id) return seat;
    return ARKAD_SPECTATOR;
}

/* Takes the row and the seats as they are now; who watches may sit somewhere else. */
static void take_rows(struct table *table, const struct store_table *row, const struct store_seat *seats) {
    table->row = *row;
    memcpy(table->seats, seats, sizeof table->seats);
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next)
        watcher->viewer = viewer_of(table, watcher->client);
}

void table_begin(struct hub *hub, const struct store_table *row, const struct store_seat *seats) {
    struct table *table = find(hub, row->id);
    if (!table) table = take_in(hub, row, seats);
    if (!table) return;
    if (&table->row != row) {
        take_rows(table, row, seats);
        if (!read_play(hub, table)) return;
        tell_seats(hub, table, NULL);
    }
    if (play_is_dealt(&table->play)) return;
    table->deal_ms = hub->now_ms + SHARES_MS;
    act_ask_for_shares(hub, table, NULL);
}

void table_seats_changed(struct hub *hub, const struct store_table *row, const struct store_seat *seats) {
    struct table *table = find(hub, row->id);
    if (!table) return;
    take_rows(table, row, seats);
    tell_seats(hub, table, NULL);
}

bool table_is_here(const struct hub *hub, int64_t id, int64_t account) {
    const struct table *table = find(hub, id);
    for (const struct watcher *at = table ? table->watchers : NULL; at; at = at->next)
        if (at->client->account.id == account) return true;
    return false;
}

bool table_has_here(const struct table *table, int seat) {
    for (const struct watcher *at = table->watchers; at; at = at->next)
        if (at->viewer == seat) return true;
    return false;
}

static bool wake_row(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct hub *hub = context;
    if (find(hub, row->id)) return true;
    struct table *table = take_in(hub, row, seats);
    if (!table) return !hub->has_failed;
    wake(hub, table);
    table_rest(hub, table);
    return true;
}

static void wake_watched(struct hub *hub, struct table *table) {
    if (!is_read(table) && !read_again(hub, table)) return;
    for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next)
        tell_table(hub, table, watcher, 0, NULL);
    wake(hub, table);
}

void table_wake_all(struct hub *hub) {
    for (struct table *table = tables_of(hub)->first; table; table = table->next) wake_watched(hub, table);
    if (hub->has_failed) return;
    if (store_list_tables(hub->store, TABLE_PLAYING, false, PLAYING_MAX, wake_row, hub) == STORE_FAILED)
        hub_cannot_save(hub);
}

void table_forget_all(struct hub *hub) {
    if (!hub->tables) return;
    struct table *next;
    for (struct table *table = hub->tables->first; table; table = next) {
        next = table->next;
        forget(table);
        if (!table->watchers) drop(hub, table);
    }
}

static void free_handle(uv_handle_t *handle) { free(handle); }

void table_close_all(struct hub *hub) {
    struct tables *tables = hub->tables;
    if (!tables) return;
    while (tables->first) {
        struct watcher *watcher;
        while ((watcher = tables->first->watchers)) {
            tables->first->watchers = watcher->next;
            free(watcher);
        }
        drop(hub, tables->first);
    }
    if (tables->timer) uv_close((uv_handle_t *)tables->timer, free_handle);
    free(tables);
    hub->tables = NULL;
}

/* As if the seat had resigned; cards that are not dealt yet are dealt first, for the log begins with that. */
void table_person_gone(struct hub *hub, const struct store_table *row, const struct store_seat *seats, int seat) {
    struct table *table = find(hub, row->id);
    if (!table) table = take_in(hub, row, seats);
    if (!table || !is_read(table)) return;
    if (!play_is_dealt(&table->play)) act_deal(hub, table);
    if (play_is_dealt(&table->play) && !table->play.resigned[seat]) act_leave_for_good(hub, table, seat);
    table_rest(hub, table);
}

/* ---- What is due ------------------------------------------------------------------------------------------------ */

/* The process stood still, and nobody could move: that time is nobody's. */
static void bridge_gap(struct hub *hub) {
    struct tables *tables = hub->tables;
    int64_t gap = tables->ticked_ms ? hub->now_ms - tables->ticked_ms : 0;
    tables->ticked_ms = hub->now_ms;
    for (struct table *table = tables->first; gap > GAP_MS && table; table = table->next) {
        table->mark_ms += gap;
        if (table->clock_ms) table->clock_ms += gap;
    }
}

static void tick(struct hub *hub, struct table *table) {
    if (table->deal_ms && table->deal_ms <= hub->now_ms) act_deal(hub, table);
    if (table->clock_ms && table->clock_ms <= hub->now_ms) {
        int64_t in_ms;
        act_time_out(hub, table, clocks_first_out(&table->play.clocks, &in_ms));
    }
    if (table->think_ms && table->think_ms <= hub->now_ms) standing_think(hub, table);
    table_rest(hub, table);
}

void table_tick(struct hub *hub) {
    bridge_gap(hub);
    if (hub->cannot_save) return;
    struct table *next;
    for (struct table *table = hub->tables->first; table && !hub->has_failed; table = next) {
        next = table->next;
        if (is_due(table, hub->now_ms)) tick(hub, table);
    }
}

/* ---- Watching --------------------------------------------------------------------------------------------------- */

void refuse(const struct asking *asking, const char *code) { hub_error(asking->client, code, NULL, asking->re); }

static struct table **slot_of(struct client *client, const struct table *table) {
    for (int i = 0; i < CLIENT_TABLES_MAX; i++)
        if (client->watched[i] == table) return &client->watched[i];
    return NULL;
}

static struct watcher *watcher_of(const struct table *table, const struct client *client) {
    struct watcher *watcher = table->watchers;
    while (watcher && watcher->client != client) watcher = watcher->next;
    return watcher;
}

static struct watcher *add_watcher(struct hub *hub, struct table *table, struct client *client) {
    struct table **slot = slot_of(client, NULL);
    struct watcher *watcher = slot ? calloc(1, sizeof *watcher) : NULL;
    if (!watcher) return NULL;
    *slot = table;
    watcher->client = client;
    watcher->viewer = viewer_of(table, client);
    bool is_new = watcher->viewer != ARKAD_SPECTATOR && !table_has_here(table, watcher->viewer);
    watcher->next = table->watchers;
    table->watchers = watcher;
    if (is_new) tell_seats(hub, table, watcher);
    return watcher;
}

static void remove_watcher(struct hub *hub, struct table *table, struct client *client) {
    struct watcher **at = &table->watchers;
    while (*at && (*at)->client != client) at = &(*at)->next;
    struct watcher *watcher = *at;
    if (!watcher) return;
    *at = watcher->next;
    bool has_left = watcher->viewer != ARKAD_SPECTATOR && !table_has_here(table, watcher->viewer);
    free(watcher);
    if (has_left) tell_seats(hub, table, NULL);
    table_rest(hub, table);
}

/* The table that a message names. */
static const char *code_in(const json_t *message) {
    const char *code = json_string_value(json_object_get(message, "table"));
    return code && strlen(code) < STORE_CODE_MAX ? code : "";
}

static void watch(struct hub *hub, struct client *client, const json_t *message, const json_t *re) {
    bool has_failed = false;
    struct table *table = find_or_read(hub, code_in(message), &has_failed);
    if (!table) {
        hub_error(client, has_failed ? "no-table-now" : "no-table", NULL, re);
        return;
    }
    struct watcher *watcher = watcher_of(table, client);
    if (!watcher) watcher = add_watcher(hub, table, client);
    if (!watcher) {
        hub_error(client, "too-many-watched", NULL, re);
        table_rest(hub, table);
        return;
    }
    watcher->wants_memory = json_is_true(json_object_get(message, "memory"));
    watcher->wants_words = json_is_true(json_object_get(message, "words"));
    json_int_t since = json_integer_value(json_object_get(message, "since"));
    tell_table(hub, table, watcher, since > 0 && since <= INT32_MAX ? (int)since : 0, re);
    act_ask_for_shares(hub, table, client);
}

static void unwatch(struct asking *asking) {
    *slot_of(asking->client, asking->table) = NULL;
    remove_watcher(asking->hub, asking->table, asking->client);
}

void table_client_gone(struct hub *hub, struct client *client) {
    for (int i = 0; i < CLIENT_TABLES_MAX; i++) {
        struct table *table = client->watched[i];
        client->watched[i] = NULL;
        if (table) remove_watcher(hub, table, client);
    }
}

/* ---- Messages --------------------------------------------------------------------------------------------------- */

enum {
    NEEDS_WATCHING = 1,
    NEEDS_SEAT = 2,
    NEEDS_PLAY = 4,
    NEEDS_STORE = 8,
    IS_LIMITED = 16,
    IS_ACT = NEEDS_WATCHING | NEEDS_SEAT | NEEDS_PLAY | NEEDS_STORE | IS_LIMITED,
};

struct act {
    const char *what;
    void (*act)(struct asking *asking);
    int needs;
};

static const struct act ACTS[] = {
    {"move", act_move, IS_ACT},
    {"undo", consent_undo, IS_ACT},
    {"answer", consent_answer, IS_ACT},
    {"pause", consent_pause, IS_ACT},
    {"resume", consent_resume, IS_ACT},
    {"resign", act_resign, IS_ACT},
    {"away", act_away, IS_ACT},
    {"back", act_back, IS_ACT},
    {"give", act_give, NEEDS_SEAT | NEEDS_STORE | IS_LIMITED},
    {"chat", chat_say, NEEDS_WATCHING | NEEDS_STORE},
    {"mute", chat_mute, NEEDS_WATCHING},
    {"unwatch", unwatch, NEEDS_WATCHING},
};

/* NULL, or why it cannot be asked now. */
static const char *judge(const struct asking *asking, const struct act *act) {
    const struct table *table = asking->table;
    if (act->needs & NEEDS_STORE && asking->hub->cannot_save) return "cannot-save";
    if (act->needs & NEEDS_SEAT && !is_read(table) && !read_again(asking->hub, asking->table)) return "no-table-now";
    if (act->needs & NEEDS_SEAT && asking->seat < 0) return "not-seated";
    if (act->needs & NEEDS_PLAY && table->row.state == TABLE_OPEN) return "not-begun";
    if (act->needs & NEEDS_PLAY && table->play.is_over) return "game-over";
    if (act->needs & NEEDS_PLAY && !play_is_dealt(&table->play)) return "not-begun";
    if (act->needs & IS_LIMITED && !limits_allow_account(asking->hub, LIMIT_MOVE, asking->client->account.id))
        return "limited";
    return NULL;
}

/* The table of those that the client watches. */
static struct table *watched_by(struct client *client, const char *code) {
    for (int i = 0; i < CLIENT_TABLES_MAX; i++)
        if (client->watched[i] && !strcmp(client->watched[i]->row.code, code)) return client->watched[i];
    return NULL;
}

/* Everybody who sits there is asked for a share of the seed, watching or not. */
static struct table *alive(struct hub *hub, const char *code) {
    struct store_table row;
    return store_find_table(hub->store, code, &row, NULL) ? NULL : find(hub, row.id);
}

static void handle(struct asking *asking, const struct act *act) {
    const char *code = code_in(asking->message);
    asking->table = watched_by(asking->client, code);
    if (!asking->table && !(act->needs & NEEDS_WATCHING)) asking->table = alive(asking->hub, code);
    if (!asking->table) {
        refuse(asking, "not-watched");
        return;
    }
    int viewer = viewer_of(asking->table, asking->client);
    asking->watcher = watcher_of(asking->table, asking->client);
    asking->seat = viewer == ARKAD_SPECTATOR ? -1 : viewer;
    const char *wrong = judge(asking, act);
    if (wrong)
        refuse(asking, wrong);
    else
        act->act(asking);
}

bool table_message(struct hub *hub, struct client *client, const char *what, const json_t *message, const json_t *re) {
    if (!strcmp(what, "watch")) {
        watch(hub, client, message, re);
        return true;
    }
    for (size_t i = 0; i < sizeof ACTS / sizeof *ACTS; i++) {
        if (strcmp(ACTS[i].what, what) != 0) continue;
        handle(&(struct asking){.hub = hub, .client = client, .message = message, .re = re}, &ACTS[i]);
        return true;
    }
    return false;
}

/* ---- For the rest of the server --------------------------------------------------------------------------------- */

unsigned table_waits(struct hub *hub, const struct store_table *row, const struct store_seat *seats) {
    const struct table *table = find(hub, row->id);
    if (table && is_read(table)) return play_waits(&table->play);
    struct play play;
    enum store_answer answer = play_read(hub->store, row, seats, &play, NULL, NULL);
    if (answer == STORE_FAILED) hub_cannot_save(hub);
    unsigned waits = answer ? 0 : play_waits(&play);
    play_end(&play);
    return waits;
}

enum store_answer table_read_moves(struct hub *hub, const struct store_table *row, move_visitor *visit, void *context) {
    struct store_seat seats[STORE_SEATS_MAX] = {0};
    struct play play;
    char move[ARKAD_MOVE_TEXT_MAX];
    enum store_answer answer = play_read(hub->store, row, seats, &play, NULL, NULL);
    for (int i = 0; !answer && i < play.step_count; i++) {
        arkad_move_write(play.game, &play.steps[i].move, move);
        if (!visit(play.steps[i].seat, move, context)) break;
    }
    play_end(&play);
    return answer;
}
