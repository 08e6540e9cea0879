/*
 * The turn of the loop: what time it is, and whether it counts.
 */
#include "server/common/server.h"

#include <assert.h>
#include <time.h>

void server_tell_time(struct server *server) {
    struct timespec now;
    clock_gettime(CLOCK_REALTIME, &now);
    server->now_ms = (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

void server_begin_turn(struct server *server) {
    assert(server->net);
    server_tell_time(server);
    net_want_turn(server->net);
}

void server_cannot_save(struct server *server) {
    server->has_failed = true;
    net_want_turn(server->net);
}
