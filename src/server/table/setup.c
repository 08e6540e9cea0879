/*
 * From a table's row to the setup of its game.
 */
#include "server/table/setup.h"

#include "engine/text.h"

#include <string.h>

const char *setup_read(const struct store_table *row, struct arkad_setup *setup, struct arkad_map *map,
                       char why[ARKAD_WHY_MAX]) {
    const struct arkad_game *game = arkad_game_find(row->game);
    struct text text = text_in(why, ARKAD_WHY_MAX);
    if (!game) return text_say(&text, "there is no game '%s'", row->game);
    arkad_setup_default(game, setup);
    setup->players = (uint8_t)row->players;
    memcpy(setup->seed, row->seed, sizeof setup->seed);
    if (*row->map) {
        if (arkad_map_read(game, row->map, strlen(row->map), map, why)) return why;
        setup->map = map;
    }
    return arkad_setup_options(game, setup, row->options, why);
}

static bool begins(const char *text, const char *word, char end) {
    size_t length = strlen(word);
    return !strncmp(text, word, length) && text[length] == end;
}

bool setup_has_option(const struct store_table *row, const char *name, const char *value) {
    for (const char *at = row->options; *at; at += strcspn(at, ","), at += *at == ',') {
        if (!begins(at, name, '=')) continue;
        const char *given = at + strlen(name) + 1;
        return begins(given, value, ',') || begins(given, value, 0);
    }
    return false;
}
