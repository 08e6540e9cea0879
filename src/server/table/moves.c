/*
 * Moves: checked from the mover's view, added to the log, broadcast. A move that is sent twice counts once.
 */
#include "server/table/moves.h"

#include "server/common/metrics.h"
#include "server/table/broadcast.h"

#include <assert.h>
#include <string.h>

bool moves_carry_out(struct server *server, struct table *table, int seat, const struct arkad_move *move, int by,
                     const struct command *command) {
    assert(by >= BY_PERSON && by < ENTRY_BYS);
    assert(seat >= 0 && seat < table->row.players);
    struct entry entry = {.kind = ENTRY_MOVE, .seat = seat, .move = *move, .by = by};
    if (command) memcpy(table->from[seat], command->client->from, sizeof table->from[seat]);
    if (!table_do(server, table, &entry, command)) return false;
    metrics_count(server, by == BY_PERSON ? METRIC_MOVES : METRIC_BOT_MOVES);
    table_settle(server, table);
    return true;
}

/* Whether the move was made already with this number, and not taken back: then it was sent twice. */
static bool was_made(const struct table *table, int number, int seat, const struct arkad_move *move) {
    for (int i = table->play.step_count - 1; i >= 0 && table->play.steps[i].entry >= number; i--) {
        const struct step *step = &table->play.steps[i];
        if (step->entry == number) return step->seat == seat && !memcmp(&step->move, move, sizeof *move);
    }
    return false;
}

static void refuse_move(struct command *command, const char *why) {
    char text[ARKAD_WHY_MAX];
    metrics_count(command->server, METRIC_REFUSED);
    lang_reason(command->client->lang, why, text);
    client_error(command->client, "refused", text, command->re);
}

/* Checked from the seat's own view: so a refusal reveals nothing that the seat does not see. */
static bool is_legal(struct command *command, const struct arkad_move *move) {
    const struct play *play = &command->table->play;
    struct arkad_position view;
    char why[ARKAD_WHY_MAX];
    arkad_view(play->game, &play->position, command->seat, &view);
    if (!arkad_check(play->game, &view, command->seat, move, why)) return true;
    refuse_move(command, why);
    return false;
}

static const char *check_move(const struct command *command) {
    const struct play *play = &command->table->play;
    if (play->is_paused) return "paused";
    return play->away >> command->seat & 1 ? "away" : NULL;
}

void moves_make(struct command *command) {
    struct table *table = command->table;
    const char *text = json_string_value(json_object_get(command->message, "move"));
    int number = command_number(command);
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    if (!text || !number) {
        command_refuse(command, "bad-message");
        return;
    }
    bool is_bad = arkad_move_read(table->play.game, text, strlen(text), &move, why);
    if (number != table->play.count + 1) {
        if (!is_bad && was_made(table, number, command->seat, &move))
            broadcast_again(command, number, 1, command->re);
        else
            command_stale(command, number);
        return;
    }
    const char *wrong = check_move(command);
    if (wrong)
        command_refuse(command, wrong);
    else if (is_bad)
        refuse_move(command, why);
    else if (is_legal(command, &move) &&
             !moves_carry_out(command->server, table, command->seat, &move, BY_PERSON, command) &&
             !command->server->has_failed)
        command_stale(command, number);
}
