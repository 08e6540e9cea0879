/*
 * The loader of maps for the page on which they are written, as a module of its own: it comes with that page, and the
 * engine that every page loads does not need the example with its remarks.
 */
#include "engine/json.h"
#include "lang/lang.h"
#include "lang/load.h"
#include "wasm/drawn.h"

#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { IN_MAX = LOAD_TEXT_MAX }; /* the page can say of a text of this length that it is too long for a map */

static struct loaded words;
static char in[IN_MAX], out[IN_MAX];

char *EXPORT(maps_in)(void) { return in; }
int EXPORT(maps_in_size)(void) { return (int)sizeof in; }
char *EXPORT(maps_out)(void) { return out; }

/* The words of a language, as load.h describes them; -1: they are none, and those before stay. */
int EXPORT(maps_words)(int length) {
    return load_words(&words, in, (size_t)length < sizeof in ? (size_t)length : sizeof in) ? -1 : 0;
}

/* The text of the map that is built in, with its remarks. */
int EXPORT(maps_example)(void) {
    memcpy(out, rajasthan_map, rajasthan_map_length);
    return (int)rajasthan_map_length;
}

static void put_why(struct json *json, const char *why) {
    char said[ARKAD_WHY_MAX];
    lang_reason(&words.lang, why, said);
    json_put_text(json, "why", said);
}

/* A map's text in, as far as it is written: out is {"why": null or what is wrong, "line": where, ...} and what of it
   can be drawn. */
int EXPORT(maps_draft)(int length) {
    struct map_draft draft;
    char why[ARKAD_WHY_MAX];
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    const char *wrong = map_draft(in, (size_t)length, &draft, why);
    json_put_open(&json, NULL, '{');
    if (wrong)
        put_why(&json, wrong);
    else
        json_put_null(&json, "why");
    json_put_number(&json, "line", draft.line);
    drawn_map(&json, &draft);
    json_close(&json, '}');
    return (int)text.used;
}
