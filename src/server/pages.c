#include "server/pages.h"

#include "server/ask.h"

#include <stdio.h>
#include <string.h>

/* The client shows all of these itself: it is given for anything below them (web/src/route.ts). */
static const char *const rooms[] = {"/play", "/table", "/review", "/learn", "/pad", "/rules", "/account"};

static bool is_room(const char *path) {
    for (size_t i = 0; i < sizeof rooms / sizeof *rooms; i++) {
        size_t length = strlen(rooms[i]);
        if (!strncmp(path, rooms[i], length) && (path[length] == '/' || !path[length])) return true;
    }
    return false;
}

static const struct page *find_page(const char *path) {
    if (!strcmp(path, "/") || is_room(path)) path = "/index.html";
    for (int i = 0; i < page_count; i++)
        if (!strcmp(pages[i].path, path)) return &pages[i];
    return NULL;
}

/* Whether a header's list has the word, and does not refuse it with q=0. */
static bool accepts_gzip(const struct net_request *request) {
    const char *header = net_header(request, "accept-encoding");
    const char *word = header ? strstr(header, "gzip") : NULL;
    if (!word) return false;
    word += strcspn(word, ",;");
    return strncmp(word, ";q=0", 4) != 0 || word[4] == '.';
}

static bool has_already(const struct net_request *request, const char *etag) {
    const char *header = net_header(request, "if-none-match");
    return header && (strstr(header, etag) || !strcmp(header, "*"));
}

void pages_answer(struct hub *hub, const struct net_request *request) {
    const struct page *page = find_page(request->path);
    if (!page) {
        hub_refuse(hub, request, 404, "not-there");
        return;
    }
    bool is_packed = page->gzip && accepts_gzip(request), is_known = has_already(request, page->etag);
    char headers[256];
    snprintf(headers, sizeof headers, "ETag: %s\r\nCache-Control: %s\r\nVary: Accept-Encoding\r\n%s", page->etag,
             page->is_immutable ? "public, max-age=31536000, immutable" : "no-cache",
             is_packed && !is_known ? "Content-Encoding: gzip\r\n" : "");
    hub_answer(request->peer, is_known ? 304 : 200, is_known ? NULL : page->type, headers,
               is_packed ? page->gzip : page->data, is_packed ? page->gzip_length : page->length);
}
