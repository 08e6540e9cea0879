/* Nets: features, gradients, training that goes on as if it had not stopped, files, what a bot with a net sees. */
#include "bots/bot.h"
#include "bots/fit.h"
#include "bots/learn.h"
#include "bots/simple.h"
#include "engine/game.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static const char *const games[] = {"towers", "byzanz", "alhambra", "pharaoh", "maharaja", "blank"};
enum { GAMES = sizeof games / sizeof *games };

static struct learner *learner_of(const char *game, int players, int threads) {
    struct lesson lesson = {.game = arkad_game_find(game), .players = players, .threads = threads, .seed = 7};
    return learner_open(&lesson);
}

/* Some moves into a game. */
static void advance(struct table *table, int moves) {
    static struct arkad_move list[ARKAD_MOVES_MAX];
    uint64_t dice = (uint64_t)moves;
    for (; moves && !arkad_is_over(&table->position); moves--) {
        int seat = __builtin_ctz(arkad_waits(table->game, &table->position));
        int count = arkad_list(table->game, &table->position, seat, list);
        arkad_apply(table->game, &table->position, seat, &list[simple_below(&dice, (uint32_t)count)], NULL);
    }
}

/* Every row of cards that nobody sees is turned round, and chance will bring something else. */
static void turn_piles(const struct arkad_game *game, struct arkad_position *position) {
    int at = game->hidden_at + (int)sizeof(struct chance), end = at;
    position->bytes[game->hidden_at]++;
    for (; at < game->size; at = end + 1) {
        for (end = at; end < game->size && position->bytes[end];) end++;
        for (int low = at, high = end - 1; low < high; low++, high--) {
            unsigned char card = position->bytes[low];
            position->bytes[low] = position->bytes[high];
            position->bytes[high] = card;
        }
    }
}

/* A pile in another order, and another future: nothing is told of it. */
TEST(features_see_no_order) {
    static struct features before, after;
    for (int i = 0; i < GAMES; i++) {
        struct table table;
        struct arkad_position other;
        struct learner *learner = learner_of(games[i], 0, 1);
        struct net *net = learner_net(learner);
        CHECK(net->layout.slot_count > 0 && net->plan.count > 0);
        CHECK(table_deal(&table, games[i], arkad_players_max(arkad_game_find(games[i])), "", i));
        advance(&table, 20 * (i < GAMES - 1));
        other = table.position;
        turn_piles(table.game, &other);
        mind_of(arkad_game_find("blank"), &net->layout.mind); /* a judgement may look at the world it is given */
        memset(&before, 0, sizeof before), memset(&after, 0, sizeof after);
        features_of(&net->layout, &table.position, &before);
        features_of(&net->layout, &other, &after);
        CHECK(before.count > 0 && before.count == after.count);
        CHECK(!memcmp(before.told, after.told, (size_t)before.count * sizeof *before.told));
        net_free(net);
        learner_close(learner);
    }
}

/* A learner's weights are too much alike at first: these are not. */
static void draw_weights(struct fit *fit, uint64_t dice) {
    for (int i = 0; i < fit->plan.count; i++) fit->weights[i] = ((float)simple_below(&dice, 2001) - 1000) / 8000;
    fit_prepare(fit);
}

/* What was told of a position as a sample whose chances should have been these. */
static struct sample sample_of(const struct features *features, const float *chances, struct told *told) {
    struct sample sample = {.count = (uint16_t)features->count, .players = (uint8_t)features->players};
    memcpy(sample.worth, features->worth, sizeof sample.worth);
    memcpy(sample.chances, chances, sizeof sample.chances);
    for (int i = 0; i < features->count; i++) told[i] = (struct told){features->told[i].cell, features->told[i].steps};
    return sample;
}

/* They make one together, and are what they are in floating point, in which they are learned. */
TEST(chances_are_chances) {
    static struct features features;
    static struct told told[TOLD_MAX];
    static struct layout layout;
    for (int i = 0; i < GAMES; i++) {
        struct table table;
        struct fit fit;
        uint32_t chances[ARKAD_SEATS_MAX], sum = 0;
        layout_survey(&layout, arkad_game_find(games[i]), 7);
        CHECK(fit_open(&fit, &layout));
        draw_weights(&fit, 5);
        fit.weights[fit.plan.worth] = 0.1F;
        struct net *net = fit_net(&fit, fit.weights);
        CHECK(table_deal(&table, games[i], arkad_players_max(arkad_game_find(games[i])), "", i));
        advance(&table, 15 * (i < GAMES - 1));
        features_of(&layout, &table.position, &features);
        net_chances(net, &features, chances);
        for (int seat = 0; seat < arkad_players(&table.position); seat++) sum += chances[seat];
        CHECK(sum <= 65536 && sum > 65536 - ARKAD_SEATS_MAX);
        for (int seat = 0; seat < arkad_players(&table.position); seat++) {
            float wanted[ARKAD_SEATS_MAX] = {0};
            wanted[seat] = 1; /* then the loss is what the chance lacks to be certain */
            struct sample sample = sample_of(&features, wanted, told);
            float loss = fit_add(&fit, &sample, told);
            CHECK(fabs(exp(-(double)loss) - chances[seat] / 65536.0) < 0.004);
        }
        net_free(net);
        fit_close(&fit);
    }
}

/* The gradient of every weight is what a small step of it does to the loss. */
TEST(gradients_are_differences) {
    static struct features features;
    static struct told told[TOLD_MAX];
    static struct layout layout;
    struct table table;
    struct fit fit;
    int steps = 0, bends = 0, plain = 0, tokens = 0;
    layout_survey(&layout, arkad_game_find("byzanz"), 7);
    CHECK(fit_open(&fit, &layout));
    draw_weights(&fit, 6);
    CHECK(table_deal(&table, "byzanz", 3, "", 3));
    advance(&table, 30);
    features_of(&layout, &table.position, &features);
    struct sample sample = sample_of(&features, (float[ARKAD_SEATS_MAX]){0.2F, 0.7F, 0.1F}, told);
    float *gradient = calloc((size_t)fit.plan.count, sizeof *gradient);
    fit_add(&fit, &sample, told);
    fit_gradient(&fit, gradient);
    for (int at = 0; at < fit.plan.count; at++) {
        float before = fit.weights[at], losses[2];
        for (int side = 0; side < 2; side++) {
            fit.weights[at] = before + (side ? 0.002F : -0.002F);
            fit_prepare(&fit);
            losses[side] = fit_add(&fit, &sample, told);
        }
        fit.weights[at] = before;
        float found = (losses[1] - losses[0]) / 0.004F;
        if (fabsf(gradient[at]) < 3e-3F && fabsf(found) < 3e-3F) continue;
        bends += fabsf(found - gradient[at]) > 0.1F * fabsf(found) + 1e-3F; /* a step across an edge */
        steps++, plain += at < fit.plan.token, tokens += at >= fit.plan.token && at < fit.plan.middle;
    }
    CHECK(bends * 20 < steps && steps > 60 && plain > 20 && tokens > 20);
    free(gradient);
    fit_close(&fit);
}

static size_t file_of(const struct learner *learner, uint8_t *bytes) {
    struct net *net = learner_net(learner);
    size_t length = net_write(&net->layout, net->weights, bytes);
    net_free(net);
    return length;
}

/* Training that is stopped and goes on, or that is done by two threads, comes to the same bytes. */
TEST(training_goes_on_as_if_it_had_not_stopped) {
    static uint8_t one[NET_FILE_MAX], two[NET_FILE_MAX];
    struct lesson lesson = {.game = arkad_game_find("towers"), .threads = 2, .seed = 7};
    char why[ARKAD_WHY_MAX];
    size_t length;
    struct learner *whole = learner_of("towers", 0, 1), *half = learner_of("towers", 0, 1);
    CHECK(learner_round(whole, NULL) && learner_round(whole, NULL));
    CHECK(learner_round(half, NULL));
    uint8_t *state = learner_write(half, &length);
    struct learner *rest = learner_read(&lesson, state, length, why);
    CHECK(rest && !learner_read(&lesson, state, length - 1, why));
    lesson.game = arkad_game_find("byzanz");
    CHECK(!learner_read(&lesson, state, length, why));
    volatile int is_stopped = 1;
    CHECK(!learner_round(rest, &is_stopped)); /* in the middle of a round: as if it had not begun */
    CHECK(learner_round(rest, NULL));
    CHECK(learner_progress(rest).games == learner_progress(whole).games);
    CHECK(file_of(whole, one) == file_of(rest, two) && !memcmp(one, two, sizeof one));
    CHECK(file_of(half, two) && memcmp(one, two, sizeof one));
    free(state);
    learner_close(whole), learner_close(half), learner_close(rest);
}

/* With a search for each move, too; and what it finds makes a difference. */
TEST(searches_are_learned_from) {
    static uint8_t one[NET_FILE_MAX], two[NET_FILE_MAX], greedy[NET_FILE_MAX];
    struct lesson lesson = {.game = arkad_game_find("towers"), .players = 2, .threads = 1, .iterations = 2, .seed = 7};
    struct learner *alone = learner_open(&lesson), *plain = learner_of("towers", 2, 2);
    lesson.threads = 2;
    struct learner *both = learner_open(&lesson);
    for (int round = 0; round < 2; round++) /* in the first the judgement plays */
        CHECK(learner_round(alone, NULL) && learner_round(both, NULL) && learner_round(plain, NULL));
    CHECK(file_of(alone, one) == file_of(both, two) && !memcmp(one, two, sizeof one));
    file_of(plain, greedy);
    CHECK(memcmp(one, greedy, sizeof one));
    learner_close(alone), learner_close(both), learner_close(plain);
}

TEST(nets_that_do_not_fit_are_refused) {
    static uint8_t bytes[NET_FILE_MAX];
    char why[ARKAD_WHY_MAX];
    struct learner *learner = learner_of("towers", 0, 1);
    size_t length = file_of(learner, bytes);
    const struct arkad_game *towers = arkad_game_find("towers");
    struct net *net = net_read(towers, bytes, length, why);
    CHECK(net != NULL);
    static uint8_t again[NET_FILE_MAX];
    CHECK(net_write(&net->layout, net->weights, again) == length && !memcmp(bytes, again, length));
    net_free(net);
    CHECK(!net_read(arkad_game_find("byzanz"), bytes, length, why));
    CHECK_TEXT(why, "the net was made for other positions than this game has now");
    CHECK(!net_read(towers, bytes, length - 1, why));
    CHECK_TEXT(why, "the file of the net is broken");
    CHECK(!net_read(towers, "arkad nut", 10, why));
    CHECK_TEXT(why, "this is no net, or one of another version");
    uint64_t dice = 1;
    for (int i = 0; i < 200; i++) { /* whatever is in the file, it is refused or safe to ask */
        static uint8_t spoilt[NET_FILE_MAX];
        memcpy(spoilt, bytes, length);
        spoilt[15 + simple_below(&dice, 2000)] = (uint8_t)simple_below(&dice, 256);
        if (!(net = net_read(towers, spoilt, length, why))) continue;
        static struct features features;
        struct table table;
        uint32_t chances[ARKAD_SEATS_MAX];
        CHECK(table_deal(&table, "towers", 3, "", i));
        features_of(&net->layout, &table.position, &features);
        net_chances(net, &features, chances);
        net_free(net);
    }
    learner_close(learner);
}

/* A bot with a net chooses a legal move, the same one again, and the same one in a world that differs in all it cannot
   see; and its net makes a difference. */
TEST(bots_with_nets_see_only_their_views) {
    static struct bot_room room;
    struct bot with, without;
    int differ = 0;
    CHECK(bot_room_open(&room));
    CHECK(bot_read("search:40", 9, &with) && bot_read("search:40+net=0", 15, &without));
    for (int i = 0; i < GAMES; i++) {
        struct learner *learner = learner_of(games[i], 0, 1);
        net_give(learner_net(learner));
        learner_close(learner);
        for (int moves = 0; moves < 60; moves += 9) {
            struct table table;
            struct arkad_position view, world, again;
            CHECK(table_deal(&table, games[i], arkad_players_max(arkad_game_find(games[i])), "", moves + 1));
            advance(&table, moves);
            if (arkad_is_over(&table.position)) continue;
            int seat = __builtin_ctz(arkad_waits(table.game, &table.position));
            arkad_view(table.game, &table.position, seat, &view);
            struct arkad_move move = bot_choose(&with, &room, table.game, &view, seat, 1, 5);
            CHECK(!arkad_check(table.game, &table.position, seat, &move, table.why));
            arkad_world(table.game, &view, (const uint8_t[ARKAD_SEED_BYTES]){3}, &world);
            arkad_view(table.game, &world, seat, &again);
            struct arkad_move other = bot_choose(&with, &room, table.game, &again, seat, 1, 5);
            CHECK(!memcmp(&move, &other, sizeof move));
            other = bot_choose(&without, &room, table.game, &view, seat, 1, 5);
            differ += memcmp(&move, &other, sizeof move) != 0;
        }
    }
    CHECK(differ > 5);
    bot_room_close(&room);
}

int main(void) {
    RUN(features_see_no_order);
    RUN(chances_are_chances);
    RUN(gradients_are_differences);
    RUN(training_goes_on_as_if_it_had_not_stopped);
    RUN(searches_are_learned_from);
    RUN(nets_that_do_not_fit_are_refused);
    RUN(bots_with_nets_see_only_their_views);
    return tests_end();
}
