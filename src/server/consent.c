/*
 * Taking back, pausing and going on: what needs the others to agree, whom to ask, and what follows when all have.
 *
 * A move can be taken back while nobody learned by it, or by a move since, what was hidden from them. If others have
 * moved since, or have been asked for a move, it is their business: they must agree. Bots and programs always do.
 */
#include "server/table.h"

#include <string.h>

enum { ASK_MS = 60000 }; /* so long one question keeps others from being asked */

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
        if (!table_has_here(table, seat)) seats &= ~(1U << seat);
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

/* ---- Asking ----------------------------------------------------------------------------------------------------- */

static void carry_out(struct hub *hub, struct table *table, const struct ask *ask, const struct asking *asking) {
    static const int kinds[ASK_WHATS] = {
        [ASK_UNDO] = ENTRY_UNDO, [ASK_PAUSE] = ENTRY_PAUSE, [ASK_RESUME] = ENTRY_RESUME};
    struct entry entry = {.kind = kinds[ask->what], .seat = ask->seat, .to = ask->to};
    table_do(hub, table, &entry, asking);
}

/* Whether somebody else waits for an answer; not for ever. */
static bool is_asked(const struct asking *asking) {
    const struct ask *ask = &asking->table->play.ask;
    return ask->number && ask->seat != asking->seat && asking->hub->now_ms - ask->at_ms < ASK_MS;
}

/* Asks the seats in `ask->of`, or does it at once if there are none. */
static void ask_for(struct asking *asking, const struct ask *ask) {
    struct table *table = asking->table;
    struct entry entry = {.kind = ENTRY_ASK, .seat = asking->seat, .what = ask->what, .of = ask->of, .to = ask->to};
    if (!ask->of)
        carry_out(asking->hub, table, ask, asking);
    else if (is_asked(asking))
        refuse(asking, "asked-already");
    else
        table_do(asking->hub, table, &entry, asking);
    table_settle(asking->hub, table);
}

static unsigned others(const struct asking *asking, unsigned seats) { return seats & ~(1U << asking->seat); }

void consent_undo(struct asking *asking) {
    const struct play *play = &asking->table->play;
    int first = play->step_count - 1;
    if (!act_is_next(asking)) return;
    while (first >= 0 && play->steps[first].seat != asking->seat) first--;
    const char *wrong = play->is_paused                  ? "paused"
                        : play->away >> asking->seat & 1 ? "away"
                        : first < 0                      ? "nothing-to-undo"
                        : has_revealed(play, first)      ? "revealed"
                                                         : NULL;
    if (wrong) {
        refuse(asking, wrong);
        return;
    }
    unsigned of = others(asking, concerned(play, first) & persons(asking->table));
    ask_for(asking,
            &(struct ask){.seat = asking->seat, .what = ASK_UNDO, .to = play->steps[first].entry - 1, .of = of});
}

/* Those who are not here have nothing against it: their clocks stand still, too. */
static void ask_all(struct asking *asking, int what, bool is_wrong, const char *wrong) {
    if (!act_is_next(asking)) return;
    unsigned of = others(asking, persons_here(asking->table));
    if (is_wrong)
        refuse(asking, wrong);
    else
        ask_for(asking, &(struct ask){.seat = asking->seat, .what = what, .of = of});
}

void consent_pause(struct asking *asking) { ask_all(asking, ASK_PAUSE, asking->table->play.is_paused, "paused"); }
void consent_resume(struct asking *asking) {
    ask_all(asking, ASK_RESUME, !asking->table->play.is_paused, "not-paused");
}

/* ---- Answering -------------------------------------------------------------------------------------------------- */

void consent_answer(struct asking *asking) {
    struct table *table = asking->table;
    const json_t *yes = json_object_get(asking->message, "yes");
    int ask = (int)json_integer_value(json_object_get(asking->message, "ask"));
    if (!act_is_next(asking)) return;
    if (!json_is_boolean(yes)) {
        refuse(asking, "bad-message");
        return;
    }
    if (!ask || ask != table->play.ask.number || !(table->play.ask.of >> asking->seat & 1)) {
        refuse(asking, "not-asked");
        return;
    }
    struct entry entry = {.kind = ENTRY_ANSWER, .seat = asking->seat, .ask = ask, .is_yes = json_is_true(yes)};
    if (table_do(asking->hub, table, &entry, asking)) table_settle(asking->hub, table);
}

bool consent_settle(struct hub *hub, struct table *table) {
    struct ask ask = table->play.ask;
    if (!ask.number || ask.of || table->play.is_over) return false;
    carry_out(hub, table, &ask, NULL);
    return !table->play.ask.number;
}
