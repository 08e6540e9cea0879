/*
 * Bargaining in whichever game has trades: what is the same in all of them, and the way to the game's own functions.
 */
#include "terminal/bargain.h"

#include <assert.h>
#include <string.h>

#define POINT_TO(name) &name##_bargain,
static const struct bargain_game *const tables[] = {GAMES_WITH_BARGAIN(POINT_TO) NULL};

/* NULL: the game has no trades. */
static const struct bargain_game *find(const struct arkad_game *game) {
    for (int i = 0; tables[i]; i++)
        if (!strcmp(tables[i]->name, arkad_game_name(game))) return tables[i];
    return NULL;
}

/* What is asked only where there are trades. */
static const struct bargain_game *trades_of(const struct arkad_game *game) {
    const struct bargain_game *trades = find(game);
    assert(trades);
    return trades;
}

bool bargain_is_proposal(const struct arkad_game *game, const struct arkad_move *move) {
    const struct bargain_game *trades = find(game);
    return trades && trades->is_proposal(move);
}

const char *bargain_title(const struct arkad_game *game, const struct arkad_move *proposal) {
    return trades_of(game)->title(proposal);
}

const char *bargain_help(const struct arkad_game *game) {
    const struct bargain_game *trades = find(game);
    return trades ? trades->help : NULL;
}

/* ---- A trade in the making -------------------------------------------------------------------------------------- */

static bool is_waited_for(const struct arkad_game *game, const struct arkad_position *view, int seat) {
    return arkad_waits(game, view) >> seat & 1;
}

bool bargain_read(const struct arkad_game *game, const struct arkad_position *view, int seat, const char *typed,
                  struct bargain *b) {
    const struct bargain_game *trades = find(game);
    return trades && is_waited_for(game, view, seat) && trades->read(view, typed, b);
}

bool bargain_is_empty(const uint8_t counts[BARGAIN_KINDS]) {
    static const uint8_t none[BARGAIN_KINDS];
    return !memcmp(counts, none, sizeof none);
}

bool bargain_is_complete(const struct bargain *b) { return !bargain_is_empty(b->give) && !bargain_is_empty(b->want); }

void bargain_write(const struct arkad_game *game, const struct bargain *b, char typed[ARKAD_MOVE_TEXT_MAX]) {
    trades_of(game)->write(b, typed);
}

void bargain_begin(const struct arkad_game *game, const struct arkad_position *view, int seat, struct bargain *b) {
    trades_of(game)->begin(view, seat, b);
}

int bargain_spots(const struct bargain *b, const struct table *table, const struct lang *lang, int seat,
                  enum bargain_row row, struct spot spots[SPOTS_MAX]) {
    return trades_of(table->game)->spots(b, table, lang, seat, row, spots);
}

void bargain_touch(struct bargain *b, enum bargain_row row, const struct spot *spot) {
    uint8_t *side = row == ROW_GIVE ? b->give : b->want, *other = row == ROW_GIVE ? b->want : b->give;
    if (row == ROW_TO) {
        b->to = spot->value;
        return;
    }
    side[spot->value] = (uint8_t)(side[spot->value] + (spot->is_chosen ? -1 : 1));
    other[spot->value] = 0; /* no kind may be on both sides */
}

/* ---- What was proposed this turn -------------------------------------------------------------------------------- */

/* The moves of this turn begin after so many. */
static int turn_begins(const struct bargain_game *trades, const struct table *table) {
    int turns = trades->turns(table_now(table)), step = table->count;
    while (step > 0 && trades->turns(table_after(table, step - 1)) == turns) step--;
    return step;
}

static bool is_proposal_step(const struct bargain_game *trades, const struct table *table, int step) {
    return !table->steps[step].is_hidden && trades->is_proposal(&table->steps[step].move);
}

int bargain_count(const struct table *table) {
    int count = 0;
    const struct bargain_game *trades = find(table->game);
    if (!trades) return 0;
    for (int step = turn_begins(trades, table); step < table->count; step++)
        count += is_proposal_step(trades, table, step);
    return count;
}

bool bargain_tell(const struct table *table, const struct lang *lang, int viewer, int line, struct proposal *proposal) {
    const struct bargain_game *trades = find(table->game);
    for (int step = trades ? turn_begins(trades, table) : table->count; step < table->count; step++) {
        if (!is_proposal_step(trades, table, step) || line-- > 0) continue;
        trades->tell(table, lang, viewer, step, proposal);
        return true;
    }
    return false;
}

void bargain_tell_hand(const struct table *table, const struct lang *lang, int viewer, int seat, char text[SAY_MAX]) {
    trades_of(table->game)->tell_hand(table, lang, viewer, seat, text);
}

/* ---- Declining whatever comes ----------------------------------------------------------------------------------- */

bool bargain_is_asked(const struct arkad_game *game, const struct arkad_position *view, int seat) {
    const struct bargain_game *trades = find(game);
    return trades && trades->is_asking(view) && is_waited_for(game, view, seat);
}

bool bargain_may_refuse(const struct arkad_game *game, const struct arkad_position *view, int seat,
                        struct arkad_move *decline) {
    return bargain_is_asked(game, view, seat) && trades_of(game)->may_refuse(view, decline);
}

static int present_turn(const struct table *table) { return trades_of(table->game)->turns(table_now(table)) + 1; }

void bargain_refuse(struct table *table, int seat) { table->refused_turn[seat] = present_turn(table); }

bool bargain_is_refused(const struct table *table, int seat, struct arkad_move *decline) {
    if (!bargain_may_refuse(table->game, table_now(table), seat, decline)) return false;
    return table->refused_turn[seat] == present_turn(table);
}
