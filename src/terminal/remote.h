/*
 * A table at a server, as a host of the terminal's table: what the server tells is turned into steps, and moves are
 * sent. The connection is restored when it breaks.
 */
#ifndef TERMINAL_REMOTE_H
#define TERMINAL_REMOTE_H

#include "terminal/host.h"
#include "cli/link.h"

#include <jansson.h>

enum { REMOTE_CODE_MAX = 16, REMOTE_NOTICE_MAX = 512 };

struct remote {
    struct host host;
    uv_loop_t loop;
    struct link_host server;
    struct link *link;
    uv_timer_t again; /* until the next attempt to connect */
    char cookie[TOKEN_MAX], token[TOKEN_MAX];
    char code[REMOTE_CODE_MAX];
    char lang[4];
    char commitment[2 * ARKAD_SEED_BYTES + 1]; /* of the server, as it was first shown */
    uint8_t share[ARKAD_SEED_BYTES];           /* of the seed: ours */
    bool has_share;
    struct table *table;
    struct arkad_map map; /* of a table that is not played on the built-in one */
    int number;           /* the last entry that is known */
    int entries[4096];    /* the entry of each step */
    bool is_dealt, is_open, is_lost, is_away, is_paused, has_changed;
    bool has_passed_ahead;
    int ask; /* an open question that the viewer must answer; 0: none */
    char notice[REMOTE_NOTICE_MAX];
    bool has_notice, is_bad;
    const struct lang *words;
};

/* Begins to watch the table; `remote` has the server, who asks and the code. */
void remote_open(struct remote *remote, struct table *table, const struct lang *lang);
void remote_close(struct remote *remote);
/* Waits for at most this long, and takes in what comes. */
void remote_wait(struct remote *remote, int ms);

/* Asks something of the server and waits for the answer: its JSON, with the status; NULL and status 0: no connection,
   the notice says why. */
json_t *remote_request(struct remote *remote, const char *method, const char *path, const json_t *body, int *status);

#endif
