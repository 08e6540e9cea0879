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

/* The list that the client is in: those who are told of their own tables only are found by their account. */
static struct client **list_of(struct server *server, const struct client *client) {
    return client->wants_mine_only ? &server->followers[client->account.id % FOLLOWER_BUCKETS] : &server->lobby;
}

static int count_in(const struct client *list, int64_t account) {
    int count = 0;
    for (; list; list = list->next_in_lobby) count += list->account.id == account;
    return count;
}

static int lobbies_of(const struct server *server, int64_t account) {
    return count_in(server->lobby, account) + count_in(server->followers[account % FOLLOWER_BUCKETS], account);
}

void lobby_feed_enter(struct server *server, struct client *client, const json_t *message, const json_t *re) {
    if (!client->is_in_lobby && lobbies_of(server, client->account.id) >= LOBBIES_OF_ACCOUNT) {
        client_error(client, "too-many-tabs", NULL, re);
        return;
    }
    lobby_feed_leave(server, client);
    client->wants_mine_only = json_is_true(json_object_get(message, "mine"));
    struct client **list = list_of(server, client);
    client->next_in_lobby = *list;
    *list = client;
    client->is_in_lobby = true;
    send_lobby(server, client, re);
}

void lobby_feed_leave(struct server *server, struct client *client) {
    struct client **link = list_of(server, client);
    if (!client->is_in_lobby) return;
    while (*link != client) {
        assert(*link);
        link = &(*link)->next_in_lobby;
    }
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
    for (struct client *client = server->followers[account % FOLLOWER_BUCKETS]; client; client = client->next_in_lobby)
        if (client->account.id == account) send_gone(client, code);
}

/* After a rated game its players look different at other tables, too. */
static void change_board(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    lobby_board_changed(server, table, seats);
    if (table->state != TABLE_OVER || !table->is_rated) return;
    for (int i = 0; i < table->players; i++)
        if (seats[i].account) lobby_board_account(server, seats[i].account);
}

struct news {
    struct server *server;
    const struct store_table *table;
    const struct store_seat *seats;
    char *for_all, *for_owner; /* written when somebody is to be told */
};

static void tell_change(struct news *news, struct client *client) {
    const struct store_table *table = news->table;
    bool is_open = table->state == TABLE_OPEN, is_over = table->state == TABLE_OVER || table->state == TABLE_DROPPED;
    bool is_mine = concerns(table, news->seats, client->account.id), is_owner = client->account.id == table->owner;
    char **text = is_owner ? &news->for_owner : &news->for_all;
    if (!is_over && (is_mine || (is_open && table->is_public))) {
        if (!*text) *text = write_news(news->server, table, news->seats, is_owner ? table->owner : 0);
        if (*text) net_send(client->peer, *text, strlen(*text));
    } else if (is_mine || table->is_public) {
        send_gone(client, table->code);
    }
}

/* A client that watches the table sees by itself whose turn it is. */
static void tell_turn(struct news *news, struct client *client) {
    if (!concerns(news->table, news->seats, client->account.id)) return;
    if (client->wants_mine_only && watch_table(client, news->table->code)) return;
    if (!news->for_all) news->for_all = write_news(news->server, news->table, news->seats, 0);
    if (news->for_all) net_send(client->peer, news->for_all, strlen(news->for_all));
}

/* Tells those whom it may concern: everybody who sees all of the lobby, and those who sit there. */
static void tell(struct news *news, void (*to)(struct news *news, struct client *client)) {
    struct server *server = news->server;
    for (struct client *client = server->lobby; client; client = client->next_in_lobby) to(news, client);
    for (int i = 0; i < news->table->players; i++) {
        int64_t account = news->seats[i].account;
        struct client *client = account ? server->followers[account % FOLLOWER_BUCKETS] : NULL;
        for (; client; client = client->next_in_lobby)
            if (client->account.id == account) to(news, client);
    }
    free(news->for_all);
    free(news->for_owner);
}

void lobby_feed_changed(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    change_board(server, table, seats);
    tell(&(struct news){.server = server, .table = table, .seats = seats}, tell_change);
}

void lobby_feed_turn(struct server *server, const struct store_table *table, const struct store_seat *seats) {
    tell(&(struct news){.server = server, .table = table, .seats = seats}, tell_turn);
}
