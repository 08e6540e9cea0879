/*
 * The log of a table: its entries, how they are stored as text, and the play that they add up to.
 *
 * The log is the only truth about a table in play. What the server has in memory is folded from it, entry by entry,
 * with nothing else but the table's row and seats: the same log gives the same play after every restart. Time is in the
 * log, too: every entry says how long the clocks have run since the one before it, so that the time a server was down,
 * or could not save, is nobody's.
 */
#ifndef SERVER_ENTRIES_H
#define SERVER_ENTRIES_H

#include "arkad.h"
#include "server/clock.h"
#include "store/store.h"

enum { ENTRIES_MAX = 20000 }; /* of one table: the longest games have some hundreds */
enum { ENTRY_NOBODY = -1 };   /* as seat: the entry is not of one seat */

enum entry_kind {
    ENTRY_START = 1, /* the cards are dealt */
    ENTRY_MOVE,
    ENTRY_ASK,    /* the others are asked whether they agree */
    ENTRY_ANSWER, /* to what was asked */
    ENTRY_UNDO,
    ENTRY_PAUSE,
    ENTRY_RESUME,
    ENTRY_AWAY, /* a bot plays for the seat */
    ENTRY_BACK,
    ENTRY_OVER,
    ENTRY_KINDS
};
enum entry_by { BY_PERSON = 1, BY_BOT, BY_CLOCK, ENTRY_BYS };
enum ask_what { ASK_UNDO = 1, ASK_PAUSE, ASK_RESUME, ASK_WHATS };
enum away_why { AWAY_LEFT = 1, AWAY_CLOCK, AWAY_RESIGNED, AWAY_WHYS };

/* What they are called, in the log and in the protocol. */
extern const char *const entry_kind_words[ENTRY_KINDS];
extern const char *const entry_by_words[ENTRY_BYS];
extern const char *const ask_words[ASK_WHATS];
extern const char *const away_words[AWAY_WHYS];

struct entry {
    int number, kind, seat;
    int64_t at_ms;
    int64_t ran_ms;         /* the clocks ran for so long since the entry before */
    int by;                 /* MOVE */
    struct arkad_move move; /* MOVE */
    int what;               /* ASK */
    unsigned of;            /* ASK: the seats that must agree, as bits */
    int to;                 /* ASK for an undo, UNDO: back to the position after that entry */
    int ask;                /* ANSWER: the entry that asked */
    bool is_yes;            /* ANSWER */
    int why;                /* AWAY */
};

/* The entry as it is stored: its text without what has a column of its own. */
void entry_write(const struct arkad_game *game, const struct entry *entry, char text[STORE_TEXT_MAX]);
/* False: no entry of this game is stored like that. */
bool entry_read(const struct arkad_game *game, const struct store_entry *stored, struct entry *entry);

/* ---- The play ------------------------------------------------------------------------------------------------- */

/* A move that stands. */
struct step {
    int entry;
    uint8_t seat;
    struct arkad_move move;
};

/* What was asked and is not settled yet. */
struct ask {
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
    struct ask ask;
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
