/*
 * libuv: the listener, its sockets, the clock and the turns of the loop.
 *
 * A turn is everything that was ready at once. It is ended after the loop has polled (check), and again before it polls
 * (prepare) for what timers did; an idle handle keeps the loop from sleeping while there is still something to end.
 */
#include "server/net/net.h"

#include "server/net/peer.h"

#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    BACKLOG = 1024,
    READ_SIZE = 16 * 1024,  /* what is not understood in the same turn is kept for each connection */
    SEND_SIZE = 128 * 1024, /* the kernel's part of what waits for a slow reader; by default it grows to megabytes */
    HANDLES = 5,            /* of the listener itself */
};

struct listener {
    struct net net; /* first */
    uv_tcp_t tcp;
    uv_timer_t clock;
    uv_prepare_t before;
    uv_check_t after;
    uv_idle_t more;
    int open_handles, port;
    bool is_closed; /* its own handles are being closed */
    void (*done)(void *context);
    void *done_context;
    char incoming[READ_SIZE];
};

struct socket {
    struct net_peer peer; /* first */
    uv_tcp_t tcp;
    uv_shutdown_t shut;
};

struct write {
    uv_write_t request; /* first */
    size_t length;
    char bytes[];
};

static struct listener *listener_of(struct net *net) { return (struct listener *)net; }
static struct socket *socket_of(const struct net_peer *peer) { return (struct socket *)(uintptr_t)peer; }

/* ---- The wire ------------------------------------------------------------------------------------------------- */

static void wrote(uv_write_t *request, int status) {
    struct socket *socket = request->handle->data;
    socket->peer.net->queued -= ((struct write *)request)->length;
    free(request);
    if (status == UV_ECANCELED) return;
    if (status < 0)
        peer_cut(&socket->peer);
    else if (!uv_stream_get_write_queue_size((uv_stream_t *)&socket->tcp))
        peer_sent(&socket->peer);
}

static void write_later(struct socket *socket, const char *bytes, size_t length) {
    struct write *write = malloc(sizeof *write + length);
    if (write) {
        memcpy(write->bytes, bytes, length);
        write->length = length;
        socket->peer.net->queued += length;
        uv_buf_t buffer = uv_buf_init(write->bytes, (unsigned)length);
        if (!uv_write(&write->request, (uv_stream_t *)&socket->tcp, &buffer, 1, wrote)) return;
        socket->peer.net->queued -= length;
    }
    free(write);
    peer_cut(&socket->peer);
}

static void wire_write(struct net_peer *peer, const char *bytes, size_t length) {
    struct socket *socket = socket_of(peer);
    uv_buf_t buffer = uv_buf_init((char *)(uintptr_t)bytes, (unsigned)length);
    int written = uv_try_write((uv_stream_t *)&socket->tcp, &buffer, 1);
    if (written < 0 && written != UV_EAGAIN) {
        peer_cut(peer);
        return;
    }
    size_t done = written < 0 ? 0 : (size_t)written;
    if (done < length) write_later(socket, bytes + done, length - done);
}

static size_t wire_queued(const struct net_peer *peer) {
    return uv_stream_get_write_queue_size((const uv_stream_t *)&socket_of(peer)->tcp);
}

static void shut_done(uv_shutdown_t *request, int status) { (void)request, (void)status; }

static void wire_shut(struct net_peer *peer) {
    struct socket *socket = socket_of(peer);
    if (uv_shutdown(&socket->shut, (uv_stream_t *)&socket->tcp, shut_done)) peer_cut(peer);
}

static void give_room(uv_handle_t *handle, size_t suggested, uv_buf_t *buffer) {
    (void)suggested;
    struct socket *socket = handle->data;
    *buffer = uv_buf_init(listener_of(socket->peer.net)->incoming, READ_SIZE);
}

static void arrived(uv_stream_t *stream, ssize_t length, const uv_buf_t *buffer) {
    struct socket *socket = stream->data;
    if (socket->peer.phase == PHASE_DEAD) return;
    socket->peer.net->now_ms = uv_now(stream->loop);
    if (length > 0) {
        peer_receive(&socket->peer, buffer->base, (size_t)length);
    } else if (length == UV_EOF) {
        uv_read_stop(stream);
        peer_ended(&socket->peer);
    } else if (length < 0) {
        peer_cut(&socket->peer);
    }
}

static void wire_pause(struct net_peer *peer, bool is_paused) {
    struct socket *socket = socket_of(peer);
    if (is_paused)
        uv_read_stop((uv_stream_t *)&socket->tcp);
    else if (!peer->has_ended)
        uv_read_start((uv_stream_t *)&socket->tcp, give_room, arrived);
}

/* One handle less; after the last one all is closed. */
static void release(struct listener *listener) {
    assert(listener->open_handles > 0);
    if (--listener->open_handles) return;
    void (*done)(void *context) = listener->done;
    void *context = listener->done_context;
    free(listener);
    if (done) done(context);
}

static void free_socket(uv_handle_t *handle) {
    struct socket *socket = handle->data;
    struct listener *listener = listener_of(socket->peer.net);
    free(socket);
    release(listener);
}

static void wire_close(struct net_peer *peer) { uv_close((uv_handle_t *)&socket_of(peer)->tcp, free_socket); }

static const struct wire wire = {
    .write = wire_write,
    .queued = wire_queued,
    .shut = wire_shut,
    .pause = wire_pause,
    .close = wire_close,
};

/* ---- Accepting ------------------------------------------------------------------------------------------------ */

static bool find_address(const uv_tcp_t *tcp, struct address *address) {
    struct sockaddr_storage storage;
    int size = sizeof storage;
    return !uv_tcp_getpeername(tcp, (struct sockaddr *)&storage, &size) &&
           address_of((struct sockaddr *)&storage, address);
}

static void tick(uv_timer_t *timer) {
    struct listener *listener = timer->data;
    net_tick(&listener->net, uv_now(timer->loop));
    if (!listener->net.peers) uv_timer_stop(timer);
}

/* The clock stops while there is nobody. */
static void wind_clock(struct listener *listener) {
    listener->net.now_ms = uv_now(listener->tcp.loop);
    if (uv_is_active((uv_handle_t *)&listener->clock)) return;
    listener->net.ticked_ms = listener->net.now_ms;
    uv_timer_start(&listener->clock, tick, TICK_MS, TICK_MS);
}

static struct socket *open_socket(struct listener *listener) {
    struct socket *socket = calloc(1, sizeof *socket);
    if (!socket) return NULL;
    socket->peer.net = &listener->net;
    uv_tcp_init(listener->tcp.loop, &socket->tcp);
    socket->tcp.data = socket;
    listener->open_handles++;
    return socket;
}

static void connected(uv_stream_t *stream, int status) {
    struct listener *listener = stream->data;
    struct socket *socket = status < 0 ? NULL : open_socket(listener);
    struct address from;
    if (!socket) return;
    wind_clock(listener);
    if (uv_accept(stream, (uv_stream_t *)&socket->tcp) || !find_address(&socket->tcp, &from) ||
        !peer_open(&listener->net, &socket->peer, &from)) {
        wire_close(&socket->peer);
        return;
    }
    int send_size = SEND_SIZE;
    uv_send_buffer_size((uv_handle_t *)&socket->tcp, &send_size);
    uv_tcp_nodelay(&socket->tcp, 1);
    uv_read_start((uv_stream_t *)&socket->tcp, give_room, arrived);
}

static void closed(uv_handle_t *handle) { release(handle->data); }

static void close_handles(struct listener *listener) {
    listener->is_closed = true;
    if (!uv_is_closing((uv_handle_t *)&listener->tcp)) uv_close((uv_handle_t *)&listener->tcp, closed);
    uv_close((uv_handle_t *)&listener->clock, closed);
    uv_close((uv_handle_t *)&listener->before, closed);
    uv_close((uv_handle_t *)&listener->after, closed);
    uv_close((uv_handle_t *)&listener->more, closed);
}

/* ---- Turns ---------------------------------------------------------------------------------------------------- */

static void do_nothing(uv_idle_t *idle) { (void)idle; }

static void end_turn(struct listener *listener) {
    if (listener->is_closed) return;
    struct net *net = &listener->net;
    net->now_ms = uv_now(listener->tcp.loop);
    net_end_turn(net);
    if (net->wants_turn || net->errands)
        uv_idle_start(&listener->more, do_nothing);
    else
        uv_idle_stop(&listener->more);
    if (net->is_closing && !net->peers) close_handles(listener);
}

static void before_poll(uv_prepare_t *handle) { end_turn(handle->data); }
static void after_poll(uv_check_t *handle) { end_turn(handle->data); }

/* ---- Opening and closing -------------------------------------------------------------------------------------- */

static const char *listen_at(struct listener *listener, const char *address, int port) {
    struct sockaddr_storage storage;
    int size = sizeof storage;
    struct sockaddr *socket = (struct sockaddr *)&storage;
    if (port < 0 || port > 65535 ||
        (uv_ip4_addr(address, port, (struct sockaddr_in *)&storage) &&
         uv_ip6_addr(address, port, (struct sockaddr_in6 *)&storage)))
        return "this is no address and port";
    int error = uv_tcp_bind(&listener->tcp, socket, 0);
    if (!error) error = uv_listen((uv_stream_t *)&listener->tcp, BACKLOG, connected);
    if (!error) error = uv_tcp_getsockname(&listener->tcp, socket, &size);
    if (error) return uv_strerror(error);
    listener->port = ntohs(storage.ss_family == AF_INET ? ((struct sockaddr_in *)&storage)->sin_port
                                                        : ((struct sockaddr_in6 *)&storage)->sin6_port);
    return NULL;
}

static void init_handles(struct listener *listener, uv_loop_t *loop) {
    uv_tcp_init(loop, &listener->tcp);
    uv_timer_init(loop, &listener->clock);
    uv_prepare_init(loop, &listener->before);
    uv_check_init(loop, &listener->after);
    uv_idle_init(loop, &listener->more);
    listener->tcp.data = listener->clock.data = listener;
    listener->before.data = listener->after.data = listener->more.data = listener;
    listener->open_handles = HANDLES;
}

struct net *net_open(uv_loop_t *loop, const char *address, int port, const struct net_limits *limits,
                     const struct net_handlers *handlers, void *context, char *why, size_t why_size) {
    assert(handlers->request && handlers->message && handlers->gone && handlers->turn_end);
    struct listener *listener = calloc(1, sizeof *listener);
    if (!listener) {
        snprintf(why, why_size, "there is no memory left");
        return NULL;
    }
    signal(SIGPIPE, SIG_IGN); /* libuv writes to connections that may be gone */
    net_begin(&listener->net, limits, handlers, context, &wire);
    init_handles(listener, loop);
    const char *wrong = listen_at(listener, address, port);
    if (wrong) {
        snprintf(why, why_size, "cannot listen at %s, port %d: %s", address, port, wrong);
        close_handles(listener);
        return NULL;
    }
    listener->net.now_ms = uv_now(loop);
    uv_prepare_start(&listener->before, before_poll);
    uv_check_start(&listener->after, after_poll);
    return &listener->net;
}

int net_port(const struct net *net) { return ((const struct listener *)net)->port; }

void net_close(struct net *net, void (*done)(void *context), void *context) {
    struct listener *listener = listener_of(net);
    if (net->is_closing) return;
    listener->done = done;
    listener->done_context = context;
    uv_close((uv_handle_t *)&listener->tcp, closed);
    net_dismiss_all(net);
}
