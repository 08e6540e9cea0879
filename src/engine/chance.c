/*
 * The generator, ChaCha with 8 rounds, and the tape that records or dictates what it brings.
 */
#include "engine/chance.h"

#include <assert.h>
#include <string.h>

static uint32_t load32(const uint8_t *b) {
    return (uint32_t)b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

void chance_key(struct chance *chance, const uint8_t seed[ARKAD_SEED_BYTES], uint32_t stream) {
    for (int i = 0; i < 8; i++) chance->key[i] = load32(seed + 4 * i);
    chance->counter = 0;
    chance->stream = stream;
}

static inline uint32_t turn_left(uint32_t x, int by) { return x << by | x >> (32 - by); }

static inline void quarter(uint32_t x[16], int a, int b, int c, int d) {
    x[a] += x[b], x[d] = turn_left(x[d] ^ x[a], 16);
    x[c] += x[d], x[b] = turn_left(x[b] ^ x[c], 12);
    x[a] += x[b], x[d] = turn_left(x[d] ^ x[a], 8);
    x[c] += x[d], x[b] = turn_left(x[b] ^ x[c], 7);
}

void chance_block(const uint32_t key[8], uint32_t counter, uint32_t stream, int rounds, uint32_t block[16]) {
    uint32_t x[16] = {0x61707865, 0x3320646e, 0x79622d32, 0x6b206574};
    memcpy(x + 4, key, 32);
    x[12] = counter;
    x[14] = stream;
    uint32_t first[16];
    memcpy(first, x, sizeof first);
    for (int i = 0; i < rounds; i += 2) {
        quarter(x, 0, 4, 8, 12), quarter(x, 1, 5, 9, 13), quarter(x, 2, 6, 10, 14), quarter(x, 3, 7, 11, 15);
        quarter(x, 0, 5, 10, 15), quarter(x, 1, 6, 11, 12), quarter(x, 2, 7, 8, 13), quarter(x, 3, 4, 9, 14);
    }
    for (int i = 0; i < 16; i++) block[i] = x[i] + first[i];
}

/* Words of the key stream, a block at a time. */
struct draw {
    struct chance *chance;
    uint32_t block[16];
    int left;
};

static uint32_t draw_word(struct draw *draw) {
    if (!draw->left) {
        struct chance *c = draw->chance;
        chance_block(c->key, c->counter++, c->stream, CHANCE_ROUNDS, draw->block);
        draw->left = 16;
    }
    return draw->block[--draw->left];
}

/* Multiply and shift; the few words that would favour some numbers are thrown away. */
static uint32_t draw_below(struct draw *draw, uint32_t bound) {
    uint64_t product = (uint64_t)draw_word(draw) * bound;
    if ((uint32_t)product < bound) {
        uint32_t favoured = (0U - bound) % bound;
        while ((uint32_t)product < favoured) product = (uint64_t)draw_word(draw) * bound;
    }
    return (uint32_t)(product >> 32);
}

uint32_t chance_below(struct chance *chance, uint32_t bound) {
    assert(bound > 0);
    struct draw draw = {.chance = chance};
    return draw_below(&draw, bound);
}

void chance_mix(struct chance *chance, uint8_t *cards, int count) {
    assert(count >= 0);
    struct draw draw = {.chance = chance};
    for (int i = count - 1; i > 0; i--) {
        uint32_t j = draw_below(&draw, (uint32_t)i + 1);
        uint8_t card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
}

/* ---- The tape --------------------------------------------------------------------------------------- */

/* What a playing tape dictates next, if it is of the wanted kind. */
static const struct arkad_event *dictated(struct arkad_tape *tape, int kind) {
    if (!tape || !tape->is_playing || tape->wrong) return NULL;
    if (tape->next < tape->count && tape->events[tape->next].kind == kind) return &tape->events[tape->next++];
    static const char *const missing[] = {
        [ARKAD_SHUFFLE] = "a shuffle is due here, and the chance given has none",
        [ARKAD_DIE] = "the die is rolled here, and the chance given has no roll",
        [ARKAD_PICK] = "a card is picked at random here, and the chance given has no pick",
    };
    tape->wrong = missing[kind];
    return NULL;
}

static struct arkad_event *recorded(struct arkad_tape *tape, int kind) {
    if (!tape || tape->is_playing) return NULL;
    assert(tape->count < ARKAD_EVENTS_MAX);
    struct arkad_event *event = &tape->events[tape->count++];
    memset(event, 0, sizeof *event);
    event->kind = (uint8_t)kind;
    return event;
}

static bool are_same_cards(const uint8_t *a, const uint8_t *b, int count) {
    int balance[256] = {0};
    for (int i = 0; i < count; i++) balance[a[i]]++, balance[b[i]]--;
    for (int card = 0; card < 256; card++)
        if (balance[card]) return false;
    return true;
}

void chance_shuffle(struct chance *chance, struct arkad_tape *tape, uint8_t *cards, int count) {
    assert(count >= 0 && count <= ARKAD_CARDS_MAX);
    const struct arkad_event *given = dictated(tape, ARKAD_SHUFFLE);
    if (given && given->count == count && are_same_cards(given->cards, cards, count)) {
        memcpy(cards, given->cards, (size_t)count);
        return;
    }
    if (given) tape->wrong = "the shuffled pile does not hold the cards that were to be shuffled";
    chance_mix(chance, cards, count);
    struct arkad_event *event = recorded(tape, ARKAD_SHUFFLE);
    if (!event) return;
    event->count = (uint8_t)count;
    memcpy(event->cards, cards, (size_t)count);
}

int chance_die(struct chance *chance, struct arkad_tape *tape, int sides) {
    assert(sides > 0 && sides <= UINT8_MAX);
    const struct arkad_event *given = dictated(tape, ARKAD_DIE);
    if (given && given->value >= 1 && given->value <= sides) return given->value;
    if (given) tape->wrong = "the die has no such side";
    int value = 1 + (int)chance_below(chance, (uint32_t)sides);
    struct arkad_event *event = recorded(tape, ARKAD_DIE);
    if (!event) return value;
    event->value = (uint8_t)value;
    event->seen_by = 0xff;
    return value;
}

uint8_t chance_pick(struct chance *chance, struct arkad_tape *tape, int seat, unsigned seen_by, const uint8_t *counts,
                    int kinds) {
    const struct arkad_event *given = dictated(tape, ARKAD_PICK);
    if (given && given->seat == seat && given->value >= 1 && given->value <= kinds && counts[given->value])
        return given->value;
    if (given) tape->wrong = "the card picked is not in that seat's hand, or another seat's turn has come";
    int total = 0;
    for (int card = 1; card <= kinds; card++) total += counts[card];
    assert(total > 0 && seat >= 0 && seat < ARKAD_SEATS_MAX && !(seen_by >> ARKAD_SEATS_MAX));
    int at = (int)chance_below(chance, (uint32_t)total);
    int card = 1;
    while (at >= counts[card]) at -= counts[card++];
    struct arkad_event *event = recorded(tape, ARKAD_PICK);
    if (!event) return (uint8_t)card;
    event->seat = (uint8_t)seat;
    event->value = (uint8_t)card;
    event->seen_by = (uint8_t)seen_by;
    return (uint8_t)card;
}

void tape_shuffle(struct arkad_tape *tape, const uint8_t *cards, int count) {
    assert(count <= ARKAD_CARDS_MAX && tape->count < ARKAD_EVENTS_MAX);
    struct arkad_event *event = &tape->events[tape->count++];
    *event = (struct arkad_event){.kind = ARKAD_SHUFFLE, .count = (uint8_t)count};
    memcpy(event->cards, cards, (size_t)count);
}

void tape_die(struct arkad_tape *tape, int value) {
    assert(value > 0 && value <= UINT8_MAX && tape->count < ARKAD_EVENTS_MAX);
    tape->events[tape->count++] = (struct arkad_event){.kind = ARKAD_DIE, .value = (uint8_t)value, .seen_by = 0xff};
}
