/*
 * Words that come while the program runs, as the browser is given those of its language and of what it shows.
 *
 * They come as lines sorted by key: key, tab, text; and, for what the engine's English sentences are found by, another
 * tab and the English text. They are judged like everything that comes from outside.
 */
#ifndef LANG_LOAD_H
#define LANG_LOAD_H

#include "lang/catalogue.h"

#include <stddef.h>

enum { LOAD_KEYS_MAX = 4096, LOAD_TEXT_MAX = 1 << 18 }; /* twice what all words of the engine come to */

/* Zero is a language without words: what is refused is told in English. */
struct loaded {
    struct lang lang;
    const char *keys[LOAD_KEYS_MAX], *texts[LOAD_KEYS_MAX], *english[LOAD_KEYS_MAX];
    char text[LOAD_TEXT_MAX];
};

/* Puts these words in the place of those before. NULL, or what is wrong: then those before stay. */
const char *load_words(struct loaded *loaded, const char *text, size_t length);

#endif
