/*
 * The engine's names of cards.
 */
#ifndef TERMINAL_CARD_H
#define TERMINAL_CARD_H

#include "arkad.h"

/* The card that chance and JSON call so; 0 if there is none. */
uint8_t card_named(const struct arkad_game *game, const char *name);

#endif
