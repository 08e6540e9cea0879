/*
 * The score pad, for people at a real table with the printed game: they count their cards and buildings, and the game's
 * own scoring says what that is worth.
 *
 * A sheet has a line for everything that is counted (a scoring, a pyramid, a judged city), and in it a row for each
 * owner. A pad builds a position from a line and has it counted by the code that counts the games played here; it
 * decides nothing itself. One file per game, since each lays out its position in its own way.
 */
#ifndef PAD_PAD_H
#define PAD_PAD_H

#include "engine/game.h"
#include "games.h"

enum {
    PAD_ENTRIES = 12, /* 11 are counted at most */
    PAD_PARTS = COUNTS_MAX,
    PAD_OWNERS = ARKAD_SEATS_MAX, /* seats, and an owner whom nobody plays */
    PAD_LINES = 99,
    PAD_COUNT_MAX = 9999,
    PAD_JSON_MAX = 65536, /* 99 lines of 6 rows with 8 numbers */
};

struct pad_row {
    int16_t counts[PAD_ENTRIES]; /* entered */
    int16_t parts[PAD_PARTS];    /* what they bring */
};

struct pad_sheet {
    struct arkad_setup setup; /* players and options */
    int owners, lines;
    struct pad_row rows[PAD_LINES][PAD_OWNERS];
    int16_t totals[PAD_OWNERS];
    uint8_t places[PAD_OWNERS]; /* from 1; 0: this pad gives none */
    int marker;                 /* where it stands on the track at the end, if the game has one */
};

/* What is counted: from `min` to `max` for one owner, at most `together` for all of them (0: no limit). */
struct pad_entry {
    const char *name;
    int16_t min, max, together;
};

struct pad {
    const char *name;
    const struct arkad_game *game;
    struct pad_entry entries[PAD_ENTRIES + 1]; /* up to the first without a name */
    const char *parts[PAD_PARTS + 1];          /* likewise */
    int lines_max;
    int (*owners)(int players); /* NULL: the players */
    /* Fills in parts, totals and places. NULL, or what is impossible. */
    const char *(*count)(struct pad_sheet *sheet, struct text *why);
    const struct pad *next; /* another sheet of the same game */
};

#define PAD_OF(name) extern const struct pad name##_pad;
GAMES_WITH_PAD(PAD_OF)

/* NULL if there is none of this name. */
const struct pad *pad_find(const char *name);
/* What can be entered, and what comes of it, as JSON with a terminating 0; returns its length. */
size_t pad_form_write(const struct pad *pad, int players, char *text, size_t size);
/* Reads and counts a sheet: a line with the pad's name, one with the number of players, one with options, then for each
   line of the sheet and each owner a line of numbers. NULL, or what is wrong with it. */
const char *pad_read(const char *text, size_t length, const struct pad **pad, struct pad_sheet *sheet,
                     char why[ARKAD_WHY_MAX]);
/* {"lines":[[[parts of an owner],...],...],"totals":[...],"places":[...],"marker":0}; returns its length. */
size_t pad_write(const struct pad *pad, const struct pad_sheet *sheet, char *text, size_t size);

/* For the pads: a first position by the setup, which obeys all laws, to be changed by what was counted. */
void pad_position(const struct pad *pad, const struct pad_sheet *sheet, struct arkad_position *position);
/* Places by the game's own result, for a position that has been made final. */
void pad_places(const struct pad *pad, struct pad_sheet *sheet, struct arkad_position *position);

#endif
