/*
 * Care for the data file: a timer for the sweep, which takes small bites and then rests, and a timer for the check,
 * which reads the file in a worker thread.
 */
#include "server/keeping.h"

#include "server/common/log.h"

#include <assert.h>
#include <stdlib.h>

static const int64_t DAY_MS = 24 * 3600 * 1000LL;

enum {
    FIRST_MS = 1000,
    BITE_MS = 200,             /* between two bites of the sweep */
    REST_MS = 6 * 3600 * 1000, /* between two sweeps */
};

struct keeping {
    struct server *server;
    uv_timer_t sweeping, checking;
    uv_work_t work;
    bool is_checking, is_stopping;
    struct store_sweep sweep;
    struct store_witness witness;
    char why[STORE_WHY_MAX];
    bool is_sound;
};

/* ---- The sweep --------------------------------------------------------------------------------------------------- */

static int64_t before(const struct server *server, int days) { return days ? server->now_ms - days * DAY_MS : 0; }

static void begin_sweep(struct keeping *keeping) {
    const struct server *server = keeping->server;
    keeping->sweep = (struct store_sweep){.guests_ms = before(server, server->config.keep_guests),
                                          .programs_ms = before(server, server->config.keep_programs),
                                          .chat_ms = before(server, server->config.keep_chat),
                                          .dropped_ms = before(server, server->config.keep_dropped)};
}

static void tell_swept(const struct keeping *keeping) {
    const struct store_sweep *sweep = &keeping->sweep;
    if (!sweep->accounts && !sweep->tables && !sweep->lines) return;
    LOG_EVENT(keeping->server, LOG_LINE_INFO, "swept", {.name = "accounts", .number = sweep->accounts},
              {.name = "tables", .number = sweep->tables}, {.name = "lines", .number = sweep->lines});
}

/* A clock that was set far ahead would make everything old: what is removed does not come back with the right time. */
static void take_bite(uv_timer_t *timer) {
    struct keeping *keeping = timer->data;
    struct server *server = keeping->server;
    if (server->cannot_save || !server_acts_for(server, 0)) return;
    server_begin_turn(server);
    if (server->ahead_ms >= DAY_MS) return;
    if (!keeping->sweep.account) begin_sweep(keeping);
    if (store_sweep(server->store, &keeping->sweep)) {
        server_cannot_save(server);
        return;
    }
    if (!keeping->sweep.is_done) return;
    tell_swept(keeping);
    keeping->sweep.account = 0;
    uv_timer_start(timer, take_bite, REST_MS, BITE_MS);
}

/* ---- The check --------------------------------------------------------------------------------------------------- */

/* In a worker thread. */
static void check(uv_work_t *work) {
    struct keeping *keeping = work->data;
    keeping->is_sound = store_check(&keeping->witness, keeping->why);
}

static void checked(uv_work_t *work, int status) {
    struct keeping *keeping = work->data;
    struct server *server = keeping->server;
    keeping->is_checking = false;
    if (status || keeping->is_sound || keeping->is_stopping) return;
    server_begin_turn(server);
    store_condemn(server->store, keeping->why);
    LOG_EVENT(server, LOG_LINE_ERROR, "store-broken", {.name = "why", .text = keeping->why});
    server_cannot_save(server);
}

static void begin_check(uv_timer_t *timer) {
    struct keeping *keeping = timer->data;
    if (keeping->is_checking || keeping->server->cannot_save) return;
    keeping->witness = store_witness(keeping->server->store);
    keeping->is_checking = !uv_queue_work(keeping->server->loop, &keeping->work, check, checked);
}

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

struct keeping *keeping_open(struct server *server) {
    struct keeping *keeping = calloc(1, sizeof *keeping);
    if (!keeping) return NULL;
    uint64_t every_ms = (uint64_t)server->config.check_seconds * 1000;
    keeping->server = server;
    uv_timer_init(server->loop, &keeping->sweeping);
    uv_timer_init(server->loop, &keeping->checking);
    keeping->sweeping.data = keeping->checking.data = keeping->work.data = keeping;
    uv_timer_start(&keeping->sweeping, take_bite, FIRST_MS, BITE_MS);
    if (every_ms) uv_timer_start(&keeping->checking, begin_check, every_ms, every_ms);
    uv_unref((uv_handle_t *)&keeping->sweeping);
    uv_unref((uv_handle_t *)&keeping->checking);
    return keeping;
}

void keeping_stop(struct keeping *keeping) {
    assert(!keeping->is_stopping);
    keeping->is_stopping = true;
    if (keeping->is_checking) uv_cancel((uv_req_t *)&keeping->work);
    uv_close((uv_handle_t *)&keeping->sweeping, NULL);
    uv_close((uv_handle_t *)&keeping->checking, NULL);
}

void keeping_close(struct keeping *keeping) { free(keeping); }
