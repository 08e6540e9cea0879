/*
 * Going away and coming back: a bot plays for the seat meanwhile. Whoever resigns is away for good.
 */
#include "server/table/away.h"

#include <assert.h>

static void leave(struct server *server, struct table *table, int seat, int why, const struct command *command) {
    assert(seat >= 0 && seat < table->row.players);
    assert(why >= AWAY_LEFT && why < AWAY_WHYS);
    struct entry entry = {.kind = ENTRY_AWAY, .seat = seat, .why = why};
    if (!table_do(server, table, &entry, command)) return;
    table->seats[seat].is_away = true;
    if (table_change_seat(server, table, seat)) table_settle(server, table);
}

void away_time_out(struct server *server, struct table *table, int seat) {
    if (seat >= 0) leave(server, table, seat, AWAY_CLOCK, NULL);
}

void away_for_good(struct server *server, struct table *table, int seat) {
    leave(server, table, seat, AWAY_RESIGNED, NULL);
}

void away_leave(struct command *command) {
    if (!command_is_next(command)) return;
    const struct play *play = &command->table->play;
    const char *wrong = play->away >> command->seat & 1           ? "away"
                        : play->aways[command->seat] >= AWAYS_MAX ? "too-often"
                                                                  : NULL;
    if (wrong)
        command_refuse(command, wrong);
    else
        leave(command->server, command->table, command->seat, AWAY_LEFT, command);
}

void away_resign(struct command *command) {
    if (!command_is_next(command)) return;
    if (command->table->play.resigned[command->seat])
        command_refuse(command, "resigned");
    else
        leave(command->server, command->table, command->seat, AWAY_RESIGNED, command);
}

void away_return(struct command *command) {
    struct table *table = command->table;
    const struct play *play = &table->play;
    if (!command_is_next(command)) return;
    const char *wrong = play->resigned[command->seat]         ? "resigned"
                        : !(play->away >> command->seat & 1)  ? "not-away"
                        : play->overtime >> command->seat & 1 ? "not-yet"
                                                              : NULL;
    if (wrong) {
        command_refuse(command, wrong);
        return;
    }
    struct entry entry = {.kind = ENTRY_BACK, .seat = command->seat};
    if (!table_do(command->server, table, &entry, command)) return;
    table->seats[command->seat].is_away = false;
    if (table_change_seat(command->server, table, command->seat)) table_settle(command->server, table);
}
