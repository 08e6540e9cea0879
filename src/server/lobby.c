/*
 * Tables before they start: creating, sitting, standing up, inviting, quick match, rematch; and the lobby, live.
 *
 * Nothing of it lives in memory: a table is read from the store, changed, stored, and shown to those whom it concerns.
 * Whoever makes a table sits at it and owns it while it is open; when its last seat is filled it starts.
 */
#include "server/lobby.h"

#include "bots/bot.h"
#include "server/think.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    CODE_PUBLIC = 6,   /* characters of a code that anybody may know */
    CODE_PRIVATE = 12, /* 59 bits: cannot be guessed */
    INVITE_CODE = 20,
    OPEN_MAX = 5,    /* open tables that one account sits at */
    SEATED_MAX = 50, /* tables in play at once: by days there may be many */
    LOBBY_MAX = 200, /* open tables in a list */
    BOT_STANDARD = 2,
    FORGOTTEN_HOURS = 24, /* an open table at which nobody is; by days it waits two weeks */
    FORGOTTEN_DAYS = 14,
};

static const int64_t SECOND = 1000, HOUR = 3600 * 1000LL, DAY = 24 * 3600 * 1000LL;

/* ---- Small things --------------------------------------------------------------------------------------------------
 */

/* No letters that are mistaken for digits. */
static void draw_code(char *code, int length) {
    static const char letters[] = "23456789abcdefghjkmnpqrstuvwxyz";
    for (int i = 0; i < length; i++) code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    code[length] = 0;
}

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

/* ---- What changed is stored, and shown
 * ------------------------------------------------------------------------------- */

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

/* ---- Sitting down
 * ------------------------------------------------------------------------------------------------------ */

/* NULL, or the code of why the account may sit at no table of this sort. */
static const char *wrong_with_guest(const struct store_table *row, const struct store_account *account) {
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
    if (!wrong) wrong = wrong_with_guest(&sitting.row, &ask->account);
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

/* ---- The owner's rights
 * ----------------------------------------------------------------------------------------------- */

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

/* A seat as the owner describes it: open, invited or bot. NULL, or the code of what is wrong. */
static const char *read_seat(const json_t *json, bool is_rated, struct store_seat *seat) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *level = json_object_get(json, "level");
    *seat = (struct store_seat){0};
    if (!kind) return "bad-seat";
    if (!strcmp(kind, "open")) {
        seat->kind = SEAT_OPEN;
    } else if (!strcmp(kind, "invited")) {
        seat->kind = SEAT_INVITED;
        draw_code(seat->invite, INVITE_CODE);
    } else if (!strcmp(kind, "bot")) {
        seat->kind = SEAT_BOT;
        seat->level = level ? (int)json_integer_value(level) : BOT_STANDARD;
        if (is_rated) return "rated-bot";
        if (seat->level < 1 || seat->level > BOT_LEVELS || (level && !json_is_integer(level))) return "bad-level";
    } else {
        return "bad-seat";
    }
    return NULL;
}

/* Somebody who was sent away from a table that is not listed hears so. */
static void tell_gone(struct hub *hub, int64_t account, const char *code) {
    for (struct client *client = hub->clients; client; client = client->next)
        if (client->is_in_lobby && client->account.id == account)
            hub_send(client, json_pack("{s:s, s:s}", "is", "lobby-gone", "code", code), NULL);
}

static void post_seat(struct ask *ask) {
    struct sitting sitting;
    struct store_seat seat;
    const char *word = ask->words[1];
    int number = word[0] >= '0' && word[0] <= '9' && !word[1] ? word[0] - '0' : -1;
    if (!find_own(ask, &sitting)) return;
    bool is_there = number >= 0 && number < sitting.row.players;
    const char *wrong = is_there ? read_seat(ask->body, sitting.row.is_rated, &seat) : "bad-seat";
    if (!wrong && sitting.seats[number].account == ask->account.id) wrong = "own-seat";
    if (wrong) {
        ask_refuse(ask, 422, wrong);
        return;
    }
    int64_t sent_away = sitting.seats[number].account;
    sitting.seats[number] = seat;
    if (!ask_stored(ask, settle(ask->hub, &sitting))) return;
    if (sent_away && !sitting.row.is_public) tell_gone(ask->hub, sent_away, sitting.row.code);
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
            sitting.seats[i] = (struct store_seat){.kind = SEAT_BOT, .level = BOT_STANDARD};
    if (ask_stored(ask, start(ask->hub, &sitting))) reply_table(ask, 200, &sitting);
}

static void delete_table(struct ask *ask) {
    struct sitting sitting;
    if (find_own(ask, &sitting) && ask_stored(ask, drop_table(ask->hub, &sitting))) ask_done(ask);
}

/* ---- Making a table
 * ---------------------------------------------------------------------------------------------------- */

/* What is wrong with a request to make a table: the code, and a sentence of the engine's or none. */
struct fault {
    const char *code;
    char why[ARKAD_WHY_MAX];
};

static bool fail(struct fault *fault, const char *code) {
    fault->code = code;
    return false;
}

static void put_option(struct text *text, const char *name, const json_t *value) {
    if (text->used) text_char(text, ',');
    text_put(text, name), text_char(text, '=');
    if (json_is_integer(value))
        text_number(text, (long)json_integer_value(value));
    else
        text_put(text, json_is_string(value) ? json_string_value(value) : json_is_true(value) ? "on" : "off");
}

/* {"starter":2,"expert":true} as starter=2,expert=on */
static bool read_options(json_t *json, const struct arkad_game *game, struct store_table *row, struct fault *fault) {
    struct text text = text_in(row->options, sizeof row->options);
    struct arkad_setup setup;
    const char *name;
    json_t *value;
    if (json && !json_is_object(json)) return fail(fault, "bad-options");
    json_object_foreach(json, name, value) {
        bool is_plain = json_is_integer(value) || json_is_boolean(value) || json_is_string(value);
        if (!is_plain || strpbrk(name, ",=")) return fail(fault, "bad-options");
        if (json_is_string(value) && strpbrk(json_string_value(value), ",=")) return fail(fault, "bad-options");
        put_option(&text, name, value);
    }
    arkad_setup_default(game, &setup);
    setup.players = (uint8_t)row->players;
    if (text.is_full) return fail(fault, "bad-options");
    if (arkad_setup_options(game, &setup, row->options, fault->why)) return fail(fault, "bad-options");
    return true;
}

static bool is_between(const json_t *number, int64_t least, int64_t most, int64_t *value) {
    *value = json_integer_value(number);
    return json_is_integer(number) && *value >= least && *value <= most;
}

static bool read_clock(const json_t *json, struct store_table *row, struct fault *fault) {
    const char *kind = json_string_value(json_object_get(json, "kind"));
    const json_t *move = json_object_get(json, "move_ms"), *bank = json_object_get(json, "bank_ms");
    if (!json) return true;
    if (!kind) return fail(fault, "bad-clock");
    if (!strcmp(kind, "none")) return true;
    if (!strcmp(kind, "live")) {
        row->clock = CLOCK_LIVE;
        bool is_good = is_between(move, 5 * SECOND, HOUR, &row->move_ms);
        return is_good && (!bank || is_between(bank, 0, DAY, &row->bank_ms)) ? true : fail(fault, "bad-clock");
    }
    row->clock = CLOCK_DAYS;
    bool is_good = !strcmp(kind, "days") && is_between(move, HOUR, 30 * DAY, &row->move_ms);
    return is_good ? true : fail(fault, "bad-clock");
}

/* How many play: as said, or as many as there are seats, or as few as can. */
static bool read_players(const struct ask *ask, const struct arkad_game *game, struct store_table *row,
                         struct fault *fault) {
    const json_t *players = json_object_get(ask->body, "players"), *seats = json_object_get(ask->body, "seats");
    int64_t count = seats ? (int64_t)json_array_size(seats) : arkad_players_min(game);
    if (players && !is_between(players, 1, STORE_SEATS_MAX, &count)) return fail(fault, "bad-players");
    bool is_good = count >= arkad_players_min(game) && count <= arkad_players_max(game);
    row->players = (int)count;
    return is_good && (!seats || (int64_t)json_array_size(seats) == count) ? true : fail(fault, "bad-players");
}

static bool read_flag(const struct ask *ask, const char *key, bool *flag, struct fault *fault) {
    const json_t *json = json_object_get(ask->body, key);
    if (!json) return true;
    *flag = json_is_true(json);
    return json_is_boolean(json) ? true : fail(fault, "bad-field");
}

static bool read_row(const struct ask *ask, struct store_table *row, struct fault *fault) {
    const char *name = ask_text_of(ask, "game"), *lang = ask_text_of(ask, "lang");
    const struct arkad_game *game = name && strcmp(name, "blank") ? arkad_game_find(name) : NULL;
    if (!game) return fail(fault, "bad-game");
    if (lang && !lang_find(lang)) return fail(fault, "bad-lang");
    *row = (struct store_table){.state = TABLE_OPEN, .is_public = true, .owner = ask->account.id};
    row->created_ms = ask->hub->now_ms;
    snprintf(row->game, sizeof row->game, "%s", name);
    snprintf(row->lang, sizeof row->lang, "%s", lang ? lang : lang_code(ask->lang));
    if (!read_flag(ask, "public", &row->is_public, fault) || !read_flag(ask, "rated", &row->is_rated, fault))
        return false;
    return read_players(ask, game, row, fault) && read_clock(json_object_get(ask->body, "clock"), row, fault) &&
           read_options(json_object_get(ask->body, "options"), game, row, fault);
}

/* Seats as described: me once; without a description me, then open ones. */
static bool read_seats(const struct ask *ask, struct sitting *sitting, struct fault *fault) {
    const json_t *seats = json_object_get(ask->body, "seats");
    int mine = 0;
    for (int i = 0; i < sitting->row.players; i++) {
        const json_t *json = json_array_get(seats, (size_t)i);
        const char *kind = json_string_value(json_object_get(json, "kind"));
        bool is_me = seats ? kind && !strcmp(kind, "me") : i == 0;
        const char *wrong = NULL;
        if (is_me)
            sitting->seats[i] = (struct store_seat){.kind = SEAT_PERSON, .account = ask->account.id}, mine++;
        else if (seats)
            wrong = read_seat(json, sitting->row.is_rated, &sitting->seats[i]);
        else
            sitting->seats[i] = (struct store_seat){.kind = SEAT_OPEN};
        if (wrong) return fail(fault, wrong);
    }
    return mine == 1 ? true : fail(fault, "bad-me");
}

/* Stores a new table under a code of its own, with its commitment. */
static enum store_answer add_table(struct hub *hub, struct sitting *sitting) {
    struct store_table *row = &sitting->row;
    enum store_answer answer = STORE_TAKEN;
    for (int i = 0; answer == STORE_TAKEN && i < 10; i++) {
        draw_code(row->code, row->is_public ? CODE_PUBLIC : CODE_PRIVATE);
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
    if (!read_row(ask, &sitting.row, &fault) || !read_seats(ask, &sitting, &fault)) {
        refuse_table(ask, &fault);
        return;
    }
    const char *wrong = wrong_with_guest(&sitting.row, &ask->account);
    if (wrong)
        ask_refuse(ask, 409, wrong);
    else if (may_make(ask))
        make_table(ask, &sitting, 201);
}

/* ---- Quick match
 * -------------------------------------------------------------------------------------------------------- */

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
    if (read_seats(ask, &sitting, &fault) && may_make(ask)) make_table(ask, &sitting, 200);
}

static void post_quick(struct ask *ask) {
    struct match match = {.ask = ask, .is_any_clock = !json_object_get(ask->body, "clock")};
    struct fault fault = {0};
    json_object_del(ask->body, "seats"), json_object_del(ask->body, "public"), json_object_del(ask->body, "rated");
    if (!read_row(ask, &match.wanted, &fault)) {
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

/* ---- Rematch
 * -------------------------------------------------------------------------------------------------------------- */

/* Seats for the same people: the asker sits, the others are asked, bots stay. */
static void seat_again(const struct sitting *old, int64_t asker, struct sitting *sitting) {
    for (int i = 0; i < old->row.players; i++) {
        const struct store_seat *was = &old->seats[i];
        struct store_seat *seat = &sitting->seats[i];
        *seat = (struct store_seat){.kind = was->kind, .account = was->account, .level = was->level};
        if (was->kind != SEAT_PERSON || was->account == asker) continue;
        seat->kind = SEAT_INVITED;
        draw_code(seat->invite, INVITE_CODE);
    }
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
    memcpy(sitting.row.options, old->row.options, sizeof sitting.row.options);
    memcpy(sitting.row.lang, old->row.lang, sizeof sitting.row.lang);
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

/* ---- Those who go, and what was forgotten
 * ------------------------------------------------------------------------------------ */

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

/* ---- Live
 * ---------------------------------------------------------------------------------------------------------------------
 */

struct view_of_lobby {
    struct hub *hub;
    int64_t account;
    json_t *list;
    bool is_mine; /* those that are open to all were listed already */
};

static bool list_in_lobby(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct view_of_lobby *view = context;
    if (view->is_mine && row->state == TABLE_OPEN && row->is_public) return true;
    json_array_append_new(view->list, lobby_table_json(view->hub, row, seats, view->account));
    return true;
}

void lobby_enter(struct hub *hub, struct client *client, const json_t *re) {
    struct view_of_lobby view = {.hub = hub, .account = client->account.id, .list = json_array()};
    enum store_answer answer = store_list_tables(hub->store, TABLE_OPEN, true, LOBBY_MAX, list_in_lobby, &view);
    view.is_mine = true;
    for (int state = TABLE_OPEN; state <= TABLE_PLAYING && !answer; state++)
        answer = store_list_tables_in(hub->store, view.account, state, INT64_MAX, LOBBY_MAX, list_in_lobby, &view);
    if (answer) hub_cannot_save(hub);
    client->is_in_lobby = true;
    hub_send(client, json_pack("{s:s, s:o}", "is", "lobby", "tables", view.list), re);
}

static bool concerns(const struct store_table *table, const struct store_seat *seats, int64_t account) {
    for (int i = 0; i < table->players; i++)
        if ((seats[i].kind == SEAT_PERSON || seats[i].kind == SEAT_INVITED) && seats[i].account == account) return true;
    return false;
}

void lobby_changed(struct hub *hub, const struct store_table *table, const struct store_seat *seats) {
    bool is_open = table->state == TABLE_OPEN, is_over = table->state == TABLE_OVER || table->state == TABLE_DROPPED;
    for (struct client *client = hub->clients; client; client = client->next) {
        if (!client->is_in_lobby) continue;
        bool is_mine = concerns(table, seats, client->account.id);
        if (!is_over && (is_mine || (is_open && table->is_public)))
            hub_send(client,
                     json_pack("{s:s, s:o}", "is", "lobby-table", "table",
                               lobby_table_json(hub, table, seats, client->account.id)),
                     NULL);
        else if (is_mine || table->is_public)
            hub_send(client, json_pack("{s:s, s:s}", "is", "lobby-gone", "code", table->code), NULL);
    }
}

/* ---- Routes
 * ---------------------------------------------------------------------------------------------------------------------
 */

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
