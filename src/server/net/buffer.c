/*
 * Bytes that come in or go out, in memory that grows with them. Limits are up to those who add bytes.
 */
#include "server/net/buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool make_room(struct buffer *buffer, size_t more) {
    if (buffer->is_short) return false;
    if (buffer->capacity - buffer->length >= more) return true;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity - buffer->length < more) capacity *= 2;
    char *data = realloc(buffer->data, capacity);
    buffer->is_short = !data;
    if (!data) return false;
    buffer->data = data;
    buffer->capacity = capacity;
    return true;
}

void buffer_reserve(struct buffer *buffer, size_t more) { make_room(buffer, more); }

void buffer_add(struct buffer *buffer, const void *bytes, size_t length) {
    assert(buffer->length <= buffer->capacity);
    if (!length || !make_room(buffer, length)) return;
    memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
}

void buffer_print(struct buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    if (make_room(buffer, (size_t)length + 1)) {
        vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
        buffer->length += (size_t)length;
    }
    va_end(again);
    va_end(arguments);
}

void buffer_free(struct buffer *buffer) {
    free(buffer->data);
    *buffer = (struct buffer){0};
}

void buffer_take(struct buffer *buffer, size_t length) {
    assert(length <= buffer->length);
    if (length == buffer->length) {
        buffer_free(buffer);
        return;
    }
    if (!length) return;
    buffer->length -= length;
    memmove(buffer->data, buffer->data + length, buffer->length);
}
