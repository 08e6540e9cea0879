/*
 * The score pad of 5 Towers: how high the towers are, which have roofs, and what was demolished.
 */
#include "games/towers/towers.h"
#include "pad/pad.h"

#include <string.h>

enum { FIRST_ROOF = KINDS, FALLEN_CARDS = 2 * KINDS };

/* Which cards a tower is made of does not count, but whether a 0 is on top does. */
static const char *build(struct towers *t, int seat, const int16_t *counts, struct text *why) {
    for (int kind = 0; kind < KINDS; kind++) {
        int height = counts[kind];
        bool is_roofed = counts[FIRST_ROOF + kind];
        if (is_roofed && !height) return text_say(why, "a roof is a card of its tower");
        t->height[seat][kind] = (uint8_t)height;
        memset(t->tower[seat][kind], 1, HEIGHT_MAX);
        if (height && is_roofed) t->tower[seat][kind][height - 1] = 0;
    }
    for (int i = 0; i < counts[FALLEN_CARDS]; i++) {
        if (t->fallen_count == FALLEN_MAX) return text_say(why, "so many cards cannot have fallen");
        t->fallen_of[t->fallen_count++] = (uint8_t)seat;
    }
    return NULL;
}

static const char *count(struct pad_sheet *sheet, struct text *why) {
    struct arkad_position position;
    struct towers *t = (struct towers *)&position;
    if (!sheet->lines) return NULL;
    pad_position(&towers_pad, sheet, &position);
    for (int seat = 0; seat < sheet->owners; seat++) {
        const char *wrong = build(t, seat, sheet->rows[0][seat].counts, why);
        if (wrong) return wrong;
    }
    for (int seat = 0; seat < sheet->owners; seat++) towers_game.count(t, seat, sheet->rows[0][seat].parts);
    pad_places(&towers_pad, sheet, &position);
    return NULL;
}

const struct pad towers_pad = {
    .name = "towers",
    .game = &towers_game,
    .entries = {{"c", 0, HEIGHT_MAX, 0},
                {"h", 0, HEIGHT_MAX, 0},
                {"t", 0, HEIGHT_MAX, 0},
                {"j", 0, HEIGHT_MAX, 0},
                {"s", 0, HEIGHT_MAX, 0},
                {"c-roof", 0, 1, 2},
                {"h-roof", 0, 1, 2},
                {"t-roof", 0, 1, 2},
                {"j-roof", 0, 1, 2},
                {"s-roof", 0, 1, 2},
                {"fallen", 0, FALLEN_MAX, FALLEN_MAX}},
    .parts = {"built", "roofed", "tallest", "fallen"},
    .lines_max = 1,
    .count = count,
};
