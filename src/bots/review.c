#include "bots/review.h"

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
    mind_of(game, &review->mind);
    return add_step(review, 0, first);
}

bool review_move(struct review *review, int seat, const struct arkad_move *move, const struct arkad_position *after) {
    int at = review->moves;
    if (!add_step(review, at + 1, after)) return false;
    review->steps[at].move = *move;
    review->steps[at].seat = seat;
    return true;
}

void review_free(struct review *review) {
    free(review->steps);
    review->steps = NULL;
}

void review_judge(struct review *review, int at, struct parallel *parallel, struct search_budget budget,
                  bool is_honest) {
    struct review_step *step = &review->steps[at];
    struct arkad_position view = step->position;
    struct search_move best;
    unsigned waits = arkad_waits(review->game, &step->position);
    bool is_waited_for = waits >> step->seat & 1;
    int seat = is_waited_for ? step->seat : __builtin_ctz(waits);
    if (is_honest) arkad_view(review->game, &step->position, seat, &view);
    const struct search *search = parallel->searches[0];
    parallel_run(parallel, review->game, &review->mind, &view, seat, budget, 1);
    search_chances(search, step->chances);
    int count = search_ranking(search, &best, 1);
    step->is_judged = is_waited_for && count;
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
    judge_end(review);
    for (int i = 0; i < review->moves; i++) {
        struct review_step *step = &review->steps[i];
        bool is_best = !memcmp(&step->move, &step->better, sizeof step->move);
        float loss = step->best - review->steps[i + 1].chances[step->seat];
        step->loss = step->is_judged && !is_best && loss > 0 ? loss : 0;
    }
}

static void print_step(const struct review *review, int at, FILE *out) {
    const struct review_step *step = &review->steps[at];
    char move[ARKAD_MOVE_TEXT_MAX];
    fprintf(out, "%s{\"n\":%d,\"chances\":[", at ? "," : "", at);
    for (int seat = 0; seat < review->players; seat++)
        fprintf(out, "%s%.4f", seat ? "," : "", (double)step->chances[seat]);
    fprintf(out, "]");
    if (at < review->moves) {
        arkad_move_write(review->game, &step->move, move);
        fprintf(out, ",\"seat\":%d,\"move\":\"%s\"", step->seat, move);
    }
    if (at < review->moves && step->is_judged) {
        arkad_move_write(review->game, &step->better, move);
        fprintf(out, ",\"best\":\"%s\",\"best_chance\":%.4f,\"loss\":%.4f", move, (double)step->best,
                (double)step->loss);
    }
    fprintf(out, "}");
}

void review_print(const struct review *review, FILE *out) {
    fprintf(out, "{\"game\":\"%s\",\"players\":%d,\"moves\":[", arkad_game_name(review->game), review->players);
    for (int i = 0; i <= review->moves; i++) print_step(review, i, out);
    fprintf(out, "]}\n");
}
