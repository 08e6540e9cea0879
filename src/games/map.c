#include "engine/game.h"

const char *arkad_map_read(const char *text, size_t length, struct arkad_map *map, char why[ARKAD_WHY_MAX]) {
    (void)text, (void)length, (void)map;
    struct text sentence = text_in(why, ARKAD_WHY_MAX);
    return text_say(&sentence, "maps cannot be read");
}
