/*
 * The table of Byzanz: the lot and the bid cards, the market by kinds, a line for every seat, the viewer's hand.
 */
#include "games/byzanz/byzanz.h"
#include "terminal/draw_kit.h"

#include <stdio.h>
#include <string.h>

static const enum ink inks[KINDS + 1] = {INK_PLAIN, INK_BLUE,  INK_ORANGE, INK_VIOLET,
                                         INK_WHITE, INK_GREEN, INK_BROWN,  INK_GREY};

enum { HIGH_ROWS = 24, KEPT_COLUMNS = 100, STATE_COLUMN = 40, STATE_WIDTH = 33, KEPT_COLUMN = 74, HAND_ROWS = 3 };

static void add_list(const struct drawing *drawing, struct cards *list, const uint8_t *from, int count,
                     bool is_markable) {
    for (int i = 0; i < count;) {
        int equal = 1;
        while (i + equal < count && from[i + equal] == from[i]) equal++;
        int marked = is_markable ? count_shown(drawing, cards[from[i]]) : 0;
        cards_add(list, cards[from[i]], inks[kind_of(from[i])], equal, marked);
        i += equal;
    }
}

/* ---- What is going on ------------------------------------------------------------------------------------- */

static struct phrase stage_of(const struct drawing *drawing, const struct byzanz *b) {
    const struct table *table = &tables[b->head.players];
    struct phrase stage = {""};
    struct lang_fill fill = {.name = "n", .number = b->auction < b->head.players ? table->bid_cards[b->auction] : 0};
    if (b->head.phase == AUCTION || b->head.phase == PICK)
        phrase_add(&stage, fill_phrase(drawing, "draw.byzanz.auction", &fill, 1).text);
    if (b->head.phase != AUCTION) phrase_add(&stage, word_at(drawing, "draw.byzanz.phase", phases[b->head.phase]));
    return stage;
}

static void put_heading(const struct drawing *drawing, const struct byzanz *b) {
    struct phrase left = {""}, right = {""};
    phrase_add(&left, PHRASE(drawing, "draw.byzanz.round_of", {.name = "n", .number = b->round},
                             {.name = "all", .number = tables[b->head.players].rounds}));
    phrase_add(&left, stage_of(drawing, b).text);
    phrase_add(&right, PHRASE(drawing, "draw.pile", {.name = "n", .number = b->pile_count}));
    phrase_add(&right, PHRASE(drawing, "draw.byzanz.out", {.name = "n", .number = b->out}));
    put_header(drawing, left.text, right.text);
}

/* ---- The lot, the bid cards, the market -------------------------------------------------------------------- */

static int winner_of(const struct byzanz *b, int bid_card) {
    for (int seat = 0; seat < b->head.players; seat++)
        if (b->won[seat] == bid_card) return seat;
    return -1;
}

/* The bid cards in their order, each with the shape of its winner; the one that is being played for stands out. */
static void put_bid_cards(const struct drawing *drawing, const struct byzanz *b, int row) {
    const struct table *table = &tables[b->head.players];
    const char *label = word_of(drawing, "draw.byzanz.bid_cards");
    int column = drawing->width - b->head.players * 4 - canvas_columns(label);
    column = put_label(drawing, row, column, label);
    for (int i = 0; i < b->head.players; i++, column += 4) {
        int winner = winner_of(b, table->bid_cards[i]);
        char face[8];
        snprintf(face, sizeof face, " %d ", table->bid_cards[i]);
        if (winner >= 0) canvas_put(drawing->canvas, row, column + 2, seat_ink(winner), seat_shape(winner));
        if (i == b->auction)
            canvas_put_reversed(drawing->canvas, row, column, INK_ASKED, face);
        else
            put_number(drawing, row, column + 1, winner >= 0 ? seat_ink(winner) : INK_DIM, table->bid_cards[i]);
    }
}

static int put_lot(const struct drawing *drawing, const struct byzanz *b, int row) {
    int height = drawing->height >= HIGH_ROWS ? HIGH_CARD : 1, middle = row + height / 2;
    struct cards lot = {0};
    add_list(drawing, &lot, b->lot, b->lot_count, b->head.phase == PICK);
    int column = put_label(drawing, middle, 0, word_of(drawing, "draw.byzanz.lot"));
    put_cards(drawing, row, column, height, 6 * LOT_MAX, &lot);
    put_bid_cards(drawing, b, middle);
    return row + height;
}

/* Moves take a whole kind, so its cards go by the kind's word. */
static void add_market_kind(const struct drawing *drawing, const struct byzanz *b, int kind, struct cards *list) {
    bool is_marked = b->head.phase == MARKET && is_word_shown(drawing, kinds[kind]);
    for (uint8_t card = first_of(kind); card <= last_of(kind); card++)
        cards_add_as(list, cards[card], kinds[kind], inks[kind], b->market[card], is_marked ? b->market[card] : 0);
}

static int put_market_in_line(const struct drawing *drawing, const struct byzanz *b, int row) {
    struct cards market = {0};
    for (int kind = 1; kind <= KINDS; kind++) add_market_kind(drawing, b, kind, &market);
    int column = put_label(drawing, row, 0, word_of(drawing, "draw.byzanz.market"));
    put_cards(drawing, row, column, 2, drawing->width - column, &market);
    return row + 2;
}

/* A column for every kind, under its name. */
static int put_market_by_kind(const struct drawing *drawing, const struct byzanz *b, int row) {
    int pitch = drawing->width / KINDS;
    for (int kind = 1; kind <= KINDS; kind++) {
        struct cards stall = {0};
        int column = (kind - 1) * pitch;
        add_market_kind(drawing, b, kind, &stall);
        char letter[8];
        snprintf(letter, sizeof letter, " %s ", kinds[kind]);
        canvas_put_reversed(drawing->canvas, row, column, inks[kind], letter);
        canvas_put_within(drawing->canvas, row, column + 4, pitch - 4, INK_DIM,
                          word_at(drawing, "byzanz.kind", kinds[kind]));
        canvas_link(drawing->canvas, row, column, 3, pitch - 1, kinds[kind]);
        put_cards(drawing, row + 1, column, 2, pitch - 1, &stall);
    }
    return row + 3;
}

static int put_market(const struct drawing *drawing, const struct byzanz *b, int row) {
    if (drawing->height < HIGH_ROWS) return put_market_in_line(drawing, b, row);
    put_label(drawing, row + 1, 0, word_of(drawing, "draw.byzanz.market"));
    return put_market_by_kind(drawing, b, row + 2);
}

/* ---- Seats ------------------------------------------------------------------------------------------------ */

static bool has_passed(const struct byzanz *b, int seat) { return memchr(b->passed, seat + 1, b->passed_count); }

static void put_bid(const struct drawing *drawing, const struct byzanz *b, int row, int seat) {
    struct cards laid = {0};
    add_list(drawing, &laid, b->laid[seat], b->laid_count[seat], false);
    struct lang_fill fill = {.name = "n", .number = b->bids[seat]};
    struct phrase bid = fill_phrase(drawing, "draw.byzanz.bid", &fill, 1);
    int column = canvas_put(drawing->canvas, row, STATE_COLUMN, INK_STRONG, bid.text) + 1;
    put_cards(drawing, row, column, 1, STATE_COLUMN + STATE_WIDTH - column, &laid);
}

static void put_state(const struct drawing *drawing, const struct byzanz *b, int row, int seat) {
    struct phrase state = place_of_seat(drawing, seat);
    struct lang_fill fill = {.name = "n", .number = b->won[seat]};
    if (b->laid_count[seat]) {
        put_bid(drawing, b, row, seat);
        return;
    }
    if (b->won[seat]) phrase_add(&state, fill_phrase(drawing, "draw.byzanz.won", &fill, 1).text);
    if (has_passed(b, seat)) phrase_add(&state, word_of(drawing, "draw.passed"));
    if (b->head.phase == FINAL && b->done[seat]) phrase_add(&state, word_of(drawing, "draw.byzanz.done"));
    if (b->head.phase == AUCTION && b->opener == seat + 1) phrase_add(&state, word_of(drawing, "draw.byzanz.opens"));
    canvas_put_within(drawing->canvas, row, STATE_COLUMN, STATE_WIDTH, INK_PLAIN, state.text);
}

/* What was kept of sales: the cards if there is room, else how many. */
static void put_kept(const struct drawing *drawing, const struct byzanz *b, int row, int seat) {
    struct cards kept = {0};
    add_list(drawing, &kept, b->kept + sum_bytes(b->kept_count, seat), b->kept_count[seat], false);
    if (drawing->width < KEPT_COLUMNS)
        put_number(drawing, row, KEPT_COLUMN, INK_PLAIN, b->kept_count[seat]);
    else
        put_cards(drawing, row, KEPT_COLUMN, 1, drawing->width - KEPT_COLUMN, &kept);
}

static void put_seat_line(const struct drawing *drawing, const struct byzanz *b, int row, int seat) {
    put_seat(drawing, row, 0, 17, seat);
    put_points(drawing, row, 21, drawing->points[seat]);
    put_backs(drawing, row, 25, 11, b->hand_count[seat], b->hand_count[seat]);
    put_state(drawing, b, row, seat);
    put_kept(drawing, b, row, seat);
}

static void put_seats(const struct drawing *drawing, const struct byzanz *b, int row, int room) {
    int pitch = room > 2 * drawing->players ? 2 : 1;
    put_right(drawing, row, 21, INK_DIM, word_of(drawing, "draw.points"));
    put_label(drawing, row, 25, word_of(drawing, "draw.byzanz.hand"));
    put_label(drawing, row, KEPT_COLUMN, word_of(drawing, "draw.byzanz.kept"));
    for (int seat = 0; seat < drawing->players; seat++) put_seat_line(drawing, b, row + 1 + seat * pitch, seat);
}

static void put_own_hand(const struct drawing *drawing, const struct byzanz *b) {
    int seat = drawing->scene->viewer;
    struct cards hand = {0};
    if (seat >= drawing->players) return;
    add_list(drawing, &hand, b->seats[seat].hand, b->hand_count[seat], b->head.phase != PICK);
    put_hand(drawing, &hand, drawing->height >= HIGH_ROWS ? HIGH_CARD : HAND_ROWS - 1);
}

void byzanz_draw(const struct drawing *drawing) {
    const struct byzanz *b = (const struct byzanz *)(const void *)drawing->scene->view->bytes;
    put_heading(drawing, b);
    int row = put_market(drawing, b, put_lot(drawing, b, 1));
    int room = drawing->height - row - HAND_ROWS;
    put_seats(drawing, b, room > drawing->players + 2 ? row + 1 : row, room - 2);
    put_own_hand(drawing, b);
}
