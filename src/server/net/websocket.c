/*
 * WebSockets (RFC 6455, version 13, text only, no extensions). wslay reads and writes the frames and knows their rules;
 * its events become calls of the handlers, and what it writes, header and payload apart, is gathered in `held`.
 */
#include "server/net/websocket.h"

#include "server/net/head.h"
#include "server/net/peer.h"

#include <assert.h>
#include <nettle/base64.h>
#include <nettle/sha1.h>
#include <string.h>

enum {
    REASON_MAX = 123,    /* bytes of a closing frame's reason */
    HANDSHAKE_KEY = 24,  /* characters of a WebSocket key: 16 bytes in base 64 */
    SLICE = 128,         /* bytes that wslay is given at once: it reads all frames in them */
    FRAGMENTS_MAX = 256, /* frames of one message: each takes memory of its own, however small it is */
};

/* ---- wslay's callbacks ---------------------------------------------------------------------------------------- */

static ssize_t give_bytes(wslay_event_context_ptr frames, uint8_t *bytes, size_t size, int flags, void *user) {
    struct net *net = ((struct net_peer *)user)->net;
    (void)flags;
    if (!net->incoming_length) {
        wslay_event_set_error(frames, WSLAY_ERR_WOULDBLOCK);
        return -1;
    }
    size_t length = net->incoming_length < size ? net->incoming_length : size;
    memcpy(bytes, net->incoming, length);
    net->incoming += length;
    net->incoming_length -= length;
    return (ssize_t)length;
}

static ssize_t take_bytes(wslay_event_context_ptr frames, const uint8_t *bytes, size_t length, int flags, void *user) {
    (void)frames, (void)flags;
    struct net_peer *peer = user;
    buffer_add(&peer->held, bytes, length);
    peer->net->figures.bytes_held += length;
    peer_hold(peer);
    return (ssize_t)length;
}

static void fail(wslay_event_context_ptr frames, uint16_t code, const char *why) {
    wslay_event_queue_close(frames, code, (const uint8_t *)why, strlen(why));
    wslay_event_shutdown_read(frames);
}

/* What wslay would let through. */
static void begin_frame(wslay_event_context_ptr frames, const struct wslay_event_on_frame_recv_start_arg *frame,
                        void *user) {
    struct net_peer *peer = user;
    peer_count(peer);
    if (!wslay_is_ctrl_frame(frame->opcode))
        peer->fragments = frame->opcode == WSLAY_CONTINUATION_FRAME ? peer->fragments + 1U : 1;
    if (peer->fragments > FRAGMENTS_MAX) fail(frames, WSLAY_CODE_MESSAGE_TOO_BIG, "too many fragments");
    if (frame->opcode == WSLAY_BINARY_FRAME) fail(frames, WSLAY_CODE_UNSUPPORTED_DATA, "only text");
    if (frame->opcode == WSLAY_CONNECTION_CLOSE && frame->payload_length == 1)
        fail(frames, WSLAY_CODE_PROTOCOL_ERROR, "half a code");
}

static void take_message(wslay_event_context_ptr frames, const struct wslay_event_on_msg_recv_arg *message,
                         void *user) {
    struct net_peer *peer = user;
    struct net *net = peer->net;
    if (message->opcode == WSLAY_PONG) peer->awaits_pong = false;
    if (peer->phase != PHASE_WEBSOCKET || message->opcode != WSLAY_TEXT_FRAME || peer->is_hung_up ||
        !wslay_event_get_read_enabled(frames))
        return;
    net->figures.messages_in++;
    net->wants_turn = true;
    net->handlers.message(net->context, peer, message->msg ? (const char *)message->msg : "", message->msg_length);
}

static const struct wslay_event_callbacks callbacks = {
    .recv_callback = give_bytes,
    .send_callback = take_bytes,
    .on_frame_recv_start_callback = begin_frame,
    .on_msg_recv_callback = take_message,
};

/* ---- The handshake -------------------------------------------------------------------------------------------- */

static bool is_key(const char *key) {
    struct base64_decode_ctx decoder;
    uint8_t bytes[BASE64_DECODE_LENGTH(HANDSHAKE_KEY)];
    size_t length = sizeof bytes;
    if (!key || strlen(key) != HANDSHAKE_KEY) return false;
    base64_decode_init(&decoder);
    return base64_decode_update(&decoder, &length, bytes, HANDSHAKE_KEY, key) && base64_decode_final(&decoder) &&
           length == 16;
}

static void answer_to(const char *key, char text[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1]) {
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    struct sha1_ctx hash;
    uint8_t digest[SHA1_DIGEST_SIZE];
    sha1_init(&hash);
    sha1_update(&hash, strlen(key), (const uint8_t *)key);
    sha1_update(&hash, sizeof guid - 1, (const uint8_t *)guid);
    sha1_digest(&hash, sizeof digest, digest);
    base64_encode_raw(text, sizeof digest, digest);
    text[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE)] = 0;
}

/* 0, or the status to refuse the handshake with. */
static int check_handshake(const struct net_request *request) {
    const struct net_peer *peer = request->peer;
    if (!head_has_word(peer, "upgrade", "websocket") || !head_has_word(peer, "connection", "upgrade")) return 426;
    if (strcmp(request->method, "GET") || !peer->parser.http_minor || request->body_length) return 400;
    const char *version = net_header(request, "sec-websocket-version");
    if (!version || strcmp(version, "13")) return 426;
    return is_key(net_header(request, "sec-websocket-key")) ? 0 : 400;
}

static void refuse_handshake(const struct net_request *request, int status) {
    const char *text = status == 426 ? "This is the address of a WebSocket, version 13.\n" : "This is no handshake.\n";
    const char *headers = "Upgrade: websocket\r\nConnection: upgrade\r\nSec-WebSocket-Version: 13\r\n";
    net_reply(request->peer, &(struct net_answer){.status = status,
                                                  .type = "text/plain; charset=utf-8",
                                                  .headers = status == 426 ? headers : NULL,
                                                  .body = text,
                                                  .length = strlen(text)});
}

bool net_upgrade(const struct net_request *request) {
    struct net_peer *peer = request->peer;
    if (peer->phase != PHASE_ANSWER) return false;
    assert(!peer->frames && !peer->held.length);
    int status = check_handshake(request);
    if (!status && wslay_event_context_server_init(&peer->frames, &callbacks, peer)) status = 503;
    if (status) {
        refuse_handshake(request, status);
        return false;
    }
    wslay_event_config_set_max_recv_msg_length(peer->frames, NET_MESSAGE_MAX);
    char accept[BASE64_ENCODE_RAW_LENGTH(SHA1_DIGEST_SIZE) + 1];
    answer_to(net_header(request, "sec-websocket-key"), accept);
    buffer_print(&peer->held,
                 "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                 "Sec-WebSocket-Accept: %s\r\n\r\n",
                 accept);
    peer->handshake = peer->held.length;
    peer->phase = PHASE_WEBSOCKET;
    peer->net->figures.sockets++;
    peer_deadline(peer, peer->net->limits.ping_ms);
    peer_hold(peer);
    return true;
}

/* ---- Messages ------------------------------------------------------------------------------------------------- */

/* wslay cannot make out a frame and gives up without a code. */
static void hold_protocol_error(struct net_peer *peer) {
    static const uint8_t closing[] = {0x80 | WSLAY_CONNECTION_CLOSE, 2, WSLAY_CODE_PROTOCOL_ERROR >> 8,
                                      WSLAY_CODE_PROTOCOL_ERROR & 0xff};
    if (!peer->is_hung_up) buffer_add(&peer->held, closing, sizeof closing);
}

size_t websocket_receive(struct net_peer *peer, const char *bytes, size_t length) {
    struct net *net = peer->net;
    if (peer->ends) return length;
    if (!peer_may_read(peer)) return 0;
    if (length > SLICE) length = SLICE;
    net->incoming = bytes;
    net->incoming_length = length;
    if (wslay_event_recv(peer->frames))
        hold_protocol_error(peer);
    else
        wslay_event_send(peer->frames);
    net->incoming_length = 0;
    if (peer->phase != PHASE_WEBSOCKET || wslay_event_get_read_enabled(peer->frames)) return length;
    peer->ends = true;
    peer_deadline(peer, CLOSE_MS);
    peer_hold(peer);
    return length;
}

static bool can_send(const struct net_peer *peer) {
    return peer->phase == PHASE_WEBSOCKET && !peer->is_hung_up && !peer->ends;
}

static void send_frame(struct net_peer *peer, uint8_t opcode, const char *bytes, size_t length) {
    assert(peer->frames && peer->phase == PHASE_WEBSOCKET);
    struct wslay_event_msg message = {.opcode = opcode, .msg = (const uint8_t *)bytes, .msg_length = length};
    int error = wslay_event_queue_msg(peer->frames, &message);
    if (error == WSLAY_ERR_NOMEM) peer_cut(peer);
    if (!error) wslay_event_send(peer->frames); /* else it is closing */
}

/* A whole text frame as it is sent, without the queue of wslay; what is in that comes first: pongs. */
static void hold_text(struct net_peer *peer, const char *text, size_t length) {
    uint8_t head[10] = {0x80 | WSLAY_TEXT_FRAME, (uint8_t)length};
    size_t digits = length < 126 ? 0 : length <= UINT16_MAX ? 2 : 8;
    if (digits) head[1] = digits == 2 ? 126 : 127;
    for (size_t i = 0; i < digits; i++) head[2 + i] = (uint8_t)(length >> 8 * (digits - 1 - i));
    if (wslay_event_want_write(peer->frames)) wslay_event_send(peer->frames);
    if (!wslay_event_get_write_enabled(peer->frames)) return; /* it is closing */
    peer_reserve(peer, sizeof head + length);
    buffer_add(&peer->held, head, 2 + digits);
    buffer_add(&peer->held, text, length);
    peer->net->figures.bytes_held += 2 + digits + length;
    peer_hold(peer);
}

void net_send(struct net_peer *peer, const char *text, size_t length) {
    if (!can_send(peer)) return;
    if (peer->held.length + peer->net->wire->queued(peer) > NET_QUEUE_MAX) {
        peer->net->figures.cut_off++;
        peer_cut(peer);
        return;
    }
    peer->net->figures.messages_out++;
    hold_text(peer, text, length);
}

void net_hang_up(struct net_peer *peer, int code, const char *reason) {
    assert(code >= 1000 && code < 5000);
    if (peer->phase != PHASE_WEBSOCKET) {
        peer_cut(peer);
        return;
    }
    if (!can_send(peer)) return;
    size_t length = strlen(reason) < REASON_MAX ? strlen(reason) : REASON_MAX;
    while (length && (reason[length] & 0xc0) == 0x80) length--; /* not in the middle of a character */
    wslay_event_queue_close(peer->frames, (uint16_t)code, (const uint8_t *)reason, length);
    wslay_event_send(peer->frames);
    peer->is_hung_up = true;
    peer_deadline(peer, CLOSE_MS);
}

/* Time for a ping; or nobody has answered the last one, or the closing. */
void websocket_due(struct net_peer *peer) {
    if (peer->awaits_pong || peer->is_hung_up || peer->ends) {
        peer->net->figures.cut_off += peer->awaits_pong;
        peer_cut(peer);
        return;
    }
    peer->awaits_pong = true;
    send_frame(peer, WSLAY_PING, NULL, 0);
    peer_deadline(peer, peer->net->limits.ping_ms);
}

/* ---- Dropping what is held ------------------------------------------------------------------------------------ */

/* The length of the whole frame at the start: what a server writes, so unmasked and complete. */
static size_t frame_length(const uint8_t *frame) {
    size_t payload = frame[1];
    if (payload < 126) return 2 + payload;
    size_t digits = payload == 126 ? 2 : 8;
    payload = 0;
    for (size_t i = 0; i < digits; i++) payload = payload << 8 | frame[2 + i];
    return 2 + digits + payload;
}

/* Messages are thrown away; the handshake, pings, pongs and the closing say nothing of what was to be saved. */
void websocket_drop(struct net_peer *peer) {
    struct buffer kept = {0};
    assert(peer->handshake <= peer->held.length);
    buffer_add(&kept, peer->held.data, peer->handshake);
    for (size_t at = peer->handshake; at < peer->held.length;) {
        const uint8_t *frame = (const uint8_t *)peer->held.data + at;
        if (wslay_is_ctrl_frame(frame[0])) buffer_add(&kept, frame, frame_length(frame));
        at += frame_length(frame);
        assert(at <= peer->held.length);
    }
    buffer_free(&peer->held);
    peer->held = kept;
}
