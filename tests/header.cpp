// The public header is C++ too: a whole game through it.
#include "arkad.h"

#include <cstdio>
#include <vector>

int main() {
    const arkad_game *game = arkad_game_find("towers");
    arkad_setup setup;
    arkad_setup_default(game, &setup);
    arkad_position position;
    char why[ARKAD_WHY_MAX];
    if (arkad_deal(game, &setup, &position, nullptr, why)) return 1;
    std::vector<arkad_move> moves(ARKAD_MOVES_MAX);
    int number = 0;
    for (; !arkad_is_over(&position); number++) {
        int seat = __builtin_ctz(arkad_waits(game, &position));
        if (!arkad_list(game, &position, seat, moves.data())) return 1;
        arkad_apply(game, &position, seat, &moves[0], nullptr);
    }
    struct arkad_result result;
    arkad_result(game, &position, &result);
    std::printf("%d moves\n", number);
    return number > 30 && (result.places[0] == 1 || result.places[1] == 1) ? 0 : 1;
}
