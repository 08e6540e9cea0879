/*
 * A map of Maharaja on the canvas: where its places and villages are written, and the roads between them. It knows
 * nothing of the game; any map will do.
 */
#ifndef TERMINAL_DRAW_MAP_H
#define TERMINAL_DRAW_MAP_H

#include "games/maharaja/map.h"
#include "terminal/canvas.h"

/* The places, the villages, v1 first, and the names of the roads, r1 first. */
enum { ROAD_SPOTS = PLACES + VILLAGES, SPOTS_MAX = ROAD_SPOTS + ROADS };

/* Where something on the map is written. */
struct spot {
    int row, column, height, width;
    int anchor;   /* the column, counted from its own, to which the roads lead */
    bool is_laid; /* there was room for it */
};

struct atlas {
    const struct board *board;
    int row, column, height, width; /* of the whole map */
    struct spot spots[SPOTS_MAX];   /* the caller sets height, width and anchor */
    int left_out;                   /* for how many there was no room */
};

/* Finds a spot for everything, as near as can be to where the map has it, so that nothing overlaps and a column is
   free at both sides of each. */
void atlas_lay(struct atlas *atlas);
/* Finds a spot for the name of every road, beside its longest stretch, where there is room for it. */
void atlas_lay_names(struct atlas *atlas);
/* Draws the roads: those in `marked`, as bits, in another way, and links them with their words. */
void atlas_put_roads(const struct atlas *atlas, struct canvas *canvas, uint32_t marked);

#endif
