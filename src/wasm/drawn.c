/*
 * A map as the page draws it: places, roads and villages, as JSON.
 */
#include "wasm/drawn.h"

static void put_pair(struct json *json, const char *key, int x, int y) {
    json_put_open(json, key, '[');
    json_put_number(json, NULL, x);
    json_put_number(json, NULL, y);
    json_close(json, ']');
}

static void put_place(struct json *json, const struct arkad_map *map, int i) {
    json_put_open(json, NULL, '{');
    json_put_word(json, "id", (char[]){i ? (char)('A' + i - 1) : '0', 0});
    json_put_text(json, "name", map->places[i].name);
    json_put_text(json, "colour", map->places[i].colour);
    json_put_number(json, "x", map->places[i].x);
    json_put_number(json, "y", map->places[i].y);
    json_put_number(json, "home", map->places[i].home);
    json_close(json, '}');
}

static void put_road(struct json *json, const struct arkad_map *map, int i) {
    json_put_open(json, NULL, '{');
    json_put_number(json, "from", map->roads[i].from);
    json_put_number(json, "to", map->roads[i].to);
    json_put_open(json, "villages", '[');
    for (int j = 0; j < map->roads[i].village_count; j++) json_put_number(json, NULL, map->roads[i].villages[j]);
    json_close(json, ']');
    if (map->roads[i].is_curved) put_pair(json, "curve", map->roads[i].curve_x, map->roads[i].curve_y);
    json_close(json, '}');
}

static void put_village(struct json *json, const struct arkad_map *map, int i) {
    put_pair(json, NULL, map->villages[i].x, map->villages[i].y);
}

/* Those that there are, with null in gaps. */
static void put_each(struct json *json, const char *key, const struct arkad_map *map, uint64_t there,
                     void (*put)(struct json *json, const struct arkad_map *map, int i)) {
    json_put_open(json, key, '[');
    for (int i = 0; there >> i; i++)
        if (there >> i & 1)
            put(json, map, i);
        else
            json_put_null(json, NULL);
    json_close(json, ']');
}

void drawn_map(struct json *json, const struct map_draft *draft) {
    json_put_text(json, "name", draft->map.name);
    put_each(json, "places", &draft->map, draft->places, put_place);
    put_each(json, "roads", &draft->map, draft->roads, put_road);
    put_each(json, "villages", &draft->map, draft->villages, put_village);
}
