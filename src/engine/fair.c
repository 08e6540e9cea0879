/*
 * Commitment, seed and starter of a game from a server, as docs/fairness.md defines them.
 */
#include "engine/fair.h"

#include "engine/sha256.h"

#include <assert.h>
#include <string.h>

static void begin(struct sha256 *hash, const char *purpose, const uint8_t secret[ARKAD_SEED_BYTES], const char *code) {
    sha256_begin(hash);
    sha256_add(hash, purpose, strlen(purpose));
    sha256_add(hash, secret, ARKAD_SEED_BYTES);
    sha256_add(hash, code, strlen(code));
}

void fair_commitment(const uint8_t secret[ARKAD_SEED_BYTES], const char *code, uint8_t commitment[ARKAD_SEED_BYTES]) {
    struct sha256 hash;
    begin(&hash, "arkad-commit-1", secret, code);
    sha256_end(&hash, commitment);
}

void fair_promise(const uint8_t share[ARKAD_SEED_BYTES], const char *code, uint8_t promise[ARKAD_SEED_BYTES]) {
    struct sha256 hash;
    begin(&hash, "arkad-share-1", share, code);
    sha256_end(&hash, promise);
}

/* A share is a byte 1 and its 32 bytes, none is a byte 0: no code has such a character, so nothing can be read in two
   ways. */
void fair_derive(const struct arkad_fair *fair, int players, uint8_t seed[ARKAD_SEED_BYTES]) {
    struct sha256 hash;
    begin(&hash, "arkad-seed-1", fair->secret, fair->code);
    for (int seat = 0; seat < players; seat++) {
        uint8_t mark = fair->has_given[seat];
        sha256_add(&hash, &mark, 1);
        if (mark) sha256_add(&hash, fair->given[seat], ARKAD_SEED_BYTES);
    }
    sha256_end(&hash, seed);
}

/* Eight bytes of a hash of its own: no seat is likelier by more than 2^-61, and nothing is told of the deal. */
int arkad_starter_drawn(const uint8_t seed[ARKAD_SEED_BYTES], int players) {
    assert(players > 0);
    static const char purpose[] = "arkad-starter-1";
    uint8_t digest[SHA256_BYTES];
    struct sha256 hash;
    assert(players > 0);
    sha256_begin(&hash);
    sha256_add(&hash, purpose, strlen(purpose));
    sha256_add(&hash, seed, ARKAD_SEED_BYTES);
    sha256_end(&hash, digest);
    uint64_t number = 0;
    for (int i = 0; i < 8; i++) number = number << 8 | digest[i];
    return (int)(number % (unsigned)players);
}

/* Whether every share that was given was promised before. */
static bool keeps_promises(const struct arkad_fair *fair, int players) {
    for (int seat = 0; seat < players; seat++) {
        uint8_t should[ARKAD_SEED_BYTES];
        if (!fair->has_given[seat]) continue;
        fair_promise(fair->given[seat], fair->code, should);
        if (!fair->has_promised[seat] || memcmp(should, fair->promised[seat], sizeof should)) return false;
    }
    return true;
}

const char *fair_judge(const struct arkad_fair *fair, const struct arkad_game *game, const struct arkad_setup *setup) {
    uint8_t should[ARKAD_SEED_BYTES];
    fair_commitment(fair->secret, fair->code, should);
    if (memcmp(should, fair->commitment, sizeof should)) return "the secret is not the one that was promised";
    if (fair->has_promises && !keeps_promises(fair, setup->players)) return "a share is not the one that was promised";
    fair_derive(fair, setup->players, should);
    if (memcmp(should, setup->seed, sizeof should))
        return "the seed does not follow from the secret and what the seats gave";
    if (fair->starting != ARKAD_DRAWN) return NULL;
    bool is_drawn = arkad_starter(game, setup) == arkad_starter_drawn(setup->seed, setup->players);
    return is_drawn ? NULL : "who starts is not the one whom the seed draws";
}
