/*
 * Sessions: a random token that only its owner has, in a cookie or a header; the store has a hash of it.
 */
#include "server/api/session.h"

#include <assert.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

static const int64_t DAY_MS = 24 * 3600 * 1000LL;

enum { TOKEN_BYTES = 32 };

static void hash_token(const char *token, uint8_t hash[STORE_HASH]) {
    crypto_generichash(hash, STORE_HASH, (const uint8_t *)token, strlen(token), (const uint8_t *)"arkad-session-1", 15);
}

/* Writing at every request would cost more than the requests: once a day is enough. */
static enum store_answer move_end(struct server *server, struct store_account *account,
                                  const struct store_session *session) {
    bool is_program = account->kind == ACCOUNT_PROGRAM;
    if (server->cannot_save || server->now_ms - session->seen_ms < DAY_MS) return STORE_OK;
    account->seen_ms = server->now_ms;
    enum store_answer answer = store_touch_session(server->store, session->hash, server->now_ms,
                                                   is_program ? session->expires_ms : server->now_ms + SESSION_YEAR_MS);
    return answer ? answer : store_change_account(server->store, account);
}

enum store_answer session_find(struct server *server, const char *token, struct store_account *account,
                               uint8_t session[STORE_HASH]) {
    struct store_session found;
    hash_token(token, session);
    enum store_answer answer = store_find_session(server->store, session, &found);
    if (answer) return answer;
    if (found.expires_ms <= server->now_ms) return STORE_NONE;
    answer = store_get_account(server->store, found.account, account);
    if (answer) return answer;
    if (account->kind == ACCOUNT_GONE) return STORE_NONE;
    return move_end(server, account, &found);
}

enum store_answer session_begin(struct server *server, int64_t account, int64_t lasts_ms,
                                char token[SESSION_TOKEN_MAX]) {
    uint8_t bytes[TOKEN_BYTES];
    struct store_session session = {.account = account,
                                    .created_ms = server->now_ms,
                                    .seen_ms = server->now_ms,
                                    .expires_ms = server->now_ms + lasts_ms};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, SESSION_TOKEN_MAX, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert(lasts_ms > 0 && strlen(token) < SESSION_TOKEN_MAX);
    hash_token(token, session.hash);
    return store_add_session(server->store, &session);
}

static bool is_secure(const struct call *call) {
    const char *origin = call->server->config.origin;
    return call->request->is_secure || (origin && !strncmp(origin, "https:", 6));
}

void session_put_cookie(struct call *call, const char *token, int age_s) {
    snprintf(call->headers, sizeof call->headers,
             "Set-Cookie: " SESSION_COOKIE "=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n", token, age_s,
             is_secure(call) ? "; Secure" : "");
}

/* ---- Of a request ------------------------------------------------------------------------------------------------ */

static bool token_of(const struct net_request *request, char *token, size_t size) {
    static const char bearer[] = "Bearer ";
    const char *header = net_header(request, "authorization");
    if (header && !strncmp(header, bearer, sizeof bearer - 1) && strlen(header) - sizeof bearer + 1 < size) {
        snprintf(token, size, "%s", header + sizeof bearer - 1);
        return true;
    }
    return net_cookie(request, SESSION_COOKIE, token, size);
}

bool session_of_request(struct server *server, const struct net_request *request, struct store_account *account,
                        uint8_t session[STORE_HASH]) {
    char token[SESSION_TOKEN_MAX];
    if (!token_of(request, token, sizeof token)) return false;
    enum store_answer answer = session_find(server, token, account, session);
    if (answer == STORE_FAILED) server_cannot_save(server);
    return answer == STORE_OK;
}
