/*
 * `arkad analyse`: how the chances moved through a finished game, and where they turned.
 *
 * Every position is searched for a while. What a move lost is the mover's chance with the best move found, less its
 * chance after the move that was made; both are estimates, so small losses mean nothing.
 */
#include "bots/parallel.h"
#include "tools/tools.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { SECONDS_STANDARD = 60, MILLISECONDS_MIN = 4, TURNS_SHOWN = 6, LOSS_SHOWN_PERCENT = 5 };

/* A position on the way, and the move that was made there. */
struct step {
    struct arkad_position position;
    struct arkad_move move, better; /* `better`: the best one found */
    int seat;
    bool is_judged; /* the mover was waited for and had a choice */
    float chances[ARKAD_SEATS_MAX], best, loss;
};

struct analysis {
    struct mind mind;
    const struct arkad_game *game;
    int players, moves;
    struct step *steps; /* moves + 1: the last one is the end */
    int *turns;         /* indices of steps, the largest loss first */
};

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

static enum status add_step(const struct arkad_reader *reader, void *context) {
    struct analysis *a = context;
    if (reader->has_result) return YES;
    struct step *steps = realloc(a->steps, (size_t)(reader->moves + 1) * sizeof *steps);
    if (!steps) return complain(NO, "there is not enough memory");
    a->steps = steps;
    a->game = reader->game;
    mind_of(a->game, &a->mind);
    a->players = reader->setup.players;
    a->moves = reader->moves;
    memset(&steps[a->moves], 0, sizeof *steps);
    steps[a->moves].position = reader->position;
    if (!a->moves) return YES;
    steps[a->moves - 1].move = reader->move;
    steps[a->moves - 1].seat = reader->seat;
    return YES;
}

/* ---- Judging ---------------------------------------------------------------------------------------------------- */

static void judge_end(const struct analysis *a, struct step *step) {
    struct arkad_result result;
    int winners = 0;
    arkad_result(a->game, &step->position, &result);
    for (int seat = 0; seat < a->players; seat++) winners += result.places[seat] == 1;
    for (int seat = 0; seat < a->players; seat++)
        step->chances[seat] = result.places[seat] == 1 ? 1 / (float)winners : 0;
}

static void judge_step(const struct analysis *a, struct step *step, struct parallel *parallel,
                       struct search_budget budget, bool is_honest) {
    struct arkad_position view = step->position;
    struct search_move best;
    unsigned waits = arkad_waits(a->game, &step->position);
    bool is_waited_for = waits >> step->seat & 1;
    int seat = is_waited_for ? step->seat : __builtin_ctz(waits);
    if (is_honest) arkad_view(a->game, &step->position, seat, &view);
    const struct search *search = parallel->searches[0];
    parallel_run(parallel, a->game, &a->mind, &view, seat, budget, 1);
    search_chances(search, step->chances);
    int count = search_ranking(search, &best, 1);
    step->is_judged = is_waited_for && count;
    step->better = best.move;
    step->best = best.value;
}

static void judge_game(struct analysis *a, struct parallel *parallel, struct search_budget budget, bool is_honest) {
    bool is_shown = isatty(STDERR_FILENO);
    double start_s = now_s();
    for (int i = 0; i < a->moves; i++) {
        if (is_shown) fputs("\r\033[K", stderr), draw_bar(i, a->moves, start_s), fflush(stderr);
        judge_step(a, &a->steps[i], parallel, budget, is_honest);
    }
    judge_end(a, &a->steps[a->moves]);
    if (is_shown) fputs("\r\033[K", stderr);
    for (int i = 0; i < a->moves; i++) {
        struct step *step = &a->steps[i];
        bool is_best = !memcmp(&step->move, &step->better, sizeof step->move);
        float loss = step->best - a->steps[i + 1].chances[step->seat];
        step->loss = step->is_judged && !is_best && loss > 0 ? loss : 0;
    }
}

/* Sorts the moves that lost something by how much. */
static int find_turns(struct analysis *a) {
    int count = 0;
    for (int i = 0; i < a->moves; i++) {
        if (a->steps[i].loss * 100 < LOSS_SHOWN_PERCENT) continue;
        int at = count++;
        for (; at > 0 && a->steps[a->turns[at - 1]].loss < a->steps[i].loss; at--) a->turns[at] = a->turns[at - 1];
        a->turns[at] = i;
    }
    return count;
}

/* ---- Text and JSON ---------------------------------------------------------------------------------------------- */

static void print_sparkline(const struct analysis *a, int seat) {
    static const char *const bars[] = {"▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"};
    enum { WIDTH = 60 };
    int width = a->moves + 1 < WIDTH ? a->moves + 1 : WIDTH;
    for (int i = 0; i < width; i++) {
        float chance = a->steps[width > 1 ? i * a->moves / (width - 1) : 0].chances[seat];
        fputs(bars[(int)fminf(chance * 8, 7)], stdout);
    }
}

static const char *title_of(const struct analysis *a) { return word_of("game.", arkad_game_name(a->game)); }

static int percent_of(float share) { return (int)lroundf(100 * share); }

/* One turning point: what was played, and what would have been better. */
static void print_turn(const struct analysis *a, int number) {
    const struct step *step = &a->steps[number];
    char move[ARKAD_MOVE_TEXT_MAX], better[ARKAD_MOVE_TEXT_MAX], padded[16];
    arkad_move_write(a->game, &step->move, move);
    arkad_move_write(a->game, &step->better, better);
    snprintf(padded, sizeof padded, "%4d", number + 1);
    printf("  ");
    PRINT(stdout, "analyse.turn", {.name = "number", .text = padded}, {.name = "seat", .number = step->seat},
          {.name = "move", .text = move}, {.name = "loss", .number = percent_of(step->loss)},
          {.name = "better", .text = better}, {.name = "chance", .number = percent_of(step->best)});
    putchar('\n');
}

static void print_text(const struct analysis *a, int turns) {
    PRINT(stdout, "analyse.title", {.name = "game", .text = title_of(a)}, {.name = "moves", .number = a->moves});
    printf("\n\n%s\n", word("analyse.chances"));
    for (int seat = 0; seat < a->players; seat++) {
        printf("  ");
        PRINT(stdout, "analyse.seat", {.name = "seat", .number = seat});
        printf("  ");
        print_sparkline(a, seat);
        printf("  %3.0f %%\n", 100.0 * (double)a->steps[a->moves].chances[seat]);
    }
    printf("\n%s\n", turns ? word("analyse.turns") : word("analyse.none"));
    for (int i = 0; i < turns && i < TURNS_SHOWN; i++) print_turn(a, a->turns[i]);
}

static void print_json(const struct analysis *a) {
    char move[ARKAD_MOVE_TEXT_MAX];
    printf("{\"game\":\"%s\",\"players\":%d,\"moves\":[", arkad_game_name(a->game), a->players);
    for (int i = 0; i <= a->moves; i++) {
        const struct step *step = &a->steps[i];
        printf("%s{\"n\":%d,\"chances\":[", i ? "," : "", i);
        for (int seat = 0; seat < a->players; seat++) printf("%s%.4f", seat ? "," : "", (double)step->chances[seat]);
        printf("]");
        if (i < a->moves) {
            arkad_move_write(a->game, &step->move, move);
            printf(",\"seat\":%d,\"move\":\"%s\"", step->seat, move);
        }
        if (i < a->moves && step->is_judged) {
            arkad_move_write(a->game, &step->better, move);
            printf(",\"best\":\"%s\",\"best_chance\":%.4f,\"loss\":%.4f", move, (double)step->best, (double)step->loss);
        }
        printf("}");
    }
    printf("]}\n");
}

/* ---- A picture --------------------------------------------------------------------------------------------------- */

enum { WIDTH = 960, HEIGHT = 420, LEFT = 56, RIGHT = 120, TOP = 48, BOTTOM = 44 };

static double x_of(const struct analysis *a, int step) {
    return LEFT + (double)(WIDTH - LEFT - RIGHT) * step / (a->moves ? a->moves : 1);
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
        fprintf(out, "<text x=\"%.1f\" y=\"%d\" text-anchor=\"middle\">%d</text>\n", x_of(a, a->moves * i / 4),
                HEIGHT - BOTTOM + 22, a->moves * i / 4);
}

/* The labels at the right end, pushed apart so that none covers another, and kept beside the chart. */
static void place_labels(const struct analysis *a, double y[ARKAD_SEATS_MAX]) {
    enum { APART = 18, ROUNDS = 100 };
    for (int seat = 0; seat < a->players; seat++) y[seat] = y_of(a->steps[a->moves].chances[seat]);
    for (int round = 0; round < ROUNDS; round++)
        for (int one = 0; one < a->players; one++)
            for (int other = 0; other < a->players; other++) {
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
    for (int seat = 0; seat < a->players; seat++) {
        fprintf(out, "<path class=\"chance\" stroke=\"var(--s%d)\" d=\"M", seat);
        for (int i = 0; i <= a->moves; i++)
            fprintf(out, "%s%.1f %.1f", i ? "L" : "", x_of(a, i), y_of(a->steps[i].chances[seat]));
        fprintf(out, "\"/>\n");
    }
    place_labels(a, labels);
    for (int seat = 0; seat < a->players; seat++) {
        fprintf(out, "<text x=\"%d\" y=\"%.1f\" style=\"fill: var(--s%d)\" font-weight=\"600\">", WIDTH - RIGHT + 8,
                labels[seat] + 4, seat);
        PRINT(out, "analyse.seat", {.name = "seat", .number = seat});
        fprintf(out, ": %.0f %%</text>\n", 100 * (double)a->steps[a->moves].chances[seat]);
    }
    for (int i = 0; i < turns && i < TURNS_SHOWN; i++) {
        const struct step *step = &a->steps[a->turns[i]];
        arkad_move_write(a->game, &step->move, move);
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

/* ---- The command --------------------------------------------------------------------------------------------------
 */

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
    enum status status = read_budget(request, a->moves, &budget);
    if (status) return status;
    struct parallel parallel;
    int threads = 1;
    if (request->threads && (status = read_number("--threads", request->threads, 1, PARALLEL_MAX, &threads)))
        return status;
    a->turns = malloc((size_t)(a->moves + 1) * sizeof *a->turns);
    if (!parallel_open(&parallel, threads, 1 << 18) || !a->turns) return complain(NO, "there is not enough memory");
    judge_game(a, &parallel, budget, request->is_honest);
    parallel_close(&parallel);
    int turns = find_turns(a);
    if (request->svg && (status = save_svg(request->svg, a, turns))) return status;
    if (request->is_json)
        print_json(a);
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
    if (!status) status = read_game_file(request->words[0], map, &reader, add_step, &analysis);
    if (!status && !reader.has_result)
        status = complain(NO, "the game is not finished: there is nothing to look back on");
    if (!status) status = analyse(&analysis, request);
    free(analysis.steps);
    free(analysis.turns);
    return status;
}
