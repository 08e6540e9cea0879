#include "engine/game.h"

const struct arkad_game pharaoh_game = {.name = "pharaoh"};
