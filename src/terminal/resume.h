/*
 * Goes on with a saved game.
 */
#ifndef TERMINAL_RESUME_H
#define TERMINAL_RESUME_H

#include "terminal/table.h"

/* Reads the file, checks every line and opens it to go on. A last line that was not written to its end is dropped;
   `dropped` says so. NULL, or what is wrong, with the number of the line. */
const char *resume_table(struct table *table, const char *name, const struct arkad_map *map, bool *dropped,
                         char why[ARKAD_WHY_MAX]);

#endif
