/* Alhambra: the worked examples of the rulebook, its sections rule by rule, and the rules that surprise. */
#include "tests/test.h"

#include <stdarg.h>
#include <stdlib.h>

static struct table table;

/* ---- Scenes: positions of which only what matters is written down ------------------------------------------ */

enum { KINDS = 6, OWNERS = 6 };
static const char kinds[] = "PSACGT", currencies[] = "ybgo";
static const char *const prices[KINDS] = {
    "2 3 4 5 6 7 8",
    "3 4 5 6 7 8 9",
    "4 5 6 6 7 8 8 9 10",
    "5 6 7 7 8 9 9 10 11",
    "6 7 8 8 8 9 10 10 10 11 12",
    "7 8 9 9 9 10 11 11 11 12 13",
};

/* Cards are listed with spaces. Whatever is not mentioned lies in the pile, under what is. */
struct scene {
    int players, turn, actions;
    const char *scored; /* "", "A" or "AB" */
    const char *top;    /* of the money pile, the first is drawn first */
    const char *money, *hands[6];
    int pile;                  /* money cards in the pile, 0: all that are left; the others are discarded */
    bool is_pile_out;          /* ... none at all */
    int first_pile;            /* money cards in the first pile, 0: 70, which makes fifths of 14 */
    const char *next;          /* of the buildings, the first is drawn first */
    const char *yard;          /* "-": empty */
    const char *owned[OWNERS]; /* "P2 G1" */
    int rest_to;               /* the owner + 1 of all other buildings: the pile is `next` alone */
    int points[OWNERS];
};

struct stock {
    int money[4][10], buildings[KINDS][14], kind_left[KINDS];
};

static char json_text[ARKAD_JSON_MAX];
static size_t used;

static void say(const char *format, ...) {
    va_list values;
    va_start(values, format);
    used += (size_t)vsnprintf(json_text + used, sizeof json_text - used, format, values);
    va_end(values);
}

static void say_card(const char *card, size_t length) {
    bool is_first = json_text[used - 1] == '[';
    say("%s\"%.*s\"", is_first ? "" : ",", (int)length, card);
}

static void stock_up(struct stock *stock, int players) {
    memset(stock, 0, sizeof *stock);
    for (int currency = 0; currency < 4; currency++)
        for (int value = 1; value <= 9; value++) stock->money[currency][value] = players == 2 ? 2 : 3;
    for (int kind = 0; kind < KINDS; kind++)
        for (const char *at = prices[kind]; *at; at += strcspn(at, " "), at += *at == ' ')
            stock->buildings[kind][atoi(at)]++, stock->kind_left[kind]++;
}

static void use_card(struct stock *stock, const char *card, size_t length) {
    const char *currency = strchr(currencies, card[0]);
    if (length == 1) return;
    if (currency)
        stock->money[currency - currencies][atoi(card + 1)]--;
    else
        stock->buildings[strchr(kinds, card[0]) - kinds][atoi(card + 1)]--;
}

/* Says a list of cards, backwards if it is the top of a pile. */
static void say_cards(const char *list, bool is_backwards) {
    const char *words[128];
    size_t lengths[128];
    int count = 0;
    for (const char *at = list ? list : ""; *at; at += lengths[count], at += *at == ' ', count++) {
        words[count] = at;
        lengths[count] = strcspn(at, " ");
    }
    for (int i = 0; i < count; i++) {
        int which = is_backwards ? count - 1 - i : i;
        say_card(words[which], lengths[which]);
    }
}

/* Takes the cards of a list out of stock. */
static void reserve(struct stock *stock, const char *list) {
    for (const char *at = list ? list : ""; *at; at += strcspn(at, " "), at += *at == ' ')
        if (*at != '-') use_card(stock, at, strcspn(at, " "));
}

static int say_money_left(struct stock *stock, int most) {
    int count = 0;
    for (int currency = 0; currency < 4; currency++)
        for (int value = 1; value <= 9; value++)
            for (int *left = &stock->money[currency][value]; *left > 0 && count < most; --*left, count++) {
                char card[3] = {currencies[currency], (char)('0' + value), 0};
                say_card(card, 2);
            }
    return count;
}

/* B lies above the last fifth of the money and A above the last three. */
static void say_pile(const struct scene *scene, struct stock *stock) {
    int hidden = scene->pile ? scene->pile : 999, count = 0, first = scene->first_pile ? scene->first_pile : 70;
    bool has_a = !*scene->scored && (!scene->top || !strchr(scene->top, 'A'));
    bool has_b = !strchr(scene->scored, 'B') && (!scene->top || !strchr(scene->top, 'B'));
    say("\"pile\":[");
    if (has_b) count += say_money_left(stock, first / 5), say_card("B", 1);
    if (has_a) count += say_money_left(stock, (first + 1) / 5 + (first + 2) / 5), say_card("A", 1);
    if (!scene->is_pile_out) say_money_left(stock, hidden - count);
    say_cards(scene->top, true);
    say("]");
}

static void say_buildings(const struct scene *scene, struct stock *stock) {
    say(",\"buildings\":[");
    for (int kind = 0; kind < KINDS && !scene->rest_to; kind++)
        for (int price = 2; price <= 13; price++)
            for (; stock->buildings[kind][price] > 0 && stock->kind_left[kind] > 0; stock->buildings[kind][price]--) {
                char card[5];
                snprintf(card, sizeof card, "%c%d", kinds[kind], price);
                say_card(card, strlen(card));
                stock->kind_left[kind]--;
            }
    say_cards(scene->next, true);
    say("],\"yard\":[");
    for (const char *at = scene->yard; *at; at += strcspn(at, " "), at += *at == ' ')
        if (*at == '-')
            say("%snull", at == scene->yard ? "" : ",");
        else
            say("%s\"%.*s\"", at == scene->yard ? "" : ",", (int)strcspn(at, " "), at);
    say("]");
}

static void count_kinds(struct stock *stock, const char *list) {
    for (const char *at = list ? list : ""; *at; at += strcspn(at, " "), at += *at == ' ')
        if (*at != '-') stock->kind_left[strchr(kinds, *at) - kinds]--;
}

static void say_owned(const struct scene *scene, const struct stock *stock, int owner) {
    bool is_first = true;
    say("%s{", owner ? "," : "");
    for (int kind = 0; kind < KINDS; kind++) {
        const char *at = scene->owned[owner] ? strchr(scene->owned[owner], kinds[kind]) : NULL;
        int count = (at ? atoi(at + 1) : 0) + (scene->rest_to == owner + 1 ? stock->kind_left[kind] : 0);
        if (!count) continue;
        say("%s\"%c\":%d", is_first ? "" : ",", kinds[kind], count);
        is_first = false;
    }
    say("}");
}

static void prepare_stock(const struct scene *scene, struct stock *stock) {
    stock_up(stock, scene->players);
    count_kinds(stock, scene->yard);
    count_kinds(stock, scene->next);
    for (int owner = 0; owner < OWNERS; owner++)
        for (const char *at = scene->owned[owner] ? scene->owned[owner] : ""; *at;
             at += strcspn(at, " "), at += *at == ' ')
            stock->kind_left[strchr(kinds, *at) - kinds] -= atoi(at + 1);
    reserve(stock, scene->yard);
    reserve(stock, scene->next);
    reserve(stock, scene->top);
    reserve(stock, scene->money);
    for (int seat = 0; seat < scene->players; seat++) reserve(stock, scene->hands[seat]);
}

static const char *scene_json(const struct scene *scene) {
    struct stock stock;
    prepare_stock(scene, &stock);
    int owners = scene->players == 2 ? 3 : scene->players;
    used = 0;
    say("{\"phase\":\"turn\",\"turn\":%d,\"actions\":%d,", scene->turn, scene->actions);
    say_pile(scene, &stock);
    say(",\"discard\":["), say_money_left(&stock, 999);
    say("],\"money\":["), say_cards(scene->money, false), say("]");
    say_buildings(scene, &stock);
    say(",\"hands\":[");
    for (int seat = 0; seat < scene->players; seat++)
        say(seat ? ",[" : "["), say_cards(scene->hands[seat], false), say("]");
    say("],\"owned\":[");
    for (int owner = 0; owner < owners; owner++) say_owned(scene, &stock, owner);
    say("],\"points\":[");
    for (int owner = 0; owner < owners; owner++) say("%s%d", owner ? "," : "", scene->points[owner]);
    say("],\"scored\":[");
    for (const char *at = scene->scored; *at; at++) say_card(at, 1);
    say("],\"scores\":null}");
    return json_text;
}

static bool put(struct scene scene) {
    if (!scene.scored) scene.scored = "AB";
    if (!scene.yard) scene.yard = "P2 S3 A4 C5";
    if (!scene.money) scene.money = "y9 b9 g9 o9";
    return table_put(&table, "alhambra", scene.players, "", scene_json(&scene));
}

/* ---- Taking money --------------------------------------------------------------------------------------- */

TEST(rulebook_take_the_left_two_or_one_of_the_right_two) {
    CHECK(put((struct scene){.players = 3, .money = "y2 b3 g7 o9"}));
    CHECK(listed(&table, 0, "take y2 b3"));
    CHECK(listed(&table, 0, "take g7") && listed(&table, 0, "take o9"));
    CHECK(refused(&table, 0, "take y2 g7"));
    CHECK(refused(&table, 0, "take g7 o9"));
    CHECK(list_length(&table, 0) == 5);
}

TEST(turn_take_fills_money_and_passes_the_turn) {
    CHECK(put((struct scene){.players = 3, .money = "y2 b3 g7 o9", .top = "o1 g2 b4"}));
    CHECK(moved(&table, 0, "take y2 b3"));
    CHECK(shows(&table, "\"money\":[\"g7\",\"o9\",\"o1\",\"g2\"]"));
    CHECK(shows(&table, "\"turn\":1,\"actions\":0"));
    CHECK(shows(&table, "\"hands\":[[\"y2\",\"b3\"],[],[]]"));
}

TEST(turn_take_all_four) {
    CHECK(put((struct scene){.players = 3, .money = "o2 y1 g1 b1"}));
    CHECK(listed(&table, 0, "take y1 b1 g1 o2"));
    CHECK(list_length(&table, 0) == 15);
    CHECK(refused(&table, 0, "take o2 y1")); /* sorted by currency */
    CHECK(refused(&table, 0, "take y1 b1 g1 o2 o2"));
    CHECK(moved(&table, 0, "take y1 b1 g1 o2"));
}

TEST(turn_take_six_is_too_much) {
    CHECK(put((struct scene){.players = 3, .money = "y1 y2 y3 b5"}));
    CHECK_TEXT(table_move(&table, 0, "take y1 y2 y3"), "together that is 6, and several cards may be worth 5 at most");
    CHECK(refused(&table, 0, "take y1 b5"));
    CHECK(put((struct scene){.players = 3, .money = "o1 y4 b9 g9"}));
    CHECK(listed(&table, 0, "take y4 o1") && list_length(&table, 0) == 5); /* 5 is not */
    CHECK(put((struct scene){.players = 3, .money = "y1 y2 y3 b5"}));
    CHECK(listed(&table, 0, "take y2 y3") && listed(&table, 0, "take b5"));
}

TEST(turn_of_equal_cards_the_one_laid_first_is_taken) {
    CHECK(put((struct scene){.players = 3, .money = "y2 b9 y2 g8", .top = "o7"}));
    CHECK(listed(&table, 0, "take y2 y2"));
    CHECK(list_length(&table, 0) == 4); /* y2 is listed once */
    CHECK(moved(&table, 0, "take y2"));
    CHECK(shows(&table, "\"money\":[\"b9\",\"y2\",\"g8\",\"o7\"]"));
}

TEST(turn_only_cards_that_lie_open_are_taken) {
    CHECK(put((struct scene){.players = 3, .money = "y2 b9 g8 o9"}));
    CHECK_TEXT(table_move(&table, 0, "take y3"), "y3 does not lie open");
    CHECK_TEXT(table_move(&table, 0, "take y2 y2"), "that is 2 of y2, and 1 lies open");
    CHECK_TEXT(table_move(&table, 1, "take y2"), "it is seat 0's turn");
    CHECK(refused(&table, 0, "take") && refused(&table, 0, "take A") && refused(&table, 0, "take P2"));
}

/* ---- Buying ----------------------------------------------------------------------------------------------- */

TEST(rulebook_a_garden_for_eleven_instead_of_ten_ends_the_turn) {
    CHECK(put((struct scene){.players = 3, .yard = "P2 G10 A4 C5", .next = "T13", .hands = {"b5 b6 g3"}}));
    CHECK(moved(&table, 0, "buy 2 with b6 b5"));
    CHECK(shows(&table, "\"turn\":1,\"actions\":0"));
    CHECK(shows(&table, "\"yard\":[\"P2\",\"T13\",\"A4\",\"C5\"]"));
    CHECK(shows(&table, "\"hands\":[[\"g3\"],[],[]],\"owned\":[{\"G\":1},{},{}]"));
}

TEST(rulebook_a_garden_paid_exactly_lets_the_seat_act_again) {
    CHECK(put((struct scene){.players = 3, .yard = "P2 G10 A4 C5", .next = "T13", .hands = {"b4 b6 g3"}}));
    CHECK(moved(&table, 0, "buy 2 with b6 b4"));
    CHECK(shows(&table, "\"turn\":0,\"actions\":1"));
    CHECK(shows(&table, "\"yard\":[\"P2\",null,\"A4\",\"C5\"]")); /* not filled up in between */
    CHECK_TEXT(table_move(&table, 0, "buy 2 with b6"), "place 2 of the yard is empty");
    CHECK(moved(&table, 0, "take y9"));
    CHECK(shows(&table, "\"turn\":1,\"actions\":0"));
}

TEST(rulebook_five_actions_at_most) {
    CHECK(put((struct scene){.players = 3, .turn = 2, .hands = {"", "", "y2 b3 g4 o5 o6"}, .next = "T7 T8 G6 G7"}));
    CHECK(moved(&table, 2, "buy 4 with o5") && moved(&table, 2, "buy 1 with y2"));
    CHECK(moved(&table, 2, "buy 3 with g4") && moved(&table, 2, "buy 2 with b3"));
    CHECK(shows(&table, "\"turn\":2,\"actions\":4"));
    CHECK(list_length(&table, 2) == 4); /* the open money */
    CHECK(moved(&table, 2, "take b9"));
    CHECK(shows(&table, "\"turn\":0,\"actions\":0"));
    CHECK(shows(&table, "\"yard\":[\"T7\",\"T8\",\"G6\",\"G7\"]")); /* from left to right */
}

TEST(notation_listed_payments_have_no_card_to_spare) {
    CHECK(put((struct scene){.players = 3, .yard = "G8 S3 A4 C5", .hands = {"y1 y3 y5 y5 y9"}}));
    CHECK(listed(&table, 0, "buy 1 with y9") && listed(&table, 0, "buy 1 with y5 y5"));
    CHECK(listed(&table, 0, "buy 1 with y5 y3"));
    CHECK(!listed(&table, 0, "buy 1 with y5 y3 y1") && !listed(&table, 0, "buy 1 with y5 y5 y1"));
    CHECK(list_length(&table, 0) == 4 + 3);
    CHECK(moved(&table, 0, "buy 1 with y5 y3 y1")); /* legal: it avoids acting again */
    CHECK(shows(&table, "\"turn\":1"));
    CHECK(shows(&table, "\"hands\":[[\"y5\",\"y9\"],[],[]]"));
}

TEST(turn_payments_that_need_many_small_cards) {
    CHECK(put((struct scene){.players = 3, .yard = "C7 S3 A4 C5", .hands = {"y1 y1 y2 y2 y2 y4"}}));
    CHECK(listed(&table, 0, "buy 1 with y4 y2 y2") && listed(&table, 0, "buy 1 with y4 y2 y1"));
    CHECK(listed(&table, 0, "buy 1 with y2 y2 y2 y1"));
    CHECK(!listed(&table, 0, "buy 1 with y4 y1 y1"));
    CHECK(list_length(&table, 0) == 4 + 3);
}

TEST(turn_payment_refusals) {
    CHECK(put((struct scene){.players = 3, .yard = "G8 S3 A4 C5", .hands = {"y3 y4 y9 b9 o4"}}));
    CHECK_TEXT(table_move(&table, 0, "buy 1 with y4 y3"), "that is 7, and G8 costs 8 yellow");
    CHECK_TEXT(table_move(&table, 0, "buy 1 with y8"), "there is no y8 in the hand");
    CHECK_TEXT(table_move(&table, 0, "buy 1 with y4 y4"), "that is 2 of y4, and the hand has 1");
    CHECK_TEXT(table_move(&table, 0, "buy 1 with b9"), "a building is paid for in the currency of its place");
    CHECK(refused(&table, 0, "buy 1 with y9 b9"));
    CHECK_TEXT(table_move(&table, 0, "buy 1 with y3 y9"), "it should be spelled: buy 1 with y9 y3");
    CHECK(refused(&table, 0, "buy 4 with o4"));
    CHECK(refused(&table, 0, "buy 5 with y9") && refused(&table, 0, "buy 0 with y9"));
    CHECK(refused(&table, 0, "buy 1 with") && refused(&table, 0, "buy 1") && refused(&table, 0, "buy"));
    CHECK_TEXT(table_move(&table, 0, "buy 1 with y9 for dummy"), "the dummy takes part only with two players");
    CHECK(refused(&table, 0, "buy 1 with y9 for") && refused(&table, 0, "buy 1 with y9 for me"));
}

TEST(turn_the_longest_payment_has_27_cards) {
    CHECK(put(
        (struct scene){.players = 3,
                       .money = "b9 g9 o9 o8",
                       .yard = "T13 S3 A4 C5",
                       .hands = {"y1 y1 y1 y2 y2 y2 y3 y3 y3 y4 y4 y4 y5 y5 y5 y6 y6 y6 y7 y7 y7 y8 y8 y8 y9 y9 y9"}}));
    const char *all = "buy 1 with y9 y9 y9 y8 y8 y8 y7 y7 y7 y6 y6 y6 y5 y5 y5 y4 y4 y4 y3 y3 y3 y2 y2 y2 y1 y1 y1";
    CHECK(moved(&table, 0, all));
    CHECK(shows(&table, "\"hands\":[[],[],[]],\"owned\":[{\"T\":1}"));
}

/* The longest list there can be, but for the fourth place. */
TEST(notation_listed_payments_from_every_card_of_three_currencies) {
    CHECK(put(
        (struct scene){.players = 3,
                       .money = "",
                       .is_pile_out = true,
                       .actions = 1,
                       .yard = "T13 T12 T11 -",
                       .hands = {"y1 y1 y1 y2 y2 y2 y3 y3 y3 y4 y4 y4 y5 y5 y5 y6 y6 y6 y7 y7 y7 y8 y8 y8 y9 y9 y9 "
                                 "b1 b1 b1 b2 b2 b2 b3 b3 b3 b4 b4 b4 b5 b5 b5 b6 b6 b6 b7 b7 b7 b8 b8 b8 b9 b9 b9 "
                                 "g1 g1 g1 g2 g2 g2 g3 g3 g3 g4 g4 g4 g5 g5 g5 g6 g6 g6 g7 g7 g7 g8 g8 g8 g9 g9 g9"}}));
    CHECK(list_length(&table, 0) == 104 + 85 + 72); /* all minimal payments of 13, 12 and 11, counted by brute force */
    CHECK(listed(&table, 0, "buy 1 with y3 y3 y2 y2 y2 y1") && !listed(&table, 0, "buy 1 with y9 y3 y1 y1"));
}

/* ---- Passing ------------------------------------------------------------------------------------------------ */

TEST(turn_pass_only_without_another_move) {
    CHECK(put((struct scene){.players = 3, .hands = {"y1"}}));
    CHECK(refused(&table, 0, "pass") && !listed(&table, 0, "pass")); /* money lies open */
    struct scene scene = {.players = 3, .money = "", .is_pile_out = true, .hands = {"y1", "y2"}};
    scene.actions = 1, scene.yard = "P2 S3 A4 -"; /* something was discarded, so the turn has begun */
    CHECK(put(scene));
    CHECK(list_length(&table, 0) == 1 && listed(&table, 0, "pass"));
    scene.turn = 1;
    CHECK(put(scene));
    CHECK(list_length(&table, 1) == 1 && listed(&table, 1, "buy 1 with y2"));
    CHECK_TEXT(table_move(&table, 1, "pass"), "there is a building to buy: only who can do nothing passes");
}

TEST(turn_pass_ends_the_turn_like_any_other) {
    struct scene scene = {.players = 3, .money = "", .is_pile_out = true, .hands = {"y1"}};
    scene.actions = 1, scene.yard = "P2 S3 A4 -", scene.next = "T7";
    CHECK(put(scene));
    CHECK(moved(&table, 0, "pass"));
    CHECK(shows(&table, "\"turn\":1,\"actions\":0"));
    CHECK(shows(&table, "\"yard\":[\"P2\",\"S3\",\"A4\",\"T7\"]"));
    CHECK(table.tape.count == 1 && table.tape.events[0].kind == ARKAD_SHUFFLE && table.tape.events[0].count == 107);
    CHECK(shows(&table, "\"discard\":[]"));
}

/* ---- Filling up ---------------------------------------------------------------------------------------------- */

TEST(turn_pile_out_shuffles_the_discard) {
    CHECK(put((struct scene){.players = 3, .pile = 1, .is_pile_out = true, .top = "o1", .money = "y1 y2 y9 b9"}));
    CHECK(moved(&table, 0, "take y1 y2"));
    CHECK(table.tape.count == 1 && table.tape.events[0].count == 103);
    CHECK(shows(&table, "\"discard\":[]"));
    CHECK(shows(&table, "\"money\":[\"y9\",\"b9\",\"o1\","));
}

TEST(turn_no_shuffle_before_a_card_is_needed) {
    CHECK(put((struct scene){.players = 3, .is_pile_out = true, .top = "o1", .money = "y1 y2 y9 b9"}));
    CHECK(moved(&table, 0, "take y9"));
    CHECK(table.tape.count == 0);
    CHECK(shows(&table, "\"pile\":[],\"discard\":[\"y1\""));
}

TEST(turn_a_shuffle_can_be_dictated) {
    CHECK(put((struct scene){.players = 3, .is_pile_out = true, .money = "y1 y2 y9 b9"}));
    CHECK(moved(&table, 0, "take y9"));
    struct arkad_event shuffle = table.tape.events[0];
    uint8_t top = shuffle.cards[0];
    shuffle.cards[0] = shuffle.cards[103], shuffle.cards[103] = top;
    CHECK(put((struct scene){.players = 3, .is_pile_out = true, .money = "y1 y2 y9 b9"}));
    table.tape = (struct arkad_tape){.is_playing = 1, .count = 1, .events = {shuffle}};
    CHECK(moved(&table, 0, "take y9"));
    CHECK(put((struct scene){.players = 3, .is_pile_out = true, .money = "y1 y2 y9 b9"}));
    shuffle.cards[0] = shuffle.cards[1] == 1 ? 2 : 1;
    shuffle.cards[1] = shuffle.cards[0];
    table.tape = (struct arkad_tape){.is_playing = 1, .count = 1, .events = {shuffle}};
    CHECK(table_move(&table, 0, "take y9") != NULL);
}

/* With all the money in hands fewer than four cards lie open. */
TEST(turn_both_out_fewer_lie_open) {
    static char half[3][400];
    for (int seat = 0; seat < 3; seat++) half[seat][0] = 0;
    for (int currency = 0; currency < 4; currency++)
        for (int value = 1; value <= 9; value++)
            for (int seat = 0; seat < 3; seat++) {
                bool is_open = seat == 0 && value >= 8 && currency < 2;
                size_t length = strlen(half[seat]);
                if (!is_open)
                    snprintf(half[seat] + length, sizeof half[seat] - length, "%s%c%d", length ? " " : "",
                             currencies[currency], value);
            }
    CHECK(put((struct scene){
        .players = 3, .is_pile_out = true, .money = "y8 b8 y9 b9", .hands = {half[0], half[1], half[2]}}));
    CHECK(moved(&table, 0, "take b8"));
    CHECK(table.tape.count == 0);
    CHECK(shows(&table, "\"money\":[\"y8\",\"y9\",\"b9\"]"));
    CHECK(moved(&table, 1, "take b9") && moved(&table, 2, "take y8"));
    CHECK(moved(&table, 0, "buy 1 with y3")); /* the payment is shuffled and laid out at once */
    CHECK(table.tape.count == 1 && table.tape.events[0].count == 1);
    CHECK(shows(&table, "\"money\":[\"y9\",\"y3\"]"));
}

TEST(turn_buildings_are_filled_before_a_scoring_is_held) {
    CHECK(put((struct scene){.players = 3, .scored = "", .pile = 42, .top = "A o1", .hands = {"y5"}, .next = "T13"}));
    CHECK(moved(&table, 0, "buy 1 with y5"));
    CHECK(shows(&table, "\"scored\":[]")); /* no money was needed */
    CHECK(shows(&table, "\"turn\":1"));
    CHECK(moved(&table, 1, "take y9"));
    CHECK(shows(&table, "\"money\":[\"b9\",\"g9\",\"o9\",\"o1\"]")); /* the filling goes on */
    CHECK(shows(&table, "\"points\":[1,0,0],\"scored\":[\"A\"]"));
    CHECK(shows(&table, "\"turn\":2"));
}

/* ---- Scoring --------------------------------------------------------------------------------------------- */

/* The next taking brings the scoring card up. */
static bool put_scoring(struct scene scene, const char *card) {
    scene.scored = *card == 'A' ? "" : "A";
    scene.pile = *card == 'A' ? 42 : 14;
    scene.top = *card == 'A' ? "A o1" : "B o1";
    return put(scene) && moved(&table, scene.turn, "take y9");
}

TEST(rulebook_scoring_a_most_chambers_get_4) {
    CHECK(put_scoring((struct scene){.players = 3, .owned = {"C2", "C3", "C1"}}, "A"));
    CHECK(shows(&table, "\"points\":[0,4,0],\"scored\":[\"A\"]"));
}

TEST(rulebook_scoring_b_towers_13_and_6) {
    CHECK(put_scoring((struct scene){.players = 3, .owned = {"T2", "T3", "T1"}}, "B"));
    CHECK(shows(&table, "\"points\":[6,13,0],\"scored\":[\"A\",\"B\"]"));
}

TEST(scoring_a_pays_every_kind) {
    CHECK(put_scoring((struct scene){.players = 4, .owned = {"P1", "S2 A1", "C1 G1", "T1 S1"}}, "A"));
    CHECK(shows(&table, "\"points\":[1,5,9,6]"));
}

TEST(scoring_ties_share_rounded_down) {
    CHECK(put_scoring((struct scene){.players = 3, .owned = {"P1 C2 T1", "P1 C2 T1", "P1 C1"}}, "A"));
    CHECK(shows(&table, "\"points\":[5,5,0]")); /* 1/3, 4/2 and 6/2 */
}

TEST(scoring_b_ties) {
    /* Gardens: second place shared by two, 5/2; towers: the first two places shared by three, (13+6)/3. */
    CHECK(put_scoring((struct scene){.players = 4, .owned = {"G2 T1", "G1 T1", "G1 T1"}}, "B"));
    CHECK(shows(&table, "\"points\":[18,8,8,0]"));
}

TEST(scoring_a_seat_with_none_never_scores) {
    CHECK(put_scoring((struct scene){.players = 3, .owned = {"T1"}}, "B"));
    CHECK(shows(&table, "\"points\":[13,0,0]"));
}

/* ---- The end ------------------------------------------------------------------------------------------------ */

/* Seat 0 buys the P2 and nothing is left to fill the yard with. */
static bool put_last_purchase(struct scene scene) {
    if (!scene.rest_to) scene.rest_to = 1;
    if (!scene.yard) scene.yard = "P2 S3 A4 C5";
    if (!scene.hands[0]) scene.hands[0] = "y3";
    return put(scene) && moved(&table, 0, "buy 1 with y3");
}

TEST(rulebook_scoring_c_gardens_3_3_2_2) {
    CHECK(put_last_purchase((struct scene){
        .players = 5, .rest_to = 5, .yard = "P2 T7 T8 G6", .next = "", .owned = {"G3", "G3", "G2", "G2"}}));
    /* One garden stays on the yard, so that the fifth seat has none; the pavilion is seat 0's: 8/1. */
    CHECK(shows(&table, "\"yard\":[null,\"T7\",\"T8\",\"G6\"]"));
    CHECK(shows(&table, "\"points\":[24,16,2,2,91]"));
    CHECK(shows(&table, "\"scored\":[\"A\",\"B\",\"C\"],\"scores\":[24,16,2,2,91]"));
}

TEST(end_three_places_are_paid) {
    CHECK(put_last_purchase((struct scene){.players = 4, .rest_to = 4, .owned = {"T3", "T2", "T1"}}));
    /* Seat 3 has five towers, six pavilions and so on, first everywhere. */
    CHECK(shows(&table, "\"points\":[21,6,0,111]")); /* seat 0: second in towers and in pavilions */
}

TEST(end_not_before_the_yard_cannot_be_filled) {
    CHECK(put((struct scene){.players = 3, .rest_to = 3, .yard = "P2 S3 A4 C5", .next = "T13", .hands = {"y3"}}));
    CHECK(moved(&table, 0, "buy 1 with y3")); /* T13 was the last one */
    CHECK(shows(&table, "\"phase\":\"turn\",\"turn\":1") && shows(&table, "\"buildings\":[],\"yard\":[\"T13\","));
    CHECK(moved(&table, 1, "take y9"));
    CHECK(shows(&table, "\"phase\":\"turn\",\"turn\":2"));
}

TEST(end_yard_is_filled_as_far_as_the_buildings_go) {
    struct scene scene = {.players = 3, .rest_to = 3, .actions = 1, .yard = "P2 - A4 C5", .next = "T13"};
    scene.hands[0] = "y3", scene.hands[1] = "y4 b1", scene.hands[2] = "b1 g2";
    CHECK(put(scene));
    CHECK(moved(&table, 0, "buy 1 with y3"));
    /* T13 came to the first place, where seat 1 has most; the second stays empty; the green one goes to seat 2. */
    CHECK(shows(&table, "\"phase\":\"over\",\"turn\":null,\"actions\":0"));
    CHECK(shows(&table, "\"yard\":[null,null,null,\"C5\"]"));
    CHECK(shows(&table, "\"owned\":[{\"P\":1},{\"T\":1},"));
}

TEST(end_leftovers_go_to_the_richest) {
    CHECK(put_last_purchase((struct scene){.players = 3, .rest_to = 3, .hands = {"y3 b4 g9", "b1 b4 g4 g5", "b3 g1"}}));
    CHECK(shows(&table, "\"yard\":[null,null,\"A4\",\"C5\"]")); /* blue 5, a tie in green, nobody has orange */
    CHECK(shows(&table, "\"owned\":[{\"P\":1},{\"S\":1},"));
    CHECK(shows(&table, "[\"b1\",\"b4\",\"g4\",\"g5\"]")); /* free of charge */
}

TEST(end_no_money_is_filled) {
    CHECK(put((struct scene){.players = 3, .rest_to = 3, .actions = 1, .yard = "- S3 A4 C5", .top = "o1"}));
    CHECK(moved(&table, 0, "take y9"));
    CHECK(shows(&table, "\"money\":[\"b9\",\"g9\",\"o9\"]"));
    CHECK(shows(&table, "\"phase\":\"over\""));
    CHECK(shows(&table, "\"yard\":[null,\"S3\",\"A4\",\"C5\"]")); /* seat 0 has only yellow */
}

TEST(end_a_scoring_card_that_has_not_come_up_is_not_scored) {
    CHECK(put((struct scene){
        .players = 3, .scored = "A", .pile = 14, .top = "B o1", .rest_to = 3, .actions = 1, .yard = "- S3 A4 C5"}));
    CHECK(moved(&table, 0, "take y9"));
    CHECK(shows(&table, "\"scored\":[\"A\",\"C\"],\"scores\":[0,0,111]"));
    CHECK(shows(&table, "\"o1\",\"B\"],\"discard\""));
}

TEST(end_tied_seats_share) {
    CHECK(put_last_purchase((struct scene){.players = 3, .rest_to = 3, .points = {50, 70, 0}}));
    struct arkad_result result;
    arkad_result(table.game, &table.position, &result);
    CHECK(result.scores[0] == 58 && result.scores[1] == 70 && result.scores[2] == 111);
    CHECK(result.places[0] == 3 && result.places[1] == 2 && result.places[2] == 1);
    CHECK(put_last_purchase((struct scene){.players = 3, .rest_to = 3, .points = {62, 70, 0}}));
    arkad_result(table.game, &table.position, &result);
    CHECK(result.places[0] == 2 && result.places[1] == 2 && result.places[2] == 1);
}

/* ---- Two players ---------------------------------------------------------------------------------------------- */

static int sum_of(const char *json, const char *key) {
    char quoted[32];
    snprintf(quoted, sizeof quoted, "\"%s\":", key);
    const char *at = strstr(json, quoted);
    int count = 0;
    for (at += strlen(quoted) + 1; *at && *at != ']'; at++) count += *at == '"';
    return count / 2;
}

TEST(two_players_the_dummy_begins_with_six) {
    CHECK(table_deal(&table, "alhambra", 2, "", 7));
    CHECK(sum_of(state(&table), "buildings") == 54 - 4 - 6);
    CHECK(shows(&table, "\"points\":[0,0,0]"));
    CHECK(table_deal(&table, "alhambra", 3, "", 7));
    CHECK(sum_of(state(&table), "buildings") == 54 - 4);
}

TEST(two_players_a_purchase_may_go_to_the_dummy) {
    CHECK(put((struct scene){.players = 2, .hands = {"y2 y3"}, .owned = {NULL, NULL, "G6"}}));
    CHECK(listed(&table, 0, "buy 1 with y2") && listed(&table, 0, "buy 1 with y2 for dummy"));
    CHECK(listed(&table, 0, "buy 1 with y3 for dummy") && list_length(&table, 0) == 4 + 4);
    CHECK(moved(&table, 0, "buy 1 with y2 for dummy"));
    CHECK(shows(&table, "\"turn\":0,\"actions\":1")); /* exact is exact */
    CHECK(shows(&table, "\"owned\":[{},{},{\"P\":1,\"G\":6}]"));
}

TEST(two_players_the_dummy_gets_six_after_scoring_a) {
    struct scene scene = {.players = 2, .owned = {"G1", NULL, "G5 T1"}, .next = "P3 P4 S4 S5 T7 T8 T9"};
    CHECK(put_scoring(scene, "A"));
    CHECK(shows(&table, "\"points\":[0,0,11]"));
    CHECK(shows(&table, "\"owned\":[{\"G\":1},{},{\"P\":2,\"S\":2,\"G\":5,\"T\":3}]"));
}

TEST(two_players_the_dummy_gets_two_after_scoring_b) {
    CHECK(put_scoring((struct scene){.players = 2, .owned = {"G1", NULL, "G5 T1"}, .next = "P3 P4 S4"}, "B"));
    CHECK(shows(&table, "\"points\":[5,0,25]"));
    CHECK(shows(&table, "\"owned\":[{\"G\":1},{},{\"P\":2,\"G\":5,\"T\":1}]"));
}

TEST(two_players_the_dummy_gets_fewer_if_the_pile_is_short) {
    CHECK(put_scoring((struct scene){.players = 2, .rest_to = 3, .next = "P3", .yard = "P2 S3 A4 C5"}, "B"));
    CHECK(shows(&table, "\"buildings\":[]"));
    CHECK(shows(&table, "\"phase\":\"turn\",\"turn\":1"));
    CHECK(shows(&table, "\"owned\":[{},{},{\"P\":6,"));
}

TEST(two_players_leftovers_are_not_the_dummys_and_it_takes_no_place) {
    CHECK(put_last_purchase((struct scene){.players = 2, .rest_to = 3, .hands = {"y3 b2", "g1"}}));
    CHECK(shows(&table, "\"yard\":[null,null,null,\"C5\"]"));
    CHECK(shows(&table, "\"points\":[17,10,111]")); /* second in pavilions and seraglios, second in arcades */
    CHECK(shows(&table, "\"scores\":[17,10]"));
    struct arkad_result result;
    arkad_result(table.game, &table.position, &result);
    CHECK(result.places[0] == 1 && result.places[1] == 2);
}

TEST(two_players_a_copy_of_every_money_card_is_out) {
    CHECK(put((struct scene){.players = 2, .hands = {"y2 y2"}}));
    CHECK(sum_of(state(&table), "pile") == 72 - 4 - 2);
    CHECK(put((struct scene){.players = 3, .hands = {"y2 y2 y2"}}));
    struct scene scene = {.players = 2, .scored = "AB", .yard = "P2 S3 A4 C5", .money = "y9 b9 g9 o9"};
    scene.hands[0] = "y2 y2 y2";
    table.setup.players = 2;
    const char *json = scene_json(&scene);
    CHECK_TEXT(arkad_json_read(table.game, &table.setup, -1, json, strlen(json), &table.position, table.why),
               "there are more y2 than exist");
}

/* ---- Set-up ------------------------------------------------------------------------------------------------- */

static struct arkad_reader reader;

static int youngest; /* the option `starter` */

/* Is this a position a game can begin with? */
static bool can_begin(int players, const char *json) {
    static char line[ARKAD_JSON_MAX + 200];
    int length = snprintf(line, sizeof line,
                          "{\"arkad\":1,\"game\":\"alhambra\",\"players\":%d,\"options\":{\"starter\":%d},"
                          "\"seed\":null,\"state\":%s}",
                          players, youngest, json);
    memset(&reader, 0, sizeof reader);
    return !arkad_reader_line(&reader, line, (size_t)length);
}

/* How far A or B lies from the bottom of the pile in a JSON; -1: it is not there. */
static int place_in_pile(const char *json, char scoring) {
    const char *at = strstr(json, "\"pile\":[") + 8;
    for (int place = 0; *at != ']' && at[-1] != ']'; place++) {
        if (at[1] == scoring) return place;
        at += strcspn(at, ",]") + 1;
    }
    return -1;
}

/* The first position with one part of it replaced by another of the same length. */
static const char *altered(const char *from, const char *to) {
    char *at = strstr(table.text, from);
    CHECK(at && strlen(from) == strlen(to));
    if (at) memcpy(at, to, strlen(to));
    return table.text;
}

static bool swap_cards(char *a, char *b) {
    if (a[3] != '"' || b[3] != '"') return false;
    char card[2] = {a[1], a[2]};
    memcpy(a + 1, b + 1, 2), memcpy(b + 1, card, 2);
    return true;
}

TEST(setup_fewest_cards_start) {
    for (int players = 2; players <= 6; players++)
        for (int seed = 0; seed < 20; seed++) {
            CHECK(table_deal(&table, "alhambra", players, "", seed));
            CHECK(can_begin(players, state(&table)));
            char turn[16], other[16];
            const char *at = strstr(state(&table), "\"turn\":") + 7;
            snprintf(turn, sizeof turn, "\"turn\":%c", *at);
            snprintf(other, sizeof other, "\"turn\":%d", (*at - '0' + 1) % players);
            CHECK(!can_begin(players, altered(turn, other)));
        }
}

TEST(rulebook_setup_a_tie_goes_to_the_youngest) {
    struct scene scene = {.players = 3, .scored = "", .first_pile = 95, .hands = {"y5 y7 b8", "y6 y9 g9", "b7 b9 g7"}};
    for (scene.turn = 0; scene.turn < 3; scene.turn++)
        for (youngest = 0; youngest < 3; youngest++)
            CHECK(put(scene) && can_begin(3, state(&table)) == (youngest == scene.turn));
    scene.hands[2] = "b1 b7 b9 g7", scene.first_pile = 94; /* the youngest has more: clockwise from there */
    youngest = 2, scene.turn = 0;
    CHECK(put(scene) && can_begin(3, state(&table)));
    scene.hands[0] = "y1 y5 y7 b8", scene.hands[2] = "b7 b9 g7"; /* the youngest is one of two tied ones */
    youngest = 1, scene.turn = 1;
    CHECK(put(scene) && can_begin(3, state(&table)));
    youngest = 0, scene.hands[2] = "b7 b9 g7";
    CHECK(put(scene) && can_begin(3, state(&table)));
    CHECK(!table_deal(&table, "alhambra", 3, "starter=3", 1));
    scene.turn = 1;
    scene.hands[0] = "y5 y6 y7 b8", scene.hands[1] = "y5 y9 g9", scene.first_pile = 94; /* 26, but 18 before the 8 */
    CHECK(put(scene) && can_begin(3, state(&table)));
}

TEST(setup_hands_are_drawn_until_twenty) {
    struct scene scene = {.players = 3, .scored = "", .first_pile = 94, .turn = 1};
    scene.hands[1] = "y5 y9 g9", scene.hands[2] = "b7 b9 g7";
    scene.hands[0] = "y1 y9 b9 g9"; /* 28: 19, and the last card */
    CHECK(put(scene) && can_begin(3, state(&table)));
    scene.hands[0] = "y2 y9 b9 g9"; /* whatever came last, there were 20 before it */
    CHECK(put(scene) && !can_begin(3, state(&table)));
    scene.hands[0] = "y2 y5 b6 g6"; /* 19: not yet */
    CHECK(put(scene) && !can_begin(3, state(&table)));
}

TEST(setup_a_lies_in_the_second_fifth) {
    CHECK(table_deal(&table, "alhambra", 3, "", 5));
    CHECK(can_begin(3, state(&table)));
    /* A is exchanged with the card on top of the pile. */
    char *a = strstr(table.text, "\"A\""), *end = strstr(table.text, "],\"discard\"");
    char card[3] = {end[-3], end[-2], 0}, spoiled[ARKAD_JSON_MAX];
    snprintf(spoiled, sizeof spoiled, "%.*s\"%s\"%.*s\"A\"%s", (int)(a - table.text), table.text, card,
             (int)(end - 4 - (a + 3)), a + 3, end);
    CHECK(!can_begin(3, spoiled));
    CHECK(swap_cards(end - 4, end - 9)); /* the order of the money is free */
    CHECK(can_begin(3, table.text));
}

/* 94 cards make fifths of 19 19 19 19 18 from the top: at least 18 + 19 + B + 19 lie under A. */
TEST(setup_larger_fifths_are_on_top) {
    struct scene scene = {.players = 3, .scored = "", .first_pile = 94, .turn = 1};
    scene.hands[0] = "y1 y9 b9 g9", scene.hands[1] = "y5 y9 g9", scene.hands[2] = "b7 b9 g7";
    CHECK(put(scene) && can_begin(3, state(&table)));
    CHECK(place_in_pile(table.text, 'A') == 18 + 19 + 1 + 19 && place_in_pile(table.text, 'B') == 18);
    char *a = strstr(table.text, "\"A\""), card[5];
    memcpy(card, a - 5, 5);
    memcpy(a - 5, "\"A\",", 4), memcpy(a - 1, card, 4);
    CHECK(place_in_pile(table.text, 'A') == 18 + 19 + 19);
    CHECK(!can_begin(3, table.text));
}

TEST(setup_nothing_has_happened_yet) {
    CHECK(table_deal(&table, "alhambra", 3, "", 5));
    state(&table);
    CHECK(!can_begin(3, altered("\"points\":[0,", "\"points\":[1,")));
    struct arkad_move moves[64];
    CHECK(table_deal(&table, "alhambra", 3, "", 5));
    int seat = strstr(state(&table), "\"turn\":")[7] - '0';
    arkad_list(table.game, &table.position, seat, moves);
    arkad_apply(table.game, &table.position, seat, &moves[0], NULL);
    CHECK(!can_begin(3, state(&table)));
}

/* ---- What a seat sees ---------------------------------------------------------------------------------------- */

TEST(state_views_hide_piles_and_other_hands) {
    CHECK(put((struct scene){.players = 3, .hands = {"y2 y3", "b1 b2 b3", "g9"}}));
    struct table view = table;
    arkad_view(table.game, &table.position, 1, &view.position);
    CHECK(shows(&view, "\"hands\":[2,[\"b1\",\"b2\",\"b3\"],1]"));
    CHECK(shows(&view, "\"pile\":98,") && shows(&view, "\"buildings\":50,"));
    arkad_view(table.game, &table.position, ARKAD_SPECTATOR, &view.position);
    CHECK(shows(&view, "\"hands\":[2,3,1]"));
}

TEST(state_a_perfect_memory_knows_the_hands_and_a_forgotten_one_guesses) {
    CHECK(put((struct scene){.players = 3, .hands = {"y2 y3", "b1 b2 b3", "g9"}}));
    struct table world = table;
    struct arkad_position view;
    uint8_t seed[ARKAD_SEED_BYTES] = {1};
    arkad_view(table.game, &table.position, 1, &view);
    arkad_world(table.game, &view, seed, &world.position);
    CHECK(shows(&world, "\"hands\":[[\"y2\",\"y3\"],[\"b1\",\"b2\",\"b3\"],[\"g9\"]]"));
    size_t length = arkad_json_write(table.game, &view, table.text);
    CHECK(!arkad_json_read(table.game, &table.setup, 1, table.text, length, &view, table.why));
    int same = 0;
    for (int i = 0; i < 50; i++) {
        seed[0] = (uint8_t)i;
        arkad_world(table.game, &view, seed, &world.position);
        CHECK(!arkad_laws(table.game, &world.position, table.why));
        same += strstr(state(&world), "\"hands\":[[\"y2\",\"y3\"]") != NULL;
        CHECK(strstr(world.text, ",[\"b1\",\"b2\",\"b3\"],[\"") != NULL);
    }
    CHECK(same < 5);
}

/* Plays on until so few cards lie in the pile; returns how many do. */
static int draw_down_to(int pile) {
    struct arkad_move moves[1024];
    while (sum_of(state(&table), "pile") > pile) {
        int seat = strstr(table.text, "\"turn\":")[7] - '0';
        arkad_list(table.game, &table.position, seat, moves);
        arkad_apply(table.game, &table.position, seat, &moves[0], NULL);
    }
    return sum_of(table.text, "pile");
}

TEST(state_worlds_keep_the_scoring_cards_in_what_is_left_of_their_fifths) {
    int money, a_low, pile, seed = 0, seen_low = 999, seen_high = 0;
    do { /* a game in which A is one of the last cards of its fifth */
        CHECK(table_deal(&table, "alhambra", 2, "", seed++));
        money = sum_of(state(&table), "pile") - 2;
        a_low = money / 5 + (money + 1) / 5 + 1 + (money + 2) / 5;
        pile = draw_down_to(a_low + 4);
    } while (!strstr(table.text, "\"scored\":[]"));
    struct table world = table;
    struct arkad_position view;
    uint8_t key[ARKAD_SEED_BYTES] = {0};
    arkad_view(table.game, &table.position, ARKAD_SPECTATOR, &view);
    for (int i = 0; i < 200; i++) {
        key[0] = (uint8_t)i;
        arkad_world(table.game, &view, key, &world.position);
        int a = place_in_pile(state(&world), 'A'), b = place_in_pile(world.text, 'B');
        CHECK(a >= a_low && a < pile);
        CHECK(b >= money / 5 && b <= money / 5 + (money + 1) / 5);
        if (a < seen_low) seen_low = a;
        if (a > seen_high) seen_high = a;
    }
    CHECK(seen_low == a_low && seen_high == pile - 1);
}

int main(void) {
    RUN(rulebook_take_the_left_two_or_one_of_the_right_two);
    RUN(turn_take_fills_money_and_passes_the_turn);
    RUN(turn_take_all_four);
    RUN(turn_take_six_is_too_much);
    RUN(turn_of_equal_cards_the_one_laid_first_is_taken);
    RUN(turn_only_cards_that_lie_open_are_taken);
    RUN(rulebook_a_garden_for_eleven_instead_of_ten_ends_the_turn);
    RUN(rulebook_a_garden_paid_exactly_lets_the_seat_act_again);
    RUN(rulebook_five_actions_at_most);
    RUN(notation_listed_payments_have_no_card_to_spare);
    RUN(turn_payments_that_need_many_small_cards);
    RUN(turn_payment_refusals);
    RUN(turn_the_longest_payment_has_27_cards);
    RUN(notation_listed_payments_from_every_card_of_three_currencies);
    RUN(turn_pass_only_without_another_move);
    RUN(turn_pass_ends_the_turn_like_any_other);
    RUN(turn_pile_out_shuffles_the_discard);
    RUN(turn_no_shuffle_before_a_card_is_needed);
    RUN(turn_a_shuffle_can_be_dictated);
    RUN(turn_both_out_fewer_lie_open);
    RUN(turn_buildings_are_filled_before_a_scoring_is_held);
    RUN(rulebook_scoring_a_most_chambers_get_4);
    RUN(rulebook_scoring_b_towers_13_and_6);
    RUN(scoring_a_pays_every_kind);
    RUN(scoring_ties_share_rounded_down);
    RUN(scoring_b_ties);
    RUN(scoring_a_seat_with_none_never_scores);
    RUN(rulebook_scoring_c_gardens_3_3_2_2);
    RUN(end_three_places_are_paid);
    RUN(end_not_before_the_yard_cannot_be_filled);
    RUN(end_yard_is_filled_as_far_as_the_buildings_go);
    RUN(end_leftovers_go_to_the_richest);
    RUN(end_no_money_is_filled);
    RUN(end_a_scoring_card_that_has_not_come_up_is_not_scored);
    RUN(end_tied_seats_share);
    RUN(two_players_the_dummy_begins_with_six);
    RUN(two_players_a_purchase_may_go_to_the_dummy);
    RUN(two_players_the_dummy_gets_six_after_scoring_a);
    RUN(two_players_the_dummy_gets_two_after_scoring_b);
    RUN(two_players_the_dummy_gets_fewer_if_the_pile_is_short);
    RUN(two_players_leftovers_are_not_the_dummys_and_it_takes_no_place);
    RUN(two_players_a_copy_of_every_money_card_is_out);
    RUN(setup_fewest_cards_start);
    RUN(rulebook_setup_a_tie_goes_to_the_youngest);
    RUN(setup_hands_are_drawn_until_twenty);
    RUN(setup_a_lies_in_the_second_fifth);
    RUN(setup_larger_fifths_are_on_top);
    RUN(setup_nothing_has_happened_yet);
    RUN(state_views_hide_piles_and_other_hands);
    RUN(state_a_perfect_memory_knows_the_hands_and_a_forgotten_one_guesses);
    RUN(state_worlds_keep_the_scoring_cards_in_what_is_left_of_their_fifths);
    return tests_end();
}
