/*
 * Who is connected: the list of all WebSockets, and what is sent to one, to all, or to those of an account.
 */
#include "server/common/client.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Why a WebSocket is closed: not allowed any more; come again later. */
enum { CLOSE_POLICY = 1008, CLOSE_BUSY = 1013 };

/* ---- The list ---------------------------------------------------------------------------------------------------- */

void client_add(struct server *server, struct client *client) {
    assert(client->peer && client->lang && client->account.id > 0);
    assert(!client->next && !client->previous);
    client->next = server->clients;
    if (client->next) client->next->previous = client;
    server->clients = client;
    net_set_data(client->peer, client);
}

void client_remove(struct server *server, struct client *client) {
    assert(!client->is_in_lobby);
    for (int i = 0; i < CLIENT_TABLES_MAX; i++) assert(!client->watched[i]);
    if (client->previous)
        client->previous->next = client->next;
    else
        server->clients = client->next;
    if (client->next) client->next->previous = client->previous;
    free(client);
}

int client_count(const struct server *server, int64_t account) {
    int count = 0;
    for (const struct client *client = server->clients; client; client = client->next)
        count += client->account.id == account;
    return count;
}

bool client_is_connected(const struct server *server, int64_t account) { return client_count(server, account) > 0; }

/* ---- Sending ----------------------------------------------------------------------------------------------------- */

void client_send(struct client *client, json_t *message, const json_t *re) {
    if (re)
        json_object_set(message, "re", (json_t *)(uintptr_t)re); /* counts the reference, and changes nothing else */
    char *text = json_dumps(message, JSON_COMPACT);
    json_decref(message);
    if (text)
        net_send(client->peer, text, strlen(text));
    else
        net_hang_up(client->peer, CLOSE_BUSY, "no memory"); /* better than a gap in what it is told */
    free(text);
}

void client_error(struct client *client, const char *code, const char *message, const json_t *re) {
    assert(*code);
    char key[64];
    snprintf(key, sizeof key, "error.%s", code);
    const char *text = message ? message : lang_text(client->lang, key);
    client_send(client, json_pack("{s:s, s:s, s:s}", "is", "error", "code", code, "message", text), re);
}

void client_tell_all(struct server *server, const char *is) {
    char key[32];
    snprintf(key, sizeof key, "server.%s", is);
    for (struct client *client = server->clients; client; client = client->next)
        client_send(client, json_pack("{s:s, s:s}", "is", is, "message", lang_text(client->lang, key)), NULL);
}

/* ---- Accounts that change ---------------------------------------------------------------------------------------- */

void client_account_changed(struct server *server, const struct store_account *account) {
    for (struct client *client = server->clients; client; client = client->next)
        if (client->account.id == account->id) client->account = *account;
    if (server->account_changed) server->account_changed(server, account->id);
}

static void hang_up(struct client *client) { net_hang_up(client->peer, CLOSE_POLICY, "the session has ended"); }

void client_hang_up_account(struct server *server, int64_t account, const uint8_t *but) {
    for (struct client *client = server->clients; client; client = client->next)
        if (client->account.id == account && !(but && !memcmp(client->session, but, STORE_HASH))) hang_up(client);
}

void client_cut_off(struct client *client) { net_hang_up(client->peer, CLOSE_POLICY, "too many messages"); }

void client_hang_up_session(struct server *server, const uint8_t session[STORE_HASH]) {
    for (struct client *client = server->clients; client; client = client->next)
        if (!memcmp(client->session, session, STORE_HASH)) hang_up(client);
}

void client_session_changed(struct server *server, const uint8_t from[STORE_HASH], const uint8_t to[STORE_HASH]) {
    for (struct client *client = server->clients; client; client = client->next)
        if (!memcmp(client->session, from, STORE_HASH)) memcpy(client->session, to, STORE_HASH);
}
