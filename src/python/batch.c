/*
 * Steps of many games at once.
 */
#include "python/batch.h"

#include "bots/simple.h"
#include "engine/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

struct batch *batch_open(const struct arkad_game *game, int players, const char *options, int count, int width,
                         uint64_t seed, const struct batch_rows *rows) {
    if (strlen(options) >= BATCH_OPTIONS_MAX) return NULL;
    struct batch *batch = calloc(1, sizeof *batch);
    if (!batch) return NULL;
    *batch =
        (struct batch){.game = game, .players = players, .count = count, .width = width, .seed = seed, .rows = *rows};
    strcpy(batch->options, options);
    batch->positions = calloc((size_t)count, sizeof *batch->positions);
    batch->offered = calloc((size_t)count * (size_t)width, sizeof *batch->offered);
    batch->episodes = calloc((size_t)count, sizeof *batch->episodes);
    if (batch->positions && batch->offered && batch->episodes) return batch;
    batch_close(batch);
    return NULL;
}

void batch_close(struct batch *batch) {
    free(batch->positions);
    free(batch->offered);
    free(batch->episodes);
    free(batch);
}

static struct arkad_move *moves_of(const struct batch *batch, int at) {
    return batch->offered + (size_t)at * (size_t)batch->width;
}

/* The seed of the next game of a row: it follows from the batch's seed, the row and how many were played there. */
static void next_seed(const struct batch *batch, int at, uint8_t seed[ARKAD_SEED_BYTES]) {
    const uint64_t parts[] = {batch->seed, (uint64_t)at, batch->episodes[at]++};
    memset(seed, 0, ARKAD_SEED_BYTES);
    for (int i = 0; i < (int)sizeof parts; i++) seed[i] = (uint8_t)(parts[i / 8] >> 8 * (i % 8));
}

static const char *deal(struct batch *batch, int at, char why[ARKAD_WHY_MAX]) {
    struct arkad_setup setup;
    arkad_setup_default(batch->game, &setup);
    setup.players = (uint8_t)batch->players;
    next_seed(batch, at, setup.seed);
    const char *wrong = arkad_setup_options(batch->game, &setup, batch->options, why);
    return wrong ? wrong : arkad_deal(batch->game, &setup, &batch->positions[at], NULL, why);
}

/* Of more moves than a row has room for a spread is offered, the first and the last among them. */
static void offer(const struct batch *batch, int at, const struct arkad_move *listed, int count) {
    struct arkad_move *moves = moves_of(batch, at);
    int width = batch->width;
    if (count <= width) {
        memcpy(moves, listed, (size_t)count * sizeof *moves);
        return;
    }
    for (int i = 0; i < width; i++) moves[i] = listed[width > 1 ? (int64_t)i * (count - 1) / (width - 1) : 0];
}

static int offered_in(const struct batch *batch, int at) {
    return batch->rows.counts[at] < batch->width ? batch->rows.counts[at] : batch->width;
}

/* Moves are judged from the view: what is hidden does not show in their figures. */
static void tell_figures(const struct batch *batch, int at, int seat, const struct arkad_position *view) {
    int16_t *figures = batch->rows.figures + (size_t)at * (size_t)batch->width;
    int count = offered_in(batch, at);
    for (int i = 0; i < batch->width; i++) {
        bool has_figure = i < count && batch->game->figure;
        figures[i] = (int16_t)(has_figure ? batch->game->figure(view, seat, &moves_of(batch, at)[i]) : NO_FIGURE);
    }
}

/* What the seat that is asked now sees, and may do. */
static void tell(const struct batch *batch, int at) {
    const struct batch_rows *rows = &batch->rows;
    const struct arkad_position *position = &batch->positions[at];
    struct arkad_position view;
    struct arkad_move listed[ARKAD_MOVES_MAX];
    int seat = __builtin_ctz(arkad_waits(batch->game, position));
    size_t row = (size_t)at, size = arkad_position_size(batch->game), width = (size_t)batch->width;
    rows->seats[at] = (int8_t)seat;
    rows->counts[at] = arkad_list(batch->game, position, seat, listed);
    offer(batch, at, listed, rows->counts[at]);
    size_t offered = (size_t)offered_in(batch, at);
    if (rows->views || rows->figures) arkad_view(batch->game, position, seat, &view);
    if (rows->views) memcpy(rows->views + row * size, view.bytes, size);
    if (rows->figures) tell_figures(batch, at, seat, &view);
    if (rows->moves) memcpy(rows->moves + row * width, moves_of(batch, at), offered * sizeof *rows->moves);
    if (!rows->masks) return;
    memset(rows->masks + row * width, 1, offered);
    memset(rows->masks + row * width + offered, 0, width - offered);
}

const char *batch_deal(struct batch *batch, int from, int to, char why[ARKAD_WHY_MAX]) {
    const char *wrong = NULL;
    for (int at = from; at < to && !wrong; at++)
        if (!(wrong = deal(batch, at, why))) tell(batch, at);
    return wrong;
}

/* The move that was chosen in a game; NULL: none of that number is offered. */
static const struct arkad_move *chosen(const struct batch *batch, int at, const int32_t *numbers,
                                       const struct arkad_move *moves) {
    if (!numbers) return &moves[at];
    int number = numbers[at];
    return number >= 0 && number < offered_in(batch, at) ? &moves_of(batch, at)[number] : NULL;
}

static bool is_left(const int32_t *numbers, int at) { return numbers && numbers[at] == BATCH_LEAVE; }

/* Offered moves are legal; others are checked like anything from outside. */
const char *batch_check(const struct batch *batch, int from, int to, const int32_t *numbers,
                        const struct arkad_move *moves, int *bad, char why[ARKAD_WHY_MAX]) {
    struct text said = text_in(why, ARKAD_WHY_MAX);
    const char *wrong = NULL;
    for (int at = from; at < to && !wrong; at++) {
        *bad = at;
        if (is_left(numbers, at)) continue;
        if (!chosen(batch, at, numbers, moves))
            wrong = text_say(&said, "no move of this number is offered");
        else if (!numbers)
            wrong = arkad_check(batch->game, &batch->positions[at], batch->rows.seats[at], &moves[at], why);
    }
    return wrong;
}

static void reward(const struct batch *batch, int at) {
    size_t row = (size_t)at * (size_t)batch->players;
    struct arkad_result result;
    int winners = 0;
    arkad_result(batch->game, &batch->positions[at], &result);
    for (int seat = 0; seat < batch->players; seat++) winners += result.places[seat] == 1;
    for (int seat = 0; seat < batch->players; seat++) {
        batch->rows.rewards[row + (size_t)seat] = result.places[seat] == 1 ? 1 / (float)winners : 0;
        batch->rows.scores[row + (size_t)seat] = result.scores[seat];
    }
}

static void end(struct batch *batch, int at) {
    char why[ARKAD_WHY_MAX];
    reward(batch, at);
    const char *wrong = deal(batch, at, why);
    assert(!wrong), (void)wrong; /* the same setup was dealt before */
}

static void move_on(struct batch *batch, int at, const struct arkad_move *move) {
    struct batch_rows *rows = &batch->rows;
    struct arkad_position *position = &batch->positions[at];
    arkad_apply(batch->game, position, rows->seats[at], move, NULL);
    rows->ends[at] = arkad_is_over(position);
    if (rows->ends[at]) end(batch, at);
    tell(batch, at);
}

static void forget_end(struct batch *batch, int at) {
    size_t players = (size_t)batch->players;
    memset(batch->rows.rewards + (size_t)at * players, 0, players * sizeof *batch->rows.rewards);
    batch->rows.ends[at] = 0;
}

void batch_step(struct batch *batch, int from, int to, const int32_t *numbers, const struct arkad_move *moves) {
    for (int at = from; at < to; at++) {
        forget_end(batch, at);
        if (!is_left(numbers, at)) move_on(batch, at, chosen(batch, at, numbers, moves));
    }
}

void batch_run(struct batch *batch, int from, int to, int steps) {
    uint64_t dice = batch->seed + 1;
    for (; steps > 0; steps--)
        for (int at = from; at < to; at++) {
            forget_end(batch, at);
            move_on(batch, at, &moves_of(batch, at)[simple_below(&dice, (uint32_t)offered_in(batch, at))]);
        }
}
