#include "wasm/drawn.h"

/* What stands before a number, and the number. */
static void put_number(struct text *json, const char *key, int number) {
    text_put(json, key);
    text_number(json, number);
}

static void put_place(struct text *json, const struct arkad_map *map, int i) {
    text_put(json, "{\"id\":\"");
    text_char(json, i ? (char)('A' + i - 1) : '0');
    text_put(json, "\",\"name\":\"");
    text_put(json, map->places[i].name);
    text_put(json, "\",\"colour\":\"");
    text_put(json, map->places[i].colour);
    put_number(json, "\",\"x\":", map->places[i].x);
    put_number(json, ",\"y\":", map->places[i].y);
    put_number(json, ",\"home\":", map->places[i].home);
    text_char(json, '}');
}

static void put_road(struct text *json, const struct arkad_map *map, int i) {
    put_number(json, "{\"from\":", map->roads[i].from);
    put_number(json, ",\"to\":", map->roads[i].to);
    text_put(json, ",\"villages\":[");
    for (int j = 0; j < map->roads[i].village_count; j++) put_number(json, j ? "," : "", map->roads[i].villages[j]);
    text_char(json, ']');
    if (map->roads[i].is_curved) {
        put_number(json, ",\"curve\":[", map->roads[i].curve_x);
        put_number(json, ",", map->roads[i].curve_y);
        text_char(json, ']');
    }
    text_char(json, '}');
}

static void put_village(struct text *json, const struct arkad_map *map, int i) {
    put_number(json, "[", map->villages[i].x);
    put_number(json, ",", map->villages[i].y);
    text_char(json, ']');
}

/* Those that there are, with null in gaps. */
static void put_each(struct text *json, const char *key, const struct arkad_map *map, uint64_t there,
                     void (*put)(struct text *json, const struct arkad_map *map, int i)) {
    text_put(json, key);
    for (int i = 0; there >> i; i++) {
        if (i) text_char(json, ',');
        if (there >> i & 1)
            put(json, map, i);
        else
            text_put(json, "null");
    }
    text_char(json, ']');
}

void drawn_map(struct text *json, const struct map_draft *draft) {
    text_put(json, "\"name\":\"");
    text_put(json, draft->map.name);
    put_each(json, "\",\"places\":[", &draft->map, draft->places, put_place);
    put_each(json, ",\"roads\":[", &draft->map, draft->roads, put_road);
    put_each(json, ",\"villages\":[", &draft->map, draft->villages, put_village);
    text_char(json, '}');
}
