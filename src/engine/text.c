/*
 * Text into a buffer. What does not fit is left out, and noted.
 */
#include "engine/text.h"

#include <assert.h>
#include <stdarg.h>
#include <string.h>

struct text text_in(char *buffer, size_t size) {
    assert(size > 0);
    buffer[0] = 0;
    return (struct text){.start = buffer, .size = size};
}

void text_put(struct text *text, const char *string) { text_bytes(text, string, strlen(string)); }

void text_bytes(struct text *text, const char *bytes, size_t count) {
    assert(text->used < text->size);
    size_t room = text->size - 1 - text->used;
    if (count > room) {
        count = room;
        text->is_full = true;
    }
    memcpy(text->start + text->used, bytes, count);
    text->used += count;
    text->start[text->used] = 0;
}

void text_number(struct text *text, long number) {
    if (number >= 0 && number < 10) {
        text_char(text, (char)('0' + number));
        return;
    }
    char digits[24];
    size_t at = sizeof digits;
    unsigned long rest = number < 0 ? 0UL - (unsigned long)number : (unsigned long)number;
    do {
        digits[--at] = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest);
    if (number < 0) digits[--at] = '-';
    text_bytes(text, digits + at, sizeof digits - at);
}

const char *text_say(struct text *text, const char *format, ...) {
    text->used = 0;
    text->is_full = false;
    va_list values;
    va_start(values, format);
    for (const char *c = format; *c; c++) {
        if (*c != '%') {
            text_char(text, *c);
            continue;
        }
        switch (*++c) {
        case 'd': text_number(text, va_arg(values, int)); break;
        case 's': text_put(text, va_arg(values, const char *)); break;
        default: assert(*c == 'c'); text_char(text, (char)va_arg(values, int));
        }
    }
    va_end(values);
    return text->start;
}
