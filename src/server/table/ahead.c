/*
 * Moves decided ahead.
 *
 * A seat gives a list of moves. Whenever the game waits for it, the first of them that is legal is made, as if it had
 * been sent then: {bid 1, bid 2, pass} bids as little as it takes, up to 2; {pass} is out of this auction. The list
 * holds for the matter that was being decided when it was given (arkad_matter): with the next one it lapses, as it does
 * when none of its moves is legal, when a move is taken back, and when the seat goes away. Only its seat is told of it.
 *
 * It is stored beside the log, and what comes of it is in the log like any other move, in the same batch: a move that
 * was decided ahead is made once, whenever the server is killed.
 */
#include "server/table/ahead.h"

#include "server/common/metrics.h"
#include "server/table/broadcast.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { AHEAD_MAX = 32 }; /* moves of one list */

static bool has_any(const struct table *table, int seat) { return table->ahead[seat] != NULL; }

/* The text is the number of the matter and the moves, a line each. */
static unsigned matter_of(const char *text) { return (unsigned)strtoul(text, NULL, 10); }

static const char *after_line(const char *text) {
    const char *end = strchr(text, '\n');
    return end ? end + 1 : NULL;
}

/* ---- Kept -------------------------------------------------------------------------------------------------------- */

static bool take(int seat, const char *text, void *context) {
    struct table *table = context;
    free(table->ahead[seat]);
    table->ahead[seat] = strdup(text);
    return table->ahead[seat] != NULL;
}

bool ahead_read(struct server *server, struct table *table) {
    ahead_free(table);
    return store_read_ahead(server->store, table->row.id, take, table) != STORE_FAILED;
}

void ahead_free(struct table *table) {
    for (int seat = 0; seat < STORE_SEATS_MAX; seat++) {
        free(table->ahead[seat]);
        table->ahead[seat] = NULL;
    }
}

json_t *ahead_json(const struct table *table, int seat) {
    if (seat < 0 || seat >= STORE_SEATS_MAX || !has_any(table, seat)) return NULL;
    json_t *moves = json_array();
    for (const char *at = after_line(table->ahead[seat]); at; at = after_line(at))
        json_array_append_new(moves, json_stringn(at, strcspn(at, "\n")));
    return moves;
}

/* Tells the seat, wherever it is connected. */
static void tell(const struct table *table, int seat, const struct command *command) {
    for (const struct watcher *at = table->watchers; at; at = at->next) {
        if (at->viewer != seat) continue;
        json_t *moves = ahead_json(table, seat);
        bool has_asked = command && command->client == at->client;
        client_send(at->client,
                    json_pack("{s:s, s:s, s:o}", "is", "ahead", "table", table->row.code, "moves",
                              moves ? moves : json_array()),
                    has_asked ? command->re : NULL);
    }
}

/* An empty text: nothing. */
static void keep(struct server *server, struct table *table, int seat, const char *text,
                 const struct command *command) {
    if (store_put_ahead(server->store, table->row.id, seat, text)) {
        server_cannot_save(server);
        return;
    }
    free(table->ahead[seat]);
    table->ahead[seat] = *text ? strdup(text) : NULL;
    tell(table, seat, command);
}

void ahead_drop_all(struct server *server, struct table *table) {
    for (int seat = 0; seat < table->row.players; seat++)
        if (has_any(table, seat)) keep(server, table, seat, "", NULL);
}

/* ---- Done -------------------------------------------------------------------------------------------------------- */

static bool still_holds(const struct play *play, int seat, const char *text) {
    return !play->is_over && !(play->away >> seat & 1) && matter_of(text) == arkad_matter(play->game, &play->position);
}

/* The first move that is legal now, judged from the seat's own view. */
static bool choose(const struct play *play, int seat, const char *text, struct arkad_move *move) {
    struct arkad_position view;
    char why[ARKAD_WHY_MAX];
    arkad_view(play->game, &play->position, seat, &view);
    for (const char *at = after_line(text); at; at = after_line(at))
        if (!arkad_move_read(play->game, at, strcspn(at, "\n"), move, why) &&
            !arkad_check(play->game, &view, seat, move, why))
            return true;
    return false;
}

static bool make(struct server *server, struct table *table, int seat) {
    struct entry entry = {.kind = ENTRY_MOVE, .seat = seat, .by = BY_PERSON};
    if (!choose(&table->play, seat, table->ahead[seat], &entry.move)) {
        keep(server, table, seat, "", NULL);
        return false;
    }
    if (!table_do(server, table, &entry, NULL)) return false;
    metrics_count(server, METRIC_MOVES);
    return true;
}

bool ahead_settle(struct server *server, struct table *table) {
    const struct play *play = &table->play;
    unsigned waits = play_is_running(play) ? play_waits(play) : 0;
    for (int seat = 0; seat < table->row.players && !server->has_failed; seat++) {
        if (!has_any(table, seat)) continue;
        if (!still_holds(play, seat, table->ahead[seat]))
            keep(server, table, seat, "", NULL);
        else if (waits >> seat & 1 && make(server, table, seat))
            return true;
    }
    return false;
}

/* ---- Decided ----------------------------------------------------------------------------------------------------- */

/* The list as it is kept; NULL, or the code of what is wrong, with `why` if that is a sentence. */
static const char *write_list(const struct play *play, const json_t *moves, char text[STORE_TEXT_MAX],
                              char why[ARKAD_WHY_MAX]) {
    struct text out = text_in(text, STORE_TEXT_MAX);
    struct arkad_move move;
    const json_t *item;
    size_t i;
    text_number(&out, (long)arkad_matter(play->game, &play->position));
    if (!json_is_array(moves) || json_array_size(moves) > AHEAD_MAX) return "bad-message";
    json_array_foreach(moves, i, item) {
        char spelled[ARKAD_MOVE_TEXT_MAX];
        const char *given = json_string_value(item);
        if (!given) return "bad-message";
        if (arkad_move_read(play->game, given, strlen(given), &move, why)) return "refused";
        arkad_move_write(play->game, &move, spelled);
        text_char(&out, '\n'), text_put(&out, spelled);
    }
    return out.is_full ? "bad-message" : NULL;
}

static const char *check(const struct play *play, int seat) {
    if (play->away >> seat & 1) return "away";
    return arkad_matter(play->game, &play->position) ? NULL : "nothing-ahead";
}

static void refuse(const struct command *command, const char *code, const char *why) {
    char text[ARKAD_WHY_MAX];
    if (strcmp(code, "refused") != 0) {
        command_refuse(command, code);
        return;
    }
    lang_reason(command->client->lang, why, text);
    client_error(command->client, code, text, command->re);
}

/* An empty list withdraws what was decided, whenever it comes. */
void ahead_decide(struct command *command) {
    struct table *table = command->table;
    const json_t *moves = json_object_get(command->message, "moves");
    char text[STORE_TEXT_MAX], why[ARKAD_WHY_MAX];
    if (json_is_array(moves) && !json_array_size(moves)) {
        keep(command->server, table, command->seat, "", command);
        return;
    }
    if (!command_is_next(command)) return;
    const char *wrong = check(&table->play, command->seat);
    if (!wrong) wrong = write_list(&table->play, moves, text, why);
    if (wrong) {
        refuse(command, wrong, why);
        return;
    }
    keep(command->server, table, command->seat, text, command);
    table_settle(command->server, table);
}
