/*
 * The log of a table, broken into lines.
 */
#include "terminal/logbook.h"

#include "terminal/canvas.h"
#include "terminal/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { INDENT = 2 }; /* of the lines that continue an entry */

/* ---- Breaking lines ---------------------------------------------------------------------------------------------- */

/* How many columns the first bytes of a text take. */
static int columns_of(const char *text, size_t length) {
    char part[512];
    if (length >= sizeof part) length = sizeof part - 1;
    memcpy(part, text, length);
    part[length] = 0;
    return canvas_columns(part);
}

/* The bytes that fit if nothing else helps: a word longer than the line. */
static size_t cut_word(const char *text, int width) {
    size_t length = 0, next = 0;
    do {
        length = next;
        if (!text[next]) break;
        next++;
        while (((unsigned char)text[next] & 0xc0) == 0x80) next++;
    } while (columns_of(text, next) <= width);
    return length ? length : next;
}

size_t line_length(const char *text, int width) {
    size_t length = 0, next = strcspn(text, " ");
    while (next > length && columns_of(text, next) <= width) {
        length = next;
        size_t spaces = strspn(text + next, " ");
        next += spaces + strcspn(text + next + spaces, " ");
    }
    return length ? length : cut_word(text, width);
}

/* ---- The log ---------------------------------------------------------------------------------------------------- */

void logbook_clear(struct logbook *log) {
    free(log->text);
    free(log->lines);
    memset(log, 0, sizeof *log);
}

static size_t keep(struct logbook *log, const char *text, size_t length) {
    if (log->used + length + 1 > log->size) {
        log->size = 2 * (log->used + length + 1);
        log->text = must_have(realloc(log->text, log->size));
    }
    size_t start = log->used;
    memcpy(log->text + start, text, length);
    log->text[start + length] = 0;
    log->used += length + 1;
    return start;
}

static struct log_line *add_line(struct logbook *log) {
    if (log->count == log->room) {
        log->room = log->room ? 2 * log->room : 256;
        log->lines = must_have(realloc(log->lines, (size_t)log->room * sizeof *log->lines));
    }
    return &log->lines[log->count++];
}

static void add_entry(struct logbook *log, const struct table *table, int step) {
    char entry[2 * SAY_MAX + SEAT_NAME_MAX], told[2 * SAY_MAX];
    int seat = table->steps[step].seat;
    struct text out = text_in(entry, sizeof entry);
    table_tell(table, log->lang, step, log->viewer, told);
    const char *name = table_name(table, log->lang, seat, log->viewer);
    text_put(&out, name);
    text_put(&out, ": ");
    text_put(&out, told);
    int name_length = (int)strlen(name) + 1;
    for (const char *at = entry; *at;) {
        bool is_first = at == entry;
        size_t length = line_length(at, log->width - (is_first ? 0 : INDENT));
        *add_line(log) = (struct log_line){keep(log, at, length), (int)length, is_first ? name_length : 0, seat};
        at += length;
        at += strspn(at, " ");
    }
}

void logbook_update(struct logbook *log, const struct table *table, const struct lang *lang, int viewer, int width) {
    bool is_same = log->lang == lang && log->viewer == viewer && log->width == width && log->steps <= table->count;
    if (!is_same) log->used = 0, log->count = 0, log->steps = 0;
    log->lang = lang, log->viewer = viewer, log->width = width;
    assert(log->steps <= table->count);
    for (; log->steps < table->count; log->steps++) add_entry(log, table, log->steps);
}
