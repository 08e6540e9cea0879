/*
 * A store is in a file of SQLite or in a database of PostgreSQL: which of them, and what is the same for both.
 */
#include "store/inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct store *store_open(const char *name, char why[STORE_WHY_MAX]) {
    struct store *store = calloc(1, sizeof *store);
    if (!store) {
        snprintf(why, STORE_WHY_MAX, "there is not enough memory to use the store");
        return NULL;
    }
    bool is_database = postgres_is_url(name);
    store->driver = is_database ? &postgres_driver : &sqlite_driver;
    if (is_database ? postgres_open(store, name) : sqlite_open(store, name)) return store;
    memcpy(why, store->why, STORE_WHY_MAX);
    store_close(store);
    return NULL;
}

void store_close(struct store *store) {
    if (!store) return;
    store->driver->close(store);
    free(store);
}

const char *store_why(const struct store *store) { return store->why; }
bool store_has_batch(const struct store *store) { return store->has_batch; }
bool store_is_shared(const struct store *store) { return store->driver->is_shared; }

int store_version(const struct store *store) {
    (void)store; /* opening brought it up to date */
    return store_newest;
}

enum store_answer store_try(struct store *store) { return store->driver->try(store); }
enum store_answer store_backup(struct store *store, const char *file) { return store->driver->backup(store, file); }

void store_hear(struct store *store, news_visitor *visit, void *context) {
    if (store->driver->hear) store->driver->hear(store, visit, context);
}

void store_condemn(struct store *store, const char *why) {
    store->is_condemned = true;
    snprintf(store->why, sizeof store->why, "%s", why);
}

bool store_is_condemned(const struct store *store) { return store->is_condemned; }

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

bool store_begin(struct store *store) {
    store->is_lost |= store->is_condemned;
    if (store->is_lost) return false;
    if (store->has_batch) return true;
    store->is_lost = true; /* until it has begun */
    if (!store->driver->begin(store)) return false;
    store->is_lost = false;
    store->has_batch = true;
    return true;
}

/* A lost batch is reported once; then a new one may begin. */
enum store_answer store_commit(struct store *store) {
    bool is_lost = store->is_lost || (store->is_condemned && store->has_batch);
    if (is_lost) store->driver->roll_back(store);
    enum store_answer answer = is_lost ? STORE_FAILED : store->has_batch ? store->driver->commit(store) : STORE_OK;
    if (answer == STORE_OK && store->has_batch) store->witness = store->last;
    store->is_lost = store->has_batch = false;
    return answer;
}

void store_undo(struct store *store) {
    store->driver->roll_back(store);
    store->is_lost = false;
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

struct query query_read(struct store *store, enum store_part part, const char *const *sql, int which) {
    return store->driver->read(store, part, sql, which);
}

struct query query_change(struct store *store, enum store_part part, const char *const *sql, int which) {
    if (!store_begin(store)) return (struct query){.store = store, .is_change = true};
    struct query query = query_read(store, part, sql, which);
    query.is_change = true;
    return query;
}

enum store_answer query_row(struct query *query) { return query->store->driver->row(query); }
enum store_answer query_run(struct query *query) { return query->store->driver->run(query); }

enum store_answer query_end(struct query *query, enum store_answer answer) {
    return query->store->driver->end(query, answer);
}
