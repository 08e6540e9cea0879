/*
 * The table in play, with a store in a file, clients that only note what they are sent, and a clock that the test
 * moves.
 */
#include "engine/fair.h"
#include "server/common/limits.h"
#include "server/common/log.h"
#include "server/common/metrics.h"
#include "server/table/command.h"
#include "server/table/deal.h"
#include "server/table/idle.h"
#include "server/table/rating.h"
#include "server/table/seed.h"
#include "server/table/table_bots.h"
#include "server/table/table_json.h"
#include "server/table/think.h"
#include "server/table/vacation.h"

#include <stdio.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* tests/test.h is for games on the table; this is the part of it that is needed here */
static int tests_run, tests_failed, checks_failed;
#define TEST(test) static void test(void)
#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            printf("# %s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            checks_failed++;                                                 \
        }                                                                    \
    } while (0)
#define RUN(test) run_test(#test, test)

static void run_test(const char *name, void (*test)(void)) {
    int before = checks_failed;
    test();
    tests_failed += checks_failed != before;
    printf("%s %d - %s\n", checks_failed == before ? "ok" : "not ok", ++tests_run, name);
    fflush(stdout);
}

/* ---- The rest of the server, as far as a table needs it ---------------------------------------------------------- */

enum { HEARD_MAX = 4096, CLIENTS = 8, THOUGHTS_MAX = 64 };

struct net_peer {
    char *heard[HEARD_MAX];
    int count;
};

static struct net_peer peers[CLIENTS];
static struct client clients[CLIENTS];
static struct server server;
static char file[64];
static int ratings_made;

struct job {
    struct arkad_position view;
    const struct arkad_game *game;
    int seat, level;
    thought *done;
    void *context;
};
static struct job jobs[THOUGHTS_MAX];
static int job_count;

void net_send(struct net_peer *peer, const char *text, size_t length) {
    if (peer->count < HEARD_MAX) peer->heard[peer->count++] = strndup(text, length);
}

void client_send(struct client *client, json_t *message, const json_t *re) {
    if (re) json_object_set_new(message, "re", json_copy((json_t *)(uintptr_t)re));
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    net_send(client->peer, text, strlen(text));
    free(text);
}

void client_error(struct client *client, const char *code, const char *message, const json_t *re) {
    client_send(client, json_pack("{ssssss}", "is", "error", "code", code, "message", message ? message : ""), re);
}

void server_cannot_save(struct server *of) { of->has_failed = true; }
void server_tell_time(struct server *of) { (void)of; }
void server_begin_turn(struct server *of) { (void)of; }
bool server_acts_for(const struct server *of, int64_t table) { return of && table; }
bool client_is_connected(const struct server *of, int64_t account) { return of && account < 0; }
bool limits_allow_account(struct server *of, enum limit limit, int64_t account) {
    return of && limit < LIMITS && account;
}
static void hear_of_table(struct server *of, const struct store_table *table, const struct store_seat *seats) {
    (void)of, (void)table, (void)seats;
}
void metrics_count(struct server *of, enum metric metric) { (void)of, (void)metric; }
void log_write(bool is_json, enum log_level level, const char *event, const struct log_field *fields, int count) {
    (void)is_json, (void)level, (void)fields, (void)count;
    printf("# %s\n", event);
}

json_t *table_json(struct server *of, const struct store_table *table, const struct store_seat *seats,
                   int64_t account) {
    (void)of, (void)account;
    return json_pack("{sssisb}", "code", table->code, "state", table->state, "away", seats[0].is_away);
}

void seed_make(const uint8_t secret[STORE_HASH], const char *code, const struct store_seat *seats, int players,
               uint8_t seed[STORE_HASH]) {
    (void)code, (void)players;
    for (int i = 0; i < STORE_HASH; i++) seed[i] = secret[i] ^ seats[0].given[i];
}

enum arkad_starting seed_starting(const struct store_table *row) {
    return strstr(row->options, "starter=drawn") ? ARKAD_DRAWN : ARKAD_FIXED;
}

void rating_game_over(struct server *of, const struct store_table *table, struct store_seat *seats) {
    (void)of, (void)seats;
    ratings_made += table->is_rated;
}

bool think_move(struct server *of, const struct question *question, thought *done, void *context) {
    (void)of;
    if (job_count == THOUGHTS_MAX) return false;
    jobs[job_count++] = (struct job){*question->view, question->game, question->seat, question->level, done, context};
    return true;
}

/* ---- A server with people ---------------------------------------------------------------------------------------- */

static struct arkad_move moves[ARKAD_MOVES_MAX];
static uint64_t dice_state = 1;

static unsigned dice(unsigned sides) {
    dice_state = dice_state * 6364136223846793005U + 1442695040888963407U;
    return (unsigned)(dice_state >> 33) % sides;
}

static void hear_nothing(void) {
    for (int i = 0; i < CLIENTS; i++) {
        for (int j = 0; j < peers[i].count; j++) free(peers[i].heard[j]);
        peers[i].count = 0;
    }
}

static void add_client(int index) {
    struct client *client = &clients[index];
    *client = (struct client){.peer = &peers[index], .lang = lang_at(0), .has_said_hello = true, .wants_lists = true};
    client->account.kind = ACCOUNT_PERSON;
    client->account.created_ms = 1;
    snprintf(client->account.name, sizeof client->account.name, "P%d", index);
    strcpy(client->account.lang, "en");
    CHECK(!store_add_account(server.store, &client->account));
    client->next = server.clients;
    server.clients = client;
}

static void open_server(void) {
    char why[STORE_WHY_MAX];
    server = (struct server){.table_changed = hear_of_table, .table_turn = hear_of_table};
    server.now_ms = 1700000000000;
    const char *folder = access("/dev/shm", W_OK) ? "/tmp" : "/dev/shm"; /* in memory, if there is such a place */
    snprintf(file, sizeof file, "%s/arkad-table-%d.db", folder, (int)getpid());
    server.store = store_open(file, why);
    if (!server.store || !table_open_all(&server)) printf("Bail out! %s\n", why), exit(1);
    for (int i = 0; i < CLIENTS; i++) add_client(i);
    job_count = 0;
}

static void close_server(void) {
    static const char *const ends[] = {"", "-wal", "-shm", "-lock", ".lock"};
    char name[96];
    for (int i = 0; i < CLIENTS; i++) watch_client_gone(&server, &clients[i]);
    table_close_all(&server);
    for (int i = 0; i < job_count; i++) jobs[i].done(jobs[i].context, NULL, false);
    hear_nothing();
    store_commit(server.store);
    store_close(server.store);
    for (int i = 0; i < 5; i++) {
        snprintf(name, sizeof name, "%s%s", file, ends[i]);
        unlink(name);
    }
}

/* A message; what it answers is heard. At the end the batch is committed, as at the end of a turn. */
static void say(int client, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void say(int client, const char *format, ...) {
    char text[1024];
    va_list values;
    va_start(values, format);
    vsnprintf(text, sizeof text, format, values);
    va_end(values);
    json_t *message = json_loads(text, 0, NULL);
    CHECK(message);
    const json_t *re = json_object_get(message, "id");
    CHECK(command_run(&server, &clients[client], json_string_value(json_object_get(message, "do")), message, re));
    json_decref(message);
    CHECK(!server.has_failed);
}

static const char *last(int client) {
    return peers[client].count ? peers[client].heard[peers[client].count - 1] : "nothing";
}

/* Was anything with this in it heard, since the last time everything was forgotten? */
static bool heard(int client, const char *part) {
    for (int i = 0; i < peers[client].count; i++)
        if (strstr(peers[client].heard[i], part)) return true;
    return false;
}

static bool heard_last(int client, const char *part) {
    if (strstr(last(client), part)) return true;
    printf("# heard: %.300s\n", last(client));
    return false;
}

struct plan {
    const char *game, *options;
    int players, bots, clock;
    int64_t move_ms, bank_ms;
    bool is_rated;
    int seed;
};

/* The hash of the share that is this number, in hex. */
static void promise(int client, const char *code, int number) {
    char text[2 * STORE_HASH + 1], hex[2 * STORE_HASH + 1];
    uint8_t share[STORE_HASH], hash[STORE_HASH];
    snprintf(text, sizeof text, "%064d", number);
    sodium_hex2bin(share, sizeof share, text, 2 * STORE_HASH, NULL, NULL, NULL);
    fair_promise(share, code, hash);
    say(client, "{\"do\":\"promise\",\"table\":\"%s\",\"hash\":\"%s\"}", code,
        sodium_bin2hex(hex, sizeof hex, hash, sizeof hash));
}

/* A table where clients 0, 1, … sit and the last seats are bots'; all watch, and one spectator more. */
static struct table *sit_down(const struct plan *plan) {
    struct store_table row = {.players = plan->players,
                              .state = TABLE_PLAYING,
                              .clock = plan->clock,
                              .move_ms = plan->move_ms,
                              .bank_ms = plan->bank_ms,
                              .is_rated = plan->is_rated,
                              .owner = clients[0].account.id,
                              .created_ms = 1,
                              .started_ms = 1};
    struct store_seat seats[STORE_SEATS_MAX] = {0};
    static int tables;
    snprintf(row.code, sizeof row.code, "code%04d", tables++ % 10000);
    strcpy(row.game, plan->game);
    strcpy(row.options, plan->options ? plan->options : "");
    strcpy(row.lang, "en");
    row.secret[0] = (uint8_t)plan->seed;
    int people = plan->players - plan->bots;
    for (int i = 0; i < plan->players; i++)
        seats[i] = i < people ? (struct store_seat){.kind = SEAT_PERSON, .account = clients[i].account.id}
                              : (struct store_seat){.kind = SEAT_BOT, .level = 3};
    CHECK(!store_add_table(server.store, &row, seats));
    table_begin(&server, &row, seats);
    for (int i = 0; i <= people; i++) say(i, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":0}", row.code);
    for (int i = 0; i < people; i++) promise(i, row.code, plan->seed);
    for (int i = 0; i < people; i++)
        say(i, "{\"do\":\"give\",\"table\":\"%s\",\"bytes\":\"%064d\"}", row.code, plan->seed);
    CHECK(!store_commit(server.store));
    return clients[0].watched[0];
}

static void stand_up(struct table *table) {
    char code[STORE_CODE_MAX];
    strcpy(code, table->row.code);
    for (int i = 0; i < CLIENTS; i++)
        if (clients[i].watched[0]) say(i, "{\"do\":\"unwatch\",\"table\":\"%s\"}", code);
}

static void move(struct table *table, int seat, const char *text) {
    say(seat, "{\"do\":\"move\",\"table\":\"%s\",\"n\":%d,\"move\":\"%s\",\"id\":7}", table->row.code,
        table->play.count + 1, text);
    CHECK(!store_commit(server.store));
}

static void act(struct table *table, int seat, const char *what) {
    say(seat, "{\"do\":\"%s\",\"table\":\"%s\",\"n\":%d,\"id\":8}", what, table->row.code, table->play.count + 1);
    CHECK(!store_commit(server.store));
}

static void answer(struct table *table, int seat, int ask, bool is_yes) {
    say(seat, "{\"do\":\"answer\",\"table\":\"%s\",\"n\":%d,\"ask\":%d,\"yes\":%s}", table->row.code,
        table->play.count + 1, ask, is_yes ? "true" : "false");
    CHECK(!store_commit(server.store));
}

static int waited_for(const struct table *table) {
    unsigned waits = play_waits(&table->play);
    return waits ? __builtin_ctz(waits) : -1;
}

/* A random seat that may move, and one of its moves. */
static int choose(const struct table *table, char text[ARKAD_MOVE_TEXT_MAX]) {
    const struct play *play = &table->play;
    unsigned may = arkad_may_move(play->game, &play->position);
    int seat;
    do seat = (int)dice(play->setup.players);
    while (!(may >> seat & 1));
    int count = arkad_list(play->game, &play->position, seat, moves);
    arkad_move_write(play->game, &moves[dice((unsigned)count)], text);
    return seat;
}

static int move_at_random(struct table *table) {
    char text[ARKAD_MOVE_TEXT_MAX];
    int seat = choose(table, text);
    move(table, seat, text);
    return seat;
}

static const struct plan plans[] = {
    {.game = "towers", .players = 3, .seed = 11},
    {.game = "byzanz", .players = 4, .seed = 12},
    {.game = "alhambra", .players = 3, .seed = 13, .clock = CLOCK_DAYS, .move_ms = 24 * 3600000},
    {.game = "pharaoh", .players = 3, .seed = 14},
    {.game = "maharaja", .players = 3, .seed = 15, .clock = CLOCK_LIVE, .move_ms = 30000, .bank_ms = 60000},
};
enum { PLANS = sizeof plans / sizeof *plans };

/* To where all plan at once and in secret. */
static void play_until_plans(struct table *table) {
    while (play_waits(&table->play) != 7) move_at_random(table);
    hear_nothing();
}

/* ---- Moves ------------------------------------------------------------------------------------------------------- */

TEST(a_game_goes_to_its_end) {
    for (int i = 0; i < PLANS; i++) {
        open_server();
        struct plan plan = plans[i];
        plan.is_rated = true;
        ratings_made = 0;
        struct table *table = sit_down(&plan);
        CHECK(heard_last(0, "\"kind\":\"start\""));
        while (!table->play.is_over && table->play.count < 5000) {
            int seat = move_at_random(table);
            CHECK(table->play.is_over || heard_last(seat, "\"re\":7"));
            hear_nothing();
        }
        CHECK(table->play.is_over && table->row.state == TABLE_OVER && ratings_made == 1);
        CHECK(table->seats[0].place >= 1);
        act(table, 0, "undo");
        CHECK(heard_last(0, "game-over"));
        stand_up(table);
        CHECK(table_count(&server) == 0);
        close_server();
    }
}

TEST(a_move_sent_twice_counts_once) {
    open_server();
    struct table *table = sit_down(&plans[1]);
    char text[ARKAD_MOVE_TEXT_MAX];
    int seat = choose(table, text), number = table->play.count + 1;
    move(table, seat, text);
    hear_nothing();
    say(seat, "{\"do\":\"move\",\"table\":\"%s\",\"n\":%d,\"move\":\"%s\",\"id\":9}", table->row.code, number, text);
    CHECK(table->play.count == number);
    CHECK(peers[seat].count == 1 && heard_last(seat, "\"re\":9") && heard_last(seat, "\"view\":"));
    CHECK(peers[(seat + 1) % 4].count == 0);
    hear_nothing();
    say(seat, "{\"do\":\"move\",\"table\":\"%s\",\"n\":%d,\"move\":\"pass\",\"id\":9}", table->row.code, number - 1);
    CHECK(strstr(peers[seat].heard[0], "\"stale\"") && strstr(peers[seat].heard[0], "\"re\":9"));
    CHECK(peers[seat].count == 3); /* the start, the move */
    hear_nothing();
    say(seat, "{\"do\":\"move\",\"table\":\"%s\",\"n\":%d,\"move\":\"pass\"}", table->row.code, number + 2);
    CHECK(peers[seat].count == 1 && heard_last(seat, "\"stale\""));
    close_server();
}

TEST(what_is_against_the_rules_is_refused_with_the_reason) {
    open_server();
    struct table *table = sit_down(&plans[1]);
    int seat = waited_for(table), count = table->play.count;
    move(table, (seat + 1) % 4, "pass");
    CHECK(heard_last((seat + 1) % 4, "\"code\":\"refused\""));
    move(table, seat, "bid z9");
    CHECK(heard_last(seat, "\"code\":\"refused\""));
    clients[seat].lang = lang_find("hu");
    char english[512];
    snprintf(english, sizeof english, "%s", last(seat));
    move(table, seat, "bid z9");
    CHECK(heard_last(seat, "\"refused\"") && strcmp(last(seat), english) != 0);
    move(table, 4, "pass");
    CHECK(heard_last(4, "not-seated"));
    say(seat, "{\"do\":\"move\",\"table\":\"%s\",\"move\":\"pass\"}", table->row.code);
    CHECK(heard_last(seat, "bad-message"));
    say(seat, "{\"do\":\"move\",\"table\":\"elsewhere\",\"n\":1,\"move\":\"pass\"}");
    CHECK(heard_last(seat, "not-watched"));
    CHECK(table->play.count == count);
    close_server();
}

/* ---- The log is the truth ---------------------------------------------------------------------------------------- */

static bool is_same_clock(const struct seat_clock *a, const struct seat_clock *b) {
    return a->window_ms == b->window_ms && a->used_ms == b->used_ms && a->bank_ms == b->bank_ms &&
           a->last_used_ms == b->last_used_ms && a->last_bank_ms == b->last_bank_ms && a->is_running == b->is_running;
}

static bool is_same_play(const struct play *a, const struct play *b) {
    bool is_same = a->count == b->count && a->at_ms == b->at_ms && a->is_paused == b->is_paused &&
                   a->is_over == b->is_over && a->away == b->away && a->vacation == b->vacation &&
                   a->step_count == b->step_count && !memcmp(a->resigned, b->resigned, sizeof a->resigned) &&
                   a->proposal.number == b->proposal.number &&
                   (!a->proposal.number || a->proposal.of == b->proposal.of) &&
                   !memcmp(&a->position, &b->position, arkad_position_size(a->game));
    for (int i = 0; i < ARKAD_SEATS_MAX; i++) is_same = is_same && is_same_clock(&a->clocks.of[i], &b->clocks.of[i]);
    for (int i = 0; is_same && i < a->step_count; i++)
        is_same = a->steps[i].entry == b->steps[i].entry && a->steps[i].seat == b->steps[i].seat &&
                  !memcmp(&a->steps[i].move, &b->steps[i].move, sizeof a->steps[i].move);
    return is_same;
}

static void act_at_random(struct table *table) {
    static const char *const acts[] = {"undo", "undo", "undo", "undo", "pause", "away", "back"};
    const struct proposal *proposal = &table->play.proposal;
    int seat = (int)dice((unsigned)table->row.players);
    if (!dice(8)) vacation_changed(&server, clients[seat].account.id, dice(2) ? server.now_ms + 1 : 0);
    if (proposal->number && proposal->of && dice(2))
        answer(table, __builtin_ctz(proposal->of), proposal->number, dice(4));
    else
        act(table, seat, table->play.is_paused ? "resume" : acts[dice(7)]);
}

TEST(what_is_in_memory_follows_from_the_log) {
    int undone = 0;
    for (int i = 0; i < PLANS; i++) {
        open_server();
        struct table *table = sit_down(&plans[i]);
        for (int turn = 0; turn < 300 && !table->play.is_over; turn++) {
            int before = table->play.step_count;
            server.now_ms += dice(3000);
            if (dice(2) && !table->play.is_paused)
                move_at_random(table);
            else
                act_at_random(table);
            undone += table->play.step_count < before;
            hear_nothing();
            struct play play;
            CHECK(!play_read(server.store, &table->row, table->seats, &play, NULL, NULL));
            CHECK(is_same_play(&play, &table->play));
            play_end(&play);
        }
        int count = table->play.count;
        table_forget_all(&server);
        server.now_ms += 3600000; /* the server was down for an hour */
        struct seat_clock clock = table->play.clocks.of[0];
        table_wake_all(&server);
        CHECK(table->play.count == count && heard_last(0, "\"is\":\"table\""));
        CHECK(clock_left_ms(&clock, 0) == clock_left_ms(&table->play.clocks.of[0], table_ran_ms(&server, table)));
        close_server();
    }
    CHECK(undone > 10);
}

/* ---- Clocks ------------------------------------------------------------------------------------------------------ */

TEST(a_clock_runs_out_and_a_bot_plays_until_the_person_is_back) {
    open_server();
    struct table *table = sit_down(&(struct plan){
        .game = "towers", .players = 2, .clock = CLOCK_LIVE, .move_ms = 20000, .bank_ms = 30000, .seed = 3});
    int seat = waited_for(table);
    server.now_ms += 25000;
    char text[ARKAD_MOVE_TEXT_MAX];
    table_tick(&server);
    CHECK(table->play.count == 1);
    arkad_list(table->play.game, &table->play.position, seat, moves);
    arkad_move_write(table->play.game, &moves[0], text);
    move(table, seat, text);
    CHECK(clock_bank_ms(&table->play.clocks.of[seat], 0) == 25000);
    seat = waited_for(table);
    int64_t bank = table->play.clocks.of[seat].bank_ms;
    int count = table->play.count;
    for (server.now_ms += 20000 + bank - 1; table->play.count == count && server.now_ms % 10000; server.now_ms++) {
        server.tables->ticked_ms = 0;
        table_tick(&server);
    }
    CHECK(heard(0, "\"why\":\"clock\"") && table->seats[seat].is_away);
    move(table, seat, text);
    CHECK(heard_last(seat, "\"away\""));
    act(table, seat, "back"); /* time without end would be had by that */
    CHECK(heard_last(seat, "not-yet") && table->play.away);
    CHECK(job_count == 0);
    server.now_ms += BOT_PAUSE_MS;
    table_tick(&server);
    CHECK(job_count == 1 && jobs[0].seat == seat && jobs[0].level == STAND_IN_LEVEL);
    arkad_list(jobs[0].game, &jobs[0].view, seat, moves);
    struct arkad_move chosen = moves[0];
    job_count = 0;
    jobs[0].done(jobs[0].context, &chosen, false);
    CHECK(heard(1 - seat, "\"by\":\"clock\""));
    act(table, seat, "back");
    CHECK(!table->play.away && !table->seats[seat].is_away);
    CHECK(clock_bank_ms(&table->play.clocks.of[seat], 0) == 0); /* its bank is used up */
    close_server();
}

TEST(time_in_which_the_server_stood_still_is_nobodys) {
    open_server();
    struct table *table = sit_down(&(struct plan){
        .game = "towers", .players = 2, .clock = CLOCK_LIVE, .move_ms = 20000, .bank_ms = 1000, .seed = 3});
    server.tables->ticked_ms = server.now_ms;
    server.now_ms += 3600000;
    table_tick(&server);
    CHECK(table->play.count == 1 && table_ran_ms(&server, table) == 0);
    close_server();
}

TEST(a_reaction_has_a_window_of_its_own) {
    open_server();
    struct table *table = sit_down(&(struct plan){
        .game = "maharaja", .players = 3, .clock = CLOCK_LIVE, .move_ms = 10000, .bank_ms = 0, .seed = 5});
    play_until_plans(table);
    CHECK(clock_left_ms(&table->play.clocks.of[1], 0) == REACTION_MS_MIN);
    close_server();
}

TEST(a_pause_stops_the_clocks) {
    open_server();
    struct table *table = sit_down(
        &(struct plan){.game = "towers", .players = 2, .clock = CLOCK_LIVE, .move_ms = 20000, .bank_ms = 0, .seed = 3});
    int seat = waited_for(table);
    act(table, seat, "pause");
    CHECK(!table->play.is_paused && table->play.proposal.number == table->play.count);
    answer(table, 1 - seat, table->play.proposal.number, true);
    CHECK(table->play.is_paused);
    server.now_ms += 100000;
    server.tables->ticked_ms = 0;
    table_tick(&server);
    CHECK(!table->play.away);
    move_at_random(table);
    CHECK(heard(seat, "\"paused\""));
    act(table, 1 - seat, "resume");
    answer(table, seat, table->play.proposal.number, false);
    CHECK(table->play.is_paused && !table->play.proposal.number);
    say(seat, "{\"do\":\"unwatch\",\"table\":\"%s\"}", table->row.code);
    act(table, 1 - seat, "resume"); /* who is not here need not be asked */
    CHECK(!table->play.is_paused && clock_left_ms(&table->play.clocks.of[seat], 0) == 20000);
    close_server();
}

TEST(a_pause_that_somebody_did_not_agree_to_ends_when_anybody_wants) {
    open_server();
    struct table *table = sit_down(
        &(struct plan){.game = "towers", .players = 2, .clock = CLOCK_LIVE, .move_ms = 20000, .bank_ms = 0, .seed = 3});
    for (int i = 0; i < PAUSES_MAX; i++) {
        say(1, "{\"do\":\"unwatch\",\"table\":\"%s\"}", table->row.code);
        act(table, 0, "pause"); /* the other is not here */
        CHECK(table->play.is_paused);
        say(1, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":0}", table->row.code);
        act(table, 1, "resume");
        CHECK(!table->play.is_paused);
    }
    act(table, 0, "pause");
    CHECK(heard_last(0, "too-often") && !table->play.is_paused);
    close_server();
}

TEST(a_pause_ends_by_itself) {
    open_server();
    struct table *table = sit_down(
        &(struct plan){.game = "towers", .players = 2, .clock = CLOCK_LIVE, .move_ms = 20000, .bank_ms = 0, .seed = 3});
    act(table, 0, "pause");
    answer(table, 1, table->play.proposal.number, true);
    act(table, 1, "resume");
    answer(table, 0, table->play.proposal.number, false);
    CHECK(table->play.is_paused && table->pause_ms > server.now_ms);
    server.now_ms = table->pause_ms;
    server.tables->ticked_ms = server.now_ms;
    table_tick(&server);
    CHECK(!table->play.is_paused && heard(1, "\"kind\":\"resume\"") && !table->pause_ms);
    close_server();
}

/* However much one seat has asked, the other can still resign. */
TEST(nobody_fills_the_log) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 3, .seed = 3});
    for (int i = 0; i < 2 * PROPOSALS_MAX; i++) {
        act(table, 0, "pause");
        answer(table, 1, table->play.proposal.number, false);
        hear_nothing();
    }
    act(table, 0, "pause");
    CHECK(heard_last(0, "too-often") && table->play.count <= 2 * PROPOSALS_MAX + 1);
    for (int i = 0; i < 2 * AWAYS_MAX; i++) {
        act(table, 0, i % 2 ? "back" : "away");
        hear_nothing();
    }
    act(table, 0, "away");
    CHECK(heard_last(0, "too-often"));
    act(table, 0, "resign");
    act(table, 1, "away");
    act(table, 1, "resign");
    CHECK(table->play.resigned[0] && table->play.resigned[1]);
    close_server();
}

static void let_bots_move(void) {
    while (job_count) {
        struct job job = jobs[--job_count];
        arkad_list(job.game, &job.view, job.seat, moves);
        struct arkad_move chosen = moves[0];
        job.done(job.context, &chosen, true);
        CHECK(!store_commit(server.store));
    }
}

/* ---- Taking back ----------------------------------------------------------------------------------------------------
 */

TEST(a_move_is_taken_back_only_while_nothing_was_revealed) {
    open_server();
    struct table *table = sit_down(&plans[4]);
    play_until_plans(table);
    struct arkad_position first = table->play.position;
    int count = table->play.count, steps = table->play.step_count;
    move(table, 0, "plan gold gold");
    act(table, 0, "undo"); /* the others have chosen nothing yet: at once */
    CHECK(table->play.count == count + 2 && heard_last(1, "\"kind\":\"undo\""));
    CHECK(!memcmp(&first, &table->play.position, arkad_position_size(table->play.game)));
    move(table, 0, "plan gold gold");
    move(table, 1, "plan gold gold");
    act(table, 0, "undo"); /* seat 1 has moved since */
    CHECK(table->play.proposal.number && table->play.proposal.of == 2U);
    answer(table, 2, table->play.proposal.number, true);
    CHECK(heard_last(2, "not-asked"));
    answer(table, 1, table->play.proposal.number, true);
    CHECK(table->play.step_count == steps);
    for (int seat = 0; seat < 3; seat++) move(table, seat, "plan gold gold");
    act(table, 2, "undo"); /* all plans are known now */
    CHECK(heard_last(2, "revealed"));
    close_server();
}

/* A bot answers from its hand: who could take moves back after that would look into it. */
TEST(a_move_that_a_bot_has_answered_from_its_hand_stays) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "byzanz", .players = 3, .bots = 2, .seed = 12});
    int asked = 0;
    for (int i = 0; i < 400 && table->play.step_count < 30; i++) {
        if (waited_for(table) == 0) move_at_random(table);
        server.now_ms += BOT_PAUSE_MS;
        table_tick(&server);
        let_bots_move();
        int steps = table->play.step_count;
        if (!steps || table->play.steps[steps - 1].by != BY_BOT) continue;
        act(table, 0, "undo");
        asked++;
        CHECK(table->play.step_count == steps);
        hear_nothing();
    }
    CHECK(asked > 10);
    close_server();
}

TEST(a_question_lapses_when_the_game_goes_on) {
    open_server();
    struct table *table = sit_down(&plans[4]);
    play_until_plans(table);
    int steps = table->play.step_count;
    move(table, 0, "plan gold gold");
    move(table, 1, "plan gold gold");
    act(table, 0, "undo");
    CHECK(table->play.proposal.number);
    act(table, 1, "undo");
    CHECK(heard_last(1, "\"kind\":\"undo\"")); /* nobody has moved since, and the proposal has lapsed */
    CHECK(!table->play.proposal.number && table->play.step_count == steps + 1);
    close_server();
}

/* ---- Resigning, bots --------------------------------------------------------------------------------------------- */

TEST(who_resigns_is_last) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 3, .bots = 1, .seed = 9});
    act(table, 0, "resign");
    act(table, 0, "back");
    CHECK(heard_last(0, "resigned"));
    CHECK(!table->play.is_over);
    for (int i = 0; i < 5000 && !table->play.is_over; i++) {
        if (waited_for(table) == 1) move_at_random(table);
        server.now_ms += BOT_PAUSE_MS;
        table_tick(&server);
        let_bots_move();
        hear_nothing();
    }
    CHECK(table->play.is_over && arkad_is_over(&table->play.position));
    CHECK(table->seats[0].place == 3 && table->seats[1].place + table->seats[2].place == 3);
    CHECK(strstr(table->row.result, "\"resigned\":[0]"));
    close_server();
}

/* The game ends with the last of them; bots are ranked by what they have. */
TEST(a_game_that_everybody_has_left_is_over) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 3, .bots = 1, .seed = 9});
    act(table, 0, "resign");
    act(table, 1, "resign");
    CHECK(table->play.is_over && table->row.state == TABLE_OVER && !play_waits(&table->play));
    CHECK(table->seats[0].place == 3 && table->seats[1].place == 2 && table->seats[2].place == 1);
    CHECK(strstr(table->row.result, "\"resigned\":[0,1]"));
    server.now_ms += BOT_PAUSE_MS;
    table_tick(&server);
    CHECK(!job_count && !table->thinking);
    act(table, 0, "back");
    CHECK(heard_last(0, "game-over"));
    close_server();
}

static const int64_t AN_HOUR = 3600 * 1000, A_DAY = 24 * 3600 * 1000;

/* The table of this row as it is stored. */
static struct store_table stored(int64_t id, struct store_seat seats[STORE_SEATS_MAX]) {
    struct store_table row = {0};
    CHECK(!store_get_table(server.store, id, &row, seats));
    return row;
}

TEST(a_game_against_bots_that_was_left_ends_after_a_day) {
    open_server();
    struct store_seat seats[STORE_SEATS_MAX];
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 2, .bots = 1, .options = "starter=0"});
    int64_t id = table->row.id;
    struct store_table row = stored(id, seats);
    CHECK(!idle_ends_ms(&server, &row, seats)); /* somebody is there */
    server.now_ms += 3 * A_DAY;
    idle_sweep(&server, true);
    CHECK(!table->play.is_over);
    stand_up(table);
    CHECK(!table_find(&server, id) && idle_ends_ms(&server, &row, seats) == server.now_ms + A_DAY);
    server.now_ms += A_DAY - 1;
    idle_sweep(&server, false);
    CHECK(stored(id, seats).state == TABLE_PLAYING);
    server.now_ms += 1;
    idle_sweep(&server, false);
    row = stored(id, seats);
    CHECK(row.state == TABLE_OVER && seats[0].place == 2 && strstr(row.result, "\"resigned\":[0]"));
    close_server();
}

TEST(forty_games_that_were_left_do_not_fill_the_house) {
    open_server();
    struct store_seat seats[STORE_SEATS_MAX];
    int64_t ids[40];
    for (int i = 0; i < 40; i++) {
        struct plan plan = {.game = "towers", .players = 2, .bots = 1, .options = "starter=0", .seed = i};
        struct table *table = sit_down(&plan);
        ids[i] = table->row.id;
        stand_up(table);
    }
    server.now_ms += AN_HOUR / 4 - 1;
    idle_sweep(&server, true);
    CHECK(stored(ids[0], seats).state == TABLE_PLAYING);
    server.now_ms += 1;
    idle_sweep(&server, true);
    for (int i = 0; i < 40; i++) CHECK(stored(ids[i], seats).state == TABLE_OVER);
    close_server();
}

TEST(people_have_a_week_and_after_a_start_an_hour) {
    open_server();
    struct store_seat seats[STORE_SEATS_MAX];
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 2, .options = "starter=1"});
    int64_t id = table->row.id;
    stand_up(table);
    struct store_table row = stored(id, seats);
    CHECK(idle_ends_ms(&server, &row, seats) == server.now_ms + 7 * A_DAY);
    server.now_ms += 8 * A_DAY;
    server.started_ms = server.now_ms;
    CHECK(idle_ends_ms(&server, &row, seats) == server.now_ms + AN_HOUR);
    server.now_ms += AN_HOUR;
    idle_sweep(&server, true);
    CHECK(stored(id, seats).state == TABLE_OVER && seats[1].place == 2 && seats[0].place == 1); /* it waited for 1 */
    close_server();
}

TEST(a_hurried_thought_is_told) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 2, .bots = 1, .options = "starter=1"});
    hear_nothing();
    server.now_ms += BOT_PAUSE_MS;
    table_tick(&server);
    let_bots_move();
    CHECK(heard(0, "\"by\":\"bot\"") && heard(0, "\"hurried\":true"));
    (void)table;
    close_server();
}

TEST(of_two_players_the_other_wins_when_one_resigns) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 2, .seed = 9});
    int seat = waited_for(table);
    act(table, seat, "resign");
    CHECK(table->play.is_over && table->seats[seat].place == 2 && table->seats[1 - seat].place == 1);
    CHECK(heard(1 - seat, "\"kind\":\"over\""));
    move(table, 1 - seat, "bid 0");
    CHECK(heard_last(1 - seat, "game-over"));
    struct play again;
    CHECK(!play_read(server.store, &table->row, table->seats, &again, NULL, NULL) && again.is_over);
    play_end(&again);
    close_server();
}

TEST(a_thought_that_comes_too_late_is_dropped) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 2, .seed = 9});
    int seat = waited_for(table);
    act(table, seat, "away");
    server.now_ms += BOT_PAUSE_MS;
    table_tick(&server);
    CHECK(job_count == 1 && table->thinking);
    act(table, seat, "back");
    int count = table->play.count;
    let_bots_move();
    CHECK(table->play.count == count);
    close_server();
}

/* ---- Chat -------------------------------------------------------------------------------------------------------- */

TEST(players_talk_to_players_and_spectators_to_spectators) {
    open_server();
    struct table *table = sit_down(&plans[0]);
    hear_nothing();
    say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"J\\u00f3 j\\u00e1t\\u00e9k <b>\"}", table->row.code);
    CHECK(heard_last(1, "J\u00f3 j\u00e1t\u00e9k <b>") && peers[3].count == 0);
    say(3, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"psst\"}", table->row.code);
    CHECK(heard_last(3, "spectators") && !heard(1, "psst"));
    say(1, "{\"do\":\"mute\",\"table\":\"%s\",\"name\":\"P0\",\"yes\":true}", table->row.code);
    say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"again\"}", table->row.code);
    CHECK(!heard(1, "again") && heard(2, "again"));
    say(1, "{\"do\":\"mute\",\"table\":\"%s\",\"name\":\"P0\",\"yes\":false}", table->row.code);
    say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"and again\"}", table->row.code);
    CHECK(heard(1, "and again"));
    static const char *const bad[] = {"", "   ", "a\\nb", "\\u202eabc", "\\u0085", "\\u007f"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%s\"}", table->row.code, bad[i]);
        CHECK(heard_last(0, "bad-text"));
    }
    say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"text\":\"%0501d\"}", table->row.code, 0);
    CHECK(heard_last(0, "too-long"));
    hear_nothing();
    say(2, "{\"do\":\"watch\",\"table\":\"%s\"}", table->row.code);
    CHECK(heard_last(2, "and again") && !heard(2, "psst"));
    close_server();
}

TEST(a_phrase_is_said_in_the_language_of_each_reader) {
    open_server();
    struct table *table = sit_down(&plans[3]);
    clients[1].lang = lang_find("hu");
    hear_nothing();
    say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"phrase\":\"who-has\",\"card\":\"4\"}", table->row.code);
    CHECK(heard_last(0, "\"text\":\"Who has a stone 4?\"") && heard_last(0, "\"phrase\":\"who-has\",\"card\":\"4\""));
    CHECK(heard_last(1, "4-es k\u0151") && !heard(1, "Who has"));
    say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"phrase\":\"good-game\"}", table->row.code);
    CHECK(heard_last(2, "Good game") && !strstr(last(2), "card"));
    static const char *const bad[] = {"\"none\"",
                                      "\"who-has\"",
                                      "\"who-has\",\"card\":\"c4\"",
                                      "\"good-game\",\"card\":\"4\"",
                                      "7",
                                      "\"\"",
                                      "\"who-has 4\"",
                                      "\"a-key-that-is-longer-than-any-of-the-catalogues\""};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        say(0, "{\"do\":\"chat\",\"table\":\"%s\",\"phrase\":%s}", table->row.code, bad[i]);
        CHECK(heard_last(0, "no-phrase"));
    }
    hear_nothing();
    say(1, "{\"do\":\"watch\",\"table\":\"%s\"}", table->row.code);
    CHECK(heard_last(1, "4-es k\u0151"));
    close_server();
}

/* ---- Decided ahead ----------------------------------------------------------------------------------------------- */

/* What one client is sent, in order. */
struct sent {
    int count;
    char *texts[64];
};

static void take_sent(int client, struct sent *sent) {
    sent->count = 0;
    for (int i = 0; i < peers[client].count && i < 64; i++) sent->texts[sent->count++] = strdup(peers[client].heard[i]);
    hear_nothing();
}

static bool is_same_sent(struct sent *a, struct sent *b, bool must_be) {
    bool is_same = a->count == b->count;
    for (int i = 0; is_same && i < a->count; i++) {
        is_same = !strcmp(a->texts[i], b->texts[i]);
        if (!is_same && must_be) printf("# %.600s\n# %.600s\n", a->texts[i], b->texts[i]);
    }
    for (int i = 0; i < a->count; i++) free(a->texts[i]);
    for (int i = 0; i < b->count; i++) free(b->texts[i]);
    return is_same;
}

/* `moves`: as JSON. */
static void decide(struct table *table, int seat, const char *list) {
    say(seat, "{\"do\":\"ahead\",\"table\":\"%s\",\"n\":%d,\"moves\":%s,\"id\":9}", table->row.code,
        table->play.count + 1, list);
    CHECK(!store_commit(server.store));
}

static bool count_one(int seat, const char *text, void *context) {
    (void)seat, (void)text;
    ++*(int *)context;
    return true;
}
static void count_ahead(int64_t table, int *count) {
    *count = 0;
    CHECK(!store_read_ahead(server.store, table, count_one, count));
}

static struct table *begin_auction(void) {
    open_server();
    struct table *table = sit_down(&(struct plan){.game = "towers", .players = 3, .options = "starter=0", .seed = 5});
    hear_nothing();
    return table;
}

static bool was_last(const struct table *table, int seat, const char *text) {
    char move[ARKAD_MOVE_TEXT_MAX];
    const struct step *step = &table->play.steps[table->play.step_count - 1];
    arkad_move_write(table->play.game, &step->move, move);
    return step->seat == seat && step->by == BY_PERSON && !strcmp(move, text);
}

TEST(what_was_decided_ahead_is_made_when_it_is_due_and_once) {
    struct table *table = begin_auction();
    int64_t id = table->row.id;
    int kept;
    decide(table, 2, "[\"bid 1\",\"bid 2\",\"pass\"]");
    CHECK(heard_last(2, "\"is\":\"ahead\"") && heard_last(2, "[\"bid 1\",\"bid 2\",\"pass\"]") &&
          heard_last(2, "\"re\":9"));
    table_forget_all(&server); /* it outlives the server */
    table_wake_all(&server);
    CHECK(heard_last(2, "\"ahead\":[\"bid 1\",\"bid 2\",\"pass\"]") && !heard(0, "ahead") && !heard(3, "ahead"));
    move(table, 0, "bid 1");
    CHECK(table->play.step_count == 1);
    move(table, 1, "pass");
    CHECK(table->play.step_count == 3 && was_last(table, 2, "bid 2"));
    CHECK(heard(2, "\"moves\":[]"));
    count_ahead(id, &kept);
    CHECK(!kept && !table->ahead[2]); /* the matter was another one then */
    close_server();
}

TEST(what_was_decided_ahead_lapses) {
    static const char *const lists[] = {"[\"bid 1\"]", "[\"build c1\"]"}; /* too low by then; not to be decided here */
    for (int i = 0; i < 2; i++) {
        struct table *table = begin_auction();
        decide(table, 1, lists[i]);
        move(table, 0, "bid 2");
        CHECK(table->play.step_count == 1 && !table->ahead[1] && heard(1, "\"moves\":[]"));
        close_server();
    }
    struct table *table = begin_auction();
    decide(table, 1, "[\"pass\"]");
    decide(table, 2, "[\"pass\"]");
    decide(table, 2, "[]");
    CHECK(heard_last(2, "\"moves\":[]") && !table->ahead[2]);
    move(table, 0, "bid 2");
    CHECK(table->play.step_count == 2 && waited_for(table) == 2);
    decide(table, 0, "[\"bid 3\"]");
    act(table, 1, "undo"); /* only 2 has to move because of it */
    answer(table, 2, table->play.proposal.number, true);
    CHECK(table->play.step_count == 1 && !table->ahead[0] && !table->ahead[1]);
    decide(table, 2, "[\"pass\"]");
    act(table, 2, "away");
    CHECK(!table->ahead[2]);
    decide(table, 2, "[\"pass\"]");
    CHECK(heard_last(2, "away"));
    close_server();
}

TEST(what_is_decided_ahead_is_checked) {
    struct table *table = begin_auction();
    decide(table, 1, "[\"fly c1\"]");
    CHECK(heard_last(1, "refused"));
    decide(table, 1, "[17]");
    CHECK(heard_last(1, "bad-message"));
    say(1, "{\"do\":\"ahead\",\"table\":\"%s\",\"n\":1,\"moves\":[\"pass\"]}", table->row.code);
    CHECK(heard(1, "stale") && !table->ahead[1]);
    move(table, 0, "bid 5"); /* if five fit */
    for (int seat = 1; waited_for(table) == seat; seat++) move(table, seat, "pass");
    if (table->play.position.bytes[0]) decide(table, 1, "[\"pass\"]");
    CHECK(heard_last(1, "nothing-ahead"));
    close_server();
}

/* The others are told the same, whether it was decided ahead or sent when it was due. */
TEST(nobody_else_is_told_what_was_decided_ahead) {
    struct sent ahead[3], by_hand[3];
    static const int others[] = {0, 1, 3};
    for (int is_ahead = 0; is_ahead < 2; is_ahead++) {
        struct table *table = begin_auction();
        snprintf(table->row.code, sizeof table->row.code, "same");
        if (is_ahead) decide(table, 2, "[\"bid 3\",\"pass\"]");
        move(table, 0, "bid 1");
        move(table, 1, "pass");
        if (!is_ahead) move(table, 2, "bid 3");
        CHECK(table->play.step_count == 3);
        for (int i = 0; i < 3; i++) {
            struct sent *sent = is_ahead ? &ahead[i] : &by_hand[i];
            sent->count = 0;
            for (int j = 0; j < peers[others[i]].count; j++)
                sent->texts[sent->count++] = strdup(peers[others[i]].heard[j]);
        }
        close_server();
    }
    for (int i = 0; i < 3; i++) CHECK(is_same_sent(&ahead[i], &by_hand[i], true));
}

/* ---- Vacation ---------------------------------------------------------------------------------------------------- */

TEST(on_vacation_a_clock_of_days_stands) {
    open_server();
    struct table *table = sit_down(&(struct plan){
        .game = "towers", .players = 2, .options = "starter=0", .clock = CLOCK_DAYS, .move_ms = A_DAY, .seed = 3});
    server.now_ms += AN_HOUR;
    CHECK(table_until_ms(&server, &table->row, 0) == server.now_ms + A_DAY - AN_HOUR);
    vacation_changed(&server, clients[0].account.id, server.now_ms + 3 * A_DAY);
    CHECK(heard(1, "\"kind\":\"vacation\"") && heard(1, "\"until\"") && !table_until_ms(&server, &table->row, 0));
    server.now_ms += 3 * A_DAY;
    server.tables->ticked_ms = server.now_ms; /* it did not stand still */
    table_tick(&server);
    CHECK(!table->play.away);
    table_forget_all(&server);
    table_wake_all(&server);
    CHECK(table->play.vacation == 1 && !table->clock_ms);
    vacation_changed(&server, clients[0].account.id, 0);
    CHECK(table_until_ms(&server, &table->row, 0) == server.now_ms + A_DAY - AN_HOUR);
    server.now_ms += A_DAY - AN_HOUR;
    server.tables->ticked_ms = server.now_ms;
    table_tick(&server);
    CHECK(table->play.away == 1);
    close_server();
}

TEST(a_vacation_changes_no_other_clock_and_is_known_at_the_deal) {
    open_server();
    int64_t until_ms = server.now_ms + A_DAY;
    struct plan plan = {.game = "towers", .players = 2, .clock = CLOCK_LIVE, .move_ms = 20000, .bank_ms = 30000};
    struct table *table = sit_down(&plan);
    int count = table->play.count;
    vacation_changed(&server, clients[0].account.id, until_ms);
    CHECK(table->play.count == count && !table->play.vacation);
    stand_up(table);
    CHECK(!store_put_vacation(server.store, &(struct store_vacation){clients[1].account.id, until_ms, 2023, 1}));
    plan.clock = CLOCK_DAYS, plan.move_ms = A_DAY, plan.bank_ms = 0;
    table = sit_down(&plan);
    CHECK(table->play.vacation == 2 && table->play.count == 2);
    close_server();
}

/* ---- Nothing hidden is told -------------------------------------------------------------------------------------- */

/* Does something in a world of its own, and takes it back as if it had not been. */
static void in_world(struct table *table, const struct arkad_position *world, int client, int seat, const char *made,
                     struct sent *sent, struct arkad_position *after) {
    struct play kept = table->play;
    struct step steps[4096];
    if (kept.step_count) memcpy(steps, kept.steps, (size_t)kept.step_count * sizeof *steps);
    int64_t mark_ms = table->mark_ms;
    struct store_table row = table->row;
    table->play.position = *world;
    hear_nothing();
    say(client, "{\"do\":\"watch\",\"table\":\"%s\",\"since\":%d}", table->row.code, kept.count);
    say(client, "{\"do\":\"move\",\"table\":\"%s\",\"n\":%d,\"move\":\"wrong\"}", table->row.code, kept.count + 1);
    say(seat, "{\"do\":\"move\",\"table\":\"%s\",\"n\":%d,\"move\":\"%s\"}", table->row.code, kept.count + 1, made);
    CHECK(table->play.count > kept.count);
    take_sent(client, sent);
    *after = table->play.position;
    store_undo(server.store);
    struct step *room = table->play.steps;
    int step_room = table->play.step_room;
    table->play = kept;
    table->play.steps = room;
    table->play.step_room = step_room;
    if (kept.step_count) memcpy(room, steps, (size_t)kept.step_count * sizeof *steps);
    table->mark_ms = mark_ms;
    table->row = row;
    table->row.state = TABLE_PLAYING;
}

/* A move of the seat that is legal in both worlds; where it is secret from the viewer, two different ones. */
static bool choose_in_both(const struct table *table, const struct arkad_position *world, int viewer, int *seat,
                           char here[ARKAD_MOVE_TEXT_MAX], char there[ARKAD_MOVE_TEXT_MAX]) {
    const struct arkad_game *game = table->play.game;
    char why[ARKAD_WHY_MAX];
    for (int attempt = 0; attempt < 20; attempt++) {
        struct arkad_move made, other;
        *seat = choose(table, here);
        arkad_move_read(game, here, strlen(here), &made, why);
        strcpy(there, here);
        if (*seat != viewer && arkad_is_secret(game, &made)) {
            int count = arkad_list(game, world, *seat, moves);
            if (!count) continue;
            other = moves[dice((unsigned)count)];
            if (!arkad_is_secret(game, &other)) continue;
            arkad_move_write(game, &other, there);
        } else if (arkad_check(game, world, *seat, &made, why)) {
            continue;
        }
        return true;
    }
    return false;
}

static bool is_same_view(const struct arkad_game *game, const struct arkad_position *a, const struct arkad_position *b,
                         int viewer) {
    struct arkad_position left, right;
    if (arkad_is_over(a) || arkad_is_over(b)) return false;
    arkad_view(game, a, viewer, &left);
    arkad_view(game, b, viewer, &right);
    return !memcmp(&left, &right, arkad_position_size(game));
}

/* What the viewer is sent here and in another world that looks the same; false if the move itself told them apart. */
static bool compare_worlds(struct table *table, int viewer, int client, int *different) {
    const struct arkad_game *game = table->play.game;
    struct arkad_position here = table->play.position, view, world, after_here, after_there;
    uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)dice(256), (uint8_t)dice(256)};
    char made[ARKAD_MOVE_TEXT_MAX], made_there[ARKAD_MOVE_TEXT_MAX];
    int seat;
    arkad_view(game, &here, viewer, &view);
    arkad_world(game, &view, seed, &world);
    *different += memcmp(&here, &world, arkad_position_size(game)) != 0;
    if (!choose_in_both(table, &world, viewer, &seat, made, made_there)) return false;
    struct sent sent, sent_there;
    in_world(table, &here, client, seat, made, &sent, &after_here);
    in_world(table, &world, client, seat, made_there, &sent_there, &after_there);
    bool looks_the_same = is_same_view(game, &after_here, &after_there, viewer);
    bool is_same = is_same_sent(&sent, &sent_there, looks_the_same);
    CHECK(is_same || !looks_the_same);
    return looks_the_same;
}

TEST(nothing_sent_depends_on_what_is_hidden) {
    for (int i = 0; i < PLANS; i++) {
        open_server();
        struct table *table = sit_down(&plans[i]);
        int tried = 0, compared = 0, different = 0, players = plans[i].players;
        for (int turn = 0; turn < 150 && !table->play.is_over; turn++) {
            int client = (int)dice((unsigned)players + 1); /* the last one is the spectator */
            int viewer = client == players ? ARKAD_SPECTATOR : client;
            for (struct watcher *watcher = table->watchers; watcher; watcher = watcher->next)
                watcher->wants_memory = dice(2);
            tried++;
            compared += compare_worlds(table, viewer, client, &different);
            move_at_random(table);
            hear_nothing();
        }
        printf("# %s: %d worlds, %d of them different, %d looked the same afterwards\n", plans[i].game, tried,
               different, compared);
        CHECK(compared > 10 && different > 10);
        close_server();
    }
}

/* ---- Beginning --------------------------------------------------------------------------------------------------- */

/* Everybody hears whom the seed drew before the cards come, and a table that is read again agrees. */
TEST(who_starts_is_drawn_at_the_deal) {
    int drawn_before = -1;
    bool is_always_same = true;
    for (int seed = 1; seed <= 8; seed++) {
        open_server();
        struct table *table =
            sit_down(&(struct plan){.game = "byzanz", .options = "starter=drawn", .players = 3, .seed = seed});
        int drawn = arkad_starter_drawn(table->row.seed, 3);
        CHECK(arkad_waits(table->play.game, &table->play.position) == 1U << drawn);
        int seats = -1, start = -1;
        for (int i = 0; i < peers[1].count; i++) {
            if (strstr(peers[1].heard[i], "\"is\":\"seats\"")) seats = i;
            if (strstr(peers[1].heard[i], "\"kind\":\"start\"")) start = i;
        }
        CHECK(seats >= 0 && seats < start);
        struct play again;
        CHECK(!play_read(server.store, &table->row, table->seats, &again, NULL, NULL));
        CHECK(!memcmp(&again.setup, &table->play.setup, sizeof again.setup));
        CHECK(!memcmp(&again.position, &table->play.position, sizeof again.position));
        play_end(&again);
        is_always_same &= drawn_before < 0 || drawn == drawn_before;
        drawn_before = drawn;
        close_server();
    }
    CHECK(!is_always_same);
}

static const char *const GIVE = "{\"do\":\"give\",\"table\":\"late\",\"bytes\":\"%064d\"}";

static void begin_late(void) {
    struct store_table row = {.players = 2, .state = TABLE_PLAYING, .code = "late", .game = "towers", .lang = "en"};
    struct store_seat seats[STORE_SEATS_MAX] = {{.kind = SEAT_PERSON, .account = clients[0].account.id},
                                                {.kind = SEAT_PERSON, .account = clients[1].account.id}};
    CHECK(!store_add_table(server.store, &row, seats));
    table_begin(&server, &row, seats);
}

static void let_time_for_shares_pass(void) {
    server.now_ms += SHARES_MS;
    table_tick(&server);
}

/* Nobody shows a share before all promises are known, and nobody can choose one after that. */
TEST(shares_are_promised_before_any_is_given) {
    open_server();
    begin_late();
    CHECK(heard_last(0, "\"is\":\"promise\"") && heard_last(1, "\"is\":\"promise\"") && !peers[2].count);
    say(0, "{\"do\":\"watch\",\"table\":\"late\"}");
    say(0, "{\"do\":\"promise\",\"table\":\"late\",\"hash\":\"12\"}");
    CHECK(heard_last(0, "bad-share"));
    say(0, GIVE, 1);
    CHECK(heard_last(0, "too-early"));
    promise(0, "late", 1);
    promise(0, "late", 1); /* sent twice */
    promise(0, "late", 2);
    CHECK(heard_last(0, "too-late") && !heard(0, "\"is\":\"give\""));
    promise(1, "late", 3);
    CHECK(heard_last(0, "\"is\":\"give\"") && heard_last(0, "\"promises\":[\"") && heard_last(1, "\"is\":\"give\""));
    say(0, GIVE, 2);
    CHECK(heard_last(0, "bad-share"));
    say(0, GIVE, 1);
    CHECK(clients[0].watched[0]->play.count == 0);
    say(1, GIVE, 3);
    CHECK(clients[0].watched[0]->play.count == 1 && heard(0, "\"left_out\":[]"));
    close_server();
}

TEST(whoever_does_not_show_the_share_is_left_out_openly) {
    open_server();
    begin_late();
    say(0, "{\"do\":\"watch\",\"table\":\"late\"}");
    promise(0, "late", 1);
    promise(1, "late", 3);
    say(0, GIVE, 1);
    table_forget_all(&server); /* as after a kill: what was promised and given is stored, and not asked for again */
    hear_nothing();
    table_wake_all(&server);
    CHECK(heard_last(1, "\"is\":\"give\"") && !heard(0, "\"is\":\"give\""));
    let_time_for_shares_pass();
    CHECK(clients[0].watched[0]->play.count == 1 && heard(0, "\"left_out\":[1]"));
    say(1, GIVE, 3);
    CHECK(heard_last(1, "too-late"));
    close_server();
}

/* Both steps have their time, whatever the others do; without any promise there is nothing to wait for after the first.
 */
TEST(the_time_for_shares_always_runs) {
    open_server();
    begin_late();
    say(0, "{\"do\":\"watch\",\"table\":\"late\"}");
    promise(0, "late", 1);
    server.now_ms += SHARES_MS - 1;
    table_tick(&server);
    CHECK(!heard(0, "\"is\":\"give\""));
    struct table *table = clients[0].watched[0];
    table_person_gone(&server, &table->row, table->seats, 1); /* the other's account is deleted */
    CHECK(table->play.count == 0 && table->deal_ms);
    server.now_ms++;
    table_tick(&server);
    CHECK(heard_last(0, "\"is\":\"give\"") && table->deal_ms == server.now_ms + SHARES_MS);
    promise(1, "late", 3);
    CHECK(heard_last(1, "too-late"));
    let_time_for_shares_pass();
    CHECK(table->play.count >= 1);
    close_server();
}

int main(void) {
    RUN(a_game_goes_to_its_end);
    RUN(a_move_sent_twice_counts_once);
    RUN(what_is_against_the_rules_is_refused_with_the_reason);
    RUN(what_is_in_memory_follows_from_the_log);
    RUN(a_clock_runs_out_and_a_bot_plays_until_the_person_is_back);
    RUN(time_in_which_the_server_stood_still_is_nobodys);
    RUN(a_reaction_has_a_window_of_its_own);
    RUN(a_pause_stops_the_clocks);
    RUN(a_pause_that_somebody_did_not_agree_to_ends_when_anybody_wants);
    RUN(a_pause_ends_by_itself);
    RUN(nobody_fills_the_log);
    RUN(a_move_is_taken_back_only_while_nothing_was_revealed);
    RUN(a_move_that_a_bot_has_answered_from_its_hand_stays);
    RUN(a_question_lapses_when_the_game_goes_on);
    RUN(who_resigns_is_last);
    RUN(a_game_that_everybody_has_left_is_over);
    RUN(a_game_against_bots_that_was_left_ends_after_a_day);
    RUN(forty_games_that_were_left_do_not_fill_the_house);
    RUN(people_have_a_week_and_after_a_start_an_hour);
    RUN(a_hurried_thought_is_told);
    RUN(of_two_players_the_other_wins_when_one_resigns);
    RUN(what_was_decided_ahead_is_made_when_it_is_due_and_once);
    RUN(what_was_decided_ahead_lapses);
    RUN(what_is_decided_ahead_is_checked);
    RUN(nobody_else_is_told_what_was_decided_ahead);
    RUN(on_vacation_a_clock_of_days_stands);
    RUN(a_vacation_changes_no_other_clock_and_is_known_at_the_deal);
    RUN(a_thought_that_comes_too_late_is_dropped);
    RUN(players_talk_to_players_and_spectators_to_spectators);
    RUN(a_phrase_is_said_in_the_language_of_each_reader);
    RUN(nothing_sent_depends_on_what_is_hidden);
    RUN(who_starts_is_drawn_at_the_deal);
    RUN(shares_are_promised_before_any_is_given);
    RUN(whoever_does_not_show_the_share_is_left_out_openly);
    RUN(the_time_for_shares_always_runs);
    printf("1..%d\n", tests_run);
    return tests_failed != 0;
}
