/*
 * Analyses of finished games: texts of any length.
 */
#include "store/inside.h"

#include <string.h>

enum { GET_ANALYSIS, PUT_ANALYSIS };

static const char *const SQL[] = {
    [GET_ANALYSIS] = "SELECT text FROM analyses WHERE table_id = ?",
    [PUT_ANALYSIS] = ("INSERT INTO analyses (table_id, text) VALUES (?, ?) "
                      "ON CONFLICT (table_id) DO UPDATE SET text = excluded.text"),
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_ANALYSES, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_ANALYSES, SQL, which); }

enum store_answer store_put_analysis(struct store *store, int64_t table, const char *text) {
    assert(table > 0 && *text);
    struct query query = changing(store, PUT_ANALYSIS);
    bind_number(&query, table);
    bind_text(&query, text);
    return query_run(&query);
}

enum store_answer store_get_analysis(struct store *store, int64_t table, char **text) {
    const char *found = NULL;
    struct query query = reading(store, GET_ANALYSIS);
    bind_number(&query, table);
    *text = NULL;
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) {
        field_long_text(&query, &found);
        *text = strdup(found);
        if (!*text) answer = store->driver->fail_memory(store);
    }
    return query_end(&query, answer);
}
