/*
 * Sessions: who makes a request.
 */
#ifndef SERVER_API_SESSION_H
#define SERVER_API_SESSION_H

#include "server/api/call.h"

/* Over TLS the name has a prefix with which no other host or path can set it. */
#define SESSION_COOKIE "arkad"
#define SESSION_SECURE_COOKIE "__Host-arkad"
#define SESSION_YEAR_MS (365 * 24 * 3600 * 1000LL)

enum { SESSION_TOKEN_MAX = 64 }; /* 32 random bytes in base 64 */

/* Who makes the request, by cookie or bearer token; false if nobody. */
bool session_of_request(struct server *server, const struct net_request *request, struct store_account *account,
                        uint8_t session[STORE_HASH]);
/* Makes a session and its token; `hash` is how the store knows it. */
enum store_answer session_begin(struct server *server, int64_t account, int64_t lasts_ms, char token[SESSION_TOKEN_MAX],
                                uint8_t hash[STORE_HASH]);
/* The token in the request's cookie; false if there is none. */
bool session_cookie(const struct server *server, const struct net_request *request, char token[SESSION_TOKEN_MAX]);
/* The answer to the call sets the cookie; age 0 deletes it. */
void session_put_cookie(struct call *call, const char *token, int age_s);

#endif
