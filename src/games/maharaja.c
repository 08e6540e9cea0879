#include "engine/game.h"

const struct arkad_game maharaja_game = {.name = "maharaja"};
