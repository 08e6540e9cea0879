/*
 * The loader of maps for the page on which they are written, as a module of its own: it comes with that page, and the
 * engine that every page loads does not need the example with its comments.
 */
#include "engine/game.h"
#include "lang/lang.h"
#include "lang/load.h"

#include <string.h>

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { IN_MAX = LOAD_TEXT_MAX }; /* the page can say of a text of this length that it is too long for a map */

#define POINT_TO(name) &name##_map,
static const struct map_form *const forms[] = {GAMES_WITH_MAP(POINT_TO)}; /* the page is about the first game's */

static struct loaded words;
static char in[IN_MAX], out[IN_MAX];

char *EXPORT(maps_in)(void) { return in; }
int EXPORT(maps_in_size)(void) { return (int)sizeof in; }
char *EXPORT(maps_out)(void) { return out; }

/* The words of a language, as load.h describes them; -1: they are wrong, and the old ones stay. */
int EXPORT(maps_words)(int length) {
    return load_words(&words, in, (size_t)length < sizeof in ? (size_t)length : sizeof in) ? -1 : 0;
}

/* The text of the built-in map, with its comments. */
int EXPORT(maps_example)(void) {
    size_t length = strlen(forms[0]->example);
    memcpy(out, forms[0]->example, length);
    return (int)length;
}

static void put_why(struct json *json, const char *why) {
    char said[ARKAD_WHY_MAX];
    lang_reason(&words.lang, why, said);
    json_put_text(json, "why", said);
}

/* A map's text in, as far as it is written: out is {"why": null or what is wrong, "line": where, ...} and what of it
   can be drawn. */
int EXPORT(maps_draft)(int length) {
    struct arkad_map draft = {0};
    char why[ARKAD_WHY_MAX];
    struct text sentence = text_in(why, sizeof why);
    int line = 0;
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    const char *wrong = forms[0]->read(in, (size_t)length, &draft, &line, &sentence);
    json_put_open(&json, NULL, '{');
    if (wrong)
        put_why(&json, wrong);
    else
        json_put_null(&json, "why");
    json_put_number(&json, "line", line);
    forms[0]->draw(&draft, &json);
    json_close(&json, '}');
    return (int)text.used;
}
