/*
 * A table that is alive, shared by the files that handle it:
 *
 *     table.c     its life: found, read, begun, watched, forgotten; what clients ask of it
 *     entries.c   the log, and the play it adds up to; clock.c: time
 *     acting.c    moves, going away and coming back, resigning; the end of the game
 *     consent.c   taking back, pausing, asking and answering
 *     standing.c  bots: in seats of their own, and for those who are away
 *     telling.c   what everybody is sent
 *     chat.c      what people say
 *
 * Whatever happens at a table goes the same way: it is judged, added to the log (table_add), and told (tell_entry).
 * Nothing that is sent to a viewer is made from anything but that viewer's view and what everybody knows.
 */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "server/entries.h"
#include "server/hub.h"

enum {
    SHARES_MS = 3000,           /* for shares of the seed, before the cards are dealt without them */
    BOT_PAUSE_MS = 400,         /* so that people can follow what bots do */
    STAND_IN_LEVEL = 2,         /* who plays for those who are away */
    MUTED_MAX = 8,              /* by one person at one table; a ninth forgets the first */
    TALK_MAX = 500,             /* characters of a line of chat */
    TALK_SHOWN = 50,            /* lines that newcomers are shown */
    ENTRIES_SHOWN = 1000,       /* entries that newcomers are shown; the saved game has all of them */
    LISTED_SHOWN = 4000,        /* moves of a list: a robbed pyramid has 61,392 */
    ACTS_MAX = ENTRIES_MAX / 2, /* entries from which on only moves are taken: nobody can fill the log by asking */
    BUCKETS = 1024,
    VIEWERS = ARKAD_SEATS_MAX + 1, /* the seats, and all spectators as one */
    TELLING_MAX = 1 << 20,
};

struct watcher {
    struct watcher *next;
    struct client *client;
    int viewer; /* a seat or ARKAD_SPECTATOR */
    bool wants_memory, wants_words;
    int muted_count;
    int64_t muted[MUTED_MAX];
};

/* A bot that thinks about a move; the table may be gone when it has chosen. */
struct thinking {
    struct hub *hub;
    struct table *table; /* NULL: gone */
    int number, seat;    /* the entry that is to be */
};

struct table {
    struct table *next, *previous; /* all */
    struct table *bucket;          /* the next with the like of its id */
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    unsigned programs; /* seats of programs, as bits */
    unsigned waits;    /* whom the lobby was told that it waits for, as bits */
    struct play play;
    struct watcher *watchers;
    int64_t mark_ms;  /* since when the clocks run: the last entry, or when the table was read */
    int64_t deal_ms;  /* the cards are dealt then; 0: they are, or the table is still open */
    int64_t think_ms; /* a bot begins to think then; 0: none is to */
    int64_t clock_ms; /* the first clock is out then; 0: none runs */
    struct thinking *thinking;
};

struct tables {
    struct table *first;
    struct table *buckets[BUCKETS];
    int count;
    int64_t ticked_ms;
    uv_timer_t *timer;
    struct arkad_move listed[ARKAD_MOVES_MAX];
    char telling[TELLING_MAX];
};

/* What a client asks of a table. */
struct asking {
    struct hub *hub;
    struct client *client;
    struct table *table;
    struct watcher *watcher;
    int seat; /* -1: a spectator */
    const json_t *message, *re;
};

/* ---- table.c ---------------------------------------------------------------------------------------------------- */

/* Answers with an error, a key error.CODE of the catalogues. */
void refuse(const struct asking *asking, const char *code);
/* Adds the entry: number, time and how long clocks ran are filled in. False: it could not be added (the table was read
   again, or the turn is lost). */
bool table_add(struct hub *hub, struct table *table, struct entry *entry, struct arkad_tape *tape);
/* Adds the entry and tells it to all; the answer to `asking`, if not NULL, carries its number. */
bool table_do(struct hub *hub, struct table *table, struct entry *entry, const struct asking *asking);
/* After something happened: ends the game, carries out what all agreed to, sees to clocks and bots. */
void table_settle(struct hub *hub, struct table *table);
/* Stores who sits where, and tells the table and the lobby. */
bool table_change_seat(struct hub *hub, struct table *table, int seat);
/* Whether the person of the seat watches. */
bool table_has_here(const struct table *table, int seat);
/* For how long the clocks have run since the last entry. */
int64_t table_ran_ms(const struct hub *hub, const struct table *table);
/* Frees the table if nothing keeps it alive. */
void table_rest(struct hub *hub, struct table *table);

/* ---- acting.c --------------------------------------------------------------------------------------------------- */

void act_give(struct asking *asking);
void act_move(struct asking *asking);
void act_resign(struct asking *asking);
void act_away(struct asking *asking);
void act_back(struct asking *asking);
/* A move by whoever plays the seat; the answer to `asking` if not NULL. */
bool act_carry_out(struct hub *hub, struct table *table, int seat, const struct arkad_move *move, int by,
                   const struct asking *asking);
/* The seat's person is no more. */
void act_leave_for_good(struct hub *hub, struct table *table, int seat);
/* The clock of the seat is out. */
void act_time_out(struct hub *hub, struct table *table, int seat);
/* Deals the cards. */
void act_deal(struct hub *hub, struct table *table);
void act_ask_for_shares(struct hub *hub, struct table *table, struct client *only);
bool act_end(struct hub *hub, struct table *table);
/* Whether `n` is the number of the next entry; answered with what is missing otherwise. */
bool act_is_next(struct asking *asking);

/* ---- consent.c -------------------------------------------------------------------------------------------------- */

void consent_undo(struct asking *asking);
void consent_pause(struct asking *asking);
void consent_resume(struct asking *asking);
void consent_answer(struct asking *asking);
/* Carries out what all agreed to; false if there was nothing. */
bool consent_settle(struct hub *hub, struct table *table);

/* ---- standing.c ------------------------------------------------------------------------------------------------- */

/* The seat a bot is to move for, or -1. */
int standing_next(const struct table *table);
/* When a bot is to think, as things are now. */
void standing_plan(struct hub *hub, struct table *table);
void standing_think(struct hub *hub, struct table *table);
void standing_forget(struct table *table);

/* ---- telling.c -------------------------------------------------------------------------------------------------- */

void tell_table(struct hub *hub, struct table *table, struct watcher *watcher, int since, const json_t *re);
void tell_entry(struct hub *hub, struct table *table, const struct entry *entry, const struct arkad_tape *tape,
                const struct asking *asking);
/* Entries from a number on once more, to one watcher; the first carries `re`. At most `count`. */
void tell_again(struct asking *asking, int from, int count, const json_t *re);
void tell_seats(struct hub *hub, struct table *table, const struct watcher *but);

/* ---- chat.c ----------------------------------------------------------------------------------------------------- */

void chat_say(struct asking *asking);
void chat_mute(struct asking *asking);
/* The last lines that the watcher may read. */
json_t *chat_lines(struct hub *hub, const struct table *table, const struct watcher *watcher);

#endif
