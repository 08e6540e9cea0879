/*
 * Maharaja in words. A city is called by its name and letter; on a map that is not the built-in one, whose names a
 * position does not hold, by its letter alone.
 */
#include "games/maharaja/maharaja.h"
#include "lang/say_game.h"

#include <string.h>

/* ---- Names ------------------------------------------------------------------------------------------------------ */

/* Whether the position's roads and homes are those of the board. */
static bool is_played_on(const struct maharaja *m, const struct board *board) {
    if (m->road_count != board->road_count || m->village_count != board->village_count) return false;
    for (int road = 0; road < board->road_count; road++) {
        if (m->roads[road].from != board->roads[road].from || m->roads[road].to != board->roads[road].to) return false;
        for (int i = 0; i < board->roads[road].village_count; i++)
            if (m->roads[road].villages[i] != FIRST_VILLAGE - 1 + board->roads[road].villages[i]) return false;
    }
    for (int place = 0; place < PLACES; place++)
        if (m->homes[place] != board->places[place].home) return false;
    return true;
}

static void say_city(const struct say *say, int city, const char *name) {
    SAY(say, *name ? "maharaja.city" : "maharaja.city.unnamed", TEXT("name", name), TEXT("letter", places[city]));
}

/* What a place but a village is called on the map that is played on; empty if the position does not know. The name is
   the map's, which the caller keeps. */
static const char *place_name(const struct say *say, int place, struct arkad_map *built_in) {
    const struct board *board = map_board(NULL, built_in);
    if (place == START) return lang_text(say->lang, "maharaja.start");
    return is_played_on(say->view, board) ? board->places[place].name : "";
}

/* The city by which a village lies: the nearer end of its road, if that is not the start space; or -1. */
static int city_by(const struct maharaja *m, int village) {
    for (int road = 0; road < m->road_count; road++)
        for (int i = 0; i < 3; i++) {
            bool is_last = i == 2 || !m->roads[road].villages[i + 1];
            int near = i && is_last ? m->roads[road].to : m->roads[road].from;
            if (m->roads[road].villages[i] != village) continue;
            return near != START ? near : m->roads[road].from + m->roads[road].to - near;
        }
    return -1;
}

/* By its number on the map and the city by which it lies. */
static void say_village(const struct say *say, int village) {
    struct arkad_map built_in;
    int city = city_by(say->view, village);
    const char *name = city < 0 ? "" : place_name(say, city, &built_in);
    SAY_APART(say, by, if (city >= 0 && !*name) say_city(&apart, city, ""));
    SAY(say, city < 0 ? "maharaja.village.alone" : "maharaja.village", NUMBER("n", village - FIRST_VILLAGE + 1),
        TEXT("city", *name ? name : by));
}

static void say_place(const struct say *say, int place) {
    struct arkad_map built_in;
    if (place >= FIRST_VILLAGE)
        say_village(say, place);
    else if (place == START)
        say_text(say, "maharaja.start");
    else
        say_city(say, place, place_name(say, place, &built_in));
}

/* The cards of the game are the tokens of its cities. */
static void card(const struct say *say, int city) { say_city(say, city, ""); }

static void say_character(const struct say *say, int number) {
    char digit[] = {(char)('0' + number), 0};
    SAY(say, "maharaja.character", TEXT("name", say_word(say, "maharaja.character.", digit)), NUMBER("n", number));
}

static const char *action_name(const struct say *say, int action) {
    return say_word(say, "maharaja.action.", actions[action]);
}

/* What of the plan has still to be done. */
static void say_parts(const struct say *say, const struct maharaja *m) {
    bool has_begun = false;
    for (int part = 0; part < PARTS; part++) {
        if (!m->parts[part]) continue;
        say_count(say, &has_begun, m->parts[part], say_word(say, "maharaja.part.", parts[part]));
    }
}

/* ---- Asked ------------------------------------------------------------------------------------------------------ */

static void ask_to_act(const struct say *say, const struct maharaja *m) {
    SAY_APART(say, open, say_parts(&apart, m));
    SAY(say, *open ? "maharaja.ask.act" : "maharaja.ask.end", TEXT("parts", open));
}

static void ask(const struct say *say) {
    const struct maharaja *m = say->view;
    switch (m->head.phase) {
    case CHOOSE: say_text(say, "maharaja.ask.choose"); break;
    case AUCTION: SAY(say, m->high ? "maharaja.ask.bid" : "maharaja.ask.open", NUMBER("n", m->high - 1)); break;
    case PLACE: SAY(say, "maharaja.ask.place", NUMBER("n", m->reserve[say->seat])); break;
    case PLAN: say_text(say, "maharaja.ask.plan"); break;
    case REPLACE: SAY(say, "maharaja.ask.replace", NAME("name", say, m->turn - 1)); break;
    case YIELD: SAY(say, "maharaja.ask.yield", NAME("name", say, m->turn - 1)); break;
    default: ask_to_act(say, m); break;
    }
}

/* ---- Chosen and told -------------------------------------------------------------------------------------------- */

static const struct phrases {
    const char *verbs[VERBS], *take_from, *travel_free;
} choices = {.verbs = {[CHOOSE_CARD] = "maharaja.choose",
                       [BID] = "maharaja.bid",
                       [PASS] = "say.pass",
                       [PLACE_HOUSE] = "maharaja.place",
                       [PLAN_ACTIONS] = "maharaja.plan",
                       [TAKE_GOLD] = "maharaja.gold",
                       [TAKE_HOUSES] = "maharaja.quarry",
                       [BUILD_HOUSE] = "maharaja.house",
                       [BUILD_INNER] = "maharaja.inner",
                       [BUILD_OUTER] = "maharaja.outer",
                       [MOVE_HOUSE] = "maharaja.move",
                       [MOVE_TOKEN] = "maharaja.governor",
                       [TAKE_CARD] = "maharaja.take",
                       [EXCHANGE] = "maharaja.exchange",
                       [LURE] = "maharaja.lure",
                       [TRAVEL] = "maharaja.travel",
                       [MASON_HOUSE] = "maharaja.mason.house",
                       [MASON_MOVE] = "maharaja.mason.move",
                       [SPEND_COIN] = "maharaja.coin",
                       [END] = "maharaja.end",
                       [YIELD_CARD] = "maharaja.yield"},
             .take_from = "maharaja.take.from",
             .travel_free = "maharaja.travel.free"},
  deeds = {.verbs = {[CHOOSE_CARD] = "maharaja.chooses",
                     [BID] = "maharaja.bids",
                     [PASS] = "say.passes",
                     [PLACE_HOUSE] = "maharaja.places",
                     [PLAN_ACTIONS] = "maharaja.plans",
                     [TAKE_GOLD] = "maharaja.golds",
                     [TAKE_HOUSES] = "maharaja.quarries",
                     [BUILD_HOUSE] = "maharaja.houses",
                     [BUILD_INNER] = "maharaja.inners",
                     [BUILD_OUTER] = "maharaja.outers",
                     [MOVE_HOUSE] = "maharaja.moves",
                     [MOVE_TOKEN] = "maharaja.governors",
                     [TAKE_CARD] = "maharaja.takes",
                     [EXCHANGE] = "maharaja.exchanges",
                     [LURE] = "maharaja.lures",
                     [TRAVEL] = "maharaja.travels",
                     [MASON_HOUSE] = "maharaja.mason.houses",
                     [MASON_MOVE] = "maharaja.mason.moves",
                     [SPEND_COIN] = "maharaja.coins",
                     [END] = "maharaja.ends",
                     [YIELD_CARD] = "maharaja.yields"},
           .take_from = "maharaja.takes.from",
           .travel_free = "maharaja.travels.free"};

static void say_plan(const struct say *say, const char *key) {
    const uint8_t *args = say->move->args;
    SAY(say, key, TEXT("first", action_name(say, args[0])), TEXT("second", action_name(say, args[1])));
}

static void say_at_place(const struct say *say, const char *key, int place, int number) {
    SAY_APART(say, name, say_place(&apart, place));
    SAY(say, key, TEXT("place", name), NUMBER("n", number));
}

static void say_palace(const struct say *say, const char *key) {
    const struct maharaja *m = say->view;
    say_at_place(say, key, m->architects[say->seat], holds(m, say->seat, ARTIST) ? 9 : 12);
}

static void say_house_move(const struct say *say, const char *key) {
    SAY_APART(say, from, say_place(&apart, say->move->args[0]));
    SAY_APART(say, to, say_place(&apart, say->move->args[1]));
    SAY(say, key, TEXT("from", from), TEXT("to", to));
}

/* A character, and the seat it comes from: 0 for none, or the seat + 1. */
static void say_with_character(const struct say *say, const char *key, int from) {
    SAY_APART(say, character, say_character(&apart, say->move->args[0]));
    if (from)
        SAY_OF(say, from - 1, key, TEXT("character", character));
    else
        SAY(say, key, TEXT("character", character));
}

static void say_exchange(const struct say *say, const char *key) {
    const uint8_t *args = say->move->args;
    SAY_APART(say, character, say_character(&apart, args[0]));
    SAY_APART(say, own, say_character(&apart, args[2]));
    SAY_OF(say, args[1] - 1, key, TEXT("character", character), TEXT("own", own));
}

/* What passing a road costs: a piece of gold for every house in villages where the seat has none. */
static int toll_of(const struct maharaja *m, int seat, int road) {
    int sum = 0;
    for (int i = 0; i < 3; i++) {
        int village = m->roads[road].villages[i];
        if (!village || m->housed[seat] >> village & 1) continue;
        for (int other = 0; other < m->head.players; other++)
            sum += (int)(m->housed[other] >> village & 1) + (int)(m->doubled[other] >> village & 1);
    }
    return sum;
}

/* The place at the other end of a road. */
static int end_of(const struct maharaja *m, int road, int from) {
    return m->roads[road].from == from ? m->roads[road].to : m->roads[road].from;
}

/* The places between the ends of a journey. */
static void say_way(const struct say *say, const uint8_t *route) {
    int at = ((const struct maharaja *)say->view)->architects[say->seat];
    bool has_begun = false;
    for (int i = 1; i < route[0]; i++) {
        at = end_of(say->view, route[i] - 1, at);
        say_comma(say, &has_begun);
        say_place(say, at);
    }
}

/* Where a journey ends, and what it leads through. */
static void say_route(const struct say *say, const uint8_t *route) {
    int at = ((const struct maharaja *)say->view)->architects[say->seat];
    for (int i = 1; i <= route[0]; i++) at = end_of(say->view, route[i] - 1, at);
    SAY_APART(say, through, say_way(&apart, route));
    SAY_APART(say, place, say_place(&apart, at));
    if (*through)
        SAY(say, "maharaja.route", TEXT("place", place), TEXT("through", through));
    else
        text_put(say->out, place);
}

/* No village lies on two roads, so the tolls of a journey are those of its roads. */
static void say_travel(const struct say *say, const struct phrases *phrases) {
    const struct maharaja *m = say->view;
    const uint8_t *route = say->move->args;
    int toll = 0;
    for (int i = 1; i <= route[0]; i++) toll += holds(m, say->seat, MONK) ? 0 : toll_of(m, say->seat, route[i] - 1);
    SAY_APART(say, place, say_route(&apart, route));
    SAY(say, toll ? phrases->verbs[TRAVEL] : phrases->travel_free, TEXT("place", place), NUMBER("n", toll));
}

static void say_one(const struct say *say, const struct phrases *phrases) {
    const struct maharaja *m = say->view;
    const char *key = phrases->verbs[say->move->verb];
    const uint8_t *args = say->move->args;
    switch (say->move->verb) {
    case CHOOSE_CARD:
    case YIELD_CARD: say_with_character(say, key, 0); break;
    case BID: SAY(say, key, NUMBER("n", args[0])); break;
    case PLAN_ACTIONS: say_plan(say, key); break;
    case TAKE_HOUSES: SAY(say, key, NUMBER("n", m->bank_houses[say->seat] < 2 ? m->bank_houses[say->seat] : 2)); break;
    case PLACE_HOUSE:
    case BUILD_HOUSE:
    case MASON_HOUSE: say_at_place(say, key, args[0], 0); break;
    case BUILD_INNER:
    case BUILD_OUTER: say_palace(say, key); break;
    case MOVE_HOUSE:
    case MASON_MOVE: say_house_move(say, key); break;
    case MOVE_TOKEN: say_at_place(say, key, args[0], maharaja_lower_field(m, args[0])); break;
    case TAKE_CARD: say_with_character(say, args[1] ? phrases->take_from : key, args[1]); break;
    case EXCHANGE: say_exchange(say, key); break;
    case LURE: say_of(say, args[0] - 1, key); break;
    case TRAVEL: say_travel(say, phrases); break;
    case SPEND_COIN: SAY(say, key, TEXT("action", action_name(say, args[0]))); break;
    default: say_text(say, key); break;
    }
}

static void choice(const struct say *say) {
    SAY_APART(say, left, if (say->move->verb == END) say_parts(&apart, say->view));
    if (*left)
        SAY(say, "maharaja.end.short", TEXT("parts", left));
    else
        say_one(say, &choices);
}

/* ---- What followed ---------------------------------------------------------------------------------------------- */

/* The auction of a choice ends with a pass, and its winner chooses. */
static void tell_winner(const struct say *say, const struct maharaja *before, const struct maharaja *after) {
    if (before->head.phase != AUCTION || after->head.phase == AUCTION) return;
    say_next(say);
    SAY_OF(say, after->turn - 1, "maharaja.won", NUMBER("n", before->high - 1));
}

/* A seat's gold as far as the viewer knows it, or -1. */
static int gold_of(const struct maharaja *m, int seat) {
    bool is_seen = !m->head.viewer || m->head.viewer == seat + 1;
    if (is_seen) return m->seats[seat].gold;
    return m->remembers ? m->remembered[seat] : -1;
}

/* What each seat got from the maharaja: what it has more, without what it got because the plan was not carried out. */
static void say_rewards(const struct say *say, const struct maharaja *before, const struct maharaja *after) {
    bool has_begun = false, is_short = sum_bytes(before->parts, PARTS) > 0;
    for (int seat = 0; seat < after->head.players; seat++) {
        int had = gold_of(before, seat), has = gold_of(after, seat);
        int reward = has - had - (is_short && seat != say->seat ? LEFT_OUT : 0);
        if (had < 0 || has < 0 || reward <= 0) continue;
        say_comma(say, &has_begun);
        SAY_OF(say, seat, "say.gain", NUMBER("points", reward));
    }
}

static void tell_judgement(const struct say *say, const struct maharaja *before, const struct maharaja *after) {
    SAY_APART(say, gains, say_rewards(&apart, before, after));
    SAY_APART(say, place, say_place(&apart, before->maharaja));
    say_next(say);
    SAY(say, *gains ? "maharaja.judged" : "maharaja.judged.none", TEXT("place", place), TEXT("gains", gains));
}

static void tell_round(const struct say *say, const struct maharaja *after) {
    SAY_APART(say, place, say_place(&apart, after->maharaja));
    say_next(say);
    SAY(say, "maharaja.round", NUMBER("n", after->round), TEXT("place", place));
}

/* Another seat's turn begins with its plan shown, and what its characters bring. */
static void tell_turn(const struct say *say, const struct maharaja *before, const struct maharaja *after) {
    int seat = after->turn - 1;
    const uint8_t *shown = after->shown[seat];
    say_next(say);
    SAY_OF(say, seat, "maharaja.shows", TEXT("first", action_name(say, shown[0])),
           TEXT("second", action_name(say, shown[1])));
    if (holds(after, seat, TRADER)) say_sentence(say, "maharaja.trader");
    if (after->coins[seat] > before->coins[seat]) say_sentence(say, "maharaja.yogi");
}

static void made(const struct say *say) {
    const struct maharaja *before = say->view, *after = say->after;
    bool is_turn = after->head.phase == ACT && (before->head.phase == PLAN || before->turn != after->turn);
    bool is_end = say->move->verb == END, is_over = after->head.phase == OVER;
    if (say->is_hidden)
        say_text(say, "maharaja.plans.hidden");
    else
        say_one(say, &deeds);
    tell_winner(say, before, after);
    if (is_end && sum_bytes(before->parts, PARTS)) say_sentence(say, "maharaja.short");
    if (is_end && !is_turn) tell_judgement(say, before, after);
    if (after->round != before->round && !is_over) tell_round(say, after);
    if (is_turn) tell_turn(say, before, after);
}

/* ---- Reasons ---------------------------------------------------------------------------------------------------- */

static int found_in(short_name *words, int count, const char *word) {
    for (int i = 1; i < count; i++)
        if (!strcmp(words[i], word)) return i;
    return strcmp(word, spaces[START]) ? -1 : START;
}

static bool thing(const struct say *say, const char *place, const char *word) {
    const struct maharaja *m = say->view;
    int at = strcmp(place, "place") && strcmp(place, "token") ? -1 : found_in(places, PLACES + m->village_count, word);
    int road = strcmp(place, "road") ? -1 : found_in(roads, m->road_count + 1, word) - 1;
    bool is_character = !strcmp(place, "character") && *word >= '1' && *word <= '0' + CHARACTERS;
    if (at >= 0) say_place(say, at);
    if (is_character) say_character(say, *word - '0');
    if (road < 0) return at >= 0 || is_character;
    SAY_APART(say, from, say_place(&apart, m->roads[road].from));
    SAY_APART(say, to, say_place(&apart, m->roads[road].to));
    SAY(say, "maharaja.road", TEXT("from", from), TEXT("to", to));
    return true;
}

/* ---- Explained -------------------------------------------------------------------------------------------------- */

static void say_houses(const struct say *say, int village) {
    const struct maharaja *m = say->view;
    bool has_begun = false;
    for (int seat = 0; seat < m->head.players; seat++) {
        int count = houses_in(m, seat, bit(village));
        if (count) say_count(say, &has_begun, count, say_name(say, seat));
    }
}

static void about_village(const struct say *say, int village) {
    const struct maharaja *m = say->view;
    SAY_APART(say, houses, say_houses(&apart, village));
    say_next(say);
    SAY(say, *houses ? "maharaja.now.village" : "maharaja.now.village_empty", TEXT("names", houses));
    if (say->you == NOBODY || !*houses) return;
    say_next(say);
    SAY(say, "maharaja.now.toll", NUMBER("n", holds(m, say->you, MONK) ? 0 : toll(m, say->you, bit(village))));
}

/* What the maharaja would pay if he judged the city now. */
static void say_judged(const struct say *say, int city) {
    struct maharaja there = *(const struct maharaja *)say->view;
    struct judged judged[SEATS] = {{0}};
    bool has_begun = false;
    there.maharaja = (uint8_t)city;
    maharaja_judge(&there, judged);
    for (int seat = 0; seat < there.head.players; seat++) {
        if (!judged[seat].points) continue;
        say_comma(say, &has_begun);
        SAY(say, "maharaja.now.judged", NAME("name", say, seat), NUMBER("points", judged[seat].points),
            NUMBER("n", judged[seat].reward + judged[seat].monopoly));
    }
}

static void about_city(const struct say *say, int city) {
    const struct maharaja *m = say->view;
    SAY_APART(say, gains, say_judged(&apart, city));
    say_next(say);
    SAY(say, *gains ? "maharaja.now.city" : "maharaja.now.city_empty", TEXT("gains", gains));
    if (!m->homes[city]) return;
    SAY_APART(say, character, say_character(&apart, m->homes[city]));
    say_next(say);
    SAY(say, "maharaja.now.home", TEXT("character", character));
}

/* How many tokens are lower, and with it how soon the maharaja comes. */
static void about_token(const struct say *say, int city) {
    const struct maharaja *m = say->view;
    int lower = 0;
    for (int other = FIRST_CITY; other < PLACES; other++) lower += m->track[other] < m->track[city];
    say_next(say);
    SAY(say, "maharaja.now.token", NUMBER("field", m->track[city]), NUMBER("n", lower));
}

static void about_character(const struct say *say, int number) {
    const struct maharaja *m = say->view;
    for (int seat = 0; seat < m->head.players; seat++) {
        if (!holds(m, seat, number)) continue;
        say_next(say);
        SAY(say, "maharaja.now.held", NAME("name", say, seat));
    }
}

static void about(const struct say *say, const char *what, const char *word) {
    const struct maharaja *m = say->view;
    bool is_place = !strcmp(what, "place"), is_token = !strcmp(what, "token");
    int place = is_place || is_token ? found_in(places, PLACES + m->village_count, word) : -1;
    if (is_place && place >= FIRST_VILLAGE) about_village(say, place);
    if (is_place && place >= FIRST_CITY && place < PLACES) about_city(say, place);
    if (is_token && place >= FIRST_CITY && place < PLACES) about_token(say, place);
    if (!strcmp(what, "character") && *word >= '1' && *word <= '0' + CHARACTERS) about_character(say, *word - '0');
    if (!strcmp(what, "action") && !strcmp(word, "palace") && say->you != NOBODY) {
        say_next(say);
        SAY(say, "maharaja.now.palace", NUMBER("n", holds(m, say->you, ARTIST) ? 9 : 12),
            NUMBER("left", m->palaces_left[say->you]));
    }
}

const struct say_game maharaja_words = {.name = "maharaja",
                                        .ask = ask,
                                        .choice = choice,
                                        .made = made,
                                        .card = card,
                                        .thing = thing,
                                        .about_keys = "maharaja.about.",
                                        .about = about};
