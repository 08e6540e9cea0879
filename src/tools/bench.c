/*
 * `arkad bench`: how fast every game is played, and the play signature.
 *
 * A decision is: list all moves of the seats that the game waits for, choose one, apply it. The games are random ones
 * over all numbers of players, always the same ones, so two builds can be compared; the signature is a hash of every
 * position they pass through, the same on every machine while the rules and the layout stay the same.
 */
#include "bots/net.h"
#include "bots/search.h"
#include "bots/simple.h"
#include "engine/game.h"
#include "engine/json.h"
#include "tools/commands.h"

#include <string.h>
#include <time.h>
#include <unistd.h>

enum {
    GAMES_STANDARD = 5000,
    GAMES_SIGNATURE = 100,
    SAMPLES = 256,     /* positions on which single operations are measured */
    SAMPLE_EVERY = 97, /* decisions */
    REPEATS = 400,     /* over all samples */
    SEARCHES = 16,     /* positions searched */
    ITERATIONS = 400,  /* for each of them */
};

/* A game and the options under which it is played. */
struct subject {
    const struct arkad_game *game;
    const char *options;
};

struct figures {
    int games;
    uint64_t decisions, listed, signature;
    double play_s, copies, views, worlds, jsons, searches; /* all but the first: a second */
};

/* Positions met on the way, for measuring single operations. */
static struct arkad_position samples[SAMPLES];
static int sample_count;

static void deal_nth(const struct subject *subject, int n, struct arkad_position *position) {
    const struct arkad_game *game = subject->game;
    struct arkad_setup setup;
    char why[ARKAD_WHY_MAX];
    arkad_setup_default(game, &setup);
    setup.players = (uint8_t)(arkad_players_min(game) + n % (arkad_players_max(game) - arkad_players_min(game) + 1));
    arkad_setup_options(game, &setup, subject->options, why);
    for (int i = 0; i < 4; i++) setup.seed[i] = (uint8_t)(n >> 8 * i);
    arkad_deal(game, &setup, position, NULL, why);
}

/* One decision; returns how many moves were listed. */
static int decide(const struct arkad_game *game, struct arkad_position *position, uint64_t *state) {
    static struct arkad_move moves[ARKAD_SEATS_MAX][ARKAD_MOVES_MAX];
    int counts[ARKAD_SEATS_MAX], seats[ARKAD_SEATS_MAX], seat_count = 0, listed = 0;
    for (unsigned left = arkad_waits(game, position); left; left &= left - 1) {
        int seat = __builtin_ctz(left);
        seats[seat_count] = seat;
        counts[seat_count] = arkad_list(game, position, seat, moves[seat_count]);
        listed += counts[seat_count++];
    }
    uint32_t chosen = seat_count > 1 ? simple_below(state, (uint32_t)seat_count) : 0;
    const struct arkad_move *move = &moves[chosen][simple_below(state, (uint32_t)counts[chosen])];
    arkad_apply(game, position, seats[chosen], move, NULL);
    return listed;
}

static void play_games(const struct subject *subject, struct figures *figures) {
    struct arkad_position position;
    uint64_t state = 1;
    double start = now_s();
    for (int n = 0; n < figures->games; n++)
        for (deal_nth(subject, n, &position); !arkad_is_over(&position); figures->decisions++) {
            if (figures->decisions % SAMPLE_EVERY == 0 && sample_count < SAMPLES) samples[sample_count++] = position;
            figures->listed += (uint64_t)decide(subject->game, &position, &state);
        }
    figures->play_s = now_s() - start;
}

static uint64_t signature(const struct subject *subject) {
    struct arkad_position position;
    uint64_t state = 1, hash = 0xcbf29ce484222325U;
    for (int n = 0; n < GAMES_SIGNATURE; n++)
        for (deal_nth(subject, n, &position); !arkad_is_over(&position);) {
            decide(subject->game, &position, &state);
            for (size_t i = 0; i < arkad_position_size(subject->game); i++)
                hash = (hash ^ position.bytes[i]) * 0x100000001b3U;
        }
    return hash;
}

/* ---- Single operations ------------------------------------------------------------------------------------ */

static struct arkad_position scratch;

static void copy(const struct arkad_game *game, const struct arkad_position *position, int n) {
    (void)n;
    memcpy(&scratch, position, arkad_position_size(game));
    __asm__ volatile("" : : "r"(&scratch) : "memory"); /* the copy must be made */
}

static void view(const struct arkad_game *game, const struct arkad_position *position, int n) {
    arkad_view(game, position, n % arkad_players(position), &scratch);
}

static void world(const struct arkad_game *game, const struct arkad_position *position, int n) {
    uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)n, (uint8_t)(n >> 8), (uint8_t)(n >> 16)};
    arkad_world(game, position, seed, &scratch);
}

static void json(const struct arkad_game *game, const struct arkad_position *position, int n) {
    static char text[ARKAD_JSON_MAX];
    (void)n;
    arkad_json_write(game, position, text);
}

typedef void operation(const struct arkad_game *, const struct arkad_position *, int);

static double rate(const struct arkad_game *game, operation *run, const struct arkad_position *on, int repeats) {
    double start = now_s();
    for (int n = 0; n < repeats; n++)
        for (int i = 0; i < sample_count; i++) run(game, &on[i], n);
    return repeats * sample_count / (now_s() - start);
}

/* Iterations a second, with the game's judgement. */
static double search_rate(const struct arkad_game *game, const struct arkad_position *views) {
    struct search *search = search_open(1 << 16);
    int searched = 0;
    if (!search) return 0;
    struct mind mind;
    mind_with_net(game, &mind);
    double start = now_s();
    for (int i = 0; i < sample_count && searched < SEARCHES; i += 1 + sample_count / SEARCHES) {
        int seat = i % arkad_players(&views[i]); /* whose view it is */
        if (!(arkad_waits(game, &views[i]) >> seat & 1)) continue;
        search_run(search, game, &mind, &views[i], seat, (struct search_budget){.iterations = ITERATIONS}, 1);
        searched++;
    }
    double rate = searched * ITERATIONS / (now_s() - start);
    search_close(search);
    return rate;
}

static void measure(const struct subject *subject, struct figures *figures) {
    static struct arkad_position views[SAMPLES];
    const struct arkad_game *game = subject->game;
    sample_count = 0;
    play_games(subject, figures);
    for (int i = 0; i < sample_count; i++) arkad_view(game, &samples[i], i % arkad_players(&samples[i]), &views[i]);
    figures->copies = rate(game, copy, samples, 10 * REPEATS);
    figures->views = rate(game, view, samples, REPEATS);
    figures->worlds = rate(game, world, views, REPEATS);
    figures->jsons = rate(game, json, samples, REPEATS / 4);
    figures->searches = search_rate(game, views);
    figures->signature = signature(subject);
}

/* ---- Output ------------------------------------------------------------------------------------------------- */

static void print_json(const struct subject *subject, const struct figures *f) {
    char line[1024], digits[20];
    struct text text = text_in(line, sizeof line);
    struct json out = json_to(&text);
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)f->signature);
    json_put_open(&out, NULL, '{');
    json_put_word(&out, "game", arkad_game_name(subject->game));
    json_put_word(&out, "options", subject->options);
    json_put_number(&out, "games", f->games);
    json_put_number(&out, "decisions", (long)f->decisions);
    json_put_real(&out, "decisions_s", (double)f->decisions / f->play_s, 0);
    json_put_real(&out, "games_s", f->games / f->play_s, 0);
    json_put_real(&out, "copies_s", f->copies, 0);
    json_put_number(&out, "bytes", (long)arkad_position_size(subject->game));
    json_put_real(&out, "mean_listed", (double)f->listed / (double)f->decisions, 2);
    json_put_real(&out, "views_s", f->views, 0);
    json_put_real(&out, "worlds_s", f->worlds, 0);
    json_put_real(&out, "jsons_s", f->jsons, 0);
    json_put_real(&out, "iterations_s", f->searches, 0);
    json_put_word(&out, "signature", digits);
    json_close(&out, '}');
    puts(line);
}

enum { LABEL_WIDTH = 18, LABEL_MAX = 64 };

static void print_header(void) {
    static const struct {
        const char *key, *unit;
        int width;
    } columns[] = {{"bench.head.game", "", -LABEL_WIDTH}, {"bench.head.decisions", "M/s", 9},
                   {"bench.head.games", "/s", 6},         {"bench.head.copies", "M/s", 6},
                   {"bench.head.bytes", "", 5},           {"bench.head.listed", "", 6},
                   {"bench.head.views", "M/s", 5},        {"bench.head.worlds", "M/s", 6},
                   {"bench.head.jsons", "k/s", 4},        {"bench.head.search", "k/s", 6}};
    enum { COLUMNS = sizeof columns / sizeof *columns };
    for (int i = 0; i < 2 * COLUMNS; i++) {
        int column = i % COLUMNS;
        if (column) putchar(' ');
        print_cell(stdout, i < COLUMNS ? word(columns[column].key) : columns[column].unit, columns[column].width);
        if (column == COLUMNS - 1) putchar('\n');
    }
}

/* The game and its options, short: what is on is named alone. */
static const char *label_of(const struct subject *subject, char label[LABEL_MAX]) {
    struct text out = text_in(label, LABEL_MAX);
    size_t length = strlen(subject->options);
    bool is_on = length > 3 && !strcmp(subject->options + length - 3, "=on");
    text_put(&out, arkad_game_name(subject->game));
    if (length) text_char(&out, ' ');
    text_bytes(&out, subject->options, is_on ? length - 3 : length);
    return label;
}

static void print_row(const struct subject *subject, const struct figures *f) {
    char label[LABEL_MAX];
    print_cell(stdout, label_of(subject, label), -LABEL_WIDTH);
    printf(" %9.2f %6.0f %6.0f %5zu %6.1f %5.1f %6.2f %4.0f %6.0f\n", (double)f->decisions / f->play_s * 1e-6,
           f->games / f->play_s, f->copies * 1e-6, arkad_position_size(subject->game),
           (double)f->listed / (double)f->decisions, f->views * 1e-6, f->worlds * 1e-6, f->jsons * 1e-3,
           f->searches * 1e-3);
    fflush(stdout);
}

static void print_progress(const struct subject *subject, bool is_shown) {
    char label[LABEL_MAX];
    if (!is_shown) return;
    fputs("\r\033[K", stderr);
    PRINT(stderr, "bench.progress", {.name = "game", .text = label_of(subject, label)});
}

static void print_signature(const struct subject *subject) {
    printf("%s%s%s %016llx\n", arkad_game_name(subject->game), *subject->options ? " " : "", subject->options,
           (unsigned long long)signature(subject));
}

static void run_one(const struct subject *subject, const struct request *request, int games) {
    bool is_terminal = !request->is_json && isatty(STDERR_FILENO);
    struct figures figures = {.games = games};
    print_progress(subject, is_terminal);
    measure(subject, &figures);
    if (is_terminal) fputs("\r\033[K", stderr);
    if (request->is_json)
        print_json(subject, &figures);
    else
        print_row(subject, &figures);
}

static void run_game(const struct arkad_game *game, const struct request *request, int games) {
    for (int i = 0; !i || game->benched[i]; i++) {
        struct subject subject = {game, game->benched[i] ? game->benched[i] : ""};
        if (request->is_signature)
            print_signature(&subject);
        else
            run_one(&subject, request, games);
    }
}

enum status run_bench(const struct request *request) {
    int games = GAMES_STANDARD;
    const struct arkad_game *only = NULL;
    if (request->word_count > 1) return complain(WRONG_USAGE, "arkad bench takes one game, or none for all");
    if (request->word_count && !(only = read_game(request->words[0]))) return WRONG_USAGE;
    if (request->games && read_number("--games", request->games, 1, 10000000, &games)) return WRONG_USAGE;
    if (only && arkad_game_is_hidden(only))
        return complain(NO, "%s is too small a game to be measured", request->words[0]);
    if (!request->is_json && !request->is_signature) print_header();
    for (int i = 0; arkad_game_at(i); i++) {
        const struct arkad_game *game = arkad_game_at(i);
        if (only ? game == only : !arkad_game_is_hidden(game)) run_game(game, request, games);
    }
    return finish(YES);
}
