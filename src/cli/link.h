/*
 * The client's side of the server's protocol: a connection that carries HTTP requests, one after another, and may then
 * become a WebSocket. On libuv: everything comes as a callback, nothing blocks. `arkad load` has thousands of them,
 * `arkad join` one.
 */
#ifndef CLI_LINK_H
#define CLI_LINK_H

#include <stdbool.h>
#include <stddef.h>
#include <uv.h>

enum {
    LINK_HOST_MAX = 256,
    LINK_PATH_MAX = 256,
    TOKEN_MAX = 128,
    LINK_MESSAGE_MAX = 4 << 20, /* from the server: a long list of moves */
};

/* Where a server is. */
struct link_host {
    char host[LINK_HOST_MAX], port[8];
    char path[LINK_PATH_MAX]; /* what follows, without a / at the end; usually empty */
    bool is_tls;
    struct sockaddr_storage address;
};

/* Reads http://HOST[:PORT][/PATH], or https:// (ws:// and wss:// are the same), and looks the host up; NULL, or what is
 * wrong with it. */
const char *link_find_host(const char *url, struct link_host *server, char *why, size_t why_size);

struct link; /* one connection */

struct link_handlers {
    /* The answer to the last request. */
    void (*answer)(void *context, int status, const char *body, size_t length);
    /* The connection is a WebSocket now. */
    void (*opened)(void *context);
    void (*message)(void *context, const char *text, size_t length);
    /* The connection is closed, and the link is freed after this; `why` is a sentence, or NULL if link_close was
     * called. */
    void (*closed)(void *context, const char *why);
};

/* Connects; requests may be made at once. NULL: no memory. */
struct link *link_open(uv_loop_t *loop, const struct link_host *server, const struct link_handlers *handlers,
                       void *context);
/* Who asks: a cookie of a session. A Set-Cookie in an answer changes it. */
void link_set_cookie(struct link *link, const char *token);
const char *link_cookie(const struct link *link);
/* Who asks: the token of a program. */
void link_set_token(struct link *link, const char *token);
/* One request at a time; `body` may be NULL. */
void link_request(struct link *link, const char *method, const char *path, const char *body);
void link_upgrade(struct link *link, const char *path);
void link_send(struct link *link, const char *text, size_t length);
void link_close(struct link *link);

#endif
