/*
 * A map as the page draws it.
 */
#ifndef WASM_DRAWN_H
#define WASM_DRAWN_H

#include "engine/json.h"
#include "games/maharaja/map.h"

/* Into an open object: "name":...,"places":[start, A, ...],"roads":[r1, ...],"villages":[[x,y] of v1, ...]; roads lead
   between places by their index. */
void drawn_map(struct json *json, const struct map_draft *draft);

#endif
