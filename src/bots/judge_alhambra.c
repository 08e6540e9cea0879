/*
 * Alhambra is searched with play-outs at random to the end: they are quick, and telling enough. Only the scale is said.
 */
#include "bots/judgement.h"

const struct judgement alhambra_judgement = {.game = "alhambra", .scale = 20};
