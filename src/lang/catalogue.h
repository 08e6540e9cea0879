/*
 * What a catalogue is made of. tools/catalogue.py makes those of the program; the browser gets the
 * words it needs while it runs (load.h).
 */
#ifndef LANG_CATALOGUE_H
#define LANG_CATALOGUE_H

enum { LANG_TEMPLATE_MAX = 512 }; /* the longest English text by which a reason is found */

struct lang {
    const char *code;
    int count;
    const char *const *keys; /* sorted */
    const char *const *texts;
    const char *const *english; /* the same in English, in which the engine speaks; the texts themselves for English */
};

extern const struct lang lang_catalogues[]; /* the first one is English */
extern const int lang_catalogue_count;

#endif
