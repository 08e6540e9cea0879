/*
 * How often anybody may do what. Buckets are in sets, by a keyed hash of who asks and for what; a set that is full
 * gives up the bucket that was used least recently.
 */
#include "server/common/limits.h"

#include <assert.h>
#include <arpa/inet.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 2048, /* with 8 buckets each, 384 KB: some thousand people at once, and an attacker's addresses */
    WAYS = 8,
};

/* How many at once, and then one every how many ms. A club behind one address must be able to come in together. */
static const struct {
    int burst, every_ms;
} RATES[LIMITS] = {
    [LIMIT_REQUEST] = {300, 33},   [LIMIT_GUEST] = {60, 20000},
    [LIMIT_LOGIN] = {10, 30000}, /* 2,900 tries a day for one password from one address */
    [LIMIT_LOGINS] = {30, 6000},   [LIMIT_TABLE] = {20, 5000},
    [LIMIT_MOVE] = {200, 20},      [LIMIT_CHAT] = {8, 2000},
    [LIMIT_ANALYSIS] = {5, 60000}, [LIMIT_MESSAGE] = {400, 10},
    [LIMIT_PAGE] = {3000, 5},      [LIMIT_TABLES] = {120, 3000},
    [LIMIT_SEAT] = {20, 1000},     [LIMIT_FLOOD] = {100, 1000},
    [LIMIT_HOUSE] = {800, 300000},
};

struct bucket {
    uint64_t key; /* 0: free */
    int64_t at_ms;
    int64_t filled_ms; /* what is in it, as the time it took to fill */
};

struct limits {
    uint8_t secret[crypto_shorthash_KEYBYTES]; /* so that nobody can choose whom to push out */
    struct bucket sets[SETS][WAYS];
};

struct limits *limits_open(void) {
    struct limits *limits = calloc(1, sizeof *limits);
    if (limits) randombytes_buf(limits->secret, sizeof limits->secret);
    return limits;
}

void limits_close(struct limits *limits) { free(limits); }

static uint64_t key_of(const struct limits *limits, enum limit limit, const char *who) {
    uint8_t text[1 + 256];
    uint64_t key;
    size_t length = strlen(who) < sizeof text - 1 ? strlen(who) : sizeof text - 1;
    text[0] = (uint8_t)limit;
    memcpy(text + 1, who, length);
    crypto_shorthash((uint8_t *)&key, text, length + 1, limits->secret);
    return key ? key : 1;
}

static int64_t full_ms(enum limit limit) { return (int64_t)RATES[limit].burst * RATES[limit].every_ms; }

/* The bucket with this key; if there is none, a full one in the place of the oldest. */
static struct bucket *find_bucket(struct limits *limits, enum limit limit, uint64_t key, int64_t now_ms) {
    struct bucket *set = limits->sets[key % SETS], *oldest = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key) return &set[i];
        if (set[i].at_ms < oldest->at_ms) oldest = &set[i];
    }
    *oldest = (struct bucket){.key = key, .at_ms = now_ms, .filled_ms = full_ms(limit)};
    return oldest;
}

/* The bucket of this asker, as full as it is by now. */
static struct bucket *fill_bucket(struct limits *limits, enum limit limit, const char *who, int64_t now_ms) {
    assert(limit < LIMITS);
    struct bucket *bucket = find_bucket(limits, limit, key_of(limits, limit, who), now_ms);
    bucket->filled_ms += now_ms - bucket->at_ms;
    bucket->at_ms = now_ms;
    if (bucket->filled_ms > full_ms(limit)) bucket->filled_ms = full_ms(limit);
    return bucket;
}

bool limits_take(struct limits *limits, enum limit limit, const char *who, int64_t now_ms) {
    struct bucket *bucket = fill_bucket(limits, limit, who, now_ms);
    if (bucket->filled_ms < RATES[limit].every_ms) return false;
    bucket->filled_ms -= RATES[limit].every_ms;
    assert(bucket->filled_ms >= 0);
    return true;
}

void limits_charge(struct limits *limits, enum limit limit, const char *who, int cost, int64_t now_ms) {
    struct bucket *bucket = fill_bucket(limits, limit, who, now_ms);
    bucket->filled_ms -= (int64_t)cost * RATES[limit].every_ms;
    if (bucket->filled_ms < -full_ms(limit)) bucket->filled_ms = -full_ms(limit);
}

int limits_pause_s(enum limit limit) { return (RATES[limit].every_ms + 999) / 1000; }
int limits_burst(enum limit limit) { return RATES[limit].burst; }

/* One customer has a whole /64 of IPv6: that counts as one address. */
void limits_group(const char *address, char group[NET_ADDRESS_MAX]) {
    uint8_t bytes[16];
    snprintf(group, NET_ADDRESS_MAX, "%s", address);
    if (inet_pton(AF_INET6, address, bytes) != 1) return;
    memset(bytes + 8, 0, 8);
    inet_ntop(AF_INET6, bytes, group, NET_ADDRESS_MAX);
}

bool limits_allow_login(struct server *server, const char *name, const char *address) {
    char group[NET_ADDRESS_MAX], who[NET_ADDRESS_MAX + STORE_NAME_MAX + 1];
    limits_group(address, group);
    snprintf(who, sizeof who, "%s %.*s", group, STORE_NAME_MAX - 1, name);
    return limits_allow(server, LIMIT_LOGINS, address) && limits_allow(server, LIMIT_LOGIN, who);
}

/* Addresses are counted in groups; what else is counted is longer than any address, or begins with a sign. */
static const char *counted_as(const char *who, char group[NET_ADDRESS_MAX]) {
    if (strlen(who) >= NET_ADDRESS_MAX) return who;
    limits_group(who, group);
    return group;
}

bool limits_allow(struct server *server, enum limit limit, const char *who) {
    char group[NET_ADDRESS_MAX];
    if (server->config.has_no_limits) return true;
    return limits_take(server->limits, limit, counted_as(who, group), (int64_t)uv_now(server->loop));
}

void limits_add(struct server *server, enum limit limit, const char *who, int cost) {
    char group[NET_ADDRESS_MAX];
    if (server->config.has_no_limits || !cost) return;
    limits_charge(server->limits, limit, counted_as(who, group), cost, (int64_t)uv_now(server->loop));
}

static void name_account(int64_t account, char who[24]) {
    memset(who, 0, 24);
    who[0] = '#'; /* no address begins like this */
    for (size_t i = 1; account > 0 && i < 23; account /= 10) who[i++] = (char)('0' + account % 10);
}

bool limits_allow_account(struct server *server, enum limit limit, int64_t account) {
    char who[24];
    name_account(account, who);
    return limits_allow(server, limit, who);
}

void limits_add_account(struct server *server, enum limit limit, int64_t account, int cost) {
    char who[24];
    name_account(account, who);
    limits_add(server, limit, who, cost);
}
