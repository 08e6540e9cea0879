/* Any bytes, as a move and as the bytes of a move, in a position some random moves from the start. */
#include "arkad.h"
#include "bots/simple.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 6 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void advance(const struct arkad_game *game, struct arkad_position *position, int steps) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    uint64_t state = (uint64_t)steps;
    for (; steps > 0 && !arkad_is_over(position); steps--) {
        int seat = __builtin_ctz(arkad_waits(game, position));
        int count = arkad_list(game, position, seat, moves);
        arkad_apply(game, position, seat, &moves[simple_below(&state, (uint32_t)count)], NULL);
    }
}

static void try_move(const struct arkad_game *game, struct arkad_position *position, const struct arkad_move *move) {
    char why[ARKAD_WHY_MAX];
    for (int seat = 0; seat < arkad_players(position); seat++) {
        if (arkad_check(game, position, seat, move, why)) continue;
        arkad_apply(game, position, seat, move, NULL);
        must(!arkad_laws(game, position, why));
        return;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 3) return 0;
    const struct arkad_game *game = arkad_game_at(data[0] % GAMES);
    struct arkad_setup setup;
    struct arkad_position position;
    struct arkad_move move = {0};
    char why[ARKAD_WHY_MAX], again[ARKAD_MOVE_TEXT_MAX];
    arkad_setup_default(game, &setup);
    setup.seed[0] = data[1];
    arkad_deal(game, &setup, &position, NULL, why);
    advance(game, &position, data[1]);
    memcpy(&move, data + 2, size - 2 < sizeof move ? size - 2 : sizeof move);
    try_move(game, &position, &move);
    const char *text = (const char *)data + 2;
    if (arkad_move_read(game, text, size - 2, &move, why)) return 0;
    must(arkad_move_write(game, &move, again) == size - 2 && !memcmp(again, text, size - 2));
    try_move(game, &position, &move);
    return 0;
}
