/* Any text, as the memory of a view: what is accepted is written back the same, and its worlds obey the laws, look the
   same from the seat, and play on. The first bytes say which game is played how far, and whose view it is; the rest are
   changes of what that seat truly remembers (so that much of it is accepted), or, after a 0, a text of its own. */
#include "arkad.h"
#include "bots/simple.h"

#include <stdlib.h>
#include <string.h>

enum { GAMES = 6, STEPS = 40, WORLDS = 2, TEXT_MAX = 2 * ARKAD_MEMORY_MAX };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct arkad_move moves[ARKAD_MOVES_MAX];

static void must(bool holds) {
    if (!holds) abort();
}

static void play(const struct arkad_game *game, struct arkad_position *position, int steps, uint64_t state) {
    for (int step = 0; step < steps && !arkad_is_over(position); step++) {
        int seat = __builtin_ctz(arkad_waits(game, position));
        int count = arkad_list(game, position, seat, moves);
        must(count > 0);
        arkad_apply(game, position, seat, &moves[simple_below(&state, (uint32_t)count)], NULL);
    }
}

/* One change: some bytes of the text are taken out, or put in once more elsewhere; one byte becomes another. */
static size_t change(char *text, size_t length, const uint8_t *how) {
    size_t from = (size_t)(how[1] << 8 | how[2]) % length, to = (size_t)(how[3] << 8 | how[4]) % length;
    size_t count = how[5] % 32;
    char copy[32];
    if (count > length - from) count = length - from;
    if (how[0] % 3 == 0) {
        text[to] = (char)how[5];
    } else if (how[0] % 3 == 1) {
        memmove(text + from, text + from + count, length - from - count);
        length -= count;
    } else if (length + count <= TEXT_MAX) {
        memcpy(copy, text + from, count);
        memmove(text + to + count, text + to, length - to);
        memcpy(text + to, copy, count);
        length += count;
    }
    return length;
}

static void try_worlds(const struct arkad_game *game, const struct arkad_position *view, int seat) {
    struct arkad_position world, seen;
    char why[ARKAD_WHY_MAX];
    for (uint8_t i = 0; i < WORLDS; i++) {
        arkad_world(game, view, (const uint8_t[ARKAD_SEED_BYTES]){i}, &world);
        must(!arkad_laws(game, &world, why));
        arkad_view(game, &world, seat, &seen);
        must(!memcmp(seen.bytes, view->bytes, arkad_position_size(game)));
        for (int step = 0; step < STEPS; step++) {
            play(game, &world, 1, (uint64_t)(step + i));
            must(!arkad_laws(game, &world, why));
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static char text[TEXT_MAX];
    if (size < 6) return 0;
    const struct arkad_game *game = arkad_game_at(data[0] % GAMES);
    struct arkad_setup setup;
    struct arkad_position position, view;
    char why[ARKAD_WHY_MAX], json[ARKAD_JSON_MAX], again[ARKAD_MEMORY_MAX];
    arkad_setup_default(game, &setup);
    setup.players = (uint8_t)(setup.players + data[1] % (arkad_players_max(game) - setup.players + 1));
    setup.seed[0] = data[2];
    arkad_deal(game, &setup, &position, NULL, why);
    play(game, &position, data[3], data[2]);
    int seat = data[4] % setup.players;
    arkad_view(game, &position, seat, &view);
    size_t length = arkad_memory_write(game, &view, text);
    must(!arkad_json_read(game, &setup, seat, json, arkad_json_write(game, &view, json), &view, why));
    data += 5, size -= 5;
    for (; length && size >= 6 && *data; data += 6, size -= 6) length = change(text, length, data);
    if (size > 1 && !*data) {
        length = size - 1 < TEXT_MAX ? size - 1 : TEXT_MAX;
        memcpy(text, data + 1, length);
    }
    if (arkad_memory_read(game, &view, text, length, why)) return 0;
    must(arkad_memory_write(game, &view, again) == length && !memcmp(again, text, length));
    if (!arkad_is_over(&view)) try_worlds(game, &view, seat);
    return 0;
}
