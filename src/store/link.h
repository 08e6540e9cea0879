/*
 * A connection to a database of PostgreSQL that comes and goes: it is made without waiting for it, and what is asked
 * over it is waited for only so long.
 */
#ifndef STORE_LINK_H
#define STORE_LINK_H

#include "store/libpq.h"
#include "store/store.h"

enum {
    LINK_OPTIONS_MAX = 64,
    LINK_ANSWER_MS = 2000, /* for one answer: what takes longer is away, and the server's loop must go on */
};

enum link_state { LINK_DOWN, LINK_COMING, LINK_UP };

struct link {
    const struct libpq *pq;
    char url[512];
    struct pg_conn *conn;
    enum link_state state;
    int waits_for;                    /* COMING: what libpq waits for */
    int64_t since_ms;                 /* COMING */
    int answer_ms;                    /* how long an answer is waited for; 0: LINK_ANSWER_MS */
    int first_host;                   /* of several: another one each time it did not come up */
    char code[6], why[STORE_WHY_MAX]; /* of what failed last; the code is PostgreSQL's, empty if the connection broke */
};

/* Goes on connecting for a moment; true: it is up, and nothing was asked yet. */
bool link_come_up(struct link *link, int wait_ms);
void link_drop(struct link *link);
/* Sends what was asked and waits for the next result; NULL: there is none, or the link broke and is down. */
struct pg_result *link_result(struct link *link);
/* Whether a result is good; if not, code and why are set. */
bool link_is_good(struct link *link, const struct pg_result *result);
/* Commands without results, not in a pipeline. */
bool link_run(struct link *link, const char *sql);
/* A number that one command answers, not in a pipeline; `if_none` if there is no row. */
bool link_number(struct link *link, const char *sql, int64_t if_none, int64_t *number);

#endif
