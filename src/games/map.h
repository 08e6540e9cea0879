/*
 * The maps of Maharaja.
 */
#ifndef GAMES_MAP_H
#define GAMES_MAP_H

#include "arkad.h"

/* The map that is built in: data/maps/rajasthan.map, as it was when the program was built. */
void map_built_in(struct arkad_map *map);

#endif
