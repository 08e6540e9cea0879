/*
 * Thinking in worker threads: moves to be found, and studies of finished games that are taken up one position at a
 * time, so that no bot waits for them. What was found is handed out in the loop.
 *
 * Whose move is found next is decided fairly: every account has a clock that runs while a thread thinks for it, and the
 * one that is furthest behind comes first. Whoever has not asked for a while begins where the others are.
 */
#include "server/table/think.h"

#include "bots/bot.h"
#include "bots/parallel.h"
#include "server/common/metrics.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    THREADS_MAX = 64,
    MOVES_MAX = 4096, /* bots that wait to move: more than tables in play at most servers */
    REVIEWS_MAX = 32,
    REVIEW_NODES = 1 << 18,
    POSITION_MS_MIN = 4,   /* for one position of an analysis */
    ACCOUNT_CLOCKS = 1024, /* two accounts may share one, which does little harm */
    HURRIED_MS_MIN = 50,   /* for one move, however many wait */
    CALM = 2,              /* moves that may wait for each thread before thoughts become shorter */
};

/* A bot's move to be found. */
struct idea {
    struct idea *next;
    struct question question;
    struct arkad_position view;
    uint64_t took_ns;
    struct arkad_move move;
    uint32_t time_ms; /* that it had if that is less than usual; 0: as usual */
    thought *done;
    void *context;
};

/* A game to be analysed. */
struct study {
    struct study *next;
    struct review review;
    int64_t table;
    int at; /* positions searched */
    struct search_budget budget;
    bool is_taken, is_finished;
    reviewed *done;
};

struct idea_queue {
    struct idea *first, **last;
    int count;
};

/* What a thread thinks with. */
struct mind_room {
    struct think *think;
    uv_thread_t thread;
    struct bot_room bots;
    struct parallel reviewer;
};

struct think {
    struct server *server;
    struct mind_room *rooms[THREADS_MAX];
    int thread_count;
    uv_mutex_t mutex;
    uv_cond_t wake;
    uv_async_t found;
    struct idea_queue waiting, ready;
    uint64_t clocks[ACCOUNT_CLOCKS], clock; /* thought that each account has had, and the one that came last */
    int thinking;                           /* threads at a move */
    struct study *studies;                  /* oldest first */
    int study_count;
    bool is_stopping;
};

/* ---- Queues ------------------------------------------------------------------------------------------------------ */

static void add_idea(struct idea_queue *queue, struct idea *idea) {
    idea->next = NULL;
    if (!queue->first) queue->last = &queue->first;
    *queue->last = idea;
    queue->last = &idea->next;
    queue->count++;
}

static struct idea *take_idea(struct idea_queue *queue) {
    struct idea *idea = queue->first;
    if (!idea) return NULL;
    assert(queue->count > 0);
    queue->first = idea->next;
    queue->count--;
    return idea;
}

static uint64_t *clock_of(struct think *think, const struct idea *idea) {
    return &think->clocks[(uint64_t)idea->question.account % ACCOUNT_CLOCKS];
}

static bool is_before(struct think *think, const struct idea *one, const struct idea *other) {
    if (one->question.is_watched != other->question.is_watched) return one->question.is_watched;
    return *clock_of(think, one) < *clock_of(think, other);
}

/* The one whose turn it is; of equals the oldest. */
static struct idea *take_next(struct think *think) {
    struct idea_queue *queue = &think->waiting;
    struct idea **best = &queue->first;
    if (!*best) return NULL;
    for (struct idea **link = best; *link; link = &(*link)->next)
        if (is_before(think, *link, *best)) best = link;
    struct idea *idea = *best;
    *best = idea->next;
    if (queue->last == &idea->next) queue->last = best;
    queue->count--;
    think->clock = *clock_of(think, idea);
    return idea;
}

/* The more wait, the shorter each thought. */
static uint32_t hurried_ms(const struct think *think, int level) {
    uint32_t usual = bot_levels[level].time_ms, wait = (uint32_t)(think->waiting.count / think->thread_count);
    if (!usual || wait < CALM) return 0;
    uint32_t less = usual * CALM / (wait + 1);
    return less > HURRIED_MS_MIN ? less : HURRIED_MS_MIN;
}

static struct study *free_study(struct think *think) {
    for (struct study *study = think->studies; study; study = study->next)
        if (!study->is_taken && !study->is_finished) return study;
    return NULL;
}

/* ---- In a thread ------------------------------------------------------------------------------------------------- */

static void find_move(struct idea *idea, struct bot_room *room) {
    const struct question *question = &idea->question;
    struct bot bot = bot_of_level(question->level);
    uint64_t start = uv_hrtime();
    if (idea->time_ms) bot.budget.time_ms = idea->time_ms;
    idea->move = bot_choose(&bot, room, question->game, &idea->view, question->seat, question->seed, question->seed);
    idea->took_ns = uv_hrtime() - start;
}

/* One position, so that a bot need not wait for longer; after the last one, what each move lost. */
static void study_on(struct study *study, struct parallel *reviewer) {
    if (study->at < review_searches(&study->review))
        review_judge(&study->review, study->at, reviewer, study->budget, false);
    if (study->at + 1 >= review_searches(&study->review)) review_finish(&study->review);
}

static void put_back(struct study *study) {
    assert(study->is_taken && !study->is_finished);
    study->at++;
    study->is_taken = false;
    study->is_finished = study->at >= review_searches(&study->review);
}

/* Called with the mutex held, which it releases while it does one thing. */
static void work_once(struct think *think, struct mind_room *room) {
    struct idea *idea = take_next(think);
    struct study *study = idea ? NULL : free_study(think);
    if (!idea && !study) {
        uv_cond_wait(&think->wake, &think->mutex);
        return;
    }
    think->thinking += idea != NULL;
    if (idea) idea->time_ms = hurried_ms(think, idea->question.level);
    if (study) study->is_taken = true;
    uv_mutex_unlock(&think->mutex);
    if (idea)
        find_move(idea, &room->bots);
    else
        study_on(study, &room->reviewer);
    uv_mutex_lock(&think->mutex);
    think->thinking -= idea != NULL;
    if (idea) *clock_of(think, idea) += idea->took_ns;
    if (idea) add_idea(&think->ready, idea);
    if (study) put_back(study);
    if (!think->is_stopping && (idea || study->is_finished)) uv_async_send(&think->found);
}

static void run_thread(void *context) {
    struct mind_room *room = context;
    struct think *think = room->think;
    uv_mutex_lock(&think->mutex);
    while (!think->is_stopping) work_once(think, room);
    uv_mutex_unlock(&think->mutex);
}

/* ---- In the loop ------------------------------------------------------------------------------------------------- */

static void hand_out_ideas(struct think *think) {
    for (;;) {
        uv_mutex_lock(&think->mutex);
        struct idea *idea = take_idea(&think->ready);
        uv_mutex_unlock(&think->mutex);
        if (!idea) return;
        metrics_thought(think->server, (double)idea->took_ns / 1e9);
        bool is_hurried = idea->time_ms && idea->took_ns >= idea->time_ms * 1000000ULL;
        idea->done(idea->context, search_is_wait(&idea->move) ? NULL : &idea->move, is_hurried);
        free(idea);
    }
}

/* Takes a finished study out of the list; NULL if there is none. */
static struct study *take_finished(struct think *think) {
    struct study *found = NULL;
    uv_mutex_lock(&think->mutex);
    for (struct study **link = &think->studies; *link && !found; link = &(*link)->next)
        if ((*link)->is_finished && !(*link)->is_taken) {
            found = *link;
            *link = found->next;
            think->study_count--;
            break;
        }
    uv_mutex_unlock(&think->mutex);
    return found;
}

static void drop_study(struct study *study) {
    review_free(&study->review);
    free(study);
}

static void hand_out(uv_async_t *async) {
    struct think *think = async->data;
    struct study *study;
    server_begin_turn(think->server);
    hand_out_ideas(think);
    while ((study = take_finished(think))) {
        metrics_count(think->server, METRIC_ANALYSES);
        study->done(think->server, study->table, &study->review);
        drop_study(study);
    }
}

bool think_move(struct server *server, const struct question *question, thought *done, void *context) {
    struct think *think = server->think;
    assert(question->level >= 1 && question->level <= BOT_LEVELS);
    uv_mutex_lock(&think->mutex);
    struct idea *idea = think->waiting.count < MOVES_MAX && !think->is_stopping ? calloc(1, sizeof *idea) : NULL;
    if (idea) {
        *idea = (struct idea){.question = *question, .view = *question->view, .done = done, .context = context};
        uint64_t *clock = clock_of(think, idea);
        if (*clock < think->clock) *clock = think->clock;
        add_idea(&think->waiting, idea);
        uv_cond_signal(&think->wake);
    }
    uv_mutex_unlock(&think->mutex);
    return idea != NULL;
}

enum think_state think_state(struct think *think, int64_t table, double *progress) {
    enum think_state state = THINK_NONE;
    uv_mutex_lock(&think->mutex);
    for (const struct study *study = think->studies; study; study = study->next) {
        if (study->table != table) continue;
        state = study->at || study->is_taken ? THINK_RUNNING : THINK_QUEUED;
        *progress = study->review.moves ? (double)study->at / study->review.moves : 1;
    }
    uv_mutex_unlock(&think->mutex);
    return state;
}

static struct search_budget share_out(int budget_ms, int moves) {
    int each_ms = budget_ms / (moves ? moves : 1);
    return (struct search_budget){.time_ms = (uint32_t)(each_ms > POSITION_MS_MIN ? each_ms : POSITION_MS_MIN)};
}

bool think_review(struct think *think, int64_t table, struct review *review, int budget_ms, reviewed *done) {
    assert(review->moves >= 0 && budget_ms > 0);
    struct study *study = think->study_count < REVIEWS_MAX ? calloc(1, sizeof *study) : NULL;
    if (!study) {
        review_free(review);
        return false;
    }
    *study = (struct study){.review = *review, .table = table, .done = done};
    study->budget = share_out(budget_ms, review_searches(review));
    uv_mutex_lock(&think->mutex);
    struct study **link = &think->studies;
    while (*link) link = &(*link)->next;
    *link = study;
    think->study_count++;
    uv_cond_signal(&think->wake);
    uv_mutex_unlock(&think->mutex);
    return true;
}

struct think_figures think_figures(struct think *think) {
    uv_mutex_lock(&think->mutex);
    struct think_figures figures = {.moves = think->waiting.count + think->thinking, .analyses = think->study_count};
    uv_mutex_unlock(&think->mutex);
    return figures;
}

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

/* A thread with all it needs; false if there is no memory for it. */
static bool start_thread(struct think *think) {
    struct mind_room *room = calloc(1, sizeof *room);
    if (!room) return false;
    room->think = think;
    bool has_bots = bot_room_open(&room->bots), has_reviewer = parallel_open(&room->reviewer, 1, REVIEW_NODES);
    if (has_bots && has_reviewer && !uv_thread_create(&room->thread, run_thread, room)) {
        think->rooms[think->thread_count++] = room;
        return true;
    }
    if (has_bots) bot_room_close(&room->bots);
    if (has_reviewer) parallel_close(&room->reviewer);
    free(room);
    return false;
}

static void end_thread(struct mind_room *room) {
    uv_thread_join(&room->thread);
    bot_room_close(&room->bots);
    parallel_close(&room->reviewer);
    free(room);
}

struct think *think_open(struct server *server, int threads) {
    struct think *think = calloc(1, sizeof *think);
    bool is_open = true;
    if (!think) return NULL;
    think->server = server;
    uv_mutex_init(&think->mutex);
    uv_cond_init(&think->wake);
    uv_async_init(server->loop, &think->found, hand_out);
    think->found.data = think;
    for (int i = 0; i < threads && i < THREADS_MAX && is_open; i++) is_open = start_thread(think);
    if (think->thread_count) return think; /* fewer threads than asked for will do */
    think_stop(think);
    uv_run(server->loop, UV_RUN_NOWAIT);
    think_close(think);
    return NULL;
}

void think_stop(struct think *think) {
    uv_mutex_lock(&think->mutex);
    think->is_stopping = true;
    uv_cond_broadcast(&think->wake);
    uv_mutex_unlock(&think->mutex);
    uv_close((uv_handle_t *)&think->found, NULL);
}

/* Whoever asked is told that there will be no answer, and can forget it. */
static void drop_ideas(struct idea_queue *queue) {
    for (struct idea *idea; (idea = take_idea(queue));) {
        idea->done(idea->context, NULL, false);
        free(idea);
    }
}

void think_close(struct think *think) {
    for (int i = 0; i < think->thread_count; i++) end_thread(think->rooms[i]);
    drop_ideas(&think->waiting);
    drop_ideas(&think->ready);
    while (think->studies) {
        struct study *study = think->studies;
        think->studies = study->next;
        drop_study(study);
    }
    uv_cond_destroy(&think->wake);
    uv_mutex_destroy(&think->mutex);
    free(think);
}
