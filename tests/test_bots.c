/* Bots: names, repeatable search, views alone, budgets. */
#include "bots/bot.h"
#include "bots/net.h"
#include "bots/parallel.h"
#include "bots/simple.h"
#include "games/towers/towers.h"
#include "test.h"

static struct bot_room room;

static struct bot bot_named(const char *name) {
    struct bot bot;
    CHECK(bot_read(name, strlen(name), &bot));
    return bot;
}

TEST(bots_have_names) {
    struct bot bot;
    CHECK(bot_named("random").kind == BOT_RANDOM);
    CHECK(bot_named("wild").kind == BOT_WILD);
    CHECK(bot_named("search:70").budget.iterations == 70);
    CHECK(bot_named("time:250").budget.time_ms == 250);
    struct mind mind;
    struct bot tuned = bot_named("search:70+scale=7+heat=0.5");
    CHECK(bot_mind(&tuned, arkad_game_find("towers"), &mind) && mind.w[SCALE] == 7);
    static const char *const untuned[] = {"1+", "1+heat", "1+heat=", "1+heat=x", "1+nothing=1", "1+heat=1+"};
    for (size_t i = 0; i < sizeof untuned / sizeof *untuned; i++) {
        struct bot wrong_one = bot_named(untuned[i]);
        CHECK(!bot_mind(&wrong_one, arkad_game_find("towers"), &mind));
    }
    for (int level = 1; level <= BOT_LEVELS; level++) {
        CHECK(bot_named((char[]){(char)('0' + level), 0}).level == level);
        CHECK(bot_levels[level].iterations || bot_levels[level].time_ms);
        struct bot same = bot_of_level(level), named = bot_named((char[]){(char)('0' + level), 0});
        CHECK_TEXT(same.name, named.name);
        CHECK(same.kind == named.kind && same.level == level && !same.weights_at);
        CHECK(!memcmp(&same.budget, &named.budget, sizeof same.budget));
    }
    static const char *const wrong[] = {
        "", "0", "6", "11", "search:", "search:0", "search:x", "time:-1", "clever", "+heat=1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) CHECK(!bot_read(wrong[i], strlen(wrong[i]), &bot));
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

static const char *const games[] = {"towers", "byzanz", "alhambra", "pharaoh", "maharaja", "blank"};
enum { GAMES = sizeof games / sizeof *games };

/* A bot chooses a legal move, the same one again, and the same one in a world that differs in all it cannot see. */
TEST(search_sees_only_its_view) {
    for (int i = 0; i < GAMES; i++)
        for (int moves = 0; moves < 60; moves += 7) {
            struct table table;
            struct arkad_position view, world, again;
            struct bot bot;
            CHECK(bot_read("search:40", 9, &bot));
            CHECK(table_deal(&table, games[i], arkad_players_max(arkad_game_find(games[i])), "", moves + 1));
            advance(&table, moves);
            if (arkad_is_over(&table.position)) continue;
            int seat = __builtin_ctz(arkad_waits(table.game, &table.position));
            arkad_view(table.game, &table.position, seat, &view);
            struct arkad_move move = bot_choose(&bot, &room, table.game, &view, seat, 1, 5);
            CHECK(!arkad_check(table.game, &table.position, seat, &move, table.why));
            arkad_world(table.game, &view, (const uint8_t[ARKAD_SEED_BYTES]){3}, &world);
            arkad_view(table.game, &world, seat, &again);
            struct arkad_move other = bot_choose(&bot, &room, table.game, &again, seat, 1, 5);
            CHECK(!memcmp(&move, &other, sizeof move));
        }
}

TEST(search_keeps_to_its_budget) {
    struct table table;
    struct arkad_position view;
    struct search_move ranking[8];
    struct mind mind;
    CHECK(table_deal(&table, "towers", 2, "", 1));
    arkad_view(table.game, &table.position, 0, &view);
    struct search *small = search_open(1000);
    mind_of(table.game, &mind);
    struct arkad_move move =
        search_choose(small, table.game, &mind, &view, 0, (struct search_budget){.iterations = 500, .nodes = 20},
                      1); /* a tree that is soon full */
    CHECK(!arkad_check(table.game, &table.position, 0, &move, table.why));
    CHECK(search_iterations(small) <= 500); /* fewer if the rest could not change the answer */
    int count = search_ranking(small, ranking, 8);
    CHECK(count > 1 && !memcmp(&ranking[0].move, &move, sizeof move));
    for (int i = 1; i < count; i++) CHECK(ranking[i - 1].visits >= ranking[i].visits);
    for (int i = 0; i < count; i++) CHECK(ranking[i].value >= 0 && ranking[i].value <= 1);
    search_run(small, table.game, &mind, &view, 0, (struct search_budget){.iterations = 300}, 1);
    CHECK(search_iterations(small) == 300);
    search_close(small);
}

/* A seat with one move does not think. */
TEST(search_does_not_think_about_a_single_move) {
    struct table table;
    struct arkad_position view;
    struct mind mind;
    CHECK(table_deal(&table, "blank", 2, "", 1));
    arkad_view(table.game, &table.position, 0, &view);
    mind_of(table.game, &mind);
    search_choose(room.search, table.game, &mind, &view, 0, (struct search_budget){.iterations = 9}, 1);
    CHECK(search_iterations(room.search) == 0);
}

/* A seat of Byzanz that may sell out of turn is not made to: the answer is to wait, or one of its sales. */
TEST(search_may_wait_out_of_turn) {
    struct table table;
    struct arkad_position view;
    struct mind mind;
    int asked = 0;
    for (int seed = 0; seed < 20 && asked < 3; seed++) {
        CHECK(table_deal(&table, "byzanz", 4, "", seed));
        advance(&table, 12);
        unsigned seats = arkad_may_move(table.game, &table.position) & ~arkad_waits(table.game, &table.position);
        if (!seats) continue;
        int seat = __builtin_ctz(seats);
        arkad_view(table.game, &table.position, seat, &view);
        mind_of(table.game, &mind);
        struct arkad_move move =
            search_choose(room.search, table.game, &mind, &view, seat, (struct search_budget){.iterations = 200}, 1);
        CHECK(search_is_wait(&move) || !arkad_check(table.game, &table.position, seat, &move, table.why));
        struct search_move ranking[64];
        int count = search_ranking(room.search, ranking, 64), waits = 0;
        for (int i = 0; i < count; i++) waits += search_is_wait(&ranking[i].move);
        CHECK(waits == 1 && count > 1);
        asked++;
    }
    CHECK(asked == 3);
}

/* Two threads with half the iterations each: the same answer again, all iterations counted. */
TEST(threads_share_a_search) {
    struct table table;
    struct arkad_position view;
    struct mind mind;
    struct parallel parallel;
    struct search_move first[8], again[8];
    CHECK(table_deal(&table, "alhambra", 3, "", 4));
    arkad_view(table.game, &table.position, 0, &view);
    int seat = __builtin_ctz(arkad_waits(table.game, &table.position));
    mind_of(table.game, &mind);
    CHECK(parallel_open(&parallel, 2, 4096));
    struct search_budget budget = {.iterations = 300};
    parallel_run(&parallel, table.game, &mind, &view, seat, budget, 7);
    CHECK(search_iterations(parallel.searches[0]) == 300);
    int count = search_ranking(parallel.searches[0], first, 8);
    parallel_run(&parallel, table.game, &mind, &view, seat, budget, 7);
    CHECK(count > 1 && search_ranking(parallel.searches[0], again, 8) == count);
    for (int i = 0; i < count; i++) CHECK(!memcmp(&first[i].move, &again[i].move, sizeof first[i].move));
    unsigned visits = 0;
    for (int i = 0; i < count; i++) visits += first[i].visits;
    CHECK(visits > 150 && visits <= 300);
    parallel_close(&parallel);
}

/* Each level knows more of every game than the one below and misjudges less; the best one and bots without a level know
   all and misjudge nothing. */
TEST(levels_grow) {
    struct bot plain = bot_named("search:70"), best = bot_named("5");
    struct mind lower, upper;
    for (int i = 0; i < GAMES; i++) {
        const struct arkad_game *game = arkad_game_find(games[i]);
        for (int level = 1; level < BOT_LEVELS; level++) {
            struct bot one = bot_named((char[]){(char)('0' + level), 0});
            struct bot next = bot_named((char[]){(char)('1' + level), 0});
            CHECK(bot_mind(&one, game, &lower) && bot_mind(&next, game, &upper));
            CHECK(lower.net == (level < 4 ? NULL : net_of(game))); /* which the first three levels do without */
            CHECK(lower.w[INSIGHT] > 0 && lower.w[INSIGHT] < upper.w[INSIGHT] && lower.w[SLIP] > upper.w[SLIP]);
        }
        CHECK(bot_mind(&best, game, &upper) && upper.w[INSIGHT] == 1 && upper.w[SLIP] == 0);
        CHECK(upper.net == net_of(game));
        CHECK(bot_mind(&plain, game, &upper) && upper.w[INSIGHT] == 1 && upper.w[SLIP] == 0);
    }
}

/* Without insight it does not matter how sharply moves are preferred; with it, it does. */
TEST(insight_is_what_is_known_of_moves) {
    static const char *const names[] = {"search:60+heat=0.2+insight=0", "search:60+heat=4+insight=0",
                                        "search:60+heat=0.2", "search:60+heat=4"};
    int differ = 0;
    for (int seed = 0; seed < 40; seed++) {
        struct table table;
        struct arkad_position view;
        struct arkad_move chosen[4];
        CHECK(table_deal(&table, "towers", 3, "", seed));
        advance(&table, seed);
        int seat = __builtin_ctz(arkad_waits(table.game, &table.position));
        arkad_view(table.game, &table.position, seat, &view);
        for (int i = 0; i < 4; i++) {
            struct bot bot = bot_named(names[i]);
            chosen[i] = bot_choose(&bot, &room, table.game, &view, seat, 1, 5);
        }
        CHECK(!memcmp(&chosen[0], &chosen[1], sizeof chosen[0]));
        differ += memcmp(&chosen[2], &chosen[3], sizeof chosen[2]) != 0;
    }
    CHECK(differ > 5);
}

/* Lower levels misjudge: over many positions they do not choose as the search found best. */
TEST(lower_levels_slip) {
    struct bot apprentice = bot_named("1"), sure = bot_named("1+slip=0");
    int slips = 0;
    for (int seed = 0; seed < 40; seed++) {
        struct table table;
        struct arkad_position view;
        CHECK(table_deal(&table, "alhambra", 2, "", seed));
        advance(&table, seed);
        if (arkad_is_over(&table.position)) continue;
        int seat = __builtin_ctz(arkad_waits(table.game, &table.position));
        arkad_view(table.game, &table.position, seat, &view);
        struct arkad_move one = bot_choose(&apprentice, &room, table.game, &view, seat, 1, 5);
        struct arkad_move other = bot_choose(&sure, &room, table.game, &view, seat, 1, 5);
        CHECK(!arkad_check(table.game, &table.position, seat, &one, table.why));
        slips += memcmp(&one, &other, sizeof one) != 0;
    }
    CHECK(slips > 5);
}

/* 5 Towers: a roof that is nothing to the bidder is bid for when the other seat has the tower for it. */
TEST(bids_heed_what_others_want) {
    struct table table;
    struct mind mind;
    struct arkad_move list[ARKAD_MOVES_MAX];
    CHECK(table_deal(&table, "towers", 2, "", 1));
    struct towers *t = (void *)&table.position;
    mind_of(table.game, &mind);
    t->is_reshuffled = t->display_count = 1;
    t->pile_count = 20; /* few cards to come: late enough for roofs */
    t->display[0] = card_of(2, 0);
    CHECK(arkad_list(table.game, &table.position, 0, list) == 2); /* bid 0, bid 1 */
    float weights[2];
    mind.judgement->weigh(&table.position, 0, list, 2, mind.w, weights);
    CHECK(weights[1] < weights[0]);
    for (uint8_t value = 15; value > 9; value--) t->tower[1][2][t->height[1][2]++] = value;
    mind.judgement->weigh(&table.position, 0, list, 2, mind.w, weights);
    CHECK(weights[1] > weights[0]);
}

/* And a low tower is worth less once its 9 cannot come. */
TEST(a_tower_waits_for_its_9) {
    struct table table;
    struct mind mind;
    float before[ARKAD_SEATS_MAX], after[ARKAD_SEATS_MAX];
    CHECK(table_deal(&table, "towers", 2, "", 1));
    struct towers *t = (void *)&table.position;
    mind_of(table.game, &mind);
    t->tower[0][2][t->height[0][2]++] = 3;
    mind.judgement->evaluate(&table.position, mind.w, before);
    uint8_t *nine = memchr(t->hidden.pile, card_of(2, 9), t->pile_count);
    CHECK(nine != NULL);
    *nine = card_of(1, 9);
    mind.judgement->evaluate(&table.position, mind.w, after);
    CHECK(after[0] < before[0]);
}

/* Every weight is finite and not below 0, every evaluation finite, whatever the position. */
TEST(judgement_is_sound) {
    static struct arkad_move list[ARKAD_MOVES_MAX];
    static float weights[ARKAD_MOVES_MAX];
    uint64_t dice = 1;
    for (int i = 0; i < GAMES; i++) {
        const struct arkad_game *game = arkad_game_find(games[i]);
        struct mind mind;
        mind_of(game, &mind);
        const struct judgement *judgement = mind.judgement;
        CHECK(mind.w[SCALE] > 0);
        for (int seed = 0; seed < 40; seed++) {
            struct table table;
            int range = arkad_players_max(game) - arkad_players_min(game) + 1;
            CHECK(table_deal(&table, games[i], arkad_players_min(game) + seed % range, "", seed));
            while (!arkad_is_over(&table.position)) {
                int seat = __builtin_ctz(arkad_waits(game, &table.position));
                int count = arkad_list(game, &table.position, seat, list);
                for (int at = 0; at < count; at++) weights[at] = 1;
                if (judgement->weigh) judgement->weigh(&table.position, seat, list, count, mind.w, weights);
                for (int at = 0; at < count; at++) CHECK(weights[at] >= 0 && weights[at] < 1e30F);
                float values[ARKAD_SEATS_MAX] = {0};
                if (judgement->evaluate) judgement->evaluate(&table.position, mind.w, values);
                for (int at = 0; at < arkad_players(&table.position); at++)
                    CHECK(values[at] > -1e6F && values[at] < 1e6F);
                arkad_apply(game, &table.position, seat, &list[simple_below(&dice, (uint32_t)count)], NULL);
            }
        }
    }
}

int main(void) {
    if (!bot_room_open(&room)) return 1;
    RUN(bots_have_names);
    RUN(search_sees_only_its_view);
    RUN(search_keeps_to_its_budget);
    RUN(search_does_not_think_about_a_single_move);
    RUN(search_may_wait_out_of_turn);
    RUN(threads_share_a_search);
    RUN(levels_grow);
    RUN(insight_is_what_is_known_of_moves);
    RUN(lower_levels_slip);
    RUN(bids_heed_what_others_want);
    RUN(a_tower_waits_for_its_9);
    RUN(judgement_is_sound);
    bot_room_close(&room);
    return tests_end();
}
