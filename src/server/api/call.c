/*
 * One request of the API: what it says, the route it takes, the answer.
 */
#include "server/api/call.h"

#include "server/api/answer.h"
#include "server/api/session.h"
#include "server/common/metrics.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- What was asked ---------------------------------------------------------------------------------------------- */

static const char *skip_spaces(const char *at) { return at + strspn(at, " \t"); }

/* How much a language is wanted, of 1000: en;q=0.8 */
static int weight_of(const char *parameters, size_t length) {
    const char *q = memchr(parameters, ';', length);
    if (!q) return 1000;
    q = skip_spaces(q + 1);
    return !strncmp(q, "q=", 2) ? (int)(1000 * strtod(q + 2, NULL)) : 1000;
}

const struct lang *call_lang(const struct net_request *request) {
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
        if (depth > CALL_DEPTH_MAX) return false;
    }
    return true;
}

/* ---- Plain messages: one object of plain texts, whole numbers and flags, as clients send them, quickly -------------
 */

struct plain {
    const char *at, *end;
};

static bool take_char(struct plain *plain, char c) { return plain->at < plain->end && *plain->at++ == c; }

/* A string of printable ASCII without escapes; NULL: it is not. */
static const char *take_text(struct plain *plain, size_t *length) {
    if (!take_char(plain, '"')) return NULL;
    const char *start = plain->at;
    while (plain->at < plain->end && *plain->at >= ' ' && *plain->at < 127 && *plain->at != '"' && *plain->at != '\\')
        plain->at++;
    *length = (size_t)(plain->at - start);
    return take_char(plain, '"') ? start : NULL;
}

static bool take_word(struct plain *plain, const char *word) {
    size_t length = strlen(word);
    bool is_there = (size_t)(plain->end - plain->at) >= length && !memcmp(plain->at, word, length);
    if (is_there) plain->at += length;
    return is_there;
}

static json_t *take_number(struct plain *plain) {
    const char *start = plain->at;
    json_int_t number = 0;
    for (; plain->at < plain->end && *plain->at >= '0' && *plain->at <= '9' && plain->at - start < 15; plain->at++)
        number = 10 * number + (*plain->at - '0');
    bool is_plain = plain->at > start && (*start != '0' || plain->at == start + 1);
    return is_plain ? json_integer(number) : NULL;
}

static json_t *take_value(struct plain *plain) {
    size_t length = 0;
    if (plain->at < plain->end && *plain->at == '"') {
        const char *text = take_text(plain, &length);
        return text ? json_stringn_nocheck(text, length) : NULL;
    }
    if (take_word(plain, "true")) return json_true();
    return take_word(plain, "false") ? json_false() : take_number(plain);
}

/* One key and its value; false: it is something else, or the key is there already. */
static bool take_member(struct plain *plain, json_t *object) {
    size_t length = 0;
    const char *key = take_text(plain, &length);
    if (!key || !take_char(plain, ':') || json_object_getn(object, key, length)) return false;
    return !json_object_setn_new_nocheck(object, key, length, take_value(plain));
}

/* NULL: it is not that plain, which says nothing about whether it is JSON. */
static json_t *read_plain(const char *text, size_t length) {
    struct plain plain = {text, text + length};
    json_t *object = json_object();
    bool is_plain = object && take_char(&plain, '{') && take_member(&plain, object);
    while (is_plain && plain.at < plain.end && *plain.at == ',') plain.at++, is_plain = take_member(&plain, object);
    if (is_plain && take_char(&plain, '}') && plain.at == plain.end) return object;
    json_decref(object);
    return NULL;
}

json_t *call_read_json(const char *text, size_t length) {
    json_t *object = read_plain(text, length);
    if (object) return object;
    return is_shallow(text, length) ? json_loadb(text, length, JSON_REJECT_DUPLICATES, NULL) : NULL;
}

bool call_query(const char *query, const char *key, char *value, size_t size) {
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

const char *call_text_of(const struct call *call, const char *key) {
    return json_string_value(json_object_get(call->body, key));
}

/* ---- Routes ------------------------------------------------------------------------------------------------------ */

/* Compares word by word and keeps what is in the place of *. */
static bool is_path(const char *route, const char *path, char words[CALL_WORDS][STORE_NAME_MAX]) {
    int count = 0;
    while (*route && *path) {
        size_t wanted = strcspn(route, "/"), given = strcspn(path, "/");
        if (*route == '*') {
            if (!given || given >= STORE_NAME_MAX || count == CALL_WORDS) return false;
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

/* The route that fits; if only the method is wrong, `is_path_known` and the methods that are right. */
static const struct route *find_route(struct call *call, const struct route *routes, int count, bool *is_path_known) {
    const char *path = call->request->path + strlen(API);
    *is_path_known = false;
    size_t used = (size_t)snprintf(call->headers, sizeof call->headers, "Allow: ");
    for (int i = 0; i < count; i++) {
        if (!is_path(routes[i].path, path, call->words)) continue;
        if (is_method(routes[i].method, call->request->method)) {
            call->headers[0] = 0;
            return &routes[i];
        }
        used += (size_t)snprintf(call->headers + used, sizeof call->headers - used, "%s%s", *is_path_known ? ", " : "",
                                 routes[i].method);
        *is_path_known = true;
    }
    snprintf(call->headers + used, sizeof call->headers - used, "\r\n");
    return NULL;
}

static bool read_body(struct call *call) {
    const struct net_request *request = call->request;
    call->body = request->body_length ? call_read_json(request->body, request->body_length) : json_object();
    if (json_is_object(call->body)) return true;
    call_refuse(call, 400, "bad-json");
    return false;
}

static void run_route(struct call *call, const struct route *route) {
    call->is_somebody = session_of_request(call->server, call->request, &call->account, call->session);
    if (call->is_somebody) call->lang = lang_find(call->account.lang);
    if (!call->is_somebody || !call->lang) call->lang = call_lang(call->request);
    if (call->server->has_failed)
        call_refuse(call, 503, "cannot-save");
    else if (route->needs & NEEDS_SOMEBODY && !call->is_somebody)
        call_refuse(call, 401, "nobody");
    else if (read_body(call))
        route->handle(call);
    json_decref(call->body);
}

bool call_route(struct server *server, const struct net_request *request, const struct route *routes, int count) {
    assert(count > 0 && !strncmp(request->path, API, strlen(API)));
    struct call call = {.server = server, .request = request};
    bool is_path_known;
    const struct route *route = find_route(&call, routes, count, &is_path_known);
    if (route) {
        run_route(&call, route);
    } else if (is_path_known) {
        call.lang = call_lang(request);
        call_refuse(&call, 405, "wrong-method");
    }
    return route || is_path_known;
}

/* ---- Answers ----------------------------------------------------------------------------------------------------- */

void call_reply(struct call *call, int status, json_t *body) {
    assert(status >= 200 && status < 300);
    answer_json(call->request->peer, status, body, call->headers);
}

void call_text(struct call *call, const char *type, const char *text, size_t length) {
    answer_now(call->request->peer, 200, type, call->headers, text, length);
}

void call_done(struct call *call) { answer_now(call->request->peer, 204, NULL, call->headers, "", 0); }

void call_refuse_why(struct call *call, int status, const char *code, const char *why) {
    assert(status >= 400 && *code);
    answer_error(call->request->peer, status, call->lang, code, why, call->headers);
}

void call_refuse(struct call *call, int status, const char *code) {
    if (status == 503) snprintf(call->headers, sizeof call->headers, "Retry-After: 2\r\n");
    call_refuse_why(call, status, code, NULL);
}

void call_limited(struct call *call, enum limit limit) {
    metrics_count(call->server, METRIC_LIMITED);
    snprintf(call->headers, sizeof call->headers, "Retry-After: %d\r\n", limits_pause_s(limit));
    call_refuse(call, 429, "limited");
}

bool call_stored(struct call *call, enum store_answer answer) {
    if (answer == STORE_OK) return true;
    if (answer == STORE_FAILED) server_cannot_save(call->server);
    call_refuse(call, answer == STORE_FAILED ? 503 : 404, answer == STORE_FAILED ? "cannot-save" : "not-there");
    return false;
}

/* ---- Requests that are not calls --------------------------------------------------------------------------------- */

void call_reject(struct server *server, const struct net_request *request, int status, const char *code) {
    struct store_account account;
    uint8_t session[STORE_HASH];
    const struct lang *lang = session_of_request(server, request, &account, session) ? lang_find(account.lang) : NULL;
    answer_error(request->peer, status, lang ? lang : call_lang(request), code, NULL,
                 status == 503 ? "Retry-After: 2\r\n" : NULL);
}
