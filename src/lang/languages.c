/*
 * The languages that are built into the program; the browser loads the one it speaks (load.c).
 */
#include "lang/catalogue.h"
#include "lang/lang.h"

#include <string.h>

const struct lang *lang_at(int index) {
    return index >= 0 && index < lang_catalogue_count ? &lang_catalogues[index] : NULL;
}

const struct lang *lang_find(const char *code) {
    for (int i = 0; i < lang_catalogue_count; i++)
        if (!strcmp(lang_catalogues[i].code, code)) return &lang_catalogues[i];
    return NULL;
}

const char *lang_code(const struct lang *lang) { return lang->code; }
