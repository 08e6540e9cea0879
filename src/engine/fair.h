/*
 * Where a game's seed comes from, so that nobody can choose it: docs/fairness.md.
 */
#ifndef ENGINE_FAIR_H
#define ENGINE_FAIR_H

#include "arkad.h"

/* What is shown of a share before anybody shows the share itself. */
void fair_promise(const uint8_t share[ARKAD_SEED_BYTES], const char *code, uint8_t promise[ARKAD_SEED_BYTES]);
/* What the server commits to when the table is made. */
void fair_commitment(const uint8_t secret[ARKAD_SEED_BYTES], const char *code, uint8_t commitment[ARKAD_SEED_BYTES]);
/* The seed from the secret, the code and what each seat gave. */
void fair_derive(const struct arkad_fair *fair, int players, uint8_t seed[ARKAD_SEED_BYTES]);
/* NULL, or why the seed, or who starts, is not proved. */
const char *fair_judge(const struct arkad_fair *fair, const struct arkad_game *game, const struct arkad_setup *setup);

#endif
