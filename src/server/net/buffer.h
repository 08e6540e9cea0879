/*
 * Bytes that come in or go out, in memory that grows with them. When there is no memory left, a buffer is `is_short`
 * and takes no more: whoever owns it gives up its connection.
 */
#ifndef SERVER_NET_BUFFER_H
#define SERVER_NET_BUFFER_H

#include <stdbool.h>
#include <stddef.h>

struct buffer {
    char *data;
    size_t length, capacity;
    bool is_short; /* something is missing from it */
};
void buffer_add(struct buffer *buffer, const void *bytes, size_t length);
__attribute__((format(printf, 2, 3))) void buffer_print(struct buffer *buffer, const char *format, ...);
/* Makes room for so many more at once. */
void buffer_reserve(struct buffer *buffer, size_t more);
/* Throws away the first bytes; an empty buffer has no memory. */
void buffer_take(struct buffer *buffer, size_t length);
void buffer_free(struct buffer *buffer);

#endif
