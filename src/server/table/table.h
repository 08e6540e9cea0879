/*
 * A table that is alive: somebody watches it, or a bot or a clock is at work. The files of this folder:
 *
 *     table.c       its life: found, read, begun, settled, forgotten
 *     entry.c       the entries of its log; play.c: what they add up to; clock.c: time; setup.c: the game's setup
 *     command.c     what clients ask of it; watch.c: who watches
 *     deal.c        shares of the seed, and the deal; seed.c: how a seed is made
 *     moves.c       moves; away.c: going away, coming back, resigning; finish.c: the end of the game; rating.c
 *     ahead.c       moves decided ahead; vacation.c: clocks of days that stand
 *     proposals.c   undo and pause, which need the consent of the others
 *     table_bots.c  bots: in seats of their own, and for those who are away; think.c: the threads they think in
 *     follow.c      what other servers that share the store did
 *     idle.c        tables that everybody has left
 *     broadcast.c   what everybody is sent; table_json.c: how the table itself is shown
 *     chat.c        what people say
 *
 * Whatever happens at a table goes the same way: it is checked, added to the log (table_add), and
 * broadcast (broadcast_entry). Nothing that is sent to a viewer is made from anything but that viewer's view and what
 * everybody knows.
 */
#ifndef SERVER_TABLE_H
#define SERVER_TABLE_H

#include "server/common/client.h"
#include "server/table/play.h"

enum {
    TABLE_BUCKETS = 1024,
    TABLE_RESTING = 1 << 14,
    TABLE_MESSAGE_MAX = 1 << 20, /* bytes of the longest message: a thousand entries */
};

struct watcher;
struct thinking;
struct command;

struct table {
    struct table *next, *previous; /* all */
    struct table *bucket;          /* the next one in its hash bucket */
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    unsigned programs; /* seats of programs, as bits */
    unsigned waits;    /* whom the lobby was told that it waits for, as bits */
    struct play play;
    char *ahead[STORE_SEATS_MAX]; /* what each seat has decided ahead, as it is stored; NULL: nothing */
    struct watcher *watchers;
    int64_t left_ms;  /* when the last person who sits there left; 0: not known */
    int64_t mark_ms;  /* since when the clocks run: the last entry, or when the table was read */
    int64_t deal_ms;  /* the cards are dealt then; 0: they are, or the table is still open */
    int64_t think_ms; /* a bot begins to think then; 0: none is to */
    int64_t pause_ms; /* a pause ends then; 0: there is none */
    int64_t clock_ms; /* the first clock runs out then; 0: none runs */
    struct thinking *thinking;
    bool is_hurried;                             /* its bots think for less time than usual: the server is busy */
    char from[STORE_SEATS_MAX][NET_ADDRESS_MAX]; /* where each seat's last move came from; empty: not known */
};

/* What lists show of a table that is not alive, so that they need not read its log. */
struct resting {
    int64_t id;
    int count; /* of its entries: with another number it has gone on */
    unsigned waits;
    int64_t at_ms, left_ms; /* when the last entry was added, and when somebody who sits there was last at the table */
};

/* All of them, and what they share. */
struct tables {
    struct table *first;
    struct resting resting[TABLE_RESTING];
    struct table *buckets[TABLE_BUCKETS];
    struct presence *elsewhere[TABLE_BUCKETS]; /* who is at a table at other servers: watch.c */
    int count;
    int64_t ticked_ms;
    uv_timer_t *timer;
    struct arkad_move listed[ARKAD_MOVES_MAX];
    char message[TABLE_MESSAGE_MAX]; /* the one that is being written */
};

/* ---- For the rest of the server ---------------------------------------------------------------------------------- */

/* After the last seat was filled (or the owner said so): asks for shares of the seed, then deals. The row is stored
   already: state PLAYING, started_ms set, an empty log (so that a table killed before the deal goes on from here),
   every seat a person or a bot, every person's bank_ms full. */
void table_begin(struct server *server, const struct store_table *row, const struct store_seat *seats);
/* Seats of an open table changed, or there is a rematch: tells those who watch it. */
void table_seats_changed(struct server *server, const struct store_table *row, const struct store_seat *seats);
/* Room for what tables share, before anything else of them; false: no memory. */
bool table_open_all(struct server *server);
/* Tables in play are brought to life: after a start of the server and after trouble with the store. */
void table_wake_all(struct server *server);
/* What tables have in memory may not be what is stored: throw it away. */
void table_forget_all(struct server *server);
/* When the server stops: frees all of it. */
void table_close_all(struct server *server);
/* The clock of the machine was set: what is due at the tables is due as soon as before. */
void table_clock_was_set(struct server *server, int64_t by_ms);
/* What is due at all tables: clocks that have run out, bots that are to move, cards to be dealt. A timer calls it. */
void table_tick(struct server *server);
/* The seats that a table in play waits for, as bits; it need not be alive. */
unsigned table_waits(struct server *server, const struct store_table *row, const struct store_seat *seats);
/* When the clock of a seat that it waits for runs out; 0: it does not run. */
int64_t table_until_ms(const struct server *server, const struct store_table *row, int seat);
/* When the table went on last, or somebody who sits there was last at it. */
int64_t table_seen_ms(struct server *server, const struct store_table *row, const struct store_seat *seats);
/* How many tables are alive. */
int table_count(const struct server *server);
/* The account of this seat of a table in play is being deleted: a bot plays on for it, for good. */
void table_person_gone(struct server *server, const struct store_table *row, const struct store_seat *seats, int seat);
/* The moves in order, without those that were taken back; the visitor returns false to stop. */
typedef bool move_visitor(int seat, const struct arkad_move *move, void *context);
enum store_answer table_read_moves(struct server *server, const struct store_table *row, move_visitor *visit,
                                   void *context);

/* ---- For the files of this folder -------------------------------------------------------------------------------- */

/* The table, if it is alive. */
struct table *table_find(const struct server *server, int64_t id);
struct table *table_find_code(const struct server *server, const char *code);
/* The table, brought to life if it is not; NULL: there is none, or, `has_failed`, it cannot be read. */
struct table *table_find_or_read(struct server *server, const char *code, bool *has_failed);
/* The table of a row that was read, brought to memory if it is not there; NULL: it cannot be read. */
struct table *table_take(struct server *server, const struct store_table *row, const struct store_seat *seats);
/* Whether its log was read; if not, tries to. */
bool table_is_ready(struct server *server, struct table *table);
/* Adds the entry: number, time and how long clocks ran are filled in. False: it could not be added (the table was read
   again, or the turn is lost). */
bool table_add(struct server *server, struct table *table, struct entry *entry, struct arkad_tape *tape);
/* Adds the entry and broadcasts it; the answer to `command`, if not NULL, carries its number. */
bool table_do(struct server *server, struct table *table, struct entry *entry, const struct command *command);
/* After something happened: ends the game, carries out what all agreed to, starts clocks and bots. */
void table_settle(struct server *server, struct table *table);
/* Stores who sits where, and tells the table and the lobby. */
bool table_change_seat(struct server *server, struct table *table, int seat);
/* For how long the clocks have run since the last entry. */
int64_t table_ran_ms(const struct server *server, const struct table *table);
/* The second half of that: clocks and bots as they are after what another server did. */
void table_plan(struct server *server, struct table *table);
/* The row in the store is newer, or what is in memory cannot be trusted. */
bool table_read_again(struct server *server, struct table *table);
/* Brings a table in play to life if it is not and this server acts for it. */
void table_wake_row(struct server *server, const struct store_table *row, const struct store_seat *seats);
void table_wake_mine(struct server *server);
/* Frees the table if nothing keeps it alive. */
void table_rest(struct server *server, struct table *table);

#endif
