/*
 * A small server for tests/test_net.py: net_echo [head=MS] [body=MS] [idle=MS] [ping=MS] [connections=N] [address=N]
 * [listen=ADDRESS] [port=N] [trust=ADDRESS]... Prints its port and, when stopped, how many peers it
 * was shown and how many have gone.
 */
#include "server/net/net.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 128 * 1024, TRUSTED_MAX = 8 };

static struct net *net;
static uv_timer_t timer;
static uv_signal_t terminate;
static struct net_peer *waiting; /* for an answer that comes later */
static bool is_holding, is_dropping;
static int shown, gone;
static char text[TEXT_MAX];

static void say(struct net_peer *peer, int status, const char *body, size_t length) {
    net_reply(peer, &(struct net_answer){.status = status, .type = "text/plain", .body = body, .length = length});
}

static void say_text(struct net_peer *peer, const char *body) { say(peer, 200, body, strlen(body)); }

/* ---- Requests by path ----------------------------------------------------------------------------------------- */

static void echo(const struct net_request *request) {
    int length = snprintf(text, sizeof text, "%s %s ?%s %s %d %zu\n", request->method, request->path, request->query,
                          request->address, request->is_secure, request->body_length);
    memcpy(text + length, request->body, request->body_length);
    say(request->peer, 200, text, (size_t)length + request->body_length);
}

static void header(const struct net_request *request) {
    const char *value = net_header(request, request->query);
    say_text(request->peer, value ? value : "(none)");
}

static void cookie(const struct net_request *request) {
    char value[16];
    say_text(request->peer, net_cookie(request, request->query, value, sizeof value) ? value : "(none)");
}

static void big(const struct net_request *request) {
    size_t length = (size_t)atoi(request->query);
    char *body = malloc(length + 1);
    memset(body, 'b', length);
    say(request->peer, 200, body, length);
    free(body);
}

static void status(const struct net_request *request) { say(request->peer, atoi(request->query), "body", 4); }

static void answer_later(uv_timer_t *handle) {
    (void)handle;
    if (waiting) say_text(waiting, "later");
    waiting = NULL;
}

static void later(const struct net_request *request) {
    waiting = request->peer;
    uv_timer_start(&timer, answer_later, (uint64_t)atoi(request->query), 0);
}

static void never(const struct net_request *request) { (void)request; }

static void hold(const struct net_request *request) {
    is_holding = true;
    say_text(request->peer, "held");
}

static void release(const struct net_request *request) {
    is_holding = false;
    say_text(request->peer, "released");
}

static void drop(const struct net_request *request) {
    is_dropping = true;
    say_text(request->peer, "dropped");
}

static void figures(const struct net_request *request) {
    struct net_figures f = net_figures(net);
    snprintf(text, sizeof text, "connections %d sockets %d requests %lu in %lu out %lu refused %lu cut_off %lu gone %d",
             f.connections, f.sockets, (unsigned long)f.requests, (unsigned long)f.messages_in,
             (unsigned long)f.messages_out, (unsigned long)f.refused, (unsigned long)f.cut_off, gone);
    say_text(request->peer, text);
}

static void stopped(void *context) {
    (void)context;
    uv_close((uv_handle_t *)&timer, NULL);
    uv_close((uv_handle_t *)&terminate, NULL);
}

static void told_to_stop(uv_signal_t *signal, int number) {
    (void)signal, (void)number;
    is_holding = false;
    net_close(net, stopped, NULL);
}

static void stop(const struct net_request *request) {
    say_text(request->peer, "stopping");
    net_close(net, stopped, NULL);
}

static void upgrade(const struct net_request *request) { net_upgrade(request); }

static void greet(const struct net_request *request) {
    if (net_upgrade(request)) net_send(request->peer, "welcome", 7);
    is_dropping = atoi(request->query);
}

static const struct {
    const char *path;
    void (*answer)(const struct net_request *request);
} pages[] = {{"/header", header},   {"/cookie", cookie},   {"/big", big},   {"/status", status}, {"/later", later},
             {"/never", never},     {"/hold", hold},       {"/drop", drop}, {"/ws", upgrade},    {"/greet", greet},
             {"/release", release}, {"/figures", figures}, {"/stop", stop}};

static void request(void *context, const struct net_request *asked) {
    (void)context;
    shown += !net_data(asked->peer);
    net_set_data(asked->peer, &shown);
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++) {
        if (strcmp(asked->path, pages[i].path)) continue;
        pages[i].answer(asked);
        return;
    }
    echo(asked);
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

static bool begins(const char *message, size_t length, const char *word) {
    return length >= strlen(word) && !memcmp(message, word, strlen(word));
}

static void send_many(struct net_peer *peer, int count) {
    memset(text, 'm', 10000);
    for (int i = 0; i < count; i++) net_send(peer, text, 10000);
}

static void message(void *context, struct net_peer *peer, const char *bytes, size_t length) {
    (void)context;
    char copy[256];
    snprintf(copy, sizeof copy, "%.*s", (int)length, bytes);
    if (begins(copy, length, "close "))
        net_hang_up(peer, atoi(copy + 6), copy + 11);
    else if (begins(copy, length, "many "))
        send_many(peer, atoi(copy + 5));
    else
        net_send(peer, bytes, length);
    is_dropping = is_dropping || begins(copy, length, "drop");
}

static void left(void *context, struct net_peer *peer) {
    (void)context;
    if (peer == waiting) waiting = NULL;
    gone++;
}

static void turn_end(void *context) {
    (void)context;
    if (is_dropping)
        net_drop_held(net);
    else if (!is_holding)
        net_flush_held(net);
    is_dropping = false;
}

static void dropped(void *context, struct net_peer *peer) {
    (void)context;
    say(peer, 507, "not saved", 9);
}

/* ---- Options -------------------------------------------------------------------------------------------------- */

static struct net_limits limits = {.connections_max = 5000,
                                   .per_address_max = 5000,
                                   .head_ms = 5000,
                                   .body_ms = 5000,
                                   .idle_ms = 5000,
                                   .ping_ms = 5000};
static const char *trusted[TRUSTED_MAX + 1], *address = "127.0.0.1";
static int port;

static bool set_number(const char *word) {
    const struct {
        const char *name;
        int *number;
    } numbers[] = {{"head=", &limits.head_ms},
                   {"body=", &limits.body_ms},
                   {"idle=", &limits.idle_ms},
                   {"ping=", &limits.ping_ms},
                   {"connections=", &limits.connections_max},
                   {"address=", &limits.per_address_max},
                   {"port=", &port}};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        size_t length = strlen(numbers[i].name);
        if (strncmp(word, numbers[i].name, length)) continue;
        *numbers[i].number = atoi(word + length);
        return true;
    }
    return false;
}

static void set(const char *word) {
    static int count;
    if (!strncmp(word, "trust=", 6) && count < TRUSTED_MAX)
        trusted[count++] = word + 6;
    else if (!strncmp(word, "listen=", 7))
        address = word + 7;
    else if (!set_number(word))
        exit(2);
}

int main(int count, char **words) {
    char why[200];
    uv_loop_t *loop = uv_default_loop();
    const struct net_handlers handlers = {
        .request = request, .message = message, .gone = left, .turn_end = turn_end, .dropped = dropped};
    for (int i = 1; i < count; i++) set(words[i]);
    limits.trusted = trusted;
    uv_timer_init(loop, &timer);
    uv_signal_init(loop, &terminate);
    uv_signal_start(&terminate, told_to_stop, SIGTERM);
    net = net_open(loop, address, port, &limits, &handlers, NULL, why, sizeof why);
    if (!net) {
        fprintf(stderr, "%s\n", why);
        stopped(NULL);
        uv_run(loop, UV_RUN_DEFAULT);
        return 1;
    }
    printf("%d\n", net_port(net));
    fflush(stdout);
    uv_run(loop, UV_RUN_DEFAULT);
    printf("shown %d gone %d\n", shown, gone);
    return uv_loop_close(loop) ? 3 : 0;
}
