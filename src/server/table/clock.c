/*
 * Clocks: windows and banks, as time passes and seats move. Every change comes from an entry of the log.
 */
#include "server/table/clock.h"

#include <assert.h>
#include <string.h>

static int64_t most(int64_t a, int64_t b) { return a > b ? a : b; }

void clocks_begin(struct clocks *clocks, const struct store_table *row, const struct store_seat *seats) {
    memset(clocks, 0, sizeof *clocks);
    clocks->kind = row->clock;
    clocks->move_ms = row->move_ms;
    if (row->clock == CLOCK_NONE) return;
    for (int seat = 0; seat < row->players; seat++) {
        if (seats[seat].kind != SEAT_PERSON) continue;
        clocks->seats |= 1U << seat;
        clocks->of[seat].bank_ms = row->clock == CLOCK_LIVE ? row->bank_ms : 0;
        clocks->of[seat].window_ms = row->move_ms;
    }
}

static int64_t bank_after(const struct seat_clock *clock, int64_t used_ms) {
    assert(clock->bank_ms >= 0);
    return most(0, clock->bank_ms - most(0, used_ms - clock->window_ms));
}

int64_t clock_left_ms(const struct seat_clock *clock, int64_t ms) {
    return most(0, clock->window_ms - clock->used_ms - (clock->is_running ? ms : 0));
}

int64_t clock_bank_ms(const struct seat_clock *clock, int64_t ms) {
    return bank_after(clock, clock->used_ms + (clock->is_running ? ms : 0));
}

void clocks_pass(struct clocks *clocks, int64_t ms) {
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++)
        if (clocks->of[seat].is_running) clocks->of[seat].used_ms += ms;
}

/* The wait is over: what it took from the bank is gone. */
static void settle(struct clocks *clocks, int seat) {
    assert(clocks->seats >> seat & 1);
    struct seat_clock *clock = &clocks->of[seat];
    clock->last_used_ms = clock->used_ms;
    clock->last_bank_ms = clock->bank_ms;
    clock->bank_ms = bank_after(clock, clock->used_ms);
    clock->used_ms = 0;
    clock->window_ms = clocks->move_ms;
    clock->is_running = false;
}

void clocks_moved(struct clocks *clocks, int seat) {
    if (clocks->seats >> seat & 1) settle(clocks, seat);
}

/* Half a move's time, but enough to react at all. Whole days are not halved. */
static int64_t window_of(const struct clocks *clocks, bool is_reacting) {
    if (!is_reacting || clocks->kind == CLOCK_DAYS) return clocks->move_ms;
    return most(REACTION_MS_MIN, clocks->move_ms / 2);
}

static void wait_for(struct clocks *clocks, int seat, bool is_away, bool is_reacting) {
    struct seat_clock *clock = &clocks->of[seat];
    if (!clock->is_running && !clock->used_ms) clock->window_ms = window_of(clocks, is_reacting);
    clock->is_running = !is_away;
}

void clocks_wait(struct clocks *clocks, unsigned waits, unsigned away, unsigned reacting) {
    assert(!(reacting & ~waits));
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) {
        if (!(clocks->seats >> seat & 1)) continue;
        if (waits >> seat & 1)
            wait_for(clocks, seat, away >> seat & 1, reacting >> seat & 1);
        else if (clocks->of[seat].is_running || clocks->of[seat].used_ms)
            settle(clocks, seat);
    }
}

void clocks_undone(struct clocks *clocks, int seat) {
    struct seat_clock *clock = &clocks->of[seat];
    if (!(clocks->seats >> seat & 1)) return;
    clock->used_ms += clock->last_used_ms;
    clock->bank_ms = clock->last_bank_ms;
    clock->last_used_ms = 0;
}

void clocks_renew(struct clocks *clocks, int seat) {
    if (clocks->seats >> seat & 1) settle(clocks, seat);
}

int clocks_first_out(const struct clocks *clocks, int64_t *in_ms) {
    int first = -1;
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) {
        const struct seat_clock *clock = &clocks->of[seat];
        int64_t left = clock->window_ms + clock->bank_ms - clock->used_ms;
        if (!clock->is_running || (first >= 0 && left >= *in_ms)) continue;
        first = seat;
        *in_ms = left;
    }
    return first;
}
