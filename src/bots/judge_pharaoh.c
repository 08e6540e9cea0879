#include "bots/judgement.h"

const struct judgement pharaoh_judgement = {.game = "pharaoh", .scale = 60};
