/*
 * The maps of Maharaja: what is on one.
 */
#ifndef GAMES_MAP_H
#define GAMES_MAP_H

#include "arkad.h"

enum { PLACES = 8, ROADS = 32, VILLAGES = 48 }; /* the places are the start space and the cities A to G */

/* The bytes of a map. Places: 0 is the start space, 1 to 7 the cities A to G. */
struct board {
    uint64_t villages_there; /* in a map that is still being written there are gaps; v1 is bit 0 */
    uint32_t roads_there;
    uint8_t places_there;
    uint8_t road_count, village_count;
    struct {
        char name[32], colour[16];
        uint16_t x, y;
        uint8_t home; /* the character who lives there, 0: none */
    } places[PLACES];
    struct {
        uint8_t from, to, village_count;
        uint8_t villages[3]; /* in order from `from` to `to`; 1 is v1 */
        uint8_t is_curved;   /* drawn as a curve with the control point below */
        uint16_t curve_x, curve_y;
    } roads[ROADS]; /* 0 is r1 */
    struct {
        uint16_t x, y;
    } villages[VILLAGES]; /* 0 is v1 */
};
_Static_assert(sizeof(struct board) == ARKAD_MAP_MAX, "it is all there is in a map besides its name");

/* The built-in map, rajasthan.map, as it was when the program was built; in the browser without remarks. */
extern const char rajasthan_map[];
extern const size_t rajasthan_map_length;

/* What is on the map; NULL: on the built-in one, which is read into the room given. */
const struct board *map_board(const struct arkad_map *map, struct arkad_map *built_in);

#endif
