/*
 * The play that the entries of a log add up to.
 *
 * What the server has in memory of a table is folded from its log, entry by entry, with nothing else but the table's
 * row and seats: the same log gives the same play after every restart.
 */
#ifndef SERVER_TABLE_PLAY_H
#define SERVER_TABLE_PLAY_H

#include "server/table/clock.h"
#include "server/table/entry.h"

/* A move that stands. */
struct step {
    int entry;
    uint8_t seat;
    struct arkad_move move;
};

/* What was asked and is not settled yet. */
struct proposal {
    int number; /* the entry; 0: nothing is asked */
    int seat, what, to;
    unsigned of; /* the seats that have not answered yet */
    int64_t at_ms;
};

struct play {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct arkad_map map; /* of a game that is not played on a built-in one */
    struct arkad_position position;
    int count;     /* entries */
    int64_t at_ms; /* of the last one */
    bool is_paused, is_over;
    unsigned away;                 /* seats played by a bot for now, as bits */
    int resigned[ARKAD_SEATS_MAX]; /* the entry with which the seat resigned; 0: it did not */
    struct proposal proposal;
    struct clocks clocks;
    struct step *steps; /* the moves that stand */
    int step_count, step_room;
};

/* Before the first entry. NULL, or why there can be no such game. */
const char *play_begin(struct play *play, const struct store_table *row, const struct store_seat *seats,
                       char why[ARKAD_WHY_MAX]);
/* The row's seed, and with it the options, for it may draw who starts. */
const char *play_take_seed(struct play *play, const struct store_table *row, char why[ARKAD_WHY_MAX]);
void play_end(struct play *play);
/* One more entry. The tape, if given, is told what chance brought with a move. False: the entry cannot follow. */
bool play_apply(struct play *play, const struct entry *entry, struct arkad_tape *tape);

bool play_is_dealt(const struct play *play);
unsigned play_waits(const struct play *play);
/* Whether time passes for those who are waited for. */
bool play_is_running(const struct play *play);
/* The position after the first moves that stand. */
void play_position(const struct play *play, int moves, struct arkad_position *position);
/* Scores as the game gives them; places with those who resigned behind all others, the first to resign last. */
void play_result(const struct play *play, struct arkad_result *result);

/* Reads the whole log of a table and shows the play after every entry (`visit` may be NULL, and returns false to stop).
   STORE_NONE: the log cannot be, its entries do not follow from each other. The caller ends the play. */
typedef bool play_visitor(const struct play *play, const struct entry *entry, const struct arkad_tape *tape,
                          void *context);
enum store_answer play_read(struct store *store, const struct store_table *row, const struct store_seat *seats,
                            struct play *play, play_visitor *visit, void *context);

#endif
