/*
 * What thinks in the browser: bots, hints and reviews, with nets. Only the module of the workers has it, so that a page
 * need not wait for it.
 */
#include "wasm/slots.h"

#include "bots/bot.h"
#include "bots/net.h"
#include "bots/nets_built.h"
#include "bots/review.h"
#include "engine/game.h"

enum { NODES = 1 << 17, HINTS = 5 };

static struct bot_room room;

/* Nets come when a bot sits down. */
const struct built_net built_nets[] = {{NULL, NULL, NULL}};

int EXPORT(wasm_begin)(void) { return room.search || (room.search = search_open(NODES)) ? 0 : -1; }

/* The file of a net came in, of the game with this number in the list of all: for good, and once at most. */
int EXPORT(wasm_net)(int number, int length) {
    char why[ARKAD_WHY_MAX];
    const struct arkad_game *game = arkad_game_at(number);
    if (!game) return refuse("there is no such game");
    struct net *net = net_read(game, in, (size_t)length < sizeof in ? (size_t)length : sizeof in, why);
    if (!net) return refuse(why);
    net_give(net);
    return 0;
}

/* ---- Bots -------------------------------------------------------------------------------------------------------- */

/* Lets a bot (by its name, which came in) choose for a seat: out is its move. */
int EXPORT(wasm_bot)(int slot, int seat, int length, unsigned temper, unsigned seed) {
    struct slot *s = at(slot);
    struct arkad_position view;
    struct bot bot;
    if (!bot_read(in, (size_t)length, &bot) || bot.kind > BOT_SEARCH) return refuse("there is no such bot");
    if (!(arkad_waits(s->game, &s->position) >> seat & 1)) return refuse("it is not this seat's turn");
    view_of(s, &s->position, seat, &view);
    struct arkad_move move = bot_choose(&bot, &room, s->game, &view, seat, temper, seed);
    return (int)arkad_move_write(s->game, &move, out);
}

/* Searches for `time_ms` milliseconds: out has a line of the seats' chances in thousandths, then a line for each of the
   best moves, "chance move". */
int EXPORT(wasm_hint)(int slot, int seat, int time_ms, unsigned seed) {
    struct slot *s = at(slot);
    struct arkad_position view;
    struct search_move best[HINTS];
    struct mind mind;
    float chances[ARKAD_SEATS_MAX];
    char move[ARKAD_MOVE_TEXT_MAX];
    struct text lines = text_in(out, sizeof out);
    view_of(s, &s->position, seat, &view);
    mind_with_net(s->game, &mind);
    search_run(room.search, s->game, &mind, &view, seat, (struct search_budget){.time_ms = (uint32_t)time_ms}, seed);
    search_chances(room.search, chances);
    for (int i = 0; i < arkad_players(&view); i++) {
        if (i) text_char(&lines, ' ');
        text_number(&lines, (long)(1000 * chances[i]));
    }
    int count = search_ranking(room.search, best, HINTS);
    for (int i = 0; i < count; i++) {
        arkad_move_write(s->game, &best[i].move, move);
        text_char(&lines, '\n');
        text_number(&lines, (long)(1000 * best[i].value));
        text_char(&lines, ' ');
        text_put(&lines, move);
    }
    return (int)lines.used;
}

/* ---- Reviews ----------------------------------------------------------------------------------------------------- */

static struct review review;

/* The slot's game from where it is now (-1: no memory); then, after each wasm_apply, its last move. */
int EXPORT(wasm_review_begin)(int slot) {
    review_free(&review);
    return review_begin(&review, at(slot)->game, &at(slot)->position) ? 0 : -1;
}

int EXPORT(wasm_review_move)(int slot) {
    struct slot *s = at(slot);
    return review_move(&review, s->seat, &s->move, &s->position) ? 0 : -1;
}

/* Searches before the move of this number, from 0, with all cards open; out is its step so far, as JSON. */
int EXPORT(wasm_review_judge)(int number, int time_ms, int iterations) {
    struct arkad_position view;
    if (number < 0 || number >= review_searches(&review)) return refuse("there is no such move");
    int seat = review_view(&review, number, false, &view);
    struct search_budget budget = {.iterations = (uint32_t)iterations, .time_ms = (uint32_t)time_ms};
    search_run(room.search, review.game, &review.mind, &view, seat, budget, 1);
    review_note(&review, number, room.search);
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    review_put_step(&review, number, &json);
    return (int)text.used;
}

/* When all of them were searched: out is everything, as `arkad analyse --json` prints it. */
int EXPORT(wasm_review_finish)(void) {
    struct text text = text_in(out, sizeof out);
    struct json json = json_to(&text);
    if (!review.steps) return refuse("there is no such game");
    review_finish(&review);
    review_open(&review, &json);
    for (int i = 0; i <= review.moves; i++) review_put_step(&review, i, &json);
    review_close(&json);
    return (int)text.used;
}
