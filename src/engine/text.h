/*
 * Text written into the caller's buffer: never past its end, always with a terminating 0.
 */
#ifndef ENGINE_TEXT_H
#define ENGINE_TEXT_H

#include <stdbool.h>
#include <stddef.h>

struct text {
    char *start;
    size_t used, size;
    bool is_full; /* something did not fit and was left out */
};

struct text text_in(char *buffer, size_t size);
void text_put(struct text *text, const char *string);
void text_bytes(struct text *text, const char *bytes, size_t count);
void text_number(struct text *text, long number);
/* Writes a sentence over what was there and returns it: %d an int, %s a string, %c a character. */
const char *text_say(struct text *text, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Most of a position's JSON is single characters. */
static inline void text_char(struct text *text, char c) {
    if (text->used + 1 >= text->size) {
        text->is_full = true;
        return;
    }
    text->start[text->used++] = c;
    text->start[text->used] = 0;
}

#endif
