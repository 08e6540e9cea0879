/*
 * The terminal by ncurses: signals, colours, drawing, keys and the mouse.
 */
#define _XOPEN_SOURCE_EXTENDED 1
#include "terminal/screen.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <limits.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>
#include <wchar.h>

enum { ESCAPE_MS = 25 }; /* how long an Esc may be the beginning of a longer key */

static struct {
    SCREEN *terminal;
    int bell[2]; /* a pipe: signals and answers arrive on it */
    int watched; /* another file, + 1; 0: none */
    bool has_colours;
} screen;

/* ---- Signals ----------------------------------------------------------------------------------------------------- */

/* All that a signal does: 'w' a new window size, 'q' the end; any other byte only wakes. */
static void note_signal(int signal_number) {
    int before = errno;
    char byte = signal_number == SIGWINCH ? 'w' : 'q';
    ssize_t done = write(screen.bell[1], &byte, 1);
    (void)done;
    errno = before;
}

static void catch_signals(void) {
    static const int caught[] = {SIGWINCH, SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    struct sigaction action = {.sa_handler = note_signal, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, NULL);
    signal(SIGPIPE, SIG_IGN);
}

static bool open_bell(void) {
    if (pipe(screen.bell)) return false;
    for (int i = 0; i < 2; i++) {
        fcntl(screen.bell[i], F_SETFL, O_NONBLOCK);
        fcntl(screen.bell[i], F_SETFD, FD_CLOEXEC);
    }
    return true;
}

int screen_bell(void) { return screen.bell[1]; }

/* ---- Colours ----------------------------------------------------------------------------------------------------- */

/* Where there are only eight colours, the nearest one. */
static const short few[INKS] = {
    [INK_PLAIN] = -1,
    [INK_DIM] = -1,
    [INK_STRONG] = -1,
    [INK_TITLE] = COLOR_YELLOW,
    [INK_GOOD] = COLOR_GREEN,
    [INK_BAD] = COLOR_RED,
    [INK_ASKED] = COLOR_YELLOW,
    [INK_RED] = COLOR_RED,
    [INK_ORANGE] = COLOR_YELLOW,
    [INK_YELLOW] = COLOR_YELLOW,
    [INK_GREEN] = COLOR_GREEN,
    [INK_BLUE] = COLOR_BLUE,
    [INK_VIOLET] = COLOR_MAGENTA,
    [INK_BROWN] = COLOR_YELLOW,
    [INK_GREY] = -1,
    [INK_WHITE] = COLOR_WHITE,
    [INK_SEAT_0] = COLOR_RED,
    [INK_SEAT_1] = COLOR_CYAN,
    [INK_SEAT_2] = COLOR_YELLOW,
    [INK_SEAT_3] = COLOR_MAGENTA,
    [INK_SEAT_4] = COLOR_GREEN,
    [INK_SEAT_5] = COLOR_BLUE,
};

enum { BLACK_OF_MANY = 16 };

/* Two pairs for each ink: letters in its colour, and dark letters on its colour. */
static void make_colours(void) {
    const char *none = getenv("NO_COLOR");
    screen.has_colours = !(none && *none) && has_colors() && start_color() == OK && use_default_colors() == OK;
    if (!screen.has_colours) return;
    bool has_many = COLORS >= 256 && COLOR_PAIRS >= 2 * INKS + 1;
    for (int ink = 0; ink < INKS; ink++) {
        short colour = has_many ? (short)canvas_colour((enum ink)ink) : few[ink];
        init_pair((short)(1 + ink), colour, -1);
        if (colour >= 0) init_pair((short)(1 + INKS + ink), has_many ? BLACK_OF_MANY : COLOR_BLACK, colour);
    }
}

static bool has_own_colour(int ink) {
    return screen.has_colours && (COLORS >= 256 ? canvas_colour((enum ink)ink) : few[ink]) >= 0;
}

static void look_of(const struct cell *cell, attr_t *attributes, short *pair) {
    *attributes = A_NORMAL;
    *pair = screen.has_colours ? (short)(1 + cell->ink) : 0;
    if (cell->ink == INK_DIM) *attributes |= A_DIM;
    if (cell->ink == INK_STRONG || cell->ink == INK_TITLE || cell->ink == INK_ASKED) *attributes |= A_BOLD;
    if (cell->is_marked) *attributes |= A_BOLD | A_UNDERLINE;
    if (!cell->is_reversed) return;
    if (has_own_colour(cell->ink))
        *pair = (short)(1 + INKS + cell->ink);
    else
        *attributes |= A_REVERSE;
}

/* ---- Opening and closing ----------------------------------------------------------------------------------------- */

/* The canvas is UTF-8, and so must the terminal's locale be. */
static void choose_locale(void) {
    setlocale(LC_CTYPE, "");
    if (strcmp(nl_langinfo(CODESET), "UTF-8") != 0 && !setlocale(LC_CTYPE, "C.UTF-8"))
        setlocale(LC_CTYPE, "en_US.UTF-8");
}

bool screen_open(void) {
    choose_locale();
    const char *name = getenv("TERM");
    if (!name || !*name || !strcmp(name, "dumb") || !open_bell()) return false;
    screen.terminal = newterm(NULL, stdout, stdin);
    if (!screen.terminal) return false;
    atexit(screen_close);
    catch_signals();
    raw();
    noecho();
    nonl();
    keypad(stdscr, TRUE);
    nodelay(stdscr, TRUE);
    intrflush(stdscr, FALSE);
    set_escdelay(ESCAPE_MS);
    make_colours();
    mouseinterval(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    return true;
}

void screen_close(void) {
    if (!screen.terminal) return;
    mousemask(0, NULL);
    endwin();
    delscreen(screen.terminal);
    screen.terminal = NULL;
}

/* ---- Showing ---------------------------------------------------------------------------------------------------- */

void screen_size(int *height, int *width) { getmaxyx(stdscr, *height, *width); }

static void resize(void) {
    struct winsize size;
    if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) || !size.ws_row || !size.ws_col) return;
    resizeterm(size.ws_row, size.ws_col);
    clearok(curscr, TRUE);
}

static void show_row(const struct canvas *canvas, int row) {
    for (int column = 0; column < canvas->width; column++) {
        const struct cell *cell = &canvas->cells[row][column];
        attr_t attributes;
        short pair;
        if (!cell->glyph[0]) continue;
        look_of(cell, &attributes, &pair);
        attr_set(attributes, pair, NULL);
        mvaddstr(row, column, cell->glyph);
    }
}

void screen_show(const struct canvas *canvas, int cursor_row, int cursor_column) {
    erase();
    for (int row = 0; row < canvas->height; row++) show_row(canvas, row);
    attr_set(A_NORMAL, 0, NULL);
    curs_set(cursor_row >= 0);
    if (cursor_row >= 0) move(cursor_row, cursor_column);
    refresh();
}

void screen_redraw(void) { clearok(curscr, TRUE); }

/* ---- Waiting and reading ---------------------------------------------------------------------------------------- */

static void read_bell(struct wake *wake) {
    char bytes[64];
    ssize_t count;
    while ((count = read(screen.bell[0], bytes, sizeof bytes)) > 0)
        for (ssize_t i = 0; i < count; i++) {
            wake->has_resized |= bytes[i] == 'w';
            wake->must_end |= bytes[i] == 'q';
        }
}

void screen_watch(int file) { screen.watched = file + 1; }

struct wake screen_wait(int timeout_ms) {
    struct wake wake = {0};
    struct pollfd files[] = {{.fd = STDIN_FILENO, .events = POLLIN},
                             {.fd = screen.bell[0], .events = POLLIN},
                             {.fd = screen.watched - 1, .events = POLLIN}}; /* below 0: ignored */
    poll(files, 3, timeout_ms);
    read_bell(&wake);
    /* A terminal that is gone is forever ready for reading. */
    if (files[0].revents & (POLLHUP | POLLERR | POLLNVAL)) wake.must_end = true;
    if (wake.has_resized) resize();
    return wake;
}

static const struct {
    wint_t key;
    enum press_kind kind;
} keys[] = {
    {KEY_UP, PRESS_UP},         {KEY_DOWN, PRESS_DOWN},           {KEY_LEFT, PRESS_LEFT}, {KEY_RIGHT, PRESS_RIGHT},
    {KEY_PPAGE, PRESS_PAGE_UP}, {KEY_NPAGE, PRESS_PAGE_DOWN},     {KEY_HOME, PRESS_HOME}, {KEY_END, PRESS_END},
    {KEY_ENTER, PRESS_ENTER},   {KEY_BACKSPACE, PRESS_BACKSPACE}, {KEY_F(1), PRESS_HELP}, {KEY_F(2), PRESS_LANGUAGE},
    {KEY_F(3), PRESS_HINT},     {KEY_F(4), PRESS_HAND_OVER},      {KEY_F(5), PRESS_YES},  {KEY_F(6), PRESS_NO},
    {KEY_F(7), PRESS_AHEAD},    {KEY_F(10), PRESS_QUIT},
};

static const struct {
    wint_t character;
    enum press_kind kind;
} controls[] = {
    {'\r', PRESS_ENTER},    {'\n', PRESS_ENTER},      {'\t', PRESS_TAB},       {27, PRESS_ESCAPE},
    {8, PRESS_BACKSPACE},   {127, PRESS_BACKSPACE},   {'U' - 64, PRESS_CLEAR}, {'Z' - 64, PRESS_UNDO},
    {'C' - 64, PRESS_QUIT}, {'L' - 64, PRESS_REDRAW}, {'P' - 64, PRESS_UP},    {'N' - 64, PRESS_DOWN},
};

static void take_mouse(struct press *press) {
    MEVENT event;
    if (getmouse(&event) != OK) return;
    press->row = event.y;
    press->column = event.x;
    if (event.bstate & BUTTON1_PRESSED) press->kind = PRESS_CLICK;
    if (event.bstate & BUTTON4_PRESSED) press->kind = PRESS_WHEEL_UP;
    if (event.bstate & BUTTON5_PRESSED) press->kind = PRESS_WHEEL_DOWN;
}

static void take_key(wint_t key, struct press *press) {
    if (key == KEY_MOUSE) take_mouse(press);
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (keys[i].key == key) press->kind = keys[i].kind;
}

static void take_character(wint_t character, struct press *press) {
    for (size_t i = 0; i < sizeof controls / sizeof *controls; i++)
        if (controls[i].character == character) press->kind = controls[i].kind;
    if (press->kind || character < ' ') return;
    mbstate_t state = {0};
    char bytes[MB_LEN_MAX + 1];
    size_t length = wcrtomb(bytes, (wchar_t)character, &state);
    if (length == (size_t)-1 || length >= sizeof press->text) return;
    memcpy(press->text, bytes, length);
    press->kind = PRESS_TEXT;
}

bool screen_read(struct press *press) {
    wint_t input;
    memset(press, 0, sizeof *press);
    int kind = get_wch(&input);
    if (kind == ERR) return false;
    if (kind == KEY_CODE_YES)
        take_key(input, press);
    else
        take_character(input, press);
    return true;
}
