/*
 * Tables before they start: creating, sitting, standing up, inviting, quick match, rematch.
 *
 * Nothing of it lives in memory: a table is read from the store, changed, stored, and shown to those whom it concerns.
 * Whoever makes a table sits at it and owns it while it is open; when its last seat is filled it starts.
 */
#include "server/lobby.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_PUBLIC = 6,      /* characters of a code that anybody may know */
    CODE_PRIVATE = 12,    /* 59 bits: cannot be guessed */
    OPEN_MAX = 5,         /* open tables that one account sits at */
    SEATED_MAX = 50,      /* tables in play at once: by days there may be many */
    FORGOTTEN_HOURS = 24, /* an open table at which nobody is; by days it waits two weeks */
    FORGOTTEN_DAYS = 14,
};

static const int64_t SECOND = 1000, HOUR = 3600 * 1000LL, DAY = 24 * 3600 * 1000LL;

/* ---- Small things ------------------------------------------------------------------------------------------------ */

bool lobby_find(struct ask *ask, struct sitting *sitting) {
    const char *code = ask->words[0];
    enum store_answer answer = strlen(code) < STORE_CODE_MAX
                                   ? store_find_table(ask->hub->store, code, &sitting->row, sitting->seats)
                                   : STORE_NONE;
    if (answer != STORE_NONE) return ask_stored(ask, answer);
    ask_refuse(ask, 404, "no-table");
    return false;
}

int lobby_seat_of(const struct sitting *sitting, int64_t account) {
    for (int i = 0; i < sitting->row.players; i++)
        if (sitting->seats[i].kind == SEAT_PERSON && sitting->seats[i].account == account) return i;
    return -1;
}

static int find_seat(const struct sitting *sitting, int kind) {
    for (int i = 0; i < sitting->row.players; i++)
        if (sitting->seats[i].kind == kind) return i;
    return -1;
}

/* ---- What changed is stored, and shown --------------------------------------------------------------------------- */

static void show(struct hub *hub, const struct sitting *sitting) {
    lobby_changed(hub, &sitting->row, sitting->seats);
    table_seats_changed(hub, &sitting->row, sitting->seats);
}

static enum store_answer store_row(struct hub *hub, const struct sitting *sitting) {
    return store_change_table(hub->store, &sitting->row);
}

static enum store_answer store_seats(struct hub *hub, const struct sitting *sitting) {
    enum store_answer answer = STORE_OK;
    for (int i = 0; i < sitting->row.players && !answer; i++)
        answer = store_change_seat(hub->store, sitting->row.id, i, &sitting->seats[i]);
    return answer;
}

static bool is_full(const struct sitting *sitting) {
    return find_seat(sitting, SEAT_OPEN) < 0 && find_seat(sitting, SEAT_INVITED) < 0;
}

/* From now on it is table.c's. */
static enum store_answer start(struct hub *hub, struct sitting *sitting) {
    sitting->row.state = TABLE_PLAYING;
    sitting->row.started_ms = hub->now_ms;
    for (int i = 0; i < sitting->row.players; i++) sitting->seats[i].bank_ms = sitting->row.bank_ms;
    enum store_answer answer = store_seats(hub, sitting);
    if (!answer) answer = store_row(hub, sitting);
    if (answer) return answer;
    show(hub, sitting); /* whoever watched and now sits is a player from here on */
    table_begin(hub, &sitting->row, sitting->seats);
    return STORE_OK;
}

/* Stores the seats, and starts if that was the last one. */
static enum store_answer settle(struct hub *hub, struct sitting *sitting) {
    if (is_full(sitting)) return start(hub, sitting);
    enum store_answer answer = store_seats(hub, sitting);
    if (!answer) answer = store_row(hub, sitting);
    if (!answer) show(hub, sitting);
    return answer;
}

static enum store_answer drop_table(struct hub *hub, struct sitting *sitting) {
    sitting->row.state = TABLE_DROPPED;
    sitting->row.ended_ms = hub->now_ms;
    enum store_answer answer = store_row(hub, sitting);
    if (!answer) show(hub, sitting);
    return answer;
}

/* Answers with the table as it is now: what was started may have gone on. */
static void reply_table(struct ask *ask, int status, const struct sitting *sitting) {
    struct sitting now;
    if (!ask_stored(ask, store_get_table(ask->hub->store, sitting->row.id, &now.row, now.seats))) return;
    ask_reply(ask, status, lobby_table_json(ask->hub, &now.row, now.seats, ask->account.id));
}

/* ---- Sitting down ------------------------------------------------------------------------------------------------ */

/* NULL, or the code of why such an account may not sit at this table. */
static const char *wrong_with_sitter(const struct store_table *row, const struct store_account *account) {
    if (row->is_rated && account->kind == ACCOUNT_GUEST) return "rated-guest";
    if (row->is_rated && account->kind == ACCOUNT_PROGRAM) return "rated-program";
    return NULL;
}

/* Refuses who sits at too many tables already. */
static bool may_sit_more(struct ask *ask) {
    int open = 0, playing = 0;
    struct store *store = ask->hub->store;
    if (!ask_stored(ask, store_count_tables_of(store, ask->account.id, TABLE_OPEN, &open)) ||
        !ask_stored(ask, store_count_tables_of(store, ask->account.id, TABLE_PLAYING, &playing)))
        return false;
    if (open < OPEN_MAX && playing < SEATED_MAX) return true;
    ask_refuse(ask, 409, "too-many-tables");
    return false;
}

static void take_seat(struct sitting *sitting, int seat, int64_t account) {
    int old = lobby_seat_of(sitting, account);
    if (old >= 0) sitting->seats[old] = (struct store_seat){.kind = SEAT_OPEN};
    sitting->seats[seat] = (struct store_seat){.kind = SEAT_PERSON, .account = account};
}

static bool is_invited(const struct store_seat *seat, const struct ask *ask, const char *invite) {
    if (seat->kind != SEAT_INVITED) return false;
    return seat->account == ask->account.id || (invite && *seat->invite && !strcmp(seat->invite, invite));
}

/* The seat asked for; NULL, or the code of why not. */
static const char *choose_seat(const struct ask *ask, const struct sitting *sitting, int *seat) {
    const json_t *wanted = json_object_get(ask->body, "seat");
    const char *invite = ask_text_of(ask, "invite");
    for (int i = 0; i < sitting->row.players && !wanted; i++)
        if (is_invited(&sitting->seats[i], ask, invite)) {
            *seat = i;
            return NULL;
        }
    if (invite && !wanted) return "bad-invite";
    if (!wanted) {
        *seat = lobby_seat_of(sitting, ask->account.id);
        if (*seat < 0) *seat = find_seat(sitting, SEAT_OPEN);
        return *seat < 0 ? "no-seat" : NULL;
    }
    json_int_t number = json_is_integer(wanted) ? json_integer_value(wanted) : -1;
    if (number < 0 || number >= sitting->row.players) return "bad-seat";
    *seat = (int)number;
    const struct store_seat *row = &sitting->seats[number];
    if (row->kind == SEAT_OPEN || is_invited(row, ask, invite)) return NULL;
    if (row->kind == SEAT_PERSON && row->account == ask->account.id) return NULL;
    return row->kind == SEAT_INVITED ? "bad-invite" : "seat-taken";
}

static void post_sit(struct ask *ask) {
    struct sitting sitting;
    int seat;
    if (!lobby_find(ask, &sitting)) return;
    const char *wrong = sitting.row.state == TABLE_OPEN ? NULL : "not-open";
    if (!wrong) wrong = wrong_with_sitter(&sitting.row, &ask->account);
    if (!wrong) wrong = choose_seat(ask, &sitting, &seat);
    if (wrong) {
        ask_refuse(ask, strstr(wrong, "bad-") ? 422 : 409, wrong);
        return;
    }
    int old = lobby_seat_of(&sitting, ask->account.id);
    if (old < 0 && sitting.seats[seat].account != ask->account.id && !may_sit_more(ask)) return;
    if (old != seat) take_seat(&sitting, seat, ask->account.id);
    if (old == seat || ask_stored(ask, settle(ask->hub, &sitting))) reply_table(ask, 200, &sitting);
}

/* The owner's rights go to the next one who sits; a table where nobody sits is no more. */
static enum store_answer stand_up(struct hub *hub, struct sitting *sitting, int64_t account) {
    int seat = lobby_seat_of(sitting, account);
    sitting->seats[seat] = (struct store_seat){.kind = SEAT_OPEN};
    int next = find_seat(sitting, SEAT_PERSON);
    enum store_answer answer = store_seats(hub, sitting);
    if (answer) return answer;
    if (next < 0) return drop_table(hub, sitting);
    if (sitting->row.owner == account) sitting->row.owner = sitting->seats[next].account;
    answer = store_row(hub, sitting);
    if (!answer) show(hub, sitting);
    return answer;
}

static void post_stand(struct ask *ask) {
    struct sitting sitting;
    if (!lobby_find(ask, &sitting)) return;
    if (sitting.row.state != TABLE_OPEN)
        ask_refuse(ask, 409, "not-open");
    else if (lobby_seat_of(&sitting, ask->account.id) < 0)
        ask_refuse(ask, 409, "not-seated");
    else if (ask_stored(ask, stand_up(ask->hub, &sitting, ask->account.id)))
        reply_table(ask, 200, &sitting);
}

/* ---- The owner's rights ------------------------------------------------------------------------------------------ */

/* The open table that the ask names and the asker owns. */
static bool find_own(struct ask *ask, struct sitting *sitting) {
    if (!lobby_find(ask, sitting)) return false;
    if (sitting->row.owner != ask->account.id)
        ask_refuse(ask, 403, "not-owner");
    else if (sitting->row.state != TABLE_OPEN)
        ask_refuse(ask, 409, "not-open");
    else
        return true;
    return false;
}

static void post_seat(struct ask *ask) {
    struct sitting sitting;
    struct store_seat seat;
    const char *word = ask->words[1];
    int number = word[0] >= '0' && word[0] <= '9' && !word[1] ? word[0] - '0' : -1;
    if (!find_own(ask, &sitting)) return;
    bool is_there = number >= 0 && number < sitting.row.players;
    const char *wrong = is_there ? making_seat(ask->body, sitting.row.is_rated, &seat) : "bad-seat";
    if (!wrong && sitting.seats[number].account == ask->account.id) wrong = "own-seat";
    if (wrong) {
        ask_refuse(ask, 422, wrong);
        return;
    }
    int64_t sent_away = sitting.seats[number].account;
    sitting.seats[number] = seat;
    if (!ask_stored(ask, settle(ask->hub, &sitting))) return;
    if (sent_away && !sitting.row.is_public) lobby_tell_gone(ask->hub, sent_away, sitting.row.code);
    reply_table(ask, 200, &sitting);
}

static void post_start(struct ask *ask) {
    struct sitting sitting;
    if (!find_own(ask, &sitting)) return;
    if (sitting.row.is_rated) {
        ask_refuse(ask, 409, "rated-open");
        return;
    }
    for (int i = 0; i < sitting.row.players; i++)
        if (sitting.seats[i].kind != SEAT_PERSON && sitting.seats[i].kind != SEAT_BOT)
            sitting.seats[i] = (struct store_seat){.kind = SEAT_BOT, .level = MAKING_BOT};
    if (ask_stored(ask, start(ask->hub, &sitting))) reply_table(ask, 200, &sitting);
}

static void delete_table(struct ask *ask) {
    struct sitting sitting;
    if (find_own(ask, &sitting) && ask_stored(ask, drop_table(ask->hub, &sitting))) ask_done(ask);
}

/* ---- Making a table ---------------------------------------------------------------------------------------------- */

/* Stores a new table under a code of its own, with its commitment. */
static enum store_answer add_table(struct hub *hub, struct sitting *sitting) {
    struct store_table *row = &sitting->row;
    enum store_answer answer = STORE_TAKEN;
    for (int i = 0; answer == STORE_TAKEN && i < 10; i++) {
        making_code(row->code, row->is_public ? CODE_PUBLIC : CODE_PRIVATE);
        fair_commit(row->code, row->secret, row->commitment);
        answer = store_add_table(hub->store, row, sitting->seats);
    }
    return answer == STORE_TAKEN ? STORE_FAILED : answer;
}

/* Whether there is room for one more, for this account and in the house. */
static bool may_make(struct ask *ask) {
    int open = 0, playing = 0;
    struct store *store = ask->hub->store;
    if (!limits_allow_account(ask->hub, LIMIT_TABLE, ask->account.id)) {
        ask_limited(ask, LIMIT_TABLE);
        return false;
    }
    if (!may_sit_more(ask) || !ask_stored(ask, store_count_tables(store, TABLE_OPEN, &open)) ||
        !ask_stored(ask, store_count_tables(store, TABLE_PLAYING, &playing)))
        return false;
    if (open + playing < ask->hub->config.tables_max) return true;
    ask_refuse(ask, 503, "house-full");
    return false;
}

/* Stores the table that was read, and starts it if no seat is open. */
static void make_table(struct ask *ask, struct sitting *sitting, int status) {
    if (!ask_stored(ask, add_table(ask->hub, sitting))) return;
    if (!is_full(sitting))
        show(ask->hub, sitting);
    else if (!ask_stored(ask, start(ask->hub, sitting)))
        return;
    reply_table(ask, status, sitting);
}

static void refuse_table(struct ask *ask, const struct fault *fault) {
    char why[ARKAD_WHY_MAX];
    lang_reason(ask->lang, fault->why, why);
    ask_refuse_why(ask, 422, fault->code, *fault->why ? why : NULL);
}

static void post_table(struct ask *ask) {
    struct sitting sitting;
    struct fault fault = {0};
    if (!making_row(ask, &sitting.row, &fault) || !making_seats(ask, &sitting, &fault)) {
        refuse_table(ask, &fault);
        return;
    }
    const char *wrong = wrong_with_sitter(&sitting.row, &ask->account);
    if (wrong)
        ask_refuse(ask, 409, wrong);
    else if (may_make(ask))
        make_table(ask, &sitting, 201);
}

/* ---- Quick match ------------------------------------------------------------------------------------------------- */

struct match {
    const struct ask *ask;
    struct store_table wanted; /* game, options, clock; players 0: any number */
    bool is_any_clock;
    struct sitting best;
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

/* Best: where I sit already; then where people are, and of those the fullest; of equals the oldest. */
static int worth_of(const struct match *match, const struct sitting *sitting) {
    int present = 0, empty = 0;
    if (lobby_seat_of(sitting, match->ask->account.id) >= 0) return 1000;
    for (int i = 0; i < sitting->row.players; i++) {
        const struct store_seat *seat = &sitting->seats[i];
        empty += seat->kind == SEAT_OPEN;
        present += seat->kind == SEAT_PERSON && hub_is_connected(match->ask->hub, seat->account);
    }
    return empty ? 1 + 10 * present + STORE_SEATS_MAX - empty : 0;
}

static bool weigh_table(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct match *match = context;
    struct sitting sitting = {.row = *row};
    memcpy(sitting.seats, seats, sizeof sitting.seats);
    int worth = is_fitting(match, row) ? worth_of(match, &sitting) : 0;
    if (worth && worth >= match->best_worth) match->best = sitting, match->best_worth = worth;
    return true;
}

static void join_match(struct ask *ask, struct match *match) {
    struct sitting *sitting = &match->best;
    bool is_seated = lobby_seat_of(sitting, ask->account.id) >= 0;
    if (!is_seated && !may_sit_more(ask)) return;
    if (!is_seated) take_seat(sitting, find_seat(sitting, SEAT_OPEN), ask->account.id);
    if (is_seated || ask_stored(ask, settle(ask->hub, sitting))) reply_table(ask, 200, sitting);
}

static void open_match(struct ask *ask, struct match *match) {
    struct sitting sitting = {.row = match->wanted};
    struct fault fault = {0};
    if (match->is_any_clock)
        sitting.row.clock = CLOCK_LIVE, sitting.row.move_ms = 60 * SECOND, sitting.row.bank_ms = 600 * SECOND;
    if (!sitting.row.players) sitting.row.players = arkad_players_min(arkad_game_find(sitting.row.game));
    json_object_del(ask->body, "seats");
    if (making_seats(ask, &sitting, &fault) && may_make(ask)) make_table(ask, &sitting, 200);
}

static void post_quick(struct ask *ask) {
    struct match match = {.ask = ask, .is_any_clock = !json_object_get(ask->body, "clock")};
    struct fault fault = {0};
    json_object_del(ask->body, "seats"), json_object_del(ask->body, "public"), json_object_del(ask->body, "rated");
    if (!making_row(ask, &match.wanted, &fault)) {
        refuse_table(ask, &fault);
        return;
    }
    if (!json_object_get(ask->body, "players")) match.wanted.players = 0;
    if (!ask_stored(ask, store_list_tables(ask->hub->store, TABLE_OPEN, true, LOBBY_MAX, weigh_table, &match))) return;
    if (match.best_worth)
        join_match(ask, &match);
    else
        open_match(ask, &match);
}

/* ---- Rematch ----------------------------------------------------------------------------------------------------- */

/* Seats for the same people: the asker sits, the others are asked, bots stay. */
static void seat_again(const struct sitting *old, int64_t asker, struct sitting *sitting) {
    for (int i = 0; i < old->row.players; i++) {
        const struct store_seat *was = &old->seats[i];
        struct store_seat *seat = &sitting->seats[i];
        *seat = (struct store_seat){.kind = was->kind, .account = was->account, .level = was->level};
        if (was->kind != SEAT_PERSON || was->account == asker) continue;
        making_invite(seat);
    }
}

/* The same options; the next seat starts. */
static bool pass_on_options(const struct store_table *old, struct store_table *row) {
    struct fault fault;
    struct arkad_setup setup;
    struct arkad_map map;
    const struct arkad_game *game = tables_setup(old, &setup, &map);
    if (!game) return false;
    arkad_starter_pass_on(game, &setup);
    json_t *options = tables_options(old);
    json_object_set_new(options, "starter", json_integer(arkad_starter(game, &setup)));
    bool is_good = making_options(options, row, &fault);
    json_decref(options);
    return is_good;
}

static void make_rematch(struct ask *ask, const struct sitting *old) {
    struct sitting sitting = {.row = old->row};
    sitting.row = (struct store_table){.players = old->row.players,
                                       .state = TABLE_OPEN,
                                       .is_public = old->row.is_public,
                                       .is_rated = old->row.is_rated,
                                       .clock = old->row.clock,
                                       .move_ms = old->row.move_ms,
                                       .bank_ms = old->row.bank_ms,
                                       .owner = ask->account.id,
                                       .rematch_of = old->row.id,
                                       .created_ms = ask->hub->now_ms};
    memcpy(sitting.row.game, old->row.game, sizeof sitting.row.game);
    memcpy(sitting.row.map, old->row.map, sizeof sitting.row.map);
    memcpy(sitting.row.lang, old->row.lang, sizeof sitting.row.lang);
    if (!pass_on_options(&old->row, &sitting.row)) {
        ask_refuse(ask, 500, "bad-game-stored");
        return;
    }
    seat_again(old, ask->account.id, &sitting);
    if (!may_make(ask)) return;
    make_table(ask, &sitting, 201);
    table_seats_changed(ask->hub, &old->row, old->seats);
}

static void join_rematch(struct ask *ask, struct sitting *sitting) {
    int seat = 0;
    if (lobby_seat_of(sitting, ask->account.id) < 0) {
        while (seat < sitting->row.players && !is_invited(&sitting->seats[seat], ask, NULL)) seat++;
        if (seat == sitting->row.players) {
            ask_refuse(ask, 409, "no-seat");
            return;
        }
        take_seat(sitting, seat, ask->account.id);
        if (!ask_stored(ask, settle(ask->hub, sitting))) return;
    }
    reply_table(ask, 200, sitting);
}

static void post_rematch(struct ask *ask) {
    struct sitting old, again;
    if (!lobby_find(ask, &old)) return;
    if (old.row.state != TABLE_OVER || lobby_seat_of(&old, ask->account.id) < 0) {
        bool is_over = old.row.state == TABLE_OVER;
        ask_refuse(ask, 409, is_over ? "not-seated" : "not-over");
        return;
    }
    enum store_answer answer = store_find_rematch(ask->hub->store, old.row.id, &again.row, again.seats);
    if (answer == STORE_FAILED && !ask_stored(ask, answer)) return;
    if (answer == STORE_OK && again.row.state == TABLE_OPEN)
        join_rematch(ask, &again);
    else if (answer == STORE_OK && again.row.state == TABLE_PLAYING)
        reply_table(ask, 200, &again);
    else
        make_rematch(ask, &old);
}

/* ---- Those who go, and what was forgotten ------------------------------------------------------------------------ */

struct leaving {
    struct hub *hub;
    int64_t account;
};

static bool leave_open(const struct store_table *row, const struct store_seat *seats, void *context) {
    const struct leaving *leaving = context;
    struct sitting sitting = {.row = *row};
    memcpy(sitting.seats, seats, sizeof sitting.seats);
    for (int i = 0; i < row->players; i++)
        if (sitting.seats[i].kind == SEAT_INVITED && sitting.seats[i].account == leaving->account)
            sitting.seats[i] = (struct store_seat){.kind = SEAT_OPEN};
    bool is_seated = lobby_seat_of(&sitting, leaving->account) >= 0;
    if (is_seated ? stand_up(leaving->hub, &sitting, leaving->account) : settle(leaving->hub, &sitting))
        hub_cannot_save(leaving->hub);
    return !leaving->hub->has_failed;
}

static bool leave_playing(const struct store_table *row, const struct store_seat *seats, void *context) {
    const struct leaving *leaving = context;
    for (int i = 0; i < row->players; i++)
        if (seats[i].kind == SEAT_PERSON && seats[i].account == leaving->account)
            table_person_gone(leaving->hub, row, seats, i);
    return !leaving->hub->has_failed;
}

bool lobby_account_leaves(struct hub *hub, int64_t account) {
    struct leaving leaving = {.hub = hub, .account = account};
    return !store_list_tables_in(hub->store, account, TABLE_OPEN, INT64_MAX, LOBBY_MAX, leave_open, &leaving) &&
           !store_list_tables_in(hub->store, account, TABLE_PLAYING, INT64_MAX, LOBBY_MAX, leave_playing, &leaving) &&
           !hub->has_failed;
}

static bool drop_forgotten(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct hub *hub = context;
    int64_t most = row->clock == CLOCK_DAYS ? FORGOTTEN_DAYS * DAY : FORGOTTEN_HOURS * HOUR;
    struct sitting sitting = {.row = *row};
    memcpy(sitting.seats, seats, sizeof sitting.seats);
    bool is_remembered = hub->now_ms - row->created_ms < most;
    for (int i = 0; i < row->players && !is_remembered; i++)
        is_remembered = seats[i].kind == SEAT_PERSON && hub_is_connected(hub, seats[i].account);
    if (!is_remembered && drop_table(hub, &sitting)) hub_cannot_save(hub);
    return !hub->has_failed;
}

void lobby_sweep(struct hub *hub) {
    if (store_list_tables(hub->store, TABLE_OPEN, false, INT32_MAX, drop_forgotten, hub)) hub_cannot_save(hub);
}

/* ---- Routes ------------------------------------------------------------------------------------------------------ */

static const struct route ROUTES[] = {
    {"GET", "games", 0, tables_games},
    {"GET", "ratings/*", 0, tables_ratings},
    {"GET", "tables", 0, tables_list},
    {"POST", "tables", NEEDS_SOMEBODY, post_table},
    {"GET", "tables/*", 0, tables_one},
    {"DELETE", "tables/*", NEEDS_SOMEBODY, delete_table},
    {"POST", "tables/*/sit", NEEDS_SOMEBODY, post_sit},
    {"POST", "tables/*/stand", NEEDS_SOMEBODY, post_stand},
    {"POST", "tables/*/seats/*", NEEDS_SOMEBODY, post_seat},
    {"POST", "tables/*/start", NEEDS_SOMEBODY, post_start},
    {"POST", "tables/*/rematch", NEEDS_SOMEBODY, post_rematch},
    {"POST", "quick", NEEDS_SOMEBODY, post_quick},
};

bool lobby_request(struct hub *hub, const struct net_request *request) {
    return ask_route(hub, request, ROUTES, sizeof ROUTES / sizeof *ROUTES);
}
