/*
 * The score pad of Byzanz: what was kept, by its value, and the cards left in hand.
 */
#include "games/byzanz/byzanz.h"
#include "pad/pad.h"

/* As the parts of the game: merchants, then goods by their value; then the cards left in hand. */
enum { COUNTED = 5 };

/* Of which kind the goods are does not count. */
static const char *keep(struct byzanz *b, int seat, const int16_t *counts, int *kept, struct text *why) {
    for (int value = 0; value < COUNTED; value++)
        for (int i = 0; i < counts[value]; i++) {
            if (*kept == KEPT_MAX) return text_say(why, "a kept card comes of three: %d can be kept in all", KEPT_MAX);
            b->kept[(*kept)++] = (uint8_t)(value ? value : MERCHANT);
            b->kept_count[seat]++;
        }
    b->hand_count[seat] = (uint8_t)counts[COUNTED];
    return NULL;
}

static const char *count(struct pad_sheet *sheet, struct text *why) {
    struct arkad_position position;
    struct byzanz *b = (struct byzanz *)&position;
    int16_t counts[COUNTS_MAX];
    int kept = 0;
    if (!sheet->lines) return NULL;
    pad_position(&byzanz_pad, sheet, &position);
    for (int seat = 0; seat < sheet->owners; seat++) {
        const char *wrong = keep(b, seat, sheet->rows[0][seat].counts, &kept, why);
        if (wrong) return wrong;
    }
    for (int seat = 0; seat < sheet->owners; seat++) {
        byzanz_game.count(b, seat, counts);
        for (int part = 0; part < COUNTED; part++) sheet->rows[0][seat].parts[part] = counts[part];
    }
    pad_places(&byzanz_pad, sheet, &position);
    return NULL;
}

const struct pad byzanz_pad = {
    .name = "byzanz",
    .game = &byzanz_game,
    .entries = {{"merchants", 0, 5, 5},
                {"ones", 0, 36, 36},
                {"twos", 0, 30, 30},
                {"threes", 0, 18, 18},
                {"fours", 0, 12, 12},
                {"hand", 0, HAND_MAX, 0}},
    .parts = {"merchants", "ones", "twos", "threes", "fours"},
    .lines_max = 1,
    .count = count,
};
