/*
 * One connection, from its first byte to its last: what comes in is handed to the phase it is in, what goes out is held
 * back until the turn is durable, and every phase has a deadline that no trickle of bytes can move.
 *
 * A connection never ends in the middle of a handler: peer_cut only marks it, and at the end of the turn the handler is
 * told. The same list serves requests that were waiting behind an answer.
 */
#include "server/net/peer.h"

#include "server/net/http.h"
#include "server/net/websocket.h"

#include <assert.h>

/* ---- Deadlines ------------------------------------------------------------------------------------------------ */

static void leave_wheel(struct net_peer *peer) {
    if (!peer->due_link) return;
    *peer->due_link = peer->due_next;
    if (peer->due_next) peer->due_next->due_link = peer->due_link;
    peer->due_link = NULL;
}

static void enter_wheel(struct net_peer *peer) {
    assert(peer->deadline_ms && !peer->due_link);
    struct net_peer **slot = &peer->net->wheel[(peer->deadline_ms / TICK_MS + 1) % WHEEL_SLOTS];
    peer->due_next = *slot;
    peer->due_link = slot;
    if (*slot) (*slot)->due_link = &peer->due_next;
    *slot = peer;
}

void peer_deadline(struct net_peer *peer, int in_ms) {
    leave_wheel(peer);
    peer->deadline_ms = 0;
    if (in_ms < 0) return;
    assert(peer->phase != PHASE_DEAD);
    peer->deadline_ms = peer->net->now_ms + (uint64_t)in_ms;
    enter_wheel(peer);
}

/* A reader may be slow, but not endlessly. */
static void sending_due(struct net_peer *peer) {
    size_t unsent = peer->net->wire->queued(peer);
    if (unsent + SLOWEST > peer->unsent) {
        peer->net->figures.cut_off++;
        peer_cut(peer);
        return;
    }
    peer->unsent = unsent;
    peer_deadline(peer, peer->net->limits.idle_ms);
}

static void due(struct net_peer *peer) {
    switch (peer->phase) {
    case PHASE_HEAD:
        if (!peer->input.length) {
            peer_cut(peer);
            return;
        }
        /* fall through */
    case PHASE_BODY:
        peer->net->figures.cut_off++;
        http_refuse(peer, 408);
        return;
    case PHASE_SENDING: sending_due(peer); return;
    case PHASE_WEBSOCKET: websocket_due(peer); return;
    default: peer_cut(peer); return;
    }
}

/* All of one slot whose time has come; the others are there for a later round. */
static void visit_slot(struct net *net, struct net_peer **slot) {
    struct net_peer *list = *slot;
    *slot = NULL;
    if (list) list->due_link = &list;
    while (list) {
        struct net_peer *peer = list;
        leave_wheel(peer);
        if (peer->deadline_ms > net->now_ms)
            enter_wheel(peer);
        else
            due(peer);
    }
}

void net_tick(struct net *net, uint64_t now_ms) {
    net->now_ms = now_ms;
    uint64_t now = now_ms / TICK_MS, from = net->ticked_ms / TICK_MS + 1;
    if (now > from + WHEEL_SLOTS) from = now - WHEEL_SLOTS;
    for (uint64_t tick = from; tick <= now; tick++) visit_slot(net, &net->wheel[tick % WHEEL_SLOTS]);
    net->ticked_ms = now_ms;
    if (!net->is_closing || now_ms < net->close_by_ms) return;
    for (struct net_peer *peer = net->peers; peer; peer = peer->next) peer_cut(peer);
}

/* ---- Beginning and end -------------------------------------------------------------------------------------- */

void net_begin(struct net *net, const struct net_limits *limits, const struct net_handlers *handlers, void *context,
               const struct wire *wire) {
    assert(limits->connections_max > 0 && limits->per_address_max > 0);
    assert(limits->head_ms > 0 && limits->body_ms > 0 && limits->idle_ms > 0 && limits->ping_ms > 0);
    net->limits = *limits;
    net->handlers = *handlers;
    net->context = context;
    net->wire = wire;
}

static void link_peer(struct net *net, struct net_peer *peer) {
    peer->next = net->peers;
    if (net->peers) net->peers->previous = peer;
    net->peers = peer;
}

static void unlink_peer(struct net *net, struct net_peer *peer) {
    if (peer->previous)
        peer->previous->next = peer->next;
    else
        net->peers = peer->next;
    if (peer->next) peer->next->previous = peer->previous;
}

static void refuse_connection(struct net_peer *peer, int status) {
    peer->is_refused = true;
    peer->net->refused++;
    http_refuse(peer, status);
}

bool peer_open(struct net *net, struct net_peer *peer, const struct address *from) {
    assert(peer->phase == PHASE_HEAD && !peer->is_held && !peer->is_on_errand);
    bool is_full = net->figures.connections >= net->limits.connections_max;
    bool is_trusted = net->limits.trusted && address_is_among(from, net->limits.trusted);
    peer->net = net;
    peer->from = *from;
    peer->is_trusted = is_trusted;
    address_write(from, peer->address);
    bool is_one_too_many = !is_full && !is_trusted && !address_enter(net, peer, from);
    net->figures.refused += is_full || is_one_too_many;
    if ((is_full || is_one_too_many) && net->refused >= REFUSED_MAX) return false;
    link_peer(net, peer);
    if (is_full || is_one_too_many) {
        refuse_connection(peer, is_full ? 503 : 429);
        return true;
    }
    net->figures.connections++;
    peer->has_begun = true;
    peer_deadline(peer, net->limits.head_ms);
    return true;
}

static void run_errand(struct net_peer *peer) {
    if (peer->is_on_errand) return;
    peer->is_on_errand = true;
    peer->errand_next = peer->net->errands;
    peer->net->errands = peer;
}

void peer_cut(struct net_peer *peer) {
    if (peer->phase == PHASE_DEAD) return;
    peer->net->figures.sockets -= peer->frames != NULL;
    peer->phase = PHASE_DEAD;
    peer_deadline(peer, -1);
    run_errand(peer);
}

void peer_reserve(struct net_peer *peer, size_t more) {
    struct net *net = peer->net;
    bool has_none = !peer->held.data && !peer->held.is_short;
    if (has_none && net->spare_count) peer->held = net->spares[--net->spare_count];
    buffer_reserve(&peer->held, more);
}

/* What was in it is sent. */
static void put_by(struct net *net, struct buffer *held) {
    if (!held->data || held->is_short || held->capacity > SPARE_BYTES || net->spare_count == SPARES) {
        buffer_free(held);
        return;
    }
    net->spares[net->spare_count++] = (struct buffer){.data = held->data, .capacity = held->capacity};
}

static void free_spares(struct net *net) {
    while (net->spare_count) buffer_free(&net->spares[--net->spare_count]);
}

static void leave_held(struct net_peer *peer) {
    struct net_peer **link = &peer->net->held;
    while (peer->is_held && *link) {
        if (*link == peer) {
            *link = peer->held_next;
            peer->is_held = false;
        } else {
            link = &(*link)->held_next;
        }
    }
}

static void forget(struct net_peer *peer) {
    struct net *net = peer->net;
    assert(peer->phase == PHASE_DEAD);
    assert(!peer->due_link && !peer->is_on_errand);
    if (peer->is_shown) {
        net->wants_turn = true;
        net->handlers.gone(net->context, peer);
    }
    leave_held(peer);
    assert(!peer->is_held);
    unlink_peer(net, peer);
    address_leave(net, peer);
    net->figures.connections -= !peer->is_refused;
    net->refused -= peer->is_refused;
    wslay_event_context_free(peer->frames);
    buffer_free(&peer->input);
    buffer_free(&peer->head);
    buffer_free(&peer->body);
    buffer_free(&peer->held);
    if (!net->peers) free_spares(net);
    net->wire->close(peer);
}

/* The answer was sent: shuts our side and waits for the other side to have it. */
static void linger(struct net_peer *peer) {
    assert(!peer->held.length);
    if (peer->has_ended) {
        peer_cut(peer);
        return;
    }
    if (peer->frames) peer->net->figures.sockets--;
    wslay_event_context_free(peer->frames);
    peer->frames = NULL;
    peer->phase = PHASE_LINGER;
    buffer_free(&peer->input);
    peer_deadline(peer, LINGER_MS);
    peer->net->wire->pause(peer, false);
    peer->net->wire->shut(peer); /* which may end it at once */
}

/* ---- A fair share of the turn ------------------------------------------------------------------------------- */

void peer_count(struct net_peer *peer) {
    peer->frame_count++;
    net_charge(peer, 1);
}

void net_charge(struct net_peer *peer, int cost) {
    assert(cost >= 0);
    if (peer->counted) peer->counted->spent += cost;
}

/* Whoever does not read what they asked for waits until they have. */
static bool is_unread(const struct net_peer *peer) {
    return peer->phase == PHASE_WEBSOCKET && peer->held.length + peer->net->wire->queued(peer) >= NET_UNREAD_MAX;
}

bool peer_may_read(struct net_peer *peer) {
    struct net *net = peer->net;
    if (peer->turn != net->turn) peer->frame_count = 0;
    peer->turn = net->turn;
    bool is_waiting = is_unread(peer);
    bool has_share = peer->frame_count < NET_FRAMES_MAX && (!peer->counted || address_has_share(net, peer->counted));
    peer->is_deferred = is_waiting || !has_share;
    net->figures.deferred += peer->is_deferred;
    if (peer->is_deferred && !is_waiting) run_errand(peer);
    return !peer->is_deferred;
}

/* ---- What comes in ------------------------------------------------------------------------------------------ */

static size_t consume_some(struct net_peer *peer, const char *bytes, size_t length) {
    switch (peer->phase) {
    case PHASE_HEAD: return peer_may_read(peer) ? http_head(peer, bytes, length) : 0;
    case PHASE_BODY: return http_body(peer, bytes, length);
    case PHASE_ANSWER:
    case PHASE_SENDING: return peer->ends ? length : 0;
    case PHASE_WEBSOCKET: return websocket_receive(peer, bytes, length);
    default: return length;
    }
}

static size_t consume(struct net_peer *peer, const char *bytes, size_t length) {
    size_t used = 0, more;
    while (used < length && (more = consume_some(peer, bytes + used, length - used))) used += more;
    assert(used <= length);
    return used;
}

static void set_paused(struct net_peer *peer) {
    bool is_waiting = peer->phase == PHASE_ANSWER || peer->phase == PHASE_SENDING;
    bool is_paused = peer->is_deferred || (is_waiting && peer->input.length >= NET_HEAD_MAX);
    if (is_paused == peer->is_paused) return;
    peer->is_paused = is_paused;
    peer->net->wire->pause(peer, is_paused);
}

static void begin_head(struct net_peer *peer) {
    if (peer->phase != PHASE_HEAD || peer->has_begun) return;
    peer->has_begun = true;
    peer_deadline(peer, peer->net->limits.head_ms);
}

void peer_receive(struct net_peer *peer, const char *bytes, size_t length) {
    assert(peer->phase != PHASE_DEAD);
    peer->net->figures.bytes_in += length;
    begin_head(peer);
    if (peer->input.length) {
        buffer_add(&peer->input, bytes, length);
        buffer_take(&peer->input, consume(peer, peer->input.data, peer->input.length));
    } else {
        size_t used = consume(peer, bytes, length);
        buffer_add(&peer->input, bytes + used, length - used);
    }
    if (peer->input.is_short) peer_cut(peer);
    set_paused(peer);
}

/* A client that sends no more may still wait for its answers. */
void peer_ended(struct net_peer *peer) {
    peer->has_ended = true;
    if (peer->phase != PHASE_ANSWER && peer->phase != PHASE_SENDING) peer_cut(peer);
}

/* More came while a request was being answered, or than a turn has room for. */
static void go_on(struct net_peer *peer) {
    peer->is_deferred = false;
    if (peer->input.length) {
        begin_head(peer);
        buffer_take(&peer->input, consume(peer, peer->input.data, peer->input.length));
    }
    set_paused(peer);
    bool is_waiting = peer->phase == PHASE_HEAD || peer->phase == PHASE_BODY;
    if (peer->has_ended && is_waiting) peer_cut(peer);
}

static void next_request(struct net_peer *peer) {
    struct net *net = peer->net;
    assert(peer->phase == PHASE_SENDING && !peer->held.length);
    if (peer->is_trusted) address_leave(net, peer);
    peer->phase = PHASE_HEAD;
    peer->has_begun = peer->is_head_only = false;
    peer->scanned = 0;
    peer_deadline(peer, net->limits.idle_ms);
    if (peer->input.length || peer->has_ended) run_errand(peer);
}

/* ---- What goes out ------------------------------------------------------------------------------------------ */

void peer_hold(struct net_peer *peer) {
    struct net *net = peer->net;
    net->wants_turn = true;
    if (peer->is_held) return;
    peer->is_held = true;
    peer->held_next = net->held;
    net->held = peer;
}

void peer_sent(struct net_peer *peer) {
    if (peer->phase == PHASE_DEAD || peer->held.length) return;
    if (peer->is_deferred) run_errand(peer);
    if (peer->phase == PHASE_SENDING && !peer->ends && !peer->net->is_closing)
        next_request(peer);
    else if (peer->phase == PHASE_SENDING || (peer->phase == PHASE_WEBSOCKET && peer->ends))
        linger(peer);
}

static size_t most_queued(const struct net *net) {
    return net->queued > NET_ALL_MAX ? NET_QUEUE_MAX / HURRY : NET_QUEUE_MAX;
}

static void watch_slow_reader(struct net_peer *peer, size_t queued) {
    if (peer->phase == PHASE_SENDING) {
        peer->unsent = queued;
        peer_deadline(peer, peer->net->limits.idle_ms);
    } else if (peer->phase == PHASE_WEBSOCKET && queued > most_queued(peer->net)) {
        peer->net->figures.cut_off++;
        peer_cut(peer);
    }
}

static void flush(struct net_peer *peer) {
    struct net *net = peer->net;
    if (peer->phase == PHASE_DEAD) return;
    struct buffer held = peer->held;
    peer->held = (struct buffer){0};
    peer->handshake = 0;
    peer->is_ours = false;
    if (held.is_short) peer_cut(peer);
    if (held.length && !held.is_short) {
        net->figures.bytes_out += held.length;
        net->wire->write(peer, held.data, held.length);
    }
    put_by(net, &held);
    size_t queued = net->wire->queued(peer);
    if (queued)
        watch_slow_reader(peer, queued);
    else
        peer_sent(peer);
}

void net_flush_held(struct net *net) {
    while (net->held) {
        struct net_peer *peer = net->held;
        net->held = peer->held_next;
        peer->is_held = false;
        flush(peer);
    }
}

static void drop(struct net_peer *peer) {
    if (peer->held.is_short)
        peer_cut(peer);
    else if (peer->phase == PHASE_WEBSOCKET)
        websocket_drop(peer);
    else if (peer->phase == PHASE_SENDING && !peer->is_ours && peer->held.length)
        http_drop(peer);
}

void net_drop_held(struct net *net) {
    for (struct net_peer *peer = net->held; peer; peer = peer->held_next) drop(peer);
    net_flush_held(net);
}

/* ---- Turns -------------------------------------------------------------------------------------------------- */

void net_want_turn(struct net *net) { net->wants_turn = true; }

void net_end_turn(struct net *net) {
    struct net_peer *list = net->errands;
    net->errands = NULL;
    net->turn++;
    while (list) {
        struct net_peer *peer = list;
        list = peer->errand_next;
        peer->is_on_errand = false;
        if (peer->phase == PHASE_DEAD)
            forget(peer);
        else
            go_on(peer);
    }
    if (!net->wants_turn) return;
    net->wants_turn = false;
    net->handlers.turn_end(net->context);
}

static void dismiss(struct net_peer *peer) {
    switch (peer->phase) {
    case PHASE_HEAD:
    case PHASE_BODY: peer_cut(peer); return;
    case PHASE_WEBSOCKET: net_hang_up(peer, WSLAY_CODE_GOING_AWAY, "the server stops"); return;
    default: return; /* its answer comes first, and says that the connection closes */
    }
}

void net_dismiss_all(struct net *net) {
    net->is_closing = true;
    net->close_by_ms = net->now_ms + STOP_MS;
    net->wants_turn = true;
    for (struct net_peer *peer = net->peers; peer; peer = peer->next) dismiss(peer);
}

/* ---- Small things ------------------------------------------------------------------------------------------- */

void net_cut(struct net_peer *peer) {
    peer->net->figures.cut_off++;
    peer_cut(peer);
}
void net_set_data(struct net_peer *peer, void *data) { peer->data = data; }
void *net_data(const struct net_peer *peer) { return peer->data; }
const char *net_address(const struct net_peer *peer) { return peer->address; }
struct net_figures net_figures(const struct net *net) {
    return net->figures;
}
