/*
 * The words of the program, in every language it speaks: the built-in catalogues.
 *
 * A catalogue is one flat JSON object, key to text; every language has the same keys. A text may have places to be
 * filled, as {name}. {name|one|many} is the first word if the number is 1, else the second; {a:name} puts the Hungarian
 * article, a or az, before what fills the place ({A:name}: A or Az). The browser reads the same files. Nothing here
 * does input or output or allocates, so that the terminal, the server and the browser can all use it.
 */
#ifndef LANG_LANG_H
#define LANG_LANG_H

#include "arkad.h"
#include "engine/text.h"

struct lang; /* one catalogue */

/* By its code, as "en"; NULL if there is no such language. */
const struct lang *lang_find(const char *code);
/* The language at index: English, then the others by their codes; NULL past the last one. */
const struct lang *lang_at(int index);
int lang_count(void);
/* The next one; English after the last. */
const struct lang *lang_after(const struct lang *lang);
/* Their codes, as "en, hu". */
void lang_list(struct text *out);
const char *lang_code(const struct lang *lang);

/* The text of a key; NULL if there is none. */
const char *lang_find_text(const struct lang *lang, const char *key);
/* The catalogue's own copy of a key; NULL if there is none. */
const char *lang_find_key(const struct lang *lang, const char *key);
/* The text of a key that exists; the key itself before any words are loaded. */
const char *lang_text(const struct lang *lang, const char *key);

/* What fills a place: a text, or a number if that is NULL. */
struct lang_fill {
    const char *name, *text;
    long number;
};

/* Writes the text of a key with its places filled. */
void lang_put(const struct lang *lang, struct text *out, const char *key, const struct lang_fill *fills, int count);
#define LANG_PUT(lang, out, key, ...)                                       \
    lang_put((lang), (out), (key), (const struct lang_fill[]){__VA_ARGS__}, \
             (int)(sizeof((const struct lang_fill[]){__VA_ARGS__}) / sizeof(struct lang_fill)))

/* Why something was refused: the engine's English sentence, in this language. */
void lang_reason(const struct lang *lang, const char *why, char text[ARKAD_WHY_MAX]);
/* What things of a game are called: writes the name of what fills a place of a reason, or returns false. */
enum { LANG_NAME_MAX = 96 };
struct lang_namer {
    bool (*name)(const void *of, const char *place, const char *word, char name[LANG_NAME_MAX]);
    const void *of;
};
/* The same with names instead of the notation. */
void lang_named_reason(const struct lang *lang, const char *why, const struct lang_namer *namer,
                       char text[ARKAD_WHY_MAX]);
/* The same for a sentence that may be longer, with the name of a file in it. */
void lang_sentence(const struct lang *lang, const char *why, char *text, size_t size);
/* Whether the catalogue has that sentence. */
bool lang_has_reason(const struct lang *lang, const char *why);

#endif
