/*
 * The random and the wild bot, on a small generator of their own.
 */
#include "bots/simple.h"

#include <assert.h>
#include <math.h>
#include <string.h>

/* SplitMix64. */
static uint64_t next(uint64_t *state) {
    uint64_t z = *state += 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

uint32_t simple_below(uint64_t *state, uint32_t bound) { return (uint32_t)((next(state) >> 32) * bound >> 32); }

/* From 0.01 to 100 in hundredths, every order of magnitude equally likely. */
static uint16_t draw_weight(uint64_t *state) {
    double unit = (double)(next(state) >> 11) / 9007199254740992.0;
    return (uint16_t)pow(SIMPLE_WEIGHT_MAX, unit);
}

void simple_begin(struct simple *simple, const struct arkad_game *game, const bool is_wild[ARKAD_SEATS_MAX],
                  const uint8_t seed[ARKAD_SEED_BYTES]) {
    memcpy(&simple->state, seed, sizeof simple->state);
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++)
        for (int verb = 0; verb < arkad_verb_count(game); verb++)
            simple->weights[seat][verb] = is_wild[seat] ? draw_weight(&simple->state) : 1;
}

static int choose_by_weight(struct simple *simple, int seat, const struct arkad_move *moves, int count) {
    uint32_t total = 0;
    for (int i = 0; i < count; i++) total += simple->weights[seat][moves[i].verb];
    uint32_t at = simple_below(&simple->state, total);
    int chosen = 0;
    while (at >= simple->weights[seat][moves[chosen].verb]) at -= simple->weights[seat][moves[chosen++].verb];
    return chosen;
}

struct arkad_move simple_move(struct simple *simple, const struct arkad_game *game,
                              const struct arkad_position *position, int seat, struct arkad_move *moves) {
    int count = arkad_list(game, position, seat, moves);
    assert(count > 0);
    return moves[choose_by_weight(simple, seat, moves, count)];
}

int simple_choose(struct simple *simple, const struct arkad_game *game, const struct arkad_position *position,
                  struct arkad_move *moves, struct arkad_move *move) {
    unsigned seats = arkad_may_move(game, position);
    assert(seats);
    uint32_t skip = simple_below(&simple->state, (uint32_t)__builtin_popcount(seats));
    for (; skip; skip--) seats &= seats - 1;
    int seat = __builtin_ctz(seats);
    *move = simple_move(simple, game, position, seat, moves);
    return seat;
}

bool simple_read(const char *names, int players, bool is_wild[ARKAD_SEATS_MAX]) {
    int seat = 0;
    for (const char *at = names;; seat++) {
        size_t length = strcspn(at, ",");
        bool is_random = length == 6 && !memcmp(at, "random", 6);
        if (seat == players || (!is_random && (length != 4 || memcmp(at, "wild", 4)))) return false;
        is_wild[seat] = !is_random;
        if (!at[length]) break;
        at += length + 1;
    }
    if (seat && seat + 1 != players) return false;
    for (int other = seat + 1; other < ARKAD_SEATS_MAX; other++) is_wild[other] = is_wild[seat];
    return true;
}
