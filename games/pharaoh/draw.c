/*
 * The table of Oh, Pharaoh!: the open cards and the track, what is being traded or played, everyone's pyramids side by
 * side, and the viewer's hand.
 */
#include "games/pharaoh/pharaoh.h"
#include "terminal/draw_kit.h"

#include <stdio.h>
#include <string.h>

enum { HIGH_ROWS = 24, HAND_ROWS = 2, ROOMY_ROWS = 10, OWNER_ROWS = 3 }; /* of a seat: worth, name and points, hand */

static enum ink ink_of(int card) {
    static const enum ink specials[] = {INK_BLUE, INK_GREY, INK_VIOLET, INK_RED}; /* joker, thief, collector, pharaoh */
    return card <= LEVELS ? INK_YELLOW : specials[card - JOKER];
}

static bool shows_verb(const struct drawing *drawing, int verb) {
    return drawing->scene->shown && drawing->scene->shown->verb == verb;
}

/* ---- What is going on ------------------------------------------------------------------------------------- */

static const char *name_of(const struct drawing *drawing, int seat) { return drawing->names[seat]; }

static void put_heading(const struct drawing *drawing, const struct pharaoh *p) {
    struct phrase left = {""}, right = {""};
    if (p->turn)
        phrase_add(&left, PHRASE(drawing, "draw.turn_of", {.name = "name", .text = name_of(drawing, p->turn - 1)}));
    phrase_add(&left, word_at(drawing, "draw.pharaoh.phase", phases[p->head.phase]));
    if (p->offers)
        phrase_add(&left, PHRASE(drawing, "draw.pharaoh.offers", {.name = "n", .number = p->offers},
                                 {.name = "all", .number = p->head.options[OPTION_OFFERS]}));
    if (p->die && !p->played) phrase_add(&left, PHRASE(drawing, "draw.pharaoh.die", {.name = "n", .number = p->die}));
    phrase_add(&right, PHRASE(drawing, "draw.pile", {.name = "n", .number = p->pile_count}));
    phrase_add(&right, PHRASE(drawing, "draw.discard", {.name = "n", .number = p->discard_count}));
    put_header(drawing, left.text, right.text);
}

static int put_open(const struct drawing *drawing, const struct pharaoh *p, int row, int height) {
    int column = put_label(drawing, row + height / 2, 0, word_of(drawing, "draw.pharaoh.open"));
    for (int i = 0; i < OPEN; i++) {
        uint8_t card = p->open[i];
        struct run run = {cards[card], cards[card], (uint8_t)(card ? ink_of(card) : INK_DIM), 1, false};
        run.is_marked = shows_verb(drawing, DRAW_CARD) && card && drawing->scene->shown->args[0] == card;
        if (card)
            column = put_card(drawing, row, column, height, &run) + (height == 1);
        else
            column = canvas_put(drawing->canvas, row + height / 2, column + 1, INK_DIM, "– ") + 1;
    }
    struct run pile = {"░", "pile", INK_GREY, 1, shows_verb(drawing, DRAW_CARD) && !drawing->scene->shown->args[0]};
    return put_card(drawing, row, column + 1, height, &pile);
}

/* The fields: those that change the rules in round brackets, the marker's in square ones. */
static void put_track(const struct drawing *drawing, const struct pharaoh *p, int row, int column) {
    column = put_label(drawing, row, column, word_of(drawing, "draw.pharaoh.track"));
    for (int field = 0; field <= LAST_FIELD; field++) {
        bool is_special = field == FIRST_FIELD || field == p->head.options[OPTION_SECOND] || field == LAST_FIELD;
        char text[16];
        snprintf(text, sizeof text, field == p->marker ? "[%d]" : is_special ? "(%d)" : " %d ", field);
        if (field == p->marker)
            column = canvas_put_reversed(drawing->canvas, row, column, INK_TITLE, text);
        else
            column = canvas_put(drawing->canvas, row, column, field < p->marker ? INK_PLAIN : INK_DIM, text);
    }
}

/* What the fields reached so far have changed, and what the next one will. */
static void put_fields(const struct drawing *drawing, const struct pharaoh *p, int row) {
    int second = p->head.options[OPTION_SECOND];
    struct phrase phrase = {""};
    phrase_add(&phrase, PHRASE(drawing, "draw.pharaoh.two", {.name = "n", .number = FIRST_FIELD}));
    phrase_add(&phrase, PHRASE(drawing, "draw.pharaoh.three", {.name = "n", .number = second}));
    phrase_add(&phrase, PHRASE(drawing, "draw.pharaoh.end", {.name = "n", .number = LAST_FIELD}));
    canvas_put_within(drawing->canvas, row, 0, drawing->width, INK_DIM, phrase.text);
}

/* One side of a trade. */
static int put_terms(const struct drawing *drawing, const struct pharaoh *p, int row, int column, int sign) {
    struct cards list = {0};
    for (int card = 1; card <= KINDS; card++)
        if (p->terms[card] * sign > 0) cards_add(&list, cards[card], ink_of(card), p->terms[card] * sign, 0);
    int width = (drawing->width - column) / (sign > 0 ? 2 : 1), start = drawing->canvas->link_count;
    put_cards(drawing, row, column, 1, width, &list);
    drawing->canvas->link_count = start; /* an answer does not name the cards */
    for (int card = 0; card < list.count; card++) column += list.runs[card].count * 4;
    return column;
}

static void put_trade(const struct drawing *drawing, const struct pharaoh *p, int row) {
    int turn = p->turn - 1, partner = p->partner - 1;
    bool is_partners = p->head.phase == COUNTER;
    const char *key = p->is_to_all ? "draw.pharaoh.offers_all" : "draw.pharaoh.offers_to";
    struct lang_fill fills[] = {{.name = "from", .text = name_of(drawing, is_partners ? partner : turn)},
                                {.name = "to", .text = name_of(drawing, is_partners ? turn : partner)}};
    struct phrase offer = fill_phrase(drawing, p->is_counter ? "draw.pharaoh.counters" : key, fills, 2);
    int column = canvas_put(drawing->canvas, row, 0, INK_ASKED, offer.text) + 1;
    column = put_terms(drawing, p, row, column, 1);
    column = canvas_put(drawing->canvas, row, column + 1, INK_ASKED, word_of(drawing, "draw.pharaoh.for")) + 1;
    put_terms(drawing, p, row, column, -1);
}

static void add_wards(const struct drawing *drawing, const struct pharaoh *p, struct phrase *phrase) {
    for (int i = 0; i < SEATS - 1; i++)
        if (p->wards[i])
            phrase_add(phrase, PHRASE(drawing, "draw.pharaoh.ward",
                                      {.name = "name", .text = name_of(drawing, p->wards[i] - 1)}));
}

static void put_play(const struct drawing *drawing, const struct pharaoh *p, int row) {
    struct phrase phrase = {""};
    const char *from = name_of(drawing, p->turn - 1);
    if (p->played == THIEF)
        phrase_add(&phrase,
                   PHRASE(drawing, "draw.pharaoh.thief", {.name = "from", .text = from},
                          {.name = "to", .text = name_of(drawing, p->target - 1)}, {.name = "n", .number = p->robbed}));
    else
        phrase_add(&phrase, PHRASE(drawing, "draw.pharaoh.tax", {.name = "from", .text = from}));
    add_wards(drawing, p, &phrase);
    if (p->die) phrase_add(&phrase, PHRASE(drawing, "draw.pharaoh.die", {.name = "n", .number = p->die}));
    canvas_put_within(drawing->canvas, row, 0, drawing->width, INK_ASKED, phrase.text);
}

/* A trade, a thief or a tax collector; while there is none, what the track says. */
static void put_event(const struct drawing *drawing, const struct pharaoh *p, int row) {
    if (p->head.phase == ANSWER || p->head.phase == COUNTER)
        put_trade(drawing, p, row);
    else if (p->played)
        put_play(drawing, p, row);
    else
        put_fields(drawing, p, row);
}

/* ---- Pyramids --------------------------------------------------------------------------------------------- */

/* A pyramid as it is drawn: with the cards that the move being considered would add. */
struct pyramid {
    int seat, index;
    const uint8_t *levels;
    uint8_t added[LEVELS + 1];
    bool is_marked; /* named as a whole by that move */
    int marked_level;
    int row, column, height, width; /* where it may stand */
    int level_rows;                 /* with room, a gap of half a row between the levels */
};

static int cards_at(const struct pyramid *pyramid, int number) {
    uint8_t level = pyramid->levels[number], added = pyramid->added[number];
    return stones_on(level) + jokers_on(level) + stones_on(added) + jokers_on(added);
}

static int widest_of(const struct pyramid *pyramid) {
    int widest = 0;
    for (int number = 1; number <= LEVELS; number++)
        if (cards_at(pyramid, number) > widest) widest = cards_at(pyramid, number);
    return widest;
}

/* How many columns from stone to stone: 4 has a number in a block and a gap, 2 a digit and a gap, 1 digits alone. */
static int pitch_of(const struct pyramid *pyramid) {
    int widest = widest_of(pyramid);
    if (widest * 4 - 1 <= pyramid->width) return 4;
    return widest * 2 - 1 <= pyramid->width ? 2 : 1;
}

static int put_stone(const struct drawing *drawing, int row, int column, int pitch, int level_rows, int number,
                     bool is_joker, bool is_added) {
    char digit = (char)('0' + number);
    char narrow[2] = {is_joker ? '*' : digit}, word[3] = {digit};
    char face[4] = {is_added ? '[' : ' ', digit, is_joker ? '*' : is_added ? ']' : ' '};
    if (is_joker) word[0] = '*', word[1] = digit;
    enum ink ink = is_added ? INK_ASKED : ink_of(is_joker ? JOKER : number);
    int end = canvas_put_reversed(drawing->canvas, row, column, ink, pitch < 4 ? narrow : face);
    for (int i = column; level_rows > 1 && i < end; i++) canvas_put(drawing->canvas, row + 1, i, ink, "▀");
    canvas_link(drawing->canvas, row, column, 1, end - column, word);
    if (is_added) canvas_mark(drawing->canvas, row, column, 1, end - column);
    return column + pitch;
}

static void put_level(const struct drawing *drawing, const struct pyramid *pyramid, int row, int number, int pitch) {
    uint8_t level = pyramid->levels[number], added = pyramid->added[number];
    int counts[] = {stones_on(level), jokers_on(level), stones_on(added), jokers_on(added)};
    int columns = cards_at(pyramid, number) * pitch - (pitch > 1);
    int start = pyramid->column + (pyramid->width - columns) / 2, column = start;
    for (int i = 0; i < 4; i++)
        for (int j = 0; j < counts[i]; j++)
            column = put_stone(drawing, row, column, pitch, pyramid->level_rows, number, i & 1, i >= 2);
    if (pyramid->is_marked || pyramid->marked_level == number) canvas_mark(drawing->canvas, row, start, 1, columns);
    if (pyramid->marked_level == number && start > pyramid->column)
        canvas_put(drawing->canvas, row, start - 1, INK_ASKED, "›");
}

static void put_many(const struct drawing *drawing, const struct pyramid *pyramid, int row, int count) {
    char text[12];
    snprintf(text, sizeof text, "+%d", count);
    canvas_put(drawing->canvas, row, pyramid->column + pyramid->width / 2 - 1, INK_STRONG, text);
}

static void put_worth(const struct drawing *drawing, const struct pyramid *pyramid, int row) {
    char text[40], word[16];
    uint8_t whole[LEVELS + 1];
    for (int number = 0; number <= LEVELS; number++) whole[number] = pyramid->levels[number] | pyramid->added[number];
    snprintf(text, sizeof text, pyramid->is_marked ? "[%d: %d]" : "%d: %d", pyramid->index + 1, worth(whole));
    snprintf(word, sizeof word, "%d", pyramid->index + 1);
    int column = pyramid->column + (pyramid->width - canvas_columns(text)) / 2;
    bool is_changed = pyramid->is_marked || memcmp(whole + 1, pyramid->levels + 1, LEVELS);
    int end = canvas_put(drawing->canvas, row, column, is_changed ? INK_ASKED : INK_PLAIN, text);
    canvas_link(drawing->canvas, row, column, 1, end - column, word);
}

static void put_pyramid(const struct drawing *drawing, struct pyramid *pyramid) {
    int pitch = pitch_of(pyramid), row = pyramid->row + pyramid->height, levels = 0;
    for (int number = 1; number <= LEVELS; number++) levels += cards_at(pyramid, number) > 0;
    pyramid->level_rows = levels * 2 <= pyramid->height && pyramid->height >= ROOMY_ROWS ? 2 : 1;
    int buried = levels > pyramid->height ? levels - pyramid->height + 1 : 0;
    if (buried) put_many(drawing, pyramid, --row, buried);
    for (int number = 1; number <= LEVELS; number++) {
        if (!cards_at(pyramid, number) || buried-- > 0) continue;
        row -= pyramid->level_rows;
        put_level(drawing, pyramid, row, number, pitch);
    }
    put_worth(drawing, pyramid, pyramid->row + pyramid->height);
}

/* ---- What the move being considered does to pyramids ------------------------------------------------------- */

static int mover_of(const struct drawing *drawing, const struct pharaoh *p) {
    int viewer = drawing->scene->viewer;
    return viewer < drawing->players ? viewer : p->turn - 1;
}

static bool is_pyramid_named(const struct drawing *drawing, const struct pyramid *pyramid, int mover) {
    const struct arkad_move *move = drawing->scene->shown;
    if (shows_verb(drawing, SCORE_N)) return pyramid->seat == mover && move->args[0] == pyramid->index + 1;
    if (!shows_verb(drawing, SEND_THIEF) && !shows_verb(drawing, SWAP)) return false;
    return move->args[0] == pyramid->seat && move->args[1] == pyramid->index + 1;
}

static void note_move(const struct drawing *drawing, const struct pharaoh *p, struct pyramid *pyramid) {
    const struct arkad_move *move = drawing->scene->shown;
    int mover = mover_of(drawing, p);
    bool is_named = is_pyramid_named(drawing, pyramid, mover), is_own = pyramid->seat == mover;
    if (shows_verb(drawing, EXTEND) && is_own && move->args[0] == pyramid->index + 1)
        memcpy(pyramid->added + 1, move->args + 1, LEVELS);
    if (shows_verb(drawing, BUILD) && is_own && pyramid->index == p->pyramid_count[mover])
        memcpy(pyramid->added + 1, move->args + 1, LEVELS);
    pyramid->is_marked = is_named && !shows_verb(drawing, SWAP);
    if (is_named && shows_verb(drawing, SWAP)) pyramid->marked_level = move->args[2];
    if (shows_verb(drawing, STEAL_CARD) && p->target == pyramid->seat + 1 && p->robbed == pyramid->index + 1)
        pyramid->marked_level = move->args[0];
}

static void put_pyramids(const struct drawing *drawing, const struct pharaoh *p, int seat, struct pyramid where) {
    static const uint8_t none[LEVELS + 1];
    bool is_built = shows_verb(drawing, BUILD) && seat == mover_of(drawing, p);
    int count = p->pyramid_count[seat] + is_built;
    if (count > PYRAMIDS) count = PYRAMIDS;
    for (int i = 0; i < count; i++) {
        struct pyramid pyramid = where;
        pyramid.seat = seat, pyramid.index = i;
        pyramid.levels = i < p->pyramid_count[seat] ? p->pyramids[seat][i] : none;
        pyramid.width = count > 1 ? (where.width - 1) / 2 : where.width;
        pyramid.column += i * (pyramid.width + 1);
        note_move(drawing, p, &pyramid);
        put_pyramid(drawing, &pyramid);
    }
}

/* ---- Seats ------------------------------------------------------------------------------------------------ */

/* How many cards of each kind the viewer knows in a hand: for certain (shift 0), or perhaps (shift 4). */
static int count_known(const struct drawing *drawing, const struct pharaoh *p, int seat, int shift,
                       uint8_t counts[KINDS + 1]) {
    int viewer = drawing->scene->viewer, sum = 0;
    for (int card = 1; card <= KINDS; card++) {
        bool is_known = viewer < drawing->players && viewer != seat;
        counts[card] = (uint8_t)(is_known ? p->seats[viewer].known[seat][card] >> shift & 15 : 0);
        sum += counts[card];
    }
    return sum;
}

/* The kinds that may be among the cards seen from behind, as "(38?)". */
static void put_doubtful(const struct drawing *drawing, int row, int column, int end, const uint8_t *counts) {
    char text[KINDS + 4] = "(";
    size_t used = 1;
    for (int card = 1; card <= KINDS; card++)
        if (counts[card]) text[used++] = cards[card][0];
    strcpy(text + used, "?)");
    canvas_put_within(drawing->canvas, row, column, end - column, INK_DIM, text);
}

/* A hand: its number, what is not known from behind, what is known as it is, and what may be there. */
static void put_others_hand(const struct drawing *drawing, const struct pharaoh *p, int seat, int row, int column,
                            int width) {
    uint8_t counts[KINDS + 1];
    int end = column + width, known = count_known(drawing, p, seat, 0, counts);
    int behind = p->hand_count[seat] - known;
    column = put_backs(drawing, row, column, width - (known ? known + 1 : 0), p->hand_count[seat], behind);
    column += known && behind;
    for (int card = 1; card <= KINDS; card++)
        for (int i = 0; i < counts[card] && column < end; i++)
            column = canvas_put_reversed(drawing->canvas, row, column, ink_of(card), cards[card]);
    if (count_known(drawing, p, seat, 4, counts)) put_doubtful(drawing, row, column + 1, end, counts);
}

static void put_owner(const struct drawing *drawing, const struct pharaoh *p, int seat, int row, int column,
                      int width) {
    static const char *const words[SEATS] = {"0", "1", "2", "3"};
    put_seat(drawing, row, column, width - 6, seat);
    canvas_link(drawing->canvas, row, column, 1, width, words[seat]);
    put_points(drawing, row, column + width, p->head.phase == OVER ? drawing->points[seat] : p->points[seat]);
    if (p->head.phase == OVER)
        canvas_put(drawing->canvas, row + 1, column + 1, INK_STRONG, place_of_seat(drawing, seat).text);
    else
        put_others_hand(drawing, p, seat, row + 1, column, width);
}

/* The own cards that the move being considered uses. */
static void count_marked(const struct drawing *drawing, int marked[KINDS + 1]) {
    static const uint8_t specials[VERBS] = {[SEND_THIEF] = THIEF, [TAX] = COLLECTOR, [WARD_OFF] = PHARAOH};
    const struct arkad_move *move = drawing->scene->shown;
    memset(marked, 0, (KINDS + 1) * sizeof *marked);
    if (!move) return;
    const int8_t *terms = (const int8_t *)move->args;
    for (int card = 1; card <= KINDS && (move->verb == OFFER || move->verb == COUNTER_OFFER); card++)
        marked[card] = terms[card] > 0 ? terms[card] : 0;
    for (int number = 1; number <= LEVELS && (move->verb == BUILD || move->verb == EXTEND); number++) {
        marked[number] = stones_on(move->args[number]);
        marked[JOKER] += jokers_on(move->args[number]);
    }
    if (specials[move->verb]) marked[specials[move->verb]] = 1;
    if (move->verb == DISCARD) marked[move->args[0]] = 1;
    if (move->verb == SWAP) marked[move->args[2]] = 1;
}

static int put_own_hand(const struct drawing *drawing, const struct pharaoh *p, int rows) {
    int seat = drawing->scene->viewer, marked[KINDS + 1];
    struct cards hand = {0};
    if (seat >= drawing->players) return drawing->height;
    count_marked(drawing, marked);
    for (int card = 1; card <= KINDS; card++)
        cards_add(&hand, cards[card], ink_of(card), p->seats[seat].hand[card], marked[card]);
    return put_hand(drawing, &hand, rows);
}

void pharaoh_draw(const struct drawing *drawing) {
    const struct pharaoh *p = (const struct pharaoh *)(const void *)drawing->scene->view->bytes;
    bool is_high = drawing->height >= HIGH_ROWS;
    int height = is_high ? HIGH_CARD : 1;
    put_heading(drawing, p);
    put_track(drawing, p, 1 + height / 2, put_open(drawing, p, 1, height) + 3);
    put_event(drawing, p, 1 + height);
    int bottom = put_own_hand(drawing, p, is_high ? HIGH_CARD : HAND_ROWS) - is_high, top = 2 + height;
    for (int seat = 0; seat < drawing->players; seat++) {
        int column = seat * drawing->width / drawing->players;
        int width = (seat + 1) * drawing->width / drawing->players - column - 1;
        struct pyramid where = {.row = top, .column = column, .width = width, .height = bottom - OWNER_ROWS - top};
        put_pyramids(drawing, p, seat, where);
        put_owner(drawing, p, seat, bottom - OWNER_ROWS + 1, column, width);
    }
}
