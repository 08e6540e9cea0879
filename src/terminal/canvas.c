/*
 * The canvas: UTF-8 characters and their widths, cells, links, and rows as text.
 */
#include "terminal/canvas.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { ELLIPSIS = 0x2026, REPLACEMENT = 0xfffd };

/* ---- Characters ------------------------------------------------------------------------------------------ */

struct range {
    uint32_t first, last;
};

/* Written over the character before them. */
static const struct range combining[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},   {0x064b, 0x065f},
    {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff},   {0x1dc0, 0x1dff},
    {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20ff},   {0x3099, 0x309a},
    {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xfeff, 0xfeff}, {0x1f3fb, 0x1f3ff}, {0xe0100, 0xe01ef},
};

/* Two columns each: the scripts of East Asia, and pictures. */
static const struct range wide[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x2329, 0x232a},   {0x23e9, 0x23ec},   {0x23f0, 0x23f0},
    {0x23f3, 0x23f3},   {0x25fd, 0x25fe},   {0x2614, 0x2615},   {0x2648, 0x2653},   {0x267f, 0x267f},
    {0x2693, 0x2693},   {0x26a1, 0x26a1},   {0x26aa, 0x26ab},   {0x26bd, 0x26be},   {0x26c4, 0x26c5},
    {0x26ce, 0x26ce},   {0x26d4, 0x26d4},   {0x26ea, 0x26ea},   {0x26f2, 0x26f3},   {0x26f5, 0x26f5},
    {0x26fa, 0x26fa},   {0x26fd, 0x26fd},   {0x2705, 0x2705},   {0x270a, 0x270b},   {0x2728, 0x2728},
    {0x274c, 0x274c},   {0x274e, 0x274e},   {0x2753, 0x2755},   {0x2757, 0x2757},   {0x2795, 0x2797},
    {0x27b0, 0x27b0},   {0x27bf, 0x27bf},   {0x2b1b, 0x2b1c},   {0x2b50, 0x2b50},   {0x2b55, 0x2b55},
    {0x2e80, 0x303e},   {0x3041, 0x33ff},   {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},
    {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe10, 0xfe19},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},
    {0xffe0, 0xffe6},   {0x16fe0, 0x1b2ff}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f7e0, 0x1f7f0},
    {0x1f90c, 0x1faff}, {0x20000, 0x3fffd},
};

static bool is_among(uint32_t code, const struct range *ranges, int count) {
    for (int i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last) return true;
    return false;
}

static int columns_of(uint32_t code) {
    if (code < 0x300) return 1;
    if (is_among(code, combining, (int)(sizeof combining / sizeof *combining))) return 0;
    return is_among(code, wide, (int)(sizeof wide / sizeof *wide)) ? 2 : 1;
}

static int length_of(unsigned char lead) {
    if (lead < 0x80) return 1;
    if (lead >= 0xc2 && lead < 0xe0) return 2;
    if (lead >= 0xe0 && lead < 0xf0) return 3;
    return lead >= 0xf0 && lead < 0xf5 ? 4 : 0;
}

/* Reads the character at *text and moves behind it. What is not UTF-8, and what a terminal would obey instead of
   showing, becomes the replacement character: names come from strangers. */
static uint32_t next_character(const char **text) {
    const unsigned char *in = (const unsigned char *)*text;
    int length = length_of(*in);
    uint32_t code = length == 1 ? *in : *in & (0x7fU >> length);
    for (int i = 1; i < length; i++) {
        if ((in[i] & 0xc0) != 0x80) length = 0;
        code = code << 6 | (in[i] & 0x3f);
    }
    static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
    bool is_control = code < 0x20 || (code >= 0x7f && code < 0xa0) || (code >= 0x202a && code <= 0x202e);
    bool is_wrong = !length || code < least[length] || code > 0x10ffff || (code >= 0xd800 && code < 0xe000);
    *text += length ? length : 1;
    return is_wrong || is_control ? REPLACEMENT : code;
}

static void encode(uint32_t code, char glyph[8]) {
    int length = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    memset(glyph, 0, 8);
    for (int i = length - 1; i > 0; i--, code >>= 6) glyph[i] = (char)(0x80 | (code & 0x3f));
    static const unsigned char lead[] = {0, 0, 0xc0, 0xe0, 0xf0};
    glyph[0] = (char)(lead[length] | code);
}

int canvas_columns(const char *text) {
    int columns = 0;
    while (*text) columns += columns_of(next_character(&text));
    return columns;
}

/* ---- Writing --------------------------------------------------------------------------------------------- */

void canvas_clear(struct canvas *canvas, int height, int width) {
    canvas->height = height < 0 ? 0 : height < CANVAS_HEIGHT_MAX ? height : CANVAS_HEIGHT_MAX;
    canvas->width = width < 0 ? 0 : width < CANVAS_WIDTH_MAX ? width : CANVAS_WIDTH_MAX;
    canvas->link_count = 0;
    for (int row = 0; row < canvas->height; row++)
        for (int column = 0; column < canvas->width; column++)
            canvas->cells[row][column] = (struct cell){.glyph = " ", .ink = INK_PLAIN};
}

static bool is_inside(const struct canvas *canvas, int row, int column) {
    return row >= 0 && row < canvas->height && column >= 0 && column < canvas->width;
}

static bool is_right_half(const struct canvas *canvas, int row, int column) {
    return is_inside(canvas, row, column) && !canvas->cells[row][column].glyph[0];
}

/* A wide character that loses one half loses the other too. */
static void break_halves(struct canvas *canvas, int row, int column) {
    if (is_right_half(canvas, row, column)) strcpy(canvas->cells[row][column - 1].glyph, " ");
    if (is_right_half(canvas, row, column + 1)) strcpy(canvas->cells[row][column + 1].glyph, " ");
}

static void put_cell(struct canvas *canvas, int row, int column, const struct cell *cell) {
    if (!is_inside(canvas, row, column)) return;
    break_halves(canvas, row, column);
    canvas->cells[row][column] = *cell;
}

static void put_wide(struct canvas *canvas, int row, int column, const struct cell *cell) {
    struct cell half = *cell;
    if (is_inside(canvas, row, column) && is_inside(canvas, row, column + 1)) {
        put_cell(canvas, row, column, cell);
        break_halves(canvas, row, column + 1);
        memset(half.glyph, 0, sizeof half.glyph);
        canvas->cells[row][column + 1] = half;
        return;
    }
    strcpy(half.glyph, " ");
    put_cell(canvas, row, column, &half);
    put_cell(canvas, row, column + 1, &half);
}

/* Onto the character before, if there is one on the canvas and room in its cell. */
static void put_combining(struct canvas *canvas, int row, int column, const char *mark) {
    if (is_right_half(canvas, row, column - 1)) column--;
    if (!is_inside(canvas, row, column - 1)) return;
    char *glyph = canvas->cells[row][column - 1].glyph;
    if (strlen(glyph) + strlen(mark) < sizeof canvas->cells[row][column - 1].glyph) strcat(glyph, mark);
}

/* Writes the part of the text that fits before `end`. */
static int put(struct canvas *canvas, int row, int column, int end, struct cell cell, const char *text) {
    int start = column;
    while (*text) {
        uint32_t code = next_character(&text);
        int columns = columns_of(code);
        if (column + columns > end) break;
        encode(code, cell.glyph);
        if (columns == 1) put_cell(canvas, row, column, &cell);
        if (columns == 2) put_wide(canvas, row, column, &cell);
        if (columns == 0 && column > start) put_combining(canvas, row, column, cell.glyph);
        column += columns;
    }
    return column;
}

int canvas_put(struct canvas *canvas, int row, int column, enum ink ink, const char *text) {
    return put(canvas, row, column, canvas->width, (struct cell){.ink = (uint8_t)ink}, text);
}

int canvas_put_reversed(struct canvas *canvas, int row, int column, enum ink ink, const char *text) {
    return put(canvas, row, column, canvas->width, (struct cell){.ink = (uint8_t)ink, .is_reversed = true}, text);
}

int canvas_put_within(struct canvas *canvas, int row, int column, int width, enum ink ink, const char *text) {
    int end = column + width < canvas->width ? column + width : canvas->width;
    if (end <= column) return column;
    struct cell cell = {.ink = (uint8_t)ink};
    if (column + canvas_columns(text) <= end) return put(canvas, row, column, end, cell, text);
    column = put(canvas, row, column, end - 1, cell, text);
    encode(ELLIPSIS, cell.glyph);
    put_cell(canvas, row, column, &cell);
    return column + 1;
}

/* ---- Boxes, marks, links --------------------------------------------------------------------------------- */

static void put_line(struct canvas *canvas, int row, int column, int width, enum ink ink, const char *const parts[3]) {
    canvas_put(canvas, row, column, ink, parts[0]);
    for (int i = 1; i < width - 1; i++) canvas_put(canvas, row, column + i, ink, parts[1]);
    canvas_put(canvas, row, column + width - 1, ink, parts[2]);
}

void canvas_box(struct canvas *canvas, int row, int column, int height, int width, enum ink ink, const char *title) {
    static const char *const top[3] = {"╭", "─", "╮"}, *const bottom[3] = {"╰", "─", "╯"};
    if (height < 2 || width < 2) return;
    put_line(canvas, row, column, width, ink, top);
    put_line(canvas, row + height - 1, column, width, ink, bottom);
    for (int i = 1; i < height - 1; i++) {
        canvas_put(canvas, row + i, column, ink, "│");
        canvas_put(canvas, row + i, column + width - 1, ink, "│");
    }
    if (!title || !*title || width < 6) return;
    canvas_put(canvas, row, column + 1, ink, " ");
    int end = canvas_put_within(canvas, row, column + 2, width - 5, INK_STRONG, title);
    canvas_put(canvas, row, end, ink, " ");
}

/* Cuts a rectangle to the canvas; false if nothing is left of it. */
static bool cut(const struct canvas *canvas, int *row, int *column, int *height, int *width) {
    if (*row < 0) *height += *row, *row = 0;
    if (*column < 0) *width += *column, *column = 0;
    if (*row + *height > canvas->height) *height = canvas->height - *row;
    if (*column + *width > canvas->width) *width = canvas->width - *column;
    return *height > 0 && *width > 0;
}

void canvas_mark(struct canvas *canvas, int row, int column, int height, int width) {
    if (!cut(canvas, &row, &column, &height, &width)) return;
    for (int i = row; i < row + height; i++)
        for (int j = column; j < column + width; j++) canvas->cells[i][j].is_marked = true;
}

void canvas_link(struct canvas *canvas, int row, int column, int height, int width, const char *word) {
    if (!cut(canvas, &row, &column, &height, &width)) return;
    assert(canvas->link_count < CANVAS_LINKS_MAX);
    if (canvas->link_count == CANVAS_LINKS_MAX) return;
    struct link *link = &canvas->links[canvas->link_count++];
    *link = (struct link){(int16_t)row, (int16_t)column, (int16_t)height, (int16_t)width, ""};
    snprintf(link->word, sizeof link->word, "%s", word);
}

static bool is_on(const struct link *link, int row, int column) {
    return row >= link->row && row < link->row + link->height && column >= link->column &&
           column < link->column + link->width;
}

/* What was linked last lies on top. */
const char *canvas_word_at(const struct canvas *canvas, int row, int column) {
    for (int i = canvas->link_count - 1; i >= 0; i--)
        if (is_on(&canvas->links[i], row, column)) return canvas->links[i].word;
    return NULL;
}

/* ---- Reading --------------------------------------------------------------------------------------------- */

static int last_column(const struct canvas *canvas, int row) {
    int last = canvas->width - 1;
    while (last >= 0 && !strcmp(canvas->cells[row][last].glyph, " ") && !canvas->cells[row][last].is_reversed) last--;
    return last;
}

void canvas_row_text(const struct canvas *canvas, int row, char *text, int size) {
    if (size <= 0) return;
    text[0] = 0;
    if (row < 0 || row >= canvas->height) return;
    int length = 0, last = last_column(canvas, row);
    while (last >= 0 && !strcmp(canvas->cells[row][last].glyph, " ")) last--;
    for (int column = 0; column <= last && length < size; column++)
        length += snprintf(text + length, (size_t)(size - length), "%s", canvas->cells[row][column].glyph);
}

/* Numbers of the 256 colours that read on a light and on a dark ground alike; -1: the terminal's own. */
static const int16_t colours[INKS] = {
    [INK_PLAIN] = -1,  [INK_DIM] = -1,     [INK_STRONG] = -1,  [INK_TITLE] = 130,  [INK_GOOD] = 71,
    [INK_BAD] = 160,   [INK_ASKED] = 166,  [INK_RED] = 203,    [INK_ORANGE] = 172, [INK_YELLOW] = 178,
    [INK_GREEN] = 71,  [INK_BLUE] = 68,    [INK_VIOLET] = 134, [INK_BROWN] = 137,  [INK_GREY] = 245,
    [INK_WHITE] = 187, [INK_SEAT_0] = 167, [INK_SEAT_1] = 37,  [INK_SEAT_2] = 178, [INK_SEAT_3] = 134,
    [INK_SEAT_4] = 71, [INK_SEAT_5] = 103,
};

int canvas_colour(enum ink ink) { return colours[ink]; }

static int put_attributes(const struct cell *cell, char *text, int size) {
    int colour = colours[cell->ink], length = snprintf(text, (size_t)size, "\033[0");
    if (cell->ink == INK_DIM) length += snprintf(text + length, (size_t)(size - length), ";2");
    if (cell->ink == INK_STRONG || cell->ink == INK_TITLE)
        length += snprintf(text + length, (size_t)(size - length), ";1");
    if (cell->is_marked) length += snprintf(text + length, (size_t)(size - length), ";1;4");
    if (cell->is_reversed && colour >= 0)
        length += snprintf(text + length, (size_t)(size - length), ";38;5;16;48;5;%d", colour);
    else if (cell->is_reversed)
        length += snprintf(text + length, (size_t)(size - length), ";7");
    else if (colour >= 0)
        length += snprintf(text + length, (size_t)(size - length), ";38;5;%d", colour);
    return length + snprintf(text + length, (size_t)(size - length), "m");
}

static bool looks_alike(const struct cell *one, const struct cell *other) {
    return one->ink == other->ink && one->is_reversed == other->is_reversed && one->is_marked == other->is_marked;
}

void canvas_row_colours(const struct canvas *canvas, int row, char text[CANVAS_ROW_MAX]) {
    int length = 0, last = last_column(canvas, row);
    struct cell now = {.ink = INK_PLAIN};
    for (int column = 0; column <= last; column++) {
        const struct cell *cell = &canvas->cells[row][column];
        if (!looks_alike(cell, &now)) length += put_attributes(cell, text + length, CANVAS_ROW_MAX - length);
        now = *cell;
        length += snprintf(text + length, (size_t)(CANVAS_ROW_MAX - length), "%s", cell->glyph);
    }
    snprintf(text + length, (size_t)(CANVAS_ROW_MAX - length), "\033[0m");
}
