/*
 * One connection in memory, for the fuzzers: bytes are fed in pieces, what comes out is gathered. The first two bytes
 * of the input say how: the size of the pieces, whether the reader is slow, whether turns are dropped, answers
 * late, or the connection torn when it is to be shut.
 */
#ifndef FUZZ_WIRE_H
#define FUZZ_WIRE_H

#include "server/net/peer.h"

#include <stdlib.h>
#include <string.h>

enum { IS_SLOW = 1, IS_DROPPING = 2, IS_LATE = 4, IS_TICKING = 8, IS_PROXY = 16, IS_STOPPING = 32, IS_TORN = 64 };

static struct {
    struct net net;
    struct net_peer *peer; /* NULL: closed */
    struct buffer out;
    size_t queued;
    int flags, asked, gone;
    bool is_waiting, is_shut;
} fuzz;

static void must(bool holds) {
    if (!holds) abort();
}

static void wire_write(struct net_peer *peer, const char *bytes, size_t length) {
    (void)peer;
    must(!fuzz.is_shut);
    buffer_add(&fuzz.out, bytes, length);
    if (fuzz.flags & IS_SLOW) fuzz.queued += length;
}

static size_t wire_queued(const struct net_peer *peer) {
    (void)peer;
    return fuzz.queued;
}

static void wire_shut(struct net_peer *peer) {
    fuzz.is_shut = true;
    if (fuzz.flags & IS_TORN) peer_cut(peer); /* the socket was broken already */
}

static void wire_pause(struct net_peer *peer, bool is_paused) { (void)peer, (void)is_paused; }

static void wire_close(struct net_peer *peer) {
    must(peer == fuzz.peer);
    fuzz.peer = NULL;
    free(peer);
}

static void answer(const char *body, size_t length) {
    net_reply(fuzz.peer, &(struct net_answer){.status = 200, .type = "text/plain", .body = body, .length = length});
    fuzz.is_waiting = false;
}

static void on_gone(void *context, struct net_peer *peer) {
    (void)context;
    must(peer == fuzz.peer);
    fuzz.gone++;
    fuzz.is_waiting = false;
}

static void on_turn_end(void *context) {
    (void)context;
    if (fuzz.flags & IS_DROPPING)
        net_drop_held(&fuzz.net);
    else
        net_flush_held(&fuzz.net);
}

/* Opens the connection; the caller gives the handlers of requests and messages. */
static void wire_open(int flags, void (*request)(void *, const struct net_request *),
                      void (*message)(void *, struct net_peer *, const char *, size_t)) {
    static const struct wire wire = {wire_write, wire_queued, wire_shut, wire_pause, wire_close};
    static const char *const trusted[] = {"10.0.0.0/8", NULL};
    const struct net_handlers handlers = {
        .request = request, .message = message, .gone = on_gone, .turn_end = on_turn_end};
    const struct net_limits limits = {.connections_max = 2,
                                      .per_address_max = 2,
                                      .head_ms = 500,
                                      .body_ms = 500,
                                      .idle_ms = 500,
                                      .ping_ms = 500,
                                      .trusted = trusted};
    struct address from;
    memset(&fuzz, 0, sizeof fuzz);
    fuzz.flags = flags;
    net_begin(&fuzz.net, &limits, &handlers, NULL, &wire);
    address_read(flags & IS_PROXY ? "10.1.2.3" : "192.0.2.1", flags & IS_PROXY ? 8 : 9, &from);
    fuzz.peer = calloc(1, sizeof *fuzz.peer);
    must(fuzz.peer && peer_open(&fuzz.net, fuzz.peer, &from));
}

static void wire_turn(int pass_ms) {
    net_tick(&fuzz.net, fuzz.net.now_ms + (uint64_t)pass_ms);
    if (fuzz.is_waiting && fuzz.peer) answer("late", 4);
    net_end_turn(&fuzz.net);
    if (!fuzz.peer || !fuzz.queued) return;
    fuzz.queued = 0;
    peer_sent(fuzz.peer);
}

/* A piece of its own memory, so that reading past it is seen. */
static void wire_feed(const char *bytes, size_t length) {
    if (!fuzz.peer || fuzz.peer->phase == PHASE_DEAD) return;
    char *piece = malloc(length);
    memcpy(piece, bytes, length);
    peer_receive(fuzz.peer, piece, length);
    free(piece);
    must(fuzz.peer->input.length <= NET_HEAD_MAX + length || fuzz.peer->phase == PHASE_ANSWER ||
         fuzz.peer->phase == PHASE_SENDING);
    wire_turn(fuzz.flags & IS_TICKING ? 100 : 1);
}

static void wire_feed_all(const char *bytes, size_t length, size_t piece) {
    for (size_t at = 0; at < length; at += piece) wire_feed(bytes + at, length - at < piece ? length - at : piece);
}

/* The other side leaves; whatever happened, time ends every connection, and nothing is left. */
static void wire_end(void) {
    if (fuzz.flags & IS_STOPPING) net_dismiss_all(&fuzz.net);
    if (fuzz.peer && fuzz.peer->phase != PHASE_DEAD && !(fuzz.flags & IS_STOPPING)) peer_ended(fuzz.peer);
    for (int i = 0; i < 100 && fuzz.peer; i++) wire_turn(1000);
    must(!fuzz.peer && !fuzz.net.peers && !fuzz.net.held && !fuzz.net.figures.connections && !fuzz.net.figures.sockets);
    must(fuzz.gone == (fuzz.asked > 0));
    for (int i = 0; i < ADDRESS_BUCKETS; i++) must(!fuzz.net.addresses[i]);
    for (int i = 0; i < WHEEL_SLOTS; i++) must(!fuzz.net.wheel[i]);
}

#endif
