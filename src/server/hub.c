/*
 * The hub: the ends of turns and what happens when they cannot be saved, where a request or a message goes, opening and
 * closing.
 */
#include "server/hub.h"

#include "server/api/answer.h"
#include "server/api/call.h"
#include "server/api/finished.h"
#include "server/api/lobby.h"
#include "server/api/lobby_board.h"
#include "server/api/lobby_feed.h"
#include "server/api/metrics_page.h"
#include "server/api/pages.h"
#include "server/api/passwords.h"
#include "server/api/people.h"
#include "server/api/session.h"
#include "server/api/vacation.h"
#include "server/common/client.h"
#include "server/common/limits.h"
#include "server/common/log.h"
#include "server/common/metrics.h"
#include "server/keeping.h"
#include "server/others.h"
#include "server/table/command.h"
#include "server/table/idle.h"
#include "server/table/table.h"
#include "server/table/think.h"
#include "server/table/watch.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    RETRY_MS = 1000, /* between attempts to save again */
    HEAD_MS = 10000,
    BODY_MS = 20000,
    IDLE_MS = 60000,
    PING_MS = 25000,         /* proxies close what is silent for a minute */
    SWEEP_MS = 3600000,      /* what nobody will miss is thrown away once an hour */
    SOCKETS_OF_ACCOUNT = 32, /* WebSockets of one account: tabs and devices */
    TURN_SHARE = 8,          /* what one address may cost in a turn before the others have theirs */
};

#define SOCKET "/ws/1"

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

static bool commit(struct server *server) {
    if (server->has_failed) {
        store_undo(server->store);
        server->has_failed = false;
        metrics_count(server, METRIC_COMMITS_FAILED);
        return false;
    }
    if (!store_has_batch(server->store)) return true;
    uint64_t start = uv_hrtime();
    bool is_saved = store_commit(server->store) == STORE_OK;
    metrics_commit(server, (double)(uv_hrtime() - start) / 1e9);
    metrics_count(server, is_saved ? METRIC_COMMITS : METRIC_COMMITS_FAILED);
    return is_saved;
}

static void retry(uv_timer_t *timer);

/* Nothing of this turn counts: not what was to be sent, not what tables have in memory. */
static void begin_trouble(struct hub *hub) {
    struct server *server = &hub->server;
    net_drop_held(server->net);
    table_forget_all(server);
    lobby_board_forget(server);
    if (server->cannot_save) return;
    server->cannot_save = true;
    LOG_EVENT(server, LOG_LINE_ERROR, "cannot-save", {.name = "why", .text = store_why(server->store)});
    client_tell_all(server, "trouble");
    uv_timer_start(&hub->retry, retry, RETRY_MS, RETRY_MS);
}

/* What connections know of their accounts may not have been saved. */
static void read_accounts_again(struct server *server) {
    for (struct client *client = server->clients; client && !server->has_failed; client = client->next)
        if (store_get_account(server->store, client->account.id, &client->account) == STORE_FAILED)
            server_cannot_save(server);
}

static void retry(uv_timer_t *timer) {
    struct server *server = &((struct hub *)timer->data)->server;
    server_begin_turn(server);
    if (store_try(server->store) || store_commit(server->store)) {
        store_undo(server->store);
        return;
    }
    uv_timer_stop(timer);
    server->cannot_save = false;
    LOG_EVENT(server, LOG_LINE_INFO, "saving-again", {0});
    read_accounts_again(server);
    client_tell_all(server, "well");
    table_wake_all(server);
}

static void turn_end(void *context) {
    struct hub *hub = context;
    if (!commit(&hub->server)) begin_trouble(hub);
    net_flush_held(hub->server.net);
    metrics_turn(&hub->server);
}

static void dropped(void *context, struct net_peer *peer) {
    (void)context;
    answer_error(peer, 503, lang_at(0), "cannot-save", NULL, "Retry-After: 2\r\n");
}

/* ---- What it costs ------------------------------------------------------------------------------------------------
 */

/* A message or request costs one, and one more for each of these: about as much work as a small answer. */
enum { COST_BYTES = 4096, COST_MESSAGES = 16, COST_ENTRIES = 16 };

/* What was sent and read until now, for the cost of what is handled next. */
static struct net_figures begin_work(struct server *server) {
    server->work = 0;
    return net_figures(server->net);
}

/* What it cost beyond the one that was taken for it; the address waits for as many shares of turns. */
static int end_work(struct server *server, const struct net_figures *before, struct net_peer *peer) {
    struct net_figures after = net_figures(server->net);
    uint64_t cost = (after.bytes_held - before->bytes_held) / COST_BYTES +
                    (after.messages_out - before->messages_out) / COST_MESSAGES + (uint64_t)server->work / COST_ENTRIES;
    int most = cost < 1000000 ? (int)cost : 1000000;
    net_charge(peer, most);
    return most;
}

/* Too often. Whoever goes on all the same is not even told any more. */
static bool may_be_told(struct server *server, const char *address) {
    metrics_count(server, METRIC_LIMITED);
    return limits_allow(server, LIMIT_FLOOD, address);
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

/* A page from elsewhere says where it is from; programs say nothing. */
static bool is_own_origin(const struct server *server, const struct net_request *request) {
    const char *origin = net_header(request, "origin"), *host = net_header(request, "host");
    char own[300];
    if (!origin) return true;
    if (server->config.origin) return !strcmp(origin, server->config.origin);
    snprintf(own, sizeof own, "%s://%s", request->is_secure ? "https" : "http", host ? host : "");
    return !strcmp(origin, own);
}

/* NULL, or the code of what is wrong with a request that would change something. */
static const char *check_change(const struct server *server, const struct net_request *request) {
    const char *mark = net_header(request, "x-arkad");
    if (!is_own_origin(server, request)) return "foreign-origin";
    if (!mark || strcmp(mark, "1")) return "no-mark";
    return NULL;
}

static bool is_reading(const struct net_request *request) {
    return !strcmp(request->method, "GET") || !strcmp(request->method, "HEAD");
}

static void refuse_limited(struct server *server, const struct net_request *request) {
    if (may_be_told(server, request->address))
        answer_error(request->peer, 429, call_lang(request), "limited", NULL, "Retry-After: 1\r\n");
    else
        net_cut(request->peer);
}

static void answer_api(struct server *server, const struct net_request *request) {
    const char *wrong = is_reading(request) ? NULL : check_change(server, request);
    if (wrong)
        call_reject(server, request, 403, wrong);
    else if (!is_reading(request) && (server->cannot_save || server->is_stopping))
        call_reject(server, request, 503, server->cannot_save ? "cannot-save" : "stopping");
    else if (!people_request(server, request) && !lobby_request(server, request) && !finished_request(server, request))
        call_reject(server, request, 404, "not-there");
}

/* Of these each has a bucket of its own: a page brings many files. */
static enum limit limit_of(const struct net_request *request) {
    bool is_asking = !strncmp(request->path, API, strlen(API)) || !strcmp(request->path, SOCKET);
    return is_asking ? LIMIT_REQUEST : LIMIT_PAGE;
}

/* For those who run it: whether the process answers at all. For proxies: whether people should be sent to it. */
static void answer_health(const struct server *server, const struct net_request *request) {
    bool is_well = !server->cannot_save && !server->is_stopping;
    const char *status = store_is_condemned(server->store) ? "broken"
                         : server->cannot_save             ? "cannot-save"
                         : server->is_stopping             ? "stopping"
                                                           : "ok";
    bool is_asked_alive = !strcmp(request->path, "/health/alive");
    answer_json(request->peer, is_well || is_asked_alive ? 200 : 503,
                json_pack("{s:s, s:s}", "status", status, "version", ARKAD_VERSION), NULL);
}

/* ---- WebSockets -------------------------------------------------------------------------------------------------- */

static void drop_client(struct server *server, struct client *client) {
    watch_client_gone(server, client);
    lobby_feed_leave(server, client);
    client_remove(server, client);
}

static void open_socket(struct server *server, const struct net_request *request) {
    struct client *client = NULL;
    struct client start = {.peer = request->peer, .lang = lang_at(0)};
    limits_group(request->address, start.from);
    if (!is_own_origin(server, request)) {
        call_reject(server, request, 403, "foreign-origin");
    } else if (!session_of_request(server, request, &start.account, start.session)) {
        call_reject(server, request, 401, "nobody");
    } else if (client_count(server, start.account.id) >= SOCKETS_OF_ACCOUNT || server->is_stopping) {
        call_reject(server, request, 503, server->is_stopping ? "stopping" : "too-many-tabs");
    } else if (!(client = malloc(sizeof *client))) {
        call_reject(server, request, 503, "busy");
    } else if (!net_upgrade(request)) {
        free(client);
    } else {
        const struct lang *lang = lang_find(start.account.lang);
        if (lang) start.lang = lang;
        *client = start;
        client_add(server, client);
    }
}

static void say_hello(struct server *server, struct client *client, const json_t *message, const json_t *re) {
    const char *code = json_string_value(json_object_get(message, "lang"));
    const struct lang *lang = code ? lang_find(code) : NULL;
    if (lang) client->lang = lang;
    client->has_said_hello = true;
    client->wants_lists = json_is_true(json_object_get(message, "lists"));
    client_send(client,
                json_pack("{s:s, s:i, s:o, s:I}", "is", "hello", "version", 1, "account",
                          people_json(server, &client->account, true), "now", (json_int_t)server->now_ms),
                re);
    if (!server->cannot_save) return;
    const char *trouble = lang_text(client->lang, "server.trouble");
    client_send(client, json_pack("{s:s, s:s}", "is", "trouble", "message", trouble), NULL);
}

static void handle(struct server *server, struct client *client, const char *what, const json_t *message,
                   const json_t *re) {
    if (!strcmp(what, "hello"))
        say_hello(server, client, message, re);
    else if (!client->has_said_hello)
        client_error(client, "hello-first", NULL, re);
    else if (!strcmp(what, "ping"))
        client_send(client, json_pack("{s:s, s:I}", "is", "pong", "now", (json_int_t)server->now_ms), re);
    else if (!strcmp(what, "leave-lobby"))
        lobby_feed_leave(server, client);
    else if (!strcmp(what, "lobby"))
        lobby_feed_enter(server, client, message, re);
    else if (server->cannot_save)
        client_error(client, "cannot-save", NULL, re);
    else if (!command_run(server, client, what, message, re))
        client_error(client, "unknown-message", NULL, re);
}

/* ---- What comes from the connections ----------------------------------------------------------------------------- */

/* The number that a message wants to be answered with, without reading it as JSON; NULL: none was found. */
static json_t *find_id(const char *text, size_t length) {
    static const char key[] = "\"id\":";
    const size_t named = sizeof key - 1;
    const char *at = text, *end = text + length;
    long number = 0;
    int digits = 0;
    while (at < end && ((size_t)(end - at) < named || memcmp(at, key, named))) at++;
    for (at = at < end ? at + named : end; at < end && *at == ' ';) at++;
    for (; at < end && *at >= '0' && *at <= '9' && digits < 15; at++, digits++) number = 10 * number + (*at - '0');
    return digits ? json_integer(number) : NULL;
}

static void refuse_message(struct server *server, struct client *client, const char *text, size_t length) {
    metrics_count(server, METRIC_LIMITED);
    if (!limits_allow_account(server, LIMIT_FLOOD, client->account.id)) {
        client_cut_off(client);
        return;
    }
    json_t *id = find_id(text, length);
    client_error(client, "limited", NULL, id);
    json_decref(id);
}

static void on_message(void *context, struct net_peer *peer, const char *text, size_t length) {
    struct server *server = &((struct hub *)context)->server;
    struct client *client = net_data(peer);
    if (!client) return;
    server_tell_time(server);
    if (!limits_allow_account(server, LIMIT_MESSAGE, client->account.id)) {
        refuse_message(server, client, text, length);
        return;
    }
    struct net_figures before = begin_work(server);
    json_t *message = call_read_json(text, length);
    const char *what = json_string_value(json_object_get(message, "do"));
    const json_t *id = json_object_get(message, "id"), *re = json_is_number(id) ? id : NULL;
    if (what)
        handle(server, client, what, message, re);
    else
        client_error(client, "bad-json", NULL, re);
    json_decref(message);
    limits_add_account(server, LIMIT_MESSAGE, client->account.id, end_work(server, &before, peer));
}

static void answer(struct server *server, const struct net_request *request) {
    if (!strncmp(request->path, API, strlen(API)))
        answer_api(server, request);
    else if (!strcmp(request->path, SOCKET))
        open_socket(server, request);
    else if (!strcmp(request->path, "/health") || !strcmp(request->path, "/health/ready") ||
             !strcmp(request->path, "/health/alive"))
        answer_health(server, request);
    else if (!strcmp(request->path, "/metrics"))
        metrics_page_answer(server, request);
    else if (!is_reading(request))
        call_reject(server, request, 405, "wrong-method");
    else
        pages_answer(server, request);
}

static void on_request(void *context, const struct net_request *request) {
    struct server *server = &((struct hub *)context)->server;
    enum limit limit = limit_of(request);
    server_tell_time(server);
    if (!limits_allow(server, limit, request->address)) {
        refuse_limited(server, request);
        return;
    }
    struct net_figures before = begin_work(server);
    answer(server, request);
    limits_add(server, limit, request->address, end_work(server, &before, request->peer));
}

static void on_gone(void *context, struct net_peer *peer) {
    struct server *server = &((struct hub *)context)->server;
    struct client *client = net_data(peer);
    server_tell_time(server);
    passwords_forget_peer(server->passwords, peer);
    if (client) drop_client(server, client);
}

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

static bool open_parts(struct server *server, char *why, size_t why_size) {
    char wrong[STORE_WHY_MAX] = "there is not enough memory";
    server->store = store_open(server->config.data, wrong);
    server->limits = limits_open();
    server->metrics = metrics_open();
    server->passwords = passwords_open(server);
    server->board = lobby_board_open();
    if (server->store && server->limits && server->metrics && server->passwords && server->board &&
        table_open_all(server)) {
        server->think = think_open(server, server->config.bot_threads);
        if (server->think) return true;
        snprintf(wrong, sizeof wrong, "there is not enough memory for bots to think");
    }
    snprintf(why, why_size, "%s", wrong);
    return false;
}

static bool start_listening(struct hub *hub, char *why, size_t why_size) {
    static const struct net_handlers handlers = {
        .request = on_request, .message = on_message, .gone = on_gone, .turn_end = turn_end, .dropped = dropped};
    struct server *server = &hub->server;
    const struct server_config *config = &server->config;
    struct net_limits limits = {.connections_max = config->connections_max,
                                .per_address_max = config->per_address_max,
                                .head_ms = HEAD_MS,
                                .body_ms = BODY_MS,
                                .idle_ms = IDLE_MS,
                                .ping_ms = PING_MS,
                                .turn_share = config->has_no_limits ? 0 : TURN_SHARE,
                                .trusted = config->trusted};
    server->net = net_open(server->loop, config->address, config->port, &limits, &handlers, hub, why, why_size);
    return server->net != NULL;
}

/* Sessions that are over, open tables that everybody has forgotten. */
static void sweep(uv_timer_t *timer) {
    struct server *server = &((struct hub *)timer->data)->server;
    if (server->cannot_save) return;
    server_begin_turn(server);
    if (server->ahead_ms > SWEEP_MS) return; /* by a clock that was set ahead, everything would be over */
    if (store_drop_expired(server->store, server->now_ms) == STORE_FAILED) server_cannot_save(server);
    if (!server_acts_for(server, 0)) return; /* one of the servers does */
    lobby_sweep(server);
    idle_sweep(server, false);
    vacation_sweep(server);
}

static void clock_was_set(struct server *server, int64_t by_ms) {
    LOG_EVENT(server, LOG_LINE_WARNING, "clock-set", {.name = "by_ms", .number = by_ms});
    table_clock_was_set(server, by_ms);
}

static void close_handles(struct hub *hub) {
    uv_close((uv_handle_t *)&hub->retry, NULL);
    uv_close((uv_handle_t *)&hub->sweep, NULL);
    if (hub->keeping) keeping_stop(hub->keeping);
    if (hub->others) others_stop(hub->others);
    if (hub->server.think) think_stop(hub->server.think);
    table_close_all(&hub->server);
}

void hub_close(struct hub *hub) {
    if (!hub) return;
    struct server *server = &hub->server;
    if (server->think) think_close(server->think);
    keeping_close(hub->keeping);
    others_close(hub->others);
    passwords_close(server->passwords);
    limits_close(server->limits);
    metrics_close(server->metrics);
    lobby_board_close(server->board);
    if (server->store) store_close(server->store);
    free(hub);
}

struct hub *hub_open(uv_loop_t *loop, const struct server_config *config, char *why, size_t why_size) {
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub) return NULL;
    hub->server = (struct server){.loop = loop,
                                  .config = *config,
                                  .table_changed = lobby_feed_changed,
                                  .table_turn = lobby_feed_turn,
                                  .clock_was_set = clock_was_set,
                                  .account_changed = lobby_board_account};
    answer_over_tls(config->origin && !strncmp(config->origin, "https:", 6));
    uv_timer_init(loop, &hub->retry);
    uv_timer_init(loop, &hub->sweep);
    hub->retry.data = hub->sweep.data = hub;
    if (!open_parts(&hub->server, why, why_size) || !start_listening(hub, why, why_size)) {
        close_handles(hub);
        uv_run(loop, UV_RUN_DEFAULT);
        hub_close(hub);
        return NULL;
    }
    server_begin_turn(&hub->server);
    hub->server.started_ms = hub->server.now_ms;
    hub->server.beaten_ms = hub->server.steady_ms;
    if (store_beat(hub->server.store, &hub->server.nodes)) server_cannot_save(&hub->server);
    table_wake_all(&hub->server);
    uv_timer_start(&hub->sweep, sweep, 0, SWEEP_MS);
    hub->keeping = keeping_open(&hub->server);
    hub->others = others_open(&hub->server);
    return hub;
}

/* When everything has come to rest. Other servers take over at once. */
static void at_rest(void *context) {
    struct hub *hub = context;
    if (store_leave(hub->server.store)) LOG_EVENT(&hub->server, LOG_LINE_WARNING, "lease-stays", {0});
    close_handles(hub);
    hub->stopped(hub->stopped_context);
}

void hub_stop(struct hub *hub, void (*done)(void *context), void *context) {
    struct server *server = &hub->server;
    if (server->is_stopping) return;
    server->is_stopping = true;
    hub->stopped = done;
    hub->stopped_context = context;
    server_begin_turn(server);
    client_tell_all(server, "bye");
    net_close(server->net, at_rest, hub);
}
