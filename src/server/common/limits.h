/*
 * How often anybody may do what: buckets of tokens, each filled at a steady rate. A table of fixed size holds them;
 * when it is full, the bucket that has not been used for longest makes room, which at worst gives somebody a full one.
 */
#ifndef SERVER_COMMON_LIMITS_H
#define SERVER_COMMON_LIMITS_H

#include "server/common/server.h"

enum limit {
    LIMIT_REQUEST,
    LIMIT_GUEST,
    LIMIT_LOGIN,  /* to one account from one address */
    LIMIT_LOGINS, /* from one address, whatever the name */
    LIMIT_TABLE,
    LIMIT_MOVE,
    LIMIT_CHAT,
    LIMIT_ANALYSIS,
    LIMIT_MESSAGE,
    LIMIT_TABLES, /* made from one address */
    LIMIT_HOUSE,  /* the same, over weeks: nobody fills the house alone, whatever becomes of those tables */
    LIMIT_PAGE,   /* files of the client, and new WebSockets */
    LIMIT_SEAT,   /* sitting down and standing up, which everybody in the lobby is told */
    LIMIT_FLOOD,  /* refusals for coming too often, before the connection is closed */
    LIMITS
};

struct limits *limits_open(void); /* NULL: no memory */
void limits_close(struct limits *limits);
/* Takes a token; false if there is none. Time never goes back. */
bool limits_take(struct limits *limits, enum limit limit, const char *who, int64_t now_ms);
/* What was allowed has cost this many tokens more: there may be none for a while, but never for longer than it takes to
   fill two buckets. */
void limits_charge(struct limits *limits, enum limit limit, const char *who, int cost, int64_t now_ms);
/* Seconds until there is a token again. */
int limits_pause_s(enum limit limit);
/* How many a full bucket holds. */
int limits_burst(enum limit limit);

/* Whether an address or an account may do this once more now. */
bool limits_allow(struct server *server, enum limit limit, const char *who);
/* The address, or the network that one customer has. */
void limits_group(const char *address, char group[NET_ADDRESS_MAX]);
/* Whether an address may try this name once more: nobody elsewhere can use up what its owner has. */
bool limits_allow_login(struct server *server, const char *name, const char *address);
bool limits_allow_account(struct server *server, enum limit limit, int64_t account);
/* It cost more than one token. */
void limits_add(struct server *server, enum limit limit, const char *who, int cost);
void limits_add_account(struct server *server, enum limit limit, int64_t account, int cost);

#endif
