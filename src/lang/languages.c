/*
 * The languages that are built into the program; the browser loads the one it speaks (load.c).
 */
#include "lang/catalogue.h"
#include "lang/lang.h"

#include <string.h>

const struct lang *lang_at(int index) {
    return index >= 0 && index < lang_catalogue_count ? &lang_catalogues[index] : NULL;
}

int lang_count(void) { return lang_catalogue_count; }

const struct lang *lang_find(const char *code) {
    for (int i = 0; i < lang_catalogue_count; i++)
        if (!strcmp(lang_catalogues[i].code, code)) return &lang_catalogues[i];
    return NULL;
}

const struct lang *lang_after(const struct lang *lang) {
    int next = (int)(lang - lang_catalogues) + 1;
    return &lang_catalogues[next % lang_catalogue_count];
}

const char *lang_code(const struct lang *lang) { return lang->code; }

void lang_list(struct text *out) {
    for (int i = 0; i < lang_catalogue_count; i++) {
        if (i) text_put(out, ", ");
        text_put(out, lang_catalogues[i].code);
    }
}
