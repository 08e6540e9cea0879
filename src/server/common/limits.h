/*
 * How often anybody may do what: buckets of tokens, each filled at a steady rate. A table of fixed size holds them;
 * when it is full, the bucket that was not asked for the longest makes room, which at worst gives somebody a full one.
 */
#ifndef SERVER_COMMON_LIMITS_H
#define SERVER_COMMON_LIMITS_H

#include "server/common/server.h"

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

struct limits *limits_open(void); /* NULL: no memory */
void limits_close(struct limits *limits);
/* Takes a token; false if there is none. Time never goes back. */
bool limits_take(struct limits *limits, enum limit limit, const char *who, int64_t now_ms);
/* Seconds until there is a token again. */
int limits_pause_s(enum limit limit);
/* How many a full bucket holds. */
int limits_burst(enum limit limit);

/* Whether an address or an account may do this once more now. */
bool limits_allow(struct server *server, enum limit limit, const char *who);
bool limits_allow_account(struct server *server, enum limit limit, int64_t account);

#endif
