/*
 * `arkad play`: what the command line asks for, the sitting on a screen or through a pipe, and what is said at the end.
 */
#include "terminal/play.h"

#include "cli/rules.h"
#include "terminal/plain.h"
#include "terminal/resume.h"
#include "terminal/sitting.h"

#include <signal.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum { PACE_STANDARD_MS = 800, PACE_MAX_MS = 60000, SEATS_TEXT_MAX = 4096, NOTICE_MAX = 512 };

/* ---- Who plays -------------------------------------------------------------------------------------------------- */

static enum status refuse_bots(const struct table *table, const char *wrong) {
    return complain(
        WRONG_USAGE,
        "--bots takes human, random, wild, 1 to 5, search:N or time:N for at most the %d seats, one of them "
        "a person's, not '%s'",
        table->setup.players, wrong);
}

static enum status seat_all(struct table *table, const struct request *request) {
    struct seating_wish wish = {
        .bots = request->bots, .level = request->level, .names = request->name, .is_hotseat = request->is_hotseat};
    int level;
    char wrong[BOT_NAME_MAX];
    if (request->level && request->bots) return complain(WRONG_USAGE, "give --level or --bots, not both");
    if (request->level && read_number("--level", request->level, 1, BOT_LEVELS, &level)) return WRONG_USAGE;
    return seating_read(&table->seating, table->setup.players, &wish, wrong) ? YES : refuse_bots(table, wrong);
}

/* A bot's name may change weights of its judgement: the game must have them. */
static enum status judge_bots(const struct table *table) {
    struct mind mind;
    for (int seat = 0; seat < table->setup.players; seat++) {
        const struct seat *one = &table->seating.seats[seat];
        if (!one->is_person && !bot_mind(&one->bot, table->game, &mind)) return refuse_bots(table, one->bot.name);
    }
    return YES;
}

/* Who played is in the file beside it; the command line takes precedence. */
static enum status seat_again(struct table *table, const struct request *request) {
    char text[SEATS_TEXT_MAX];
    bool is_said = request->bots || request->level || request->is_hotseat;
    bool is_known = !is_said && save_read_seats(table->save.name, text, sizeof text) &&
                    seating_restore(&table->seating, table->setup.players, text);
    if (!is_known) return seat_all(table, request);
    if (request->name) seating_rename(&table->seating, request->name);
    return YES;
}

static void keep_seats(struct table *table) {
    char text[SEATS_TEXT_MAX];
    struct text out = text_in(text, sizeof text);
    seating_write(&table->seating, &out);
    save_seats(&table->save, text);
}

/* ---- The beginning ---------------------------------------------------------------------------------------------- */

static enum status judge_game(const struct arkad_game *game) {
    const char *name = arkad_game_name(game);
    if (rules_text(name, program_lang())) return YES;
    return complain(WRONG_USAGE, "%s is a game for testing and is not played at a table", name);
}

static enum status start_new(struct table *table, const struct arkad_game *game, const struct request *request) {
    struct arkad_setup setup;
    char why[ARKAD_WHY_MAX];
    enum status status = judge_game(game);
    if (!status) status = read_setup(game, request, "starter=drawn", &setup);
    if (status) return status;
    if (table_deal(table, game, &setup, why)) return complain(WRONG_USAGE, "%s", why);
    status = seat_all(table, request);
    if (!status) status = judge_bots(table);
    if (status) return status;
    const char *wrong = save_create(&table->save, request->save, arkad_game_name(game), false, why);
    return wrong ? complain(NO, "%s", wrong) : YES;
}

static enum status start_again(struct table *table, const struct arkad_game *game, const struct request *request,
                               const struct lang *lang, char notice[NOTICE_MAX]) {
    char why[ARKAD_WHY_MAX];
    bool dropped;
    const struct arkad_map *map;
    if (request->save || request->seed || request->players || request->options)
        return complain(WRONG_USAGE,
                        "--resume goes on with the game in its file: it takes no --save, --seed, --players "
                        "or --options");
    enum status status = read_map(request->map, &map);
    if (status) return status;
    if (resume_table(table, request->resume, map, &dropped, why)) return complain(NO, "%s", why);
    if (game && game != table->game)
        return complain(WRONG_USAGE, "%s is a game of %s", request->resume, arkad_game_name(table->game));
    if (judge_game(table->game)) return WRONG_USAGE;
    if (dropped) snprintf(notice, NOTICE_MAX, "%s", lang_text(lang, "ui.dropped"));
    status = seat_again(table, request);
    return status ? status : judge_bots(table);
}

/* The same people and bots, another deal, another file; the next seat starts. */
static const char *start_rematch(struct table *table, char why[ARKAD_WHY_MAX]) {
    char name[SAVE_NAME_MAX];
    struct arkad_setup setup = table->setup;
    strcpy(name, table->save.name);
    save_close(&table->save);
    randombytes_buf(setup.seed, sizeof setup.seed);
    arkad_starter_pass_on(table->game, &setup);
    table_deal(table, table->game, &setup, why);
    const char *wrong = save_create(&table->save, name, arkad_game_name(table->game), true, why);
    if (wrong) return wrong;
    keep_seats(table);
    table_save(table);
    return NULL;
}

/* ---- The sitting ------------------------------------------------------------------------------------------------ */

static void say_farewell(const struct table *table, const struct lang *lang) {
    char text[SAY_MAX + SAVE_NAME_MAX];
    if (table_is_over(table)) {
        struct arkad_result result = table_result(table);
        for (int line = 0; line < table->setup.players; line++) {
            tell_result(table, lang, &result, line, text);
            puts(text);
        }
    }
    tell_file(table, lang, text);
    puts(text);
}

static void set_table(struct sitting *sitting, const char *notice) {
    struct text message = text_in(sitting->message, sizeof sitting->message);
    text_put(&message, notice);
    sitting->message_ink = INK_ASKED;
}

static void put_starter(const struct table *table, const struct lang *lang, char notice[NOTICE_MAX]) {
    struct text out = text_in(notice, NOTICE_MAX);
    unsigned waits = arkad_waits(table->game, table_now(table));
    LANG_PUT(lang, &out, "ui.starts", {.name = "name", .text = table->seating.names[__builtin_ctz(waits)]});
}

static enum status play_on_screen(struct table *table, const struct lang *lang, const char *notice, int pace_ms) {
    static struct sitting sitting;
    char why[ARKAD_WHY_MAX];
    const char *wrong = NULL;
    sitting.table = table;
    sitting.lang = lang;
    sitting.pace_ms = pace_ms;
    sitting.thinker = thinker_open(screen_bell());
    if (!sitting.thinker) screen_close();
    if (!sitting.thinker) return complain(NO, "there is not enough memory to think");
    set_table(&sitting, notice);
    while (!wrong && sit_down(&sitting) == REMATCH) {
        char starter[NOTICE_MAX];
        wrong = start_rematch(table, why);
        put_starter(table, sitting.lang, starter);
        set_table(&sitting, starter);
    }
    screen_close();
    choices_clear(&sitting.choices);
    logbook_clear(&sitting.log);
    if (wrong) return complain(NO, "%s", wrong);
    say_farewell(table, sitting.lang);
    return finish(YES);
}

static enum status play_plain(struct table *table, const struct lang *lang, const char *notice) {
    char text[SAY_MAX + SAVE_NAME_MAX];
    if (!plain_play(table, lang, notice)) return complain(NO, "there is not enough memory to think");
    tell_file(table, lang, text);
    puts(text);
    return finish(YES);
}

/* ---- The command ------------------------------------------------------------------------------------------------ */

static enum status start(struct table *table, const struct request *request, const struct lang *lang,
                         char notice[NOTICE_MAX]) {
    const struct arkad_game *game = request->word_count ? read_game(request->words[0]) : NULL;
    if (request->word_count && !game) return WRONG_USAGE;
    return request->resume ? start_again(table, game, request, lang, notice) : start_new(table, game, request);
}

enum status run_play(const struct request *request) {
    static struct table table;
    char notice[NOTICE_MAX] = "";
    int pace_ms = PACE_STANDARD_MS;
    if (request->word_count > 1 || (!request->word_count && !request->resume))
        return complain(WRONG_USAGE, "arkad play takes one game; arkad games lists them");
    if (request->pace && read_number("--pace", request->pace, 0, PACE_MAX_MS, &pace_ms)) return WRONG_USAGE;
    const struct lang *lang = program_lang();
    enum status status = start(&table, request, lang, notice);
    if (status) return status;
    seating_name(&table.seating, lang);
    if (!request->resume) put_starter(&table, lang, notice);
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error to be told, like a full disk */
    keep_seats(&table);
    bool is_saved = table_save(&table);
    if (isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && screen_open())
        return play_on_screen(&table, lang, notice, pace_ms);
    if (!is_saved) complain(NO, "not saved: %s", table.save.problem);
    return play_plain(&table, lang, notice);
}
