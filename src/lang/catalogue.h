/*
 * The catalogues as they are built in: tools/catalogue.py makes their tables from data/lang/.
 */
#ifndef LANG_CATALOGUE_H
#define LANG_CATALOGUE_H

struct lang {
    const char *code;
    const char *const *keys, *const *texts; /* sorted by key; the keys are the same in every language */
};

extern const struct lang lang_catalogues[]; /* the first one is English, in which the engine speaks */
extern const int lang_catalogue_count, lang_key_count;

#endif
