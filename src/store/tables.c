/*
 * Tables: their rows, seats and logs.
 */
#include "store/inside.h"

#include <poll.h>
#include <string.h>

enum {
    ADD_TABLE,
    GET_TABLE,
    FIND_TABLE,
    CHANGE_TABLE,
    LIST_TABLES,
    LIST_TABLES_OF,
    LIST_TABLES_IN,
    COUNT_TABLES,
    COUNT_TABLES_OF,
    FIND_REMATCH,
    ADD_SEAT,
    GET_SEATS,
    CHANGE_SEAT,
    APPEND,
    APPEND_SHARED,
    LOCK,
    HAS_ENTRY,
    READ_LOG,
    MARK,
    KEEP,
    FORGET,
};

enum { LOCK_TRIES = 25, LOCK_MS = 2 };

#define TABLE                                                                                                      \
    "code, game, options, lang, players, state, is_public, is_rated, clock, move_ms, bank_ms, owner, rematch_of, " \
    "created_ms, started_ms, ended_ms, commitment, secret, seed, result, map, has_promises"
#define TABLE_MARKS "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"
#define TABLE_READ "SELECT id, (SELECT max(number) FROM log WHERE table_id = id), " TABLE " FROM tables "

#define SEAT                                                                                                        \
    "kind, account, level, invite, bank_ms, is_away, has_given, given, place, score, rating_before, rating_after, " \
    "has_promised, promised"
#define SEAT_MARKS "?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?"

static const char *const SQL[] = {
    [ADD_TABLE] = "INSERT INTO tables (" TABLE ") VALUES (" TABLE_MARKS ") RETURNING id",
    [GET_TABLE] = TABLE_READ "WHERE id = ?",
    [FIND_TABLE] = TABLE_READ "WHERE code = ?",
    [CHANGE_TABLE] = "UPDATE tables SET (" TABLE ") = (" TABLE_MARKS ") WHERE id = ?",
    [LIST_TABLES] = TABLE_READ "WHERE state = ? AND is_public >= ? ORDER BY id DESC LIMIT ?",
    [LIST_TABLES_OF] = (TABLE_READ "WHERE id IN (SELECT table_id FROM seats WHERE account = ?) AND created_ms < ? "
                                   "ORDER BY id DESC LIMIT ?"),
    [LIST_TABLES_IN] = (TABLE_READ "WHERE id IN (SELECT table_id FROM seats WHERE account = ?) AND state = ? "
                                   "AND created_ms < ? ORDER BY id DESC LIMIT ?"),
    [COUNT_TABLES] = "SELECT count(*) FROM tables WHERE state = ?",
    [COUNT_TABLES_OF] = ("SELECT count(DISTINCT id) FROM tables JOIN seats ON table_id = id "
                         "WHERE account = ? AND seats.kind = 2 AND state = ?"), /* SEAT_PERSON */
    [FIND_REMATCH] = TABLE_READ "WHERE rematch_of = ? ORDER BY id DESC LIMIT 1",
    [ADD_SEAT] = "INSERT INTO seats (table_id, seat, " SEAT ") VALUES (?, ?, " SEAT_MARKS ")",
    [GET_SEATS] = "SELECT seat, " SEAT " FROM seats WHERE table_id = ? ORDER BY seat",
    [CHANGE_SEAT] = "UPDATE seats SET (" SEAT ") = (" SEAT_MARKS ") WHERE table_id = ? AND seat = ?",
    /* One that is there already violates the key. (An INSERT of what a SELECT finds would copy pages, to be able to
       undo it alone.) */
    [APPEND] = "INSERT INTO log (table_id, number, kind, seat, at_ms, text) VALUES (?, ?, ?, ?, ?, ?)",
    /* Only while no other server adds to that log; one that is there already is taken without an error, which would end
       the batch. */
    [APPEND_SHARED] = ("INSERT INTO log (table_id, number, kind, seat, at_ms, text) "
                       "SELECT CAST(?1 AS bigint), CAST(?2 AS bigint), CAST(? AS bigint), CAST(? AS bigint), "
                       "CAST(? AS bigint), ? WHERE pg_try_advisory_xact_lock(?1) "
                       "AND (?2 > 1 OR EXISTS (SELECT 1 FROM tables WHERE id = ?1)) ON CONFLICT DO NOTHING"),
    [LOCK] = "SELECT CAST(pg_try_advisory_xact_lock(?) AS integer)",
    [HAS_ENTRY] = "SELECT 1 FROM log WHERE table_id = ? AND number = ?",
    [READ_LOG] = "SELECT number, kind, seat, at_ms, text FROM log WHERE table_id = ? AND number >= ? ORDER BY number",
    [MARK] = "SAVEPOINT whole",
    [KEEP] = "RELEASE whole",
    [FORGET] = "ROLLBACK TO whole",
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_TABLES, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_TABLES, SQL, which); }

/* ---- Rows -------------------------------------------------------------------------------------------------------- */

static void table_fields(struct query *query, struct store_table *table) {
    field_text(query, table->code, sizeof table->code);
    field_text(query, table->game, sizeof table->game);
    field_text(query, table->options, sizeof table->options);
    field_text(query, table->lang, sizeof table->lang);
    field_int(query, &table->players);
    field_int(query, &table->state);
    field_flag(query, &table->is_public);
    field_flag(query, &table->is_rated);
    field_int(query, &table->clock);
    field_number(query, &table->move_ms);
    field_number(query, &table->bank_ms);
    field_reference(query, &table->owner);
    field_reference(query, &table->rematch_of);
    field_number(query, &table->created_ms);
    field_number(query, &table->started_ms);
    field_number(query, &table->ended_ms);
    field_hash(query, table->commitment);
    field_hash(query, table->secret);
    field_hash(query, table->seed);
    field_text(query, table->result, sizeof table->result);
    field_text(query, table->map, sizeof table->map);
    field_flag(query, &table->has_promises);
}

static void seat_fields(struct query *query, struct store_seat *seat) {
    field_int(query, &seat->kind);
    field_reference(query, &seat->account);
    field_int(query, &seat->level);
    field_text(query, seat->invite, sizeof seat->invite);
    field_number(query, &seat->bank_ms);
    field_flag(query, &seat->is_away);
    field_flag(query, &seat->has_given);
    field_hash(query, seat->given);
    field_int(query, &seat->place);
    field_int(query, &seat->score);
    field_float(query, &seat->rating_before);
    field_float(query, &seat->rating_after);
    field_flag(query, &seat->has_promised);
    field_hash(query, seat->promised);
}

/* ---- Changes ----------------------------------------------------------------------------------------------------- */

static enum store_answer add_seat(struct store *store, int64_t table, int seat, const struct store_seat *row) {
    struct store_seat copy = *row;
    struct query query = changing(store, ADD_SEAT);
    bind_number(&query, table);
    bind_number(&query, seat);
    seat_fields(&query, &copy);
    return query_run(&query);
}

static enum store_answer add_row(struct store *store, struct store_table *table) {
    struct query query = changing(store, ADD_TABLE);
    table_fields(&query, table);
    enum store_answer answer = query_run(&query);
    if (answer == STORE_OK) table->id = query.id;
    return answer;
}

static enum store_answer run_mark(struct store *store, int which) {
    struct query query = changing(store, which);
    return query_end(&query, query_row(&query) == STORE_NONE ? STORE_OK : STORE_FAILED);
}

/* With all its seats or not at all. */
enum store_answer store_add_table(struct store *store, struct store_table *table, const struct store_seat *seats) {
    assert(table->players > 0 && table->players <= STORE_SEATS_MAX);
    assert(table->clock >= CLOCK_NONE && table->clock <= CLOCK_DAYS);
    if (run_mark(store, MARK)) return STORE_FAILED;
    enum store_answer answer = add_row(store, table);
    for (int i = 0; i < table->players && answer == STORE_OK; i++) answer = add_seat(store, table->id, i, &seats[i]);
    if (answer == STORE_FAILED) return answer;
    if (answer != STORE_OK && run_mark(store, FORGET)) return STORE_FAILED;
    if (answer == STORE_OK) store_note(store, NEWS_TABLE, table->id, 0);
    return run_mark(store, KEEP) ? STORE_FAILED : answer;
}

enum store_answer store_change_table(struct store *store, const struct store_table *table) {
    assert(table->id > 0 && table->state >= TABLE_OPEN && table->state <= TABLE_DROPPED);
    struct store_table row = *table;
    struct query query = changing(store, CHANGE_TABLE);
    table_fields(&query, &row);
    bind_number(&query, row.id);
    store_note(store, NEWS_TABLE, row.id, 0);
    return query_run(&query);
}

enum store_answer store_change_seat(struct store *store, int64_t table, int seat, const struct store_seat *row) {
    assert(table > 0 && seat >= 0 && seat < STORE_SEATS_MAX);
    struct store_seat copy = *row;
    struct query query = changing(store, CHANGE_SEAT);
    seat_fields(&query, &copy);
    bind_number(&query, table);
    bind_number(&query, seat);
    store_note(store, NEWS_TABLE, table, 0);
    return query_run(&query);
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

static enum store_answer read_seats(struct store *store, int64_t table, struct store_seat *seats) {
    memset(seats, 0, STORE_SEATS_MAX * sizeof *seats);
    struct query query = reading(store, GET_SEATS);
    bind_number(&query, table);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK && !query.is_bad) {
        int seat = 0;
        field_int(&query, &seat);
        query.is_bad |= seat < 0 || seat >= STORE_SEATS_MAX;
        if (!query.is_bad) seat_fields(&query, &seats[seat]);
    }
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}

static enum store_answer read_table(struct query *query, struct store_table *table, struct store_seat *seats) {
    enum store_answer answer = query_row(query);
    if (answer != STORE_OK) return answer;
    field_number(query, &table->id);
    field_int(query, &table->log_count);
    table_fields(query, table);
    if (query->is_bad) return STORE_FAILED;
    return seats ? read_seats(query->store, table->id, seats) : STORE_OK;
}

enum store_answer store_get_table(struct store *store, int64_t id, struct store_table *table,
                                  struct store_seat *seats) {
    struct query query = reading(store, GET_TABLE);
    bind_number(&query, id);
    return query_end(&query, read_table(&query, table, seats));
}

enum store_answer store_find_table(struct store *store, const char *code, struct store_table *table,
                                   struct store_seat *seats) {
    struct query query = reading(store, FIND_TABLE);
    bind_text(&query, code);
    return query_end(&query, read_table(&query, table, seats));
}

static enum store_answer visit_tables(struct query *query, table_visitor *visit, void *context) {
    assert(visit);
    struct store_table table;
    struct store_seat seats[STORE_SEATS_MAX];
    enum store_answer answer;
    do answer = read_table(query, &table, seats);
    while (answer == STORE_OK && visit(&table, seats, context));
    return query_end(query, answer == STORE_NONE ? STORE_OK : answer);
}

enum store_answer store_list_tables(struct store *store, int state, bool public_only, int most, table_visitor *visit,
                                    void *context) {
    struct query query = reading(store, LIST_TABLES);
    bind_number(&query, state);
    bind_number(&query, public_only);
    bind_number(&query, most);
    return visit_tables(&query, visit, context);
}

enum store_answer store_list_tables_of(struct store *store, int64_t account, int64_t before_ms, int most,
                                       table_visitor *visit, void *context) {
    struct query query = reading(store, LIST_TABLES_OF);
    bind_number(&query, account);
    bind_number(&query, before_ms);
    bind_number(&query, most);
    return visit_tables(&query, visit, context);
}

enum store_answer store_list_tables_in(struct store *store, int64_t account, int state, int64_t before_ms, int most,
                                       table_visitor *visit, void *context) {
    struct query query = reading(store, LIST_TABLES_IN);
    bind_number(&query, account);
    bind_number(&query, state);
    bind_number(&query, before_ms);
    bind_number(&query, most);
    return visit_tables(&query, visit, context);
}

static enum store_answer read_count(struct query *query, int *count) {
    enum store_answer answer = query_row(query);
    if (answer == STORE_OK) field_int(query, count);
    return query_end(query, answer);
}

enum store_answer store_count_tables(struct store *store, int state, int *count) {
    struct query query = reading(store, COUNT_TABLES);
    bind_number(&query, state);
    return read_count(&query, count);
}

enum store_answer store_count_tables_of(struct store *store, int64_t account, int state, int *count) {
    struct query query = reading(store, COUNT_TABLES_OF);
    bind_number(&query, account);
    bind_number(&query, state);
    return read_count(&query, count);
}

enum store_answer store_find_rematch(struct store *store, int64_t of, struct store_table *table,
                                     struct store_seat *seats) {
    struct query query = reading(store, FIND_REMATCH);
    bind_number(&query, of);
    return query_end(&query, read_table(&query, table, seats));
}

/* ---- The log ----------------------------------------------------------------------------------------------------- */

static void entry_fields(struct query *query, struct store_entry *entry) {
    field_int(query, &entry->number);
    field_int(query, &entry->kind);
    field_int(query, &entry->seat);
    field_number(query, &entry->at_ms);
    field_long_text(query, &entry->text);
}

/* Part of a change: if it fails, so does the batch. */
static enum store_answer find_entry(struct store *store, int64_t table, int number) {
    struct query query = changing(store, HAS_ENTRY);
    bind_number(&query, table);
    bind_number(&query, number);
    return query_end(&query, query_row(&query));
}

static enum store_answer run_append(struct store *store, int which, int64_t table, struct store_entry row) {
    struct query query = changing(store, which);
    bind_number(&query, table);
    entry_fields(&query, &row);
    return query_run(&query);
}

/* Nobody else changes the table until the batch ends; STORE_TAKEN: another server is at it, and goes on being so. Two
   servers that wait for one another both give up. */
static enum store_answer lock_table(struct store *store, int64_t table) {
    for (int tries = 0; tries < LOCK_TRIES; tries++) {
        int is_ours = 0;
        struct query query = changing(store, LOCK);
        bind_number(&query, table);
        enum store_answer answer = query_row(&query);
        if (answer == STORE_OK) field_int(&query, &is_ours);
        answer = query_end(&query, answer);
        if (answer != STORE_OK || is_ours) return answer;
        poll(NULL, 0, LOCK_MS);
    }
    return STORE_TAKEN;
}

enum store_answer store_hold(struct store *store, int64_t table) {
    return store->driver->is_shared ? lock_table(store, table) : STORE_OK;
}

/* Others add to the log, too: what is not added at once may be there, or its log may be in use by another server. */
static enum store_answer append_shared(struct store *store, int64_t table, const struct store_entry *entry) {
    enum store_answer answer = run_append(store, APPEND_SHARED, table, *entry);
    if (answer != STORE_NONE) return answer;
    answer = lock_table(store, table);
    if (!answer) answer = run_append(store, APPEND_SHARED, table, *entry);
    if (answer != STORE_NONE) return answer;
    answer = find_entry(store, table, entry->number);
    return answer == STORE_OK ? STORE_TAKEN : answer;
}

/* Only if the one before it is there. */
enum store_answer store_append(struct store *store, int64_t table, const struct store_entry *entry) {
    assert(entry->number >= 1 && strlen(entry->text) < STORE_TEXT_MAX);
    struct tail *tail = &store->tails[(uint64_t)table % TAILS];
    bool is_next = entry->number == 1 || (tail->table == table && tail->number == entry->number - 1);
    enum store_answer before = is_next ? STORE_OK : find_entry(store, table, entry->number - 1);
    if (before != STORE_OK) return before;
    bool is_shared = store->driver->is_shared;
    enum store_answer answer =
        is_shared ? append_shared(store, table, entry) : run_append(store, APPEND, table, *entry);
    if (answer != STORE_OK) return answer;
    *tail = (struct tail){table, entry->number};
    store->last.table = table, store->last.number = entry->number;
    store_note(store, NEWS_LOG, table, 0);
    return answer;
}

enum store_answer store_read_log(struct store *store, int64_t table, int from, entry_visitor *visit, void *context) {
    assert(from >= 1 && visit);
    struct store_entry entry;
    struct query query = reading(store, READ_LOG);
    bind_number(&query, table);
    bind_number(&query, from);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        entry_fields(&query, &entry);
        if (query.is_bad || !visit(&entry, context)) break;
    }
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}
