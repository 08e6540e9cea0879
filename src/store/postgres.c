/*
 * The store in a database of PostgreSQL, which several servers may share: the connection, batches, statements.
 *
 * One batch is one transaction. What is asked is sent in a pipeline: a batch is begun together with its first
 * statement, and a statement that may fail goes between the marks that undo it alone. An answer is waited for as the
 * answer of a disk is, but not for long: a database that does not answer is away. Then the batch is lost, and the
 * connection is made again without waiting for it.
 *
 * If the answer to a commit was lost, nobody knows whether it was made. So the next batch begins only when the database
 * says that the transaction has ended, and whatever is in memory is read again (which is what happens after a batch
 * that was lost): then what is read is what holds.
 */
#include "store/postgres.h"

#include "store/inside.h"
#include "store/link.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

enum { BEGIN, COMMIT, ROLLBACK, NUMBER, MARK, KEEP, FORGET };

static const char *const SQL[] = {
    [BEGIN] = "BEGIN",
    [COMMIT] = "COMMIT",
    [ROLLBACK] = "ROLLBACK",
    [NUMBER] = "SELECT CAST(CAST(pg_current_xact_id() AS text) AS bigint)",
    [MARK] = "SAVEPOINT one",
    [KEEP] = "RELEASE one",
    [FORGET] = "ROLLBACK TO one",
};

/* A server that was stopped in the middle of a batch must not keep the others from its tables. */
static const char SETTINGS[] = "SET application_name = 'arkad';"
                               "SET idle_in_transaction_session_timeout = 2000;"
                               "SET statement_timeout = 5000;"
                               "SET lock_timeout = 1000;"
                               "SET client_min_messages = error;"
                               "SET client_encoding = 'UTF8'";

enum {
    FIELDS_MAX = 32,
    SENT_MAX = 16,
    NESTED_MAX = 8,     /* visitors in visitors */
    OPENING_MS = 10000, /* for the first connection */
    UPGRADE_MS = 60000,
    MOMENT_MS = 30, /* for a connection that is being made again */
    SQL_MAX = 2048,
    SAID_MAX = 16 * NEWS_MAX,
    NOTICE_MAX = 7000, /* bytes of one NOTIFY: PostgreSQL takes 7,999 */
};

struct statement {
    bool is_used;
    enum store_part part;
    int which, count;
    const char *sql;
    const char *values[FIELDS_MAX];
    int lengths[FIELDS_MAX], formats[FIELDS_MAX];
    uint8_t numbers[FIELDS_MAX][8];
    struct pg_result *result;
    int row;
};

/* What was sent and is not yet answered. */
struct sent {
    enum store_part part;
    int which;
    bool is_preparing;
    struct statement *statement; /* NULL: its result is of no interest */
};

struct postgres {
    const struct libpq *pq;
    struct link link;
    bool is_ready; /* the link is up, and all is set */
    bool is_prepared[STORE_PARTS][STATEMENTS_MAX];
    bool is_certain[STORE_PARTS][STATEMENTS_MAX]; /* nothing in the database can make it fail */
    struct statement statements[NESTED_MAX];
    struct statement plain; /* for what has no fields */
    struct sent sent[SENT_MAX];
    int sent_count;
    int64_t node;        /* this server among those that share the database */
    struct link ear;     /* over which the others are heard, and told what is new */
    bool is_telling;     /* what was told last is not yet answered */
    char said[SAID_MAX]; /* to be told, as words */
    int64_t number;      /* of the transaction */
    int64_t doubted;     /* the transaction of which it is not known whether it was committed; 0: none */
};

bool postgres_is_url(const char *name) {
    return !strncmp(name, "postgresql://", 13) || !strncmp(name, "postgres://", 11);
}

/* ---- Failures ---------------------------------------------------------------------------------------------------- */

static void note_why(struct store *store) {
    if (!store->is_condemned) snprintf(store->why, sizeof store->why, "%s", store->postgres->link.why);
}

static void disconnect(struct store *store) {
    struct postgres *postgres = store->postgres;
    link_drop(&postgres->link);
    postgres->is_ready = false;
    postgres->sent_count = 0;
}

static bool collect(struct store *store);
static bool send_plain(struct store *store, int which);

static void roll_back(struct store *store) {
    bool was_open = store->has_batch;
    store->has_batch = false;
    *store->news = 0;
    store->last = store->witness;
    memset(store->tails, 0, sizeof store->tails);
    if (!was_open || !store->postgres->is_ready) return;
    if (!send_plain(store, ROLLBACK) || !collect(store)) disconnect(store);
}

/* A code of another class than what a statement did wrong: of the connection, or of a server that is going away. */
static bool is_of_connection(const char *code) {
    return !*code || !strncmp(code, "08", 2) || !strncmp(code, "57", 2) || !strcmp(code, "25006") ||
           !strcmp(code, "25P03");
}

static enum store_answer fail(struct store *store) {
    note_why(store);
    store->is_lost |= store->has_batch;
    if (is_of_connection(store->postgres->link.code)) disconnect(store);
    roll_back(store);
    return STORE_FAILED;
}

static enum store_answer fail_memory(struct store *store) {
    snprintf(store->postgres->link.why, STORE_WHY_MAX, "there is not enough memory to use the database");
    snprintf(store->postgres->link.code, sizeof store->postgres->link.code, "53200");
    return fail(store);
}

/* ---- Sending ----------------------------------------------------------------------------------------------------- */

/* The marks of fields as PostgreSQL has them: ? and ?1 become $1. */
static void number_fields(const char *sql, char *numbered) {
    int last = 0;
    char *at = numbered;
    for (; *sql; sql++) {
        assert(at - numbered < SQL_MAX - 8);
        *at = *sql;
        if (*at++ != '?') continue;
        int number = sql[1] >= '1' && sql[1] <= '9' ? *++sql - '0' : last + 1;
        if (number > last) last = number;
        at += sprintf(at - 1, "$%d", number) - 1;
    }
    *at = 0;
}

static void expect(struct postgres *postgres, struct sent sent) {
    assert(postgres->sent_count < SENT_MAX);
    postgres->sent[postgres->sent_count++] = sent;
}

static bool prepare(struct postgres *postgres, const struct statement *statement, const char *name) {
    char numbered[SQL_MAX];
    number_fields(statement->sql, numbered);
    postgres->is_certain[statement->part][statement->which] = strstr(numbered, "ON CONFLICT DO NOTHING");
    if (!postgres->pq->send_prepare(postgres->link.conn, name, numbered, 0, NULL)) return false;
    expect(postgres, (struct sent){.part = statement->part, .which = statement->which, .is_preparing = true});
    postgres->is_prepared[statement->part][statement->which] = true; /* unless the answer says that it is not */
    return true;
}

static bool send(struct store *store, struct statement *statement, bool wants_result) {
    struct postgres *postgres = store->postgres;
    char name[16];
    snprintf(name, sizeof name, "s%d_%d", (int)statement->part, statement->which);
    bool is_sent = postgres->is_prepared[statement->part][statement->which] || prepare(postgres, statement, name);
    is_sent = is_sent && postgres->pq->send_prepared(postgres->link.conn, name, statement->count, statement->values,
                                                     statement->lengths, statement->formats, 1);
    if (is_sent)
        expect(postgres, (struct sent){.statement = wants_result ? statement : NULL});
    else
        snprintf(postgres->link.code, sizeof postgres->link.code, "%s", "");
    return is_sent;
}

static bool send_plain(struct store *store, int which) {
    struct statement *plain = &store->postgres->plain;
    *plain = (struct statement){.part = PART_BATCH, .which = which, .sql = SQL[which]};
    return send(store, plain, which == NUMBER);
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

static int64_t big_endian(const char *bytes, int length) {
    uint64_t value = length && bytes[0] & 0x80 ? ~(uint64_t)0 : 0;
    for (int i = 0; i < length; i++) value = value << 8 | (uint8_t)bytes[i];
    return (int64_t)value;
}

/* The result of one command that was sent. */
static bool take(struct store *store, const struct sent *sent) {
    struct postgres *postgres = store->postgres;
    struct pg_result *result;
    bool is_good = true;
    while ((result = link_result(&postgres->link))) {
        is_good &= link_is_good(&postgres->link, result);
        if (sent->statement && is_good && !sent->statement->result)
            sent->statement->result = result;
        else
            postgres->pq->clear(result);
    }
    if (sent->is_preparing && !is_good) postgres->is_prepared[sent->part][sent->which] = false;
    return is_good && postgres->link.state == LINK_UP;
}

/* The number of the transaction, by which the database can be asked what became of it. */
static void take_number(struct postgres *postgres) {
    struct pg_result *result = postgres->plain.result;
    if (!result) return;
    postgres->number = big_endian(postgres->pq->value(result, 0, 0), postgres->pq->length(result, 0, 0));
    postgres->pq->clear(result);
    postgres->plain.result = NULL;
}

/* Waits for all that was sent. False: something failed, and the link's code and why say what. */
static bool collect(struct store *store) {
    struct postgres *postgres = store->postgres;
    if (!postgres->pq->pipeline_sync(postgres->link.conn)) {
        *postgres->link.code = 0;
        return false;
    }
    bool is_good = true;
    for (int i = 0; i < postgres->sent_count && postgres->link.state == LINK_UP; i++)
        is_good &= take(store, &postgres->sent[i]);
    postgres->sent_count = 0;
    struct pg_result *end = link_result(&postgres->link);
    if (end) postgres->pq->clear(end);
    take_number(postgres);
    if (postgres->link.state != LINK_UP) disconnect(store);
    return is_good && end;
}

/* ---- Opening ----------------------------------------------------------------------------------------------------- */

static bool refuse(struct store *store, const char *why) {
    snprintf(store->why, sizeof store->why, "%s", why);
    return false;
}

/* Which version the database has, and which program it needs; 0: it is new. */
static bool read_version(struct link *link, int64_t *version, int64_t *oldest) {
    int64_t is_there = 0;
    *version = *oldest = 0;
    if (!link_number(link, "SELECT count(*) FROM pg_class WHERE oid = to_regclass('arkad')", 0, &is_there))
        return false;
    return !is_there || (link_number(link, "SELECT version FROM arkad", 0, version) &&
                         link_number(link, "SELECT oldest FROM arkad", 0, oldest));
}

static bool run_step(struct link *link, const struct postgres_step *step) {
    char mark[200];
    snprintf(mark, sizeof mark,
             "CREATE TABLE IF NOT EXISTS arkad (version bigint NOT NULL, oldest bigint NOT NULL);"
             "DELETE FROM arkad; INSERT INTO arkad VALUES (%d, %d)",
             step->version, step->oldest);
    return link_run(link, step->sql) && link_run(link, mark);
}

/* Whoever holds the lock does what is missing, in one transaction. */
static bool migrate(struct link *link) {
    int64_t version = 0, oldest = 0;
    if (!link_run(link, "BEGIN; SET LOCAL lock_timeout = 60000; SET LOCAL statement_timeout = 60000;"
                        "SELECT pg_advisory_xact_lock(1098017636, 0)") ||
        !read_version(link, &version, &oldest))
        return false;
    for (int i = 0; i < postgres_step_count; i++)
        if (postgres_steps[i].version > version && !run_step(link, &postgres_steps[i])) return false;
    return link_run(link, "COMMIT");
}

static bool bring_up_to_date(struct store *store) {
    struct link *link = &store->postgres->link;
    int64_t version = 0, oldest = 0;
    if (!read_version(link, &version, &oldest)) return refuse(store, link->why);
    if (oldest > store_newest) return refuse(store, "the database was written by a newer Arkád: use that one");
    if (version >= store_newest || migrate(link)) return true;
    return refuse(store, link->why);
}

/* Whether it is settled what became of the transaction whose commit was not answered: it must have ended. A database
   that has never heard of it is another one, to which it did not come. */
static bool is_settled(struct postgres *postgres) {
    char sql[96];
    int64_t runs = 0;
    if (!postgres->doubted) return true;
    snprintf(sql, sizeof sql, "SELECT (pg_xact_status('%lld') = 'in progress')::int", (long long)postgres->doubted);
    bool is_known = link_number(&postgres->link, sql, 0, &runs);
    if (postgres->link.state != LINK_UP || (is_known && runs)) return false;
    postgres->doubted = 0;
    return true;
}

static bool set_up(struct store *store) {
    struct postgres *postgres = store->postgres;
    if (!link_run(&postgres->link, SETTINGS) || !bring_up_to_date(store) || !is_settled(postgres)) return false;
    memset(postgres->is_prepared, 0, sizeof postgres->is_prepared);
    postgres->sent_count = 0;
    postgres->is_ready = postgres->pq->enter_pipeline(postgres->link.conn);
    return postgres->is_ready;
}

static bool is_ready(struct store *store, int wait_ms) {
    struct postgres *postgres = store->postgres;
    if (postgres->is_ready) return true;
    if (!link_come_up(&postgres->link, wait_ms)) {
        if (*postgres->link.why) note_why(store);
        return false;
    }
    if (set_up(store)) return true;
    if (!*store->why) note_why(store);
    disconnect(store);
    return false;
}

bool postgres_open(struct store *store, const char *url) {
    const struct libpq *pq = libpq_load();
    if (!pq) return refuse(store, "libpq, PostgreSQL's library for clients, is not there: install it (Debian: libpq5)");
    struct postgres *postgres = store->postgres = calloc(1, sizeof *postgres);
    if (!postgres) return refuse(store, "there is not enough memory to use the database");
    if (strlen(url) >= sizeof postgres->link.url) return refuse(store, "the address of the database is too long");
    postgres->pq = postgres->link.pq = postgres->ear.pq = pq;
    if (getrandom(&postgres->node, sizeof postgres->node, 0) < 0) return refuse(store, "there is no randomness");
    postgres->node = (postgres->node & INT64_MAX) >> 10; /* not 0, as good as certainly, and read well as JSON */
    snprintf(postgres->ear.url, sizeof postgres->ear.url, "%s", url);
    snprintf(postgres->link.url, sizeof postgres->link.url, "%s", url);
    postgres->link.answer_ms = UPGRADE_MS; /* nobody plays yet, and tables may have to be made */
    bool is_open = is_ready(store, OPENING_MS);
    postgres->link.answer_ms = 0;
    return is_open;
}

static void postgres_close(struct store *store) {
    if (!store->postgres) return;
    roll_back(store);
    assert(!store->walks);
    disconnect(store);
    link_drop(&store->postgres->ear);
    free(store->postgres);
}

/* ---- What servers tell one another --------------------------------------------------------------------------------
 */

/* A NOTIFY in the transaction of a batch would hold a lock on the whole server of PostgreSQL while that is synced; so
   it goes in one of its own, which is not waited for, and need not survive anything. */
static const char EAR[] = "SET application_name = 'arkad news'; SET synchronous_commit = off; LISTEN arkad";

/* Ends at the last whole word of what fits; its length. */
static size_t one_notice(const char *words) {
    size_t length = strlen(words);
    if (length <= NOTICE_MAX) return length;
    for (length = NOTICE_MAX; words[length] != ' ';) length--;
    return length;
}

static void tell(struct postgres *postgres) {
    struct link *ear = &postgres->ear;
    if (ear->state != LINK_UP || postgres->is_telling || !*postgres->said) return;
    size_t length = one_notice(postgres->said);
    char sql[NOTICE_MAX + 128];
    snprintf(sql, sizeof sql, "SELECT pg_notify('arkad', '%lld%.*s')", (long long)postgres->node, (int)length,
             postgres->said);
    memmove(postgres->said, postgres->said + length, strlen(postgres->said + length) + 1);
    postgres->is_telling = postgres->pq->send_script(ear->conn, sql);
    if (!postgres->is_telling || postgres->pq->flush(ear->conn) < 0) link_drop(ear);
}

static void say(struct store *store, const char *words) {
    struct postgres *postgres = store->postgres;
    size_t used = strlen(postgres->said), length = strlen(words);
    if (used + length < sizeof postgres->said)
        memcpy(postgres->said + used, words, length + 1);
    else
        snprintf(postgres->said, sizeof postgres->said, " %d:0:0", NEWS_MISSED);
    tell(postgres);
}

/* One notice: the number of who tells it, and words. */
static void read_notice(const struct postgres *postgres, char *text, news_visitor *visit, void *context) {
    struct store_news news = {.node = strtoll(text, &text, 10)};
    if (news.node == postgres->node) return;
    while (*text == ' ') {
        news.kind = (int)strtol(text, &text, 10);
        if (*text++ != ':') return;
        news.id = strtoll(text, &text, 10);
        if (*text++ != ':') return;
        news.other = strtoll(text, &text, 10);
        visit(&news, context);
    }
}

/* Nobody waits for it: it comes up when it can. What was told meanwhile was missed. */
static bool has_ear(struct postgres *postgres, news_visitor *visit, void *context) {
    struct link *ear = &postgres->ear;
    if (ear->state == LINK_UP) return true;
    if (!link_come_up(ear, 0) || !link_run(ear, EAR)) return false;
    postgres->is_telling = false;
    visit(&(struct store_news){.kind = NEWS_MISSED}, context);
    return ear->state == LINK_UP;
}

static void hear(struct store *store, news_visitor *visit, void *context) {
    struct postgres *postgres = store->postgres;
    const struct libpq *pq = postgres->pq;
    struct link *ear = &postgres->ear;
    if (!postgres->is_ready || !has_ear(postgres, visit, context)) return;
    if (!pq->consume_input(ear->conn) || pq->flush(ear->conn) < 0) {
        link_drop(ear);
        return;
    }
    while (postgres->is_telling && !pq->is_busy(ear->conn)) {
        struct pg_result *result = pq->get_result(ear->conn);
        postgres->is_telling = result != NULL;
        pq->clear(result);
    }
    struct pg_notify *notice;
    while (ear->state == LINK_UP && (notice = pq->notifies(ear->conn))) {
        read_notice(postgres, notice->extra, visit, context);
        pq->free(notice);
    }
    tell(postgres);
}

static int64_t node(struct store *store) { return store->postgres->node; }

/* ---- Batches ----------------------------------------------------------------------------------------------------- */

/* It is sent with the first statement. */
static bool postgres_begin(struct store *store) {
    if (!is_ready(store, MOMENT_MS)) return false;
    store->postgres->number = 0;
    bool is_sent = send_plain(store, BEGIN) && send_plain(store, NUMBER);
    if (!is_sent) fail(store);
    return is_sent;
}

static enum store_answer postgres_commit(struct store *store) {
    struct postgres *postgres = store->postgres;
    if (send_plain(store, COMMIT) && collect(store)) {
        if (*store->news) say(store, store->news);
        *store->news = 0;
        return STORE_OK;
    }
    if (is_of_connection(postgres->link.code)) postgres->doubted = postgres->number;
    return fail(store);
}

/* The number of a transaction is written with it. */
static enum store_answer postgres_try(struct store *store) {
    if (!store_begin(store)) return STORE_FAILED;
    return collect(store) ? STORE_OK : fail(store);
}

/* ---- Statements -------------------------------------------------------------------------------------------------- */

static struct statement *free_statement(struct postgres *postgres) {
    int i = 0;
    while (i < NESTED_MAX && postgres->statements[i].is_used) i++;
    assert(i < NESTED_MAX);
    return &postgres->statements[i];
}

static struct query postgres_read(struct store *store, enum store_part part, const char *const *sql, int which) {
    assert(part < STORE_PARTS && which < STATEMENTS_MAX && sql[which]);
    struct query query = {.store = store};
    if (!is_ready(store, MOMENT_MS)) return query;
    struct statement *statement = free_statement(store->postgres);
    statement->is_used = true;
    statement->part = part;
    statement->which = which;
    statement->sql = sql[which];
    statement->count = 0;
    statement->row = -1;
    query.statement = statement;
    store->walks++;
    return query;
}

static enum store_answer postgres_row(struct query *query) {
    struct statement *statement = query->statement;
    struct store *store = query->store;
    if (!statement) return STORE_FAILED;
    if (!query->is_reading) {
        query->is_reading = true;
        if (!store->postgres->is_ready || !send(store, statement, true) || !collect(store)) return fail(store);
    }
    query->at = 0;
    return statement->result && ++statement->row < store->postgres->pq->rows(statement->result) ? STORE_OK : STORE_NONE;
}

/* It failed, but the batch goes on without it: a key is in use, or what it refers to is not there. */
static enum store_answer take_back(struct store *store) {
    const char *code = store->postgres->link.code;
    enum store_answer answer = !strcmp(code, "23505") ? STORE_TAKEN : STORE_NONE;
    if (answer == STORE_NONE && strcmp(code, "23503") != 0) return fail(store);
    return send_plain(store, FORGET) && send_plain(store, KEEP) ? answer : fail(store);
}

static enum store_answer count_changes(struct query *query) {
    const struct libpq *pq = query->store->postgres->pq;
    struct statement *statement = query->statement;
    if (!statement->result) return STORE_NONE;
    query->changes = strtoll(pq->changes(statement->result), NULL, 10);
    if (pq->rows(statement->result))
        query->id = big_endian(pq->value(statement->result, 0, 0), pq->length(statement->result, 0, 0));
    return query->changes ? STORE_OK : STORE_NONE;
}

static enum store_answer run(struct query *query) {
    struct store *store = query->store;
    struct postgres *postgres = store->postgres;
    struct statement *statement = query->statement;
    if (!postgres->is_ready) return fail(store);
    bool is_certain = postgres->is_certain[statement->part][statement->which];
    bool is_sent = (is_certain || send_plain(store, MARK)) && send(store, statement, true) &&
                   (is_certain || send_plain(store, KEEP));
    if (!is_sent) return fail(store);
    if (collect(store)) return count_changes(query);
    return is_certain || !postgres->is_ready ? fail(store) : take_back(store);
}

static enum store_answer postgres_end(struct query *query, enum store_answer answer) {
    struct statement *statement = query->statement;
    struct store *store = query->store;
    if (!statement) return STORE_FAILED;
    assert(store->walks > 0);
    store->walks--;
    store->postgres->pq->clear(statement->result);
    statement->result = NULL;
    statement->is_used = false;
    query->statement = NULL;
    if (!query->is_bad) return answer;
    snprintf(store->postgres->link.why, STORE_WHY_MAX, "the database holds what Arkád never wrote: restore a backup");
    snprintf(store->postgres->link.code, sizeof store->postgres->link.code, "XX001");
    return fail(store);
}

static enum store_answer postgres_run(struct query *query) {
    return postgres_end(query, query->statement ? run(query) : STORE_FAILED);
}

static enum store_answer postgres_backup(struct store *store, const char *file) {
    (void)file;
    refuse(store, "a database is copied with pg_dump, or with arkad copy");
    return STORE_FAILED;
}

/* The database does it by itself. */
static enum store_answer postgres_vacuum(struct store *store) {
    (void)store;
    return STORE_OK;
}

/* ---- Fields ------------------------------------------------------------------------------------------------------ */

static void put(struct query *query, const char *value, int length, bool is_binary) {
    struct statement *statement = query->statement;
    assert(statement->count < FIELDS_MAX);
    statement->values[statement->count] = value;
    statement->lengths[statement->count] = length;
    statement->formats[statement->count++] = is_binary;
}

static void put_bits(struct query *query, uint64_t bits) {
    struct statement *statement = query->statement;
    uint8_t *bytes = statement->numbers[statement->count];
    for (int i = 0; i < 8; i++) bytes[i] = (uint8_t)(bits >> (56 - 8 * i));
    put(query, (const char *)bytes, 8, true);
}

static void put_number(struct query *query, int64_t value) { put_bits(query, (uint64_t)value); }

static void put_real(struct query *query, double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    put_bits(query, bits);
}

static void put_text(struct query *query, const char *text) { put(query, text, 0, false); }
static void put_hash(struct query *query, const uint8_t hash[STORE_HASH]) {
    put(query, (const char *)hash, STORE_HASH, true);
}
static void put_none(struct query *query) { put(query, NULL, 0, false); }

/* The next field of the row; NULL: it has no value. */
static const char *next(struct query *query, int *length) {
    const struct libpq *pq = query->store->postgres->pq;
    const struct statement *statement = query->statement;
    int at = query->at++;
    *length = 0;
    if (pq->is_null(statement->result, statement->row, at)) return NULL;
    *length = pq->length(statement->result, statement->row, at);
    return pq->value(statement->result, statement->row, at);
}

static int64_t number(struct query *query) {
    int length;
    const char *bytes = next(query, &length);
    return bytes ? big_endian(bytes, length) : 0;
}

static double real(struct query *query) {
    int64_t bits = number(query);
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

static const char *text(struct query *query) {
    int length;
    return next(query, &length);
}

static const void *hash(struct query *query) {
    int length;
    const char *bytes = next(query, &length);
    return length == STORE_HASH ? bytes : NULL;
}

const struct driver postgres_driver = {
    .is_shared = true,
    .close = postgres_close,
    .begin = postgres_begin,
    .commit = postgres_commit,
    .roll_back = roll_back,
    .try = postgres_try,
    .backup = postgres_backup,
    .vacuum = postgres_vacuum,
    .read = postgres_read,
    .row = postgres_row,
    .run = postgres_run,
    .end = postgres_end,
    .hear = hear,
    .say = say,
    .node = node,
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
