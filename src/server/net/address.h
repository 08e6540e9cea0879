/*
 * Addresses of clients and proxies, and how many connections each has.
 */
#ifndef SERVER_NET_ADDRESS_H
#define SERVER_NET_ADDRESS_H

#include "server/net/net.h"

enum { ADDRESS_BUCKETS = 1024 };

/* An IPv6 address, or an IPv4 address mapped into one. */
struct address {
    uint8_t bytes[16];
};
/* Connections of one address; for IPv6 of one /64, which is what one customer gets. */
struct address_count {
    struct address_count *next;
    struct address group;
    int count;
    unsigned turn; /* in which it was last handled */
    int spent;     /* of its share of the turns since then */
};
bool address_read(const char *text, size_t length, struct address *address);
bool address_of(const struct sockaddr *socket, struct address *address);
void address_write(const struct address *address, char text[NET_ADDRESS_MAX]);
/* Whether it is one of the given addresses or networks ("10.0.0.0/8"), NULL at the end. */
bool address_is_among(const struct address *address, const char *const *networks);
/* Counts one more connection of this address; false if it has too many. */
bool address_enter(struct net *net, struct net_peer *peer, const struct address *address);
void address_leave(struct net *net, struct net_peer *peer);
/* Whether something is left of the share of this turn; what costs more than a share uses up those of turns to come. */
bool address_has_share(const struct net *net, struct address_count *count);

#endif
