/*
 * The lobby, live: open tables and one's own, and every change of them.
 */
#include "server/api/lobby_feed.h"

#include "server/api/lobby_board.h"
#include "server/table/table_json.h"
#include "server/table/watch.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { LOBBIES_OF_ACCOUNT = 8 }; /* connections of one account that are told of every change */

struct view_of_lobby {
    struct server *server;
    const struct client *client;
    const json_t *re; /* the id of what is answered, or NULL */
    struct json *json;
};

/* Mine; those that are open to all were listed already, if they are wanted. */
static bool list_mine(const struct store_table *row, const struct store_seat *seats, void *context) {
    struct view_of_lobby *view = context;
    if (row->state == TABLE_OPEN && row->is_public && !view->client->wants_mine_only) return true;
    json_t *json = table_json_listed(view->server, row, seats, view->client->account.id);
    char *text = json_dumps(json, JSON_COMPACT);
    if (text) json_put_value(view->json, NULL, text, strlen(text));
    free(text);
    json_decref(json);
    return true;
}

static void write_lobby(void *context, struct json *json) {
    struct view_of_lobby *view = context;
    struct server *server = view->server;
    int64_t account = view->client->account.id;
    view->json = json;
    json_put_open(json, NULL, '{');
    json_put_word(json, "is", "lobby");
    if (json_is_integer(view->re)) json_put_number(json, "re", (long)json_integer_value(view->re));
    json_put_open(json, "tables", '[');
    if (!view->client->wants_mine_only) lobby_board_write(server, account, json);
    for (int state = TABLE_OPEN; state <= TABLE_PLAYING; state++)
        if (store_list_tables_in(server->store, account, state, INT64_MAX, LOBBY_MAX, list_mine, view))
            server_cannot_save(server);
    json_close(json, ']');
    json_close(json, '}');
}

static void send_lobby(struct server *server, struct client *client, const json_t *re) {
    size_t length;
    struct view_of_lobby view = {.server = server, .client = client, .re = re};
    char *text = lobby_board_text(write_lobby, &view, &length);
    if (text)
        net_send(client->peer, text, length);
    else
        client_error(client, "busy", NULL, re);
    free(text);
}

static int lobbies_of(const struct server *server, int64_t account) {
    int count = 0;
    for (const struct client *client = server->lobby; client; client = client->next_in_lobby)
        count += client->account.id == account;
    return count;
}

void lobby_feed_enter(struct server *server, struct client *client, const json_t *message, const json_t *re) {
    if (!client->is_in_lobby && lobbies_of(server, client->account.id) >= LOBBIES_OF_ACCOUNT) {
        client_error(client, "too-many-tabs", NULL, re);
        return;
    }
    if (!client->is_in_lobby) client->next_in_lobby = server->lobby, server->lobby = client;
    client->is_in_lobby = true;
    client->wants_mine_only = json_is_true(json_object_get(message, "mine"));
    send_lobby(server, client, re);
}

void lobby_feed_leave(struct server *server, struct client *client) {
    struct client **link = &server->lobby;
    if (!client->is_in_lobby) return;
    assert(server->lobby);
    while (*link != client) link = &(*link)->next_in_lobby;
    *link = client->next_in_lobby;
    client->is_in_lobby = false;
}

static bool concerns(const struct store_table *table, const struct store_seat *seats, int64_t account) {
    for (int i = 0; i < table->players; i++)
        if ((seats[i].kind == SEAT_PERSON || seats[i].kind == SEAT_INVITED) && seats[i].account == account) return true;
    return false;
}

/* The news of a table as all who do not own it see it: written once, since there may be many of them. */
static char *write_news(struct server *server, const struct store_table *table, const struct store_seat *seats,
                        int64_t account) {
    json_t *news =
        json_pack("{s:s, s:o}", "is", "lobby-table", "table", table_json_listed(server, table, seats, account));
    char *text = json_dumps(news, JSON_COMPACT);
    json_decref(news);
    return text;
}

static void send_gone(struct client *client, const char *code) {
    client_send(client, json_pack("{s:s, s:s}", "is", "lobby-gone", "code", code), NULL);
}

void lobby_feed_gone(struct server *server, int64_t account, const char *code) {
    for (struct client *client = server->lobby; client; client = client->next_in_lobby)
        if (client->account.id == account) send_gone(client, code);
}

/* After a rated game its players look different at other tables, too. */
static void change_board(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    lobby_board_changed(server, table, seats);
    if (table->state != TABLE_OVER || !table->is_rated) return;
    for (int i = 0; i < table->players; i++)
        if (seats[i].account) lobby_board_account(server, seats[i].account);
}

void lobby_feed_changed(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    change_board(server, table, seats);
    bool is_open = table->state == TABLE_OPEN, is_over = table->state == TABLE_OVER || table->state == TABLE_DROPPED;
    char *for_all = NULL, *for_owner = NULL;
    for (struct client *client = server->lobby; client; client = client->next_in_lobby) {
        bool is_mine = concerns(table, seats, client->account.id), is_owner = client->account.id == table->owner;
        char **text = is_owner ? &for_owner : &for_all;
        if (!is_mine && client->wants_mine_only) continue;
        if (!is_over && (is_mine || (is_open && table->is_public))) {
            if (!*text) *text = write_news(server, table, seats, is_owner ? table->owner : 0);
            if (*text) net_send(client->peer, *text, strlen(*text));
        } else if (is_mine || table->is_public) {
            send_gone(client, table->code);
        }
    }
    free(for_all);
    free(for_owner);
}

void lobby_feed_turn(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    char *text = NULL;
    for (struct client *client = server->lobby; client; client = client->next_in_lobby) {
        if (!concerns(table, seats, client->account.id)) continue;
        if (client->wants_mine_only && watch_table(client, table->code)) continue; /* it sees whose turn it is */
        if (!text) text = write_news(server, table, seats, 0);
        if (text) net_send(client->peer, text, strlen(text));
    }
    free(text);
}
