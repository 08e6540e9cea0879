#include "bots/judgement.h"

const struct judgement byzanz_judgement = {.game = "byzanz", .scale = 10};
