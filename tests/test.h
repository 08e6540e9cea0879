/*
 * A small test runner: each test is a function, each failure names its place, the output is TAP.
 *
 *     TEST(roof_cannot_be_demolished) { CHECK(refused(&table, 0, "demolish c")); }
 *     int main(void) { RUN(roof_cannot_be_demolished); return tests_end(); }
 */
#ifndef TESTS_TEST_H
#define TESTS_TEST_H

#include "arkad.h"

#include <stdio.h>
#include <string.h>

static int tests_run, tests_failed, checks_failed;

#define TEST(test) static void test(void)

#define CHECK(condition)                                                     \
    do {                                                                     \
        if (!(condition)) {                                                  \
            printf("# %s:%d: not so: %s\n", __FILE__, __LINE__, #condition); \
            checks_failed++;                                                 \
        }                                                                    \
    } while (0)

#define CHECK_TEXT(found, expected)                                                                                  \
    do {                                                                                                             \
        const char *found_ = (found), *expected_ = (expected);                                                       \
        if (!found_ || strcmp(found_, expected_)) {                                                                  \
            printf("# %s:%d: found %s\n#   expected %s\n", __FILE__, __LINE__, found_ ? found_ : "NULL", expected_); \
            checks_failed++;                                                                                         \
        }                                                                                                            \
    } while (0)

#define RUN(test) run_test(#test, test)

static inline void run_test(const char *name, void (*test)(void)) {
    int before = checks_failed;
    test();
    bool is_right = checks_failed == before;
    tests_failed += !is_right;
    printf("%s %d - %s\n", is_right ? "ok" : "not ok", ++tests_run, name);
    fflush(stdout);
}

static inline int tests_end(void) {
    printf("1..%d\n", tests_run);
    return tests_failed != 0;
}

/* ---- A game on the table --------------------------------------------------------------------------------- */

struct table {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct arkad_position position;
    struct arkad_tape tape; /* set by table_chance for the next move; afterwards what that move brought */
    char why[ARKAD_WHY_MAX];
    char text[ARKAD_JSON_MAX];
};

/* Deals. `options` as on the command line, "" for none. The seed's first byte is `seed`. */
static inline bool table_deal(struct table *table, const char *game, int players, const char *options, int seed) {
    memset(table, 0, sizeof *table);
    table->game = arkad_game_find(game);
    arkad_setup_default(table->game, &table->setup);
    table->setup.players = (uint8_t)players;
    table->setup.seed[0] = (uint8_t)seed;
    return !arkad_setup_options(table->game, &table->setup, options, table->why) &&
           !arkad_deal(table->game, &table->setup, &table->position, NULL, table->why);
}

/* Puts a position, written as JSON, on the table; complains on standard output if it cannot be. */
static inline bool table_put(struct table *table, const char *game, int players, const char *options,
                             const char *json) {
    if (!table_deal(table, game, players, options, 0)) return false;
    if (!arkad_json_read(table->game, &table->setup, -1, json, strlen(json), &table->position, table->why)) return true;
    printf("# the position cannot be: %s\n", table->why);
    return false;
}

/* What chance brings in the next move, as in a trace but without the brackets: die N only, or picks and shuffles
   filled in by hand through table->tape. */
static inline void table_die(struct table *table, int value) {
    struct arkad_event *event = &table->tape.events[table->tape.count++];
    *event = (struct arkad_event){.kind = ARKAD_DIE, .value = (uint8_t)value, .seen_by = 0xff};
    table->tape.is_playing = 1;
}

/* Makes the move if it is legal; NULL or why not. */
static inline const char *table_move(struct table *table, int seat, const char *text) {
    struct arkad_move move;
    const char *wrong = arkad_move_read(table->game, text, strlen(text), &move, table->why);
    if (!wrong) wrong = arkad_check(table->game, &table->position, seat, &move, table->why);
    if (wrong) return wrong;
    if (!table->tape.is_playing) table->tape.count = 0;
    arkad_apply(table->game, &table->position, seat, &move, &table->tape);
    if (table->tape.wrong) return table->tape.wrong;
    if (table->tape.is_playing) memset(&table->tape, 0, sizeof table->tape);
    return NULL;
}

/* Did the move go through? Says why not. */
static inline bool moved(struct table *table, int seat, const char *text) {
    const char *wrong = table_move(table, seat, text);
    if (wrong) printf("# seat %d, %s: %s\n", seat, text, wrong);
    return !wrong;
}

/* Is the move refused? */
static inline bool refused(struct table *table, int seat, const char *text) {
    struct table copy = *table;
    return table_move(&copy, seat, text) != NULL;
}

/* Is the move in the seat's list? */
static inline bool listed(struct table *table, int seat, const char *text) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    char spelled[ARKAD_MOVE_TEXT_MAX];
    int count = arkad_list(table->game, &table->position, seat, moves);
    for (int i = 0; i < count; i++) {
        arkad_move_write(table->game, &moves[i], spelled);
        if (!strcmp(spelled, text)) return true;
    }
    return false;
}

static inline int list_length(struct table *table, int seat) {
    static struct arkad_move moves[ARKAD_MOVES_MAX];
    return arkad_list(table->game, &table->position, seat, moves);
}

/* The position as JSON. */
static inline const char *state(struct table *table) {
    arkad_json_write(table->game, &table->position, table->text);
    return table->text;
}

/* Does the position's JSON have this in it, for instance "\"turn\":2"? Says what it has instead. */
static inline bool shows(struct table *table, const char *part) {
    if (strstr(state(table), part)) return true;
    printf("# %s\n", table->text);
    return false;
}

#endif
