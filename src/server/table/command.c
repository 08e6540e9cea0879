/*
 * Commands: which there are, what each needs, and the answer when that is not there.
 */
#include "server/table/command.h"

#include "engine/whole.h"
#include "server/common/limits.h"
#include "server/common/metrics.h"
#include "server/table/ahead.h"
#include "server/table/away.h"
#include "server/table/broadcast.h"
#include "server/table/chat.h"
#include "server/table/deal.h"
#include "server/table/moves.h"
#include "server/table/proposals.h"

#include <assert.h>
#include <string.h>

enum {
    NEEDS_TABLE = 1, /* that is alive */
    NEEDS_WATCHING = 2,
    NEEDS_SEAT = 4,
    NEEDS_PLAY = 8,
    NEEDS_STORE = 16,
    IS_LIMITED = 32,
    IS_OF_WATCHER = NEEDS_TABLE | NEEDS_WATCHING,
    IS_OF_PLAYER = IS_OF_WATCHER | NEEDS_SEAT | NEEDS_PLAY | NEEDS_STORE | IS_LIMITED,
};

struct command_kind {
    const char *name;
    void (*run)(struct command *command);
    int needs;
};

/* Everybody who sits there is asked for a share of the seed, watching or not. */
static const struct command_kind KINDS[] = {
    {"move", moves_make, IS_OF_PLAYER},
    {"ahead", ahead_decide, IS_OF_PLAYER},
    {"undo", proposals_undo, IS_OF_PLAYER},
    {"answer", proposals_answer, IS_OF_PLAYER},
    {"pause", proposals_pause, IS_OF_PLAYER},
    {"resume", proposals_resume, IS_OF_PLAYER},
    {"resign", away_resign, IS_OF_PLAYER},
    {"away", away_leave, IS_OF_PLAYER},
    {"back", away_return, IS_OF_PLAYER},
    {"promise", deal_promise, NEEDS_TABLE | NEEDS_SEAT | NEEDS_STORE | IS_LIMITED},
    {"give", deal_give, NEEDS_TABLE | NEEDS_SEAT | NEEDS_STORE | IS_LIMITED},
    {"chat", chat_say, IS_OF_WATCHER | NEEDS_STORE},
    {"mute", chat_mute, IS_OF_WATCHER},
    {"watch", watch_begin, 0},
    {"unwatch", watch_end, IS_OF_WATCHER},
};

/* ---- What it says ------------------------------------------------------------------------------------------------ */

void command_refuse(const struct command *command, const char *code) {
    client_error(command->client, code, NULL, command->re);
}

const char *command_code(const struct command *command) {
    const char *code = json_string_value(json_object_get(command->message, "table"));
    return code && strlen(code) < STORE_CODE_MAX ? code : "";
}

int command_number(const struct command *command) {
    return whole_in(json_integer_value(json_object_get(command->message, "n")), 1, ENTRIES_MAX, 0);
}

void command_stale(struct command *command, int from) {
    assert(from > 0);
    int count = command->table->play.count;
    metrics_count(command->server, METRIC_STALE);
    command_refuse(command, "stale");
    if (from <= count) broadcast_again(command, from, count - from + 1, NULL);
}

bool command_is_next(struct command *command) {
    assert(command->table && play_is_dealt(&command->table->play));
    int number = command_number(command), next = command->table->play.count + 1;
    if (number == next) return true;
    if (!number)
        command_refuse(command, "bad-message");
    else
        command_stale(command, number);
    return false;
}

/* ---- What it needs ----------------------------------------------------------------------------------------------- */

/* NULL, or why it is not possible now. */
static const char *check_needs(const struct command *command, int needs) {
    struct table *table = command->table;
    if (needs & NEEDS_STORE && command->server->cannot_save) return "cannot-save";
    if (needs & NEEDS_SEAT && table->row.state == TABLE_DROPPED) return "no-table";
    if (needs & NEEDS_SEAT && !table_is_ready(command->server, table)) return "no-table-now";
    if (needs & NEEDS_SEAT && command->seat < 0) return "not-seated";
    if (needs & NEEDS_PLAY && table->row.state == TABLE_OPEN) return "not-begun";
    if (needs & NEEDS_PLAY && table->play.is_over) return "game-over";
    if (needs & NEEDS_PLAY && !play_is_dealt(&table->play)) return "not-begun";
    if (needs & IS_LIMITED && !limits_allow_account(command->server, LIMIT_MOVE, command->client->account.id))
        return "limited";
    return NULL;
}

static bool find_table(struct command *command, int needs) {
    const char *code = command_code(command);
    command->table = watch_table(command->client, code);
    if (!command->table && !(needs & NEEDS_WATCHING)) command->table = table_find_code(command->server, code);
    if (!command->table) return false;
    int viewer = watch_viewer(command->table, command->client);
    command->watcher = watch_find(command->table, command->client);
    command->seat = viewer == ARKAD_SPECTATOR ? -1 : viewer;
    return true;
}

static void run(struct command *command, const struct command_kind *kind) {
    bool lacks_table = kind->needs & NEEDS_TABLE && !find_table(command, kind->needs);
    const char *wrong = lacks_table ? "not-watched" : check_needs(command, kind->needs);
    if (wrong)
        command_refuse(command, wrong);
    else
        kind->run(command);
}

bool command_run(struct server *server, struct client *client, const char *what, const json_t *message,
                 const json_t *re) {
    for (size_t i = 0; i < sizeof KINDS / sizeof *KINDS; i++) {
        if (strcmp(KINDS[i].name, what) != 0) continue;
        run(&(struct command){.server = server, .client = client, .message = message, .re = re}, &KINDS[i]);
        return true;
    }
    return false;
}
