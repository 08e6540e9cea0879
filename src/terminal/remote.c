/*
 * A server's table as the host of a sitting: its messages become steps, the sitting's moves become commands.
 */
#include "terminal/remote.h"

#include "engine/fair.h"
#include "engine/whole.h"
#include "terminal/card.h"
#include "terminal/memory.h"

#include <poll.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { AGAIN_MS = 1500, ANSWER_MS = 15000 };

static struct remote *remote_of(struct host *host) { return (struct remote *)(void *)host; } /* it is its first part */

/* ---- What the viewer is told ------------------------------------------------------------------------------------- */

static void notice(struct remote *remote, bool is_bad, const char *text) {
    snprintf(remote->notice, sizeof remote->notice, "%s", text);
    remote->has_notice = true;
    remote->is_bad = is_bad;
}

static const char *name_of(const struct remote *remote, int seat) {
    bool is_seat = seat >= 0 && seat < remote->table->setup.players;
    return is_seat ? remote->table->seating.names[seat] : "";
}

/* A key with the name of a seat in it. */
static void notice_of(struct remote *remote, const char *key, int seat) {
    char text[REMOTE_NOTICE_MAX];
    struct text out = text_in(text, sizeof text);
    LANG_PUT(remote->words, &out, key, {.name = "name", .text = name_of(remote, seat)});
    notice(remote, false, text);
}

/* A number of a message; what is out of its range counts as `otherwise`. */
static int number_of(const json_t *json, const char *key, int least, int most, int otherwise) {
    const json_t *number = json_object_get(json, key);
    return json_is_integer(number) ? whole_in(json_integer_value(number), least, most, otherwise) : otherwise;
}

static int entry_of(const json_t *json, const char *key) { return number_of(json, key, 0, INT32_MAX, 0); }

/* A seat of this table; none: -1. */
static int seat_of(const struct remote *remote, const json_t *json) {
    return number_of(json, "seat", 0, remote->table->setup.players - 1, -1);
}

/* ---- Saying ------------------------------------------------------------------------------------------------------ */

static void say(struct remote *remote, json_t *message) {
    json_object_set_new(message, "table", json_string(remote->code));
    char *text = json_dumps(message, JSON_COMPACT);
    if (text && remote->link && remote->is_open) link_send(remote->link, text, strlen(text));
    free(text);
    json_decref(message);
}

/* What has the number of the next entry. */
static void say_next(struct remote *remote, json_t *message, int ahead) {
    json_object_set_new(message, "n", json_integer(remote->number + 1 + ahead));
    say(remote, message);
}

static void play(struct host *host, const struct arkad_move *move) {
    struct remote *remote = remote_of(host);
    char text[ARKAD_MOVE_TEXT_MAX];
    arkad_move_write(remote->table->game, move, text);
    if (remote->is_away) say_next(remote, json_pack("{ss}", "do", "back"), 0);
    say_next(remote, json_pack("{ssss}", "do", "move", "move", text), remote->is_away);
}

static void undo(struct host *host) { say_next(remote_of(host), json_pack("{ss}", "do", "undo"), 0); }

static void answer(struct host *host, bool is_yes) {
    struct remote *remote = remote_of(host);
    if (!remote->ask) return;
    say_next(remote, json_pack("{sssisb}", "do", "answer", "ask", remote->ask, "yes", is_yes), 0);
    remote->ask = 0;
}

static void pass_ahead(struct host *host) {
    struct remote *remote = remote_of(host);
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    if (arkad_move_read(remote->table->game, "pass", strlen("pass"), &move, why)) {
        notice(remote, true, lang_text(remote->words, "join.ahead.never"));
        return;
    }
    json_t *moves = remote->has_passed_ahead ? json_array() : json_pack("[s]", "pass");
    say_next(remote, json_pack("{ssso}", "do", "ahead", "moves", moves), 0);
}

static void talk(struct host *host, const char *text) {
    say(remote_of(host), json_pack("{ssss}", "do", "chat", "text", text));
}

/* ---- The table --------------------------------------------------------------------------------------------------- */

static void put_option(struct text *out, const char *name, const json_t *value) {
    if (out->used) text_char(out, ',');
    text_put(out, name), text_char(out, '=');
    if (json_is_integer(value))
        text_number(out, (long)json_integer_value(value));
    else
        text_put(out, json_is_string(value) ? json_string_value(value) : json_is_true(value) ? "on" : "off");
}

static void take_seats(struct remote *remote, const json_t *row) {
    struct seating *seating = &remote->table->seating;
    const json_t *seats = json_object_get(row, "seats");
    seating->players = remote->table->setup.players;
    for (int i = 0; i < seating->players; i++) {
        const json_t *seat = json_array_get(seats, (size_t)i);
        const char *name = json_string_value(json_object_get(seat, "name"));
        struct seat *to = &seating->seats[i];
        char level[24];
        snprintf(level, sizeof level, "level.%d", number_of(seat, "level", 1, 9, 0));
        const char *bot = lang_find_text(remote->words, level);
        snprintf(to->name, sizeof to->name, "%s", name ? name : bot ? bot : "–");
        to->is_person = i == remote->host.viewer;
        to->is_named = true;
        seating->names[i] = to->name;
        if (i == remote->host.viewer) remote->is_away = json_is_true(json_object_get(seat, "is_away"));
    }
}

static bool take_setup(struct remote *remote, const json_t *row) {
    struct table *table = remote->table;
    char options[256], why[ARKAD_WHY_MAX];
    struct text out = text_in(options, sizeof options);
    const char *game = json_string_value(json_object_get(row, "game")), *name;
    json_t *value;
    table->game = game ? arkad_game_find(game) : NULL;
    if (!table->game) return false;
    arkad_setup_default(table->game, &table->setup);
    int players = number_of(row, "players", arkad_players_min(table->game), arkad_players_max(table->game), 0);
    if (!players) return false;
    table->setup.players = (uint8_t)players;
    const json_t *map = json_object_get(row, "map");
    if (map && arkad_map_read(table->game, json_string_value(map), json_string_length(map), &remote->map, why))
        return false;
    if (*remote->map.name) table->setup.map = &remote->map; /* it is told once, and stays */
    json_object_foreach(json_object_get(row, "options"), name, value) put_option(&out, name, value);
    return !arkad_setup_options(table->game, &table->setup, options, why);
}

/* What the seat remembers comes beside its view; without it the table is the same, and shows less. */
static void read_memory(struct remote *remote, const json_t *message, struct arkad_position *position) {
    char why[ARKAD_WHY_MAX];
    const json_t *memory = json_object_get(message, "memory");
    char *text = json_is_object(memory) ? json_dumps(memory, JSON_COMPACT) : NULL;
    if (text) arkad_memory_read(remote->table->game, position, text, strlen(text), why);
    free(text);
}

static bool read_view(struct remote *remote, const json_t *message, struct arkad_position *position) {
    char why[ARKAD_WHY_MAX];
    const json_t *view = json_object_get(message, "view");
    char *text = json_is_object(view) ? json_dumps(view, JSON_COMPACT) : NULL;
    bool is_read = text && !arkad_json_read(remote->table->game, &remote->table->setup, remote->host.viewer, text,
                                            strlen(text), position, why);
    if (text && !is_read) notice(remote, true, why);
    if (is_read) read_memory(remote, message, position);
    free(text);
    return is_read;
}

/* Everything from the beginning: the log can only tell what happens from here on. */
static void begin_anew(struct remote *remote, const json_t *message) {
    remote->is_dealt = read_view(remote, message, &remote->table->first);
    remote->table->count = remote->table->seen = 0;
}

static void take_ask(struct remote *remote, int number, int seat, const char *what, const json_t *of) {
    bool is_asked = false;
    for (size_t i = 0; i < json_array_size(of); i++)
        is_asked |= json_integer_value(json_array_get(of, i)) == remote->host.viewer;
    if (!is_asked || !what) return;
    char key[64];
    snprintf(key, sizeof key, "join.asks.%s", what);
    if (!lang_find_text(remote->words, key)) return;
    remote->ask = number;
    notice_of(remote, key, seat);
}

/* As the game ended for people: who resigned is last. */
static void take_result(struct remote *remote, const json_t *result) {
    struct table *table = remote->table;
    const json_t *scores = json_object_get(result, "scores"), *places = json_object_get(result, "places");
    if (!json_is_array(scores) || !json_is_array(places)) return;
    table->is_ended = true;
    for (int seat = 0; seat < table->setup.players; seat++) {
        json_int_t score = json_integer_value(json_array_get(scores, (size_t)seat));
        json_int_t place = json_integer_value(json_array_get(places, (size_t)seat));
        table->ended.scores[seat] = (int16_t)whole_in(score, INT16_MIN, INT16_MAX, 0);
        table->ended.places[seat] = (uint8_t)whole_in(place, 1, ARKAD_SEATS_MAX, ARKAD_SEATS_MAX);
    }
}

static void take_ahead(struct remote *remote, const json_t *moves) {
    bool had = remote->has_passed_ahead;
    remote->has_passed_ahead = json_array_size(moves) > 0;
    if (had != remote->has_passed_ahead)
        notice(remote, false, lang_text(remote->words, had ? "join.ahead.over" : "join.ahead"));
}

/* Until when a seat is on vacation, or, with null, that it is back. */
static void tell_vacation(struct remote *remote, int seat, const json_t *until) {
    char day[16], text[REMOTE_NOTICE_MAX];
    struct text out = text_in(text, sizeof text);
    struct tm parts;
    time_t seconds = (time_t)(json_integer_value(until) / 1000);
    if (!json_is_integer(until) || !localtime_r(&seconds, &parts)) {
        notice_of(remote, "join.vacation.over", seat);
        return;
    }
    strftime(day, sizeof day, "%Y-%m-%d", &parts);
    LANG_PUT(remote->words, &out, "join.vacation", {.name = "name", .text = name_of(remote, seat)},
             {.name = "day", .text = day});
    notice(remote, false, text);
}

static void tell_vacations(struct remote *remote, const json_t *seats) {
    for (int i = 0; i < remote->table->setup.players; i++) {
        const json_t *until = json_object_get(json_array_get(seats, (size_t)i), "vacation_until");
        if (json_is_integer(until) && i != remote->host.viewer) tell_vacation(remote, i, until);
    }
}

static void take_table(struct remote *remote, const json_t *message) {
    const json_t *row = json_object_get(message, "table");
    int number = entry_of(message, "n"), most = number_of(row, "players", 1, ARKAD_SEATS_MAX, 1) - 1;
    remote->host.viewer = number_of(message, "seat", 0, most, ARKAD_SPECTATOR);
    if (!take_setup(remote, row)) {
        notice(remote, true, lang_text(remote->words, "join.unknown"));
        return;
    }
    take_seats(remote, row);
    if (number != remote->number || !remote->is_dealt) begin_anew(remote, message);
    take_result(remote, json_object_get(row, "result"));
    remote->number = number;
    if (remote->is_lost) notice(remote, false, lang_text(remote->words, "join.found"));
    remote->is_lost = false;
    remote->is_paused = json_is_true(json_object_get(message, "paused"));
    tell_vacations(remote, json_object_get(row, "seats"));
    take_ahead(remote, json_object_get(message, "ahead"));
    remote->ask = 0;
    const json_t *ask = json_array_get(json_object_get(message, "asks"), 0);
    take_ask(remote, entry_of(ask, "n"), seat_of(remote, ask), json_string_value(json_object_get(ask, "what")),
             json_object_get(ask, "of"));
    remote->has_changed = true;
}

/* ---- Entries ----------------------------------------------------------------------------------------------------- */

static void take_chance(struct remote *remote, const json_t *list, struct arkad_tape *tape) {
    for (size_t i = 0; i < json_array_size(list) && i < ARKAD_EVENTS_MAX; i++) {
        const json_t *one = json_array_get(list, i), *die = json_object_get(one, "die");
        const json_t *pick = json_object_get(one, "pick"), *shuffle = json_object_get(one, "shuffle");
        struct arkad_event *event = &tape->events[tape->count++];
        event->kind = shuffle ? ARKAD_SHUFFLE : die ? ARKAD_DIE : ARKAD_PICK;
        event->count = (uint8_t)number_of(one, "shuffle", 0, UINT8_MAX, 0);
        event->seat = (uint8_t)number_of(one, "seat", 0, ARKAD_SEATS_MAX - 1, 0);
        event->value = die ? (uint8_t)number_of(one, "die", 0, UINT8_MAX, 0)
                           : card_named(remote->table->game, json_string_value(pick));
        event->seen_by = event->value ? 0xff : 0; /* what was sent may be seen */
    }
}

static void take_move(struct remote *remote, const json_t *entry, const json_t *message) {
    struct table *table = remote->table;
    const char *text = json_string_value(json_object_get(entry, "move"));
    char why[ARKAD_WHY_MAX];
    int most = (int)(sizeof remote->entries / sizeof *remote->entries);
    struct arkad_position after;
    int seat = seat_of(remote, entry);
    if (seat < 0 || !read_view(remote, message, &after)) return;
    if (table->count == most) begin_anew(remote, message);
    struct step *step = table_add_step(table);
    step->seat = seat;
    step->is_hidden = !text || arkad_move_read(table->game, text, strlen(text), &step->move, why);
    step->after = after;
    take_chance(remote, json_object_get(entry, "chance"), &step->tape);
    remote->entries[table->count++] = entry_of(entry, "n");
}

static void take_undo(struct remote *remote, const json_t *entry, const json_t *message) {
    struct table *table = remote->table;
    int to = entry_of(entry, "to");
    struct arkad_position after;
    if (!read_view(remote, message, &after)) return;
    while (table->count && remote->entries[table->count - 1] > to) table->count--;
    if (table->count)
        table->steps[table->count - 1].after = after;
    else
        table->first = after;
    notice_of(remote, "join.undone", seat_of(remote, entry));
}

static void take_away(struct remote *remote, const json_t *entry, bool is_away) {
    int seat = seat_of(remote, entry);
    if (seat == remote->host.viewer) remote->is_away = is_away;
    notice_of(remote, is_away ? "join.away" : "join.back", seat);
}

static void take_answer(struct remote *remote, const json_t *entry) {
    bool is_no = json_is_false(json_object_get(entry, "yes"));
    if (is_no) remote->ask = 0;
    if (is_no) notice_of(remote, "join.no", seat_of(remote, entry));
}

static void take_entry(struct remote *remote, const json_t *message) {
    const json_t *entry = json_object_get(message, "entry");
    const char *kind = json_string_value(json_object_get(entry, "kind"));
    int number = entry_of(message, "n");
    int seat = seat_of(remote, entry);
    if (!kind || number <= remote->number) return;
    if (number > remote->number + 1) { /* something was missed: all of it once more */
        say(remote, json_pack("{sssisb}", "do", "watch", "since", 0, "memory", true));
        return;
    }
    remote->number = number;
    remote->has_changed = true;
    if (!strcmp(kind, "start")) begin_anew(remote, message);
    if (!strcmp(kind, "move")) take_move(remote, entry, message);
    if (json_is_true(json_object_get(message, "hurried")))
        notice(remote, false, lang_text(remote->words, "join.hurried"));
    if (!strcmp(kind, "undo")) take_undo(remote, entry, message);
    if (!strcmp(kind, "away")) take_away(remote, entry, true);
    if (!strcmp(kind, "back")) take_away(remote, entry, false);
    if (!strcmp(kind, "answer")) take_answer(remote, entry);
    if (!strcmp(kind, "vacation")) tell_vacation(remote, seat, json_object_get(entry, "until"));
    if (!strcmp(kind, "over")) take_result(remote, json_object_get(entry, "result"));
    if (!strcmp(kind, "pause")) remote->is_paused = true, notice_of(remote, "join.paused", seat);
    if (!strcmp(kind, "resume")) remote->is_paused = false, notice_of(remote, "join.resumed", seat);
    if (!strcmp(kind, "ask"))
        take_ask(remote, number, seat, json_string_value(json_object_get(entry, "what")), json_object_get(entry, "of"));
}

/* ---- Messages ---------------------------------------------------------------------------------------------------- */

/* The hash of a share of the seed, before anybody shows theirs; a promise that was made stays. */
static void promise(struct remote *remote) {
    uint8_t hash[ARKAD_SEED_BYTES];
    char hex[2 * sizeof hash + 1];
    if (!remote->has_share) randombytes_buf(remote->share, sizeof remote->share);
    remote->has_share = true;
    fair_promise(remote->share, remote->code, hash);
    sodium_bin2hex(hex, sizeof hex, hash, sizeof hash);
    say(remote, json_pack("{ssss}", "do", "promise", "hash", hex));
}

static void give(struct remote *remote) {
    char hex[2 * sizeof remote->share + 1];
    if (!remote->has_share) return;
    sodium_bin2hex(hex, sizeof hex, remote->share, sizeof remote->share);
    say(remote, json_pack("{ssss}", "do", "give", "bytes", hex));
}

/* What the server has promised never changes. */
static bool is_same_commitment(struct remote *remote, const json_t *message) {
    const char *commitment = json_string_value(json_object_get(message, "commitment"));
    if (!commitment || strlen(commitment) >= sizeof remote->commitment) return false;
    if (!*remote->commitment) strcpy(remote->commitment, commitment);
    if (!strcmp(remote->commitment, commitment)) return true;
    notice(remote, true, lang_text(remote->words, "join.unfair"));
    return false;
}

static void take_chat(struct remote *remote, const json_t *message) {
    char text[REMOTE_NOTICE_MAX];
    const char *name = json_string_value(json_object_get(message, "name"));
    const char *said = json_string_value(json_object_get(message, "text"));
    snprintf(text, sizeof text, "%s: %s", name ? name : "", said ? said : "");
    notice(remote, false, text);
}

static void take_error(struct remote *remote, const json_t *message) {
    const char *code = json_string_value(json_object_get(message, "code"));
    const char *text = json_string_value(json_object_get(message, "message"));
    notice(remote, true, text ? text : code ? code : "?");
}

/* Who sits where has changed, or who starts was drawn. */
static void take_row(struct remote *remote, const json_t *row) {
    if (take_setup(remote, row)) take_seats(remote, row);
    remote->has_changed = true;
}

static void on_message(void *context, const char *text, size_t length) {
    struct remote *remote = context;
    json_t *message = json_loadb(text, length, 0, NULL);
    const char *is = json_string_value(json_object_get(message, "is"));
    if (!is) is = "";
    if (!strcmp(is, "promise") && is_same_commitment(remote, message)) promise(remote);
    if (!strcmp(is, "give") && is_same_commitment(remote, message)) give(remote);
    if (!strcmp(is, "table")) take_table(remote, message);
    if (!strcmp(is, "entry")) take_entry(remote, message);
    if (!strcmp(is, "ahead")) take_ahead(remote, json_object_get(message, "moves"));
    if (!strcmp(is, "chat")) take_chat(remote, message);
    if (!strcmp(is, "error") || !strcmp(is, "trouble")) take_error(remote, message);
    if (!strcmp(is, "seats")) take_row(remote, json_object_get(message, "table"));
    json_decref(message);
}

/* ---- The connection ---------------------------------------------------------------------------------------------- */

static void on_opened(void *context) {
    struct remote *remote = context;
    json_t *hello = json_pack("{ssss}", "do", "hello", "lang", remote->lang);
    remote->is_open = true;
    say(remote, hello);
    say(remote, json_pack("{sssisb}", "do", "watch", "since", remote->number, "memory", true));
}

static void on_no_upgrade(void *context, int status, const char *body, size_t length) {
    (void)status, (void)length;
    notice(context, true, body);
}

static void on_closed(void *context, const char *why);
static const struct link_handlers handlers = {on_no_upgrade, on_opened, on_message, on_closed};

static void connect_link(struct remote *remote) {
    remote->link = link_open(&remote->loop, &remote->server, &handlers, remote);
    if (!remote->link) return;
    link_set_cookie(remote->link, remote->cookie);
    link_set_token(remote->link, remote->token);
    link_upgrade(remote->link, "/ws/1");
}

static void on_again(uv_timer_t *timer) { connect_link(timer->data); }

static void on_closed(void *context, const char *why) {
    struct remote *remote = context;
    remote->link = NULL;
    remote->is_open = false;
    if (!why) return;
    remote->is_lost = true;
    notice(remote, true, lang_text(remote->words, "join.lost"));
    uv_timer_start(&remote->again, on_again, AGAIN_MS, 0);
}

/* ---- As a host --------------------------------------------------------------------------------------------------- */

static bool take_news(struct host *host) {
    struct remote *remote = remote_of(host);
    uv_run(&remote->loop, UV_RUN_NOWAIT);
    bool has_changed = remote->has_changed;
    remote->has_changed = false;
    return has_changed;
}

static bool take_notice(struct host *host, const struct lang *lang, char *text, size_t size, bool *is_bad) {
    struct remote *remote = remote_of(host);
    remote->words = lang;
    if (!remote->has_notice) return false;
    snprintf(text, size, "%s", remote->notice);
    *is_bad = remote->is_bad;
    remote->has_notice = false;
    return true;
}

static void put_state(struct host *host, const struct lang *lang, struct text *out) {
    const struct remote *remote = remote_of(host);
    const char *key = !remote->is_open ? "join.state.lost" : remote->is_paused ? "join.state.paused" : "join.state";
    LANG_PUT(lang, out, remote->is_away ? "join.state.away" : key, {.name = "host", .text = remote->server.host},
             {.name = "code", .text = remote->code});
}

void remote_open(struct remote *remote, struct table *table, const struct lang *lang) {
    remote->table = table;
    remote->words = lang;
    snprintf(remote->lang, sizeof remote->lang, "%s", lang_code(lang));
    remote->host = (struct host){.play = play,
                                 .undo = undo,
                                 .answer = answer,
                                 .pass_ahead = pass_ahead,
                                 .talk = talk,
                                 .take_news = take_news,
                                 .take_notice = take_notice,
                                 .put_state = put_state,
                                 .file = uv_backend_fd(&remote->loop),
                                 .viewer = ARKAD_SPECTATOR};
    uv_timer_init(&remote->loop, &remote->again);
    remote->again.data = remote;
    connect_link(remote);
}

void remote_close(struct remote *remote) {
    uv_close((uv_handle_t *)&remote->again, NULL);
    if (remote->link) link_close(remote->link);
    uv_run(&remote->loop, UV_RUN_DEFAULT);
}

void remote_wait(struct remote *remote, int ms) {
    struct pollfd file = {.fd = remote->host.file, .events = POLLIN};
    int until = uv_backend_timeout(&remote->loop);
    poll(&file, 1, until >= 0 && until < ms ? until : ms);
    uv_run(&remote->loop, UV_RUN_NOWAIT);
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

struct asked {
    struct remote *remote;
    struct link *link;
    int status;
    json_t *body;
    bool is_done;
};

static void on_answer(void *context, int status, const char *body, size_t length) {
    struct asked *asked = context;
    asked->status = status;
    asked->body = json_loadb(body, length, 0, NULL);
    snprintf(asked->remote->cookie, TOKEN_MAX, "%s", link_cookie(asked->link));
    link_close(asked->link);
}

static void on_answer_closed(void *context, const char *why) {
    struct asked *asked = context;
    asked->is_done = true;
    if (why) notice(asked->remote, true, why);
}

static const struct link_handlers asked_handlers = {.answer = on_answer, .closed = on_answer_closed};

static void on_tick(uv_timer_t *timer) { (void)timer; }

json_t *remote_request(struct remote *remote, const char *method, const char *path, const json_t *body, int *status) {
    struct asked asked = {.remote = remote};
    asked.link = link_open(&remote->loop, &remote->server, &asked_handlers, &asked);
    if (!asked.link) return NULL;
    link_set_cookie(asked.link, remote->cookie);
    link_set_token(asked.link, remote->token);
    char *text = body ? json_dumps(body, JSON_COMPACT) : NULL;
    link_request(asked.link, method, path, text);
    free(text);
    uint64_t until = uv_hrtime() + (uint64_t)ANSWER_MS * 1000000;
    uv_timer_t ticks; /* so that the loop comes back to look at the time */
    uv_timer_init(&remote->loop, &ticks);
    uv_timer_start(&ticks, on_tick, 200, 200);
    while (!asked.is_done && uv_hrtime() < until) uv_run(&remote->loop, UV_RUN_ONCE);
    uv_close((uv_handle_t *)&ticks, NULL);
    if (!asked.is_done) link_close(asked.link);
    while (!asked.is_done) uv_run(&remote->loop, UV_RUN_ONCE);
    uv_run(&remote->loop, UV_RUN_NOWAIT);
    *status = asked.status;
    return asked.body;
}
