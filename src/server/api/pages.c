/*
 * Pages: the file for a path, in an encoding that the browser accepts.
 */
#include "server/api/pages.h"

#include "server/api/answer.h"
#include "server/api/call.h"

#include <stdio.h>
#include <string.h>

/* The client shows all of these itself: it is served for anything below them (web/src/route.ts). */
static const char *const rooms[] = {"/play", "/table", "/review", "/learn", "/pad", "/rules", "/account", "/maps"};

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
static bool accepts(const struct net_request *request, const char *coding) {
    const char *word = net_header(request, "accept-encoding");
    for (size_t length = strlen(coding); word && *word; word += strspn(word, ", ")) {
        bool is_it = !strncmp(word, coding, length) && strchr(",; ", word[length]);
        word += strcspn(word, ",;");
        bool is_refused = !strncmp(word, ";q=0", 4) && word[4] != '.';
        if (is_it) return !is_refused;
        word += strcspn(word, ",");
    }
    return false;
}

/* The smallest encoding that the browser accepts, and its name; NULL: as it is. */
static const struct form *best_form(const struct page *page, const struct net_request *request, const char **coding) {
    if (page->brotli.data && accepts(request, *coding = "br")) return &page->brotli;
    if (page->gzip.data && accepts(request, *coding = "gzip")) return &page->gzip;
    *coding = NULL;
    return &page->plain;
}

static bool has_already(const struct net_request *request, const char *etag) {
    const char *header = net_header(request, "if-none-match");
    return header && (strstr(header, etag) || !strcmp(header, "*"));
}

void pages_answer(struct server *server, const struct net_request *request) {
    const struct page *page = find_page(request->path);
    if (!page) {
        call_reject(server, request, 404, "not-there");
        return;
    }
    const char *coding;
    const struct form *form = best_form(page, request, &coding);
    bool is_known = has_already(request, page->etag);
    char packed[64] = "", headers[256];
    if (coding && !is_known) snprintf(packed, sizeof packed, "Content-Encoding: %s\r\n", coding);
    snprintf(headers, sizeof headers, "ETag: %s\r\nCache-Control: %s\r\nVary: Accept-Encoding\r\n%s", page->etag,
             page->is_immutable ? "public, max-age=31536000, immutable" : "no-cache", packed);
    answer_bytes(request->peer, is_known ? 304 : 200, is_known ? NULL : page->type, headers, form->data, form->length);
}
