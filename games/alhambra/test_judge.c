/* What bots see in Alhambra: majorities, and when they will be paid. */
#include "bots/judgement.h"
#include "games/alhambra/alhambra.h"
#include "tests/test.h"

static struct table table;
static struct alhambra *const a = (void *)&table.position;

/* Four seats with nothing but so many buildings of every kind each. */
static bool put(const uint8_t counts[4]) {
    if (!table_deal(&table, "alhambra", 4, "", 1)) return false;
    memset(a->hands, 0, sizeof a->hands);
    memset(a->hand_size, 0, sizeof a->hand_size);
    for (int seat = 0; seat < 4; seat++) memset(a->owned[seat], counts[seat], sizeof a->owned[seat]);
    return true;
}

static void judge(float values[ARKAD_SEATS_MAX]) {
    struct mind mind;
    mind_of(table.game, &mind);
    mind.judgement->evaluate(&table.position, mind.w, values);
}

static bool is_near(float value, float expected) { return value > expected - 0.1F && value < expected + 0.1F; }

/* Seats that are level expect the same, and all that is paid to four of them is expected by somebody: 21 points in A,
   84 in B, 195 in C. */
TEST(all_that_will_be_paid_is_expected) {
    static const uint8_t counts[][4] = {{1, 1, 1, 1}, {1, 1, 1, 2}, {1, 1, 2, 3}};
    float values[ARKAD_SEATS_MAX];
    for (int i = 0; i < 3; i++) {
        CHECK(put(counts[i]));
        judge(values);
        CHECK(is_near(values[0], values[1]) && values[1] <= values[2] && values[2] <= values[3]);
        CHECK(is_near(values[0] + values[1] + values[2] + values[3], 300));
    }
}

/* Who has nothing of a kind that is sold out expects nothing of it. */
TEST(nothing_is_expected_of_what_is_sold_out) {
    float values[ARKAD_SEATS_MAX];
    CHECK(put((uint8_t[]){0, 1, 1, 1}));
    for (int kind = 0; kind < KINDS; kind++) {
        int left = -3;
        for (int price = 0; price < PRICES; price++) left += building_copies[kind][price];
        a->owned[3][kind] = (uint8_t)(1 + left);
    }
    judge(values);
    CHECK(is_near(values[0], 0) && values[3] > values[1]);
}

/* A lead is worth more when the scoring is near: A on top of the pile, or under everything. */
TEST(a_lead_is_worth_more_before_a_scoring) {
    float far[ARKAD_SEATS_MAX], near[ARKAD_SEATS_MAX];
    CHECK(put((uint8_t[]){1, 1, 1, 2}));
    uint8_t *pile = a->hidden.pile, *at = memchr(pile, SCORING_A, a->pile_count);
    CHECK(at != NULL);
    *at = pile[0], pile[0] = SCORING_A;
    judge(far);
    pile[0] = pile[a->pile_count - 1], pile[a->pile_count - 1] = SCORING_A;
    judge(near);
    CHECK(near[3] > far[3] + 1 && near[0] < far[0]);
}

int main(void) {
    RUN(all_that_will_be_paid_is_expected);
    RUN(nothing_is_expected_of_what_is_sold_out);
    RUN(a_lead_is_worth_more_before_a_scoring);
    return tests_end();
}
