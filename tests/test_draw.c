/*
 * The drawn tables: random games of every game, for every number of players, at several sizes and in every language.
 * And some drawings to be compared exactly, tests/drawings/: test_draw FOLDER compares, test_draw FOLDER --write
 * rewrites them (look at them before they are committed).
 */
#include "bots/simple.h"
#include "engine/game.h"
#include "games/maharaja/map.h"
#include "terminal/draw.h"
#include "test.h"

#include <stdlib.h>

static const char *folder = "tests";
static bool is_writing;

static const char *const names[ARKAD_SEATS_MAX] = {"Zsófi", "Marci", "Bot Iris", "Áron", "Kata", "Öcsi"};
static const char *const shapes[ARKAD_SEATS_MAX] = {"●", "◆", "▼", "■", "▲", "★"};

static const struct size {
    int height, width;
} sizes[] = {{14, 80}, {15, 81}, {24, 100}, {40, 140}, {22, 80}, {14, 200}};
enum { SIZES = sizeof sizes / sizeof *sizes, ROW_MAX = CANVAS_WIDTH_MAX * 8 };

static struct canvas canvas, other;
static struct arkad_move moves[ARKAD_MOVES_MAX];

/* ---- The canvas ------------------------------------------------------------------------------------------- */

static const char *row_text(const struct canvas *c, int row) {
    static char text[ROW_MAX];
    canvas_row_text(c, row, text, sizeof text);
    return text;
}

TEST(text_is_cut_at_the_edges) {
    canvas_clear(&canvas, 3, 10);
    CHECK(canvas_put(&canvas, 0, 7, INK_PLAIN, "abcdef") == 10);
    CHECK(canvas_put(&canvas, 1, -2, INK_PLAIN, "abcdef") == 4);
    canvas_put(&canvas, -1, 0, INK_PLAIN, "x");
    canvas_put(&canvas, 3, 0, INK_PLAIN, "x");
    CHECK_TEXT(row_text(&canvas, 0), "       abc");
    CHECK_TEXT(row_text(&canvas, 1), "cdef");
    CHECK_TEXT(row_text(&canvas, 2), "");
}

TEST(what_is_too_long_ends_in_an_ellipsis) {
    canvas_clear(&canvas, 2, 10);
    CHECK(canvas_put_within(&canvas, 0, 1, 5, INK_PLAIN, "palota") == 6);
    canvas_put_within(&canvas, 1, 1, 6, INK_PLAIN, "palota");
    CHECK_TEXT(row_text(&canvas, 0), " palo…");
    CHECK_TEXT(row_text(&canvas, 1), " palota");
}

TEST(wide_characters_take_two_columns_and_never_half_of_them) {
    canvas_clear(&canvas, 3, 5);
    CHECK(canvas_columns("漢字a") == 5);
    CHECK(canvas_columns("e\xcc\x81") == 1);
    canvas_put(&canvas, 0, 0, INK_PLAIN, "漢字");
    canvas_put(&canvas, 0, 1, INK_PLAIN, "x");
    CHECK_TEXT(row_text(&canvas, 0), " x字");
    canvas_put(&canvas, 1, 0, INK_PLAIN, "a漢漢b");
    CHECK_TEXT(row_text(&canvas, 1), "a漢漢");
    canvas_put(&canvas, 2, -1, INK_PLAIN, "漢e\xcc\x81!");
    CHECK_TEXT(row_text(&canvas, 2), " e\xcc\x81!");
}

TEST(what_a_terminal_would_obey_is_not_passed_on) {
    canvas_clear(&canvas, 1, 20);
    canvas_put(&canvas, 0, 0, INK_PLAIN, "a\033[2Jb\n\xff\xc0\x80");
    CHECK_TEXT(row_text(&canvas, 0), "a�[2Jb����");
}

TEST(links_are_cut_to_the_canvas_and_the_last_lies_on_top) {
    canvas_clear(&canvas, 4, 10);
    canvas_link(&canvas, 0, 0, 9, 99, "below");
    canvas_link(&canvas, 1, 1, 1, 2, "above");
    canvas_link(&canvas, 8, 0, 1, 1, "outside");
    CHECK(canvas.link_count == 2);
    CHECK_TEXT(canvas_word_at(&canvas, 1, 2), "above");
    CHECK_TEXT(canvas_word_at(&canvas, 3, 9), "below");
    CHECK(!canvas_word_at(&canvas, 4, 0));
}

TEST(a_row_in_colours_says_the_same) {
    static char text[CANVAS_ROW_MAX];
    canvas_clear(&canvas, 1, 10);
    canvas_put_reversed(&canvas, 0, 0, INK_YELLOW, " c4 ");
    canvas_mark(&canvas, 0, 0, 1, 4);
    canvas_put(&canvas, 0, 5, INK_PLAIN, "x");
    canvas_row_colours(&canvas, 0, text);
    CHECK_TEXT(text, "\033[0;1;4;38;5;16;48;5;178m c4 \033[0m x\033[0m");
}

/* ---- A scene ---------------------------------------------------------------------------------------------- */

static struct scene scene_of(const struct arkad_game *game, const struct arkad_setup *setup,
                             const struct arkad_position *view, int viewer, const struct lang *lang) {
    struct scene scene = {.lang = lang, .game = game, .setup = setup, .view = view, .viewer = viewer};
    memcpy(scene.names, names, sizeof names);
    return scene;
}

enum { BESIDE = 12 }; /* cells at the right and below that must stay as they are */

static void draw(struct canvas *c, const struct scene *scene, struct size size) {
    for (int row = 0; row < size.height + BESIDE; row++)
        memset(c->cells[row], 0x2e, (size_t)(size.width + BESIDE) * sizeof(struct cell));
    canvas_clear(c, size.height, size.width);
    draw_table(c, scene);
}

static bool is_untouched(const struct cell *cell) {
    struct cell before;
    memset(&before, 0x2e, sizeof before);
    return !memcmp(cell, &before, sizeof before);
}

static bool is_outside_untouched(const struct canvas *c) {
    for (int row = 0; row < c->height + BESIDE; row++)
        for (int column = row < c->height ? c->width : 0; column < c->width + BESIDE; column++)
            if (!is_untouched(&c->cells[row][column])) return false;
    return true;
}

static void print_canvas(const struct canvas *c) {
    for (int row = 0; row < c->height; row++) printf("# %s\n", row_text(c, row));
}

static bool are_alike(const struct canvas *one, const struct canvas *two) {
    if (one->height != two->height || one->width != two->width || one->link_count != two->link_count) return false;
    for (int row = 0; row < one->height; row++)
        for (int column = 0; column < one->width; column++) {
            const struct cell *a = &one->cells[row][column], *b = &two->cells[row][column];
            if (strcmp(a->glyph, b->glyph) || a->ink != b->ink || a->is_reversed != b->is_reversed) return false;
            if (a->is_marked != b->is_marked) return false;
        }
    return !memcmp(one->links, two->links, (size_t)one->link_count * sizeof *one->links);
}

/* ---- What must be on it ------------------------------------------------------------------------------------- */

/* The first number after a text, with its minus sign if it has one. */
static bool number_after(const char *text, int *number) {
    while (*text && (*text < '0' || *text > '9') && strncmp(text, "−", 3)) text++;
    bool is_below = !strncmp(text, "−", 3);
    if (is_below) text += 3;
    if (*text < '0' || *text > '9') return false;
    *number = (is_below ? -1 : 1) * atoi(text);
    return true;
}

/* Every seat's shape and name, and after them its points. */
static bool has_seat(const struct canvas *c, int seat, int points) {
    char label[64];
    snprintf(label, sizeof label, "%s %s", shapes[seat], names[seat]);
    for (int row = 0; row < c->height; row++) {
        const char *at = strstr(row_text(c, row), label);
        int found;
        if (at && number_after(at + strlen(label), &found) && found == points) return true;
    }
    printf("# no line for seat %d with %d points\n", seat, points);
    return false;
}

/* What the table shows as points: Pharaoh's pyramids count only at the end. */
static void points_of(const struct scene *scene, int16_t points[ARKAD_SEATS_MAX]) {
    static char json[ARKAD_JSON_MAX];
    int64_t keys[ARKAD_SEATS_MAX];
    scene->game->result(scene->view->bytes, points, keys);
    if (strcmp(arkad_game_name(scene->game), "pharaoh") || arkad_is_over(scene->view)) return;
    arkad_json_write(scene->game, scene->view, json);
    const char *at = strstr(json, "\"points\":[") + 9;
    for (int seat = 0; seat < arkad_players(scene->view); seat++)
        points[seat] = (int16_t)strtol(at + 1, (char **)&at, 10);
}

/* The viewer's hand in the position's JSON, as "c4 c4 m"; empty if the game has none. */
static void hand_in_json(const struct scene *scene, char *hand, size_t size) {
    static char json[ARKAD_JSON_MAX];
    arkad_json_write(scene->game, scene->view, json);
    const char *at = strstr(json, "\"hands\":[");
    size_t length = 0;
    hand[0] = 0;
    if (!at || scene->viewer >= arkad_players(scene->view)) return;
    at += 9;
    for (int seat = 0; seat < scene->viewer; seat++) at = *at == '[' ? strchr(at, ']') + 2 : strchr(at, ',') + 1;
    for (at++; *at != ']' && length + 1 < size; at++)
        if (*at != '"') hand[length++] = *at == ',' ? ' ' : *at;
    hand[length] = 0;
}

/* The hand as it is drawn, in the same form: the rows from the label down, without frames, brackets and spaces. */
static void hand_on_canvas(const struct canvas *c, const char *label, char *hand, size_t size) {
    int first = c->height;
    for (int row = c->height - 1; row >= 0; row--)
        if (strstr(row_text(c, row), label)) first = row;
    struct text out = text_in(hand, size);
    for (int row = first; row < c->height; row++) {
        char text[ROW_MAX];
        canvas_row_text(c, row, text, sizeof text);
        char *start = row == first ? strstr(text, label) + strlen(label) : text;
        for (char *token = strtok(start, " []│╭╮╰╯─–"); token; token = strtok(NULL, " []│╭╮╰╯─–")) {
            char *times = strstr(token, "\xc3\x97");
            int count = times ? atoi(times + 2) : 1;
            if (times) *times = 0;
            for (int i = 0; i < count; i++) text_put(&out, out.used ? " " : ""), text_put(&out, token);
        }
    }
}

static bool has_own_hand(const struct canvas *c, const struct scene *scene) {
    char expected[1024], found[1024];
    hand_in_json(scene, expected, sizeof expected);
    if (!*expected) return true;
    hand_on_canvas(c, lang_text(scene->lang, "draw.your_hand"), found, sizeof found);
    if (!strcmp(expected, found)) return true;
    printf("# the hand is %s\n# and drawn is %s\n", expected, found);
    return false;
}

/* Words of a game besides its cards: letters, numbers up to one, words. */
static const struct vocabulary {
    const char *game, *letters, *words;
    int numbers;
} vocabularies[] = {
    {"towers", "chtjs", "", 0},
    {"byzanz", "cswfotm", "", 0},
    {"alhambra", "", " dummy ", 4},
    {"pharaoh", "", " pile *1 *2 *3 *4 *5 *6 *7 *8 *9 ", 9},
    {"maharaja", "ABCDEFG", " inner outer ", 7},
};

static bool is_numbered(const char *word, char letter, int max) {
    int number = word[0] == letter ? atoi(word + 1) : 0;
    return number >= 1 && number <= max;
}

static bool is_known(const struct arkad_game *game, const char *word) {
    char padded[40];
    for (int card = 1; card <= game->card_count; card++)
        if (!strcmp(game->cards[card], word)) return true;
    snprintf(padded, sizeof padded, " %s ", word);
    for (size_t i = 0; i < sizeof vocabularies / sizeof *vocabularies; i++) {
        const struct vocabulary *v = &vocabularies[i];
        if (strcmp(v->game, game->name)) continue;
        if (!word[1] && strchr(v->letters, word[0])) return true;
        if (!word[1] && word[0] >= '0' && word[0] <= '0' + v->numbers) return true;
        if (strstr(v->words, padded)) return true;
        if (!strcmp(v->game, "maharaja") && (is_numbered(word, 'v', VILLAGES) || is_numbered(word, 'r', ROADS)))
            return true;
    }
    return false;
}

/* A card, a kind or a village is written where its link is: nothing has been drawn over it. */
static bool is_written_there(const struct canvas *c, const struct link *link) {
    char text[256] = "";
    const char *word = link->word[0] == 'v' || link->word[0] == '*' ? link->word + 1 : link->word;
    bool is_name = strchr("rdpi", link->word[0]) && strlen(link->word) > 2; /* roads, dummy, pile, inner */
    if (link->height > 1 || is_name || link->word[0] == 'r' || !strcmp(link->word, "outer")) return true;
    for (int column = link->column; column < link->column + link->width && strlen(text) < 240; column++)
        strcat(text, c->cells[link->row][column].glyph);
    if (link->word[0] == '*' && strchr(text, '*')) return true;
    return strstr(text, word) != NULL ||
           (link->word[0] >= '0' && link->word[0] <= '9'); /* seats and places of a yard */
}

static bool are_links_right(const struct canvas *c, const struct arkad_game *game) {
    for (int i = 0; i < c->link_count; i++) {
        const struct link *link = &c->links[i];
        bool is_inside = link->row >= 0 && link->column >= 0 && link->height > 0 && link->width > 0 &&
                         link->row + link->height <= c->height && link->column + link->width <= c->width;
        if (is_inside && is_known(game, link->word) && is_written_there(c, link)) continue;
        printf("# the link %s at row %d, column %d is wrong\n", link->word, link->row, link->column);
        return false;
    }
    return true;
}

/* Verbs that name nothing on the table. Nor does a bid of a number. */
static const char unmarked[] = " pass done accept decline allow end gold quarry coin lure salvage plan ";

static bool names_something(const struct scene *scene) {
    char text[ARKAD_MOVE_TEXT_MAX], verb[64];
    arkad_move_write(scene->game, scene->shown, text);
    snprintf(verb, sizeof verb, " %.*s ", (int)strcspn(text, " "), text);
    bool is_number = !strncmp(text, "bid ", 4) && text[4] >= '0' && text[4] <= '9';
    return !strstr(unmarked, verb) && !is_number;
}

/* What the move being considered names is marked. */
static bool is_move_marked(const struct canvas *c, const struct scene *scene) {
    char text[ARKAD_MOVE_TEXT_MAX];
    if (!scene->shown || !names_something(scene)) return true;
    for (int row = 0; row < c->height; row++)
        for (int column = 0; column < c->width; column++)
            if (c->cells[row][column].is_marked) return true;
    arkad_move_write(scene->game, scene->shown, text);
    printf("# nothing is marked for %s\n", text);
    return false;
}

/* ---- Random games ------------------------------------------------------------------------------------------- */

static bool is_complete(const struct scene *scene, struct size size) {
    int16_t points[ARKAD_SEATS_MAX];
    bool is_right = true;
    draw(&canvas, scene, size);
    points_of(scene, points);
    for (int seat = 0; seat < arkad_players(scene->view); seat++)
        is_right = has_seat(&canvas, seat, points[seat]) && is_right;
    is_right = has_own_hand(&canvas, scene) && is_right;
    is_right = are_links_right(&canvas, scene->game) && is_right;
    is_right = is_move_marked(&canvas, scene) && is_right;
    if (!is_outside_untouched(&canvas)) is_right = false, puts("# something was drawn outside");
    return is_right;
}

/* Drawn from the whole position, from the view, and from the view of another world that the seat cannot tell from this
   one, a table looks the same. */
static bool tells_nothing(const struct scene *scene, struct size size, const struct arkad_position *position,
                          int number) {
    struct arkad_position world, view;
    struct scene again = *scene;
    draw(&canvas, scene, size);
    again.view = position;
    draw(&other, &again, size);
    if (!are_alike(&canvas, &other)) return false;
    if (arkad_is_over(position)) return true;
    uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)number, (uint8_t)(number >> 8), 7};
    arkad_world(scene->game, scene->view, seed, &world);
    arkad_view(scene->game, &world, scene->viewer, &view);
    again.view = &view;
    draw(&other, &again, size);
    return are_alike(&canvas, &other);
}

static const struct arkad_move *some_move(const struct scene *scene, int number) {
    if (scene->viewer >= arkad_players(scene->view)) return NULL;
    int count = arkad_list(scene->game, scene->view, scene->viewer, moves);
    return count ? &moves[number % count] : NULL;
}

static bool is_drawn_well(const struct arkad_game *game, const struct arkad_setup *setup,
                          const struct arkad_position *position, int viewer, struct size size, int number) {
    struct arkad_position view;
    arkad_view(game, position, viewer, &view);
    struct scene scene = scene_of(game, setup, &view, viewer, lang_at(number % lang_count()));
    scene.shown = number % 3 ? some_move(&scene, number) : NULL;
    bool is_right = is_complete(&scene, size) && tells_nothing(&scene, size, position, number);
    if (is_right) return true;
    printf("# %s for %d, seen by %d, %d columns of %d rows\n", arkad_game_name(game), setup->players, viewer,
           size.width, size.height);
    print_canvas(&canvas);
    return false;
}

enum { MOVES_MAX = 700, DRAWINGS_APART = 3 }; /* of Pharaoh's long games, the beginning is enough */

/* Where a phase is new, at every size; otherwise at one of them. Who looks changes from drawing to drawing. */
static void draw_position(const struct arkad_game *game, const struct arkad_setup *setup,
                          const struct arkad_position *position, int number, bool is_new) {
    for (int size = 0; size < SIZES; size++) {
        int turn = number / DRAWINGS_APART, viewer = (turn / SIZES + size + number) % (setup->players + 1);
        if (!is_new && turn % SIZES != size) continue;
        if (viewer == setup->players) viewer = ARKAD_SPECTATOR;
        CHECK(is_drawn_well(game, setup, position, viewer, sizes[size], number));
    }
}

static void play_and_draw(const struct arkad_game *game, const struct arkad_setup *setup, bool is_wild) {
    static struct simple simple;
    struct arkad_position position;
    char why[ARKAD_WHY_MAX];
    unsigned seen = 0;
    bool wild[ARKAD_SEATS_MAX];
    memset(wild, is_wild, sizeof wild);
    CHECK(!arkad_deal(game, setup, &position, NULL, why));
    simple_begin(&simple, game, wild, setup->seed);
    for (int number = 0; number < MOVES_MAX; number++) {
        unsigned phase = 1U << position.bytes[offsetof(struct head, phase)];
        bool is_new = !(seen & phase);
        if (is_new || number % DRAWINGS_APART == 0) draw_position(game, setup, &position, number, is_new);
        seen |= phase;
        if (arkad_is_over(&position)) break;
        struct arkad_move move;
        int seat = simple_choose(&simple, game, &position, moves, &move);
        arkad_apply(game, &position, seat, &move, NULL);
    }
}

static void play_all(const char *name, const char *const *options, int option_count) {
    const struct arkad_game *game = arkad_game_find(name);
    for (int players = arkad_players_min(game); players <= arkad_players_max(game); players++)
        for (int i = 0; i < option_count; i++) {
            struct arkad_setup setup;
            char why[ARKAD_WHY_MAX];
            arkad_setup_default(game, &setup);
            setup.players = (uint8_t)players;
            setup.seed[0] = (uint8_t)(players * 16 + i);
            CHECK(!arkad_setup_options(game, &setup, options[i], why));
            play_and_draw(game, &setup, i % 2);
        }
}

#define PLAY_ALL(name, ...)                                        \
    do {                                                           \
        static const char *const options[] = {__VA_ARGS__};        \
        play_all(name, options, sizeof options / sizeof *options); \
    } while (0)

TEST(towers_are_drawn) { PLAY_ALL("towers", "starter=1", ""); }
TEST(byzanz_is_drawn) { PLAY_ALL("byzanz", "starter=1", ""); }
TEST(alhambra_is_drawn) { PLAY_ALL("alhambra", "", "", ""); }
TEST(pharaoh_is_drawn) { PLAY_ALL("pharaoh", "", "", "second=4,offers=0"); }
TEST(maharaja_is_drawn) {
    PLAY_ALL("maharaja", "", "short=on", "advanced=on", "many=on,yogi=on", "neutral=on,home=on", "auction=on,many=on");
}

/* ---- Other maps -------------------------------------------------------------------------------------------- */

/* As much as a map may have, all over the place. */
static size_t write_map(char *text, size_t size, uint32_t seed) {
    size_t length = (size_t)snprintf(text, size, "map full\n");
    for (int place = 0; place < PLACES; place++) {
        seed = seed * 1664525U + 1013904223U;
        length +=
            (size_t)snprintf(text + length, size - length, "place %c %u %u %s - Hosszúnevű%c\n", "0ABCDEFG"[place],
                             seed >> 8 & 511, seed >> 17 & 511, place ? "green" : "-", "0ABCDEFG"[place]);
    }
    for (int road = 0, village = 0; road < ROADS; road++) {
        int from = road % PLACES, to = (from + 1 + road / PLACES) % PLACES;
        length += (size_t)snprintf(text + length, size - length, "road r%d %c %c", road + 1, "0ABCDEFG"[from],
                                   "0ABCDEFG"[to]);
        for (int i = 0; i < 1 + road % 2 && village < VILLAGES; i++) {
            seed = seed * 1664525U + 1013904223U;
            length += (size_t)snprintf(text + length, size - length, " v%d %u,%u", ++village, seed >> 8 & 511,
                                       seed >> 17 & 511);
        }
        length += (size_t)snprintf(text + length, size - length, "\n");
    }
    return length;
}

static int count_villages(const struct canvas *c) {
    int count = 0;
    for (int i = 0; i < c->link_count; i++) count += c->links[i].word[0] == 'v';
    return count;
}

TEST(any_map_can_be_drawn) {
    static char text[16384];
    static struct arkad_map map;
    const struct arkad_game *game = arkad_game_find("maharaja");
    char why[ARKAD_WHY_MAX];
    for (uint32_t seed = 1; seed <= 3; seed++) {
        struct arkad_setup setup;
        struct arkad_position position;
        CHECK(!arkad_map_read(game, text, write_map(text, sizeof text, seed), &map, why));
        arkad_setup_default(game, &setup);
        setup.players = 5;
        setup.map = &map;
        setup.seed[0] = (uint8_t)seed;
        CHECK(!arkad_setup_options(game, &setup, "map=full", why));
        play_and_draw(game, &setup, true);
        CHECK(!arkad_deal(game, &setup, &position, NULL, why));
        struct scene scene = scene_of(game, &setup, &position, 0, lang_at(0));
        draw(&canvas, &scene, sizes[2]);
        CHECK(count_villages(&canvas) == VILLAGES);
    }
}

static const char *const games[] = {"towers", "byzanz", "alhambra", "pharaoh", "maharaja"};
enum { GAMES = sizeof games / sizeof *games };

/* ---- Names, sizes ------------------------------------------------------------------------------------------- */

/* A game just dealt, seen by seat 0. */
static struct scene first_scene(const char *name, int players, struct arkad_setup *setup,
                                struct arkad_position *position) {
    const struct arkad_game *game = arkad_game_find(name);
    char why[ARKAD_WHY_MAX];
    arkad_setup_default(game, setup);
    if (players) setup->players = (uint8_t)players;
    CHECK(!arkad_deal(game, setup, position, NULL, why));
    return scene_of(game, setup, position, 0, lang_find("hu"));
}

static bool is_name_cut(const struct canvas *c) {
    for (int row = 0; row < c->height; row++) {
        const char *at = strstr(row_text(c, row), "◆ Őr");
        if (at && strstr(at, "…")) return true;
    }
    return false;
}

TEST(long_names_are_cut_with_an_ellipsis) {
    for (int i = 0; i < GAMES; i++) {
        struct arkad_setup setup;
        struct arkad_position position;
        struct scene scene = first_scene(games[i], arkad_players_max(arkad_game_find(games[i])), &setup, &position);
        scene.names[1] = "Őrült Hosszúnevű Józsefné Erzsébet 漢字漢字漢字";
        draw(&canvas, &scene, sizes[0]);
        CHECK(is_name_cut(&canvas));
        CHECK(is_outside_untouched(&canvas));
    }
}

TEST(bots_are_told_apart_by_their_numbers) {
    struct arkad_setup setup;
    struct arkad_position position;
    struct scene scene = first_scene("towers", 5, &setup, &position);
    scene.names[3] = "Apprentice 3";
    draw(&canvas, &scene, sizes[0]);
    CHECK(strstr(row_text(&canvas, canvas.height - 2), "■ Appren…3"));
}

/* Smaller than promised: not everything is seen, but nothing breaks. */
TEST(a_canvas_too_small_is_drawn_as_far_as_it_goes) {
    static const struct size small[] = {{0, 0}, {1, 1}, {3, 20}, {10, 60}, {14, 40}, {5, 120}};
    for (int i = 0; i < GAMES; i++)
        for (size_t j = 0; j < sizeof small / sizeof *small; j++) {
            struct arkad_setup setup;
            struct arkad_position position;
            struct scene scene = first_scene(games[i], 0, &setup, &position);
            draw(&canvas, &scene, small[j]);
            CHECK(is_outside_untouched(&canvas));
        }
}

/* ---- What is known of other hands --------------------------------------------------------------------------- */

static bool has_row(const struct canvas *c, const char *part) {
    for (int row = 0; row < c->height; row++)
        if (strstr(row_text(c, row), part)) return true;
    return false;
}

static void play_move(const struct arkad_game *game, struct arkad_position *position, int seat, const char *text) {
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    CHECK(!arkad_move_read(game, text, strlen(text), &move, why));
    CHECK(!arkad_check(game, position, seat, &move, why));
    arkad_apply(game, position, seat, &move, NULL);
}

/* What was drawn openly is known to the others, and to them alone. */
TEST(cards_that_were_seen_go_to_a_hand_as_they_are) {
    struct arkad_setup setup;
    struct arkad_position position, view;
    struct scene scene = first_scene("pharaoh", 3, &setup, &position);
    static char json[ARKAD_JSON_MAX], move[16], known[32];
    arkad_json_write(scene.game, &position, json);
    char card = strstr(json, "\"open\":[\"")[9];
    snprintf(move, sizeof move, "draw %c", card);
    play_move(scene.game, &position, 0, move);
    snprintf(known, sizeof known, "8 ░░░░░░░ %c", card);
    for (int viewer = 0; viewer < 3; viewer++) {
        arkad_view(scene.game, &position, viewer, &view);
        scene.view = &view, scene.viewer = viewer;
        draw(&canvas, &scene, sizes[0]);
        CHECK(has_row(&canvas, known) == (viewer != 0));
    }
    scene.viewer = ARKAD_SPECTATOR;
    draw(&canvas, &scene, sizes[0]);
    CHECK(!has_row(&canvas, known));
}

/* ---- Drawings to be compared ---------------------------------------------------------------------------------- */

static const struct picture {
    const char *trace;
    int at, viewer, height, width;
    const char *lang;
} pictures[] = {
    {"towers-5-a", 64, 1, 14, 80, "hu"},
    {"towers-2-expert", 45, 1, 24, 100, "en"},
    {"byzanz-4-expert", 30, 1, 14, 80, "en"},
    {"byzanz-6-a", 70, 3, 24, 100, "hu"},
    {"alhambra-2-expert", 40, 0, 14, 80, "hu"},
    {"alhambra-6-b", 55, 1, 24, 100, "en"},
    {"pharaoh-4-starter1-expert", 200, 2, 14, 80, "en"},
    {"pharaoh-3-offers0-a", 150, 1, 24, 100, "hu"},
    {"pharaoh-3-expert", 413, 0, 14, 80, "en"},
    {"maharaja-4-many-b", 90, 3, 14, 80, "en"},
    {"maharaja-5-yogi-neutral-auction-home-b", 110, 0, 40, 140, "hu"},
};
enum { PICTURES = sizeof pictures / sizeof *pictures };

/* Reads a trace as far as the picture wants it. */
static bool read_trace(const struct picture *picture, struct arkad_reader *reader) {
    static char path[512], line[1 << 20];
    snprintf(path, sizeof path, "%s/traces/%s.jsonl", folder, picture->trace);
    FILE *file = fopen(path, "rb");
    memset(reader, 0, sizeof *reader);
    const char *wrong = file ? NULL : "cannot be read";
    while (!wrong && (!reader->lines || reader->moves < picture->at) && fgets(line, sizeof line, file))
        wrong = arkad_reader_line(reader, line, strcspn(line, "\n"));
    if (file) fclose(file);
    if (wrong) printf("# %s: %s\n", path, wrong);
    return !wrong && reader->moves == picture->at;
}

static FILE *open_drawing(const struct picture *picture, const char *mode) {
    char path[512];
    snprintf(path, sizeof path, "%s/drawings/%s-%dx%d-%s.txt", folder, picture->trace, picture->width, picture->height,
             picture->lang);
    FILE *file = fopen(path, mode);
    if (!file) printf("# %s cannot be opened\n", path);
    return file;
}

static void write_drawing(FILE *file) {
    for (int row = 0; row < canvas.height; row++) fprintf(file, "%s\n", row_text(&canvas, row));
}

static bool equals_drawing(FILE *file) {
    char line[ROW_MAX];
    bool is_equal = true;
    for (int row = 0; row < canvas.height; row++) {
        if (!fgets(line, sizeof line, file)) return false;
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, row_text(&canvas, row)))
            is_equal = false, printf("# expected %s\n#    found %s\n", line, row_text(&canvas, row));
    }
    return is_equal && !fgets(line, sizeof line, file);
}

TEST(tables_look_as_they_did) {
    static struct arkad_reader reader;
    for (int i = 0; i < PICTURES; i++) {
        const struct picture *picture = &pictures[i];
        struct arkad_position view;
        CHECK(read_trace(picture, &reader));
        arkad_view(reader.game, &reader.position, picture->viewer, &view);
        struct scene scene = scene_of(reader.game, &reader.setup, &view, picture->viewer, lang_find(picture->lang));
        scene.shown = some_move(&scene, 1);
        draw(&canvas, &scene, (struct size){picture->height, picture->width});
        FILE *file = open_drawing(picture, is_writing ? "w" : "r");
        CHECK(file != NULL);
        if (!file) continue;
        if (is_writing)
            write_drawing(file);
        else
            CHECK(equals_drawing(file));
        fclose(file);
    }
}

int main(int argc, char **argv) {
    if (argc > 1) folder = argv[1];
    is_writing = argc > 2 && !strcmp(argv[2], "--write");
    RUN(text_is_cut_at_the_edges);
    RUN(what_is_too_long_ends_in_an_ellipsis);
    RUN(wide_characters_take_two_columns_and_never_half_of_them);
    RUN(what_a_terminal_would_obey_is_not_passed_on);
    RUN(links_are_cut_to_the_canvas_and_the_last_lies_on_top);
    RUN(a_row_in_colours_says_the_same);
    RUN(towers_are_drawn);
    RUN(byzanz_is_drawn);
    RUN(alhambra_is_drawn);
    RUN(pharaoh_is_drawn);
    RUN(maharaja_is_drawn);
    RUN(any_map_can_be_drawn);
    RUN(long_names_are_cut_with_an_ellipsis);
    RUN(bots_are_told_apart_by_their_numbers);
    RUN(a_canvas_too_small_is_drawn_as_far_as_it_goes);
    RUN(cards_that_were_seen_go_to_a_hand_as_they_are);
    RUN(tables_look_as_they_did);
    return tests_end();
}
