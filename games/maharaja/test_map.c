/* Map files written and read, whatever is in them, and the games that carry their map with them: test_map EXAMPLES. */
#include "games/maharaja/maharaja.h"

#include "tests/test.h"

#include <stdlib.h>

static const char *examples;
static struct arkad_map wheel;
static char why[ARKAD_WHY_MAX];

/* To change it. */
static struct board *board_of(struct arkad_map *map) { return (struct board *)map->bytes; }

/* ---- Written and read ------------------------------------------------------------------------------------- */

static bool read_text(const char *text, size_t length, struct arkad_map *map) {
    return !arkad_map_read(&maharaja_game, text, length, map, why);
}

static bool read_example(const char *name, struct arkad_map *map) {
    char file[512], text[ARKAD_MAP_TEXT_MAX];
    snprintf(file, sizeof file, "%s/%s", examples, name);
    FILE *in = fopen(file, "rb");
    if (!in) return false;
    size_t length = fread(text, 1, sizeof text, in);
    fclose(in);
    return read_text(text, length, map);
}

/* What is written is read as the same bytes, and written the same again. */
static bool goes_round(const struct arkad_map *map) {
    char text[ARKAD_MAP_TEXT_MAX], again[ARKAD_MAP_TEXT_MAX];
    struct arkad_map read;
    size_t length = arkad_map_write(&maharaja_game, map, text, sizeof text);
    if (!length || !read_text(text, length, &read) || memcmp(map, &read, sizeof read)) return false;
    return arkad_map_write(&maharaja_game, &read, again, sizeof again) == length && !memcmp(text, again, length);
}

TEST(what_is_written_is_read_again) {
    struct arkad_map map;
    CHECK(read_text(rajasthan_map, rajasthan_map_length, &map) && goes_round(&map));
    CHECK(goes_round(&wheel));
}

TEST(a_map_has_a_name) {
    CHECK_TEXT(arkad_map_name(&maharaja_game, NULL), "rajasthan");
    CHECK_TEXT(arkad_map_name(&maharaja_game, &wheel), "wheel");
}

TEST(the_built_in_map_is_known_whatever_its_remarks) {
    struct arkad_map map;
    CHECK(read_text(rajasthan_map, rajasthan_map_length, &map));
    CHECK(arkad_map_is_built_in(&maharaja_game, &map) && arkad_map_is_built_in(&maharaja_game, NULL) &&
          !arkad_map_is_built_in(&maharaja_game, &wheel));
    board_of(&map)->places[3].x++;
    CHECK(!arkad_map_is_built_in(&maharaja_game, &map));
}

/* Every name and number as long as can be. */
static void write_largest(char *text, size_t size) {
    int used = snprintf(text, size, "map abcdefghijklmnopqrstuvwxyz-1234\n"), village = 48;
    for (int i = 0; i < 8; i++)
        used += snprintf(text + used, size - (size_t)used, "place %c 1000 1000 abcdefghijklmno %c %s\n", "0ABCDEFG"[i],
                         "-1234567"[i], "ABCDEFGHIJ ABCDEFGHIJ ABCDEFGHI");
    for (int i = 32; i; i--) {
        used +=
            snprintf(text + used, size - (size_t)used, "road r%d %c %c", i, "0ABCDEFG"[i % 8], "0ABCDEFG"[(i + 1) % 8]);
        for (int most = i % 2 ? 2 : 1; most; most--)
            used += snprintf(text + used, size - (size_t)used, " v%d 1000,1000", village--);
        used += snprintf(text + used, size - (size_t)used, " curve 1000,1000\n");
    }
}

TEST(the_largest_map_fits) {
    char text[ARKAD_MAP_TEXT_MAX], written[ARKAD_MAP_TEXT_MAX];
    struct arkad_map map;
    write_largest(text, sizeof text);
    CHECK(read_text(text, strlen(text), &map) && goes_round(&map));
    size_t length = arkad_map_write(&maharaja_game, &map, written, sizeof written);
    CHECK(length > 2100 && length <= 2180);
    CHECK(!arkad_map_write(&maharaja_game, &map, written, length) &&
          arkad_map_write(&maharaja_game, &map, written, length + 1) == length);
}

TEST(a_map_has_a_limit) {
    static char text[ARKAD_MAP_TEXT_MAX + 1];
    struct arkad_map map;
    size_t length = arkad_map_write(&maharaja_game, &wheel, text, sizeof text);
    memset(text + length, '\n', sizeof text - length);
    CHECK(read_text(text, ARKAD_MAP_TEXT_MAX, &map) && !memcmp(&map, &wheel, sizeof map));
    CHECK(!read_text(text, sizeof text, &map));
    CHECK_TEXT(why, "a map has 8192 bytes at most, with all its remarks");
}

TEST(names_are_of_any_script_but_whole) {
    static const struct {
        const char *name;
        bool is_good;
    } names[] = {{"\xc3\x81gra", true},
                 {"\xe0\xa4\xa6\xe0\xa5\x80", true},
                 {"\xf0\x9f\x8f\xb0", true},
                 {"\xff", false},
                 {"\xc3", false},
                 {"\xc0\xaf", false},
                 {"\xed\xa0\x80", false},
                 {"\xf4\x90\x80\x80", false},
                 {"\xe0\x80\xaf", false},
                 {"a\tb", false},
                 {"a\x7f", false}};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char text[ARKAD_MAP_TEXT_MAX];
        struct arkad_map map = wheel;
        char *name = board_of(&map)->places[1].name;
        memset(name, 0, sizeof board_of(&map)->places[1].name);
        memcpy(name, names[i].name, strlen(names[i].name));
        size_t length = arkad_map_write(&maharaja_game, &map, text, sizeof text);
        CHECK(read_text(text, length, &map) == names[i].is_good);
        if (names[i].is_good) CHECK(goes_round(&map));
    }
}

/* A map with a few of its bytes, words or lines changed is refused with a sentence, or goes round. */
static void spoil(char *text, size_t *length) {
    static const char bytes[] = " \n\t\r#-_0123456789ABCDEFGHvr,\"\\\xc3\xa9\x80zmap";
    size_t at = (size_t)rand() % *length, count = 1 + (size_t)rand() % 12;
    switch (rand() % 4) {
    case 0: text[at] = bytes[(size_t)rand() % (sizeof bytes - 1)]; break;
    case 1: text[at] = (char)rand(); break;
    case 2: /* some are left out */
        if (at + count >= *length) return;
        memmove(text + at, text + at + count, *length - at - count);
        *length -= count;
        break;
    default: /* some are there twice */
        if (at + count >= *length || *length + count > ARKAD_MAP_TEXT_MAX) return;
        memmove(text + at + count, text + at, *length - at);
        *length += count;
        break;
    }
}

TEST(any_map_is_refused_or_goes_round) {
    int good = 0, bad = 0;
    srand(1);
    for (int i = 0; i < 20000; i++) {
        char text[ARKAD_MAP_TEXT_MAX];
        struct arkad_map map;
        size_t length = arkad_map_write(&maharaja_game, &wheel, text, sizeof text);
        for (int spoilt = 1 + rand() % 4; spoilt; spoilt--) spoil(text, &length);
        bool is_good = read_text(text, length, &map);
        if (is_good && !goes_round(&map)) printf("# does not go round:\n%.*s", (int)length, text), checks_failed++;
        if (!is_good && strncmp(why, "line ", 5)) printf("# %s\n", why), checks_failed++;
        good += is_good, bad += !is_good;
    }
    printf("# %d maps read, %d refused\n", good, bad);
    CHECK(good > 500 && bad > 5000);
}

/* ---- Being written ---------------------------------------------------------------------------------------- */

static const char *read_draft(const char *text, size_t length, struct arkad_map *draft, int *line,
                              char sentence[ARKAD_WHY_MAX]) {
    struct text out = text_in(sentence, ARKAD_WHY_MAX);
    memset(draft, 0, sizeof *draft);
    return maharaja_map.read(text, length, draft, line, &out);
}

TEST(what_is_there_of_a_draft_is_known) {
    static const char text[] =
        "map new\nplace A 10 20 red 1 One\nplace B 10\nroad r2 A C v3 5,6 v1\nplace 0 1 2 - - start";
    struct arkad_map draft;
    int line;
    CHECK_TEXT(read_draft(text, strlen(text), &draft, &line, why), "line 3: x and y are two numbers from 0 to 1000");
    const struct board *board = board_of(&draft);
    CHECK(line == 3 && board->places_there == 3 && board->roads_there == 2 && board->villages_there == 4);
    CHECK(board->places[1].y == 20 && board->roads[1].to == 3 && board->roads[1].village_count == 1);
    CHECK_TEXT(board->places[0].name, "start");
}

TEST(a_draft_is_judged_like_a_map) {
    srand(2);
    for (int i = 0; i < 2000; i++) {
        char text[ARKAD_MAP_TEXT_MAX], other[ARKAD_WHY_MAX];
        struct arkad_map map, draft;
        int line;
        size_t length = arkad_map_write(&maharaja_game, &wheel, text, sizeof text);
        for (int spoilt = rand() % 4; spoilt; spoilt--) spoil(text, &length);
        const char *wrong = arkad_map_read(&maharaja_game, text, length, &map, why);
        const char *found = read_draft(text, length, &draft, &line, other);
        CHECK(!wrong == !found && (!wrong || !strcmp(wrong, found)));
        if (!wrong) CHECK(!memcmp(&map, &draft, sizeof map) && board_of(&draft)->places_there == 255);
    }
}

/* ---- A game and its map ----------------------------------------------------------------------------------- */

static struct table table;
static struct arkad_reader reader;
static char line[1 << 16];

static size_t write_head(const struct arkad_map *map) {
    CHECK(table_deal(&table, "maharaja", 3, "", 7));
    table.setup.map = map;
    CHECK(!arkad_deal(table.game, &table.setup, &table.position, NULL, why));
    return arkad_trace_head(table.game, &table.setup, &table.position, line, sizeof line);
}

static const char *read_head(const char *text, const struct arkad_map *given) {
    memset(&reader, 0, sizeof reader);
    reader.map = given;
    return arkad_reader_line(&reader, text, strlen(text));
}

TEST(a_game_has_its_map_with_it) {
    write_head(&wheel);
    CHECK(strstr(line, "\"map\":\"wheel\"},\"map\":\"map wheel\\nplace 0 500 490 - - Ajmer\\n") != NULL);
    CHECK(!read_head(line, NULL));
    CHECK(reader.setup.map && !memcmp(reader.setup.map, &wheel, sizeof wheel));
    CHECK(!memcmp(&reader.position, &table.position, sizeof table.position));
    CHECK(!read_head(line, &wheel));
}

TEST(a_game_on_the_built_in_map_has_none) {
    struct arkad_map map;
    CHECK(read_text(rajasthan_map, rajasthan_map_length, &map));
    write_head(&map);
    CHECK(strstr(line, "\"map\":\"rajasthan\"}") && !strstr(line, "},\"map\":"));
    CHECK(!read_head(line, NULL));
}

TEST(another_map_than_the_one_given_is_refused) {
    struct arkad_map other = wheel;
    board_of(&other)->places[2].x++;
    write_head(&wheel);
    CHECK_TEXT(read_head(line, &other), "the file has its map with it, and it is not the one that was given");
}

TEST(a_game_without_its_map_is_read_with_the_one_given) {
    write_head(&wheel);
    char *map = strstr(line, "},\"map\":") + 1, *seed = strstr(line, ",\"seed\":");
    memmove(map, seed, strlen(seed) + 1);
    CHECK(!read_head(line, &wheel));
    CHECK(read_head(line, NULL) != NULL);
}

/* Puts `word` in place of the first `old` of the line, and reads it. */
static const char *read_with(const char *old, const char *word) {
    static char changed[1 << 16];
    write_head(&wheel);
    char *at = strstr(line, old);
    CHECK(at != NULL);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - line), line, word, at + strlen(old));
    return read_head(changed, NULL);
}

TEST(a_spoiled_map_is_refused) {
    CHECK_TEXT(read_with("road r14 G A", "road r14 G G"),
               "its map cannot be played on: line 23: the road r14 leads from a place to itself");
    CHECK(read_with("\"map\":\"wheel\"", "\"map\":\"ring\"") != NULL);
    CHECK(read_with("\"map\":\"map wheel", "\"map\":\"map ring") != NULL);
    CHECK(read_with("\"map\":\"map wheel", "\"map\":[\"map wheel") != NULL);
    CHECK_TEXT(read_with("Ajmer\\n", "Ajmer\\q"), "a string has a character that is not written so in JSON");
    CHECK_TEXT(read_with("Ajmer\\n", "Ajmer\n"), "a string has a character that is not written so in JSON");
    CHECK_TEXT(read_with("Ajmer", "\\ud800x"), "a string has a character that is not written so in JSON");
    CHECK_TEXT(read_with("Ajmer", "\\udc00"), "a string has a character that is not written so in JSON");
    char remark[2 * ARKAD_MAP_TEXT_MAX];
    memset(remark, '#', sizeof remark - 1);
    remark[sizeof remark - 1] = 0;
    CHECK_TEXT(read_with("map wheel\\n", remark), "a string is longer than it can be");
}

/* Other programs escape otherwise, and may keep remarks. */
TEST(any_spelling_of_the_string_is_read) {
    CHECK(!read_with("Ajmer\\n", "Ajmer\\u000A#\\/\\t\\\"\\n"));
    CHECK(!memcmp(reader.setup.map, &wheel, sizeof wheel));
    CHECK(!read_with("Ajmer", "\\u00c1gra \\uD83C\\uDFF0"));
    CHECK_TEXT(map_board(reader.setup.map, NULL)->places[0].name, "\xc3\x81gra \xf0\x9f\x8f\xb0");
}

TEST(only_a_game_with_a_map_has_one) {
    CHECK(arkad_has_map(arkad_game_find("maharaja")) && !arkad_has_map(arkad_game_find("towers")));
    CHECK(table_deal(&table, "towers", 2, "", 1));
    table.setup.map = &wheel;
    arkad_trace_head(table.game, &table.setup, &table.position, line, sizeof line);
    CHECK(!strstr(line, "\"map\""));
    struct arkad_map map;
    CHECK_TEXT(arkad_map_read(table.game, rajasthan_map, rajasthan_map_length, &map, why),
               "5 Towers is not played on a map");
}

int main(int count, char **words) {
    examples = count > 1 ? words[1] : "examples";
    if (!read_example("wheel.map", &wheel)) return printf("Bail out! wheel.map: %s\n", why), 1;
    RUN(what_is_written_is_read_again);
    RUN(a_map_has_a_name);
    RUN(the_built_in_map_is_known_whatever_its_remarks);
    RUN(the_largest_map_fits);
    RUN(a_map_has_a_limit);
    RUN(names_are_of_any_script_but_whole);
    RUN(any_map_is_refused_or_goes_round);
    RUN(what_is_there_of_a_draft_is_known);
    RUN(a_draft_is_judged_like_a_map);
    RUN(a_game_has_its_map_with_it);
    RUN(a_game_on_the_built_in_map_has_none);
    RUN(another_map_than_the_one_given_is_refused);
    RUN(a_game_without_its_map_is_read_with_the_one_given);
    RUN(a_spoiled_map_is_refused);
    RUN(any_spelling_of_the_string_is_read);
    RUN(only_a_game_with_a_map_has_one);
    return tests_end();
}
