/*
 * Before a game: everybody who plays is asked for a share of the seed, and when all have given one, or time is up, the
 * cards are dealt.
 */
#include "server/table/deal.h"

#include "server/table/broadcast.h"
#include "server/table/seed.h"

#include <assert.h>
#include <sodium.h>
#include <string.h>

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
    client_send(client, json_pack("{ssssss}", "is", "give", "table", table->row.code, "commitment", commitment), NULL);
}

void deal_ask_for_shares(struct server *server, struct table *table, struct client *only) {
    if (!table->deal_ms) return;
    if (has_all_shares(table)) table->deal_ms = server->now_ms;
    for (struct client *client = only ? only : server->clients; client; client = only ? NULL : client->next)
        for (int seat = 0; seat < table->row.players; seat++)
            if (lacks_share(table, seat) && table->seats[seat].account == client->account.id)
                ask_for_share(table, client);
    if (table->deal_ms == server->now_ms && !server->cannot_save) deal_cards(server, table);
}

static bool read_share(const json_t *message, uint8_t share[STORE_HASH]) {
    const char *hex = json_string_value(json_object_get(message, "bytes"));
    size_t length = 0;
    return hex && strlen(hex) == 2 * STORE_HASH &&
           !sodium_hex2bin(share, STORE_HASH, hex, 2 * STORE_HASH, NULL, &length, NULL) && length == STORE_HASH;
}

void deal_give(struct command *command) {
    struct table *table = command->table;
    struct store_seat *seat = &table->seats[command->seat];
    uint8_t share[STORE_HASH];
    if (!read_share(command->message, share)) {
        command_refuse(command, "bad-share");
        return;
    }
    if (!table->deal_ms || seat->has_given) { /* too late, or once more: no harm is done */
        if (!seat->has_given || memcmp(share, seat->given, sizeof share) != 0) command_refuse(command, "too-late");
        return;
    }
    seat->has_given = true;
    memcpy(seat->given, share, sizeof share);
    if (store_change_seat(command->server->store, table->row.id, command->seat, seat)) {
        server_cannot_save(command->server);
        return;
    }
    if (has_all_shares(table)) deal_cards(command->server, table);
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
    if (table_do(server, table, &entry, NULL)) table_settle(server, table);
}
