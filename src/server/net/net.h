/*
 * Connections: HTTP/1.1 and WebSocket on one port, on one event loop. It knows nothing of accounts, tables or games.
 *
 * libuv moves the bytes, llhttp parses requests (strictly), wslay frames messages. Every connection has absolute
 * deadlines and limits; whatever exceeds them is answered with 4xx before the close. Whatever the handlers send during
 * one turn of the loop is held back until net_flush_held is called, so that nothing leaves the process before it is
 * durable.
 */
#ifndef SERVER_NET_H
#define SERVER_NET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <uv.h>

enum {
    NET_HEAD_MAX = 16 * 1024,    /* bytes of a request's head: browsers send 2 KB */
    NET_BODY_MAX = 64 * 1024,    /* the largest request is a table's settings */
    NET_MESSAGE_MAX = 64 * 1024, /* the largest message from a client is a trade of two hands: 512 bytes */
    NET_QUEUE_MAX = 1 << 20,     /* bytes waiting for a slow reader before it is cut off */
    NET_UNREAD_MAX = 256 * 1024, /* bytes waiting for somebody before more of their messages are read */
    NET_ALL_MAX = 64 << 20,      /* bytes waiting for all; beyond it a reader may be only a sixteenth as slow */
    NET_FRAMES_MAX = 32,         /* frames of one connection that are read in a turn; others come first then */
    NET_PATH_MAX = 1024,
    NET_ADDRESS_MAX = 48,
};

struct net;      /* the listener and all its connections */
struct net_peer; /* one connection */

struct net_request {
    const char *method; /* "GET" */
    const char *path;   /* decoded, without the query; begins with / */
    const char *query;  /* as sent, without ?; empty if none */
    const char *body;
    size_t body_length;
    const char *address; /* of the client; a trusted proxy's X-Forwarded-For is honoured */
    bool is_secure;      /* came over TLS, as a trusted proxy says */
    struct net_peer *peer;
};

/* A header of the request by its lower-case name, or NULL. */
const char *net_header(const struct net_request *request, const char *name);
/* A cookie by its name into text; false if there is none. */
bool net_cookie(const struct net_request *request, const char *name, char *text, size_t size);

struct net_answer {
    int status;
    const char *type;    /* content type */
    const char *headers; /* more header lines, each ending in \r\n; may be NULL */
    const void *body;
    size_t length;
};

struct net_handlers {
    /* A whole request. Answer it with net_reply now, or later (the peer stays until then; `gone` says if it left), or
       turn it into a WebSocket with net_upgrade. The request itself is valid only during the call. */
    void (*request)(void *context, const struct net_request *request);
    /* A whole text message on a WebSocket. */
    void (*message)(void *context, struct net_peer *peer, const char *text, size_t length);
    /* The connection is closed; forget the peer. Called once for every peer that was shown to `request`. */
    void (*gone)(void *context, struct net_peer *peer);
    /* All that was ready in this turn of the loop has been handled: commit, then net_flush_held. */
    void (*turn_end)(void *context);
    /* The answer to this peer's request was thrown away by net_drop_held: give it another one now. NULL, or no answer
       given: 503. */
    void (*dropped)(void *context, struct net_peer *peer);
};

struct net_limits {
    int connections_max, per_address_max;
    int head_ms, body_ms, idle_ms; /* absolute: for a whole head, a whole body; between requests */
    int ping_ms;                   /* WebSocket: a ping this often, closed if no answer until the next */
    int turn_share;                /* messages and requests of one address in a turn, as they cost; 0: any number */
    const char *const *trusted;    /* addresses or networks (10.0.0.0/8) of proxies, NULL at the end */
};

/* Whether this is an address or a network, as `trusted` takes them. */
bool net_is_network(const char *text);
/* NULL and why not. Signals about broken connections (SIGPIPE) are ignored from now on. */
struct net *net_open(uv_loop_t *loop, const char *address, int port, const struct net_limits *limits,
                     const struct net_handlers *handlers, void *context, char *why, size_t why_size);
/* The port in use (when 0 was asked for). */
int net_port(const struct net *net);
/* Stops accepting, sends what is queued, closes WebSockets with "going away", then calls done. */
void net_close(struct net *net, void (*done)(void *context), void *context);

void net_reply(struct net_peer *peer, const struct net_answer *answer);
/* Completes the WebSocket handshake; false (and an answer sent) if the request is not a proper one. */
bool net_upgrade(const struct net_request *request);
void net_send(struct net_peer *peer, const char *text, size_t length);
/* Closes a WebSocket with a code and reason after what is queued. */
void net_hang_up(struct net_peer *peer, int code, const char *reason);
/* Closes any connection at once, without an answer. */
void net_cut(struct net_peer *peer);
/* The caller's own pointer. */
void net_set_data(struct net_peer *peer, void *data);
void *net_data(const struct net_peer *peer);
const char *net_address(const struct net_peer *peer);

/* Sends, or throws away, all that was held back in this turn of the loop. Not thrown away is what says nothing of the
   handler's affairs: handshakes, pings, closings, refusals. */
void net_flush_held(struct net *net);
void net_drop_held(struct net *net);
/* A turn will be ended soon even if nothing arrives: for answers that come from worker threads and timers. */
void net_want_turn(struct net *net);

/* What was asked over this connection cost more than the one message or request that was counted: its address waits
   for as many turns as that takes of its share, if others want theirs. */
void net_charge(struct net_peer *peer, int cost);

struct net_figures {
    int connections, sockets; /* all, WebSockets among them */
    uint64_t requests, messages_in, messages_out, bytes_in, bytes_out, refused, cut_off;
    uint64_t bytes_held; /* that handlers have sent, whether they left or not */
    uint64_t deferred;   /* times that a connection had to wait for its next share */
};
struct net_figures net_figures(const struct net *net);

#endif
