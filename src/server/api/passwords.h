/*
 * Passwords take a tenth of a second and 64 MB each, on purpose; so they are hashed and compared in worker threads, a
 * few at a time, and when too many are waiting, requests are refused.
 */
#ifndef SERVER_API_PASSWORDS_H
#define SERVER_API_PASSWORDS_H

#include "server/api/call.h"
#include "server/api/names.h"

/* What is to be done, and for whom. Made by passwords_begin, zeroed; everything it owns is freed with it. */
struct password_job {
    uv_work_t work;
    struct password_job *next;
    struct call call; /* to be answered: only the account, session and language of it may be used */
    struct net_request request;
    char given[PASSWORD_BYTES];      /* to be compared with `stored`; empty: no comparison */
    char stored[STORE_PASSWORD_MAX]; /* empty: compared with nobody's, for as long */
    char fresh[PASSWORD_BYTES];      /* to be hashed; empty: no hashing */
    char hash[STORE_PASSWORD_MAX];
    bool is_right, is_out_of_memory;
    char name[STORE_NAME_MAX], email[STORE_EMAIL_MAX]; /* the asker's own notes */
    int64_t account;
    void (*done)(struct password_job *job); /* in the loop; answers the call */
};

struct passwords *passwords_open(struct server *server); /* NULL: no memory */
void passwords_close(struct passwords *passwords);
/* A job for this call; NULL if it was refused because too many are waiting. */
struct password_job *passwords_begin(struct call *call, void (*done)(struct password_job *job));
void passwords_start(struct password_job *job);
/* Nobody waits for that answer any more. */
void passwords_forget_peer(struct passwords *passwords, const struct net_peer *peer);

#endif
