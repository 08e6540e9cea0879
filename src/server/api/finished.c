/*
 * Games that are over: as a file, step by step from every seat, and analysed.
 */
#include "server/api/finished.h"

#include "bots/review.h"
#include "engine/json.h"
#include "server/api/record.h"
#include "server/common/log.h"
#include "server/table/seed.h"
#include "server/table/setup.h"
#include "server/table/table_json.h"
#include "server/table/think.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    LINE_SIZE = 16384, /* of a saved game: a deal's shuffles of 112 cards, a map */
    ROOM_SIZE = 32768, /* of a replay: a table with its map, or a step with its view */
};

/* ---- A game played again ----------------------------------------------------------------------------------------- */

/* What is done with each move of a game that is played again. */
struct again {
    struct record record;
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct arkad_map map;
    struct arkad_position position;
    struct arkad_tape tape;
    struct arkad_move move;
    int number, seat;
    bool is_bad; /* what is stored cannot be played, or there is no memory */
    bool (*step)(struct again *again);
    void (*end)(struct again *again); /* after the last one; NULL: nothing */
    FILE *out;                        /* what comes of it */
    struct json json;                 /* a replay, written piece by piece into `room` */
    struct text text;
    char room[ROOM_SIZE];
    int viewer;
    json_t *table; /* as it is shown */
    struct review review;
};

static bool play_move(int seat, const struct arkad_move *move, void *context) {
    struct again *again = context;
    assert(again->step && !arkad_is_over(&again->position));
    again->move = *move;
    again->number++;
    again->seat = seat;
    memset(&again->tape, 0, sizeof again->tape);
    arkad_apply(again->game, &again->position, seat, &again->move, &again->tape);
    again->is_bad = !again->step(again);
    return !again->is_bad;
}

/* Deals and plays the whole game, calling `step` after the deal (number 0) and after every move. */
static bool play_again(struct call *call, struct again *again) {
    char why[ARKAD_WHY_MAX];
    again->game = arkad_game_find(again->record.row.game);
    again->is_bad = setup_read(&again->record.row, &again->setup, &again->map, why) ||
                    arkad_deal(again->game, &again->setup, &again->position, &again->tape, why) || !again->step(again);
    enum store_answer answer =
        again->is_bad ? STORE_NONE : table_read_moves(call->server, &again->record.row, play_move, again);
    if (answer == STORE_FAILED) return call_stored(call, answer);
    if (answer == STORE_OK && !again->is_bad) return true;
    LOG_EVENT(call->server, LOG_LINE_ERROR, "table-broken", {.name = "table", .text = again->record.row.code});
    call_refuse(call, 500, "bad-game-stored");
    return false;
}

/* The table that the call names, if its game is over. */
static bool find_finished(struct call *call, struct record *record) {
    if (!record_find(call, record)) return false;
    if (record->row.state == TABLE_OVER) return true;
    call_refuse(call, 409, "not-over");
    return false;
}

/* ---- As a file --------------------------------------------------------------------------------------------------- */

static void put_head(const struct again *again) {
    const struct store_table *row = &again->record.row;
    struct arkad_fair fair = {.starting = (uint8_t)seed_starting(row)};
    char line[LINE_SIZE];
    snprintf(fair.code, sizeof fair.code, "%s", row->code);
    memcpy(fair.commitment, row->commitment, sizeof fair.commitment);
    memcpy(fair.secret, row->secret, sizeof fair.secret);
    fair.has_promises = row->has_promises;
    for (int i = 0; i < row->players; i++) {
        fair.has_promised[i] = again->record.seats[i].has_promised;
        memcpy(fair.promised[i], again->record.seats[i].promised, sizeof fair.promised[i]);
        fair.has_given[i] = again->record.seats[i].has_given;
        memcpy(fair.given[i], again->record.seats[i].given, sizeof fair.given[i]);
    }
    arkad_trace_fair_head(again->game, &again->setup, &fair, line, sizeof line);
    fprintf(again->out, "%s\n", line);
}

static bool save_step(struct again *again) {
    char line[LINE_SIZE];
    if (!again->number) {
        put_head(again);
        return true;
    }
    struct arkad_step step = {.number = again->number, .seat = again->seat, .move = &again->move, .tape = &again->tape};
    arkad_trace_move(again->game, &step, line, sizeof line);
    fprintf(again->out, "%s\n", line);
    if (!arkad_is_over(&again->position)) return true;
    arkad_trace_result(again->game, &again->position, line, sizeof line);
    fprintf(again->out, "%s\n", line);
    return true;
}

/* Whether everything is in it. */
static bool close_text(FILE *out) {
    bool is_bad = ferror(out);
    return !fclose(out) && !is_bad;
}

/* Plays the game; what the steps print is the answer. */
static void answer_printed(struct call *call, struct again *again, const char *type) {
    char *text = NULL;
    size_t length = 0;
    again->out = open_memstream(&text, &length);
    if (!again->out) {
        call_refuse(call, 503, "busy");
        return;
    }
    bool is_played = play_again(call, again);
    if (is_played && again->end) again->end(again);
    bool is_whole = close_text(again->out);
    if (is_played && is_whole)
        call_text(call, type, text, length);
    else if (is_played)
        call_refuse(call, 503, "busy");
    free(text);
}

static void get_game(struct call *call) {
    struct again *again = calloc(1, sizeof *again);
    if (again && find_finished(call, &again->record)) {
        again->step = save_step;
        snprintf(call->headers, sizeof call->headers, "Content-Disposition: attachment; filename=\"%s-%s.jsonl\"\r\n",
                 again->record.row.game, again->record.row.code);
        answer_printed(call, again, "application/x-ndjson");
    }
    if (!again) call_refuse(call, 503, "busy");
    free(again);
}

/* ---- Step by step ------------------------------------------------------------------------------------------------ */

/* Whether the viewer saw the last move: others' secret moves are null until the end. */
static bool is_seen(const struct again *again) {
    return again->viewer < 0 || again->seat == again->viewer || arkad_is_over(&again->position) ||
           !arkad_is_secret(again->game, &again->move);
}

static void put_move(struct again *again, struct json *json) {
    char move[ARKAD_MOVE_TEXT_MAX];
    if (again->number)
        json_put_number(json, "seat", again->seat);
    else
        json_put_null(json, "seat");
    if (!again->number || !is_seen(again)) {
        json_put_null(json, "move");
        return;
    }
    arkad_move_write(again->game, &again->move, move);
    json_put_word(json, "move", move);
}

/* What was written goes into the answer. */
static bool flush(struct again *again) {
    bool is_whole = !again->text.is_full;
    fwrite(again->room, 1, again->text.used, again->out);
    again->text = text_in(again->room, sizeof again->room);
    return is_whole;
}

/* What the viewer saw when the game was on. */
static bool replay_step(struct again *again) {
    struct arkad_position view = again->position;
    struct json *json = &again->json;
    char value[ARKAD_JSON_MAX];
    int viewer = again->viewer < 0 ? ARKAD_SPECTATOR : again->viewer;
    for (int i = 0; again->viewer < 0 && i < again->tape.count; i++) again->tape.events[i].seen_by = 0xff;
    if (again->viewer >= 0) arkad_view(again->game, &again->position, again->viewer, &view);
    json_put_open(json, NULL, '{');
    json_put_number(json, "n", again->number);
    put_move(again, json);
    json_put_value(json, "chance", value, arkad_chance_write(again->game, &again->tape, viewer, value));
    json_put_value(json, "view", value, arkad_json_write(again->game, &view, value));
    json_close(json, '}');
    return flush(again);
}

/* The deal comes first, after the table itself. */
static bool replay_first(struct again *again) {
    char *table = json_dumps(again->table, JSON_COMPACT);
    if (!table) return false;
    again->text = text_in(again->room, sizeof again->room);
    again->json = json_to(&again->text);
    json_put_open(&again->json, NULL, '{');
    json_put_value(&again->json, "table", table, strlen(table));
    json_put_open(&again->json, "steps", '[');
    free(table);
    again->step = replay_step;
    return flush(again) && replay_step(again);
}

static void replay_end(struct again *again) {
    json_close(&again->json, ']'), json_close(&again->json, '}');
    flush(again);
}

/* seat=K, or seat=all for everything; without it what spectators saw. NULL, or the code of what is wrong. */
static const char *read_viewer(const struct call *call, int players, int *viewer) {
    char value[8];
    *viewer = ARKAD_SPECTATOR;
    if (!call_query(call->request->query, "seat", value, sizeof value)) return NULL;
    *viewer = !strcmp(value, "all") ? -1 : value[0] >= '0' && value[0] <= '9' && !value[1] ? value[0] - '0' : players;
    return *viewer < players ? NULL : "bad-seat";
}

static void get_replay(struct call *call) {
    struct again *again = calloc(1, sizeof *again);
    if (again && find_finished(call, &again->record)) {
        const char *wrong = read_viewer(call, again->record.row.players, &again->viewer);
        again->step = replay_first;
        again->end = replay_end;
        again->table = table_json(call->server, &again->record.row, again->record.seats, call->account.id);
        if (wrong)
            call_refuse(call, 422, wrong);
        else
            answer_printed(call, again, "application/json");
        json_decref(again->table);
    }
    if (!again) call_refuse(call, 503, "busy");
    free(again);
}

/* ---- Analyses ---------------------------------------------------------------------------------------------------- */

static bool review_next(struct again *again) {
    if (!again->number) return review_begin(&again->review, again->game, &again->position);
    return review_move(&again->review, again->seat, &again->move, &again->position);
}

/* An analysis is done: stored as the text that is sent. */
static void keep(struct server *server, int64_t table, const struct review *review) {
    char *text = NULL;
    size_t length = 0;
    FILE *out = open_memstream(&text, &length);
    if (!out) return;
    review_print(review, out);
    bool is_whole = close_text(out);
    if (is_whole && store_put_analysis(server->store, table, text) == STORE_FAILED) server_cannot_save(server);
    free(text);
}

static void reply_state(struct call *call, enum think_state state, double progress) {
    call_reply(call, 202,
               json_pack("{s:s, s:f}", "state", state == THINK_RUNNING ? "running" : "queued", "progress", progress));
}

static void begin_analysis(struct call *call, struct again *again) {
    if (!limits_allow_account(call->server, LIMIT_ANALYSIS, call->account.id)) {
        call_limited(call, LIMIT_ANALYSIS);
        return;
    }
    again->step = review_next;
    if (!play_again(call, again))
        review_free(&again->review);
    else if (think_review(call->server->think, again->record.row.id, &again->review, call->server->config.analysis_ms,
                          keep))
        reply_state(call, THINK_QUEUED, 0);
    else
        call_refuse(call, 503, "busy");
}

/* Done, under way, or begun now. */
static void answer_analysis(struct call *call, struct again *again) {
    char *text = NULL;
    double progress = 0;
    int64_t table = again->record.row.id;
    enum store_answer answer = store_get_analysis(call->server->store, table, &text);
    enum think_state state = think_state(call->server->think, table, &progress);
    if (answer == STORE_FAILED)
        call_stored(call, answer);
    else if (answer == STORE_OK)
        call_reply(call, 200,
                   json_pack("{s:s, s:f, s:o}", "state", "done", "progress", 1.0, "analysis",
                             json_loads(text, JSON_REJECT_DUPLICATES, NULL)));
    else if (state != THINK_NONE)
        reply_state(call, state, progress);
    else
        begin_analysis(call, again);
    free(text);
}

static void post_analysis(struct call *call) {
    struct again *again = calloc(1, sizeof *again);
    if (again && find_finished(call, &again->record)) answer_analysis(call, again);
    if (!again) call_refuse(call, 503, "busy");
    free(again);
}

static const struct route ROUTES[] = {
    {"GET", "tables/*/game", 0, get_game},
    {"GET", "tables/*/replay", 0, get_replay},
    {"POST", "tables/*/analysis", NEEDS_SOMEBODY, post_analysis},
};

bool finished_request(struct server *server, const struct net_request *request) {
    return call_route(server, request, ROUTES, sizeof ROUTES / sizeof *ROUTES);
}
