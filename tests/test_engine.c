/* The engine around the games: chance, text, notation, JSON, options, traces and what is said about bad ones. */
#include "engine/game.h"
#include "test.h"

#include <math.h>

/* ---- Chance -------------------------------------------------------------------------------------------------- */

static void hex_of(const uint32_t block[16], char hex[65]) {
    for (int i = 0; i < 32; i++) sprintf(hex + 2 * i, "%02x", (block[i / 4] >> 8 * (i % 4)) & 0xff);
}

/* The published key streams of ChaCha for a key and nonce of zeros. */
TEST(chacha_of_zeros) {
    uint32_t key[8] = {0}, block[16];
    char hex[65];
    chance_block(key, 0, 0, 8, block);
    hex_of(block, hex);
    CHECK_TEXT(hex, "3e00ef2f895f40d67f5bb8e81f09a5a12c840ec3ce9a7f3b181be188ef711a1e");
    chance_block(key, 0, 0, 20, block);
    hex_of(block, hex);
    CHECK_TEXT(hex, "76b8e0ada0f13d90405d6ae55386bd28bdd219b8a08ded1aa836efcc8b770dc7");
}

TEST(numbers_below_a_bound_are_fair) {
    struct chance chance = {.key = {7}};
    int counts[7] = {0};
    for (int i = 0; i < 70000; i++) {
        uint32_t number = chance_below(&chance, 7);
        CHECK(number < 7);
        counts[number]++;
    }
    for (int i = 0; i < 7; i++) CHECK(counts[i] > 9600 && counts[i] < 10400); /* over four deviations */
}

TEST(shuffles_are_fair) {
    struct chance chance = {.key = {8}};
    int where[4][4] = {0};
    for (int i = 0; i < 40000; i++) {
        uint8_t cards[4] = {0, 1, 2, 3};
        chance_shuffle(&chance, NULL, cards, 4);
        for (int at = 0; at < 4; at++) where[cards[at]][at]++;
    }
    for (int card = 0; card < 4; card++)
        for (int at = 0; at < 4; at++) CHECK(where[card][at] > 9600 && where[card][at] < 10400);
}

TEST(a_tape_records_and_dictates) {
    struct chance chance = {.key = {9}};
    static struct arkad_tape tape;
    uint8_t pile[5] = {1, 2, 3, 4, 5}, again[5] = {5, 4, 3, 2, 1};
    uint8_t hand[4] = {0, 2, 0, 1};
    chance_shuffle(&chance, &tape, pile, 5);
    int roll = chance_die(&chance, &tape, 6);
    uint8_t card = chance_pick(&chance, &tape, 2, 0x5, hand, 3);
    CHECK(tape.count == 3 && hand[card]);
    tape.is_playing = 1;
    chance_shuffle(&chance, &tape, again, 5);
    CHECK(!memcmp(pile, again, 5));
    CHECK(chance_die(&chance, &tape, 6) == roll);
    CHECK(chance_pick(&chance, &tape, 2, 0x5, hand, 3) == card);
    CHECK(!tape.wrong && tape.next == 3);
    chance_die(&chance, &tape, 6);
    CHECK(tape.wrong != NULL);
}

TEST(a_tape_cannot_dictate_the_impossible) {
    struct chance chance = {0};
    uint8_t pile[3] = {1, 2, 3}, other[3] = {1, 2, 4}, hand[4] = {0, 0, 1, 0};
    static struct arkad_tape tape;
    tape = (struct arkad_tape){0};
    tape_shuffle(&tape, other, 3);
    tape.is_playing = 1;
    chance_shuffle(&chance, &tape, pile, 3);
    CHECK(tape.wrong != NULL);
    tape = (struct arkad_tape){.is_playing = 1, .count = 1, .events = {{.kind = ARKAD_DIE, .value = 7}}};
    CHECK(chance_die(&chance, &tape, 6) <= 6);
    CHECK(tape.wrong != NULL);
    tape = (struct arkad_tape){.is_playing = 1, .count = 1, .events = {{.kind = ARKAD_PICK, .value = 1, .seat = 1}}};
    CHECK(chance_pick(&chance, &tape, 1, 0, hand, 3) == 2);
    CHECK(tape.wrong != NULL);
}

TEST(others_see_a_tape_without_its_secrets) {
    static struct arkad_tape tape, view;
    tape = (struct arkad_tape){.count = 3,
                               .events = {{.kind = ARKAD_SHUFFLE, .count = 2, .cards = {5, 6}},
                                          {.kind = ARKAD_DIE, .value = 4, .seen_by = 0xff},
                                          {.kind = ARKAD_PICK, .value = 9, .seat = 1, .seen_by = 0x3}}};
    arkad_tape_view(&tape, 1, &view);
    CHECK(view.events[0].count == 2 && !view.events[0].cards[0]);
    CHECK(view.events[1].value == 4 && view.events[2].value == 9);
    arkad_tape_view(&tape, 2, &view);
    CHECK(view.events[2].seat == 1 && !view.events[2].value);
    arkad_tape_view(&tape, ARKAD_SPECTATOR, &view);
    CHECK(view.events[1].value == 4 && !view.events[2].value);
}

/* ---- Text ------------------------------------------------------------------------------------------------------ */

TEST(text_never_leaves_its_buffer) {
    char buffer[9] = "........";
    struct text text = text_in(buffer, 8);
    CHECK_TEXT(text_say(&text, "%d-%s-%c!", -12, "abcdef", 'x'), "-12-abc");
    CHECK(text.is_full && buffer[8] == 0);
    text_say(&text, "%d", 0);
    CHECK(!text.is_full);
    CHECK_TEXT(buffer, "0");
}

static const char *read_error(const char *game, const char *move) {
    static char why[ARKAD_WHY_MAX];
    struct arkad_move read;
    return arkad_move_read(arkad_game_find(game), move, strlen(move), &read, why);
}

static const char *written(struct json *json, struct text *text) {
    json_close(json, '}');
    return text->start;
}

TEST(json_is_written_with_its_commas_and_escapes) {
    char room[512];
    struct text text = text_in(room, sizeof room);
    struct json json = json_to(&text);
    json_put_open(&json, NULL, '{');
    json_put_number(&json, "number", -17);
    json_put_open(&json, "list", '[');
    json_put_null(&json, NULL);
    json_put_flag(&json, NULL, true);
    json_put_open(&json, NULL, '[');
    json_close(&json, ']');
    json_put_word(&json, NULL, "bid c1");
    json_close(&json, ']');
    json_put_value(&json, "value", "[1,2] and more", 5);
    json_put_text(&json, "text", "\"\\ \n\x01 \xc3\xa1\xe2\x82\xac\xf0\x9f\x8f\xb0");
    json_put_text(&json, "not UTF-8", "a\xc3(\xed\xa0\x80\xf5\xc0\xaf\xe2\x82");
    CHECK_TEXT(written(&json, &text), "{\"number\":-17,\"list\":[null,true,[],\"bid c1\"],\"value\":[1,2],"
                                      "\"text\":\"\\\"\\\\ \\n\\u0001 \xc3\xa1\xe2\x82\xac\xf0\x9f\x8f\xb0\","
                                      "\"not UTF-8\":\"a?(????????\"}");
}

TEST(json_numbers_have_so_many_digits) {
    static const struct {
        double number;
        int digits;
        const char *text;
    } cases[] = {{0, 0, "0"},           {2.5, 1, "2.5"},         {-0.004, 2, "-0.00"}, {0.99996, 4, "1.0000"},
                 {1234.5, 0, "1235"},   {0.05, 2, "0.05"},       {-3.999, 2, "-4.00"}, {12376080, 0, "12376080"},
                 {INFINITY, 2, "null"}, {(double)NAN, 2, "null"}};
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char room[64];
        struct text text = text_in(room, sizeof room);
        struct json json = json_to(&text);
        json_put_real(&json, NULL, cases[i].number, cases[i].digits);
        CHECK_TEXT(room, cases[i].text);
    }
}

TEST(moves_have_one_spelling) {
    CHECK(!read_error("towers", "bid 3"));
    CHECK(!read_error("towers", "build c15"));
    CHECK_TEXT(read_error("towers", "bid 03"), "it should be spelled: bid 3");
    CHECK(read_error("towers", "bid  3"));
    CHECK(read_error("towers", "bid 3 "));
    CHECK(read_error("towers", " bid 3"));
    CHECK(read_error("towers", "bid 6"));
    CHECK(read_error("towers", "bid"));
    CHECK(read_error("towers", "bidding"));
    CHECK(read_error("towers", "build c16"));
    CHECK(read_error("towers", "build x1"));
    CHECK(read_error("towers", "pass 1"));
    CHECK(read_error("towers", ""));
    char long_move[ARKAD_MOVE_TEXT_MAX + 8];
    memset(long_move, 'a', sizeof long_move - 1);
    long_move[sizeof long_move - 1] = 0;
    CHECK_TEXT(read_error("towers", long_move), "that is too long for a move");
}

TEST(any_bytes_may_be_asked_about) {
    struct table table;
    CHECK(table_deal(&table, "towers", 2, "", 1));
    struct arkad_move move;
    memset(&move, 0xff, sizeof move);
    CHECK_TEXT(arkad_check(table.game, &table.position, 0, &move, table.why), "that is not a move of this game");
    move = (struct arkad_move){.verb = 0, .args = {1, 1}};
    CHECK(arkad_check(table.game, &table.position, 0, &move, table.why) != NULL);
    move.args[1] = 0;
    CHECK(!arkad_check(table.game, &table.position, 0, &move, table.why));
    CHECK_TEXT(arkad_check(table.game, &table.position, 2, &move, table.why), "there is no seat 2");
    CHECK_TEXT(arkad_check(table.game, &table.position, -1, &move, table.why), "there is no seat -1");
}

/* ---- Options --------------------------------------------------------------------------------------------------- */

/* The counts were computed by another program, from docs/fairness.md. */
TEST(a_starter_is_drawn_by_the_seed) {
    static const int expected[][ARKAD_SEATS_MAX] = {{2988, 3012},
                                                    {1983, 2068, 1949},
                                                    {1458, 1517, 1530, 1495},
                                                    {1263, 1204, 1172, 1178, 1183},
                                                    {1007, 1040, 953, 976, 1028, 996}};
    for (int players = 2; players <= ARKAD_SEATS_MAX; players++) {
        int counts[ARKAD_SEATS_MAX] = {0};
        for (int i = 0; i < 6000; i++) {
            uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)i, (uint8_t)(i >> 8)};
            counts[arkad_starter_drawn(seed, players)]++;
        }
        CHECK(!memcmp(counts, expected[players - 2], sizeof counts));
    }
}

TEST(a_starter_is_drawn_or_passed_on_in_every_game) {
    char why[ARKAD_WHY_MAX];
    const struct arkad_game *game;
    for (int i = 0; (game = arkad_game_at(i)); i++) {
        struct arkad_setup setup;
        arkad_setup_default(game, &setup);
        setup.seed[0] = 7;
        if (!arkad_game_option(game, 0)) continue; /* blank has nobody who starts */
        CHECK(!arkad_setup_options(game, &setup, "starter=drawn", why));
        int drawn = arkad_starter_drawn(setup.seed, setup.players);
        CHECK(arkad_starter(game, &setup) == drawn);
        for (int seat = 1; seat < setup.players; seat++) {
            arkad_starter_pass_on(game, &setup);
            CHECK(arkad_starter(game, &setup) == (drawn + seat) % setup.players);
        }
        CHECK(!arkad_setup_options(game, &setup, "starter=drawn,starter=1", why) && arkad_starter(game, &setup) == 1);
        setup.players = 0;
        CHECK(arkad_setup_options(game, &setup, "starter=drawn", why) != NULL);
    }
}

TEST(options_are_read) {
    struct arkad_setup setup;
    char why[ARKAD_WHY_MAX];
    const struct arkad_game *towers = arkad_game_find("towers"), *maharaja = arkad_game_find("maharaja");
    arkad_setup_default(towers, &setup);
    CHECK(!arkad_setup_options(towers, &setup, "starter=1", why) && setup.options[0] == 1);
    CHECK_TEXT(arkad_setup_options(towers, &setup, "starter=2", why),
               "the option starter goes from 0 to 1, and 2 was given");
    CHECK_TEXT(arkad_setup_options(towers, &setup, "starter", why), "an option is given as name=value");
    CHECK_TEXT(arkad_setup_options(towers, &setup, "colour=1", why), "5 Towers has no such option; it has: starter");
    CHECK_TEXT(arkad_setup_options(towers, &setup, "starter=one", why), "the option starter takes a whole number");
    CHECK(arkad_setup_options(towers, &setup, "starter=", why) != NULL);
    CHECK(arkad_setup_options(towers, &setup, "starter=999", why) != NULL);
    CHECK_TEXT(arkad_setup_options(arkad_game_find("alhambra"), &setup, "a=b", why),
               "Alhambra, the card game has no such option; it has: starter");
    arkad_setup_default(maharaja, &setup);
    CHECK(!arkad_setup_options(maharaja, &setup, "advanced=on,many=on,home=off", why));
    uint8_t expected[ARKAD_OPTIONS_MAX] = {0, 0, 1, 1, 1, 0, 1};
    CHECK(!memcmp(setup.options, expected, sizeof expected));
    CHECK_TEXT(arkad_setup_options(maharaja, &setup, "short=maybe", why), "the option short is on or off");
    CHECK(!arkad_setup_options(maharaja, &setup, "map=rajasthan", why));
    CHECK(arkad_setup_options(maharaja, &setup, "map=punjab", why) != NULL);
    setup.players = 9;
    CHECK_TEXT(arkad_setup_options(maharaja, &setup, "", why), "Maharaja is played by 2 to 5, not by 9");
}

TEST(games_are_found) {
    CHECK(!arkad_game_find("chess"));
    CHECK(!arkad_game_at(-1) && !arkad_game_at(99));
    CHECK(!arkad_game_option(arkad_game_find("alhambra"), 1) && !arkad_game_option(arkad_game_find("maharaja"), 9));
    CHECK_TEXT(arkad_game_title(arkad_game_find("towers")), "5 Towers");
    for (int i = 0; arkad_game_at(i); i++) {
        const struct arkad_game *game = arkad_game_at(i);
        CHECK(arkad_position_size(game) <= ARKAD_POSITION_MAX && arkad_verb_count(game) <= 32);
        CHECK(arkad_players_min(game) >= 2 && arkad_players_max(game) <= ARKAD_SEATS_MAX);
    }
}

/* ---- JSON of positions ------------------------------------------------------------------------------------------- */

static const char *json_error(struct table *table, const char *from, const char *to) {
    static char text[ARKAD_JSON_MAX + 64];
    arkad_json_write(table->game, &table->position, text);
    char *at = strstr(text, from);
    CHECK(at != NULL);
    if (!at) return "";
    memmove(at + strlen(to), at + strlen(from), strlen(at + strlen(from)) + 1);
    memcpy(at, to, strlen(to));
    struct arkad_position read;
    return arkad_json_read(table->game, &table->setup, -1, text, strlen(text), &read, table->why);
}

TEST(json_is_taken_only_as_it_is_written) {
    struct table table;
    CHECK(table_deal(&table, "towers", 2, "", 1));
    CHECK(!json_error(&table, "\"round\":1", "\"round\":1"));
    CHECK(json_error(&table, "\"round\":1", "\"round\": 1"));
    CHECK(json_error(&table, "\"round\":1", "\"round\":01"));
    CHECK(json_error(&table, "\"round\":1", "\"round\":-1"));
    CHECK(json_error(&table, "\"round\":1", "\"round\":x"));
    CHECK(json_error(&table, "\"round\":1,\"starter\":0", "\"starter\":0,\"round\":1"));
    CHECK(json_error(&table, "\"phase\":\"bid\"", "\"phase\":\"nap\""));
    CHECK(json_error(&table, "\"phase\":\"bid\"", "\"phase\":bid"));
    CHECK(json_error(&table, "\"turn\":0", "\"turn\":2"));
    CHECK(json_error(&table, "\"turn\":0", "\"turn\":1"));
    CHECK(json_error(&table, "\"discard\":[]", "\"discard\":[\"c1\"]"));
    CHECK(json_error(&table, "\"discard\":[]", "\"discard\":[\"c99\"]"));
    CHECK(json_error(&table, "\"discard\":[]", "\"discard\":0"));
    CHECK(json_error(&table, "\"scores\":null}", "\"scores\":null}}"));
    CHECK(json_error(&table, "\"scores\":null}", "\"scores\":null"));
    CHECK(json_error(&table, "\"scores\":null}", "\"scores\":[1,2]}"));
    CHECK(json_error(&table, "\"reshuffled\":false", "\"reshuffled\":0"));
}

/* ---- Traces ------------------------------------------------------------------------------------------------------ */

static struct arkad_reader reader;

static const char *read_lines(const char *const *lines, int count) {
    memset(&reader, 0, sizeof reader);
    for (int i = 0; i < count; i++) {
        const char *wrong = arkad_reader_line(&reader, lines[i], strlen(lines[i]));
        if (wrong) return wrong;
    }
    return arkad_reader_end(&reader);
}

#define READ(...) \
    read_lines((const char *const[]){__VA_ARGS__}, sizeof(const char *[]){__VA_ARGS__} / sizeof(const char *))

#define HEAD "{\"arkad\":1,\"game\":\"blank\",\"players\":2,\"options\":{},\"seed\":null,"
#define START HEAD "\"state\":{\"phase\":\"turn\",\"turn\":0,\"coins\":[\"h\",\"t\"]}}"
#define FIRST "{\"n\":1,\"seat\":0,\"move\":\"done\"}"
#define SECOND "{\"n\":2,\"seat\":1,\"move\":\"done\"}"
#define RESULT "{\"result\":{\"scores\":[1,0],\"places\":[1,2]}}"

TEST(a_saved_game_is_read) {
    CHECK(!READ(START, FIRST, SECOND, RESULT));
    CHECK(reader.lines == 4 && reader.moves == 2 && reader.has_result);
    CHECK(!READ(START, FIRST));
    CHECK(!READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"legal\":{\"0\":[\"done\"]},\"state\":"
                       "{\"phase\":\"turn\",\"turn\":1,\"coins\":[\"h\",\"t\"]}}"));
}

TEST(what_is_wrong_in_a_saved_game_is_said) {
    CHECK_TEXT(read_lines(NULL, 0), "there is no game in it");
    CHECK_TEXT(READ(START, FIRST, SECOND), "the result is missing");
    CHECK_TEXT(READ(START, FIRST, RESULT), "there is a result, and the game is not over");
    CHECK_TEXT(READ(START, FIRST, SECOND, RESULT, FIRST), "nothing can follow the result");
    CHECK_TEXT(READ(START, FIRST, SECOND, "{\"n\":3,\"seat\":0,\"move\":\"done\"}"),
               "seat 0 may not move 'done': the game is over");
    CHECK_TEXT(READ(START, FIRST, SECOND, "{\"result\":{\"scores\":[0,1],\"places\":[2,1]}}"),
               "the result should be {\"result\":{\"scores\":[1,0],\"places\":[1,2]}}");
    CHECK_TEXT(READ(START, SECOND), "the moves are not numbered one by one");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":1,\"move\":\"done\"}"),
               "seat 1 may not move 'done': it is seat 0's turn");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":2,\"move\":\"done\"}"), "a number is out of its range");
    const char *needless = "a number is written with a needless zero or sign";
    CHECK_TEXT(READ(START, "{\"n\":01,\"seat\":0,\"move\":\"done\"}"), needless);
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":-0,\"move\":\"done\"}"), needless);
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":00,\"move\":\"done\"}"), needless);
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"dance\"}"),
               "seat 0 may not move 'dance': this game has no move that begins so");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"legal\":{\"0\":[]}}"),
               "the list of seat 0 lacks 'done'");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"legal\":{\"0\":[\"done\",\"done\"]}}"),
               "the list of seat 0 should not have 'done' twice");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"legal\":{\"0\":[\"do\"]}}"),
               "the list of seat 0 should not have 'do'");
    CHECK(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"legal\":{\"0\":[\"done\"],\"1\":[\"done\"]}}"));
    CHECK(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"legal\":{}}"));
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"chance\":[]}"),
               "where chance brings nothing, it is left out");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"chance\":[{\"die\":1}]}"),
               "there is more chance than this move brings");
    CHECK_TEXT(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"chance\":[{\"coin\":1}]}"),
               "chance is a shuffle, a die or a pick");
    CHECK(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"chance\":[{\"pick\":\"h\",\"seat\":9}]}"));
    CHECK(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"chance\":[{\"shuffle\":[\"h\",\"x\"]}]}"));
    CHECK_TEXT(
        READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done\",\"state\":{\"phase\":\"turn\",\"turn\":0,\"coins\":[]}}"),
        "the position is wrong at \"turn\": it should go on with 1,\"coins\":[\"h\",\"t\"]}, and there is "
        "0,\"coins\":[]}}");
    CHECK_TEXT(READ(START, FIRST, "{\"n\":2,\"seat\":1,\"move\":\"done\",\"legal\":{\"1\":[\"done\"]}}"),
               "\"legal\" is given with some moves and not with this one, or the other way round");
    CHECK_TEXT(READ(START, FIRST " "), "something follows after the closing bracket");
    CHECK(READ(START, ""));
    CHECK(READ(START, "{\"n\":1,\"seat\":0,\"move\":\"done"));
    CHECK(READ(START, "{\"n\":1,\"seat\":0,\"move\":done}"));
    CHECK(READ(START, "{\"seat\":0,\"n\":1,\"move\":\"done\"}"));
}

TEST(what_is_wrong_in_a_head_is_said) {
    CHECK_TEXT(READ(HEAD "\"state\":{\"phase\":\"turn\",\"turn\":1,\"coins\":[\"h\",\"t\"]}}"),
               "a game cannot begin with this position");
    CHECK_TEXT(READ(HEAD "\"state\":{\"phase\":\"over\",\"turn\":null,\"coins\":[\"h\",\"t\"]}}"),
               "a game cannot begin with this position");
    CHECK(READ(HEAD "\"state\":{\"phase\":\"turn\",\"turn\":null,\"coins\":[\"h\",\"t\"]}}"));
    CHECK(READ("{\"arkad\":1,\"game\":\"blank\",\"players\":2,\"options\":{},\"seed\":null}"));
    CHECK_TEXT(READ("{\"arkad\":2,\"game\":\"blank\"}"), "this is another version of the form than 1");
    CHECK_TEXT(READ("{\"arkad\":1,\"game\":\"chess\"}"), "there is no such game");
    CHECK_TEXT(READ("{\"arkad\":1,\"game\":\"blank\",\"players\":9,\"options\":{},\"seed\":null}"),
               "Blank is played by 2 to 4, not by 9");
    CHECK_TEXT(READ("{\"arkad\":1,\"game\":\"blank\",\"players\":2,\"options\":{},\"seed\":\"12\"}"),
               "the seed is 64 hexadecimal digits, in small letters, or null");
    CHECK(READ("{\"arkad\":1,\"game\":\"blank\",\"players\":2,\"options\":{},\"seed\":\"\"}"));
    CHECK(READ("hello"));
}

TEST(chance_must_be_what_the_seed_brings) {
    static char head[4096];
    struct table table;
    CHECK(table_deal(&table, "towers", 2, "", 3));
    CHECK(arkad_trace_head(table.game, &table.setup, NULL, head, sizeof head) > 0);
    const char *const lines[] = {head, "{\"n\":1,\"seat\":0,\"move\":\"bid 0\",\"chance\":[{\"shuffle\":[\"c1\"]}]}"};
    CHECK_TEXT(read_lines(lines, 2), "chance is not what the seed brings");
    CHECK(!arkad_trace_head(table.game, &table.setup, NULL, head, 40)); /* does not fit */
}

/* A first line with what proves its seed, changed in one place. */
static const char *fair_head(const char *old, const char *new) {
    static char head[4096], changed[4096];
    struct table table;
    struct arkad_fair fair = {.code = "k7wq2m", .has_given = {false, true}, .secret = {1}, .given = {{0}, {0xab}}};
    if (!table_deal(&table, "towers", 2, "", 3)) return "";
    arkad_trace_fair_head(table.game, &table.setup, &fair, head, sizeof head);
    const char *at = strstr(head, old);
    snprintf(changed, sizeof changed, "%.*s%s%s", (int)(at - head), head, new, at + strlen(old));
    return changed;
}

TEST(what_proves_a_seed_is_read_as_written) {
    const char *line = fair_head("", "");
    memset(&reader, 0, sizeof reader);
    CHECK(!arkad_reader_line(&reader, line, strlen(line)));
    CHECK(reader.has_fair && !reader.fair.has_given[0] && reader.fair.has_given[1] && reader.fair.given[1][0] == 0xab);
    CHECK_TEXT(reader.fair.code, "k7wq2m");
    CHECK(reader.fair.secret[0] == 1 && reader.setup.seed[0] == 3);
    CHECK_TEXT(READ(fair_head("k7wq2m", "K7WQ2M")), "a table's code is a few small letters and digits");
    CHECK_TEXT(READ(fair_head("k7wq2m", "")), "a table's code is a few small letters and digits");
    CHECK_TEXT(READ(fair_head("k7wq2m", "k7wq2mk7wq2mk7wq")), "a table's code is a few small letters and digits");
    CHECK_TEXT(READ(fair_head("ab00", "ab0")),
               "what proves the seed is written as 64 hexadecimal digits, in small letters");
    CHECK_TEXT(READ(fair_head("ab00", "AB00")),
               "what proves the seed is written as 64 hexadecimal digits, in small letters");
    CHECK(READ(fair_head("[null,", "[")));           /* a seat too few, */
    CHECK(READ(fair_head("[null,", "[null,null,"))); /* too many */
    CHECK(READ(fair_head("\"secret\"", "\"secrets\"")));
    CHECK(!READ(fair_head("]}}", "],\"starter\":\"drawn\"}}")) && reader.fair.starting == ARKAD_DRAWN);
    CHECK(!READ(fair_head("]}}", "],\"starter\":\"passed\"}}")) && reader.fair.starting == ARKAD_PASSED);
    CHECK(!READ(fair_head("]}}", "],\"starter\":\"fixed\"}}")) && reader.fair.starting == ARKAD_FIXED);
    CHECK(READ(fair_head("]}}", "],\"starter\":\"chosen\"}}")));
    CHECK(READ(fair_head("]}}", "],\"starter\":0}}")));
    CHECK(READ("{\"arkad\":1,\"game\":\"towers\",\"players\":99,\"options\":{\"starter\":0},\"seed\":\""
               "0000000000000000000000000000000000000000000000000000000000000000\",\"fair\":{}}"));
}

/* The view of seat 0 as it was dealt, read from its JSON: is this memory refused, and the view left alone? */
static const char *memory_refused(const char *game, int players, const char *memory) {
    static struct table table;
    struct arkad_position view, before;
    if (!table_deal(&table, game, players, "", 1)) return "no table";
    arkad_view(table.game, &table.position, 0, &view);
    size_t length = arkad_json_write(table.game, &view, table.text);
    if (arkad_json_read(table.game, &table.setup, 0, table.text, length, &view, table.why)) return "no view";
    before = view;
    const char *wrong = arkad_memory_read(table.game, &view, memory, strlen(memory), table.why);
    return memcmp(&view, &before, sizeof view) && wrong ? "the view has changed" : wrong;
}

#define PLACE(certain, doubtful, still) "{\"certain\":[" certain "],\"doubtful\":[" doubtful "],\"still\":" still "}"
#define BARGAINED(tries) ",\"tries\":" tries ",\"wanted\":[],\"refused\":[[],[\"3\"],[]]}"
#define PHARAOH(place) "{\"hands\":[null," PLACE("", "", "0") "," place "],\"pile\":" PLACE("", "", "0") BARGAINED("0")

TEST(memory_that_cannot_be_is_refused) {
    CHECK(!memory_refused("blank", 2, "{}"));
    CHECK_TEXT(memory_refused("blank", 2, "{} "), "something follows after the memory");
    CHECK(memory_refused("blank", 2, ""));
    CHECK(memory_refused("towers", 2, "{\"demolished\":[0]}"));
    CHECK(!memory_refused("byzanz", 3, "{\"gone\":[],\"known\":[[],[\"m\",\"m\"],[]]}"));
    CHECK_TEXT(memory_refused("byzanz", 3, "{\"gone\":[],\"known\":[[],[\"m\",\"m\",\"m\",\"m\",\"m\"],[]]}"),
               "seat 1 lacks what everyone knows it has");
    CHECK(memory_refused("byzanz", 3, "{\"gone\":[\"m\"],\"known\":[[],[],[]]}"));
    CHECK(memory_refused("byzanz", 3, "{\"gone\":[],\"known\":[[],[\"m\",\"c1\"],[]]}"));
    CHECK(!memory_refused("alhambra", 3, "{\"first\":0,\"hands\":[null,[],[]],\"gone\":[]}"));
    CHECK_TEXT(memory_refused("alhambra", 3, "{\"first\":0,\"hands\":[null,[\"y1\"],[]],\"gone\":[]}"),
               "the hand of seat 1 is miscounted");
    CHECK(memory_refused("alhambra", 3, "{\"first\":200,\"hands\":[null,[],[]],\"gone\":[]}"));
    CHECK(memory_refused("alhambra", 3, "{\"first\":0,\"hands\":[null,[],[]],\"gone\":[\"P2\"]}"));
    CHECK(!memory_refused("maharaja", 2, "{\"gold\":null}"));
    CHECK(!memory_refused("maharaja", 2, "{\"gold\":[15,15]}"));
    CHECK_TEXT(memory_refused("maharaja", 2, "{\"gold\":[15,16]}"), "seat 1 cannot have 16 gold");
    CHECK_TEXT(memory_refused("maharaja", 2, "{\"gold\":[14,15]}"), "the gold of seat 0 is remembered wrongly");
}

TEST(memory_of_pharaoh_must_have_a_world) {
    CHECK(!memory_refused("pharaoh", 3, PHARAOH(PLACE("\"1\",\"2\"", "\"3\"", "1"))));
    static const char *const wrong[] = {
        PHARAOH(PLACE("\"1\",\"2\"", "\"3\"", "0")),
        PHARAOH(PLACE("\"1\",\"2\"", "", "1")),
        PHARAOH(PLACE("\"1\",\"2\"", "\"3\"", "2")),
        PHARAOH(PLACE("\"P\",\"P\",\"P\",\"P\"", "", "0")),
        PHARAOH(PLACE("\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\",\"1\"", "", "0")),
        PHARAOH(PLACE("\"P\",\"P\",\"P\"", "\"P\"", "1")),
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK(memory_refused("pharaoh", 3, wrong[i]));
    CHECK_TEXT(memory_refused("pharaoh", 3, wrong[5]), "what seat 0 remembers cannot be");
    CHECK_TEXT(memory_refused("pharaoh", 3,
                              "{\"hands\":[null," PLACE("", "", "0") "," PLACE("", "", "0") "],\"pile\":" PLACE(
                                  "", "", "0") BARGAINED("1")),
               "more was proposed than is counted");
}

/* ---- Taking back ----------------------------------------------------------------------------------------------- */

static bool reveals(const char *game, int players, const char *text) {
    struct table table;
    struct arkad_move move;
    struct arkad_tape tape = {0};
    CHECK(table_deal(&table, game, players, "", 5));
    struct arkad_position after = table.position;
    int seat = __builtin_ctz(arkad_waits(table.game, &after));
    CHECK(!arkad_move_read(table.game, text, strlen(text), &move, table.why));
    CHECK(!arkad_check(table.game, &after, seat, &move, table.why));
    arkad_apply(table.game, &after, seat, &move, &tape);
    return arkad_reveals(table.game, &table.position, seat, &move, &tape, &after);
}

/* A bid shows the bidder nothing; a card from the pile does. */
TEST(what_a_move_reveals) {
    CHECK(!reveals("towers", 3, "bid 1"));
    CHECK(!reveals("byzanz", 3, "pass"));
    CHECK(reveals("pharaoh", 3, "draw pile"));
}

int main(void) {
    RUN(chacha_of_zeros);
    RUN(numbers_below_a_bound_are_fair);
    RUN(shuffles_are_fair);
    RUN(a_tape_records_and_dictates);
    RUN(a_tape_cannot_dictate_the_impossible);
    RUN(others_see_a_tape_without_its_secrets);
    RUN(text_never_leaves_its_buffer);
    RUN(json_is_written_with_its_commas_and_escapes);
    RUN(json_numbers_have_so_many_digits);
    RUN(moves_have_one_spelling);
    RUN(any_bytes_may_be_asked_about);
    RUN(a_starter_is_drawn_by_the_seed);
    RUN(a_starter_is_drawn_or_passed_on_in_every_game);
    RUN(options_are_read);
    RUN(games_are_found);
    RUN(json_is_taken_only_as_it_is_written);
    RUN(a_saved_game_is_read);
    RUN(what_is_wrong_in_a_saved_game_is_said);
    RUN(what_is_wrong_in_a_head_is_said);
    RUN(chance_must_be_what_the_seed_brings);
    RUN(what_proves_a_seed_is_read_as_written);
    RUN(memory_that_cannot_be_is_refused);
    RUN(memory_of_pharaoh_must_have_a_world);
    RUN(what_a_move_reveals);
    return tests_end();
}
