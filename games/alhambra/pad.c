/*
 * The score pad of Alhambra: buildings counted at each of the three scorings, and who has most of each kind.
 */
#include "games/alhambra/alhambra.h"
#include "pad/pad.h"

/* Lines are the scorings A, B and C. */
static void hold(struct alhambra *a, struct pad_row rows[PAD_OWNERS], int owner_count) {
    int16_t counts[COUNTS_MAX];
    for (int owner = 0; owner < owner_count; owner++)
        for (int kind = 0; kind < KINDS; kind++) a->owned[owner][kind] = (uint8_t)rows[owner].counts[kind];
    for (int owner = 0; owner < owner_count; owner++) {
        alhambra_game.count(a, owner, counts);
        for (int kind = 0; kind < KINDS; kind++) {
            rows[owner].parts[kind] = counts[1 + kind]; /* behind what was scored before */
            add_to(&a->points[owner], counts[1 + kind]);
        }
    }
}

static const char *count(struct pad_sheet *sheet, struct text *why) {
    struct arkad_position position;
    struct alhambra *a = (struct alhambra *)&position;
    (void)why;
    pad_position(&alhambra_pad, sheet, &position);
    for (int line = 0; line < sheet->lines; line++) {
        a->scored = (uint8_t)line;
        hold(a, sheet->rows[line], sheet->owners);
    }
    pad_places(&alhambra_pad, sheet, &position);
    for (int owner = 0; owner < sheet->owners; owner++) sheet->totals[owner] = a->points[owner];
    return NULL;
}

const struct pad alhambra_pad = {
    .name = "alhambra",
    .game = &alhambra_game,
    .entries = {{"P", 0, 7, 7}, {"S", 0, 7, 7}, {"A", 0, 9, 9}, {"C", 0, 9, 9}, {"G", 0, 11, 11}, {"T", 0, 11, 11}},
    .parts = {"P", "S", "A", "C", "G", "T"},
    .lines_max = SCORINGS,
    .owners = owners_of,
    .count = count,
};
