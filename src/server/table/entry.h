/*
 * The entries of a table's log, and how they are stored as text.
 *
 * The log is the only truth about a table in play. Time is in it, too: every entry says how long the clocks have run
 * since the one before it, so that the time in which the server was down, or could not save, is charged to nobody.
 */
#ifndef SERVER_TABLE_ENTRY_H
#define SERVER_TABLE_ENTRY_H

#include "arkad.h"
#include "store/store.h"

enum { ENTRIES_MAX = 20000 }; /* of one table: the longest games have some hundreds */
/* What one seat may add to a log beside its moves, so that nobody can fill it: resigning always has room. */
enum { PROPOSALS_MAX = 200, PAUSES_MAX = 5, AWAYS_MAX = 500 };
enum { ENTRY_NOBODY = -1 }; /* as seat: the entry does not belong to one seat */

enum entry_kind {
    ENTRY_START = 1, /* the cards are dealt */
    ENTRY_MOVE,
    ENTRY_PROPOSAL, /* the others are asked to agree */
    ENTRY_ANSWER,   /* to what was asked */
    ENTRY_UNDO,
    ENTRY_PAUSE,
    ENTRY_RESUME,
    ENTRY_AWAY, /* a bot plays for the seat */
    ENTRY_BACK,
    ENTRY_OVER,
    ENTRY_VACATION, /* begins, or ends */
    ENTRY_KINDS
};
enum entry_by { BY_PERSON = 1, BY_BOT, BY_CLOCK, ENTRY_BYS };
enum proposal_what { PROPOSE_UNDO = 1, PROPOSE_PAUSE, PROPOSE_RESUME, PROPOSALS };
enum away_why { AWAY_LEFT = 1, AWAY_CLOCK, AWAY_RESIGNED, AWAY_WHYS };

/* What they are called, in the log and in the protocol. */
extern const char *const entry_kind_words[ENTRY_KINDS];
extern const char *const entry_by_words[ENTRY_BYS];
extern const char *const proposal_words[PROPOSALS];
extern const char *const away_words[AWAY_WHYS];

struct entry {
    int number, kind, seat;
    int64_t at_ms;
    int64_t ran_ms;         /* how long the clocks ran since the entry before */
    int by;                 /* MOVE */
    struct arkad_move move; /* MOVE */
    int what;               /* PROPOSAL */
    unsigned of;            /* PROPOSAL: the seats that must agree, as bits */
    int to;                 /* PROPOSAL of an undo, UNDO: back to the position after that entry */
    int proposal;           /* ANSWER: the entry that asked */
    bool is_yes;            /* ANSWER */
    int why;                /* AWAY */
    int64_t until_ms;       /* VACATION: its end; 0: it is over */
};

/* The entry as it is stored: the text, without what has a column of its own. */
void entry_write(const struct arkad_game *game, const struct entry *entry, char text[STORE_TEXT_MAX]);
/* False: no entry of this game is stored like that. */
bool entry_read(const struct arkad_game *game, const struct store_entry *stored, struct entry *entry);

#endif
