#include "engine/game.h"

const struct arkad_game alhambra_game = {.name = "alhambra"};
