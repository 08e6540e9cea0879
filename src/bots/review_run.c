/*
 * Looking back where there are threads and files.
 */
#include "bots/parallel.h"
#include "bots/review.h"

void review_judge(struct review *review, int at, struct parallel *parallel, struct search_budget budget,
                  bool is_honest) {
    struct arkad_position view;
    int seat = review_view(review, at, is_honest, &view);
    parallel_run(parallel, review->game, &review->mind, &view, seat, budget, 1);
    review_note(review, at, parallel->searches[0]);
}

void review_print(const struct review *review, FILE *out) {
    char step[REVIEW_STEP_MAX];
    fprintf(out, "{\"game\":\"%s\",\"players\":%d,\"moves\":[", arkad_game_name(review->game), review->players);
    for (int i = 0; i <= review->moves; i++) {
        review_step_write(review, i, step, sizeof step);
        fprintf(out, "%s%s", i ? "," : "", step);
    }
    fprintf(out, "]}\n");
}
