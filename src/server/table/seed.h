/*
 * Where the seed of a table comes from: docs/fairness.md.
 */
#ifndef SERVER_TABLE_SEED_H
#define SERVER_TABLE_SEED_H

#include "arkad.h"
#include "store/store.h"

/* A fresh secret and its commitment, for the table with this code. */
void seed_commit(const char *code, uint8_t secret[STORE_HASH], uint8_t commitment[STORE_HASH]);
/* The seed from the secret, the table's code and the seats' shares (absent ones as none). */
void seed_make(const uint8_t secret[STORE_HASH], const char *code, const struct store_seat *seats, int players,
               uint8_t seed[STORE_HASH]);
/* How the starting seat is chosen. */
enum arkad_starting seed_starting(const struct store_table *row);

#endif
