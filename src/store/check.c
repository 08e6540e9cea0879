/*
 * Whether the file is still what was written to it, while it is in use: somebody may have copied another one over it,
 * or the disk may have lost pages. A running server would not see it for long, since it has the pages in its memory.
 *
 * A connection of its own reads the pages from the disk, table by table, so that no moment is held for long. What was
 * committed must be found again.
 */
#include "store/inside.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum { BUSY_MS = 2000 };

static const char *const TABLES[] = {"accounts", "sessions", "tables", "seats", "log", "lines", "ratings", "analyses"};

struct store_witness store_witness(const struct store *store) {
    struct store_witness witness = store->witness; /* a database has no file, and looks after itself */
    size_t length = strlen(store->sqlite.file);
    if (length < sizeof witness.file) memcpy(witness.file, store->sqlite.file, length + 1);
    return witness;
}

/* Codes that say something of the file, and not of this moment. */
static bool is_damage(int code) {
    return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB || (code & 0xff) == SQLITE_ERROR;
}

static int check_table(sqlite3 *db, const char *table) {
    char sql[128];
    int64_t complaints = 0;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_quick_check('%s') WHERE quick_check <> 'ok'", table);
    int code = store_pragma(db, sql, &complaints);
    return code ? code : complaints ? SQLITE_CORRUPT : SQLITE_OK;
}

static int check_witness(sqlite3 *db, const struct store_witness *witness) {
    char sql[128];
    int64_t found = 0;
    if (!witness->number) return SQLITE_OK;
    snprintf(sql, sizeof sql, "SELECT count(*) FROM log WHERE table_id = %lld AND number = %d",
             (long long)witness->table, witness->number);
    int code = store_pragma(db, sql, &found);
    return code ? code : found ? SQLITE_OK : SQLITE_CORRUPT;
}

static int check_all(sqlite3 *db, const struct store_witness *witness) {
    int64_t application = 0;
    int code = store_pragma(db, "PRAGMA application_id", &application);
    if (!code && application != STORE_APPLICATION) code = SQLITE_NOTADB;
    if (!code) code = check_witness(db, witness);
    for (size_t i = 0; !code && i < sizeof TABLES / sizeof *TABLES; i++) code = check_table(db, TABLES[i]);
    return code;
}

bool store_check(const struct store_witness *witness, char why[STORE_WHY_MAX]) {
    sqlite3 *db = NULL;
    if (!*witness->file) return true; /* a path that is too long to be looked at */
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(witness->file, &db, flags, NULL);
    if (!code) code = sqlite3_busy_timeout(db, BUSY_MS);
    if (!code) code = check_all(db, witness);
    bool is_broken = code && is_damage(code);
    if (is_broken) store_explain(db, SQLITE_CORRUPT, witness->file, why);
    sqlite3_close(db);
    return !is_broken;
}
