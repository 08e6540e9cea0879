#include "server/hub.h"

#include "server/ask.h"
#include "server/limits.h"
#include "server/lobby.h"
#include "server/metrics.h"
#include "server/pages.h"
#include "server/passwords.h"
#include "server/people.h"
#include "server/think.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    RETRY_MS = 1000, /* between attempts to save again */
    HEAD_MS = 10000,
    BODY_MS = 20000,
    IDLE_MS = 60000,
    PING_MS = 25000,    /* proxies close what is silent for a minute */
    SWEEP_MS = 3600000, /* what nobody will miss is thrown away once an hour */
};

/* ---- Turns ------------------------------------------------------------------------------------------------------- */

static void tell_time(struct hub *hub) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    hub->now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void hub_begin_turn(struct hub *hub) {
    tell_time(hub);
    net_want_turn(hub->net);
}

void hub_cannot_save(struct hub *hub) {
    hub->has_failed = true;
    net_want_turn(hub->net);
}

static bool commit(struct hub *hub) {
    if (hub->has_failed) {
        store_undo(hub->store);
        hub->has_failed = false;
        metrics_count(hub, METRIC_COMMITS_FAILED);
        return false;
    }
    if (!store_has_batch(hub->store)) return true;
    uint64_t start = uv_hrtime();
    bool is_saved = store_commit(hub->store) == STORE_OK;
    metrics_commit(hub, (double)(uv_hrtime() - start) / 1e9);
    metrics_count(hub, is_saved ? METRIC_COMMITS : METRIC_COMMITS_FAILED);
    return is_saved;
}

static void tell_all(struct hub *hub, const char *is) {
    char key[32];
    snprintf(key, sizeof key, "server.%s", is);
    for (struct client *client = hub->clients; client; client = client->next)
        hub_send(client, json_pack("{s:s, s:s}", "is", is, "message", lang_text(client->lang, key)), NULL);
}

static void retry(uv_timer_t *timer);

/* Nothing of this turn counts: not what was to be sent, not what tables have in memory. */
static void begin_trouble(struct hub *hub) {
    net_drop_held(hub->net);
    table_forget_all(hub);
    if (hub->cannot_save) return;
    hub->cannot_save = true;
    HUB_LOG(hub, LOG_LINE_ERROR, "cannot-save", {.name = "why", .text = store_why(hub->store)});
    tell_all(hub, "trouble");
    uv_timer_start(&hub->retry, retry, RETRY_MS, RETRY_MS);
}

/* What connections know of their accounts may not have been saved. */
static void read_accounts_again(struct hub *hub) {
    for (struct client *client = hub->clients; client && !hub->has_failed; client = client->next)
        if (store_get_account(hub->store, client->account.id, &client->account) == STORE_FAILED) hub_cannot_save(hub);
}

static void retry(uv_timer_t *timer) {
    struct hub *hub = timer->data;
    hub_begin_turn(hub);
    if (store_try(hub->store) || store_commit(hub->store)) {
        store_undo(hub->store);
        return;
    }
    uv_timer_stop(timer);
    hub->cannot_save = false;
    HUB_LOG(hub, LOG_LINE_INFO, "saving-again", {0});
    read_accounts_again(hub);
    tell_all(hub, "well");
    table_wake_all(hub);
}

static void turn_end(void *context) {
    struct hub *hub = context;
    if (!commit(hub)) begin_trouble(hub);
    net_flush_held(hub->net);
}

static void dropped(void *context, struct net_peer *peer) {
    (void)context;
    hub_reply(peer, 503, error_json(lang_at(0), "cannot-save", NULL), "Retry-After: 2\r\n");
}

/* ---- Who --------------------------------------------------------------------------------------------------------- */

static bool token_of(const struct net_request *request, char *token, size_t size) {
    static const char bearer[] = "Bearer ";
    const char *header = net_header(request, "authorization");
    if (header && !strncmp(header, bearer, sizeof bearer - 1) && strlen(header) - sizeof bearer + 1 < size) {
        snprintf(token, size, "%s", header + sizeof bearer - 1);
        return true;
    }
    return net_cookie(request, PEOPLE_COOKIE, token, size);
}

bool hub_who(struct hub *hub, const struct net_request *request, struct store_account *account,
             uint8_t session[STORE_HASH]) {
    char token[PEOPLE_TOKEN_MAX];
    if (!token_of(request, token, sizeof token)) return false;
    enum store_answer answer = people_by_token(hub, token, account, session);
    if (answer == STORE_FAILED) hub_cannot_save(hub);
    return answer == STORE_OK;
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

void hub_refuse(struct hub *hub, const struct net_request *request, int status, const char *code) {
    struct store_account account;
    uint8_t session[STORE_HASH];
    const struct lang *lang = hub_who(hub, request, &account, session) ? lang_find(account.lang) : NULL;
    if (!lang) lang = lang_of_request(request);
    hub_reply(request->peer, status, error_json(lang, code, NULL), status == 503 ? "Retry-After: 2\r\n" : NULL);
}

/* A page from elsewhere says where it is from; programs say nothing. */
static bool is_own_origin(const struct hub *hub, const struct net_request *request) {
    const char *origin = net_header(request, "origin"), *host = net_header(request, "host");
    char own[300];
    if (!origin) return true;
    if (hub->config.origin) return !strcmp(origin, hub->config.origin);
    snprintf(own, sizeof own, "%s://%s", request->is_secure ? "https" : "http", host ? host : "");
    return !strcmp(origin, own);
}

/* NULL, or the code of what is wrong with a request that would change something. */
static const char *wrong_with_change(const struct hub *hub, const struct net_request *request) {
    const char *mark = net_header(request, "x-arkad");
    if (!is_own_origin(hub, request)) return "foreign-origin";
    if (!mark || strcmp(mark, "1")) return "no-mark";
    return NULL;
}

static bool is_reading(const struct net_request *request) {
    return !strcmp(request->method, "GET") || !strcmp(request->method, "HEAD");
}

static void refuse_limited(struct hub *hub, const struct net_request *request) {
    metrics_count(hub, METRIC_LIMITED);
    hub_reply(request->peer, 429, error_json(lang_of_request(request), "limited", NULL), "Retry-After: 1\r\n");
}

static void answer_api(struct hub *hub, const struct net_request *request) {
    const char *wrong = is_reading(request) ? NULL : wrong_with_change(hub, request);
    if (!limits_allow(hub, LIMIT_REQUEST, request->address))
        refuse_limited(hub, request);
    else if (wrong)
        hub_refuse(hub, request, 403, wrong);
    else if (!is_reading(request) && (hub->cannot_save || hub->is_stopping))
        hub_refuse(hub, request, 503, hub->cannot_save ? "cannot-save" : "stopping");
    else if (!people_request(hub, request) && !lobby_request(hub, request) && !review_request(hub, request))
        hub_refuse(hub, request, 404, "not-there");
}

static void answer_health(struct hub *hub, const struct net_request *request) {
    const char *status = hub->cannot_save ? "cannot-save" : hub->is_stopping ? "stopping" : "ok";
    hub_reply(request->peer, strcmp(status, "ok") ? 503 : 200,
              json_pack("{s:s, s:s}", "status", status, "version", ARKAD_VERSION), NULL);
}

/* ---- WebSockets -------------------------------------------------------------------------------------------------- */

static int count_sockets(const struct hub *hub, int64_t account) {
    int count = 0;
    for (const struct client *client = hub->clients; client; client = client->next)
        count += client->account.id == account;
    return count;
}

bool hub_is_connected(const struct hub *hub, int64_t account) {
    for (const struct client *client = hub->clients; client; client = client->next)
        if (client->account.id == account) return true;
    return false;
}

static void add_client(struct hub *hub, struct client *client) {
    client->next = hub->clients;
    if (client->next) client->next->previous = client;
    hub->clients = client;
    net_set_data(client->peer, client);
}

static void drop_client(struct hub *hub, struct client *client) {
    table_client_gone(hub, client);
    lobby_leave(hub, client);
    if (client->previous)
        client->previous->next = client->next;
    else
        hub->clients = client->next;
    if (client->next) client->next->previous = client->previous;
    free(client);
}

static void open_socket(struct hub *hub, const struct net_request *request) {
    struct client *client = NULL;
    struct client start = {.peer = request->peer, .lang = lang_at(0)};
    if (!is_own_origin(hub, request)) {
        hub_refuse(hub, request, 403, "foreign-origin");
    } else if (!hub_who(hub, request, &start.account, start.session)) {
        hub_refuse(hub, request, 401, "nobody");
    } else if (count_sockets(hub, start.account.id) >= SOCKETS_OF_ACCOUNT || hub->is_stopping) {
        hub_refuse(hub, request, 503, hub->is_stopping ? "stopping" : "too-many-tabs");
    } else if (!(client = malloc(sizeof *client))) {
        hub_refuse(hub, request, 503, "busy");
    } else if (!net_upgrade(request)) {
        free(client);
    } else {
        const struct lang *lang = lang_find(start.account.lang);
        if (lang) start.lang = lang;
        *client = start;
        add_client(hub, client);
    }
}

void hub_send(struct client *client, json_t *message, const json_t *re) {
    if (re)
        json_object_set(message, "re", (json_t *)(uintptr_t)re); /* counts the reference, and changes nothing else */
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text) net_send(client->peer, text, strlen(text));
    free(text);
}

void hub_error(struct client *client, const char *code, const char *message, const json_t *re) {
    char key[64];
    snprintf(key, sizeof key, "error.%s", code);
    const char *text = message ? message : lang_text(client->lang, key);
    hub_send(client, json_pack("{s:s, s:s, s:s}", "is", "error", "code", code, "message", text), re);
}

static void say_hello(struct hub *hub, struct client *client, const json_t *message, const json_t *re) {
    const char *code = json_string_value(json_object_get(message, "lang"));
    const struct lang *lang = code ? lang_find(code) : NULL;
    if (lang) client->lang = lang;
    client->has_said_hello = true;
    client->wants_lists = json_is_true(json_object_get(message, "lists"));
    hub_send(client,
             json_pack("{s:s, s:i, s:o, s:I}", "is", "hello", "version", 1, "account",
                       people_json(hub, &client->account, true), "now", (json_int_t)hub->now_ms),
             re);
    if (!hub->cannot_save) return;
    hub_send(client, json_pack("{s:s, s:s}", "is", "trouble", "message", lang_text(client->lang, "server.trouble")),
             NULL);
}

static void handle(struct hub *hub, struct client *client, const char *what, const json_t *message, const json_t *re) {
    if (!strcmp(what, "hello"))
        say_hello(hub, client, message, re);
    else if (!client->has_said_hello)
        hub_error(client, "hello-first", NULL, re);
    else if (!strcmp(what, "ping"))
        hub_send(client, json_pack("{s:s, s:I}", "is", "pong", "now", (json_int_t)hub->now_ms), re);
    else if (!strcmp(what, "leave-lobby"))
        lobby_leave(hub, client);
    else if (!strcmp(what, "lobby"))
        lobby_enter(hub, client, re);
    else if (hub->cannot_save)
        hub_error(client, "cannot-save", NULL, re);
    else if (!table_message(hub, client, what, message, re))
        hub_error(client, "unknown-message", NULL, re);
}

static void on_message(void *context, struct net_peer *peer, const char *text, size_t length) {
    struct hub *hub = context;
    struct client *client = net_data(peer);
    if (!client) return;
    tell_time(hub);
    json_t *message = json_from_outside(text, length);
    const char *what = json_string_value(json_object_get(message, "do"));
    const json_t *id = json_object_get(message, "id"), *re = json_is_number(id) ? id : NULL;
    if (!limits_allow_account(hub, LIMIT_MESSAGE, client->account.id)) {
        metrics_count(hub, METRIC_LIMITED);
        hub_error(client, "limited", NULL, re);
    } else if (!what) {
        hub_error(client, "bad-json", NULL, re);
    } else {
        handle(hub, client, what, message, re);
    }
    json_decref(message);
}

/* ---- Accounts that change ---------------------------------------------------------------------------------------- */

void hub_account_changed(struct hub *hub, const struct store_account *account) {
    for (struct client *client = hub->clients; client; client = client->next)
        if (client->account.id == account->id) client->account = *account;
}

enum { CLOSE_POLICY = 1008 }; /* WebSocket: not allowed any more */

static void hang_up(struct client *client) { net_hang_up(client->peer, CLOSE_POLICY, "the session has ended"); }

void hub_account_left(struct hub *hub, int64_t account, const uint8_t *but) {
    for (struct client *client = hub->clients; client; client = client->next)
        if (client->account.id == account && !(but && !memcmp(client->session, but, STORE_HASH))) hang_up(client);
}

void hub_session_left(struct hub *hub, const uint8_t session[STORE_HASH]) {
    for (struct client *client = hub->clients; client; client = client->next)
        if (!memcmp(client->session, session, STORE_HASH)) hang_up(client);
}

/* ---- What the connections hand on -------------------------------------------------------------------------------- */

static void on_request(void *context, const struct net_request *request) {
    struct hub *hub = context;
    tell_time(hub);
    if (!strncmp(request->path, API, strlen(API)))
        answer_api(hub, request);
    else if (!strcmp(request->path, "/ws/1"))
        open_socket(hub, request);
    else if (!strcmp(request->path, "/health"))
        answer_health(hub, request);
    else if (!strcmp(request->path, "/metrics"))
        metrics_answer(hub, request);
    else if (!is_reading(request))
        hub_refuse(hub, request, 405, "wrong-method");
    else
        pages_answer(hub, request);
}

static void on_gone(void *context, struct net_peer *peer) {
    struct hub *hub = context;
    struct client *client = net_data(peer);
    tell_time(hub);
    passwords_forget_peer(hub->passwords, peer);
    if (client) drop_client(hub, client);
}

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

static bool open_parts(struct hub *hub, char *why, size_t why_size) {
    char wrong[STORE_WHY_MAX] = "there is not enough memory";
    hub->store = store_open(hub->config.data, wrong);
    hub->limits = limits_open();
    hub->metrics = metrics_open();
    hub->passwords = passwords_open(hub);
    if (hub->store && hub->limits && hub->metrics && hub->passwords) {
        hub->think = think_open(hub, hub->config.bot_threads);
        if (hub->think) return true;
        snprintf(wrong, sizeof wrong, "there is not enough memory for bots to think");
    }
    snprintf(why, why_size, "%s", wrong);
    return false;
}

static bool start_listening(struct hub *hub, char *why, size_t why_size) {
    static const struct net_handlers handlers = {
        .request = on_request, .message = on_message, .gone = on_gone, .turn_end = turn_end, .dropped = dropped};
    struct net_limits limits = {.connections_max = hub->config.connections_max,
                                .per_address_max = hub->config.per_address_max,
                                .head_ms = HEAD_MS,
                                .body_ms = BODY_MS,
                                .idle_ms = IDLE_MS,
                                .ping_ms = PING_MS,
                                .trusted = hub->config.trusted};
    hub->net = net_open(hub->loop, hub->config.address, hub->config.port, &limits, &handlers, hub, why, why_size);
    return hub->net != NULL;
}

/* Sessions that are over, open tables that everybody has forgotten. */
static void sweep(uv_timer_t *timer) {
    struct hub *hub = timer->data;
    if (hub->cannot_save) return;
    hub_begin_turn(hub);
    if (store_drop_expired(hub->store, hub->now_ms) == STORE_FAILED) hub_cannot_save(hub);
    lobby_sweep(hub);
}

static void close_handles(struct hub *hub) {
    uv_close((uv_handle_t *)&hub->retry, NULL);
    uv_close((uv_handle_t *)&hub->sweep, NULL);
    if (hub->think) think_stop(hub->think);
    table_close_all(hub);
}

void hub_close(struct hub *hub) {
    if (!hub) return;
    if (hub->think) think_close(hub->think);
    passwords_close(hub->passwords);
    limits_close(hub->limits);
    metrics_close(hub->metrics);
    if (hub->store) store_close(hub->store);
    free(hub);
}

struct hub *hub_open(uv_loop_t *loop, const struct serve_config *config, char *why, size_t why_size) {
    struct hub *hub = calloc(1, sizeof *hub);
    if (!hub) return NULL;
    hub->loop = loop;
    hub->config = *config;
    hub_answers_are_secure(config->origin && !strncmp(config->origin, "https:", 6));
    uv_timer_init(loop, &hub->retry);
    uv_timer_init(loop, &hub->sweep);
    hub->retry.data = hub->sweep.data = hub;
    if (!open_parts(hub, why, why_size) || !start_listening(hub, why, why_size)) {
        close_handles(hub);
        uv_run(loop, UV_RUN_DEFAULT);
        hub_close(hub);
        return NULL;
    }
    hub_begin_turn(hub);
    table_wake_all(hub);
    uv_timer_start(&hub->sweep, sweep, 0, SWEEP_MS);
    return hub;
}

/* What is told when everything has come to rest. */
static void at_rest(void *context) {
    struct hub *hub = context;
    close_handles(hub);
    hub->stopped(hub->stopped_context);
}

void hub_stop(struct hub *hub, void (*done)(void *context), void *context) {
    if (hub->is_stopping) return;
    hub->is_stopping = true;
    hub->stopped = done;
    hub->stopped_context = context;
    hub_begin_turn(hub);
    tell_all(hub, "bye");
    net_close(hub->net, at_rest, hub);
}
