/*
 * Everything that must not be lost, in one file of SQLite, or in a database of PostgreSQL that several servers share.
 * Nothing outside this folder knows SQL, and nothing inside knows a game.
 *
 * One thread uses a store. Every change belongs to a batch: the first change opens it, store_commit makes all of it
 * durable at once or undoes all of it. Nothing may be told to anybody before its batch is committed. Reads see the
 * open batch. Texts handed in are copied; texts handed out live in the struct or until the visitor returns. A visitor
 * may use the store, and returns false to stop; a list that is empty is STORE_OK. Texts are checked before they come
 * here: one that is too long for its struct, or for STORE_TEXT_MAX, is a mistake of the caller (asserted).
 *
 * A table is its row, its seats and its log. The log is only ever added to: its number is the key, and whoever writes a
 * number that is there already is refused (STORE_TAKEN), so that two writers cannot both go on.
 */
#ifndef STORE_STORE_H
#define STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    STORE_HASH = 32,      /* of a token, a secret, a seed */
    STORE_NAME_MAX = 64,  /* bytes of a name: 24 characters of any script fit */
    STORE_LOOK_MAX = 512, /* bytes of what it looks like: a ligature may look like eighteen letters */
    STORE_EMAIL_MAX = 256,
    STORE_PASSWORD_MAX = 128, /* an argon2id text of libsodium */
    STORE_CODE_MAX = 16,      /* a table's code in links */
    STORE_GAME_MAX = 16,
    STORE_OPTIONS_MAX = 256,
    STORE_MAP_MAX = 2304,  /* a map's text without comments: 2,180 bytes at most */
    STORE_TEXT_MAX = 1024, /* a move, a line of chat */
    STORE_SEATS_MAX = 6,
    STORE_WHY_MAX = 256,
};

enum store_answer {
    STORE_OK,
    STORE_NONE,   /* there is no such thing */
    STORE_TAKEN,  /* the name, code or number is in use */
    STORE_FAILED, /* it cannot be read or saved: store_why says why. The batch is lost as a whole */
};

struct store;

/* Opens the file, makes it if there is none, upgrades an old one; or a database, named postgresql://… On failure NULL,
   and why. */
struct store *store_open(const char *name, char why[STORE_WHY_MAX]);
void store_close(struct store *store);
/* Makes the batch durable; STORE_FAILED: all of it is undone, and the next batch may try again. OK if there is none.
   After a change was answered with STORE_FAILED, every further change is, too, until store_commit (which then says
   STORE_FAILED) or store_undo: the rest of a batch is never mistaken for a whole one. */
enum store_answer store_commit(struct store *store);
void store_undo(struct store *store);
bool store_has_batch(const struct store *store);
/* A change that changes nothing but is written all the same, so that store_commit tells whether the store can save
   again. */
enum store_answer store_try(struct store *store);
/* Whether other servers write to it, too. */
bool store_is_shared(const struct store *store);
/* Why the last answer was STORE_FAILED: a sentence for people who run the server. */
const char *store_why(const struct store *store);
/* Copies what is committed, while the store is in use, to another file, which it replaces when the copy is whole. */
enum store_answer store_backup(struct store *store, const char *file);
/* The same for a store that may be in use by another process. On failure false, and why. */
typedef void store_progress(int done, int all, void *context);
bool store_copy(const char *file, const char *copy, store_progress *progress, void *context, char why[STORE_WHY_MAX]);
/* Copies everything of a store that nobody uses into an empty one, a file or a database, and compares it before it is
   kept. */
bool store_transfer(const char *from, const char *to, store_progress *progress, void *context, int64_t *rows,
                    char why[STORE_WHY_MAX]);
/* The newest version of the file, and the version of this one. */
int store_version(const struct store *store);

/* ---- Accounts and sessions -------------------------------------------------------------------------------------- */

enum account_kind { ACCOUNT_GUEST = 1, ACCOUNT_PERSON, ACCOUNT_PROGRAM, ACCOUNT_GONE };

struct store_account {
    int64_t id;
    int64_t owner; /* PROGRAM: whose it is */
    int kind;
    char name[STORE_NAME_MAX]; /* unique regardless of case, and by its looks; empty when deleted */
    char password[STORE_PASSWORD_MAX];
    char email[STORE_EMAIL_MAX];
    char lang[4];
    char settings[512]; /* the client's own, JSON */
    int64_t created_ms, seen_ms;
};

enum store_answer store_add_account(struct store *store, struct store_account *account); /* sets id */
enum store_answer store_get_account(struct store *store, int64_t id, struct store_account *account);
enum store_answer store_find_account(struct store *store, const char *name, struct store_account *account);
/* What a name looks like, regardless of case; no two accounts get names that look the same. */
void store_look_of(const char *name, char look[STORE_LOOK_MAX]);
/* Whether letters of several alphabets are in it that are not written together (UTS 39: highly restrictive). */
bool store_is_mixed(const char *name);
enum store_answer store_change_account(struct store *store, const struct store_account *account);

typedef bool account_visitor(const struct store_account *account, void *context);
/* The programs of an account, oldest first. */
enum store_answer store_list_programs(struct store *store, int64_t owner, account_visitor *visit, void *context);

/* A session is known by the hash of its token. */
struct store_session {
    uint8_t hash[STORE_HASH];
    int64_t account;
    int64_t created_ms, seen_ms, expires_ms;
};

enum store_answer store_add_session(struct store *store, const struct store_session *session);
enum store_answer store_find_session(struct store *store, const uint8_t hash[STORE_HASH],
                                     struct store_session *session);
enum store_answer store_touch_session(struct store *store, const uint8_t hash[STORE_HASH], int64_t seen_ms,
                                      int64_t expires_ms);
enum store_answer store_drop_session(struct store *store, const uint8_t hash[STORE_HASH]);
/* All of an account but one (NULL: all). */
enum store_answer store_drop_sessions(struct store *store, int64_t account, const uint8_t *but);
enum store_answer store_drop_expired(struct store *store, int64_t now_ms);

/* ---- Tables ----------------------------------------------------------------------------------------------------- */

enum table_state { TABLE_OPEN = 1, TABLE_PLAYING, TABLE_OVER, TABLE_DROPPED };
enum clock_kind { CLOCK_NONE, CLOCK_LIVE, CLOCK_DAYS };

struct store_table {
    int64_t id;
    char code[STORE_CODE_MAX]; /* in links; cannot be guessed when the table is not public */
    char game[STORE_GAME_MAX];
    char options[STORE_OPTIONS_MAX]; /* name=value,name=value */
    char map[STORE_MAP_MAX];         /* its text; empty: the game has none, or the one that is built in */
    char lang[4];
    int players, state;
    bool is_public, is_rated;
    int clock;                 /* enum clock_kind */
    int64_t move_ms, bank_ms;  /* LIVE: for each move, and the bank for the whole game; DAYS: for each move */
    int64_t owner, rematch_of; /* account, table; 0: none */
    int64_t created_ms, started_ms, ended_ms;
    uint8_t commitment[STORE_HASH], secret[STORE_HASH], seed[STORE_HASH];
    bool has_promises; /* all shares that will count are promised: no more are accepted */
    int log_count;     /* entries of the log */
    char result[256];  /* as the saved game has it; empty until over */
};

enum seat_kind { SEAT_OPEN = 1, SEAT_PERSON, SEAT_BOT, SEAT_INVITED };

struct store_seat {
    int kind;
    int64_t account;              /* PERSON: who */
    int level;                    /* BOT: its level */
    char invite[24];              /* INVITED: the code in the link */
    int64_t bank_ms;              /* what is left */
    bool is_away;                 /* a bot plays for the person */
    bool has_promised, has_given; /* a share of the seed: its hash, then the random bytes */
    uint8_t promised[STORE_HASH], given[STORE_HASH];
    int place, score;                  /* when over; place 0: none yet */
    float rating_before, rating_after; /* rated games */
};

enum store_answer store_add_table(struct store *store, struct store_table *table, const struct store_seat *seats);
enum store_answer store_get_table(struct store *store, int64_t id, struct store_table *table, struct store_seat *seats);
enum store_answer store_find_table(struct store *store, const char *code, struct store_table *table,
                                   struct store_seat *seats);
/* All but the id and the count of the log. */
enum store_answer store_change_table(struct store *store, const struct store_table *table);
enum store_answer store_change_seat(struct store *store, int64_t table, int seat, const struct store_seat *row);

typedef bool table_visitor(const struct store_table *table, const struct store_seat *seats, void *context);
/* Tables in a state, newest first, `public_only` or all. Everywhere, `seats` has room for STORE_SEATS_MAX. */
enum store_answer store_list_tables(struct store *store, int state, bool public_only, int most, table_visitor *visit,
                                    void *context);
/* The tables where an account has a seat, newest first, those created before `before_ms`. */
enum store_answer store_list_tables_of(struct store *store, int64_t account, int64_t before_ms, int most,
                                       table_visitor *visit, void *context);

/* The same, but only those in a state. */
enum store_answer store_list_tables_in(struct store *store, int64_t account, int state, int64_t before_ms, int most,
                                       table_visitor *visit, void *context);
/* How many tables are in a state; at how many of those an account sits. */
enum store_answer store_count_tables(struct store *store, int state, int *count);
enum store_answer store_count_tables_of(struct store *store, int64_t account, int state, int *count);
/* The newest table that is the rematch of another. */
enum store_answer store_find_rematch(struct store *store, int64_t of, struct store_table *table,
                                     struct store_seat *seats);

/* An entry of a table's log. What kinds there are is up to the server. */
struct store_entry {
    int number; /* from 1 */
    int kind, seat;
    int64_t at_ms;
    const char *text;
};

/* Adds the entry; its number must be the next: STORE_TAKEN if it is there, STORE_NONE if one is missing before it. */
enum store_answer store_append(struct store *store, int64_t table, const struct store_entry *entry);
typedef bool entry_visitor(const struct store_entry *entry, void *context);
/* The entries from a number on, in their order. */
enum store_answer store_read_log(struct store *store, int64_t table, int from, entry_visitor *visit, void *context);

/* ---- Chat ------------------------------------------------------------------------------------------------------- */

struct store_line {
    int64_t number, account, at_ms;
    int channel;
    const char *text;
};

enum store_answer store_add_line(struct store *store, int64_t table, struct store_line *line); /* sets number */
typedef bool line_visitor(const struct store_line *line, void *context);
/* The newest `most` lines of a channel with numbers above `after`, in their order. */
enum store_answer store_read_lines(struct store *store, int64_t table, int channel, int64_t after, int most,
                                   line_visitor *visit, void *context);

/* ---- Ratings ----------------------------------------------------------------------------------------------------- */

struct store_rating {
    int64_t account;
    char game[STORE_GAME_MAX];
    double rating, deviation, volatility;
    int games;
    int64_t changed_ms;
};

enum store_answer store_get_rating(struct store *store, int64_t account, const char *game, struct store_rating *rating);
enum store_answer store_put_rating(struct store *store, const struct store_rating *rating);
/* The best first, without deleted accounts. */
typedef bool rating_visitor(const struct store_rating *rating, const char *name, void *context);
enum store_answer store_list_ratings(struct store *store, const char *game, int most, rating_visitor *visit,
                                     void *context);

/* How many games that changed ratings two accounts have played with each other since then. */
enum store_answer store_count_rated(struct store *store, int64_t one, int64_t other, int64_t since_ms, int *count);

/* ---- Analyses ---------------------------------------------------------------------------------------------------- */

/* An analysis of a finished game, as JSON text of any length; freed by the caller with free(). */
enum store_answer store_put_analysis(struct store *store, int64_t table, const char *text);
enum store_answer store_get_analysis(struct store *store, int64_t table, char **text);

/* ---- Games of days ----------------------------------------------------------------------------------------------- */

/* What a seat of a table has decided ahead; empty: nothing. What the text says is up to the server. */
enum store_answer store_put_ahead(struct store *store, int64_t table, int seat, const char *text);
typedef bool ahead_visitor(int seat, const char *text, void *context);
enum store_answer store_read_ahead(struct store *store, int64_t table, ahead_visitor *visit, void *context);

struct store_vacation {
    int64_t account;
    int64_t until_ms; /* 0: not on vacation */
    int year, days;   /* how many days were taken in that year */
};

/* All zero but the account if it never was on vacation. */
enum store_answer store_get_vacation(struct store *store, int64_t account, struct store_vacation *vacation);
enum store_answer store_put_vacation(struct store *store, const struct store_vacation *vacation);
enum store_answer store_drop_vacation(struct store *store, int64_t account);
typedef bool vacation_visitor(const struct store_vacation *vacation, void *context);
/* Those that end by then. */
enum store_answer store_list_vacations(struct store *store, int64_t until_ms, vacation_visitor *visit, void *context);

/* ---- What is not kept for ever ----------------------------------------------------------------------------------- */

/* A walk through the file in small bites. Zeroed at first, but for the times: what is older goes, 0 keeps all. Accounts
   with a game, a rating or a line of chat stay, and so does every game that was begun. */
struct store_sweep {
    int64_t guests_ms;               /* guests and deleted accounts not seen since then */
    int64_t programs_ms;             /* programs likewise */
    int64_t chat_ms;                 /* chat at tables whose game was over by then */
    int64_t dropped_ms;              /* tables dropped before then */
    int64_t account, table;          /* where it goes on */
    int64_t accounts, tables, lines; /* what was removed so far */
    bool is_done;
};
/* One bite. */
enum store_answer store_sweep(struct store *store, struct store_sweep *sweep);

/* ---- Whether the file is still what it was ------------------------------------------------------------------------
 */

/* Something that the file must have: the entry that was added last. */
struct store_witness {
    char file[512];
    int64_t table;
    int number;
};
struct store_witness store_witness(const struct store *store);
/* In any thread, with a connection of its own: whether the file is in place, whole, and still has what was committed.
   False, and why, if it is not; a file that cannot be read at the moment is not called broken. */
bool store_check(const struct store_witness *witness, char why[STORE_WHY_MAX]);
/* The file is broken: nothing is saved any more, until the process is started again with a good one. */
void store_condemn(struct store *store, const char *why);
bool store_is_condemned(const struct store *store);

/* ---- Other servers ------------------------------------------------------------------------------------------------
 */

/* What other servers have changed, in the order in which they did; a store that is not shared has no such news. */
enum news_kind {
    NEWS_LOG = 1,  /* entries were added to the log of table `id` */
    NEWS_TABLE,    /* the row, a seat, or what is decided ahead at table `id` */
    NEWS_LINE,     /* line `other` was said at table `id` */
    NEWS_ACCOUNT,  /* account `id`, or its ratings */
    NEWS_SESSIONS, /* sessions of account `id` are over */
    NEWS_HERE,     /* account `other` watches table `id` from where it sits; NEWS_LEFT: no longer */
    NEWS_LEFT,
    NEWS_MISSED, /* some news, nobody knows which */
    NEWS_KINDS
};
struct store_news {
    int64_t node, id, other;
    int kind;
};
typedef void news_visitor(const struct store_news *news, void *context);
/* What has come since; never waits. News of changes is sent by itself, after their commit; it may get lost. */
void store_hear(struct store *store, news_visitor *visit, void *context);
/* Says something to the others that is not stored. */
void store_say(struct store *store, int kind, int64_t id, int64_t other);

enum { STORE_NODES_MAX = 64, STORE_LEASE_MS = 3000 };
struct store_nodes {
    int64_t self;
    int count;
    int64_t ids[STORE_NODES_MAX]; /* those that use the store, this one among them, in order */
};
/* This server goes on using the store for the time of the lease; who else does. */
enum store_answer store_beat(struct store *store, struct store_nodes *nodes);
/* It ends: its lease is given back. */
enum store_answer store_leave(struct store *store);
/* Until the batch ends no other server changes this table or adds to its log. STORE_TAKEN: one is doing so. */
enum store_answer store_hold(struct store *store, int64_t table);

#endif
