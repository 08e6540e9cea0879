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

/* A move that was not taken back. */
struct step {
    int entry;
    uint8_t seat, by;
    struct arkad_move move;
};

/* The proposal that is not settled yet. */
struct proposal {
    int number; /* the entry; 0: nothing is proposed */
    int seat, what, to;
    unsigned of; /* the seats that have not answered yet */
    int64_t at_ms;
    unsigned agreed; /* those that said yes */
};

struct play {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct arkad_map map; /* of a game that is not played on a built-in one */
    struct arkad_position position;
    int count;     /* entries */
    int64_t at_ms; /* of the last one */
    bool is_paused, is_over;
    bool is_one_sided;             /* the pause: not everybody has agreed to it */
    int64_t paused_ms;             /* since when it is paused */
    unsigned people;               /* seats of persons and programs, as bits */
    unsigned away;                 /* seats played by a bot for now, as bits */
    unsigned vacation;             /* seats of persons on vacation, as bits */
    int resigned[ARKAD_SEATS_MAX]; /* the entry with which the seat resigned; 0: it did not */
    unsigned overtime;             /* seats that ran out of time and whose stand-in has not moved yet, as bits */
    int proposals[ARKAD_SEATS_MAX], pauses[ARKAD_SEATS_MAX], aways[ARKAD_SEATS_MAX]; /* how many so far */
    struct proposal proposal;
    struct clocks clocks;
    struct step *steps; /* the moves, without those taken back */
    int step_count, step_room;
};

/* Before the first entry. NULL, or why there can be no such game. */
const char *play_begin(struct play *play, const struct store_table *row, const struct store_seat *seats,
                       char why[ARKAD_WHY_MAX]);
/* Sets the row's seed, and then the options, since the starter may be drawn from the seed. */
const char *play_take_seed(struct play *play, const struct store_table *row, char why[ARKAD_WHY_MAX]);
void play_end(struct play *play);
/* One more entry. The tape, if given, is told what chance brought with a move. False: the entry cannot follow. */
bool play_apply(struct play *play, const struct entry *entry, struct arkad_tape *tape);

bool play_is_dealt(const struct play *play);
unsigned play_waits(const struct play *play);
/* Whether time passes for those whom the game waits for. */
bool play_is_running(const struct play *play);
/* The seats that resigned, as bits. */
unsigned play_resigned(const struct play *play);
/* Whether the game has come to its end: it was played out, one of two players resigned, or everybody did. */
bool play_is_decided(const struct play *play);
/* The position after the first moves that stand. */
void play_position(const struct play *play, int moves, struct arkad_position *position);
/* Of a game that is decided. Scores as the game gives them, as they stand if it was not played out; places with those
   who resigned behind all others, the first to resign last. */
void play_result(const struct play *play, struct arkad_result *result);

/* Reads the whole log of a table and shows the play after every entry (`visit` may be NULL, and returns false to stop).
   STORE_NONE: the log is impossible, its entries do not follow from each other. The caller ends the play. */
typedef bool play_visitor(const struct play *play, const struct entry *entry, const struct arkad_tape *tape,
                          void *context);
enum store_answer play_read(struct store *store, const struct store_table *row, const struct store_seat *seats,
                            struct play *play, play_visitor *visit, void *context);

#endif
