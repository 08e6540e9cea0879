/*
 * Addresses of clients and proxies, and how many connections each has. Inside, every address has 16 bytes, an IPv4
 * address being mapped into IPv6, so that a client counts the same however it reached a socket that listens for both.
 */
#include "server/net/address.h"

#include "server/net/peer.h"

#include <assert.h>
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};

static bool is_ipv4(const struct address *address) { return !memcmp(address->bytes, mapped, sizeof mapped); }

bool address_read(const char *text, size_t length, struct address *address) {
    char copy[INET6_ADDRSTRLEN];
    if (length >= sizeof copy) return false;
    memcpy(copy, text, length);
    copy[length] = 0;
    memcpy(address->bytes, mapped, sizeof mapped);
    return inet_pton(AF_INET, copy, address->bytes + sizeof mapped) == 1 ||
           inet_pton(AF_INET6, copy, address->bytes) == 1;
}

bool address_of(const struct sockaddr *socket, struct address *address) {
    if (socket->sa_family == AF_INET) {
        memcpy(address->bytes, mapped, sizeof mapped);
        memcpy(address->bytes + sizeof mapped, &((const struct sockaddr_in *)(const void *)socket)->sin_addr, 4);
        return true;
    }
    if (socket->sa_family != AF_INET6) return false;
    memcpy(address->bytes, &((const struct sockaddr_in6 *)(const void *)socket)->sin6_addr, sizeof address->bytes);
    return true;
}

void address_write(const struct address *address, char text[NET_ADDRESS_MAX]) {
    const char *written = is_ipv4(address) ? inet_ntop(AF_INET, address->bytes + sizeof mapped, text, NET_ADDRESS_MAX)
                                           : inet_ntop(AF_INET6, address->bytes, text, NET_ADDRESS_MAX);
    if (!written) snprintf(text, NET_ADDRESS_MAX, "unknown");
}

/* ---- Proxies -------------------------------------------------------------------------------------------------- */

static bool begins_alike(const struct address *one, const struct address *other, int bits) {
    int bytes = bits / 8, rest = bits % 8;
    if (memcmp(one->bytes, other->bytes, (size_t)bytes)) return false;
    return !rest || !((one->bytes[bytes] ^ other->bytes[bytes]) >> (8 - rest));
}

/* An address, or the beginning of addresses: 10.0.0.0/8. Its first bits count. */
static bool read_network(const char *text, struct address *base, int *bits) {
    size_t length = strcspn(text, "/"), digits = text[length] ? strlen(text + length + 1) : 0;
    if (!address_read(text, length, base)) return false;
    int most = is_ipv4(base) ? 32 : 128;
    *bits = 128;
    if (!text[length]) return true;
    const char *number = text + length + 1;
    if (!digits || digits > 3 || number[strspn(number, "0123456789")] || atoi(number) > most) return false;
    *bits = 128 - most + atoi(number);
    return true;
}

bool net_is_network(const char *text) {
    struct address base;
    int bits;
    return read_network(text, &base, &bits);
}

static bool is_in(const struct address *address, const char *network) {
    struct address base;
    int bits;
    return read_network(network, &base, &bits) && begins_alike(address, &base, bits);
}

bool address_is_among(const struct address *address, const char *const *networks) {
    for (; *networks; networks++)
        if (is_in(address, *networks)) return true;
    return false;
}

/* ---- How many ------------------------------------------------------------------------------------------------- */

static struct address group_of(const struct address *address) {
    struct address group = *address;
    if (!is_ipv4(address)) memset(group.bytes + 8, 0, 8);
    return group;
}

static struct address_count **bucket_of(struct net *net, const struct address *group) {
    uint32_t hash = 2166136261u;
    for (size_t i = 0; i < sizeof group->bytes; i++) hash = (hash ^ group->bytes[i]) * 16777619u;
    return &net->addresses[hash % ADDRESS_BUCKETS];
}

/* NULL: no memory. */
static struct address_count *count_of(struct net *net, const struct address *group) {
    struct address_count **bucket = bucket_of(net, group), *count = *bucket;
    while (count && memcmp(&count->group, group, sizeof *group)) count = count->next;
    if (count) return count;
    count = calloc(1, sizeof *count);
    if (!count) return NULL;
    *count = (struct address_count){.next = *bucket, .group = *group};
    *bucket = count;
    return count;
}

bool address_enter(struct net *net, struct net_peer *peer, const struct address *address) {
    struct address group = group_of(address);
    struct address_count *count = count_of(net, &group);
    assert(!peer->counted);
    if (!count || count->count >= net->limits.per_address_max) return false;
    count->count++;
    peer->counted = count;
    return true;
}

bool address_has_share(const struct net *net, struct address_count *count) {
    int64_t share = net->limits.turn_share, earned = (int64_t)(net->turn - count->turn) * share;
    count->turn = net->turn;
    count->spent = earned < count->spent ? count->spent - (int)earned : 0;
    return !share || count->spent < share;
}

void address_leave(struct net *net, struct net_peer *peer) {
    struct address_count *count = peer->counted;
    peer->counted = NULL;
    assert(!count || count->count > 0);
    if (!count || --count->count) return;
    struct address_count **link = bucket_of(net, &count->group);
    while (*link != count) link = &(*link)->next;
    *link = count->next;
    free(count);
}
