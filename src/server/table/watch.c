/*
 * Who watches a table. A table with a watcher stays alive, and whoever sits there and watches is here.
 */
#include "server/table/watch.h"

#include "engine/whole.h"
#include "server/table/broadcast.h"
#include "server/table/deal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int watch_viewer(const struct table *table, const struct client *client) {
    for (int seat = 0; seat < table->row.players; seat++)
        if (table->seats[seat].kind == SEAT_PERSON && table->seats[seat].account == client->account.id) return seat;
    return ARKAD_SPECTATOR;
}

struct watcher *watch_find(const struct table *table, const struct client *client) {
    struct watcher *watcher = table->watchers;
    while (watcher && watcher->client != client) watcher = watcher->next;
    return watcher;
}

struct table *watch_table(const struct client *client, const char *code) {
    for (int i = 0; i < CLIENT_TABLES_MAX; i++)
        if (client->watched[i] && !strcmp(client->watched[i]->row.code, code)) return client->watched[i];
    return NULL;
}

/* ---- At other servers -------------------------------------------------------------------------------------------- */

/* Somebody who watches from their seat at a table, as another server says. */
struct presence {
    struct presence *next;
    int64_t node, table, account;
};

static struct presence **bucket_of(struct server *server, int64_t table) {
    return &server->tables->elsewhere[(uint64_t)table % TABLE_BUCKETS];
}

static bool is_elsewhere(const struct server *server, int64_t table, int64_t account) {
    const struct presence *at = *bucket_of((struct server *)server, table);
    while (at && (at->table != table || at->account != account)) at = at->next;
    return at;
}

static void show_presence(struct server *server, int64_t id, int64_t account) {
    struct table *table = table_find(server, id);
    if (!table) return;
    broadcast_seats(server, table, NULL);
    if (table->row.state == TABLE_OPEN && server->account_changed) server->account_changed(server, account);
}

void watch_heard(struct server *server, const struct store_news *news) {
    struct presence **at = bucket_of(server, news->id);
    while (*at && ((*at)->node != news->node || (*at)->table != news->id || (*at)->account != news->other))
        at = &(*at)->next;
    struct presence *known = *at;
    bool is_here = news->kind == NEWS_HERE;
    if (is_here == (known != NULL)) return;
    if (known) {
        *at = known->next;
        free(known);
    } else if ((known = malloc(sizeof *known))) {
        *known = (struct presence){*bucket_of(server, news->id), news->node, news->id, news->other};
        *bucket_of(server, news->id) = known;
    }
    show_presence(server, news->id, news->other);
}

static bool is_node(const struct server *server, int64_t node) {
    for (int i = 0; i < server->nodes.count; i++)
        if (server->nodes.ids[i] == node) return true;
    return false;
}

void watch_forget_nodes(struct server *server) {
    for (int i = 0; i < TABLE_BUCKETS; i++)
        for (struct presence **at = &server->tables->elsewhere[i]; *at;) {
            struct presence gone = **at;
            if (server->nodes.count && is_node(server, gone.node)) {
                at = &(*at)->next;
                continue;
            }
            free(*at);
            *at = gone.next;
            if (server->nodes.count) show_presence(server, gone.table, gone.account);
        }
}

void watch_say_all(struct server *server) {
    for (const struct table *table = server->tables->first; table; table = table->next)
        for (const struct watcher *at = table->watchers; at; at = at->next)
            if (at->viewer != ARKAD_SPECTATOR)
                store_say(server->store, NEWS_HERE, table->row.id, at->client->account.id);
}

/* ---- Who is here ------------------------------------------------------------------------------------------------- */

static bool watches_here(const struct table *table, int64_t account) {
    for (const struct watcher *at = table ? table->watchers : NULL; at; at = at->next)
        if (at->client->account.id == account) return true;
    return false;
}

bool watch_is_here(const struct server *server, int64_t id, int64_t account) {
    return watches_here(table_find(server, id), account) || is_elsewhere(server, id, account);
}

bool watch_has_seat(const struct server *server, const struct table *table, int seat) {
    return watch_is_here(server, table->row.id, table->seats[seat].account);
}

/* ---- Coming and going -------------------------------------------------------------------------------------------- */

static struct table **slot_of(struct client *client, const struct table *table) {
    for (int i = 0; i < CLIENT_TABLES_MAX; i++)
        if (client->watched[i] == table) return &client->watched[i];
    return NULL;
}

enum { WATCHES_OF_ACCOUNT = 8 }; /* connections of one account at one table */

static int watches_of(const struct table *table, int64_t account) {
    int count = 0;
    for (const struct watcher *at = table->watchers; at; at = at->next) count += at->client->account.id == account;
    return count;
}

/* Who is here is told at the table, and shown in the lobby. */
static void here_or_gone(struct server *server, struct table *table, int64_t account, const struct watcher *but) {
    store_say(server->store, watches_here(table, account) ? NEWS_HERE : NEWS_LEFT, table->row.id, account);
    broadcast_seats(server, table, but);
    if (table->row.state == TABLE_OPEN && server->account_changed) server->account_changed(server, account);
}

static struct watcher *add_watcher(struct server *server, struct table *table, struct client *client) {
    assert(!watch_find(table, client));
    bool is_many = watches_of(table, client->account.id) >= WATCHES_OF_ACCOUNT;
    struct table **slot = is_many ? NULL : slot_of(client, NULL);
    struct watcher *watcher = slot ? calloc(1, sizeof *watcher) : NULL;
    if (!watcher) return NULL;
    *slot = table;
    watcher->client = client;
    watcher->viewer = watch_viewer(table, client);
    bool is_new = watcher->viewer != ARKAD_SPECTATOR && !watches_here(table, client->account.id);
    watcher->next = table->watchers;
    table->watchers = watcher;
    if (is_new) here_or_gone(server, table, client->account.id, watcher);
    return watcher;
}

static void remove_watcher(struct server *server, struct table *table, struct client *client) {
    struct watcher **at = &table->watchers;
    while (*at && (*at)->client != client) at = &(*at)->next;
    struct watcher *watcher = *at;
    if (!watcher) return;
    *at = watcher->next;
    bool has_left = watcher->viewer != ARKAD_SPECTATOR && !watches_here(table, client->account.id);
    free(watcher);
    if (has_left) table->left_ms = server->now_ms;
    if (has_left) here_or_gone(server, table, client->account.id, NULL);
    table_rest(server, table);
}

void watch_begin(struct command *command) {
    struct server *server = command->server;
    bool has_failed = false;
    struct table *table = table_find_or_read(server, command_code(command), &has_failed);
    if (!table) {
        command_refuse(command, has_failed ? "no-table-now" : "no-table");
        return;
    }
    struct watcher *watcher = watch_find(table, command->client);
    if (!watcher) watcher = add_watcher(server, table, command->client);
    if (!watcher) {
        command_refuse(command, "too-many-watched");
        table_rest(server, table);
        return;
    }
    watcher->wants_memory = json_is_true(json_object_get(command->message, "memory"));
    watcher->wants_words = json_is_true(json_object_get(command->message, "words"));
    int since = whole_in(json_integer_value(json_object_get(command->message, "since")), 1, INT32_MAX, 0);
    int until = whole_in(json_integer_value(json_object_get(command->message, "until")), 1, ENTRIES_MAX, ENTRIES_MAX);
    broadcast_table(server, table, watcher, since, until, command->re);
    deal_ask_for_shares(server, table, command->client);
}

void watch_end(struct command *command) {
    assert(slot_of(command->client, command->table));
    *slot_of(command->client, command->table) = NULL;
    remove_watcher(command->server, command->table, command->client);
}

void watch_client_gone(struct server *server, struct client *client) {
    for (int i = 0; i < CLIENT_TABLES_MAX; i++) {
        struct table *table = client->watched[i];
        client->watched[i] = NULL;
        if (table) remove_watcher(server, table, client);
    }
}
