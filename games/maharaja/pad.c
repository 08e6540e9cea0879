/*
 * The score pads of Maharaja: one for the cities as the maharaja judges them, one for the end of the game.
 */
#include "games/maharaja/maharaja.h"
#include "pad/pad.h"

#include <string.h>

/* A line is a judged city; it does not matter which. */
enum { CITY = 1 };
enum { CARD, ARCHITECT, HOUSES_THERE, OUTER, INNER, AT_HOME };

static const char *check_cards(const struct pad_row rows[PAD_OWNERS], int owners, int card, struct text *why) {
    unsigned held = 0;
    for (int seat = 0; seat < owners; seat++) {
        unsigned bit = 1U << rows[seat].counts[card];
        if (held & bit) return text_say(why, "two players cannot have the same character");
        held |= bit;
    }
    return NULL;
}

static void settle(struct maharaja *m, int seat, const int16_t *counts) {
    m->cards[seat] = (uint8_t)(1U << counts[CARD]);
    m->architects[seat] = counts[ARCHITECT] ? CITY : START;
    m->cities[CITY].houses[seat] = (uint8_t)counts[HOUSES_THERE];
    m->cities[CITY].outer[seat] = (uint8_t)counts[OUTER];
    if (counts[INNER]) m->cities[CITY].inner = (uint8_t)(seat + 1);
    if (counts[AT_HOME]) m->homes[CITY] = (uint8_t)counts[CARD], m->head.options[HOME] = 1;
}

static void judge(struct pad_sheet *sheet, int line) {
    struct arkad_position position;
    struct maharaja *m = (struct maharaja *)&position;
    struct judged judged[SEATS];
    pad_position(&maharaja_pad, sheet, &position);
    m->maharaja = CITY;
    m->homes[CITY] = 0;
    memset(&m->cities[CITY], 0, sizeof m->cities[CITY]);
    for (int seat = 0; seat < sheet->owners; seat++) settle(m, seat, sheet->rows[line][seat].counts);
    maharaja_judge(m, judged);
    for (int seat = 0; seat < sheet->owners; seat++) {
        int16_t *brings = sheet->rows[line][seat].parts;
        brings[0] = judged[seat].points;
        brings[1] = judged[seat].reward;
        brings[2] = judged[seat].monopoly;
        add_points(&sheet->totals[seat], brings[1] + brings[2]);
    }
}

static const char *count(struct pad_sheet *sheet, struct text *why) {
    for (int line = 0; line < sheet->lines; line++) {
        const char *wrong = check_cards(sheet->rows[line], sheet->owners, CARD, why);
        if (wrong) return wrong;
        judge(sheet, line);
    }
    return NULL;
}

static const struct pad end_pad;

const struct pad maharaja_pad = {
    .name = "maharaja",
    .game = &maharaja_game,
    .entries = {{"character", 1, CHARACTERS, 0},
                {"architect", 0, 1, 0},
                {"houses", 0, 20, 0},
                {"outer", 0, 6, 6},
                {"inner", 0, 1, 1},
                {"home", 0, 1, 1}},
    .parts = {"presence", "reward", "monopoly"},
    .lines_max = 20,
    .count = count,
    .next = &end_pad,
};

/* ---- Who has won --------------------------------------------------------------------------------------------------
 */

enum { BUILT, LEFT_GOLD, OWN_CARD };

static const char *count_end(struct pad_sheet *sheet, struct text *why) {
    struct arkad_position position;
    struct maharaja *m = (struct maharaja *)&position;
    if (!sheet->lines) return NULL;
    const char *wrong = check_cards(sheet->rows[0], sheet->owners, OWN_CARD, why);
    if (wrong) return wrong;
    pad_position(&end_pad, sheet, &position);
    for (int seat = 0; seat < sheet->owners; seat++) {
        const int16_t *counts = sheet->rows[0][seat].counts;
        if (counts[BUILT] > m->palaces_left[seat])
            return text_say(why, "each player has only %d palaces", m->palaces_left[seat]);
        take_from(&m->palaces_left[seat], counts[BUILT]);
        m->seats[seat].gold = (uint16_t)counts[LEFT_GOLD];
        m->cards[seat] = (uint8_t)(1U << counts[OWN_CARD]);
        maharaja_game.count(m, seat, sheet->rows[0][seat].parts);
    }
    pad_places(&end_pad, sheet, &position);
    return NULL;
}

static const struct pad end_pad = {
    .name = "maharaja-end",
    .game = &maharaja_game,
    .entries = {{"palaces", 0, 7, 0}, {"gold", 0, 999, 0}, {"character", 1, CHARACTERS, 0}},
    .parts = {"palaces", "gold", "character"},
    .lines_max = 1,
    .count = count_end,
};
