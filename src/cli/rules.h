/*
 * The rules of the games, as texts and laid out for a terminal.
 */
#ifndef CLI_RULES_H
#define CLI_RULES_H

#include "cli/cli.h"

/* The rules of a game in Markdown, in English if they are not written in this language; NULL if it has none. */
const char *rules_text(const char *game, const struct lang *lang);
/* The rules of a game, laid out for a terminal of this width, bold, italic and code as escape sequences
   ("\033[0;1;3;36m"); the caller frees it. NULL: there are none, or no memory. */
char *rules_page(const char *game, const struct lang *lang, int width);

enum status run_rules(const struct request *request);

#endif
