/* The words of the program: catalogues, reasons, and what is said of all five games, in every language. */
#include "test.h"

#include "bots/simple.h"
#include "engine/game.h"
#include "games/maharaja/map.h"
#include "lang/load.h"
#include "lang/say.h"

#include <stdlib.h>

static const char *const names[ARKAD_SEATS_MAX] = {"Anna", "Béla", "Cili", "Dani", "Emma", "Feri"};
static struct arkad_move moves[ARKAD_MOVES_MAX];
static struct table table;
static uint64_t dice = 1;

static const struct lang *english(void) { return lang_find("en"); }
static const struct lang *hungarian(void) { return lang_find("hu"); }

/* ---- Catalogues -------------------------------------------------------------------------------------------------- */

TEST(languages_are_found_by_code_and_index) {
    CHECK_TEXT(lang_code(lang_at(0)), "en");
    CHECK(lang_count() >= 2 && !lang_at(lang_count()) && !lang_at(-1) && !lang_find("tlh") && hungarian());
    for (int i = 0; lang_at(i); i++) {
        CHECK(lang_find(lang_code(lang_at(i))) == lang_at(i));
        CHECK(lang_after(lang_at(i)) == (lang_at(i + 1) ? lang_at(i + 1) : english()));
        CHECK(i < 2 || strcmp(lang_code(lang_at(i - 1)), lang_code(lang_at(i))) < 0);
    }
}

TEST(texts_are_found_by_key) {
    CHECK_TEXT(lang_text(english(), "byzanz.kind.c"), "cloth");
    CHECK_TEXT(lang_text(hungarian(), "byzanz.kind.c"), "posztó");
    CHECK(!lang_find_text(english(), "byzanz.kind") && !lang_find_text(english(), "") &&
          !lang_find_text(english(), "zz"));
}

static const char *filled(const struct lang *lang, const char *key, const char *place, long number, const char *text) {
    static char buffer[256];
    struct text out = text_in(buffer, sizeof buffer);
    LANG_PUT(lang, &out, key, {.name = place, .number = number, .text = text});
    return buffer;
}

/* Numbers are read aloud: egy, öt, ötven, ötszáz, ezer begin with a vowel; tizenegy and száz do not. */
TEST(hungarian_articles) {
    static const struct {
        int number;
        const char *text;
    } expected[] = {{1, "A jelző az 1. mezőre lép."},       {2, "A jelző a 2. mezőre lép."},
                    {5, "A jelző az 5. mezőre lép."},       {10, "A jelző a 10. mezőre lép."},
                    {11, "A jelző a 11. mezőre lép."},      {50, "A jelző az 50. mezőre lép."},
                    {100, "A jelző a 100. mezőre lép."},    {500, "A jelző az 500. mezőre lép."},
                    {1000, "A jelző az 1000. mezőre lép."}, {10000, "A jelző a 10000. mezőre lép."}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        CHECK_TEXT(filled(hungarian(), "pharaoh.marker", "n", expected[i].number, NULL), expected[i].text);
    CHECK_TEXT(filled(hungarian(), "why.option.flag", "option", 0, "auction"),
               "az auction beállítás értéke on vagy off");
    CHECK_TEXT(filled(hungarian(), "why.option.flag", "option", 0, "short"), "a short beállítás értéke on vagy off");
    CHECK_TEXT(filled(hungarian(), "why.option.flag", "option", 0, "őr"), "az őr beállítás értéke on vagy off");
}

TEST(english_plurals) {
    CHECK_TEXT(filled(english(), "towers.ask.build", "n", 1, NULL), "Build 1 more card.");
    CHECK_TEXT(filled(english(), "towers.ask.build", "n", 2, NULL), "Build 2 more cards.");
}

/* ---- Reasons ----------------------------------------------------------------------------------------------------- */

static const char *reason(const char *why) {
    static char text[ARKAD_WHY_MAX];
    lang_reason(hungarian(), why, text);
    return text;
}

TEST(reasons_in_hungarian) {
    CHECK_TEXT(reason("that is 4, and the bid to beat is 5"), "ez 4, és ennél többet kell mondani: 5");
    CHECK_TEXT(reason("it is seat 1's turn"), "most az 1. hely jön");
    CHECK_TEXT(reason("that is 4, and G8 costs 8 green"), "ez 4, és az ár (G8): 8 zöld");
    CHECK_TEXT(reason("you have no tax collector"), "nincs a kezedben: adószedő");
    CHECK_TEXT(reason("you have no coin"), "nincs érméd");
    CHECK_TEXT(reason("Byzanz is played by 3 to 6, not by 2"), "Bizánc: 3–6 játékos játszhatja, nem 2");
    CHECK_TEXT(reason("seat 0 may not move 'pass': the bidding is over"),
               "a 0. hely nem léphet így: pass (a licitnek vége)");
    CHECK_TEXT(reason("line 7: the place has no name"), "7. sor: a helynek nincs neve");
    CHECK_TEXT(reason("no catalogue knows this"), "no catalogue knows this");
}

TEST(reasons_in_german) {
    char text[ARKAD_WHY_MAX];
    lang_reason(lang_find("de"), "that is 3, and the bid to beat is 4", text);
    CHECK_TEXT(text, "das sind 3, und zu überbieten sind 4");
    lang_reason(lang_find("de"), "that is 5, and G8 costs 8 yellow", text);
    CHECK_TEXT(text, "das sind 5, und G8 kostet 8 in Gelb");
    lang_reason(lang_find("de"), "there is no free outer site in B", text);
    CHECK_TEXT(text, "kein äußerer Bauplatz ist frei in B");
}

TEST(reasons_stay_as_they_are_in_english) {
    char text[ARKAD_WHY_MAX];
    lang_reason(english(), "it is seat 1's turn", text);
    CHECK_TEXT(text, "it is seat 1's turn");
}

/* Cut at the limit, but not within a character. */
static struct loaded loaded;

static const char *load(const char *text) { return load_words(&loaded, text, strlen(text)); }

TEST(words_are_loaded_and_reasons_found_by_their_english) {
    char text[ARKAD_WHY_MAX];
    lang_reason(&loaded.lang, "there is no such game", text);
    CHECK_TEXT(text, "there is no such game"); /* before there are words */
    CHECK(!load("game.x\tAnlage\nwhy.game\tkein {n}: {why}\tno {n}: {why}\nwhy.low\tzu wenig\ttoo "
                "little\nword.n.one\teins\tone"));
    CHECK_TEXT(lang_text(&loaded.lang, "game.x"), "Anlage");
    lang_reason(&loaded.lang, "no one: too little", text);
    CHECK_TEXT(text, "kein eins: zu wenig");
    CHECK(!load("a\tb"));
    CHECK(!lang_find_text(&loaded.lang, "game.x"));
}

TEST(what_is_no_catalogue_is_not_loaded) {
    static const char *const nonsense[] = {"",           "\n",     "a",          "a\t",        "\tb",
                                           "a\tb\tc\td", "a\tb\r", "b\tx\na\ty", "ab\tx\na\ty"};
    CHECK(!load("a\tb"));
    for (size_t i = 0; i < sizeof nonsense / sizeof *nonsense; i++) CHECK(load(nonsense[i]));
    CHECK_TEXT(lang_text(&loaded.lang, "a"), "b");
}

TEST(long_reasons_end_with_a_whole_character) {
    char why[ARKAD_WHY_MAX] = "the result should be ";
    for (int shift = 0; shift < 2; shift++) {
        if (shift) strcat(why, "x");
        while (strlen(why) + 3 < sizeof why) strcat(why, "ő");
        const char *text = reason(why);
        size_t length = strlen(text);
        CHECK(length < ARKAD_WHY_MAX && (unsigned char)text[length - 1] != 0xc5);
        why[21] = 0;
    }
}

/* Each sentence is looked up once, as long as it has not been forgotten. */
static void expect_known(const char *why) {
    enum { SEEN = 256 };
    static char seen[SEEN][ARKAD_WHY_MAX];
    unsigned hash = 0;
    if (!why) return;
    for (const char *at = why; *at; at++) hash = hash * 31 + (unsigned char)*at;
    if (!strcmp(seen[hash % SEEN], why)) return;
    strcpy(seen[hash % SEEN], why);
    if (lang_has_reason(english(), why)) return;
    printf("# no template for: %s\n", why);
    checks_failed++;
}

/* Moves from everywhere: listed ones of earlier positions, and what is spelled or made up at random. */
enum { POOL = 512 };
static struct arkad_move pool[POOL];
static int pool_count;

static void remember(const struct arkad_move *move) {
    int at = pool_count < POOL ? pool_count++ : (int)simple_below(&dice, POOL);
    pool[at] = *move;
}

static void try_moves(void) {
    char why[ARKAD_WHY_MAX];
    for (int i = 0; i < 12; i++) {
        struct arkad_move move = pool[simple_below(&dice, (uint32_t)pool_count)];
        int seat = (int)simple_below(&dice, (uint32_t)table.setup.players + 1);
        if (i % 4 == 3) move.args[simple_below(&dice, 6)] = (uint8_t)simple_below(&dice, 12);
        if (i % 6 == 5) move.verb = (uint8_t)simple_below(&dice, 24);
        expect_known(arkad_check(table.game, &table.position, seat, &move, why));
    }
}

static void try_texts(void) {
    char text[ARKAD_MOVE_TEXT_MAX], why[ARKAD_WHY_MAX];
    struct arkad_move read;
    for (int i = 0; i < 4; i++) {
        size_t length = arkad_move_write(table.game, &pool[simple_below(&dice, (uint32_t)pool_count)], text);
        size_t at = simple_below(&dice, (uint32_t)length + 1);
        if (i == 0) length = at;
        if (i == 1) text[at] = "abcz 019*:,-"[simple_below(&dice, 12)], length += at == length;
        if (i == 2) text[length++] = ' ', text[length++] = "1c*v"[simple_below(&dice, 4)];
        if (i == 3 && at < length) memmove(text + at, text + at + 1, length - at - 1), length--;
        expect_known(arkad_move_read(table.game, text, length, &read, why));
    }
}

static void play_for_reasons(const char *game, int players, const char *options, int seed) {
    bool is_wild[ARKAD_SEATS_MAX] = {true, true, true, true, true, true};
    struct simple simple;
    CHECK(table_deal(&table, game, players, options, seed));
    simple_begin(&simple, table.game, is_wild, table.setup.seed);
    for (int n = 0; !arkad_is_over(&table.position) && n < 1500; n++) {
        struct arkad_move move;
        int seat = simple_choose(&simple, table.game, &table.position, moves, &move);
        remember(&move);
        remember(&moves[0]);
        try_moves();
        try_texts();
        arkad_apply(table.game, &table.position, seat, &move, NULL);
    }
    try_moves();
}

static const struct {
    const char *game, *options;
} settings[] = {{"towers", ""},
                {"byzanz", ""},
                {"alhambra", ""},
                {"pharaoh", "offers=2"},
                {"pharaoh", "offers=0"},
                {"pharaoh", "second=4,offers=1"},
                {"maharaja", ""},
                {"maharaja", "many=on"},
                {"maharaja", "advanced=on,many=on"},
                {"maharaja", "advanced=on,short=on"},
                {"blank", ""}};
enum { SETTINGS = sizeof settings / sizeof *settings };

TEST(every_refusal_of_a_move_has_its_template) {
    for (int i = 0; i < SETTINGS; i++) {
        const struct arkad_game *game = arkad_game_find(settings[i].game);
        pool_count = 0;
        for (int players = arkad_players_min(game); players <= arkad_players_max(game); players++)
            for (int seed = 0; seed < 4; seed++) play_for_reasons(settings[i].game, players, settings[i].options, seed);
    }
}

TEST(every_refusal_of_options_has_its_template) {
    static const char *const texts[] = {"starter",     "starter=9", "starter=x", "starter=255",
                                        "starter=256", "starter=",  "yogi=2",    "map=moon",
                                        "second=3",    "unknown=1", "=",         "offers=100"};
    struct arkad_setup setup;
    char why[ARKAD_WHY_MAX];
    for (int i = 0; arkad_game_at(i); i++) {
        for (size_t k = 0; k < sizeof texts / sizeof *texts; k++) {
            arkad_setup_default(arkad_game_at(i), &setup);
            expect_known(arkad_setup_options(arkad_game_at(i), &setup, texts[k], why));
        }
        arkad_setup_default(arkad_game_at(i), &setup);
        setup.players = 9;
        expect_known(arkad_setup_options(arkad_game_at(i), &setup, "", why));
    }
}

static char line[1 << 16];
static struct arkad_reader reader;

/* One character of it changed. */
static void read_spoiled(const char *first, size_t first_length, size_t at, char c) {
    char copy[1 << 14];
    memcpy(copy, first, first_length);
    copy[at] = c;
    memset(&reader, 0, sizeof reader);
    const char *why = arkad_reader_line(&reader, copy, first_length);
    expect_known(why);
}

TEST(every_refusal_of_a_saved_game_has_its_template) {
    CHECK(table_deal(&table, "byzanz", 4, "", 1));
    size_t length = arkad_trace_head(table.game, &table.setup, &table.position, line, sizeof line);
    for (size_t at = 0; at < length; at++) read_spoiled(line, length, at, "x}\"01,"[at % 6]);
    memset(&reader, 0, sizeof reader);
    expect_known(arkad_reader_end(&reader));
    CHECK(!arkad_reader_line(&reader, line, length));
    static const char *const wrong[] = {
        "",
        "{}",
        "{\"n\":2,\"seat\":0,\"move\":\"pass\"}",
        "{\"n\":1,\"seat\":1,\"move\":\"pass\"}",
        "{\"n\":1,\"seat\":0,\"move\":\"jump\"}",
        "{\"n\":1,\"seat\":0,\"move\":pass}",
        "{\"n\":1,\"seat\":0,\"move\":\"pass}",
        "{\"n\":1,\"seat\":0,\"move\":\"pass\",\"legal\":{\"0\":[\"pass\"]}}",
        "{\"n\":1,\"seat\":0,\"move\":\"pass\",\"legal\":{\"0\":[\"pass\",\"pass\"]}}",
        "{\"n\":1,\"seat\":0,\"move\":\"pass\",\"chance\":[{\"die\":1}]}",
        "{\"n\":1,\"seat\":0,\"move\":\"pass\",\"state\":{\"phase\":\"over\"}}",
        "{\"n\":1,\"seat\":0,\"move\":\"pass\"}}",
        "{\"result\":{}}",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        static struct arkad_reader copy;
        copy = reader;
        const char *why = arkad_reader_line(&copy, wrong[i], strlen(wrong[i]));
        CHECK(why);
        expect_known(why);
    }
}

TEST(every_refusal_of_a_map_has_its_template) {
    static const char *const maps[] = {
        "",
        "map",
        "map Big",
        "map a\nmap b",
        "map a b",
        "moon",
        "place 9",
        "place A 1",
        "place A 1 2 Red",
        "place A 1 2 red 9",
        "place 0 1 2 red 1 x",
        "place A 1 2 red 1",
        "place A 1 2 red 1 x\nplace A",
        "place A 1 2 red 1 x\nplace B 1 2 red 1 y",
        "place A 1 2 red - 12345678901234567890123456789012",
        "place A 1 2 red - \"",
        "road 1",
        "road r1 A",
        "road r1 A A",
        "road r1 A B v99",
        "road r1 A B v1",
        "road r1 A B v1 1,1 v1 1,1",
        "road r1 A B v1 1,1 v2 1,1 v3 1,1 v4 1,1",
        "road r1 A B curve",
        "road r1 A B curve 1,1 curve 1,1",
        "road r1 A B\nroad r1 A B",
        "map a\n",
        "place A 1 2 red - \xff",
    };
    static char long_map[ARKAD_MAP_TEXT_MAX + 1];
    const struct arkad_game *maharaja = arkad_game_find("maharaja");
    struct arkad_map map;
    char why[ARKAD_WHY_MAX];
    CHECK(arkad_map_read(arkad_game_find("towers"), "", 0, &map, why));
    expect_known(why);
    CHECK(arkad_map_read(maharaja, long_map, sizeof long_map, &map, why));
    expect_known(why);
    for (size_t i = 0; i < sizeof maps / sizeof *maps; i++) {
        CHECK(arkad_map_read(maharaja, maps[i], strlen(maps[i]), &map, why));
        expect_known(why);
    }
}

/* ---- Phrases ----------------------------------------------------------------------------------------------------- */

static bool is_utf8(const char *text) {
    for (const unsigned char *at = (const unsigned char *)text; *at;) {
        int more = *at < 0x80 ? 0 : *at >> 5 == 6 ? 1 : *at >> 4 == 14 ? 2 : -1;
        if (more < 0) return false;
        for (at++; more; more--, at++)
            if (*at >> 6 != 2) return false;
    }
    return true;
}

/* Whether there is a key in it instead of its text. */
static bool has_key(const char *text) {
    static const char *const prefixes[] = {"say.", "towers.", "byzanz.", "alhambra.", "pharaoh.", "maharaja."};
    for (size_t i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        const char *at = strstr(text, prefixes[i]);
        if (at && at[strlen(prefixes[i])] >= 'a' && at[strlen(prefixes[i])] <= 'z') return true;
    }
    return false;
}

/* Whether a village or road is called as the notation does: a word like v13. */
static bool has_notation(const char *text) {
    for (const char *at = text; *at; at++) {
        bool is_begin = at == text || at[-1] == ' ' || at[-1] == '(';
        if (is_begin && (*at == 'v' || *at == 'r') && at[1] >= '0' && at[1] <= '9') return true;
    }
    return false;
}

/* Whoever is told is called you, not by name. */
static void expect_unnamed(const char *text, int viewer) {
    if (viewer == ARKAD_SPECTATOR || !strstr(text, names[viewer])) return;
    if (checks_failed++ < 20) printf("# told to %s: '%s'\n", names[viewer], text);
}

/* Complete and filled, and a sentence that can follow a name. */
static void expect_phrase(const char *what, const char *text, bool may_be_empty) {
    bool is_cut = strlen(text) >= SAY_MAX - 1;
    bool is_clumsy = strstr(text, "  ") || strstr(text, "..") || (*text && strchr(",;:.", *text)) || has_notation(text);
    if ((*text || may_be_empty) && !strpbrk(text, "{}|") && !is_cut && !is_clumsy && is_utf8(text) && !has_key(text))
        return;
    if (checks_failed++ < 20) printf("# %s of %s: '%s'\n", what, arkad_game_name(table.game), text);
}

static void check_asks(const struct lang *lang, const struct arkad_position *view, int viewer) {
    char text[SAY_MAX];
    say_ask(lang, table.game, view, viewer, names, text);
    expect_phrase("ask", text, false);
    if (viewer == ARKAD_SPECTATOR) return;
    int count = arkad_list(table.game, view, viewer, moves);
    for (int i = 0; i < count; i += 1 + (int)simple_below(&dice, (uint32_t)count / 8 + 1)) {
        say_choice(lang, table.game, view, viewer, &moves[i], names, text);
        expect_phrase("choice", text, false);
    }
}

/* The same phrase for every move that the viewer may not know. */
static void check_hidden(const struct lang *lang, const struct arkad_position *before,
                         const struct arkad_position *after, int seat, const struct arkad_move *move,
                         const char *expected) {
    char text[SAY_MAX];
    struct arkad_move other = *move;
    for (int i = 0; i < ARKAD_MOVE_ARGS; i++) other.args[i] = (uint8_t)simple_below(&dice, 9);
    struct told told = {.before = before,
                        .after = after,
                        .seat = seat,
                        .move = &other,
                        .is_hidden = true,
                        .you = NOBODY,
                        .names = names};
    say_move(lang, table.game, &told, text);
    CHECK_TEXT(text, expected);
}

static void check_told(const struct lang *lang, const struct arkad_position *before, int viewer, int seat,
                       const struct arkad_move *move, const struct arkad_tape *tape) {
    static struct arkad_tape seen;
    struct arkad_position views[2];
    char text[SAY_MAX];
    bool is_hidden = arkad_is_secret(table.game, move) && viewer != seat;
    arkad_view(table.game, before, viewer, &views[0]);
    arkad_view(table.game, &table.position, viewer, &views[1]);
    struct told told = {&views[0], &views[1], seat, move, is_hidden, viewer, names};
    say_move(lang, table.game, &told, text);
    expect_phrase("move", text, false);
    expect_unnamed(text, viewer);
    told.you = NOBODY;
    say_move(lang, table.game, &told, text);
    expect_phrase("move", text, false);
    if (is_hidden) check_hidden(lang, &views[0], &views[1], seat, move, text);
    arkad_tape_view(tape, viewer, &seen);
    say_chance(lang, table.game, &seen, viewer, names, text);
    expect_phrase("chance", text, true);
    expect_unnamed(text, viewer);
}

static void play_for_phrases(const char *game, int players, const char *options, int seed) {
    static struct arkad_tape tape;
    bool is_wild[ARKAD_SEATS_MAX];
    for (int i = 0; i < ARKAD_SEATS_MAX; i++) is_wild[i] = seed & 1;
    struct simple simple;
    CHECK(table_deal(&table, game, players, options, seed));
    simple_begin(&simple, table.game, is_wild, table.setup.seed);
    for (int n = 0; !arkad_is_over(&table.position) && n < 2000; n++) {
        struct arkad_position before = table.position, view;
        struct arkad_move move;
        const struct lang *lang = lang_at(n % lang_count());
        int viewer = (int)simple_below(&dice, (uint32_t)players + 1);
        if (viewer == players) viewer = ARKAD_SPECTATOR;
        int seat = simple_choose(&simple, table.game, &table.position, moves, &move);
        arkad_view(table.game, &table.position, n % 3 ? viewer : seat, &view);
        check_asks(lang, &view, n % 3 ? viewer : seat);
        memset(&tape, 0, sizeof tape);
        arkad_apply(table.game, &table.position, seat, &move, &tape);
        check_told(lang, &before, viewer, seat, &move, &tape);
        check_told(lang, &before, seat, seat, &move, &tape);
    }
    struct arkad_position view;
    arkad_view(table.game, &table.position, 0, &view);
    check_asks(lang_at(seed % lang_count()), &view, ARKAD_SPECTATOR);
}

TEST(every_phrase_is_whole) {
    for (int i = 0; i < SETTINGS; i++) {
        const struct arkad_game *game = arkad_game_find(settings[i].game);
        for (int players = arkad_players_min(game); players <= arkad_players_max(game); players++)
            for (int seed = 0; seed < 4; seed++) play_for_phrases(settings[i].game, players, settings[i].options, seed);
    }
}

TEST(every_card_has_a_name) {
    char text[SAY_MAX];
    for (int g = 0; arkad_game_at(g); g++) {
        table.game = arkad_game_at(g);
        for (int card = 1; card <= table.game->card_count; card++)
            for (int i = 0; lang_at(i); i++) {
                say_card(lang_at(i), table.game, card, text);
                expect_phrase("card", text, false);
            }
    }
}

/* ---- Some phrases ------------------------------------------------------------------------------------------------ */

/* What the viewer is told of a move, in both languages. */
static bool told_to(int viewer, int seat, const char *text, const char *in_english, const char *in_hungarian) {
    struct arkad_position before = table.position, views[2];
    struct arkad_move move;
    char said[SAY_MAX];
    if (arkad_move_read(table.game, text, strlen(text), &move, table.why) || !moved(&table, seat, text)) return false;
    bool is_hidden = arkad_is_secret(table.game, &move) && viewer != seat;
    arkad_view(table.game, &before, viewer, &views[0]);
    arkad_view(table.game, &table.position, viewer, &views[1]);
    struct told told = {&views[0], &views[1], seat, &move, is_hidden, NOBODY, names};
    say_move(english(), table.game, &told, said);
    CHECK_TEXT(said, in_english);
    say_move(hungarian(), table.game, &told, said);
    CHECK_TEXT(said, in_hungarian);
    return true;
}

static void chosen(int seat, const char *text, const char *in_english, const char *in_hungarian) {
    struct arkad_move move;
    char said[SAY_MAX];
    CHECK(!arkad_move_read(table.game, text, strlen(text), &move, table.why));
    say_choice(english(), table.game, &table.position, seat, &move, names, said);
    CHECK_TEXT(said, in_english);
    say_choice(hungarian(), table.game, &table.position, seat, &move, names, said);
    CHECK_TEXT(said, in_hungarian);
}

static void asked(int seat, const char *in_english, const char *in_hungarian) {
    char said[SAY_MAX];
    say_ask(english(), table.game, &table.position, seat, names, said);
    CHECK_TEXT(said, in_english);
    say_ask(hungarian(), table.game, &table.position, seat, names, said);
    CHECK_TEXT(said, in_hungarian);
}

TEST(own_moves_are_told_in_the_second_person) {
    struct arkad_position before;
    struct arkad_move move;
    char said[SAY_MAX];
    CHECK(table_deal(&table, "towers", 3, "", 3));
    before = table.position;
    CHECK(!arkad_move_read(table.game, "bid 2", 5, &move, table.why) && moved(&table, 0, "bid 2"));
    struct told told = {&before, &table.position, 0, &move, false, 0, names};
    say_move(english(), table.game, &told, said);
    CHECK_TEXT(said, "bid 2");
    say_move(hungarian(), table.game, &told, said);
    CHECK_TEXT(said, "2 lapot vállalsz");
}

/* What a person is told about somebody else's move, when it is about that person. */
TEST(whoever_is_told_is_called_you) {
    struct arkad_position before;
    struct arkad_move move;
    char said[SAY_MAX];
    CHECK(table_deal(&table, "towers", 2, "", 3));
    CHECK(moved(&table, 0, "bid 2"));
    before = table.position;
    CHECK(!arkad_move_read(table.game, "pass", 4, &move, table.why) && moved(&table, 1, "pass"));
    struct told told = {&before, &table.position, 1, &move, false, 0, names};
    say_move(english(), table.game, &told, said);
    CHECK_TEXT(said, "passes. The bidding is over: you take 2 cards.");
    say_move(hungarian(), table.game, &told, said);
    CHECK_TEXT(said, "passzol. A licitnek vége: 2 lapot veszel el.");
    told.you = NOBODY;
    say_move(english(), table.game, &told, said);
    CHECK_TEXT(said, "passes. The bidding is over: Anna takes 2 cards.");
}

static void refused_in(const char *game, const char *why, const char *in_english, const char *in_hungarian) {
    char said[ARKAD_WHY_MAX];
    CHECK(table_deal(&table, game, 3, "", 3));
    say_reason(english(), table.game, &table.position, why, said);
    CHECK_TEXT(said, in_english);
    say_reason(hungarian(), table.game, &table.position, why, said);
    CHECK_TEXT(said, in_hungarian);
}

TEST(reasons_call_things_by_their_names) {
    refused_in("byzanz", "there is no c4 in your hand", "there is no cloth 4 in your hand",
               "nincs a kezedben: posztó 4");
    refused_in("towers", "c4 cannot cover c2", "candy 4 cannot cover candy 2",
               "édesség 4 nem kerülhet rá erre: édesség 2");
    refused_in("alhambra", "b5 does not lie open", "blue 5 does not lie open", "nem fekszik kint: kék 5");
    refused_in("maharaja", "there is no house in v15", "there is no house in village 15 by Jaipur",
               "itt nincs ház: Jaipur melletti 15. falu");
    refused_in("maharaja", "r6 is travelled twice", "the road between Jaipur (A) and Delhi (C) is travelled twice",
               "ugyanaz az út kétszer szerepel: Jaipur (A) és Delhi (C) közötti út");
    refused_in("maharaja", "your architect is not in A", "your architect is not in Jaipur (A)",
               "az építészed nem itt van: Jaipur (A)");
}

/* Every card of every game is explained, in every language, with something that depends on the position. */
TEST(every_card_is_explained) {
    static const char *const games[] = {"towers", "byzanz", "alhambra", "pharaoh"};
    char text[SAY_MAX], named[SAY_MAX];
    for (size_t i = 0; i < sizeof games / sizeof *games; i++) {
        CHECK(table_deal(&table, games[i], 3, "", 3));
        for (int l = 0; lang_at(l); l++)
            for (int card = 1; card <= table.game->card_count; card++) {
                const char *code = table.game->cards[card];
                bool is_left_out = !strcmp(code, "A") || !strcmp(code, "B") || !strcmp(code, "E");
                say_about(lang_at(l), table.game, &table.position, 0, "card", code, names, text);
                say_thing(lang_at(l), table.game, &table.position, "card", code, named);
                CHECK(is_left_out || strlen(text) > 20);
                CHECK(strcmp(named, code) || !strcmp(games[i], "pharaoh"));
                expect_phrase("explanation", text, is_left_out);
                expect_unnamed(text, 0);
            }
    }
}

static void explained(int seat, const char *kind, const char *word, const char *expected) {
    char text[SAY_MAX];
    say_about(english(), table.game, &table.position, seat, kind, word, names, text);
    CHECK_TEXT(text, expected);
}

TEST(explanations_say_what_counts_now) {
    CHECK(table_deal(&table, "maharaja", 3, "", 3));
    explained(0, "place", "v1",
              "Cities are judged when the maharaja comes; villages bring tolls, and an architect can pass only where a "
              "house stands. No house yet: nobody can pass.");
    explained(ARKAD_SPECTATOR, "character", "4", "The bank pays the tolls of your travel.");
    explained(0, "nothing", "known", "");
    explained(0, "place", "nowhere",
              "Cities are judged when the maharaja comes; villages bring tolls, and an architect can pass only where a "
              "house stands.");
    CHECK(table_deal(&table, "blank", 2, "", 3));
    explained(0, "card", "x", "");
}

TEST(phrases_of_towers) {
    CHECK(table_deal(&table, "towers", 3, "", 3));
    asked(0, "Open the bidding: how many cards will you take? 0 means none.",
          "Nyisd meg a licitet: hány lapot vállalsz? A 0 azt jelenti: egyet sem.");
    asked(1, "Waiting for Anna.", "Rá várunk: Anna.");
    chosen(0, "bid 5", "Bid 5", "Licit: 5");
    CHECK(told_to(1, 0, "bid 5", "bids 5. The bidding is over: Anna takes 5 cards.",
                  "5 lapot vállal. A licitnek vége: Anna 5 lapot vesz el."));
    CHECK(told_to(1, 0, "build t3", "begins a tower with tree 3", "új tornyot kezd: fa 3"));
    CHECK(told_to(1, 0, "build t1", "builds tree 1 on 3", "beépíti a 3 fölé: fa 1"));
}

TEST(phrases_of_byzanz) {
    CHECK(table_deal(&table, "byzanz", 3, "", 3));
    asked(0, "Bid for the lot or pass. The lot: cloth 3, flour 4, flour 1, olives 4, timber 2, merchant.",
          "Licitálj a tételre, vagy passzolj. A tétel: posztó 3, liszt 4, liszt 1, olajbogyó 4, fa 2, kufár.");
    chosen(1, "sell s4 s3 m", "Sell spice 4, spice 3, merchant for 4 points",
           "Eladás 4 pontért: fűszer 4, fűszer 3, kufár");
    CHECK(told_to(0, 0, "bid s2 t1", "bids 3: spice 2, timber 1", "licitje 3: fűszer 2, fa 1"));
    CHECK(told_to(0, 1, "pass", "passes", "passzol"));
    CHECK(told_to(0, 2, "bid s3 f2", "bids 5: spice 3, flour 2", "licitje 5: fűszer 3, liszt 2"));
    CHECK(told_to(0, 0, "bid w4 f1", "raises to 8 with wine 4, flour 1", "emel, licitje 8: bor 4, liszt 1"));
    CHECK(told_to(1, 2, "pass", "passes. The lot goes to Anna for 8.", "passzol. A tétel gazdája: Anna, ára 8."));
    CHECK(told_to(1, 0, "give f4",
                  "gives flour 4 to the market. Lot of 4, Béla opens: spice 2, olives 2, timber 2, timber 1.",
                  "a piacra adja: liszt 4. 4 lapos tétel, nyit: Béla. A tétel: fűszer 2, olajbogyó 2, fa 2, fa 1."));
}

TEST(phrases_of_alhambra) {
    CHECK(table_deal(&table, "alhambra", 2, "", 3));
    asked(1, "Take money or buy a building.", "Vegyél fel pénzt, vagy vásárolj épületet.");
    chosen(1, "buy 3 with g8 g3", "Buy arcades 10 with green 8, green 3 (1 too much)",
           "Vásárlás: árkádok 10, fizetsz: zöld 8, zöld 3 (túlfizetés: 1)");
    CHECK(told_to(0, 1, "buy 3 with g8 g3", "buys arcades 10 with green 8, green 3",
                  "megveszi: árkádok 10, fizet: zöld 8, zöld 3"));
    CHECK(told_to(1, 0, "buy 3 with g9 for dummy",
                  "buys chambers 9 for the dummy with green 9. Paid exactly: acts again.",
                  "a harmadiknak veszi: palota 9, fizet: zöld 9. Pontosan fizetett: újra ő jön."));
    asked(0, "You paid exactly, so it is your turn again: take money or buy a building.",
          "Pontosan fizettél, újra te jössz: vegyél fel pénzt, vagy vásárolj épületet.");
    CHECK(told_to(1, 0, "take y4", "takes yellow 4", "felveszi: sárga 4"));
}

/* What is drawn unseen is told to its seat alone. */
TEST(phrases_of_pharaoh) {
    CHECK(table_deal(&table, "pharaoh", 3, "", 3));
    CHECK(told_to(1, 0, "draw 5", "draws stone 5", "elveszi: 5-ös kő"));
    CHECK(moved(&table, 0, "end") && moved(&table, 0, "discard 2") && moved(&table, 0, "done"));
    CHECK(moved(&table, 1, "draw 2"));
    chosen(1, "offer 2 T for 2", "Offer to Cili: thief for stone 2",
           "Ajánlat, kinek: Cili. Adsz: tolvaj; kérsz: 2-es kő");
    CHECK(told_to(0, 1, "offer 2 T for 2", "offers Cili thief for stone 2",
                  "cserét ajánl, kinek: Cili. Ad: tolvaj; kér: 2-es kő"));
    asked(2, "Béla offers thief and wants stone 2: accept, decline, or make a counter-offer.",
          "Béla ajánlata: ad: tolvaj; kér: 2-es kő. Elfogadod, elutasítod, vagy ellenajánlatot teszel?");
    CHECK(told_to(0, 2, "decline", "declines", "elutasítja"));
    CHECK(told_to(0, 1, "build 3:33 4:4", "builds 33 4, worth 14", "épít: 33 4, értéke 14"));
    CHECK(moved(&table, 1, "end"));
    CHECK(told_to(0, 1, "done", "finishes the turn. Draws 2 cards.", "befejezi a kört. Húz 2 lapot."));
    struct table copy = table;
    CHECK(told_to(0, 2, "draw pile", "draws from the pile", "húz a pakliból"));
    table = copy;
    CHECK(told_to(2, 2, "draw pile", "draws from the pile: stone 1", "húz a pakliból: 1-es kő"));
}

TEST(phrases_of_maharaja) {
    CHECK(table_deal(&table, "maharaja", 2, "", 3));
    CHECK(told_to(1, 0, "choose 2", "chooses trader (2)", "karaktert választ: kereskedő (2)"));
    CHECK(moved(&table, 1, "choose 6"));
    for (int i = 0; i < 3; i++)
        CHECK(moved(&table, 0,
                    i == 0   ? "place v1"
                    : i == 1 ? "place v2"
                             : "place v3") &&
              moved(&table, 1,
                    i == 0   ? "place v4"
                    : i == 1 ? "place v5"
                             : "place v6"));
    CHECK(moved(&table, 0, "place v7"));
    CHECK(told_to(0, 1, "place v8",
                  "places a house in village 8 by Khajuraho. Round 1: the maharaja travels to Jodhpur (G).",
                  "házat rak le: Khajuraho melletti 8. falu. 1. forduló: a maharadzsa úti célja Jodhpur (G)."));
    asked(0, "Plan two actions in secret.", "Tervezz meg titokban két akciót.");
    CHECK(told_to(1, 0, "plan gold both", "has planned", "kész a tervével"));
    CHECK(told_to(0, 1, "plan house palace",
                  "has planned. Anna shows the plan: gold and palace with house. The trader brings 1 gold.",
                  "kész a tervével. Anna megmutatja a tervét: arany, palota házzal. A kereskedő 1 aranyat hoz."));
    chosen(0, "travel r2", "Travel to Ahmadabad (B): 1 gold", "Utazás: Ahmadabad (B); vám: 1 arany");
    CHECK(told_to(1, 0, "travel r1", "travels to Jaipur (A)", "utazik: Jaipur (A)"));
    chosen(0, "end", "End your turn, leaving out gold, house, palace: the others get 2 gold each",
           "A kör vége; elmarad: arany, ház, palota, a többiek 2-2 aranyat kapnak");
    CHECK(told_to(1, 0, "end",
                  "ends the turn. Something was left out: the others get 2 gold each. Béla shows the plan: house and "
                  "palace.",
                  "befejezi a kört. Valami elmaradt: a többiek 2-2 aranyat kapnak. Béla megmutatja a tervét: ház, "
                  "palota."));
}

/* On another map the cities have no names that a position could tell. */
TEST(cities_of_another_map_are_called_by_their_letters) {
    static struct arkad_map map;
    CHECK(table_deal(&table, "maharaja", 2, "", 3));
    CHECK(!arkad_map_read(table.game, rajasthan_map, rajasthan_map_length, &map, table.why));
    ((struct board *)map.bytes)->roads[0].to = 3;
    table.setup.map = &map;
    CHECK(!arkad_deal(table.game, &table.setup, &table.position, NULL, table.why));
    chosen(0, "governor A", "Move the token of city A down to field -6", "Jelző lejjebb, új mezője -6: A város");
}

int main(void) {
    RUN(languages_are_found_by_code_and_index);
    RUN(texts_are_found_by_key);
    RUN(hungarian_articles);
    RUN(english_plurals);
    RUN(reasons_in_hungarian);
    RUN(reasons_in_german);
    RUN(reasons_stay_as_they_are_in_english);
    RUN(words_are_loaded_and_reasons_found_by_their_english);
    RUN(what_is_no_catalogue_is_not_loaded);
    RUN(long_reasons_end_with_a_whole_character);
    RUN(every_refusal_of_a_move_has_its_template);
    RUN(every_refusal_of_options_has_its_template);
    RUN(every_refusal_of_a_saved_game_has_its_template);
    RUN(every_refusal_of_a_map_has_its_template);
    RUN(every_phrase_is_whole);
    RUN(every_card_has_a_name);
    RUN(own_moves_are_told_in_the_second_person);
    RUN(whoever_is_told_is_called_you);
    RUN(reasons_call_things_by_their_names);
    RUN(every_card_is_explained);
    RUN(explanations_say_what_counts_now);
    RUN(phrases_of_towers);
    RUN(phrases_of_byzanz);
    RUN(phrases_of_alhambra);
    RUN(phrases_of_pharaoh);
    RUN(phrases_of_maharaja);
    RUN(cities_of_another_map_are_called_by_their_letters);
    return tests_end();
}
