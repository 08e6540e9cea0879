#include "bots/judgement.h"

const struct judgement alhambra_judgement = {.game = "alhambra", .scale = 20};
