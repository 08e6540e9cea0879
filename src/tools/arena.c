/*
 * `arkad arena`: matches between bots.
 *
 * Every deal is played once for each way round the table, so that every bot sits in every seat equally often with the
 * same cards to come. Threads take games one by one; a game depends on its number and the match's seed alone, so the
 * result does not depend on the threads (as long as no bot thinks by the clock).
 *
 * A win is shared by those who tie for it. The Elo difference comes from pairs: in each game a bot is compared with
 * every bot of another name, the better place wins.
 */
#include "bots/bot.h"
#include "tools/tools.h"

#include <errno.h>
#include <math.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { THREADS_MAX = 64, GAMES_STANDARD = 100, FORFEITS_SHOWN = 5 };

/* What one bot name has done; several seats may have the same. */
struct row {
    const char *name;
    int seats;
    double wins, places, score;
    double pair_sum, pair_squares; /* against bots of other names: 1 better, 1/2 as good, 0 worse; per game the mean */
    int pairs;                     /* games with such a comparison */
};

struct arena {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct bot bots[ARKAD_SEATS_MAX];
    int row_of[ARKAD_SEATS_MAX]; /* of each bot */
    struct row rows[ARKAD_SEATS_MAX];
    int row_count;
    int games, next, played;
    bool has_sprt, is_decided, is_json, is_shown;
    double elo0, elo1;
    const char *save;
    enum status status;
    double start_s;
    pthread_mutex_t lock;
};

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal) {
    (void)signal;
    is_interrupted = 1;
}

static double now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

/* ---- Figures ------------------------------------------------------------------------------------------------- */

static double share_of_elo(double elo) { return 1 / (1 + pow(10, -elo / 400)); }

static double elo_of_share(double share) {
    double within = fmin(fmax(share, 0.001), 0.999);
    return -400 * log10(1 / within - 1);
}

/* Wilson's interval for a rate, 95 %. */
static void interval_of(double rate, double count, double *low, double *high) {
    double z = 1.96, spread = z * z / count, middle = (rate + spread / 2) / (1 + spread);
    double half = z * sqrt(rate * (1 - rate) / count + spread / (4 * count)) / (1 + spread);
    *low = middle - half;
    *high = middle + half;
}

static double win_rate(const struct arena *a, const struct row *row) {
    return a->played ? row->wins / (a->played * row->seats) : 0;
}

/* How much likelier the pairs of the first bot are with elo1 than with elo0: the logarithm of the ratio. */
static double likelihood(const struct arena *a) {
    const struct row *row = &a->rows[0];
    if (row->pairs < 2) return 0;
    double mean = row->pair_sum / row->pairs;
    double variance = row->pair_squares / row->pairs - mean * mean;
    double s0 = share_of_elo(a->elo0), s1 = share_of_elo(a->elo1);
    return row->pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * fmax(variance, 1e-3));
}

enum { SPRT_GAMES_MIN = 10 };
static const double SPRT_BOUND = 2.944; /* 5 % for either error */

/* ---- One game ------------------------------------------------------------------------------------------------- */

/* Everything a thread needs. */
struct worker {
    struct arena *arena;
    struct bot_room room;
    struct arkad_tape tape;
    char line[ARKAD_MOVE_TEXT_MAX + 4096];
};

static uint64_t seed_of(const struct arkad_setup *setup, int game, int number, int seat) {
    uint64_t seed;
    memcpy(&seed, setup->seed, sizeof seed);
    return seed + (uint64_t)game * 0x9e3779b97f4a7c15U + (uint64_t)number * 0xbf58476d1ce4e5b9U + (uint64_t)seat;
}

/* Opens the file of a game to be saved; NULL if none is, or after a complaint. */
static FILE *open_save(struct arena *a, int number) {
    char name[4096];
    if (!a->save) return NULL;
    snprintf(name, sizeof name, "%s/%s-%06d.jsonl", a->save, arkad_game_name(a->game), number + 1);
    FILE *file = fopen(name, "wb");
    if (!file && a->status == YES) a->status = complain(NO, "cannot write %s: %s", name, strerror(errno));
    return file;
}

static void save_line(FILE *file, const char *line) {
    if (file) fprintf(file, "%s\n", line);
}

/* Plays a game; the bot in seat s is number (s + turn) of the list. */
static void play(struct worker *w, int number, struct arkad_result *result) {
    struct arena *a = w->arena;
    int players = a->setup.players, deal = number / players, turn = number % players;
    struct arkad_setup setup = a->setup;
    struct arkad_position position, view;
    char why[ARKAD_WHY_MAX];
    for (int i = 0; i < 4; i++) setup.seed[i] ^= (uint8_t)(deal >> 8 * i);
    arkad_deal(a->game, &setup, &position, NULL, why);
    FILE *file = open_save(a, number);
    arkad_trace_head(a->game, &setup, NULL, w->line, sizeof w->line);
    save_line(file, w->line);
    for (int move_number = 1; !arkad_is_over(&position) && !is_interrupted; move_number++) {
        int seat = __builtin_ctz(arkad_waits(a->game, &position));
        const struct bot *bot = &a->bots[(seat + turn) % players];
        arkad_view(a->game, &position, seat, &view);
        struct arkad_move move = bot_choose(bot, &w->room, a->game, &view, seat, seed_of(&setup, number, 0, seat),
                                            seed_of(&setup, number, move_number, seat));
        arkad_apply(a->game, &position, seat, &move, &w->tape);
        if (!file) continue;
        arkad_trace_move(a->game, move_number, seat, &move, NULL, NULL, &w->tape, NULL, w->line, sizeof w->line);
        save_line(file, w->line);
    }
    if (!is_interrupted) {
        arkad_result(a->game, &position, result);
        arkad_trace_result(a->game, &position, w->line, sizeof w->line);
        save_line(file, w->line);
    }
    if (file && (ferror(file) | fclose(file)) && a->status == YES)
        a->status = complain(NO, "could not save game %d: %s", number + 1, strerror(errno));
}

/* ---- The match ------------------------------------------------------------------------------------------------ */

/* Of one bot in one game: against bots of other names. */
static double pair_mean(const struct arena *a, const struct arkad_result *result, int turn, int seat, int *count) {
    int players = a->setup.players, row = a->row_of[(seat + turn) % players];
    double sum = 0;
    *count = 0;
    for (int other = 0; other < players; other++) {
        if (a->row_of[(other + turn) % players] == row) continue;
        int mine = result->places[seat], theirs = result->places[other];
        sum += mine < theirs ? 1 : mine == theirs ? 0.5 : 0;
        ++*count;
    }
    return sum;
}

static void count_game(struct arena *a, int number, const struct arkad_result *result) {
    int players = a->setup.players, turn = number % players, winners = 0;
    double sums[ARKAD_SEATS_MAX] = {0};
    int counts[ARKAD_SEATS_MAX] = {0};
    for (int seat = 0; seat < players; seat++) winners += result->places[seat] == 1;
    for (int seat = 0; seat < players; seat++) {
        int at = a->row_of[(seat + turn) % players], count;
        struct row *row = &a->rows[at];
        row->wins += result->places[seat] == 1 ? 1.0 / winners : 0;
        row->places += result->places[seat];
        row->score += result->scores[seat];
        sums[at] += pair_mean(a, result, turn, seat, &count);
        counts[at] += count;
    }
    for (int at = 0; at < a->row_count; at++) {
        if (!counts[at]) continue;
        double mean = sums[at] / counts[at];
        a->rows[at].pair_sum += mean;
        a->rows[at].pair_squares += mean * mean;
        a->rows[at].pairs++;
    }
    a->played++;
    if (a->has_sprt && a->played >= SPRT_GAMES_MIN) a->is_decided = fabs(likelihood(a)) >= SPRT_BOUND;
}

static void show_progress(const struct arena *a) {
    enum { WIDTH = 30 };
    double done = (double)a->played / a->games, spent_s = now_s() - a->start_s;
    int left_s = a->played ? (int)(spent_s / done - spent_s) : 0, bars = (int)(done * WIDTH);
    char left[24];
    snprintf(left, sizeof left, "%d:%02d", left_s / 60, left_s % 60);
    fprintf(stderr, "\r\033[K%.*s%.*s %d/%d, ", bars * 3, "██████████████████████████████", (WIDTH - bars) * 3,
            "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░", a->played, a->games);
    PRINT(stderr, "arena.left", {.name = "time", .text = left});
    fputc(' ', stderr);
    for (int i = 0; i < a->row_count; i++)
        fprintf(stderr, " %s %.1f%%", a->rows[i].name, 100 * win_rate(a, &a->rows[i]));
    fflush(stderr);
}

static void *work(void *context) {
    struct worker *w = context;
    struct arena *a = w->arena;
    for (;;) {
        struct arkad_result result;
        pthread_mutex_lock(&a->lock);
        int number = a->next;
        bool is_over = number >= a->games || a->is_decided || is_interrupted || a->status != YES;
        if (!is_over) a->next++;
        pthread_mutex_unlock(&a->lock);
        if (is_over) return NULL;
        play(w, number, &result);
        if (is_interrupted) return NULL;
        pthread_mutex_lock(&a->lock);
        count_game(a, number, &result);
        if (a->is_shown) show_progress(a);
        pthread_mutex_unlock(&a->lock);
    }
}

static enum status run_match(struct arena *a, int threads) {
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    pthread_t ids[THREADS_MAX];
    int started = 0;
    if (!workers) return complain(NO, "there is not enough memory");
    for (; started < threads; started++) {
        workers[started].arena = a;
        if (!bot_room_open(&workers[started].room) || pthread_create(&ids[started], NULL, work, &workers[started]))
            break;
    }
    for (int i = 0; i < started; i++) pthread_join(ids[i], NULL);
    for (int i = 0; i < threads; i++) bot_room_close(&workers[i].room);
    free(workers);
    if (a->is_shown) fputs("\r\033[K", stderr);
    return started ? a->status : complain(NO, "there is not enough memory for a single thread");
}

/* ---- Output --------------------------------------------------------------------------------------------------- */

static void print_heading(const struct arena *a) {
    static const struct {
        const char *key;
        int width;
    } columns[] = {{"arena.head.bot", -16},  {"arena.head.seats", 5}, {"arena.head.wins", 8},  {"arena.head.rate", 8},
                   {"arena.head.range", 15}, {"arena.head.place", 8}, {"arena.head.score", 8}, {"arena.head.elo", 14}};
    const uint8_t *seed = a->setup.seed;
    char hex[16];
    snprintf(hex, sizeof hex, "%02x%02x%02x%02x", seed[0], seed[1], seed[2], seed[3]);
    PRINT(stdout, "arena.title", {.name = "game", .text = word_of("game.", arkad_game_name(a->game))},
          {.name = "players", .number = a->setup.players}, {.name = "games", .number = a->played},
          {.name = "seed", .text = hex});
    printf("\n\n");
    for (size_t i = 0; i < sizeof columns / sizeof *columns; i++) {
        if (i) putchar(' ');
        print_cell(word(columns[i].key), columns[i].width);
    }
    putchar('\n');
}

static void print_sprt(const struct arena *a) {
    double ratio = likelihood(a);
    char low[16], high[16], found[16], bound[16];
    const char *verdict = ratio >= SPRT_BOUND    ? "arena.stronger"
                          : ratio <= -SPRT_BOUND ? "arena.weaker"
                                                 : "arena.undecided";
    snprintf(low, sizeof low, "%g", a->elo0);
    snprintf(high, sizeof high, "%g", a->elo1);
    snprintf(found, sizeof found, "%.2f", ratio);
    snprintf(bound, sizeof bound, "%.2f", SPRT_BOUND);
    putchar('\n');
    PRINT(stdout, "arena.sprt", {.name = "low", .text = low}, {.name = "high", .text = high},
          {.name = "verdict", .text = word(verdict)}, {.name = "ratio", .text = found},
          {.name = "bound", .text = bound});
    putchar('\n');
}

static void print_table(const struct arena *a) {
    int games = a->played;
    print_heading(a);
    for (int i = 0; i < a->row_count && games; i++) {
        const struct row *row = &a->rows[i];
        double low, high, count = (double)games * row->seats, rate = win_rate(a, row);
        interval_of(rate, count, &low, &high);
        char elo[32] = "-", range[32];
        if (row->pairs > 1) {
            double mean = row->pair_sum / row->pairs;
            double error = 1.96 * sqrt(fmax(row->pair_squares / row->pairs - mean * mean, 0) / row->pairs);
            double half = (elo_of_share(mean + error) - elo_of_share(mean - error)) / 2;
            snprintf(elo, sizeof elo, "%+.0f ± %.0f", elo_of_share(mean), half);
        }
        snprintf(range, sizeof range, "%.1f - %.1f", 100 * low, 100 * high);
        printf("%-16s %5d %8.1f %7.1f%% %15s %8.2f %8.2f %14s\n", row->name, row->seats, row->wins, 100 * rate, range,
               row->places / count, row->score / count, elo);
    }
    if (a->has_sprt && games) print_sprt(a);
}

static void print_json(const struct arena *a) {
    printf("{\"game\":\"%s\",\"players\":%d,\"games\":%d,\"bots\":[", arkad_game_name(a->game), a->setup.players,
           a->played);
    for (int i = 0; i < a->row_count; i++) {
        const struct row *row = &a->rows[i];
        double low = 0, high = 1, count = (double)a->played * row->seats;
        if (a->played) interval_of(win_rate(a, row), count, &low, &high);
        printf(
            "%s{\"bot\":\"%s\",\"seats\":%d,\"wins\":%.2f,\"win_rate\":%.4f,\"low\":%.4f,\"high\":%.4f,\"place\":%.3f,"
            "\"score\":%.3f,\"elo\":%.1f}",
            i ? "," : "", row->name, row->seats, row->wins, win_rate(a, row), low, high,
            a->played ? row->places / count : 0, a->played ? row->score / count : 0,
            row->pairs ? elo_of_share(row->pair_sum / row->pairs) : 0);
    }
    printf("]");
    if (a->has_sprt) printf(",\"llr\":%.3f", likelihood(a));
    printf("}\n");
}

/* ---- The command ------------------------------------------------------------------------------------------------ */

/* Bots by name, separated by commas; the last one sits in all the seats that are left. */
static enum status read_bots(struct arena *a, const char *names) {
    int count = 0, players = a->setup.players;
    for (const char *at = names;;) {
        size_t length = strcspn(at, ",");
        if (count == players) return complain(WRONG_USAGE, "there are more bots than the %d seats", players);
        if (!bot_read(at, length, &a->bots[count++]))
            return complain(WRONG_USAGE, "there is no bot '%.*s'; there are random, wild, 1 to 5, search:N and time:N",
                            (int)length, at);
        if (!at[length]) break;
        at += length + 1;
    }
    for (int i = count; i < players; i++) a->bots[i] = a->bots[count - 1];
    for (int i = 0; i < players; i++) {
        int row = 0;
        while (row < a->row_count && strcmp(a->rows[row].name, a->bots[i].name)) row++;
        if (row == a->row_count) a->rows[a->row_count++].name = a->bots[i].name;
        a->rows[row].seats++;
        a->row_of[i] = row;
    }
    return YES;
}

static enum status read_sprt(struct arena *a, const char *text) {
    char *end;
    a->elo0 = strtod(text, &end);
    if (*end == ',' && end != text) a->elo1 = strtod(end + 1, &end);
    if (*end || a->elo1 <= a->elo0)
        return complain(WRONG_USAGE, "--sprt takes two Elo differences, the smaller first: --sprt 0,30");
    if (a->row_count != 2) return complain(WRONG_USAGE, "--sprt compares two bots, not %d", a->row_count);
    a->has_sprt = true;
    return YES;
}

enum status run_arena(const struct request *request) {
    static struct arena arena = {.games = GAMES_STANDARD, .lock = PTHREAD_MUTEX_INITIALIZER};
    int threads = 1;
    if (request->word_count != 1)
        return complain(WRONG_USAGE, "arkad arena takes one game: arkad arena towers --bots 3,2");
    if (!(arena.game = read_game(request->words[0]))) return WRONG_USAGE;
    enum status status = read_setup(arena.game, request, &arena.setup);
    if (!status) status = read_bots(&arena, request->bots ? request->bots : "3,2");
    if (!status && request->games) status = read_number("--games", request->games, 1, 10000000, &arena.games);
    if (!status && request->threads) status = read_number("--threads", request->threads, 1, THREADS_MAX, &threads);
    if (!status && request->sprt) status = read_sprt(&arena, request->sprt);
    if (status) return status;
    int players = arena.setup.players;
    arena.games = (arena.games + players - 1) / players * players; /* every deal the whole way round */
    arena.save = request->save;
    if (arena.save && mkdir(arena.save, 0777) && errno != EEXIST)
        return complain(NO, "cannot make the folder %s: %s", arena.save, strerror(errno));
    arena.is_shown = isatty(STDERR_FILENO);
    arena.start_s = now_s();
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    status = run_match(&arena, threads);
    if (request->is_json)
        print_json(&arena);
    else
        print_table(&arena);
    return finish(status);
}
