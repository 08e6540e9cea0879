/*
 * What is counted and measured while the server runs: events, and times as histograms.
 */
#include "server/common/metrics.h"

#include <assert.h>
#include <stdlib.h>
#include <time.h>

const double metrics_bounds[METRICS_BOUNDS] = {0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1};

struct metrics *metrics_open(void) {
    return calloc(1, sizeof(struct metrics));
}
void metrics_close(struct metrics *metrics) { free(metrics); }

void metrics_count(struct server *server, enum metric metric) {
    assert(metric < METRICS);
    server->metrics->counts[metric]++;
}

static void observe(struct histogram *histogram, double seconds) {
    for (int i = 0; i < METRICS_BOUNDS; i++) histogram->below[i] += seconds <= metrics_bounds[i];
    histogram->count++;
    histogram->sum += seconds;
}

void metrics_commit(struct server *server, double seconds) { observe(&server->metrics->commits, seconds); }
void metrics_turn(struct server *server) {
    struct metrics *metrics = server->metrics;
    struct timespec used;
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &used);
    double worked = (double)used.tv_sec + (double)used.tv_nsec / 1e9;
    if (metrics->worked > 0) observe(&metrics->turns, worked - metrics->worked);
    metrics->worked = worked;
}

void metrics_thought(struct server *server, double seconds) { observe(&server->metrics->thoughts, seconds); }
