/*
 * What two people ask and say, line by line: "0POST /api/1/tables {...}" is a request of the first, "1{...}" a message
 * of the second over its WebSocket. In a line $ is replaced by the code of the newest table, # for the number of its
 * next entry and @ for the first move that was listed last. Whatever they send, every request is answered once, and
 * everything that is sent is well formed. Connections, bots and the disk are simulated here; the rest is the
 * server itself.
 */
#include "server/hub.h"
#include "server/table/think.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
int fsync(int file);
int fdatasync(int file);

enum { PEOPLE = 2, TOKEN_SIZE = 128, LINE_SIZE = 8192 };

struct net {
    struct net_handlers handlers;
    void *context;
};

struct net_peer {
    void *data;
    const char *token;
    bool is_socket, is_closed;
    int answers;
};

static struct net net;
static struct hub *hub;
static uv_loop_t loop;
static char tokens[PEOPLE][TOKEN_SIZE], code[16], number[16], move[ARKAD_MOVE_TEXT_MAX];

static void must(bool holds) {
    if (!holds) abort();
}

/* ---- What the server is told of the world ------------------------------------------------------------------------ */

int fsync(int file) { return file < 0 ? -1 : 0; } /* nothing has to outlive this */
int fdatasync(int file) { return file < 0 ? -1 : 0; }

struct net *net_open(uv_loop_t *of, const char *address, int port, const struct net_limits *limits,
                     const struct net_handlers *handlers, void *context, char *why, size_t why_size) {
    (void)of, (void)address, (void)port, (void)limits, (void)why, (void)why_size;
    net = (struct net){*handlers, context};
    return &net;
}

int net_port(const struct net *of) { return of ? 1 : 0; }
void net_close(struct net *of, void (*done)(void *context), void *context) { (void)of, done(context); }
void net_set_data(struct net_peer *peer, void *data) { peer->data = data; }
void *net_data(const struct net_peer *peer) { return peer->data; }
void net_flush_held(struct net *of) { (void)of; }
void net_drop_held(struct net *of) { (void)of; }
void net_want_turn(struct net *of) { (void)of; }
struct net_figures net_figures(const struct net *of) {
    return (struct net_figures){.connections = of != NULL};
}

void net_hang_up(struct net_peer *peer, int status, const char *reason) {
    must(peer->is_socket && status && *reason);
    peer->is_closed = true;
}

void net_cut(struct net_peer *peer) {
    peer->is_closed = true;
    peer->answers++;
}

const char *net_address(const struct net_peer *peer) { return peer ? "127.0.0.1" : ""; }
void net_charge(struct net_peer *peer, int cost) { must(peer && cost >= 0); }

bool net_upgrade(const struct net_request *request) {
    request->peer->is_socket = true;
    request->peer->answers++;
    return true;
}

const char *net_header(const struct net_request *request, const char *name) {
    (void)request;
    return !strcmp(name, "x-arkad") ? "1" : !strcmp(name, "content-type") ? "application/json" : NULL;
}

bool net_cookie(const struct net_request *request, const char *name, char *text, size_t size) {
    if (strcmp(name, "arkad") || !*request->peer->token) return false;
    snprintf(text, size, "%s", request->peer->token);
    return true;
}

struct think *think_open(struct server *of, int threads) {
    return of && threads ? (struct think *)(void *)&loop : NULL;
}
void think_stop(struct think *think) { (void)think; }
void think_close(struct think *think) { (void)think; }
struct think_figures think_figures(struct think *think) {
    return (struct think_figures){.moves = think != NULL};
}

enum think_state think_state(struct think *think, int64_t table, double *progress) {
    *progress = 0;
    return think && table < 0 ? THINK_QUEUED : THINK_NONE;
}

bool think_move(struct server *of, const struct question *question, thought *done, void *context) {
    (void)of, (void)question, (void)done, (void)context;
    return false;
}

bool think_review(struct think *think, int64_t table, struct review *review, int budget_ms, reviewed *done) {
    (void)think, (void)table, (void)budget_ms, (void)done;
    review_free(review);
    return false;
}

/* ---- What it answers --------------------------------------------------------------------------------------------- */

/* Error texts are those of the catalogue. */
static void check_error(const json_t *error) {
    const char *text = json_string_value(json_object_get(error, "message"));
    must(json_string_length(json_object_get(error, "code")) && text && *text && !strstr(text, "error."));
}

static void learn_table(const json_t *table) {
    const char *text = json_string_value(json_object_get(table, "code"));
    if (text && json_is_object(json_object_get(table, "clock"))) snprintf(code, sizeof code, "%s", text);
}

void net_reply(struct net_peer *peer, const struct net_answer *answer) {
    must(++peer->answers == 1 && answer->status >= 200 && answer->status < 600);
    if (!answer->length || strcmp(answer->type, "application/json")) return;
    json_t *body = json_loadb(answer->body, answer->length, JSON_REJECT_DUPLICATES, NULL);
    must(body != NULL);
    if (answer->status >= 400) check_error(json_object_get(body, "error"));
    learn_table(body);
    json_decref(body);
    const char *cookie = answer->headers ? strstr(answer->headers, "arkad=") : NULL;
    for (int i = 0; cookie && i < PEOPLE; i++)
        if (peer->token == tokens[i])
            snprintf(tokens[i], TOKEN_SIZE, "%.*s", (int)strcspn(cookie + 6, ";"), cookie + 6);
}

void net_send(struct net_peer *peer, const char *text, size_t length) {
    must(peer->is_socket);
    json_t *message = json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL);
    const char *is = json_string_value(json_object_get(message, "is"));
    must(is && *is);
    if (!strcmp(is, "error")) check_error(message);
    const json_t *moves = json_object_get(message, "moves"), *n = json_object_get(message, "n");
    if (json_is_integer(n)) snprintf(number, sizeof number, "%d", (int)json_integer_value(n) + 1);
    if (json_array_size(moves)) snprintf(move, sizeof move, "%s", json_string_value(json_array_get(moves, 0)));
    learn_table(json_object_get(message, "table"));
    json_decref(message);
}

/* ---- What people send -------------------------------------------------------------------------------------------- */

static void end_turn(void) {
    net.handlers.turn_end(net.context);
    uv_run(&loop, UV_RUN_NOWAIT);
}

static void ask(int who, const char *method, char *path, const char *body) {
    struct net_peer peer = {.token = tokens[who]};
    char *query = strchr(path, '?');
    if (query) *query++ = 0;
    struct net_request request = {.method = method,
                                  .path = path,
                                  .query = query ? query : "",
                                  .body = body,
                                  .body_length = strlen(body),
                                  .address = "192.0.2.1",
                                  .peer = &peer};
    net.handlers.request(net.context, &request);
    end_turn();
    while (!peer.answers) uv_run(&loop, UV_RUN_ONCE), net.handlers.turn_end(net.context); /* a password is hashed */
    must(peer.answers == 1);
    net.handlers.gone(net.context, &peer);
}

static void expand(const char *line, size_t length, char *text) {
    size_t at = 0;
    for (size_t i = 0; i < length && at < LINE_SIZE - sizeof move; i++) {
        const char *name = line[i] == '$' ? code : line[i] == '#' ? number : line[i] == '@' ? move : NULL;
        if (name)
            at += (size_t)sprintf(text + at, "%s", name);
        else if (line[i])
            text[at++] = line[i];
    }
    text[at] = 0;
}

static void say_line(struct net_peer *sockets, const char *line, size_t length) {
    char text[LINE_SIZE];
    if (length < 2) return;
    int who = line[0] & 1;
    expand(line + 1, length - 1, text);
    char *path = strstr(text, " /"), *body = path ? strchr(path + 2, ' ') : NULL;
    if (*text >= 'A' && *text <= 'Z' && path) {
        *path++ = 0;
        if (body) *body++ = 0;
        ask(who, text, path, body ? body : "");
    } else if (!sockets[who].is_closed && sockets[who].is_socket) {
        net.handlers.message(net.context, &sockets[who], text, strlen(text));
        end_turn();
    }
}

static char file[] = "build-fuzz/hub.db";

/* What the run before has left. */
static void remove_data(void) {
    static const char *const endings[] = {"", "-wal", "-shm", "-lock"};
    char name[64];
    for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
        snprintf(name, sizeof name, "%s%s", file, endings[i]);
        unlink(name);
    }
}

static void open_hub(void) {
    static struct server_config config = {.data = file,
                                          .address = "127.0.0.1",
                                          .connections_max = 9,
                                          .per_address_max = 9,
                                          .tables_max = 1 << 30,
                                          .bot_threads = 1,
                                          .analysis_ms = 1,
                                          .has_no_limits = true};
    char why[200];
    remove_data();
    uv_loop_init(&loop);
    hub = hub_open(&loop, &config, why, sizeof why);
    must(hub != NULL);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    struct net_peer sockets[PEOPLE] = {{.token = tokens[0]}, {.token = tokens[1]}};
    if (!hub) open_hub();
    memset(tokens, 0, sizeof tokens);
    code[0] = number[0] = move[0] = 0;
    for (int i = 0; i < PEOPLE; i++) {
        char path[] = "/api/1/guest";
        ask(i, "POST", path, "{}");
        net.handlers.request(net.context, &(struct net_request){.method = "GET",
                                                                .path = "/ws/1",
                                                                .query = "",
                                                                .body = "",
                                                                .address = "192.0.2.1",
                                                                .peer = &sockets[i]});
    }
    const char *text = (const char *)data, *end = text + size;
    while (text < end) {
        const char *stop = memchr(text, '\n', (size_t)(end - text));
        say_line(sockets, text, (size_t)((stop ? stop : end) - text));
        text = stop ? stop + 1 : end;
    }
    for (int i = 0; i < PEOPLE; i++)
        if (sockets[i].is_socket) net.handlers.gone(net.context, &sockets[i]);
    end_turn();
    return 0;
}
