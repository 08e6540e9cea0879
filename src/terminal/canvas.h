/*
 * A grid of character cells to draw a table on: UTF-8, colour, and what can be clicked. It knows neither ncurses nor
 * any game; the terminal shows it in colour, a pipe and the tests print it as plain lines.
 */
#ifndef TERMINAL_CANVAS_H
#define TERMINAL_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

enum {
    CANVAS_WIDTH_MAX = 400,
    CANVAS_HEIGHT_MAX = 200,
    CANVAS_LINKS_MAX = 512,
    CANVAS_ROW_MAX = CANVAS_WIDTH_MAX * 40 + 8, /* a row in colour: attributes and a character for every cell */
};

/* Colours by what they mean; how they look is the terminal's affair (and the same in light and dark). */
enum ink {
    INK_PLAIN,
    INK_DIM,
    INK_STRONG,
    INK_TITLE,
    INK_GOOD,
    INK_BAD,
    INK_ASKED,
    INK_RED,
    INK_ORANGE,
    INK_YELLOW,
    INK_GREEN,
    INK_BLUE,
    INK_VIOLET,
    INK_BROWN,
    INK_GREY,
    INK_WHITE,
    INK_SEAT_0,
    INK_SEAT_1,
    INK_SEAT_2,
    INK_SEAT_3,
    INK_SEAT_4,
    INK_SEAT_5,
    INKS
};

struct cell {
    char glyph[8]; /* one character in UTF-8, with a terminating 0; empty: the right half of a wide one */
    uint8_t ink;
    bool is_reversed; /* cards are drawn reversed: a coloured block with letters on it */
    bool is_marked;   /* belongs to the move being considered: underlined */
};

/* A part of the canvas that shows a word of the game's notation (a card, a road, a seat): clicking it narrows the
   moves to those that name it. */
struct link {
    int16_t row, column, height, width;
    char word[32];
};

struct canvas {
    int height, width;
    int link_count;
    struct link links[CANVAS_LINKS_MAX];
    struct cell cells[CANVAS_HEIGHT_MAX][CANVAS_WIDTH_MAX];
};

void canvas_clear(struct canvas *canvas, int height, int width);
/* Writes text from a place to the right, cut at the edge; returns the column after it. */
int canvas_put(struct canvas *canvas, int row, int column, enum ink ink, const char *text);
int canvas_put_reversed(struct canvas *canvas, int row, int column, enum ink ink, const char *text);
/* The same within `width` columns: cut with an ellipsis if it is longer. */
int canvas_put_within(struct canvas *canvas, int row, int column, int width, enum ink ink, const char *text);
void canvas_box(struct canvas *canvas, int row, int column, int height, int width, enum ink ink, const char *title);
/* Marks what is written there as part of the move being considered. */
void canvas_mark(struct canvas *canvas, int row, int column, int height, int width);
void canvas_link(struct canvas *canvas, int row, int column, int height, int width, const char *word);
/* The word at a place, or NULL. */
const char *canvas_word_at(const struct canvas *canvas, int row, int column);
/* How many columns a text takes. */
int canvas_columns(const char *text);
/* A row as text without colour or trailing spaces, with a terminating 0. */
void canvas_row_text(const struct canvas *canvas, int row, char *text, int size);
/* The same with the colours of a terminal (256 of them, as escape sequences). */
void canvas_row_colours(const struct canvas *canvas, int row, char text[CANVAS_ROW_MAX]);
/* Which of the 256 colours an ink is, chosen to read on light and on dark; -1: the terminal's own. */
int canvas_colour(enum ink ink);

#endif
