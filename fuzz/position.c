/* Any bytes, as the JSON of a position: what is accepted obeys the laws, is written back the same, and plays on.
   The first bytes say which game, for how many, with which options, and whose view it is. */
#include "arkad.h"
#include "bots/simple.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 6, STEPS = 300 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void must(bool holds) {
    if (!holds) abort();
}

static void play_on(const struct arkad_game *game, struct arkad_position *position, uint64_t state) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    static struct arkad_tape tape;
    char why[ARKAD_WHY_MAX], text[ARKAD_JSON_MAX];
    for (int step = 0; step < STEPS && !arkad_is_over(position); step++) {
        int seat = __builtin_ctz(arkad_waits(game, position));
        int count = arkad_list(game, position, seat, moves);
        must(count > 0 && count <= ARKAD_MOVES_MAX);
        const struct arkad_move *move = &moves[simple_below(&state, (uint32_t)count)];
        must(!arkad_check(game, position, seat, move, why));
        arkad_apply(game, position, seat, move, &tape);
        must(!arkad_laws(game, position, why));
    }
    must(arkad_json_write(game, position, text) > 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < 8) return 0;
    const struct arkad_game *game = arkad_game_at(data[0] % GAMES);
    struct arkad_setup setup;
    struct arkad_position position;
    char why[ARKAD_WHY_MAX], again[ARKAD_JSON_MAX];
    arkad_setup_default(game, &setup);
    int range = arkad_players_max(game) - arkad_players_min(game) + 1;
    setup.players = (uint8_t)(arkad_players_min(game) + data[1] % range);
    for (int i = 0; arkad_game_option(game, i); i++)
        if (arkad_game_option(game, i)->kind == ARKAD_FLAG) setup.options[i] = data[2] >> i & 1;
    int viewer = data[3] % (setup.players + 1) - 1;
    const char *text = (const char *)data + 4;
    size_t length = size - 4;
    if (arkad_json_read(game, &setup, viewer, text, length, &position, why)) return 0;
    must(arkad_json_write(game, &position, again) == length && !memcmp(again, text, length));
    if (viewer >= 0) arkad_world(game, &position, (const uint8_t[ARKAD_SEED_BYTES]){data[1]}, &position);
    must(!arkad_laws(game, &position, why));
    play_on(game, &position, data[2] + size);
    return 0;
}
