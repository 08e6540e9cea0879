/*
 * Answers to requests, with the headers that every answer has.
 */
#ifndef SERVER_API_ANSWER_H
#define SERVER_API_ANSWER_H

#include "lang/lang.h"
#include "server/net/net.h"

#include <jansson.h>

enum { ANSWER_HEADERS_MAX = 2048 }; /* of one answer, with those that all have */

/* The address that people use begins with https: answers say so. */
void answer_over_tls(bool is_secure);
/* Any body; `headers` may be NULL. */
void answer_bytes(struct net_peer *peer, int status, const char *type, const char *headers, const void *body,
                  size_t length);
/* The same, not to be cached by anybody. */
void answer_now(struct net_peer *peer, int status, const char *type, const char *headers, const void *body,
                size_t length);
/* JSON (the reference is taken over). */
void answer_json(struct net_peer *peer, int status, json_t *body, const char *headers);
/* {"error":{"code","message"}}; `message` NULL: the text of error.CODE of the catalogues. */
void answer_error(struct net_peer *peer, int status, const struct lang *lang, const char *code, const char *message,
                  const char *headers);

#endif
