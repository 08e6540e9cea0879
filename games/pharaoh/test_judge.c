/* How bots bargain in Oh, Pharaoh!: seldom, with reason, never the same twice; and what they answer. */
#include "bots/bot.h"
#include "games/pharaoh/pharaoh.h"
#include "tests/test.h"

static struct table table;
static struct pharaoh *const p = (void *)&table.position;
static struct bot_room room;

static struct arkad_move choice_of(const char *name, int seat, uint64_t seed) {
    struct bot bot;
    struct arkad_position view;
    CHECK(bot_read(name, strlen(name), &bot));
    arkad_view(table.game, &table.position, seat, &view);
    return bot_choose(&bot, &room, table.game, &view, seat, 0, seed);
}

/* ---- Whole games ------------------------------------------------------------------------------------------------ */

/* What the seat in turn has proposed in this turn, and how many proposals failed since the turn began or a trade. */
static struct {
    struct arkad_move moves[128];
    int count, failed, most_failed, proposals, repeats, unreasonable, counters, most_counters;
} heard;

/* Can the seat that is asked have the card, as far as all have seen? */
static bool may_have(int seat, int card) {
    int elsewhere = p->discard[card];
    for (int place = 0; place < OPEN; place++) elsewhere += p->open[place] == card;
    return p->hand_count[seat] && elsewhere < copies[card];
}

static void hear(const struct arkad_move *move) {
    bool is_proposal = move->verb == OFFER || move->verb == COUNTER_OFFER;
    if (move->verb == DRAW_CARD) heard.count = heard.failed = 0;
    if (move->verb == ACCEPT && heard.failed) heard.failed--;
    if (move->verb == ACCEPT || move->verb == DECLINE) heard.counters = 0;
    if (!is_proposal) return;
    for (int i = 0; i < heard.count; i++) heard.repeats += !memcmp(&heard.moves[i], move, sizeof *move);
    if (heard.count < 128) heard.moves[heard.count++] = *move;
    heard.proposals++;
    heard.counters += move->verb == COUNTER_OFFER;
    if (heard.counters > heard.most_counters) heard.most_counters = heard.counters;
    if (p->head.phase == ACT || p->head.phase == COUNTER) heard.failed++;
    if (heard.failed > heard.most_failed) heard.most_failed = heard.failed;
    for (int card = 1; move->verb == OFFER && move->args[0] != EVERYONE && card <= KINDS; card++)
        if ((int8_t)move->args[card] < 0) heard.unreasonable += !may_have(move->args[0], card);
}

static int play(const char *bot, int players, int seed) {
    uint64_t dice = (uint64_t)seed;
    CHECK(table_deal(&table, "pharaoh", players, "", seed));
    while (!arkad_is_over(&table.position)) {
        int seat = __builtin_ctz(arkad_waits(table.game, &table.position));
        struct arkad_move move = choice_of(bot, seat, dice++);
        hear(&move);
        arkad_apply(table.game, &table.position, seat, &move, NULL);
    }
    return p->turns;
}

TEST(bots_of_every_level_bargain_with_manners) {
    static const char *const bots[] = {"1", "2", "search:40"};
    memset(&heard, 0, sizeof heard);
    int turns = 0;
    for (int i = 0; i < 3; i++) turns += play(bots[i], 3 + i % 2, i + 1);
    printf("# %d proposals in %d turns\n", heard.proposals, turns);
    CHECK(heard.proposals > 5 && heard.proposals < 2 * turns);
    CHECK(!heard.repeats && heard.most_failed <= 2 && !heard.unreasonable && heard.most_counters <= 2);
}

/* ---- Answers ---------------------------------------------------------------------------------------------------- */

static void give_hand(int seat, const char *hand) {
    p->hand_count[seat] = 0;
    for (; *hand; hand++)
        for (int card = 1; card <= KINDS; card++)
            if (cards[card][0] == *hand) p->seats[seat].hand[card]++, p->hand_count[seat]++;
}

/* Seat 0 may act; the hands are these, and all other cards are in the pile. */
static bool lay(const char *const hands[3]) {
    if (!table_deal(&table, "pharaoh", 3, "", 7)) return false;
    memset(p->seats, 0, sizeof p->seats);
    memset(p->open, 0, sizeof p->open);
    memset(p->discard, 0, sizeof p->discard);
    for (int seat = 0; seat < 3; seat++) give_hand(seat, hands[seat]);
    int count = 0;
    for (uint8_t card = 1; card <= KINDS; card++) {
        int left = copies[card];
        for (int seat = 0; seat < 3; seat++) left -= p->seats[seat].hand[card];
        for (; left > 0; left--) p->hidden.pile[count++] = card;
    }
    p->pile_count = (uint8_t)count;
    memset(p->hidden.pile + count, 0, (size_t)(PILE_MAX - count));
    p->discard_count = 0;
    p->head.phase = ACT;
    return !arkad_laws(table.game, &table.position, table.why);
}

static bool answers(int seat, const char *expected) {
    struct arkad_move move = choice_of("search:300", seat, 1);
    char text[ARKAD_MOVE_TEXT_MAX];
    arkad_move_write(table.game, &move, text);
    if (!strcmp(text, expected)) return true;
    printf("# seat %d: %s\n", seat, text);
    return false;
}

/* Seat 1 lacks a 5 to build 5 over 4 over 3, and has nothing to do with a lone 9. */
static const char *const wants_a_five[] = {"5559112", "333449T", "1112267"};

TEST(a_good_offer_is_accepted_and_a_bad_one_declined) {
    CHECK(lay(wants_a_five));
    CHECK(moved(&table, 0, "offer 1 5 for 9") && answers(1, "accept"));
    CHECK(lay(wants_a_five));
    CHECK(moved(&table, 0, "offer 1 9 for 3") && !answers(1, "accept"));
}

TEST(an_offer_to_everyone_is_answered_as_one) {
    CHECK(lay(wants_a_five));
    CHECK(moved(&table, 0, "offer all 5 for 9") && answers(1, "accept"));
    CHECK(lay(wants_a_five));
    CHECK(moved(&table, 0, "offer all 1 for 3") && answers(1, "decline") && moved(&table, 1, "decline"));
    CHECK(answers(2, "decline")); /* it cannot accept */
}

TEST(a_counter_is_answered) {
    CHECK(lay(wants_a_five));
    CHECK(moved(&table, 0, "offer 1 1 for 9") && moved(&table, 1, "counter T for 1") && answers(0, "accept"));
    CHECK(lay(wants_a_five));
    CHECK(moved(&table, 0, "offer 1 1 for 9") && moved(&table, 1, "counter 9 for 5,5,5") && answers(0, "decline"));
}

/* Two proposals have failed: whatever looks good, no third one is made. */
TEST(nobody_is_asked_a_third_time) {
    CHECK(lay(wants_a_five));
    for (int i = 0; i < 2; i++)
        CHECK(moved(&table, 0, "offer all 1 for 4") && moved(&table, 1, "decline") && moved(&table, 2, "decline"));
    for (uint64_t seed = 0; seed < 20; seed++) CHECK(choice_of(seed % 2 ? "1" : "search:60", 0, seed).verb != OFFER);
}

int main(void) {
    CHECK(bot_room_open(&room));
    RUN(bots_of_every_level_bargain_with_manners);
    RUN(a_good_offer_is_accepted_and_a_bad_one_declined);
    RUN(an_offer_to_everyone_is_answered_as_one);
    RUN(a_counter_is_answered);
    RUN(nobody_is_asked_a_third_time);
    bot_room_close(&room);
    return tests_end();
}
