/*
 * Bots, drawn tables, sentences and reviews for the package `arkad`.
 */
#include "python/face.h"

#include "bots/parallel.h"
#include "bots/review.h"
#include "lang/say.h"
#include "terminal/draw.h"

#include <stdlib.h>
#include <string.h>

/* ---- Bots ------------------------------------------------------------------------------------------------------- */

struct face_bot {
    struct bot bot;
    struct bot_room room;
    const struct arkad_game *game;
};

struct face_bot *face_bot_open(const struct arkad_game *game, const char *name, char why[ARKAD_WHY_MAX]) {
    struct text said = text_in(why, ARKAD_WHY_MAX);
    struct mind mind;
    struct bot bot;
    text_put(&said, "there is no such bot: 1 to 5, random, wild, search:ITERATIONS or time:MILLISECONDS");
    if (!bot_read(name, strlen(name), &bot) || bot.kind == BOT_PROGRAM || !bot_mind(&bot, game, &mind)) return NULL;
    text_say(&said, "there is not enough memory");
    struct face_bot *opened = malloc(sizeof *opened);
    if (!opened) return NULL;
    opened->bot = bot;
    opened->game = game;
    if (bot_room_open(&opened->room)) return opened;
    free(opened);
    return NULL;
}

void face_bot_close(struct face_bot *bot) {
    bot_room_close(&bot->room);
    free(bot);
}

void face_bot_choose(struct face_bot *bot, const struct arkad_position *view, int seat, uint64_t temper, uint64_t seed,
                     struct arkad_move *move) {
    *move = bot_choose(&bot->bot, &bot->room, bot->game, view, seat, temper, seed);
}

/* ---- Tables and words ------------------------------------------------------------------------------------------- */

enum { NAME_SIZE = 64 };

const char *face_lang_at(int index) { return index < lang_count() ? lang_code(lang_at(index)) : NULL; }

/* The names of the seats, from a text with a line for each. */
static void split_names(const char *names, char lines[ARKAD_SEATS_MAX][NAME_SIZE], const char *seats[ARKAD_SEATS_MAX]) {
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) {
        size_t length = strcspn(names, "\n");
        struct text line = text_in(lines[seat], NAME_SIZE);
        text_bytes(&line, names, length < NAME_SIZE ? length : NAME_SIZE - 1);
        seats[seat] = lines[seat];
        names += length + (names[length] == '\n');
    }
}

void face_draw(const struct face_table *table, int height, int width, uint8_t *cells) {
    struct canvas *canvas = malloc(sizeof *canvas);
    char names[ARKAD_SEATS_MAX][NAME_SIZE];
    if (!canvas) return;
    struct scene scene = {.lang = lang_find(table->lang),
                          .game = table->game,
                          .setup = table->setup,
                          .view = table->view,
                          .viewer = table->viewer};
    split_names(table->names, names, scene.names);
    canvas_clear(canvas, height, width);
    draw_table(canvas, &scene);
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++, cells += sizeof(struct cell))
            memcpy(cells, &canvas->cells[row][column], sizeof(struct cell));
    free(canvas);
}
_Static_assert(sizeof(struct cell) == 11, "as face.h says");

void face_say(const struct face_table *table, int seat, const struct arkad_move *move,
              const struct arkad_position *after, char *text) {
    char lines[ARKAD_SEATS_MAX][NAME_SIZE];
    const char *names[ARKAD_SEATS_MAX];
    bool is_hidden = seat != table->viewer && table->viewer != ARKAD_SPECTATOR && arkad_is_secret(table->game, move);
    split_names(table->names, lines, names);
    struct told told = {.before = table->view,
                        .after = after,
                        .seat = seat,
                        .move = move,
                        .is_hidden = is_hidden,
                        .you = NOBODY,
                        .names = names};
    say_move(lang_find(table->lang), table->game, &told, text);
}

/* ---- Reviews ---------------------------------------------------------------------------------------------------- */

enum { REVIEW_ENDS = 256 }; /* what comes before and after the steps */

static bool fill_review(struct review *review, const struct arkad_game *game, const struct face_played *played) {
    bool is_full = review_begin(review, game, &played->positions[0]);
    for (int i = 0; i < played->moves && is_full; i++)
        is_full = review_move(review, played->seats[i], &played->made[i], &played->positions[i + 1]);
    return is_full;
}

static char *write_review(const struct review *review) {
    size_t size = (size_t)(review->moves + 1) * REVIEW_STEP_MAX + REVIEW_ENDS;
    char *written = malloc(size);
    if (!written) return NULL;
    struct text text = text_in(written, size);
    struct json json = json_to(&text);
    review_open(review, &json);
    for (int i = 0; i <= review->moves; i++) review_put_step(review, i, &json);
    review_close(&json);
    return written;
}

static bool judge_all(struct review *review, const struct face_thought *thought) {
    struct parallel parallel;
    struct search_budget budget = {.iterations = thought->iterations, .time_ms = thought->time_ms};
    if (!parallel_open(&parallel, thought->threads, 1 << 18)) return false;
    bool is_stopped = false;
    for (int i = 0; i < review_searches(review) && !is_stopped; i++) {
        review_judge(review, i, &parallel, budget, thought->is_honest);
        is_stopped = thought->is_stopped(i + 1);
    }
    parallel_close(&parallel);
    return !is_stopped;
}

char *face_review(const struct arkad_game *game, const struct face_played *played, const struct face_thought *thought) {
    struct review review;
    char *written = NULL;
    if (fill_review(&review, game, played) && judge_all(&review, thought)) {
        review_finish(&review);
        written = write_review(&review);
    }
    review_free(&review);
    return written;
}

void face_free(char *text) { free(text); }
