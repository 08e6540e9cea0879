/*
 * How the game of a table is set up, as its row says: players, options, the seed once it is dealt, and a map of its
 * own.
 */
#ifndef SERVER_TABLE_SETUP_H
#define SERVER_TABLE_SETUP_H

#include "arkad.h"
#include "store/store.h"

/* `map` is room for a map that is not built in. NULL, or why such a game is impossible. */
const char *setup_read(const struct store_table *row, struct arkad_setup *setup, struct arkad_map *map,
                       char why[ARKAD_WHY_MAX]);
/* Whether the row's options, name=value,name=value, give this option this value. */
bool setup_has_option(const struct store_table *row, const char *name, const char *value);

#endif
