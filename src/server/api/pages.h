/*
 * Files built into the program: what is served at / and below. tools/pages.py makes the table.
 */
#ifndef SERVER_API_PAGES_H
#define SERVER_API_PAGES_H

#include "server/common/server.h"

struct form {
    const unsigned char *data; /* NULL: not worth it */
    size_t length;
};

struct page {
    const char *path, *type, *etag;
    struct form plain, gzip, brotli;
    bool is_immutable; /* its name changes with its content */
};

extern const struct page pages[];
extern const int page_count;

void pages_answer(struct server *server, const struct net_request *request);

#endif
