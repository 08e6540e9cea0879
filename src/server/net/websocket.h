/*
 * Messages of one connection: frames that come in, what becomes of those that are thrown away, pings.
 */
#ifndef SERVER_NET_WEBSOCKET_H
#define SERVER_NET_WEBSOCKET_H

#include "server/net/net.h"

/* Returns how many of the bytes it used; none: the rest is for a later turn. */
size_t websocket_receive(struct net_peer *peer, const char *bytes, size_t length);
void websocket_drop(struct net_peer *peer);
void websocket_due(struct net_peer *peer);

#endif
