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

enum store_answer session_begin(struct server *server, int64_t account, int64_t lasts_ms, char token[SESSION_TOKEN_MAX],
                                uint8_t hash[STORE_HASH]) {
    uint8_t bytes[TOKEN_BYTES];
    struct store_session session = {.account = account,
                                    .created_ms = server->now_ms,
                                    .seen_ms = server->now_ms,
                                    .expires_ms = server->now_ms + lasts_ms};
    randombytes_buf(bytes, sizeof bytes);
    sodium_bin2base64(token, SESSION_TOKEN_MAX, bytes, sizeof bytes, sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert(lasts_ms > 0 && strlen(token) < SESSION_TOKEN_MAX);
    hash_token(token, session.hash);
    memcpy(hash, session.hash, STORE_HASH);
    return store_add_session(server->store, &session);
}

static bool is_secure(const struct server *server, const struct net_request *request) {
    const char *origin = server->config.origin;
    return request->is_secure || (origin && !strncmp(origin, "https:", 6));
}

static const char *cookie_name(bool is_secure) { return is_secure ? SESSION_SECURE_COOKIE : SESSION_COOKIE; }

void session_put_cookie(struct call *call, const char *token, int age_s) {
    bool secure = is_secure(call->server, call->request);
    snprintf(call->headers, sizeof call->headers, "Set-Cookie: %s=%s; Path=/; Max-Age=%d; HttpOnly; SameSite=Lax%s\r\n",
             cookie_name(secure), token, age_s, secure ? "; Secure" : "");
}

bool session_cookie(const struct server *server, const struct net_request *request, char token[SESSION_TOKEN_MAX]) {
    return net_cookie(request, cookie_name(is_secure(server, request)), token, SESSION_TOKEN_MAX);
}

/* ---- Of a request ------------------------------------------------------------------------------------------------ */

static bool token_of(const struct server *server, const struct net_request *request, char token[SESSION_TOKEN_MAX]) {
    static const char bearer[] = "Bearer ";
    const char *header = net_header(request, "authorization");
    if (header && !strncmp(header, bearer, sizeof bearer - 1) &&
        strlen(header) - sizeof bearer + 1 < SESSION_TOKEN_MAX) {
        snprintf(token, SESSION_TOKEN_MAX, "%s", header + sizeof bearer - 1);
        return true;
    }
    return session_cookie(server, request, token);
}

bool session_of_request(struct server *server, const struct net_request *request, struct store_account *account,
                        uint8_t session[STORE_HASH]) {
    char token[SESSION_TOKEN_MAX];
    if (!token_of(server, request, token)) return false;
    enum store_answer answer = session_find(server, token, account, session);
    if (answer == STORE_FAILED) server_cannot_save(server);
    return answer == STORE_OK;
}
