#include "engine/game.h"

const struct arkad_game byzanz_game = {.name = "byzanz"};
