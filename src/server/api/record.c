/*
 * A record: a table with its seats, as it is stored.
 */
#include "server/api/record.h"

#include <assert.h>
#include <string.h>

struct record record_of(const struct store_table *row, const struct store_seat *seats) {
    struct record record = {.row = *row};
    memcpy(record.seats, seats, sizeof record.seats);
    return record;
}

enum { HOLD_TRIES = 8 }; /* some tenths of a second: who asks has no use for an answer that another server is at it */

/* Before a change: as it is stored now, and stays until the turn ends. */
static enum store_answer hold(struct call *call, struct record *record) {
    struct store *store = call->server->store;
    enum store_answer answer = STORE_TAKEN;
    for (int tries = 0; answer == STORE_TAKEN && tries < HOLD_TRIES; tries++)
        answer = store_hold(store, record->row.id);
    return answer ? answer : store_get_table(store, record->row.id, &record->row, record->seats);
}

bool record_find(struct call *call, struct record *record) {
    const char *code = call->words[0], *method = call->request->method;
    bool is_reading = !strcmp(method, "GET") || !strcmp(method, "HEAD");
    enum store_answer answer = strlen(code) < STORE_CODE_MAX
                                   ? store_find_table(call->server->store, code, &record->row, record->seats)
                                   : STORE_NONE;
    if (!answer && !is_reading && store_is_shared(call->server->store)) answer = hold(call, record);
    if (answer == STORE_TAKEN) {
        call_refuse(call, 503, "busy");
        return false;
    }
    if (answer != STORE_NONE) return call_stored(call, answer);
    call_refuse(call, 404, "no-table");
    return false;
}

int record_seat_of(const struct record *record, int64_t account) {
    assert(record->row.players > 0 && record->row.players <= STORE_SEATS_MAX);
    for (int i = 0; i < record->row.players; i++)
        if (record->seats[i].kind == SEAT_PERSON && record->seats[i].account == account) return i;
    return -1;
}
