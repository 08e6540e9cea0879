#include "bots/judgement.h"

const struct judgement towers_judgement = {.game = "towers", .scale = 10};
