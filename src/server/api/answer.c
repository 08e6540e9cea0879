/*
 * Answers to requests: the headers that tell a browser what it may do with them, and errors in words.
 */
#include "server/api/answer.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Our own client needs no more than this: nothing inline, nothing from elsewhere, WebAssembly for the engine. */
static const char SECURITY[] =
    "Content-Security-Policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; manifest-src 'self'; worker-src 'self'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'\r\n"
    "Referrer-Policy: same-origin\r\n"
    "Permissions-Policy: camera=(), geolocation=(), microphone=(), payment=(), usb=()\r\n"
    "Cross-Origin-Opener-Policy: same-origin\r\n"
    "Cross-Origin-Resource-Policy: same-origin\r\n";

static const char *transport = ""; /* set once, when the server starts */

void answer_over_tls(bool is_secure) { transport = is_secure ? "Strict-Transport-Security: max-age=31536000\r\n" : ""; }

void answer_bytes(struct net_peer *peer, int status, const char *type, const char *headers, const void *body,
                  size_t length) {
    char all[ANSWER_HEADERS_MAX];
    int used = snprintf(all, sizeof all, "%s%s%s", SECURITY, transport, headers ? headers : "");
    assert(used < (int)sizeof all);
    net_reply(peer,
              &(struct net_answer){.status = status, .type = type, .headers = all, .body = body, .length = length});
}

void answer_now(struct net_peer *peer, int status, const char *type, const char *headers, const void *body,
                size_t length) {
    char more[ANSWER_HEADERS_MAX / 2];
    snprintf(more, sizeof more, "Cache-Control: no-store\r\n%s", headers ? headers : "");
    answer_bytes(peer, status, type, more, body, length);
}

void answer_json(struct net_peer *peer, int status, json_t *body, const char *headers) {
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    answer_now(peer, text ? status : 503, "application/json", headers, text ? text : "{}", text ? strlen(text) : 2);
    free(text);
}

void answer_error(struct net_peer *peer, int status, const struct lang *lang, const char *code, const char *message,
                  const char *headers) {
    char key[64];
    snprintf(key, sizeof key, "error.%s", code);
    const char *text = message ? message : lang_text(lang, key);
    answer_json(peer, status, json_pack("{s:{s:s, s:s}}", "error", "code", code, "message", text), headers);
}
