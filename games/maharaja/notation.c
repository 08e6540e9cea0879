/*
 * Maharaja: moves and positions as text, read and written by the same code.
 */
#include "games/maharaja/inside.h"

/* ---- Moves ------------------------------------------------------------------------------------------------ */

static void words_action(struct words *text, uint8_t *action) {
    if (!text->is_reading && (*action < 1 || *action > ACTIONS)) words_fail(text, "no such action");
    for (uint8_t i = 1; i <= ACTIONS && !text->wrong; i++) {
        if (!words_next_is(text, actions[i], *action == i)) continue;
        words_literal(text, actions[i]);
        *action = i;
        return;
    }
    words_fail(text, "an action of the disc should stand there");
}

/* A seat stored as seat + 1. */
static void words_seat(struct words *text, uint8_t *seat_plus_1) {
    uint8_t seat = (uint8_t)(*seat_plus_1 - 1);
    words_number(text, &seat, 0, SEATS - 1);
    *seat_plus_1 = (uint8_t)(seat + 1);
}

static void words_card(struct words *text, uint8_t *card) { words_number(text, card, 1, CHARACTERS); }
static void words_place(struct words *text, uint8_t *place) { words_name(text, place, places, PLACE_NAMES); }

static void words_route(struct words *text, uint8_t *route) {
    int count = 0;
    for (; words_more(text, count < route[0]); count++) {
        if (count == JOURNEY_MAX) {
            words_fail(text, "at most 20 roads are travelled in one turn");
            return;
        }
        words_name(text, &route[1 + count], roads, ROADS);
    }
    if (!count) words_fail(text, "a journey needs a road");
    route[0] = (uint8_t)count;
}

void maharaja_move_words(struct words *text, struct arkad_move *move) {
    uint8_t *args = move->args;
    switch (move->verb) {
    case CHOOSE_CARD:
    case YIELD_CARD: words_card(text, &args[0]); break;
    case BID: words_number(text, &args[0], 0, UINT8_MAX); break;
    case PLACE_HOUSE:
    case BUILD_HOUSE:
    case MASON_HOUSE: words_place(text, &args[0]); break;
    case MOVE_HOUSE:
    case MASON_MOVE: words_place(text, &args[0]), words_place(text, &args[1]); break;
    case PLAN_ACTIONS: words_action(text, &args[0]), words_action(text, &args[1]); break;
    case SPEND_COIN: words_action(text, &args[0]); break;
    case MOVE_TOKEN: words_name(text, &args[0], places, CITIES); break;
    case TAKE_CARD:
        words_card(text, &args[0]);
        if (words_next_is(text, "from", args[1])) words_literal(text, "from"), words_seat(text, &args[1]);
        break;
    case EXCHANGE:
        words_card(text, &args[0]);
        words_literal(text, "from"), words_seat(text, &args[1]);
        words_literal(text, "for"), words_card(text, &args[2]);
        break;
    case LURE: words_seat(text, &args[0]); break;
    case TRAVEL: words_route(text, args); break;
    default: break;
    }
}

/* ---- Positions -------------------------------------------------------------------------------------------- */

/* A number for each seat. */
static void json_each(struct json *out, const char *key, uint8_t *values, int max) {
    json_key(out, key), json_open(out, '[');
    for (int seat = 0; seat < out->players; seat++) json_byte(out, &values[seat], 0, max);
    json_close(out, ']');
}

/* A set, kept as bits, as the list of its numbers. */
static void json_set(struct json *out, uint8_t *set, int min, int max) {
    unsigned rest = *set;
    json_open(out, '[');
    while (json_more(out, ']', rest != 0)) {
        uint8_t number = (uint8_t)(rest ? __builtin_ctz(rest) : 0);
        json_byte(out, &number, min, max);
        if (!out->has_failed) set_put(set, number);
        rest &= rest - 1;
    }
    json_close(out, ']');
}

static void json_track(struct json *out, struct maharaja *m) {
    json_key(out, "track"), json_open(out, '{');
    for (int city = 1; city <= CITIES; city++) {
        int field = m->track[city];
        json_key(out, spaces[city]), json_int(out, &field, FIELD_MIN, FIELD_MAX);
        m->track[city] = (int8_t)field;
    }
    json_close(out, '}');
}

static void json_acted(struct json *out, struct maharaja *m) {
    json_key(out, "acted"), json_open(out, '[');
    for (int seat = 0; seat < m->head.players; seat++) {
        uint8_t has_acted = m->acted >> seat & 1;
        json_bool(out, &has_acted);
        if (has_acted) set_put(&m->acted, seat);
    }
    json_close(out, ']');
}

static void json_gold(struct json *out, struct maharaja *m) {
    json_key(out, "gold"), json_open(out, '[');
    for (int seat = 0; seat < m->head.players; seat++) {
        int gold = m->seats[seat].gold;
        if (json_hides(out, seat) && json_none(out, true)) continue;
        json_int(out, &gold, 0, GOLD_MAX);
        m->seats[seat].gold = (uint16_t)gold;
    }
    json_close(out, ']');
}

static void json_village(struct json *out, struct maharaja *m, int place) {
    uint8_t owners[2] = {0};
    int count = 0, i = 0;
    for (int seat = 0; !out->is_reading && seat < m->head.players; seat++)
        for (int house = houses_in(m, seat, bit(place)); house > 0; house--) owners[count++] = (uint8_t)seat;
    if (!json_next_is(out, places[place], count > 0)) return;
    json_key(out, places[place]), json_open(out, '[');
    for (; json_more(out, ']', i < count); i++) {
        if (i == 2) json_fail(out, "there are too many houses in a village");
        if (out->has_failed) return;
        json_that_seat(out, &owners[i]);
        if (out->is_reading && !out->has_failed) put_house(m, owners[i], place);
    }
    json_close(out, ']');
}

/* The outer sites: seats, then n for the neutral ones. */
static void json_outer(struct json *out, struct maharaja *m, int city) {
    static const char *const neutral[] = {"n"};
    uint8_t sites[OUTER_SITES] = {0}, none = 0;
    int count = 0, i = 0, seats;
    for (int seat = 0; !out->is_reading && seat < m->head.players; seat++)
        for (int palace = 0; palace < m->cities[city].outer[seat]; palace++) sites[count++] = (uint8_t)seat;
    seats = count;
    count += neutral_palaces(m);
    json_key(out, "outer"), json_open(out, '[');
    for (; json_more(out, ']', i < count); i++) {
        if (i == OUTER_SITES) json_fail(out, "there are too many outer palaces in a city");
        if (out->has_failed) return;
        if (json_next_is_string(out, i >= seats)) {
            json_word(out, &none, neutral, 1);
            continue;
        }
        json_that_seat(out, &sites[i]);
        if (out->is_reading && !out->has_failed) m->cities[city].outer[sites[i]]++;
    }
    json_close(out, ']');
}

static void json_city(struct json *out, struct maharaja *m, int city) {
    json_key(out, spaces[city]), json_open(out, '{');
    json_each(out, "houses", m->cities[city].houses, HOUSES_EACH);
    for (int seat = 0; seat < m->head.players; seat++)
        if (m->cities[city].houses[seat]) m->housed[seat] |= bit(city);
    json_key(out, "inner"), json_seat(out, &m->cities[city].inner);
    json_outer(out, m, city);
    json_close(out, '}');
}

/* A plan is secret until its seat's turn comes; then it is 2, its length, for the others. */
static void json_plan(struct json *out, struct maharaja *m, int seat) {
    uint8_t length = 2, *two = is_shown(m, seat) ? m->shown[seat] : m->seats[seat].plan;
    if (json_none(out, !(m->planned >> seat & 1))) return;
    set_put(&m->planned, seat);
    if (!is_shown(m, seat) && json_hides(out, seat)) {
        json_byte(out, &length, 2, 2);
        return;
    }
    json_open(out, '[');
    json_word(out, &two[0], actions, ACTIONS + 1), json_word(out, &two[1], actions, ACTIONS + 1);
    json_close(out, ']');
}

static void json_bid(struct json *out, struct maharaja *m) {
    json_key(out, "bid");
    if (json_none(out, m->head.phase != AUCTION)) return;
    json_open(out, '{');
    json_key(out, "high"), json_byte_or_null(out, &m->high, FIRST_GOLD);
    json_key(out, "by"), json_seat(out, &m->by);
    json_key(out, "passed"), json_set(out, &m->passed, 0, m->head.players - 1);
    json_close(out, '}');
}

static void json_board(struct json *out, struct maharaja *m) {
    json_each(out, "reserve", m->reserve, HOUSES_EACH);
    json_each(out, "bank_houses", m->bank_houses, HOUSES_EACH);
    json_each(out, "palaces_left", m->palaces_left, palaces_each(m));
    json_key(out, "villages"), json_open(out, '{');
    for (int i = 0; i < m->village_count; i++) json_village(out, m, FIRST_VILLAGE + i);
    json_close(out, '}');
    json_key(out, "cities"), json_open(out, '{');
    for (int city = 1; city <= CITIES; city++) json_city(out, m, city);
    json_close(out, '}');
}

void maharaja_position_json(void *position, struct json *out) {
    struct maharaja *m = position;
    int players = m->head.players;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &m->head.phase, phases, PHASES);
    json_key(out, "round"), json_byte(out, &m->round, 0, ROUNDS_MAX);
    json_key(out, "maharaja"), json_word(out, &m->maharaja, spaces, PLACES);
    json_key(out, "turn"), json_seat(out, &m->turn);
    json_key(out, "asked"), json_seat(out, &m->asked);
    json_track(out, m);
    json_key(out, "last"), json_bool(out, &m->is_last_round);
    json_key(out, "characters"), json_open(out, '[');
    for (int seat = 0; seat < players; seat++) json_set(out, &m->cards[seat], 1, CHARACTERS);
    json_close(out, ']');
    json_key(out, "bank_characters"), json_set(out, &m->bank_cards, 1, CHARACTERS);
    json_acted(out, m);
    json_key(out, "architects"), json_open(out, '[');
    for (int seat = 0; seat < players; seat++) json_word(out, &m->architects[seat], spaces, PLACES);
    json_close(out, ']');
    json_gold(out, m);
    json_board(out, m);
    json_key(out, "plans"), json_open(out, '[');
    for (int seat = 0; seat < players; seat++) json_plan(out, m, seat);
    json_close(out, ']');
    json_key(out, "parts"), json_open(out, '{');
    for (int part = 0; part < PARTS; part++) json_key(out, parts[part]), json_byte(out, &m->parts[part], 0, 3);
    json_close(out, '}');
    json_key(out, "roads"), json_byte(out, &m->travelled, 0, JOURNEY_MAX);
    json_key(out, "mason_used"), json_bool(out, &m->mason_used);
    json_key(out, "coin_used"), json_bool(out, &m->coin_used);
    json_each(out, "coins", m->coins, COINS);
    json_key(out, "bank_coins"), json_byte(out, &m->bank_coins, 0, COINS);
    json_bid(out, m);
    json_scores(out, m->head.phase == OVER, maharaja_game.result, m);
    json_close(out, '}');
}
