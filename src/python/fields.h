/*
 * What lies where in a position, by name: for whoever looks at positions as bytes.
 *
 * The lists are made from the games' headers (tools/fields.py). What nobody sees is not in them, so they serve for
 * views as they do for whole positions.
 */
#ifndef PYTHON_FIELDS_H
#define PYTHON_FIELDS_H

#include "engine/game.h"

#include <stddef.h>

enum { DIMENSIONS_MAX = 3 };

struct field {
    const char *path;  /* names from the outside in, with dots */
    const char *about; /* what it is, in the words of the header */
    char kind;         /* u: a number from 0 on, i: one that may be below 0, s: fields of its own, which follow */
    uint8_t dimensions;
    uint16_t offset, size; /* of the first one, in bytes */
    uint16_t counts[DIMENSIONS_MAX];
};

struct fields {
    const struct arkad_game *game;
    const struct field *list;
    int count;
    const char *const *phases;
    int phase_count;
};

/* Ends with NULL. */
extern const struct fields *const all_fields[];

/* The fields of a game's position; NULL: the game has no header that tells them. */
ARKAD_API const struct fields *fields_of(const struct arkad_game *game);
/* The words that stand behind the numbers of verbs and cards; NULL: there is none of that number. */
ARKAD_API const char *fields_verb(const struct arkad_game *game, int verb);
ARKAD_API const char *fields_card(const struct arkad_game *game, int card);

#endif
