/*
 * A call: one request of the API, who makes it, what for, and the answer. Routes are tables; a handler is
 * called when everything that its route needs is there.
 */
#ifndef SERVER_API_CALL_H
#define SERVER_API_CALL_H

#include "lang/lang.h"
#include "server/common/limits.h"

#include <jansson.h>

#define API "/api/1/"

enum {
    CALL_WORDS = 2,         /* the longest route has two names in it: tables/CODE/seats/N */
    CALL_HEADERS_MAX = 512, /* of one answer by itself: a cookie */
    CALL_DEPTH_MAX = 16,    /* a table to be created is 4 deep */
};

struct call {
    struct server *server;
    const struct net_request *request;
    bool is_somebody;
    struct store_account account; /* of somebody */
    uint8_t session[STORE_HASH];
    const struct lang *lang;
    json_t *body;                           /* an object, empty if the request has none; freed after the handler */
    char words[CALL_WORDS][STORE_NAME_MAX]; /* what the path has where the route has * */
    char headers[CALL_HEADERS_MAX];         /* of the answer, in addition to those that all have */
};

enum { NEEDS_SOMEBODY = 1 };

struct route {
    const char *method, *path; /* after /api/1/; * is any word */
    unsigned needs;
    void (*handle)(struct call *call);
};

/* Why a call is refused: the status, and a key error.CODE of the catalogues; NULL: it is not. */
struct refusal {
    int status;
    const char *code;
};

/* Calls the handler of the route, or refuses if something that it needs is missing; false if no route has that path. */
bool call_route(struct server *server, const struct net_request *request, const struct route *routes, int count);

/* Each of these is the answer. */
void call_reply(struct call *call, int status, json_t *body);
void call_text(struct call *call, const char *type, const char *text, size_t length);
void call_done(struct call *call); /* 204 */
void call_refuse(struct call *call, int status, const char *code);
/* With a sentence of its own, in the language of the call. */
void call_refuse_why(struct call *call, int status, const char *code, const char *why);
/* 429: too often. */
void call_limited(struct call *call, enum limit limit);

/* Whether the store did as told; otherwise the request is refused. */
bool call_stored(struct call *call, enum store_answer answer);

/* A text of the body; NULL if there is none or it is not a text. */
const char *call_text_of(const struct call *call, const char *key);

/* A value of the query, decoded only as far as plain words need; false if it is not there or too long. */
bool call_query(const char *query, const char *key, char *value, size_t size);

/* JSON from outside: no deeper than CALL_DEPTH_MAX, no key twice. NULL if it is not. */
json_t *call_read_json(const char *text, size_t length);

/* The language that a request asks for: Accept-Language. */
const struct lang *call_lang(const struct net_request *request);

/* Refuses a request that is not a call, or was not let through. */
void call_reject(struct server *server, const struct net_request *request, int status, const char *code);

#endif
