/*
 * The store in one SQLite file: opening it, batches, what happens when the disk fails, statements.
 *
 * Commits must be quick and certain: a write-ahead log that is synced at every commit, statements prepared once, one
 * connection. FILE-lock is held while a process has the store, so that there is one writer; others may read (copy.c).
 * A new file is made under another name and renamed, so that FILE is always a whole store; anything else of that
 * name is never written to.
 *
 * After a failure the connection is used again for the next batch: SQLite recovers from a full disk by itself. Only
 * when the connection itself may be at fault is the file opened again.
 */
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum { BEGIN, COMMIT, ROLLBACK, MARK_AS_OURS, VACUUM };

static const char *const SQL[] = {
    [BEGIN] = "BEGIN IMMEDIATE",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [MARK_AS_OURS] = "PRAGMA application_id = 1098017636", /* STORE_APPLICATION */
    [VACUUM] = "PRAGMA incremental_vacuum(32)",
};

static const char SETTINGS[] =
    "PRAGMA synchronous = FULL;"
    "PRAGMA foreign_keys = ON;"
    "PRAGMA trusted_schema = OFF;"
    "PRAGMA cell_size_check = ON;"
    "PRAGMA secure_delete = FAST;" /* a deleted name is wiped from the pages, too */
    "PRAGMA temp_store = MEMORY;"
    "PRAGMA cache_size = -16384;"           /* 16 MiB: the pages of some thousand tables in play */
    "PRAGMA journal_size_limit = 67108864;" /* shrunk to this after a long copy held it open */
    "PRAGMA wal_autocheckpoint = 4000;";    /* 16 MiB: fewer, longer checkpoints; recovery stays under a second */

enum {
    BUSY_MS = 1000,                  /* for somebody with the sqlite3 shell; the server's loop must not block longer */
    CHECKED_MAX = 256 * 1024 * 1024, /* bytes of a file that is checked as a whole when it is opened: about a second */
    FILE_NAME_SHOWN = 90,            /* bytes of a path in a sentence */
};

/* ---- Failures --------------------------------------------------------------------------------------------------- */

/* The end of a long path, starting at a whole character. */
static const char *end_of_path(const char *file) {
    size_t length = strlen(file);
    if (length <= FILE_NAME_SHOWN) return file;
    const char *end = file + length - FILE_NAME_SHOWN;
    while ((*end & 0xc0) == 0x80) end++;
    return end;
}

/* What is wrong, and what to do. */
static const char *advice_of(int code, int system) {
    if (code == SQLITE_FULL || (system && store_code(system) == SQLITE_FULL))
        return "the disk is full: %s cannot grow; make room, and saving goes on";
    switch (code & 0xff) {
    case SQLITE_READONLY:
    case SQLITE_PERM: return "%s may not be written: give this user the right to write it and its folder";
    case SQLITE_CANTOPEN: return "%s cannot be opened: see that it and its folder are there and may be written";
    case SQLITE_CORRUPT:
    case SQLITE_CONSTRAINT:
    case SQLITE_MISMATCH: return "%s is damaged: stop the server and put a backup in its place";
    case SQLITE_NOTADB: return "%s is no store of Arkád: name another file, or put a backup in its place";
    case SQLITE_BUSY:
    case SQLITE_PROTOCOL:
    case SQLITE_LOCKED: return "another program is writing to %s: end it";
    case SQLITE_NOMEM: return "there is not enough memory to use %s";
    default: return NULL;
    }
}

/* The system's error. SQLite forgets it when a commit fails, but its files remember. */
static int system_error(sqlite3 *db) {
    static const int FILES[] = {SQLITE_FCNTL_JOURNAL_POINTER, SQLITE_FCNTL_FILE_POINTER};
    int error = sqlite3_system_errno(db);
    for (int i = 0; i < 2 && !error; i++) {
        sqlite3_file *file = NULL;
        if (!sqlite3_file_control(db, "main", FILES[i], &file) && file && file->pMethods)
            file->pMethods->xFileControl(file, SQLITE_FCNTL_LAST_ERRNO, &error);
    }
    return error;
}

void store_explain(sqlite3 *db, int code, const char *file, char why[STORE_WHY_MAX]) {
    int system = db && (code & 0xff) == SQLITE_IOERR ? system_error(db) : 0;
    const char *advice = advice_of(code, system), *shown = end_of_path(file);
    if (advice)
        sqlite3_snprintf(STORE_WHY_MAX, why, advice, shown);
    else
        sqlite3_snprintf(STORE_WHY_MAX, why, "the disk fails on %s (%s): look after the disk, and saving goes on",
                         shown, system ? strerror(system) : sqlite3_errstr(code));
}

int store_code(int system) {
    switch (system) {
    case ENOSPC:
    case EDQUOT:
    case EFBIG: return SQLITE_FULL;
    case EACCES:
    case EPERM:
    case EROFS: return SQLITE_READONLY;
    default: return SQLITE_CANTOPEN;
    }
}

/* Whether the connection itself may be at fault. */
static bool needs_opening(int code) {
    switch (code & 0xff) {
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB:
    case SQLITE_CANTOPEN:
    case SQLITE_READONLY:
    case SQLITE_PROTOCOL:
    case SQLITE_SCHEMA: return true;
    default:
        return code == SQLITE_IOERR_SHMOPEN || code == SQLITE_IOERR_SHMSIZE || code == SQLITE_IOERR_SHMMAP ||
               code == SQLITE_IOERR_SHMLOCK;
    }
}

static void roll_back(struct store *store) {
    store->has_batch = false;
    store->last = store->witness; /* what was undone need not be found again */
    memset(store->tails, 0, sizeof store->tails);
    if (store->sqlite.db && !sqlite3_get_autocommit(store->sqlite.db))
        sqlite3_exec(store->sqlite.db, SQL[ROLLBACK], NULL, NULL, NULL);
}

enum store_answer store_fail(struct store *store, int code) {
    store_explain(store->sqlite.db, code, store->sqlite.file, store->why);
    store->sqlite.is_ailing |= needs_opening(code);
    store->is_lost |= store->has_batch;
    roll_back(store);
    return STORE_FAILED;
}

/* ---- Files ------------------------------------------------------------------------------------------------------ */

static bool stat_beside(const char *file, const char *suffix, struct stat *status) {
    char name[STORE_PATH_MAX + 16];
    snprintf(name, sizeof name, "%s%s", file, suffix);
    return !stat(name, status);
}

static struct file_id id_of(const char *file, const char *suffix) {
    struct stat status = {0};
    return stat_beside(file, suffix, &status) ? (struct file_id){status.st_dev, status.st_ino} : (struct file_id){0};
}

static bool is_same(struct file_id a, struct file_id b) { return a.device == b.device && a.number == b.number; }

/* A log with changes that are not yet in the file. */
static bool has_log(const char *file) {
    struct stat status;
    return stat_beside(file, "-wal", &status) && status.st_size > 0;
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

static void close_database(struct store *store) {
    for (int part = 0; part < STORE_PARTS; part++)
        for (int i = 0; i < STATEMENTS_MAX; i++) {
            sqlite3_finalize(store->sqlite.statements[part][i]);
            store->sqlite.statements[part][i] = NULL;
        }
    sqlite3_close_v2(store->sqlite.db);
    store->sqlite.db = NULL;
}

/* A damaged file is to be left as it is, its log of changes included. */
static void leave_alone(sqlite3 *db) { sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL); }

static int connect_to(const char *file, sqlite3 **db) {
    int code = sqlite3_open_v2(file, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE, NULL);
    if (code) return code;
    sqlite3_busy_timeout(*db, BUSY_MS);
    sqlite3_db_config(*db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
    return sqlite3_exec(*db, SETTINGS, NULL, NULL, NULL);
}

/* Whether the pages are consistent; a large file would keep people waiting. */
static int check_pages(sqlite3 *db) {
    int64_t pages = 0, size = 0;
    int code = store_pragma(db, "PRAGMA page_count", &pages);
    if (!code) code = store_pragma(db, "PRAGMA page_size", &size);
    if (code || pages * size > CHECKED_MAX) return code;
    int64_t complaints = -1;
    code = store_pragma(db, "SELECT count(*) FROM pragma_quick_check(1) WHERE quick_check <> 'ok'", &complaints);
    return code ? code : complaints ? SQLITE_CORRUPT : SQLITE_OK;
}

/* The write-ahead log needs a file system with shared memory. */
static int use_log(sqlite3 *db) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &statement, NULL);
    if (!code) code = sqlite3_step(statement);
    const char *mode = code == SQLITE_ROW ? (const char *)sqlite3_column_text(statement, 0) : NULL;
    if (code == SQLITE_ROW) code = mode && !strcmp(mode, "wal") ? SQLITE_OK : SQLITE_CANTOPEN;
    sqlite3_finalize(statement);
    return code;
}

/* Notes a sentence about the file. */
static bool refuse(struct store *store, const char *format) {
    sqlite3_snprintf(STORE_WHY_MAX, store->why, format, end_of_path(store->sqlite.file));
    return false;
}

static bool refuse_code(struct store *store, int code) {
    store_explain(store->sqlite.db, code, store->sqlite.file, store->why);
    return false;
}

/* The version of an open file: this one, or an older one. */
static bool check_version(struct store *store) {
    int64_t application = 0, version = 0;
    int code = store_pragma(store->sqlite.db, "PRAGMA application_id", &application);
    if (!code) code = store_pragma(store->sqlite.db, "PRAGMA user_version", &version);
    if (code) return refuse_code(store, code);
    if (application != STORE_APPLICATION || version < 1) return refuse_code(store, SQLITE_NOTADB);
    if (version > store_newest) return refuse(store, "%s was written by a newer Arkád: use that one");
    return true;
}

static bool open_database(struct store *store, bool is_first) {
    int code = connect_to(store->sqlite.file, &store->sqlite.db);
    if (code) return refuse_code(store, code);
    leave_alone(store->sqlite.db);
    if (!check_version(store)) return false;
    if (is_first) code = check_pages(store->sqlite.db);
    if (!code) code = use_log(store->sqlite.db);
    if (!code) code = store_migrate(store->sqlite.db, store_migrations, store_newest);
    if (!code && sqlite3_db_readonly(store->sqlite.db, "main")) code = SQLITE_READONLY;
    if (code) return refuse_code(store, code);
    sqlite3_db_config(store->sqlite.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    store->sqlite.data = id_of(store->sqlite.file, "");
    store->sqlite.log = id_of(store->sqlite.file, "-wal");
    return true;
}

static unsigned big_endian(const uint8_t *at) {
    return (unsigned)at[0] << 24 | (unsigned)at[1] << 16 | (unsigned)at[2] << 8 | at[3];
}

/* What SQLite's header says, read without SQLite, which would already make files beside one that is not ours. */
enum { HEADER = 100, MAGIC = 16, PAGE_AT = 16, MODE_AT = 18, PAGES_AT = 28, VERSION_AT = 60, APPLICATION_AT = 68 };
enum { MODE_PLAIN = 1 };

static bool read_header(const char *name, uint8_t header[HEADER], ssize_t *length) {
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* a pipe would keep us waiting */
    *length = file < 0 ? -1 : read(file, header, HEADER);
    if (file >= 0) close(file);
    return *length >= 0;
}

/* The end of the file may still be in the log, but must not be missing altogether. */
static bool is_cut_short(const struct store *store, const uint8_t *header) {
    struct stat status;
    int64_t page = header[PAGE_AT] << 8 | header[PAGE_AT + 1];
    if (page == 1) page = 65536;
    return !has_log(store->sqlite.file) && !stat(store->sqlite.file, &status) &&
           status.st_size < page * big_endian(header + PAGES_AT);
}

static bool check_header(struct store *store) {
    uint8_t header[HEADER] = {0};
    ssize_t length;
    if (!read_header(store->sqlite.file, header, &length)) return refuse_code(store, SQLITE_CANTOPEN);
    if (!length) return refuse(store, "%s is empty: remove it to begin a new store, or put a backup in its place");
    if (memcmp(header, "SQLite format 3", MAGIC)) return refuse_code(store, SQLITE_NOTADB);
    if (length < HEADER) return refuse_code(store, SQLITE_CORRUPT);
    if (big_endian(header + APPLICATION_AT) != STORE_APPLICATION) return refuse_code(store, SQLITE_NOTADB);
    if (big_endian(header + VERSION_AT) > (unsigned)store_newest)
        return refuse(store, "%s was written by a newer Arkád: use that one");
    /* A copy is a plain file; SQLite would mix into it what another one left behind. */
    if (header[MODE_AT] == MODE_PLAIN && has_log(store->sqlite.file))
        return refuse(store, "%s is a copy, and the -wal beside it belongs to another file: remove the -wal");
    return !is_cut_short(store, header) || refuse_code(store, SQLITE_CORRUPT);
}

/* ---- A new file ------------------------------------------------------------------------------------------------- */

int store_sync_folder(const char *file) {
    char folder[STORE_PATH_MAX];
    snprintf(folder, sizeof folder, "%s", file);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    int opened = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (opened < 0) return -1;
    int wrong = fsync(opened);
    close(opened);
    return wrong;
}

/* Passwords and secrets are in there: nobody else may read it. */
static int build_new(const char *name) {
    unlink(name);
    int file = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return store_code(errno);
    close(file);
    sqlite3 *db = NULL;
    int code = connect_to(name, &db);
    if (!code) code = sqlite3_exec(db, "PRAGMA auto_vacuum = INCREMENTAL", NULL, NULL, NULL);
    if (!code) code = store_migrate(db, store_migrations, store_newest);
    sqlite3_close(db);
    return code;
}

static bool make_new(struct store *store) {
    if (has_log(store->sqlite.file))
        return refuse(store, "%s is missing, but its -wal is there: put the file back, or remove the -wal, too");
    char name[STORE_PATH_MAX + 16], journal[STORE_PATH_MAX + 32];
    snprintf(name, sizeof name, "%s-new", store->sqlite.file);
    snprintf(journal, sizeof journal, "%s-journal", name);
    unlink(journal); /* of a process that was killed here */
    int code = build_new(name);
    if (!code && (rename(name, store->sqlite.file) || store_sync_folder(store->sqlite.file))) code = store_code(errno);
    if (!code) return true;
    unlink(name);
    unlink(journal);
    return refuse_code(store, code);
}

/* Held until the process ends, however it ends. */
static bool take_lock(struct store *store) {
    char name[STORE_PATH_MAX + 16];
    snprintf(name, sizeof name, "%s-lock", store->sqlite.file);
    store->sqlite.lock = open(name, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (store->sqlite.lock < 0) return refuse_code(store, store_code(errno));
    if (!flock(store->sqlite.lock, LOCK_EX | LOCK_NB)) return true;
    return refuse(store, "%s is in use by another server: stop that one, or name another file");
}

static bool name_file(struct store *store, const char *file) {
    char *whole = realpath(file, NULL); /* the same lock, whichever symbolic link or path is used */
    int length = snprintf(store->sqlite.file, sizeof store->sqlite.file, "%s", whole ? whole : file);
    free(whole);
    return length < (int)sizeof store->sqlite.file - 1 || refuse_code(store, SQLITE_CANTOPEN);
}

/* A hard link is a second name that no lock and no -wal beside the file knows of. */
static bool check_names(struct store *store) {
    struct stat status;
    if (stat(store->sqlite.file, &status) || status.st_nlink < 2 || S_ISDIR(status.st_mode)) return true;
    return refuse(store,
                  "%s has a second name, a hard link, under which another server could use it: remove one of them");
}

static bool open_all(struct store *store, const char *file) {
    if (!name_file(store, file) || !take_lock(store)) return false;
    struct stat status;
    if (stat(store->sqlite.file, &status) && (!make_new(store) || !name_file(store, file))) return false;
    return check_names(store) && check_header(store) && open_database(store, true);
}

bool sqlite_open(struct store *store, const char *file) {
    store->sqlite.lock = -1;
    return open_all(store, file);
}

static void sqlite_close(struct store *store) {
    roll_back(store);
    assert(!store->walks);
    close_database(store);
    if (store->sqlite.lock >= 0) close(store->sqlite.lock);
}

/* ---- Recovering ----------------------------------------------------------------------------------------------- */

/* Whether the file and its log still have their names: what is written to a removed file is lost. */
static bool is_in_place(const struct store *store) {
    return is_same(id_of(store->sqlite.file, ""), store->sqlite.data) &&
           is_same(id_of(store->sqlite.file, "-wal"), store->sqlite.log);
}

/* A commit that failed while syncing may be complete in the log of the file, where the next process would find it. The
   next commit writes over it; this one changes nothing else. */
static int lay_ghost(struct store *store) {
    char rewrite[48];
    snprintf(rewrite, sizeof rewrite, "PRAGMA user_version = %d", store_newest);
    int code = sqlite3_exec(store->sqlite.db, rewrite, NULL, NULL, NULL);
    store->sqlite.has_ghost = code != SQLITE_OK;
    return code;
}

/* A connection that may be used: opened again if it was broken. */
static bool is_ready(struct store *store) {
    if (store->sqlite.db && store->sqlite.is_ailing && !store->walks && !store->has_batch && !store->sqlite.has_ghost) {
        leave_alone(store->sqlite.db);
        close_database(store);
    }
    if (store->sqlite.db) return true;
    if (!check_header(store) || !open_database(store, false)) {
        close_database(store);
        return false;
    }
    store->sqlite.is_ailing = false;
    return true;
}

/* ---- Batches ---------------------------------------------------------------------------------------------------- */

static int run_now(struct store *store, int which) {
    struct query query = query_read(store, PART_BATCH, SQL, which);
    if (!query.statement) return SQLITE_NOMEM;
    int code = sqlite3_step(query.statement);
    query_end(&query, STORE_OK);
    return code == SQLITE_DONE ? SQLITE_OK : code;
}

static bool refuse_moved(struct store *store) {
    return refuse(store, "%s was removed or replaced while in use: move it back, or stop the server first");
}

static bool sqlite_begin(struct store *store) {
    if (!is_ready(store)) return false;
    if (!is_in_place(store)) return refuse_moved(store);
    int code = store->sqlite.has_ghost ? lay_ghost(store) : SQLITE_OK;
    if (!code) code = run_now(store, BEGIN);
    if (code) store_fail(store, code);
    return !code;
}

static enum store_answer sqlite_commit(struct store *store) {
    if (!is_in_place(store)) {
        refuse_moved(store);
        roll_back(store);
        return STORE_FAILED;
    }
    int code = run_now(store, COMMIT);
    store->sqlite.has_ghost = code != SQLITE_OK;
    if (!code) return STORE_OK;
    store_fail(store, code);
    lay_ghost(store);
    return STORE_FAILED;
}

/* ---- Statements ------------------------------------------------------------------------------------------------- */

/* The kept one; if an outer visitor is using it, one of our own. */
static int prepare(struct query *query, sqlite3_stmt **kept, const char *text) {
    struct store *store = query->store;
    query->is_own = *kept && sqlite3_stmt_busy(*kept);
    if (*kept && !query->is_own) {
        query->statement = *kept;
        return SQLITE_OK;
    }
    unsigned flags = query->is_own ? 0 : SQLITE_PREPARE_PERSISTENT;
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v3(store->sqlite.db, text, -1, flags, &statement, NULL);
    query->statement = statement;
    if (!code && !query->is_own) *kept = statement;
    return code;
}

static struct query sqlite_read(struct store *store, enum store_part part, const char *const *sql, int which) {
    assert(which < STATEMENTS_MAX);
    assert(part < STORE_PARTS && sql[which]);
    struct query query = {.store = store, .at = 1};
    if (!is_ready(store)) return query;
    int code = prepare(&query, &store->sqlite.statements[part][which], sql[which]);
    if (code)
        store_fail(store, code);
    else
        store->walks++;
    return query;
}

static enum store_answer sqlite_row(struct query *query) {
    if (!query->statement) return STORE_FAILED;
    int code = sqlite3_step(query->statement);
    query->is_reading = true;
    query->at = 0;
    if (code == SQLITE_ROW) return STORE_OK;
    return code == SQLITE_DONE ? STORE_NONE : store_fail(query->store, code);
}

static enum store_answer sqlite_run(struct query *query) {
    if (!query->statement) return query_end(query, STORE_FAILED);
    assert(query->is_change && query->store->has_batch);
    enum store_answer answer = STORE_NONE;
    int code = sqlite3_step(query->statement);
    query->changes = code == SQLITE_DONE ? sqlite3_changes(query->store->sqlite.db) : code == SQLITE_ROW;
    if (code == SQLITE_ROW) query->id = sqlite3_column_int64(query->statement, 0);
    if (code == SQLITE_DONE || code == SQLITE_ROW)
        answer = query->changes ? STORE_OK : STORE_NONE;
    else if (code == SQLITE_CONSTRAINT_UNIQUE || code == SQLITE_CONSTRAINT_PRIMARYKEY)
        answer = STORE_TAKEN;
    else if (code != SQLITE_CONSTRAINT_FOREIGNKEY)
        answer = store_fail(query->store, code);
    return query_end(query, answer);
}

static enum store_answer sqlite_end(struct query *query, enum store_answer answer) {
    if (!query->statement) return STORE_FAILED;
    assert(query->store->walks > 0);
    query->store->walks--;
    sqlite3_reset(query->statement);
    sqlite3_clear_bindings(query->statement); /* the texts are the caller's */
    if (query->is_own) sqlite3_finalize(query->statement);
    query->statement = NULL;
    return query->is_bad ? store_fail(query->store, SQLITE_CORRUPT) : answer;
}

static enum store_answer sqlite_try(struct store *store) {
    struct query query = query_change(store, PART_BATCH, SQL, MARK_AS_OURS);
    enum store_answer answer = sqlite_row(&query);
    return sqlite_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}

/* Each row is a page that was given back. */
static enum store_answer sqlite_vacuum(struct store *store) {
    struct query query = query_change(store, PART_BATCH, SQL, VACUUM);
    enum store_answer answer;
    do answer = sqlite_row(&query);
    while (answer == STORE_OK);
    return sqlite_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}

static enum store_answer sqlite_backup(struct store *store, const char *file) {
    return store_copy(store->sqlite.file, file, NULL, NULL, store->why) ? STORE_OK : STORE_FAILED;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static enum store_answer fail_memory(struct store *store) { return store_fail(store, SQLITE_NOMEM); }

static void check(struct query *query, int code) { query->is_bad |= code != SQLITE_OK; }

static void put_number(struct query *query, int64_t value) {
    check(query, sqlite3_bind_int64(query->statement, query->at++, value));
}

static void put_real(struct query *query, double value) {
    check(query, sqlite3_bind_double(query->statement, query->at++, value));
}

static void put_text(struct query *query, const char *text) {
    check(query, sqlite3_bind_text(query->statement, query->at++, text, -1, SQLITE_STATIC));
}

static void put_hash(struct query *query, const uint8_t hash[STORE_HASH]) {
    check(query, sqlite3_bind_blob(query->statement, query->at++, hash, STORE_HASH, SQLITE_STATIC));
}

static void put_none(struct query *query) { check(query, sqlite3_bind_null(query->statement, query->at++)); }

static int64_t number(struct query *query) { return sqlite3_column_int64(query->statement, query->at++); }
static double real(struct query *query) { return sqlite3_column_double(query->statement, query->at++); }

static const char *text(struct query *query) {
    return (const char *)sqlite3_column_text(query->statement, query->at++);
}

static const void *hash(struct query *query) {
    int at = query->at++;
    const void *value = sqlite3_column_blob(query->statement, at);
    return sqlite3_column_bytes(query->statement, at) == STORE_HASH ? value : NULL;
}

const struct driver sqlite_driver = {
    .close = sqlite_close,
    .begin = sqlite_begin,
    .commit = sqlite_commit,
    .roll_back = roll_back,
    .try = sqlite_try,
    .backup = sqlite_backup,
    .vacuum = sqlite_vacuum,
    .read = sqlite_read,
    .row = sqlite_row,
    .run = sqlite_run,
    .end = sqlite_end,
    .fail_memory = fail_memory,
    .put_number = put_number,
    .put_real = put_real,
    .put_text = put_text,
    .put_hash = put_hash,
    .put_none = put_none,
    .number = number,
    .real = real,
    .text = text,
    .hash = hash,
};
