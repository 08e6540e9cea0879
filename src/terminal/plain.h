/*
 * The table without a terminal: plain lines, so that a game can be played through a pipe.
 */
#ifndef TERMINAL_PLAIN_H
#define TERMINAL_PLAIN_H

#include "terminal/table.h"

/* Plays until the game is over, the input ends or `quit`. False when there is not enough memory to think. */
bool plain_play(struct table *table, const struct lang *lang, const char *notice);

#endif
