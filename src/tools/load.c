/*
 * `arkad load`: simulated people over real sockets. They come in as guests, create tables, sit down, give their shares
 * of the seed and play whole games with listed moves, drawn at random from their own views; when a game is over they
 * begin another one. Measuring begins when all tables are in play. With --verify they look at the log of every table at
 * the end: each move that was acknowledged must be there as it was made. Whoever has lost their connection comes back
 * for that, so that a server may be killed and started again under them.
 */
#include "cli/link.h"
#include "engine/fair.h"
#include "engine/json.h"
#include "engine/whole.h"
#include "lang/say.h"
#include "tools/commands.h"
#include "tools/proof.h"

#include <assert.h>
#include <jansson.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    TABLES_MAX = 10000,
    SETTING_UP_MAX = 32,   /* tables that are set up at the same time */
    SETTING_UP_MS = 60000, /* after that, measuring begins with those that are in play */
    DRAIN_MS = 30000,      /* at most, until answers that are under way have come */
    PATIENCE_MS = 60000,   /* without an answer, until what is left cannot be checked */
    TICK_MS = 250,
    BODY_MAX = 512,
};

struct load;
struct party;

struct player {
    struct party *party;
    struct link *link;
    int seat, number; /* where it sits; the last entry it knows */
    bool is_ready;    /* its WebSocket is open */
    bool has_share;   /* of the seed */
    uint8_t share[ARKAD_SEED_BYTES];
    bool is_moving; /* it has sent a move that is not answered yet */
    uint64_t sent_ns;
    char token[TOKEN_MAX];
    struct proof proof;
    int looks; /* how often it has asked for a part of a log; the last one is told by its id, -looks */
    char why_closed[128];
};

/* What a party is doing. */
enum step { COMING_IN, CREATING, SITTING, CONNECTING, PLAYING, GIVEN_UP };

/* The people of one table. */
struct party {
    struct load *load;
    struct link *rest; /* for requests; NULL when none is needed */
    enum step step;
    int at; /* the player whose request is under way */
    int ready;
    char code[PROOF_CODE_MAX];
    uv_timer_t timer; /* a pause before the next move */
    struct player *next_to_move;
    char move[ARKAD_MOVE_TEXT_MAX];
    struct player players[ARKAD_SEATS_MAX];
};

/* What the server says about itself. */
struct figures {
    bool is_known;
    double cpu_s, memory;
};

struct load {
    uv_loop_t loop;
    struct link_host server;
    const struct arkad_game *game;
    struct arkad_setup setup;
    int tables, players, seconds, pause_ms;
    struct party *parties;
    int begun, playing;
    struct link *metrics;
    struct figures before, after;
    bool is_measuring, is_ending;
    bool wants_proof, is_draining, is_verifying; /* --verify: no more moves are made; the logs are being read */
    struct findings findings;
    uint64_t news_ns; /* when draining began, and then the last answer to those who look up */
    uv_timer_t tick;
    uint64_t opened_ns, from_ns, to_ns;
    uint64_t moves, games, stale, errors;
    char first_error[256];
    uint32_t *latencies; /* microseconds */
    size_t latency_count, latency_room;
    uv_timer_t clock;
    uv_signal_t interrupt;
    bool is_shown;
};

static struct arkad_move listed[ARKAD_MOVES_MAX];

/* ---- What happened ----------------------------------------------------------------------------------------------- */

static void note_error(struct load *load, const char *what) {
    if (load->is_ending || load->is_verifying) return;
    if (!load->errors++) snprintf(load->first_error, sizeof load->first_error, "%.255s", what);
}

/* Its own move came back as an entry of the log: from now on the server may not lose it. */
static void note_told(struct player *player, const json_t *message) {
    const char *code = json_string_value(json_object_get(message, "table"));
    const char *move = json_string_value(json_object_get(json_object_get(message, "entry"), "move"));
    if (player->party->load->wants_proof && code && move && player->number)
        proof_note(&player->proof, code, player->number, move);
}

static void note_latency(struct load *load, uint64_t ns) {
    if (!load->is_measuring) return;
    load->moves++;
    if (load->latency_count == load->latency_room) {
        load->latency_room = load->latency_room ? 2 * load->latency_room : 1 << 16;
        load->latencies = realloc(load->latencies, load->latency_room * sizeof *load->latencies);
        if (!load->latencies) abort();
    }
    uint64_t us = ns / 1000;
    load->latencies[load->latency_count++] = us < UINT32_MAX ? (uint32_t)us : UINT32_MAX;
}

/* ---- Playing ----------------------------------------------------------------------------------------------------- */

/* A command that names the table; what else it says is put between this and send_command. */
struct order {
    char line[ARKAD_MOVE_TEXT_MAX + 128];
    struct text text;
    struct json json;
};

static void begin_command(struct order *order, const char *what, const char *table) {
    order->text = text_in(order->line, sizeof order->line);
    order->json = json_to(&order->text);
    json_put_open(&order->json, NULL, '{');
    json_put_word(&order->json, "do", what);
    if (table) json_put_word(&order->json, "table", table);
}

static void send_command(struct order *order, struct player *player) {
    json_close(&order->json, '}');
    assert(!order->text.is_full);
    link_send(player->link, order->line, order->text.used);
}

static void send_move(struct party *party) {
    struct player *player = party->next_to_move;
    struct order order;
    party->next_to_move = NULL;
    if (!player || !player->link || party->load->is_draining) return;
    begin_command(&order, "move", party->code);
    json_put_number(&order.json, "n", player->number + 1);
    json_put_word(&order.json, "move", party->move);
    json_put_number(&order.json, "id", player->number + 1);
    player->is_moving = true;
    player->sent_ns = uv_hrtime();
    send_command(&order, player);
}

static void on_pause_over(uv_timer_t *timer) { send_move(timer->data); }

/* Chooses a listed move from the view, by chance. */
static bool choose(struct player *player, const char *view, size_t length) {
    struct load *load = player->party->load;
    struct arkad_position position;
    char why[ARKAD_WHY_MAX];
    if (arkad_json_read(load->game, &load->setup, player->seat, view, length, &position, why)) {
        note_error(load, why);
        return false;
    }
    int count = arkad_list(load->game, &position, player->seat, listed);
    if (count <= 0) return false;
    arkad_move_write(load->game, &listed[rand() % count], player->party->move);
    return true;
}

/* Where the game waits for several, the lowest seat goes first: moves are measured, not conflicts. */
static void think(struct player *player, const json_t *message) {
    struct party *party = player->party;
    int pause = party->load->pause_ms;
    const json_t *view = json_object_get(message, "view"), *waits = json_object_get(message, "waits");
    if (party->load->is_draining || player->is_moving || !json_is_object(view) || !json_array_size(waits)) return;
    if (json_integer_value(json_array_get(waits, 0)) != player->seat) return;
    char *spelled = json_dumps(view, JSON_COMPACT);
    bool has_chosen = spelled && choose(player, spelled, strlen(spelled));
    free(spelled);
    if (!has_chosen) return;
    party->next_to_move = player;
    if (pause)
        uv_timer_start(&party->timer, on_pause_over, (uint64_t)(pause / 2 + rand() % (pause + 1)), 0);
    else
        send_move(party);
}

static void begin_table(struct party *party);

static bool is_text(const json_t *json, const char *text) {
    return json_is_string(json) && !strcmp(json_string_value(json), text);
}

static void on_entry(struct player *player, const json_t *message) {
    struct party *party = player->party;
    const json_t *kind = json_object_get(json_object_get(message, "entry"), "kind");
    player->number = whole_in(json_integer_value(json_object_get(message, "n")), 0, INT32_MAX - 1, 0);
    if (json_object_get(message, "re") && player->is_moving) {
        note_told(player, message);
        note_latency(party->load, uv_hrtime() - player->sent_ns);
        player->is_moving = false;
    }
    if (player == party->players && is_text(kind, "over")) {
        party->load->games++;
        if (!party->load->is_draining) begin_table(party);
        return;
    }
    think(player, message);
}

static bool is_looked_up(struct player *player, const json_t *message);

static void on_table(struct player *player, const json_t *message) {
    const json_t *seat = json_object_get(message, "seat");
    if (is_looked_up(player, message)) return;
    player->number = whole_in(json_integer_value(json_object_get(message, "n")), 0, INT32_MAX - 1, 0);
    player->is_moving = false;
    if (json_is_integer(seat)) player->seat = whole_in(json_integer_value(seat), 0, ARKAD_SEATS_MAX - 1, player->seat);
    think(player, message);
}

/* Its share of the seed: the hash, and when all have promised, the bytes. */
static void send_share(struct player *player, const char *what, const char *key,
                       const uint8_t bytes[ARKAD_SEED_BYTES]) {
    char hex[2 * ARKAD_SEED_BYTES + 1];
    struct order order;
    for (int i = 0; i < ARKAD_SEED_BYTES; i++) snprintf(hex + 2 * i, 3, "%02x", bytes[i]);
    begin_command(&order, what, player->party->code);
    json_put_word(&order.json, key, hex);
    send_command(&order, player);
}

static void on_promise(struct player *player) {
    uint8_t promise[ARKAD_SEED_BYTES];
    for (int i = 0; i < ARKAD_SEED_BYTES && !player->has_share; i++) player->share[i] = (uint8_t)rand();
    player->has_share = true;
    fair_promise(player->share, player->party->code, promise);
    send_share(player, "promise", "hash", promise);
}

static void on_give(struct player *player) {
    if (player->has_share) send_share(player, "give", "bytes", player->share);
}

static void on_error(struct player *player, const json_t *message) {
    const char *text = json_string_value(json_object_get(message, "message"));
    if (is_looked_up(player, message)) return;
    player->is_moving = false;
    if (is_text(json_object_get(message, "code"), "stale"))
        player->party->load->stale++;
    else
        note_error(player->party->load, text ? text : "an error without words");
}

static void on_message(void *context, const char *text, size_t length) {
    struct player *player = context;
    json_t *message = json_loadb(text, length, 0, NULL);
    const json_t *is = json_object_get(message, "is");
    if (is_text(is, "entry")) on_entry(player, message);
    if (is_text(is, "table")) on_table(player, message);
    if (is_text(is, "promise")) on_promise(player);
    if (is_text(is, "give")) on_give(player);
    if (is_text(is, "error")) on_error(player, message);
    json_decref(message);
}

/* ---- Coming to a table ------------------------------------------------------------------------------------------- */

static void watch(struct player *player, const char *code) {
    struct order order;
    begin_command(&order, "watch", code);
    json_put_number(&order.json, "since", 0);
    send_command(&order, player);
}

static void unwatch(struct player *player, const char *code) {
    struct order order;
    begin_command(&order, "unwatch", code);
    send_command(&order, player);
}

static void look_up_next(struct player *player);
static void begin_parties(struct load *load);

static void note_ready(struct party *party) {
    if (++party->ready < party->load->players) return;
    party->step = PLAYING;
    party->load->playing++;
    begin_parties(party->load);
}

static void on_opened(void *context) {
    struct player *player = context;
    struct order order;
    player->is_ready = true;
    begin_command(&order, "hello", NULL);
    send_command(&order, player);
    if (player->party->load->is_verifying) {
        look_up_next(player);
        return;
    }
    watch(player, player->party->code);
    note_ready(player->party);
}

static void on_no_upgrade(void *context, int status, const char *body, size_t length) {
    struct player *player = context;
    struct load *load = player->party->load;
    (void)length;
    note_error(load, body);
    if (load->is_verifying && status < 500) proof_give_up(&player->proof, body, &load->findings);
    snprintf(player->why_closed, sizeof player->why_closed, "%.127s", body);
    link_close(player->link);
}

static void on_player_closed(void *context, const char *why) {
    struct player *player = context;
    player->link = NULL;
    player->is_moving = player->is_ready = false;
    if (!why) return;
    note_error(player->party->load, why);
    snprintf(player->why_closed, sizeof player->why_closed, "%s", why);
}

static const struct link_handlers player_handlers = {on_no_upgrade, on_opened, on_message, on_player_closed};

static void connect_player(struct player *player) {
    struct load *load = player->party->load;
    player->link = link_open(&load->loop, &load->server, &player_handlers, player);
    link_set_cookie(player->link, player->token);
    link_upgrade(player->link, "/ws/1");
}

static void connect_players(struct party *party) {
    struct load *load = party->load;
    bool is_first_game = !party->players[0].link;
    party->step = is_first_game ? CONNECTING : PLAYING;
    for (int i = 0; i < load->players; i++) {
        struct player *player = &party->players[i];
        if (is_first_game)
            connect_player(player);
        else if (player->link)
            watch(player, party->code);
    }
}

/* ---- Requests ---------------------------------------------------------------------------------------------------- */

/* The first one makes the table and sits at it; the other seats are open. */
static void write_table(const struct load *load, char body[BODY_MAX]) {
    struct text text = text_in(body, BODY_MAX);
    struct json json = json_to(&text);
    json_put_open(&json, NULL, '{');
    json_put_word(&json, "game", arkad_game_name(load->game));
    json_put_open(&json, "options", '{');
    json_put_number(&json, "starter", 0);
    json_close(&json, '}');
    json_put_number(&json, "players", load->players);
    json_put_flag(&json, "public", false);
    json_put_open(&json, "seats", '[');
    for (int i = 0; i < load->players; i++) {
        json_put_open(&json, NULL, '{');
        json_put_word(&json, "kind", i ? "open" : "me");
        json_close(&json, '}');
    }
    json_close(&json, ']'), json_close(&json, '}');
}

static void ask(struct party *party) {
    char path[64], body[BODY_MAX];
    const char *token = party->players[party->at].token;
    link_set_cookie(party->rest, party->step == COMING_IN ? "" : token);
    if (party->step == COMING_IN) {
        link_request(party->rest, "POST", "/api/1/guest", "{}");
    } else if (party->step == CREATING) {
        write_table(party->load, body);
        link_request(party->rest, "POST", "/api/1/tables", body);
    } else {
        snprintf(path, sizeof path, "/api/1/tables/%s/sit", party->code);
        link_request(party->rest, "POST", path, "{}");
    }
}

/* What to do after the answer to a request. */
static void take_next_step(struct party *party) {
    int players = party->load->players;
    if (party->step == COMING_IN && ++party->at == players) {
        party->step = CREATING;
        party->at = 0;
    } else if (party->step == CREATING) {
        party->step = SITTING;
        party->at = 1;
    } else if (party->step == SITTING && ++party->at == players) {
        link_close(party->rest);
        connect_players(party);
        return;
    }
    ask(party);
}

static void unwatch_old(struct party *party) {
    for (int i = 0; i < party->load->players && *party->code; i++)
        if (party->players[i].link) unwatch(&party->players[i], party->code);
}

static bool take_code(struct party *party, const char *body) {
    json_t *table = json_loads(body, 0, NULL);
    const char *code = json_string_value(json_object_get(table, "code"));
    unwatch_old(party);
    snprintf(party->code, sizeof party->code, "%s", code ? code : "");
    for (int i = 0; i < party->load->players; i++) party->players[i].has_share = false;
    json_decref(table);
    return *party->code;
}

static void give_up(struct party *party, const char *why) {
    note_error(party->load, why);
    if (party->step == GIVEN_UP) return;
    if (party->step != PLAYING && !party->players[0].link) party->load->playing++; /* it is not waited for */
    party->step = GIVEN_UP;
    begin_parties(party->load);
}

static void on_answer(void *context, int status, const char *body, size_t length) {
    struct party *party = context;
    (void)length;
    if (status >= 400 || (party->step == CREATING && !take_code(party, body))) {
        give_up(party, body);
        link_close(party->rest);
        return;
    }
    if (party->step == COMING_IN) snprintf(party->players[party->at].token, TOKEN_MAX, "%s", link_cookie(party->rest));
    take_next_step(party);
}

static void on_rest_closed(void *context, const char *why) {
    struct party *party = context;
    party->rest = NULL;
    if (why) give_up(party, why);
}

static const struct link_handlers rest_handlers = {.answer = on_answer, .closed = on_rest_closed};

static void begin_table(struct party *party) {
    struct load *load = party->load;
    if (load->is_ending || party->rest) return;
    party->step = *party->players[0].token ? CREATING : COMING_IN;
    party->at = 0;
    party->rest = link_open(&load->loop, &load->server, &rest_handlers, party);
    ask(party);
}

static void begin_parties(struct load *load) {
    while (load->begun < load->tables && load->begun - load->playing < SETTING_UP_MAX)
        begin_table(&load->parties[load->begun++]);
}

/* ---- The server's figures ---------------------------------------------------------------------------------------- */

static double find_figure(const char *page, const char *name) {
    const char *at = strstr(page, name);
    return at ? strtod(at + strlen(name), NULL) : 0;
}

static void end_all(struct load *load);

static void on_metrics(void *context, int status, const char *body, size_t length) {
    struct load *load = context;
    struct figures *figures = load->is_ending ? &load->after : &load->before;
    (void)length;
    if (status == 200)
        *figures = (struct figures){true, find_figure(body, "\nprocess_cpu_seconds_total "),
                                    find_figure(body, "\nprocess_resident_memory_max_bytes ")};
    link_close(load->metrics);
}

static void on_metrics_closed(void *context, const char *why) {
    struct load *load = context;
    (void)why;
    load->metrics = NULL;
    if (load->is_ending) end_all(load);
}

static const struct link_handlers metrics_handlers = {.answer = on_metrics, .closed = on_metrics_closed};

static void ask_for_metrics(struct load *load) {
    load->metrics = link_open(&load->loop, &load->server, &metrics_handlers, load);
    link_request(load->metrics, "GET", "/metrics", NULL);
}

/* ---- Looking everything up --------------------------------------------------------------------------------------- */

static void look_up_next(struct player *player) {
    const struct receipt *next = proof_next(&player->proof);
    struct order order;
    if (!next || !player->is_ready) return;
    begin_command(&order, "watch", next->code);
    json_put_number(&order.json, "since", next->number - 1);
    json_put_number(&order.json, "until", next->number - 1 + PROOF_PIECE);
    json_put_number(&order.json, "id", -++player->looks);
    send_command(&order, player);
}

/* Whether the message answers what the player looks up; then that is compared, and the next is asked for. */
static bool is_looked_up(struct player *player, const json_t *message) {
    struct load *load = player->party->load;
    const struct receipt *next = proof_next(&player->proof);
    if (!load->is_verifying) return false;
    if (!next || !player->looks || json_integer_value(json_object_get(message, "re")) != -player->looks) return true;
    char code[PROOF_CODE_MAX];
    memcpy(code, next->code, sizeof code);
    load->news_ns = uv_hrtime();
    if (is_text(json_object_get(message, "is"), "table")) {
        proof_compare(&player->proof, json_object_get(message, "entries"), &load->findings);
        unwatch(player, code);
    } else {
        const char *why = json_string_value(json_object_get(message, "message"));
        bool is_gone = is_text(json_object_get(message, "code"), "no-table");
        proof_skip(&player->proof, is_gone, why ? why : "an error without words", &load->findings);
    }
    look_up_next(player);
    return true;
}

/* For every player, until `what` says no; whether it never did. */
static bool all_players(struct load *load, bool (*what)(struct player *player)) {
    for (int i = 0; i < load->tables * load->players; i++)
        if (!what(&load->parties[i / load->players].players[i % load->players])) return false;
    return true;
}

static bool has_its_answer(struct player *player) { return !player->is_moving; }
static bool has_looked_up_all(struct player *player) { return !proof_next(&player->proof); }

static bool begin_to_look_up(struct player *player) {
    look_up_next(player);
    return true;
}

static bool come_back(struct player *player) {
    if (proof_next(&player->proof) && !player->link) connect_player(player);
    return true;
}

static bool give_up_proof(struct player *player) {
    const char *why = *player->why_closed ? player->why_closed : "the server has not answered";
    proof_give_up(&player->proof, why, &player->party->load->findings);
    return true;
}

static void finish_load(struct load *load);

/* No more moves are made. When the answers that are under way have come, everything is looked up. */
static void on_tick(uv_timer_t *tick) {
    struct load *load = tick->data;
    uint64_t ms = (uv_hrtime() - load->news_ns) / 1000000;
    if (load->is_ending) return;
    if (!load->is_verifying && (all_players(load, has_its_answer) || ms > DRAIN_MS)) {
        load->is_verifying = true;
        load->news_ns = uv_hrtime();
        all_players(load, begin_to_look_up);
    }
    if (!load->is_verifying) return;
    all_players(load, come_back);
    if (ms > PATIENCE_MS) all_players(load, give_up_proof);
    if (all_players(load, has_looked_up_all)) finish_load(load);
}

/* ---- Measuring --------------------------------------------------------------------------------------------------- */

static void end_all(struct load *load) {
    for (int i = 0; i < load->tables; i++) {
        struct party *party = &load->parties[i];
        if (party->rest) link_close(party->rest);
        if (party->load) uv_close((uv_handle_t *)&party->timer, NULL);
        for (int j = 0; j < load->players; j++)
            if (party->players[j].link) link_close(party->players[j].link);
    }
    uv_close((uv_handle_t *)&load->clock, NULL);
    uv_close((uv_handle_t *)&load->interrupt, NULL);
    uv_close((uv_handle_t *)&load->tick, NULL);
}

static void finish_load(struct load *load) {
    bool has_proof = load->is_verifying && all_players(load, has_looked_up_all);
    if (load->is_ending || (load->is_draining && !has_proof)) return;
    load->is_measuring = false;
    if (!load->to_ns) load->to_ns = uv_hrtime();
    uv_timer_stop(&load->clock);
    if (load->wants_proof && !load->is_draining) { /* answers that are under way still come */
        load->is_draining = true;
        load->news_ns = uv_hrtime();
        uv_timer_start(&load->tick, on_tick, TICK_MS, TICK_MS);
        return;
    }
    load->is_ending = true;
    if (load->metrics)
        end_all(load); /* the first figures have never come */
    else
        ask_for_metrics(load);
}

static void on_interrupt(uv_signal_t *interrupt, int number) {
    (void)number;
    finish_load(interrupt->data);
}

static void show_progress(const struct load *load, uint64_t now) {
    if (!load->is_shown) return;
    if (!load->is_measuring) {
        fputs("\r\033[K", stderr);
        PRINT(stderr, "load.setting", {.name = "done", .number = load->playing},
              {.name = "all", .number = load->tables});
    } else {
        double passed = (double)(now - load->from_ns) / 1e9;
        fputs("\r\033[K", stderr);
        PRINT(stderr, "load.progress", {.name = "passed", .number = (long)passed},
              {.name = "all", .number = load->seconds}, {.name = "moves", .number = (long)load->moves},
              {.name = "rate", .number = (long)((double)load->moves / (passed > 0.1 ? passed : 0.1))});
    }
    fflush(stderr);
}

static void on_clock(uv_timer_t *clock) {
    struct load *load = clock->data;
    uint64_t now = uv_hrtime();
    bool is_ready = load->playing == load->tables || now - load->opened_ns > (uint64_t)SETTING_UP_MS * 1000000;
    if (!load->is_measuring && is_ready) {
        load->is_measuring = true;
        load->from_ns = now;
        ask_for_metrics(load);
    }
    show_progress(load, now);
    if (load->is_measuring && now - load->from_ns >= (uint64_t)load->seconds * 1000000000) finish_load(load);
}

static void run(struct load *load) {
    load->opened_ns = load->from_ns = uv_hrtime();
    for (int i = 0; i < load->tables; i++) {
        struct party *party = &load->parties[i];
        party->load = load;
        uv_timer_init(&load->loop, &party->timer);
        party->timer.data = party;
        for (int j = 0; j < load->players; j++) party->players[j] = (struct player){.party = party, .seat = j};
    }
    begin_parties(load);
    uv_timer_init(&load->loop, &load->clock);
    uv_signal_init(&load->loop, &load->interrupt);
    uv_timer_init(&load->loop, &load->tick);
    load->clock.data = load->interrupt.data = load->tick.data = load;
    uv_timer_start(&load->clock, on_clock, 50, 200);
    uv_signal_start(&load->interrupt, on_interrupt, SIGINT);
    uv_run(&load->loop, UV_RUN_DEFAULT);
    if (load->is_shown) fputs("\r\033[K", stderr);
}

/* ---- The report -------------------------------------------------------------------------------------------------- */

static int by_size(const void *a, const void *b) {
    uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
    return (left > right) - (left < right);
}

static double latency_ms(const struct load *load, double share) {
    if (!load->latency_count) return 0;
    size_t at = (size_t)((double)(load->latency_count - 1) * share);
    return load->latencies[at] / 1000.0;
}

static void print_decimal(const char *key, double value, int places) {
    char text[32];
    snprintf(text, sizeof text, "%.*f", places, value);
    PRINT(stdout, key, {.name = "value", .text = text});
    putchar('\n');
}

static void report_text(const struct load *load, double seconds, double cpu_s) {
    PRINT(stdout, "load.title", {.name = "game", .text = say_title(program_lang(), load->game)},
          {.name = "tables", .number = load->tables}, {.name = "players", .number = load->players});
    putchar('\n');
    print_decimal("load.moves", (double)load->moves / seconds, 0);
    char texts[4][24];
    const double shares[] = {0.5, 0.95, 0.99, 1};
    for (int i = 0; i < 4; i++) snprintf(texts[i], sizeof texts[i], "%.1f", latency_ms(load, shares[i]));
    PRINT(stdout, "load.latency", {.name = "half", .text = texts[0]}, {.name = "most", .text = texts[1]},
          {.name = "all", .text = texts[2]}, {.name = "max", .text = texts[3]});
    putchar('\n');
    if (load->after.is_known) {
        print_decimal("load.cpu", 100 * cpu_s / seconds, 0);
        print_decimal("load.cpu.moves", cpu_s > 0 ? (double)load->moves / cpu_s : 0, 0);
        print_decimal("load.memory", load->after.memory / 1048576, 1);
    } else {
        printf("%s\n", word("load.cpu.unknown"));
    }
    PRINT(stdout, "load.games", {.name = "games", .number = (long)load->games});
    putchar('\n');
    PRINT(stdout, "load.errors", {.name = "errors", .number = (long)load->errors},
          {.name = "stale", .number = (long)load->stale});
    putchar('\n');
    if (load->errors) printf("  %s\n", load->first_error);
    if (!load->wants_proof) return;
    PRINT(stdout, "load.verified", {.name = "moves", .number = (long)load->findings.found},
          {.name = "lost", .number = (long)load->findings.lost},
          {.name = "unchecked", .number = (long)load->findings.unchecked});
    putchar('\n');
    if (*load->findings.first_lost) printf("  %s\n", load->findings.first_lost);
    if (*load->findings.why_unchecked) printf("  %s\n", load->findings.why_unchecked);
}

static void report_json(const struct load *load, double seconds, double cpu_s) {
    char line[2048];
    struct text text = text_in(line, sizeof line);
    struct json out = json_to(&text);
    json_put_open(&out, NULL, '{');
    json_put_word(&out, "game", arkad_game_name(load->game));
    json_put_number(&out, "tables", load->tables);
    json_put_number(&out, "players", load->players);
    json_put_number(&out, "pause_ms", load->pause_ms);
    json_put_real(&out, "seconds", seconds, 1);
    json_put_number(&out, "moves", (long)load->moves);
    json_put_real(&out, "moves_per_second", (double)load->moves / seconds, 0);
    json_put_real(&out, "p50_ms", latency_ms(load, 0.5), 2);
    json_put_real(&out, "p95_ms", latency_ms(load, 0.95), 2);
    json_put_real(&out, "p99_ms", latency_ms(load, 0.99), 2);
    json_put_real(&out, "max_ms", latency_ms(load, 1), 2);
    if (load->after.is_known) {
        json_put_real(&out, "cpu_seconds", cpu_s, 2);
        json_put_real(&out, "moves_per_cpu_second", cpu_s > 0 ? (double)load->moves / cpu_s : 0, 0);
        json_put_real(&out, "memory_max_bytes", load->after.memory, 0);
    }
    json_put_number(&out, "games", (long)load->games);
    json_put_number(&out, "stale", (long)load->stale);
    json_put_number(&out, "errors", (long)load->errors);
    if (load->wants_proof) {
        json_put_number(&out, "verified", (long)load->findings.found);
        json_put_number(&out, "lost", (long)load->findings.lost);
        json_put_number(&out, "unchecked", (long)load->findings.unchecked);
        json_put_text(&out, "first_lost", load->findings.first_lost);
        json_put_text(&out, "why_unchecked", load->findings.why_unchecked);
    }
    if (load->errors)
        json_put_text(&out, "first_error", load->first_error);
    else
        json_put_null(&out, "first_error");
    json_close(&out, '}');
    puts(line);
}

static enum status report(struct load *load, bool is_json) {
    double seconds = (double)(load->to_ns - load->from_ns) / 1e9;
    double cpu_s = load->after.cpu_s - load->before.cpu_s;
    if (load->latency_count) qsort(load->latencies, load->latency_count, sizeof *load->latencies, by_size);
    if (!load->before.is_known) load->after.is_known = false;
    if (is_json)
        report_json(load, seconds, cpu_s);
    else
        report_text(load, seconds, cpu_s);
    bool is_unproved = load->wants_proof && !findings_are_good(&load->findings);
    return finish(load->errors || !load->moves || is_unproved ? NO : YES);
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static enum status read_load(const struct request *request, struct load *load) {
    char why[512];
    load->tables = 10;
    load->seconds = 10;
    load->game = request->game ? read_game(request->game) : arkad_game_at(0);
    if (!load->game) return WRONG_USAGE;
    arkad_setup_default(load->game, &load->setup);
    int min = arkad_players_min(load->game), max = arkad_players_max(load->game);
    load->players = min < 4 && max >= 4 ? 4 : min;
    if ((request->tables && read_number("--tables", request->tables, 1, TABLES_MAX, &load->tables)) ||
        (request->seconds && read_number("--seconds", request->seconds, 1, 86400, &load->seconds)) ||
        (request->players && read_number("--players", request->players, min, max, &load->players)) ||
        (request->pause && read_number("--pause", request->pause, 0, 60000, &load->pause_ms)))
        return WRONG_USAGE;
    load->setup.players = (uint8_t)load->players;
    load->wants_proof = request->is_verify;
    if (link_find_host(request->words[0], &load->server, why, sizeof why)) return complain(NO, "%s", why);
    return YES;
}

enum status run_load(const struct request *request) {
    static struct load load;
    if (request->word_count != 1)
        return complain(WRONG_USAGE, "arkad load takes the address of a server: arkad load http://localhost:8080");
    enum status status = read_load(request, &load);
    if (status) return status;
    load.parties = calloc((size_t)load.tables, sizeof *load.parties);
    if (!load.parties || uv_loop_init(&load.loop)) return complain(NO, "there is not enough memory");
    signal(SIGPIPE, SIG_IGN);
    load.is_shown = isatty(STDERR_FILENO);
    run(&load);
    uv_loop_close(&load.loop);
    status = report(&load, request->is_json);
    for (int i = 0; i < load.tables * load.players; i++)
        proof_end(&load.parties[i / load.players].players[i % load.players].proof);
    free(load.parties);
    free(load.latencies);
    return status;
}
