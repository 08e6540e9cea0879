/*
 * Functions of the C library of which the engine uses only a little, and only that little: the library's own would
 * be a tenth of what a browser loads.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Blocks lie one after the other, each after its size. The search keeps its nodes for good, and a review grows one
   block and gives it back: so the last block can grow and be given back, and the others stay. The room costs nothing in
   the file, as it is empty. */
enum { ROOM = 32 << 20, HEAD = 16 };
static _Alignas(16) unsigned char room[ROOM];
static size_t used;

static size_t *size_of(void *block) { return (size_t *)(void *)((unsigned char *)block - HEAD); }
static bool is_last(void *block) { return (unsigned char *)block + *size_of(block) == room + used; }

void *malloc(size_t size) {
    if (size > ROOM - used - 2 * HEAD) return NULL;
    unsigned char *block = room + used + HEAD;
    *size_of(block) = (size + HEAD - 1) / HEAD * HEAD;
    used += HEAD + *size_of(block);
    return block;
}

void free(void *block) {
    if (block && is_last(block)) used -= HEAD + *size_of(block);
}

void *calloc(size_t count, size_t size) {
    void *block = malloc(count * size); /* ours: no product is near the limits */
    return block ? memset(block, 0, count * size) : NULL;
}

void *realloc(void *block, size_t size) {
    size_t old = block ? *size_of(block) : 0;
    free(block); /* what is in it stays there */
    void *larger = malloc(size);
    return larger && larger != block ? memmove(larger, block, old < size ? old : size) : larger;
}

/* Weights of a judgement, as people write them: -0.25. */
float strtof(const char *restrict text, char **restrict end) {
    const char *at = text + (*text == '-');
    float value = 0, unit = 1;
    for (; *at >= '0' && *at <= '9'; at++) value = 10 * value + (float)(*at - '0');
    if (*at == '.')
        for (at++; *at >= '0' && *at <= '9'; at++) value += (unit /= 10) * (float)(*at - '0');
    if (end) *end = (char *)at;
    return *text == '-' ? -value : value;
}

/* Only for the weights of the bot that plays wildly, which are rounded anyway. */
double pow(double base, double exponent) { return (double)expf((float)exponent * logf((float)base)); }
