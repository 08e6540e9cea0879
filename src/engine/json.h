/*
 * Positions as JSON. One function per game describes its position, for both writing and reading.
 * The reader takes exactly what the writer writes, white space and order included.
 *
 * Values write their own commas. A failed reader does nothing more, answers false to json_more, and its
 * first complaint is in `why`.
 */
#ifndef ENGINE_JSON_H
#define ENGINE_JSON_H

#include "engine/text.h"
#include "engine/words.h"

#include <stdint.h>

enum { JSON_NOBODY = -1 }; /* as owner: what no seat sees */

/* Somebody who is told what a position consists of, instead of a text being written (bots/features.c): a bracket in
   `number`, a key or word, a number, a seat. Of what nobody sees, only its size is told. */
enum json_part { WALK_OPEN, WALK_CLOSE, WALK_KEY, WALK_WORD, WALK_NUMBER, WALK_SEAT, WALK_NULL };
struct json_walk {
    void (*tell)(struct json_walk *walk, enum json_part part, const char *word, int number);
};

struct json {
    struct json_walk *walk; /* NULL: it is written or read */
    bool is_reading, needs_comma, has_failed;
    uint8_t viewer; /* 0: the whole position; a seat + 1, or a spectator */
    uint8_t players;
    struct text *out;     /* writing */
    const char *in, *end; /* reading */
    struct text *why;     /* reading */
};

void json_fail(struct json *json, const char *what);
/* Is what belongs to the owner (a seat or JSON_NOBODY) hidden from the viewer? */
bool json_hides(const struct json *json, int owner);

void json_open(struct json *json, char bracket);  /* { or [ */
void json_close(struct json *json, char bracket); /* } or ] */
void json_key(struct json *json, const char *key);
/* Is there another value before the closing bracket? Writing: the answer given. */
bool json_more(struct json *json, char bracket, bool is_more);
/* Reading an object with optional keys: is this the next key? Writing: the answer given. */
bool json_next_is(struct json *json, const char *key, bool is_next);
/* Is the next value a string? Writing: the answer given. */
bool json_next_is_string(struct json *json, bool is_string);
/* null: reading, takes it if it is there; writing, puts it if asked to. Returns whether it was null. */
bool json_none(struct json *json, bool is_null);

void json_int(struct json *json, int *value, int min, int max);
void json_byte(struct json *json, uint8_t *value, int min, int max);
void json_number(struct json *json, int number); /* writing only */
void json_bool(struct json *json, uint8_t *value);
void json_literal(struct json *json, const char *string); /* exactly this one */
/* Any string: `length` bytes of `text`. Reading takes `size` bytes at most, however they are escaped. */
void json_text(struct json *json, char *text, size_t *length, size_t size);
/* A seat stored as seat + 1; null for 0. */
void json_seat(struct json *json, uint8_t *seat_plus_1);
/* A seat stored as it is; never null. */
void json_that_seat(struct json *json, uint8_t *seat);
/* A byte stored as value + 1; null for 0. */
void json_byte_or_null(struct json *json, uint8_t *value_plus_1, int max);
/* A string from words[0..count-1], stored as its index; NULL words do not occur. */
void json_word(struct json *json, uint8_t *value, const char *const *words, int count);
/* A string from names[1..count]. */
void json_name(struct json *json, uint8_t *value, short_name *names, int count);
/* A list of cards; hidden, its length only. */
void json_cards(struct json *json, uint8_t *cards, uint8_t *count, int max, short_name *names, int kinds,
                bool is_hidden);
/* A multiset counts[1..kinds] as a sorted list; hidden, its size only. `size` is kept beside it, up to max. */
void json_multiset(struct json *json, uint8_t *counts, uint8_t *size, int max, short_name *names, int kinds,
                   bool is_hidden);
/* The key "scores": null while the game goes on, then what `result` says. Reading takes any numbers: the engine
   compares what it read with what it would write. */
void json_scores(struct json *json, bool is_over, void (*result)(const void *, int16_t *, int64_t *),
                 const void *position);

/* ---- Writing alone ----------------------------------------------------------------------------------------------- */

/* What is written here and read elsewhere: each value with its key, which is NULL in a list. */
struct json json_to(struct text *out);
void json_put_open(struct json *json, const char *key, char bracket);
void json_put_number(struct json *json, const char *key, long number);
/* With `digits` digits after the point; null for what is not a number. */
void json_put_real(struct json *json, const char *key, double number, int digits);
/* Any text: bytes that are not UTF-8 become question marks. */
void json_put_text(struct json *json, const char *key, const char *text);
/* A word of our own, which needs no escapes: a code, a move. */
void json_put_word(struct json *json, const char *key, const char *word);
void json_put_flag(struct json *json, const char *key, bool flag);
void json_put_null(struct json *json, const char *key);
/* Seats that are given as bits: a list of their numbers. */
void json_put_seats(struct json *json, const char *key, unsigned seats);
/* A value that is JSON already. */
void json_put_value(struct json *json, const char *key, const char *value, size_t length);

#endif
