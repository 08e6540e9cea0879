/*
 * What the rooms of the server share: the turn of the loop, the store, and the parts that were opened with it.
 *
 * One turn of the loop is one batch of the store: handlers change the store and send; at the end of the turn the batch
 * is committed and only then is anything sent. If it cannot be committed, nothing is sent, what tables had in memory is
 * thrown away (it is read again from the store), and everybody is told that the server cannot save.
 */
#ifndef SERVER_COMMON_SERVER_H
#define SERVER_COMMON_SERVER_H

#include "server/net/net.h"
#include "store/store.h"

struct client;    /* common/client.h */
struct limits;    /* common/limits.h */
struct metrics;   /* common/metrics.h */
struct tables;    /* table/table.h */
struct think;     /* table/think.h */
struct passwords; /* api/passwords.h */

enum { FOLLOWER_BUCKETS = 1024 }; /* by the last bits of an account: whoever is connected may be one */

struct server_config {
    const char *address;
    int port;
    const char *data;
    const char *origin; /* the address people use, if a proxy hides it: https://play.example.org; NULL: what they ask */
    int connections_max, per_address_max, tables_max, bot_threads;
    int analysis_ms;                                         /* thinking time for a whole game */
    int keep_guests, keep_programs, keep_chat, keep_dropped; /* days; 0: for ever */
    int check_seconds;                                       /* between two looks at the whole data file; 0: never */
    const char *const *trusted;
    bool is_logging_json;
    bool has_no_limits;    /* for tests and measurements */
    bool has_open_metrics; /* /metrics is for everybody, not only for this machine */
};

struct server;
typedef void table_news(struct server *server, const struct store_table *table, const struct store_seat *seats);

struct server {
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    struct server_config config;
    struct client *clients, *lobby; /* all; those who are in the lobby, so that moves need not search for them */
    struct client *followers[FOLLOWER_BUCKETS]; /* those whom the lobby tells of their own tables only, by account */
    struct tables *tables;                      /* those that are alive */
    struct think *think;
    struct limits *limits;
    struct metrics *metrics;
    struct passwords *passwords;
    bool cannot_save, is_stopping;
    bool has_failed;   /* the store failed in this turn */
    int64_t now_ms;    /* of this turn: since 1970 */
    int64_t steady_ms; /* of this turn, by a clock that nobody sets */
    int64_t ahead_ms;  /* by how much the clock was set forward since the start, back subtracted */
    /* The clock that now_ms is read from was set: whatever is due moves with it. NULL: nothing is. */
    void (*clock_was_set)(struct server *server, int64_t by_ms);
    int64_t started_ms, cleared_ms; /* when a full server was last cleared of games that were left */
    struct store_nodes nodes;       /* those that share the store */
    int64_t beaten_ms;              /* when this one last renewed its lease, by the clock that nobody sets */
    int work;                       /* entries of logs that were read for the message or request in hand */
    /* Called for whoever shows tables, since a table knows nothing of lobbies: something about it has changed; it
       waits for somebody else. */
    table_news *table_changed, *table_turn;
    struct lobby_board *board; /* api/lobby_board.h */
    /* What is known of an account, or where it is, has changed: NULL, or whoever shows it. */
    void (*account_changed)(struct server *server, int64_t account);
};

/* Something came in: sets now_ms. */
void server_tell_time(struct server *server);
/* A timer or a worker thread begins to handle something: sets now_ms and makes sure that the turn is ended. */
void server_begin_turn(struct server *server);
/* The store failed in the middle of a turn: nothing of it will be sent. */
void server_cannot_save(struct server *server);

/* Whether this server acts for a table: lets its clocks run out, its bots move, deals its cards. Of those that share
   the store one does; if for a moment two do, the log refuses one of them. */
bool server_acts_for(const struct server *server, int64_t table);

#endif
