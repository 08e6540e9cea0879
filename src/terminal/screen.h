/*
 * The terminal: shows a canvas, reads keys and the mouse. The only part that knows ncurses.
 */
#ifndef TERMINAL_SCREEN_H
#define TERMINAL_SCREEN_H

#include "terminal/canvas.h"

enum press_kind {
    PRESS_NONE,
    PRESS_TEXT, /* a character */
    PRESS_UP,
    PRESS_DOWN,
    PRESS_LEFT,
    PRESS_RIGHT,
    PRESS_PAGE_UP,
    PRESS_PAGE_DOWN,
    PRESS_HOME,
    PRESS_END,
    PRESS_ENTER,
    PRESS_TAB,
    PRESS_ESCAPE,
    PRESS_BACKSPACE,
    PRESS_CLEAR,
    PRESS_HELP,
    PRESS_LANGUAGE,
    PRESS_HINT,
    PRESS_HAND_OVER,
    PRESS_UNDO,
    PRESS_YES,
    PRESS_NO,
    PRESS_AHEAD,
    PRESS_QUIT,
    PRESS_REDRAW,
    PRESS_CLICK,
    PRESS_WHEEL_UP,
    PRESS_WHEEL_DOWN,
};

struct press {
    enum press_kind kind;
    char text[8];    /* TEXT: in UTF-8 */
    int row, column; /* of the mouse */
};

/* What may wake the table. */
struct wake {
    bool has_resized, must_end;
};

/* False if this terminal cannot do it. */
bool screen_open(void);
void screen_close(void);
/* A file that wakes screen_wait, too, when it can be read (-1: none). */
void screen_watch(int file);
/* Where a byte may be written to wake screen_wait. */
int screen_bell(void);
void screen_size(int *height, int *width);
/* Shows the canvas, with the cursor in a place (row -1: none). */
void screen_show(const struct canvas *canvas, int cursor_row, int cursor_column);
/* Redraws everything. */
void screen_redraw(void);
/* Waits for a key, an answer, a new size or the end, for at most this long (-1: forever). */
struct wake screen_wait(int timeout_ms);
/* Takes the next key; false if there is none. */
bool screen_read(struct press *press);

#endif
