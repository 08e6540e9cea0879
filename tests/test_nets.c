/* Nets: features, gradients, training that goes on as if it had not stopped, files, what a bot with a net sees. */
#include "bots/bot.h"
#include "bots/learn.h"
#include "bots/simple.h"
#include "engine/game.h"
#include "test.h"

#include <math.h>
#include <stdlib.h>

static const char *const games[] = {"towers", "byzanz", "alhambra", "pharaoh", "maharaja", "blank"};
enum { GAMES = sizeof games / sizeof *games };

static struct learner *learner_of(const char *game, int players, int threads) {
    struct lesson lesson = {arkad_game_find(game), players, threads, 7};
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

/* They make one together, and are what they are in floating point, in which they are learned. */
TEST(chances_are_chances) {
    static struct features features;
    for (int i = 0; i < GAMES; i++) {
        struct table table;
        uint32_t chances[ARKAD_SEATS_MAX], sum = 0;
        struct learner *learner = learner_of(games[i], 0, 1);
        struct net *net = learner_net(learner);
        CHECK(table_deal(&table, games[i], arkad_players_max(arkad_game_find(games[i])), "", i));
        features_of(&net->layout, &table.position, &features);
        net_chances(net, &features, chances);
        for (int seat = 0; seat < arkad_players(&table.position); seat++) sum += chances[seat];
        CHECK(sum <= 65536 && sum > 65536 - ARKAD_SEATS_MAX);
        for (int seat = 0; seat < arkad_players(&table.position); seat++) {
            float loss = learner_gradient(learner, &features, seat, 1, NULL); /* -log of the chance, in floats */
            CHECK(fabs(exp(-(double)loss) - chances[seat] / 65536.0) < 0.02);
        }
        net_free(net);
        learner_close(learner);
    }
}

/* The gradient of every weight is the error of the chance times what a small step of it does to the figure. */
TEST(gradients_are_differences) {
    static struct features features;
    struct table table;
    struct learner *learner = learner_of("byzanz", 3, 1);
    struct net *net = learner_net(learner);
    int count = net->plan.count, steps = 0, bends = 0, plain = 0, tokens = 0;
    float *gradient = calloc((size_t)count, sizeof *gradient), *weights = learner_weights(learner);
    CHECK(table_deal(&table, "byzanz", 3, "", 3));
    advance(&table, 30);
    features_of(&net->layout, &table.position, &features);
    float chance = expf(-learner_gradient(learner, &features, 1, 1, NULL));
    learner_gradient(learner, &features, 1, 0.7F, gradient);
    for (int at = 0; at < count; at++) {
        float before = weights[at], figures[2];
        for (int side = 0; side < 2; side++) {
            weights[at] = before + (side ? 0.004F : -0.004F);
            figures[side] = learner_figure(learner, &features, 1);
        }
        weights[at] = before;
        float found = (chance - 0.7F) * (figures[1] - figures[0]) / 0.008F;
        if (fabsf(gradient[at]) < 2e-4F && fabsf(found) < 2e-4F) continue;
        bends += fabsf(found - gradient[at]) > 0.1F * fabsf(found) + 2e-4F; /* a step across an edge */
        steps++, plain += at < net->plan.token, tokens += at >= net->plan.token && at < net->plan.middle;
    }
    CHECK(bends * 50 < steps && steps > 60 && plain > 20 && tokens > 20);
    free(gradient);
    net_free(net);
    learner_close(learner);
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
    struct lesson lesson = {arkad_game_find("towers"), 0, 2, 7};
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

TEST(nets_that_do_not_fit_are_refused) {
    static uint8_t bytes[NET_FILE_MAX];
    char why[ARKAD_WHY_MAX];
    struct learner *learner = learner_of("towers", 0, 1);
    size_t length = file_of(learner, bytes);
    const struct arkad_game *towers = arkad_game_find("towers");
    struct net *net = net_read(towers, bytes, length, why);
    CHECK(net != NULL);
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
    RUN(nets_that_do_not_fit_are_refused);
    RUN(bots_with_nets_see_only_their_views);
    return tests_end();
}
