/*
 * What is counted and measured for those who run the server; api/metrics_page.c shows it.
 */
#ifndef SERVER_COMMON_METRICS_H
#define SERVER_COMMON_METRICS_H

#include "server/common/server.h"

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

enum { METRICS_BOUNDS = 11 };
extern const double metrics_bounds[METRICS_BOUNDS]; /* in seconds */

struct histogram {
    uint64_t below[METRICS_BOUNDS], count;
    double sum;
};

struct metrics {
    uint64_t counts[METRICS];
    struct histogram commits, thoughts, turns;
    double worked; /* seconds of CPU that the loop had used when the last turn ended */
};

struct metrics *metrics_open(void); /* NULL: no memory */
void metrics_close(struct metrics *metrics);
void metrics_count(struct server *server, enum metric metric);
/* How long it took to make a batch durable; how long a bot thought. */
void metrics_commit(struct server *server, double seconds);
void metrics_thought(struct server *server, double seconds);
/* A turn has ended: how much CPU it took, however busy the machine is with other things. */
void metrics_turn(struct server *server);

#endif
