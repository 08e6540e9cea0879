/*
 * The score pad against the worked examples of the rulebooks.
 */
#include "pad/pad.h"
#include "test.h"

static struct pad_sheet sheet;
static char text[PAD_JSON_MAX], why[ARKAD_WHY_MAX];

/* What a sheet comes to; or why not. */
static const char *counted(const char *paper) {
    const struct pad *pad;
    const char *wrong = pad_read(paper, strlen(paper), &pad, &sheet, why);
    if (wrong) return wrong;
    pad_write(pad, &sheet, text, sizeof text);
    return text;
}

/* ---- 5 Towers --------------------------------------------------------------------------------------------------- */

/* Towers of 4, of 3 and a roof, of 6 and a roof, and 2 fallen: 4 + 6 + 12 + 6 - 3 = 25. */
TEST(towers_example) {
    CHECK_TEXT(counted("towers\n2\n\n4 3 6 0 0 0 1 1 0 0 2\n1 1 1 1 1 0 0 0 0 1 0\n"),
               "{\"lines\":[[[13,9,6,-3],[5,1,1,0]]],\"totals\":[25,7],\"places\":[1,2],\"marker\":0}");
}

TEST(towers_tie_is_shared) {
    CHECK_TEXT(counted("towers\n3\n\n1 0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0 0\n0 0 0 1 0 0 0 0 0 0 0\n"),
               "{\"lines\":[[[1,0,1,0],[0,0,0,0],[1,0,1,0]]],\"totals\":[2,0,2],\"places\":[1,3,1],\"marker\":0}");
}

TEST(towers_refusals) {
    CHECK_TEXT(counted("towers\n2\n\n0 0 0 0 0 1 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0 0\n"), "a roof is a card of its tower");
    CHECK_TEXT(counted("towers\n2\n\n22 0 0 0 0 0 0 0 0 0 0\n0 0 0 0 0 0 0 0 0 0 0\n"), "a count goes from 0 to 21");
    CHECK_TEXT(counted("towers\n2\n\n1 0 0 0 0 0 0 0 0 0 30\n0 0 0 0 0 0 0 0 0 0 30\n"),
               "that is 60 in all, and there are only 44");
}

/* ---- Byzanz ------------------------------------------------------------------------------------------------------ */

/* A merchant is 5, goods are their value; on a tie, more cards left in hand. */
TEST(byzanz_kept_cards) {
    CHECK_TEXT(counted("byzanz\n3\n\n1 0 1 1 2 2\n0 1 1 1 3 3\n1 2 0 1 2 0\n"),
               "{\"lines\":[[[5,0,2,3,8],[0,1,2,3,12],[5,2,0,3,8]]],\"totals\":[18,18,18],\"places\":[2,1,3],"
               "\"marker\":0}");
}

TEST(byzanz_refusals) {
    CHECK_TEXT(counted("byzanz\n3\n\n0 20 0 0 0 0\n0 16 0 0 0 0\n0 0 2 0 0 0\n"),
               "a kept card comes of three: 37 can be kept in all");
    CHECK_TEXT(counted("byzanz\n3\n\n0 0 0 0 9 0\n0 0 0 0 9 0\n0 0 0 0 0 0\n"),
               "that is 18 in all, and there are only 12");
}

/* ---- Alhambra ---------------------------------------------------------------------------------------------------- */

/* C, gardens: 3, 3, 2, 2 cards: (20 + 12) / 2 = 16 each, and 5 / 2, so 2 each. */
TEST(alhambra_shared_gardens) {
    CHECK_TEXT(counted("alhambra\n4\n\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n"
                       "0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n0 0 0 0 0 0\n"
                       "0 0 0 0 3 0\n0 0 0 0 3 0\n0 0 0 0 2 0\n0 0 0 0 2 0\n"),
               "{\"lines\":[[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]],"
               "[[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0],[0,0,0,0,0,0]],"
               "[[0,0,0,0,16,0],[0,0,0,0,16,0],[0,0,0,0,2,0],[0,0,0,0,2,0]]],"
               "\"totals\":[16,16,2,2],\"places\":[1,1,3,3],\"marker\":0}");
}

/* A pays the first alone, B the first two; totals run on. */
TEST(alhambra_totals_run_on) {
    CHECK_TEXT(counted("alhambra\n3\n\n2 0 0 0 0 1\n1 0 0 0 0 1\n0 0 0 0 0 0\n"
                       "2 0 0 0 0 1\n1 0 0 0 0 2\n0 1 0 0 0 0\n"),
               "{\"lines\":[[[1,0,0,0,0,3],[0,0,0,0,0,3],[0,0,0,0,0,0]],"
               "[[8,0,0,0,0,6],[1,0,0,0,0,13],[0,9,0,0,0,0]]],"
               "\"totals\":[18,17,9],\"places\":[1,2,3],\"marker\":0}");
}

/* With two players the dummy scores, too, but has no place. */
TEST(alhambra_dummy) {
    CHECK_TEXT(counted("alhambra\n2\n\n1 0 0 0 0 0\n0 0 0 0 0 0\n2 0 0 0 0 0\n"),
               "{\"lines\":[[[0,0,0,0,0,0],[0,0,0,0,0,0],[1,0,0,0,0,0]]],\"totals\":[0,0,1],\"places\":[1,1,0],"
               "\"marker\":0}");
}

TEST(alhambra_refusals) {
    CHECK_TEXT(counted("alhambra\n3\n\n5 0 0 0 0 0\n3 0 0 0 0 0\n0 0 0 0 0 0\n"),
               "that is 8 in all, and there are only 7");
    CHECK_TEXT(counted("alhambra\n3\n\n1 0 0 0 0 0\n"), "a count goes from 0 to 7");
    CHECK(strstr(counted("alhambra\n7\n\n"), "is played by 2 to 6"));
}

/* ---- Oh, Pharaoh! ------------------------------------------------------------------------------------------------ */

/* 6 over 5: 22. 5 over 4 over 3: 36. */
TEST(pharaoh_examples) {
    CHECK_TEXT(counted("pharaoh\n3\n\n5 2 0\n0 0 0\n0 0 0\n0 0 0\n3 3 0\n0 0 0\n"),
               "{\"lines\":[[[22],[0],[0]],[[0],[36],[0]]],\"totals\":[22,36,0],\"places\":[2,1,3],\"marker\":2}");
}

/* From the second special field on two levels bring nothing, but move the marker; it stops at 10. */
TEST(pharaoh_track) {
    char paper[2048] = "pharaoh\n3\nsecond=4\n";
    for (int i = 0; i < 5; i++) strcat(paper, "5 2 0\n0 0 0\n0 0 0\n");
    counted(paper);
    CHECK(sheet.totals[0] == 88 && sheet.marker == 5);
    for (int i = 0; i < 7; i++) strcat(paper, "0 0 0\n3 3 0\n0 0 0\n");
    counted(paper);
    CHECK(sheet.totals[1] == 7 * 36 && sheet.marker == 10);
    CHECK(sheet.places[0] == 2 && sheet.places[1] == 1 && sheet.places[2] == 3);
}

/* At the end pyramids of three levels count, and nothing moves. */
TEST(pharaoh_standing) {
    CHECK_TEXT(counted("pharaoh\n3\n\n5 2 1\n3 3 1\n1 9 1\n"),
               "{\"lines\":[[[0],[36],[405]]],\"totals\":[0,36,405],\"places\":[3,2,1],\"marker\":0}");
}

TEST(pharaoh_refusals) {
    CHECK_TEXT(counted("pharaoh\n3\n\n5 1 0\n0 0 0\n0 0 0\n"), "a pyramid has at least 2 levels");
    CHECK_TEXT(counted("pharaoh\n3\n\n8 3 0\n0 0 0\n0 0 0\n"),
               "the numbers of a pyramid go up one by one, to 9 at most");
}

/* ---- Maharaja ---------------------------------------------------------------------------------------------------- */

/* 6 points (mason), 5 (sadhu), 4 and 1: 12, 9, 6 and 3 gold. */
TEST(maharaja_example) {
    CHECK_TEXT(counted("maharaja\n4\n\n5 1 2 0 1 0\n3 1 0 2 0 0\n1 0 4 0 0 0\n2 1 0 0 0 0\n"),
               "{\"lines\":[[[6,12,0],[5,9,0],[4,6,0],[1,3,0]]],\"totals\":[12,9,6,3],\"places\":[0,0,0,0],"
               "\"marker\":0}");
}

/* Ties go to the lower character; a seat without points gets nothing; rewards run on. */
TEST(maharaja_ties_and_monopoly) {
    CHECK_TEXT(counted("maharaja\n3\n\n6 1 1 0 0 0\n2 0 2 0 0 0\n1 0 0 0 0 0\n6 0 3 0 0 0\n2 0 0 0 0 0\n1 0 0 0 0 0\n"),
               "{\"lines\":[[[2,7,0],[2,11,0],[0,0,0]],[[3,11,5],[0,0,0],[0,0,0]]],\"totals\":[23,11,0],"
               "\"places\":[0,0,0],\"marker\":0}");
}

/* A home point is presence: it gives a monopoly, and breaks another's. */
TEST(maharaja_home) {
    CHECK_TEXT(counted("maharaja\n2\n\n6 0 0 0 0 1\n2 0 2 0 0 0\n6 0 0 0 0 1\n2 0 0 0 0 0\n"),
               "{\"lines\":[[[1,5,0],[2,10,0]],[[1,10,5],[0,0,0]]],\"totals\":[20,10],\"places\":[0,0],\"marker\":0}");
}

/* Most palaces, then gold, then the lower character. */
TEST(maharaja_end) {
    CHECK_TEXT(counted("maharaja-end\n4\n\n7 3 5\n6 20 4\n6 20 2\n6 21 6\n"),
               "{\"lines\":[[[7,3,5],[6,20,4],[6,20,2],[6,21,6]]],\"totals\":[7,6,6,6],\"places\":[1,4,3,2],"
               "\"marker\":0}");
}

TEST(maharaja_refusals) {
    CHECK_TEXT(counted("maharaja\n2\n\n6 0 0 0 0 0\n6 0 2 0 0 0\n"), "two players cannot have the same character");
    CHECK_TEXT(counted("maharaja\n2\n\n6 0 0 0 1 0\n5 0 2 0 1 0\n"), "that is 2 in all, and there are only 1");
    CHECK_TEXT(counted("maharaja-end\n2\nshort=on\n7 0 1\n6 0 2\n"), "each player has only 6 palaces");
}

/* ---- Any pad ----------------------------------------------------------------------------------------------------- */

TEST(an_empty_sheet_is_no_error) {
    const char *papers[] = {"towers\n2\n\n", "byzanz\n3\n\n", "alhambra\n2\n\n", "pharaoh\n3\n\n", "maharaja\n2\n\n"};
    for (size_t i = 0; i < sizeof papers / sizeof *papers; i++) CHECK(counted(papers[i]) == text);
}

TEST(rubbish_is_refused) {
    CHECK_TEXT(counted(""), "there is no such game");
    CHECK_TEXT(counted("chess\n2\n\n"), "there is no such game");
    CHECK(counted("towers\n2\n\nx") != text);
    CHECK(counted("towers\n2\n\n-1 0 0") != text);
    CHECK(counted("towers\n2\n\n99999999999999999999") != text);
    CHECK(counted("towers\n2\n\n1 2 3") != text);
    CHECK(counted("towers") != text);
}

TEST(a_form_says_what_is_counted) {
    pad_form_write(pad_find("pharaoh"), 3, text, sizeof text);
    CHECK_TEXT(text, "{\"entries\":[{\"name\":\"bottom\",\"min\":0,\"max\":8,\"together\":0},"
                     "{\"name\":\"levels\",\"min\":0,\"max\":9,\"together\":0},"
                     "{\"name\":\"standing\",\"min\":0,\"max\":1,\"together\":0}],\"parts\":[\"worth\"],\"lines\":99,"
                     "\"owners\":3,\"players\":[3,4]}");
}

int main(void) {
    RUN(towers_example);
    RUN(towers_tie_is_shared);
    RUN(towers_refusals);
    RUN(byzanz_kept_cards);
    RUN(byzanz_refusals);
    RUN(alhambra_shared_gardens);
    RUN(alhambra_totals_run_on);
    RUN(alhambra_dummy);
    RUN(alhambra_refusals);
    RUN(pharaoh_examples);
    RUN(pharaoh_track);
    RUN(pharaoh_standing);
    RUN(pharaoh_refusals);
    RUN(maharaja_example);
    RUN(maharaja_ties_and_monopoly);
    RUN(maharaja_home);
    RUN(maharaja_end);
    RUN(maharaja_refusals);
    RUN(an_empty_sheet_is_no_error);
    RUN(rubbish_is_refused);
    RUN(a_form_says_what_is_counted);
    return tests_end();
}
