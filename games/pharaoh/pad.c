/*
 * The score pad of Oh, Pharaoh!: pyramids as they are cashed in, and those that stand at the end.
 */
#include "games/pharaoh/pharaoh.h"
#include "pad/pad.h"

#include <string.h>

/* A line has one pyramid or several, scored in the order of the seats. IS_STANDING: at the end of the game. */
enum { BOTTOM, HEIGHT, IS_STANDING };

/* The narrowest pyramid of these levels: how many stones lie on a level does not count. */
static const char *build(struct pharaoh *p, int seat, const int16_t *counts, struct text *why) {
    int bottom = counts[BOTTOM], height = counts[HEIGHT];
    if (height < 2) return text_say(why, "a pyramid has at least 2 levels");
    if (!bottom || bottom + height - 1 > LEVELS)
        return text_say(why, "the numbers of a pyramid go up one by one, to %d at most", LEVELS);
    memset(p->pyramids[seat], 0, sizeof p->pyramids[seat]);
    for (int level = 0; level < height; level++) p->pyramids[seat][0][bottom + level] = (uint8_t)(height - level);
    p->pyramid_count[seat] = 1;
    return NULL;
}

static int score(struct pharaoh *p, int seat) {
    int before = p->points[seat];
    p->head.phase = SCORE;
    p->turn = (uint8_t)(seat + 1);
    pharaoh_game.apply(p, seat, &(struct arkad_move){.verb = SCORE_N, .args = {1}}, NULL);
    return p->points[seat] - before;
}

static int count_standing(const struct pharaoh *p, int seat) {
    int16_t counts[COUNTS_MAX];
    pharaoh_game.count(p, seat, counts);
    return counts[1];
}

/* Piles are left out: a pad knows nothing of them. */
static void empty_piles(struct pharaoh *p) {
    p->pile_count = p->discard_count = 0;
    memset(p->discard, 0, sizeof p->discard);
}

static const char *count_row(struct pharaoh *p, int seat, struct pad_row *row, struct text *why) {
    if (!row->counts[HEIGHT] && !row->counts[BOTTOM]) return NULL;
    const char *wrong = build(p, seat, row->counts, why);
    if (wrong) return wrong;
    empty_piles(p);
    row->parts[0] = (int16_t)(row->counts[IS_STANDING] ? count_standing(p, seat) : score(p, seat));
    if (row->counts[IS_STANDING]) p->points[seat] = (uint16_t)(p->points[seat] + row->parts[0]);
    memset(p->pyramids[seat], 0, sizeof p->pyramids[seat]);
    p->pyramid_count[seat] = 0;
    return NULL;
}

static const char *count(struct pad_sheet *sheet, struct text *why) {
    struct arkad_position position;
    struct pharaoh *p = (struct pharaoh *)&position;
    pad_position(&pharaoh_pad, sheet, &position);
    for (int line = 0; line < sheet->lines; line++)
        for (int seat = 0; seat < sheet->owners; seat++) {
            const char *wrong = count_row(p, seat, &sheet->rows[line][seat], why);
            if (wrong) return wrong;
        }
    sheet->marker = p->marker;
    pad_places(&pharaoh_pad, sheet, &position);
    return NULL;
}

const struct pad pharaoh_pad = {
    .name = "pharaoh",
    .game = &pharaoh_game,
    .entries = {{"bottom", 0, LEVELS - 1, 0}, {"levels", 0, LEVELS, 0}, {"standing", 0, 1, 0}},
    .parts = {"worth"},
    .lines_max = PAD_LINES,
    .count = count,
};
