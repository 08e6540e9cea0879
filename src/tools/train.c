/*
 * `arkad train`: a game is learned by self-play (bots/learn.h), in rounds, until the time or the games are over or
 * somebody stops it; then, and now and again meanwhile, the net and all that is needed to go on are written.
 */
#include "bots/learn.h"
#include "engine/json.h"
#include "lang/say.h"
#include "tools/commands.h"

#include <errno.h>
#include <math.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { POINTS_MAX = 512, MATCH_GAMES = 60, SAVE_SECONDS = 60, MINUTES_STANDARD = 10 };

/* A point of the learning curve: shares of wins, 1 is what chance would bring. */
struct point {
    struct progress progress;
    double seconds;
    float against_last, against_judgement;
};

struct training {
    struct lesson lesson;
    struct learner *learner;
    struct net *last;
    const char *out;
    char state[4096];
    int games, minutes; /* 0: no limit */
    int games_before;   /* those of the training that goes on */
    double start_s, saved_s;
    bool is_shown, is_json;
    int point_count;
    struct point points[POINTS_MAX];
};

static volatile int is_interrupted;

static void interrupt(int signal) {
    (void)signal;
    is_interrupted = 1;
}

/* ---- Files --------------------------------------------------------------------------------------------------------
 */

/* Writes beside the file and puts it in its place, so that there is always a whole one. */
static enum status write_file(const char *name, const uint8_t *bytes, size_t length) {
    char beside[4200];
    snprintf(beside, sizeof beside, "%s.part", name);
    FILE *file = fopen(beside, "wb");
    if (!file) return complain(NO, "cannot write %s: %s", beside, strerror(errno));
    bool is_written = fwrite(bytes, 1, length, file) == length;
    if (fclose(file)) is_written = false;
    if (!is_written || rename(beside, name))
        return complain(NO, "could not write all of %s: %s", name, strerror(errno));
    return YES;
}

static enum status save(struct training *t) {
    static uint8_t bytes[NET_FILE_MAX];
    size_t length;
    struct net *net = learner_net(t->learner);
    uint8_t *state = learner_write(t->learner, &length);
    enum status status =
        net && state ? write_file(t->state, state, length) : complain(NO, "there is not enough memory");
    if (!status) status = write_file(t->out, bytes, net_write(&net->layout, net->weights, bytes));
    free(state);
    net_free(net);
    t->saved_s = now_s();
    return status;
}

/* ---- The curve ----------------------------------------------------------------------------------------------------
 */

/* A point at every fourth part more of games. */
static bool is_point_due(const struct training *t) {
    uint32_t games = learner_progress(t->learner).games;
    if (!t->point_count) return true;
    return t->point_count < POINTS_MAX && games * 4 >= t->points[t->point_count - 1].progress.games * 5;
}

static void print_point(const struct point *point) {
    printf("%6.0f s %9u %11u %8.4f %8.2f %10.2f\n", point->seconds, point->progress.games, point->progress.samples,
           (double)point->progress.loss, (double)point->against_last, (double)point->against_judgement);
    fflush(stdout);
}

static void print_head(void) {
    static const struct {
        const char *key;
        int width;
    } columns[] = {{"train.time", 8},  {"train.games", 9}, {"train.positions", 11},
                   {"train.error", 8}, {"train.last", 8},  {"train.judgement", 10}};
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (i) putchar(' ');
        print_cell(stdout, word(columns[i].key), columns[i].width);
    }
    putchar('\n');
}

static void put_point(const struct point *point) {
    char line[256];
    struct text text = text_in(line, sizeof line);
    struct json out = json_to(&text);
    json_put_open(&out, NULL, '{');
    json_put_real(&out, "seconds", point->seconds, 1);
    json_put_number(&out, "games", point->progress.games);
    json_put_number(&out, "positions", point->progress.samples);
    json_put_real(&out, "error", point->progress.loss, 4);
    json_put_real(&out, "last", point->against_last, 3);
    json_put_real(&out, "judgement", point->against_judgement, 3);
    json_close(&out, '}');
    puts(line);
    fflush(stdout);
}

/* In place of the one before. */
static void clear_bar(const struct training *t) {
    if (t->is_shown) fputs("\r\033[K", stderr);
}

static void show_bar(const struct training *t) {
    int games = (int)learner_progress(t->learner).games - t->games_before;
    if (!t->is_shown) return;
    fputs("\r\033[K", stderr);
    if (t->minutes)
        draw_bar((int)(now_s() - t->start_s), 60 * t->minutes, t->start_s);
    else
        draw_bar(games, t->games - t->games_before, t->start_s);
    fflush(stderr);
}

static void add_point(struct training *t) {
    struct point *point = &t->points[t->point_count++];
    struct net *net = learner_net(t->learner);
    point->progress = learner_progress(t->learner);
    point->seconds = now_s() - t->start_s;
    point->against_judgement = net ? learner_match(t->learner, net, NULL, MATCH_GAMES) : 0;
    point->against_last = net && t->last ? learner_match(t->learner, net, t->last, MATCH_GAMES) : 1;
    net_free(t->last);
    t->last = net;
    clear_bar(t);
    if (t->is_json)
        put_point(point);
    else
        print_point(point);
}

/* The shares of wins against the judgement as a line, over games in powers of two; 1 is a line across. */
static enum status write_picture(const struct training *t, const char *name) {
    enum { WIDTH = 640, HEIGHT = 320, EDGE = 40 };
    FILE *file = fopen(name, "w");
    if (!file) return complain(NO, "cannot write %s: %s", name, strerror(errno));
    fprintf(file,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" font-family=\"sans-serif\" "
            "font-size=\"12\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            WIDTH, HEIGHT);
    double first = log2(32), last = t->point_count ? log2(t->points[t->point_count - 1].progress.games) : first + 1;
    for (int share = 0; share <= 3; share++) {
        double y = HEIGHT - EDGE - share * (HEIGHT - 2.0 * EDGE) / 3;
        fprintf(file, "<path d=\"M%d %.1fH%d\" stroke=\"%s\"/><text x=\"12\" y=\"%.1f\">%d</text>\n", EDGE, y,
                WIDTH - EDGE, share == 1 ? "#888" : "#ddd", y + 4, share);
    }
    fprintf(file, "<path fill=\"none\" stroke=\"#2b5c8a\" stroke-width=\"2\" d=\"");
    for (int i = 0; i < t->point_count; i++) {
        double part = (log2(t->points[i].progress.games) - first) / fmax(last - first, 1);
        double share = fmin((double)t->points[i].against_judgement, 3);
        fprintf(file, "%c%.1f %.1f", i ? 'L' : 'M', EDGE + part * (WIDTH - 2.0 * EDGE),
                HEIGHT - EDGE - share * (HEIGHT - 2.0 * EDGE) / 3);
    }
    fprintf(file, "\"/>\n<text x=\"%d\" y=\"%d\">%s, %u %s</text>\n</svg>\n", EDGE, HEIGHT - 12,
            arkad_game_title(t->lesson.game), learner_progress(t->learner).games, word("train.games"));
    return fclose(file) ? complain(NO, "could not write all of %s: %s", name, strerror(errno)) : YES;
}

enum status read_net(const struct arkad_game *game, int players, const char *file) {
    char why[ARKAD_WHY_MAX];
    size_t length = 0;
    uint8_t *bytes = read_file(file, &length);
    if (!bytes) return complain(NO, "cannot read %s: %s", file, strerror(errno));
    struct net *net = net_read(game, bytes, length, why);
    free(bytes);
    if (!net) return complain(NO, "%s: %s", file, why);
    if (!net_is_for(net, players)) return complain(NO, "the net is for %d players", net->layout.players);
    net_give(net);
    return YES;
}

/* ---- Training -----------------------------------------------------------------------------------------------------
 */

static bool is_over(const struct training *t) {
    if (is_interrupted) return true;
    if (t->games && learner_progress(t->learner).games >= (uint32_t)t->games) return true;
    return t->minutes && now_s() - t->start_s >= 60.0 * t->minutes;
}

static enum status train(struct training *t) {
    t->start_s = t->saved_s = now_s();
    t->games_before = (int)learner_progress(t->learner).games;
    if (!t->is_json) print_head();
    while (!is_over(t)) {
        show_bar(t);
        if (!learner_round(t->learner, &is_interrupted)) {
            if (is_interrupted) break;
            return complain(NO, "there is not enough memory");
        }
        if (is_point_due(t)) add_point(t);
        if (now_s() - t->saved_s > SAVE_SECONDS && save(t)) return NO;
    }
    clear_bar(t);
    return save(t);
}

/* The learner that goes on from FILE.state, or a new one. */
static enum status open_learner(struct training *t, const char *resume) {
    char why[ARKAD_WHY_MAX], state[4096];
    size_t length = 0;
    if (!resume) {
        t->learner = learner_open(&t->lesson);
        return t->learner ? YES : complain(NO, "there is not enough memory");
    }
    snprintf(state, sizeof state, "%s.state", resume);
    uint8_t *bytes = read_file(state, &length);
    if (!bytes) return complain(NO, "cannot read %s: %s", state, strerror(errno));
    t->learner = learner_read(&t->lesson, bytes, length, why);
    free(bytes);
    return t->learner ? YES : complain(NO, "%s: %s", state, why);
}

/* ---- A round on many machines -------------------------------------------------------------------------------------
 */

/* Plays a part of the next round, and writes what comes of it. */
static enum status play_part(struct training *t, const char *text) {
    int part, parts;
    size_t length;
    enum status status = read_part(text, &part, &parts);
    if (status) return status;
    uint8_t *bytes = learner_play(t->learner, part, parts, &is_interrupted, &length);
    if (!bytes) return is_interrupted ? NO : complain(NO, "there is not enough memory");
    status = write_file(t->out, bytes, length);
    free(bytes);
    return status;
}

/* Learns from a round whose parts are in files. */
static enum status join_parts(struct training *t, const char *const *files, int count) {
    char why[ARKAD_WHY_MAX];
    for (int i = 0; i < count; i++) {
        size_t length = 0;
        uint8_t *bytes = read_file(files[i], &length);
        if (!bytes) return complain(NO, "cannot read %s: %s", files[i], strerror(errno));
        const char *wrong = learner_take(t->learner, bytes, length, why);
        free(bytes);
        if (wrong) return complain(NO, "%s: %s", files[i], wrong);
    }
    const char *wrong = learner_join(t->learner, why);
    if (wrong) return complain(NO, "%s", wrong);
    if (t->is_json) add_point(t); /* its matches take as long as a round */
    return save(t);
}

/* ---- The command --------------------------------------------------------------------------------------------------
 */

static enum status read_training(const struct request *request, struct training *t) {
    struct arkad_setup setup;
    bool is_shared = request->part || request->is_join;
    if (request->word_count != 1 && !(request->is_join && request->word_count > 1))
        return complain(WRONG_USAGE, "arkad train takes one game; arkad games lists them");
    if (!(t->lesson.game = read_game(request->words[0]))) return WRONG_USAGE;
    enum status status = read_setup(t->lesson.game, request, "", &setup);
    t->out = request->out;
    t->lesson.threads = 1;
    if (!status && !t->out) status = complain(WRONG_USAGE, "arkad train needs a file to write the net to: --out FILE");
    if (!status && is_shared && !request->seed && !request->resume)
        status = complain(WRONG_USAGE, "parts begin alike: name the same --seed for all of them, or --resume FILE");
    if (!status && request->minutes) status = read_number("--minutes", request->minutes, 1, 100000, &t->minutes);
    if (!status && request->games) status = read_number("--games", request->games, 1, 100000000, &t->games);
    if (!status && request->threads)
        status = read_number("--threads", request->threads, 1, LEARN_THREADS_MAX, &t->lesson.threads);
    if (!status && request->iterations)
        status = read_number("--iterations", request->iterations, 1, 100000, &t->lesson.iterations);
    if (!t->minutes && !t->games) t->minutes = MINUTES_STANDARD;
    if (request->players) t->lesson.players = setup.players;
    memcpy(&t->lesson.seed, setup.seed, sizeof t->lesson.seed);
    return status;
}

enum status run_train(const struct request *request) {
    static struct training training;
    struct training *t = &training;
    enum status status = read_training(request, t);
    if (!status) status = open_learner(t, request->resume);
    if (status) return status;
    const char *terminal = getenv("TERM");
    t->is_json = request->is_json;
    t->is_shown = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb");
    snprintf(t->state, sizeof t->state, "%s.state", t->out);
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    status = request->part      ? play_part(t, request->part)
             : request->is_join ? join_parts(t, request->words + 1, request->word_count - 1)
                                : train(t);
    if (!status && request->svg) status = write_picture(t, request->svg);
    learner_close(t->learner);
    net_free(t->last);
    return finish(status);
}
