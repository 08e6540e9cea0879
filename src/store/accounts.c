/*
 * Accounts and their sessions.
 */
#include "store/inside.h"

#include <string.h>

enum {
    ADD_ACCOUNT,
    GET_ACCOUNT,
    FIND_ACCOUNT,
    CHANGE_ACCOUNT,
    LIST_PROGRAMS,
    ADD_SESSION,
    FIND_SESSION,
    TOUCH_SESSION,
    DROP_SESSION,
    DROP_SESSIONS,
    DROP_EXPIRED,
};

#define ACCOUNT "owner, kind, name, password, email, lang, settings, created_ms, seen_ms"

static const char *const SQL[] = {
    [ADD_ACCOUNT] = "INSERT INTO accounts (name_key, look_key, " ACCOUNT ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    " RETURNING id",
    [GET_ACCOUNT] = "SELECT id, " ACCOUNT " FROM accounts WHERE id = ?",
    [FIND_ACCOUNT] = "SELECT id, " ACCOUNT " FROM accounts WHERE name_key = ?",
    /* A name from before looks counted stays without one. */
    [CHANGE_ACCOUNT] =
        "UPDATE accounts SET look_key = CASE WHEN name_key IS NOT DISTINCT FROM ?1 THEN look_key ELSE ?2 END,"
        " (name_key, " ACCOUNT ") = (?1, ?, ?, ?, ?, ?, ?, ?, ?, ?) WHERE id = ?",
    [LIST_PROGRAMS] = "SELECT id, " ACCOUNT " FROM accounts WHERE owner = ? ORDER BY id",
    [ADD_SESSION] = "INSERT INTO sessions (hash, account, created_ms, seen_ms, expires_ms) VALUES (?, ?, ?, ?, ?)",
    [FIND_SESSION] = "SELECT hash, account, created_ms, seen_ms, expires_ms FROM sessions WHERE hash = ?",
    [TOUCH_SESSION] = "UPDATE sessions SET seen_ms = ?, expires_ms = ? WHERE hash = ?",
    [DROP_SESSION] = "DELETE FROM sessions WHERE hash = ?",
    [DROP_SESSIONS] = "DELETE FROM sessions WHERE account = ? AND hash IS DISTINCT FROM ?",
    [DROP_EXPIRED] = "DELETE FROM sessions WHERE expires_ms <= ?",
};

static struct query reading(struct store *store, int which) { return query_read(store, PART_ACCOUNTS, SQL, which); }
static struct query changing(struct store *store, int which) { return query_change(store, PART_ACCOUNTS, SQL, which); }

/* ---- Accounts ---------------------------------------------------------------------------------------------------- */

static void account_fields(struct query *query, struct store_account *account) {
    field_reference(query, &account->owner);
    field_int(query, &account->kind);
    field_text(query, account->name, sizeof account->name);
    field_text(query, account->password, sizeof account->password);
    field_text(query, account->email, sizeof account->email);
    field_text(query, account->lang, sizeof account->lang);
    field_text(query, account->settings, sizeof account->settings);
    field_number(query, &account->created_ms);
    field_number(query, &account->seen_ms);
}

/* A deleted name belongs to nobody: an empty one has no key. */
static void put_text_or_none(struct query *query, const char *text) {
    if (*text)
        bind_text(query, text);
    else
        bind_none(query);
}

struct name_keys {
    char name[STORE_NAME_MAX], look[STORE_LOOK_MAX];
};

static void put_keys(struct query *query, const char *name, struct name_keys *keys) {
    assert(strlen(name) < STORE_NAME_MAX);
    fold_name(name, keys->name);
    store_look_of(name, keys->look);
    put_text_or_none(query, keys->name);
    put_text_or_none(query, keys->look);
}

enum store_answer store_add_account(struct store *store, struct store_account *account) {
    assert(account->kind >= ACCOUNT_GUEST && account->kind <= ACCOUNT_GONE);
    struct name_keys keys;
    struct query query = changing(store, ADD_ACCOUNT);
    put_keys(&query, account->name, &keys);
    account_fields(&query, account);
    enum store_answer answer = query_run(&query);
    if (answer == STORE_OK) account->id = query.id;
    return answer;
}

static enum store_answer read_account(struct query *query, struct store_account *account) {
    enum store_answer answer = query_row(query);
    if (answer != STORE_OK) return answer;
    field_number(query, &account->id);
    account_fields(query, account);
    return query->is_bad ? STORE_FAILED : STORE_OK;
}

enum store_answer store_get_account(struct store *store, int64_t id, struct store_account *account) {
    struct query query = reading(store, GET_ACCOUNT);
    bind_number(&query, id);
    return query_end(&query, read_account(&query, account));
}

enum store_answer store_find_account(struct store *store, const char *name, struct store_account *account) {
    char key[STORE_NAME_MAX];
    if (strlen(name) >= STORE_NAME_MAX) return STORE_NONE; /* anybody may ask for it: nobody has such a name */
    fold_name(name, key);
    struct query query = reading(store, FIND_ACCOUNT);
    bind_text(&query, key);
    return query_end(&query, read_account(&query, account));
}

enum store_answer store_change_account(struct store *store, const struct store_account *account) {
    assert(account->id > 0 && account->kind >= ACCOUNT_GUEST && account->kind <= ACCOUNT_GONE);
    struct store_account row = *account;
    struct name_keys keys;
    struct query query = changing(store, CHANGE_ACCOUNT);
    put_keys(&query, row.name, &keys);
    account_fields(&query, &row);
    bind_number(&query, row.id);
    store_note(store, NEWS_ACCOUNT, row.id, 0);
    return query_run(&query);
}

enum store_answer store_list_programs(struct store *store, int64_t owner, account_visitor *visit, void *context) {
    struct store_account account;
    struct query query = reading(store, LIST_PROGRAMS);
    bind_number(&query, owner);
    enum store_answer answer;
    do answer = read_account(&query, &account);
    while (answer == STORE_OK && visit(&account, context));
    return query_end(&query, answer == STORE_NONE ? STORE_OK : answer);
}

/* ---- Sessions ---------------------------------------------------------------------------------------------------- */

static void session_fields(struct query *query, struct store_session *session) {
    field_hash(query, session->hash);
    field_number(query, &session->account);
    field_number(query, &session->created_ms);
    field_number(query, &session->seen_ms);
    field_number(query, &session->expires_ms);
}

static void put_hash(struct query *query, const uint8_t hash[STORE_HASH], uint8_t copy[STORE_HASH]) {
    memcpy(copy, hash, STORE_HASH);
    field_hash(query, copy);
}

enum store_answer store_add_session(struct store *store, const struct store_session *session) {
    assert(session->account > 0);
    struct store_session row = *session;
    struct query query = changing(store, ADD_SESSION);
    session_fields(&query, &row);
    return query_run(&query);
}

enum store_answer store_find_session(struct store *store, const uint8_t hash[STORE_HASH],
                                     struct store_session *session) {
    uint8_t copy[STORE_HASH];
    struct query query = reading(store, FIND_SESSION);
    put_hash(&query, hash, copy);
    enum store_answer answer = query_row(&query);
    if (answer == STORE_OK) session_fields(&query, session);
    return query_end(&query, answer);
}

enum store_answer store_touch_session(struct store *store, const uint8_t hash[STORE_HASH], int64_t seen_ms,
                                      int64_t expires_ms) {
    uint8_t copy[STORE_HASH];
    struct query query = changing(store, TOUCH_SESSION);
    bind_number(&query, seen_ms);
    bind_number(&query, expires_ms);
    put_hash(&query, hash, copy);
    return query_run(&query);
}

enum store_answer store_drop_session(struct store *store, const uint8_t hash[STORE_HASH]) {
    uint8_t copy[STORE_HASH];
    struct query query = changing(store, DROP_SESSION);
    store_note(store, NEWS_SESSIONS, 0, 0);
    put_hash(&query, hash, copy);
    return query_run(&query);
}

/* Having none to drop is not an error. */
static enum store_answer run_drop(struct query *query) {
    enum store_answer answer = query_run(query);
    return answer == STORE_NONE ? STORE_OK : answer;
}

enum store_answer store_drop_sessions(struct store *store, int64_t account, const uint8_t *but) {
    uint8_t copy[STORE_HASH];
    struct query query = changing(store, DROP_SESSIONS);
    bind_number(&query, account);
    if (but)
        put_hash(&query, but, copy);
    else
        bind_none(&query);
    store_note(store, NEWS_SESSIONS, account, 0);
    return run_drop(&query);
}

enum store_answer store_drop_expired(struct store *store, int64_t now_ms) {
    struct query query = changing(store, DROP_EXPIRED);
    bind_number(&query, now_ms);
    return run_drop(&query);
}
