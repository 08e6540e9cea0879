/*
 * Maharaja: everything that holds in its positions. What obeys these laws is safe to play on.
 */
#include "games/maharaja/inside.h"

#include <string.h>

static const char *law_of_track(const struct maharaja *m, struct text *why) {
    unsigned fields = 0;
    int highest = m->round ? FIELD_MAX : 0;
    for (int city = 1; city <= CITIES; city++) {
        if (m->track[city] < FIELD_MIN || m->track[city] > highest || fields >> (m->track[city] - FIELD_MIN) & 1)
            return text_say(why, "the token of %s cannot be on field %d", spaces[city], m->track[city]);
        fields |= 1U << (m->track[city] - FIELD_MIN);
    }
    if (m->is_last_round ? !m->round : fields >> (FIELD_MAX - FIELD_MIN) & 1)
        return text_say(why, "a token has come to field %d, or cannot have", FIELD_MAX);
    if (m->round > rounds_max(m) || !m->round != (m->maharaja == START) || m->maharaja >= PLACES)
        return text_say(why, "the maharaja is not where he can be in round %d", m->round);
    return NULL;
}

static const char *law_of_houses(const struct maharaja *m, struct text *why) {
    for (int place = FIRST_VILLAGE; place < FIRST_VILLAGE + m->village_count; place++) {
        int houses = 0;
        for (int seat = 0; seat < m->head.players; seat++) houses += houses_in(m, seat, bit(place));
        if (houses > village_limit(m)) return text_say(why, "there are %d houses in %s", houses, places[place]);
    }
    for (int seat = 0; seat < m->head.players; seat++) {
        int houses = m->reserve[seat] + m->bank_houses[seat] + houses_in(m, seat, ~CITY_BITS);
        for (int city = 1; city <= CITIES; city++) houses += m->cities[city].houses[seat];
        if (houses != HOUSES_EACH)
            return text_say(why, "seat %d has %d houses, and should have %d", seat, houses, HOUSES_EACH);
    }
    return NULL;
}

static const char *law_of_palaces(const struct maharaja *m, struct text *why) {
    int left[SEATS] = {0};
    for (int city = 1; city <= CITIES; city++) {
        if (outer_palaces(m, city) > OUTER_SITES || m->cities[city].inner > m->head.players)
            return text_say(why, "there are too many palaces in %s", spaces[city]);
        for (int seat = 0; seat < m->head.players; seat++)
            left[seat] += m->cities[city].outer[seat] + (m->cities[city].inner == seat + 1);
    }
    for (int seat = 0; seat < m->head.players; seat++)
        if (left[seat] + m->palaces_left[seat] != palaces_each(m))
            return text_say(why, "seat %d has not %d palaces in all", seat, palaces_each(m));
    return NULL;
}

/* How many seats clockwise from the youngest this one sits. */
static int steps_from_starter(const struct maharaja *m, int seat) {
    return (seat + m->head.players - m->head.options[STARTER]) % m->head.players;
}

/* How many characters a seat may hold: one, before it has chosen none, and with `many` any number. */
static bool is_card_count_right(const struct maharaja *m, int seat) {
    int count = card_count(m, seat);
    switch (m->head.phase) {
    case CHOOSE:
        if (!is_on(m, AUCTIONED)) return count == (steps_from_starter(m, seat) < steps_from_starter(m, m->turn - 1));
        return count <= (seat + 1 != m->turn);
    case AUCTION: return count <= (seat + 1 != m->turn && seat + 1 != m->by && !(m->passed >> seat & 1));
    case PLACE: return count == 1;
    case REPLACE: return count == (seat + 1 != m->asked);
    default: return count && (count == 1 || is_on(m, MANY));
    }
}

static const char *law_of_characters(const struct maharaja *m, struct text *why) {
    unsigned seen = m->bank_cards;
    for (int seat = 0; seat < m->head.players; seat++) {
        if (seen & m->cards[seat]) return text_say(why, "a character is there twice");
        seen |= m->cards[seat];
        if (!is_card_count_right(m, seat)) return text_say(why, "seat %d cannot hold so many characters", seat);
    }
    if (seen != all_cards(m)) return text_say(why, "the characters are not all there");
    if (m->head.phase == REPLACE && is_on(m, MANY)) return text_say(why, "nobody is robbed of a character");
    if (m->head.phase == YIELD && (!is_on(m, MANY) || m->bank_cards || !can_lure(m, m->turn - 1, m->asked - 1)))
        return text_say(why, "no character can be lured");
    return NULL;
}

/* While characters are auctioned, everyone between the bidder and the turn is out, and somebody can still bid. */
static const char *law_of_auction(const struct maharaja *m, struct text *why) {
    if (m->head.phase != AUCTION)
        return m->high || m->by || m->passed ? text_say(why, "a bid stands, and there is no auction") : NULL;
    unsigned bidders = seats_without_card(m) & ~(unsigned)m->passed;
    if (!is_on(m, AUCTIONED) || !(bidders >> (m->turn - 1) & 1) || !(bidders & (bidders - 1)))
        return text_say(why, "nobody can bid");
    if (!m->high != !m->by || (!m->high && m->passed) || m->high > FIRST_GOLD + 1 || m->by > m->head.players)
        return text_say(why, "the standing bid cannot be");
    if (m->by && (m->passed >> (m->by - 1) & 1 || next_among(m, bidders, m->by - 1) != m->turn - 1))
        return text_say(why, "it is not that seat's turn to bid");
    return NULL;
}

static const char *law_of_gold(const struct maharaja *m, struct text *why) {
    int coins = m->bank_coins;
    for (int seat = 0; seat < m->head.players; seat++) {
        int gold = is_hidden(m, seat) ? m->remembered[seat] : m->seats[seat].gold;
        coins += m->coins[seat];
        if (m->remembered[seat] != (m->remembers ? gold : 0))
            return text_say(why, "the gold of seat %d is remembered wrongly", seat);
        if (is_hidden(m, seat) && !m->remembers) continue;
        if (gold > (m->round ? GOLD_MAX : FIRST_GOLD) || (gold != FIRST_GOLD && !may_have_paid(m, seat)))
            return text_say(why, "seat %d cannot have %d gold", seat, gold);
    }
    return coins == (is_on(m, YOGI_AND_COINS) ? COINS : 0) ? NULL : text_say(why, "the coins are miscounted");
}

/* Before the first round nothing stands on the board but the first houses, placed in character order. */
static const char *law_of_beginning(const struct maharaja *m, struct text *why) {
    int left = m->head.phase == PLACE ? m->reserve[m->turn - 1] : FIRST_HOUSES;
    if (left < 1 || left > FIRST_HOUSES) return text_say(why, "there is no house to place");
    for (int seat = 0; seat < m->head.players; seat++) {
        bool is_ahead = m->head.phase == PLACE && lowest_card(m, seat) < lowest_card(m, m->turn - 1);
        if (m->reserve[seat] != left - is_ahead || m->bank_houses[seat] != HOUSES_EACH - FIRST_HOUSES)
            return text_say(why, "seat %d cannot have so many houses yet", seat);
        if (m->architects[seat] != START || m->housed[seat] & CITY_BITS || m->palaces_left[seat] != palaces_each(m) ||
            m->coins[seat])
            return text_say(why, "seat %d has something that it cannot have before the first round", seat);
    }
    return NULL;
}

static bool is_within(const uint8_t *some, const uint8_t *all, const uint8_t *more) {
    for (int part = 0; part < PARTS; part++)
        if (some[part] > all[part] + more[part]) return false;
    return true;
}

/* What is left to do is of the plan, or of the one action bought with a coin. */
static const char *law_of_parts(const struct maharaja *m, struct text *why) {
    const uint8_t *shown = m->shown[m->turn - 1];
    uint8_t planned[PARTS];
    for (int part = 0; part < PARTS; part++)
        planned[part] = (uint8_t)(parts_of[shown[0]][part] + parts_of[shown[1]][part]);
    for (int bought = 0; bought < CHARACTER; bought++)
        if ((!bought || m->coin_used) && is_within(m->parts, planned, parts_of[bought])) return NULL;
    return text_say(why, "there is more to do than was planned");
}

static bool is_plan(const uint8_t *two) { return two[0] && two[0] <= two[1] && two[1] <= ACTIONS; }

static const char *law_of_plans(const struct maharaja *m, struct text *why) {
    static const uint8_t none[2];
    for (int seat = 0; seat < m->head.players; seat++) {
        bool is_set = m->planned >> seat & 1, is_secret = is_set && !is_shown(m, seat);
        bool is_open_right = is_set && !is_secret ? is_plan(m->shown[seat]) : !memcmp(m->shown[seat], none, 2);
        bool is_own_right =
            is_secret && !is_hidden(m, seat) ? is_plan(m->seats[seat].plan) : !memcmp(m->seats[seat].plan, none, 2);
        if (!is_open_right || !is_own_right) return text_say(why, "seat %d cannot have such a plan", seat);
    }
    return NULL;
}

/* Who has planned, who has acted, whose turn it is, and who is asked. */
static const char *law_of_turns(const struct maharaja *m, struct text *why) {
    int phase = m->head.phase;
    bool is_turn = phase >= ACT, is_answer = phase == REPLACE || phase == YIELD;
    if (!m->turn != (phase == OVER || phase == PLAN) || m->turn > m->head.players)
        return text_say(why, "it is nobody's turn, or should not be");
    if (!m->asked == is_answer || m->asked > m->head.players || (is_answer && m->asked == m->turn))
        return text_say(why, "nobody is asked, or should not be");
    if (!m->round != (phase == CHOOSE || phase == AUCTION || phase == PLACE))
        return text_say(why, "that cannot be in round %d", m->round);
    if (is_turn ? m->planned != everyone(m) : phase == PLAN ? m->planned == everyone(m) : m->planned)
        return text_say(why, "the plans are not set, or should not be");
    if (is_turn ? m->acted >> (m->turn - 1) & 1 : m->acted) return text_say(why, "a seat has acted before its turn");
    bool is_clear = !sum_bytes(m->parts, PARTS) && !m->travelled && !m->mason_used && !m->coin_used;
    if (!is_turn && !is_clear) return text_say(why, "something is half done, and it is nobody's turn");
    return m->coin_used && !is_on(m, YOGI_AND_COINS) ? text_say(why, "there are no coins to spend") : NULL;
}

const char *maharaja_laws(const void *position, struct text *why) {
    const struct maharaja *m = position;
    const char *broken = law_of_turns(m, why);
    if (!broken) broken = law_of_track(m, why);
    if (!broken) broken = law_of_houses(m, why);
    if (!broken) broken = law_of_palaces(m, why);
    if (!broken) broken = law_of_characters(m, why);
    if (!broken) broken = law_of_auction(m, why);
    if (!broken) broken = law_of_gold(m, why);
    if (!broken) broken = law_of_plans(m, why);
    if (broken) return broken;
    if (m->head.phase == OVER) return is_finished(m) ? NULL : text_say(why, "the game is not over yet");
    if (!m->round) return law_of_beginning(m, why);
    return m->head.phase == PLAN ? NULL : law_of_parts(m, why);
}
