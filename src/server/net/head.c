/*
 * What a request's head says. llhttp has checked its grammar; what it means is checked here, just as strictly:
 * whatever a proxy and we could read differently is refused.
 *
 * The head is kept as path, query, then names (in lower case) and values in turn, each terminated by NUL.
 */
#include "server/net/head.h"

#include "server/net/peer.h"

#include <assert.h>
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- The path ------------------------------------------------------------------------------------------------- */

/* The length of the UTF-8 character at the start, 0 if it is none: no overlong forms, no surrogates. */
static size_t character_length(const unsigned char *text, size_t left) {
    static const struct {
        unsigned char from, to, second_from, second_to;
        size_t length;
    } forms[] = {
        {0x00, 0x7f, 0, 0, 1},       {0xc2, 0xdf, 0x80, 0xbf, 2}, {0xe0, 0xe0, 0xa0, 0xbf, 3},
        {0xe1, 0xec, 0x80, 0xbf, 3}, {0xed, 0xed, 0x80, 0x9f, 3}, {0xee, 0xef, 0x80, 0xbf, 3},
        {0xf0, 0xf0, 0x90, 0xbf, 4}, {0xf1, 0xf3, 0x80, 0xbf, 4}, {0xf4, 0xf4, 0x80, 0x8f, 4},
    };
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++) {
        if (text[0] < forms[i].from || text[0] > forms[i].to) continue;
        if (forms[i].length > left) return 0;
        if (forms[i].length > 1 && (text[1] < forms[i].second_from || text[1] > forms[i].second_to)) return 0;
        for (size_t k = 2; k < forms[i].length; k++)
            if (text[k] < 0x80 || text[k] > 0xbf) return 0;
        return forms[i].length;
    }
    return 0;
}

/* Letters people can write: UTF-8 without control characters. */
static bool is_text(const char *text) {
    size_t left = strlen(text);
    while (left) {
        size_t length = character_length((const unsigned char *)text, left);
        if (!length || (unsigned char)*text < ' ' || *text == 0x7f) return false;
        text += length;
        left -= length;
    }
    return true;
}

static int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* In place. An encoded slash would make it another path, and an encoded NUL a shorter one. */
static bool decode(char *path) {
    char *to = path;
    for (const char *from = path; *from; from++) {
        if (*from != '%') {
            *to++ = *from;
            continue;
        }
        int high = hex_digit(from[1]), low = high < 0 ? -1 : hex_digit(from[2]);
        int value = high * 16 + low;
        if (low < 0 || !value || value == '/') return false;
        *to++ = (char)value;
        from += 2;
    }
    *to = 0;
    return true;
}

static bool has_dots(const char *path) {
    for (const char *at = path; at; at = strchr(at + 1, '/')) {
        size_t length = strcspn(at + 1, "/");
        if ((length == 1 && at[1] == '.') || (length == 2 && at[1] == '.' && at[2] == '.')) return true;
    }
    return false;
}

/* Splits "path?query" and decodes the path. */
static int check_target(struct net_peer *peer) {
    char *target = peer->head.data;
    size_t length = strlen(target);
    if (length > NET_PATH_MAX) return 414;
    if (*target != '/' || strchr(target, '#')) return 400;
    char *mark = strchr(target, '?');
    peer->query = (uint16_t)(mark ? mark + 1 - target : (ptrdiff_t)length);
    if (mark) *mark = 0;
    return decode(target) && is_text(target) && !has_dots(target) ? 0 : 400;
}

/* ---- Headers -------------------------------------------------------------------------------------------------- */

static const char *after(const char *text) { return text + strlen(text) + 1; }

const char *head_find(const struct net_peer *peer, const char *name, const char *last) {
    const char *end = peer->head.data + peer->head.length;
    const char *at = last ? after(last) : peer->head.data + peer->headers;
    while (at < end) {
        const char *value = after(at);
        if (!strcmp(at, name)) return value;
        at = after(value);
    }
    return NULL;
}

const char *net_header(const struct net_request *request, const char *name) {
    return head_find(request->peer, name, NULL);
}

/* The next of the comma-separated words, without space around it; false at the end. */
static bool next_word(const char **at, const char **word, size_t *length) {
    const char *text = *at + strspn(*at, ", \t");
    if (!*text) return false;
    size_t size = strcspn(text, ",");
    *at = text + size;
    while (size && (text[size - 1] == ' ' || text[size - 1] == '\t')) size--;
    *word = text;
    *length = size;
    return true;
}

bool head_has_word(const struct net_peer *peer, const char *name, const char *word) {
    for (const char *value = NULL; (value = head_find(peer, name, value));) {
        const char *at = value, *found;
        size_t length;
        while (next_word(&at, &found, &length))
            if (length == strlen(word) && !strncasecmp(found, word, length)) return true;
    }
    return false;
}

static bool cookie_in(const char *value, const char *name, char *text, size_t size) {
    size_t name_length = strlen(name);
    for (const char *at = value; *at; at += strcspn(at, ";"), at += *at == ';') {
        at += strspn(at, " \t");
        if (strncmp(at, name, name_length) || at[name_length] != '=') continue;
        const char *start = at + name_length + 1;
        size_t length = strcspn(start, "; \t");
        if (length >= size) return false;
        memcpy(text, start, length);
        text[length] = 0;
        return true;
    }
    return false;
}

bool net_cookie(const struct net_request *request, const char *name, char *text, size_t size) {
    for (const char *value = NULL; (value = head_find(request->peer, "cookie", value));)
        if (cookie_in(value, name, text, size)) return true;
    return false;
}

/* ---- Whom a proxy speaks for -------------------------------------------------------------------------------- */

/* Every proxy appends the address it was called from, so the rightmost address that is not one of our proxies is
   the client; what is left of it the client may have made up. */
static struct address forwarded(const struct net_peer *peer) {
    struct address client = peer->from, entry;
    bool is_found = false;
    for (const char *value = NULL; (value = head_find(peer, "x-forwarded-for", value));) {
        const char *at = value, *word;
        size_t length;
        while (next_word(&at, &word, &length)) {
            bool is_address = address_read(word, length, &entry);
            if (is_address && is_found && address_is_among(&entry, peer->net->limits.trusted)) continue;
            client = is_address ? entry : peer->from;
            is_found = true;
        }
    }
    return client;
}

static bool is_over_tls(const struct net_peer *peer) {
    const char *last = NULL, *word = "";
    size_t length = 0;
    for (const char *value = NULL; (value = head_find(peer, "x-forwarded-proto", value));) last = value;
    while (last && next_word(&last, &word, &length)) continue;
    return length == 5 && !strncasecmp(word, "https", 5);
}

static int check_proxy(struct net_peer *peer) {
    peer->is_secure = false;
    if (!peer->is_trusted) return 0;
    struct address client = forwarded(peer);
    address_write(&client, peer->address);
    peer->is_secure = is_over_tls(peer);
    if (!memcmp(&client, &peer->from, sizeof client) || address_enter(peer->net, peer, &client)) return 0;
    peer->net->figures.refused++;
    return 429;
}

/* ---- Everything together -------------------------------------------------------------------------------------- */

/* Headers that mean one thing only if there is one of them. */
static const char *const single[] = {
    "authorization",     "content-length",        "content-type",      "expect", "host", "origin",
    "sec-websocket-key", "sec-websocket-version", "transfer-encoding", "x-arkad"};

static int check_repetition(struct net_peer *peer) {
    for (size_t i = 0; i < sizeof single / sizeof *single; i++) {
        const char *value = head_find(peer, single[i], NULL);
        if (value && head_find(peer, single[i], value)) return 400;
    }
    return 0;
}

static int check_host(struct net_peer *peer) {
    const char *host = head_find(peer, "host", NULL);
    if (!host) return peer->parser.http_minor ? 400 : 0;
    for (const char *c = host; *c; c++)
        if (!isalnum((unsigned char)*c) && !strchr("-._:[]", *c)) return 400;
    return *host ? 0 : 400;
}

static int check_version(struct net_peer *peer) {
    return peer->parser.http_major == 1 && peer->parser.http_minor <= 1 ? 0 : 505;
}

static int check_method(struct net_peer *peer) {
    switch (peer->parser.method) {
    case HTTP_GET:
    case HTTP_HEAD:
    case HTTP_POST:
    case HTTP_PUT:
    case HTTP_PATCH:
    case HTTP_DELETE:
    case HTTP_OPTIONS: return 0;
    default: return 501;
    }
}

static int check_body(struct net_peer *peer) {
    const char *coding = head_find(peer, "transfer-encoding", NULL), *expected = head_find(peer, "expect", NULL);
    if (coding && (!peer->parser.http_minor || head_find(peer, "content-length", NULL))) return 400;
    if (coding && strcasecmp(coding, "chunked")) return 501;
    if (!coding && peer->parser.content_length > NET_BODY_MAX) return 413;
    return expected && strcasecmp(expected, "100-continue") ? 417 : 0;
}

int head_check(struct net_peer *peer) {
    assert(peer->has_head && peer->headers <= peer->head.length);
    static int (*const checks[])(struct net_peer *) = {check_version, check_method, check_target, check_repetition,
                                                       check_host,    check_body,   check_proxy};
    for (size_t i = 0; i < sizeof checks / sizeof *checks; i++) {
        int status = checks[i](peer);
        if (status) return status;
    }
    return 0;
}
