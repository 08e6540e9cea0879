/*
 * Finding what lies where in a game's positions.
 */
#include "python/fields.h"

const struct fields *fields_of(const struct arkad_game *game) {
    for (int i = 0; all_fields[i]; i++)
        if (all_fields[i]->game == game) return all_fields[i];
    return NULL;
}

const char *fields_verb(const struct arkad_game *game, int verb) {
    return verb >= 0 && verb < game->verb_count ? game->verbs[verb] : NULL;
}

const char *fields_card(const struct arkad_game *game, int card) {
    return card >= 0 && card <= game->card_count ? game->cards[card] : NULL;
}
