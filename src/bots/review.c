/*
 * Reviews of games: what each move was worth, by a search before it.
 */
#include "bots/review.h"

#include "bots/net.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

static bool add_step(struct review *review, int at, const struct arkad_position *position) {
    struct review_step *steps = realloc(review->steps, (size_t)(at + 1) * sizeof *steps);
    if (!steps) return false;
    review->steps = steps;
    review->moves = at;
    memset(&steps[at], 0, sizeof *steps);
    steps[at].position = *position;
    return true;
}

bool review_begin(struct review *review, const struct arkad_game *game, const struct arkad_position *first) {
    *review = (struct review){.game = game, .players = arkad_players(first)};
    mind_with_net(game, &review->mind);
    return add_step(review, 0, first);
}

bool review_move(struct review *review, int seat, const struct arkad_move *move, const struct arkad_position *after) {
    int at = review->moves;
    assert(review->steps && seat >= 0 && seat < review->players);
    if (!add_step(review, at + 1, after)) return false;
    review->steps[at].move = *move;
    review->steps[at].seat = seat;
    return true;
}

void review_free(struct review *review) {
    free(review->steps);
    review->steps = NULL;
}

static bool is_played_out(const struct review *review) { return arkad_is_over(&review->steps[review->moves].position); }

int review_searches(const struct review *review) { return review->moves + !is_played_out(review); }

int review_view(const struct review *review, int at, bool is_honest, struct arkad_position *view) {
    assert(at >= 0 && at < review_searches(review));
    const struct review_step *step = &review->steps[at];
    unsigned waits = arkad_waits(review->game, &step->position);
    int seat = waits >> step->seat & 1 ? step->seat : __builtin_ctz(waits);
    *view = step->position;
    if (is_honest) arkad_view(review->game, &step->position, seat, view);
    return seat;
}

void review_note(struct review *review, int at, const struct search *search) {
    assert(at >= 0 && at < review_searches(review));
    struct review_step *step = &review->steps[at];
    struct search_move best;
    search_chances(search, step->chances);
    int count = search_ranking(search, &best, 1);
    step->is_judged = count && arkad_waits(review->game, &step->position) >> step->seat & 1;
    if (!count) return;
    step->better = best.move;
    step->best = best.value;
}

static void judge_end(struct review *review) {
    struct review_step *step = &review->steps[review->moves];
    struct arkad_result result;
    int winners = 0;
    arkad_result(review->game, &step->position, &result);
    for (int seat = 0; seat < review->players; seat++) winners += result.places[seat] == 1;
    for (int seat = 0; seat < review->players; seat++)
        step->chances[seat] = result.places[seat] == 1 ? 1 / (float)winners : 0;
}

void review_finish(struct review *review) {
    if (is_played_out(review)) judge_end(review);
    for (int i = 0; i < review->moves; i++) {
        struct review_step *step = &review->steps[i];
        bool is_best = !memcmp(&step->move, &step->better, sizeof step->move);
        float loss = step->best - review->steps[i + 1].chances[step->seat];
        step->loss = step->is_judged && !is_best && loss > 0 ? loss : 0;
    }
}

/* ---- Words ------------------------------------------------------------------------------------------------------- */

enum { CHANCE_DIGITS = 4 };

static void put_move(struct json *json, const char *key, const struct review *review, const struct arkad_move *move) {
    char written[ARKAD_MOVE_TEXT_MAX];
    arkad_move_write(review->game, move, written);
    json_put_word(json, key, written);
}

void review_open(const struct review *review, struct json *json) {
    json_put_open(json, NULL, '{');
    json_put_word(json, "game", arkad_game_name(review->game));
    json_put_number(json, "players", review->players);
    json_put_open(json, "moves", '[');
}

void review_put_step(const struct review *review, int at, struct json *json) {
    const struct review_step *step = &review->steps[at];
    json_put_open(json, NULL, '{');
    json_put_number(json, "n", at);
    json_put_open(json, "chances", '[');
    for (int seat = 0; seat < review->players; seat++)
        json_put_real(json, NULL, (double)step->chances[seat], CHANCE_DIGITS);
    json_close(json, ']');
    if (at < review->moves) {
        json_put_number(json, "seat", step->seat);
        put_move(json, "move", review, &step->move);
    }
    if (at < review->moves && step->is_judged) {
        put_move(json, "best", review, &step->better);
        json_put_real(json, "best_chance", (double)step->best, CHANCE_DIGITS);
        json_put_real(json, "loss", (double)step->loss, CHANCE_DIGITS);
    }
    json_close(json, '}');
}

void review_close(struct json *json) { json_close(json, ']'), json_close(json, '}'); }
