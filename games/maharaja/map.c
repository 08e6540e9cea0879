/*
 * Reads and writes the map files of Maharaja: which roads lead from where to where, which villages lie along them, who
 * lives in which city, and where everything is drawn. games/maharaja/rajasthan.map explains the form.
 *
 * A map comes from anyone who wants to play on it, so every line is judged, and every complaint has its number.
 */
#include "games/maharaja/map.h"

#include "engine/game.h"

#include <assert.h>
#include <string.h>

#define BUILT_IN "rajasthan"

enum {
    VILLAGES_MIN = 10, /* five players put twenty houses on villages for two */
    COORDINATE_MAX = 1000,
    HOMES = 7,
    SHOWN = 24, /* as much of a bad word as is shown */
    ALL_PLACES = (1 << PLACES) - 1,
};

/* What has been read so far. Ids are kept as bits, v1 and r1 in bit 1. */
struct reading {
    struct arkad_map *map;
    struct board *board; /* what is on it */
    struct text *why;
    const char *at, *end; /* the rest of the line */
    int line, wrong_line;
    uint64_t villages, roads;
    unsigned places, homes;
};

/* ---- Words ------------------------------------------------------------------------------------------------ */

struct word {
    const char *start;
    size_t length;
};

static bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\r'; }

/* The next word of the line; empty at its end. */
static struct word next_word(struct reading *r) {
    while (r->at < r->end && is_blank(*r->at)) r->at++;
    struct word word = {.start = r->at};
    while (r->at < r->end && !is_blank(*r->at)) r->at++;
    word.length = (size_t)(r->at - word.start);
    return word;
}

static bool is_word(struct word word, const char *string) {
    return word.length == strlen(string) && !memcmp(word.start, string, word.length);
}

/* A word as it can stand in a complaint. */
static const char *show(struct word word, char shown[SHOWN]) {
    struct text out = text_in(shown, SHOWN);
    for (size_t i = 0; i < word.length; i++)
        text_char(&out, word.start[i] > ' ' && word.start[i] <= '~' ? word.start[i] : '?');
    return word.length ? shown : "nothing";
}

/* Plain digits, without needless zeros; -1 if it is anything else, or more than max. */
static int number_in(struct word word, int max) {
    int number = 0;
    if (!word.length || word.length > 4 || (word.length > 1 && word.start[0] == '0')) return -1;
    for (size_t i = 0; i < word.length; i++) {
        if (word.start[i] < '0' || word.start[i] > '9') return -1;
        number = number * 10 + (word.start[i] - '0');
    }
    return number <= max ? number : -1;
}

/* The 12 of v12; 0 if it is anything else. */
static int id_in(struct word word, char letter, int max) {
    if (word.length < 2 || word.start[0] != letter) return 0;
    int number = number_in((struct word){word.start + 1, word.length - 1}, max);
    return number > 0 ? number : 0;
}

/* 0 is the start space, 1 to 7 are the cities A to G; -1 if it is anything else. */
static int place_in(struct word word) {
    if (is_word(word, "0")) return 0;
    bool is_city = word.length == 1 && word.start[0] >= 'A' && word.start[0] < 'A' + PLACES - 1;
    return is_city ? word.start[0] - 'A' + 1 : -1;
}

static bool is_point(struct word word, uint16_t *x, uint16_t *y) {
    const char *comma = word.length ? memchr(word.start, ',', word.length) : NULL;
    if (!comma) return false;
    size_t before = (size_t)(comma - word.start);
    int left = number_in((struct word){word.start, before}, COORDINATE_MAX);
    int right = number_in((struct word){comma + 1, word.length - before - 1}, COORDINATE_MAX);
    if (left < 0 || right < 0) return false;
    *x = (uint16_t)left, *y = (uint16_t)right;
    return true;
}

/* Is it of small letters, digits, - and _ alone, and short enough? It is copied if so. */
static bool take_plain(struct word word, char *to, size_t size) {
    if (!word.length || word.length >= size) return false;
    for (size_t i = 0; i < word.length; i++) {
        char c = word.start[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-' || c == '_';
        if (!is_plain) return false;
    }
    memcpy(to, word.start, word.length);
    to[word.length] = 0;
    return true;
}

/* ---- Lines ------------------------------------------------------------------------------------------------ */

static const char *read_name(struct reading *r) {
    char shown[SHOWN];
    struct word name = next_word(r);
    if (r->map->name[0]) return text_say(r->why, "line %d: the map has its name already", r->line);
    if (take_plain(name, r->map->name, sizeof r->map->name)) return NULL;
    return text_say(r->why,
                    "line %d: a map is named by one plain word of small letters, digits, - and _, at most %d "
                    "of them, not by %s",
                    r->line, (int)sizeof r->map->name - 1, show(name, shown));
}

/* How many bytes the character takes; 0 if it is not UTF-8, or no character of a name. */
static size_t letter_length(const char *text, size_t left) {
    static const uint32_t least[] = {0, ' ', 0x80, 0x800, 0x10000};
    const unsigned char *at = (const unsigned char *)text;
    size_t length = at[0] < 0x80 ? 1 : at[0] >> 5 == 6 ? 2 : at[0] >> 4 == 14 ? 3 : at[0] >> 3 == 30 ? 4 : 0;
    if (!length || length > left || at[0] == '"' || at[0] == '\\' || at[0] == 127) return 0;
    uint32_t letter = length == 1 ? at[0] : at[0] & 0x7fU >> length;
    for (size_t i = 1; i < length; i++) {
        if (at[i] >> 6 != 2) return 0;
        letter = letter << 6 | (at[i] & 63);
    }
    bool is_half = letter >= 0xd800 && letter < 0xe000;
    return letter >= least[length] && letter <= 0x10ffff && !is_half ? length : 0;
}

/* The rest of the line: names may be of several words, in any script. */
static const char *read_title(struct reading *r, char *to, size_t size) {
    struct word first = next_word(r);
    const char *end = r->end;
    r->at = r->end;
    while (end > first.start && is_blank(end[-1])) end--;
    size_t length = (size_t)(end - first.start);
    if (!length) return text_say(r->why, "line %d: the place has no name", r->line);
    if (length >= size) return text_say(r->why, "line %d: the name is longer than %d bytes", r->line, (int)size - 1);
    for (size_t i = 0, letter; i < length; i += letter)
        if (!(letter = letter_length(first.start + i, length - i)))
            return text_say(r->why, "line %d: the name has a character that no name has", r->line);
    memcpy(to, first.start, length);
    return NULL;
}

static const char *read_home(struct reading *r, int place, struct word word) {
    char shown[SHOWN];
    if (is_word(word, "-")) return NULL;
    int home = number_in(word, HOMES);
    if (home < 1)
        return text_say(r->why, "line %d: a home is the number of a character, 1 to %d, or -, not %s", r->line, HOMES,
                        show(word, shown));
    if (!place) return text_say(r->why, "line %d: nobody lives on the start space", r->line);
    if (r->homes >> home & 1) return text_say(r->why, "line %d: character %d lives elsewhere already", r->line, home);
    r->homes |= 1U << home;
    r->board->places[place].home = (uint8_t)home;
    return NULL;
}

static const char *read_place(struct reading *r) {
    char shown[SHOWN];
    struct word id = next_word(r);
    int place = place_in(id);
    if (place < 0) return text_say(r->why, "line %d: a place is 0 or A to G, not %s", r->line, show(id, shown));
    if (r->places >> place & 1)
        return text_say(r->why, "line %d: the place %s is there already", r->line, show(id, shown));
    int x = number_in(next_word(r), COORDINATE_MAX);
    int y = number_in(next_word(r), COORDINATE_MAX);
    if (x < 0 || y < 0)
        return text_say(r->why, "line %d: x and y are two numbers from 0 to %d", r->line, COORDINATE_MAX);
    r->places |= 1U << place;
    r->board->places[place].x = (uint16_t)x, r->board->places[place].y = (uint16_t)y;
    struct word colour = next_word(r);
    char *to = r->board->places[place].colour;
    if (!take_plain(colour, to, sizeof r->board->places[place].colour))
        return text_say(r->why, "line %d: a colour is one plain word of small letters, or -, not %s", r->line,
                        show(colour, shown));
    if (is_word(colour, "-")) to[0] = 0;
    const char *wrong = read_home(r, place, next_word(r));
    return wrong ? wrong : read_title(r, r->board->places[place].name, sizeof r->board->places[place].name);
}

static const char *read_village(struct reading *r, int road, struct word id) {
    char shown[SHOWN];
    int village = id_in(id, 'v', VILLAGES);
    if (!village)
        return text_say(r->why, "line %d: a village is v1 to v%d, not %s", r->line, VILLAGES, show(id, shown));
    if (r->villages >> village & 1)
        return text_say(r->why, "line %d: the village v%d lies on a road already", r->line, village);
    uint8_t *count = &r->board->roads[road].village_count;
    if (*count == sizeof r->board->roads[road].villages)
        return text_say(r->why, "line %d: a road has %d villages at most", r->line, *count);
    if (!is_point(next_word(r), &r->board->villages[village - 1].x, &r->board->villages[village - 1].y))
        return text_say(r->why, "line %d: after v%d stands its point, for instance 500,567, within %d", r->line,
                        village, COORDINATE_MAX);
    r->villages |= (uint64_t)1 << village;
    r->board->roads[road].villages[(*count)++] = (uint8_t)village;
    r->board->village_count++;
    return NULL;
}

static const char *read_curve(struct reading *r, int road) {
    if (r->board->roads[road].is_curved) return text_say(r->why, "line %d: a road has one curve", r->line);
    if (!is_point(next_word(r), &r->board->roads[road].curve_x, &r->board->roads[road].curve_y))
        return text_say(r->why, "line %d: after curve stands its control point, for instance 35,510, within %d",
                        r->line, COORDINATE_MAX);
    r->board->roads[road].is_curved = 1;
    return NULL;
}

static const char *read_road(struct reading *r) {
    char shown[SHOWN];
    struct word id = next_word(r);
    int number = id_in(id, 'r', ROADS), road = number - 1;
    if (!number) return text_say(r->why, "line %d: a road is r1 to r%d, not %s", r->line, ROADS, show(id, shown));
    if (r->roads >> number & 1) return text_say(r->why, "line %d: the road r%d is there already", r->line, number);
    int from = place_in(next_word(r)), to = place_in(next_word(r));
    if (from < 0 || to < 0)
        return text_say(r->why, "line %d: a road leads from a place, 0 or A to G, to another", r->line);
    if (from == to) return text_say(r->why, "line %d: the road r%d leads from a place to itself", r->line, number);
    r->roads |= (uint64_t)1 << number;
    r->board->road_count++;
    r->board->roads[road].from = (uint8_t)from, r->board->roads[road].to = (uint8_t)to;
    for (struct word word = next_word(r); word.length; word = next_word(r)) {
        const char *wrong = is_word(word, "curve") ? read_curve(r, road) : read_village(r, road, word);
        if (wrong) return wrong;
    }
    return NULL;
}

static const char *read_line(struct reading *r) {
    char shown[SHOWN];
    struct word first = next_word(r);
    const char *wrong = NULL;
    if (!first.length || first.start[0] == '#') return NULL;
    if (is_word(first, "map"))
        wrong = read_name(r);
    else if (is_word(first, "place"))
        wrong = read_place(r);
    else if (is_word(first, "road"))
        wrong = read_road(r);
    else
        wrong = text_say(r->why, "line %d: a line begins with map, place, road or #, not with %s", r->line,
                         show(first, shown));
    if (wrong) return wrong;
    struct word more = next_word(r);
    return more.length ? text_say(r->why, "line %d: %s is more than belongs there", r->line, show(more, shown)) : NULL;
}

/* ---- The whole -------------------------------------------------------------------------------------------- */

/* The places that can be reached from the start space, as bits. */
static unsigned reached_places(const struct board *board) {
    unsigned reached = 1, before = 0;
    while (reached != before) {
        before = reached;
        for (int i = 0; i < board->road_count; i++) {
            unsigned ends = 1U << board->roads[i].from | 1U << board->roads[i].to;
            if (reached & ends) reached |= ends;
        }
    }
    return reached;
}

/* The first id from 1 to count that is missing, 0 if none. */
static int gap_in(uint64_t ids, int count) {
    for (int id = 1; id <= count; id++)
        if (!(ids >> id & 1)) return id;
    return 0;
}

static const char *judge_whole(const struct reading *r) {
    const struct board *board = r->board;
    if (!r->map->name[0]) return text_say(r->why, "line %d: the map ends without a name", r->line);
    if (r->places != ALL_PLACES)
        return text_say(r->why, "line %d: the map ends without the place %c", r->line,
                        "0ABCDEFG"[__builtin_ctz(~r->places)]);
    int road = gap_in(r->roads, board->road_count), village = gap_in(r->villages, board->village_count);
    if (road)
        return text_say(r->why, "line %d: there are %d roads, but r%d is not there", r->line, board->road_count, road);
    if (village)
        return text_say(r->why, "line %d: there are %d villages, but v%d is not there", r->line, board->village_count,
                        village);
    if (board->village_count < VILLAGES_MIN)
        return text_say(r->why, "line %d: the map ends with %d villages, and needs %d", r->line, board->village_count,
                        VILLAGES_MIN);
    unsigned reached = reached_places(board);
    if (reached != ALL_PLACES)
        return text_say(r->why, "line %d: the map ends, and no roads lead from the start space to %c", r->line,
                        "0ABCDEFG"[__builtin_ctz(~reached)]);
    return NULL;
}

/* Reads line after line; the first complaint stays. */
static const char *read_lines(struct reading *r, const char *text, size_t length, bool is_draft) {
    const char *end = text + length, *wrong = NULL;
    struct text *why = r->why;
    char later[ARKAD_WHY_MAX];
    struct text unsaid = text_in(later, sizeof later);
    for (r->at = text; r->at < end && (!wrong || is_draft);) {
        const char *newline = memchr(r->at, '\n', (size_t)(end - r->at));
        r->end = newline ? newline : end;
        r->line++;
        r->why = wrong ? &unsaid : why;
        const char *complaint = read_line(r);
        if (!wrong && complaint) wrong = complaint, r->wrong_line = r->line;
        r->at = newline ? newline + 1 : end;
    }
    r->why = why;
    return wrong;
}

static const char *judge_length(size_t length, struct text *why) {
    if (length <= ARKAD_MAP_TEXT_MAX) return NULL;
    return text_say(why, "a map has %d bytes at most, with all its remarks", ARKAD_MAP_TEXT_MAX);
}

static const char *read_map(const char *text, size_t length, struct arkad_map *map, int *line, struct text *why) {
    struct board *board = (struct board *)map->bytes;
    struct reading r = {.map = map, .board = board, .why = why};
    const char *wrong = judge_length(length, why);
    if (wrong) return wrong;
    wrong = read_lines(&r, text, length, line != NULL);
    if (line) *line = wrong ? r.wrong_line : r.line;
    board->places_there = (uint8_t)r.places, board->roads_there = (uint32_t)(r.roads >> 1);
    board->villages_there = r.villages >> 1;
    return wrong ? wrong : judge_whole(&r);
}

/* ---- Writing ---------------------------------------------------------------------------------------------- */

/* A number with what stands before it. */
static void put_number(struct text *out, const char *before, int number) {
    text_put(out, before);
    text_number(out, number);
}

static void put_point(struct text *out, int x, int y) {
    put_number(out, " ", x);
    put_number(out, ",", y);
}

static void put_place_id(struct text *out, int place) { text_char(out, "0ABCDEFG"[place]); }

static void write_place(struct text *out, const struct board *board, int place) {
    const char *colour = board->places[place].colour;
    text_put(out, "place "), put_place_id(out, place);
    put_number(out, " ", board->places[place].x);
    put_number(out, " ", board->places[place].y);
    text_char(out, ' '), text_put(out, *colour ? colour : "-");
    if (board->places[place].home)
        put_number(out, " ", board->places[place].home);
    else
        text_put(out, " -");
    text_char(out, ' '), text_put(out, board->places[place].name);
    text_char(out, '\n');
}

static void write_road(struct text *out, const struct board *board, int road) {
    put_number(out, "road r", road + 1);
    text_char(out, ' '), put_place_id(out, board->roads[road].from);
    text_char(out, ' '), put_place_id(out, board->roads[road].to);
    for (int i = 0; i < board->roads[road].village_count; i++) {
        int village = board->roads[road].villages[i];
        put_number(out, " v", village);
        put_point(out, board->villages[village - 1].x, board->villages[village - 1].y);
    }
    if (board->roads[road].is_curved) {
        text_put(out, " curve");
        put_point(out, board->roads[road].curve_x, board->roads[road].curve_y);
    }
    text_char(out, '\n');
}

static void write_map(const struct arkad_map *map, struct text *out) {
    const struct board *board = (const struct board *)map->bytes;
    text_put(out, "map "), text_put(out, map->name), text_char(out, '\n');
    for (int place = 0; place < PLACES; place++) write_place(out, board, place);
    for (int road = 0; road < board->road_count; road++) write_road(out, board, road);
}

/* ---- As the page draws it --------------------------------------------------------------------------------- */

static void json_pair(struct json *json, const char *key, int x, int y) {
    json_put_open(json, key, '[');
    json_put_number(json, NULL, x);
    json_put_number(json, NULL, y);
    json_close(json, ']');
}

static void draw_place(struct json *json, const struct board *board, int i) {
    json_put_open(json, NULL, '{');
    json_put_word(json, "id", (char[]){i ? (char)('A' + i - 1) : '0', 0});
    json_put_text(json, "name", board->places[i].name);
    json_put_text(json, "colour", board->places[i].colour);
    json_put_number(json, "x", board->places[i].x);
    json_put_number(json, "y", board->places[i].y);
    json_put_number(json, "home", board->places[i].home);
    json_close(json, '}');
}

static void draw_road(struct json *json, const struct board *board, int i) {
    json_put_open(json, NULL, '{');
    json_put_number(json, "from", board->roads[i].from);
    json_put_number(json, "to", board->roads[i].to);
    json_put_open(json, "villages", '[');
    for (int j = 0; j < board->roads[i].village_count; j++) json_put_number(json, NULL, board->roads[i].villages[j]);
    json_close(json, ']');
    if (board->roads[i].is_curved) json_pair(json, "curve", board->roads[i].curve_x, board->roads[i].curve_y);
    json_close(json, '}');
}

static void draw_village(struct json *json, const struct board *board, int i) {
    json_pair(json, NULL, board->villages[i].x, board->villages[i].y);
}

/* Those that there are, with null in gaps. */
static void draw_each(struct json *json, const char *key, const struct board *board, uint64_t there,
                      void (*draw)(struct json *json, const struct board *board, int i)) {
    json_put_open(json, key, '[');
    for (int i = 0; there >> i; i++)
        if (there >> i & 1)
            draw(json, board, i);
        else
            json_put_null(json, NULL);
    json_close(json, ']');
}

/* "name":...,"places":[start, A, ...],"roads":[r1, ...],"villages":[[x,y] of v1, ...]; roads lead between places by
   their index. */
static void draw_map(const struct arkad_map *map, struct json *json) {
    struct arkad_map built_in;
    const struct board *board = map_board(map, &built_in);
    json_put_text(json, "name", map ? map->name : built_in.name);
    draw_each(json, "places", board, board->places_there, draw_place);
    draw_each(json, "roads", board, board->roads_there, draw_road);
    draw_each(json, "villages", board, board->villages_there, draw_village);
}

const struct map_form maharaja_map = {
    .built_in = BUILT_IN, .example = rajasthan_map, .read = read_map, .write = write_map, .draw = draw_map};

const struct board *map_board(const struct arkad_map *map, struct arkad_map *built_in) {
    char why[ARKAD_WHY_MAX];
    struct text sentence = text_in(why, sizeof why);
    if (map) return (const struct board *)map->bytes;
    memset(built_in, 0, sizeof *built_in);
    const char *wrong = read_map(rajasthan_map, rajasthan_map_length, built_in, NULL, &sentence);
    assert(!wrong && !strcmp(built_in->name, BUILT_IN));
    (void)wrong;
    return (const struct board *)built_in->bytes;
}
