/*
 * The table of Maharaja: the map at the left, with villages and their houses, cities, architects and the maharaja; at
 * the right a line for every seat, and the cities in the order of their governors, the next one first.
 *
 * Seats are known by their shapes: in a village a shape is a house, behind @ it is an architect, [●] is the inner
 * palace and ●◆···· are the six outer sites of a city.
 */
#include "games/maharaja/draw_map.h"
#include "games/maharaja/maharaja.h"
#include "terminal/draw_kit.h"

#include <stdio.h>
#include <string.h>

enum { PANEL = 39, WIDE_PANEL = 46, ROOMY_WIDTH = 100, ROOMY_HEIGHT = 22, CITY_CHIP = 3, NAMED_ROADS_WIDTH = 70 };

/* Columns of the panel, counted from its left. */
enum { NAME_WIDTH = 13, PALACES_END = 15, HOUSES_END = 21, GOLD_END = 26, CARDS_AT = 27, PLAN_AT = 32 };
enum { CITY_AT = 1, CITY_NAME_AT = 5, CITY_NAME_WIDTH = 9, FIELD_END = 18, SITES_AT = 19, CITY_HOUSES_AT = 29 };

struct view {
    const struct drawing *drawing;
    const struct maharaja *m;
    const struct board *board;
    struct atlas atlas;
    int panel; /* its first column */
    bool is_roomy;
};

static const char *const seat_words[SEATS] = {"0", "1", "2", "3", "4"};
static const char *const character_words[CHARACTERS + 1] = {"", "1", "2", "3", "4", "5", "6", "7"};

static enum ink city_ink(const struct board *board, int city) {
    static const struct {
        const char *name;
        enum ink ink;
    } inks[] = {{"pink", INK_RED},    {"brown", INK_BROWN},   {"ivory", INK_WHITE},   {"turquoise", INK_BLUE},
                {"grey", INK_GREY},   {"orange", INK_ORANGE}, {"purple", INK_VIOLET}, {"yellow", INK_YELLOW},
                {"green", INK_GREEN}, {"red", INK_RED},       {"blue", INK_BLUE},     {"white", INK_WHITE}};
    for (size_t i = 0; i < sizeof inks / sizeof *inks; i++)
        if (!strcmp(inks[i].name, board->places[city].colour)) return inks[i].ink;
    return INK_PLAIN;
}

static bool has_option(const struct maharaja *m, int option) { return m->head.options[option]; }
static int put_shape(const struct view *v, int row, int column, int seat) {
    return canvas_put(v->drawing->canvas, row, column, seat_ink(seat), seat_shape(seat));
}

/* Whose move is being considered. */
static int mover_of(const struct view *v) {
    int viewer = v->drawing->scene->viewer;
    return viewer < v->drawing->players ? viewer : v->m->turn - 1;
}

/* The city whose governor stands lowest but so many. */
static int city_at_rank(const struct maharaja *m, int rank) {
    for (int city = 1; city <= CITIES; city++) {
        int lower = 0;
        for (int other = 1; other <= CITIES; other++)
            lower += m->track[other] < m->track[city] || (m->track[other] == m->track[city] && other < city);
        if (lower == rank) return city;
    }
    return 1;
}

/* ---- What is going on ------------------------------------------------------------------------------------- */

/* The parts of its plan that the seat in turn has not carried out. */
static struct phrase parts_left(const struct view *v) {
    struct phrase list = {""};
    for (int part = 0; part < PARTS; part++) {
        size_t length = strlen(list.text);
        char times[16] = "";
        if (!v->m->parts[part]) continue;
        if (v->m->parts[part] > 1) snprintf(times, sizeof times, " ×%d", v->m->parts[part]);
        snprintf(list.text + length, sizeof list.text - length, "%s%s%s", length ? ", " : "",
                 word_at(v->drawing, "draw.maharaja.part", parts[part]), times);
    }
    if (!*list.text) return list;
    return fill_phrase(v->drawing, "draw.maharaja.left", &(struct lang_fill){.name = "parts", .text = list.text}, 1);
}

static void add_bid(const struct view *v, struct phrase *phrase) {
    if (!v->m->high) return;
    phrase_add(phrase, PHRASE(v->drawing, "draw.maharaja.bid", {.name = "n", .number = v->m->high - 1},
                              {.name = "name", .text = v->drawing->names[v->m->by - 1]}));
}

/* Whether the move being considered takes this character, from a seat or (-1) from the bank. */
static bool is_character_shown(const struct view *v, int character, int seat) {
    const struct arkad_move *move = v->drawing->scene->shown;
    if (!move || move->args[0] != character) return false;
    switch (move->verb) {
    case CHOOSE_CARD: return seat < 0;
    case TAKE_CARD:
    case EXCHANGE: return move->args[1] == seat + 1;
    case YIELD_CARD: return seat == v->m->asked - 1;
    default: return false;
    }
}

/* The characters nobody has, each to be clicked. */
static int put_bank(const struct view *v) {
    const struct drawing *drawing = v->drawing;
    const struct maharaja *m = v->m;
    struct phrase coins = {""};
    if (has_option(m, YOGI_AND_COINS))
        phrase_add(&coins, PHRASE(drawing, "draw.maharaja.coins", {.name = "n", .number = m->bank_coins}));
    const char *label = word_of(drawing, "draw.maharaja.bank");
    int count = __builtin_popcount(m->bank_cards), columns = canvas_columns(label) + 2 * count + 2 * !count + 1;
    int start = drawing->width - columns - (*coins.text ? canvas_columns(coins.text) + 3 : 0);
    int column = put_label(drawing, 0, start, label);
    if (!count) column = put_label(drawing, 0, column, "–");
    for (int character = 1; character <= CHARACTERS; character++) {
        if (!(m->bank_cards >> character & 1)) continue;
        bool is_shown = is_character_shown(v, character, -1);
        canvas_link(drawing->canvas, 0, column, 1, 1, character_words[character]);
        if (is_shown) canvas_put(drawing->canvas, 0, column - 1, INK_ASKED, "[");
        column = put_number(drawing, 0, column, INK_STRONG, character) + 1;
        if (is_shown) canvas_mark(drawing->canvas, 0, column - 2, 1, 1);
        if (is_shown) canvas_put(drawing->canvas, 0, column - 1, INK_ASKED, "]");
    }
    if (*coins.text) canvas_put(drawing->canvas, 0, column, INK_DIM, "· ");
    if (*coins.text) canvas_put(drawing->canvas, 0, column + 2, INK_DIM, coins.text);
    return start;
}

/* Where the maharaja is and where he goes next: the list of governors says it, too, so it may be left out. */
static void add_journey(const struct view *v, struct phrase *phrase, int width) {
    struct lang_fill fills[] = {{.name = "city", .text = v->board->places[v->m->maharaja].name},
                                {.name = "next", .text = v->board->places[city_at_rank(v->m, 0)].name}};
    struct phrase longer = *phrase;
    if (!v->m->round || v->m->head.phase == OVER) return;
    phrase_add(&longer, fill_phrase(v->drawing, "draw.maharaja.journey", fills, 2).text);
    if (canvas_columns(longer.text) <= width) *phrase = longer;
}

/* Whose turn it is stands in the list of seats, too: what is left to do is more important if room is short. */
static void put_heading(const struct view *v) {
    const struct drawing *drawing = v->drawing;
    struct phrase left = {""}, rest = parts_left(v);
    if (v->m->round) phrase_add(&left, PHRASE(drawing, "draw.round", {.name = "n", .number = v->m->round}));
    if (v->m->head.phase != ACT) phrase_add(&left, word_at(drawing, "draw.maharaja.phase", phases[v->m->head.phase]));
    if (v->m->head.phase == ACT && (v->is_roomy || !*rest.text))
        phrase_add(&left, PHRASE(drawing, "draw.turn_of", {.name = "name", .text = drawing->names[v->m->turn - 1]}));
    if (v->m->head.phase == AUCTION) add_bid(v, &left);
    phrase_add(&left, rest.text);
    int end = put_bank(v);
    add_journey(v, &left, end - 2);
    canvas_put_within(drawing->canvas, 0, 0, end - 2, INK_STRONG, left.text);
}

/* ---- The map ---------------------------------------------------------------------------------------------- */

static int count_architects(const struct maharaja *m, int place) {
    int count = 0;
    for (int seat = 0; seat < m->head.players; seat++) count += m->architects[seat] == place;
    return count;
}

/* Who stands in a place: the maharaja, and behind @ the architects. */
static int put_guests(const struct view *v, int row, int column, int place) {
    struct canvas *canvas = v->drawing->canvas;
    if (v->m->maharaja == place) column = canvas_put(canvas, row, column, INK_TITLE, "♛");
    if (!count_architects(v->m, place)) return column;
    column = canvas_put(canvas, row, column, INK_PLAIN, "@");
    for (int seat = 0; seat < v->drawing->players; seat++)
        if (v->m->architects[seat] == place) column = put_shape(v, row, column, seat);
    return column;
}

static int guest_columns(const struct maharaja *m, int place) {
    int architects = count_architects(m, place);
    return (m->maharaja == place) + architects + (architects > 0);
}

/* [●]●◆···· */
static int put_sites(const struct view *v, int row, int column, int city) {
    struct canvas *canvas = v->drawing->canvas;
    const struct city *c = &v->m->cities[city];
    int free = OUTER_SITES, neutral = has_option(v->m, NEUTRAL) ? SEATS - v->drawing->players : 0;
    column = canvas_put(canvas, row, column, INK_DIM, "[");
    column = c->inner ? put_shape(v, row, column, c->inner - 1) : canvas_put(canvas, row, column, INK_DIM, "·");
    column = canvas_put(canvas, row, column, INK_DIM, "]");
    for (int seat = 0; seat < v->drawing->players; seat++)
        for (int i = 0; i < c->outer[seat]; i++, free--) column = put_shape(v, row, column, seat);
    for (; neutral > 0 && free > 0; neutral--, free--) column = canvas_put(canvas, row, column, INK_GREY, "n");
    for (; free > 0; free--) column = canvas_put(canvas, row, column, INK_DIM, "·");
    return column;
}

/* ●2▼1 */
static int put_city_houses(const struct view *v, int row, int column, int city) {
    for (int seat = 0; seat < v->drawing->players; seat++)
        if (v->m->cities[city].houses[seat]) {
            column = put_shape(v, row, column, seat);
            column = put_number(v->drawing, row, column, INK_PLAIN, v->m->cities[city].houses[seat]);
        }
    return column;
}

static void put_brackets(const struct view *v, const struct spot *spot) {
    struct canvas *canvas = v->drawing->canvas;
    canvas_put(canvas, spot->row, spot->column - 1, INK_ASKED, "[");
    canvas_put(canvas, spot->row, spot->column + spot->width, INK_ASKED, "]");
    canvas_mark(canvas, spot->row, spot->column, spot->height, spot->width);
}

static void put_village(const struct view *v, int village) {
    const struct spot *spot = &v->atlas.spots[PLACES + village];
    int place = FIRST_VILLAGE + village, column = spot->column, houses = 0;
    if (!spot->is_laid) return;
    for (int seat = 0; seat < v->drawing->players; seat++) houses += houses_in(v->m, seat, bit(place));
    column = put_number(v->drawing, spot->row, column, houses ? INK_PLAIN : INK_DIM, village + 1);
    for (int seat = 0; seat < v->drawing->players; seat++)
        for (int i = 0; i < houses_in(v->m, seat, bit(place)); i++) column = put_shape(v, spot->row, column, seat);
    for (; column < spot->column + spot->width; column++)
        canvas_put(v->drawing->canvas, spot->row, column, INK_DIM, "·");
    canvas_link(v->drawing->canvas, spot->row, spot->column, 1, spot->width, places[place]);
    if (is_word_shown(v->drawing, places[place])) put_brackets(v, spot);
}

static void put_city_name(const struct view *v, int row, int column, int city) {
    char chip[48];
    snprintf(chip, sizeof chip, v->is_roomy ? " %s %s " : " %s ", spaces[city], v->board->places[city].name);
    canvas_put_reversed(v->drawing->canvas, row, column, city_ink(v->board, city), chip);
}

static int chip_columns(const struct view *v, int city) {
    return v->is_roomy ? canvas_columns(v->board->places[city].name) + CITY_CHIP + 1 : CITY_CHIP;
}

static void put_city(const struct view *v, int city) {
    const struct spot *spot = &v->atlas.spots[city];
    if (!spot->is_laid) return;
    bool is_mirrored = !v->is_roomy && spot->anchor > 1;
    int chip = chip_columns(v, city), guests = guest_columns(v->m, city);
    int column = is_mirrored ? spot->column + spot->width - chip : spot->column;
    put_city_name(v, spot->row, column, city);
    put_guests(v, spot->row, is_mirrored ? column - guests : column + chip, city);
    canvas_link(v->drawing->canvas, spot->row, spot->column, spot->height, spot->width, spaces[city]);
    if (spot->height > 1) {
        int end = put_sites(v, spot->row + 1, spot->column, city);
        put_city_houses(v, spot->row + 1, canvas_put(v->drawing->canvas, spot->row + 1, end, INK_PLAIN, " "), city);
    }
    if (is_word_shown(v->drawing, spaces[city])) canvas_mark(v->drawing->canvas, spot->row, column, 1, chip);
    if (is_word_shown(v->drawing, spaces[city])) canvas_put(v->drawing->canvas, spot->row, column - 1, INK_ASKED, "›");
}

static void put_start(const struct view *v) {
    const struct spot *spot = &v->atlas.spots[START];
    if (!spot->is_laid) return;
    canvas_put_reversed(v->drawing->canvas, spot->row, spot->column, INK_PLAIN, " 0 ");
    put_guests(v, spot->row, spot->column + CITY_CHIP, START);
}

static int city_houses_columns(const struct maharaja *m, int city) {
    int columns = 0;
    for (int seat = 0; seat < m->head.players; seat++)
        if (m->cities[city].houses[seat]) columns += m->cities[city].houses[seat] > 9 ? 3 : 2;
    return columns;
}

/* How large everything will be written. Without much room, guests stand on the inner side of a city's letter. */
static void measure(struct view *v) {
    struct atlas *atlas = &v->atlas;
    for (int place = 0; place < PLACES; place++) {
        struct spot *spot = &atlas->spots[place];
        int sites = 3 + OUTER_SITES + 1 + city_houses_columns(v->m, place);
        spot->height = v->is_roomy && place ? 2 : 1;
        spot->width = (place ? chip_columns(v, place) : CITY_CHIP) + guest_columns(v->m, place);
        if (spot->height > 1 && sites > spot->width) spot->width = sites;
        bool is_right = v->board->places[place].x > 600 && !v->is_roomy && place;
        spot->anchor = spot->height > 1 ? spot->width / 2 : is_right ? spot->width - 2 : 1;
    }
    int slots = v->drawing->players == 2 ? 1 : 2;
    for (int village = 0; village < v->board->village_count; village++) {
        struct spot *spot = &atlas->spots[PLACES + village];
        spot->height = 1, spot->width = (village < 9 ? 1 : 2) + slots, spot->anchor = spot->width / 2;
    }
}

static uint32_t shown_roads(const struct view *v) {
    uint32_t shown = 0;
    for (int road = 0; road < v->board->road_count; road++)
        if (is_word_shown(v->drawing, roads[road + 1])) shown |= 1U << road;
    return shown;
}

static void put_road_names(const struct view *v) {
    for (int road = 0; road < v->board->road_count; road++) {
        const struct spot *spot = &v->atlas.spots[ROAD_SPOTS + road];
        if (spot->is_laid) canvas_put(v->drawing->canvas, spot->row, spot->column, INK_DIM, roads[road + 1]);
    }
}

static void put_map(struct view *v) {
    v->atlas.board = v->board;
    v->atlas.row = 1, v->atlas.column = 1;
    v->atlas.height = v->drawing->height - 1, v->atlas.width = v->panel - 3;
    measure(v);
    atlas_lay(&v->atlas);
    if (v->atlas.width >= NAMED_ROADS_WIDTH) atlas_lay_names(&v->atlas);
    atlas_put_roads(&v->atlas, v->drawing->canvas, shown_roads(v));
    put_road_names(v);
    for (int village = 0; village < v->board->village_count; village++) put_village(v, village);
    put_start(v);
    for (int city = 1; city <= CITIES; city++) put_city(v, city);
    if (v->atlas.left_out) {
        struct lang_fill fill = {.name = "n", .number = v->atlas.left_out};
        put_right(v->drawing, v->drawing->height - 1, v->panel - 1, INK_BAD,
                  fill_phrase(v->drawing, "draw.maharaja.left_out", &fill, 1).text);
    }
}

/* ---- Seats ------------------------------------------------------------------------------------------------ */

static bool knows_gold(const struct view *v, int seat) {
    return seat == v->drawing->scene->viewer || v->m->head.phase == OVER;
}

static bool is_plan_considered(const struct view *v, int seat) {
    const struct arkad_move *move = v->drawing->scene->shown;
    return move && move->verb == PLAN_ACTIONS && seat == v->drawing->scene->viewer;
}

/* The plan as far as the viewer may know it; NULL: not set, or unknown. */
static const uint8_t *plan_of(const struct view *v, int seat) {
    if (is_plan_considered(v, seat)) return v->drawing->scene->shown->args;
    if (v->m->shown[seat][0]) return v->m->shown[seat];
    return seat == v->drawing->scene->viewer && v->m->seats[seat].plan[0] ? v->m->seats[seat].plan : NULL;
}

static struct phrase doing(const struct view *v, int seat, const char *base) {
    struct phrase phrase = place_of_seat(v->drawing, seat);
    const uint8_t *plan = plan_of(v, seat);
    if (plan)
        snprintf(phrase.text, sizeof phrase.text, v->is_roomy ? "%s + %s" : "%s+%s",
                 word_at(v->drawing, base, actions[plan[0]]), word_at(v->drawing, base, actions[plan[1]]));
    else if (v->m->planned >> seat & 1)
        phrase_add(&phrase, "░░░ ░░░");
    else if (v->m->head.phase == AUCTION && v->m->passed >> seat & 1)
        phrase_add(&phrase, word_of(v->drawing, "draw.passed"));
    return phrase;
}

/* Its characters, each to be clicked. */
static int put_characters(const struct view *v, int row, int column, int seat) {
    struct canvas *canvas = v->drawing->canvas;
    for (int character = 1; character <= CHARACTERS; character++) {
        if (!(v->m->cards[seat] >> character & 1)) continue;
        canvas_link(canvas, row, column, 1, 1, character_words[character]);
        column = put_number(v->drawing, row, column, INK_STRONG, character);
        if (is_character_shown(v, character, seat)) canvas_mark(canvas, row, column - 1, 1, 1);
    }
    return column;
}

static void put_seat_line(const struct view *v, int row, int seat) {
    const struct drawing *drawing = v->drawing;
    const struct maharaja *m = v->m;
    int at = v->panel;
    char houses[16], gold[16] = "?";
    snprintf(houses, sizeof houses, "%d+%d", m->reserve[seat], m->bank_houses[seat]);
    if (knows_gold(v, seat)) snprintf(gold, sizeof gold, "%d", m->seats[seat].gold);
    put_seat(drawing, row, at, NAME_WIDTH, seat);
    canvas_link(drawing->canvas, row, at, 1, NAME_WIDTH, seat_words[seat]);
    put_points(drawing, row, at + PALACES_END, drawing->points[seat]);
    put_right(drawing, row, at + HOUSES_END, INK_PLAIN, houses);
    put_right(drawing, row, at + GOLD_END, INK_PLAIN, gold);
    int end = put_characters(v, row, at + CARDS_AT, seat);
    if (m->coins[seat]) {
        char coins[16];
        snprintf(coins, sizeof coins, "¤%d", m->coins[seat]);
        end = canvas_put(drawing->canvas, row, end, INK_YELLOW, coins);
    }
    enum ink ink = is_plan_considered(v, seat) ? INK_ASKED : INK_PLAIN;
    int plan = end < at + PLAN_AT ? at + PLAN_AT : end + 1;
    if (!v->is_roomy)
        canvas_put_within(drawing->canvas, row, plan, drawing->width - plan, ink,
                          doing(v, seat, "draw.maharaja.short").text);
}

/* With room: the characters by name, and the plan in full. */
static void put_seat_words(const struct view *v, int row, int seat) {
    struct phrase words = {""};
    for (int character = 1; character <= CHARACTERS; character++)
        if (v->m->cards[seat] >> character & 1)
            phrase_add(&words, word_at(v->drawing, "maharaja.character", character_words[character]));
    phrase_add(&words, doing(v, seat, "maharaja.action").text);
    enum ink ink = is_plan_considered(v, seat) ? INK_ASKED : INK_DIM;
    canvas_put_within(v->drawing->canvas, row, v->panel + 3, v->drawing->width - v->panel - 3, ink, words.text);
}

static int put_seats(const struct view *v, int row) {
    const struct drawing *drawing = v->drawing;
    int at = v->panel, pitch = v->is_roomy ? 2 : 1;
    put_right(drawing, row, at + PALACES_END, INK_DIM, "♜");
    put_right(drawing, row, at + HOUSES_END - 2, INK_DIM, "⌂");
    put_right(drawing, row, at + GOLD_END, INK_DIM, word_of(drawing, "draw.maharaja.gold"));
    canvas_put(drawing->canvas, row, at + CARDS_AT, INK_DIM, word_of(drawing, "draw.maharaja.cards"));
    if (!v->is_roomy) canvas_put(drawing->canvas, row, at + PLAN_AT, INK_DIM, word_of(drawing, "draw.maharaja.plan"));
    for (int seat = 0; seat < drawing->players; seat++) {
        put_seat_line(v, row + 1 + seat * pitch, seat);
        if (v->is_roomy) put_seat_words(v, row + 2 + seat * pitch, seat);
    }
    return row + 1 + drawing->players * pitch;
}

/* ---- The cities, by their governors ------------------------------------------------------------------------ */

/* The sites of the city where the mover may build go by their own words. */
static void link_sites(const struct view *v, int row, int column, int city) {
    int mover = mover_of(v);
    if (mover < 0 || v->m->architects[mover] != city) return;
    canvas_link(v->drawing->canvas, row, column, 1, 3, "inner");
    canvas_link(v->drawing->canvas, row, column + 3, 1, OUTER_SITES, "outer");
    if (is_word_shown(v->drawing, "inner")) canvas_mark(v->drawing->canvas, row, column, 1, 3);
    if (is_word_shown(v->drawing, "outer")) canvas_mark(v->drawing->canvas, row, column + 3, 1, OUTER_SITES);
    if (is_word_shown(v->drawing, "inner") || is_word_shown(v->drawing, "outer"))
        canvas_put(v->drawing->canvas, row, v->panel + CITY_AT - 1, INK_ASKED, "›");
}

/* The raised number is the character at home there. */
static void put_city_line(const struct view *v, int row, int city) {
    static const char *const raised[CHARACTERS + 1] = {"", "¹", "²", "³", "⁴", "⁵", "⁶", "⁷"};
    struct canvas *canvas = v->drawing->canvas;
    int at = v->panel;
    int place = v->m->track[city];
    char chip[8], field[16];
    snprintf(chip, sizeof chip, " %s ", spaces[city]);
    snprintf(field, sizeof field, "%s%d", place < 0 ? "−" : "", place < 0 ? -place : place);
    canvas_link(canvas, row, at, 1, SITES_AT, spaces[city]);
    if (v->m->maharaja == city) canvas_put(canvas, row, at, INK_TITLE, "♛");
    if (is_word_shown(v->drawing, spaces[city])) canvas_put(canvas, row, at, INK_ASKED, "›");
    canvas_put_reversed(canvas, row, at + CITY_AT, city_ink(v->board, city), chip);
    int end =
        canvas_put_within(canvas, row, at + CITY_NAME_AT, CITY_NAME_WIDTH, INK_PLAIN, v->board->places[city].name);
    if (has_option(v->m, HOME)) canvas_put(canvas, row, end, INK_PLAIN, raised[v->m->homes[city]]);
    put_right(v->drawing, row, at + FIELD_END, INK_STRONG, field);
    put_sites(v, row, at + SITES_AT, city);
    link_sites(v, row, at + SITES_AT, city);
    put_city_houses(v, row, at + CITY_HOUSES_AT, city);
}

static int put_cities(const struct view *v, int row) {
    const struct drawing *drawing = v->drawing;
    if (drawing->height - row > CITIES) {
        canvas_put(drawing->canvas, row, v->panel + CITY_AT, INK_DIM, word_of(drawing, "draw.maharaja.governors"));
        canvas_put(drawing->canvas, row, v->panel + SITES_AT, INK_DIM, "♜");
        canvas_put(drawing->canvas, row, v->panel + CITY_HOUSES_AT, INK_DIM, "⌂");
        row++;
    }
    for (int rank = 0; rank < CITIES; rank++) put_city_line(v, row + rank, city_at_rank(v->m, rank));
    return row + CITIES;
}

/* What the signs mean, as far as there is room. */
static void put_legend(const struct view *v, int row) {
    static const char *const lines[] = {"draw.maharaja.legend.people", "draw.maharaja.legend.houses",
                                        "draw.maharaja.legend.sites"};
    for (int i = 0; i < 3 && row + i < v->drawing->height; i++)
        canvas_put_within(v->drawing->canvas, row + i, v->panel + CITY_AT, v->drawing->width - v->panel - CITY_AT,
                          INK_DIM, word_of(v->drawing, lines[i]));
}

void maharaja_draw(const struct drawing *drawing) {
    struct view v = {.drawing = drawing, .m = (const struct maharaja *)(const void *)drawing->scene->view->bytes};
    struct arkad_map built_in;
    v.board = map_board(drawing->scene->setup->map, &built_in);
    v.is_roomy = drawing->width >= ROOMY_WIDTH && drawing->height >= ROOMY_HEIGHT;
    v.panel = drawing->width - (v.is_roomy ? WIDE_PANEL : PANEL);
    put_heading(&v);
    put_map(&v);
    put_legend(&v, put_cities(&v, put_seats(&v, 1 + v.is_roomy) + v.is_roomy) + v.is_roomy);
}
