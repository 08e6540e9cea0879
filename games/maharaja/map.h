/*
 * The maps of Maharaja.
 */
#ifndef GAMES_MAP_H
#define GAMES_MAP_H

#include "arkad.h"

/* The map that is built in: games/maharaja/rajasthan.map, as it was when the program was built. */
void map_built_in(struct arkad_map *map);

/* The text it was read from, with its remarks, as an example. */
extern const char rajasthan_map[];
extern const size_t rajasthan_map_length;

/* A map that is still being written: which places, roads and villages there are, as bits, the first in bit 0. */
struct map_draft {
    struct arkad_map map;
    int line; /* where the first thing is wrong; what the whole lacks is wrong at its end */
    unsigned places;
    uint64_t roads, villages;
};

/* Judges a map's text as arkad_map_read does, but goes on behind a line that is wrong: the draft is what can be drawn.
 */
const char *map_draft(const char *text, size_t length, struct map_draft *draft, char why[ARKAD_WHY_MAX]);

#endif
