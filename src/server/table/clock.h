/*
 * The clocks of a table, as they follow from its log: nothing here asks what time it is.
 *
 * A seat's clock runs while the seat is waited for. Live: it has a window for each move, then it uses its bank,
 * which is never refilled. A reaction (an answer, a guard, a choice of several seats at once) has a window of its
 * own. Days: a window for each move and no bank.
 */
#ifndef SERVER_TABLE_CLOCK_H
#define SERVER_TABLE_CLOCK_H

#include "arkad.h"
#include "store/store.h"

enum { REACTION_MS_MIN = 15000 }; /* to read what happened, and to answer */

struct seat_clock {
    int64_t window_ms;                  /* for this move */
    int64_t used_ms;                    /* of the window and, beyond it, of the bank */
    int64_t bank_ms;                    /* when this move began */
    int64_t last_used_ms, last_bank_ms; /* in the move before, for an undo */
    bool is_running;
};

struct clocks {
    int kind; /* enum clock_kind */
    int64_t move_ms;
    unsigned seats; /* of persons: the others have no clock */
    struct seat_clock of[ARKAD_SEATS_MAX];
};

void clocks_begin(struct clocks *clocks, const struct store_table *row, const struct store_seat *seats);
/* Time has passed for those whose clocks run. */
void clocks_pass(struct clocks *clocks, int64_t ms);
/* Whom the game waits for now: `reacting` are those of them who only react; for those `away` (or on vacation) time
   stops, and goes on from there if they are back before the bot has moved. */
void clocks_wait(struct clocks *clocks, unsigned waits, unsigned away, unsigned reacting);
/* The seat has moved: its next wait is a new one. */
void clocks_moved(struct clocks *clocks, int seat);
/* The seat's move is taken back: its time goes on as if it had not moved. */
void clocks_undone(struct clocks *clocks, int seat);
/* A seat that had run out of time starts with a fresh window. */
void clocks_renew(struct clocks *clocks, int seat);

/* What is left of the window and of the bank when `ms` have passed since the last entry. */
int64_t clock_left_ms(const struct seat_clock *clock, int64_t ms);
int64_t clock_bank_ms(const struct seat_clock *clock, int64_t ms);
/* In how many ms, from the last entry on, the first clock runs out: its seat, or -1 if none runs. */
int clocks_first_out(const struct clocks *clocks, int64_t *in_ms);

#endif
