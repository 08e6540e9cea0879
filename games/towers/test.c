/* 5 Towers: the worked examples of the rulebook, its sections rule by rule, and the rules that surprise. */
#include "tests/test.h"

#include <stdlib.h>

/* ---- Scenes: what lies on the table; every other card is in the pile, or in the discard if there is no pile ------ */

struct scene {
    int players, turn;
    const char *phase;     /* "bid" if not given */
    const char *display;   /* "c1 h2 ..." */
    const char *towers[5]; /* per seat, bottom to top, all kinds in one: "s12 s8 c3" */
    const char *fallen[5];
    const char *bids, *high, *winner; /* as JSON; nobody has bid if not given */
    int left;
    bool has_no_pile, is_reshuffled;
};

static const char kinds[] = "chtjs";
static struct table table;
static char json[ARKAD_JSON_MAX];

static int copies(int players, int value) {
    bool is_double = value == 0 || value == 2 || value == 5 || value == 7 || value == 10 || value == 12;
    return 1 + (players >= 4 && is_double);
}

static void add(const char *text) { strcat(json, text); }

static void add_card(const char *card, int length, bool *is_first) {
    sprintf(json + strlen(json), "%s\"%.*s\"", *is_first ? "" : ",", length, card);
    *is_first = false;
}

/* Adds the cards of a list, of one kind or of all (0), and counts them. */
static void add_cards(const char *list, char kind, int used[5][16]) {
    bool is_first = true;
    add("[");
    for (const char *at = list ? list : ""; *at;) {
        int length = (int)strcspn(at, " ");
        if (!kind || *at == kind) {
            add_card(at, length, &is_first);
            used[strchr(kinds, *at) - kinds][atoi(at + 1)]++;
        }
        at += length + (at[length] == ' ');
    }
    add("]");
}

static void add_rest(int players, bool is_here, int used[5][16]) {
    bool is_first = true;
    add("[");
    for (int kind = 0; is_here && kind < 5; kind++)
        for (int value = 0; value < 16; value++)
            for (int i = used[kind][value]; i < copies(players, value); i++) {
                char card[8];
                sprintf(card, "%c%d", kinds[kind], value);
                add_card(card, (int)strlen(card), &is_first);
            }
    add("]");
}

static void add_towers(const struct scene *scene, int used[5][16]) {
    add("\"towers\":[");
    for (int seat = 0; seat < scene->players; seat++) {
        bool is_first = true;
        add(seat ? ",{" : "{");
        for (int kind = 0; kind < 5; kind++) {
            char key[3] = {kinds[kind], 0, 0};
            const char *list = scene->towers[seat];
            if (!list || !strchr(list, kinds[kind])) continue;
            sprintf(json + strlen(json), "%s\"%s\":", is_first ? "" : ",", key);
            add_cards(list, kinds[kind], used);
            is_first = false;
        }
        add("}");
    }
    add("],\"demolitions\":[");
    for (int seat = 0; seat < scene->players; seat++) {
        if (seat) add(",");
        add_cards(scene->fallen[seat], 0, used);
    }
    add("]");
}

/* Counts first what lies open, because the pile is written before it. */
static bool put(struct scene scene) {
    int used[5][16] = {0}, ignored[5][16] = {0};
    json[0] = 0;
    add_cards(scene.display, 0, used);
    add_towers(&scene, used);
    sprintf(json,
            "{\"phase\":\"%s\",\"round\":1,\"starter\":0,\"turn\":%d,\"pile\":", scene.phase ? scene.phase : "bid",
            scene.turn);
    add_rest(scene.players, !scene.has_no_pile, used);
    add(",\"discard\":");
    add_rest(scene.players, scene.has_no_pile, used);
    add(",\"display\":");
    add_cards(scene.display, 0, ignored);
    add(",\"bids\":[");
    if (scene.bids) add(scene.bids);
    for (int seat = 0; !scene.bids && seat < scene.players; seat++) add(seat ? ",null" : "null");
    sprintf(json + strlen(json), "],\"high\":%s,\"winner\":%s,\"left\":%d,\"demolished_now\":false,",
            scene.high ? scene.high : "null", scene.winner ? scene.winner : "null", scene.left);
    add_towers(&scene, ignored);
    sprintf(json + strlen(json), ",\"reshuffled\":%s,\"scores\":null}", scene.is_reshuffled ? "true" : "false");
    return table_put(&table, "towers", scene.players, "", json);
}

/* ---- The rulebook ------------------------------------------------------------------------------------------------ */

/* Four seats: 3, pass, 5: the fourth is not asked. */
TEST(rulebook_1_bidding_example) {
    CHECK(put((struct scene){.players = 4, .display = "c1 h1 t1 j1 s1"}));
    CHECK(moved(&table, 0, "bid 3"));
    CHECK(moved(&table, 1, "pass"));
    CHECK(moved(&table, 2, "bid 5"));
    CHECK(shows(&table, "\"phase\":\"build\""));
    CHECK(shows(&table, "\"turn\":2"));
    CHECK(shows(&table, "\"bids\":[3,\"pass\",5,null]"));
    CHECK(shows(&table, "\"left\":5"));
}

/* All five cards are taken; a low sand tower is demolished so that the sand card on display fits. */
TEST(rulebook_2_building_example) {
    CHECK(put((struct scene){.players = 2, .display = "c3 h4 t5 j6 s7", .towers = {"s6"}}));
    CHECK(moved(&table, 0, "bid 5"));
    CHECK(!listed(&table, 0, "build s7") && refused(&table, 0, "build c3"));
    CHECK_TEXT(table_move(&table, 0, "build c3"), "the bid could not be met");
    CHECK(list_length(&table, 0) == 1 && moved(&table, 0, "demolish s"));
    const char *const order[] = {"build s7", "build c3", "build h4", "build t5", "build j6"};
    for (int i = 0; i < 5; i++) CHECK(moved(&table, 0, order[i]));
    CHECK(shows(&table, "\"s\":[\"s7\"]"));
    CHECK(shows(&table, "\"demolitions\":[[\"s6\"],[]]"));
    CHECK(shows(&table, "\"starter\":1"));
}

/* With another low card under it, five is not possible, and four is. */
TEST(rulebook_2_building_example_continued) {
    CHECK(put((struct scene){.players = 2, .display = "c3 h4 t5 j6 s7", .towers = {"s6 s4"}}));
    CHECK_TEXT(table_move(&table, 0, "bid 5"), "that is 5, and at most 4 of these cards fit on your towers");
    CHECK(!listed(&table, 0, "bid 5") && listed(&table, 0, "bid 4"));
}

static int score_of_seat_0(void) {
    struct arkad_result result;
    CHECK(moved(&table, 0, "bid 0"));
    CHECK(moved(&table, 1, "pass"));
    CHECK(arkad_is_over(&table.position));
    if (!arkad_is_over(&table.position)) return -1;
    arkad_result(table.game, &table.position, &result);
    return result.scores[0];
}

/* Towers of 4 without a roof, 3 and 6 with one, and 2 demolished cards: 25. */
TEST(rulebook_scoring_example) {
    CHECK(put((struct scene){.players = 2,
                             .display = "h1",
                             .towers = {"c9 c7 c5 c3 t6 t5 t0 j12 j11 j10 j4 j2 j0"},
                             .fallen = {"s1 s2"},
                             .has_no_pile = true,
                             .is_reshuffled = true}));
    CHECK(score_of_seat_0() == 25);
}

/* Nobody wants any: the same seat starts again. */
TEST(rulebook_3_special_case_all_pass) {
    CHECK(put((struct scene){.players = 3, .display = "c1 h1 t1 j1 s1"}));
    CHECK(moved(&table, 0, "bid 0"));
    CHECK(moved(&table, 1, "pass"));
    CHECK(moved(&table, 2, "pass"));
    CHECK(shows(&table, "\"round\":2,\"starter\":0,\"turn\":0"));
    CHECK(shows(&table, "\"discard\":[\"c1\",\"h1\",\"t1\",\"j1\",\"s1\"]"));
}

/* ---- Section by section ------------------------------------------------------------------------------------------ */

static bool can_build(const char *tower, const char *display, const char *move) {
    CHECK(put((struct scene){.players = 2, .display = display, .towers = {tower}, .has_no_pile = true}));
    CHECK(moved(&table, 0, "bid 1"));
    CHECK(moved(&table, 1, "pass"));
    return listed(&table, 0, move) && !refused(&table, 0, move);
}

TEST(building_lower_covers_higher) {
    CHECK(can_build("c7", "c6 h1", "build c6"));
    CHECK(!can_build("c7", "c10 h1", "build c10"));
}

TEST(building_eight_and_nine) {
    CHECK(can_build("c8", "c15 h1", "build c15"));
    CHECK(can_build("c8", "c0 h1", "build c0"));
    CHECK(can_build("c3", "c9 h1", "build c9"));
    CHECK(can_build("c8", "c9 h1", "build c9"));
    CHECK(!can_build("c0", "c9 h1", "build c9"));
    CHECK(!can_build("c7", "c8 h1", "build c8"));
}

TEST(building_roof) {
    CHECK(!can_build("c0", "c9 h1", "demolish c"));
    CHECK(can_build("", "c0 h1", "build c0"));
    CHECK(can_build("", "c0 h1", "build h1"));
}

/* After the 9 comes the 8, after the 8 anything, so all five fit on a 3. */
TEST(bidding_feasible_in_the_best_order) {
    CHECK(put((struct scene){.players = 2, .display = "c15 c8 c2 c9 c14", .towers = {"c3"}}));
    CHECK(listed(&table, 0, "bid 5"));
    CHECK(moved(&table, 0, "bid 5"));
    CHECK(refused(&table, 0, "build c8"));
    CHECK_TEXT(table_move(&table, 0, "build c15"), "c15 cannot cover c3");
    CHECK(moved(&table, 0, "build c9"));
    CHECK(moved(&table, 0, "build c8"));
    CHECK(moved(&table, 0, "build c15"));
    CHECK(refused(&table, 0, "build c2"));
    CHECK(moved(&table, 0, "build c14"));
    CHECK(moved(&table, 0, "build c2"));
    CHECK(shows(&table, "\"c\":[\"c3\",\"c9\",\"c8\",\"c15\",\"c14\",\"c2\"]"));
}

TEST(bidding_a_full_bid_ends_it_but_a_seat_s_own_limit_does_not) {
    CHECK(put((struct scene){.players = 4, .display = "c5 c6 c7 h1 t1", .towers = {"c1 h0 t0", "h0 t0"}}));
    CHECK(listed(&table, 0, "bid 3") && !listed(&table, 0, "bid 4")); /* three on what is left after a demolition */
    CHECK(moved(&table, 0, "bid 3"));
    CHECK(shows(&table, "\"phase\":\"bid\""));
    CHECK(list_length(&table, 1) == 1 && listed(&table, 1, "pass"));
}

TEST(bidding_refusals) {
    CHECK(put((struct scene){.players = 3, .display = "c1 h1 t1 j1 s1"}));
    CHECK_TEXT(table_move(&table, 0, "pass"), "the starting seat cannot pass: bid 0 instead");
    CHECK_TEXT(table_move(&table, 1, "bid 1"), "it is seat 0's turn");
    CHECK_TEXT(table_move(&table, 0, "build c1"), "the bidding is not over yet");
    CHECK(moved(&table, 0, "bid 2"));
    CHECK_TEXT(table_move(&table, 1, "bid 2"), "that is 2, and the bid to beat is 2");
    CHECK(moved(&table, 1, "pass"));
    CHECK(moved(&table, 2, "pass"));
    CHECK_TEXT(table_move(&table, 0, "bid 3"), "the bidding is over");
    CHECK_TEXT(table_move(&table, 0, "build c2"), "c2 is not on display");
    CHECK_TEXT(table_move(&table, 0, "demolish c"), "there is no such tower to demolish");
}

TEST(building_one_demolition_and_before_building) {
    CHECK(put((struct scene){.players = 2, .display = "c1 h1 t1 j1 s1", .towers = {"c5 c4 h9 h0"}}));
    CHECK(moved(&table, 0, "bid 2"));
    CHECK(moved(&table, 1, "pass"));
    CHECK_TEXT(table_move(&table, 0, "demolish h"), "a roof cannot be demolished");
    CHECK(moved(&table, 0, "demolish c"));
    CHECK(shows(&table, "\"demolished_now\":true"));
    CHECK_TEXT(table_move(&table, 0, "demolish c"), "only one card a round may be demolished");
    CHECK(moved(&table, 0, "build c1"));
    CHECK(moved(&table, 0, "build t1"));
    CHECK(shows(&table, "\"demolished_now\":false"));
    CHECK(put((struct scene){.players = 2, .display = "c1 h1 t1 j1 s1", .towers = {"c5 c4"}}));
    CHECK(moved(&table, 0, "bid 2"));
    CHECK(moved(&table, 1, "pass"));
    CHECK(moved(&table, 0, "build t1"));
    CHECK_TEXT(table_move(&table, 0, "demolish c"), "demolishing comes before building");
}

/* Two equal cards are one move, and the one turned up first is taken. */
TEST(building_equal_cards_are_one_move) {
    CHECK(put((struct scene){.players = 4, .display = "c5 h1 c5 t1 j1"}));
    CHECK(moved(&table, 0, "bid 2"));
    for (int seat = 1; seat < 4; seat++) CHECK(moved(&table, seat, "pass"));
    CHECK(list_length(&table, 0) == 4);
    CHECK(moved(&table, 0, "build c5"));
    CHECK(shows(&table, "\"display\":[\"h1\",\"c5\",\"t1\",\"j1\"]"));
}

/* The pile runs out for the first time: the discard, with what was left of the display, is the new pile. */
TEST(the_pile_runs_out_once) {
    CHECK(put((struct scene){.players = 2, .display = "c1 h1 t1 j1 s1", .has_no_pile = true}));
    CHECK(moved(&table, 0, "bid 1"));
    CHECK(moved(&table, 1, "pass"));
    CHECK(moved(&table, 0, "build c1"));
    CHECK(table.tape.count == 1 && table.tape.events[0].kind == ARKAD_SHUFFLE && table.tape.events[0].count == 79);
    CHECK(shows(&table, "\"discard\":[]"));
    CHECK(shows(&table, "\"reshuffled\":true"));
}

/* In the last round the display may be short, and its number is the highest bid. */
TEST(the_pile_runs_out_and_the_last_display_may_be_short) {
    CHECK(put((struct scene){.players = 2, .display = "c1 h1", .has_no_pile = true, .is_reshuffled = true}));
    CHECK(list_length(&table, 0) == 3);
    CHECK(moved(&table, 0, "bid 2"));
    CHECK(shows(&table, "\"phase\":\"build\""));
    CHECK(moved(&table, 0, "build c1"));
    CHECK(moved(&table, 0, "build h1"));
    CHECK(arkad_is_over(&table.position));
    CHECK(shows(&table, "\"turn\":null"));
    CHECK(shows(&table, "\"scores\":[3,0]"));
}

TEST(scoring_ties_share) {
    struct arkad_result result;
    CHECK(put((struct scene){
        .players = 2, .display = "h1", .towers = {"c5", "t5"}, .has_no_pile = true, .is_reshuffled = true}));
    CHECK(moved(&table, 0, "bid 0"));
    CHECK(moved(&table, 1, "pass"));
    arkad_result(table.game, &table.position, &result);
    CHECK(result.scores[0] == 2 && result.scores[1] == 2 && result.places[0] == 1 && result.places[1] == 1);
}

TEST(components) {
    CHECK(table_deal(&table, "towers", 3, "", 1));
    struct arkad_position view;
    arkad_view(table.game, &table.position, 0, &view);
    table.position = view;
    CHECK(shows(&table, "\"pile\":75,"));
    CHECK(table_deal(&table, "towers", 4, "starter=2", 1));
    CHECK(shows(&table, "\"starter\":2,\"turn\":2"));
    arkad_view(table.game, &table.position, 0, &view);
    table.position = view;
    CHECK(shows(&table, "\"pile\":105,"));
}

int main(void) {
    RUN(rulebook_1_bidding_example);
    RUN(rulebook_2_building_example);
    RUN(rulebook_2_building_example_continued);
    RUN(rulebook_scoring_example);
    RUN(rulebook_3_special_case_all_pass);
    RUN(building_lower_covers_higher);
    RUN(building_eight_and_nine);
    RUN(building_roof);
    RUN(bidding_feasible_in_the_best_order);
    RUN(bidding_a_full_bid_ends_it_but_a_seat_s_own_limit_does_not);
    RUN(bidding_refusals);
    RUN(building_one_demolition_and_before_building);
    RUN(building_equal_cards_are_one_move);
    RUN(the_pile_runs_out_once);
    RUN(the_pile_runs_out_and_the_last_display_may_be_short);
    RUN(scoring_ties_share);
    RUN(components);
    return tests_end();
}
