/*
 * The table of 5 Towers: the display above, below it everyone's towers side by side, growing from one ground.
 */
#include "games/towers/towers.h"
#include "terminal/draw_kit.h"

#include <stdio.h>
#include <string.h>

static const enum ink inks[KINDS] = {INK_RED, INK_VIOLET, INK_GREEN, INK_GREY, INK_YELLOW};

enum { BELOW = 3, TOWER_MIN = 3, TOWER_MAX = 11, HIGH_ROWS = 22 }; /* below the towers: ground, names, what they do */

struct plot {
    int seat, column, width; /* of one seat */
    int tower_width, pitch;
    int top, ground, storey_rows;
};

static const struct towers *position_of(const struct drawing *drawing) {
    return (const struct towers *)(const void *)drawing->scene->view->bytes;
}

/* ---- The display ------------------------------------------------------------------------------------------ */

static void put_heading(const struct drawing *drawing, const struct towers *t) {
    struct phrase left = {""}, right = {""};
    phrase_add(&left, PHRASE(drawing, "draw.round", {.name = "n", .number = t->round}));
    phrase_add(&left, word_at(drawing, "draw.towers.phase", phases[t->head.phase]));
    phrase_add(&right, PHRASE(drawing, "draw.pile", {.name = "n", .number = t->pile_count}));
    phrase_add(&right, PHRASE(drawing, "draw.discard", {.name = "n", .number = t->discard_count}));
    if (t->head.phase != OVER)
        phrase_add(&right, word_of(drawing, t->is_reshuffled ? "draw.towers.last_pile" : "draw.towers.first_pile"));
    put_header(drawing, left.text, right.text);
}

static void put_standing_bid(const struct drawing *drawing, const struct towers *t, int row, int start) {
    if (!t->winner) return;
    bool is_building = t->head.phase == BUILD;
    struct lang_fill fills[] = {{.name = "name", .text = drawing->names[t->winner - 1]},
                                {.name = "n", .number = is_building ? t->left : t->high - 1}};
    struct phrase bid = fill_phrase(drawing, is_building ? "draw.towers.left" : "draw.towers.high", fills, 2);
    put_right_within(drawing, row, start, drawing->width, seat_ink(t->winner - 1), bid.text);
}

static int put_display(const struct drawing *drawing, const struct towers *t) {
    struct cards display = {0};
    int height = drawing->height >= HIGH_ROWS ? HIGH_CARD : 1, middle = 1 + height / 2;
    for (int i = 0; i < t->display_count; i++)
        cards_add(&display, cards[t->display[i]], inks[kind_of(t->display[i])], 1,
                  is_word_shown(drawing, cards[t->display[i]]));
    int column = put_label(drawing, middle, 0, word_of(drawing, "draw.towers.display"));
    int end = column + 38 < drawing->width ? column + 38 : drawing->width;
    put_cards(drawing, 1, column, height, end - column, &display);
    put_standing_bid(drawing, t, middle, end + 1);
    return 1 + height;
}

/* ---- Towers ----------------------------------------------------------------------------------------------- */

/* A text in the middle of a storey. */
static void centre(char *storey, size_t size, int width, const char *text) {
    int left = (width - canvas_columns(text) + 1) / 2, right = width - left - canvas_columns(text);
    snprintf(storey, size, "%*s%s%*s", left, "", text, right, "");
}

static void put_roof(const struct drawing *drawing, int row, int column, int width, enum ink ink) {
    char storey[48];
    centre(storey, sizeof storey, width - 2, "0");
    canvas_put(drawing->canvas, row, column, ink, "◢");
    canvas_put_reversed(drawing->canvas, row, column + 1, ink, storey);
    canvas_put(drawing->canvas, row, column + width - 1, ink, "◣");
}

static void put_storey(const struct drawing *drawing, const struct plot *plot, int row, int column, int kind,
                       int value) {
    char number[16], storey[48];
    snprintf(number, sizeof number, "%d", value);
    centre(storey, sizeof storey, plot->tower_width, number);
    if (value)
        canvas_put_reversed(drawing->canvas, row, column, inks[kind], storey);
    else
        put_roof(drawing, row, column, plot->tower_width, inks[kind]);
    for (int i = 0; plot->storey_rows > 1 && i < plot->tower_width; i++)
        canvas_put(drawing->canvas, row + 1, column + i, inks[kind], "▀");
}

/* Whether the move being considered is this seat's, and of this kind of tower. */
static bool is_changed(const struct drawing *drawing, const struct towers *t, const struct plot *plot, int kind,
                       int verb) {
    const struct arkad_move *move = drawing->scene->shown;
    if (!move || move->verb != verb || t->head.phase != BUILD || t->turn != plot->seat + 1) return false;
    return kind == (verb == DEMOLISH ? move->args[0] - 1 : kind_of(move->args[0]));
}

/* What it would bring or take: +5 or ×5. */
static void put_change(const struct drawing *drawing, const struct plot *plot, int row, int column, const char *sign,
                       int value) {
    char number[16], storey[48];
    snprintf(number, sizeof number, "%s%d", sign, value);
    centre(storey, sizeof storey, plot->tower_width, number);
    canvas_put(drawing->canvas, row, column, INK_ASKED, storey);
    canvas_mark(drawing->canvas, row, column, 1, plot->tower_width);
}

/* The lowest storeys, when there is no room for all: only how many they are. */
static void put_buried(const struct drawing *drawing, const struct plot *plot, int row, int column, int count) {
    char number[16], storey[48];
    snprintf(number, sizeof number, "+%d", count);
    centre(storey, sizeof storey, plot->tower_width, number);
    canvas_put(drawing->canvas, row, column, INK_PLAIN, storey);
}

static void put_tower(const struct drawing *drawing, const struct towers *t, const struct plot *plot, int kind) {
    const uint8_t *values = t->tower[plot->seat][kind];
    bool grows = is_changed(drawing, t, plot, kind, BUILD_CARD), falls = is_changed(drawing, t, plot, kind, DEMOLISH);
    int height = t->height[plot->seat][kind], room = (plot->ground - plot->top) / plot->storey_rows - grows;
    int buried = height > room ? height - room + 1 : 0, row = plot->ground, column = plot->column + kind * plot->pitch;
    if (buried) put_buried(drawing, plot, --row, column, buried);
    for (int i = buried; i < height; i++) put_storey(drawing, plot, row -= plot->storey_rows, column, kind, values[i]);
    if (falls) put_change(drawing, plot, row, column, "×", values[height - 1]);
    if (grows)
        put_change(drawing, plot, row - plot->storey_rows, column, "+", value_of(drawing->scene->shown->args[0]));
    if (t->head.phase == BUILD && t->turn == plot->seat + 1)
        canvas_link(drawing->canvas, plot->top, column, plot->ground - plot->top + 1, plot->tower_width,
                    kinds[kind + 1]);
}

/* Names beside the letters if there is room for all of them. */
static bool has_room_for_names(const struct drawing *drawing, const struct plot *plot) {
    for (int kind = 1; kind <= KINDS; kind++)
        if (canvas_columns(word_at(drawing, "towers.kind", kinds[kind])) + 2 > plot->tower_width) return false;
    return true;
}

static void put_ground(const struct drawing *drawing, const struct plot *plot) {
    bool has_names = has_room_for_names(drawing, plot);
    for (int kind = 0; kind < KINDS; kind++) {
        char name[40], label[48];
        const char *letter = kinds[kind + 1];
        snprintf(name, sizeof name, "%s %s", letter, word_at(drawing, "towers.kind", letter));
        centre(label, sizeof label, plot->tower_width, has_names ? name : letter);
        canvas_put(drawing->canvas, plot->ground, plot->column + kind * plot->pitch, inks[kind], label);
    }
}

/* ---- Seats ------------------------------------------------------------------------------------------------ */

static int count_fallen(const struct towers *t, int seat) {
    int count = 0;
    for (int i = 0; i < t->fallen_count; i++) count += t->fallen_of[i] == seat;
    return count;
}

static struct phrase doing(const struct drawing *drawing, const struct towers *t, int seat) {
    struct phrase phrase = place_of_seat(drawing, seat);
    struct lang_fill fill = {.name = "n", .number = t->bids[seat] - FIRST_BID};
    if (t->head.phase == BUILD && t->turn == seat + 1)
        fill.number = t->left, phrase = fill_phrase(drawing, "draw.towers.builds", &fill, 1);
    else if (t->bids[seat] >= FIRST_BID)
        phrase = fill_phrase(drawing, "draw.towers.bid", &fill, 1);
    else if (t->bids[seat] == PASSED)
        phrase_add(&phrase, word_of(drawing, "draw.passed"));
    else if (t->head.phase == BID && t->starter == seat + 1)
        phrase_add(&phrase, word_of(drawing, "draw.towers.begins"));
    return phrase;
}

static void put_owner(const struct drawing *drawing, const struct towers *t, const struct plot *plot) {
    int row = plot->ground + 1, end = plot->column + plot->width, fallen = count_fallen(t, plot->seat);
    put_seat(drawing, row, plot->column, plot->width - 4, plot->seat);
    put_points(drawing, row, end, drawing->points[plot->seat]);
    struct lang_fill fills[] = {{.name = "n", .number = fallen},
                                {.name = "points", .number = fallen * (fallen + 1) / 2}};
    struct phrase lost =
        fill_phrase(drawing, plot->width < 24 ? "draw.towers.fallen" : "draw.towers.fallen_long", fills, 2);
    int room = plot->width - 1 - (fallen ? canvas_columns(lost.text) + 1 : 0);
    canvas_put_within(drawing->canvas, row + 1, plot->column + 1, room, INK_PLAIN, doing(drawing, t, plot->seat).text);
    if (fallen) put_right(drawing, row + 1, end, INK_BAD, lost.text);
}

static int tallest(const struct towers *t) {
    int height = 1;
    for (int seat = 0; seat < t->head.players; seat++)
        for (int kind = 0; kind < KINDS; kind++)
            if (t->height[seat][kind] > height) height = t->height[seat][kind];
    return height;
}

/* With enough room every seat has a frame of its own, lit when it is asked. */
static void put_frame(const struct drawing *drawing, struct plot *plot) {
    enum ink ink = is_waited_for(drawing, plot->seat) ? INK_ASKED : INK_DIM;
    canvas_box(drawing->canvas, plot->top, plot->column, drawing->height - plot->top, plot->width, ink, NULL);
    plot->column += 2, plot->width -= 4;
    plot->top++, plot->ground--;
}

static struct plot plot_of(const struct drawing *drawing, const struct towers *t, int seat, int top) {
    struct plot plot = {.seat = seat, .top = top, .ground = drawing->height - BELOW};
    plot.column = seat * drawing->width / drawing->players;
    plot.width = (seat + 1) * drawing->width / drawing->players - plot.column - 1;
    if (drawing->height >= HIGH_ROWS && plot.width >= KINDS * TOWER_MIN + 4) put_frame(drawing, &plot);
    plot.pitch = plot.width / KINDS;
    if (plot.pitch > TOWER_MAX + 2) plot.pitch = TOWER_MAX + 2;
    plot.tower_width = plot.pitch > TOWER_MIN ? plot.pitch - 1 : plot.pitch;
    plot.storey_rows = (tallest(t) + 1) * 2 <= plot.ground - plot.top ? 2 : 1;
    return plot;
}

void towers_draw(const struct drawing *drawing) {
    const struct towers *t = position_of(drawing);
    put_heading(drawing, t);
    int top = put_display(drawing, t);
    for (int seat = 0; seat < drawing->players; seat++) {
        struct plot plot = plot_of(drawing, t, seat, top);
        for (int kind = 0; kind < KINDS; kind++) put_tower(drawing, t, &plot, kind);
        put_ground(drawing, &plot);
        put_owner(drawing, t, &plot);
    }
}
