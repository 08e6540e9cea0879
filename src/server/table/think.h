/*
 * Thinking, in threads of its own: bots' moves first, and analyses of finished games, position by position, while no
 * bot has to move. What was found comes back to the loop.
 */
#ifndef SERVER_TABLE_THINK_H
#define SERVER_TABLE_THINK_H

#include "bots/review.h"
#include "server/common/server.h"

/* NULL: no memory. */
struct think *think_open(struct server *server, int threads);
/* Takes no more, and lets the loop end; the threads end when their moves are found. */
void think_stop(struct think *think);
void think_close(struct think *think);

/* What a bot is asked, and for whom: tables that somebody watches come first, and among those the account that has had
   the least thought lately. */
struct question {
    const struct arkad_game *game;
    const struct arkad_position *view;
    int seat, level;
    uint64_t seed;
    int64_t account; /* whose table it is */
    bool is_watched;
};

/* Lets a level choose a move in a worker thread; `done` is called once, in the loop (in a turn of its own),
   with NULL if the seat may wait and prefers to, or if the server stops; `is_hurried`: it had less time than its level
   has, since many wait. False: too much is being thought about already. If the table has gone on meanwhile, the answer
   is refused by its number. */
typedef void thought(void *context, const struct arkad_move *move, bool is_hurried);
bool think_move(struct server *server, const struct question *question, thought *done, void *context);

enum think_state { THINK_NONE, THINK_QUEUED, THINK_RUNNING };
/* How far the analysis of a table is. */
enum think_state think_state(struct think *think, int64_t table, double *progress);
/* Queues an analysis; the review is taken over, and freed if there is no room: then false. When it is done, `done` is
   called in the loop. */
typedef void reviewed(struct server *server, int64_t table, const struct review *review);
bool think_review(struct think *think, int64_t table, struct review *review, int budget_ms, reviewed *done);

struct think_figures {
    int moves, analyses; /* waiting or under way */
};
struct think_figures think_figures(struct think *think);

#endif
