/*
 * Taking back, pausing and going on: what needs the consent of the others, whom to ask, and what happens when all
 * agree.
 *
 * A move can be taken back if neither it nor any move since showed its mover something hidden, and no bot has answered
 * from what it alone knows. If others have moved since, or have to move because of it, it concerns them: they must
 * agree. Bots and programs always do.
 */
#include "server/table/proposals.h"

#include "engine/whole.h"
#include "server/table/ahead.h"
#include "server/table/watch.h"

#include <assert.h>
#include <string.h>

enum { PAUSE_LIVE_MS = 30 * 60000, PAUSE_DAYS_MS = 7 * 24 * 3600000 }; /* the longest a pause lasts, by the clock */
enum { PROPOSAL_MS = 60000 }; /* for this long one proposal keeps others from being made */

/* ---- Whether a move revealed something --------------------------------------------------------------------------- */

/* Whether the seat knows something that the asker does not: then its answers tell the asker something. */
static bool knows_more(const struct play *play, const struct arkad_position *position, int seat, int asker) {
    enum { WORLDS = 8 };
    struct arkad_position seen, view, world, there;
    arkad_view(play->game, position, asker, &seen);
    arkad_view(play->game, position, seat, &view);
    for (int i = 0; i < WORLDS; i++) {
        uint8_t seed[ARKAD_SEED_BYTES] = {(uint8_t)i, 2};
        arkad_world(play->game, &seen, seed, &world);
        arkad_view(play->game, &world, seat, &there);
        if (memcmp(&there, &view, sizeof view) != 0) return true;
    }
    return false;
}

/* Whether any of the moves from `first` on revealed something: to its mover, or, by a bot's answer, to the asker.
   People who have answered are asked. */
static bool has_revealed(const struct play *play, int first, int asker) {
    struct arkad_position before, after;
    play_position(play, first, &before);
    for (int i = first; i < play->step_count; i++) {
        const struct step *step = &play->steps[i];
        struct arkad_tape tape = {0};
        after = before;
        arkad_apply(play->game, &after, step->seat, &step->move, &tape);
        if (arkad_reveals(play->game, &before, step->seat, &step->move, &tape, &after)) return true;
        if (step->by != BY_PERSON && knows_more(play, &before, step->seat, asker)) return true;
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

static unsigned persons_here(const struct server *server, const struct table *table) {
    unsigned seats = persons(table);
    for (int seat = 0; seat < table->row.players; seat++)
        if (!watch_has_seat(server, table, seat)) seats &= ~(1U << seat);
    return seats;
}

/* Those who have moved since, and those who have to move because of it. */
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
    bool is_done = table_do(server, table, &entry, command);
    if (is_done && entry.kind == ENTRY_UNDO) ahead_drop_all(server, table);
}

/* Whether somebody else is waiting for an answer; not forever, and not after the clock was set back. */
static bool is_pending(const struct command *command) {
    const struct proposal *proposal = &command->table->play.proposal;
    int64_t age_ms = command->server->now_ms - proposal->at_ms;
    return proposal->number && proposal->seat != command->seat && age_ms >= 0 && age_ms < PROPOSAL_MS;
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

static bool is_used_up(const struct command *command) {
    return command->table->play.proposals[command->seat] >= PROPOSALS_MAX;
}

void proposals_undo(struct command *command) {
    const struct play *play = &command->table->play;
    int first = play->step_count - 1;
    if (!command_is_next(command)) return;
    while (first >= 0 && play->steps[first].seat != command->seat) first--;
    const char *wrong = play->is_paused                            ? "paused"
                        : play->away >> command->seat & 1          ? "away"
                        : first < 0                                ? "nothing-to-undo"
                        : is_used_up(command)                      ? "too-often"
                        : has_revealed(play, first, command->seat) ? "revealed"
                                                                   : NULL;
    if (wrong) {
        command_refuse(command, wrong);
        return;
    }
    unsigned of = others(command, concerned(play, first) & persons(command->table));
    propose(command, &(struct proposal){
                         .seat = command->seat, .what = PROPOSE_UNDO, .to = play->steps[first].entry - 1, .of = of});
}

static void propose_to_all(struct command *command, int what, unsigned of, const char *wrong) {
    if (!wrong && is_used_up(command)) wrong = "too-often";
    if (wrong)
        command_refuse(command, wrong);
    else
        propose(command, &(struct proposal){.seat = command->seat, .what = what, .of = others(command, of)});
}

/* Those who are not here count as agreeing: their clocks stop, too. */
void proposals_pause(struct command *command) {
    const struct play *play = &command->table->play;
    if (!command_is_next(command)) return;
    propose_to_all(command, PROPOSE_PAUSE, persons_here(command->server, command->table),
                   play->is_paused                             ? "paused"
                   : play->pauses[command->seat] >= PAUSES_MAX ? "too-often"
                                                               : NULL);
}

/* A pause that not everybody has agreed to ends as soon as anybody wants it to. */
void proposals_resume(struct command *command) {
    const struct play *play = &command->table->play;
    if (!command_is_next(command)) return;
    propose_to_all(command, PROPOSE_RESUME, play->is_one_sided ? 0 : persons_here(command->server, command->table),
                   play->is_paused ? NULL : "not-paused");
}

int64_t proposals_pause_end_ms(const struct play *play) {
    if (!play->is_paused || play->is_over || play->clocks.kind == CLOCK_NONE) return 0;
    return play->paused_ms + (play->clocks.kind == CLOCK_DAYS ? PAUSE_DAYS_MS : PAUSE_LIVE_MS);
}

void proposals_end_pause(struct server *server, struct table *table) {
    struct entry entry = {.kind = ENTRY_RESUME, .seat = ENTRY_NOBODY};
    if (table_do(server, table, &entry, NULL)) table_settle(server, table);
}

/* ---- Answering -------------------------------------------------------------------------------------------------- */

void proposals_answer(struct command *command) {
    struct table *table = command->table;
    const json_t *yes = json_object_get(command->message, "yes");
    int proposal = whole_in(json_integer_value(json_object_get(command->message, "ask")), 1, ENTRIES_MAX, 0);
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
