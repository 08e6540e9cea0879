/*
 * What happened so far, as the viewer saw it, filled into lines of a width.
 */
#ifndef TERMINAL_LOGBOOK_H
#define TERMINAL_LOGBOOK_H

#include "terminal/table.h"

/* A line of the log; the first `name_length` bytes are the name of the seat. */
struct log_line {
    size_t start;
    int length, name_length;
    int seat;
};

struct logbook {
    const struct lang *lang;
    int viewer, width;
    int steps; /* told so far */
    char *text;
    size_t used, size;
    struct log_line *lines;
    int count, room;
};

/* Tells what is new; everything again if the viewer, the language or the width has changed. */
void logbook_update(struct logbook *log, const struct table *table, const struct lang *lang, int viewer, int width);
void logbook_clear(struct logbook *log);

/* How many bytes of a text make a line of this width, broken between words where there are any; the next line begins
   after the spaces that follow. */
size_t line_length(const char *text, int width);

#endif
