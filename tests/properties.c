/*
 * What must hold for every game, number of players and option, tried on random and wild games.
 *
 *     properties GAME [GAMES]                             GAMES (200) random and as many wild ones for each setting
 *     properties GAME PLAYERS OPTIONS BOT SEED            one game, every check after every move
 *
 * The laws are checked after every move; the expensive checks at some moves of every game, all of them when a
 * single game is repeated. A failure prints the command that repeats it.
 */
#include "bots/simple.h"
#include "engine/game.h"
#include "test.h"

#include <stdlib.h>

enum {
    GAMES_STANDARD = 200,
    CHECKS_A_GAME = 12, /* about this many moves of a game get the expensive checks */
    POOL = 512,         /* moves met before, asked about in other positions */
    PLAYED_MAX = 200000,
};

struct setting {
    const struct arkad_game *game;
    int players;
    char options[96];
    const char *bot;
    int seed;
};

static struct setting now;
static bool is_thorough;
static uint64_t dice; /* what is tried where: repeatable, not part of any game */
static struct arkad_move moves[ARKAD_MOVES_MAX], other_moves[ARKAD_MOVES_MAX], pool[POOL];
static int pool_count;

static void fail(const char *what, const char *detail) {
    if (checks_failed++ < 5)
        printf("# %s: %s\n#   repeat with: properties %s %d '%s' %s %d\n", what, detail, arkad_game_name(now.game),
               now.players, now.options, now.bot, now.seed);
    fflush(stdout);
}

static void expect(bool holds, const char *what) {
    if (!holds) fail(what, "not so");
}

static bool is_same_position(const struct arkad_position *a, const struct arkad_position *b) {
    return !memcmp(a->bytes, b->bytes, arkad_position_size(now.game));
}

/* ---- Lists -------------------------------------------------------------------------------------------------- */

static int compare_moves(const void *a, const void *b) { return memcmp(a, b, sizeof(struct arkad_move)); }

static void check_text(const struct arkad_move *move) {
    char text[ARKAD_MOVE_TEXT_MAX], why[ARKAD_WHY_MAX];
    struct arkad_move again;
    size_t length = arkad_move_write(now.game, move, text);
    const char *wrong = arkad_move_read(now.game, text, length, &again, why);
    if (!length || wrong || memcmp(&again, move, sizeof again)) fail("a move read back is another", text);
}

/* Lists hold legal moves, each once, and every seat that may move has one. */
static void check_lists(const struct arkad_position *position) {
    char why[ARKAD_WHY_MAX], text[ARKAD_MOVE_TEXT_MAX];
    unsigned waits = arkad_waits(now.game, position), may_move = arkad_may_move(now.game, position);
    expect(waits && !(waits & ~may_move), "somebody is waited for, and may move");
    for (int seat = 0; seat < now.players; seat++) {
        int count = arkad_list(now.game, position, seat, moves);
        expect((count > 0) == (may_move >> seat & 1), "a seat may move exactly if it has a listed move");
        expect(count <= ARKAD_MOVES_MAX, "a list fits");
        for (int i = 0; i < count; i++) {
            if (!is_thorough && i > 40 && simple_below(&dice, 8)) continue;
            arkad_move_write(now.game, &moves[i], text);
            if (arkad_check(now.game, position, seat, &moves[i], why)) fail(text, why);
            check_text(&moves[i]);
            if (pool_count < POOL)
                pool[pool_count++] = moves[i];
            else if (!simple_below(&dice, 16))
                pool[simple_below(&dice, POOL)] = moves[i];
        }
        qsort(moves, (size_t)count, sizeof *moves, compare_moves);
        for (int i = 1; i < count; i++) expect(compare_moves(&moves[i - 1], &moves[i]), "a move is listed once");
    }
}

/* Verbs of which only some legal moves are listed (docs/notation.md). */
static bool may_be_unlisted(const char *text) {
    static const char *const verbs[][2] = {{"alhambra", "buy "},  {"pharaoh", "build "},   {"pharaoh", "extend "},
                                           {"pharaoh", "offer "}, {"pharaoh", "counter "}, {"maharaja", "travel "}};
    for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
        if (!strcmp(arkad_game_name(now.game), verbs[i][0]) && !strncmp(text, verbs[i][1], strlen(verbs[i][1])))
            return true;
    return false;
}

/* Moves from elsewhere, and moves with a byte changed: what is legal is listed, whatever the bytes. */
static void check_strangers(const struct arkad_position *position) {
    char why[ARKAD_WHY_MAX], text[ARKAD_MOVE_TEXT_MAX];
    for (int i = 0; i < 24 && pool_count; i++) {
        struct arkad_move move = pool[simple_below(&dice, (uint32_t)pool_count)];
        int seat = (int)simple_below(&dice, (uint32_t)now.players);
        if (i % 3 == 0) ((uint8_t *)&move)[simple_below(&dice, sizeof move)] = (uint8_t)simple_below(&dice, 256);
        if (arkad_check(now.game, position, seat, &move, why)) continue;
        arkad_move_write(now.game, &move, text);
        if (may_be_unlisted(text)) continue;
        int count = arkad_list(now.game, position, seat, other_moves), at = 0;
        while (at < count && compare_moves(&other_moves[at], &move)) at++;
        if (at == count) fail("legal but not listed", text);
    }
}

/* ---- Who sees what ------------------------------------------------------------------------------------------ */

static void check_same_lists(const struct arkad_position *a, const struct arkad_position *b, int seat,
                             const char *what) {
    int count = arkad_list(now.game, a, seat, moves);
    int other = arkad_list(now.game, b, seat, other_moves);
    expect(count == other && !memcmp(moves, other_moves, (size_t)count * sizeof *moves), what);
    expect(arkad_waits(now.game, a) == arkad_waits(now.game, b), "whom the game waits for does not depend on secrets");
    expect(arkad_matter(now.game, a) == arkad_matter(now.game, b), "what is being decided does not depend on secrets");
}

static void check_json(const struct arkad_position *position, int viewer) {
    static char text[ARKAD_JSON_MAX], again[ARKAD_JSON_MAX];
    struct arkad_setup setup;
    struct arkad_position read;
    char why[ARKAD_WHY_MAX];
    arkad_setup_default(now.game, &setup);
    setup.players = (uint8_t)now.players;
    arkad_setup_options(now.game, &setup, now.options, why);
    size_t length = arkad_json_write(now.game, position, text);
    const char *turn = strstr(text, "\"turn\":");
    int seat_in_turn = turn && turn[7] != 'n' ? atoi(turn + 7) : -1;
    expect(arkad_turn(now.game, position) == seat_in_turn, "JSON says whose turn it is");
    if (arkad_json_read(now.game, &setup, viewer, text, length, &read, why)) {
        fail(why, text);
        return;
    }
    arkad_json_write(now.game, &read, again);
    if (strcmp(text, again)) fail("JSON read back is another", text);
    for (int seat = 0; seat < now.players; seat++)
        if (viewer < 0 || seat == viewer) check_same_lists(position, &read, seat, "lists survive JSON");
    if (viewer < 0) return;
    uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)simple_below(&dice, 256)};
    struct arkad_position world;
    arkad_world(now.game, &read, seed, &world);
    const char *broken = arkad_laws(now.game, &world, why);
    if (broken) fail("a world of a view read from JSON breaks a law", broken);
}

/* The JSON of a view and its memory are all of it. */
static void check_memory(const struct arkad_position *view, int viewer) {
    static char text[ARKAD_JSON_MAX], memory[ARKAD_MEMORY_MAX];
    struct arkad_setup setup;
    struct arkad_position read;
    char why[ARKAD_WHY_MAX];
    arkad_setup_default(now.game, &setup);
    setup.players = (uint8_t)now.players;
    arkad_setup_options(now.game, &setup, now.options, why);
    size_t length = arkad_json_write(now.game, view, text);
    if (arkad_json_read(now.game, &setup, viewer, text, length, &read, why)) fail(why, text);
    length = arkad_memory_write(now.game, view, memory);
    if (arkad_memory_read(now.game, &read, memory, length, why)) fail(why, memory);
    if (!is_same_position(&read, view)) fail("a view and its memory do not make the view again", memory);
    if (length > 2) expect(!!arkad_memory_read(now.game, &read, memory, length - 1, why), "half a memory is none");
}

static void play_out(struct arkad_position *position) {
    char why[ARKAD_WHY_MAX];
    for (int n = 0; !arkad_is_over(position) && n < PLAYED_MAX; n++) {
        unsigned seats = arkad_waits(now.game, position);
        int seat = __builtin_ctz(seats);
        int count = arkad_list(now.game, position, seat, other_moves);
        expect(count > 0, "a world plays on");
        if (!count) return;
        arkad_apply(now.game, position, seat, &other_moves[simple_below(&dice, (uint32_t)count)], NULL);
    }
    const char *broken = arkad_laws(now.game, position, why);
    if (broken) fail("a world played out breaks a law", broken);
    expect(arkad_is_over(position), "a world plays to the end");
}

/* How many cards lie in piles, by what everyone sees: moves that draw from them may show more. */
static long pile_size(const struct arkad_position *position) {
    static char text[ARKAD_JSON_MAX];
    struct arkad_position view;
    arkad_view(now.game, position, ARKAD_SPECTATOR, &view);
    arkad_json_write(now.game, &view, text);
    const char *pile = strstr(text, "\"pile\":"), *buildings = strstr(text, "\"buildings\":");
    return (pile ? strtol(pile + 7, NULL, 10) : 0) + (buildings ? strtol(buildings + 12, NULL, 10) : 0);
}

/* The same move in two positions that differ only in what the viewer cannot see: with the same chance, everyone is
   told the same, unless the move itself turns up what was hidden. */
static void check_reports(const struct arkad_position *position, const struct arkad_position *world, int seat,
                          const struct arkad_move *move) {
    static struct arkad_tape tapes[2], views[2];
    struct arkad_position after[2] = {*position, *world}, seen[2];
    char why[ARKAD_WHY_MAX];
    if (arkad_check(now.game, world, seat, move, why)) return;
    for (int i = 0; i < 2; i++) {
        memset(&tapes[i], 0, sizeof tapes[i]);
        arkad_apply(now.game, &after[i], seat, move, &tapes[i]);
        arkad_tape_view(&tapes[i], ARKAD_SPECTATOR, &views[i]);
        arkad_view(now.game, &after[i], ARKAD_SPECTATOR, &seen[i]);
    }
    long size = pile_size(position);
    if (arkad_is_over(&after[0]) || arkad_is_over(&after[1])) return;
    if (pile_size(&after[0]) != size || pile_size(&after[1]) != size) return;
    bool rolls_same = true; /* the two positions have chances of their own */
    for (int i = 0; i < views[0].count; i++) {
        rolls_same = rolls_same && views[0].events[i].value == views[1].events[i].value;
        rolls_same = rolls_same && views[0].events[i].kind != ARKAD_SHUFFLE; /* cards may come from the new pile */
        views[0].events[i].value = views[1].events[i].value = 0;
    }
    expect(!memcmp(&views[0], &views[1], sizeof views[0]), "everyone is told the same, whatever is hidden");
    bool shows_secrets = now.game->is_secret != NULL; /* a secret move is shown when its time comes */
    if (rolls_same && !shows_secrets)
        expect(is_same_position(&seen[0], &seen[1]), "everyone sees the same afterwards, whatever was hidden");
}

/* Where all see the same, each view is written as the spectators' is. */
static void check_open(const struct arkad_position *position) {
    struct arkad_position view;
    static char text[ARKAD_JSON_MAX], again[ARKAD_JSON_MAX];
    if (!arkad_is_open(now.game, position)) return;
    arkad_view(now.game, position, ARKAD_SPECTATOR, &view);
    arkad_json_write(now.game, &view, text);
    for (int seat = 0; seat < now.players; seat++) {
        arkad_view(now.game, position, seat, &view);
        arkad_json_write(now.game, &view, again);
        expect(!strcmp(text, again), "a view of an open position is the same for all");
    }
}

static void check_views(const struct arkad_position *position, int mover, const struct arkad_move *move) {
    struct arkad_position view, again, world, world_view;
    char why[ARKAD_WHY_MAX];
    check_open(position);
    for (int viewer = 0; viewer <= now.players; viewer++) {
        int seat = viewer < now.players ? viewer : ARKAD_SPECTATOR;
        arkad_view(now.game, position, seat, &view);
        arkad_view(now.game, &view, seat, &again);
        expect(is_same_position(&view, &again), "a view of a view is the view");
        const char *broken = arkad_laws(now.game, &view, why);
        if (broken) fail("a view breaks a law", broken);
        uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)simple_below(&dice, 256), (uint8_t)simple_below(&dice, 256)};
        arkad_world(now.game, &view, seed, &world);
        arkad_view(now.game, &world, seat, &world_view);
        expect(is_same_position(&view, &world_view), "a possible world looks the same from its seat");
        broken = arkad_laws(now.game, &world, why);
        if (broken) fail("a possible world breaks a law", broken);
        check_memory(&view, seat);
        if (seat == ARKAD_SPECTATOR) continue;
        check_same_lists(position, &view, seat, "a list is the same from the view");
        check_same_lists(position, &world, seat, "a list is the same in a possible world");
        check_json(&view, seat);
        check_reports(position, &world, mover, move);
        if (is_thorough || !simple_below(&dice, 8)) play_out(&world);
    }
}

/* ---- Games -------------------------------------------------------------------------------------------------- */

static char line[ARKAD_LINE_MAX + 1];
static struct arkad_reader reader, guest; /* the guest reads the same game as if its chance came from elsewhere */

static void read_head(const struct arkad_setup *setup, const struct arkad_position *position) {
    char *seed;
    memset(&reader, 0, sizeof reader);
    memset(&guest, 0, sizeof guest);
    size_t length = arkad_trace_head(now.game, setup, position, line, sizeof line);
    const char *wrong = arkad_reader_line(&reader, line, length);
    if (wrong) fail("the head of a trace", wrong);
    seed = strstr(line, "\"seed\":") + 7;
    memmove(seed + 4, seed + 66, strlen(seed + 66) + 1);
    memcpy(seed, "null", 4);
    wrong = arkad_reader_line(&guest, line, strlen(line));
    if (wrong) fail("the head of a trace without a seed", wrong);
}

static void read_one(size_t length) {
    const char *wrong = arkad_reader_line(&reader, line, length);
    if (wrong) fail("a trace", wrong);
    wrong = arkad_reader_line(&guest, line, length);
    if (wrong) fail("a trace without a seed", wrong);
}

/* The parts of a score add up to it. */
static void check_parts(const struct arkad_position *position, const struct arkad_result *result) {
    int16_t counts[COUNTS_MAX];
    for (int seat = 0; now.game->count && seat < now.players; seat++) {
        int sum = 0;
        now.game->count(position, seat, counts);
        for (int part = 0; part < now.game->part_count; part++) sum += counts[part];
        expect(sum == result->scores[seat], "the parts of a score add up to it");
    }
}

static void check_result(const struct arkad_position *position) {
    struct arkad_result result;
    struct arkad_position view;
    bool has_winner = false;
    arkad_result(now.game, position, &result);
    check_parts(position, &result);
    for (int seat = 0; seat < now.players; seat++) has_winner |= result.places[seat] == 1;
    expect(has_winner, "somebody wins");
    expect(!arkad_waits(now.game, position) && !arkad_may_move(now.game, position), "nobody moves when it is over");
    arkad_view(now.game, position, 0, &view);
    static char text[ARKAD_JSON_MAX], again[ARKAD_JSON_MAX];
    arkad_json_write(now.game, position, text);
    arkad_json_write(now.game, &view, again);
    expect(!strcmp(text, again), "a view of a finished game hides nothing");
    check_open(position);
    check_json(position, -1);
}

/* Plays one game. Its length is not known in advance, so the expensive checks come at every nth move, n drawn again
 * each time. */
static void play(bool is_traced) {
    static struct simple simple;
    static struct arkad_tape tape;
    static uint8_t seats[PLAYED_MAX];
    static struct arkad_move played[PLAYED_MAX];
    struct arkad_setup setup;
    struct arkad_position position, before, again;
    char why[ARKAD_WHY_MAX];
    bool is_wild[ARKAD_SEATS_MAX];
    arkad_setup_default(now.game, &setup);
    setup.players = (uint8_t)now.players;
    memcpy(setup.seed, &now.seed, sizeof now.seed);
    const char *wrong = arkad_setup_options(now.game, &setup, now.options, why);
    if (!wrong) wrong = arkad_deal(now.game, &setup, &position, NULL, why);
    if (wrong) {
        fail("it cannot be set up", wrong);
        return;
    }
    simple_read(now.bot, now.players, is_wild);
    simple_begin(&simple, now.game, is_wild, setup.seed);
    dice = (uint64_t)now.seed;
    int number = 0;
    int every = is_thorough ? 1 : 8 + (int)simple_below(&dice, 60);
    if (is_traced) read_head(&setup, &position);
    for (; !arkad_is_over(&position) && number < PLAYED_MAX && checks_failed < 5; number++) {
        bool is_dear = number % every == every / 2 && (is_thorough || number / every < CHECKS_A_GAME);
        if (is_dear) {
            check_lists(&position);
            check_strangers(&position);
            check_json(&position, -1);
        }
        int seat = simple_choose(&simple, now.game, &position, moves, &played[number]);
        if (is_dear) check_views(&position, seat, &played[number]);
        before = position;
        arkad_apply(now.game, &position, seat, &played[number], &tape);
        seats[number] = (uint8_t)seat;
        wrong = arkad_laws(now.game, &position, why);
        if (wrong) fail("a law is broken", wrong);
        struct arkad_step step = {number + 1, seat, &played[number], &tape, &before, moves, &position};
        if (is_traced) read_one(arkad_trace_move(now.game, &step, line, sizeof line));
    }
    expect(arkad_is_over(&position), "the game ends");
    if (!arkad_is_over(&position)) return;
    if (is_traced) read_one(arkad_trace_result(now.game, &position, line, sizeof line));
    check_result(&position);
    arkad_deal(now.game, &setup, &again, NULL, why);
    for (int i = 0; i < number; i++) arkad_apply(now.game, &again, seats[i], &played[i], NULL);
    expect(is_same_position(&position, &again), "the same seed and moves give the same bytes");
}

/* ---- Settings ----------------------------------------------------------------------------------------------- */

static void play_setting(int games) {
    static const char *const bots[] = {"random", "wild"};
    for (int bot = 0; bot < 2; bot++) {
        now.bot = bots[bot];
        for (int n = 0; n < games && checks_failed < 5; n++) {
            now.seed = n * 2 + bot + 1;
            play(n < 2);
        }
    }
}

static void report_setting(int before) {
    bool is_right = checks_failed == before;
    tests_failed += !is_right;
    printf("%s %d - %s for %d, %s\n", is_right ? "ok" : "not ok", ++tests_run, arkad_game_name(now.game), now.players,
           *now.options ? now.options : "no options");
    fflush(stdout);
}

/* Options other than the one in question are drawn. */
static void draw_options(int fixed, int value, char *text) {
    int length = 0;
    const struct arkad_option *option;
    for (int i = 0; (option = arkad_game_option(now.game, i)); i++) {
        if (option->kind == ARKAD_MAP || option->kind == ARKAD_ALIAS) continue;
        int max = option->kind == ARKAD_SEAT ? now.players - 1 : option->kind == ARKAD_FLAG ? 1 : option->max;
        bool is_long = max - option->min > 9; /* offers: mostly few, or games would take 100,000 moves */
        int drawn = is_long ? (int)simple_below(&dice, 4)
                            : option->min + (int)simple_below(&dice, (uint32_t)(max - option->min + 1));
        if (i == fixed) drawn = value;
        const char *flag = drawn ? "on" : "off";
        if (option->kind == ARKAD_FLAG)
            length += sprintf(text + length, "%s%s=%s", length ? "," : "", option->name, flag);
        else
            length += sprintf(text + length, "%s%s=%d", length ? "," : "", option->name, drawn);
    }
}

/* Every value of every option, the others drawn again for each; and everything at its standard. */
static void play_all(int games) {
    const struct arkad_option *option;
    for (now.players = arkad_players_min(now.game); now.players <= arkad_players_max(now.game); now.players++) {
        int before = checks_failed;
        now.options[0] = 0;
        play_setting(games);
        report_setting(before);
        for (int i = 0; (option = arkad_game_option(now.game, i)); i++) {
            if (option->kind == ARKAD_MAP || option->kind == ARKAD_ALIAS) continue;
            int max = option->kind == ARKAD_SEAT ? now.players - 1 : option->kind == ARKAD_FLAG ? 1 : option->max;
            int step = max - option->min > 9 ? 33 : 1;
            for (int value = option->min; value <= max; value += step) {
                before = checks_failed;
                dice = (uint64_t)(i * 100 + value);
                draw_options(i, value, now.options);
                play_setting(games);
                report_setting(before);
            }
        }
    }
}

int main(int argc, char **argv) {
    if (argc < 2 || !(now.game = arkad_game_find(argv[1]))) {
        fprintf(stderr, "usage: properties GAME [GAMES], or properties GAME PLAYERS OPTIONS BOT SEED\n");
        return 2;
    }
    if (argc == 6) {
        is_thorough = true;
        now.players = atoi(argv[2]);
        snprintf(now.options, sizeof now.options, "%s", argv[3]);
        now.bot = argv[4];
        now.seed = atoi(argv[5]);
        play(true);
        report_setting(0);
    } else {
        play_all(argc > 2 ? atoi(argv[2]) : GAMES_STANDARD);
    }
    return tests_end();
}
