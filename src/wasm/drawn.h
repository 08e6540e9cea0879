/*
 * A map as the page draws it.
 */
#ifndef WASM_DRAWN_H
#define WASM_DRAWN_H

#include "engine/text.h"
#include "games/maharaja/map.h"

/* "name":...,"places":[start, A, ...],"roads":[r1, ...],"villages":[[x,y] of v1, ...]}, the rest of an object; roads
   lead between places by their index. A name has no character that JSON would have to escape. */
void drawn_map(struct text *json, const struct map_draft *draft);

#endif
