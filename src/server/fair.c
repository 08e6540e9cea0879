#include "server/fair.h"

#include "server/hub.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static void add_text(crypto_hash_sha256_state *state, const char *text) {
    crypto_hash_sha256_update(state, (const uint8_t *)text, strlen(text));
}

void fair_commitment(const uint8_t secret[ARKAD_SEED_BYTES], const char *code, uint8_t commitment[ARKAD_SEED_BYTES]) {
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    add_text(&state, "arkad-commit-1");
    crypto_hash_sha256_update(&state, secret, ARKAD_SEED_BYTES);
    add_text(&state, code);
    crypto_hash_sha256_final(&state, commitment);
}

/* A share is a byte 1 and its 32 bytes, none is a byte 0: no code has such a character, so nothing can be read in two
   ways. */
void fair_derive(const struct arkad_fair *fair, int players, uint8_t seed[ARKAD_SEED_BYTES]) {
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    add_text(&state, "arkad-seed-1");
    crypto_hash_sha256_update(&state, fair->secret, ARKAD_SEED_BYTES);
    add_text(&state, fair->code);
    for (int seat = 0; seat < players; seat++) {
        uint8_t mark = fair->has_given[seat];
        crypto_hash_sha256_update(&state, &mark, 1);
        if (mark) crypto_hash_sha256_update(&state, fair->given[seat], ARKAD_SEED_BYTES);
    }
    crypto_hash_sha256_final(&state, seed);
}

const char *fair_judge(const struct arkad_fair *fair, int players, const uint8_t seed[ARKAD_SEED_BYTES]) {
    uint8_t should[ARKAD_SEED_BYTES];
    fair_commitment(fair->secret, fair->code, should);
    if (memcmp(should, fair->commitment, sizeof should)) return "the secret is not the one that was promised";
    fair_derive(fair, players, should);
    return memcmp(should, seed, sizeof should) ? "the seed does not follow from the secret and what the seats gave"
                                               : NULL;
}

void fair_commit(const char *code, uint8_t secret[STORE_HASH], uint8_t commitment[STORE_HASH]) {
    randombytes_buf(secret, STORE_HASH);
    fair_commitment(secret, code, commitment);
}

void fair_seed(const uint8_t secret[STORE_HASH], const char *code, const struct store_seat *seats, int players,
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
