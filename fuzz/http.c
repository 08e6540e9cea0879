/* Any bytes, as what a client sends to the server: whatever reaches the handler is as net.h promises. */
#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check(const struct net_request *request) {
    must(request->path[0] == '/' && strlen(request->path) <= NET_PATH_MAX && strlen(request->query) <= NET_PATH_MAX);
    must(!strstr(request->path, "/../") && !strchr(request->path, '\n'));
    must(request->body_length <= NET_BODY_MAX && strlen(request->address) < NET_ADDRESS_MAX);
    const char *host = net_header(request, "host");
    must(!host || (*host && !strpbrk(host, " \t\r\n/")));
    must(!net_header(request, "content-length") || !net_header(request, "transfer-encoding"));
    char cookie[16];
    must(!net_cookie(request, "arkad", cookie, sizeof cookie) || strlen(cookie) < sizeof cookie);
}

static void on_request(void *context, const struct net_request *request) {
    (void)context;
    check(request);
    fuzz.asked++;
    fuzz.is_waiting = true;
    if (!strcmp(request->path, "/ws") && net_upgrade(request))
        fuzz.is_waiting = false;
    else if (!(fuzz.flags & IS_LATE))
        answer(request->body, request->body_length);
}

static void on_message(void *context, struct net_peer *peer, const char *text, size_t length) {
    (void)context;
    net_send(peer, text, length);
}

/* Every answer begins where the one before it ended. */
static void check_answers(void) {
    static const char start[] = "HTTP/1.1 ";
    must(!fuzz.out.length || (fuzz.out.length > 32 && !memcmp(fuzz.out.data, start, sizeof start - 1)) ||
         !memcmp(fuzz.out.data, "HTTP/1.1 100 Continue", 21));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 2) return 0;
    wire_open(data[0], on_request, on_message);
    wire_feed_all((const char *)data + 2, size - 2, data[1] ? data[1] : size);
    wire_end();
    check_answers();
    buffer_free(&fuzz.out);
    return 0;
}
