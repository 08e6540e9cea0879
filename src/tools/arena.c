/*
 * `arkad arena`: matches between bots.
 *
 * Every deal is played once for each rotation of the bots, so that every bot sits in every seat equally often with
 * the same cards to come. Threads take games one by one; a game depends on its number and the match's seed alone, so
 * the result does not depend on the threads, nor on the parts (as long as no bot thinks by the clock).
 *
 * Programs (exec:COMMAND) run once for each thread and bot. When one is late, wrong or dead, its move is forfeited to
 * the first listed one and the match goes on. Seats that may move out of turn are asked after every move, if
 * a program plays them.
 *
 * A win is shared by those who tie for it. The Elo difference comes from pairs: in each game a bot is compared with
 * every bot of another name, the better place wins.
 */
#include "bots/program.h"
#include "engine/json.h"
#include "lang/say.h"
#include "tools/arena.h"
#include "tools/commands.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    THREADS_MAX = 64,
    GAMES_STANDARD = 100,
    MOVE_TIME_STANDARD = 5000,
    REPORTS_MAX = 5, /* faults of programs told in full; all are counted */
    FRAME_MS = 200,  /* between two drawings of the live table */
    NAME_SHOWN = 16,
};

static volatile sig_atomic_t is_interrupted;

static void interrupt(int signal) {
    (void)signal;
    is_interrupted = 1;
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

/* Half the 95 % interval of the Elo difference. */
static double elo_error(const struct row *row) {
    if (!row->pairs) return 0;
    double mean = row->pair_sum / row->pairs;
    double error = 1.96 * sqrt(fmax(row->pair_squares / row->pairs - mean * mean, 0) / row->pairs);
    return (elo_of_share(mean + error) - elo_of_share(mean - error)) / 2;
}

static const double SPRT_BOUND = 2.944; /* 5 % for either error */
/* The variance of the first few games is usually too small, and would decide too soon: assuming the largest possible
   variance for this many games before them keeps the errors near 5 %. */
static const double SPRT_DOUBT = 40, VARIANCE_MAX = 0.25;

/* How much likelier the pairs of the first bot are with elo1 than with elo0: the logarithm of the ratio. */
static double likelihood(const struct arena *a) {
    const struct row *row = &a->rows[0];
    if (!row->pairs) return 0;
    double mean = row->pair_sum / row->pairs, squares = row->pair_squares - row->pair_sum * mean;
    double variance = (squares + SPRT_DOUBT * VARIANCE_MAX) / (row->pairs + SPRT_DOUBT);
    double s0 = share_of_elo(a->elo0), s1 = share_of_elo(a->elo1);
    return row->pairs * (s1 - s0) * (2 * mean - s0 - s1) / (2 * variance);
}

/* ---- Programs -------------------------------------------------------------------------------------------------- */

/* Everything a thread needs. */
struct worker {
    struct arena *arena;
    int number;
    struct bot_room room;
    struct program *programs[ARKAD_SEATS_MAX]; /* by the number of the bot; NULL for other bots */
    char error_files[ARKAD_SEATS_MAX][4096];
    struct arkad_tape tape;
    char line[ARKAD_MOVE_TEXT_MAX + 4096];
};

/* A game in play; the bot in seat s is number (s + turn) of the list. */
struct play {
    int number, turn, moves;
    unsigned asked; /* the seats asked since the last move whether they want to move out of turn, as bits */
    struct arkad_setup setup;
    struct arkad_position position;
    FILE *file;
};

static int bot_in(const struct worker *w, const struct play *g, int seat) {
    return (seat + g->turn) % w->arena->setup.players;
}

static struct program *program_in(const struct worker *w, const struct play *g, int seat) {
    return w->programs[bot_in(w, g, seat)];
}

/* A program writes errors where it likes, or, if games are saved, beside them. */
static bool open_programs(struct worker *w) {
    struct arena *a = w->arena;
    for (int bot = 0; bot < a->setup.players; bot++) {
        if (a->bots[bot].kind != BOT_PROGRAM) continue;
        snprintf(w->error_files[bot], sizeof w->error_files[bot], "%s/bot-%d-thread-%d.err", a->save ? a->save : "",
                 bot + 1, w->number + 1);
        const char *errors = a->save ? w->error_files[bot] : NULL;
        w->programs[bot] = program_open(bot_command(&a->bots[bot]), errors, &is_interrupted);
        if (!w->programs[bot]) return false;
    }
    return true;
}

/* The live table must not be on the terminal when something else is written there. */
static void clear_live_table(struct arena *a) {
    if (a->live_lines) fprintf(stderr, "\033[%dA\r\033[J", a->live_lines);
    a->live_lines = 0;
}

static void report(struct worker *w, const struct play *g, int seat, const char *why, const char *then) {
    struct arena *a = w->arena;
    if (!*why || a->reports > REPORTS_MAX) return;
    clear_live_table(a);
    if (a->reports++ < REPORTS_MAX)
        complain(NO, "%s, game %d, move %d, seat %d: %s; %s", a->bots[bot_in(w, g, seat)].name, g->number + 1,
                 g->moves + 1, seat, why, then);
    else
        complain(NO, "further faults of programs are only counted");
}

/* Counts a fault, and says what it was. */
static void note_fault(struct worker *w, const struct play *g, int seat, enum program_answer fault, const char *why,
                       const char *then) {
    struct arena *a = w->arena;
    struct row *row = &a->rows[a->row_of[bot_in(w, g, seat)]];
    pthread_mutex_lock(&a->lock);
    ++*(fault == PROGRAM_LATE ? &row->late : fault == PROGRAM_WRONG ? &row->wrong : &row->dead);
    report(w, g, seat, why, then);
    pthread_mutex_unlock(&a->lock);
}

/* For a bot's own random numbers. Programs are told it, so the cards must not follow from it. */
static uint64_t seed_of(const struct play *g, int moves, int seat) {
    struct {
        uint8_t rest[ARKAD_SEED_BYTES - crypto_shorthash_KEYBYTES];
        int32_t numbers[4];
    } input = {.numbers = {g->number, moves, seat, 0}};
    uint8_t hash[crypto_shorthash_BYTES];
    uint64_t seed = 0;
    memcpy(input.rest, g->setup.seed + crypto_shorthash_KEYBYTES, sizeof input.rest);
    crypto_shorthash(hash, (const unsigned char *)&input, sizeof input, g->setup.seed);
    for (int i = 0; i < 8; i++) seed = seed << 8 | hash[i];
    return seed;
}

static void note_name(struct arena *a, int bot, const struct program *program) {
    struct row *row = &a->rows[a->row_of[bot]];
    pthread_mutex_lock(&a->lock);
    snprintf(row->program_name, sizeof row->program_name, "%s", program_name(program));
    pthread_mutex_unlock(&a->lock);
}

static void begin_programs(struct worker *w, const struct play *g) {
    struct arena *a = w->arena;
    struct program_game game = {.game = a->game, .setup = &g->setup, .time_ms = a->move_time_ms};
    char why[PROGRAM_WHY_MAX];
    for (int seat = 0; seat < a->setup.players; seat++) game.names[seat] = a->bots[bot_in(w, g, seat)].name;
    for (game.seat = 0; game.seat < a->setup.players; game.seat++) {
        int bot = bot_in(w, g, game.seat);
        if (!w->programs[bot]) continue;
        game.seed = seed_of(g, 0, game.seat);
        if (program_begin(w->programs[bot], &game, why) == PROGRAM_MOVED) {
            note_name(a, bot, w->programs[bot]);
            continue;
        }
        pthread_mutex_lock(&a->lock);
        report(w, g, game.seat, why, "its moves in this game are forfeited");
        pthread_mutex_unlock(&a->lock);
    }
}

/* The program's move; false if it does not want to move out of turn. What it forfeits is the first listed move. */
static bool ask_program(struct worker *w, const struct play *g, int seat, bool is_optional, struct arkad_move *move) {
    const struct arena *a = w->arena;
    struct arkad_position view;
    char why[PROGRAM_WHY_MAX];
    arkad_view(a->game, &g->position, seat, &view);
    int count = arkad_list(a->game, &view, seat, w->room.moves);
    enum program_answer answer = program_choose(program_in(w, g, seat), &view, w->room.moves, count, is_optional,
                                                seed_of(g, g->moves + 1, seat), move, why);
    if (answer == PROGRAM_MOVED) return true;
    if (answer >= PROGRAM_LATE && !is_optional)
        note_fault(w, g, seat, answer, why, "the first listed move is played");
    else if (answer >= PROGRAM_LATE && *why) /* a dead program is not really asked */
        note_fault(w, g, seat, answer, why, "it does not move out of turn");
    *move = w->room.moves[0];
    return !is_optional;
}

/* ---- One game -------------------------------------------------------------------------------------------------- */

/* Opens the file of a game to be saved; NULL if none is, or after a complaint. */
static FILE *open_save(struct arena *a, int number) {
    char name[4096];
    if (!a->save) return NULL;
    snprintf(name, sizeof name, "%s/%s-%06d.jsonl", a->save, arkad_game_name(a->game), number + 1);
    FILE *file = fopen(name, "wb");
    if (file) fcntl(fileno(file), F_SETFD, FD_CLOEXEC); /* programs have no business with it */
    if (!file && a->status == YES) a->status = complain(NO, "cannot write %s: %s", name, strerror(errno));
    return file;
}

static void save_line(FILE *file, const char *line) {
    if (file) fprintf(file, "%s\n", line);
}

/* Asks programs that may move out of turn, each once after every move; false if none of them does. */
static bool ask_out_of_turn(struct worker *w, struct play *g, int *seat, struct arkad_move *move) {
    const struct arkad_game *game = w->arena->game;
    unsigned seats = arkad_may_move(game, &g->position) & ~arkad_waits(game, &g->position) & ~g->asked;
    for (; seats && !is_interrupted; seats &= seats - 1) {
        *seat = __builtin_ctz(seats);
        g->asked |= 1U << *seat;
        if (program_in(w, g, *seat) && ask_program(w, g, *seat, true, move)) return true;
    }
    return false;
}

static struct arkad_move choose_move(struct worker *w, struct play *g, int *seat) {
    const struct arena *a = w->arena;
    struct arkad_position view;
    struct arkad_move move;
    if (ask_out_of_turn(w, g, seat, &move)) return move;
    *seat = __builtin_ctz(arkad_waits(a->game, &g->position));
    if (program_in(w, g, *seat)) {
        ask_program(w, g, *seat, false, &move);
        return move;
    }
    arkad_view(a->game, &g->position, *seat, &view);
    return bot_choose(&a->bots[bot_in(w, g, *seat)], &w->room, a->game, &view, *seat, seed_of(g, 0, *seat),
                      seed_of(g, g->moves + 1, *seat));
}

static void tell_programs(struct worker *w, const struct play *g, int mover, const struct arkad_move *move) {
    const struct arena *a = w->arena;
    struct arkad_position view;
    for (int seat = 0; seat < a->setup.players; seat++) {
        struct program *program = program_in(w, g, seat);
        if (!program) continue;
        arkad_view(a->game, &g->position, seat, &view);
        program_event(program, g->moves, mover, move, &w->tape, &view);
    }
}

static void make_move(struct worker *w, struct play *g, int seat, const struct arkad_move *move) {
    const struct arena *a = w->arena;
    arkad_apply(a->game, &g->position, seat, move, &w->tape);
    g->moves++;
    g->asked = 0;
    tell_programs(w, g, seat, move);
    if (!g->file) return;
    struct arkad_step step = {.number = g->moves, .seat = seat, .move = move, .tape = &w->tape};
    arkad_trace_move(a->game, &step, w->line, sizeof w->line);
    save_line(g->file, w->line);
}

static void end_game(struct worker *w, struct play *g, struct arkad_result *result) {
    const struct arena *a = w->arena;
    arkad_result(a->game, &g->position, result);
    for (int bot = 0; bot < a->setup.players; bot++)
        if (w->programs[bot]) program_over(w->programs[bot], &g->position);
    arkad_trace_result(a->game, &g->position, w->line, sizeof w->line);
    save_line(g->file, w->line);
}

static void play(struct worker *w, int number, struct arkad_result *result) {
    struct arena *a = w->arena;
    int players = a->setup.players, deal = number / players, seat;
    struct play g = {.number = number, .turn = number % players, .setup = a->setup};
    char why[ARKAD_WHY_MAX];
    for (int i = 0; i < 4; i++) g.setup.seed[i] ^= (uint8_t)(deal >> 8 * i);
    arkad_deal(a->game, &g.setup, &g.position, NULL, why);
    g.file = open_save(a, number);
    arkad_trace_head(a->game, &g.setup, NULL, w->line, sizeof w->line);
    save_line(g.file, w->line);
    begin_programs(w, &g);
    while (!arkad_is_over(&g.position) && !is_interrupted) {
        struct arkad_move move = choose_move(w, &g, &seat);
        if (!is_interrupted) make_move(w, &g, seat, &move);
    }
    if (arkad_is_over(&g.position)) end_game(w, &g, result);
    if (g.file && (ferror(g.file) | fclose(g.file)) && a->status == YES)
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
    if (a->has_sprt) a->is_decided = fabs(likelihood(a)) >= SPRT_BOUND;
}

/* The number of the game after this one in this part: parts have whole deals, with all their rotations. */
static int next_game(const struct arena *a, int number) {
    int players = a->setup.players;
    return ++number % players ? number : number + (a->parts - 1) * players;
}

/* Plays games until there are none left. */
static void play_games(struct worker *w) {
    struct arena *a = w->arena;
    for (;;) {
        struct arkad_result result;
        pthread_mutex_lock(&a->lock);
        int number = a->next;
        bool is_over = number >= a->games || a->is_decided || is_interrupted || a->status != YES;
        if (!is_over) a->next = next_game(a, number);
        pthread_mutex_unlock(&a->lock);
        if (is_over) return;
        play(w, number, &result);
        if (is_interrupted) return;
        pthread_mutex_lock(&a->lock);
        count_game(a, number, &result);
        pthread_mutex_unlock(&a->lock);
    }
}

static void *work(void *context) {
    struct worker *w = context;
    play_games(w);
    for (int bot = 0; bot < ARKAD_SEATS_MAX; bot++) program_close(w->programs[bot]);
    pthread_mutex_lock(&w->arena->lock);
    w->arena->running--;
    pthread_cond_signal(&w->arena->change);
    pthread_mutex_unlock(&w->arena->lock);
    return NULL;
}

/* ---- Output --------------------------------------------------------------------------------------------------- */

/* A name in NAME_SHOWN columns, cut with dots if it is longer. */
static void print_name(FILE *out, const char *name) {
    int columns = 0;
    const char *at = name;
    for (; *at && columns < NAME_SHOWN; at++) columns += (*at & 0xc0) != 0x80;
    while ((*at & 0xc0) == 0x80) at++;
    if (!*at)
        fprintf(out, "%s%*s", name, NAME_SHOWN - columns, "");
    else
        fprintf(out, "%.*s...", NAME_SHOWN - 3, name);
}

static bool has_programs(const struct arena *a) {
    for (int i = 0; i < a->row_count; i++)
        if (a->rows[i].is_program) return true;
    return false;
}

static void describe_elo(const struct row *row, char text[32]) {
    strcpy(text, "-");
    if (row->pairs < 2) return;
    snprintf(text, 32, "%+.0f ±%.0f", elo_of_share(row->pair_sum / row->pairs), elo_error(row));
}

static void print_row(FILE *out, const struct arena *a, const struct row *row) {
    char elo[32], range[32] = "-";
    double low, high, count = (double)a->played * row->seats, rate = win_rate(a, row);
    describe_elo(row, elo);
    print_name(out, *row->program_name ? row->program_name : row->name);
    if (a->played) {
        interval_of(rate, count, &low, &high);
        snprintf(range, sizeof range, "%.1f-%.1f", 100 * low, 100 * high);
    }
    fprintf(out, " %5d %6.1f %5.1f%% %10s %5.2f %6.2f %*s", row->seats, row->wins, 100 * rate, range,
            a->played ? row->places / count : 0, a->played ? row->score / count : 0, strlen(elo) > 1 ? 11 : 10, elo);
    if (has_programs(a)) fprintf(out, " %8d", row->late + row->wrong + row->dead);
    fputc('\n', out);
}

static void print_rows(FILE *out, const struct arena *a) {
    static const struct {
        const char *key;
        int width;
    } columns[] = {{"arena.head.bot", -NAME_SHOWN}, {"arena.head.seats", 5},  {"arena.head.wins", 6},
                   {"arena.head.rate", 6},          {"arena.head.range", 10}, {"arena.head.place", 5},
                   {"arena.head.score", 6},         {"arena.head.elo", 10},   {"arena.head.forfeits", 8}};
    int count = (int)(sizeof columns / sizeof *columns) - !has_programs(a);
    for (int i = 0; i < count; i++) {
        if (i) fputc(' ', out);
        print_cell(out, word(columns[i].key), columns[i].width);
    }
    fputc('\n', out);
    for (int i = 0; i < a->row_count; i++) print_row(out, a, &a->rows[i]);
}

static void print_programs(const struct arena *a) {
    if (has_programs(a)) putchar('\n');
    for (int i = 0; i < a->row_count; i++) {
        const struct row *row = &a->rows[i];
        if (!row->is_program) continue;
        PRINT(stdout, "arena.program",
              {.name = "name", .text = *row->program_name ? row->program_name : word("arena.unnamed")},
              {.name = "bot", .text = row->name}, {.name = "late", .number = row->late},
              {.name = "wrong", .number = row->wrong}, {.name = "dead", .number = row->dead});
        putchar('\n');
    }
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
    const uint8_t *seed = a->setup.seed;
    char hex[16];
    snprintf(hex, sizeof hex, "%02x%02x%02x%02x", seed[0], seed[1], seed[2], seed[3]);
    PRINT(stdout, "arena.title", {.name = "game", .text = say_title(program_lang(), a->game)},
          {.name = "players", .number = a->setup.players}, {.name = "games", .number = a->played},
          {.name = "seed", .text = hex});
    printf("\n\n");
    if (a->played) print_rows(stdout, a);
    print_programs(a);
    if (a->has_sprt && a->played) print_sprt(a);
}

enum { ROW_MAX = 6 * (BOT_NAME_MAX + 64) + 512 }; /* every letter of a name may need an escape of six */

static void put_row(struct json *out, const struct arena *a, const struct row *row) {
    double low = 0, high = 1, count = (double)a->played * row->seats;
    if (a->played) interval_of(win_rate(a, row), count, &low, &high);
    json_put_open(out, NULL, '{');
    json_put_text(out, "bot", row->name);
    json_put_number(out, "seats", row->seats);
    json_put_real(out, "wins", row->wins, 2);
    json_put_real(out, "win_rate", win_rate(a, row), 4);
    json_put_real(out, "low", low, 4);
    json_put_real(out, "high", high, 4);
    json_put_real(out, "place", a->played ? row->places / count : 0, 3);
    json_put_real(out, "score", a->played ? row->score / count : 0, 3);
    json_put_real(out, "elo", row->pairs ? elo_of_share(row->pair_sum / row->pairs) : 0, 1);
    json_put_real(out, "elo_error", elo_error(row), 1);
    if (row->is_program) {
        json_put_text(out, "name", row->program_name);
        json_put_number(out, "forfeits", row->late + row->wrong + row->dead);
        json_put_number(out, "late", row->late);
        json_put_number(out, "wrong", row->wrong);
        json_put_number(out, "dead", row->dead);
    }
    json_close(out, '}');
}

static void print_json(const struct arena *a) {
    char line[ARKAD_SEATS_MAX * ROW_MAX];
    struct text text = text_in(line, sizeof line);
    struct json out = json_to(&text);
    json_put_open(&out, NULL, '{');
    json_put_word(&out, "game", arkad_game_name(a->game));
    json_put_number(&out, "players", a->setup.players);
    json_put_number(&out, "games", a->played);
    json_put_open(&out, "bots", '[');
    for (int i = 0; i < a->row_count; i++) put_row(&out, a, &a->rows[i]);
    json_close(&out, ']');
    if (a->has_sprt) json_put_real(&out, "llr", likelihood(a), 3);
    json_close(&out, '}');
    assert(!text.is_full);
    puts(line);
}

/* ---- The live table --------------------------------------------------------------------------------------------- */

/* In place of the one before; the terminal cuts lines that are too long. */
static void draw_live_table(struct arena *a) {
    fputs("\033[?7l", stderr);
    clear_live_table(a);
    draw_bar(a->played, arena_games_here(a), a->start_s);
    fputs("\n\n", stderr);
    print_rows(stderr, a);
    fputs("\033[?7h", stderr);
    fflush(stderr);
    a->live_lines = a->row_count + 3;
}

/* Until all threads have ended. */
static void watch(struct arena *a) {
    pthread_mutex_lock(&a->lock);
    while (a->running) {
        struct timespec until;
        clock_gettime(CLOCK_REALTIME, &until);
        until.tv_nsec += FRAME_MS * 1000000L;
        if (until.tv_nsec >= 1000000000L) until.tv_sec++, until.tv_nsec -= 1000000000L;
        if (a->is_shown) draw_live_table(a);
        pthread_cond_timedwait(&a->change, &a->lock, &until);
    }
    clear_live_table(a);
    pthread_mutex_unlock(&a->lock);
}

static enum status run_match(struct arena *a, int threads) {
    struct worker *workers = calloc((size_t)threads, sizeof *workers);
    pthread_t ids[THREADS_MAX];
    int started = 0;
    if (!workers) return complain(NO, "there is not enough memory");
    for (; started < threads; started++) {
        struct worker *w = &workers[started];
        w->arena = a;
        w->number = started;
        if (!bot_room_open(&w->room) || !open_programs(w)) break;
        pthread_mutex_lock(&a->lock);
        a->running++;
        pthread_mutex_unlock(&a->lock);
        if (!pthread_create(&ids[started], NULL, work, w)) continue;
        work(w); /* in this thread, then */
        break;
    }
    watch(a);
    for (int i = 0; i < started; i++) pthread_join(ids[i], NULL);
    for (int i = 0; i < threads; i++) bot_room_close(&workers[i].room);
    free(workers);
    return started || a->played ? a->status : complain(NO, "there is not enough memory for a single thread");
}

/* ---- The command ------------------------------------------------------------------------------------------------ */

/* Takes a name up to the next comma; \, is a comma of the name's own. NULL if it is too long. */
static const char *take_name(const char *names, char name[BOT_NAME_MAX]) {
    size_t length = 0;
    for (; *names && *names != ','; names++) {
        if (names[0] == '\\' && names[1] == ',') names++;
        if (length == BOT_NAME_MAX - 1) return NULL;
        name[length++] = *names;
    }
    name[length] = 0;
    return names;
}

static void make_rows(struct arena *a) {
    for (int i = 0; i < a->setup.players; i++) {
        int row = 0;
        while (row < a->row_count && strcmp(a->rows[row].name, a->bots[i].name)) row++;
        if (row == a->row_count) a->rows[a->row_count++].name = a->bots[i].name;
        a->rows[row].is_program = a->bots[i].kind == BOT_PROGRAM;
        a->rows[row].seats++;
        a->row_of[i] = row;
    }
}

/* Bots by name, separated by commas; the last one sits in all the seats that are left. */
enum status arena_read_bots(struct arena *a, const char *names) {
    int count = 0, players = a->setup.players;
    char name[BOT_NAME_MAX];
    for (const char *at = names;; at++) {
        if (count == players) return complain(WRONG_USAGE, "there are more bots than the %d seats", players);
        if (!(at = take_name(at, name)))
            return complain(WRONG_USAGE, "a bot's name has at most %d characters", BOT_NAME_MAX - 1);
        struct bot *bot = &a->bots[count++];
        struct mind mind;
        if (!bot_read(name, strlen(name), bot) || !bot_mind(bot, a->game, &mind))
            return complain(WRONG_USAGE,
                            "there is no bot '%s'; there are random, wild, 1 to 5, search:N, time:N and exec:COMMAND",
                            name);
        if (!*at) break;
    }
    for (int i = count; i < players; i++) a->bots[i] = a->bots[count - 1];
    make_rows(a);
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

static void print_result(const struct arena *a, bool is_json) {
    if (is_json)
        print_json(a);
    else
        print_table(a);
}

/* The match whose parts are in files. */
static enum status join(struct arena *a, const struct request *request) {
    enum status status = arena_join(a, request->words, request->word_count);
    if (!status && request->sprt) status = read_sprt(a, request->sprt);
    if (status) return status;
    print_result(a, request->is_json);
    return finish(status);
}

enum status run_arena(const struct request *request) {
    static struct arena arena = {.games = GAMES_STANDARD,
                                 .move_time_ms = MOVE_TIME_STANDARD,
                                 .lock = PTHREAD_MUTEX_INITIALIZER,
                                 .change = PTHREAD_COND_INITIALIZER};
    int threads = 1;
    if (request->is_join) return join(&arena, request);
    if (request->word_count != 1) return complain(WRONG_USAGE, "arkad arena takes one game; arkad games lists them");
    if (!(arena.game = read_game(request->words[0]))) return WRONG_USAGE;
    enum status status = read_setup(arena.game, request, "", &arena.setup);
    if (!status) status = arena_read_bots(&arena, request->bots ? request->bots : "3,2");
    if (!status && request->games) status = read_number("--games", request->games, 1, 10000000, &arena.games);
    if (!status && request->threads) status = read_number("--threads", request->threads, 1, THREADS_MAX, &threads);
    if (!status && request->move_time)
        status = read_number("--move-time", request->move_time, 1, 3600000, &arena.move_time_ms);
    if (!status && request->sprt) status = read_sprt(&arena, request->sprt);
    if (!status && request->net) status = read_net(arena.game, arena.setup.players, request->net);
    if (!status) status = read_part(request->part, &arena.part, &arena.parts);
    if (!status && request->part && !request->seed)
        status = complain(WRONG_USAGE, "parts begin alike: name the same --seed for all of them");
    if (!status && request->part && request->sprt)
        status = complain(WRONG_USAGE, "a part cannot tell when the match is decided: give --sprt with --join");
    if (status) return status;
    int players = arena.setup.players;
    arena.next = arena.part * players;
    arena.games = (arena.games + players - 1) / players * players; /* every deal in every rotation */
    arena.save = request->save;
    if (arena.save && mkdir(arena.save, 0777) && errno != EEXIST)
        return complain(NO, "cannot make the folder %s: %s", arena.save, strerror(errno));
    const char *terminal = getenv("TERM");
    arena.is_shown = isatty(STDERR_FILENO) && terminal && strcmp(terminal, "dumb");
    arena.start_s = now_s();
    signal(SIGINT, interrupt);
    signal(SIGTERM, interrupt);
    signal(SIGHUP, interrupt);
    status = run_match(&arena, threads);
    if (request->part && !status)
        status = arena_print_part(&arena);
    else
        print_result(&arena, request->is_json);
    return finish(status);
}
