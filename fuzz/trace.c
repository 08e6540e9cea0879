/* Any bytes, as lines of a trace: the reader says what is wrong, and nothing worse happens. */
#include "arkad.h"

#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    static struct arkad_reader reader;
    memset(&reader, 0, sizeof reader);
    const char *at = (const char *)data, *end = at + size;
    while (at < end) {
        const char *newline = memchr(at, '\n', (size_t)(end - at));
        const char *stop = newline ? newline : end;
        if (arkad_reader_line(&reader, at, (size_t)(stop - at))) return 0;
        at = newline ? newline + 1 : end;
    }
    arkad_reader_end(&reader);
    return 0;
}
