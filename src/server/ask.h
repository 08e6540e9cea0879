/*
 * One request of the API on its way: who asks, what for, and the answer. Routes are tables; a handler is called when
 * everything that its route needs is there.
 */
#ifndef SERVER_ASK_H
#define SERVER_ASK_H

#include "server/hub.h"

#define API "/api/1/"

enum {
    ASK_WORDS = 2,         /* the longest route has two names in it: tables/CODE/seats/N */
    ASK_HEADERS_MAX = 512, /* of one answer by itself: a cookie */
    HEADERS_MAX = 2048,    /* with those that all answers have */
    JSON_DEPTH_MAX = 16,   /* a table to be created is 4 deep */
};

struct ask {
    struct hub *hub;
    const struct net_request *request;
    bool is_somebody;
    struct store_account account; /* of somebody */
    uint8_t session[STORE_HASH];
    const struct lang *lang;
    json_t *body;                          /* an object, empty if the request has none; freed after the handler */
    char words[ASK_WORDS][STORE_NAME_MAX]; /* what stands in the path where the route has * */
    char headers[ASK_HEADERS_MAX];         /* of the answer, besides those that all have */
};

enum { NEEDS_SOMEBODY = 1 };

struct route {
    const char *method, *path; /* behind /api/1/; * is any word */
    unsigned needs;
    void (*handle)(struct ask *ask);
};

/* Calls the handler of the route, or refuses what it needs and is not there; false if no route has that path. */
bool ask_route(struct hub *hub, const struct net_request *request, const struct route *routes, int count);

/* Each of these is the answer. */
void ask_reply(struct ask *ask, int status, json_t *body);
void ask_text(struct ask *ask, const char *type, const char *text, size_t length);
void ask_done(struct ask *ask); /* 204 */
void ask_refuse(struct ask *ask, int status, const char *code);
/* With a sentence of its own, in the language of the ask. */
void ask_refuse_why(struct ask *ask, int status, const char *code, const char *why);
/* 429: too often. */
void ask_limited(struct ask *ask, enum limit limit);

/* Whether the store did as told; otherwise the request is refused. */
bool ask_stored(struct ask *ask, enum store_answer answer);

/* A text of the body; NULL if there is none or it is no text. */
const char *ask_text_of(const struct ask *ask, const char *key);

/* A value of the query, decoded only as far as plain words need; false if it is not there or too long. */
bool query_value(const char *query, const char *key, char *value, size_t size);

/* JSON from outside: no deeper than JSON_DEPTH_MAX, no key twice. NULL if it is none. */
json_t *json_from_outside(const char *text, size_t length);

/* The language that a request asks for: Accept-Language. */
const struct lang *lang_of_request(const struct net_request *request);

/* {"error":{"code","message"}} */
json_t *error_json(const struct lang *lang, const char *code, const char *message);
/* Answers with a body and the headers that every answer has. */
void hub_answer(struct net_peer *peer, int status, const char *type, const char *headers, const void *body,
                size_t length);
/* The address that people use begins with https: answers say so. */
void hub_answers_are_secure(bool is_secure);

#endif
