/*
 * Parts of the server that need no server: where seeds come from, ratings, limits, names.
 */
#include "test.h"

#include "engine/fair.h"
#include "engine/sha256.h"
#include "server/api/call.h"
#include "server/api/names.h"
#include "server/common/limits.h"
#include "server/table/rating.h"
#include "server/table/seed.h"

#include <math.h>
#include <sodium.h>
#include <stdlib.h>

/* ---- What it costs ----------------------------------------------------------------------------------------------- */

static int take_all(struct limits *limits, const char *who, int64_t now_ms) {
    int count = 0;
    while (limits_take(limits, LIMIT_MESSAGE, who, now_ms)) count++;
    return count;
}

TEST(what_costs_more_leaves_less) {
    struct limits *limits = limits_open();
    int full = limits_burst(LIMIT_MESSAGE);
    limits_charge(limits, LIMIT_MESSAGE, "Anna", 100, 1000);
    CHECK(take_all(limits, "Anna", 1000) == full - 100 && take_all(limits, "Bea", 1000) == full);
    limits_charge(limits, LIMIT_MESSAGE, "Anna", 1000000, 1000); /* a debt is paid off in the time of one more bucket */
    CHECK(!take_all(limits, "Anna", 1000 + 10 * full) && take_all(limits, "Anna", 1000 + 20 * full) == full);
    limits_close(limits);
}

/* Plain messages are read by a reader of our own: it must agree with jansson about everything. */
TEST(messages_are_read_as_jansson_reads_them) {
    static const char *const texts[] = {"{\"do\":\"ping\",\"id\":5}",
                                        "{\"a\":1,\"a\":2}",
                                        "{\"a\":01}",
                                        "{\"a\":0}",
                                        "{\"a\":1.5}",
                                        "{\"a\":-1}",
                                        "{\"a\":1}x",
                                        "{\"a\":1,\"b\":true,\"c\":\"x y\"}",
                                        "{}",
                                        "{\"a\":tru}",
                                        "{\"a\":false}",
                                        "{\"a\":\"\\u0041\"}",
                                        "{\"a\":1e5}",
                                        "{\"a\":1,}",
                                        "{,}",
                                        "[1]",
                                        "{\"a\":123456789012345678}",
                                        "{\"a\":\"\xc3\xa9\"}",
                                        "{\"a\":\"\xff\"}",
                                        "{\"a\"",
                                        "{\"a\":\"b",
                                        "{\"a\":}",
                                        "",
                                        "{\"a\":{\"b\":[1,null]}}",
                                        "{ \"a\" : 1 }",
                                        "{\"\":\"\"}",
                                        "{\"a\":\"\x01\"}"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *ours = call_read_json(texts[i], strlen(texts[i]));
        json_t *theirs = json_loadb(texts[i], strlen(texts[i]), JSON_REJECT_DUPLICATES, NULL);
        CHECK((!ours && !theirs) || json_equal(ours, theirs));
        json_decref(ours), json_decref(theirs);
    }
}

/* ---- Where seeds come from --------------------------------------------------------------------------------------- */

static struct arkad_fair a_proof(void) {
    struct arkad_fair fair = {.code = "k7wq2m", .has_given = {true, false, true}};
    for (size_t i = 0; i < sizeof fair.secret; i++) fair.secret[i] = (uint8_t)i;
    memset(fair.given[0], 0xaa, sizeof fair.given[0]);
    memset(fair.given[2], 0x55, sizeof fair.given[2]);
    fair_commitment(fair.secret, fair.code, fair.commitment);
    return fair;
}

/* A game of 5 Towers for this many players, with the seed that the proof leads to. */
static struct arkad_setup proved_setup(const struct arkad_fair *fair, int players) {
    struct arkad_setup setup;
    arkad_setup_default(arkad_game_find("towers"), &setup);
    setup.players = (uint8_t)players;
    fair_derive(fair, players, setup.seed);
    return setup;
}

static const char *judge(const struct arkad_fair *fair, const struct arkad_setup *setup) {
    return fair_judge(fair, arkad_game_find("towers"), setup);
}

static const char *hex(const uint8_t bytes[ARKAD_SEED_BYTES]) {
    static char text[2 * ARKAD_SEED_BYTES + 1];
    return sodium_bin2hex(text, sizeof text, bytes, ARKAD_SEED_BYTES);
}

/* Computed by another program, from docs/fairness.md. */
TEST(seeds_are_as_documented) {
    struct arkad_fair fair = a_proof();
    struct arkad_setup setup = proved_setup(&fair, 3);
    CHECK_TEXT(hex(fair.commitment), "c9451aa67d61b81b9b68f496f3b4d29b3d2b4882f4c5510da105571b4613a9bd");
    CHECK_TEXT(hex(setup.seed), "c6430e6f53ce9667fb453dcd61bb1f5abdb35e5626415cfa1c68d0181afc72d3");
    CHECK(!judge(&fair, &setup));
    CHECK(arkad_starter_drawn(setup.seed, 3) == 0 && arkad_starter_drawn(setup.seed, 5) == 1);
}

/* Lengths around a block's end, where padding is written; libsodium is the reference. */
TEST(hashes_are_those_of_another_library) {
    uint8_t text[200], ours[SHA256_BYTES], theirs[crypto_hash_sha256_BYTES];
    for (size_t i = 0; i < sizeof text; i++) text[i] = (uint8_t)(i * 7);
    for (size_t length = 0; length <= sizeof text; length++) {
        struct sha256 hash;
        sha256_begin(&hash);
        sha256_add(&hash, text, length / 3);
        sha256_add(&hash, text + length / 3, length - length / 3);
        sha256_end(&hash, ours);
        crypto_hash_sha256(theirs, text, length);
        CHECK(!memcmp(ours, theirs, sizeof ours));
    }
}

TEST(whatever_is_changed_shows) {
    struct arkad_fair fair = a_proof(), other;
    struct arkad_setup setup = proved_setup(&fair, 3);
    other = fair, other.secret[31] ^= 1;
    CHECK_TEXT(judge(&other, &setup), "the secret is not the one that was promised");
    other = fair, other.code[0] = 'x';
    CHECK_TEXT(judge(&other, &setup), "the secret is not the one that was promised");
    other = fair, other.commitment[0] ^= 0x80;
    CHECK_TEXT(judge(&other, &setup), "the secret is not the one that was promised");
    other = fair, other.given[2][7] ^= 1;
    CHECK_TEXT(judge(&other, &setup), "the seed does not follow from the secret and what the seats gave");
    other = fair, other.has_given[1] = true; /* a share of zeros is not none */
    CHECK(judge(&other, &setup) != NULL);
    other = fair, other.has_promises = true; /* and nothing is promised */
    CHECK_TEXT(judge(&other, &setup), "a share is not the one that was promised");
    for (int seat = 0; seat < 3; seat++) {
        other.has_promised[seat] = true;
        fair_promise(other.given[seat], other.code, other.promised[seat]);
    }
    CHECK(!judge(&other, &setup)); /* seat 1 promised, and did not give: it is left out */
    CHECK_TEXT(hex(other.promised[0]), "15d856e859edaf2df4427243a426eb9f13136692ff8ce581c5bf4399114272fa");
    other.promised[2][0] ^= 1;
    CHECK_TEXT(judge(&other, &setup), "a share is not the one that was promised");
    other = fair, setup.seed[0] ^= 1;
    CHECK_TEXT(judge(&other, &setup), "the seed does not follow from the secret and what the seats gave");
}

/* Of the three ways to start only one can be proved, and only the drawn seat proves it. */
TEST(a_drawn_starter_is_proved) {
    struct arkad_fair fair = a_proof();
    struct arkad_setup setup = proved_setup(&fair, 3);
    const struct arkad_game *towers = arkad_game_find("towers");
    int drawn = arkad_starter_drawn(setup.seed, 3);
    for (fair.starting = ARKAD_UNSAID; fair.starting <= ARKAD_FIXED; fair.starting++)
        for (int seat = 0; seat < 3; seat++, arkad_starter_pass_on(towers, &setup)) {
            bool is_lie = fair.starting == ARKAD_DRAWN && arkad_starter(towers, &setup) != drawn;
            CHECK_TEXT(judge(&fair, &setup) ? judge(&fair, &setup) : "yes",
                       is_lie ? "who starts is not the one whom the seed draws" : "yes");
        }
}

TEST(the_server_promises_a_fresh_secret) {
    uint8_t secret[2][STORE_HASH], promised[2][STORE_HASH], should[STORE_HASH], seed[STORE_HASH];
    struct store_seat seats[STORE_SEATS_MAX] = {{.has_given = true, .given = {7}}};
    for (int i = 0; i < 2; i++) seed_commit("abc234", secret[i], promised[i]);
    CHECK(memcmp(secret[0], secret[1], STORE_HASH));
    fair_commitment(secret[0], "abc234", should);
    CHECK(!memcmp(should, promised[0], STORE_HASH));
    seed_make(secret[0], "abc234", seats, 2, seed);
    struct arkad_fair fair = {.code = "abc234", .has_given = {true}, .given = {{7}}};
    memcpy(fair.secret, secret[0], STORE_HASH);
    memcpy(fair.commitment, promised[0], STORE_HASH);
    struct arkad_setup setup = proved_setup(&fair, 2);
    CHECK(!memcmp(setup.seed, seed, STORE_HASH) && !judge(&fair, &setup));
}

TEST(who_starts_is_as_the_options_say) {
    static const struct {
        const char *options;
        int64_t rematch_of;
        enum arkad_starting starting;
    } cases[] = {
        {"starter=drawn", 0, ARKAD_DRAWN},          {"short=on,starter=drawn", 7, ARKAD_DRAWN},
        {"starter=drawn,short=on", 0, ARKAD_DRAWN}, {"starter=2", 0, ARKAD_FIXED},
        {"starter=2,short=on", 7, ARKAD_PASSED},    {"", 0, ARKAD_FIXED},
        {"restarter=drawn", 0, ARKAD_FIXED},        {"starter=drawn2", 0, ARKAD_FIXED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct store_table row = {.rematch_of = cases[i].rematch_of};
        snprintf(row.options, sizeof row.options, "%s", cases[i].options);
        CHECK(seed_starting(&row) == cases[i].starting);
    }
}

/* ---- Ratings ----------------------------------------------------------------------------------------------------- */

static bool is_near(double found, double expected, double by) {
    if (fabs(found - expected) <= by) return true;
    printf("# found %f, expected %f\n", found, expected);
    return false;
}

static bool is_strength(const struct strength *found, double rating, double deviation, double volatility) {
    return is_near(found->rating, rating, 0.01) && is_near(found->deviation, deviation, 0.01) &&
           is_near(found->volatility, volatility, 1e-6);
}

/* Computed by another program, from the published description of Glicko-2. */
TEST(two_players_are_plain_glicko) {
    struct strength two[] = {{1500, 200, 0.06}, {1400, 30, 0.06}};
    rating_update(two, (int[]){1, 2}, 2);
    CHECK(is_strength(&two[0], 1563.5642, 175.4027, 0.0599987));
    CHECK(two[1].rating < 1400 && two[1].deviation == 45); /* never surer than that */
    struct strength new[] = {rating_newcomer, rating_newcomer};
    rating_update(new, (int[]){2, 1}, 2);
    CHECK(is_strength(&new[1], 1662.3109, 290.3190, 0.0599997));
    CHECK(is_near(new[0].rating + new[1].rating, 3000, 1e-6));
}

TEST(several_players_weigh_as_one_opponent) {
    struct strength three[] = {{1600, 90, 0.06}, {1500, 60, 0.06}, {1800, 120, 0.06}};
    rating_update(three, (int[]){2, 3, 1}, 3);
    CHECK(is_strength(&three[0], 1602.6537, 88.2985, 0.0599976));
    struct strength one[] = {{1500, 200, 0.06}, {1400, 80, 0.06}};
    struct strength five[] = {
        {1500, 200, 0.06}, {1400, 80, 0.06}, {1400, 80, 0.06}, {1400, 80, 0.06}, {1400, 80, 0.06}};
    rating_update(one, (int[]){1, 2}, 2);
    rating_update(five, (int[]){1, 2, 2, 2, 2}, 5);
    CHECK(is_strength(&five[0], one[0].rating, one[0].deviation, one[0].volatility));
}

TEST(ties_change_nothing_between_equals) {
    struct strength four[4];
    for (int i = 0; i < 4; i++) four[i] = rating_newcomer;
    rating_update(four, (int[]){1, 1, 1, 1}, 4);
    for (int i = 0; i < 4; i++) CHECK(is_near(four[i].rating, 1500, 1e-9) && four[i].deviation < 350);
}

TEST(better_places_never_lose_against_equals) {
    struct strength six[6];
    for (int i = 0; i < 6; i++) six[i] = (struct strength){1500, 100, 0.06};
    rating_update(six, (int[]){1, 2, 3, 4, 5, 6}, 6);
    for (int i = 1; i < 6; i++) CHECK(six[i - 1].rating > six[i].rating);
}

TEST(time_makes_less_sure) {
    struct strength rested = {1500, 60, 0.06}, same = {1500, 60, 0.06}, long_gone = {1500, 60, 0.06};
    rating_rest(&same, 0);
    rating_rest(&rested, 365);
    rating_rest(&long_gone, 1e6);
    CHECK(is_near(same.deviation, 60, 1e-9) && is_near(rested.deviation, 96.0, 1) && long_gone.deviation == 350);
}

TEST(no_game_breaks_the_figures) {
    struct strength extreme[] = {{4000, 45, 0.06}, {-500, 350, 0.2}, {1500, 350, 0.06}};
    for (int i = 0; i < 300; i++) rating_update(extreme, (int[]){3, 1, 2}, 3);
    for (int i = 0; i < 3; i++)
        CHECK(isfinite(extreme[i].rating) && extreme[i].deviation >= 45 && extreme[i].deviation <= 350 &&
              extreme[i].volatility > 0 && extreme[i].volatility < 1);
}

/* ---- Limits ------------------------------------------------------------------------------------------------------ */

TEST(so_many_at_once_then_one_every_so_often) {
    struct limits *limits = limits_open();
    int64_t now = 1000000;
    for (int i = 0; i < limits_burst(LIMIT_LOGIN); i++) CHECK(limits_take(limits, LIMIT_LOGIN, "a", now));
    CHECK(!limits_take(limits, LIMIT_LOGIN, "a", now));
    CHECK(limits_take(limits, LIMIT_LOGIN, "b", now) && limits_take(limits, LIMIT_CHAT, "a", now)); /* apart */
    now += 1000 * limits_pause_s(LIMIT_LOGIN);
    CHECK(limits_take(limits, LIMIT_LOGIN, "a", now) && !limits_take(limits, LIMIT_LOGIN, "a", now));
    now += 1000000000; /* never more than a full one */
    for (int i = 0; i < limits_burst(LIMIT_LOGIN); i++) CHECK(limits_take(limits, LIMIT_LOGIN, "a", now));
    CHECK(!limits_take(limits, LIMIT_LOGIN, "a", now));
    limits_close(limits);
}

/* A table of two people who left stays for a week, with days to move for a month: in that time one address must not get
   as many as the house has room for, however patient. */
TEST(nobody_fills_the_house_alone) {
    enum { HOUSE = 10000, MONTH_S = 30 * 24 * 3600 };
    struct limits *limits = limits_open();
    int made = 0;
    for (int64_t s = 1; s <= MONTH_S; s++)
        made += limits_take(limits, LIMIT_TABLES, "a", 1000 * s) && limits_take(limits, LIMIT_HOUSE, "a", 1000 * s);
    CHECK(made > 500 && made < HOUSE);
    limits_close(limits);
}

/* An attacker with many addresses pushes out the oldest ones, and the table does not grow. */
TEST(the_table_of_limits_is_bounded) {
    struct limits *limits = limits_open();
    char who[32];
    int refused = 0;
    for (int i = 0; i < 200000; i++) {
        snprintf(who, sizeof who, "2001:db8::%x", i);
        refused += !limits_take(limits, LIMIT_GUEST, who, i);
    }
    CHECK(!refused);
    snprintf(who, sizeof who, "2001:db8::%x", 199999);
    int left = 0;
    while (limits_take(limits, LIMIT_GUEST, who, 200000)) left++;
    CHECK(left == limits_burst(LIMIT_GUEST) - 1); /* the newest is remembered */
    limits_close(limits);
}

/* ---- Names ------------------------------------------------------------------------------------------------------- */

TEST(names_that_people_have) {
    static const char *const good[] = {"Anna",        "Ő",        "Nagy Béla",   "j.r.r._t-1", "Ερμής",
                                       "Иван Петров", "太郎くん", "محمد",        "देवी",        "이순신",
                                       "Zoë",         "Đặng Văn", "Guest house", "Vendéglős"};
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        const char *wrong = names_check(good[i]);
        bool is_short = names_length(good[i]) < NAME_SHORTEST;
        if (wrong && !is_short) printf("# %s: %s\n", good[i], wrong);
        CHECK(is_short ? !strcmp(wrong, "name-length") : !wrong);
    }
}

TEST(names_that_would_mislead) {
    static const struct {
        const char *name, *wrong;
    } bad[] = {
        {"", "name-length"},
        {"A", "name-length"},
        {"abcdefghijklmnopqrstuvwxy", "name-length"},
        {"太太太太太太太太太太太太太太太太太太太太太太太太太", "name-length"},
        {"An\xff", "name-length"}, /* no UTF-8 */
        {" Anna", "name-spaces"},
        {"Anna ", "name-spaces"},
        {"Nagy  Béla", "name-spaces"},
        {"An\nna", "name-characters"},
        {"An\tna", "name-characters"},
        {"<b>Anna</b>", "name-characters"},
        {"Anna/x", "name-characters"},
        {"Anna%20x", "name-characters"},
        {"An\u202ena", "name-characters"}, /* turns the direction of writing */
        {"An\u200bna", "name-characters"}, /* a space that is not seen */
        {"An\u00a0na", "name-characters"},
        {"An\u3164na", "name-characters"}, /* a letter that is not seen */
        {"An\u0301na", "name-characters"}, /* an accent by itself: Á has a letter of its own */
        {"\uff21nna", "name-characters"},  /* a wide A */
        {"\U0001d400nna", "name-characters"},
        {"Anna\U0001f600", "name-characters"},
        {"\u0410nna", "name-mixed"}, /* a Cyrillic A */
        {"Ann\u03b1", "name-mixed"}, /* a Greek one */
        {"\u1f08nna", "name-mixed"}, /* with an accent of its own */
        {"Ann\u10d0", "name-mixed"}, /* a Georgian one */
        {"\ua4eenna", "name-mixed"}, /* a Lisu one */
        {"..", "name-characters"},   /* in an address that is a folder */
        {"- -", "name-characters"},
        {"Guest 4821", "name-reserved"},
        {"guest 1", "name-reserved"},
        {"Vendég 17", "name-reserved"},
        {"VENDÉG 17", "name-reserved"},
        {"Guest", "name-reserved"},
        {"ARKÁD", "name-reserved"},
        {"Admin", "name-reserved"},
        {"adrnin", "name-reserved"}, /* looks like it */
        {"B0T", "name-reserved"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) CHECK_TEXT(names_check(bad[i].name), bad[i].wrong);
}

TEST(passwords) {
    char long_one[200];
    memset(long_one, 'x', sizeof long_one);
    long_one[129] = 0;
    CHECK_TEXT(names_check_password("1234567", "Anna"), "password-length");
    CHECK_TEXT(names_check_password(long_one, "Anna"), "password-length");
    CHECK_TEXT(names_check_password("Annabella", "annabella"), "password-name");
    static const char *const common[] = {"password",   "Passw0rd", "P@ssword1",    "jelszo123", "12345678",
                                         "87654321",   "1q2w3e4r", "qwertz123",    "aaaaaaaa",  "abcabcabc",
                                         "12341234",   "qwer1234", "abcdefgh",     "iloveyou",  "Summer2026",
                                         "2026Sommer", "letmein!", "qwertyqwerty", "budapest1", "admin admin"};
    static const char *const rare[] = {"correct horse", "battery staple", "kék villamos",    "Tr0ub4dor&3",
                                       "pass the salt", "x7Kq2pLw",       "qwerty and more", "summer in Szeged"};
    for (size_t i = 0; i < sizeof common / sizeof *common; i++)
        CHECK_TEXT(names_check_password(common[i], "Anna"), "password-common");
    for (size_t i = 0; i < sizeof rare / sizeof *rare; i++) CHECK(!names_check_password(rare[i], "Anna"));
    CHECK(!names_check_password("őrült ló", "Anna"));
    memcpy(long_one + 1, "a long one: ", 12);
    CHECK(!names_check_password(long_one + 1, "Anna"));
}

int main(void) {
    if (sodium_init() < 0) return 1;
    RUN(what_costs_more_leaves_less);
    RUN(messages_are_read_as_jansson_reads_them);
    RUN(seeds_are_as_documented);
    RUN(hashes_are_those_of_another_library);
    RUN(whatever_is_changed_shows);
    RUN(a_drawn_starter_is_proved);
    RUN(the_server_promises_a_fresh_secret);
    RUN(who_starts_is_as_the_options_say);
    RUN(two_players_are_plain_glicko);
    RUN(several_players_weigh_as_one_opponent);
    RUN(ties_change_nothing_between_equals);
    RUN(better_places_never_lose_against_equals);
    RUN(time_makes_less_sure);
    RUN(no_game_breaks_the_figures);
    RUN(so_many_at_once_then_one_every_so_often);
    RUN(nobody_fills_the_house_alone);
    RUN(the_table_of_limits_is_bounded);
    RUN(names_that_people_have);
    RUN(names_that_would_mislead);
    RUN(passwords);
    return tests_end();
}
