/*
 * A player for one seat, by its name: `random`, `wild`, a level `1` to `5`, or, for tuning, `search:N` (N iterations)
 * and `time:N` (N milliseconds), these also with other weights of judgement: `search:300+heat=2+passing=1`. A bot is
 * given views, never positions. `exec:COMMAND` is a program (bots/program.h).
 */
#ifndef BOTS_BOT_H
#define BOTS_BOT_H

#include "arkad.h"
#include "bots/search.h"

enum { BOT_LEVELS = 5, BOT_NAME_MAX = 256 };

/* How long a level thinks. What it is called is in the catalogues: `level.1` to `level.5`. */
extern const struct search_budget bot_levels[BOT_LEVELS + 1]; /* from 1 */

enum bot_kind { BOT_RANDOM = 1, BOT_WILD, BOT_SEARCH, BOT_PROGRAM };

struct bot {
    char name[BOT_NAME_MAX];
    uint8_t kind;
    uint8_t level; /* 0: none */
    struct search_budget budget;
    uint16_t weights_at; /* where in its name it changes weights of judgement; 0: nowhere */
};

/* The command of a bot that is a program. */
#define BOT_EXEC "exec:"
static inline const char *bot_command(const struct bot *bot) { return bot->name + sizeof BOT_EXEC - 1; }

/* Reads a bot's name; false if there is no such bot. */
bool bot_read(const char *name, size_t length, struct bot *bot);
/* The bot of a level, from 1. */
struct bot bot_of_level(int level);
/* What the bot knows of a game; false if its name changes weights that this game does not have. */
bool bot_mind(const struct bot *bot, const struct arkad_game *game, struct mind *mind);

/* What bots need to think; one for each thread. */
struct bot_room {
    struct search *search;
    struct arkad_move moves[ARKAD_MOVES_MAX];
};

/* False when there is not enough memory. */
bool bot_room_open(struct bot_room *room);
void bot_room_close(struct bot_room *room);

/* The bot's move from its view; not for programs. `seed` decides what is left to chance; `temper` is the seat's own
   number in this game (a wild bot keeps its weights through a game). */
struct arkad_move bot_choose(const struct bot *bot, struct bot_room *room, const struct arkad_game *game,
                             const struct arkad_position *view, int seat, uint64_t temper, uint64_t seed);

#endif
