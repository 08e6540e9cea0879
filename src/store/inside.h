/*
 * What the files of the store share: the driver, which knows where it is kept, and rows described once for writing and
 * reading.
 *
 *     accounts.c, tables.c, chat.c, ratings.c, analyses.c, days.c, sweep.c    what is kept
 *     rows.c        the fields of a row
 *     store.c       which driver a store has
 *     sqlite.c      in one file of SQLite: opening, batches, failures, statements; its own are also
 *                   migrations.c (the versions of the file, in order), copy.c (copies while in use), check.c
 *     postgres.c    in a database of PostgreSQL: the connection, batches, statements
 *     link.c, libpq.c, postgres_versions.c     loading the library for it; the versions, in order
 *     nodes.c       the servers that share a store, and what they tell one another
 *     transfer.c    everything from one store into another
 *     fold.c        names without case, and how they look
 *
 * The SQL of what is kept is the same for both, in the part of the language that both have.
 */
#ifndef STORE_INSIDE_H
#define STORE_INSIDE_H

#include "store/store.h"

#include <assert.h>
#include <sqlite3.h>
#include <sys/types.h>

enum {
    STORE_APPLICATION = 0x41726b64, /* "Arkd", in the file's header */
    STORE_PATH_MAX = 4096,
    STATEMENTS_MAX = 24, /* of one part */
    TAILS = 1024,
    NEWS_MAX = 4096,
};

/* Every part has its own table of SQL texts. */
enum store_part {
    PART_BATCH,
    PART_ACCOUNTS,
    PART_TABLES,
    PART_CHAT,
    PART_RATINGS,
    PART_ANALYSES,
    PART_DAYS,
    PART_SWEEP,
    PART_NODES,
    PART_READ,
    PART_WRITE,
    PART_COUNT,
    STORE_PARTS
};

/* Which file had a name. */
struct file_id {
    dev_t device;
    ino_t number;
};

/* The newest entry of a table's log. */
struct tail {
    int64_t table;
    int number;
};

/* What is SQLite's own. */
struct sqlite {
    sqlite3 *db; /* NULL: it must be opened again */
    sqlite3_stmt *statements[STORE_PARTS][STATEMENTS_MAX];
    char file[STORE_PATH_MAX];
    struct file_id data, log; /* what the connection writes to */
    int lock;                 /* the file that says that this process has the store */
    bool is_ailing;           /* the connection may not recover by itself */
    bool has_ghost;           /* a commit failed at a point where its pages may have reached the log of the file */
};

struct postgres; /* postgres.c */

struct store {
    const struct driver *driver;
    struct sqlite sqlite;
    struct postgres *postgres;
    int walks;                 /* visitors at work: their statements must stay */
    bool has_batch;            /* changes were made */
    bool is_lost;              /* a change failed: the rest of the batch must not be mistaken for a whole one */
    bool is_condemned;         /* the file is broken: nothing more is written to it */
    struct store_witness last; /* the entry that was added last, and the last that was committed */
    struct store_witness witness;
    struct tail tails[TAILS]; /* the newest entries of logs that were added to, so that they are not looked up */
    char news[NEWS_MAX];      /* of the batch: what to tell the other servers, as words */
    char why[STORE_WHY_MAX];
};

/* Begins a batch unless there is one; false: it is lost. */
bool store_begin(struct store *store);
/* A change that other servers want to know of. */
void store_note(struct store *store, int kind, int64_t id, int64_t other);

/* ---- Statements and rows ---------------------------------------------------------------------------------------- */

/* A statement in use. Its fields are bound, or read, from left to right. */
struct query {
    struct store *store;
    void *statement; /* the driver's; NULL: there is none; the store's why says why */
    bool is_own;     /* the kept one was in use by an outer visitor: drop this one afterwards */
    bool is_change;
    bool is_reading; /* a row was found: fields are read */
    bool is_bad;     /* an impossible field: the file is damaged */
    int at;          /* the next field */
    int64_t id;      /* of the row that was added, if the change returns it */
    int64_t changes; /* rows that were changed */
};

/* Where a store is kept. What is said of query_ and store_ functions holds for the driver's. */
struct driver {
    bool is_shared; /* others write to it, too */
    void (*close)(struct store *store);
    bool (*begin)(struct store *store);               /* a batch; false: why, and nothing was begun */
    enum store_answer (*commit)(struct store *store); /* one that was begun; if it fails it is undone */
    void (*roll_back)(struct store *store);
    enum store_answer (*try)(struct store *store);
    enum store_answer (*backup)(struct store *store, const char *file);
    enum store_answer (*vacuum)(struct store *store); /* a bite of it */
    struct query (*read)(struct store *store, enum store_part part, const char *const *sql, int which);
    enum store_answer (*row)(struct query *query);
    enum store_answer (*run)(struct query *query);
    enum store_answer (*end)(struct query *query, enum store_answer answer);
    void (*hear)(struct store *store, news_visitor *visit, void *context);
    void (*say)(struct store *store, const char *word);
    int64_t (*node)(struct store *store);
    /* Notes that what was asked for cannot be had, and undoes the batch. */
    enum store_answer (*fail_memory)(struct store *store);
    /* The next field, bound: the text must stay until the query ends. */
    void (*put_number)(struct query *query, int64_t value);
    void (*put_real)(struct query *query, double value);
    void (*put_text)(struct query *query, const char *text);
    void (*put_hash)(struct query *query, const uint8_t hash[STORE_HASH]);
    void (*put_none)(struct query *query);
    /* The next field, read: NULL if it is none, or not of that kind. */
    int64_t (*number)(struct query *query);
    double (*real)(struct query *query);
    const char *(*text)(struct query *query);
    const void *(*hash)(struct query *query);
};

extern const struct driver sqlite_driver, postgres_driver;
/* False, and the store's why. */
bool sqlite_open(struct store *store, const char *file);
bool postgres_open(struct store *store, const char *url);
/* Whether it names a database of PostgreSQL and no file. */
bool postgres_is_url(const char *name);

/* Prepares a statement; a change opens a batch first. */
struct query query_read(struct store *store, enum store_part part, const char *const *sql, int which);
struct query query_change(struct store *store, enum store_part part, const char *const *sql, int which);
/* The next row: STORE_OK if there is one, whose fields can then be read; STORE_NONE if there are no more. */
enum store_answer query_row(struct query *query);
/* Runs a change and ends it: STORE_TAKEN if a key is in use, STORE_NONE if nothing was changed or what it refers to is
   not there. */
enum store_answer query_run(struct query *query);
/* Ends a statement; the answer, or STORE_FAILED if a field was bad. */
enum store_answer query_end(struct query *query, enum store_answer answer);

/* One field of a row, bound or read. */
void field_number(struct query *query, int64_t *value);
void field_int(struct query *query, int *value);
void field_flag(struct query *query, bool *value);
void field_reference(struct query *query, int64_t *id); /* 0 is NULL */
void field_real(struct query *query, double *value);
void field_float(struct query *query, float *value);
void field_text(struct query *query, char *text, size_t size);
void field_hash(struct query *query, uint8_t hash[STORE_HASH]);
/* A text of any length; what was read lives until the next row. */
void field_long_text(struct query *query, const char **text);

/* Shorthands for what is only bound. */
void bind_number(struct query *query, int64_t value);
void bind_text(struct query *query, const char *text);
void bind_none(struct query *query);

/* ---- Failures of files ------------------------------------------------------------------------------------------ */

/* Notes why and undoes the batch. */
enum store_answer store_fail(struct store *store, int code);
/* The code of SQLite that says the same as an errno of the system. */
int store_code(int system);
/* The sentence for a code of SQLite about a file. */
void store_explain(sqlite3 *db, int code, const char *file, char why[STORE_WHY_MAX]);

/* ---- The file --------------------------------------------------------------------------------------------------- */

extern const char *const store_migrations[]; /* the text that leads from version i to i + 1 */
extern const int store_newest;

/* Upgrades the file from its version to `count`, one transaction each. A code of SQLite; on failure the file has the
   version it got to. */
int store_migrate(sqlite3 *db, const char *const *migrations, int count);
/* A number that SQLite answers to a pragma. */
int store_pragma(sqlite3 *db, const char *pragma, int64_t *value);

/* Syncs the folder of a file, so that its name is durable. 0, or errno is set. */
int store_sync_folder(const char *file);

/* ---- Names ------------------------------------------------------------------------------------------------------ */

/* The name as it is compared: capitals as small letters. It is never longer than the name. */
void fold_name(const char *name, char *folded);

#endif
