/*
 * A record: a table with its seats, as it is stored.
 */
#ifndef SERVER_API_RECORD_H
#define SERVER_API_RECORD_H

#include "server/api/call.h"

struct record {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
};

/* What a visitor of the store is shown. */
struct record record_of(const struct store_table *row, const struct store_seat *seats);
/* The table that the call names; false if it was refused. */
bool record_find(struct call *call, struct record *record);
/* The seat of an account that sits there; -1: none. */
int record_seat_of(const struct record *record, int64_t account);

#endif
