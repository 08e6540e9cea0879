/*
 * Passwords in worker threads: jobs that wait there, and whoever still waits for their answers.
 */
#include "server/api/passwords.h"

#include <assert.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum { JOBS_MAX = 32 }; /* the last of them waits two seconds */

struct passwords {
    struct server *server;
    struct password_job *jobs;
    int count;
    char nobody[STORE_PASSWORD_MAX]; /* what the password of an unknown name is compared with */
};

struct passwords *passwords_open(struct server *server) {
    struct passwords *passwords = calloc(1, sizeof *passwords);
    char password[16];
    if (!passwords) return NULL;
    passwords->server = server;
    randombytes_buf(password, sizeof password);
    if (!crypto_pwhash_str(passwords->nobody, password, sizeof password, crypto_pwhash_OPSLIMIT_INTERACTIVE,
                           crypto_pwhash_MEMLIMIT_INTERACTIVE))
        return passwords;
    free(passwords);
    return NULL;
}

void passwords_close(struct passwords *passwords) { free(passwords); }

struct password_job *passwords_begin(struct call *call, void (*done)(struct password_job *job)) {
    struct passwords *passwords = call->server->passwords;
    struct password_job *job = passwords->count < JOBS_MAX ? calloc(1, sizeof *job) : NULL;
    if (!job) {
        call_refuse(call, 503, "busy");
        return NULL;
    }
    job->request = (struct net_request){.peer = call->request->peer, .is_secure = call->request->is_secure};
    job->call = *call;
    job->call.request = &job->request;
    job->call.body = NULL;
    job->done = done;
    job->work.data = job;
    return job;
}

/* In a worker thread. */
static void work(uv_work_t *work) {
    struct password_job *job = work->data;
    const char *stored = *job->stored ? job->stored : job->call.server->passwords->nobody;
    if (*job->given) job->is_right = !crypto_pwhash_str_verify(stored, job->given, strlen(job->given)) && *job->stored;
    if (*job->fresh && (job->is_right || !*job->given))
        job->is_out_of_memory =
            crypto_pwhash_str(job->hash, job->fresh, strlen(job->fresh), crypto_pwhash_OPSLIMIT_INTERACTIVE,
                              crypto_pwhash_MEMLIMIT_INTERACTIVE) != 0;
}

static void unlink_job(struct passwords *passwords, struct password_job *job) {
    assert(passwords->count > 0);
    struct password_job **link = &passwords->jobs;
    while (*link != job) link = &(*link)->next;
    *link = job->next;
    passwords->count--;
}

static void free_job(struct password_job *job) {
    sodium_memzero(job, sizeof *job);
    free(job);
}

/* In the loop again: nothing is done for somebody who left. */
static void worked(uv_work_t *work, int status) {
    struct password_job *job = work->data;
    struct server *server = job->call.server;
    unlink_job(server->passwords, job);
    if (job->request.peer && !status) {
        server_begin_turn(server);
        if (job->is_out_of_memory)
            call_refuse(&job->call, 503, "busy");
        else if (server->cannot_save)
            call_refuse(&job->call, 503, "cannot-save");
        else
            job->done(job);
    }
    free_job(job);
}

void passwords_start(struct password_job *job) {
    struct server *server = job->call.server;
    assert(job->done && (*job->given || *job->fresh));
    job->next = server->passwords->jobs;
    server->passwords->jobs = job;
    server->passwords->count++;
    uv_queue_work(server->loop, &job->work, work, worked);
}

void passwords_forget_peer(struct passwords *passwords, const struct net_peer *peer) {
    for (struct password_job *job = passwords->jobs; job; job = job->next)
        if (job->request.peer == peer) job->request.peer = NULL;
}
