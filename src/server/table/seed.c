/*
 * The seed of a table, from the server's secret and the shares of those who play: nobody chooses it alone.
 */
#include "server/table/seed.h"

#include "engine/fair.h"
#include "server/table/setup.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

void seed_commit(const char *code, uint8_t secret[STORE_HASH], uint8_t commitment[STORE_HASH]) {
    randombytes_buf(secret, STORE_HASH);
    fair_commitment(secret, code, commitment);
}

void seed_make(const uint8_t secret[STORE_HASH], const char *code, const struct store_seat *seats, int players,
               uint8_t seed[STORE_HASH]) {
    struct arkad_fair fair = {0};
    assert(strlen(code) < sizeof fair.code && players <= ARKAD_SEATS_MAX);
    snprintf(fair.code, sizeof fair.code, "%s", code);
    memcpy(fair.secret, secret, sizeof fair.secret);
    for (int seat = 0; seat < players; seat++) {
        fair.has_given[seat] = seats[seat].has_given;
        memcpy(fair.given[seat], seats[seat].given, sizeof fair.given[seat]);
    }
    fair_derive(&fair, players, seed);
}

enum arkad_starting seed_starting(const struct store_table *row) {
    if (setup_has_option(row, "starter", "drawn")) return ARKAD_DRAWN;
    return row->rematch_of ? ARKAD_PASSED : ARKAD_FIXED;
}
