/*
 * The servers that share a store: who they are, and what they tell one another. Each has a lease, which it renews; one
 * that does not is gone. What they tell is hints: whoever missed some finds what happened in the store.
 */
#include "store/inside.h"

#include <stdio.h>
#include <string.h>

enum { BEAT, LEAVE };

static const char *const SQL[] = {
    [BEAT] = ("WITH gone AS (DELETE FROM nodes WHERE leased_until < clock_timestamp() - interval '1 hour'), "
              "beat AS (INSERT INTO nodes (id, name, leased_until) "
              "VALUES (?1, '', clock_timestamp() + interval '3 s') "
              "ON CONFLICT (id) DO UPDATE SET leased_until = excluded.leased_until) "
              "SELECT id FROM nodes WHERE leased_until > clock_timestamp() AND id <> ?1 ORDER BY id"),
    [LEAVE] = "DELETE FROM nodes WHERE id = ?",
};

void store_note(struct store *store, int kind, int64_t id, int64_t other) {
    char word[64];
    size_t used = strlen(store->news);
    if (!store->driver->is_shared) return;
    int length = snprintf(word, sizeof word, " %d:%lld:%lld", kind, (long long)id, (long long)other);
    if (used + (size_t)length + 16 > sizeof store->news)
        snprintf(store->news, sizeof store->news, " %d:0:0", NEWS_MISSED);
    else if (!strstr(store->news, word))
        memcpy(store->news + used, word, (size_t)length + 1);
}

void store_say(struct store *store, int kind, int64_t id, int64_t other) {
    char word[64];
    if (!store->driver->say) return;
    snprintf(word, sizeof word, " %d:%lld:%lld", kind, (long long)id, (long long)other);
    store->driver->say(store, word);
}

/* In their order, so that all servers have the same list. */
static void add_node(struct store_nodes *nodes, int64_t id) {
    if (nodes->count == STORE_NODES_MAX) return;
    int at = nodes->count++;
    for (; at > 0 && nodes->ids[at - 1] > id; at--) nodes->ids[at] = nodes->ids[at - 1];
    nodes->ids[at] = id;
}

enum store_answer store_beat(struct store *store, struct store_nodes *nodes) {
    *nodes = (struct store_nodes){.self = store->driver->node ? store->driver->node(store) : 1};
    add_node(nodes, nodes->self);
    if (!store->driver->is_shared) return STORE_OK;
    struct query query = query_read(store, PART_NODES, SQL, BEAT);
    bind_number(&query, nodes->self);
    enum store_answer answer;
    while ((answer = query_row(&query)) == STORE_OK) {
        int64_t id = 0;
        field_number(&query, &id);
        add_node(nodes, id);
    }
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}

enum store_answer store_leave(struct store *store) {
    if (!store->driver->is_shared) return STORE_OK;
    struct query query = query_read(store, PART_NODES, SQL, LEAVE);
    bind_number(&query, store->driver->node(store));
    enum store_answer answer = query_row(&query);
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}
