/*
 * One search by several threads: each searches by itself from a seed of its own, and what they found at the root is put
 * together. With a budget of iterations (shared out among them) the answer is repeatable for the same number of
 * threads.
 */
#ifndef BOTS_PARALLEL_H
#define BOTS_PARALLEL_H

#include "bots/search.h"

enum { PARALLEL_MAX = 64 };

struct parallel {
    int count;
    struct search *searches[PARALLEL_MAX];
};

/* False when there is not enough memory. */
bool parallel_open(struct parallel *parallel, int threads, uint32_t nodes);
void parallel_close(struct parallel *parallel);
/* Like search_run; the result is in searches[0]. */
void parallel_run(struct parallel *parallel, const struct arkad_game *game, const struct mind *mind,
                  const struct arkad_position *view, int seat, struct search_budget budget, uint64_t seed);

#endif
