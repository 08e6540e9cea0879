/* Byzanz: the worked examples of the rulebook, its sections rule by rule, and the rules that surprise. */
#include "tests/test.h"

#include <stdlib.h>

static struct table table;

/* ---- Positions -------------------------------------------------------------------------------------------- */

/* Positions are put together from what a test is about. All are of the last round, so that the pile is short. */
struct scene {
    int players;
    const char *phase, *bidcards, *turn, *opener, *pile, *lot, *laid, *passed, *won, *market, *hands, *kept, *done;
};

static const char *or_else(const char *given, const char *otherwise) { return given ? given : otherwise; }

/* One value for every seat. */
static const char *for_each(int players, const char *value) {
    static char lists[4][64];
    static int next;
    char *list = lists[next++ & 3];
    strcpy(list, "[");
    for (int seat = 0; seat < players; seat++) strcat(strcat(list, seat ? "," : ""), value);
    return strcat(list, "]");
}

/* Every card in quotes between `"pile":` and `"out":`; all others are out of the game. */
static int cards_out(const char *json) {
    int count = 0;
    for (const char *at = strstr(json, "\"pile\":"); *at; at++)
        count += at[0] == '"' && strchr("cswfotm", at[1]) && (at[2] == '"' || at[3] == '"');
    return 112 - count;
}

static const char *scene_json(const struct scene *s) {
    static const int rounds[] = {0, 0, 0, 8, 6, 6, 4};
    static char json[ARKAD_JSON_MAX];
    int used = snprintf(
        json, sizeof json,
        "{\"phase\":\"%s\",\"round\":%d,\"rounds\":%d,\"bidcards\":%s,\"turn\":%s,\"opener\":%s,\"pile\":%s,\"lot\":%s,"
        "\"laid\":%s,\"passed\":%s,\"won\":%s,\"market\":%s,\"hands\":%s,\"kept\":%s",
        s->phase, rounds[s->players], rounds[s->players], or_else(s->bidcards, "[]"), or_else(s->turn, "null"),
        or_else(s->opener, "0"), or_else(s->pile, "[]"), or_else(s->lot, "[]"),
        or_else(s->laid, for_each(s->players, "[]")), or_else(s->passed, "[]"),
        or_else(s->won, for_each(s->players, "null")), or_else(s->market, "[]"),
        or_else(s->hands, for_each(s->players, "[]")), or_else(s->kept, for_each(s->players, "[]")));
    snprintf(json + used, sizeof json - (size_t)used, ",\"out\":%d,\"done\":%s,\"scores\":null}", cards_out(json),
             or_else(s->done, for_each(s->players, "false")));
    return json;
}

static bool put(struct scene s) { return table_put(&table, "byzanz", s.players, "", scene_json(&s)); }

/* Is this no position at all? */
static bool cannot_be(struct scene s) {
    const char *json = scene_json(&s);
    return table_deal(&table, "byzanz", s.players, "", 0) &&
           arkad_json_read(table.game, &table.setup, -1, json, strlen(json), &table.position, table.why);
}

/* Why the move is refused. */
static const char *reason(int seat, const char *text) {
    const char *wrong = table_move(&table, seat, text);
    return wrong ? wrong : "it is legal";
}

/* The number that the position gives, and its cards bear out. */
static int cards_gone(void) {
    int out = atoi(strstr(state(&table), "\"out\":") + strlen("\"out\":"));
    CHECK(out == cards_out(table.text));
    return out;
}

static unsigned waited_for(void) { return arkad_waits(table.game, &table.position); }
static unsigned may_move(void) { return arkad_may_move(table.game, &table.position); }

#define PILE_9 "[\"c1\",\"c1\",\"c1\",\"s1\",\"s1\",\"s1\",\"w1\",\"w1\",\"w1\"]" /* four seats, first auction */

/* Four seats, the first auction of the last round, nobody asked yet. */
static const struct scene first_auction = {
    .players = 4,
    .phase = "auction",
    .bidcards = "[5,4,3,2]",
    .turn = "0",
    .opener = "0",
    .pile = PILE_9,
    .lot = "[\"c2\",\"f1\",\"f3\",\"o3\",\"t1\"]",
    .hands = "[[\"c1\",\"c1\",\"s2\",\"m\"],[\"c3\",\"s2\",\"w1\"],[\"o4\",\"m\",\"m\"],[\"t2\",\"t3\"]]"};

/* ---- Set-up ----------------------------------------------------------------------------------------------- */

TEST(rulebook_setup_four_players) {
    CHECK(table_deal(&table, "byzanz", 4, "", 1));
    CHECK(shows(&table, "\"bidcards\":[5,4,3,2]"));
    CHECK(shows(&table, "\"out\":12,"));
}

TEST(setup_table) {
    static const struct {
        int players, pile;
        const char *rounds, *out;
    } rows[] = {
        {3, 112 - 12 - 4 - 6, "\"rounds\":8,\"bidcards\":[6,4,2],\"turn\":0,\"opener\":0", "\"out\":4,"},
        {4, 112 - 16 - 12 - 5, "\"rounds\":6,\"bidcards\":[5,4,3,2],\"turn\":0,\"opener\":0", "\"out\":12,"},
        {5, 112 - 20 - 2 - 5, "\"rounds\":6,\"bidcards\":[5,4,3,2,1],\"turn\":0,\"opener\":0", "\"out\":2,"},
        {6, 112 - 24 - 4 - 6, "\"rounds\":4,\"bidcards\":[6,5,4,3,2,1],\"turn\":0,\"opener\":0", "\"out\":4,"},
    };
    for (int i = 0; i < 4; i++) {
        CHECK(table_deal(&table, "byzanz", rows[i].players, "", i));
        CHECK(shows(&table, rows[i].rounds) && shows(&table, rows[i].out));
        struct arkad_position view;
        arkad_view(table.game, &table.position, ARKAD_SPECTATOR, &view);
        char pile[32], hands[64];
        snprintf(pile, sizeof pile, "\"pile\":%d,\"lot\":[\"", rows[i].pile);
        snprintf(hands, sizeof hands, "\"hands\":%s", for_each(rows[i].players, "4"));
        arkad_json_write(table.game, &view, table.text);
        CHECK(strstr(table.text, pile) && strstr(table.text, hands));
    }
}

TEST(setup_starter_opens) {
    CHECK(table_deal(&table, "byzanz", 5, "starter=3", 1));
    CHECK(shows(&table, "\"turn\":3,\"opener\":3"));
    CHECK(waited_for() == 1U << 3);
    CHECK(!table_deal(&table, "byzanz", 5, "starter=5", 1));
    CHECK(!table_deal(&table, "byzanz", 2, "", 1) && !table_deal(&table, "byzanz", 7, "", 1));
}

static const char *read_first_line(const char *state) {
    static struct arkad_reader reader;
    static char line[ARKAD_JSON_MAX + 200];
    snprintf(line, sizeof line,
             "{\"arkad\":1,\"game\":\"byzanz\",\"players\":3,\"options\":{\"starter\":0},\"seed\":null,\"state\":%s}",
             state);
    memset(&reader, 0, sizeof reader);
    return arkad_reader_line(&reader, line, strlen(line));
}

TEST(set_up_from_elsewhere) {
    CHECK(table_deal(&table, "byzanz", 3, "", 7));
    CHECK(!read_first_line(state(&table)));
    CHECK(moved(&table, 0, "pass"));
    CHECK(read_first_line(state(&table)));
}

/* ---- Auctions ----------------------------------------------------------------------------------------------- */

TEST(rulebook_end_of_auction) {
    CHECK(put((struct scene){.players = 4,
                             .phase = "auction",
                             .bidcards = "[5,4,3,2]",
                             .turn = "2",
                             .opener = "3",
                             .pile = PILE_9,
                             .lot = "[\"c2\",\"f1\",\"f3\",\"o3\",\"t1\"]",
                             .laid = "[[],[\"c1\",\"s2\",\"w1\"],[],[\"o3\"]]",
                             .passed = "[0]",
                             .hands = "[[\"m\"],[\"w4\"],[],[]]"}));
    CHECK(moved(&table, 2, "pass"));
    CHECK(moved(&table, 3, "pass"));
    /* Her whole bid goes to the market at once. */
    CHECK(shows(&table, "\"phase\":\"pick\"") && shows(&table, "\"turn\":1,\"opener\":3"));
    CHECK(shows(&table, "\"laid\":[[],[],[],[]],\"passed\":[0,2,3],\"won\":[null,null,null,null]"));
    CHECK(shows(&table, "\"bidcards\":[5,4,3,2]") && shows(&table, "\"market\":[\"c1\",\"s2\",\"w1\"]"));
    CHECK(list_length(&table, 1) == 5);
    CHECK(refused(&table, 1, "give o1") && refused(&table, 0, "give t1") && refused(&table, 1, "pass"));
    CHECK(moved(&table, 1, "give t1"));
    CHECK(shows(&table, "\"market\":[\"c1\",\"s2\",\"w1\",\"t1\"]"));
    CHECK(shows(&table, "\"hands\":[[\"m\"],[\"c2\",\"w4\",\"f1\",\"f3\",\"o3\"],[],[\"o3\"]]"));
    CHECK(shows(&table, "\"passed\":[],\"won\":[null,5,null,null]"));
    /* The next lot, opened by her neighbour. */
    CHECK(shows(&table, "\"phase\":\"auction\"") && shows(&table, "\"bidcards\":[4,3,2],\"turn\":2,\"opener\":2"));
    CHECK(shows(&table, "\"lot\":[\"s1\",\"w1\",\"w1\",\"w1\"]"));
}

TEST(bid_must_beat_every_other) {
    struct scene scene = first_auction;
    scene.turn = "1", scene.laid = "[[\"s2\",\"t3\"],[],[],[]]";
    CHECK(put(scene));
    CHECK_TEXT(reason(1, "bid c3 w1"), "that is 4, and the bid to beat is 5");
    CHECK_TEXT(reason(1, "bid c3 s2"), "that is 5, and the bid to beat is 5");
    CHECK(!listed(&table, 1, "bid c3 s2") && list_length(&table, 1) == 2);
    CHECK(moved(&table, 1, "bid c3 s2 w1"));
    CHECK(shows(&table, "\"turn\":2") && shows(&table, "\"laid\":[[\"s2\",\"t3\"],[\"c3\",\"s2\",\"w1\"],[],[]]"));
}

TEST(bid_is_the_sum_of_all_laid_in_this_auction) {
    struct scene scene = first_auction;
    scene.laid = "[[\"t4\"],[],[],[\"o3\",\"o3\"]]", scene.passed = "[1,2]";
    CHECK(put(scene));
    CHECK_TEXT(reason(0, "bid s2"), "that is 6, and the bid to beat is 6");
    CHECK(moved(&table, 0, "bid c1 s2"));
    CHECK(shows(&table, "\"turn\":3") && shows(&table, "\"laid\":[[\"c1\",\"s2\",\"t4\"],[],[],[\"o3\",\"o3\"]]"));
}

TEST(bids_of_goods_in_hand_only) {
    CHECK(put(first_auction));
    CHECK_TEXT(reason(0, "bid m"), "merchants cannot be bid");
    CHECK_TEXT(reason(0, "bid s2 m"), "merchants cannot be bid");
    CHECK_TEXT(reason(0, "bid c3"), "there is no c3 in your hand");
    CHECK_TEXT(reason(0, "bid c1 c1 c1"), "you have only 2 c1");
    CHECK_TEXT(reason(1, "bid c3"), "it is seat 0's turn");
    CHECK_TEXT(reason(0, "give c2"), "no card of a lot is to be given now");
    CHECK_TEXT(reason(0, "take c"), "the market is not being shared out now");
    CHECK_TEXT(reason(0, "discard c1"), "only a seat with more than seven cards discards");
    CHECK_TEXT(reason(0, "done"), "the game is not at its end yet");
}

TEST(moves_have_one_spelling) {
    CHECK(put(first_auction));
    CHECK_TEXT(reason(0, "bid s2 c1"), "it should be spelled: bid c1 s2");
    CHECK_TEXT(reason(0, "sell m c1 c1"), "it should be spelled: sell c1 c1 m");
    CHECK_TEXT(reason(1, "sell f1 f4 f3"), "it should be spelled: sell f4 f3 f1");
    CHECK(refused(&table, 0, "bid") && refused(&table, 0, "bid c5") && refused(&table, 0, "bid m1"));
    CHECK(refused(&table, 0, "bid c1 c1 c1 c1 c1 c1 s1 s1") && refused(&table, 0, "sell c1 c1"));
    CHECK(refused(&table, 0, "sell c1 c1 m m") && refused(&table, 0, "take x") && refused(&table, 0, "pass c1"));
    struct arkad_move move = {.verb = 1, .args = {5, 1}}; /* s1 before c1 */
    CHECK(arkad_check(table.game, &table.position, 0, &move, table.why));
}

TEST(auction_every_distinct_bid_is_listed) {
    static const char *const bids[] = {"pass",      "bid c1",       "bid c1 c1",   "bid s2",
                                       "bid c1 s2", "bid c1 c1 s2", "sell c1 c1 m"};
    CHECK(put(first_auction));
    for (int i = 0; i < 7; i++) CHECK(listed(&table, 0, bids[i]));
    CHECK(list_length(&table, 0) == 7);
}

TEST(seven_cards_make_every_bid) {
    struct scene scene = first_auction;
    scene.hands = "[[\"c2\",\"c3\",\"s2\",\"s3\",\"w2\",\"w3\",\"f4\"],[],[],[]]";
    CHECK(put(scene));
    CHECK(list_length(&table, 0) == 128); /* 127 handfuls, and pass */
    CHECK(moved(&table, 0, "bid c2 c3 s2 s3 w2 w3 f4"));
    CHECK(shows(&table, "\"hands\":[[],"));
}

TEST(who_passes_takes_its_cards_back) {
    struct scene scene = first_auction;
    scene.passed = "[2]";
    scene.laid = "[[\"t4\"],[\"s3\",\"s2\"],[],[\"o3\",\"o3\"]]";
    CHECK(cannot_be(scene)); /* s3 before s2 */
    scene.laid = "[[\"t4\"],[\"s2\",\"s3\"],[],[\"o3\",\"o3\"]]";
    CHECK(put(scene));
    CHECK(moved(&table, 0, "pass"));
    CHECK(shows(&table, "\"laid\":[[],[\"s2\",\"s3\"],[],[\"o3\",\"o3\"]],\"passed\":[2,0]"));
    CHECK(shows(&table, "\"hands\":[[\"c1\",\"c1\",\"s2\",\"t4\",\"m\"],") && shows(&table, "\"turn\":1"));
    CHECK(refused(&table, 0, "bid t4"));
}

TEST(auction_last_one_with_a_bid_is_not_asked_again) {
    CHECK(put(first_auction));
    CHECK(moved(&table, 0, "bid c1") && moved(&table, 1, "pass") && moved(&table, 2, "pass") &&
          moved(&table, 3, "pass"));
    CHECK(shows(&table, "\"phase\":\"pick\"") && shows(&table, "\"turn\":0"));
}

TEST(auction_last_one_without_a_bid_is_asked) {
    CHECK(put(first_auction));
    CHECK(moved(&table, 0, "pass") && moved(&table, 1, "pass") && moved(&table, 2, "pass"));
    CHECK(shows(&table, "\"phase\":\"auction\"") && shows(&table, "\"turn\":3"));
    CHECK(listed(&table, 3, "pass") && listed(&table, 3, "bid t2") && listed(&table, 3, "bid t2 t3"));
    struct table other = table;
    CHECK(moved(&table, 3, "bid t2"));
    CHECK(shows(&table, "\"phase\":\"pick\"") && shows(&table, "\"turn\":3") && shows(&table, "\"passed\":[0,1,2]"));
    /* All pass: the first to pass takes the whole lot for nothing. */
    CHECK(moved(&other, 3, "pass"));
    CHECK(shows(&other, "\"won\":[5,null,null,null],\"market\":[]") && shows(&other, "\"passed\":[]"));
    CHECK(shows(&other, "\"phase\":\"trim\"")); /* with nine cards in hand */
    CHECK(shows(&other, "[\"c1\",\"c1\",\"c2\",\"s2\",\"f1\",\"f3\",\"o3\",\"t1\",\"m\"]"));
}

TEST(next_auction_is_opened_left_of_the_winner) {
    CHECK(put((struct scene){.players = 5,
                             .phase = "pick",
                             .bidcards = "[3,2,1]",
                             .turn = "3",
                             .opener = "3",
                             .pile = "[\"c1\",\"s1\",\"w1\"]",
                             .lot = "[\"f1\",\"f1\",\"o1\"]",
                             .passed = "[1,2]",
                             .won = "[4,null,null,null,5]"}));
    CHECK(listed(&table, 3, "give f1") && list_length(&table, 3) == 2);
    CHECK(moved(&table, 3, "give f1"));
    CHECK(shows(&table, "\"turn\":1,\"opener\":1")); /* 4 and 0 have won */
    CHECK(shows(&table, "\"bidcards\":[2,1]") && shows(&table, "\"won\":[4,null,null,3,5]"));
}

TEST(last_auction_of_three_or_four) {
    CHECK(put((struct scene){.players = 3,
                             .phase = "pick",
                             .bidcards = "[4,2]",
                             .turn = "2",
                             .opener = "1",
                             .pile = "[\"s1\",\"s1\"]",
                             .lot = "[\"f1\",\"f1\",\"o1\",\"o1\"]",
                             .passed = "[1]",
                             .won = "[6,null,null]"}));
    CHECK(moved(&table, 2, "give f1"));
    CHECK(shows(&table, "\"phase\":\"pick\"") && shows(&table, "\"bidcards\":[2],\"turn\":1,\"opener\":1"));
    CHECK(list_length(&table, 1) == 1 && listed(&table, 1, "give s1")); /* two equal cards still need it */
    CHECK(moved(&table, 1, "give s1"));
    CHECK(shows(&table, "\"phase\":\"market\"") && shows(&table, "\"bidcards\":[],\"turn\":1,\"opener\":1"));
    CHECK(shows(&table, "\"won\":[6,2,4],\"market\":[\"s1\",\"f1\"],\"hands\":[[],[\"s1\"],[\"f1\",\"o1\",\"o1\"]]"));
}

TEST(last_card_of_five_or_six_goes_to_the_market) {
    CHECK(put((struct scene){.players = 5,
                             .phase = "pick",
                             .bidcards = "[2,1]",
                             .turn = "1",
                             .opener = "2",
                             .pile = "[\"m\"]",
                             .lot = "[\"f1\",\"f2\"]",
                             .passed = "[2]",
                             .won = "[4,null,null,3,5]"}));
    CHECK(moved(&table, 1, "give f2"));
    CHECK(shows(&table, "\"phase\":\"market\"") && shows(&table, "\"bidcards\":[],\"turn\":2,\"opener\":2"));
    CHECK(shows(&table, "\"lot\":[]") && shows(&table, "\"won\":[4,2,1,3,5],\"market\":[\"f2\",\"m\"]"));
    CHECK(shows(&table, "\"hands\":[[],[\"f1\"],[],[],[]]"));
}

/* ---- The market --------------------------------------------------------------------------------------------- */

/* Seat 0 Anita with the 4, 1 Éva with the 5, 2 Jenő with the 2, 3 Márk with the 3. */
static const struct scene full_market = {.players = 4,
                                         .phase = "market",
                                         .turn = "2",
                                         .opener = "2",
                                         .won = "[4,5,2,3]",
                                         .market =
                                             "[\"c1\",\"c2\",\"s1\",\"s2\",\"w1\",\"f2\",\"t1\",\"t1\",\"t3\",\"m\"]"};

TEST(rulebook_full_market) {
    CHECK(put(full_market));
    CHECK(list_length(&table, 2) == 6 && !listed(&table, 2, "take o") && listed(&table, 2, "take m"));
    CHECK_TEXT(reason(2, "take o"), "there is no o on the market");
    CHECK(refused(&table, 2, "pass") && refused(&table, 3, "take t"));
    CHECK(moved(&table, 2, "take t") && moved(&table, 3, "take s") && moved(&table, 0, "take m"));
    CHECK(shows(&table, "\"turn\":1") && shows(&table, "\"market\":[\"c1\",\"c2\",\"w1\",\"f2\"]"));
    int out = cards_gone();
    CHECK(moved(&table, 1, "take c"));
    /* Wine and flour leave the game, and it was the last round. */
    CHECK(cards_gone() == out + 2);
    CHECK(shows(&table, "\"hands\":[[\"m\"],[\"c1\",\"c2\"],[\"t1\",\"t1\",\"t3\"],[\"s1\",\"s2\"]]"));
    CHECK(shows(&table, "\"phase\":\"final\",\"round\":6,\"rounds\":6,\"bidcards\":[],\"turn\":null,\"opener\":2"));
    CHECK(shows(&table, "\"won\":[null,null,null,null],\"market\":[]"));
}

TEST(market_empty_ends_the_round) {
    struct scene scene = full_market;
    scene.market = "[\"t1\",\"t3\"]";
    CHECK(put(scene));
    CHECK(list_length(&table, 2) == 1 && listed(&table, 2, "take t")); /* a single kind left still needs it */
    CHECK(moved(&table, 2, "take t"));
    CHECK(shows(&table, "\"phase\":\"final\""));
}

/* Plays any listed moves until the phase comes. */
static bool play_to(const char *phase) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    char part[32];
    snprintf(part, sizeof part, "\"phase\":\"%s\"", phase);
    for (int i = 0; i < 2000 && !arkad_is_over(&table.position); i++) {
        if (strstr(state(&table), part)) return true;
        int seat = 0;
        while (!(waited_for() >> seat & 1)) seat++;
        int count = arkad_list(table.game, &table.position, seat, moves);
        arkad_apply(table.game, &table.position, seat, &moves[count / 2], NULL);
    }
    return strstr(state(&table), part);
}

TEST(lowest_bid_card_opens_the_next_round) {
    CHECK(table_deal(&table, "byzanz", 6, "", 3));
    CHECK(play_to("market"));
    const char *turn = strstr(state(&table), "\"turn\":") + strlen("\"turn\":"); /* takes first: it has the 1 */
    char opener[32];
    snprintf(opener, sizeof opener, "\"turn\":%c,\"opener\":%c", *turn, *turn);
    CHECK(play_to("auction"));
    CHECK(shows(&table, "\"round\":2") && shows(&table, "\"bidcards\":[6,5,4,3,2,1]") && shows(&table, opener));
    CHECK(shows(&table, "\"won\":[null,null,null,null,null,null],\"market\":[]"));
}

TEST(every_game_ends_with_an_empty_pile) {
    for (int players = 3; players <= 6; players++) {
        CHECK(table_deal(&table, "byzanz", players, "", players));
        CHECK(play_to("final") && shows(&table, "\"pile\":[]") && waited_for() == (1U << players) - 1);
        CHECK(play_to("over"));
    }
}

/* ---- Selling ------------------------------------------------------------------------------------------------ */

static struct scene with_hands(const char *hands) {
    struct scene scene = first_auction;
    scene.hands = hands;
    return scene;
}

TEST(rulebook_sale_of_three_cloths) {
    CHECK(put(with_hands("[[],[\"c1\",\"c1\",\"c4\",\"t1\"],[],[]]")));
    int out = cards_gone();
    CHECK(moved(&table, 1, "sell c4 c1 c1")); /* out of turn */
    CHECK(shows(&table, "\"kept\":[[],[\"c4\"],[],[]]") && shows(&table, "\"hands\":[[],[\"t1\"],[],[]]"));
    CHECK(shows(&table, "\"turn\":0") && cards_gone() == out + 2);
}

TEST(rulebook_sale_with_a_merchant) {
    CHECK(put(with_hands("[[\"f3\",\"f4\",\"m\"],[],[],[]]")));
    CHECK(listed(&table, 0, "sell f4 f3 m") && !listed(&table, 0, "sell f4 m m"));
    CHECK(moved(&table, 0, "sell f4 f3 m"));
    CHECK(shows(&table, "\"kept\":[[\"f4\"],[],[],[]]") &&
          shows(&table, "\"turn\":0")); /* and still its move to make */
    CHECK(list_length(&table, 0) == 1 && listed(&table, 0, "pass"));
}

TEST(rulebook_sale_of_one_spice_and_two_merchants) {
    CHECK(put(with_hands("[[\"s2\",\"m\",\"m\"],[],[],[]]")));
    CHECK(moved(&table, 0, "sell s2 m m"));
    CHECK(shows(&table, "\"kept\":[[\"s2\"],[],[],[]]") && shows(&table, "\"hands\":[[],[],[],[]]"));
}

TEST(rulebook_sale_of_three_merchants) {
    CHECK(put((struct scene){.players = 3, .phase = "final", .hands = "[[\"m\",\"m\",\"m\",\"m\"],[],[]]"}));
    CHECK(moved(&table, 0, "sell m m m"));
    CHECK(shows(&table, "\"kept\":[[\"m\"],[],[]]") && shows(&table, "\"hands\":[[\"m\"],[],[]]"));
    CHECK(moved(&table, 0, "done") && moved(&table, 1, "done") && moved(&table, 2, "done"));
    CHECK(shows(&table, "\"scores\":[5,0,0]"));
}

TEST(sales_that_are_none) {
    CHECK(put(with_hands("[[\"c1\",\"c1\",\"s1\",\"s2\",\"m\"],[\"c2\",\"m\"],[],[]]")));
    CHECK_TEXT(reason(0, "sell c1 s1 m"),
               "a sale is three cards of one kind, or merchants in their place: c1 and s1 do not go together");
    CHECK_TEXT(reason(0, "sell c1 c1 c1"), "you have only 2 c1");
    CHECK_TEXT(reason(0, "sell s2 s1 s1"), "you have only 1 s1");
    CHECK_TEXT(reason(0, "sell c1 m m"), "you have only 1 m");
    CHECK_TEXT(reason(1, "sell c2 m m"), "you have only 1 m");
    CHECK_TEXT(reason(2, "sell m m m"), "there is no m in your hand");
    CHECK(may_move() == 1U);
}

TEST(selling_every_distinct_sale_is_listed) {
    static const char *const sales[] = {"sell f3 f1 f1", "sell f3 f1 m", "sell f1 f1 m", "sell f3 m m",
                                        "sell f1 m m",   "sell t2 m m",  "sell m m m"};
    CHECK(
        put(with_hands("[[],[\"f1\",\"f1\",\"f3\",\"t2\",\"m\",\"m\",\"m\"],[\"w1\",\"w1\"],[\"o1\",\"o1\",\"m\"]]")));
    for (int i = 0; i < 7; i++) CHECK(listed(&table, 1, sales[i]));
    CHECK(list_length(&table, 1) == 7);
    CHECK(waited_for() == 1U && may_move() == (1U | 1U << 1 | 1U << 3));
}

TEST(laid_cards_cannot_be_sold) {
    struct scene scene = with_hands("[[\"c1\",\"c1\"],[],[],[]]");
    scene.turn = "1", scene.laid = "[[\"c1\"],[],[],[]]";
    CHECK(put(scene));
    CHECK(refused(&table, 0, "sell c1 c1 c1") && list_length(&table, 0) == 0 && may_move() == 1U << 1);
}

TEST(sale_while_another_picks_or_takes) {
    struct scene scene = full_market;
    scene.hands = "[[\"w1\",\"w1\",\"w2\"],[],[],[]]";
    CHECK(put(scene));
    CHECK(moved(&table, 0, "sell w2 w1 w1") && shows(&table, "\"phase\":\"market\"") && shows(&table, "\"turn\":2"));
}

/* ---- More than seven cards ------------------------------------------------------------------------------------ */

/* Seat 3 has won the first lot, and holds ten cards; seat 1 could sell, too. */
static const struct scene trimming = {
    .players = 4,
    .phase = "trim",
    .bidcards = "[4,3,2]",
    .turn = "0",
    .opener = "2",
    .pile = PILE_9,
    .won = "[null,null,null,5]",
    .market = "[\"c1\",\"m\"]",
    .hands = "[[],[\"s2\",\"s2\",\"m\"],[],[\"c1\",\"c1\",\"c2\",\"w2\",\"w3\",\"w4\",\"t1\",\"t1\",\"t2\",\"m\"]]"};

TEST(trim_waits_for_the_seat_alone) {
    CHECK(put(trimming));
    CHECK(waited_for() == 1U << 3 && may_move() == (1U << 3 | 1U << 1));
    CHECK_TEXT(reason(0, "pass"), "seat 3 must first come down to 7 cards");
    CHECK_TEXT(reason(3, "pass"), "you have 10 cards: first sell or discard down to 7");
    CHECK_TEXT(reason(3, "discard f1"), "there is no f1 in your hand");
    CHECK(refused(&table, 1, "discard s2"));
    CHECK(moved(&table, 1, "sell s2 s2 m")); /* changes nothing */
    CHECK(shows(&table, "\"phase\":\"trim\"") && waited_for() == 1U << 3);
    CHECK(listed(&table, 3, "discard c1") && listed(&table, 3, "discard m") && listed(&table, 3, "sell w4 w3 w2"));
    CHECK(shows(&table, "\"lot\":[]") && shows(&table, "\"pile\":" PILE_9));
}

TEST(trim_by_discards_one_by_one) {
    CHECK(put(trimming));
    int out = cards_gone();
    CHECK(moved(&table, 3, "discard c1") && moved(&table, 3, "discard m"));
    CHECK(shows(&table, "\"phase\":\"trim\""));
    CHECK(moved(&table, 3, "discard t2"));
    CHECK(shows(&table, "\"phase\":\"auction\"") && shows(&table, "\"turn\":0,\"opener\":0"));
    CHECK(shows(&table, "\"lot\":[\"s1\",\"w1\",\"w1\",\"w1\"]") && cards_gone() == out + 3);
}

TEST(trim_by_a_sale) {
    CHECK(put(trimming));
    CHECK(moved(&table, 3, "sell w4 w3 w2"));
    CHECK(shows(&table, "\"phase\":\"auction\"") && shows(&table, "\"kept\":[[],[],[],[\"w4\"]]"));
}

TEST(trim_before_the_card_that_goes_to_the_market) {
    CHECK(put((struct scene){.players = 5,
                             .phase = "pick",
                             .bidcards = "[2,1]",
                             .turn = "1",
                             .opener = "2",
                             .pile = "[\"m\"]",
                             .lot = "[\"f1\",\"f2\"]",
                             .passed = "[2]",
                             .won = "[4,null,null,3,5]",
                             .hands = "[[],[\"c1\",\"s1\",\"w1\",\"f1\",\"o1\",\"o1\",\"t1\"],[],[],[]]"}));
    CHECK(moved(&table, 1, "give f2"));
    CHECK(shows(&table, "\"phase\":\"trim\"") &&
          shows(&table, "\"bidcards\":[1],\"turn\":2,\"opener\":2,\"pile\":[\"m\"]"));
    CHECK(waited_for() == 1U << 1 && moved(&table, 1, "discard c1"));
    CHECK(shows(&table, "\"phase\":\"market\"") && shows(&table, "\"turn\":2,\"opener\":2,\"pile\":[]"));
    CHECK(shows(&table, "\"won\":[4,2,1,3,5],\"market\":[\"f2\",\"m\"]"));
}

TEST(trim_after_the_last_lot_of_three) {
    CHECK(put((struct scene){.players = 3,
                             .phase = "pick",
                             .bidcards = "[2]",
                             .turn = "1",
                             .opener = "1",
                             .lot = "[\"f1\",\"f2\"]",
                             .won = "[4,null,6]",
                             .hands = "[[],[\"c1\",\"s1\",\"w1\",\"f1\",\"o1\",\"o1\",\"t1\"],[]]"}));
    CHECK(moved(&table, 1, "give f2"));
    CHECK(shows(&table, "\"phase\":\"trim\"") && shows(&table, "\"turn\":1")); /* it also takes first */
    CHECK(moved(&table, 1, "discard c1"));
    CHECK(shows(&table, "\"phase\":\"market\"") && shows(&table, "\"turn\":1"));
}

TEST(trim_between_takers) {
    struct scene scene = full_market;
    scene.hands = "[[],[],[\"c1\",\"s1\",\"w1\",\"f1\",\"o1\",\"o1\"],[]]";
    CHECK(put(scene));
    CHECK(moved(&table, 2, "take t"));
    CHECK(shows(&table, "\"phase\":\"trim\"") && shows(&table, "\"turn\":3") && waited_for() == 1U << 2);
    CHECK(moved(&table, 2, "discard c1") && moved(&table, 2, "discard t3"));
    CHECK(shows(&table, "\"phase\":\"market\"") && waited_for() == 1U << 3);
}

TEST(trim_before_the_market_is_cleared) {
    struct scene scene = full_market;
    scene.turn = "1", scene.hands = "[[],[\"c1\",\"s1\",\"w1\",\"f1\",\"o1\",\"o1\"],[],[]]";
    CHECK(put(scene));
    CHECK(moved(&table, 1, "take t"));
    CHECK(shows(&table, "\"phase\":\"trim\"") && shows(&table, "\"turn\":null") && shows(&table, "\"won\":[4,5,2,3]"));
    CHECK(shows(&table, "\"market\":[\"c1\",\"c2\",\"s1\",\"s2\",\"w1\",\"f2\",\"m\"]"));
    CHECK(moved(&table, 1, "discard o1") && moved(&table, 1, "discard o1"));
    CHECK(shows(&table, "\"phase\":\"final\"") && shows(&table, "\"market\":[]"));
}

TEST(trim_of_a_whole_kind) {
    struct scene scene = full_market;
    scene.market = "[\"c1\",\"c1\",\"c1\",\"c1\",\"c1\",\"c1\",\"c2\",\"c2\",\"c2\",\"c2\",\"c2\",\"c3\",\"c3\",\"c3\","
                   "\"c4\",\"c4\"]";
    scene.hands = "[[],[],[\"o1\",\"o1\",\"o1\",\"t1\",\"t1\",\"m\",\"m\"],[]]";
    CHECK(put(scene));
    CHECK(moved(&table, 2, "take c"));
    CHECK(shows(&table, "\"phase\":\"trim\"") && shows(&table, "\"turn\":null")); /* the market is empty */
    CHECK(list_length(&table, 2) == 7 + 19 + 10 + 4 + 3 + 2);                     /* there is no sale of three c4 */
    CHECK(refused(&table, 2, "sell m m m") && moved(&table, 2, "sell c4 c4 c3") && moved(&table, 2, "sell c3 c3 m"));
    CHECK(moved(&table, 2, "sell c2 c2 c2") && moved(&table, 2, "sell c2 c2 m") && moved(&table, 2, "sell c1 c1 c1"));
    CHECK(shows(&table, "\"phase\":\"trim\"") && moved(&table, 2, "discard t1"));
    CHECK(shows(&table, "\"phase\":\"final\"") &&
          shows(&table, "\"kept\":[[],[],[\"c1\",\"c2\",\"c2\",\"c3\",\"c4\"],[]]"));
}

/* ---- The end ---------------------------------------------------------------------------------------------- */

TEST(final_sales_until_done) {
    CHECK(put((struct scene){
        .players = 3, .phase = "final", .hands = "[[\"c1\",\"c1\",\"c2\"],[\"s1\",\"s1\",\"m\"],[\"t1\"]]"}));
    CHECK(waited_for() == 7 && list_length(&table, 0) == 2 && list_length(&table, 2) == 1);
    CHECK(moved(&table, 1, "done"));
    CHECK_TEXT(reason(1, "sell s1 s1 m"), "you have said that you are done");
    CHECK_TEXT(reason(1, "done"), "you have said that you are done");
    CHECK(waited_for() == 5 && may_move() == 5 && list_length(&table, 1) == 0);
    CHECK(refused(&table, 0, "pass") && refused(&table, 0, "discard c1"));
    CHECK(moved(&table, 0, "sell c2 c1 c1") && moved(&table, 0, "done"));
    CHECK(shows(&table, "\"done\":[true,true,false],\"scores\":null"));
    CHECK(moved(&table, 2, "done"));
    CHECK(arkad_is_over(&table.position) && shows(&table, "\"phase\":\"over\""));
    CHECK(shows(&table, "\"done\":[true,true,true],\"scores\":[2,0,0]") && waited_for() == 0);
    CHECK_TEXT(reason(0, "done"), "the game is over");
}

TEST(ties_go_to_more_cards_in_hand) {
    CHECK(
        put((struct scene){.players = 6,
                           .phase = "final",
                           .done = "[true,true,true,true,true,false]",
                           .kept = "[[\"c3\",\"c3\"],[\"s1\",\"m\"],[\"s2\",\"t4\"],[\"w1\"],[\"w1\"],[\"o4\",\"m\"]]",
                           .hands = "[[\"c1\"],[\"m\",\"m\"],[\"t1\"],[],[\"o1\"],[]]"}));
    CHECK(moved(&table, 5, "done"));
    struct arkad_result result;
    arkad_result(table.game, &table.position, &result);
    static const int scores[] = {6, 6, 6, 1, 1, 9}, places[] = {3, 2, 3, 6, 5, 1};
    for (int seat = 0; seat < 6; seat++)
        CHECK(result.scores[seat] == scores[seat] && result.places[seat] == places[seat]);
}

/* ---- Who sees what ------------------------------------------------------------------------------------------ */

/* How many of this card the seat's hand holds, as the JSON shows it. */
static int in_hand(const struct arkad_position *position, int seat, const char *card) {
    char text[ARKAD_JSON_MAX];
    arkad_json_write(table.game, position, text);
    const char *at = strstr(text, "\"hands\":[") + strlen("\"hands\":");
    for (int i = 0; i <= seat; i++) at = strchr(at + 1, '[');
    const char *end = strchr(at, ']');
    int count = 0;
    while ((at = strstr(at, card)) && at < end) count++, at++;
    return count;
}

static int in_whole(const struct arkad_position *position, const char *card) {
    char text[ARKAD_JSON_MAX];
    arkad_json_write(table.game, position, text);
    int count = 0;
    for (const char *at = text; (at = strstr(at, card)); at++) count++;
    return count;
}

static void world_for(int viewer, int number, struct arkad_position *world) {
    struct arkad_position view, again;
    uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)number};
    arkad_view(table.game, &table.position, viewer, &view);
    arkad_world(table.game, &view, seed, world);
    CHECK(!arkad_laws(table.game, world, table.why));
    arkad_view(table.game, world, viewer, &again);
    CHECK(!memcmp(&view, &again, sizeof view));
}

TEST(a_view_hides_hands_and_pile) {
    CHECK(put(first_auction));
    struct arkad_position view;
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    arkad_view(table.game, &table.position, 1, &view);
    arkad_json_write(table.game, &view, table.text);
    CHECK(strstr(table.text, "\"pile\":9,") && strstr(table.text, "\"hands\":[4,[\"c3\",\"s2\",\"w1\"],3,2]"));
    CHECK(arkad_list(table.game, &view, 2, moves) == 0); /* its sale is not seen */
    CHECK(arkad_may_move(table.game, &view) == 1U && arkad_may_move(table.game, &table.position) == (1U | 1U << 2));
}

TEST(what_came_in_the_open_is_remembered) {
    struct scene scene = first_auction;
    CHECK(put(scene));
    CHECK(moved(&table, 0, "bid s2") && moved(&table, 1, "bid c3") && moved(&table, 2, "bid o4"));
    CHECK(moved(&table, 3, "pass") && moved(&table, 0, "pass") && moved(&table, 1, "pass") &&
          moved(&table, 2, "give t1"));
    CHECK(moved(&table, 2, "sell o3 m m")); /* one of the cards it was seen to get, and two of its own */
    for (int i = 0; i < 100; i++) {
        struct arkad_position world;
        world_for(3, i, &world);
        CHECK(in_hand(&world, 0, "\"s2\"") >= 1 && in_hand(&world, 1, "\"c3\"") >= 1); /* laid, and taken back */
        CHECK(in_hand(&world, 2, "\"c2\"") == 1 && in_hand(&world, 2, "\"f1\"") == 1 &&
              in_hand(&world, 2, "\"f3\"") == 1);
        CHECK(in_whole(&world, "\"m\"") <= 14); /* two are seen to be gone */
    }
}

TEST(what_was_dealt_is_not_known) {
    CHECK(put(first_auction));
    int with_merchant = 0, without = 0;
    for (int i = 0; i < 200; i++) {
        struct arkad_position world;
        world_for(3, i, &world);
        int merchants = in_hand(&world, 2, "\"m\"");
        with_merchant += merchants > 0, without += !merchants;
        CHECK(in_hand(&world, 3, "\"t2\"") == 1 && in_hand(&world, 3, "\"t3\"") == 1);
    }
    CHECK(with_merchant && without);
}

TEST(what_left_the_game_in_the_open_stays_away) {
    struct scene scene = full_market;
    scene.hands = "[[],[\"o1\"],[\"c4\",\"s1\",\"w1\",\"f1\",\"o1\",\"o4\"],[]]";
    CHECK(put(scene));
    CHECK(moved(&table, 2, "take t"));
    CHECK(moved(&table, 2, "discard c4") && moved(&table, 2, "discard o4"));
    for (int i = 0; i < 200; i++) {
        struct arkad_position world;
        world_for(1, i, &world);
        CHECK(in_whole(&world, "\"c4\"") <= 1 && in_whole(&world, "\"o4\"") <= 1); /* of two each */
        CHECK(in_hand(&world, 2, "\"t3\"") >= 1 && in_hand(&world, 2, "\"t1\"") >= 2);
    }
}

/* ---- What cannot be ------------------------------------------------------------------------------------------- */

TEST(positions_that_cannot_be) {
    struct scene scene = first_auction;
    CHECK(put(scene));
    CHECK(cannot_be(with_hands("[[\"c4\",\"c4\",\"c4\"],[],[],[]]"))); /* there are two */
    CHECK(cannot_be(with_hands("[[\"s1\",\"c1\"],[],[],[]]")));        /* not sorted */
    CHECK(cannot_be(with_hands("[[\"c1\",\"c2\",\"c3\",\"s1\",\"s2\",\"s3\",\"t1\",\"t2\"],[],[],[]]"))); /* eight */
    scene = first_auction, scene.pile = "[\"c1\"]";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.lot = "[\"c1\"]";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.turn = NULL;
    CHECK(cannot_be(scene));
    scene = first_auction, scene.bidcards = "[5,4,3]";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.bidcards = "[5,4,2,3]";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.won = "[null,null,null,2]";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.done = "[true,false,false,false]";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.passed = "[0]"; /* passed, and in turn */
    CHECK(cannot_be(scene));
    scene = first_auction, scene.passed = "[3,3]", scene.opener = "3";
    CHECK(cannot_be(scene));
    scene = first_auction, scene.passed = "[2]"; /* not asked yet */
    CHECK(cannot_be(scene));
    scene = full_market, scene.market = "[]";
    CHECK(cannot_be(scene));
    scene = trimming, scene.turn = "1";
    CHECK(cannot_be(scene));
    scene = trimming, scene.hands = "[[],[],[],[\"c1\"]]";
    CHECK(cannot_be(scene));
}

TEST(bids_that_cannot_be) {
    struct scene scene = first_auction;
    scene.turn = "2", scene.laid = "[[\"s2\"],[\"t3\"],[],[]]";
    CHECK(put(scene));
    scene.laid = "[[\"t3\"],[\"s2\"],[],[]]"; /* falling */
    CHECK(cannot_be(scene));
    scene.laid = "[[\"s2\"],[\"m\"],[],[]]";
    CHECK(cannot_be(scene));
    scene.laid = "[[\"s2\"],[],[],[]]"; /* seat 1 neither bid nor passed */
    CHECK(cannot_be(scene));
    scene.passed = "[1,2,3]", scene.turn = "0"; /* should be over */
    CHECK(cannot_be(scene));
    scene = full_market, scene.laid = "[[\"s2\"],[],[],[]]";
    CHECK(cannot_be(scene));
}

TEST(cards_out_of_the_game_are_counted) {
    CHECK(put(first_auction));
    struct arkad_position position;
    char wrong[ARKAD_JSON_MAX], *out;
    strcpy(wrong, state(&table));
    CHECK(!arkad_json_read(table.game, &table.setup, -1, wrong, strlen(wrong), &position, table.why));
    out = strstr(wrong, "\"out\":") + strlen("\"out\":");
    out[1] = out[1] == '9' ? '8' : '9';
    CHECK(arkad_json_read(table.game, &table.setup, -1, wrong, strlen(wrong), &position, table.why));
    /* Fewer than were set aside and sold. */
    struct scene scene = first_auction;
    scene.market = "[\"c2\",\"c2\",\"c2\",\"c3\",\"c3\",\"s2\",\"s2\",\"s3\",\"s3\",\"w2\",\"w2\",\"w2\",\"w3\",\"w3\","
                   "\"f1\",\"f1\",\"f2\","
                   "\"f2\",\"f3\",\"o1\",\"o1\",\"o1\",\"o2\",\"o2\",\"t1\",\"t1\"]";
    CHECK(put(scene));
    scene.kept = "[[\"m\",\"m\",\"m\",\"m\"],[\"t4\",\"t4\",\"m\"],[\"o4\",\"m\",\"m\",\"m\"],[\"c4\",\"c4\",\"s4\","
                 "\"s4\",\"w4\",\"w4\",\"f4\",\"f4\"]]";
    CHECK(cannot_be(scene));
}

/* So many cards of one sort that their number would not fit a byte. */
TEST(too_many_cards_are_counted) {
    static char market[2048];
    strcpy(market, "[\"m\"");
    for (int i = 1; i < 112; i++) strcat(market, ",\"m\"");
    strcat(market, "]");
    struct scene scene = full_market;
    scene.market = market;
    CHECK(cannot_be(scene));
}

int main(void) {
    RUN(rulebook_setup_four_players);
    RUN(setup_table);
    RUN(setup_starter_opens);
    RUN(set_up_from_elsewhere);
    RUN(rulebook_end_of_auction);
    RUN(bid_must_beat_every_other);
    RUN(bid_is_the_sum_of_all_laid_in_this_auction);
    RUN(bids_of_goods_in_hand_only);
    RUN(moves_have_one_spelling);
    RUN(auction_every_distinct_bid_is_listed);
    RUN(seven_cards_make_every_bid);
    RUN(who_passes_takes_its_cards_back);
    RUN(auction_last_one_with_a_bid_is_not_asked_again);
    RUN(auction_last_one_without_a_bid_is_asked);
    RUN(next_auction_is_opened_left_of_the_winner);
    RUN(last_auction_of_three_or_four);
    RUN(last_card_of_five_or_six_goes_to_the_market);
    RUN(rulebook_full_market);
    RUN(market_empty_ends_the_round);
    RUN(lowest_bid_card_opens_the_next_round);
    RUN(every_game_ends_with_an_empty_pile);
    RUN(rulebook_sale_of_three_cloths);
    RUN(rulebook_sale_with_a_merchant);
    RUN(rulebook_sale_of_one_spice_and_two_merchants);
    RUN(rulebook_sale_of_three_merchants);
    RUN(sales_that_are_none);
    RUN(selling_every_distinct_sale_is_listed);
    RUN(laid_cards_cannot_be_sold);
    RUN(sale_while_another_picks_or_takes);
    RUN(trim_waits_for_the_seat_alone);
    RUN(trim_by_discards_one_by_one);
    RUN(trim_by_a_sale);
    RUN(trim_before_the_card_that_goes_to_the_market);
    RUN(trim_after_the_last_lot_of_three);
    RUN(trim_between_takers);
    RUN(trim_before_the_market_is_cleared);
    RUN(trim_of_a_whole_kind);
    RUN(final_sales_until_done);
    RUN(ties_go_to_more_cards_in_hand);
    RUN(a_view_hides_hands_and_pile);
    RUN(what_came_in_the_open_is_remembered);
    RUN(what_was_dealt_is_not_known);
    RUN(what_left_the_game_in_the_open_stays_away);
    RUN(positions_that_cannot_be);
    RUN(bids_that_cannot_be);
    RUN(cards_out_of_the_game_are_counted);
    RUN(too_many_cards_are_counted);
    return tests_end();
}
