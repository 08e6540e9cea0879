#include "server/ask.h"

#include "server/limits.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- Headers that every answer has ------------------------------------------------------------------------------- */

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

void hub_answers_are_secure(bool is_secure) {
    transport = is_secure ? "Strict-Transport-Security: max-age=31536000\r\n" : "";
}

void hub_answer(struct net_peer *peer, int status, const char *type, const char *headers, const void *body,
                size_t length) {
    char all[HEADERS_MAX];
    snprintf(all, sizeof all, "%s%s%s", SECURITY, transport, headers ? headers : "");
    net_reply(peer,
              &(struct net_answer){.status = status, .type = type, .headers = all, .body = body, .length = length});
}

/* What the API says is of the moment. */
static void answer_api(struct net_peer *peer, int status, const char *type, const char *headers, const char *body) {
    char more[HEADERS_MAX / 2];
    snprintf(more, sizeof more, "Cache-Control: no-store\r\n%s", headers ? headers : "");
    hub_answer(peer, status, type, more, body, strlen(body));
}

void hub_reply(struct net_peer *peer, int status, json_t *body, const char *headers) {
    char *text = json_dumps(body, JSON_COMPACT);
    json_decref(body);
    answer_api(peer, text ? status : 503, "application/json", headers, text ? text : "{}");
    free(text);
}

json_t *error_json(const struct lang *lang, const char *code, const char *message) {
    char key[64];
    snprintf(key, sizeof key, "error.%s", code);
    return json_pack("{s:{s:s, s:s}}", "error", "code", code, "message", message ? message : lang_text(lang, key));
}

/* ---- What was asked ---------------------------------------------------------------------------------------------- */

static const char *skip_spaces(const char *at) { return at + strspn(at, " \t"); }

/* How much a language is wanted, of 1000: en;q=0.8 */
static int weight_of(const char *parameters, size_t length) {
    const char *q = memchr(parameters, ';', length);
    if (!q) return 1000;
    q = skip_spaces(q + 1);
    return !strncmp(q, "q=", 2) ? (int)(1000 * strtod(q + 2, NULL)) : 1000;
}

const struct lang *lang_of_request(const struct net_request *request) {
    const char *at = net_header(request, "accept-language");
    const struct lang *best = lang_at(0);
    int most = 0;
    while (at && *at) {
        at = skip_spaces(at);
        size_t length = strcspn(at, ","), word = strcspn(at, "-;, \t");
        char code[4] = "";
        if (word < sizeof code) memcpy(code, at, word);
        const struct lang *lang = lang_find(code);
        int weight = lang ? weight_of(at, length) : 0;
        if (weight > most) most = weight, best = lang;
        at += length + (at[length] == ',');
    }
    return best;
}

/* Whether brackets are nested no deeper than we ever need: the parser would go on to 2048. */
static bool is_shallow(const char *text, size_t length) {
    int depth = 0;
    bool is_string = false;
    for (size_t i = 0; i < length; i++) {
        char c = text[i];
        if (is_string && c == '\\')
            i++;
        else if (c == '"')
            is_string = !is_string;
        else if (!is_string && (c == '{' || c == '['))
            depth++;
        else if (!is_string && (c == '}' || c == ']'))
            depth--;
        if (depth > JSON_DEPTH_MAX) return false;
    }
    return true;
}

json_t *json_from_outside(const char *text, size_t length) {
    return is_shallow(text, length) ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

bool query_value(const char *query, const char *key, char *value, size_t size) {
    size_t named = strlen(key);
    for (const char *at = query; *at;) {
        size_t length = strcspn(at, "&");
        if (length > named && at[named] == '=' && !strncmp(at, key, named)) {
            if (length - named - 1 >= size) return false;
            memcpy(value, at + named + 1, length - named - 1);
            value[length - named - 1] = 0;
            return true;
        }
        at += length + (at[length] == '&');
    }
    return false;
}

const char *ask_text_of(const struct ask *ask, const char *key) {
    return json_string_value(json_object_get(ask->body, key));
}

/* ---- Routes ------------------------------------------------------------------------------------------------------ */

/* Compares word by word and keeps what stands in place of *. */
static bool is_path(const char *route, const char *path, char words[ASK_WORDS][STORE_NAME_MAX]) {
    int count = 0;
    while (*route && *path) {
        size_t wanted = strcspn(route, "/"), given = strcspn(path, "/");
        if (*route == '*') {
            if (!given || given >= STORE_NAME_MAX || count == ASK_WORDS) return false;
            memcpy(words[count], path, given);
            words[count++][given] = 0;
        } else if (wanted != given || memcmp(route, path, given)) {
            return false;
        }
        route += wanted, path += given;
        if (*route != *path) return false;
        if (*route) route++, path++;
    }
    return !*route && !*path;
}

static bool is_method(const char *route, const char *given) {
    return !strcmp(route, given) || (!strcmp(route, "GET") && !strcmp(given, "HEAD"));
}

/* The route that fits; if only the method does not, `is_path_known`, and the methods that would. */
static const struct route *find_route(struct ask *ask, const struct route *routes, int count, bool *is_path_known) {
    const char *path = ask->request->path + strlen(API);
    *is_path_known = false;
    size_t used = (size_t)snprintf(ask->headers, sizeof ask->headers, "Allow: ");
    for (int i = 0; i < count; i++) {
        if (!is_path(routes[i].path, path, ask->words)) continue;
        if (is_method(routes[i].method, ask->request->method)) {
            ask->headers[0] = 0;
            return &routes[i];
        }
        used += (size_t)snprintf(ask->headers + used, sizeof ask->headers - used, "%s%s", *is_path_known ? ", " : "",
                                 routes[i].method);
        *is_path_known = true;
    }
    snprintf(ask->headers + used, sizeof ask->headers - used, "\r\n");
    return NULL;
}

static bool read_body(struct ask *ask) {
    const struct net_request *request = ask->request;
    ask->body = request->body_length ? json_from_outside(request->body, request->body_length) : json_object();
    if (json_is_object(ask->body)) return true;
    ask_refuse(ask, 400, "bad-json");
    return false;
}

static void run_route(struct ask *ask, const struct route *route) {
    ask->is_somebody = hub_who(ask->hub, ask->request, &ask->account, ask->session);
    if (ask->is_somebody) ask->lang = lang_find(ask->account.lang);
    if (!ask->is_somebody || !ask->lang) ask->lang = lang_of_request(ask->request);
    if (ask->hub->has_failed)
        ask_refuse(ask, 503, "cannot-save");
    else if (route->needs & NEEDS_SOMEBODY && !ask->is_somebody)
        ask_refuse(ask, 401, "nobody");
    else if (read_body(ask))
        route->handle(ask);
    json_decref(ask->body);
}

bool ask_route(struct hub *hub, const struct net_request *request, const struct route *routes, int count) {
    struct ask ask = {.hub = hub, .request = request};
    bool is_path_known;
    const struct route *route = find_route(&ask, routes, count, &is_path_known);
    if (route) {
        run_route(&ask, route);
    } else if (is_path_known) {
        ask.lang = lang_of_request(request);
        ask_refuse(&ask, 405, "wrong-method");
    }
    return route || is_path_known;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

void ask_reply(struct ask *ask, int status, json_t *body) { hub_reply(ask->request->peer, status, body, ask->headers); }

void ask_text(struct ask *ask, const char *type, const char *text, size_t length) {
    char more[HEADERS_MAX / 2];
    snprintf(more, sizeof more, "Cache-Control: no-store\r\n%s", ask->headers);
    hub_answer(ask->request->peer, 200, type, more, text, length);
}

void ask_done(struct ask *ask) { answer_api(ask->request->peer, 204, NULL, ask->headers, ""); }

void ask_refuse_why(struct ask *ask, int status, const char *code, const char *why) {
    hub_reply(ask->request->peer, status, error_json(ask->lang, code, why), ask->headers);
}

void ask_refuse(struct ask *ask, int status, const char *code) {
    if (status == 503) snprintf(ask->headers, sizeof ask->headers, "Retry-After: 2\r\n");
    ask_refuse_why(ask, status, code, NULL);
}

void ask_limited(struct ask *ask, enum limit limit) {
    metrics_count(ask->hub, METRIC_LIMITED);
    snprintf(ask->headers, sizeof ask->headers, "Retry-After: %d\r\n", limits_pause_s(limit));
    ask_refuse(ask, 429, "limited");
}

bool ask_stored(struct ask *ask, enum store_answer answer) {
    if (answer == STORE_OK) return true;
    if (answer == STORE_FAILED) hub_cannot_save(ask->hub);
    ask_refuse(ask, answer == STORE_FAILED ? 503 : 404, answer == STORE_FAILED ? "cannot-save" : "not-there");
    return false;
}
