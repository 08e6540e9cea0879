/*
 * What nobody will miss any more, removed in small bites: each looks at a few rows in the order of their keys, so that
 * a bite takes a few milliseconds however large the file is. Then a few free pages are given back to the disk.
 */
#include "store/inside.h"

#include <string.h>

enum {
    DROP_SESSIONS,
    DROP_ACCOUNTS,
    DROP_CHAT,
    DROP_LINES,
    DROP_ANALYSES,
    DROP_LOG,
    DROP_AHEAD,
    DROP_SEATS,
    DROP_TABLES,
    LAST_ACCOUNT,
    LAST_TABLE,
};

/* Accounts that nobody refers to: guests, programs and deleted ones that have not been seen for long. */
#define OLD_ACCOUNTS                                                                               \
    "SELECT id FROM accounts a WHERE id BETWEEN ?1 AND ?2 AND ((kind IN (1, 4) AND seen_ms < ?3) " \
    "OR (kind = 3 AND seen_ms < ?4)) "                                                             \
    "AND NOT EXISTS (SELECT 1 FROM seats WHERE account = a.id) "                                   \
    "AND NOT EXISTS (SELECT 1 FROM tables WHERE owner = a.id) "                                    \
    "AND NOT EXISTS (SELECT 1 FROM lines WHERE account = a.id) "                                   \
    "AND NOT EXISTS (SELECT 1 FROM ratings WHERE account = a.id) "                                 \
    "AND NOT EXISTS (SELECT 1 FROM accounts WHERE owner = a.id)"
/* Tables that were dropped before a game came of them, and of which no other is a rematch. */
#define OLD_TABLES                                                                                            \
    "SELECT id FROM tables t WHERE id BETWEEN ?1 AND ?2 AND state = 4 AND ended_ms < ?3 AND created_ms < ?3 " \
    "AND NOT EXISTS (SELECT 1 FROM tables WHERE rematch_of = t.id)"

static const char *const SQL[] = {
    [DROP_SESSIONS] = "DELETE FROM sessions WHERE account IN (" OLD_ACCOUNTS ")",
    [DROP_ACCOUNTS] = "DELETE FROM accounts WHERE id IN (" OLD_ACCOUNTS ")",
    [DROP_CHAT] = ("DELETE FROM lines WHERE table_id IN (SELECT id FROM tables WHERE id BETWEEN ?1 AND ?2 "
                   "AND state = 3 AND ended_ms < ?3)"),
    [DROP_LINES] = "DELETE FROM lines WHERE table_id IN (" OLD_TABLES ")",
    [DROP_ANALYSES] = "DELETE FROM analyses WHERE table_id IN (" OLD_TABLES ")",
    [DROP_LOG] = "DELETE FROM log WHERE table_id IN (" OLD_TABLES ")",
    [DROP_AHEAD] = "DELETE FROM ahead WHERE table_id IN (" OLD_TABLES ")",
    [DROP_SEATS] = "DELETE FROM seats WHERE table_id IN (" OLD_TABLES ")",
    [DROP_TABLES] = "DELETE FROM tables WHERE id IN (" OLD_TABLES ")",
    [LAST_ACCOUNT] = "SELECT coalesce(max(id), 0) FROM accounts",
    [LAST_TABLE] = "SELECT coalesce(max(id), 0) FROM tables",
};

enum { BITE = 200 }; /* rows that are looked at */

static enum store_answer drop(struct store *store, int which, int64_t from, int64_t before_ms, int64_t other_ms,
                              int64_t *count) {
    struct query query = query_change(store, PART_SWEEP, SQL, which);
    bind_number(&query, from);
    bind_number(&query, from + BITE - 1);
    bind_number(&query, before_ms);
    if (which <= DROP_ACCOUNTS) bind_number(&query, other_ms);
    enum store_answer answer = query_run(&query);
    if (answer == STORE_OK && count) *count += query.changes;
    return answer == STORE_FAILED ? answer : STORE_OK;
}

static enum store_answer last_of(struct store *store, int which, int64_t *last) {
    struct query query = query_read(store, PART_SWEEP, SQL, which);
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) field_number(&query, last);
    return query_end(&query, answer);
}

static enum store_answer sweep_accounts(struct store *store, struct store_sweep *sweep) {
    int64_t from = sweep->account;
    enum store_answer answer = drop(store, DROP_SESSIONS, from, sweep->guests_ms, sweep->programs_ms, NULL);
    return answer ? answer : drop(store, DROP_ACCOUNTS, from, sweep->guests_ms, sweep->programs_ms, &sweep->accounts);
}

static enum store_answer sweep_tables(struct store *store, struct store_sweep *sweep) {
    int64_t from = sweep->table;
    memset(store->tails, 0, sizeof store->tails); /* a table that is made later may have the number of one that goes */
    enum store_answer answer = drop(store, DROP_CHAT, from, sweep->chat_ms, 0, &sweep->lines);
    for (int which = DROP_LINES; !answer && which <= DROP_TABLES; which++)
        answer = drop(store, which, from, sweep->dropped_ms, 0, which == DROP_TABLES ? &sweep->tables : NULL);
    return answer;
}

enum store_answer store_sweep(struct store *store, struct store_sweep *sweep) {
    int64_t accounts = 0, tables = 0;
    enum store_answer answer = last_of(store, LAST_ACCOUNT, &accounts);
    if (!answer) answer = last_of(store, LAST_TABLE, &tables);
    if (!answer && sweep->account <= accounts) answer = sweep_accounts(store, sweep);
    if (!answer && sweep->table <= tables) answer = sweep_tables(store, sweep);
    if (!answer) answer = store->driver->vacuum(store);
    sweep->account += BITE;
    sweep->table += BITE;
    sweep->is_done = sweep->account > accounts && sweep->table > tables;
    return answer;
}
