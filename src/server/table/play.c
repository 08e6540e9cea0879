/*
 * The play: begun from a table's row and seats, and continued by every entry of the log, one function per kind.
 */
#include "server/table/play.h"

#include "server/table/setup.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

/* ---- The play --------------------------------------------------------------------------------------------------- */

const char *play_take_seed(struct play *play, const struct store_table *row, char why[ARKAD_WHY_MAX]) {
    assert(play->game && !play_is_dealt(play));
    memcpy(play->setup.seed, row->seed, sizeof play->setup.seed);
    return arkad_setup_options(play->game, &play->setup, row->options, why);
}

const char *play_begin(struct play *play, const struct store_table *row, const struct store_seat *seats,
                       char why[ARKAD_WHY_MAX]) {
    memset(play, 0, sizeof *play);
    const char *wrong = setup_read(row, &play->setup, &play->map, why);
    if (wrong) return wrong;
    play->game = arkad_game_find(row->game);
    clocks_begin(&play->clocks, row, seats);
    for (int seat = 0; seat < row->players; seat++) play->people |= (unsigned)(seats[seat].kind == SEAT_PERSON) << seat;
    return NULL;
}

void play_end(struct play *play) {
    free(play->steps);
    play->steps = NULL;
    play->step_count = play->step_room = 0;
}

bool play_is_dealt(const struct play *play) { return play->count > 0; }

unsigned play_waits(const struct play *play) {
    return play_is_dealt(play) && !play->is_over ? arkad_waits(play->game, &play->position) : 0;
}

bool play_is_running(const struct play *play) { return play_is_dealt(play) && !play->is_paused && !play->is_over; }

unsigned play_resigned(const struct play *play) {
    unsigned seats = 0;
    for (int seat = 0; seat < play->setup.players; seat++) seats |= (unsigned)(play->resigned[seat] > 0) << seat;
    return seats;
}

bool play_is_decided(const struct play *play) {
    unsigned gone = play_resigned(play);
    bool is_given_up = gone && (play->setup.players == 2 || !(play->people & ~gone));
    return play_is_dealt(play) && (is_given_up || arkad_is_over(&play->position));
}

void play_position(const struct play *play, int moves, struct arkad_position *position) {
    assert(moves >= 0 && moves <= play->step_count);
    char why[ARKAD_WHY_MAX];
    arkad_deal(play->game, &play->setup, position, NULL, why);
    for (int i = 0; i < moves; i++) arkad_apply(play->game, position, play->steps[i].seat, &play->steps[i].move, NULL);
}

void play_result(const struct play *play, struct arkad_result *result) {
    assert(play_is_decided(play));
    int players = play->setup.players;
    arkad_result(play->game, &play->position, result);
    struct arkad_result played = *result;
    for (int seat = 0; seat < players; seat++) {
        int better = 0, gave_up = play->resigned[seat];
        for (int other = 0; other < players; other++) {
            int also = play->resigned[other];
            bool is_better = gave_up ? !also || also > gave_up : !also && played.places[other] < played.places[seat];
            better += is_better;
        }
        result->places[seat] = (uint8_t)(1 + better);
    }
}

/* ---- Entries in play -------------------------------------------------------------------------------------------- */

/* Who is waited for without it being their turn: several at once, or one who must answer. */
static unsigned reacting(const struct play *play, unsigned waits) {
    if (play->clocks.kind != CLOCK_LIVE || !waits) return 0;
    int turn = arkad_turn(play->game, &play->position);
    bool is_one = !(waits & (waits - 1));
    return is_one && turn >= 0 && waits >> turn & 1 ? 0 : waits;
}

static void wait_anew(struct play *play) {
    if (!play->clocks.seats) return;
    unsigned waits = play_waits(play);
    play->overtime &= waits;
    clocks_wait(&play->clocks, waits, play->away | play->vacation, reacting(play, waits));
}

static bool add_step(struct play *play, const struct entry *entry) {
    if (play->step_count == play->step_room) {
        int room = play->step_room ? 2 * play->step_room : 64;
        struct step *steps = realloc(play->steps, (size_t)room * sizeof *steps);
        if (!steps) return false;
        play->steps = steps;
        play->step_room = room;
    }
    assert(play->step_count < play->step_room);
    play->steps[play->step_count++] = (struct step){
        .entry = entry->number, .seat = (uint8_t)entry->seat, .by = (uint8_t)entry->by, .move = entry->move};
    return true;
}

static bool apply_start(struct play *play) {
    char why[ARKAD_WHY_MAX];
    return !arkad_deal(play->game, &play->setup, &play->position, NULL, why);
}

static bool apply_move(struct play *play, const struct entry *entry, struct arkad_tape *tape) {
    char why[ARKAD_WHY_MAX];
    if (arkad_check(play->game, &play->position, entry->seat, &entry->move, why) || !add_step(play, entry))
        return false;
    arkad_apply(play->game, &play->position, entry->seat, &entry->move, tape);
    clocks_moved(&play->clocks, entry->seat);
    play->overtime &= ~(1U << entry->seat);
    if (play->proposal.what == PROPOSE_UNDO) play->proposal.number = 0; /* the game has gone on */
    return true;
}

static bool apply_ask(struct play *play, const struct entry *entry) {
    play->proposal = (struct proposal){.number = entry->number,
                                       .seat = entry->seat,
                                       .what = entry->what,
                                       .to = entry->to,
                                       .of = entry->of,
                                       .at_ms = entry->at_ms};
    play->proposals[entry->seat]++;
    return true;
}

/* The first no ends it. */
static bool apply_answer(struct play *play, const struct entry *entry) {
    if (!play->proposal.number || entry->proposal != play->proposal.number) return false;
    play->proposal.of &= ~(1U << entry->seat);
    play->proposal.agreed |= 1U << entry->seat;
    if (!entry->is_yes) play->proposal.number = 0;
    return true;
}

static bool apply_undo(struct play *play, const struct entry *entry) {
    if (entry->to < 1 || entry->to >= entry->number) return false;
    while (play->step_count && play->steps[play->step_count - 1].entry > entry->to) play->step_count--;
    play_position(play, play->step_count, &play->position);
    clocks_undone(&play->clocks, entry->seat);
    if (!play->proposal.number) play->proposals[entry->seat]++; /* nobody had to be asked */
    play->proposal.number = 0;
    return true;
}

/* Nobody was asked if the open proposal, if any, is about something else. */
static bool apply_pause(struct play *play, const struct entry *entry) {
    bool was_asked = play->proposal.number && play->proposal.what == PROPOSE_PAUSE;
    unsigned agreed = was_asked ? play->proposal.agreed : 0;
    play->is_paused = true;
    play->paused_ms = entry->at_ms;
    if (entry->seat >= 0) agreed |= 1U << entry->seat, play->pauses[entry->seat]++;
    play->is_one_sided = play->people & ~play_resigned(play) & ~agreed;
    play->proposal.number = 0;
    return true;
}

static bool apply_resume(struct play *play) {
    play->is_paused = play->is_one_sided = false;
    play->proposal.number = 0;
    return true;
}

static bool apply_away(struct play *play, const struct entry *entry) {
    play->away |= 1U << entry->seat;
    play->aways[entry->seat]++;
    if (entry->why == AWAY_CLOCK) play->overtime |= 1U << entry->seat;
    play->proposal.of &= ~(1U << entry->seat);
    if (entry->seat == play->proposal.seat) play->proposal.number = 0;
    if (entry->why == AWAY_CLOCK) clocks_renew(&play->clocks, entry->seat);
    if (entry->why == AWAY_RESIGNED) play->resigned[entry->seat] = entry->number;
    return true;
}

static bool apply_back(struct play *play, const struct entry *entry) {
    play->away &= ~(1U << entry->seat);
    return true;
}

static bool apply_vacation(struct play *play, const struct entry *entry) {
    play->vacation &= ~(1U << entry->seat);
    play->vacation |= (unsigned)(entry->until_ms > 0) << entry->seat;
    return true;
}

static bool apply_kind(struct play *play, const struct entry *entry, struct arkad_tape *tape) {
    switch (entry->kind) {
    case ENTRY_START: return apply_start(play);
    case ENTRY_MOVE: return apply_move(play, entry, tape);
    case ENTRY_PROPOSAL: return apply_ask(play, entry);
    case ENTRY_ANSWER: return apply_answer(play, entry);
    case ENTRY_UNDO: return apply_undo(play, entry);
    case ENTRY_PAUSE: return apply_pause(play, entry);
    case ENTRY_RESUME: return apply_resume(play);
    case ENTRY_AWAY: return apply_away(play, entry);
    case ENTRY_BACK: return apply_back(play, entry);
    case ENTRY_VACATION: return apply_vacation(play, entry);
    default: play->is_over = true; return play_is_decided(play);
    }
}

static bool has_a_place(const struct play *play, const struct entry *entry) {
    bool is_of_a_seat = entry->seat >= 0 && entry->seat < play->setup.players;
    bool may_be_of_none = entry->kind == ENTRY_START || entry->kind == ENTRY_PAUSE || entry->kind == ENTRY_RESUME ||
                          entry->kind == ENTRY_OVER;
    return entry->number == play->count + 1 && (entry->number == 1) == (entry->kind == ENTRY_START) && !play->is_over &&
           (is_of_a_seat || (may_be_of_none && entry->seat == ENTRY_NOBODY));
}

bool play_apply(struct play *play, const struct entry *entry, struct arkad_tape *tape) {
    if (tape) tape->count = 0;
    if (!has_a_place(play, entry)) return false;
    clocks_pass(&play->clocks, entry->ran_ms);
    if (!apply_kind(play, entry, tape)) return false;
    play->count = entry->number;
    play->at_ms = entry->at_ms;
    wait_anew(play);
    return true;
}

/* ---- Reading ---------------------------------------------------------------------------------------------------- */

struct reading {
    struct play *play;
    play_visitor *visit;
    void *context;
    bool is_bad;
};

static bool read_entry(const struct store_entry *stored, void *context) {
    struct reading *reading = context;
    struct play *play = reading->play;
    struct entry entry;
    struct arkad_tape tape = {0};
    reading->is_bad = !entry_read(play->game, stored, &entry) || !play_apply(play, &entry, &tape);
    if (reading->is_bad) return false;
    return !reading->visit || reading->visit(play, &entry, &tape, reading->context);
}

enum store_answer play_read(struct store *store, const struct store_table *row, const struct store_seat *seats,
                            struct play *play, play_visitor *visit, void *context) {
    char why[ARKAD_WHY_MAX];
    if (play_begin(play, row, seats, why)) return STORE_NONE;
    struct reading reading = {play, visit, context, false};
    enum store_answer answer = store_read_log(store, row->id, 1, read_entry, &reading);
    return reading.is_bad ? STORE_NONE : answer;
}
