/*
 * Tables before they start: creating, sitting down, standing up, inviting, quick match, rematch.
 *
 * Nothing of it is kept in memory: a table is read from the store, changed, stored, and shown to those whom it
 * concerns. Whoever makes a table sits at it and owns it while it is open; when its last seat is filled it starts.
 */
#include "server/api/lobby.h"

#include "server/api/lists.h"
#include "server/api/lobby_board.h"
#include "server/api/lobby_feed.h"
#include "server/api/new_table.h"
#include "server/common/client.h"
#include "server/table/idle.h"
#include "server/table/seed.h"
#include "server/table/setup.h"
#include "server/table/table_json.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_PUBLIC = 6,      /* characters of a code that anybody may know */
    CODE_PRIVATE = 12,    /* 59 bits: cannot be guessed */
    OPEN_MAX = 5,         /* open tables that one account sits at */
    SEATED_MAX = 50,      /* tables in play at once: with clocks of days there may be many */
    SEATED_GUEST = 20,    /* of a guest: anybody can be as many as they like */
    FORGOTTEN_HOURS = 24, /* an open table with nobody there; with a clock of days it waits two weeks */
    FORGOTTEN_DAYS = 14,
};

static const int64_t SECOND = 1000, MINUTE = 60 * 1000LL, HOUR = 3600 * 1000LL, DAY = 24 * 3600 * 1000LL;

/* ---- Small things ------------------------------------------------------------------------------------------------ */

static int find_seat(const struct record *record, int kind) {
    for (int i = 0; i < record->row.players; i++)
        if (record->seats[i].kind == kind) return i;
    return -1;
}

/* ---- What changed is stored, and shown --------------------------------------------------------------------------- */

static void show(struct server *server, const struct record *record) {
    lobby_feed_changed(server, &record->row, record->seats);
    table_seats_changed(server, &record->row, record->seats);
}

static enum store_answer store_row(struct server *server, const struct record *record) {
    return store_change_table(server->store, &record->row);
}

static enum store_answer store_seats(struct server *server, const struct record *record) {
    enum store_answer answer = STORE_OK;
    for (int i = 0; i < record->row.players && !answer; i++)
        answer = store_change_seat(server->store, record->row.id, i, &record->seats[i]);
    return answer;
}

static bool is_full(const struct record *record) {
    return find_seat(record, SEAT_OPEN) < 0 && find_seat(record, SEAT_INVITED) < 0;
}

/* From now on it is table.c's. */
static enum store_answer start(struct server *server, struct record *record) {
    assert(record->row.state == TABLE_OPEN && is_full(record));
    record->row.state = TABLE_PLAYING;
    record->row.started_ms = server->now_ms;
    for (int i = 0; i < record->row.players; i++) record->seats[i].bank_ms = record->row.bank_ms;
    enum store_answer answer = store_seats(server, record);
    if (!answer) answer = store_row(server, record);
    if (answer) return answer;
    show(server, record); /* whoever watched and now sits is a player from here on */
    table_begin(server, &record->row, record->seats);
    return STORE_OK;
}

/* Stores the seats, and starts if that was the last one. */
static enum store_answer settle(struct server *server, struct record *record) {
    if (is_full(record)) return start(server, record);
    enum store_answer answer = store_seats(server, record);
    if (!answer) answer = store_row(server, record);
    if (!answer) show(server, record);
    return answer;
}

static enum store_answer drop_table(struct server *server, struct record *record) {
    assert(record->row.state != TABLE_DROPPED);
    record->row.state = TABLE_DROPPED;
    record->row.ended_ms = server->now_ms;
    enum store_answer answer = store_row(server, record);
    if (!answer) show(server, record);
    return answer;
}

/* Answers with the table as it is now: if it was started, it may have gone on. */
static void reply_table(struct call *call, int status, const struct record *record) {
    struct record now;
    if (!call_stored(call, store_get_table(call->server->store, record->row.id, &now.row, now.seats))) return;
    call_reply(call, status, table_json(call->server, &now.row, now.seats, call->account.id));
}

/* ---- Sitting down ------------------------------------------------------------------------------------------------ */

/* NULL, or the error code for why such an account may not sit at this table. */
static const char *check_sitter(const struct store_table *row, const struct store_account *account) {
    if (row->is_rated && account->kind == ACCOUNT_GUEST) return "rated-guest";
    if (row->is_rated && account->kind == ACCOUNT_PROGRAM) return "rated-program";
    return NULL;
}

/* Refuses somebody who sits at too many tables already. */
static bool may_sit_more(struct call *call) {
    int open = 0, playing = 0;
    struct store *store = call->server->store;
    if (!call_stored(call, store_count_tables_of(store, call->account.id, TABLE_OPEN, &open)) ||
        !call_stored(call, store_count_tables_of(store, call->account.id, TABLE_PLAYING, &playing)))
        return false;
    bool is_guest = call->account.kind == ACCOUNT_GUEST && !call->server->config.has_no_limits;
    if (open < OPEN_MAX && playing < (is_guest ? SEATED_GUEST : SEATED_MAX)) return true;
    call_refuse(call, 409, "too-many-tables");
    return false;
}

static void take_seat(struct record *record, int seat, int64_t account) {
    assert(seat >= 0 && seat < record->row.players);
    int old = record_seat_of(record, account);
    if (old >= 0) record->seats[old] = (struct store_seat){.kind = SEAT_OPEN};
    record->seats[seat] = (struct store_seat){.kind = SEAT_PERSON, .account = account};
}

static bool is_invited(const struct store_seat *seat, const struct call *call, const char *invite) {
    if (seat->kind != SEAT_INVITED) return false;
    return seat->account == call->account.id || (invite && *seat->invite && !strcmp(seat->invite, invite));
}

/* A seat that suits the caller: one kept for them, the one they have, any that is open. */
static struct refusal find_any_seat(const struct call *call, const struct record *record, const char *invite,
                                    int *seat) {
    for (*seat = 0; *seat < record->row.players; ++*seat)
        if (is_invited(&record->seats[*seat], call, invite)) return (struct refusal){0};
    if (invite) return (struct refusal){422, "bad-invite"};
    *seat = record_seat_of(record, call->account.id);
    if (*seat < 0) *seat = find_seat(record, SEAT_OPEN);
    return *seat < 0 ? (struct refusal){409, "no-seat"} : (struct refusal){0};
}

/* The seat asked for, or any. */
static struct refusal choose_seat(const struct call *call, const struct record *record, int *seat) {
    const json_t *wanted = json_object_get(call->body, "seat");
    const char *invite = call_text_of(call, "invite");
    if (!wanted) return find_any_seat(call, record, invite, seat);
    json_int_t number = json_is_integer(wanted) ? json_integer_value(wanted) : -1;
    if (number < 0 || number >= record->row.players) return (struct refusal){422, "bad-seat"};
    *seat = (int)number;
    const struct store_seat *row = &record->seats[number];
    if (row->kind == SEAT_OPEN || is_invited(row, call, invite)) return (struct refusal){0};
    if (row->kind == SEAT_PERSON && row->account == call->account.id) return (struct refusal){0};
    return row->kind == SEAT_INVITED ? (struct refusal){422, "bad-invite"} : (struct refusal){409, "seat-taken"};
}

static struct refusal check_sitting_down(const struct call *call, const struct record *record, int *seat) {
    if (record->row.state != TABLE_OPEN) return (struct refusal){409, "not-open"};
    const char *wrong = check_sitter(&record->row, &call->account);
    return wrong ? (struct refusal){409, wrong} : choose_seat(call, record, seat);
}

/* Everybody in the lobby is told of it. */
static bool may_change_seat(struct call *call) {
    if (limits_allow_account(call->server, LIMIT_SEAT, call->account.id)) return true;
    call_limited(call, LIMIT_SEAT);
    return false;
}

static void post_sit(struct call *call) {
    struct record record;
    int seat = -1;
    if (!may_change_seat(call) || !record_find(call, &record)) return;
    struct refusal refusal = check_sitting_down(call, &record, &seat);
    if (refusal.code) {
        call_refuse(call, refusal.status, refusal.code);
        return;
    }
    int old = record_seat_of(&record, call->account.id);
    if (old < 0 && record.seats[seat].account != call->account.id && !may_sit_more(call)) return;
    if (old != seat) take_seat(&record, seat, call->account.id);
    if (old == seat || call_stored(call, settle(call->server, &record))) reply_table(call, 200, &record);
}

/* The owner's rights go to the next one who sits; a table where nobody sits is dropped. */
static enum store_answer stand_up(struct server *server, struct record *record, int64_t account) {
    int seat = record_seat_of(record, account);
    assert(seat >= 0);
    record->seats[seat] = (struct store_seat){.kind = SEAT_OPEN};
    int next = find_seat(record, SEAT_PERSON);
    enum store_answer answer = store_seats(server, record);
    if (answer) return answer;
    if (next < 0) return drop_table(server, record);
    if (record->row.owner == account) record->row.owner = record->seats[next].account;
    answer = store_row(server, record);
    if (!answer) show(server, record);
    return answer;
}

static void post_stand(struct call *call) {
    struct record record;
    if (!may_change_seat(call) || !record_find(call, &record)) return;
    if (record.row.state != TABLE_OPEN)
        call_refuse(call, 409, "not-open");
    else if (record_seat_of(&record, call->account.id) < 0)
        call_refuse(call, 409, "not-seated");
    else if (call_stored(call, stand_up(call->server, &record, call->account.id)))
        reply_table(call, 200, &record);
}

/* ---- The owner's rights ------------------------------------------------------------------------------------------ */

/* The open table that the call names and the caller owns. */
static bool find_own(struct call *call, struct record *record) {
    if (!record_find(call, record)) return false;
    if (record->row.owner != call->account.id)
        call_refuse(call, 403, "not-owner");
    else if (record->row.state != TABLE_OPEN)
        call_refuse(call, 409, "not-open");
    else
        return true;
    return false;
}

static void post_seat(struct call *call) {
    struct record record;
    struct store_seat seat;
    const char *word = call->words[1];
    int number = word[0] >= '0' && word[0] <= '9' && !word[1] ? word[0] - '0' : -1;
    if (!may_change_seat(call) || !find_own(call, &record)) return;
    bool is_there = number >= 0 && number < record.row.players;
    const char *wrong = is_there ? new_table_seat(call->body, record.row.is_rated, &seat) : "bad-seat";
    if (!wrong && record.seats[number].account == call->account.id) wrong = "own-seat";
    if (wrong) {
        call_refuse(call, 422, wrong);
        return;
    }
    int64_t sent_away = record.seats[number].account;
    record.seats[number] = seat;
    if (!call_stored(call, settle(call->server, &record))) return;
    if (sent_away && !record.row.is_public) lobby_feed_gone(call->server, sent_away, record.row.code);
    reply_table(call, 200, &record);
}

static void post_start(struct call *call) {
    struct record record;
    if (!find_own(call, &record)) return;
    if (record.row.is_rated) {
        call_refuse(call, 409, "rated-open");
        return;
    }
    for (int i = 0; i < record.row.players; i++)
        if (record.seats[i].kind != SEAT_PERSON && record.seats[i].kind != SEAT_BOT)
            record.seats[i] = (struct store_seat){.kind = SEAT_BOT, .level = NEW_TABLE_BOT};
    if (call_stored(call, start(call->server, &record))) reply_table(call, 200, &record);
}

/* Whether nobody but the caller plays there, or played. */
static bool is_against_bots(const struct call *call, const struct record *record) {
    bool is_played = record->row.state == TABLE_PLAYING || record->row.state == TABLE_OVER;
    for (int i = 0; i < record->row.players && is_played; i++) {
        const struct store_seat *seat = &record->seats[i];
        if (seat->kind != SEAT_BOT && seat->account != call->account.id) return false;
    }
    return is_played;
}

static void delete_table(struct call *call) {
    struct record record;
    if (!record_find(call, &record)) return;
    if (record.row.owner != call->account.id)
        call_refuse(call, 403, "not-owner");
    else if (record.row.state != TABLE_OPEN && !is_against_bots(call, &record))
        call_refuse(call, 409, "not-open");
    else if (call_stored(call, drop_table(call->server, &record)))
        call_done(call);
}

/* ---- Making a table ---------------------------------------------------------------------------------------------- */

/* Stores a new table under a code of its own, with its commitment. */
static enum store_answer add_table(struct server *server, struct record *record) {
    struct store_table *row = &record->row;
    enum store_answer answer = STORE_TAKEN;
    for (int i = 0; answer == STORE_TAKEN && i < 10; i++) {
        new_table_code(row->code, row->is_public ? CODE_PUBLIC : CODE_PRIVATE);
        seed_commit(row->code, row->secret, row->commitment);
        answer = store_add_table(server->store, row, record->seats);
    }
    return answer == STORE_TAKEN ? STORE_FAILED : answer;
}

/* Games against bots that their people have left make room; so they do, when the house is full, once a minute. */
static bool make_room(struct server *server, int open) {
    int playing = 0;
    if (server->now_ms - server->cleared_ms < MINUTE) return false;
    server->cleared_ms = server->now_ms;
    idle_sweep(server, true);
    return !store_count_tables(server->store, TABLE_PLAYING, &playing) && open + playing < server->config.tables_max;
}

/* Whether there is room for one more, for this account, from its address and on the server. */
static bool may_make(struct call *call) {
    int open = 0, playing = 0;
    struct store *store = call->server->store;
    const char *address = call->request->address;
    if (!limits_allow_account(call->server, LIMIT_TABLE, call->account.id) ||
        !limits_allow(call->server, LIMIT_TABLES, address) || !limits_allow(call->server, LIMIT_HOUSE, address)) {
        call_limited(call, LIMIT_TABLE);
        return false;
    }
    if (!may_sit_more(call) || !call_stored(call, store_count_tables(store, TABLE_OPEN, &open)) ||
        !call_stored(call, store_count_tables(store, TABLE_PLAYING, &playing)))
        return false;
    if (open + playing < call->server->config.tables_max || make_room(call->server, open)) return true;
    call_refuse(call, 503, "house-full");
    return false;
}

/* Stores the table that was read, and starts it if no seat is open. */
static void make_table(struct call *call, struct record *record, int status) {
    if (!call_stored(call, add_table(call->server, record))) return;
    if (!is_full(record))
        show(call->server, record);
    else if (!call_stored(call, start(call->server, record)))
        return;
    reply_table(call, status, record);
}

static void refuse_table(struct call *call, const struct fault *fault) {
    char why[ARKAD_WHY_MAX];
    lang_reason(call->lang, fault->why, why);
    call_refuse_why(call, 422, fault->code, *fault->why ? why : NULL);
}

static void post_table(struct call *call) {
    struct record record;
    struct fault fault = {0};
    if (!new_table_row(call, &record.row, &fault) || !new_table_seats(call, &record, &fault)) {
        refuse_table(call, &fault);
        return;
    }
    const char *wrong = check_sitter(&record.row, &call->account);
    if (wrong)
        call_refuse(call, 409, wrong);
    else if (may_make(call))
        make_table(call, &record, 201);
}

/* ---- Quick match ------------------------------------------------------------------------------------------------- */

struct match {
    const struct call *call;
    struct store_table wanted; /* game, options, clock; players 0: any number */
    bool is_any_clock;
    struct record best;
    int best_worth; /* 0: none yet */
};

static bool is_fitting(const struct match *match, const struct store_table *row) {
    const struct store_table *wanted = &match->wanted;
    if (strcmp(row->game, wanted->game) || strcmp(row->options, wanted->options) || row->is_rated) return false;
    if (strcmp(row->map, wanted->map) != 0) return false;
    if (wanted->players && row->players != wanted->players) return false;
    return match->is_any_clock ||
           (row->clock == wanted->clock && row->move_ms == wanted->move_ms && row->bank_ms == wanted->bank_ms);
}

/* The best is where I sit already; then where people are, and of those the fullest; of equals the oldest. */
static int worth_of(const struct match *match, const struct record *record) {
    int present = 0, empty = 0;
    if (record_seat_of(record, match->call->account.id) >= 0) return 1000;
    for (int i = 0; i < record->row.players; i++) {
        const struct store_seat *seat = &record->seats[i];
        empty += seat->kind == SEAT_OPEN;
        present += seat->kind == SEAT_PERSON && client_is_connected(match->call->server, seat->account);
    }
    return empty ? 1 + 10 * present + STORE_SEATS_MAX - empty : 0;
}

static bool weigh_table(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct match *match = context;
    struct record record = record_of(row, seats);
    int worth = is_fitting(match, row) ? worth_of(match, &record) : 0;
    if (worth && worth >= match->best_worth) match->best = record, match->best_worth = worth;
    return true;
}

static void join_match(struct call *call, struct match *match) {
    struct record *record = &match->best;
    bool is_seated = record_seat_of(record, call->account.id) >= 0;
    if (!is_seated && !may_sit_more(call)) return;
    if (!is_seated) take_seat(record, find_seat(record, SEAT_OPEN), call->account.id);
    if (is_seated || call_stored(call, settle(call->server, record))) reply_table(call, 200, record);
}

static void open_match(struct call *call, struct match *match) {
    struct record record = {.row = match->wanted};
    struct fault fault = {0};
    if (match->is_any_clock)
        record.row.clock = CLOCK_LIVE, record.row.move_ms = 60 * SECOND, record.row.bank_ms = 600 * SECOND;
    if (!record.row.players) record.row.players = arkad_players_min(arkad_game_find(record.row.game));
    json_object_del(call->body, "seats");
    if (new_table_seats(call, &record, &fault) && may_make(call)) make_table(call, &record, 200);
}

static void post_quick(struct call *call) {
    struct match match = {.call = call, .is_any_clock = !json_object_get(call->body, "clock")};
    struct fault fault = {0};
    json_object_del(call->body, "seats"), json_object_del(call->body, "public"), json_object_del(call->body, "rated");
    if (!new_table_row(call, &match.wanted, &fault)) {
        refuse_table(call, &fault);
        return;
    }
    if (!json_object_get(call->body, "players")) match.wanted.players = 0;
    if (!call_stored(call, store_list_tables(call->server->store, TABLE_OPEN, true, LOBBY_MAX, weigh_table, &match)))
        return;
    if (match.best_worth)
        join_match(call, &match);
    else
        open_match(call, &match);
}

/* ---- Rematch ----------------------------------------------------------------------------------------------------- */

/* Seats for the same people: the asker sits, the others are asked, bots stay. */
static void seat_again(const struct record *old, int64_t asker, struct record *record) {
    for (int i = 0; i < old->row.players; i++) {
        const struct store_seat *was = &old->seats[i];
        struct store_seat *seat = &record->seats[i];
        *seat = (struct store_seat){.kind = was->kind, .account = was->account, .level = was->level};
        if (was->kind != SEAT_PERSON || was->account == asker) continue;
        new_table_invite(seat);
    }
}

/* The same options; the next seat starts. */
static bool pass_on_options(const struct store_table *old, struct store_table *row) {
    struct fault fault;
    struct arkad_setup setup;
    struct arkad_map map;
    const struct arkad_game *game = arkad_game_find(old->game);
    if (setup_read(old, &setup, &map, fault.why)) return false;
    arkad_starter_pass_on(game, &setup);
    json_t *options = table_json_options(old);
    json_object_set_new(options, "starter", json_integer(arkad_starter(game, &setup)));
    bool is_good = new_table_options(options, row, &fault);
    json_decref(options);
    return is_good;
}

static void make_rematch(struct call *call, const struct record *old) {
    struct record record = {.row = old->row};
    record.row = (struct store_table){.players = old->row.players,
                                      .state = TABLE_OPEN,
                                      .is_public = old->row.is_public,
                                      .is_rated = old->row.is_rated,
                                      .clock = old->row.clock,
                                      .move_ms = old->row.move_ms,
                                      .bank_ms = old->row.bank_ms,
                                      .owner = call->account.id,
                                      .rematch_of = old->row.id,
                                      .created_ms = call->server->now_ms};
    memcpy(record.row.game, old->row.game, sizeof record.row.game);
    memcpy(record.row.map, old->row.map, sizeof record.row.map);
    memcpy(record.row.lang, old->row.lang, sizeof record.row.lang);
    if (!pass_on_options(&old->row, &record.row)) {
        call_refuse(call, 500, "bad-game-stored");
        return;
    }
    seat_again(old, call->account.id, &record);
    if (!may_make(call)) return;
    make_table(call, &record, 201);
    table_seats_changed(call->server, &old->row, old->seats);
}

static void join_rematch(struct call *call, struct record *record) {
    int seat = 0;
    if (record_seat_of(record, call->account.id) < 0) {
        while (seat < record->row.players && !is_invited(&record->seats[seat], call, NULL)) seat++;
        if (seat == record->row.players) {
            call_refuse(call, 409, "no-seat");
            return;
        }
        take_seat(record, seat, call->account.id);
        if (!call_stored(call, settle(call->server, record))) return;
    }
    reply_table(call, 200, record);
}

static void post_rematch(struct call *call) {
    struct record old, again;
    if (!record_find(call, &old)) return;
    if (old.row.state != TABLE_OVER || record_seat_of(&old, call->account.id) < 0) {
        bool is_over = old.row.state == TABLE_OVER;
        call_refuse(call, 409, is_over ? "not-seated" : "not-over");
        return;
    }
    enum store_answer answer = store_find_rematch(call->server->store, old.row.id, &again.row, again.seats);
    if (answer == STORE_FAILED && !call_stored(call, answer)) return;
    if (answer == STORE_OK && again.row.state == TABLE_OPEN)
        join_rematch(call, &again);
    else if (answer == STORE_OK && again.row.state == TABLE_PLAYING)
        reply_table(call, 200, &again);
    else
        make_rematch(call, &old);
}

/* ---- Those who go, and what was forgotten ------------------------------------------------------------------------ */

struct leaving {
    struct server *server;
    int64_t account;
};

static bool leave_open(const struct store_table *row, const struct store_seat *seats, void *context) {
    const struct leaving *leaving = context;
    struct record record = record_of(row, seats);
    for (int i = 0; i < row->players; i++)
        if (record.seats[i].kind == SEAT_INVITED && record.seats[i].account == leaving->account)
            record.seats[i] = (struct store_seat){.kind = SEAT_OPEN};
    bool is_seated = record_seat_of(&record, leaving->account) >= 0;
    if (is_seated ? stand_up(leaving->server, &record, leaving->account) : settle(leaving->server, &record))
        server_cannot_save(leaving->server);
    return !leaving->server->has_failed;
}

static bool leave_playing(const struct store_table *row, const struct store_seat *seats, void *context) {
    const struct leaving *leaving = context;
    for (int i = 0; i < row->players; i++)
        if (seats[i].kind == SEAT_PERSON && seats[i].account == leaving->account)
            table_person_gone(leaving->server, row, seats, i);
    return !leaving->server->has_failed;
}

bool lobby_account_leaves(struct server *server, int64_t account) {
    struct leaving leaving = {.server = server, .account = account};
    return !store_list_tables_in(server->store, account, TABLE_OPEN, INT64_MAX, LOBBY_MAX, leave_open, &leaving) &&
           !store_list_tables_in(server->store, account, TABLE_PLAYING, INT64_MAX, LOBBY_MAX, leave_playing,
                                 &leaving) &&
           !server->has_failed;
}

static bool drop_forgotten(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct server *server = context;
    int64_t most = row->clock == CLOCK_DAYS ? FORGOTTEN_DAYS * DAY : FORGOTTEN_HOURS * HOUR;
    struct record record = record_of(row, seats);
    bool is_remembered = server->now_ms - row->created_ms < most;
    for (int i = 0; i < row->players && !is_remembered; i++)
        is_remembered = seats[i].kind == SEAT_PERSON && client_is_connected(server, seats[i].account);
    if (!is_remembered && drop_table(server, &record)) server_cannot_save(server);
    return !server->has_failed;
}

void lobby_sweep(struct server *server) {
    if (store_list_tables(server->store, TABLE_OPEN, false, INT32_MAX, drop_forgotten, server))
        server_cannot_save(server);
}

/* ---- Routes ------------------------------------------------------------------------------------------------------ */

static const struct route ROUTES[] = {
    {"GET", "games", 0, lists_games},
    {"GET", "ratings/*", 0, lists_ratings},
    {"GET", "tables", 0, lists_tables},
    {"POST", "tables", NEEDS_SOMEBODY, post_table},
    {"GET", "tables/*", 0, lists_one},
    {"DELETE", "tables/*", NEEDS_SOMEBODY, delete_table},
    {"POST", "tables/*/sit", NEEDS_SOMEBODY, post_sit},
    {"POST", "tables/*/stand", NEEDS_SOMEBODY, post_stand},
    {"POST", "tables/*/seats/*", NEEDS_SOMEBODY, post_seat},
    {"POST", "tables/*/start", NEEDS_SOMEBODY, post_start},
    {"POST", "tables/*/rematch", NEEDS_SOMEBODY, post_rematch},
    {"POST", "quick", NEEDS_SOMEBODY, post_quick},
};

bool lobby_request(struct server *server, const struct net_request *request) {
    return call_route(server, request, ROUTES, sizeof ROUTES / sizeof *ROUTES);
}
