/*
 * Moments: what a move scored, a step at a time, for whoever shows it. A step is {"what","of","rows"}: what happened (a
 * word of the game's own), to which thing, and for each owner what it has there and the points that it gets.
 */
#ifndef ENGINE_MOMENT_H
#define ENGINE_MOMENT_H

#include "engine/json.h"

static inline void moment_open(struct json *json, const char *what, const char *of) {
    json_put_open(json, NULL, '{');
    json_put_word(json, "what", what);
    json_put_word(json, "of", of);
    json_put_open(json, "rows", '[');
}

static inline void moment_row(struct json *json, int owner, int has, int points) {
    json_put_open(json, NULL, '[');
    json_number(json, owner), json_number(json, has), json_number(json, points);
    json_close(json, ']');
}

static inline void moment_close(struct json *json) {
    json_close(json, ']');
    json_close(json, '}');
}

#endif
