#include "games/towers.h"
#include "lang/say_game.h"

static void notation(const struct say *say) {
    char move[ARKAD_MOVE_TEXT_MAX];
    arkad_move_write(say->game, say->move, move);
    text_put(say->out, move);
}

static void ask(const struct say *say) { say_text(say, "say.ask"); }

static void card(const struct say *say, int number) { text_put(say->out, say->game->cards[number]); }

const struct say_game say_towers = {.name = "towers", .ask = ask, .choice = notation, .made = notation, .card = card};
