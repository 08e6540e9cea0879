/*
 * Oh, Pharaoh!: moves and positions as text, read and written by the same code.
 */
#include "games/pharaoh/inside.h"

#include <string.h>

/* ---- Moves ----------------------------------------------------------------------------------------- */

/* Like 4:44*; a level has at most 13 stones and 3 jokers. */
static void words_cards(struct words *text, uint8_t *level, int number) {
    int stones = text->is_reading ? 0 : stones_on(*level), jokers = text->is_reading ? 0 : jokers_on(*level);
    for (int i = 0; text->is_reading ? words_peek(text) == '0' + number : i < stones; i++) {
        words_char(text, (char)('0' + number));
        if (text->is_reading && ++stones > STONES_MAX) words_fail(text, "there are not that many stones of a number");
    }
    for (int i = 0; text->is_reading ? words_peek(text) == '*' : i < jokers; i++) {
        words_char(text, '*');
        if (text->is_reading && ++jokers > JOKERS_MAX) words_fail(text, "there are only 3 jokers");
    }
    if (!text->wrong) *level = level_of(stones, jokers);
}

static void words_levels(struct words *text, uint8_t *levels) {
    if (!text->is_reading) {
        for (int number = 1; number <= LEVELS; number++) {
            if (!levels[number]) continue;
            words_space(text);
            words_char(text, (char)('0' + number)), words_char(text, ':');
            words_cards(text, &levels[number], number);
        }
        return;
    }
    do {
        words_space(text);
        int number = words_peek(text) - '0';
        if (number < 1 || number > LEVELS) {
            words_fail(text, "a level should stand there, like 4:44*");
            return;
        }
        words_char(text, (char)('0' + number)), words_char(text, ':');
        words_cards(text, &levels[number], number);
    } while (words_more(text, false));
}

/* One side of a trade: like 3,3,*; what is given counts up, what is wanted down. */
static void read_side(struct words *text, int8_t *terms, int sign) {
    static const char letters[] = "123456789*TXP";
    words_space(text);
    for (;;) {
        char letter = words_peek(text);
        const char *found = letter ? strchr(letters, letter) : NULL;
        if (!found) {
            words_fail(text, "cards should stand there, like 3,3,*");
            return;
        }
        words_char(text, letter);
        int8_t *term = &terms[found - letters + 1];
        if (*term * sign < 0) words_fail(text, "no kind of card may be on both sides of a trade");
        if (*term * sign == CARDS) words_fail(text, "there are not that many cards");
        *term = (int8_t)(*term + sign);
        if (words_peek(text) != ',') return;
        words_char(text, ',');
    }
}

static void write_side(struct words *text, const int8_t *terms, int sign) {
    bool is_first = true;
    words_space(text);
    for (int card = 1; card <= KINDS; card++)
        for (int i = 0; i < terms[card] * sign; i++) {
            if (!is_first) words_char(text, ',');
            words_char(text, cards[card][0]);
            is_first = false;
        }
    if (is_first) words_fail(text, "each side of a trade gives at least one card");
}

static void words_side(struct words *text, int8_t *terms, int sign) {
    if (text->is_reading)
        read_side(text, terms, sign);
    else
        write_side(text, terms, sign);
}

/* A seat, or everyone. */
static void words_partner(struct words *text, uint8_t *to) {
    if (words_next_is(text, "all", *to == EVERYONE))
        words_literal(text, "all"), *to = EVERYONE;
    else
        words_number(text, to, 0, SEATS - 1);
}

/* A level's number, with a * before it for a joker. */
static void words_loot(struct words *text, uint8_t *number, uint8_t *is_joker) {
    words_space(text);
    if (words_peek(text) == '*') *is_joker = 1;
    if (*is_joker) words_char(text, '*');
    if (text->is_reading) *number = (uint8_t)(words_peek(text) - '0');
    if (*number < 1 || *number > LEVELS) words_fail(text, "a level should be named there, 1 to 9");
    words_char(text, (char)('0' + *number));
}

void pharaoh_move_words(struct words *text, struct arkad_move *move) {
    uint8_t *args = move->args;
    switch (move->verb) {
    case SCORE_N: words_number(text, &args[0], 1, PYRAMIDS); break;
    case DRAW_CARD:
        if (words_next_is(text, "pile", !args[0]))
            words_literal(text, "pile");
        else
            words_name(text, &args[0], cards, KINDS);
        break;
    case OFFER: words_partner(text, &args[0]); /* fall through */
    case COUNTER_OFFER:
        words_side(text, (int8_t *)args, 1);
        words_literal(text, "for");
        words_side(text, (int8_t *)args, -1);
        break;
    case EXTEND: words_number(text, &args[0], 1, PYRAMIDS); /* fall through */
    case BUILD: words_levels(text, args); break;
    case SALVAGE_LEVELS:
        if (words_next_is(text, "none", !height_of(args)))
            words_literal(text, "none");
        else
            words_levels(text, args);
        break;
    case SWAP:
    case SEND_THIEF:
        words_number(text, &args[0], 0, SEATS - 1);
        words_number(text, &args[1], 1, PYRAMIDS);
        if (move->verb == SWAP) words_number(text, &args[2], 1, LEVELS);
        break;
    case STEAL_CARD: words_loot(text, &args[0], &args[1]); break;
    case DISCARD: words_name(text, &args[0], cards, KINDS); break;
    default: break;
    }
}

/* ---- Positions ------------------------------------------------------------------------------------- */

/* The level that stands next in the text; what is not a level there will not be spelled like it. */
static uint8_t peek_level(const struct json *out, int number) {
    const char *at = out->in;
    int stones = 0, jokers = 0;
    if (at < out->end && *at == ',') at++;
    if (at < out->end && *at == '"') at++;
    for (; at < out->end && *at == '0' + number && stones < STONES_MAX; at++) stones++;
    for (; at < out->end && *at == '*' && jokers < JOKERS_MAX; at++) jokers++;
    return level_of(stones, jokers);
}

static void json_level(struct json *out, uint8_t *level, int number) {
    char spelled[STONES_MAX + JOKERS_MAX + 3] = "";
    if (out->is_reading && !out->has_failed) *level = peek_level(out, number);
    memset(spelled, '0' + number, (size_t)stones_on(*level));
    memset(spelled + stones_on(*level), '*', (size_t)jokers_on(*level));
    json_literal(out, spelled);
}

static void json_pyramid(struct json *out, uint8_t *levels) {
    int base = out->is_reading ? 1 : base_of(levels);
    json_open(out, '{');
    json_key(out, "base"), json_int(out, &base, 1, LEVELS);
    json_key(out, "levels"), json_open(out, '[');
    for (int number = base; json_more(out, ']', number <= LEVELS && levels[number]); number++) {
        if (number > LEVELS) {
            json_fail(out, "a pyramid has no level above 9");
            break;
        }
        json_level(out, &levels[number], number);
    }
    json_close(out, ']'), json_close(out, '}');
}

static void json_pyramids(struct json *out, struct pharaoh *p) {
    json_key(out, "pyramids"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++) {
        uint8_t count = 0;
        json_open(out, '[');
        for (; json_more(out, ']', count < p->pyramid_count[seat]); count++) {
            if (count == PYRAMIDS) {
                json_fail(out, "nobody can own more than 2 pyramids");
                break;
            }
            json_pyramid(out, p->pyramids[seat][count]);
        }
        p->pyramid_count[seat] = count;
        json_close(out, ']');
    }
    json_close(out, ']');
}

static void json_open_cards(struct json *out, struct pharaoh *p) {
    json_key(out, "open"), json_open(out, '[');
    for (int place = 0; place < OPEN; place++)
        if (json_none(out, !p->open[place]))
            p->open[place] = 0;
        else
            json_name(out, &p->open[place], cards, KINDS);
    json_close(out, ']');
}

static void json_hands(struct json *out, struct pharaoh *p) {
    json_key(out, "hands"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++)
        json_multiset(out, p->seats[seat].hand, &p->hand_count[seat], CARDS, cards, KINDS, json_hides(out, seat));
    json_close(out, ']');
}

static void json_points(struct json *out, struct pharaoh *p) {
    json_key(out, "points"), json_open(out, '[');
    for (int seat = 0; seat < p->head.players; seat++) {
        int points = p->points[seat];
        json_int(out, &points, 0, POINTS_MAX);
        p->points[seat] = (uint16_t)points;
    }
    json_close(out, ']');
}

/* What follows from the marker is read too, and compared when the engine writes it again. */
static void json_track(struct json *out, struct pharaoh *p) {
    json_key(out, "marker"), json_byte(out, &p->marker, 0, LAST_FIELD);
    uint8_t two = may_own_two(p), three = needs_three(p), last = is_last(p);
    json_key(out, "two"), json_bool(out, &two);
    json_key(out, "three"), json_bool(out, &three);
    json_key(out, "last"), json_bool(out, &last);
}

/* One side of a trade. */
static void json_side(struct json *out, int8_t *terms, int sign) {
    uint8_t counts[KINDS + 1] = {0}, size = 0;
    for (int card = 1; !out->is_reading && card <= KINDS; card++)
        if (terms[card] * sign > 0) counts[card] = (uint8_t)(terms[card] * sign);
    json_multiset(out, counts, &size, CARDS, cards, KINDS, false);
    for (int card = 1; out->is_reading && card <= KINDS; card++)
        terms[card] = (int8_t)(terms[card] + counts[card] * sign);
}

static void json_offer(struct json *out, struct pharaoh *p) {
    json_key(out, "offer");
    if (json_none(out, !p->partner)) return;
    bool is_partners = p->head.phase == COUNTER;
    uint8_t from = is_partners ? p->partner : p->turn, to = is_partners ? p->turn : p->partner;
    json_open(out, '{');
    json_key(out, "from"), json_seat(out, &from);
    json_key(out, "to"), json_seat(out, &to);
    json_key(out, "all"), json_bool(out, &p->is_to_all);
    json_key(out, "give"), json_side(out, p->terms, 1);
    json_key(out, "want"), json_side(out, p->terms, -1);
    json_key(out, "counter"), json_bool(out, &p->is_counter);
    json_close(out, '}');
    p->partner = is_partners ? from : to;
}

/* Clockwise from the left of the seat in turn. */
static void json_asked(struct json *out, struct pharaoh *p) {
    int from = p->turn ? turn_of(p) : 0, seat = from;
    uint8_t asked = p->asked, next = 0;
    json_key(out, "asked"), json_open(out, '[');
    while (json_more(out, ']', asked != 0)) {
        do seat = seat_after(&p->head, seat);
        while (!out->is_reading && !(asked >> seat & 1));
        next = (uint8_t)seat;
        json_that_seat(out, &next);
        set_drop(&asked, next);
        if (out->is_reading) set_put(&p->asked, next);
    }
    json_close(out, ']');
}

static void json_wards(struct json *out, struct pharaoh *p) {
    json_key(out, "pharaohs"), json_open(out, '[');
    for (int i = 0; json_more(out, ']', i < SEATS - 1 && p->wards[i]); i++) {
        if (i == SEATS - 1) {
            json_fail(out, "there are only 3 pharaohs");
            break;
        }
        json_seat(out, &p->wards[i]);
    }
    json_close(out, ']');
}

static void json_play(struct json *out, struct pharaoh *p) {
    json_key(out, "play");
    if (json_none(out, !p->played)) return;
    uint8_t from = p->turn, pyramid = (uint8_t)(p->robbed ? p->robbed + 1 : 0);
    json_open(out, '{');
    json_key(out, "card"), json_name(out, &p->played, cards, KINDS);
    json_key(out, "from"), json_seat(out, &from);
    json_key(out, "target"), json_seat(out, &p->target);
    json_key(out, "pyramid"), json_byte_or_null(out, &pyramid, PYRAMIDS);
    p->robbed = (uint8_t)(pyramid ? pyramid - 1 : 0);
    json_asked(out, p);
    json_wards(out, p);
    json_close(out, '}');
}

void pharaoh_position_json(void *position, struct json *out) {
    struct pharaoh *p = position;
    int turns = p->turns;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &p->head.phase, phases, PHASES);
    json_key(out, "turn"), json_seat(out, &p->turn);
    json_key(out, "turns"), json_int(out, &turns, 0, TURNS_MAX);
    p->turns = (uint16_t)turns;
    json_key(out, "pile");
    json_cards(out, p->hidden.pile, &p->pile_count, PILE_MAX, cards, END_CARD, json_hides(out, JSON_NOBODY));
    json_key(out, "discard"), json_multiset(out, p->discard, &p->discard_count, CARDS, cards, KINDS, false);
    json_open_cards(out, p);
    json_hands(out, p);
    json_pyramids(out, p);
    json_points(out, p);
    json_track(out, p);
    json_key(out, "offers"), json_byte(out, &p->offers, 0, 99);
    json_offer(out, p);
    json_play(out, p);
    json_key(out, "die");
    if (!json_none(out, !p->die)) json_byte(out, &p->die, 1, 6);
    json_key(out, "discarded"), json_bool(out, &p->has_discarded);
    json_scores(out, p->head.phase == OVER, pharaoh_game.result, p);
    json_close(out, '}');
}
