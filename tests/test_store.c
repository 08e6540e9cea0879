/*
 * The store: every function, and that nothing is lost: test_store FOLDER (tests/store) [URL]. Works in a folder of its
 * own, in memory if there is /dev/shm; with an URL in that database of PostgreSQL, which it empties.
 */
#include "store/faulty.h"
#include "store/inside.h"
#include "store/link.h"
#include "test.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static const char *samples; /* tests/store */
static const char *url;     /* NULL: in a file */
static char folder[64];
static char why[STORE_WHY_MAX];

/* A name in the folder; a few at a time. */
static const char *path(const char *name) {
    static char names[8][256];
    static int next;
    char *text = names[next++ % 8];
    snprintf(text, 256, "%s/%s", folder, name);
    return text;
}

static void clear_folder(void) {
    char command[256];
    snprintf(command, sizeof command, "rm -rf '%s'/*", folder);
    CHECK(!system(command));
}

/* Says something to the database that is not for the store. */
static void tell_database(const char *sql) {
    struct link link = {.pq = libpq_load()};
    snprintf(link.url, sizeof link.url, "%s", url);
    CHECK(link_come_up(&link, 5000) && link_run(&link, sql));
    if (*link.why) printf("# %s\n", link.why);
    link_drop(&link);
}

static struct store *open_store(const char *name) {
    struct store *store = store_open(url ? url : path(name), why);
    if (!store) printf("# %s: %s\n", name, why);
    CHECK(store);
    return store;
}

static struct store *fresh(void) {
    clear_folder();
    if (url) tell_database("SET client_min_messages = error; DROP SCHEMA public CASCADE; CREATE SCHEMA public");
    return open_store("s.db");
}

static struct store *reopened(struct store *store) {
    store_close(store);
    return open_store("s.db");
}

static bool is_refused(const char *name, const char *part) {
    struct store *store = store_open(path(name), why);
    if (!store && strstr(why, part)) return true;
    printf("# %s: %s\n", name, store ? "was opened" : why);
    store_close(store);
    return false;
}

/* ---- Samples ---------------------------------------------------------------------------------------------------- */

static struct store_account an_account(const char *name) {
    struct store_account account = {.kind = ACCOUNT_PERSON, .lang = "hu", .created_ms = 5, .seen_ms = 6};
    snprintf(account.name, sizeof account.name, "%s", name);
    snprintf(account.password, sizeof account.password, "$argon2id$%s", name);
    return account;
}

static int64_t add_account(struct store *store, const char *name) {
    struct store_account account = an_account(name);
    CHECK(store_add_account(store, &account) == STORE_OK);
    return account.id;
}

static void a_table(const char *code, int64_t account, struct store_table *table, struct store_seat *seats) {
    memset(seats, 0, STORE_SEATS_MAX * sizeof *seats);
    *table = (struct store_table){.game = "byzanz",
                                  .options = "starter=1",
                                  .map = "map wheel\n",
                                  .lang = "hu",
                                  .players = 3,
                                  .state = TABLE_OPEN,
                                  .is_public = true,
                                  .is_rated = true,
                                  .clock = CLOCK_LIVE,
                                  .move_ms = 60000,
                                  .bank_ms = 1LL << 40,
                                  .owner = account,
                                  .created_ms = 10,
                                  .started_ms = 11,
                                  .ended_ms = 12};
    snprintf(table->code, sizeof table->code, "%s", code);
    memset(table->commitment, 1, STORE_HASH);
    memset(table->secret, 2, STORE_HASH);
    memset(table->seed, 3, STORE_HASH);
    seats[0] = (struct store_seat){
        .kind = SEAT_PERSON, .account = account, .bank_ms = 7, .has_promised = true, .has_given = true};
    memset(seats[0].promised, 5, STORE_HASH);
    memset(seats[0].given, 4, STORE_HASH);
    seats[1] = (struct store_seat){.kind = SEAT_BOT, .level = 3, .place = 2, .score = -4, .rating_before = 1500.25F};
    seats[2] = (struct store_seat){.kind = SEAT_INVITED, .invite = "a-link", .is_away = true, .rating_after = 1.5F};
}

static int64_t add_table(struct store *store, const char *code, int64_t account) {
    struct store_table table;
    struct store_seat seats[STORE_SEATS_MAX];
    a_table(code, account, &table, seats);
    CHECK(store_add_table(store, &table, seats) == STORE_OK);
    return table.id;
}

static enum store_answer append(struct store *store, int64_t table, int number, const char *text) {
    struct store_entry entry = {.number = number, .kind = 2, .seat = number % 3, .at_ms = 100 + number, .text = text};
    return store_append(store, table, &entry);
}

/* The texts of a log, one after the other. */
static bool note_text(const struct store_entry *entry, void *context) {
    char *all = context;
    size_t length = strlen(all);
    snprintf(all + length, 4096 - length, "%d:%s ", entry->number, entry->text);
    return true;
}

static const char *log_of(struct store *store, int64_t table) {
    static char all[4096];
    *all = 0;
    CHECK(store_read_log(store, table, 1, note_text, all) == STORE_OK);
    return all;
}

/* ---- Accounts and sessions -------------------------------------------------------------------------------------- */

TEST(accounts) {
    struct store *store = fresh();
    struct store_account account = an_account("Árvíztűrő Tükörfúrógép"), found;
    snprintf(account.email, sizeof account.email, "a@example.org");
    snprintf(account.settings, sizeof account.settings, "{\"sound\":false}");
    CHECK(store_add_account(store, &account) == STORE_OK && account.id > 0);
    CHECK(store_get_account(store, account.id, &found) == STORE_OK && !memcmp(&found, &account, sizeof found));
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK(store_find_account(store, "ÁRVÍZTŰRŐ tükörfúrógép", &found) == STORE_OK);
    CHECK(!memcmp(&found, &account, sizeof found));
    CHECK(store_get_account(store, account.id + 1, &found) == STORE_NONE);
    CHECK(store_find_account(store, "Arvizturo Tukorfurogep", &found) == STORE_NONE);
    CHECK(store_find_account(store, "", &found) == STORE_NONE);
    char longer[200];
    memset(longer, 'x', sizeof longer);
    longer[199] = 0;
    CHECK(store_find_account(store, longer, &found) == STORE_NONE);

    account.seen_ms = 99;
    CHECK(store_change_account(store, &account) == STORE_OK);
    CHECK(store_get_account(store, account.id, &found) == STORE_OK && found.seen_ms == 99);
    found.id = 1000;
    snprintf(found.name, sizeof found.name, "nobody");
    CHECK(store_change_account(store, &found) == STORE_NONE);
    store_close(store);
}

TEST(names_are_unique_but_for_case) {
    struct store *store = fresh();
    int64_t anna = add_account(store, "Anna");
    struct store_account account = an_account("ANNA");
    CHECK(store_add_account(store, &account) == STORE_TAKEN);
    account = an_account("Ánna");
    CHECK(store_add_account(store, &account) == STORE_OK);
    snprintf(account.name, sizeof account.name, "aNNa");
    CHECK(store_change_account(store, &account) == STORE_TAKEN);
    struct store_account found;
    CHECK(store_get_account(store, account.id, &found) == STORE_OK);
    CHECK_TEXT(found.name, "Ánna");

    CHECK(store_get_account(store, anna, &found) == STORE_OK);
    snprintf(found.name, sizeof found.name, "anna"); /* one's own name may change its case */
    CHECK(store_change_account(store, &found) == STORE_OK);
    found.kind = ACCOUNT_GONE;
    *found.name = 0;
    CHECK(store_change_account(store, &found) == STORE_OK);
    account.kind = ACCOUNT_GONE;
    *account.name = 0;
    CHECK(store_change_account(store, &account) == STORE_OK); /* many can be gone */
    CHECK(add_account(store, "Anna") > 0);                    /* and the name is free */
    store_close(store);
}

TEST(names_are_folded) {
    static const struct {
        const char *name, *folded;
    } names[] = {
        {"", ""},
        {"ÁÉÍÓÖŐÚÜŰ", "áéíóöőúüű"},
        {"áéíóöőúüű 12", "áéíóöőúüű 12"},
        {"ŠČŘŽÝÅØÞĐŁŞĞ", "ščřžýåøþđłşğ"},
        {"ŸİẞſÇÑ×÷ß", "ÿißsçñ×÷ß"},
        {"ΑΩΆΣς ЯЁЖ ԱՖ ỆƯƠ", "αωάσσ яёж աֆ ệươ"},
        {"日本 🏛 K\xCC\x81", "日本 🏛 k\xCC\x81"},
        {"\xff\xc3", "\xff\xc3"},
    };
    char folded[STORE_NAME_MAX];
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        fold_name(names[i].name, folded);
        CHECK_TEXT(folded, names[i].folded);
        fold_name(names[i].folded, folded);
        CHECK_TEXT(folded, names[i].folded);
    }
}

TEST(names_that_look_alike) {
    static const char *const alike[][2] = {
        {"Ivan", "lvan"},      {"paypal", "PayPaI"},    {"Anna", "\u0391\u039d\u039d\u0391"}, /* in Greek */
        {"modern", "rnodern"}, {"Soma 10", "sorna lO"}, {"\u0430\u0445\u0435", "axe"},        /* in Cyrillic */
    };
    struct store *store = fresh();
    for (size_t i = 0; i < sizeof alike / sizeof *alike; i++) {
        struct store_account first = an_account(alike[i][0]), second = an_account(alike[i][1]);
        CHECK(store_add_account(store, &first) == STORE_OK);
        CHECK(store_add_account(store, &second) == STORE_TAKEN);
        CHECK(store_change_account(store, &first) == STORE_OK);               /* it is its own */
        CHECK(store_find_account(store, alike[i][1], &second) == STORE_NONE); /* nobody logs in by a look */
    }
    struct store_account other = an_account("Anno"), accent = an_account("Ann\u00e1");
    CHECK(store_add_account(store, &other) == STORE_OK && store_add_account(store, &accent) == STORE_OK);
    snprintf(other.name, sizeof other.name, "ANN\u00c1");
    CHECK(store_change_account(store, &other) == STORE_TAKEN);
    store_close(store);
}

static bool count_account(const struct store_account *account, void *context) {
    int *count = context;
    CHECK(account->kind == ACCOUNT_PROGRAM);
    return ++*count < 2;
}

TEST(programs_of_an_account) {
    struct store *store = fresh();
    int64_t owner = add_account(store, "owner");
    int count = 0;
    CHECK(store_list_programs(store, owner, count_account, &count) == STORE_OK && count == 0);
    for (int i = 0; i < 3; i++) {
        struct store_account program = an_account((const char *[]){"one", "two", "three"}[i]);
        program.kind = ACCOUNT_PROGRAM;
        program.owner = owner;
        CHECK(store_add_account(store, &program) == STORE_OK);
    }
    CHECK(store_list_programs(store, owner, count_account, &count) == STORE_OK && count == 2); /* stopped */
    struct store_account orphan = an_account("orphan");
    orphan.owner = 4000;
    CHECK(store_add_account(store, &orphan) == STORE_NONE);
    store_close(store);
}

static struct store_session a_session(int64_t account, int mark) {
    struct store_session session = {.account = account, .created_ms = 1, .seen_ms = 2, .expires_ms = 100 * mark};
    memset(session.hash, mark, STORE_HASH);
    return session;
}

TEST(sessions) {
    struct store *store = fresh();
    int64_t account = add_account(store, "a"), other = add_account(store, "b");
    struct store_session sessions[5], found;
    for (int i = 0; i < 5; i++) {
        sessions[i] = a_session(i < 4 ? account : other, i + 1);
        CHECK(store_add_session(store, &sessions[i]) == STORE_OK);
    }
    CHECK(store_add_session(store, &sessions[0]) == STORE_TAKEN);
    struct store_session nobody = a_session(77, 9);
    CHECK(store_add_session(store, &nobody) == STORE_NONE);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK(store_find_session(store, sessions[1].hash, &found) == STORE_OK);
    CHECK(!memcmp(&found, &sessions[1], sizeof found));
    CHECK(store_find_session(store, nobody.hash, &found) == STORE_NONE);
    CHECK(store_touch_session(store, sessions[1].hash, 50, 5000) == STORE_OK);
    CHECK(store_touch_session(store, nobody.hash, 50, 5000) == STORE_NONE);
    CHECK(store_find_session(store, sessions[1].hash, &found) == STORE_OK);
    CHECK(found.seen_ms == 50 && found.expires_ms == 5000 && found.created_ms == 1);
    CHECK(store_drop_session(store, sessions[0].hash) == STORE_OK);
    CHECK(store_drop_session(store, sessions[0].hash) == STORE_NONE);
    CHECK(store_drop_sessions(store, account, sessions[2].hash) == STORE_OK);
    CHECK(store_find_session(store, sessions[2].hash, &found) == STORE_OK);
    CHECK(store_find_session(store, sessions[3].hash, &found) == STORE_NONE);
    CHECK(store_drop_sessions(store, account, NULL) == STORE_OK);
    CHECK(store_find_session(store, sessions[2].hash, &found) == STORE_NONE);
    CHECK(store_drop_expired(store, 499) == STORE_OK);
    CHECK(store_find_session(store, sessions[4].hash, &found) == STORE_OK);
    CHECK(store_drop_expired(store, 500) == STORE_OK);
    CHECK(store_find_session(store, sessions[4].hash, &found) == STORE_NONE);
    store_close(store);
}

/* ---- Tables ----------------------------------------------------------------------------------------------------- */

/* Field by field: there are gaps in the structs. */
static bool is_same_table(const struct store_table *a, const struct store_table *b) {
    return a->id == b->id && !strcmp(a->code, b->code) && !strcmp(a->game, b->game) &&
           !strcmp(a->options, b->options) && !strcmp(a->lang, b->lang) && a->players == b->players &&
           a->state == b->state && a->is_public == b->is_public && a->is_rated == b->is_rated && a->clock == b->clock &&
           a->move_ms == b->move_ms && a->bank_ms == b->bank_ms && a->owner == b->owner &&
           a->rematch_of == b->rematch_of && a->created_ms == b->created_ms && a->started_ms == b->started_ms &&
           a->ended_ms == b->ended_ms && !memcmp(a->commitment, b->commitment, STORE_HASH) &&
           !memcmp(a->secret, b->secret, STORE_HASH) && !memcmp(a->seed, b->seed, STORE_HASH) &&
           !strcmp(a->result, b->result) && !strcmp(a->map, b->map);
}

static bool is_same_seat(const struct store_seat *a, const struct store_seat *b) {
    return a->kind == b->kind && a->account == b->account && a->level == b->level && !strcmp(a->invite, b->invite) &&
           a->bank_ms == b->bank_ms && a->is_away == b->is_away && a->has_given == b->has_given &&
           !memcmp(a->given, b->given, STORE_HASH) && a->has_promised == b->has_promised &&
           !memcmp(a->promised, b->promised, STORE_HASH) && a->place == b->place && a->score == b->score &&
           !(a->rating_before < b->rating_before || a->rating_before > b->rating_before ||
             a->rating_after < b->rating_after || a->rating_after > b->rating_after);
}

TEST(tables_and_seats) {
    struct store *store = fresh();
    int64_t account = add_account(store, "a");
    struct store_table table, found, other;
    struct store_seat seats[STORE_SEATS_MAX], found_seats[STORE_SEATS_MAX], other_seats[STORE_SEATS_MAX];
    a_table("k7wq2m", account, &table, seats);
    CHECK(store_add_table(store, &table, seats) == STORE_OK && table.id > 0);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK(store_get_table(store, table.id, &found, found_seats) == STORE_OK && is_same_table(&found, &table));
    for (int i = 0; i < STORE_SEATS_MAX; i++) CHECK(is_same_seat(&found_seats[i], &seats[i]));
    CHECK(store_find_table(store, "k7wq2m", &found, found_seats) == STORE_OK && is_same_table(&found, &table));
    CHECK(store_find_table(store, "K7WQ2M", &found, found_seats) == STORE_NONE);
    CHECK(store_get_table(store, table.id + 1, &found, found_seats) == STORE_NONE);

    a_table("k7wq2m", account, &other, other_seats);
    CHECK(store_add_table(store, &other, other_seats) == STORE_TAKEN);
    snprintf(other.code, sizeof other.code, "other");
    other_seats[2].account = 4711; /* nobody */
    CHECK(store_add_table(store, &other, other_seats) == STORE_NONE);
    CHECK(store_find_table(store, "other", &found, found_seats) == STORE_NONE); /* not half of it */
    other_seats[2].account = 0;
    other.rematch_of = table.id;
    CHECK(store_add_table(store, &other, other_seats) == STORE_OK);

    table.state = TABLE_OVER;
    table.started_ms = 77;
    snprintf(table.result, sizeof table.result, "{\"scores\":[1,2,3]}");
    memset(table.seed, 9, STORE_HASH);
    CHECK(store_change_table(store, &table) == STORE_OK);
    seats[2] = (struct store_seat){.kind = SEAT_PERSON, .account = account, .place = 1, .score = 40};
    CHECK(store_change_seat(store, table.id, 2, &seats[2]) == STORE_OK);
    CHECK(store_change_seat(store, table.id, 3, &seats[2]) == STORE_NONE);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK(store_get_table(store, table.id, &found, found_seats) == STORE_OK && is_same_table(&found, &table));
    for (int i = 0; i < STORE_SEATS_MAX; i++) CHECK(is_same_seat(&found_seats[i], &seats[i]));
    CHECK(store_get_table(store, other.id, &found, NULL) == STORE_OK && found.rematch_of == table.id);
    snprintf(table.code, sizeof table.code, "other");
    CHECK(store_change_table(store, &table) == STORE_TAKEN);
    table.id = 99;
    snprintf(table.code, sizeof table.code, "none");
    CHECK(store_change_table(store, &table) == STORE_NONE);
    store_close(store);
}

struct codes {
    char text[256];
    int stop_after;
    struct store *store; /* used by the visitor if it is not NULL */
};

static bool note_code(const struct store_table *table, const struct store_seat *seats, void *context) {
    struct codes *codes = context;
    CHECK(seats[0].kind == SEAT_PERSON);
    strcat(codes->text, table->code);
    if (codes->store) {
        struct codes inner = {.stop_after = 1};
        CHECK(append(codes->store, table->id, 1, "woken") == STORE_OK);
        CHECK(store_list_tables(codes->store, table->state, false, 9, note_code, &inner) == STORE_OK);
        strcat(codes->text, inner.text);
    }
    return --codes->stop_after;
}

static const char *codes_in(struct store *store, int state, bool public_only, int most, int stop_after) {
    static struct codes codes;
    codes = (struct codes){.stop_after = stop_after};
    CHECK(store_list_tables(store, state, public_only, most, note_code, &codes) == STORE_OK);
    return codes.text;
}

static const char *codes_of(struct store *store, int64_t account, int64_t before_ms, int most) {
    static struct codes codes;
    codes = (struct codes){.stop_after = 99};
    CHECK(store_list_tables_of(store, account, before_ms, most, note_code, &codes) == STORE_OK);
    return codes.text;
}

static const char *codes_of_in(struct store *store, int64_t account, int state, int64_t before_ms, int most) {
    static struct codes codes;
    codes = (struct codes){.stop_after = 99};
    CHECK(store_list_tables_in(store, account, state, before_ms, most, note_code, &codes) == STORE_OK);
    return codes.text;
}

TEST(lists_of_tables) {
    struct store *store = fresh();
    int64_t one = add_account(store, "one"), two = add_account(store, "two");
    for (int i = 0; i < 6; i++) {
        struct store_table table;
        struct store_seat seats[STORE_SEATS_MAX];
        a_table((const char *[]){"A", "B", "C", "D", "E", "F"}[i], i % 2 ? one : two, &table, seats);
        table.is_public = i != 3;
        table.state = i == 4 ? TABLE_PLAYING : TABLE_OPEN;
        table.created_ms = 100 * i;
        seats[1].account = i == 1 ? one : 0; /* twice at one table */
        CHECK(store_add_table(store, &table, seats) == STORE_OK);
    }
    CHECK_TEXT(codes_in(store, TABLE_OPEN, true, 99, 99), "FCBA");
    CHECK_TEXT(codes_in(store, TABLE_OPEN, false, 99, 99), "FDCBA");
    CHECK_TEXT(codes_in(store, TABLE_OPEN, false, 2, 99), "FD");
    CHECK_TEXT(codes_in(store, TABLE_OPEN, false, 99, 1), "F");
    CHECK_TEXT(codes_in(store, TABLE_PLAYING, true, 99, 99), "E");
    CHECK_TEXT(codes_in(store, TABLE_DROPPED, false, 99, 99), "");
    CHECK_TEXT(codes_of(store, one, 1000, 99), "FDB");
    CHECK_TEXT(codes_of(store, one, 500, 99), "DB");
    CHECK_TEXT(codes_of(store, one, 1000, 1), "F");
    CHECK_TEXT(codes_of(store, two, 1000, 99), "ECA");
    CHECK_TEXT(codes_of(store, 99, 1000, 99), "");
    CHECK_TEXT(codes_of_in(store, two, TABLE_OPEN, 1000, 99), "CA");
    CHECK_TEXT(codes_of_in(store, two, TABLE_PLAYING, 1000, 99), "E");
    CHECK_TEXT(codes_of_in(store, one, TABLE_OPEN, 500, 1), "D");
    int count = 0;
    CHECK(store_count_tables(store, TABLE_OPEN, &count) == STORE_OK && count == 5);
    CHECK(store_count_tables_of(store, one, TABLE_OPEN, &count) == STORE_OK && count == 3); /* each table once */
    CHECK(store_count_tables_of(store, one, TABLE_OVER, &count) == STORE_OK && count == 0);
    struct store_table table;
    struct store_seat seats[STORE_SEATS_MAX];
    CHECK(store_find_table(store, "F", &table, seats) == STORE_OK);
    seats[0].kind = SEAT_INVITED; /* is asked to come, and does not sit there */
    CHECK(store_change_seat(store, table.id, 0, &seats[0]) == STORE_OK);
    CHECK(store_count_tables_of(store, one, TABLE_OPEN, &count) == STORE_OK && count == 2);
    store_close(store);
}

TEST(rematches_are_found) {
    struct store *store = fresh();
    int64_t account = add_account(store, "a"), first = add_table(store, "A", account);
    struct store_table table, found;
    struct store_seat seats[STORE_SEATS_MAX], found_seats[STORE_SEATS_MAX];
    CHECK(store_find_rematch(store, first, &found, found_seats) == STORE_NONE);
    for (int i = 0; i < 2; i++) {
        a_table((const char *[]){"B", "C"}[i], account, &table, seats);
        table.rematch_of = first;
        CHECK(store_add_table(store, &table, seats) == STORE_OK);
    }
    CHECK(store_find_rematch(store, first, &found, found_seats) == STORE_OK);
    CHECK_TEXT(found.code, "C");
    CHECK(found_seats[0].account == account);
    CHECK(store_find_rematch(store, table.id, &found, NULL) == STORE_NONE);
    store_close(store);
}

TEST(visitors_may_use_the_store) {
    struct store *store = fresh();
    int64_t account = add_account(store, "a"), a = add_table(store, "A", account), b = add_table(store, "B", account);
    struct codes codes = {.stop_after = 99, .store = store};
    CHECK(store_list_tables(store, TABLE_OPEN, true, 9, note_code, &codes) == STORE_OK);
    CHECK_TEXT(codes.text, "BBAB");
    CHECK(store_commit(store) == STORE_OK);
    CHECK_TEXT(log_of(store, a), "1:woken ");
    CHECK_TEXT(log_of(store, b), "1:woken ");
    store_close(store);
}

/* ---- The log ---------------------------------------------------------------------------------------------------- */

static bool stop_at_two(const struct store_entry *entry, void *context) {
    *(int *)context = entry->number;
    return entry->number < 2;
}

TEST(the_log_has_every_number_once) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0), other = add_table(store, "B", 0);
    CHECK(append(store, table, 2, "early") == STORE_NONE);
    CHECK(append(store, table, 1, "one") == STORE_OK);
    CHECK(append(store, table, 1, "again") == STORE_TAKEN);
    CHECK(append(store, table, 3, "three") == STORE_NONE);
    CHECK(append(store, table, 2, "two") == STORE_OK);
    CHECK(append(store, 99, 1, "nowhere") == STORE_NONE);
    CHECK(store_commit(store) == STORE_OK);
    CHECK(append(store, table, 2, "again") == STORE_TAKEN);
    CHECK(append(store, table, 3, "") == STORE_OK);
    CHECK(append(store, other, 1, "other") == STORE_OK);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK_TEXT(log_of(store, table), "1:one 2:two 3: ");
    CHECK_TEXT(log_of(store, other), "1:other ");
    CHECK_TEXT(log_of(store, 99), "");
    struct store_table row;
    CHECK(store_get_table(store, table, &row, NULL) == STORE_OK && row.log_count == 3);
    int last = 0;
    CHECK(store_read_log(store, table, 1, stop_at_two, &last) == STORE_OK && last == 2);
    CHECK(store_read_log(store, table, 3, stop_at_two, &last) == STORE_OK && last == 3);
    store_close(store);
}

static bool check_entry(const struct store_entry *entry, void *context) {
    (void)context;
    CHECK(entry->number == 1 && entry->kind == 2 && entry->seat == 1 && entry->at_ms == 101);
    return true;
}

TEST(batches_are_whole) {
    struct store *store = fresh();
    CHECK(!store_has_batch(store));
    CHECK(store_commit(store) == STORE_OK);
    int64_t table = add_table(store, "A", 0);
    CHECK(store_has_batch(store));
    CHECK(append(store, table, 1, "one") == STORE_OK);
    CHECK(store_read_log(store, table, 1, check_entry, NULL) == STORE_OK);
    CHECK_TEXT(log_of(store, table), "1:one "); /* reads see the open batch */
    store_undo(store);
    CHECK(!store_has_batch(store));
    CHECK_TEXT(log_of(store, table), "");
    struct store_table row;
    CHECK(store_find_table(store, "A", &row, NULL) == STORE_NONE);

    table = add_table(store, "A", 0);
    CHECK(store_commit(store) == STORE_OK);
    CHECK(append(store, table, 1, "one") == STORE_OK);
    CHECK(append(store, table, 2, "two") == STORE_OK);
    store_undo(store);
    CHECK(append(store, table, 3, "three") == STORE_NONE); /* what was undone has no successor */
    CHECK(append(store, table, 2, "two") == STORE_NONE);
    CHECK(append(store, table, 1, "one") == STORE_OK);
    store = reopened(store); /* without a commit */
    CHECK_TEXT(log_of(store, table), "");
    store_close(store);
}

/* ---- Chat, ratings, analyses ------------------------------------------------------------------------------------ */

static bool note_line(const struct store_line *line, void *context) {
    char *all = context;
    sprintf(all + strlen(all), "%d:%d:%s ", (int)line->number, (int)line->account, line->text);
    return true;
}

static const char *lines_of(struct store *store, int64_t table, int channel, int64_t after, int most) {
    static char all[512];
    *all = 0;
    CHECK(store_read_lines(store, table, channel, after, most, note_line, all) == STORE_OK);
    return all;
}

TEST(chat) {
    struct store *store = fresh();
    int64_t account = add_account(store, "a"), table = add_table(store, "A", 0), other = add_table(store, "B", 0);
    for (int i = 0; i < 5; i++) {
        struct store_line line = {.account = i == 2 ? 0 : account, .at_ms = i, .channel = i == 1 ? 2 : 1};
        line.text = (const char *[]){"a", "b", "c", "d", "e"}[i];
        CHECK(store_add_line(store, table, &line) == STORE_OK && line.number == i + 1);
    }
    struct store_line line = {.account = account, .channel = 1, .text = "elsewhere"};
    CHECK(store_add_line(store, other, &line) == STORE_OK && line.number == 1);
    CHECK(store_add_line(store, 99, &line) == STORE_NONE);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK_TEXT(lines_of(store, table, 1, 0, 99), "1:1:a 3:0:c 4:1:d 5:1:e ");
    CHECK_TEXT(lines_of(store, table, 1, 3, 99), "4:1:d 5:1:e ");
    CHECK_TEXT(lines_of(store, table, 1, 0, 2), "4:1:d 5:1:e ");
    CHECK_TEXT(lines_of(store, table, 2, 0, 99), "2:1:b ");
    CHECK_TEXT(lines_of(store, table, 3, 0, 99), "");
    store_close(store);
}

static bool note_rating(const struct store_rating *rating, const char *name, void *context) {
    char *all = context;
    sprintf(all + strlen(all), "%s:%d ", name, (int)rating->rating);
    return true;
}

static bool is_same_rating(const struct store_rating *a, const struct store_rating *b) {
    bool is_same_strength = !memcmp(&a->rating, &b->rating, 3 * sizeof a->rating);
    return a->account == b->account && !strcmp(a->game, b->game) && is_same_strength && a->games == b->games &&
           a->changed_ms == b->changed_ms;
}

TEST(ratings) {
    struct store *store = fresh();
    static const char *const names[] = {"low", "high", "gone", "middle"};
    struct store_rating rating = {
        .game = "byzanz", .deviation = 80.125, .volatility = 0.06, .games = 3, .changed_ms = 9};
    for (int i = 0; i < 4; i++) {
        rating.account = add_account(store, names[i]);
        rating.rating = (int[]){1400, 1600, 1700, 1500}[i];
        CHECK(store_put_rating(store, &rating) == STORE_OK);
    }
    struct store_account gone;
    CHECK(store_find_account(store, "gone", &gone) == STORE_OK);
    gone.kind = ACCOUNT_GONE;
    *gone.name = 0;
    CHECK(store_change_account(store, &gone) == STORE_OK);
    rating.rating = 1550.5;
    CHECK(store_put_rating(store, &rating) == STORE_OK);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    struct store_rating found;
    CHECK(store_get_rating(store, rating.account, "byzanz", &found) == STORE_OK && is_same_rating(&found, &rating));
    CHECK(store_get_rating(store, rating.account, "towers", &found) == STORE_NONE);
    char all[256] = "", best[256] = "", none[256] = "";
    CHECK(store_list_ratings(store, "byzanz", 99, note_rating, all) == STORE_OK);
    CHECK_TEXT(all, "high:1600 middle:1550 low:1400 ");
    CHECK(store_list_ratings(store, "byzanz", 1, note_rating, best) == STORE_OK);
    CHECK_TEXT(best, "high:1600 ");
    CHECK(store_list_ratings(store, "towers", 9, note_rating, none) == STORE_OK && !*none);
    rating.account = 999;
    CHECK(store_put_rating(store, &rating) == STORE_NONE);
    store_close(store);
}

TEST(analyses) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0);
    size_t length = 3 << 20;
    char *text = malloc(length + 1), *found = NULL;
    memset(text, '7', length);
    text[length] = 0;
    CHECK(store_get_analysis(store, table, &found) == STORE_NONE && !found);
    CHECK(store_put_analysis(store, table, "first") == STORE_OK);
    CHECK(store_put_analysis(store, table, text) == STORE_OK);
    CHECK(store_put_analysis(store, 99, text) == STORE_NONE);
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK(store_get_analysis(store, table, &found) == STORE_OK && found && !strcmp(found, text));
    free(found);
    free(text);
    store_close(store);
}

/* ---- Texts ------------------------------------------------------------------------------------------------------ */

TEST(hostile_texts_come_back_as_they_went) {
    static const char *const texts[] = {
        "'; DROP TABLE log; --",      "\"quoted\" `and` [so]",  "%s%n%x",      "\\",
        "\x01\x1f\x7f\t\n\r",         "őű😀\xE2\x80\xAE turned", "?1 :a @b $c", "NULL",
        "\xff\xfe broken UTF-8 \xc3", /* which a database in UTF-8 does not take; the server's border neither */
    };
    struct store *store = fresh();
    int64_t table = add_table(store, "A'\"", 0);
    const int COUNT = (int)(sizeof texts / sizeof *texts) - (url != NULL);
    char expected[4096] = "";
    for (int i = 0; i < COUNT; i++) {
        struct store_account account = an_account(texts[i]), found;
        snprintf(account.settings, sizeof account.settings, "%s", texts[i]);
        CHECK(store_add_account(store, &account) == STORE_OK);
        CHECK(store_find_account(store, texts[i], &found) == STORE_OK && found.id == account.id);
        CHECK_TEXT(found.name, texts[i]);
        CHECK_TEXT(found.settings, texts[i]);
        CHECK(append(store, table, i + 1, texts[i]) == STORE_OK);
        sprintf(expected + strlen(expected), "%d:%s ", i + 1, texts[i]);
    }
    CHECK(store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK_TEXT(log_of(store, table), expected);
    struct store_table found;
    CHECK(store_find_table(store, "A'\"", &found, NULL) == STORE_OK && found.log_count == COUNT);
    store_close(store);
}

/* As long as the structs allow, to the last byte. */
TEST(the_longest_texts_fit) {
    struct store *store = fresh();
    struct store_account account = an_account(""), found;
    memset(account.name, 'N', sizeof account.name - 1);
    memset(account.password, 'P', sizeof account.password - 1);
    memset(account.email, 'E', sizeof account.email - 1);
    memset(account.lang, 'L', sizeof account.lang - 1);
    memset(account.settings, 'S', sizeof account.settings - 1);
    CHECK(store_add_account(store, &account) == STORE_OK);
    CHECK(store_find_account(store, account.name, &found) == STORE_OK && !memcmp(&found, &account, sizeof found));
    char text[STORE_TEXT_MAX], expected[STORE_TEXT_MAX + 8];
    memset(text, 't', sizeof text);
    text[sizeof text - 1] = 0;
    int64_t table = add_table(store, "123456789012345", account.id);
    CHECK(append(store, table, 1, text) == STORE_OK);
    snprintf(expected, sizeof expected, "1:%s ", text);
    CHECK_TEXT(log_of(store, table), expected);
    store_close(store);
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

static size_t read_whole(const char *name, char *bytes, size_t size) {
    FILE *file = fopen(path(name), "rb");
    size_t length = file ? fread(bytes, 1, size, file) : 0;
    if (file) fclose(file);
    return length;
}

static void write_whole(const char *name, const char *bytes, size_t length) {
    FILE *file = fopen(path(name), "wb");
    CHECK(file && fwrite(bytes, 1, length, file) == length && !fclose(file));
}

static bool is_there(const char *name) {
    struct stat status;
    return !stat(path(name), &status);
}

/* A closed store of some pages, as bytes. */
enum { BYTES_MAX = 1 << 21 };
static char good[BYTES_MAX], bad[BYTES_MAX], left[BYTES_MAX];
static size_t good_length;
static int64_t good_table;

static void make_good(void) {
    struct store *store = fresh();
    good_table = add_table(store, "A", add_account(store, "a"));
    for (int i = 1; i <= 400; i++)
        CHECK(append(store, good_table, i, "an entry of some length, to fill pages") == STORE_OK);
    CHECK(store_commit(store) == STORE_OK);
    store_close(store);
    good_length = read_whole("s.db", good, sizeof good);
    CHECK(good_length > 40000 && good_length < sizeof good);
    CHECK(!is_there("s.db-wal") && !is_there("s.db-shm") && !is_there("s.db-new"));
}

static void exec_sql(const char *name, const char *sql) {
    sqlite3 *db = NULL;
    CHECK(!sqlite3_open(path(name), &db));
    char *error = NULL;
    if (sqlite3_exec(db, sql, NULL, NULL, &error)) printf("# %s\n", error);
    CHECK(!error);
    sqlite3_close(db);
}

TEST(a_new_file_is_ours_alone) {
    struct store *store = fresh();
    CHECK(store_version(store) == store_newest);
    struct stat status;
    CHECK(!stat(path("s.db"), &status) && (status.st_mode & 0777) == 0600);
    CHECK(!store_open(path("s.db"), why) && strstr(why, "in use by another server"));
    CHECK(append(store, add_table(store, "A", 0), 1, "still") == STORE_OK && store_commit(store) == STORE_OK);
    CHECK(!symlink(path("s.db"), path("link.db")));
    CHECK(is_refused("link.db", "in use by another server"));
    store_close(store);
    store = open_store("link.db");
    store_close(store);
    CHECK(is_refused("nowhere/s.db", "cannot be opened"));
    CHECK(!is_there("nowhere"));
}

TEST(a_file_that_is_not_ours_is_left_alone) {
    clear_folder();
    write_whole("text.db", "Dear diary, today I played 5 Towers.\n", 37);
    CHECK(is_refused("text.db", "no store of Arkád"));
    CHECK(read_whole("text.db", left, sizeof left) == 37 && !memcmp(left, "Dear diary", 10));
    write_whole("empty.db", "", 0);
    CHECK(is_refused("empty.db", "is empty"));
    CHECK(read_whole("empty.db", left, sizeof left) == 0);
    exec_sql("alien.db", "CREATE TABLE log (text); INSERT INTO log VALUES ('theirs')");
    size_t length = read_whole("alien.db", good, sizeof good);
    CHECK(is_refused("alien.db", "no store of Arkád"));
    CHECK(read_whole("alien.db", left, sizeof left) == length && !memcmp(good, left, length));
    CHECK(!is_there("alien.db-wal") && !is_there("alien.db-shm"));
    CHECK(!mkdir(path("folder.db"), 0700));
    CHECK(is_refused("folder.db", ""));
}

TEST(a_newer_file_is_left_alone) {
    make_good();
    exec_sql("s.db", "PRAGMA user_version = 99");
    size_t length = read_whole("s.db", bad, sizeof bad);
    CHECK(is_refused("s.db", "newer Arkád"));
    CHECK(read_whole("s.db", left, sizeof left) == length && !memcmp(bad, left, length));
}

/* Opening it was refused and changed nothing; or the damage is where nothing is stored, and all is there. */
static bool is_refused_or_whole(size_t length, int *opened) {
    write_whole("bad.db", bad, length);
    struct store *store = store_open(path("bad.db"), why);
    if (!store) return *why && read_whole("bad.db", left, sizeof left) == length && !memcmp(bad, left, length);
    struct store_table table;
    enum store_answer answer = store_get_table(store, good_table, &table, NULL);
    bool is_whole = (answer == STORE_OK && table.log_count == 400) || (answer == STORE_FAILED && *store_why(store));
    store_close(store);
    ++*opened;
    return is_whole;
}

TEST(truncated_files_are_refused) {
    make_good();
    memcpy(bad, good, good_length);
    int opened = 0;
    static const size_t lengths[] = {1, 15, 16, 50, 99, 100, 512, 4095, 4096, 8192, 20000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) CHECK(is_refused_or_whole(lengths[i], &opened));
    CHECK(is_refused_or_whole(good_length - 4096, &opened) && is_refused_or_whole(good_length - 1, &opened));
    CHECK(opened == 0);
}

TEST(damaged_files_are_refused) {
    make_good();
    int opened = 0, pages = (int)(good_length / 4096);
    for (int i = 0; i < pages; i++) { /* each page of noise, then each beginning of a page */
        memcpy(bad, good, good_length);
        for (size_t k = 0; k < 4096; k++) bad[(size_t)i * 4096 + k] = (char)(k * 37 + 11);
        CHECK(is_refused_or_whole(good_length, &opened));
        memcpy(bad, good, good_length);
        bad[(size_t)i * 4096 + (i ? 0 : 20)] ^= 0x55;
        CHECK(is_refused_or_whole(good_length, &opened));
    }
    CHECK(opened <= 2);
    printf("# %d pages, opened nevertheless: %d\n", pages, opened);
}

/* A log that another file has left behind must not be mixed into this one. */
TEST(a_copy_is_not_mixed_with_an_old_log) {
    make_good();
    write_whole("s.db-wal", "leavings", 8);
    unlink(path("s.db"));
    CHECK(is_refused("s.db", "is missing, but its -wal is there"));
    CHECK(!is_there("s.db"));
    write_whole("t.db", good, good_length);
    CHECK(store_copy(path("t.db"), path("s.db"), NULL, NULL, why));
    CHECK(is_refused("s.db", "belongs to another file"));
    unlink(path("s.db-wal"));
    store_close(open_store("s.db"));
}

/* Runs a function as somebody without rights, in a process of its own; its result. */
static bool as_nobody(bool (*what)(void)) {
    fflush(stdout);
    pid_t child = fork();
    if (!child) {
        bool is_right = (geteuid() || !setuid(65534)) && what();
        fflush(stdout);
        _exit(!is_right);
    }
    int status = 1;
    waitpid(child, &status, 0);
    return WIFEXITED(status) && !WEXITSTATUS(status);
}

static bool opening_is_refused(void) { return is_refused("s.db", "may not be written"); }

TEST(without_the_right_to_write) {
    make_good();
    CHECK(!chmod(folder, 0555) && !chmod(path("s.db"), 0444) && !chmod(path("s.db-lock"), 0444));
    CHECK(as_nobody(opening_is_refused));
    CHECK(!chmod(folder, 0777) && !chmod(path("s.db-lock"), 0666)); /* the folder, but not the file */
    CHECK(as_nobody(opening_is_refused));
    unlink(path("s.db"));
    CHECK(!chmod(folder, 0555));
    CHECK(as_nobody(opening_is_refused));
    CHECK(!chmod(folder, 0755));
}

/* ---- Migrations ------------------------------------------------------------------------------------------------- */

static const char *const CHAIN[] = {
    "CREATE TABLE a (id INTEGER PRIMARY KEY, text TEXT); INSERT INTO a VALUES (1, 'kept')",
    "CREATE TABLE b (a INTEGER REFERENCES a); INSERT INTO b VALUES (1)",
    "CREATE TABLE c (id INTEGER PRIMARY KEY, text TEXT, more INTEGER DEFAULT 5); INSERT INTO c SELECT id, text, 5 FROM "
    "a;"
    "DROP TABLE a; ALTER TABLE c RENAME TO a",
};

static int64_t ask(sqlite3 *db, const char *sql) {
    int64_t value = -1;
    CHECK(!store_pragma(db, sql, &value));
    return value;
}

static sqlite3 *empty_database(void) {
    sqlite3 *db = NULL;
    CHECK(!sqlite3_open(":memory:", &db));
    CHECK(!sqlite3_exec(db, "PRAGMA foreign_keys = ON", NULL, NULL, NULL));
    return db;
}

TEST(every_old_form_is_brought_up_to_date) {
    for (int from = 0; from <= 3; from++) {
        sqlite3 *db = empty_database();
        CHECK(!store_migrate(db, CHAIN, from) && ask(db, "PRAGMA user_version") == from);
        CHECK(!store_migrate(db, CHAIN, 3));
        CHECK(ask(db, "PRAGMA user_version") == 3 && ask(db, "PRAGMA application_id") == STORE_APPLICATION);
        CHECK(ask(db, "SELECT more FROM a JOIN b ON b.a = id WHERE text = 'kept'") == 5);
        CHECK(ask(db, "PRAGMA foreign_keys") == 1);
        sqlite3_close(db);
    }
}

TEST(a_step_that_fails_leaves_the_form_before_it) {
    static const char *const wrong[] = {"CREATE TABLE d (x); INSERT INTO nowhere VALUES (1)",
                                        "CREATE TABLE d (x); DELETE FROM a", "CREATE TABLE d (x); this is no SQL"};
    for (int i = 0; i < 3; i++) {
        const char *chain[] = {CHAIN[0], CHAIN[1], wrong[i]};
        sqlite3 *db = empty_database();
        CHECK(store_migrate(db, chain, 3));
        CHECK(ask(db, "PRAGMA user_version") == 2 && ask(db, "PRAGMA foreign_keys") == 1);
        CHECK(ask(db, "SELECT count(*) FROM a") == 1);
        CHECK(ask(db, "SELECT count(*) FROM sqlite_schema WHERE name = 'd'") == 0);
        CHECK(!store_migrate(db, CHAIN, 3)); /* a step that is right goes on from there */
        sqlite3_close(db);
    }
}

/* The sample of an old version, as a file of the folder. */
static void load_sample(int version) {
    char name[256];
    snprintf(name, sizeof name, "%s/v%d.sql", samples, version);
    FILE *file = fopen(name, "rb");
    size_t length = file ? fread(good, 1, sizeof good - 1, file) : 0;
    CHECK(length > 0);
    good[length] = 0;
    if (file) fclose(file);
    exec_sql("s.db", good);
}

/* The tables and indices of a file, without the spaces in which texts may differ. */
static void note_schema(const char *name, char *schema) {
    sqlite3 *db = NULL;
    sqlite3_stmt *rows = NULL;
    CHECK(!sqlite3_open(path(name), &db));
    CHECK(!sqlite3_prepare_v2(db, "SELECT replace(sql, ' ', '') FROM sqlite_schema WHERE sql <> '' ORDER BY name", -1,
                              &rows, NULL));
    for (*schema = 0; sqlite3_step(rows) == SQLITE_ROW;) strcat(schema, (const char *)sqlite3_column_text(rows, 0));
    sqlite3_finalize(rows);
    sqlite3_close(db);
}

static void check_map(struct store *store) {
    struct store_table table;
    struct store_seat seats[STORE_SEATS_MAX];
    CHECK(store_find_table(store, "wh33l", &table, seats) == STORE_OK);
    CHECK_TEXT(table.map, "map wheel\nplace 0 500 490 - - Ajmer\n");
}

static void check_promises(struct store *store) {
    struct store_table table;
    struct store_seat seats[STORE_SEATS_MAX];
    CHECK(store_find_table(store, "k7wq2m", &table, seats) == STORE_OK && table.has_promises);
    CHECK(seats[0].has_promised && seats[0].promised[31] == 0x92 && !seats[1].has_promised);
}

static bool is_the_bid(int seat, const char *text, void *context) {
    (void)context;
    CHECK(seat == 0);
    CHECK_TEXT(text, "9\nbid c1\npass");
    return true;
}

static void check_days(struct store *store) {
    struct store_vacation vacation;
    CHECK(store_read_ahead(store, 2, is_the_bid, NULL) == STORE_OK);
    CHECK(store_get_vacation(store, 1, &vacation) == STORE_OK && vacation.until_ms == 1900000000070);
    CHECK(vacation.year == 2026 && vacation.days == 12);
}

static void check_sample(struct store *store, int version) {
    struct store_account account;
    CHECK(store_find_account(store, "ŐRZŐ ágnes", &account) == STORE_OK && account.id == 1 &&
          account.kind == ACCOUNT_PERSON);
    CHECK_TEXT(account.password, "$argon2id$v=19$agnes");
    CHECK_TEXT(account.email, "agnes@example.org");
    CHECK_TEXT(account.settings, "{\"sound\":false}");
    CHECK(account.created_ms == 1700000000001 && account.seen_ms == 1700000000002);
    CHECK(store_find_account(store, "vezír", &account) == STORE_OK && account.owner == 1);
    CHECK(store_get_account(store, 3, &account) == STORE_OK && account.kind == ACCOUNT_GONE && !*account.name);
    uint8_t hash[STORE_HASH] = {[31] = 1};
    struct store_session session;
    CHECK(store_find_session(store, hash, &session) == STORE_OK && session.expires_ms == 1900000000012);
    struct store_table table;
    struct store_seat seats[STORE_SEATS_MAX];
    CHECK(store_find_table(store, "k7wq2m", &table, seats) == STORE_OK && table.log_count == 3);
    CHECK(table.secret[31] == 0x5e && table.seed[31] == 0x5d && table.commitment[31] == 0xc1);
    CHECK(table.state == TABLE_OVER && table.is_rated && table.bank_ms == 600000 && table.ended_ms == 1700000000022);
    CHECK_TEXT(table.result, "{\"scores\":[9,7,5]}");
    CHECK(seats[0].given[31] == 0x91 && seats[0].rating_after > 1512.2F && seats[0].place == 1 && seats[1].is_away);
    CHECK(seats[2].kind == SEAT_BOT && seats[2].level == 4);
    CHECK_TEXT(log_of(store, table.id), "1: 2:bid c1 3:pass ");
    CHECK(store_find_table(store, "r3m4tch", &table, seats) == STORE_OK && table.rematch_of == 1);
    CHECK_TEXT(seats[2].invite, "invited-by-link");
    CHECK_TEXT(table.map, "");
    if (version >= 3) check_map(store);
    if (version >= 4) check_promises(store);
    if (version >= 6) check_days(store);
    CHECK_TEXT(lines_of(store, 1, 1, 0, 9), "1:1:Sok szerencsét! ");
    struct store_rating rating;
    CHECK(store_get_rating(store, 1, "byzanz", &rating) == STORE_OK && rating.games == 12 && rating.rating > 1512.2);
    char *analysis = NULL;
    CHECK(store_get_analysis(store, 1, &analysis) == STORE_OK && !strcmp(analysis, "{\"chances\":[]}"));
    free(analysis);
}

/* Two that were there before looks counted keep their names; a third is not added. */
TEST(old_names_that_look_alike) {
    struct store_account account, third = an_account("Ivan1");
    clear_folder();
    load_sample(4);
    exec_sql("s.db", "INSERT INTO accounts SELECT 8, owner, kind, 'Ivanl', 'ivanl', password, email, lang, settings,"
                     " created_ms, seen_ms FROM accounts WHERE id = 7;"
                     "INSERT INTO accounts SELECT 9, owner, kind, 'IvanI', 'ivani', password, email, lang, settings,"
                     " created_ms, seen_ms FROM accounts WHERE id = 7;");
    struct store *store = store_open(path("s.db"), why);
    CHECK(store_find_account(store, "ivani", &account) == STORE_OK && account.id == 9);
    account.seen_ms = 5;
    CHECK(store_change_account(store, &account) == STORE_OK);
    CHECK(store_add_account(store, &third) == STORE_TAKEN);
    store_close(store);
}

TEST(files_of_every_version_keep_what_they_hold) {
    static char newest[16384], migrated[16384];
    store_close(fresh());
    note_schema("s.db", newest);
    for (int version = 1; version <= store_newest; version++) {
        clear_folder();
        load_sample(version);
        struct store *store = open_store("s.db");
        if (!store) return;
        check_sample(store, version);
        CHECK(append(store, 2, 1, "goes on") == STORE_OK && store_commit(store) == STORE_OK);
        store_close(store);
        note_schema("s.db", migrated);
        CHECK_TEXT(migrated, newest);
    }
}

/* ---- Failures --------------------------------------------------------------------------------------------------- */

/* Limits the size of files for this process, as a full disk would; 0: as before. */
static void limit_files(rlim_t size) {
    struct rlimit limit;
    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = size ? size : limit.rlim_max;
    CHECK(!setrlimit(RLIMIT_FSIZE, &limit));
}

TEST(the_check_looks_for_what_was_committed_only) {
    char reason[STORE_WHY_MAX] = "";
    struct store *store = fresh();
    int64_t table = add_table(store, "W", 0);
    CHECK(append(store, table, 1, "kept") == STORE_OK && store_commit(store) == STORE_OK);
    CHECK(append(store, table, 2, "undone") == STORE_OK);
    store_undo(store);
    CHECK(store_try(store) == STORE_OK && store_commit(store) == STORE_OK);
    struct store_witness witness = store_witness(store);
    CHECK(witness.table == table && witness.number == 1 && store_check(&witness, reason));
    witness.number = 2;
    CHECK(!store_check(&witness, reason) && *reason);
    store_condemn(store, reason);
    CHECK(store_is_condemned(store) && append(store, table, 2, "too late") == STORE_FAILED);
    CHECK(store_commit(store) == STORE_FAILED && store_try(store) == STORE_FAILED);
    store_close(store);
}

TEST(a_full_disk_loses_nothing_and_passes) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0);
    CHECK(store_commit(store) == STORE_OK);
    signal(SIGXFSZ, SIG_IGN);
    limit_files(200000); /* some commits fit */
    int committed = 0;
    enum store_answer answer = STORE_OK;
    while (answer == STORE_OK && committed < 1000) {
        answer = append(store, table, committed + 1, "x");
        if (answer == STORE_OK) answer = store_commit(store);
        committed += answer == STORE_OK;
    }
    CHECK(answer == STORE_FAILED && committed > 3 && committed < 1000);
    CHECK(!store_has_batch(store));
    CHECK_TEXT(strstr(store_why(store), "the disk is full") ? "" : store_why(store), "");
    struct store_table row;
    CHECK(store_get_table(store, table, &row, NULL) == STORE_OK && row.log_count == committed);
    for (int i = 0; i < 3; i++) { /* it stays full */
        append(store, table, committed + 1, "refused");
        CHECK(store_commit(store) == STORE_FAILED);
        CHECK(store_try(store) || store_commit(store)); /* a try is written, or refused */
        store_undo(store);
    }
    limit_files(0);
    CHECK(!store_try(store) && !store_commit(store));
    CHECK(append(store, table, committed + 1, "last") == STORE_OK && store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK(store_get_table(store, table, &row, NULL) == STORE_OK && row.log_count == committed + 1);
    CHECK(!strstr(log_of(store, table), "refused"));
    store_close(store);
}

TEST(the_rest_of_a_lost_batch_is_not_taken) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0), other = add_table(store, "B", 0);
    CHECK(store_commit(store) == STORE_OK);
    CHECK(append(store, table, 1, "first") == STORE_OK);
    store_fail(store, SQLITE_FULL); /* in the middle */
    CHECK(append(store, other, 1, "second") == STORE_FAILED);
    CHECK(store_commit(store) == STORE_FAILED);
    CHECK(append(store, other, 1, "anew") == STORE_OK && store_commit(store) == STORE_OK);
    CHECK_TEXT(log_of(store, table), "");
    CHECK_TEXT(log_of(store, other), "1:anew ");
    store_close(store);
}

TEST(a_file_taken_away_is_noticed) {
    static const char *const names[] = {"s.db", "s.db-wal"};
    for (int i = 0; i < 2; i++) {
        struct store *store = fresh();
        int64_t table = add_table(store, "A", 0);
        CHECK(store_commit(store) == STORE_OK);
        CHECK(append(store, table, 1, "refused") == STORE_OK);
        CHECK(!rename(path(names[i]), path("away")));
        CHECK(store_commit(store) == STORE_FAILED && strstr(store_why(store), "removed or replaced"));
        CHECK(append(store, table, 1, "refused") == STORE_FAILED && store_commit(store) == STORE_FAILED);
        CHECK_TEXT(log_of(store, table), "");
        CHECK(!rename(path("away"), path(names[i])));
        CHECK(append(store, table, 1, "kept") == STORE_OK && store_commit(store) == STORE_OK);
        store = reopened(store);
        CHECK_TEXT(log_of(store, table), "1:kept ");
        store_close(store);
    }
}

/* When the connection may be at fault it is opened again, as soon as possible. */
TEST(an_ailing_connection_is_opened_anew) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0);
    CHECK(append(store, table, 1, "one") == STORE_OK && store_commit(store) == STORE_OK);
    CHECK(append(store, table, 2, "lost") == STORE_OK);
    store_fail(store, SQLITE_CORRUPT);
    CHECK(strstr(store_why(store), "is damaged") && store_commit(store) == STORE_FAILED);
    CHECK(!rename(path("s.db"), path("away")));
    struct store_table row;
    for (int i = 0; i < 2; i++) {
        CHECK(store_get_table(store, table, &row, NULL) == STORE_FAILED);
        CHECK(strstr(store_why(store), "cannot be opened"));
        CHECK(append(store, table, 2, "refused") == STORE_FAILED && store_commit(store) == STORE_FAILED);
    }
    CHECK(!rename(path("away"), path("s.db")));
    CHECK_TEXT(log_of(store, table), "1:one ");
    CHECK(append(store, table, 2, "two") == STORE_OK && store_commit(store) == STORE_OK);
    store = reopened(store);
    CHECK_TEXT(log_of(store, table), "1:one 2:two ");
    store_close(store);
}

/* ---- Every single call of the disk fails once ------------------------------------------------------------------- */

enum { SCRIPT_BATCHES = 4, ATTEMPTS = 3 };

/* What the script was told: the texts that were acknowledged, in the form of log_of. */
struct told {
    int64_t table;
    int number;
    bool is_passing; /* the disk works again after one failure */
    char log[4096];
    char refused[SCRIPT_BATCHES * ATTEMPTS][96];
    int refused_count;
};

/* What a killed process would leave, under the name k.db. */
static void copy_as_killed(void) {
    static const char *const suffixes[] = {"", "-wal"};
    char from[32], to[32];
    unlink(path("k.db-shm"));
    for (int i = 0; i < 2; i++) {
        sprintf(from, "s.db%s", suffixes[i]);
        sprintf(to, "k.db%s", suffixes[i]);
        unlink(path(to));
        if (is_there(from)) write_whole(to, bad, read_whole(from, bad, sizeof bad));
    }
}

/* Whether the log is what was told, or, if that may be, with one more batch that was refused. */
static bool is_told(const struct told *told, const char *log) {
    if (!strcmp(log, told->log)) return true;
    char with_refused[sizeof told->log + sizeof told->refused[0]];
    for (int i = 0; i < told->refused_count && !told->is_passing; i++) {
        snprintf(with_refused, sizeof with_refused, "%s%s", told->log, told->refused[i]);
        if (!strcmp(log, with_refused)) return true;
    }
    printf("# log: %s\n#   told: %s\n#   refused first: %s\n", log, told->log, told->refused[0]);
    return false;
}

static bool holds(const char *name, const struct told *told) {
    struct store *store = open_store(name);
    bool is_right = store && is_told(told, log_of(store, told->table));
    store_close(store);
    return is_right;
}

/* Two entries that belong together. */
static bool run_batch(struct store *store, struct told *told, int batch, int attempt) {
    char first[32], second[32];
    sprintf(first, "b%da%d", batch, attempt);
    sprintf(second, "b%da%d'", batch, attempt);
    bool is_right = append(store, told->table, told->number + 1, first) == STORE_OK &&
                    append(store, told->table, told->number + 2, second) == STORE_OK;
    bool is_committed = store_commit(store) == STORE_OK;
    CHECK(is_right || !is_committed);
    char *end = is_committed ? told->log + strlen(told->log) : told->refused[told->refused_count++];
    sprintf(end, "%d:%s %d:%s ", told->number + 1, first, told->number + 2, second);
    if (is_committed) {
        told->number += 2;
        return true;
    }
    CHECK(strlen(store_why(store)) > 20);
    if (told->is_passing) copy_as_killed();
    if (told->is_passing) CHECK(holds("k.db", told)); /* killed at once */
    return false;
}

static void run_script(struct store *store, struct told *told) {
    for (int batch = 0; batch < SCRIPT_BATCHES; batch++) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++)
            if (run_batch(store, told, batch, attempt)) break;
        if (batch == 1) sqlite3_wal_checkpoint_v2(store->sqlite.db, NULL, SQLITE_CHECKPOINT_RESTART, NULL, NULL);
    }
}

/* Whether the fault was met. One failure must leave no trace as soon as the disk works again. While the disk stays bad,
   a batch whose last sync failed may be found after a kill, but then whole. */
static bool try_fault(enum fault fault, int at, bool stays) {
    struct store *store = fresh();
    struct told told = {.table = add_table(store, "A", 0), .is_passing = !stays};
    CHECK(store_commit(store) == STORE_OK);
    faulty_set(fault, at, stays);
    run_script(store, &told);
    bool is_met = faulty_has_failed();
    if (!stays) CHECK(told.number == 2 * SCRIPT_BATCHES);
    CHECK_TEXT(log_of(store, told.table), told.log);
    copy_as_killed();
    store_close(store);
    is_met |= faulty_has_failed();
    faulty_set(FAULT_NONE, 0, false);
    CHECK(holds("k.db", &told) && holds("s.db", &told));
    return is_met;
}

TEST(every_call_of_the_disk_fails_in_turn) {
    int tried = 0;
    for (int stays = 0; stays < 2; stays++)
        for (enum fault fault = FAULT_REFUSED; fault < FAULTS; fault++) {
            int failures = checks_failed, at = 1;
            while (at < 500 && checks_failed == failures && try_fault(fault, at, stays)) at++;
            if (checks_failed != failures) printf("# fault %d at call %d, stays %d\n", fault, at, stays);
            CHECK(at > 20 && at < 500);
            tried += at;
        }
    printf("# %d failures tried\n", tried);
}

/* Opening, with the log of a killed process to be taken over, and making a new file. */
TEST(every_call_fails_while_opening) {
    for (enum fault fault = FAULT_REFUSED; fault < FAULTS; fault++) {
        bool is_met = true;
        for (int at = 1; is_met && at < 200; at++) {
            struct store *store = fresh();
            struct told told = {.table = add_table(store, "A", 0), .is_passing = true};
            run_script(store, &told);
            copy_as_killed();
            store_close(store);
            faulty_set(fault, at, true);
            store_close(store_open(path("k.db"), why));
            store = store_open(path("new.db"), why);
            is_met = faulty_has_failed();
            CHECK(store || !is_there("new.db-new"));
            store_close(store);
            faulty_set(FAULT_NONE, 0, false);
            CHECK(holds("k.db", &told));
            store_close(open_store("new.db"));
        }
        CHECK(!is_met);
    }
}

/* ---- Killed ----------------------------------------------------------------------------------------------------- */

enum { KILLED_TABLES = 3, KILLS = 60 };

static uint64_t dice = 0x9e3779b97f4a7c15;
static unsigned roll(unsigned below) {
    dice ^= dice << 13, dice ^= dice >> 7, dice ^= dice << 17;
    return (unsigned)(dice >> 33) % below;
}

static int count_of(struct store *store, int64_t table) {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
    CHECK(store_get_table(store, table, &row, seats) == STORE_OK);
    CHECK(seats[0].score == row.log_count); /* changed in the same batch */
    return row.log_count;
}

/* One more entry at every table in each batch, reported when it is committed. */
static void play_until_killed(int out) {
    struct store *store = store_open(path("s.db"), why);
    if (!store) _exit(1);
    struct store_table row;
    struct store_seat seat = {.kind = SEAT_BOT};
    if (store_get_table(store, 1, &row, NULL)) _exit(1);
    for (int number = row.log_count + 1;; number++) {
        seat.score = number;
        for (int table = 1; table <= KILLED_TABLES; table++)
            if (append(store, table, number, "a move") || store_change_seat(store, table, 0, &seat)) _exit(1);
        if (store_commit(store) || write(out, &number, sizeof number) != sizeof number) _exit(1);
    }
}

/* Lets a child play, kills it after some reports and a moment, and gives the last number it reported. */
static int play_and_kill(int known) {
    int ends[2], number = known;
    CHECK(!pipe(ends));
    fflush(stdout);
    pid_t child = fork();
    if (!child) play_until_killed(ends[1]);
    close(ends[1]);
    for (unsigned reports = roll(30); reports && read(ends[0], &number, sizeof number) == sizeof number;) reports--;
    nanosleep(&(struct timespec){.tv_nsec = roll(400) * 1000}, NULL);
    kill(child, SIGKILL);
    while (read(ends[0], &number, sizeof number) == sizeof number) continue;
    close(ends[0]);
    int status = 0;
    waitpid(child, &status, 0);
    CHECK(WIFSIGNALED(status));
    return number;
}

TEST(killed_at_any_moment) {
    struct store *store = fresh();
    for (int i = 0; i < KILLED_TABLES; i++) add_table(store, (const char *[]){"A", "B", "C"}[i], 0);
    for (int i = 1; i <= KILLED_TABLES; i++) {
        struct store_seat seat = {.kind = SEAT_BOT};
        CHECK(store_change_seat(store, i, 0, &seat) == STORE_OK);
    }
    CHECK(store_commit(store) == STORE_OK);
    store_close(store);
    int known = 0, unreported = 0;
    for (int i = 0; i < KILLS; i++) {
        int reported = play_and_kill(known);
        store = open_store("s.db");
        known = count_of(store, 1);
        CHECK(known == reported || known == reported + 1);
        unreported += known > reported;
        for (int table = 2; table <= KILLED_TABLES; table++) CHECK(count_of(store, table) == known);
        if (i % 2) sqlite3_db_config(store->sqlite.db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL); /* leave the log */
        store_close(store);
    }
    CHECK(known > KILLS);
    printf("# %d kills, %d batches, %d committed but not yet reported\n", KILLS, known, unreported);
}

/* ---- Copies ----------------------------------------------------------------------------------------------------- */

static void count_progress(int done, int all, void *context) {
    CHECK(done >= 0 && done <= all);
    ++*(int *)context;
}

TEST(copies_are_of_one_moment) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0);
    CHECK(append(store, table, 1, "one") == STORE_OK && store_commit(store) == STORE_OK);
    CHECK(append(store, table, 2, "not committed") == STORE_OK);
    int steps = 0;
    CHECK(store_copy(path("s.db"), path("copy.db"), count_progress, &steps, why) && steps > 0);
    CHECK(store_has_batch(store) && store_commit(store) == STORE_OK);
    CHECK(store_backup(store, path("later.db")) == STORE_OK);
    CHECK(store_backup(store, path("s.db")) == STORE_FAILED && strstr(store_why(store), "onto itself"));
    CHECK(store_backup(store, path("nowhere/copy.db")) == STORE_FAILED && strstr(store_why(store), "cannot be opened"));
    CHECK(append(store, table, 3, "three") == STORE_OK && store_commit(store) == STORE_OK);
    store_close(store);
    CHECK(!is_there("copy.db-wal") && !is_there("copy.db-journal"));
    struct stat status;
    CHECK(!stat(path("copy.db"), &status) && (status.st_mode & 0777) == 0600);
    store = open_store("copy.db");
    CHECK_TEXT(log_of(store, table), "1:one ");
    CHECK(append(store, table, 2, "goes on") == STORE_OK && store_commit(store) == STORE_OK);
    store_close(store);
    store = open_store("later.db");
    CHECK_TEXT(log_of(store, table), "1:one 2:not committed ");
    store_close(store);
}

TEST(a_copy_that_fails_leaves_the_old_one) {
    make_good();
    CHECK(store_copy(path("s.db"), path("copy.db"), NULL, NULL, why));
    size_t length = read_whole("copy.db", bad, sizeof bad);
    limit_files(20000);
    CHECK(!store_copy(path("s.db"), path("copy.db"), NULL, NULL, why) && strstr(why, "the disk is full"));
    limit_files(0);
    CHECK(read_whole("copy.db", left, sizeof left) == length && !memcmp(left, bad, length));
    memcpy(bad, good, good_length);
    memset(bad + 8192, 0x77, 4096);
    write_whole("damaged.db", bad, good_length);
    CHECK(!store_copy(path("damaged.db"), path("copy2.db"), NULL, NULL, why) && strstr(why, "damaged.db is damaged"));
    CHECK(!store_copy(path("none.db"), path("copy2.db"), NULL, NULL, why) && strstr(why, "none.db cannot be opened"));
    write_whole("text.db", "Dear diary, today I played 5 Towers.\n", 37);
    CHECK(!store_copy(path("text.db"), path("copy2.db"), NULL, NULL, why) && strstr(why, "no store of Arkád"));
    CHECK(!is_there("copy2.db"));
    char command[256];
    snprintf(command, sizeof command, "! ls '%s' | grep part", folder);
    CHECK(!system(command));
}

/* ---- A database that others use, too ------------------------------------------------------------------------------
 */

TEST(two_servers_never_write_the_same_number) {
    struct store *one = fresh(), *other = open_store("");
    int64_t table = add_table(one, "A", 0), second = add_table(one, "B", 0);
    CHECK(append(one, table, 1, "one") == STORE_OK);
    CHECK(append(other, table, 1, "unseen") == STORE_TAKEN); /* its batch is open */
    CHECK(store_commit(one) == STORE_OK && store_commit(other) == STORE_OK);
    CHECK(append(one, table, 2, "first") == STORE_OK);
    CHECK(append(other, second, 1, "elsewhere") == STORE_OK);
    CHECK(append(other, table, 2, "second") == STORE_TAKEN); /* while the batch of the first is open */
    CHECK(append(one, second, 1, "late") == STORE_TAKEN);    /* and neither waits for the other */
    CHECK(store_commit(one) == STORE_OK && store_commit(other) == STORE_OK);
    CHECK(append(other, table, 2, "again") == STORE_TAKEN);
    CHECK(append(other, table, 3, "three") == STORE_OK);
    CHECK(store_commit(other) == STORE_OK);
    CHECK_TEXT(log_of(one, table), "1:one 2:first 3:three ");
    CHECK_TEXT(log_of(other, second), "1:elsewhere ");
    store_close(one);
    store_close(other);
}

static void cut_off(struct store *store) {
    (void)store;
    tell_database("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'arkad'");
}

/* The connection is made again without waiting for it: some attempts. */
static bool recovers(struct store *store) {
    for (int i = 0; i < 100; i++) {
        enum store_answer tried = store_try(store);
        if (store_commit(store) == STORE_OK && tried == STORE_OK) return true;
        poll(NULL, 0, 20);
    }
    return false;
}

TEST(a_connection_that_breaks_loses_a_batch_and_no_more) {
    struct store *store = fresh();
    int64_t table = add_table(store, "A", 0);
    CHECK(append(store, table, 1, "one") == STORE_OK && store_commit(store) == STORE_OK);
    CHECK(append(store, table, 2, "lost") == STORE_OK);
    cut_off(store);
    CHECK(append(store, table, 3, "lost") == STORE_FAILED && *store_why(store));
    CHECK(append(store, table, 2, "lost, too") == STORE_FAILED);
    CHECK(store_commit(store) == STORE_FAILED);
    CHECK(recovers(store));
    CHECK_TEXT(log_of(store, table), "1:one ");
    CHECK(append(store, table, 2, "two") == STORE_OK);
    cut_off(store);
    CHECK(store_commit(store) == STORE_FAILED);
    CHECK(recovers(store));
    CHECK_TEXT(log_of(store, table), "1:one ");
    cut_off(store);
    struct store_table row;
    CHECK(store_get_table(store, table, &row, NULL) == STORE_FAILED);
    CHECK(recovers(store) && store_get_table(store, table, &row, NULL) == STORE_OK && row.log_count == 1);
    store_close(store);
}

TEST(a_newer_database_is_left_alone) {
    store_close(fresh());
    tell_database("UPDATE arkad SET version = 99");
    struct store *store = open_store(""); /* one that was only added to */
    store_close(store);
    tell_database("UPDATE arkad SET oldest = 99");
    CHECK(!store_open(url, why) && strstr(why, "newer Arkád"));
    CHECK(!store_open("postgresql://nobody@127.0.0.1:1/none", why) && strstr(why, "cannot be reached"));
}

static int run_shared(void) {
    RUN(two_servers_never_write_the_same_number);
    RUN(a_connection_that_breaks_loses_a_batch_and_no_more);
    RUN(a_newer_database_is_left_alone);
    clear_folder();
    rmdir(folder);
    return tests_end();
}

int main(int argc, char **argv) {
    samples = argc > 1 ? argv[1] : "tests/store";
    url = argc > 2 ? argv[2] : NULL;
    snprintf(folder, sizeof folder, "%s/arkad-store-XXXXXX", access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm");
    if (!mkdtemp(folder) || chmod(folder, 0755)) return 1;
    faulty_install();
    RUN(accounts);
    RUN(names_are_unique_but_for_case);
    RUN(names_are_folded);
    RUN(names_that_look_alike);
    RUN(programs_of_an_account);
    RUN(sessions);
    RUN(tables_and_seats);
    RUN(lists_of_tables);
    RUN(rematches_are_found);
    RUN(visitors_may_use_the_store);
    RUN(the_log_has_every_number_once);
    RUN(batches_are_whole);
    RUN(chat);
    RUN(ratings);
    RUN(analyses);
    RUN(hostile_texts_come_back_as_they_went);
    RUN(the_longest_texts_fit);
    if (url) return run_shared();
    RUN(a_new_file_is_ours_alone);
    RUN(a_file_that_is_not_ours_is_left_alone);
    RUN(a_newer_file_is_left_alone);
    RUN(truncated_files_are_refused);
    RUN(damaged_files_are_refused);
    RUN(a_copy_is_not_mixed_with_an_old_log);
    RUN(without_the_right_to_write);
    RUN(every_old_form_is_brought_up_to_date);
    RUN(a_step_that_fails_leaves_the_form_before_it);
    RUN(old_names_that_look_alike);
    RUN(files_of_every_version_keep_what_they_hold);
    RUN(the_check_looks_for_what_was_committed_only);
    RUN(a_full_disk_loses_nothing_and_passes);
    RUN(the_rest_of_a_lost_batch_is_not_taken);
    RUN(a_file_taken_away_is_noticed);
    RUN(an_ailing_connection_is_opened_anew);
    RUN(every_call_of_the_disk_fails_in_turn);
    RUN(every_call_fails_while_opening);
    RUN(killed_at_any_moment);
    RUN(copies_are_of_one_moment);
    RUN(a_copy_that_fails_leaves_the_old_one);
    clear_folder();
    rmdir(folder);
    return tests_end();
}
