/*
 * Bots at the table: in seats of their own, and standing in for those who are away. They are given views only, and
 * think in worker threads; their choice counts only if the table has not gone on meanwhile.
 */
#include "server/table/table_bots.h"

#include "server/table/moves.h"
#include "server/table/think.h"
#include "server/table/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* A bot that thinks about a move; the table may be gone when it has chosen. */
struct thinking {
    struct server *server;
    struct table *table; /* NULL: gone */
    int number, seat;    /* the entry that the move will be */
};

enum { BUSY_MS = 100 }; /* until a bot is asked again when too many think */

static unsigned bots_of(const struct table *table) {
    unsigned bots = table->play.away;
    for (int seat = 0; seat < table->row.players; seat++)
        bots |= (unsigned)(table->seats[seat].kind == SEAT_BOT) << seat;
    return bots;
}

int table_bots_next(const struct table *table) {
    unsigned bots = play_is_running(&table->play) ? play_waits(&table->play) & bots_of(table) : 0;
    return bots ? __builtin_ctz(bots) : -1;
}

/* Whether there are people who want to follow the game. */
static bool has_people(const struct table *table) {
    unsigned players = (1U << table->row.players) - 1;
    if (players & ~(bots_of(table) | table->programs)) return true;
    for (const struct watcher *watcher = table->watchers; watcher; watcher = watcher->next)
        if (watcher->client->account.kind != ACCOUNT_PROGRAM) return true;
    return false;
}

void table_bots_forget(struct table *table) {
    if (table->thinking) table->thinking->table = NULL;
    table->thinking = NULL;
}

void table_bots_plan(struct server *server, struct table *table) {
    if (table->thinking && table->thinking->number == table->play.count + 1) return;
    table_bots_forget(table);
    table->think_ms = 0;
    if (table_bots_next(table) < 0) return;
    table->think_ms = server->now_ms + (has_people(table) ? BOT_PAUSE_MS : 0);
    if (table->think_ms == server->now_ms && !server->cannot_save && server_acts_for(server, table->row.id))
        table_bots_think(server, table);
}

/* The random seed of the choice: from the seed of the game, mixed well enough to reveal nothing of it. */
static uint64_t dice(const struct table *table, int seat) {
    uint64_t z;
    memcpy(&z, table->row.seed + 8, sizeof z);
    z += (uint64_t)(table->play.count * ARKAD_SEATS_MAX + seat + 1) * 0x9e3779b97f4a7c15U;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

static void on_thought(void *context, const struct arkad_move *move, bool is_hurried) {
    struct thinking thinking = *(struct thinking *)context;
    struct table *table = thinking.table;
    assert(!table || table->thinking == context);
    free(context);
    if (!table) return;
    table->thinking = NULL;
    table->is_hurried = is_hurried;
    if (thinking.server->cannot_save) return; /* it is asked again when the table is woken */
    char why[ARKAD_WHY_MAX];
    bool is_away = table->play.away >> thinking.seat & 1;
    bool is_good = move && thinking.number == table->play.count + 1 &&
                   !arkad_check(table->play.game, &table->play.position, thinking.seat, move, why);
    if (is_good)
        moves_carry_out(thinking.server, table, thinking.seat, move, is_away ? BY_CLOCK : BY_BOT, NULL);
    else
        table->think_ms = thinking.server->now_ms + BUSY_MS;
    table_rest(thinking.server, table);
}

void table_bots_think(struct server *server, struct table *table) {
    assert(!table->thinking);
    int seat = table_bots_next(table);
    struct thinking *thinking = seat < 0 ? NULL : malloc(sizeof *thinking);
    table->think_ms = 0;
    if (!thinking) return;
    *thinking = (struct thinking){server, table, table->play.count + 1, seat};
    struct arkad_position view;
    arkad_view(table->play.game, &table->play.position, seat, &view);
    int level = table->play.away >> seat & 1 ? STAND_IN_LEVEL : table->seats[seat].level;
    const struct question question = {.game = table->play.game,
                                      .view = &view,
                                      .seat = seat,
                                      .level = level,
                                      .seed = dice(table, seat),
                                      .account = table->row.owner,
                                      .is_watched = table->watchers != NULL};
    table->thinking = thinking;
    if (think_move(server, &question, on_thought, thinking)) return;
    free(thinking);
    table->thinking = NULL;
    table->think_ms = server->now_ms + BUSY_MS;
}
