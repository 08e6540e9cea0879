/*
 * What the parts of the connections share; nobody else includes this.
 *
 *     net.c         libuv: listener, sockets, the clock, turns
 *     peer.c        one connection: its phases, what is held back, deadlines
 *     http.c        requests and answers
 *     head.c        what a request's head says: path, headers, cookies, whom a proxy speaks for
 *     websocket.c   the handshake, messages, the closing
 *     address.c     addresses of clients and proxies, and how many connections each has
 *     buffer.c      bytes in memory
 *
 * A function's prefix says which file it is in; what the rest of the server may call is in net.h, and begins with net_.
 * Bytes come in through peer_receive and go out through a `struct wire`: sockets in net.c, memory in the fuzzers.
 */
#ifndef SERVER_NET_PEER_H
#define SERVER_NET_PEER_H

#include "server/net/address.h"
#include "server/net/buffer.h"
#include "server/net/net.h"

#include <llhttp/llhttp.h>
#include <wslay/wslay.h>

enum {
    TICK_MS = 20,        /* how exactly deadlines are kept */
    WHEEL_SLOTS = 512,   /* one round of the wheel takes 10 seconds; a later deadline is skipped once a round */
    LINGER_MS = 1000,    /* for the last answer to arrive before the connection is closed */
    CLOSE_MS = 2000,     /* for the other side to answer a closing WebSocket */
    STOP_MS = 3000,      /* for everything, when the server stops */
    SLOWEST = 16 * 1024, /* bytes of an answer that must be taken in every idle_ms */
    HURRY = 16,          /* by how much less may wait for each reader when too much waits for all */
    REFUSED_MAX = 64,    /* connections that are just being told that there are too many */
};

/* ---- One connection ------------------------------------------------------------------------------------------- */

enum phase {
    PHASE_HEAD,      /* between requests, or a head is coming in */
    PHASE_BODY,      /* a body is coming in */
    PHASE_ANSWER,    /* the request is with the handler */
    PHASE_SENDING,   /* the answer is held, or on its way */
    PHASE_WEBSOCKET, /* messages */
    PHASE_LINGER,    /* all is said; what still comes in is thrown away, so that the last answer is not lost */
    PHASE_DEAD,      /* forgotten at the end of this turn */
};

struct net_peer {
    struct net *net;
    void *data;
    struct net_peer *next, *previous;         /* all of the net */
    struct net_peer *due_next, **due_link;    /* in a slot of the wheel */
    struct net_peer *held_next, *errand_next; /* to be flushed; to be looked after */
    uint64_t deadline_ms;                     /* 0: none */
    struct buffer input;                      /* arrived, not yet understood */
    struct buffer head;                       /* path, query, then names and values, each terminated by NUL */
    struct buffer body;                       /* of the request */
    struct buffer held;                       /* to be sent when this turn is durable */
    size_t scanned;                           /* bytes of the input known to be part of a head */
    size_t body_read;                         /* bytes of a body as they came, chunk sizes included */
    size_t unsent;                            /* bytes queued when the deadline was last looked at */
    size_t handshake;                         /* bytes of a WebSocket's handshake at the start of `held` */
    llhttp_t parser;
    struct wslay_event_context *frames; /* of a WebSocket */
    struct address_count *counted;      /* NULL: not counted */
    struct address from;                /* the other end of the connection */
    unsigned turn;                      /* in which frames were last read */
    uint16_t frame_count;               /* those read in that turn */
    unsigned fragments;                 /* of the message that is coming in */
    uint16_t query, headers;            /* where they begin in `head` */
    int16_t refusal;                    /* status that a parser's callback asks for */
    uint8_t phase;
    bool is_held, is_on_errand;                          /* in the lists */
    bool has_begun;                                      /* the deadline of the head runs */
    bool has_head, has_whole, keeps_alive, is_head_only; /* of the request */
    bool is_secure, is_trusted;                          /* as a trusted proxy says; the other end is one */
    bool is_ours;                                        /* the held answer is not the handler's: it is never dropped */
    bool ends;                                           /* closed after what is held or queued */
    bool has_ended;                                      /* the other side sends no more */
    bool is_shown, is_refused, is_paused;
    bool is_deferred; /* there is more to read, in a later turn */
    bool awaits_pong, is_hung_up;
    char address[NET_ADDRESS_MAX];
};

/* How bytes leave. `write` takes all of them, now or later, and reports with peer_sent when later. */
struct wire {
    void (*write)(struct net_peer *peer, const char *bytes, size_t length);
    size_t (*queued)(const struct net_peer *peer);
    void (*shut)(struct net_peer *peer); /* nothing more will be written */
    void (*pause)(struct net_peer *peer, bool is_paused);
    void (*close)(struct net_peer *peer); /* frees the peer, sooner or later */
};

enum { SPARES = 256, SPARE_BYTES = 4096 };

struct net {
    struct net_limits limits;
    struct net_handlers handlers;
    void *context;
    const struct wire *wire;
    uint64_t now_ms, ticked_ms;
    struct net_peer *peers, *held, *errands;
    struct net_peer *wheel[WHEEL_SLOTS];
    struct address_count *addresses[ADDRESS_BUCKETS];
    struct buffer spares[SPARES]; /* empty ones, for what is held next; none while nobody is there */
    int spare_count;
    struct net_figures figures;
    const char *incoming; /* what wslay is to read */
    size_t incoming_length;
    int refused;   /* connections being refused */
    size_t queued; /* bytes that wait for all readers */
    unsigned turn; /* counts them */
    bool wants_turn, is_closing;
    uint64_t close_by_ms;
    int64_t date_s;
    char date[32];
};

void net_begin(struct net *net, const struct net_limits *limits, const struct net_handlers *handlers, void *context,
               const struct wire *wire);
/* Looks after connections that ended or have more to read, then ends the turn if anything happened. */
void net_end_turn(struct net *net);
/* Time has passed: deadlines. */
void net_tick(struct net *net, uint64_t now_ms);
void net_dismiss_all(struct net *net);

/* A new connection: false if there are too many even to say so (then nothing was opened). */
bool peer_open(struct net *net, struct net_peer *peer, const struct address *from);
void peer_receive(struct net_peer *peer, const char *bytes, size_t length);
void peer_ended(struct net_peer *peer);
void peer_sent(struct net_peer *peer);
/* Ends the connection at once; the handler hears of it at the end of the turn. */
void peer_cut(struct net_peer *peer);
/* A negative time: no deadline. */
void peer_deadline(struct net_peer *peer, int in_ms);
/* Makes room for more in `held`. */
void peer_reserve(struct net_peer *peer, size_t more);
/* Marks that something was added to `held`. */
void peer_hold(struct net_peer *peer);
/* Whether another frame or request may be read in this turn; if not, the peer comes again when it may. */
bool peer_may_read(struct net_peer *peer);
/* Counts a frame or request that is read now. */
void peer_count(struct net_peer *peer);

#endif
