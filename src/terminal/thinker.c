/*
 * The thread in which bots and hints think.
 */
#include "terminal/thinker.h"

#include "bots/net.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct thinker {
    pthread_mutex_t lock;
    pthread_cond_t asked;
    bool has_question, is_thinking, has_answer;
    struct question question;
    struct answer answer;
    int bell;
    struct bot_room room;
};

/* ---- Thinking ---------------------------------------------------------------------------------------------------- */

static void look_for_hint(struct bot_room *room, const struct question *q, struct answer *answer) {
    struct mind mind;
    mind_with_net(q->game, &mind);
    search_run(room->search, q->game, &mind, &q->view, q->seat, bot_levels[BOT_LEVELS], q->dice);
    answer->hint_count = search_ranking(room->search, answer->hints, HINTS_MAX);
    search_chances(room->search, answer->chances);
    answer->move = answer->hints[0].move;
}

void think(struct bot_room *room, const struct question *q, struct answer *answer) {
    memset(answer, 0, sizeof *answer);
    answer->ticket = q->ticket;
    answer->seat = q->seat;
    answer->is_hint = q->is_hint;
    if (q->is_hint)
        look_for_hint(room, q, answer);
    else
        answer->move = bot_choose(&q->bot, room, q->game, &q->view, q->seat, q->temper, q->dice);
}

static void ring(int bell) {
    char byte = 't';
    ssize_t done = write(bell, &byte, 1); /* a full pipe will wake the reader just as well */
    (void)done;
}

static void *work(void *context) {
    struct thinker *t = context;
    pthread_mutex_lock(&t->lock);
    for (;;) {
        while (!t->has_question) pthread_cond_wait(&t->asked, &t->lock);
        struct question question = t->question;
        t->has_question = false;
        pthread_mutex_unlock(&t->lock);
        struct answer answer;
        think(&t->room, &question, &answer);
        pthread_mutex_lock(&t->lock);
        t->answer = answer;
        t->has_answer = true;
        t->is_thinking = false;
        ring(t->bell);
    }
    return NULL;
}

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

/* Signals are for the thread that keeps the screen. */
static bool start(struct thinker *t) {
    pthread_t thread;
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    bool is_started = !pthread_create(&thread, NULL, work, t) && !pthread_detach(thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return is_started;
}

struct thinker *thinker_open(int bell) {
    struct thinker *t = calloc(1, sizeof *t);
    if (!t) return NULL;
    t->bell = bell;
    pthread_mutex_init(&t->lock, NULL);
    pthread_cond_init(&t->asked, NULL);
    if (bot_room_open(&t->room) && start(t)) return t;
    if (t->room.search) bot_room_close(&t->room);
    free(t);
    return NULL;
}

bool thinker_is_busy(struct thinker *t) {
    pthread_mutex_lock(&t->lock);
    bool is_busy = t->is_thinking || t->has_answer;
    pthread_mutex_unlock(&t->lock);
    return is_busy;
}

void thinker_ask(struct thinker *t, const struct question *question) {
    pthread_mutex_lock(&t->lock);
    t->question = *question;
    t->has_question = t->is_thinking = true;
    pthread_cond_signal(&t->asked);
    pthread_mutex_unlock(&t->lock);
}

bool thinker_take(struct thinker *t, struct answer *answer) {
    pthread_mutex_lock(&t->lock);
    bool is_there = t->has_answer;
    if (is_there) *answer = t->answer;
    t->has_answer = false;
    pthread_mutex_unlock(&t->lock);
    return is_there;
}
