/*
 * The turn of the loop: what time it is, and whether it counts.
 */
#include "server/common/server.h"

#include <assert.h>
#include <time.h>

enum { SET_MS = 500 }; /* clocks that differ by more than this: one of them was set, or the machine slept */

static int64_t clock_ms(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* People read the wall clock, and somebody may set it. What is due is due by a clock that nobody sets: when the wall
   clock jumps, all that is planned by it jumps along. */
void server_tell_time(struct server *server) {
    int64_t steady_ms = clock_ms(CLOCK_MONOTONIC), now_ms = clock_ms(CLOCK_REALTIME);
    int64_t by_ms = now_ms - server->now_ms - (steady_ms - server->steady_ms);
    bool was_set = server->now_ms && (by_ms > SET_MS || by_ms < -SET_MS);
    server->now_ms = now_ms;
    server->steady_ms = steady_ms;
    if (!was_set) return;
    server->ahead_ms += by_ms;
    if (server->clock_was_set) server->clock_was_set(server, by_ms);
}

void server_begin_turn(struct server *server) {
    assert(server->net);
    server_tell_time(server);
    net_want_turn(server->net);
}

static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

/* Every server finds the same one for a table, without asking anybody; when one comes or goes, no other tables change
   hands than those that it takes or leaves. One that slept has lost its lease, and waits until it has it again. */
bool server_acts_for(const struct server *server, int64_t table) {
    const struct store_nodes *nodes = &server->nodes;
    if (!server->store || !store_is_shared(server->store)) return true;
    if (server->steady_ms - server->beaten_ms > STORE_LEASE_MS) return false;
    int64_t best = 0;
    uint64_t best_worth = 0;
    for (int i = 0; i < nodes->count; i++) {
        uint64_t worth = mix((uint64_t)nodes->ids[i] ^ mix((uint64_t)table + 1));
        if (best && worth <= best_worth) continue;
        best = nodes->ids[i];
        best_worth = worth;
    }
    return best == nodes->self;
}

void server_cannot_save(struct server *server) {
    server->has_failed = true;
    net_want_turn(server->net);
}
