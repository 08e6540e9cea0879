/*
 * The score pad: a form, what was counted on it, and what that comes to.
 */
#include "pad/pad.h"

#include <assert.h>
#include <string.h>

#define POINT_TO(name) &name##_pad,
static const struct pad *const pads[] = {GAMES_WITH_PAD(POINT_TO)};

const struct pad *pad_find(const char *name) {
    for (size_t i = 0; i < sizeof pads / sizeof *pads; i++)
        for (const struct pad *pad = pads[i]; pad; pad = pad->next)
            if (!strcmp(pad->name, name)) return pad;
    return NULL;
}

static int owners_of(const struct pad *pad, int players) { return pad->owners ? pad->owners(players) : players; }

static int entry_count(const struct pad *pad) {
    int count = 0;
    while (pad->entries[count].name) count++;
    return count;
}

/* ---- For the pads ------------------------------------------------------------------------------------------------ */

void pad_position(const struct pad *pad, const struct pad_sheet *sheet, struct arkad_position *position) {
    char why[ARKAD_WHY_MAX];
    const char *wrong = arkad_deal(pad->game, &sheet->setup, position, NULL, why);
    assert(!wrong);
    (void)wrong;
}

void pad_places(const struct pad *pad, struct pad_sheet *sheet, struct arkad_position *position) {
    struct arkad_result result;
    struct head head;
    memcpy(&head, position, sizeof head);
    head.phase = 0;
    memcpy(position, &head, sizeof head);
    arkad_result(pad->game, position, &result);
    for (int seat = 0; seat < sheet->setup.players; seat++) {
        sheet->totals[seat] = result.scores[seat];
        sheet->places[seat] = result.places[seat];
    }
}

/* ---- Reading ----------------------------------------------------------------------------------------------------- */

/* What is left to read. */
struct paper {
    const char *at, *end;
};

/* Copies the next line; a longer one is cut, and then names nothing. */
static void read_word(struct paper *paper, char *word, size_t size) {
    size_t used = 0;
    for (; paper->at < paper->end && *paper->at != '\n'; paper->at++)
        if (used + 1 < size) word[used++] = *paper->at;
    if (paper->at < paper->end) paper->at++;
    word[used] = 0;
}

static bool has_more(struct paper *paper) {
    while (paper->at < paper->end && (*paper->at == ' ' || *paper->at == '\n')) paper->at++;
    return paper->at < paper->end;
}

/* The next number; -1 if there is none. */
static int read_number(struct paper *paper) {
    int number = -1;
    if (!has_more(paper)) return number;
    for (; paper->at < paper->end && *paper->at >= '0' && *paper->at <= '9'; paper->at++)
        if (number <= PAD_COUNT_MAX) number = (number < 0 ? 0 : number) * 10 + (*paper->at - '0');
    return number;
}

static const char *read_row(struct paper *paper, const struct pad *pad, struct pad_row *row, struct text *why) {
    for (int i = 0; pad->entries[i].name; i++) {
        const struct pad_entry *entry = &pad->entries[i];
        int number = read_number(paper);
        if (number < entry->min || number > entry->max)
            return text_say(why, "a count goes from %d to %d", entry->min, entry->max);
        row->counts[i] = (int16_t)number;
    }
    return NULL;
}

/* There are only so many of each thing in the box. */
static const char *check_line(const struct pad *pad, const struct pad_sheet *sheet, int line, struct text *why) {
    for (int i = 0; pad->entries[i].name; i++) {
        int sum = 0;
        for (int owner = 0; owner < sheet->owners; owner++) sum += sheet->rows[line][owner].counts[i];
        if (pad->entries[i].together && sum > pad->entries[i].together)
            return text_say(why, "that is %d in all, and there are only %d", sum, pad->entries[i].together);
    }
    return NULL;
}

static const char *read_lines(struct paper *paper, const struct pad *pad, struct pad_sheet *sheet, struct text *why) {
    const char *wrong = NULL;
    for (; !wrong && has_more(paper); sheet->lines++) {
        if (sheet->lines == pad->lines_max) return text_say(why, "that is more than there is to count");
        for (int owner = 0; owner < sheet->owners && !wrong; owner++)
            wrong = read_row(paper, pad, &sheet->rows[sheet->lines][owner], why);
        if (!wrong) wrong = check_line(pad, sheet, sheet->lines, why);
    }
    return wrong;
}

static const char *read_setup(struct paper *paper, const struct pad *pad, struct pad_sheet *sheet,
                              char why[ARKAD_WHY_MAX]) {
    char players[4], options[64];
    struct arkad_position position;
    read_word(paper, players, sizeof players);
    read_word(paper, options, sizeof options);
    arkad_setup_default(pad->game, &sheet->setup);
    sheet->setup.players = players[0] >= '0' && players[0] <= '9' && !players[1] ? (uint8_t)(players[0] - '0') : 0;
    const char *wrong = *options ? arkad_setup_options(pad->game, &sheet->setup, options, why) : NULL;
    return wrong ? wrong : arkad_deal(pad->game, &sheet->setup, &position, NULL, why);
}

const char *pad_read(const char *text, size_t length, const struct pad **pad, struct pad_sheet *sheet,
                     char why[ARKAD_WHY_MAX]) {
    struct paper paper = {text, text + length};
    struct text reason = text_in(why, ARKAD_WHY_MAX);
    char name[24];
    memset(sheet, 0, sizeof *sheet);
    read_word(&paper, name, sizeof name);
    *pad = pad_find(name);
    if (!*pad) return "there is no such game";
    const char *wrong = read_setup(&paper, *pad, sheet, why);
    if (wrong) return wrong;
    sheet->owners = owners_of(*pad, sheet->setup.players);
    wrong = read_lines(&paper, *pad, sheet, &reason);
    return wrong ? wrong : (*pad)->count(sheet, &reason);
}

/* ---- Writing ----------------------------------------------------------------------------------------------------- */

static void put_numbers(struct json *json, const char *key, const int16_t *numbers, int count) {
    json_put_open(json, key, '[');
    for (int i = 0; i < count; i++) json_put_number(json, NULL, numbers[i]);
    json_close(json, ']');
}

static int part_count(const struct pad *pad) {
    int count = 0;
    while (pad->parts[count]) count++;
    return count;
}

size_t pad_write(const struct pad *pad, const struct pad_sheet *sheet, char *text, size_t size) {
    struct text out = text_in(text, size);
    struct json json = json_to(&out);
    int16_t places[PAD_OWNERS];
    for (int owner = 0; owner < sheet->owners; owner++) places[owner] = sheet->places[owner];
    json_put_open(&json, NULL, '{');
    json_put_open(&json, "lines", '[');
    for (int line = 0; line < sheet->lines; line++) {
        json_put_open(&json, NULL, '[');
        for (int owner = 0; owner < sheet->owners; owner++)
            put_numbers(&json, NULL, sheet->rows[line][owner].parts, part_count(pad));
        json_close(&json, ']');
    }
    json_close(&json, ']');
    put_numbers(&json, "totals", sheet->totals, sheet->owners);
    put_numbers(&json, "places", places, sheet->owners);
    json_put_number(&json, "marker", sheet->marker);
    json_close(&json, '}');
    return out.used;
}

static void put_entry(struct json *json, const struct pad_entry *entry) {
    json_put_open(json, NULL, '{');
    json_put_word(json, "name", entry->name);
    json_put_number(json, "min", entry->min);
    json_put_number(json, "max", entry->max);
    json_put_number(json, "together", entry->together);
    json_close(json, '}');
}

size_t pad_form_write(const struct pad *pad, int players, char *text, size_t size) {
    struct text out = text_in(text, size);
    struct json json = json_to(&out);
    json_put_open(&json, NULL, '{');
    json_put_open(&json, "entries", '[');
    for (int i = 0; i < entry_count(pad); i++) put_entry(&json, &pad->entries[i]);
    json_close(&json, ']');
    json_put_open(&json, "parts", '[');
    for (int i = 0; pad->parts[i]; i++) json_put_word(&json, NULL, pad->parts[i]);
    json_close(&json, ']');
    json_put_number(&json, "lines", pad->lines_max);
    json_put_number(&json, "owners", owners_of(pad, players));
    json_put_open(&json, "players", '[');
    json_put_number(&json, NULL, pad->game->players_min);
    json_put_number(&json, NULL, pad->game->players_max);
    json_close(&json, ']'), json_close(&json, '}');
    return out.used;
}
