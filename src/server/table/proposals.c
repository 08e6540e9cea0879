/*
 * Taking back, pausing and going on: what needs the others to agree, whom to ask, and what follows when all have.
 *
 * A move can be taken back while nobody learned by it, or by a move since, what was hidden from them. If others have
 * moved since, or have been asked for a move, it is their business: they must agree. Bots and programs always do.
 */
#include "server/table/proposals.h"

#include "server/table/watch.h"

#include <assert.h>

enum { PROPOSAL_MS = 60000 }; /* so long one proposal keeps others from being made */

/* ---- Whether a move revealed something --------------------------------------------------------------------------- */

/* Whether any of the moves from `first` on revealed something to who made it. */
static bool has_revealed(const struct play *play, int first) {
    struct arkad_position before, after;
    play_position(play, first, &before);
    for (int i = first; i < play->step_count; i++) {
        struct arkad_tape tape = {0};
        after = before;
        arkad_apply(play->game, &after, play->steps[i].seat, &play->steps[i].move, &tape);
        if (arkad_reveals(play->game, &before, play->steps[i].seat, &play->steps[i].move, &tape, &after)) return true;
        before = after;
    }
    return false;
}

/* ---- Who must agree --------------------------------------------------------------------------------------------- */

/* Persons who play themselves. */
static unsigned persons(const struct table *table) {
    unsigned seats = 0;
    for (int seat = 0; seat < table->row.players; seat++)
        seats |= (unsigned)(table->seats[seat].kind == SEAT_PERSON) << seat;
    return seats & ~table->play.away & ~table->programs;
}

static unsigned persons_here(const struct table *table) {
    unsigned seats = persons(table);
    for (int seat = 0; seat < table->row.players; seat++)
        if (!watch_has_seat(table, seat)) seats &= ~(1U << seat);
    return seats;
}

/* Those who moved since, and those who have been asked for a move by it. */
static unsigned concerned(const struct play *play, int first) {
    struct arkad_position before;
    play_position(play, first, &before);
    unsigned seats = play_waits(play) & ~arkad_waits(play->game, &before);
    for (int i = first; i < play->step_count; i++) seats |= 1U << play->steps[i].seat;
    return seats;
}

/* ---- Proposing -------------------------------------------------------------------------------------------------- */

static void carry_out(struct server *server, struct table *table, const struct proposal *proposal,
                      const struct command *command) {
    assert(proposal->what >= PROPOSE_UNDO && proposal->what < PROPOSALS);
    static const int kinds[PROPOSALS] = {
        [PROPOSE_UNDO] = ENTRY_UNDO, [PROPOSE_PAUSE] = ENTRY_PAUSE, [PROPOSE_RESUME] = ENTRY_RESUME};
    struct entry entry = {.kind = kinds[proposal->what], .seat = proposal->seat, .to = proposal->to};
    table_do(server, table, &entry, command);
}

/* Whether somebody else waits for an answer; not for ever. */
static bool is_pending(const struct command *command) {
    const struct proposal *proposal = &command->table->play.proposal;
    return proposal->number && proposal->seat != command->seat &&
           command->server->now_ms - proposal->at_ms < PROPOSAL_MS;
}

/* Asks the seats in `proposal->of`, or does it at once if there are none. */
static void propose(struct command *command, const struct proposal *proposal) {
    assert(!(proposal->of >> command->seat & 1));
    struct table *table = command->table;
    struct entry entry = {
        .kind = ENTRY_PROPOSAL, .seat = command->seat, .what = proposal->what, .of = proposal->of, .to = proposal->to};
    if (!proposal->of)
        carry_out(command->server, table, proposal, command);
    else if (is_pending(command))
        command_refuse(command, "asked-already");
    else
        table_do(command->server, table, &entry, command);
    table_settle(command->server, table);
}

static unsigned others(const struct command *command, unsigned seats) { return seats & ~(1U << command->seat); }

void proposals_undo(struct command *command) {
    const struct play *play = &command->table->play;
    int first = play->step_count - 1;
    if (!command_is_next(command)) return;
    while (first >= 0 && play->steps[first].seat != command->seat) first--;
    const char *wrong = play->is_paused                   ? "paused"
                        : play->away >> command->seat & 1 ? "away"
                        : first < 0                       ? "nothing-to-undo"
                        : has_revealed(play, first)       ? "revealed"
                                                          : NULL;
    if (wrong) {
        command_refuse(command, wrong);
        return;
    }
    unsigned of = others(command, concerned(play, first) & persons(command->table));
    propose(command, &(struct proposal){
                         .seat = command->seat, .what = PROPOSE_UNDO, .to = play->steps[first].entry - 1, .of = of});
}

/* Those who are not here have nothing against it: their clocks stand still, too. */
static void propose_to_all(struct command *command, int what, bool is_wrong, const char *wrong) {
    if (!command_is_next(command)) return;
    unsigned of = others(command, persons_here(command->table));
    if (is_wrong)
        command_refuse(command, wrong);
    else
        propose(command, &(struct proposal){.seat = command->seat, .what = what, .of = of});
}

void proposals_pause(struct command *command) {
    propose_to_all(command, PROPOSE_PAUSE, command->table->play.is_paused, "paused");
}
void proposals_resume(struct command *command) {
    propose_to_all(command, PROPOSE_RESUME, !command->table->play.is_paused, "not-paused");
}

/* ---- Answering -------------------------------------------------------------------------------------------------- */

void proposals_answer(struct command *command) {
    struct table *table = command->table;
    const json_t *yes = json_object_get(command->message, "yes");
    int proposal = (int)json_integer_value(json_object_get(command->message, "ask"));
    if (!command_is_next(command)) return;
    if (!json_is_boolean(yes)) {
        command_refuse(command, "bad-message");
        return;
    }
    if (!proposal || proposal != table->play.proposal.number || !(table->play.proposal.of >> command->seat & 1)) {
        command_refuse(command, "not-asked");
        return;
    }
    struct entry entry = {
        .kind = ENTRY_ANSWER, .seat = command->seat, .proposal = proposal, .is_yes = json_is_true(yes)};
    if (table_do(command->server, table, &entry, command)) table_settle(command->server, table);
}

bool proposals_settle(struct server *server, struct table *table) {
    struct proposal proposal = table->play.proposal;
    if (!proposal.number || proposal.of || table->play.is_over) return false;
    carry_out(server, table, &proposal, NULL);
    return !table->play.proposal.number;
}
