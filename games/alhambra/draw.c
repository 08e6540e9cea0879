/*
 * The table of Alhambra: who owns how many of which building, the yard with its currencies, the open money, and the
 * viewer's own money.
 */
#include "games/alhambra/alhambra.h"
#include "terminal/draw_kit.h"

#include <stdio.h>
#include <string.h>

static const enum ink building_inks[KINDS] = {INK_BLUE, INK_RED, INK_BROWN, INK_WHITE, INK_GREEN, INK_VIOLET};
static const enum ink money_inks[CURRENCIES] = {INK_YELLOW, INK_BLUE, INK_GREEN, INK_ORANGE};
static const char letters[CURRENCIES] = {'y', 'b', 'g', 'o'};

/* What the first place, the second and the third get for pavilions; every further kind brings 1 more. */
enum { RANKS = 3 };
static const uint8_t first_rewards[SCORINGS][RANKS] = {{1}, {8, 1}, {16, 8, 1}};
static const char *const scoring_names[SCORINGS] = {"A", "B", "C"};

enum { KIND_COLUMN = 32, KIND_PITCH = 8, KIND_PITCH_MAX = 15, HIGH_ROWS = 24, HAND_ROWS = 3, NAMED_COLUMNS = 98 };

static int pitch_of(const struct drawing *drawing) {
    int pitch = (drawing->width - KIND_COLUMN) / KINDS;
    return pitch < KIND_PITCH ? KIND_PITCH : pitch > KIND_PITCH_MAX ? KIND_PITCH_MAX : pitch;
}
static bool is_bought(const struct drawing *drawing) {
    return drawing->scene->shown && drawing->scene->shown->verb == BUY;
}
static bool is_taken(const struct drawing *drawing) {
    return drawing->scene->shown && drawing->scene->shown->verb == TAKE;
}

static void put_heading(const struct drawing *drawing, const struct alhambra *a) {
    struct phrase left = {""}, right = {""};
    if (a->head.phase == OVER) phrase_add(&left, word_of(drawing, "draw.alhambra.over"));
    if (a->turn)
        phrase_add(&left, PHRASE(drawing, "draw.turn_of", {.name = "name", .text = drawing->names[a->turn - 1]}));
    if (a->actions) phrase_add(&left, word_of(drawing, "draw.alhambra.again"));
    phrase_add(&right, PHRASE(drawing, "draw.alhambra.buildings", {.name = "n", .number = a->building_count}));
    phrase_add(&right, PHRASE(drawing, "draw.alhambra.pile", {.name = "n", .number = a->pile_count}));
    phrase_add(&right, PHRASE(drawing, "draw.discard", {.name = "n", .number = a->discard_count}));
    put_header(drawing, left.text, right.text);
}

/* ---- Who owns what ---------------------------------------------------------------------------------------- */

static void put_rewards(const struct drawing *drawing, int row, int column, int scoring, int kind) {
    char text[24] = "";
    for (int rank = 0; rank < RANKS && first_rewards[scoring][rank]; rank++) {
        size_t length = strlen(text);
        snprintf(text + length, sizeof text - length, rank ? "/%d" : "%d", first_rewards[scoring][rank] + kind);
    }
    canvas_put(drawing->canvas, row, column, INK_DIM, text);
}

static bool has_room_for_names(const struct drawing *drawing) {
    for (int kind = 0; kind < KINDS; kind++)
        if (canvas_columns(word_at(drawing, "alhambra.kind", kinds[kind])) > pitch_of(drawing) - 4) return false;
    return true;
}

/* The kinds, and what they bring at the next scoring, or brought at the last. */
static void put_kinds(const struct drawing *drawing, const struct alhambra *a, int row) {
    int scoring = a->head.phase == OVER ? LAST_SCORING : a->scored;
    struct lang_fill fill = {.name = "name", .text = scoring_names[scoring]};
    const char *key = a->head.phase == OVER ? "draw.alhambra.last" : "draw.alhambra.next";
    bool has_names = has_room_for_names(drawing);
    canvas_put(drawing->canvas, row + 1, 1, INK_DIM, fill_phrase(drawing, key, &fill, 1).text);
    put_right(drawing, row, 19, INK_DIM, word_of(drawing, "draw.points"));
    if (a->head.phase != OVER) put_label(drawing, row, 21, word_of(drawing, "draw.alhambra.money"));
    for (int kind = 0; kind < KINDS; kind++) {
        int column = KIND_COLUMN + kind * pitch_of(drawing);
        char letter[8];
        snprintf(letter, sizeof letter, " %s ", kinds[kind]);
        int end = canvas_put_reversed(drawing->canvas, row, column, building_inks[kind], letter);
        if (has_names) canvas_put(drawing->canvas, row, end, INK_DIM, word_at(drawing, "alhambra.kind", kinds[kind]));
        put_rewards(drawing, row + 1, column + 1, scoring, kind);
    }
}

static int most_of(const struct alhambra *a, int kind) {
    int most = 1;
    for (int owner = 0; owner < owners(a); owner++)
        if (a->owned[owner][kind] > most) most = a->owned[owner][kind];
    return most;
}

/* Whoever has the most of a kind has it on a ground of its colour. */
static void put_owned(const struct drawing *drawing, const struct alhambra *a, int row, int owner) {
    for (int kind = 0; kind < KINDS; kind++) {
        int column = KIND_COLUMN + kind * pitch_of(drawing), count = a->owned[owner][kind];
        char text[8];
        snprintf(text, sizeof text, "%2d ", count);
        if (!count)
            canvas_put(drawing->canvas, row, column, INK_DIM, " ·");
        else if (count == most_of(a, kind))
            canvas_put_reversed(drawing->canvas, row, column, building_inks[kind], text);
        else
            canvas_put(drawing->canvas, row, column, INK_PLAIN, text);
    }
}

static void put_owner(const struct drawing *drawing, const struct alhambra *a, int row, int owner) {
    bool is_dummy = owner >= drawing->players;
    if (!is_dummy) {
        put_seat(drawing, row, 0, 15, owner);
        if (a->head.phase == OVER)
            canvas_put(drawing->canvas, row, 21, INK_STRONG, place_of_seat(drawing, owner).text);
        else
            put_backs(drawing, row, 21, 10, a->hand_size[owner], a->hand_size[owner]);
    } else {
        int end = canvas_put(drawing->canvas, row, 3, INK_PLAIN, word_of(drawing, "draw.alhambra.dummy"));
        canvas_link(drawing->canvas, row, 3, 1, end - 3, "dummy");
        if (is_word_shown(drawing, "dummy")) canvas_mark(drawing->canvas, row, 3, 1, end - 3);
        if (is_word_shown(drawing, "dummy")) canvas_put(drawing->canvas, row, 1, INK_ASKED, "→");
    }
    put_points(drawing, row, 19, a->points[owner]);
    put_owned(drawing, a, row, owner);
}

/* ---- The yard and the open money --------------------------------------------------------------------------- */

static bool is_place_shown(const struct drawing *drawing, int place) {
    return is_bought(drawing) && drawing->scene->shown->args[PLACE] == place + 1;
}

/* A place of the yard: its number, which moves call it by, its building, and the currency it is paid in. */
static void put_place(const struct drawing *drawing, const struct alhambra *a, int row, int column, int place,
                      int height) {
    static const char *const numbers[PLACES] = {"1", "2", "3", "4"};
    const char *currency = word_at(drawing, "alhambra.currency", (const char[]){letters[place], 0});
    int middle = row + height / 2, width = 0;
    char letter[4] = {' ', letters[place], ' ', 0};
    canvas_put(drawing->canvas, middle, column, INK_DIM, numbers[place]);
    if (a->yard[place]) {
        uint8_t card = a->yard[place];
        struct run run = {cards[card], numbers[place], (uint8_t)building_inks[kind_of(card)], 1,
                          is_place_shown(drawing, place)};
        width = put_card(drawing, row, column + 2, height, &run) - column;
    } else
        width = canvas_put(drawing->canvas, middle, column + 2, INK_DIM, " –   ") - column;
    int end = canvas_put_reversed(drawing->canvas, middle, column + width, money_inks[place], letter);
    if (drawing->width >= NAMED_COLUMNS) canvas_put(drawing->canvas, middle, end + 1, INK_DIM, currency);
}

static void put_yard(const struct drawing *drawing, const struct alhambra *a, int row, int height) {
    int column = 13, pitch = drawing->width >= NAMED_COLUMNS ? (drawing->width - column) / PLACES : 13;
    if (pitch > 22) pitch = 22;
    canvas_put(drawing->canvas, row + height / 2, 1, INK_DIM, word_of(drawing, "draw.alhambra.yard"));
    for (int place = 0; place < PLACES; place++) put_place(drawing, a, row, column + place * pitch, place, height);
}

/* Of equal cards the one laid first is taken. */
static void put_money(const struct drawing *drawing, const struct alhambra *a, int row, int height) {
    struct cards money = {0};
    for (int i = 0; i < a->money_count; i++) {
        int named = is_taken(drawing) ? count_shown(drawing, cards[a->money[i]]) : 0;
        for (int j = 0; j < i; j++) named -= a->money[j] == a->money[i];
        cards_add(&money, cards[a->money[i]], money_inks[currency_of(a->money[i])], 1, named > 0);
    }
    canvas_put(drawing->canvas, row + height / 2, 1, INK_DIM, word_of(drawing, "draw.alhambra.open"));
    put_cards(drawing, row, 13, height, 30, &money);
}

/* ---- The viewer's money ------------------------------------------------------------------------------------ */

static void put_sums(const struct drawing *drawing, const struct alhambra *a, int row) {
    const uint8_t *hand = a->hands[drawing->scene->viewer];
    int column = 48;
    column = put_label(drawing, row, column, word_of(drawing, "draw.alhambra.yours"));
    for (int currency = 0; currency < CURRENCIES; currency++) {
        int sum = 0;
        char text[16];
        for (int value = 1; value <= VALUES; value++) sum += value * hand[currency * VALUES + value];
        snprintf(text, sizeof text, "%c%d", letters[currency], sum);
        column = canvas_put(drawing->canvas, row, column, money_inks[currency], text) + 2;
    }
}

static void put_own_money(const struct drawing *drawing, const struct alhambra *a, int rows) {
    const uint8_t *held = a->hands[drawing->scene->viewer];
    struct cards hand = {0};
    for (uint8_t card = 1; card <= MONEY; card++) {
        int marked = is_bought(drawing) ? count_shown(drawing, cards[card]) : 0;
        cards_add(&hand, cards[card], money_inks[currency_of(card)], held[card], marked);
    }
    put_hand(drawing, &hand, rows);
}

void alhambra_draw(const struct drawing *drawing) {
    const struct alhambra *a = (const struct alhambra *)(const void *)drawing->scene->view->bytes;
    bool is_high = drawing->height >= HIGH_ROWS;
    int rows = owners(a), spare = drawing->height - 5 - rows - HAND_ROWS, row = is_high ? 2 : 1;
    int pitch = drawing->height >= HIGH_ROWS + 2 * rows ? 2 : 1;
    put_heading(drawing, a);
    put_kinds(drawing, a, row);
    for (int owner = 0; owner < rows; owner++) put_owner(drawing, a, row + 2 + owner * pitch, owner);
    row += 2 + rows * pitch + (spare > 0);
    put_yard(drawing, a, row, is_high ? HIGH_CARD : 1);
    row += is_high ? HIGH_CARD : 1;
    put_money(drawing, a, row, is_high ? HIGH_CARD : 1);
    if (drawing->scene->viewer >= drawing->players) return;
    put_sums(drawing, a, row + is_high);
    put_own_money(drawing, a, drawing->height - row - (is_high ? HIGH_CARD : 1));
}
