/*
 * Before a game: everybody who plays promises a share of the seed by its hash, all promises are shown, and then
 * everybody shows the share itself. So nobody, not even together with the server, can choose a share by what others
 * gave. Each of the two steps ends when everybody is done, or when its time is up.
 */
#include "server/table/deal.h"

#include "engine/fair.h"
#include "server/table/away.h"
#include "server/table/broadcast.h"
#include "server/table/follow.h"
#include "server/table/seed.h"
#include "server/table/vacation.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

/* ---- Who is missing ---------------------------------------------------------------------------------------------- */

/* A promise, or after that the share that was promised. */
static bool lacks_share(const struct table *table, int seat) {
    const struct store_seat *row = &table->seats[seat];
    if (row->kind != SEAT_PERSON) return false;
    return table->row.has_promises ? row->has_promised && !row->has_given : !row->has_promised;
}

static bool has_all_shares(const struct table *table) {
    for (int seat = 0; seat < table->row.players; seat++)
        if (lacks_share(table, seat)) return false;
    return true;
}

static bool has_promise(const struct table *table) {
    for (int seat = 0; seat < table->row.players; seat++)
        if (table->seats[seat].has_promised) return true;
    return false;
}

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

static json_t *hex_json(const uint8_t hash[STORE_HASH]) {
    char hex[2 * STORE_HASH + 1];
    return json_string(sodium_bin2hex(hex, sizeof hex, hash, STORE_HASH));
}

static json_t *promises_json(const struct table *table) {
    json_t *promises = json_array();
    for (int seat = 0; seat < table->row.players; seat++)
        json_array_append_new(promises,
                              table->seats[seat].has_promised ? hex_json(table->seats[seat].promised) : json_null());
    return promises;
}

static void ask_for_share(const struct table *table, struct client *client) {
    bool is_promised = table->row.has_promises;
    json_t *message = json_pack("{s:s, s:s, s:o}", "is", is_promised ? "give" : "promise", "table", table->row.code,
                                "commitment", hex_json(table->row.commitment));
    if (is_promised) json_object_set_new(message, "promises", promises_json(table));
    client_send(client, message, NULL);
}

static void ask(struct server *server, const struct table *table, struct client *only) {
    for (struct client *client = only ? only : server->clients; client; client = only ? NULL : client->next)
        for (int seat = 0; seat < table->row.players; seat++)
            if (lacks_share(table, seat) && table->seats[seat].account == client->account.id)
                ask_for_share(table, client);
}

/* No more promises: those who promised are shown all of them, and asked for their shares. */
static void close_promises(struct server *server, struct table *table) {
    table->row.has_promises = true;
    table->deal_ms = server->now_ms + SHARES_MS;
    if (store_change_table(server->store, &table->row))
        server_cannot_save(server);
    else
        ask(server, table, NULL);
}

/* By what is stored: shares may have come to another server, or the cards are dealt. */
void deal_go_on(struct server *server, struct table *table) {
    bool is_late = table->deal_ms <= server->now_ms, had_promises = table->row.has_promises;
    if (!follow_hold(server, table) || table->row.log_count || had_promises != table->row.has_promises) return;
    if (!is_late && !has_all_shares(table)) return;
    if (!table->row.has_promises && has_promise(table))
        close_promises(server, table);
    else
        deal_cards(server, table);
}

void deal_ask_for_shares(struct server *server, struct table *table, struct client *only) {
    if (!table->deal_ms || server->cannot_save) return;
    ask(server, table, only);
    deal_if_complete(server, table);
}

void deal_if_complete(struct server *server, struct table *table) {
    if (has_all_shares(table) && server_acts_for(server, table->row.id)) deal_go_on(server, table);
}

/* ---- Promising and giving ---------------------------------------------------------------------------------------- */

static bool read_hash(const json_t *message, const char *key, uint8_t hash[STORE_HASH]) {
    const char *hex = json_string_value(json_object_get(message, key));
    size_t length = 0;
    return hex && strlen(hex) == 2 * STORE_HASH &&
           !sodium_hex2bin(hash, STORE_HASH, hex, 2 * STORE_HASH, NULL, &length, NULL) && length == STORE_HASH;
}

static void take_share(struct command *command) {
    struct table *table = command->table;
    if (store_change_seat(command->server->store, table->row.id, command->seat, &table->seats[command->seat]))
        server_cannot_save(command->server);
    else if (has_all_shares(table))
        deal_go_on(command->server, table);
}

/* Another server takes a share for this table just now: the seat is asked once more. */
static bool may_share(struct command *command) {
    if (follow_hold(command->server, command->table)) return true;
    if (!command->server->has_failed) ask(command->server, command->table, command->client);
    return false;
}

/* Sent twice, it does no harm. */
void deal_promise(struct command *command) {
    if (!may_share(command)) return;
    struct store_seat *seat = &command->table->seats[command->seat];
    uint8_t promise[STORE_HASH];
    bool is_good = read_hash(command->message, "hash", promise);
    bool is_known = is_good && seat->has_promised && !memcmp(promise, seat->promised, sizeof promise);
    bool is_late = !command->table->deal_ms || command->table->row.has_promises || seat->has_promised;
    if (!is_good || (is_late && !is_known)) command_refuse(command, is_good ? "too-late" : "bad-share");
    if (!is_good || is_late) return;
    seat->has_promised = true;
    memcpy(seat->promised, promise, sizeof promise);
    take_share(command);
}

static bool is_as_promised(const struct table *table, const struct store_seat *seat, const uint8_t share[STORE_HASH]) {
    uint8_t promise[STORE_HASH];
    fair_promise(share, table->row.code, promise);
    return seat->has_promised && !memcmp(promise, seat->promised, sizeof promise);
}

void deal_give(struct command *command) {
    struct table *table = command->table;
    struct store_seat *seat = &table->seats[command->seat];
    uint8_t share[STORE_HASH];
    if (!may_share(command)) return;
    if (!read_hash(command->message, "bytes", share) || (seat->has_promised && !is_as_promised(table, seat, share))) {
        command_refuse(command, "bad-share");
        return;
    }
    if (seat->has_given) return; /* sent twice */
    if (!table->deal_ms || !table->row.has_promises || !seat->has_promised) {
        command_refuse(command, table->deal_ms && !table->row.has_promises ? "too-early" : "too-late");
        return;
    }
    seat->has_given = true;
    memcpy(seat->given, share, sizeof share);
    take_share(command);
}

/* ---- The deal ---------------------------------------------------------------------------------------------------- */

static bool is_gone(struct server *server, const struct store_seat *seat) {
    struct store_account account = {0};
    return seat->kind == SEAT_PERSON && !store_get_account(server->store, seat->account, &account) && !*account.name;
}

/* Whoever deleted the account before the deal has resigned. */
static void resign_the_gone(struct server *server, struct table *table) {
    for (int seat = 0; seat < table->row.players && !table->play.is_over; seat++)
        if (is_gone(server, &table->seats[seat])) away_for_good(server, table, seat);
}

void deal_cards(struct server *server, struct table *table) {
    assert(!play_is_dealt(&table->play));
    char why[ARKAD_WHY_MAX];
    table->deal_ms = 0;
    seed_make(table->row.secret, table->row.code, table->seats, table->row.players, table->row.seed);
    play_take_seed(&table->play, &table->row, why);
    if (store_change_table(server->store, &table->row)) {
        server_cannot_save(server);
        return;
    }
    if (seed_starting(&table->row) == ARKAD_DRAWN) broadcast_seats(server, table, NULL); /* who starts is known now */
    struct entry entry = {.kind = ENTRY_START, .seat = ENTRY_NOBODY};
    if (!table_do(server, table, &entry, NULL)) return;
    resign_the_gone(server, table);
    vacation_at_deal(server, table);
    table_settle(server, table);
}
