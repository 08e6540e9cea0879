/*
 * What the table says besides the game's own words: hints and results.
 */
#ifndef TERMINAL_TELL_H
#define TERMINAL_TELL_H

#include "terminal/table.h"
#include "terminal/thinker.h"

enum { MESSAGE_MAX = 2 * SAY_MAX };

/* What the strongest bot would do, what else it thought of, and everybody's chances. */
void tell_hint(const struct table *table, const struct lang *lang, int viewer, const struct answer *hint,
               char text[MESSAGE_MAX]);
/* A line of the result, from the winners down; returns whose it is. */
int tell_result(const struct table *table, const struct lang *lang, const struct arkad_result *result, int line,
                char text[SAY_MAX]);
/* What to do with the file of a game that was left: continue it, or analyse it. */
void tell_file(const struct table *table, const struct lang *lang, char text[SAY_MAX + SAVE_NAME_MAX]);

#endif
