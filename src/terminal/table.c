/*
 * The game at the table: positions, taking back, whose turn it is, what happened.
 */
#include "terminal/table.h"

#include "terminal/memory.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- The positions ---------------------------------------------------------------------------------------------- */

const char *table_deal(struct table *table, const struct arkad_game *game, const struct arkad_setup *setup,
                       char why[ARKAD_WHY_MAX]) {
    table->game = game;
    table->setup = *setup;
    table->count = table->seen = 0;
    table->is_ended = false;
    memset(table->refused_turn, 0, sizeof table->refused_turn);
    return arkad_deal(game, setup, &table->first, NULL, why);
}

void table_clear(struct table *table) {
    free(table->steps);
    table->steps = NULL;
    table->count = table->room = 0;
    save_close(&table->save);
}

const struct arkad_position *table_after(const struct table *table, int moves) {
    assert(moves >= 0 && moves <= table->count);
    return moves ? &table->steps[moves - 1].after : &table->first;
}

const struct arkad_position *table_now(const struct table *table) { return table_after(table, table->count); }

bool table_is_over(const struct table *table) { return table->is_ended || arkad_is_over(table_now(table)); }

struct arkad_result table_result(const struct table *table) {
    struct arkad_result result = table->ended;
    assert(table_is_over(table));
    if (!table->is_ended) arkad_result(table->game, table_now(table), &result);
    return result;
}

void table_view(const struct table *table, int moves, int viewer, struct arkad_position *view) {
    arkad_view(table->game, table_after(table, moves), viewer, view);
}

struct step *table_add_step(struct table *table) {
    assert(table->count >= 0 && table->count <= table->room);
    if (table->count == table->room) {
        table->room = table->room ? 2 * table->room : 256;
        table->steps = must_have(realloc(table->steps, (size_t)table->room * sizeof *table->steps));
    }
    return memset(&table->steps[table->count], 0, sizeof *table->steps);
}

void table_play(struct table *table, int seat, const struct arkad_move *move) {
    assert(!table_is_over(table) && seat >= 0 && seat < table->setup.players);
    struct step *step = table_add_step(table);
    step->move = *move;
    step->seat = seat;
    step->after = *table_now(table);
    arkad_apply(table->game, &step->after, seat, move, &step->tape);
    table->count++;
}

/* ---- The file --------------------------------------------------------------------------------------------------- */

static size_t write_line(const void *context, int line, char *text, size_t size) {
    const struct table *table = context;
    if (!line) return arkad_trace_head(table->game, &table->setup, NULL, text, size);
    if (line > table->count) return arkad_trace_result(table->game, table_now(table), text, size);
    const struct step *step = &table->steps[line - 1];
    struct arkad_step made = {.number = line, .seat = step->seat, .move = &step->move, .tape = &step->tape};
    return arkad_trace_move(table->game, &made, text, size);
}

bool table_save(struct table *table) {
    int lines = 1 + table->count + table_is_over(table);
    return save_lines(&table->save, lines, write_line, table);
}

/* ---- Taking back ------------------------------------------------------------------------------------------------ */

/* Whether the mover learned something by the last move. */
static bool has_revealed(const struct table *table) {
    assert(table->count > 0);
    const struct step *step = &table->steps[table->count - 1];
    return arkad_reveals(table->game, table_after(table, table->count - 1), step->seat, &step->move, &step->tape,
                         &step->after);
}

const char *table_undo_refusal(const struct table *table, int seat) {
    if (table_is_over(table)) return "ui.undo.over";
    int mine = table->count;
    while (mine > 0 && table->steps[mine - 1].seat != seat) mine--;
    if (!mine) return "ui.undo.nothing";
    if (mine < table->count) return "ui.undo.others";
    if (table->count <= table->seen) return "ui.undo.seen";
    return has_revealed(table) ? "ui.undo.revealed" : NULL;
}

void table_undo(struct table *table) {
    assert(table->count > 0);
    table->count--;
    table->refused_turn[table->steps[table->count].seat] = 0; /* whoever changes their mind is asked again */
}

/* ---- Whose turn ------------------------------------------------------------------------------------------------- */

static unsigned waits(const struct table *table) { return arkad_waits(table->game, table_now(table)); }

int table_next_bot(const struct table *table) {
    unsigned bots = waits(table) & ~seating_people(&table->seating);
    return bots ? __builtin_ctz(bots) : -1;
}

int table_next_person(const struct table *table, int at_keyboard) {
    unsigned people = waits(table) & seating_people(&table->seating);
    int players = table->setup.players;
    for (int i = 0; i < players; i++) {
        int seat = (at_keyboard + i) % players;
        if (people >> seat & 1) return seat;
    }
    return -1;
}

/* Mixes well enough that what a bot does reveals nothing of the seed. */
static uint64_t mix(uint64_t z) {
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9U;
    z = (z ^ z >> 27) * 0x94d049bb133111ebU;
    return z ^ z >> 31;
}

uint64_t table_temper(const struct table *table, int seat) {
    uint64_t seed;
    memcpy(&seed, table->setup.seed + 8, sizeof seed);
    return mix(seed + (uint64_t)seat * 0x9e3779b97f4a7c15U);
}

uint64_t table_dice(const struct table *table, int seat) {
    return mix(table_temper(table, seat) + (uint64_t)(table->count + 1) * 0x9e3779b97f4a7c15U);
}

/* ---- What happened ---------------------------------------------------------------------------------------------- */

const char *table_name(const struct table *table, const struct lang *lang, int seat, int viewer) {
    return seat == viewer ? lang_text(lang, "say.you") : table->seating.names[seat];
}

void table_tell(const struct table *table, const struct lang *lang, int step, int viewer, char text[2 * SAY_MAX]) {
    assert(step >= 0 && step < table->count);
    const struct step *made = &table->steps[step];
    struct arkad_position before, after;
    struct arkad_tape tape;
    char chance[SAY_MAX];
    table_view(table, step, viewer, &before);
    table_view(table, step + 1, viewer, &after);
    arkad_tape_view(&made->tape, viewer, &tape);
    bool is_hidden = made->is_hidden || (made->seat != viewer && arkad_is_secret(table->game, &made->move));
    struct told told = {.before = &before,
                        .after = &after,
                        .seat = made->seat,
                        .move = &made->move,
                        .is_hidden = is_hidden,
                        .you = viewer,
                        .names = table->seating.names};
    say_move(lang, table->game, &told, text);
    say_chance(lang, table->game, &tape, viewer, table->seating.names, chance);
    struct text out = {.start = text, .used = strlen(text), .size = 2 * SAY_MAX};
    if (*chance) text_char(&out, ' '), text_put(&out, chance);
}
