/*
 * Everything from one store into another, empty one: from a file into a database, or back. What was written is read
 * again and compared, field by field, before it is committed.
 *
 * Rows of tables go one table at a time, so that no more than one log is held in memory.
 */
#include "store/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FIELDS_MAX = 24 };

/* The fields of a kind of row, by letters: n a number, r a reference, d a real number, t a text, h a hash, o a text or
   none. The first statement reads all rows, or (`by_table`) those of one table. */
struct kind {
    const char *fields, *read, *write;
    bool by_table;
};

enum { ACCOUNTS, TABLES, SEATS, LOG, LINES, ANALYSES, AHEAD, SESSIONS, RATINGS, VACATIONS, KINDS };

static const struct kind kinds[KINDS] = {
    [ACCOUNTS] =
        {"nrntoottttnn",
         "SELECT id, owner, kind, name, name_key, look_key, password, email, lang, settings, created_ms, seen_ms "
         "FROM accounts ORDER BY id",
         "INSERT INTO accounts (id, owner, kind, name, name_key, look_key, password, email, lang, settings, "
         "created_ms, seen_ms) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
         false},
    [TABLES] =
        {"nttttnnnnnnnrrnnnhhhttn",
         "SELECT id, code, game, options, lang, players, state, is_public, is_rated, clock, move_ms, bank_ms, owner, "
         "rematch_of, created_ms, started_ms, ended_ms, commitment, secret, seed, result, map, has_promises "
         "FROM tables ORDER BY id",
         "INSERT INTO tables (id, code, game, options, lang, players, state, is_public, is_rated, clock, move_ms, "
         "bank_ms, owner, rematch_of, created_ms, started_ms, ended_ms, commitment, secret, seed, result, map, "
         "has_promises) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
         false},
    [SEATS] =
        {"nnnrntnnnhnnddnh",
         "SELECT table_id, seat, kind, account, level, invite, bank_ms, is_away, has_given, given, place, score, "
         "rating_before, rating_after, has_promised, promised FROM seats WHERE table_id = ? ORDER BY seat",
         "INSERT INTO seats (table_id, seat, kind, account, level, invite, bank_ms, is_away, has_given, given, place, "
         "score, rating_before, rating_after, has_promised, promised) "
         "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
         true},
    [LOG] =
        {"nnnnnt", "SELECT table_id, number, kind, seat, at_ms, text FROM log WHERE table_id = ? ORDER BY number",
         "INSERT INTO log (table_id, number, kind, seat, at_ms, text) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
         true},
    [LINES] = {"nnnrnt",
               "SELECT table_id, number, channel, account, at_ms, text FROM lines WHERE table_id = ? ORDER BY number",
               "INSERT INTO lines (table_id, number, channel, account, at_ms, text) VALUES (?, ?, ?, ?, ?, ?)", true},
    [ANALYSES] = {"nt", "SELECT table_id, text FROM analyses WHERE table_id = ?",
                  "INSERT INTO analyses (table_id, text) VALUES (?, ?)", true},
    [AHEAD] = {"nnt", "SELECT table_id, seat, text FROM ahead WHERE table_id = ? ORDER BY seat",
               "INSERT INTO ahead (table_id, seat, text) VALUES (?, ?, ?)", true},
    [SESSIONS] = {"hnnnn", "SELECT hash, account, created_ms, seen_ms, expires_ms FROM sessions ORDER BY hash",
                  "INSERT INTO sessions (hash, account, created_ms, seen_ms, expires_ms) VALUES (?, ?, ?, ?, ?)",
                  false},
    [RATINGS] = {"ntdddnn",
                 "SELECT account, game, rating, deviation, volatility, games, changed_ms FROM ratings "
                 "ORDER BY account, game",
                 "INSERT INTO ratings (account, game, rating, deviation, volatility, games, changed_ms) "
                 "VALUES (?, ?, ?, ?, ?, ?, ?)",
                 false},
    [VACATIONS] = {"nnnn", "SELECT account, until_ms, year, days FROM vacations ORDER BY account",
                   "INSERT INTO vacations (account, until_ms, year, days) VALUES (?, ?, ?, ?)", false},
};

struct transfer {
    struct store *from, *to;
    const char *reads[KINDS], *writes[KINDS];
    int64_t rows;
};

struct cell {
    int64_t number;
    double real;
    const char *text;
    uint8_t hash[STORE_HASH];
};

/* One field, read into the cell or bound from it. */
static void put_cell(struct query *query, char kind, struct cell *cell) {
    switch (kind) {
    case 'n': field_number(query, &cell->number); break;
    case 'r': field_reference(query, &cell->number); break;
    case 'd': field_real(query, &cell->real); break;
    case 'h': field_hash(query, cell->hash); break;
    case 't': field_long_text(query, &cell->text); break;
    default:
        if (query->is_reading)
            cell->text = query->store->driver->text(query);
        else if (cell->text)
            bind_text(query, cell->text);
        else
            bind_none(query);
    }
}

static void put_cells(struct query *query, const struct kind *kind, struct cell *cells) {
    for (int i = 0; kind->fields[i]; i++) put_cell(query, kind->fields[i], &cells[i]);
}

static struct query read_rows(struct store *store, const struct transfer *transfer, int kind, int64_t table) {
    struct query query = query_read(store, PART_READ, transfer->reads, kind);
    if (kinds[kind].by_table) bind_number(&query, table);
    return query;
}

static enum store_answer write_row(struct transfer *transfer, int kind, struct cell *cells) {
    struct query query = query_change(transfer->to, PART_WRITE, transfer->writes, kind);
    put_cells(&query, &kinds[kind], cells);
    transfer->rows++;
    return query_run(&query);
}

static enum store_answer copy_rows(struct transfer *transfer, int kind, int64_t table) {
    struct cell cells[FIELDS_MAX] = {0};
    struct query query = read_rows(transfer->from, transfer, kind, table);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        put_cells(&query, &kinds[kind], cells);
        if (query.is_bad || write_row(transfer, kind, cells)) break;
    }
    bool is_done = answer == STORE_NONE;
    return query_end(&query, STORE_OK) == STORE_OK && is_done ? STORE_OK : STORE_FAILED;
}

/* ---- Reading it again -------------------------------------------------------------------------------------------- */

static bool is_same_text(const char *one, const char *other) {
    return one && other ? !strcmp(one, other) : one == other;
}

static bool is_same(const struct kind *kind, const struct cell *one, const struct cell *other) {
    for (int i = 0; kind->fields[i]; i++)
        if (one[i].number != other[i].number || memcmp(&one[i].real, &other[i].real, sizeof one[i].real) != 0 ||
            memcmp(one[i].hash, other[i].hash, STORE_HASH) != 0 || !is_same_text(one[i].text, other[i].text))
            return false;
    return true;
}

/* Both in the same order, row by row. */
static bool compare_rows(struct transfer *transfer, int kind, int64_t table) {
    struct cell ones[FIELDS_MAX] = {0}, others[FIELDS_MAX] = {0};
    struct query from = read_rows(transfer->from, transfer, kind, table);
    struct query to = read_rows(transfer->to, transfer, kind, table);
    enum store_answer one = query_row(&from), other = query_row(&to);
    bool is_right = true;
    while (is_right && one == STORE_OK && other == STORE_OK) {
        put_cells(&from, &kinds[kind], ones);
        put_cells(&to, &kinds[kind], others);
        is_right = is_same(&kinds[kind], ones, others);
        one = query_row(&from);
        other = query_row(&to);
    }
    is_right = is_right && one == STORE_NONE && other == STORE_NONE;
    bool is_read = query_end(&from, STORE_OK) == STORE_OK;
    return (query_end(&to, STORE_OK) == STORE_OK) && is_read && is_right;
}

/* ---- All of it --------------------------------------------------------------------------------------------------- */

struct walk {
    struct transfer *transfer;
    bool is_comparing, is_right;
    store_progress *progress;
    void *context;
    int done, all;
};

static bool do_kind(struct walk *walk, int kind, int64_t table) {
    return walk->is_comparing ? compare_rows(walk->transfer, kind, table)
                              : copy_rows(walk->transfer, kind, table) == STORE_OK;
}

static bool do_table(struct walk *walk, int64_t table) {
    for (int kind = 0; kind < KINDS && walk->is_right; kind++)
        if (kinds[kind].by_table) walk->is_right = do_kind(walk, kind, table);
    if (walk->progress) walk->progress(walk->done, walk->all, walk->context);
    walk->done++;
    return walk->is_right;
}

static bool do_tables(struct walk *walk) {
    struct query query = read_rows(walk->transfer->from, walk->transfer, TABLES, 0);
    struct cell cells[FIELDS_MAX] = {0};
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        put_cells(&query, &kinds[TABLES], cells);
        if (!do_table(walk, cells[0].number)) break;
    }
    return query_end(&query, STORE_OK) == STORE_OK && answer == STORE_NONE;
}

static bool do_all(struct walk *walk) {
    for (int kind = 0; kind < KINDS && walk->is_right; kind++)
        if (!kinds[kind].by_table) walk->is_right = do_kind(walk, kind, 0);
    return walk->is_right && do_tables(walk);
}

enum { COUNT_ACCOUNTS, COUNT_ALL_TABLES, RAISE_ACCOUNTS, RAISE_TABLES };
static const char *const SQL[] = {
    [COUNT_ACCOUNTS] = "SELECT count(*) FROM accounts",
    [COUNT_ALL_TABLES] = "SELECT count(*) FROM tables",
    [RAISE_ACCOUNTS] = ("SELECT setval(pg_get_serial_sequence('accounts', 'id'), coalesce(max(id), 0) + 1, false) "
                        "FROM accounts"),
    [RAISE_TABLES] = ("SELECT setval(pg_get_serial_sequence('tables', 'id'), coalesce(max(id), 0) + 1, false) "
                      "FROM tables"),
};

static bool ask_number(struct store *store, int which, int64_t *number) {
    struct query query = query_read(store, PART_COUNT, SQL, which);
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) field_number(&query, number);
    return query_end(&query, answer) == STORE_OK;
}

/* The numbers that a database gives to new rows begin after those that were brought. */
static bool raise_numbers(struct store *store) {
    int64_t next;
    return !store->driver->is_shared ||
           (ask_number(store, RAISE_ACCOUNTS, &next) && ask_number(store, RAISE_TABLES, &next));
}

static bool transfer_all(struct transfer *transfer, store_progress *progress, void *context, char *why) {
    int64_t accounts = 0, tables = 0, all = 0;
    if (!ask_number(transfer->to, COUNT_ACCOUNTS, &accounts) || !ask_number(transfer->to, COUNT_ALL_TABLES, &tables) ||
        !ask_number(transfer->from, COUNT_ALL_TABLES, &all)) {
        snprintf(why, STORE_WHY_MAX, "%s", *transfer->to->why ? transfer->to->why : transfer->from->why);
        return false;
    }
    if (accounts || tables) {
        snprintf(why, STORE_WHY_MAX, "there is something already where the copy is to go: name an empty place");
        return false;
    }
    struct walk walk = {.transfer = transfer, .is_right = true, .progress = progress, .context = context};
    walk.all = 2 * (int)all;
    bool is_done = do_all(&walk) && raise_numbers(transfer->to);
    walk.is_comparing = true;
    is_done = is_done && do_all(&walk) && store_commit(transfer->to) == STORE_OK;
    if (!is_done)
        snprintf(why, STORE_WHY_MAX, "%s",
                 *transfer->to->why     ? transfer->to->why
                 : *transfer->from->why ? transfer->from->why
                                        : "what was copied is not the same: nothing was kept");
    return is_done;
}

bool store_transfer(const char *from, const char *to, store_progress *progress, void *context, int64_t *rows,
                    char why[STORE_WHY_MAX]) {
    struct transfer transfer = {0};
    for (int kind = 0; kind < KINDS; kind++) {
        transfer.reads[kind] = kinds[kind].read;
        transfer.writes[kind] = kinds[kind].write;
    }
    transfer.from = store_open(from, why);
    transfer.to = transfer.from ? store_open(to, why) : NULL;
    bool is_done = transfer.to && transfer_all(&transfer, progress, context, why);
    *rows = transfer.rows;
    if (transfer.to) store_undo(transfer.to);
    store_close(transfer.to);
    store_close(transfer.from);
    return is_done;
}
