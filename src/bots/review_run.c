/*
 * The parts of a review that need threads and files, which the browser does not have.
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
    char step[2 * REVIEW_STEP_MAX];
    struct text text = text_in(step, sizeof step);
    struct json json = json_to(&text);
    review_open(review, &json);
    for (int i = 0; i <= review->moves; i++) {
        review_put_step(review, i, &json);
        fputs(step, out);
        text = text_in(step, sizeof step);
    }
    review_close(&json);
    fprintf(out, "%s\n", step);
}
