/*
 * SHA-256 (FIPS 180-4), for proofs of a seed: the same code on the server and in the browser.
 */
#ifndef ENGINE_SHA256_H
#define ENGINE_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BYTES = 32, SHA256_BLOCK = 64 };

struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes so far */
    uint8_t block[SHA256_BLOCK];
};

void sha256_begin(struct sha256 *hash);
void sha256_add(struct sha256 *hash, const void *bytes, size_t count);
void sha256_end(struct sha256 *hash, uint8_t digest[SHA256_BYTES]);

#endif
