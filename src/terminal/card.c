/*
 * The engine's names of cards, for what a server tells. (A file of its own: the engine's JSON and jansson's have names
 * in common.)
 */
#include "engine/game.h"
#include "terminal/card.h"

#include <string.h>

uint8_t card_named(const struct arkad_game *game, const char *name) {
    for (uint8_t card = 1; name && card <= game->card_count; card++)
        if (!strcmp(game->cards[card], name)) return card;
    return 0;
}
