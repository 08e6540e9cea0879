/*
 * A saved game read again, line by line, to go on with it.
 */
#include "terminal/resume.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { FILE_MAX = 1 << 26 }; /* far more than a game of 600 turns */

/* ---- The file --------------------------------------------------------------------------------------------------- */

static char *read_all(FILE *file, size_t *length) {
    size_t size = 1 << 16;
    char *text = malloc(size);
    for (*length = 0; text; size *= 2) {
        *length += fread(text + *length, 1, size - *length, file);
        if (*length < size || size > FILE_MAX) return text;
        char *larger = realloc(text, 2 * size);
        if (!larger) free(text);
        text = larger;
    }
    return NULL;
}

static const char *read_file(const char *name, char **text, size_t *length, char why[ARKAD_WHY_MAX]) {
    FILE *file = fopen(name, "rb");
    *text = file ? read_all(file, length) : NULL;
    bool is_bad = !*text || ferror(file);
    if (is_bad) snprintf(why, ARKAD_WHY_MAX, "cannot read %.200s: %s", name, strerror(errno));
    if (file) fclose(file);
    return is_bad ? why : NULL;
}

/* ---- The lines -------------------------------------------------------------------------------------------------- */

struct reading {
    struct table *table;
    struct arkad_reader *reader;
    off_t *ends; /* of the lines that are right */
    int lines;
};

static const char *take_line(struct reading *r, const char *line, size_t length) {
    const char *wrong = arkad_reader_line(r->reader, line, length);
    if (wrong || r->reader->has_result) return wrong;
    if (r->reader->moves)
        table_play(r->table, r->reader->seat, &r->reader->move);
    else
        wrong = table_deal(r->table, r->reader->game, &r->reader->setup, r->reader->why);
    return wrong;
}

/* A line that was being written when the machine or the program died: it has no end, or blank bytes in it. */
static bool is_half_written(const char *line, size_t length, bool has_end) {
    return !has_end || memchr(line, 0, length);
}

static const char *take_lines(struct reading *r, const char *name, const char *text, size_t length, bool *dropped,
                              char why[ARKAD_WHY_MAX]) {
    for (size_t at = 0; at < length;) {
        const char *line = text + at, *end = memchr(line, '\n', length - at);
        size_t line_length = end ? (size_t)(end - line) : length - at;
        bool is_last = at + line_length + 1 >= length;
        if (is_last && is_half_written(line, line_length, end != NULL)) {
            *dropped = true;
            return NULL;
        }
        const char *wrong = take_line(r, line, line_length);
        if (wrong) {
            snprintf(why, ARKAD_WHY_MAX, "%.100s:%d: %.200s", name, r->lines + 1, wrong);
            return why;
        }
        at += line_length + 1;
        r->ends[r->lines++] = (off_t)at;
    }
    return NULL;
}

/* Whether the game can go on, and in this file. */
static const char *judge(const struct reading *r, const char *name, char why[ARKAD_WHY_MAX]) {
    const char *wrong = NULL;
    if (!r->lines)
        wrong = "there is no game in it";
    else if (!r->reader->has_seed)
        wrong = "its chance came from elsewhere (it has no seed), so it cannot go on";
    else if (r->reader->gives_lists || r->reader->gives_states)
        wrong =
            "it is a trace with lists or positions; a game goes on from a saved game, as arkad trace --moves writes it";
    if (wrong) snprintf(why, ARKAD_WHY_MAX, "%.100s: %s", name, wrong);
    return wrong ? why : NULL;
}

static int count_ends(const char *text, size_t length) {
    int count = 1;
    for (size_t i = 0; i < length; i++) count += text[i] == '\n';
    return count;
}

const char *resume_table(struct table *table, const char *name, const struct arkad_map *map, bool *dropped,
                         char why[ARKAD_WHY_MAX]) {
    static struct arkad_reader reader;
    char *text;
    size_t length = 0;
    *dropped = false;
    if (read_file(name, &text, &length, why)) return why;
    memset(&reader, 0, sizeof reader);
    reader.map = map;
    struct reading reading = {.table = table, .reader = &reader};
    reading.ends = malloc((size_t)count_ends(text, length) * sizeof *reading.ends);
    const char *wrong =
        reading.ends ? take_lines(&reading, name, text, length, dropped, why) : strcpy(why, "no memory");
    if (!wrong) wrong = judge(&reading, name, why);
    free(text);
    if (!wrong) return save_reopen(&table->save, name, reading.ends, reading.lines, why);
    free(reading.ends);
    return wrong;
}
