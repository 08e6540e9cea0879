/*
 * The judgements of all games, found by the game's name, and their weights, changed by name.
 */
#include "bots/judgement.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#define POINT_TO(name) &name##_judgement,
static const struct judgement *const judgements[] = {GAMES_WITH_JUDGE(POINT_TO)};

/* A game without judgement: every move is as good as any other, and play-outs go to the end. */
static const struct weight plain[GENERAL] = {GENERAL_WEIGHTS(0.7F, 10, 0, 0.01F, 0.05F), NET_WEIGHTS(0.35F, 0)};
static const struct judgement none = {.weights = plain, .weight_count = GENERAL};

void mind_of(const struct arkad_game *game, struct mind *mind) {
    mind->judgement = &none;
    mind->net = NULL;
    for (size_t i = 0; i < sizeof judgements / sizeof *judgements; i++)
        if (!strcmp(judgements[i]->game, arkad_game_name(game))) mind->judgement = judgements[i];
    assert(mind->judgement->weight_count <= WEIGHTS_MAX);
    for (int i = 0; i < mind->judgement->weight_count; i++) mind->w[i] = mind->judgement->weights[i].standard;
}

static float *find_weight(struct mind *mind, const char *name, size_t length) {
    for (int i = 0; i < mind->judgement->weight_count; i++) {
        const char *known = mind->judgement->weights[i].name;
        if (strlen(known) == length && !memcmp(known, name, length)) return &mind->w[i];
    }
    return NULL;
}

static bool change_one(struct mind *mind, const char *text, size_t length) {
    char number[32];
    const char *sign = memchr(text, '=', length);
    if (!sign) return false;
    size_t digits = length - (size_t)(sign + 1 - text);
    float *weight = find_weight(mind, text, (size_t)(sign - text));
    if (!weight || !digits || digits >= sizeof number) return false;
    memcpy(number, sign + 1, digits);
    number[digits] = 0;
    if (strspn(number, "-.0123456789") != digits) return false;
    *weight = strtof(number, NULL);
    return true;
}

bool mind_change(struct mind *mind, const char *text, size_t length) {
    for (;;) {
        const char *plus = memchr(text, '+', length);
        size_t here = plus ? (size_t)(plus - text) : length;
        if (!change_one(mind, text, here)) return false;
        if (!plus) return true;
        text += here + 1, length -= here + 1;
    }
}
