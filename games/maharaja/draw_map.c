/*
 * Lays a map out on the canvas: spots that do not overlap, as near as can be to where the map has them, then the roads
 * between them.
 */
#include "games/maharaja/draw_map.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Spots ------------------------------------------------------------------------------------------------ */

struct box {
    int left, right, top, bottom;
};

static void widen(struct box *box, int x, int y) {
    if (x < box->left) box->left = x;
    if (x > box->right) box->right = x;
    if (y < box->top) box->top = y;
    if (y > box->bottom) box->bottom = y;
}

/* What of the map's thousand by thousand is used. */
static struct box bounds_of(const struct board *board) {
    struct box box = {board->places[0].x, board->places[0].x, board->places[0].y, board->places[0].y};
    for (int i = 0; i < PLACES; i++) widen(&box, board->places[i].x, board->places[i].y);
    for (int i = 0; i < board->village_count; i++) widen(&box, board->villages[i].x, board->villages[i].y);
    return box;
}

static int scale(int value, int from, int to, int room) {
    return to > from ? ((value - from) * (room - 1) + (to - from) / 2) / (to - from) : room / 2;
}

static int clamp(int value, int min, int max) { return value > max ? max : value < min ? min : value; }

/* Where the map would have it, moved inside. */
static void aim(const struct atlas *atlas, struct spot *spot, int x, int y) {
    struct box box = bounds_of(atlas->board);
    int column = atlas->column + scale(x, box.left, box.right, atlas->width) - spot->anchor;
    int row = atlas->row + scale(y, box.top, box.bottom, atlas->height) - spot->height / 2;
    spot->column = clamp(column, atlas->column, atlas->column + atlas->width - spot->width);
    spot->row = clamp(row, atlas->row, atlas->row + atlas->height - spot->height);
}

static bool touch(const struct spot *one, const struct spot *other) {
    return one->row < other->row + other->height && other->row < one->row + one->height &&
           one->column <= other->column + other->width && other->column <= one->column + one->width;
}

static bool is_free(const struct atlas *atlas, const struct spot *spot) {
    for (int i = 0; i < SPOTS_MAX; i++)
        if (atlas->spots[i].is_laid && touch(spot, &atlas->spots[i])) return false;
    return true;
}

/* The nearest free column of a row, if it is nearer than the best so far; a row counts as two columns, as it looks. */
static void search_row(const struct atlas *atlas, const struct spot *aim, int row, struct spot *best, int *least) {
    struct spot tried = *aim;
    int down = 2 * (row - aim->row), last = atlas->column + atlas->width - aim->width;
    tried.row = row;
    for (tried.column = atlas->column; down * down < *least && tried.column <= last; tried.column++) {
        int right = tried.column - aim->column, distance = down * down + right * right;
        if (distance < *least && is_free(atlas, &tried)) *best = tried, *least = distance;
    }
}

/* Moves the spot to the nearest free place; false if there is none. */
static bool settle(const struct atlas *atlas, struct spot *spot) {
    struct spot best = *spot;
    int least = INT_MAX, first = atlas->row, last = atlas->row + atlas->height - spot->height;
    if (is_free(atlas, spot)) return true;
    for (int away = 0; away <= atlas->height; away++) {
        if (spot->row - away >= first) search_row(atlas, spot, spot->row - away, &best, &least);
        if (away && spot->row + away <= last) search_row(atlas, spot, spot->row + away, &best, &least);
    }
    *spot = best;
    return least < INT_MAX;
}

static void lay_spot(struct atlas *atlas, int index, int x, int y) {
    struct spot *spot = &atlas->spots[index];
    aim(atlas, spot, x, y);
    spot->is_laid = settle(atlas, spot);
    atlas->left_out += !spot->is_laid;
}

void atlas_lay(struct atlas *atlas) {
    atlas->left_out = 0;
    for (int i = 0; i < SPOTS_MAX; i++) atlas->spots[i].is_laid = false;
    for (int i = 0; i < PLACES; i++) lay_spot(atlas, i, atlas->board->places[i].x, atlas->board->places[i].y);
    for (int i = 0; i < atlas->board->village_count; i++)
        lay_spot(atlas, PLACES + i, atlas->board->villages[i].x, atlas->board->villages[i].y);
}

/* The spots along a road, from end to end; returns how many. */
static int stations_of(const struct atlas *atlas, int road, const struct spot *stations[5]) {
    int count = 0, villages = atlas->board->roads[road].village_count;
    const struct spot *spots = atlas->spots;
    if (spots[atlas->board->roads[road].from].is_laid) stations[count++] = &spots[atlas->board->roads[road].from];
    for (int i = 0; i < villages; i++) {
        const struct spot *village = &spots[PLACES + atlas->board->roads[road].villages[i] - 1];
        if (village->is_laid) stations[count++] = village;
    }
    if (spots[atlas->board->roads[road].to].is_laid) stations[count++] = &spots[atlas->board->roads[road].to];
    return count;
}

static int distance(const struct spot *one, const struct spot *other) {
    int right = one->column + one->anchor - other->column - other->anchor, down = 2 * (one->row - other->row);
    return right * right + down * down;
}

void atlas_lay_names(struct atlas *atlas) {
    for (int road = 0; road < atlas->board->road_count; road++) {
        const struct spot *stations[5];
        struct spot *spot = &atlas->spots[ROAD_SPOTS + road];
        int count = stations_of(atlas, road, stations), longest = 0;
        for (int i = 1; i + 1 < count; i++)
            if (distance(stations[i], stations[i + 1]) > distance(stations[longest], stations[longest + 1]))
                longest = i;
        if (count < 2) continue;
        const struct spot *from = stations[longest], *to = stations[longest + 1];
        *spot = (struct spot){.height = 1, .width = road < 9 ? 2 : 3, .anchor = 1};
        spot->row = (from->row + to->row) / 2;
        spot->column = (from->column + from->anchor + to->column + to->anchor) / 2 - 1;
        spot->is_laid = spot->column > atlas->column && is_free(atlas, spot);
    }
}

/* ---- Roads ------------------------------------------------------------------------------------------------ */

/* Lines are drawn with the dots of Braille patterns, two across and four down in every cell. */
enum { ACROSS = 2, DOWN = 4, ROAD_LINKS_MAX = 360 }; /* places and hands need links, too */

struct dots {
    uint8_t cells[CANVAS_HEIGHT_MAX][CANVAS_WIDTH_MAX];
};

static void dot(struct dots *dots, int x, int y) {
    static const uint8_t bits[DOWN][ACROSS] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
    if (x < 0 || y < 0 || x >= CANVAS_WIDTH_MAX * ACROSS || y >= CANVAS_HEIGHT_MAX * DOWN) return;
    dots->cells[y / DOWN][x / ACROSS] |= bits[y % DOWN][x % ACROSS];
}

static void line(struct dots *dots, const struct spot *from, const struct spot *to) {
    int x = (from->column + from->anchor) * ACROSS + 1, y = from->row * DOWN + from->height * DOWN / 2;
    int right = (to->column + to->anchor) * ACROSS + 1 - x, down = to->row * DOWN + to->height * DOWN / 2 - y;
    int steps = abs(right) > abs(down) ? abs(right) : abs(down);
    for (int i = 0; i <= steps && steps; i++) dot(dots, x + right * i / steps, y + down * i / steps);
}

/* Only where the map is: the rest is never looked at. */
static void clear(const struct atlas *atlas, struct dots *dots) {
    for (int row = 0; row < atlas->row + atlas->height; row++)
        memset(dots->cells[row], 0, (size_t)(atlas->column + atlas->width));
}

static void trace_road(const struct atlas *atlas, int road, struct dots *dots) {
    const struct spot *stations[5];
    int count = stations_of(atlas, road, stations);
    for (int i = 0; i + 1 < count; i++) line(dots, stations[i], stations[i + 1]);
}

static void link_road(const struct atlas *atlas, struct canvas *canvas, const struct dots *dots, int road) {
    char word[16];
    snprintf(word, sizeof word, "r%d", road + 1);
    for (int row = atlas->row; row < atlas->row + atlas->height; row++) {
        int start = atlas->column, end = atlas->column + atlas->width;
        while (start < end && !dots->cells[row][start]) start++;
        while (end > start && !dots->cells[row][end - 1]) end--;
        if (start < end && canvas->link_count < ROAD_LINKS_MAX) canvas_link(canvas, row, start, 1, end - start, word);
    }
}

static void put_dots(struct canvas *canvas, int row, int column, uint8_t dots, bool is_marked) {
    char glyph[4] = {(char)0xe2, (char)(0xa0 | dots >> 6), (char)(0x80 | (dots & 0x3f)), 0};
    canvas_put(canvas, row, column, is_marked ? INK_ASKED : INK_GREY, is_marked ? "•" : glyph);
}

static void put_road(const struct atlas *atlas, struct canvas *canvas, const struct dots *dots, bool is_marked) {
    for (int row = atlas->row; row < atlas->row + atlas->height; row++)
        for (int column = atlas->column; column < atlas->column + atlas->width; column++)
            if (dots->cells[row][column]) put_dots(canvas, row, column, dots->cells[row][column], is_marked);
}

void atlas_put_roads(const struct atlas *atlas, struct canvas *canvas, uint32_t marked) {
    struct dots all, one;
    if (atlas->height <= 0 || atlas->width <= 0) return;
    clear(atlas, &all);
    for (int road = 0; road < atlas->board->road_count; road++) {
        clear(atlas, &one);
        trace_road(atlas, road, &one);
        trace_road(atlas, road, &all);
        link_road(atlas, canvas, &one, road);
    }
    put_road(atlas, canvas, &all, false);
    for (int road = 0; road < atlas->board->road_count; road++) {
        if (!(marked >> road & 1)) continue;
        clear(atlas, &one);
        trace_road(atlas, road, &one);
        put_road(atlas, canvas, &one, true);
    }
}
