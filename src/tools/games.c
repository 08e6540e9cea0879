/*
 * The games there are: `arkad games`. Games written, read and verified: `arkad trace`, `arkad replay`, `arkad check`.
 */
#include "bots/simple.h"
#include "engine/fair.h"
#include "engine/json.h"
#include "lang/say.h"
#include "terminal/draw.h"
#include "tools/commands.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

static char line[ARKAD_LINE_MAX + 1];

/* ---- games ------------------------------------------------------------------------------------------------ */

void print_games(void) {
    for (int i = 0; arkad_game_at(i); i++) {
        const struct arkad_game *game = arkad_game_at(i);
        if (arkad_game_is_hidden(game)) continue;
        printf("  %-8s ", arkad_game_name(game));
        PRINT(stdout, "help.game", {.name = "title", .text = say_title(program_lang(), game)},
              {.name = "min", .number = arkad_players_min(game)}, {.name = "max", .number = arkad_players_max(game)});
        putchar('\n');
    }
}

static void print_game_json(const struct arkad_game *game) {
    struct text text = text_in(line, sizeof line);
    struct json out = json_to(&text);
    json_put_open(&out, NULL, '{');
    json_put_word(&out, "name", arkad_game_name(game));
    json_put_text(&out, "title", say_title(program_lang(), game));
    json_put_number(&out, "players_min", arkad_players_min(game));
    json_put_number(&out, "players_max", arkad_players_max(game));
    json_put_flag(&out, "is_hidden", arkad_game_is_hidden(game));
    json_close(&out, '}');
    puts(line);
}

enum status run_games(const struct request *request) {
    if (request->word_count) return complain(WRONG_USAGE, "arkad games takes no words, only --json");
    if (!request->is_json) print_games();
    for (int i = 0; request->is_json && arkad_game_at(i); i++) print_game_json(arkad_game_at(i));
    return finish(YES);
}

/* ---- trace ------------------------------------------------------------------------------------------------ */

static void play(const struct arkad_game *game, const struct arkad_setup *setup, struct simple *simple, bool is_full) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    static struct arkad_tape tape;
    struct arkad_position position, before;
    char why[ARKAD_WHY_MAX];
    arkad_deal(game, setup, &position, NULL, why);
    arkad_trace_head(game, setup, is_full ? &position : NULL, line, sizeof line);
    puts(line);
    for (int number = 1; !arkad_is_over(&position) && !ferror(stdout); number++) {
        struct arkad_move move;
        int seat = simple_choose(simple, game, &position, moves, &move);
        before = position;
        arkad_apply(game, &position, seat, &move, &tape);
        struct arkad_step step = {.number = number, .seat = seat, .move = &move, .tape = &tape, .room = moves};
        if (is_full) step.before = &before, step.after = &position;
        arkad_trace_move(game, &step, line, sizeof line);
        puts(line);
    }
    if (!arkad_is_over(&position)) return;
    arkad_trace_result(game, &position, line, sizeof line);
    puts(line);
}

enum status run_trace(const struct request *request) {
    if (request->word_count != 1) return complain(WRONG_USAGE, "arkad trace takes one game; arkad games lists them");
    const struct arkad_game *game = read_game(request->words[0]);
    if (!game) return WRONG_USAGE;
    struct arkad_setup setup;
    enum status status = read_setup(game, request, "", &setup);
    if (status) return status;
    bool is_wild[ARKAD_SEATS_MAX];
    const char *bot = request->bot ? request->bot : "random";
    if (!simple_read(bot, setup.players, is_wild))
        return complain(WRONG_USAGE, "--bot takes random or wild, or one of them for each of the %d seats, not '%s'",
                        setup.players, bot);
    static struct simple simple;
    simple_begin(&simple, game, is_wild, setup.seed);
    play(game, &setup, &simple, !request->is_moves);
    return finish(YES);
}

/* ---- check and replay ------------------------------------------------------------------------------------- */

enum status read_game_file(const char *name, const struct arkad_map *map, struct arkad_reader *reader, visitor *visit,
                           void *context) {
    bool is_standard = !strcmp(name, "-");
    FILE *file = is_standard ? stdin : fopen(name, "rb");
    if (!file) return complain(NO, "cannot read %s: %s", name, strerror(errno));
    memset(reader, 0, sizeof *reader);
    reader->map = map;
    size_t length;
    const char *wrong = NULL;
    enum status status = YES;
    while (status == YES && read_line(file, line, &length, &wrong)) {
        if (!wrong)
            wrong = arkad_reader_line(reader, line, length);
        else
            reader->lines++;
        if (wrong)
            status = complain(NO, "%s:%d: %s", name, reader->lines, wrong);
        else if (visit)
            status = visit(reader, context);
    }
    if (status == YES) wrong = arkad_reader_end(reader);
    if (status == YES && wrong) status = complain(NO, "%s:%d: %s", name, reader->lines + 1, wrong);
    if (!is_standard) fclose(file);
    return status;
}

/* If the file says how its seed was made, that must be true. */
static enum status check_seed(const struct arkad_reader *reader, void *context) {
    if (reader->lines != 1 || !reader->has_fair) return YES;
    const char *wrong = fair_judge(&reader->fair, reader->game, &reader->setup);
    return wrong ? complain(NO, "%s:%d: %s", (const char *)context, reader->lines, wrong) : YES;
}

static const char *verdict_on(const struct arkad_reader *reader) {
    if (!reader->has_result) return "check.unfinished";
    if (!reader->has_fair) return "check.right";
    return reader->fair.starting == ARKAD_DRAWN ? "check.drawn" : "check.fair";
}

enum status run_check(const struct request *request) {
    static struct arkad_reader reader;
    const struct arkad_map *map;
    if (!request->word_count) return complain(WRONG_USAGE, "arkad check takes files, or - for standard input");
    enum status status = read_map(request->map, &map);
    if (status) return status;
    for (int i = 0; i < request->word_count; i++) {
        const char *name = request->words[i];
        if (read_game_file(name, map, &reader, check_seed, (void *)(uintptr_t)name)) {
            status = NO;
            continue;
        }
        PRINT(stdout, verdict_on(&reader), {.name = "file", .text = name},
              {.name = "game", .text = arkad_game_name(reader.game)},
              {.name = "players", .number = reader.setup.players}, {.name = "moves", .number = reader.moves});
        putchar('\n');
    }
    return finish(status);
}

enum { TABLE_ROWS = 24, TABLE_COLUMNS = 80 };

struct replay {
    int at, seat; /* -1: every position, the whole position */
    bool is_drawn;
};

/* As large as the terminal, without the line of the prompt; a pipe gets the smallest size. */
static void print_table(const struct arkad_reader *reader, const struct arkad_position *view, int seat) {
    static struct canvas canvas;
    static char names[ARKAD_SEATS_MAX][32], row[CANVAS_ROW_MAX];
    struct winsize size;
    bool is_terminal = isatty(STDOUT_FILENO) && !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col;
    const char *no_colour = getenv("NO_COLOR");
    struct scene scene = {.lang = program_lang(), .game = reader->game, .setup = &reader->setup, .view = view};
    scene.viewer = seat >= 0 ? seat : ARKAD_SPECTATOR;
    for (int i = 0; i < reader->setup.players; i++) {
        struct text name = text_in(names[i], sizeof names[i]);
        LANG_PUT(scene.lang, &name, "draw.seat", {.name = "n", .number = i});
        scene.names[i] = names[i];
    }
    canvas_clear(&canvas, is_terminal && size.ws_row > TABLE_ROWS ? size.ws_row - 1 : TABLE_ROWS,
                 is_terminal && size.ws_col > TABLE_COLUMNS ? size.ws_col : TABLE_COLUMNS);
    draw_table(&canvas, &scene);
    for (int i = 0; i < canvas.height; i++) {
        if (is_terminal && !(no_colour && *no_colour))
            canvas_row_colours(&canvas, i, row);
        else
            canvas_row_text(&canvas, i, row, sizeof row);
        puts(row);
    }
}

static enum status show(const struct arkad_reader *reader, void *context) {
    const struct replay *replay = context;
    struct arkad_position view = reader->position;
    if (reader->has_result || (replay->at >= 0 && replay->at != reader->moves)) return YES;
    if (replay->seat >= reader->setup.players)
        return complain(WRONG_USAGE, "there is no seat %d in a game for %d", replay->seat, reader->setup.players);
    if (replay->seat >= 0) arkad_view(reader->game, &reader->position, replay->seat, &view);
    static char state[ARKAD_JSON_MAX];
    if (replay->is_drawn) {
        print_table(reader, &view, replay->seat);
        return YES;
    }
    arkad_json_write(reader->game, &view, state);
    puts(state);
    return YES;
}

enum status run_replay(const struct request *request) {
    static struct arkad_reader reader;
    struct replay replay = {.at = -1, .seat = -1, .is_drawn = request->is_draw};
    const struct arkad_map *map;
    if (request->word_count != 1) return complain(WRONG_USAGE, "arkad replay takes one file, or - for standard input");
    if (request->at && read_number("--at", request->at, 0, 9999999, &replay.at)) return WRONG_USAGE;
    if (request->seat && read_number("--seat", request->seat, 0, ARKAD_SEATS_MAX - 1, &replay.seat)) return WRONG_USAGE;
    enum status status = read_map(request->map, &map);
    if (!status) status = read_game_file(request->words[0], map, &reader, show, &replay);
    if (!status && replay.at > reader.moves)
        status = complain(NO, "the game has only %d moves, not %d", reader.moves, replay.at);
    return finish(status);
}
