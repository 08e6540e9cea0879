/*
 * The hub: opens all parts of the server, passes requests and messages on to them, and ends every turn of the loop.
 *
 * Which folder may use which, never the other way round:
 *
 *     net/     connections: HTTP and WebSocket on one port; knows nothing of what is below
 *     common/  what the others share: the turn and its store, who is connected, limits, metrics, the log
 *     table/   a table in play; table.h tours it
 *     api/     requests: people, the lobby, lists, games that are over, pages; call.h is one request on its way
 *     hub.c    on top of them; serve.c: the command, its settings and signals
 */
#ifndef SERVER_HUB_H
#define SERVER_HUB_H

#include "server/common/server.h"

struct hub {
    struct server server;
    uv_timer_t retry, sweep;
    struct keeping *keeping;
    struct others *others;
    void (*stopped)(void *context); /* to be called when everything has come to rest */
    void *stopped_context;
};

/* Opens everything and listens; on failure NULL, and why. The hub is large and lives as long as the loop. */
struct hub *hub_open(uv_loop_t *loop, const struct server_config *config, char *why, size_t why_size);
/* Tells everybody to come back later, finishes what is begun, then calls done. When the loop has ended: hub_close. */
void hub_stop(struct hub *hub, void (*done)(void *context), void *context);
void hub_close(struct hub *hub);

#endif
