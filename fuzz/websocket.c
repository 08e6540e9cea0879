/* Any bytes, as the frames of a client after a good handshake: what comes back are whole frames of a server, and
   nothing after the closing. */
#include "wire.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void on_request(void *context, const struct net_request *request) {
    (void)context;
    fuzz.asked++;
    must(net_upgrade(request));
}

static void on_message(void *context, struct net_peer *peer, const char *text, size_t length) {
    (void)context;
    must(length <= NET_MESSAGE_MAX && (!length || text));
    net_send(peer, text, length);
    if (length && text[0] == 'q') net_hang_up(peer, 4000, "quit");
}

static size_t check_frame(const uint8_t *frame, size_t left) {
    must(left >= 2 && frame[1] < 128);
    size_t payload = frame[1], head = payload < 126 ? 2 : payload == 126 ? 4 : 10;
    must(left >= head && strchr("\x81\x88\x89\x8a", frame[0]) && frame[0]);
    if (head > 2) payload = 0;
    for (size_t i = 2; i < head; i++) payload = payload << 8 | frame[i];
    must(left >= head + payload);
    must(frame[0] != 0x88 || left == head + payload);
    return head + payload;
}

static void check_out(void) {
    buffer_add(&fuzz.out, "", 1);
    fuzz.out.length--;
    must(fuzz.out.length > 100 && !memcmp(fuzz.out.data, "HTTP/1.1 101 ", 13));
    const char *end = strstr(fuzz.out.data, "\r\n\r\n");
    must(end);
    for (size_t at = (size_t)(end + 4 - fuzz.out.data); at < fuzz.out.length;)
        at += check_frame((const uint8_t *)fuzz.out.data + at, fuzz.out.length - at);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static const char handshake[] =
        "GET /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    if (size < 2) return 0;
    wire_open(data[0], on_request, on_message);
    wire_feed(handshake, sizeof handshake - 1);
    wire_feed_all((const char *)data + 2, size - 2, data[1] ? data[1] : size);
    wire_end();
    check_out();
    buffer_free(&fuzz.out);
    return 0;
}
