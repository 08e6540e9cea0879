/*
 * The other servers. A timer hears what they say: it costs nothing to look when nothing was said. Whoever missed some
 * of it finds it by looking at all tables that are alive, a few at a time and all of them every few seconds.
 */
#include "server/others.h"

#include "server/api/lobby_board.h"
#include "server/common/client.h"
#include "server/common/log.h"
#include "server/table/follow.h"
#include "server/table/watch.h"

#include <stdlib.h>
#include <string.h>

enum {
    HEAR_MS = 5,
    BEAT_MS = 750, /* four in a lease */
    LOOK_MS = 100, /* between looks at some tables */
    LOOKS = 50,    /* in which all are looked at: five seconds */
};

struct others {
    struct server *server;
    uv_timer_t timer;
    int64_t beat_ms, look_ms; /* when the next is due, by the clock that nobody sets */
    int64_t looked;           /* the table that was looked at last */
    bool has_turn;            /* something was heard: the turn is begun */
};

/* ---- What is heard ----------------------------------------------------------------------------------------------- */

static void hear_account(struct server *server, int64_t id) {
    struct store_account account;
    enum store_answer answer = store_get_account(server->store, id, &account);
    if (answer == STORE_FAILED) server_cannot_save(server);
    if (answer) return;
    client_account_changed(server, &account);
    lobby_board_account(server, id);
}

/* Sessions that are no longer stored; of one account, or (0) of all. */
static void hear_sessions(struct server *server, int64_t account) {
    struct store_session session;
    struct client *next;
    for (struct client *client = server->clients; client; client = next) {
        next = client->next;
        if (account && client->account.id != account) continue;
        enum store_answer answer = store_find_session(server->store, client->session, &session);
        if (answer == STORE_FAILED) server_cannot_save(server);
        if (answer == STORE_FAILED) return;
        if (answer == STORE_NONE) client_hang_up_session(server, client->session);
    }
}

static void hear_all(struct others *others) {
    struct server *server = others->server;
    lobby_board_forget(server);
    others->looked = 0;
    others->look_ms = 0;
    watch_say_all(server);
}

static void hear(const struct store_news *news, void *context) {
    struct others *others = context;
    struct server *server = others->server;
    if (!others->has_turn) server_begin_turn(server);
    others->has_turn = true;
    if (server->has_failed) return;
    switch (news->kind) {
    case NEWS_LOG: follow_log(server, news->id); break;
    case NEWS_TABLE: follow_row(server, news->id); break;
    case NEWS_LINE: follow_line(server, news->id, news->other); break;
    case NEWS_ACCOUNT: hear_account(server, news->id); break;
    case NEWS_SESSIONS: hear_sessions(server, news->id); break;
    case NEWS_HERE:
    case NEWS_LEFT: watch_heard(server, news); break;
    case NEWS_MISSED: hear_all(others); break;
    default: break; /* of a newer server */
    }
}

/* ---- What is looked at ------------------------------------------------------------------------------------------- */

/* Tables are in the order in which they came to life: from one to the next, as long as it is there. */
static void look(struct others *others) {
    struct server *server = others->server;
    struct table *table = others->looked ? table_find(server, others->looked) : NULL;
    int count = table_count(server) / LOOKS + 1;
    table = table ? table->next : server->tables->first;
    server_begin_turn(server);
    for (; count > 0 && table && !server->has_failed; count--) {
        struct table *next = table->next;
        others->looked = table->row.id;
        follow_all(server, table);
        table = next;
    }
    if (!table) others->looked = 0;
}

static bool is_changed(const struct store_nodes *one, const struct store_nodes *other) {
    return one->count != other->count || memcmp(one->ids, other->ids, (size_t)one->count * sizeof *one->ids) != 0;
}

static void beat(struct others *others) {
    struct server *server = others->server;
    struct store_nodes nodes;
    bool was_late = server->steady_ms - server->beaten_ms > STORE_LEASE_MS;
    server_begin_turn(server);
    if (store_beat(server->store, &nodes)) {
        server_cannot_save(server);
        return;
    }
    bool has_changed = is_changed(&nodes, &server->nodes) || was_late;
    server->nodes = nodes;
    server->beaten_ms = server->steady_ms;
    if (!has_changed) return;
    LOG_EVENT(server, LOG_LINE_INFO, "nodes", {.name = "count", .number = nodes.count});
    watch_forget_nodes(server);
    watch_say_all(server);
    follow_nodes(server);
}

static void on_timer(uv_timer_t *timer) {
    struct others *others = timer->data;
    struct server *server = others->server;
    others->has_turn = false;
    server_tell_time(server);
    if (server->cannot_save) return;
    store_hear(server->store, hear, others);
    if (server->has_failed) return;
    if (server->steady_ms >= others->beat_ms) {
        others->beat_ms = server->steady_ms + BEAT_MS;
        beat(others);
    } else if (server->steady_ms >= others->look_ms) {
        others->look_ms = server->steady_ms + LOOK_MS;
        look(others);
    }
}

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

struct others *others_open(struct server *server) {
    struct others *others = calloc(1, sizeof *others);
    if (!others) return NULL;
    others->server = server;
    uv_timer_init(server->loop, &others->timer);
    others->timer.data = others;
    if (store_is_shared(server->store)) uv_timer_start(&others->timer, on_timer, HEAR_MS, HEAR_MS);
    uv_unref((uv_handle_t *)&others->timer);
    return others;
}

void others_stop(struct others *others) { uv_close((uv_handle_t *)&others->timer, NULL); }
void others_close(struct others *others) { free(others); }
