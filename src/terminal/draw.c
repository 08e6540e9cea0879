/*
 * What the tables of all games share: phrases, seats, cards laid out in the room there is; and a plain table for a game
 * without one.
 */
#include "terminal/draw_kit.h"

#include <assert.h>
#include <stdio.h>
#include <string.h>

enum { NAME_COLUMNS = 16 }; /* of a name in a phrase */

/* ---- Phrases -------------------------------------------------------------------------------------------- */

const char *word_at(const struct drawing *drawing, const char *base, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "%s.%s", base, name);
    return word_of(drawing, key);
}

struct phrase fill_phrase(const struct drawing *drawing, const char *key, const struct lang_fill *fills, int count) {
    struct phrase phrase;
    struct text text = text_in(phrase.text, sizeof phrase.text);
    lang_put(drawing->scene->lang, &text, key, fills, count);
    return phrase;
}

void phrase_add(struct phrase *phrase, const char *text) {
    size_t length = strlen(phrase->text);
    if (!*text) return;
    snprintf(phrase->text + length, sizeof phrase->text - length, "%s%s", length ? " · " : "", text);
}

void put_right(const struct drawing *drawing, int row, int end, enum ink ink, const char *text) {
    canvas_put(drawing->canvas, row, end - canvas_columns(text), ink, text);
}

void put_right_within(const struct drawing *drawing, int row, int start, int end, enum ink ink, const char *text) {
    int column = end - canvas_columns(text);
    canvas_put_within(drawing->canvas, row, column > start ? column : start, end - start, ink, text);
}

void put_header(const struct drawing *drawing, const char *left, const char *right) {
    int columns = canvas_columns(right), room = drawing->width - columns - 2;
    canvas_put_within(drawing->canvas, 0, 0, room, INK_STRONG, left);
    put_right(drawing, 0, drawing->width, INK_DIM, right);
}

int put_label(const struct drawing *drawing, int row, int column, const char *text) {
    return canvas_put(drawing->canvas, row, column, INK_DIM, text) + 1;
}

int put_number(const struct drawing *drawing, int row, int column, enum ink ink, int number) {
    char digits[16];
    snprintf(digits, sizeof digits, "%d", number);
    return canvas_put(drawing->canvas, row, column, ink, digits);
}

/* ---- Seats ---------------------------------------------------------------------------------------------- */

const char *seat_shape(int seat) {
    static const char *const shapes[ARKAD_SEATS_MAX] = {"●", "◆", "▼", "■", "▲", "★"};
    return shapes[seat];
}

/* A name that is too long keeps its number, if it ends in one: bots are told apart by it. */
static void put_name(const struct drawing *drawing, int row, int column, int width, enum ink ink, const char *name) {
    const char *number = strrchr(name, ' ');
    int columns = number ? canvas_columns(number + 1) : width;
    char head[64];
    if (canvas_columns(name) <= width || columns > 2 || columns + 3 > width) {
        canvas_put_within(drawing->canvas, row, column, width, ink, name);
        return;
    }
    snprintf(head, sizeof head, "%.*s", (int)(number - name), name);
    column = canvas_put_within(drawing->canvas, row, column, width - columns, ink, head);
    canvas_put(drawing->canvas, row, column, ink, number + 1);
}

void put_seat(const struct drawing *drawing, int row, int column, int width, int seat) {
    struct canvas *canvas = drawing->canvas;
    const char *name = drawing->scene->names[seat];
    if (is_waited_for(drawing, seat)) canvas_put(canvas, row, column, INK_ASKED, "►");
    canvas_put(canvas, row, column + 1, seat_ink(seat), seat_shape(seat));
    put_name(drawing, row, column + 3, width - 3, seat_ink(seat), name ? name : "");
}

/* With a real minus sign instead of a hyphen. */
void put_points(const struct drawing *drawing, int row, int end, int points) {
    char text[16];
    snprintf(text, sizeof text, "%s%d", points < 0 ? "−" : "", points < 0 ? -points : points);
    put_right(drawing, row, end, INK_STRONG, text);
}

struct phrase place_of_seat(const struct drawing *drawing, int seat) {
    struct lang_fill fill = {.name = "n", .number = drawing->places[seat]};
    if (!drawing->places[seat]) return (struct phrase){""};
    return fill_phrase(drawing, "draw.place", &fill, 1);
}

/* ---- Cards ---------------------------------------------------------------------------------------------- */

int count_shown(const struct drawing *drawing, const char *word) {
    char padded[40];
    int count = 0, length = snprintf(padded, sizeof padded, " %s ", word);
    for (const char *at = drawing->shown; (at = strstr(at, padded)); at += length - 1) count++;
    return count;
}

static void add_run(struct cards *cards, struct run run, int count) {
    if (count <= 0) return;
    assert(cards->count < CARD_RUNS_MAX);
    run.count = (uint8_t)count;
    cards->runs[cards->count++] = run;
}

void cards_add_as(struct cards *cards, const char *name, const char *word, enum ink ink, int count, int marked) {
    struct run run = {.name = name, .word = word, .ink = (uint8_t)ink};
    if (marked > count) marked = count;
    add_run(cards, run, count - marked);
    run.is_marked = true;
    add_run(cards, run, marked);
}

void cards_add(struct cards *cards, const char *name, enum ink ink, int count, int marked) {
    cards_add_as(cards, name, name, ink, count, marked);
}

/* What is written on a card: what the selected move names is in brackets, for those who cannot see the underline. */
static int put_face(const struct drawing *drawing, int row, int column, const struct run *run, int count) {
    char face[40], times[16] = "";
    if (count > 1) snprintf(times, sizeof times, "×%d", count);
    snprintf(face, sizeof face, run->is_marked ? "[%s%s]" : " %s%s ", run->name, times);
    return canvas_put_reversed(drawing->canvas, row, column, run->ink, face);
}

/* `count` equal cards, drawn as one. */
static int put_face_of(const struct drawing *drawing, int row, int column, const struct run *run, int count) {
    int end = put_face(drawing, row, column, run, count);
    canvas_link(drawing->canvas, row, column, 1, end - column, run->word);
    if (run->is_marked) canvas_mark(drawing->canvas, row, column, 1, end - column);
    return end;
}

int put_card(const struct drawing *drawing, int row, int column, int height, const struct run *run) {
    if (height < HIGH_CARD) return put_face_of(drawing, row, column, run, 1);
    int width = canvas_columns(run->name) + 4;
    canvas_box(drawing->canvas, row, column, HIGH_CARD, width, run->ink, NULL);
    put_face_of(drawing, row + 1, column + 1, run, 1);
    canvas_link(drawing->canvas, row, column, HIGH_CARD, width, run->word);
    return column + width;
}

/* How a row of cards is laid out, from the roomiest on. */
struct layout {
    uint8_t card_height, gap;
    bool is_grouped;
};

static const struct layout layouts[] = {
    {HIGH_CARD, 0, false}, {1, 1, false}, {1, 0, false}, {1, 1, true}, {1, 0, true},
};
enum { LAYOUTS = sizeof layouts / sizeof *layouts };

static int columns_of_card(const struct layout *layout, const struct run *run) {
    int columns = canvas_columns(run->name) + 2;
    if (layout->card_height == HIGH_CARD) columns += 2;
    if (layout->is_grouped && run->count > 1) columns += run->count > 9 ? 3 : 2;
    return columns;
}

/* Where the next card goes: after the last one, or in the next row. */
struct cursor {
    int row, column, start, end;
};

static bool advance(struct cursor *cursor, const struct layout *layout, int columns, int last_row) {
    if (cursor->column > cursor->start && cursor->column + columns > cursor->end)
        cursor->row += layout->card_height, cursor->column = cursor->start;
    return cursor->row + layout->card_height <= last_row + 1;
}

/* The rows that the cards take in this layout; 0 if they do not fit. */
static int rows_in_layout(const struct layout *layout, int height, int width, const struct cards *cards) {
    struct cursor cursor = {0, 0, 0, width};
    for (int i = 0; i < cards->count; i++) {
        int columns = columns_of_card(layout, &cards->runs[i]);
        for (int j = 0; j < (layout->is_grouped ? 1 : cards->runs[i].count); j++) {
            if (!advance(&cursor, layout, columns, height - 1)) return 0;
            cursor.column += columns + layout->gap;
        }
    }
    return cursor.row + layout->card_height;
}

static const struct layout *best_layout(int height, int width, const struct cards *cards) {
    for (int i = 0; i < LAYOUTS; i++)
        if (rows_in_layout(&layouts[i], height, width, cards)) return &layouts[i];
    return &layouts[LAYOUTS - 1];
}

static int put_run(const struct drawing *drawing, const struct layout *layout, const struct cursor *cursor,
                   const struct run *run) {
    if (layout->is_grouped) return put_face_of(drawing, cursor->row, cursor->column, run, run->count);
    return put_card(drawing, cursor->row, cursor->column, layout->card_height, run);
}

static int count_cards(const struct cards *cards, int from) {
    int count = 0;
    for (int i = from; i < cards->count; i++) count += cards->runs[i].count;
    return count;
}

/* For the last columns of the last row: how many cards there is no room for. */
static bool put_rest(const struct drawing *drawing, const struct cursor *cursor, int columns, int rest) {
    char text[16];
    snprintf(text, sizeof text, "+%d", rest);
    if (cursor->column + columns + canvas_columns(text) <= cursor->end) return false;
    canvas_put(drawing->canvas, cursor->row, cursor->column, INK_STRONG, text);
    return true;
}

int put_cards(const struct drawing *drawing, int row, int column, int height, int width, const struct cards *cards) {
    const struct layout *layout = best_layout(height, width, cards);
    bool is_enough = rows_in_layout(layout, height, width, cards) > 0;
    struct cursor cursor = {row, column, column, column + width};
    if (!cards->count) canvas_put(drawing->canvas, row + (height == HIGH_CARD), column, INK_DIM, "–");
    for (int i = 0; i < cards->count; i++) {
        int columns = columns_of_card(layout, &cards->runs[i]), last_row = row + height - 1;
        for (int j = 0; j < (layout->is_grouped ? 1 : cards->runs[i].count); j++) {
            if (!is_enough && cursor.row == last_row && put_rest(drawing, &cursor, columns, count_cards(cards, i)))
                return height;
            advance(&cursor, layout, columns, last_row);
            cursor.column = put_run(drawing, layout, &cursor, &cards->runs[i]) + layout->gap;
        }
    }
    return cursor.row + layout->card_height - row;
}

int put_hand(const struct drawing *drawing, const struct cards *hand, int rows) {
    int seat = drawing->scene->viewer;
    const char *label = word_of(drawing, "draw.your_hand");
    int column = canvas_columns(label) + 3, width = drawing->width - column;
    const struct layout *layout = best_layout(rows, width, hand);
    int used = rows_in_layout(layout, rows, width, hand);
    int row = drawing->height - (used ? used : rows), middle = row + (layout->card_height == HIGH_CARD);
    canvas_put(drawing->canvas, middle, 0, seat_ink(seat), seat_shape(seat));
    canvas_put(drawing->canvas, middle, 2, INK_STRONG, label);
    put_cards(drawing, row, column, drawing->height - row, width, hand);
    return row;
}

int put_backs(const struct drawing *drawing, int row, int column, int width, int count, int unseen) {
    int end = column + width, number_columns = count > 9 ? 2 : 1;
    column = put_number(drawing, row, column + 2 - number_columns, INK_PLAIN, count) + 1;
    for (int i = 0; i < unseen && column < end; i++)
        column = canvas_put(drawing->canvas, row, column, INK_GREY, i == unseen - 1 || column < end - 1 ? "░" : "…");
    return column;
}

/* ---- The table ------------------------------------------------------------------------------------------ */

#define POINT_TO(name) {#name, name##_draw},
static const struct {
    const char *game;
    draw_game *draw;
} tables[] = {GAMES_WITH_DRAW(POINT_TO)};

/* A game with no table of its own: who sits there. */
static void draw_seats(const struct drawing *drawing) {
    put_header(drawing, arkad_game_title(drawing->scene->game), "");
    for (int seat = 0; seat < drawing->players; seat++) {
        put_seat(drawing, 1 + seat, 0, 24, seat);
        put_number(drawing, 1 + seat, 26, INK_STRONG, drawing->points[seat]);
    }
}

static void note_shown(struct drawing *drawing, const struct arkad_move *move) {
    char text[ARKAD_MOVE_TEXT_MAX];
    if (!move) return;
    arkad_move_write(drawing->scene->game, move, text);
    snprintf(drawing->shown, sizeof drawing->shown, " %s ", text);
}

/* A name of any length becomes one of at most this many columns. */
static void cut_name(const char *name, int columns, char *cut, size_t size) {
    size_t length = 0;
    cut[0] = 0;
    while (name[length] && length + sizeof "…" < size) {
        size_t next = length + 1;
        while ((name[next] & 0xc0) == 0x80 && next - length < 4) next++;
        memcpy(cut, name, next);
        cut[next] = 0;
        if (canvas_columns(cut) >= columns && name[next]) break;
        length = next;
    }
    strcpy(cut + length, name[length] ? "…" : "");
}

static void note_names(struct drawing *drawing) {
    for (int seat = 0; seat < drawing->players; seat++)
        cut_name(drawing->scene->names[seat] ? drawing->scene->names[seat] : "", NAME_COLUMNS, drawing->names[seat],
                 sizeof drawing->names[seat]);
}

static void note_places(struct drawing *drawing) {
    struct arkad_result result;
    arkad_result(drawing->scene->game, drawing->scene->view, &result);
    memcpy(drawing->places, result.places, sizeof drawing->places);
}

void draw_table(struct canvas *canvas, const struct scene *scene) {
    struct drawing drawing = {.canvas = canvas, .scene = scene, .height = canvas->height, .width = canvas->width};
    int64_t keys[ARKAD_SEATS_MAX];
    drawing.players = arkad_players(scene->view);
    drawing.waits = arkad_waits(scene->game, scene->view);
    scene->game->result(scene->view->bytes, drawing.points, keys);
    if (arkad_is_over(scene->view)) note_places(&drawing);
    note_names(&drawing);
    note_shown(&drawing, scene->shown);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(tables[i].game, arkad_game_name(scene->game))) {
            tables[i].draw(&drawing);
            return;
        }
    draw_seats(&drawing);
}
