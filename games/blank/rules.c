/*
 * Blank: the smallest legal game, as a template for new ones and a subject for tests.
 *
 * A coin is tossed for each seat and kept from the others. In turn, each seat says `done`. Who has heads wins.
 */
#include "engine/game.h"

#include <stddef.h>

/* ---- Vocabulary --------------------------------------------------------------------------------------- */

enum { SEATS = 4 };
enum phase { OVER, TURN };
enum verb { DONE, VERBS };
enum { TAILS = 1, HEADS };

static const char *const phases[] = {[OVER] = "over", [TURN] = "turn"};
static const char *const verbs[VERBS] = {[DONE] = "done"};
static short_name coins[] = {"", "t", "h"};

struct blank {
    struct head head;
    uint8_t turn; /* seat + 1 */
    struct {
        uint8_t coin; /* TAILS or HEADS */
    } seats[SEATS];
    uint8_t padding[7];
    struct {
        struct chance chance;
    } hidden;
};

_Static_assert(offsetof(struct blank, hidden) % 4 == 0 && sizeof(struct blank) % 4 == 0, "no stray padding");

/* ---- Set-up ------------------------------------------------------------------------------------------- */

static void deal(void *position, struct arkad_tape *tape) {
    struct blank *b = position;
    b->head.phase = TURN;
    b->turn = 1;
    for (int seat = 0; seat < b->head.players; seat++)
        b->seats[seat].coin = (uint8_t)chance_die(&b->hidden.chance, tape, HEADS);
}

static void undeal(const void *position, struct arkad_tape *tape) {
    const struct blank *b = position;
    for (int seat = 0; seat < b->head.players; seat++) tape_die(tape, b->seats[seat].coin);
}

/* ---- What a seat may do, and what happens then ---------------------------------------------------------- */

static unsigned waits(const void *position) {
    const struct blank *b = position;
    return 1U << (b->turn - 1);
}

static const char *check(const void *position, int seat, const struct arkad_move *move, struct text *why) {
    const struct blank *b = position;
    (void)move;
    return seat + 1 == b->turn ? NULL : text_say(why, "it is seat %d's turn", b->turn - 1);
}

static int list(const void *position, int seat, struct arkad_move *moves) {
    const struct blank *b = position;
    if (seat + 1 != b->turn) return 0;
    moves[0] = (struct arkad_move){.verb = DONE};
    return 1;
}

static void apply(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape) {
    struct blank *b = position;
    (void)move, (void)tape;
    b->turn = (uint8_t)(seat_after(&b->head, seat) + 1);
    if (b->turn > 1) return;
    b->turn = 0;
    b->head.phase = OVER;
}

static void result(const void *position, int16_t *scores, int64_t *keys) {
    const struct blank *b = position;
    for (int seat = 0; seat < b->head.players; seat++) keys[seat] = scores[seat] = b->seats[seat].coin == HEADS;
}

/* ---- What a seat cannot see ----------------------------------------------------------------------------- */

static void fill(void *view, struct chance *chance) {
    struct blank *b = view;
    for (int seat = 0; seat < b->head.players; seat++)
        if (b->head.viewer != seat + 1) b->seats[seat].coin = (uint8_t)(TAILS + chance_below(chance, 2));
}

static const char *laws(const void *position, struct text *why) {
    const struct blank *b = position;
    if (!b->turn == (b->head.phase == TURN)) return text_say(why, "a turn without a seat, or the other way round");
    for (int seat = 0; seat < b->head.players; seat++) {
        bool is_hidden = b->head.viewer && b->head.viewer != seat + 1;
        if (!b->seats[seat].coin != is_hidden) return text_say(why, "seat %d has no coin", seat);
    }
    return NULL;
}

/* ---- Words ---------------------------------------------------------------------------------------------- */

static void words(struct words *text, struct arkad_move *move) { (void)text, (void)move; }

static void json(void *position, struct json *out) {
    struct blank *b = position;
    json_open(out, '{');
    json_key(out, "phase"), json_word(out, &b->head.phase, phases, 2);
    json_key(out, "turn"), json_seat(out, &b->turn);
    json_key(out, "coins"), json_open(out, '[');
    for (int seat = 0; seat < b->head.players; seat++)
        if (!json_hides(out, seat) || !json_none(out, true)) json_name(out, &b->seats[seat].coin, coins, HEADS);
    json_close(out, ']');
    json_close(out, '}');
}

const struct arkad_game blank_game = {
    .name = "blank",
    .title = "Blank",
    .is_hidden = true,
    .players_min = 2,
    .players_max = SEATS,
    .size = sizeof(struct blank),
    .seats_at = offsetof(struct blank, seats),
    .seat_size = sizeof((struct blank *)0)->seats[0],
    .hidden_at = offsetof(struct blank, hidden),
    .turn_at = offsetof(struct blank, turn),
    .verbs = verbs,
    .verb_count = VERBS,
    .cards = coins,
    .card_count = HEADS,
    .deal = deal,
    .undeal = undeal,
    .waits = waits,
    .list = list,
    .check = check,
    .apply = apply,
    .fill = fill,
    .result = result,
    .laws = laws,
    .words = words,
    .json = json,
};
