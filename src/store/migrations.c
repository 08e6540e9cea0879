/*
 * The versions of the file, as the steps from each to the next. A step that was released is never changed: what should
 * be different becomes a new step at the end, and tests/store/ gets a sample of the version before it.
 */
#include "store/inside.h"

#include <stdio.h>
#include <string.h>

/* References are NULL when there is none. The log and the seats are stored in the order in which they are read. */
static const char VERSION_1[] = "CREATE TABLE accounts ("
                                " id INTEGER PRIMARY KEY,"
                                " owner INTEGER REFERENCES accounts,"
                                " kind INTEGER NOT NULL,"
                                " name TEXT NOT NULL,"
                                " name_key TEXT UNIQUE," /* the name without case; NULL when it is empty */
                                " password TEXT NOT NULL,"
                                " email TEXT NOT NULL,"
                                " lang TEXT NOT NULL,"
                                " settings TEXT NOT NULL,"
                                " created_ms INTEGER NOT NULL,"
                                " seen_ms INTEGER NOT NULL"
                                ") STRICT;"
                                "CREATE INDEX accounts_owner ON accounts (owner) WHERE owner IS NOT NULL;"

                                "CREATE TABLE sessions ("
                                " hash BLOB PRIMARY KEY,"
                                " account INTEGER NOT NULL REFERENCES accounts,"
                                " created_ms INTEGER NOT NULL,"
                                " seen_ms INTEGER NOT NULL,"
                                " expires_ms INTEGER NOT NULL"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE INDEX sessions_account ON sessions (account);"
                                "CREATE INDEX sessions_expires ON sessions (expires_ms);"

                                "CREATE TABLE tables ("
                                " id INTEGER PRIMARY KEY,"
                                " code TEXT NOT NULL UNIQUE,"
                                " game TEXT NOT NULL,"
                                " options TEXT NOT NULL,"
                                " lang TEXT NOT NULL,"
                                " players INTEGER NOT NULL,"
                                " state INTEGER NOT NULL,"
                                " is_public INTEGER NOT NULL,"
                                " is_rated INTEGER NOT NULL,"
                                " clock INTEGER NOT NULL,"
                                " move_ms INTEGER NOT NULL,"
                                " bank_ms INTEGER NOT NULL,"
                                " owner INTEGER REFERENCES accounts,"
                                " rematch_of INTEGER REFERENCES tables,"
                                " created_ms INTEGER NOT NULL,"
                                " started_ms INTEGER NOT NULL,"
                                " ended_ms INTEGER NOT NULL,"
                                " commitment BLOB NOT NULL,"
                                " secret BLOB NOT NULL,"
                                " seed BLOB NOT NULL,"
                                " result TEXT NOT NULL"
                                ") STRICT;"
                                "CREATE INDEX tables_state ON tables (state, id);"

                                "CREATE TABLE seats ("
                                " table_id INTEGER NOT NULL REFERENCES tables,"
                                " seat INTEGER NOT NULL,"
                                " kind INTEGER NOT NULL,"
                                " account INTEGER REFERENCES accounts,"
                                " level INTEGER NOT NULL,"
                                " invite TEXT NOT NULL,"
                                " bank_ms INTEGER NOT NULL,"
                                " is_away INTEGER NOT NULL,"
                                " has_given INTEGER NOT NULL,"
                                " given BLOB NOT NULL,"
                                " place INTEGER NOT NULL,"
                                " score INTEGER NOT NULL,"
                                " rating_before REAL NOT NULL,"
                                " rating_after REAL NOT NULL,"
                                " PRIMARY KEY (table_id, seat)"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE INDEX seats_account ON seats (account, table_id) WHERE account IS NOT NULL;"

                                "CREATE TABLE log ("
                                " table_id INTEGER NOT NULL REFERENCES tables,"
                                " number INTEGER NOT NULL,"
                                " kind INTEGER NOT NULL,"
                                " seat INTEGER NOT NULL,"
                                " at_ms INTEGER NOT NULL,"
                                " text TEXT NOT NULL,"
                                " PRIMARY KEY (table_id, number)"
                                ") STRICT, WITHOUT ROWID;"

                                "CREATE TABLE lines ("
                                " table_id INTEGER NOT NULL REFERENCES tables,"
                                " number INTEGER NOT NULL,"
                                " channel INTEGER NOT NULL,"
                                " account INTEGER REFERENCES accounts,"
                                " at_ms INTEGER NOT NULL,"
                                " text TEXT NOT NULL,"
                                " PRIMARY KEY (table_id, number)"
                                ") STRICT, WITHOUT ROWID;"

                                "CREATE TABLE ratings ("
                                " account INTEGER NOT NULL REFERENCES accounts,"
                                " game TEXT NOT NULL,"
                                " rating REAL NOT NULL,"
                                " deviation REAL NOT NULL,"
                                " volatility REAL NOT NULL,"
                                " games INTEGER NOT NULL,"
                                " changed_ms INTEGER NOT NULL,"
                                " PRIMARY KEY (account, game)"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE INDEX ratings_best ON ratings (game, rating);"

                                "CREATE TABLE analyses ("
                                " table_id INTEGER PRIMARY KEY REFERENCES tables,"
                                " text TEXT NOT NULL"
                                ") STRICT;";

/* The rematch of a table is looked up with every finished one. */
static const char VERSION_2[] = "CREATE INDEX tables_rematch ON tables (rematch_of) WHERE rematch_of IS NOT NULL;";

/* Tables on maps of their own. */
static const char VERSION_3[] = "ALTER TABLE tables ADD COLUMN map TEXT NOT NULL DEFAULT '';";

/* Shares of the seed are promised before they are given. */
static const char VERSION_4[] = "ALTER TABLE tables ADD COLUMN has_promises INTEGER NOT NULL DEFAULT 0;"
                                "ALTER TABLE seats ADD COLUMN has_promised INTEGER NOT NULL DEFAULT 0;"
                                "ALTER TABLE seats ADD COLUMN promised BLOB NOT NULL DEFAULT x'"
                                "0000000000000000000000000000000000000000000000000000000000000000';";

/* Accounts that nobody refers to are removed: whether somebody does must not take a walk through everything.
   Names that look alike are one name: of those that were two before, the older one has the look, and nobody loses
   theirs. */
static const char VERSION_5[] = "CREATE INDEX tables_owner ON tables (owner) WHERE owner IS NOT NULL;"
                                "CREATE INDEX lines_account ON lines (account) WHERE account IS NOT NULL;"
                                "ALTER TABLE accounts ADD COLUMN look_key TEXT;"
                                "UPDATE accounts SET look_key = look_of(name) WHERE name_key IS NOT NULL;"
                                "UPDATE accounts SET look_key = NULL WHERE id NOT IN"
                                " (SELECT min(id) FROM accounts GROUP BY look_key);"
                                "CREATE UNIQUE INDEX accounts_look ON accounts (look_key);";

/* Games of days: what was decided ahead, and vacations. */
static const char VERSION_6[] = "CREATE TABLE ahead ("
                                " table_id INTEGER NOT NULL REFERENCES tables,"
                                " seat INTEGER NOT NULL,"
                                " text TEXT NOT NULL,"
                                " PRIMARY KEY (table_id, seat)"
                                ") STRICT, WITHOUT ROWID;"
                                "CREATE TABLE vacations ("
                                " account INTEGER PRIMARY KEY REFERENCES accounts,"
                                " until_ms INTEGER NOT NULL,"
                                " year INTEGER NOT NULL,"
                                " days INTEGER NOT NULL"
                                ") STRICT;"
                                "CREATE INDEX vacations_until ON vacations (until_ms) WHERE until_ms > 0;";

const char *const store_migrations[] = {VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5, VERSION_6};
const int store_newest = sizeof store_migrations / sizeof *store_migrations;

int store_pragma(sqlite3 *db, const char *pragma, int64_t *value) {
    sqlite3_stmt *statement = NULL;
    int code = sqlite3_prepare_v2(db, pragma, -1, &statement, NULL);
    if (!code) code = sqlite3_step(statement);
    if (code == SQLITE_ROW) *value = sqlite3_column_int64(statement, 0);
    sqlite3_finalize(statement);
    return code == SQLITE_ROW || code == SQLITE_DONE ? SQLITE_OK : code;
}

/* A step may rebuild tables, so references are checked at its end. */
static int check_references(sqlite3 *db) {
    int64_t row = -1;
    int code = store_pragma(db, "SELECT count(*) FROM pragma_foreign_key_check", &row);
    return code ? code : row ? SQLITE_CONSTRAINT_FOREIGNKEY : SQLITE_OK;
}

/* The version is part of the transaction: a killed process leaves the old version or the new one. */
static int run_step(sqlite3 *db, const char *step, int version) {
    char mark[96];
    snprintf(mark, sizeof mark, "PRAGMA application_id = %d; PRAGMA user_version = %d", STORE_APPLICATION, version);
    int code = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);
    if (!code) code = sqlite3_exec(db, step, NULL, NULL, NULL);
    if (!code) code = check_references(db);
    if (!code) code = sqlite3_exec(db, mark, NULL, NULL, NULL);
    if (!code) code = sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
    if (code && !sqlite3_get_autocommit(db)) sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
    return code;
}

static void look_of(sqlite3_context *context, int count, sqlite3_value **values) {
    const char *name = (const char *)sqlite3_value_text(values[0]);
    char look[STORE_LOOK_MAX] = "";
    assert(count == 1);
    (void)count;
    if (name && strlen(name) < STORE_NAME_MAX) store_look_of(name, look);
    sqlite3_result_text(context, look, -1, SQLITE_TRANSIENT);
}

int store_migrate(sqlite3 *db, const char *const *migrations, int count) {
    int64_t version = 0;
    int code = store_pragma(db, "PRAGMA user_version", &version);
    if (code || version >= count) return code;
    code = sqlite3_create_function(db, "look_of", 1, SQLITE_UTF8, NULL, look_of, NULL, NULL);
    if (!code) code = sqlite3_exec(db, "PRAGMA foreign_keys = OFF", NULL, NULL, NULL);
    for (; !code && version < count; version++) code = run_step(db, migrations[version], (int)version + 1);
    int on = sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL);
    return code ? code : on;
}
