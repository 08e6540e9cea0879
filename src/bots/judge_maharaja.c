#include "bots/judgement.h"

const struct judgement maharaja_judgement = {.game = "maharaja", .scale = 2};
