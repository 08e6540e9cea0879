/*
 * Bots by name: their levels, and how lower levels misjudge what the search has found.
 */
#include "bots/bot.h"

#include "bots/net.h"
#include "bots/simple.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SLIP_MOVES = 32 };     /* the most visited ones: others are out of the question even for a beginner */
static const float TRUST = 4; /* after this many tries a result counts half */

/* Each level thinks at least twice as long as the one before; the last one has a second. */
const struct search_budget bot_levels[BOT_LEVELS + 1] = {
    [1] = {.iterations = 60},
    [2] = {.iterations = 120},
    [3] = {.iterations = 240, .time_ms = 200},
    [4] = {.iterations = 1200, .time_ms = 300},
    [5] = {.time_ms = 1000},
};
enum { FIRST_WITH_NET = 4 }; /* lower levels know only what the judgement says */
/* How much of the game it knows. 0 is a bot without a level. */
static const float insights[BOT_LEVELS + 1] = {1, 0.1F, 0.25F, 0.4F, 0.75F, 1};

/* And it misjudges less: from a beginner's slips, with which random play is still beaten, to level 4's in even
   ratios. */
static float slip_of(const struct mind *mind, int level) {
    if (!level || level == BOT_LEVELS) return 0;
    float part = (float)(level - 1) / (BOT_LEVELS - 2);
    return mind->w[BEGINNER] * powf(mind->w[SLIP] / mind->w[BEGINNER], part);
}

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

struct bot bot_of_level(int level) {
    assert(level >= 1 && level <= BOT_LEVELS);
    return (struct bot){
        .name = {(char)('0' + level)}, .kind = BOT_SEARCH, .level = (uint8_t)level, .budget = bot_levels[level]};
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
    const char *weights = memchr(name, '+', length);
    if (weights) {
        length = (size_t)(weights - name);
        bot->weights_at = (uint16_t)(length + 1);
    }
    if (!strcmp(bot->name, "random")) {
        bot->kind = BOT_RANDOM;
    } else if (!strcmp(bot->name, "wild")) {
        bot->kind = BOT_WILD;
    } else if (length == 1 && *name >= '1' && *name <= '0' + BOT_LEVELS) {
        bot->level = (uint8_t)(*name - '0');
        bot->budget = bot_levels[bot->level];
    } else {
        return read_budget(name, length, "search:", &bot->budget.iterations) ||
               read_budget(name, length, "time:", &bot->budget.time_ms);
    }
    return true;
}

bool bot_mind(const struct bot *bot, const struct arkad_game *game, struct mind *mind) {
    const char *weights = bot->name + bot->weights_at;
    mind_of(game, mind);
    mind->w[INSIGHT] = insights[bot->level];
    mind->w[SLIP] = slip_of(mind, bot->level);
    if (bot->weights_at && !mind_change(mind, weights, strlen(weights))) return false;
    bool may_have_net = !bot->level || bot->level >= FIRST_WITH_NET;
    if (may_have_net && mind->w[NET] > 0) mind->net = net_of(game);
    return true;
}

bool bot_room_open(struct bot_room *room) {
    room->search = search_open(SEARCH_NODES_MAX);
    return room->search != NULL;
}

void bot_room_close(struct bot_room *room) { search_close(room->search); }

/* Roughly normally distributed: the sum of twelve uniform draws. */
static float draw_error(uint64_t *dice) {
    float sum = -6;
    for (int i = 0; i < 12; i++) sum += (float)simple_below(dice, 1 << 20) / (1 << 20);
    return sum;
}

/* The move that looks best to somebody who misjudges every one of them. The values of moves that were hardly tried
   are drawn towards the mean. */
static struct arkad_move choose_with_slips(const struct search *search, float slip, uint64_t seed) {
    struct search_move moves[SLIP_MOVES];
    int count = search_ranking(search, moves, SLIP_MOVES), best = 0;
    float best_value = -1e9F, sum = 0, visits = 0;
    for (int i = 0; i < count; i++) sum += moves[i].value * (float)moves[i].visits, visits += (float)moves[i].visits;
    for (int i = 0; i < count; i++) {
        float tried = (float)moves[i].visits;
        float value = (moves[i].value * tried + TRUST * sum / visits) / (tried + TRUST) + slip * draw_error(&seed);
        if (value > best_value) best_value = value, best = i;
    }
    return moves[best].move;
}

struct arkad_move bot_choose(const struct bot *bot, struct bot_room *room, const struct arkad_game *game,
                             const struct arkad_position *view, int seat, uint64_t temper, uint64_t seed) {
    assert(bot->kind != BOT_PROGRAM);
    assert(seat >= 0 && seat < arkad_players(view) && arkad_may_move(game, view) >> seat & 1);
    if (bot->kind == BOT_SEARCH) {
        struct mind mind;
        bot_mind(bot, game, &mind);
        struct arkad_move move = search_choose(room->search, game, &mind, view, seat, bot->budget, seed);
        if (mind.w[SLIP] > 0 && search_iterations(room->search))
            return choose_with_slips(room->search, mind.w[SLIP], seed);
        return move;
    }
    bool is_wild[ARKAD_SEATS_MAX];
    for (int i = 0; i < ARKAD_SEATS_MAX; i++) is_wild[i] = bot->kind == BOT_WILD;
    struct simple simple;
    uint8_t bytes[ARKAD_SEED_BYTES] = {0};
    memcpy(bytes, &temper, sizeof temper);
    simple_begin(&simple, game, is_wild, bytes);
    simple.state = seed;
    return simple_move(&simple, game, view, seat, room->moves);
}
