/*
 * One search by several threads: each runs a share of the budget, and the results are added up at the root.
 */
#include "bots/parallel.h"

#include <assert.h>
#include <pthread.h>

bool parallel_open(struct parallel *parallel, int threads, uint32_t nodes) {
    assert(threads >= 1 && threads <= PARALLEL_MAX);
    for (parallel->count = 0; parallel->count < threads; parallel->count++) {
        parallel->searches[parallel->count] = search_open(nodes);
        if (parallel->searches[parallel->count]) continue;
        parallel_close(parallel);
        return false;
    }
    return true;
}

void parallel_close(struct parallel *parallel) {
    while (parallel->count) search_close(parallel->searches[--parallel->count]);
}

/* One thread's share. */
struct share {
    struct search *search;
    const struct arkad_game *game;
    const struct mind *mind;
    const struct arkad_position *view;
    int seat;
    struct search_budget budget;
    uint64_t seed;
};

static void *run_share(void *argument) {
    struct share *share = argument;
    search_run(share->search, share->game, share->mind, share->view, share->seat, share->budget, share->seed);
    return NULL;
}

void parallel_run(struct parallel *parallel, const struct arkad_game *game, const struct mind *mind,
                  const struct arkad_position *view, int seat, struct search_budget budget, uint64_t seed) {
    struct share shares[PARALLEL_MAX];
    pthread_t threads[PARALLEL_MAX];
    bool is_running[PARALLEL_MAX] = {false};
    uint32_t count = (uint32_t)parallel->count;
    budget.iterations = (budget.iterations + count - 1) / count;
    for (int i = parallel->count - 1; i >= 0; i--) {
        shares[i] = (struct share){parallel->searches[i], game, mind, view, seat, budget, seed + (uint64_t)i};
        is_running[i] = i && !pthread_create(&threads[i], NULL, run_share, &shares[i]);
        if (!is_running[i]) run_share(&shares[i]); /* the first one in this thread, and those that get none */
    }
    for (int i = 1; i < parallel->count; i++) {
        if (is_running[i]) pthread_join(threads[i], NULL);
        search_join(parallel->searches[0], parallel->searches[i]);
    }
}
