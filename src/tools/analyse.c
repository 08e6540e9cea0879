/*
 * `arkad analyse`: how the chances moved through a finished game, and where they turned. What is judged, and how, is in
 * bots/review.h.
 */
#include "bots/parallel.h"
#include "bots/review.h"
#include "lang/say.h"
#include "tools/commands.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_STANDARD = 60, MILLISECONDS_MIN = 4, TURNS_SHOWN = 6, LOSS_SHOWN_PERCENT = 5 };

struct analysis {
    struct review review;
    int *turns; /* indices of steps, the largest loss first */
};

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

static enum status add_step(const struct arkad_reader *reader, void *context) {
    struct review *review = context;
    if (reader->has_result) return YES;
    bool is_added = reader->moves ? review_move(review, reader->seat, &reader->move, &reader->position)
                                  : review_begin(review, reader->game, &reader->position);
    return is_added ? YES : complain(NO, "there is not enough memory");
}

/* ---- Judging ---------------------------------------------------------------------------------------------------- */

static void judge_game(struct review *review, struct parallel *parallel, struct search_budget budget, bool is_honest) {
    bool is_shown = isatty(STDERR_FILENO);
    double start_s = now_s();
    for (int i = 0; i < review_searches(review); i++) {
        if (is_shown) fputs("\r\033[K", stderr), draw_bar(i, review->moves, start_s), fflush(stderr);
        review_judge(review, i, parallel, budget, is_honest);
    }
    if (is_shown) fputs("\r\033[K", stderr);
    review_finish(review);
}

/* Sorts the moves that lost something by how much. */
static int find_turns(struct analysis *a) {
    int count = 0;
    for (int i = 0; i < a->review.moves; i++) {
        if (a->review.steps[i].loss * 100 < LOSS_SHOWN_PERCENT) continue;
        int at = count++;
        for (; at > 0 && a->review.steps[a->turns[at - 1]].loss < a->review.steps[i].loss; at--)
            a->turns[at] = a->turns[at - 1];
        a->turns[at] = i;
    }
    return count;
}

/* ---- Text ------------------------------------------------------------------------------------------------------- */

static void print_sparkline(const struct analysis *a, int seat) {
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    enum { WIDTH = 60 };
    int width = a->review.moves + 1 < WIDTH ? a->review.moves + 1 : WIDTH;
    for (int i = 0; i < width; i++) {
        float chance = a->review.steps[width > 1 ? i * a->review.moves / (width - 1) : 0].chances[seat];
        fputs(bars[(int)fminf(chance * 8, 7)], stdout);
    }
}

static const char *title_of(const struct analysis *a) { return say_title(program_lang(), a->review.game); }

static int percent_of(float share) { return (int)lroundf(100 * share); }

/* One turning point: what was played, and what would have been better. */
static void print_turn(const struct analysis *a, int number) {
    const struct review_step *step = &a->review.steps[number];
    char move[ARKAD_MOVE_TEXT_MAX], better[ARKAD_MOVE_TEXT_MAX], padded[16];
    arkad_move_write(a->review.game, &step->move, move);
    arkad_move_write(a->review.game, &step->better, better);
    snprintf(padded, sizeof padded, "%4d", number + 1);
    printf("  ");
    PRINT(stdout, "analyse.turn", {.name = "number", .text = padded}, {.name = "seat", .number = step->seat},
          {.name = "move", .text = move}, {.name = "loss", .number = percent_of(step->loss)},
          {.name = "better", .text = better}, {.name = "chance", .number = percent_of(step->best)});
    putchar('\n');
}

static void print_text(const struct analysis *a, int turns) {
    PRINT(stdout, "analyse.title", {.name = "game", .text = title_of(a)}, {.name = "moves", .number = a->review.moves});
    printf("\n\n%s\n", word("analyse.chances"));
    for (int seat = 0; seat < a->review.players; seat++) {
        printf("  ");
        PRINT(stdout, "analyse.seat", {.name = "seat", .number = seat});
        printf("  ");
        print_sparkline(a, seat);
        printf("  %3.0f %%\n", 100.0 * (double)a->review.steps[a->review.moves].chances[seat]);
    }
    printf("\n%s\n", turns ? word("analyse.turns") : word("analyse.none"));
    for (int i = 0; i < turns && i < TURNS_SHOWN; i++) print_turn(a, a->turns[i]);
}

/* ---- A picture --------------------------------------------------------------------------------------------------- */

enum { WIDTH = 960, HEIGHT = 420, LEFT = 56, RIGHT = 120, TOP = 48, BOTTOM = 44 };

static double x_of(const struct analysis *a, int step) {
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * step / (a->review.moves ? a->review.moves : 1);
}

static double y_of(float chance) { return TOP + (HEIGHT - TOP - BOTTOM) * (1 - (double)chance); }

static void draw_ground(FILE *out, const struct analysis *a) {
    fprintf(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" role=\"img\" font-family=\"system-ui, "
        "sans-serif\" font-size=\"13\">\n<title>%s: %s</title>\n<style>\n"
        ":root { --bg: #fffaf1; --line: #dccbb0; --ink: #2b2230; --ink-2: #5b4f5c; --bad: #a1252b;\n"
        "  --s0: #b0432a; --s1: #17687a; --s2: #b07f10; --s3: #6a479c; --s4: #3d7437; --s5: #3f4956; }\n"
        "@media (prefers-color-scheme: dark) { :root { --bg: #2a2331; --line: #453a4d; --ink: #f6eee2;\n"
        "  --ink-2: #c6b9c6; --bad: #f5a099; --s0: #e2795c; --s1: #5cb8c6; --s2: #efc04b; --s3: #b596e6;\n"
        "  --s4: #85c07c; --s5: #b3bfcc; } }\n"
        "text { fill: var(--ink-2); } .chance { fill: none; stroke-width: 2.5; stroke-linejoin: round; }\n</style>\n"
        "<rect width=\"%d\" height=\"%d\" rx=\"10\" fill=\"var(--bg)\"/>\n"
        "<text x=\"%d\" y=\"28\" font-size=\"18\" style=\"fill: var(--ink)\">%s – %s</text>\n",
        WIDTH, HEIGHT, title_of(a), word("analyse.chances"), WIDTH, HEIGHT, LEFT, title_of(a), word("analyse.chances"));
    for (int percent = 0; percent <= 100; percent += 25)
        fprintf(out,
                "<path d=\"M%d %.1fH%d\" stroke=\"var(--line)\"/><text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%d "
                "%%</text>\n",
                LEFT, y_of((float)percent / 100), WIDTH - RIGHT, LEFT - 8, y_of((float)percent / 100) + 4, percent);
    for (int i = 0; i <= 4; i++)
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(a, a->review.moves * i / 4),
                HEIGHT - BOTTOM + 22, a->review.moves * i / 4);
}

/* The labels at the right end, pushed apart so that none covers another, and kept within the height of the chart. */
static void place_labels(const struct analysis *a, double y[ARKAD_SEATS_MAX]) {
    enum { APART = 18, ROUNDS = 100 };
    for (int seat = 0; seat < a->review.players; seat++) y[seat] = y_of(a->review.steps[a->review.moves].chances[seat]);
    for (int round = 0; round < ROUNDS; round++)
        for (int one = 0; one < a->review.players; one++)
            for (int other = 0; other < a->review.players; other++) {
                double gap = y[other] - y[one];
                if (gap < 0 || gap >= APART || (gap == 0 && one >= other)) continue;
                y[one] = fmax(y[one] - (APART - gap) / 2, TOP);
                y[other] = fmin(y[other] + (APART - gap) / 2, HEIGHT - BOTTOM);
            }
}

static void draw_svg(FILE *out, const struct analysis *a, int turns) {
    double labels[ARKAD_SEATS_MAX];
    char move[ARKAD_MOVE_TEXT_MAX];
    draw_ground(out, a);
    for (int seat = 0; seat < a->review.players; seat++) {
        fprintf(out, "<path class=\"chance\" stroke=\"var(--s%d)\" d=\"M", seat);
        for (int i = 0; i <= a->review.moves; i++)
            fprintf(out, "%s%.1f %.1f", i ? "L" : "", x_of(a, i), y_of(a->review.steps[i].chances[seat]));
        fprintf(out, "\"/>\n");
    }
    place_labels(a, labels);
    for (int seat = 0; seat < a->review.players; seat++) {
        fprintf(out, "<text x=\"%d\" y=\"%.1f\" style=\"fill: var(--s%d)\" font-weight=\"600\">", WIDTH - RIGHT + 8,
                labels[seat] + 4, seat);
        PRINT(out, "analyse.seat", {.name = "seat", .number = seat});
        fprintf(out, ": %.0f %%</text>\n", 100 * (double)a->review.steps[a->review.moves].chances[seat]);
    }
    for (int i = 0; i < turns && i < TURNS_SHOWN; i++) {
        const struct review_step *step = &a->review.steps[a->turns[i]];
        arkad_move_write(a->review.game, &step->move, move);
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"5\" fill=\"var(--bg)\" stroke=\"var(--bad)\" stroke-width=\"2\">"
                "<title>",
                x_of(a, a->turns[i]), y_of(step->chances[step->seat]));
        PRINT(out, "analyse.mark", {.name = "number", .number = a->turns[i] + 1},
              {.name = "seat", .number = step->seat}, {.name = "move", .text = move});
        fprintf(out, "</title></circle>\n");
    }
    fprintf(out, "</svg>\n");
}

static enum status save_svg(const char *name, const struct analysis *a, int turns) {
    FILE *out = fopen(name, "wb");
    if (!out) return complain(NO, "cannot write %s: %s", name, strerror(errno));
    draw_svg(out, a, turns);
    bool is_bad = ferror(out) | fclose(out);
    return is_bad ? complain(NO, "could not write all of %s: %s", name, strerror(errno)) : YES;
}

/* ---- The command ------------------------------------------------------------------------------------------------- */

static enum status read_budget(const struct request *request, int moves, struct search_budget *budget) {
    int seconds = SECONDS_STANDARD, iterations = 0;
    if (request->time && read_number("--time", request->time, 1, 86400, &seconds)) return WRONG_USAGE;
    if (request->iterations && read_number("--iterations", request->iterations, 1, 1000000, &iterations))
        return WRONG_USAGE;
    int each_ms = seconds * 1000 / (moves ? moves : 1);
    *budget = (struct search_budget){.iterations = (uint32_t)iterations};
    if (!iterations) budget->time_ms = (uint32_t)(each_ms > MILLISECONDS_MIN ? each_ms : MILLISECONDS_MIN);
    return YES;
}

static enum status analyse(struct analysis *a, const struct request *request) {
    struct search_budget budget;
    enum status status = read_budget(request, a->review.moves, &budget);
    if (status) return status;
    struct parallel parallel;
    int threads = 1;
    if (request->threads && (status = read_number("--threads", request->threads, 1, PARALLEL_MAX, &threads)))
        return status;
    a->turns = malloc((size_t)(a->review.moves + 1) * sizeof *a->turns);
    if (!parallel_open(&parallel, threads, 1 << 18) || !a->turns) return complain(NO, "there is not enough memory");
    judge_game(&a->review, &parallel, budget, request->is_honest);
    parallel_close(&parallel);
    int turns = find_turns(a);
    if (request->svg && (status = save_svg(request->svg, a, turns))) return status;
    if (request->is_json)
        review_print(&a->review, stdout);
    else if (!request->svg)
        print_text(a, turns);
    return finish(YES);
}

enum status run_analyse(const struct request *request) {
    static struct arkad_reader reader;
    struct analysis analysis = {0};
    const struct arkad_map *map;
    if (request->word_count != 1) return complain(WRONG_USAGE, "arkad analyse takes one file, or - for standard input");
    enum status status = read_map(request->map, &map);
    if (!status) status = read_game_file(request->words[0], map, &reader, add_step, &analysis.review);
    if (!status && !analysis.review.moves) status = complain(NO, "no move was made: there is nothing to look back on");
    if (!status) status = analyse(&analysis, request);
    review_free(&analysis.review);
    free(analysis.turns);
    return status;
}
