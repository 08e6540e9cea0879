#include "bots/bot.h"

#include "bots/simple.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* Each level thinks several times as long as the one before; the last one has a second. */
const struct bot_level bot_levels[BOT_LEVELS + 1] = {
    [1] = {{.iterations = 12}},
    [2] = {{.iterations = 60}},
    [3] = {{.iterations = 300, .time_ms = 500}},
    [4] = {{.iterations = 1500, .time_ms = 1000}},
    [5] = {{.time_ms = 1000}},
};

static bool read_budget(const char *text, size_t length, const char *prefix, uint32_t *value) {
    size_t start = strlen(prefix);
    if (length <= start || length > start + 8 || memcmp(text, prefix, start)) return false;
    uint32_t number = 0;
    for (size_t i = start; i < length; i++) {
        if (text[i] < '0' || text[i] > '9') return false;
        number = number * 10 + (uint32_t)(text[i] - '0');
    }
    *value = number;
    return number > 0;
}

bool bot_read(const char *name, size_t length, struct bot *bot) {
    memset(bot, 0, sizeof *bot);
    if (!length || length >= BOT_NAME_MAX) return false;
    memcpy(bot->name, name, length);
    bot->kind = BOT_SEARCH;
    if (!strncmp(bot->name, BOT_EXEC, sizeof BOT_EXEC - 1)) {
        bot->kind = BOT_PROGRAM;
        return *bot_command(bot);
    }
    if (!strcmp(bot->name, "random")) {
        bot->kind = BOT_RANDOM;
    } else if (!strcmp(bot->name, "wild")) {
        bot->kind = BOT_WILD;
    } else if (length == 1 && *name >= '1' && *name <= '0' + BOT_LEVELS) {
        bot->level = (uint8_t)(*name - '0');
        bot->budget = bot_levels[bot->level].budget;
    } else {
        return read_budget(name, length, "search:", &bot->budget.iterations) ||
               read_budget(name, length, "time:", &bot->budget.time_ms);
    }
    return true;
}

bool bot_room_open(struct bot_room *room) {
    room->search = search_open(SEARCH_NODES_MAX);
    return room->search != NULL;
}

void bot_room_close(struct bot_room *room) { search_close(room->search); }

struct arkad_move bot_choose(const struct bot *bot, struct bot_room *room, const struct arkad_game *game,
                             const struct arkad_position *view, int seat, uint64_t temper, uint64_t seed) {
    assert(bot->kind != BOT_PROGRAM);
    if (bot->kind == BOT_SEARCH)
        return search_choose(room->search, game, judgement_of(game), view, seat, bot->budget, seed);
    bool is_wild[ARKAD_SEATS_MAX];
    for (int i = 0; i < ARKAD_SEATS_MAX; i++) is_wild[i] = bot->kind == BOT_WILD;
    struct simple simple;
    uint8_t bytes[ARKAD_SEED_BYTES] = {0};
    memcpy(bytes, &temper, sizeof temper);
    simple_begin(&simple, game, is_wild, bytes);
    simple.state = seed;
    return simple_move(&simple, game, view, seat, room->moves);
}
