/*
 * Bytes that come in or go out, in memory that grows with them. Limits are kept by those who add; there is always
 * enough memory for what they allow.
 */
#include "server/net/buffer.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void make_room(struct buffer *buffer, size_t more) {
    if (buffer->capacity - buffer->length >= more) return;
    size_t capacity = buffer->capacity ? buffer->capacity : 256;
    while (capacity - buffer->length < more) capacity *= 2;
    char *data = realloc(buffer->data, capacity);
    if (!data) abort(); /* the limits were set beyond the machine's memory */
    buffer->data = data;
    buffer->capacity = capacity;
    assert(buffer->capacity - buffer->length >= more);
}

void buffer_add(struct buffer *buffer, const void *bytes, size_t length) {
    assert(buffer->length <= buffer->capacity);
    if (!length) return;
    make_room(buffer, length);
    memcpy(buffer->data + buffer->length, bytes, length);
    buffer->length += length;
}

void buffer_print(struct buffer *buffer, const char *format, ...) {
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    assert(length >= 0);
    make_room(buffer, (size_t)length + 1);
    vsnprintf(buffer->data + buffer->length, (size_t)length + 1, format, again);
    buffer->length += (size_t)length;
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
