/* Maharaja: the worked examples of the rulebook, its sections rule by rule, the rules that surprise, and the map files.
 */
#include "games/maharaja/map.h"
#include "tests/test.h"

#include <stdlib.h>

static struct table table;

/* ---- Positions, made by editing --------------------------------------------------------------------------- */

#define PARTS(gold, house, city, palace, move, quarry, governor, character)                              \
    "{\"gold\":" #gold ",\"house\":" #house ",\"city\":" #city ",\"palace\":" #palace ",\"move\":" #move \
    ",\"quarry\":" #quarry ",\"governor\":" #governor ",\"character\":" #character "}"

static char json[ARKAD_JSON_MAX];
static int built_houses[5], built_palaces[5];
static int player_count;
static const char *option_text;

/* Where the value of a key begins, and where it ends. */
static char *value_of(const char *key) {
    char pattern[64];
    snprintf(pattern, sizeof pattern, "\"%s\":", key);
    char *at = strstr(json, pattern);
    return at ? at + strlen(pattern) : NULL;
}

static char *value_end(char *at) {
    for (int depth = 0;; at++) {
        if (!depth && (*at == ',' || *at == '}')) return at;
        depth += (*at == '[' || *at == '{') - (*at == ']' || *at == '}');
    }
}

static void edit_at(char *at, const char *value) {
    char rest[ARKAD_JSON_MAX];
    snprintf(rest, sizeof rest, "%s", value_end(at));
    snprintf(at, sizeof json - (size_t)(at - json), "%s%s", value, rest);
}

static void edit(const char *key, const char *value) { edit_at(value_of(key), value); }

static void edit_numbers(const char *key, const int *numbers) {
    char list[64] = "[";
    for (int seat = 0; seat < player_count; seat++)
        snprintf(list + strlen(list), sizeof list - strlen(list), "%s%d", seat ? "," : "", numbers[seat]);
    edit(key, strcat(list, "]"));
}

/* Villages as in the JSON; the houses come from the bank. */
static void villages(const char *object) {
    edit("villages", object);
    for (const char *at = object; *at; at++)
        if (*at >= '0' && *at <= '9' && (at[-1] == '[' || at[-1] == ',')) built_houses[*at - '0']++;
}

/* A city: houses of each seat, the inner palace, the outer ones. */
static void city(const char *name, const char *houses, const char *inner, const char *outer) {
    char value[256], pattern[8];
    snprintf(value, sizeof value, "{\"houses\":%s,\"inner\":%s,\"outer\":%s}", houses, inner, outer);
    snprintf(pattern, sizeof pattern, "\"%s\":{", name); /* not the token on the track */
    edit_at(strstr(json, pattern) + strlen(pattern) - 1, value);
    int seat = 0;
    for (const char *at = houses + 1; *at; at = strchr(at, ',') ? strchr(at, ',') + 1 : "")
        built_houses[seat++] += atoi(at);
    if (inner[0] != 'n') built_palaces[inner[0] - '0']++;
    for (const char *at = outer; *at; at++)
        if (*at >= '0' && *at <= '9') built_palaces[*at - '0']++;
}

/* A round has just been planned: seat 0 is to act, with two `gold`; seats hold the characters 1, 2 and so on;
   everyone has 15 gold and 6 houses; the maharaja is in A; the board is empty, without neutral palaces unless the
   options say so. */
static void position(int players, const char *options) {
    static char with_neutral[64];
    bool is_said = strstr(options, "neutral") || strstr(options, "advanced");
    snprintf(with_neutral, sizeof with_neutral, "neutral=off,%s", options);
    option_text = is_said ? options : with_neutral;
    table_deal(&table, "maharaja", players, option_text, 0);
    player_count = players;
    memset(built_houses, 0, sizeof built_houses);
    memset(built_palaces, 0, sizeof built_palaces);
    memcpy(json, state(&table), sizeof json);
    bool has_yogi = strstr(options, "yogi") || strstr(options, "advanced");
    char cards[64] = "[", bank[64] = "[", plans[256] = "[";
    for (int seat = 0; seat < players; seat++) {
        snprintf(cards + strlen(cards), 16, "%s[%d]", seat ? "," : "", seat + 1);
        snprintf(plans + strlen(plans), 32, "%s[\"gold\",\"gold\"]", seat ? "," : "");
    }
    for (int card = players + 1; card <= 6 + has_yogi; card++)
        snprintf(bank + strlen(bank), 16, "%s%d", card > players + 1 ? "," : "", card);
    edit("phase", "\"act\""), edit("round", "1"), edit("maharaja", "\"A\""), edit("turn", "0"), edit("bid", "null");
    edit("track", "{\"A\":1,\"B\":-5,\"C\":-4,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}");
    edit("characters", strcat(cards, "]")), edit("bank_characters", strcat(bank, "]"));
    edit("plans", strcat(plans, "]"));
    edit("parts", PARTS(2, 0, 0, 0, 0, 0, 0, 0));
    edit_numbers("reserve", (int[]){6, 6, 6, 6, 6});
}

/* The plan of the seat in turn, with nothing done yet. */
static void acting(const char *seat, const char *plans, const char *parts_json) {
    edit("turn", seat), edit("plans", plans), edit("parts", parts_json);
}

static bool put(void) {
    bool is_short = strstr(option_text, "short") != NULL;
    int bank[5], palaces[5];
    const char *reserve = value_of("reserve") + 1;
    for (int seat = 0; seat < player_count; seat++, reserve = strchr(reserve, ',') + 1) {
        bank[seat] = 20 - atoi(reserve) - built_houses[seat];
        palaces[seat] = 7 - is_short - built_palaces[seat];
    }
    edit_numbers("bank_houses", bank), edit_numbers("palaces_left", palaces);
    if (table_put(&table, "maharaja", player_count, option_text, json)) return true;
    table_deal(&table, "maharaja", player_count, option_text, 0); /* something to go on with */
    return false;
}

static bool refused_with(int seat, const char *move, const char *sentence) {
    struct table copy = table;
    const char *wrong = table_move(&copy, seat, move);
    if (wrong && strstr(wrong, sentence)) return true;
    printf("# seat %d, %s: %s\n", seat, move, wrong ? wrong : "not refused");
    return false;
}

static bool all_moved(int seat, const char *moves) {
    char copy[512];
    snprintf(copy, sizeof copy, "%s", moves);
    for (char *at = strtok(copy, ";"); at; at = strtok(NULL, ";"))
        if (!moved(&table, seat, at)) return false;
    return true;
}

/* ---- Set-up ----------------------------------------------------------------------------------------------- */

TEST(setup_of_everything) {
    CHECK(table_deal(&table, "maharaja", 3, "", 1));
    CHECK(shows(&table, "{\"phase\":\"choose\",\"round\":0,\"maharaja\":\"0\",\"turn\":0,"));
    CHECK(shows(&table, "\"bank_characters\":[1,2,3,4,5,6],"));
    CHECK(shows(&table, "\"gold\":[15,15,15],\"reserve\":[4,4,4],\"bank_houses\":[16,16,16],\"palaces_left\":[7,7,7]"));
    CHECK(shows(&table, "\"coins\":[0,0,0],\"bank_coins\":0,\"bid\":null,\"scores\":null}"));
    int fields = 0;
    for (int city_at = 0; city_at < 7; city_at++) {
        char key[3] = {(char)('A' + city_at), 0, 0};
        memcpy(json, state(&table), sizeof json);
        fields |= 1 << -atoi(value_of(key));
    }
    CHECK(fields == 127);
    CHECK(list_length(&table, 0) == 6 && list_length(&table, 1) == 0);
    CHECK(refused(&table, 0, "choose 7") && refused(&table, 1, "choose 1"));
}

TEST(rulebook_5_1_the_youngest_chooses_first) {
    CHECK(table_deal(&table, "maharaja", 4, "starter=2", 1) && shows(&table, "\"turn\":2,"));
    CHECK(moved(&table, 2, "choose 4") && moved(&table, 3, "choose 1") && moved(&table, 0, "choose 2"));
    CHECK(refused_with(0, "choose 3", "for seat 1") && moved(&table, 1, "choose 3"));
    CHECK(shows(&table, "\"phase\":\"place\"") && shows(&table, "\"turn\":3,"));
}

TEST(rulebook_5_neutral_palaces_with_fewer_than_five) {
    static const char *const outer[] = {
        [2] = "[\"n\",\"n\",\"n\"]", [3] = "[\"n\",\"n\"]", [4] = "[\"n\"]", [5] = "[]"};
    char shown[64];
    for (int players = 2; players <= 5; players++) {
        snprintf(shown, sizeof shown, "\"inner\":null,\"outer\":%s}", outer[players]);
        CHECK(table_deal(&table, "maharaja", players, "", 1) && shows(&table, shown));
        CHECK(table_deal(&table, "maharaja", players, "neutral=off", 1) && shows(&table, "\"outer\":[]}"));
    }
}

TEST(setup_first_houses_go_round_in_character_order) {
    CHECK(table_deal(&table, "maharaja", 3, "", 1));
    CHECK(moved(&table, 0, "choose 4") && refused(&table, 1, "choose 4"));
    CHECK(moved(&table, 1, "choose 1") && moved(&table, 2, "choose 2"));
    CHECK(shows(&table, "\"phase\":\"place\"") && list_length(&table, 1) == 30);
    CHECK(refused(&table, 1, "place A") && refused(&table, 1, "place v31") && refused(&table, 0, "place v1"));
    CHECK(moved(&table, 1, "place v1") && moved(&table, 2, "place v1"));
    CHECK(refused_with(0, "place v1", "room") && !listed(&table, 0, "place v1") && list_length(&table, 0) == 29);
    CHECK(moved(&table, 0, "place v6"));
    CHECK(moved(&table, 1, "place v2") && moved(&table, 2, "place v3") && moved(&table, 0, "place v8"));
    CHECK(moved(&table, 1, "place v2") && moved(&table, 2, "place v4") && moved(&table, 0, "place v9"));
    CHECK(moved(&table, 1, "place v5") && moved(&table, 2, "place v7"));
    CHECK(shows(&table, "\"reserve\":[1,0,0],\"bank_houses\":[16,16,16]") && moved(&table, 0, "place v8"));
    CHECK(shows(&table, "{\"phase\":\"plan\",\"round\":1,") && shows(&table, "\"turn\":null"));
    CHECK(shows(&table, "\"reserve\":[6,6,6],\"bank_houses\":[10,10,10]") && shows(&table, "\"v8\":[0,0]"));
    CHECK(arkad_waits(table.game, &table.position) == 7);
}

TEST(setup_village_holds_one_house_with_two_players) {
    CHECK(table_deal(&table, "maharaja", 2, "", 1));
    CHECK(moved(&table, 0, "choose 1") && moved(&table, 1, "choose 2") && moved(&table, 0, "place v1"));
    CHECK(refused_with(1, "place v1", "1 is all") && list_length(&table, 1) == 29);
}

TEST(round_maharaja_travels_to_lowest_token) {
    CHECK(table_deal(&table, "maharaja", 2, "", 3));
    char lowest = 0;
    for (char c = 'A'; c <= 'G'; c++) {
        char part[16];
        snprintf(part, sizeof part, "\"%c\":-6", c);
        if (strstr(state(&table), part)) lowest = c;
    }
    CHECK(moved(&table, 0, "choose 1") && moved(&table, 1, "choose 2"));
    for (int i = 0; i < 8; i++) {
        char move[16];
        snprintf(move, sizeof move, "place v%d", i + 1);
        CHECK(moved(&table, i % 2, move));
    }
    char there[32], field[16];
    snprintf(there, sizeof there, "\"maharaja\":\"%c\"", lowest);
    snprintf(field, sizeof field, "\"%c\":1", lowest);
    CHECK(shows(&table, there) && shows(&table, field));
}

/* ---- The auction ------------------------------------------------------------------------------------------ */

TEST(options_auction) {
    CHECK(table_deal(&table, "maharaja", 3, "auction=on", 1));
    CHECK(shows(&table, "\"bid\":{\"high\":null,\"by\":null,\"passed\":[]}"));
    CHECK(list_length(&table, 0) == 16 && refused_with(0, "pass", "must bid") && refused_with(0, "bid 16", "15 gold"));
    CHECK(moved(&table, 0, "bid 3"));
    CHECK(refused_with(1, "bid 3", "that is 3, and the bid to beat is 3") && list_length(&table, 1) == 13);
    CHECK(moved(&table, 1, "bid 4") && moved(&table, 2, "pass"));
    CHECK(shows(&table, "\"bid\":{\"high\":4,\"by\":1,\"passed\":[2]}"));
    CHECK(moved(&table, 0, "bid 15") && list_length(&table, 1) == 1); /* said even by a seat that cannot raise */
    CHECK(moved(&table, 1, "pass"));
    CHECK(shows(&table, "\"phase\":\"choose\"") && shows(&table, "\"turn\":0") && shows(&table, "\"bid\":null"));
    CHECK(shows(&table, "\"gold\":[0,15,15]") && moved(&table, 0, "choose 3"));
    CHECK(shows(&table, "\"phase\":\"auction\"") && shows(&table, "\"turn\":1"));
    CHECK(moved(&table, 1, "bid 2") && moved(&table, 2, "bid 3") && moved(&table, 1, "pass") &&
          moved(&table, 2, "choose 1"));
    CHECK(shows(&table, "\"phase\":\"choose\"") && shows(&table, "\"turn\":1") && moved(&table, 1, "choose 2"));
    CHECK(shows(&table, "\"phase\":\"place\"") && shows(&table, "\"turn\":2") && shows(&table, "\"gold\":[0,15,12]"));
}

TEST(rulebook_11_2_5_bid_of_nothing_wins_for_nothing) {
    CHECK(table_deal(&table, "maharaja", 3, "auction=on", 1));
    CHECK(moved(&table, 0, "bid 0") && moved(&table, 1, "pass") && moved(&table, 2, "pass"));
    CHECK(shows(&table, "\"gold\":[15,15,15]") && moved(&table, 0, "choose 6"));
}

TEST(options_next_auction_is_opened_clockwise_from_the_winner) {
    CHECK(table_deal(&table, "maharaja", 4, "auction=on", 1));
    CHECK(moved(&table, 0, "bid 0") && moved(&table, 1, "bid 1") && moved(&table, 2, "bid 2") &&
          moved(&table, 3, "pass"));
    CHECK(moved(&table, 0, "pass") && moved(&table, 1, "pass") && moved(&table, 2, "choose 5"));
    CHECK(shows(&table, "\"turn\":3") && moved(&table, 3, "bid 0") && moved(&table, 0, "bid 1"));
    CHECK(moved(&table, 1, "pass") && moved(&table, 3, "pass") && moved(&table, 0, "choose 2") &&
          shows(&table, "\"turn\":1"));
}

TEST(rulebook_11_2_5_the_youngest_opens_the_auction) {
    CHECK(table_deal(&table, "maharaja", 3, "starter=2,auction=on", 1) && shows(&table, "\"turn\":2,"));
    CHECK(moved(&table, 2, "bid 1") && moved(&table, 0, "pass") && moved(&table, 1, "bid 2") &&
          moved(&table, 2, "pass"));
    CHECK(moved(&table, 1, "choose 1") && shows(&table, "\"phase\":\"auction\"") && shows(&table, "\"turn\":2,"));
}

/* ---- Plans ------------------------------------------------------------------------------------------------ */

static void planning(int players) {
    position(players, "");
    edit("phase", "\"plan\""), edit("turn", "null"), edit("plans", players == 2 ? "[null,null]" : "[null,null,null]");
    edit("parts", PARTS(0, 0, 0, 0, 0, 0, 0, 0));
}

TEST(round_plans_are_made_at_once_and_in_secret) {
    planning(3);
    CHECK(put() && arkad_waits(table.game, &table.position) == 7);
    CHECK(list_length(&table, 1) == 45 && listed(&table, 1, "plan gold both") &&
          listed(&table, 1, "plan character character"));
    CHECK(refused_with(1, "plan both gold", "say gold before both") && refused(&table, 1, "plan gold"));
    CHECK(moved(&table, 2, "plan house quarry"));
    CHECK(refused_with(2, "plan gold gold", "stands") && arkad_waits(table.game, &table.position) == 3);
    struct arkad_move move;
    CHECK(!arkad_move_read(table.game, "plan gold gold", 14, &move, table.why) && arkad_is_secret(table.game, &move));
    CHECK(!arkad_move_read(table.game, "end", 3, &move, table.why) && !arkad_is_secret(table.game, &move));
    arkad_view(table.game, &table.position, 0, &table.position);
    CHECK(shows(&table, "\"plans\":[null,null,2]") && shows(&table, "\"gold\":[15,null,null]"));
}

TEST(round_plan_is_shown_when_the_turn_comes) {
    planning(2);
    CHECK(put() && moved(&table, 0, "plan gold gold") && moved(&table, 1, "plan move move"));
    struct table whole = table;
    arkad_view(table.game, &whole.position, 1, &table.position);
    CHECK(shows(&table, "\"turn\":0") && shows(&table, "\"plans\":[[\"gold\",\"gold\"],[\"move\",\"move\"]]"));
    arkad_view(table.game, &whole.position, ARKAD_SPECTATOR, &table.position);
    CHECK(shows(&table, "\"plans\":[[\"gold\",\"gold\"],2]") && shows(&table, "\"gold\":[null,null]"));
}

TEST(characters_trader_is_paid_at_the_start_of_the_turn) {
    position(2, "");
    CHECK(put() && shows(&table, "\"gold\":[15,15]") && all_moved(0, "gold;gold;end"));
    CHECK(shows(&table, "\"turn\":1") && shows(&table, "\"gold\":[19,16]") &&
          shows(&table, PARTS(2, 0, 0, 0, 0, 0, 0, 0)));
    CHECK(shows(&table, "\"acted\":[true,false]"));
}

/* ---- Travel ----------------------------------------------------------------------------------------------- */

TEST(rulebook_5_2_connection) {
    position(3, "");
    villages("{\"v1\":[0],\"v2\":[1],\"v3\":[2]}");
    CHECK(put() && listed(&table, 0, "travel r1") && !listed(&table, 0, "travel r2"));
    CHECK(refused_with(0, "travel r2", "no house in v4"));
}

TEST(rulebook_7_1_toll_for_each_house_to_its_owner) {
    position(3, "");
    villages("{\"v1\":[1,2],\"v2\":[1,1]}");
    CHECK(put() && moved(&table, 0, "travel r1"));
    CHECK(shows(&table, "\"gold\":[11,18,16]") && shows(&table, "\"architects\":[\"A\",\"0\",\"0\"]") &&
          shows(&table, "\"roads\":1"));
}

TEST(travel_own_house_makes_a_village_free) {
    position(3, "");
    villages("{\"v1\":[0,2],\"v2\":[0]}");
    CHECK(put() && moved(&table, 0, "travel r1") && shows(&table, "\"gold\":[15,15,15]"));
}

TEST(travel_only_what_can_be_paid) {
    position(3, "");
    villages("{\"v1\":[1,1],\"v2\":[2]}");
    edit("gold", "[2,0,0]");
    CHECK(put() && refused_with(0, "travel r1", "the tolls are 3 gold, and you have 2") &&
          !listed(&table, 0, "travel r1"));
    position(3, "");
    villages("{\"v1\":[1,1],\"v2\":[2]}");
    edit("gold", "[3,0,0]");
    CHECK(put() && moved(&table, 0, "travel r1") && shows(&table, "\"gold\":[0,2,1]"));
}

TEST(travel_bank_pays_for_the_monk) {
    position(3, "");
    villages("{\"v1\":[1,1],\"v2\":[2]}");
    edit("characters", "[[4],[2],[3]]"), edit("bank_characters", "[1,5,6]"), edit("gold", "[0,0,0]");
    CHECK(put() && moved(&table, 0, "travel r1") && shows(&table, "\"gold\":[0,2,1]"));
}

TEST(notation_listed_travels_are_roads_and_pairs_through_the_start) {
    position(3, "");
    villages("{\"v1\":[0],\"v2\":[0],\"v9\":[0],\"v10\":[0],\"v15\":[0],\"v16\":[0],\"v21\":[0]}");
    edit("architects", "[\"A\",\"0\",\"0\"]");
    CHECK(put() && listed(&table, 0, "travel r1 r5") && listed(&table, 0, "travel r8"));
    CHECK(!listed(&table, 0, "travel r1") && refused_with(0, "travel r1", "ends in a city"));
    CHECK(!listed(&table, 0, "travel r8 r11") && !refused(&table, 0, "travel r8 r11"));
    CHECK(refused_with(0, "travel r8 r8", "twice") && refused_with(0, "travel r5", "does not lead on from A"));
    CHECK(refused_with(0, "travel r1 r5 r8", "another city") && refused_with(0, "travel r17", "16 roads"));
    CHECK(!refused(&table, 0, "travel r1 r5 r11") && refused(&table, 0, "travel") && refused(&table, 0, "travel r33"));
}

TEST(travel_route_may_pass_a_place_again) {
    position(3, "");
    villages("{\"v1\":[0],\"v2\":[0],\"v9\":[0],\"v10\":[0],\"v13\":[0],\"v14\":[0],\"v15\":[0],\"v16\":[0]}");
    edit("architects", "[\"A\",\"0\",\"0\"]");
    CHECK(put() && moved(&table, 0, "travel r8 r5 r1 r7") && shows(&table, "\"roads\":4"));
    CHECK(shows(&table, "\"architects\":[\"D\",\"0\",\"0\"]"));
}

TEST(travel_at_most_20_roads_in_a_turn) {
    position(3, "");
    villages("{\"v1\":[0],\"v2\":[0],\"v9\":[0],\"v10\":[0],\"v15\":[0],\"v16\":[0]}");
    edit("architects", "[\"A\",\"0\",\"0\"]"), edit("roads", "19");
    CHECK(put() && listed(&table, 0, "travel r8") && !listed(&table, 0, "travel r1 r5"));
    CHECK(refused_with(0, "travel r1 r5", "that makes 21 roads in one turn, and 20 are allowed"));
    CHECK(moved(&table, 0, "travel r8") && !listed(&table, 0, "travel r8") && refused(&table, 0, "travel r8"));
    CHECK(moved(&table, 0, "end") && shows(&table, "\"roads\":0"));
}

/* ---- Actions ---------------------------------------------------------------------------------------------- */

TEST(actions_house_on_a_village_or_in_the_architects_city) {
    position(3, "");
    acting("0", "[[\"house\",\"house\"],[\"gold\",\"gold\"],[\"gold\",\"gold\"]]", PARTS(0, 2, 0, 0, 0, 0, 0, 0));
    villages("{\"v1\":[1,1]}");
    edit("architects", "[\"B\",\"0\",\"0\"]");
    CHECK(put() && listed(&table, 0, "house B") && listed(&table, 0, "house v2") && !listed(&table, 0, "house v1"));
    CHECK(refused_with(0, "house A", "architect is not in A") && refused_with(0, "house v1", "room"));
    CHECK(moved(&table, 0, "house B") && moved(&table, 0, "house v2"));
    CHECK(shows(&table, "\"gold\":[13,15,15],\"reserve\":[4,6,6]") &&
          refused_with(0, "house v3", "none of your actions"));
}

TEST(actions_house_needs_reserve_and_gold) {
    const char *plans = "[[\"house\",\"house\"],[\"gold\",\"gold\"]]";
    position(2, "");
    acting("0", plans, PARTS(0, 2, 0, 0, 0, 0, 0, 0));
    edit("gold", "[0,15]");
    CHECK(put() && refused_with(0, "house v1", "costs 1 gold") && !listed(&table, 0, "house v1"));
    position(2, "");
    acting("0", plans, PARTS(0, 2, 0, 0, 0, 0, 0, 0));
    edit("reserve", "[0,6]");
    CHECK(put() && refused_with(0, "house v1", "reserve") && !listed(&table, 0, "house v1"));
}

TEST(rulebook_7_2_two_houses_one_in_a_city) {
    position(2, "");
    acting("0", "[[\"houses\",\"gold\"],[\"gold\",\"gold\"]]", PARTS(1, 1, 1, 0, 0, 0, 0, 0));
    edit("plans", "[[\"gold\",\"houses\"],[\"gold\",\"gold\"]]");
    villages("{\"v24\":[0]}");
    edit("architects", "[\"C\",\"0\"]");
    CHECK(put() && moved(&table, 0, "house v1") && refused_with(0, "house v2", "on a village"));
    CHECK(!listed(&table, 0, "house v2") && moved(&table, 0, "house C") && refused(&table, 0, "house C"));
    CHECK(put() && moved(&table, 0, "house C") && shows(&table, PARTS(1, 1, 0, 0, 0, 0, 0, 0)));
    CHECK(moved(&table, 0, "travel r13") && moved(&table, 0, "house D") &&
          shows(&table, PARTS(1, 0, 0, 0, 0, 0, 0, 0)));
}

TEST(actions_move_a_house) {
    position(3, "");
    acting("0", "[[\"move\",\"move\"],[\"gold\",\"gold\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 2, 0, 0, 0));
    villages("{\"v1\":[0,0],\"v2\":[1,1],\"v3\":[1]}");
    city("B", "[1,0,0]", "null", "[]");
    edit("architects", "[\"C\",\"0\",\"0\"]");
    CHECK(put() && listed(&table, 0, "move v1 v3") && listed(&table, 0, "move v1 C") && listed(&table, 0, "move B v3"));
    CHECK(!listed(&table, 0, "move v1 v1") && refused_with(0, "move v1 v1", "another place"));
    CHECK(refused_with(0, "move v1 v2", "room") && refused_with(0, "move v3 v4", "no house in v3"));
    CHECK(refused_with(0, "move v1 A", "not in A") && refused_with(0, "move v1 B", "not in B"));
    CHECK(list_length(&table, 0) == 1 + 2 * 29); /* `end`; 28 villages with room and C, from v1 and from B */
    CHECK(moved(&table, 0, "move v1 C") && shows(&table, "\"v1\":[0],"));
    CHECK(listed(&table, 0, "move C v1") && !listed(&table, 0, "move C C") && moved(&table, 0, "move v1 v5"));
    CHECK(!strstr(state(&table), "\"v1\"") && shows(&table, "\"gold\":[15,15,15]") && refused(&table, 0, "move B v1"));
}

TEST(actions_quarry_takes_what_is_left) {
    position(2, "");
    acting("0", "[[\"quarry\",\"quarry\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 2, 0, 0));
    edit("reserve", "[17,6]");
    CHECK(put() && moved(&table, 0, "quarry") && shows(&table, "\"reserve\":[19,6],\"bank_houses\":[1,14]"));
    CHECK(moved(&table, 0, "quarry") && shows(&table, "\"reserve\":[20,6],\"bank_houses\":[0,14]"));
    position(2, "");
    acting("0", "[[\"quarry\",\"quarry\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 2, 0, 0));
    edit("reserve", "[20,6]");
    CHECK(put() && refused_with(0, "quarry", "no house of yours") && !listed(&table, 0, "quarry") &&
          moved(&table, 0, "end"));
    CHECK(shows(&table, "\"gold\":[15,18]")); /* the trader's 1 and 2 for what was left out */
}

TEST(actions_palace_costs_12_or_9) {
    position(2, "");
    acting("0", "[[\"palace\",\"palace\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 2, 0, 0, 0, 0));
    edit("architects", "[\"B\",\"0\"]");
    CHECK(put() && moved(&table, 0, "palace inner") && shows(&table, "\"gold\":[3,15]"));
    CHECK(refused_with(0, "palace outer", "a palace costs 12 gold, and you have 3"));
    edit("characters", "[[6],[2]]"), edit("bank_characters", "[1,3,4,5]"), edit("gold", "[18,15]");
    CHECK(put() && moved(&table, 0, "palace outer") && moved(&table, 0, "palace inner") &&
          shows(&table, "\"gold\":[0,15]"));
    CHECK(shows(&table, "\"B\":{\"houses\":[0,0],\"inner\":0,\"outer\":[0]}") &&
          shows(&table, "\"palaces_left\":[5,7]"));
}

TEST(actions_palace_needs_a_free_site_and_a_city) {
    position(3, "neutral=on");
    acting("0", "[[\"palace\",\"palace\"],[\"gold\",\"gold\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 2, 0, 0, 0, 0));
    city("B", "[0,0,0]", "1", "[1,1,2,\"n\",\"n\"]");
    edit("architects", "[\"B\",\"0\",\"0\"]"), edit("gold", "[30,0,0]");
    CHECK(put() && refused_with(0, "palace inner", "no free inner site in B") && moved(&table, 0, "palace outer"));
    CHECK(shows(&table, "\"outer\":[0,1,1,2,\"n\",\"n\"]") &&
          refused_with(0, "palace outer", "no free outer site in B"));
    edit("architects", "[\"0\",\"0\",\"0\"]");
    CHECK(put() && refused_with(0, "palace outer", "not in a city") && !listed(&table, 0, "palace outer"));
}

TEST(rulebook_7_5_example_1) {
    position(2, "");
    acting("0", "[[\"governor\",\"governor\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 2, 0));
    CHECK(put() && moved(&table, 0, "governor D"));
    CHECK(shows(&table, "\"track\":{\"A\":1,\"B\":-4,\"C\":-3,\"D\":-5,\"E\":-2,\"F\":-1,\"G\":0}"));
    CHECK(moved(&table, 0, "governor B")); /* from -4 to the lowest field, past one token and an empty field */
    CHECK(shows(&table, "\"track\":{\"A\":1,\"B\":-6,\"C\":-3,\"D\":-4,\"E\":-2,\"F\":-1,\"G\":0}"));
}

TEST(rulebook_7_5_any_token_but_the_lowest) {
    position(2, "");
    acting("0", "[[\"governor\",\"governor\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 2, 0));
    edit("track", "{\"A\":1,\"B\":-6,\"C\":-5,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}");
    CHECK(put() && refused_with(0, "governor B", "field -6") && !listed(&table, 0, "governor B"));
    CHECK(list_length(&table, 0) == 1 + 6 && listed(&table, 0, "governor C") && listed(&table, 0, "governor A"));
    CHECK(moved(&table, 0, "governor C")); /* from -5 one field: the token there goes up */
    CHECK(shows(&table, "\"track\":{\"A\":1,\"B\":-5,\"C\":-6,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}"));
    CHECK(moved(&table, 0, "governor B"));
    CHECK(shows(&table, "\"track\":{\"A\":1,\"B\":-6,\"C\":-5,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}"));
}

TEST(rulebook_7_5_example_2) {
    position(2, "");
    acting("1", "[[\"gold\",\"gold\"],[\"gold\",\"governor\"]]", PARTS(0, 0, 0, 0, 0, 0, 1, 0));
    edit("acted", "[true,false]"), edit("round", "4");
    edit("track", "{\"A\":0,\"B\":1,\"C\":4,\"D\":2,\"E\":-2,\"F\":-1,\"G\":3}");
    CHECK(put() && moved(&table, 1, "governor F") && shows(&table, "\"E\":-1,\"F\":-3,"));
    CHECK(moved(&table, 1, "end") && shows(&table, "\"maharaja\":\"F\"") && shows(&table, "\"E\":-1,\"F\":5,"));
    for (int seat = 0; seat < 2; seat++) CHECK(moved(&table, seat, "plan gold gold"));
    for (int seat = 0; seat < 2; seat++) CHECK(moved(&table, seat, "end"));
    CHECK(shows(&table, "\"maharaja\":\"E\"") && shows(&table, "\"E\":6,\"F\":5,"));
}

TEST(rulebook_7_7_left_out_pays_the_others_once) {
    position(3, "");
    acting("0", "[[\"palace\",\"both\"],[\"gold\",\"gold\"],[\"gold\",\"gold\"]]", PARTS(0, 1, 0, 2, 0, 0, 0, 0));
    edit("gold", "[1,0,0]");
    CHECK(put() && moved(&table, 0, "house v1") && moved(&table, 0, "end"));
    CHECK(shows(&table, "\"gold\":[0,3,2]") && shows(&table, "\"turn\":1")); /* the trader's own 1 is in it */
}

/* ---- Characters ------------------------------------------------------------------------------------------- */

TEST(rulebook_7_6_trader_then_monk) {
    position(3, "");
    acting("1", "[[\"gold\",\"gold\"],[\"gold\",\"character\"],[\"gold\",\"gold\"]]", PARTS(1, 0, 0, 0, 0, 0, 0, 1));
    villages("{\"v1\":[0,0],\"v2\":[2]}");
    edit("gold", "[0,1,0]"), edit("acted", "[true,false,false]");
    CHECK(put() && refused(&table, 1, "travel r1") && moved(&table, 1, "take 4"));
    CHECK(shows(&table, "\"characters\":[[1],[4],[3]],\"bank_characters\":[2,5,6]") && moved(&table, 1, "travel r1"));
    CHECK(shows(&table, "\"gold\":[2,1,1]"));
}

TEST(rulebook_7_6_mason_then_artist) {
    position(2, "");
    acting("0", "[[\"palace\",\"character\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 1, 0, 0, 0, 1));
    edit("characters", "[[5],[2]]"), edit("bank_characters", "[1,3,4,6]"), edit("gold", "[9,0]");
    edit("architects", "[\"E\",\"0\"]");
    CHECK(put() && refused(&table, 0, "palace inner") && moved(&table, 0, "mason house E") &&
          moved(&table, 0, "take 6"));
    CHECK(moved(&table, 0, "palace inner") && shows(&table, "\"gold\":[0,0],\"reserve\":[5,6]"));
}

TEST(rulebook_6_3_house_then_swap_then_palace) {
    position(2, "");
    acting("0", "[[\"both\",\"character\"],[\"gold\",\"gold\"]]", PARTS(0, 1, 0, 1, 0, 0, 0, 1));
    edit("gold", "[10,0]"), edit("architects", "[\"E\",\"0\"]");
    CHECK(put() && all_moved(0, "house v1;take 6;palace outer;end") && shows(&table, "\"gold\":[0,1]"));
}

TEST(rulebook_7_6_order_changes_but_a_seat_acts_once) {
    enum { PETER, KRISZTINA, JENO };
    position(3, "");
    acting("1", "[[\"gold\",\"gold\"],[\"gold\",\"character\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 0, 1));
    edit("characters", "[[5],[3],[4]]"), edit("bank_characters", "[1,2,6]");
    CHECK(put() && listed(&table, KRISZTINA, "take 5 from 0") && listed(&table, KRISZTINA, "take 2"));
    CHECK(refused(&table, KRISZTINA, "take 4 from 0") && refused(&table, KRISZTINA, "take 3 from 1") &&
          refused(&table, KRISZTINA, "take 4"));
    CHECK(moved(&table, KRISZTINA, "take 5 from 0"));
    CHECK(shows(&table, "\"phase\":\"replace\"") && shows(&table, "\"turn\":1,\"asked\":0"));
    CHECK(shows(&table, "\"characters\":[[],[5],[4]],\"bank_characters\":[1,2,3,6]"));
    CHECK(arkad_waits(table.game, &table.position) == 1 && refused(&table, KRISZTINA, "end") &&
          list_length(&table, PETER) == 4);
    CHECK(refused(&table, PETER, "choose 5") && moved(&table, PETER, "choose 3"));
    CHECK(shows(&table, "\"phase\":\"act\"") && shows(&table, "\"turn\":1,\"asked\":null") &&
          moved(&table, KRISZTINA, "end"));
    CHECK(shows(&table, "\"turn\":0") && moved(&table, PETER, "end") && shows(&table, "\"turn\":2"));
    CHECK(moved(&table, JENO, "end") && shows(&table, "\"phase\":\"plan\",\"round\":2"));
}

TEST(characters_masons_mark_stays_when_the_card_changes_hands) {
    position(2, "");
    acting("0", "[[\"character\",\"character\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 0, 2));
    edit("characters", "[[5],[2]]"), edit("bank_characters", "[1,3,4,6]"), edit("gold", "[0,0]");
    CHECK(put() && moved(&table, 0, "mason house v1") && shows(&table, "\"mason_used\":true"));
    CHECK(refused_with(0, "mason move v1 v2", "already") && !listed(&table, 0, "mason move v1 v2"));
    CHECK(moved(&table, 0, "take 1") && moved(&table, 0, "take 5") && refused_with(0, "mason house v2", "already"));
    CHECK(moved(&table, 0, "end") && shows(&table, "\"mason_used\":false") &&
          refused_with(1, "mason house v2", "do not hold"));
}

TEST(characters_mason_moves_a_house_or_builds_one) {
    position(2, "");
    villages("{\"v3\":[0]}");
    edit("characters", "[[5],[2]]"), edit("bank_characters", "[1,3,4,6]"), edit("reserve", "[0,6]");
    edit("architects", "[\"G\",\"0\"]");
    CHECK(put() && refused_with(0, "mason house v1", "reserve") && !listed(&table, 0, "mason house v1"));
    CHECK(listed(&table, 0, "mason move v3 G") && moved(&table, 0, "mason move v3 v1") && shows(&table, "\"v1\":[0]"));
    CHECK(refused(&table, 0, "move v1 v2")); /* the mason's is not an action's */
}

TEST(characters_unused_mason_and_coin_cost_nothing) {
    position(2, "yogi=on");
    edit("characters", "[[5],[2]]"), edit("bank_characters", "[1,3,4,6,7]"), edit("coins", "[1,0]");
    edit("bank_coins", "6");
    CHECK(put() && all_moved(0, "gold;gold;end") && shows(&table, "\"gold\":[19,16]"));
}

/* ---- Coins ------------------------------------------------------------------------------------------------ */

TEST(rulebook_11_2_3_coin_between_two_actions) {
    position(2, "yogi=on");
    acting("0", "[[\"houses\",\"quarry\"],[\"gold\",\"gold\"]]", PARTS(0, 1, 1, 0, 0, 1, 0, 0));
    edit("coins", "[1,0]"), edit("bank_coins", "6"), edit("architects", "[\"A\",\"0\"]"), edit("gold", "[15,0]");
    CHECK(put() && moved(&table, 0, "quarry") && listed(&table, 0, "coin both") && moved(&table, 0, "coin both"));
    CHECK(shows(&table, PARTS(0, 2, 1, 1, 0, 0, 0, 0)) &&
          shows(&table, "\"coin_used\":true,\"coins\":[0,0],\"bank_coins\":7"));
    CHECK(all_moved(0, "palace inner;house v1;house A;house v2;end") && shows(&table, "\"gold\":[0,1]"));
    CHECK(shows(&table, "\"coin_used\":false"));
}

TEST(options_one_coin_a_turn_and_not_for_characters) {
    position(2, "yogi=on");
    edit("coins", "[2,0]"), edit("bank_coins", "5"), edit("reserve", "[20,6]");
    CHECK(put() && refused_with(0, "coin character", "does not buy") && !listed(&table, 0, "coin character"));
    CHECK(list_length(&table, 0) == 2 + 8 && moved(&table, 0, "coin quarry")); /* it cannot be carried out */
    CHECK(refused_with(0, "coin gold", "one coin") && all_moved(0, "gold;gold;end") &&
          shows(&table, "\"gold\":[19,18]"));
    CHECK(refused_with(1, "coin gold", "no coin"));
}

TEST(options_yogi_brings_a_coin_while_the_bank_has_one) {
    position(2, "yogi=on");
    edit("characters", "[[1],[7]]"), edit("bank_characters", "[2,3,4,5,6]");
    CHECK(put() && moved(&table, 0, "end") && shows(&table, "\"coins\":[0,1],\"bank_coins\":6"));
    edit("coins", "[7,0]"), edit("bank_coins", "0");
    CHECK(put() && moved(&table, 0, "end") && shows(&table, "\"coins\":[7,0],\"bank_coins\":0"));
}

/* ---- Many characters -------------------------------------------------------------------------------------- */

TEST(rulebook_11_3_take_while_the_bank_has_a_card) {
    position(2, "many=on");
    acting("0", "[[\"character\",\"character\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 0, 2));
    edit("characters", "[[1],[2,3,4,6]]"), edit("bank_characters", "[5]");
    CHECK(put() && refused_with(0, "exchange 2 from 1 for 1", "while the bank") &&
          refused_with(0, "lure 1", "while the bank"));
    CHECK(refused(&table, 0, "take 2 from 1") && moved(&table, 0, "take 5"));
    CHECK(shows(&table, "\"characters\":[[1,5],[2,3,4,6]],\"bank_characters\":[]"));
    CHECK(listed(&table, 0, "exchange 3 from 1 for 5") && listed(&table, 0, "lure 1") && !listed(&table, 0, "take 5"));
    CHECK(refused(&table, 0, "exchange 5 from 1 for 1") && refused(&table, 0, "exchange 2 from 1 for 3"));
    CHECK(refused(&table, 0, "exchange 1 from 0 for 5") && refused(&table, 0, "lure 0") &&
          refused(&table, 0, "lure 2"));
    CHECK(moved(&table, 0, "exchange 3 from 1 for 1") && shows(&table, "\"characters\":[[3,5],[1,2,4,6]]"));
    CHECK(refused_with(0, "lure 1", "none of your actions"));
}

TEST(rulebook_11_3_lured_seat_chooses_what_it_gives) {
    position(3, "many=on");
    acting("0", "[[\"gold\",\"character\"],[\"gold\",\"gold\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 0, 1));
    edit("characters", "[[1,4],[2,3],[5,6]]"), edit("bank_characters", "[]");
    CHECK(put() && refused_with(0, "lure 1", "seat 1 holds 2, and you hold 2") && !listed(&table, 0, "lure 1"));
    edit("characters", "[[1],[2,3,4],[5,6]]");
    CHECK(put() && moved(&table, 0, "lure 1"));
    CHECK(shows(&table, "\"phase\":\"yield\"") && shows(&table, "\"turn\":0,\"asked\":1") &&
          list_length(&table, 1) == 3);
    CHECK(refused(&table, 1, "yield 1") && refused(&table, 0, "end") && moved(&table, 1, "yield 2"));
    CHECK(shows(&table, "\"phase\":\"act\"") && shows(&table, "\"characters\":[[1,2],[3,4],[5,6]]") &&
          shows(&table, "\"asked\":null"));
}

TEST(rulebook_11_3_order_by_the_lowest_card) {
    position(3, "many=on");
    edit("characters", "[[1],[3,4,5],[2,6]]"), edit("bank_characters", "[]");
    CHECK(put() && moved(&table, 0, "end") && shows(&table, "\"turn\":2") && shows(&table, "\"gold\":[15,17,18]"));
}

TEST(options_exchange_and_lure_only_with_many) {
    position(2, "");
    acting("0", "[[\"gold\",\"character\"],[\"gold\",\"gold\"]]", PARTS(0, 0, 0, 0, 0, 0, 0, 1));
    CHECK(put() && refused(&table, 0, "exchange 2 from 1 for 1") && refused(&table, 0, "lure 1"));
    CHECK(list_length(&table, 0) == 1 + 4 + 1);
}

/* ---- Judging ---------------------------------------------------------------------------------------------- */

/* The last seat ends its turn with everything done, and the maharaja judges A. */
static bool judged(const char *gold) {
    static const char *const acted[] = {
        "", "", "[true,false]", "[true,true,false]", "[true,true,true,false]", "[true,true,true,true,false]"};
    char last[2] = {(char)('0' + player_count - 1), 0};
    edit("turn", last), edit("acted", acted[player_count]);
    edit_numbers("gold", (int[]){0, 0, 0, 0, 0}), edit("parts", PARTS(0, 0, 0, 0, 0, 0, 0, 0));
    return put() && moved(&table, player_count - 1, "end") && shows(&table, gold);
}

TEST(rulebook_8_presence) {
    position(3, "");
    city("A", "[0,1,2]", "2", "[2]");
    edit("architects", "[\"A\",\"0\",\"A\"]");
    edit("characters", "[[2],[1],[4]]"), edit("bank_characters", "[3,5,6]");
    CHECK(judged("\"gold\":[3,7,11]")); /* 1, 1 and 7 points; the lower character wins the tie */
    CHECK(shows(&table, "\"phase\":\"plan\",\"round\":2,\"maharaja\":\"B\"") && shows(&table, "\"B\":2,"));
    CHECK(shows(&table, "\"plans\":[null,null,null]") && shows(&table, "\"acted\":[false,false,false]"));
}

TEST(judging_the_worked_check) {
    position(4, "");
    city("A", "[0,2,5,0]", "0", "[1]");
    edit("architects", "[\"A\",\"A\",\"A\",\"A\"]"), edit("characters", "[[1],[3],[5],[6]]");
    edit("bank_characters", "[2,4]");
    CHECK(judged("\"gold\":[6,9,12,3]"));
}

/* The whole round of the example, mogul, sadhu, mason and artist; everyone walks past its own houses. */
TEST(rulebook_8_example_pays_12_9_6_3) {
    position(4, "");
    edit("characters", "[[1],[3],[5],[6]]"), edit("bank_characters", "[2,4]"), edit("phase", "\"plan\"");
    edit("turn", "null");
    edit("plans", "[null,null,null,null]"), edit("parts", PARTS(0, 0, 0, 0, 0, 0, 0, 0));
    edit("architects", "[\"F\",\"F\",\"C\",\"C\"]"), edit("gold", "[11,13,4,10]");
    villages(
        "{\"v9\":[1],\"v11\":[2,3],\"v12\":[2,3],\"v13\":[3],\"v14\":[3],\"v15\":[0,1],\"v16\":[0,1],\"v24\":[3]}");
    CHECK(put());
    CHECK(moved(&table, 0, "plan gold both") && moved(&table, 1, "plan move both"));
    CHECK(moved(&table, 2, "plan houses houses") && moved(&table, 3, "plan both governor"));
    CHECK(all_moved(0, "gold;house v3;travel r8;palace inner;end") && shows(&table, "\"gold\":[0,13,4,10]"));
    CHECK(all_moved(1, "travel r8;palace outer;house A;move v9 A;end") && shows(&table, "\"gold\":[0,0,4,10]"));
    CHECK(all_moved(2, "travel r6;house A;house A;house A;house A;mason house A;end") &&
          shows(&table, "\"gold\":[0,0,0,10]"));
    CHECK(all_moved(3, "travel r13;palace inner;house D;governor D;travel r7"));
    CHECK(shows(&table, "\"gold\":[0,0,0,0]") && shows(&table, "\"B\":-4,\"C\":-3,\"D\":-5,"));
    CHECK(moved(&table, 3, "end") && shows(&table, "\"gold\":[6,9,12,3]"));
    CHECK(shows(&table, "\"round\":2,\"maharaja\":\"D\"") && shows(&table, "\"D\":2,"));
}

TEST(judging_rewards_for_two_and_five) {
    position(2, "");
    city("A", "[1,2]", "null", "[]");
    CHECK(judged("\"gold\":[5,10]"));
    position(5, "");
    city("A", "[1,1,1,1,5]", "null", "[]");
    CHECK(judged("\"gold\":[10,7,4,1,13]"));
}

TEST(judging_no_points_no_gold) {
    position(3, "");
    city("A", "[0,1,2]", "null", "[]");
    CHECK(judged("\"gold\":[0,7,11]"));
}

TEST(judging_sadhu_doubles_outer_palaces_only) {
    position(3, "");
    city("A", "[0,0,0]", "0", "[1,2,2]");
    city("B", "[0,0,0]", "null", "[]");
    CHECK(judged("\"gold\":[7,3,11]")); /* 3, 1 and twice 2 points */
    position(3, "");
    city("A", "[0,4,0]", "2", "[]");
    CHECK(judged("\"gold\":[0,11,7]")); /* 4 points against 3: the inner one counts 3 for everyone */
}

TEST(judging_monopoly) {
    position(3, "neutral=on");
    city("A", "[0,1,0]", "null", "[\"n\",\"n\"]");
    CHECK(judged("\"gold\":[0,16,0]")); /* neutral palaces are nobody's */
    position(3, "");
    city("A", "[0,1,0]", "null", "[]");
    edit("architects", "[\"A\",\"0\",\"0\"]");
    CHECK(judged("\"gold\":[11,7,0]"));
}

TEST(rulebook_11_2_6_home_point) {
    position(3, "home=on"); /* the artist lives in A */
    edit("characters", "[[1],[2],[6]]"), edit("bank_characters", "[3,4,5]");
    CHECK(judged("\"gold\":[0,0,16]")); /* alone, by the home point only: a monopoly all the same */
    position(3, "home=on");
    edit("characters", "[[1],[2],[6]]"), edit("bank_characters", "[3,4,5]");
    city("A", "[0,2,0]", "null", "[]");
    CHECK(judged("\"gold\":[0,11,7]")); /* a home point is presence: it breaks the monopoly of two houses */
    position(3, "");
    edit("characters", "[[1],[2],[6]]"), edit("bank_characters", "[3,4,5]");
    CHECK(judged("\"gold\":[0,0,0]"));
}

/* ---- The end ---------------------------------------------------------------------------------------------- */

TEST(end_with_the_last_palace) {
    position(2, "");
    city("A", "[0,0]", "0", "[0,0,0]"), city("B", "[0,0]", "1", "[0,0]"), city("C", "[0,0]", "0", "[1]");
    CHECK(judged("\"phase\":\"over\",\"round\":1,\"maharaja\":\"A\",\"turn\":null"));
    CHECK(shows(&table, "\"scores\":[7,2]}") && shows(&table, "\"plans\":[null,null]") &&
          shows(&table, "\"acted\":[false,false]"));
    CHECK(shows(&table, "\"A\":1,") && shows(&table, "\"gold\":[15,0]"));
    CHECK(refused_with(0, "end", "over"));
}

TEST(rulebook_10_game_ends_with_the_round_in_which_a_token_came_to_field_10) {
    position(2, "");
    edit("track", "{\"A\":10,\"B\":-5,\"C\":-4,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}"), edit("round", "10");
    edit("last", "true");
    CHECK(judged("\"phase\":\"over\""));
    acting("1", "[[\"gold\",\"gold\"],[\"gold\",\"governor\"]]", PARTS(0, 0, 0, 0, 0, 0, 1, 0));
    edit("acted", "[true,false]"); /* moving it down again does not help */
    CHECK(put() && moved(&table, 1, "governor A") && shows(&table, "\"A\":8,\"B\":-5,") && moved(&table, 1, "end"));
    CHECK(shows(&table, "\"phase\":\"over\",\"round\":10,") && shows(&table, "\"last\":true,"));
}

TEST(rulebook_10_a_token_comes_to_field_10_with_the_maharajas_travel) {
    position(2, "");
    edit("track", "{\"A\":9,\"B\":-5,\"C\":-4,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}"), edit("round", "9");
    CHECK(judged("\"phase\":\"plan\",\"round\":10,\"maharaja\":\"B\"") && shows(&table, "\"B\":10,"));
    CHECK(shows(&table, "\"last\":true,"));
}

TEST(end_with_round_20_or_8) {
    position(2, "");
    edit("round", "19");
    CHECK(judged("\"phase\":\"plan\",\"round\":20"));
    position(2, "");
    edit("round", "20");
    CHECK(judged("\"phase\":\"over\",\"round\":20"));
    position(2, "short=on");
    edit("round", "8");
    CHECK(judged("\"phase\":\"over\",\"round\":8") && shows(&table, "\"palaces_left\":[6,6]"));
}

static bool placed(int a, int b, int c) {
    struct arkad_result result;
    arkad_result(table.game, &table.position, &result);
    return result.places[0] == a && result.places[1] == b && result.places[2] == c;
}

TEST(end_most_palaces_then_gold_then_lower_character) {
    position(3, "");
    edit("round", "20"), edit("characters", "[[4],[2],[3]]"), edit("bank_characters", "[1,5,6]");
    city("B", "[0,0,0]", "1", "[0,2]");
    city("A", "[0,0,2]", "null", "[]");
    CHECK(judged("\"gold\":[0,0,16]") && placed(3, 2, 1)); /* one palace each; gold, then the trader before the monk */
    city("C", "[0,0,0]", "0", "[]");
    CHECK(judged("\"scores\":[2,1,1]") && placed(1, 3, 2));
}

/* ---- Options and laws ------------------------------------------------------------------------------------- */

TEST(options_advanced_is_four) {
    CHECK(table_deal(&table, "maharaja", 2, "advanced=on", 1));
    static const uint8_t on[] = {0, 0, 1, 1, 1, 1, 0}, off[] = {0, 0, 0, 1, 0, 0, 0};
    CHECK(!memcmp(table.setup.options, on, sizeof on));
    CHECK(shows(&table, "\"bank_characters\":[1,2,3,4,5,6,7]") && shows(&table, "\"outer\":[\"n\",\"n\",\"n\"]"));
    CHECK(shows(&table, "\"bank_coins\":7"));
    char why[ARKAD_WHY_MAX];
    CHECK(!arkad_setup_options(table.game, &table.setup, "map=rajasthan", why));
    CHECK(arkad_setup_options(table.game, &table.setup, "map=elsewhere", why) != NULL);
    CHECK(!arkad_setup_options(table.game, &table.setup, "advanced=off", why)); /* neutral palaces are the standard */
    CHECK(!memcmp(table.setup.options, off, sizeof off));
}

static bool cannot_be(const char *key, const char *value) {
    char whole[ARKAD_JSON_MAX], why[ARKAD_WHY_MAX];
    struct arkad_position read;
    memcpy(whole, json, sizeof json);
    edit(key, value);
    const char *wrong = arkad_json_read(table.game, &table.setup, -1, json, strlen(json), &read, why);
    memcpy(json, whole, sizeof json);
    if (!wrong) printf("# %s: %s should not be\n", key, value);
    return wrong;
}

TEST(laws_refuse_what_cannot_be) {
    position(3, "");
    villages("{\"v1\":[0,1]}");
    CHECK(put());
    CHECK(cannot_be("villages", "{\"v1\":[0,1,2]}") && cannot_be("villages", "{\"v1\":[1,0]}") &&
          cannot_be("villages", "{}"));
    CHECK(cannot_be("villages", "{\"v31\":[0,1]}") && cannot_be("reserve", "[7,6,6]") &&
          cannot_be("palaces_left", "[6,7,7]"));
    CHECK(cannot_be("characters", "[[1],[1],[3]]") && cannot_be("characters", "[[1,2],[],[3]]") &&
          cannot_be("bank_characters", "[4,5]"));
    CHECK(cannot_be("turn", "null") && cannot_be("asked", "1") && cannot_be("acted", "[true,false,false]"));
    CHECK(cannot_be("round", "0") && cannot_be("round", "21") && cannot_be("maharaja", "\"0\"") &&
          cannot_be("roads", "21"));
    CHECK(cannot_be("track", "{\"A\":1,\"B\":1,\"C\":-4,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}"));
    CHECK(cannot_be("track", "{\"A\":10,\"B\":1,\"C\":-4,\"D\":-3,\"E\":-2,\"F\":-1,\"G\":0}")); /* and not `last` */
    CHECK(cannot_be("parts", PARTS(3, 0, 0, 0, 0, 0, 0, 0)) && cannot_be("parts", PARTS(0, 1, 0, 0, 0, 0, 0, 0)));
    CHECK(cannot_be("plans", "[[\"gold\",\"gold\"],null,[\"gold\",\"gold\"]]") &&
          cannot_be("plans", "[[\"both\",\"gold\"],[\"gold\",\"gold\"],[\"gold\",\"gold\"]]"));
    CHECK(cannot_be("coins", "[1,0,0]") && cannot_be("bank_coins", "7") && cannot_be("coin_used", "true"));
    CHECK(cannot_be("bid", "{\"high\":null,\"by\":null,\"passed\":[]}") && cannot_be("gold", "[-1,0,0]") &&
          cannot_be("gold", "[30001,0,0]"));
    CHECK(cannot_be("phase", "\"over\"") && cannot_be("phase", "\"plan\"") && cannot_be("phase", "\"replace\"") &&
          cannot_be("phase", "\"yield\""));
    CHECK(cannot_be("phase", "\"choose\"") && cannot_be("phase", "\"auction\"") && cannot_be("phase", "\"place\""));
}

TEST(gold_is_remembered_from_the_start_and_guessed_otherwise) {
    struct arkad_position view, world;
    uint8_t seed[ARKAD_SEED_BYTES] = {1};
    CHECK(table_deal(&table, "maharaja", 2, "auction=on", 1) && moved(&table, 0, "bid 7") && moved(&table, 1, "pass"));
    arkad_view(table.game, &table.position, 1, &view);
    arkad_world(table.game, &view, seed, &world);
    table.position = world;
    CHECK(shows(&table, "\"gold\":[8,15]"));
    table.position = view;
    snprintf(json, sizeof json, "%s", state(&table));
    CHECK(strstr(json, "\"gold\":[null,15]"));
    CHECK(!arkad_json_read(table.game, &table.setup, 1, json, strlen(json), &view, table.why));
    arkad_world(table.game, &view, seed, &world);
    CHECK(!arkad_laws(table.game, &world, table.why));
    arkad_view(table.game, &world, 1, &world);
    CHECK(!memcmp(&world, &view, sizeof view));
}

/* ---- Maps ------------------------------------------------------------------------------------------------- */

static char map_text[8192];

static void map_line(const char *line) {
    snprintf(map_text + strlen(map_text), sizeof map_text - strlen(map_text), "%s\n", line);
}

/* A ring of the eight places, with a village or two on every road; one line may be said differently. */
static void write_map(const char *instead_of, const char *line) {
    static const char *const lines[] = {"map ring",
                                        "place 0 500 500 - - start",
                                        "place A 1 1 red 1 One Town",
                                        "place B 2 2 red - B",
                                        "place C 3 3 red - C",
                                        "place D 4 4 red - D",
                                        "place E 5 5 red - E",
                                        "place F 6 6 red - F",
                                        "place G 7 7 red 7 G",
                                        "road r1 0 A v1 1,1 v2 2,2",
                                        "road r2 A B v3 1,1",
                                        "road r3 B C v4 1,1",
                                        "road r4 C D v5 1,1",
                                        "road r5 D E v6 1,1",
                                        "road r6 E F v7 1,1",
                                        "road r7 F G v8 1,1",
                                        "road r8 G 0 v9 1,1 v10 9,9 curve 3,4"};
    map_text[0] = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) map_line(strcmp(lines[i], instead_of) ? lines[i] : line);
}

static const char *read_map(struct arkad_map *map) {
    static char why[ARKAD_WHY_MAX];
    return arkad_map_read(arkad_game_find("maharaja"), map_text, strlen(map_text), map, why);
}

static bool map_refused(const char *instead_of, const char *line, const char *sentence) {
    struct arkad_map map;
    write_map(instead_of, line);
    const char *wrong = read_map(&map);
    if (wrong && strstr(wrong, sentence)) return true;
    printf("# %s: %s\n", line, wrong ? wrong : "not refused");
    return false;
}

TEST(map_is_read) {
    struct arkad_map map;
    write_map("", "");
    CHECK(!read_map(&map));
    const struct board *board = map_board(&map, NULL);
    CHECK_TEXT(map.name, "ring");
    CHECK_TEXT(board->places[1].name, "One Town");
    CHECK(board->places[1].home == 1 && board->places[7].home == 7 && board->places[2].home == 0 &&
          board->places[0].x == 500);
    CHECK(board->road_count == 8 && board->village_count == 10 && board->roads[7].is_curved &&
          board->roads[7].curve_y == 4);
    CHECK(board->roads[7].from == 7 && board->roads[7].to == 0 && board->roads[7].villages[1] == 10 &&
          board->villages[9].x == 9);
    CHECK_TEXT(board->places[0].colour, "");
}

TEST(map_complaints_name_the_line) {
    CHECK(map_refused("map ring", "map Ring", "line 1: a map is named by one plain word"));
    CHECK(map_refused("map ring", "map a b", "line 1: b is more"));
    CHECK(map_refused("map ring", "", "line 17: the map ends without a name"));
    CHECK(map_refused("place B 2 2 red - B", "map twice", "line 4: the map has its name"));
    CHECK(map_refused("place B 2 2 red - B", "place A 2 2 red - B", "line 4: the place A is there already"));
    CHECK(map_refused("place B 2 2 red - B", "place H 2 2 red - B", "line 4: a place is 0 or A to G, not H"));
    CHECK(map_refused("place B 2 2 red - B", "place B 2 1001 red - B", "line 4: x and y"));
    CHECK(map_refused("place B 2 2 red - B", "place B 2 2 Red - B", "line 4: a colour"));
    CHECK(map_refused("place B 2 2 red - B", "place B 2 2 red 8 B", "line 4: a home is"));
    CHECK(map_refused("place B 2 2 red - B", "place B 2 2 red 1 B", "line 4: character 1 lives elsewhere"));
    CHECK(map_refused("place B 2 2 red - B", "place B 2 2 red -", "line 4: the place has no name"));
    CHECK(map_refused("place B 2 2 red - B", "", "line 17: the map ends without the place B"));
    CHECK(map_refused("place 0 500 500 - - start", "place 0 500 500 - 2 start",
                      "line 2: nobody lives on the start space"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r1 A B v3 1,1", "line 11: the road r1 is there already"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r9 A B v3 1,1", "there are 8 roads, but r2 is not there"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r33 A B v3 1,1", "line 11: a road is r1 to r32, not r33"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A A v3 1,1", "line 11: the road r2 leads from a place to itself"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A H v3 1,1", "line 11: a road leads from a place"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A B v2 1,1", "line 11: the village v2 lies on a road already"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A B v49 1,1", "line 11: a village is v1 to v48, not v49"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A B v11 1,1", "there are 10 villages, but v3 is not there"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A B v3", "line 11: after v3 stands its point"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A B v3 1,1 curve 5", "line 11: after curve"));
    CHECK(map_refused("road r2 A B v3 1,1", "road r2 A B v3 1,1 v11 1,1 v12 1,1 v13 1,1",
                      "line 11: a road has 3 villages"));
    CHECK(map_refused("road r1 0 A v1 1,1 v2 2,2", "road r1 0 A v1 1,1", "there are 9 villages, but v2 is not there"));
    CHECK(map_refused("road r8 G 0 v9 1,1 v10 9,9 curve 3,4", "road r8 G 0 v9 1,1",
                      "ends with 9 villages, and needs 10"));
    CHECK(map_refused("road r2 A B v3 1,1", "street r2 A B", "line 11: a line begins with map, place, road or #"));
    write_map("road r2 A B v3 1,1", "road r2 A 0 v3 1,1");
    for (char *at = map_text; (at = strstr(at, "road r8 G 0")); at++) at[10] = 'F';
    struct arkad_map map;
    const char *wrong = read_map(&map);
    CHECK(wrong && strstr(wrong, "no roads lead from the start space to B"));
}

TEST(map_may_be_another) {
    struct arkad_map map;
    write_map("", "");
    CHECK(!read_map(&map));
    table_deal(&table, "maharaja", 2, "", 0);
    table.setup.map = &map;
    CHECK(!arkad_deal(table.game, &table.setup, &table.position, NULL, table.why));
    CHECK(moved(&table, 0, "choose 1") && moved(&table, 1, "choose 2") && list_length(&table, 0) == 10);
    CHECK(refused_with(0, "place v11", "there are 10 villages on this map"));
}

int main(void) {
    RUN(setup_of_everything);
    RUN(rulebook_5_1_the_youngest_chooses_first);
    RUN(rulebook_5_neutral_palaces_with_fewer_than_five);
    RUN(setup_first_houses_go_round_in_character_order);
    RUN(setup_village_holds_one_house_with_two_players);
    RUN(round_maharaja_travels_to_lowest_token);
    RUN(options_auction);
    RUN(rulebook_11_2_5_bid_of_nothing_wins_for_nothing);
    RUN(options_next_auction_is_opened_clockwise_from_the_winner);
    RUN(rulebook_11_2_5_the_youngest_opens_the_auction);
    RUN(round_plans_are_made_at_once_and_in_secret);
    RUN(round_plan_is_shown_when_the_turn_comes);
    RUN(characters_trader_is_paid_at_the_start_of_the_turn);
    RUN(rulebook_5_2_connection);
    RUN(rulebook_7_1_toll_for_each_house_to_its_owner);
    RUN(travel_own_house_makes_a_village_free);
    RUN(travel_only_what_can_be_paid);
    RUN(travel_bank_pays_for_the_monk);
    RUN(notation_listed_travels_are_roads_and_pairs_through_the_start);
    RUN(travel_route_may_pass_a_place_again);
    RUN(travel_at_most_20_roads_in_a_turn);
    RUN(actions_house_on_a_village_or_in_the_architects_city);
    RUN(actions_house_needs_reserve_and_gold);
    RUN(rulebook_7_2_two_houses_one_in_a_city);
    RUN(actions_move_a_house);
    RUN(actions_quarry_takes_what_is_left);
    RUN(actions_palace_costs_12_or_9);
    RUN(actions_palace_needs_a_free_site_and_a_city);
    RUN(rulebook_7_5_example_1);
    RUN(rulebook_7_5_any_token_but_the_lowest);
    RUN(rulebook_7_5_example_2);
    RUN(rulebook_7_7_left_out_pays_the_others_once);
    RUN(rulebook_7_6_trader_then_monk);
    RUN(rulebook_7_6_mason_then_artist);
    RUN(rulebook_6_3_house_then_swap_then_palace);
    RUN(rulebook_7_6_order_changes_but_a_seat_acts_once);
    RUN(characters_masons_mark_stays_when_the_card_changes_hands);
    RUN(characters_mason_moves_a_house_or_builds_one);
    RUN(characters_unused_mason_and_coin_cost_nothing);
    RUN(rulebook_11_2_3_coin_between_two_actions);
    RUN(options_one_coin_a_turn_and_not_for_characters);
    RUN(options_yogi_brings_a_coin_while_the_bank_has_one);
    RUN(rulebook_11_3_take_while_the_bank_has_a_card);
    RUN(rulebook_11_3_lured_seat_chooses_what_it_gives);
    RUN(rulebook_11_3_order_by_the_lowest_card);
    RUN(options_exchange_and_lure_only_with_many);
    RUN(rulebook_8_presence);
    RUN(judging_the_worked_check);
    RUN(rulebook_8_example_pays_12_9_6_3);
    RUN(judging_rewards_for_two_and_five);
    RUN(judging_no_points_no_gold);
    RUN(judging_sadhu_doubles_outer_palaces_only);
    RUN(judging_monopoly);
    RUN(rulebook_11_2_6_home_point);
    RUN(end_with_the_last_palace);
    RUN(rulebook_10_game_ends_with_the_round_in_which_a_token_came_to_field_10);
    RUN(rulebook_10_a_token_comes_to_field_10_with_the_maharajas_travel);
    RUN(end_with_round_20_or_8);
    RUN(end_most_palaces_then_gold_then_lower_character);
    RUN(options_advanced_is_four);
    RUN(laws_refuse_what_cannot_be);
    RUN(gold_is_remembered_from_the_start_and_guessed_otherwise);
    RUN(map_is_read);
    RUN(map_complaints_name_the_line);
    RUN(map_may_be_another);
    return tests_end();
}
