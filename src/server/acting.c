/*
 * What people at the table do: shares of the seed, moves, going away and coming back; and how a game begins and ends.
 */
#include "server/table.h"

#include "engine/text.h"

#include <sodium.h>
#include <string.h>

/* ---- Before the deal -------------------------------------------------------------------------------------------- */

static bool lacks_share(const struct table *table, int seat) {
    return table->seats[seat].kind == SEAT_PERSON && !table->seats[seat].has_given;
}

static bool has_all_shares(const struct table *table) {
    for (int seat = 0; seat < table->row.players; seat++)
        if (lacks_share(table, seat)) return false;
    return true;
}

static void ask_for_share(const struct table *table, struct client *client) {
    char commitment[2 * STORE_HASH + 1];
    sodium_bin2hex(commitment, sizeof commitment, table->row.commitment, STORE_HASH);
    hub_send(client, json_pack("{ssssss}", "is", "give", "table", table->row.code, "commitment", commitment), NULL);
}

void act_ask_for_shares(struct hub *hub, struct table *table, struct client *only) {
    if (!table->deal_ms) return;
    if (has_all_shares(table)) table->deal_ms = hub->now_ms;
    for (struct client *client = only ? only : hub->clients; client; client = only ? NULL : client->next)
        for (int seat = 0; seat < table->row.players; seat++)
            if (lacks_share(table, seat) && table->seats[seat].account == client->account.id)
                ask_for_share(table, client);
    if (table->deal_ms == hub->now_ms && !hub->cannot_save) act_deal(hub, table);
}

static bool read_share(const json_t *message, uint8_t share[STORE_HASH]) {
    const char *hex = json_string_value(json_object_get(message, "bytes"));
    size_t length = 0;
    return hex && strlen(hex) == 2 * STORE_HASH &&
           !sodium_hex2bin(share, STORE_HASH, hex, 2 * STORE_HASH, NULL, &length, NULL) && length == STORE_HASH;
}

void act_give(struct asking *asking) {
    struct table *table = asking->table;
    struct store_seat *seat = &table->seats[asking->seat];
    uint8_t share[STORE_HASH];
    if (!read_share(asking->message, share)) {
        refuse(asking, "bad-share");
        return;
    }
    if (!table->deal_ms || seat->has_given) { /* too late, or once more: no harm is done */
        if (!seat->has_given || memcmp(share, seat->given, sizeof share) != 0) refuse(asking, "too-late");
        return;
    }
    seat->has_given = true;
    memcpy(seat->given, share, sizeof share);
    if (store_change_seat(asking->hub->store, table->row.id, asking->seat, seat)) {
        hub_cannot_save(asking->hub);
        return;
    }
    if (has_all_shares(table)) act_deal(asking->hub, table);
}

void act_deal(struct hub *hub, struct table *table) {
    char why[ARKAD_WHY_MAX];
    table->deal_ms = 0;
    fair_seed(table->row.secret, table->row.code, table->seats, table->row.players, table->row.seed);
    play_take_seed(&table->play, &table->row, why);
    if (store_change_table(hub->store, &table->row)) {
        hub_cannot_save(hub);
        return;
    }
    if (fair_starting(&table->row) == ARKAD_DRAWN) tell_seats(hub, table, NULL); /* who starts is known now */
    struct entry entry = {.kind = ENTRY_START, .seat = ENTRY_NOBODY};
    if (table_do(hub, table, &entry, NULL)) table_settle(hub, table);
}

/* ---- Moves ------------------------------------------------------------------------------------------------------ */

bool act_carry_out(struct hub *hub, struct table *table, int seat, const struct arkad_move *move, int by,
                   const struct asking *asking) {
    struct entry entry = {.kind = ENTRY_MOVE, .seat = seat, .move = *move, .by = by};
    if (!table_do(hub, table, &entry, asking)) return false;
    metrics_count(hub, by == BY_PERSON ? METRIC_MOVES : METRIC_BOT_MOVES);
    table_settle(hub, table);
    return true;
}

static void tell_stale(struct asking *asking, int from) {
    metrics_count(asking->hub, METRIC_STALE);
    refuse(asking, "stale");
    if (from <= asking->table->play.count) tell_again(asking, from, asking->table->play.count - from + 1, NULL);
}

/* The number of the entry that the message means to be; 0 if it has none. */
static int number_in(const json_t *message) {
    json_int_t number = json_integer_value(json_object_get(message, "n"));
    return number > 0 && number <= ENTRIES_MAX ? (int)number : 0;
}

bool act_is_next(struct asking *asking) {
    int number = number_in(asking->message), next = asking->table->play.count + 1;
    if (number == next && next <= ACTS_MAX) return true;
    if (!number || number == next)
        refuse(asking, number ? "log-full" : "bad-message");
    else
        tell_stale(asking, number);
    return false;
}

/* Whether the move was made already, and stands, with this number: then it was sent twice. */
static bool was_made(const struct table *table, int number, int seat, const struct arkad_move *move) {
    for (int i = table->play.step_count - 1; i >= 0 && table->play.steps[i].entry >= number; i--) {
        const struct step *step = &table->play.steps[i];
        if (step->entry == number) return step->seat == seat && !memcmp(&step->move, move, sizeof *move);
    }
    return false;
}

static void refuse_move(struct asking *asking, const char *why) {
    char text[ARKAD_WHY_MAX];
    metrics_count(asking->hub, METRIC_REFUSED);
    lang_reason(asking->client->lang, why, text);
    hub_error(asking->client, "refused", text, asking->re);
}

/* Judged from the seat's own view: a refusal can tell nothing that the seat does not see. */
static bool is_legal(struct asking *asking, const struct arkad_move *move) {
    const struct play *play = &asking->table->play;
    struct arkad_position view;
    char why[ARKAD_WHY_MAX];
    arkad_view(play->game, &play->position, asking->seat, &view);
    if (!arkad_check(play->game, &view, asking->seat, move, why)) return true;
    refuse_move(asking, why);
    return false;
}

static const char *judge_move(const struct asking *asking) {
    const struct play *play = &asking->table->play;
    if (play->is_paused) return "paused";
    return play->away >> asking->seat & 1 ? "away" : NULL;
}

void act_move(struct asking *asking) {
    struct table *table = asking->table;
    const char *text = json_string_value(json_object_get(asking->message, "move"));
    int number = number_in(asking->message);
    struct arkad_move move;
    char why[ARKAD_WHY_MAX];
    if (!text || !number) {
        refuse(asking, "bad-message");
        return;
    }
    bool is_bad = arkad_move_read(table->play.game, text, strlen(text), &move, why);
    if (number != table->play.count + 1) {
        if (!is_bad && was_made(table, number, asking->seat, &move))
            tell_again(asking, number, 1, asking->re);
        else
            tell_stale(asking, number);
        return;
    }
    const char *wrong = judge_move(asking);
    if (wrong)
        refuse(asking, wrong);
    else if (is_bad)
        refuse_move(asking, why);
    else if (is_legal(asking, &move) && !act_carry_out(asking->hub, table, asking->seat, &move, BY_PERSON, asking) &&
             !asking->hub->has_failed)
        tell_stale(asking, number);
}

/* ---- Away and back ---------------------------------------------------------------------------------------------- */

static void leave(struct hub *hub, struct table *table, int seat, int why, const struct asking *asking) {
    struct entry entry = {.kind = ENTRY_AWAY, .seat = seat, .why = why};
    if (!table_do(hub, table, &entry, asking)) return;
    table->seats[seat].is_away = true;
    if (table_change_seat(hub, table, seat)) table_settle(hub, table);
}

void act_time_out(struct hub *hub, struct table *table, int seat) {
    if (seat >= 0) leave(hub, table, seat, AWAY_CLOCK, NULL);
}

void act_leave_for_good(struct hub *hub, struct table *table, int seat) {
    leave(hub, table, seat, AWAY_RESIGNED, NULL);
}

void act_away(struct asking *asking) {
    if (!act_is_next(asking)) return;
    if (asking->table->play.away >> asking->seat & 1)
        refuse(asking, "away");
    else
        leave(asking->hub, asking->table, asking->seat, AWAY_LEFT, asking);
}

void act_resign(struct asking *asking) {
    if (!act_is_next(asking)) return;
    if (asking->table->play.resigned[asking->seat])
        refuse(asking, "resigned");
    else
        leave(asking->hub, asking->table, asking->seat, AWAY_RESIGNED, asking);
}

void act_back(struct asking *asking) {
    struct table *table = asking->table;
    if (!act_is_next(asking)) return;
    if (table->play.resigned[asking->seat] || !(table->play.away >> asking->seat & 1)) {
        refuse(asking, table->play.resigned[asking->seat] ? "resigned" : "not-away");
        return;
    }
    struct entry entry = {.kind = ENTRY_BACK, .seat = asking->seat};
    if (!table_do(asking->hub, table, &entry, asking)) return;
    table->seats[asking->seat].is_away = false;
    if (table_change_seat(asking->hub, table, asking->seat)) table_settle(asking->hub, table);
}

/* ---- The end ---------------------------------------------------------------------------------------------------- */

static void put_numbers(struct text *text, const char *key, const int *numbers, int count) {
    text_put(text, key);
    for (int i = 0; i < count; i++) {
        text_char(text, i ? ',' : '[');
        text_number(text, numbers[i]);
    }
    text_char(text, ']');
}

/* In the row and in the seats. */
static void note_result(struct table *table) {
    struct arkad_result result;
    int scores[ARKAD_SEATS_MAX], places[ARKAD_SEATS_MAX], players = table->row.players;
    play_result(&table->play, &result);
    for (int seat = 0; seat < players; seat++) {
        scores[seat] = table->seats[seat].score = result.scores[seat];
        places[seat] = table->seats[seat].place = result.places[seat];
    }
    struct text text = text_in(table->row.result, sizeof table->row.result);
    put_numbers(&text, "{\"scores\":", scores, players);
    put_numbers(&text, ",\"places\":", places, players);
    text_char(&text, '}');
}

static bool store_end(struct hub *hub, struct table *table) {
    bool has_failed = store_change_table(hub->store, &table->row) != STORE_OK;
    for (int seat = 0; seat < table->row.players && !has_failed; seat++)
        has_failed = store_change_seat(hub->store, table->row.id, seat, &table->seats[seat]) != STORE_OK;
    if (has_failed) hub_cannot_save(hub);
    if (!has_failed && table->row.is_rated) rating_game_over(hub, &table->row, table->seats);
    return !has_failed;
}

bool act_end(struct hub *hub, struct table *table) {
    if (!play_is_dealt(&table->play) || table->play.is_over || !arkad_is_over(&table->play.position)) return false;
    table->row.state = TABLE_OVER;
    table->row.ended_ms = hub->now_ms;
    note_result(table);
    struct entry entry = {.kind = ENTRY_OVER, .seat = ENTRY_NOBODY};
    if (!store_end(hub, table) || !table_do(hub, table, &entry, NULL)) return false;
    metrics_count(hub, METRIC_GAMES);
    tell_seats(hub, table, NULL);
    lobby_changed(hub, &table->row, table->seats);
    return true;
}
