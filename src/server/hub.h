/*
 * The middle of the server: who is connected, which tables are alive, and the parts that handle them.
 *
 * - net.c: connections (knows nothing of what is below)
 * - serve.c: the command, its settings and signals; log.c: what it tells those who run it
 * - hub.c: opens everything, hands requests and messages on, commits at the end of every turn of the loop
 * - ask.c: one request of the API, who asks, what for, and the answer
 * - people.c: accounts, sessions, programs; names.c: what a name may be; passwords.c: hashed in worker threads
 * - limits.c: how often anybody may do what
 * - lobby.c: tables before they start, sitting, quick match, rematch; making.c: what a table may be
 * - tables.c: how a table is shown, and lists; live.c: the lobby, live
 * - setup.c: how a table's game is set up
 * - table.c: a table in play, its log, moves, clocks, asking and consent, bots, what everybody is sent
 * - fair.c: commitment, shares and seed; rating.c: Glicko-2 for several players
 * - review.c: saved games, replays, analyses; think.c: bots and analyses in worker threads
 * - metrics.c: what /metrics says; pages.c: files built into the program
 *
 * One turn of the loop is one batch of the store: handlers change the store and send; at the end of the turn the batch
 * is committed and only then is anything sent. If it cannot be committed, nothing is sent, what tables had in memory is
 * thrown away (it is read again from the store), and everybody is told that the server cannot save.
 */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "arkad.h"
#include "lang/lang.h"
#include "server/net/net.h"
#include "store/store.h"

#include <jansson.h>

struct hub;
struct table;  /* alive: somebody watches it, or a bot or a clock is at work */
struct tables; /* all of them, and what they share */

enum {
    CLIENT_TABLES_MAX = 8,   /* tables watched over one connection */
    SOCKETS_OF_ACCOUNT = 32, /* WebSockets of one account: tabs and devices */
};

/* One WebSocket. */
struct client {
    struct client *next, *previous; /* all of the hub */
    struct net_peer *peer;
    struct store_account account;
    uint8_t session[STORE_HASH];
    const struct lang *lang;
    bool has_said_hello, wants_lists, is_in_lobby;
    struct client *next_in_lobby;
    struct table *watched[CLIENT_TABLES_MAX];
};

struct serve_config {
    const char *address;
    int port;
    const char *data;
    const char
        *origin; /* the address people use, if a proxy hides it: https://play.example.org; NULL: what they ask for */
    int connections_max, per_address_max, tables_max, bot_threads;
    int analysis_ms; /* thought for a whole game */
    const char *const *trusted;
    bool is_logging_json;
    bool has_no_limits;    /* for tests and measurements */
    bool has_open_metrics; /* /metrics is for everybody, not only for this machine */
};

struct hub {
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    struct serve_config config;
    struct client *clients, *lobby; /* all; those who are in the lobby, so that moves need not look for them */
    struct tables *tables;          /* those that are alive */
    struct think *think;
    struct limits *limits;
    struct metrics *metrics;
    struct passwords *passwords;
    bool cannot_save, is_stopping;
    bool has_failed; /* the store failed in this turn */
    int64_t now_ms;  /* of this turn: since 1970 */
    uv_timer_t retry, sweep;
    void (*stopped)(void *context); /* to be called when everything has come to rest */
    void *stopped_context;
};

/* ---- hub.c ------------------------------------------------------------------------------------------------------- */

/* Opens everything and listens; NULL and why otherwise. The hub is large and lives as long as the loop. */
struct hub *hub_open(uv_loop_t *loop, const struct serve_config *config, char *why, size_t why_size);
/* Tells everybody to come back later, finishes what is begun, then calls done. When the loop has ended: hub_close. */
void hub_stop(struct hub *hub, void (*done)(void *context), void *context);
void hub_close(struct hub *hub);

/* Who asks: by cookie or bearer token; false if nobody. */
bool hub_who(struct hub *hub, const struct net_request *request, struct store_account *account,
             uint8_t session[STORE_HASH]);
/* Answers with JSON (the reference is taken over). */
void hub_reply(struct net_peer *peer, int status, json_t *body, const char *headers);
/* Answers with an error; `code` is a key error.CODE of the catalogues. */
void hub_refuse(struct hub *hub, const struct net_request *request, int status, const char *code);
/* Sends JSON to a client (the reference is taken over), with the request's id as `re` if it is not NULL. */
void hub_send(struct client *client, json_t *message, const json_t *re);
/* `message` NULL: the text of error.CODE in the client's language. */
void hub_error(struct client *client, const char *code, const char *message, const json_t *re);
/* The store failed in the middle of a turn: nothing of it will be sent. */
void hub_cannot_save(struct hub *hub);
/* A timer or a worker thread begins to handle something: sets now_ms and sees that the turn is ended. */
void hub_begin_turn(struct hub *hub);
/* Whether the account has a WebSocket open. */
bool hub_is_connected(const struct hub *hub, int64_t account);
/* An account was changed: its connections know the new row. Gone or logged out: its connections are closed, but those
   of the session `but` (NULL: all). */
void hub_account_changed(struct hub *hub, const struct store_account *account);
void hub_account_left(struct hub *hub, int64_t account, const uint8_t *but);
void hub_session_left(struct hub *hub, const uint8_t session[STORE_HASH]);

/* ---- log.c ------------------------------------------------------------------------------------------------------- */

/* One thing to be told: a text, or a number if that is NULL. Never a token, a password or what people say. */
struct log_field {
    const char *name, *text;
    int64_t number;
};
enum log_level { LOG_LINE_INFO, LOG_LINE_WARNING, LOG_LINE_ERROR };
void log_write(bool is_json, enum log_level level, const char *event, const struct log_field *fields, int count);
#define HUB_LOG(hub, level, event, ...)                                                                 \
    log_write((hub)->config.is_logging_json, (level), (event), (const struct log_field[]){__VA_ARGS__}, \
              (int)(sizeof((const struct log_field[]){__VA_ARGS__}) / sizeof(struct log_field)))

/* ---- people.c ---------------------------------------------------------------------------------------------------- */

/* Handles the request if it is about accounts; false if it is not. */
bool people_request(struct hub *hub, const struct net_request *request);
json_t *people_json(struct hub *hub, const struct store_account *account, bool is_self);

/* ---- limits.c ---------------------------------------------------------------------------------------------------- */

enum limit {
    LIMIT_REQUEST,
    LIMIT_GUEST,
    LIMIT_LOGIN,
    LIMIT_TABLE,
    LIMIT_MOVE,
    LIMIT_CHAT,
    LIMIT_ANALYSIS,
    LIMIT_MESSAGE,
    LIMITS
};
/* Whether an address or an account may do this once more now. */
bool limits_allow(struct hub *hub, enum limit limit, const char *who);
bool limits_allow_account(struct hub *hub, enum limit limit, int64_t account);

/* ---- lobby.c ----------------------------------------------------------------------------------------------------- */

bool lobby_request(struct hub *hub, const struct net_request *request);
/* A table as the account (0: nobody) may see it. */
json_t *lobby_table_json(struct hub *hub, const struct store_table *table, const struct store_seat *seats,
                         int64_t account);
/* The same in a list, with whom it waits for, and without the text of a map of its own. */
json_t *lobby_listed_json(struct hub *hub, const struct store_table *table, const struct store_seat *seats,
                          int64_t account);
void lobby_enter(struct hub *hub, struct client *client, const json_t *re);
void lobby_leave(struct hub *hub, struct client *client);
/* Something about a table changed that the lobby shows. */
void lobby_changed(struct hub *hub, const struct store_table *table, const struct store_seat *seats);
/* A table in play waits for somebody else: those who sit there are told. */
void lobby_turn(struct hub *hub, const struct store_table *table, const struct store_seat *seats);

/* ---- table.c ----------------------------------------------------------------------------------------------------- */

/* After the last seat was filled (or the owner said so): asks for shares of the seed, then deals. The row is stored
   already: state PLAYING, started_ms set, an empty log (so that a table killed before the deal goes on from here),
   every seat a person or a bot, every person's bank_ms full. */
void table_begin(struct hub *hub, const struct store_table *row, const struct store_seat *seats);
/* Seats of an open table changed, or there is a rematch: tells those who watch it. */
void table_seats_changed(struct hub *hub, const struct store_table *row, const struct store_seat *seats);
/* Handles a message that names a table; false if it is no message of a table. */
bool table_message(struct hub *hub, struct client *client, const char *what, const json_t *message, const json_t *re);
void table_client_gone(struct hub *hub, struct client *client);
/* Whether somebody with this account watches the table now. */
bool table_is_here(const struct hub *hub, int64_t table, int64_t account);
/* Tables in play are brought to life: after a start of the server and after trouble with the store. */
void table_wake_all(struct hub *hub);
/* What tables have in memory may not be what is stored: throw it away. */
void table_forget_all(struct hub *hub);
/* When the server stops: frees all of it. */
void table_close_all(struct hub *hub);
/* What is due at all tables: clocks that are out, bots that are to move, cards to be dealt. A timer calls it. */
void table_tick(struct hub *hub);
/* The seats that a table in play waits for, as bits; it need not be alive. */
unsigned table_waits(struct hub *hub, const struct store_table *row, const struct store_seat *seats);
/* How many tables are alive. */
int table_count(const struct hub *hub);
/* The account of this seat of a table in play is being deleted: a bot plays on for it, for good. */
void table_person_gone(struct hub *hub, const struct store_table *row, const struct store_seat *seats, int seat);
/* The moves that stand, in order, without those that were taken back; the visitor returns false to stop. */
typedef bool move_visitor(int seat, const char *move, void *context);
enum store_answer table_read_moves(struct hub *hub, const struct store_table *row, move_visitor *visit, void *context);

/* ---- fair.c ------------------------------------------------------------------------------------------------------ */

/* A fresh secret and its commitment, for the table with this code. */
void fair_commit(const char *code, uint8_t secret[STORE_HASH], uint8_t commitment[STORE_HASH]);
/* The seed from the secret, the table's code and the seats' shares (absent ones as none). */
void fair_seed(const uint8_t secret[STORE_HASH], const char *code, const struct store_seat *seats, int players,
               uint8_t seed[STORE_HASH]);
/* How it comes about who starts. */
enum arkad_starting fair_starting(const struct store_table *row);

/* ---- review.c ---------------------------------------------------------------------------------------------------- */

bool review_request(struct hub *hub, const struct net_request *request);

/* ---- rating.c ---------------------------------------------------------------------------------------------------- */

/* New ratings of all persons of a rated game that is over: reads `place` of every seat, sets and stores the ratings,
   and the seats' rating_before and rating_after (stores the seats, too). */
void rating_game_over(struct hub *hub, const struct store_table *table, struct store_seat *seats);

/* ---- think.c ----------------------------------------------------------------------------------------------------- */

/* Lets a level choose a move in a worker thread; `done` is called once, in the loop (in a turn that is ended by
   itself), with NULL if the seat, not being waited for, would rather wait, or if the server stops. False: too much is
   being thought about already. The answer is refused by number if the table has gone on. */
typedef void thought(void *context, const struct arkad_move *move);
bool think_move(struct hub *hub, const struct arkad_game *game, const struct arkad_setup *setup,
                const struct arkad_position *view, int seat, int level, uint64_t seed, thought *done, void *context);

/* ---- metrics.c --------------------------------------------------------------------------------------------------- */

enum metric {
    METRIC_MOVES, /* by persons and programs */
    METRIC_BOT_MOVES,
    METRIC_STALE,   /* moves whose number was not the next */
    METRIC_REFUSED, /* moves against the rules */
    METRIC_GAMES,   /* finished */
    METRIC_CHAT,
    METRIC_ACCOUNTS, /* made: guests, persons, programs */
    METRIC_LOGINS_FAILED,
    METRIC_LIMITED, /* answered with 429 or `limited` */
    METRIC_COMMITS,
    METRIC_COMMITS_FAILED,
    METRIC_ANALYSES,
    METRICS
};
void metrics_count(struct hub *hub, enum metric metric);

#endif
