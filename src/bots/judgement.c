#include "bots/judgement.h"

#include <stddef.h>
#include <string.h>

static const struct judgement *const judgements[] = {
    &towers_judgement, &byzanz_judgement, &alhambra_judgement, &pharaoh_judgement, &maharaja_judgement,
};

/* A game without judgement: every move is as good as any other, and play-outs go to the end. */
static const struct judgement none = {.scale = 10};

const struct judgement *judgement_of(const struct arkad_game *game) {
    for (size_t i = 0; i < sizeof judgements / sizeof *judgements; i++)
        if (!strcmp(judgements[i]->game, arkad_game_name(game))) return judgements[i];
    return &none;
}
