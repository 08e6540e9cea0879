/*
 * Words that are loaded while the program runs: the browser gets those of its language and of what it shows.
 *
 * They come as lines sorted by key: key, tab, text; and, for texts by which the engine's English sentences are found,
 * another tab and the English text. They are checked like everything that comes from outside.
 */
#ifndef LANG_LOAD_H
#define LANG_LOAD_H

#include "lang/catalogue.h"

#include <stddef.h>

enum { LOAD_KEYS_MAX = 4096, LOAD_TEXT_MAX = 1 << 18 }; /* twice what all words of the engine come to */

/* Zero is a language without words: refusals are in English. */
struct loaded {
    struct lang lang;
    const char *keys[LOAD_KEYS_MAX], *texts[LOAD_KEYS_MAX], *english[LOAD_KEYS_MAX];
    char text[LOAD_TEXT_MAX];
};

/* Replaces the words by these. NULL, or what is wrong: then the old ones stay. */
const char *load_words(struct loaded *loaded, const char *text, size_t length);

#endif
