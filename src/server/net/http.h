/*
 * Requests and answers of one connection.
 */
#ifndef SERVER_NET_NET_HTTP_H
#define SERVER_NET_NET_HTTP_H

#include "server/net/net.h"

/* These return how many of the bytes they used. */
size_t http_head(struct net_peer *peer, const char *bytes, size_t length);
size_t http_body(struct net_peer *peer, const char *bytes, size_t length);

/* Answers with a status and no more, then closes. */
void http_refuse(struct net_peer *peer, int status);
/* The handler's answer was thrown away. */
void http_drop(struct net_peer *peer);

#endif
