/*
 * The middle of the server: who is connected, which tables are alive, and the parts that handle them.
 *
 *     net.c       connections (knows nothing of what is below)
 *     hub.c       opens everything, hands requests and messages on, commits at the end of every turn of the loop
 *     people.c    accounts, sessions, programs; limits.c: how often anybody may do what
 *     lobby.c     tables before they start: creating, sitting, quick match, lists, live updates
 *     table.c     a table in play: its log, moves, clocks, asking and consent, bots, what everybody is sent
 *     fair.c      commitment, shares and seed
 *     rating.c    Glicko-2 for several players
 *     review.c    saved games, replays, analyses
 *     think.c     bots and analyses in worker threads
 *     metrics.c   what /metrics and the log say
 *
 * One turn of the loop is one batch of the store: handlers change the store and send; at the end of the turn the batch
 * is committed and only then is anything sent. If it cannot be committed, nothing is sent, what tables had in memory is
 * thrown away (it is read again from the store), and everybody is told that the server cannot save.
 */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "arkad.h"
#include "lang/lang.h"
#include "server/net.h"
#include "store/store.h"

#include <jansson.h>

struct hub;
struct table; /* alive: somebody watches it, or a bot or a clock is at work */

enum { CLIENT_TABLES_MAX = 8 }; /* tables watched over one connection */

/* One WebSocket. */
struct client {
    struct client *next, *previous; /* all of the hub */
    struct net_peer *peer;
    struct store_account account;
    uint8_t session[STORE_HASH];
    const struct lang *lang;
    bool has_said_hello, wants_lists, is_in_lobby;
    struct table *watched[CLIENT_TABLES_MAX];
};

struct serve_config {
    const char *address;
    int port;
    const char *data;
    const char *origin; /* the address people use, if a proxy hides it: https://play.example.org */
    int connections_max, per_address_max, tables_max, bot_threads;
    const char *const *trusted;
    bool is_logging_json;
};

struct hub {
    uv_loop_t *loop;
    struct net *net;
    struct store *store;
    struct serve_config config;
    struct client *clients;
    struct table *tables;
    struct think *think;
    struct limits *limits;
    struct metrics *metrics;
    bool cannot_save, is_stopping;
    int64_t now_ms; /* of this turn */
};

/* ---- hub.c ---------------------------------------------------------------------------------------------------- */

/* Who asks: by cookie or bearer token; false if nobody. */
bool hub_who(struct hub *hub, const struct net_request *request, struct store_account *account,
             uint8_t session[STORE_HASH]);
/* Answers with JSON (the reference is taken over). */
void hub_reply(struct net_peer *peer, int status, json_t *body, const char *headers);
/* Answers with an error; `code` is a key error.CODE of the catalogues. */
void hub_refuse(struct hub *hub, const struct net_request *request, int status, const char *code);
/* Sends JSON to a client (the reference is taken over), with the request's id as `re` if it is not NULL. */
void hub_send(struct client *client, json_t *message, const json_t *re);
void hub_error(struct client *client, const char *code, const char *message, const json_t *re);
/* The store failed in the middle of a turn: nothing of it will be sent. */
void hub_cannot_save(struct hub *hub);

/* ---- people.c ------------------------------------------------------------------------------------------------- */

/* Handles the request if it is about accounts; false if it is not. */
bool people_request(struct hub *hub, const struct net_request *request);
json_t *people_json(struct hub *hub, const struct store_account *account, bool is_self);

/* ---- limits.c ------------------------------------------------------------------------------------------------- */

enum limit { LIMIT_REQUEST, LIMIT_GUEST, LIMIT_LOGIN, LIMIT_TABLE, LIMIT_MOVE, LIMIT_CHAT, LIMIT_ANALYSIS, LIMITS };
/* Whether an address or an account may do this once more now. */
bool limits_allow(struct hub *hub, enum limit limit, const char *who);

/* ---- lobby.c -------------------------------------------------------------------------------------------------- */

bool lobby_request(struct hub *hub, const struct net_request *request);
/* A table as the account (0: nobody) may see it. */
json_t *lobby_table_json(struct hub *hub, const struct store_table *table, const struct store_seat *seats,
                         int64_t account);
void lobby_enter(struct hub *hub, struct client *client, const json_t *re);
/* Something about a table changed that the lobby shows. */
void lobby_changed(struct hub *hub, const struct store_table *table, const struct store_seat *seats);

/* ---- table.c -------------------------------------------------------------------------------------------------- */

/* After the last seat was filled (or the owner said so): asks for shares of the seed, then deals. */
void table_begin(struct hub *hub, const struct store_table *row, const struct store_seat *seats);
/* Seats of an open table changed: tells those who watch it. */
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

/* ---- fair.c --------------------------------------------------------------------------------------------------- */

/* A fresh secret and its commitment. */
void fair_commit(uint8_t secret[STORE_HASH], uint8_t commitment[STORE_HASH]);
/* The seed from the secret, the table's code and the seats' shares (absent ones as none). */
void fair_seed(const uint8_t secret[STORE_HASH], const char *code, const struct store_seat *seats, int players,
               uint8_t seed[STORE_HASH]);

/* ---- review.c ------------------------------------------------------------------------------------------------- */

bool review_request(struct hub *hub, const struct net_request *request);

/* ---- rating.c ------------------------------------------------------------------------------------------------- */

/* New ratings of all persons of a rated game that is over. */
void rating_game_over(struct hub *hub, const struct store_table *table, struct store_seat *seats);

/* ---- think.c -------------------------------------------------------------------------------------------------- */

/* Lets a level choose a move in a worker thread; `done` is called in the loop. The answer is refused by number if the
   table has gone on. */
typedef void thought(void *context, const struct arkad_move *move);
bool think_move(struct hub *hub, const struct arkad_game *game, const struct arkad_setup *setup,
                const struct arkad_position *view, int seat, int level, uint64_t seed, thought *done, void *context);

#endif
