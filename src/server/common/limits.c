/*
 * How often anybody may do what. Buckets lie in sets by a keyed hash of who asks and for what; a set that is full gives
 * up the bucket that was used least recently.
 */
#include "server/common/limits.h"

#include <assert.h>
#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

enum {
    SETS = 2048, /* with 8 buckets each, 384 KB: some thousand people at once, and an attacker's addresses */
    WAYS = 8,
};

/* So many at once, then one every so often. A club behind one address must be able to come in together. */
static const struct {
    int burst, every_ms;
} RATES[LIMITS] = {
    [LIMIT_REQUEST] = {300, 33}, [LIMIT_GUEST] = {60, 20000},
    [LIMIT_LOGIN] = {10, 10000}, /* by address, and by name: nobody's password is tried 9,000 times a day */
    [LIMIT_TABLE] = {20, 5000},  [LIMIT_MOVE] = {200, 20},
    [LIMIT_CHAT] = {8, 2000},    [LIMIT_ANALYSIS] = {5, 60000},
    [LIMIT_MESSAGE] = {400, 10},
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

bool limits_take(struct limits *limits, enum limit limit, const char *who, int64_t now_ms) {
    assert(limit < LIMITS);
    struct bucket *bucket = find_bucket(limits, limit, key_of(limits, limit, who), now_ms);
    bucket->filled_ms += now_ms - bucket->at_ms;
    bucket->at_ms = now_ms;
    if (bucket->filled_ms > full_ms(limit)) bucket->filled_ms = full_ms(limit);
    if (bucket->filled_ms < RATES[limit].every_ms) return false;
    bucket->filled_ms -= RATES[limit].every_ms;
    assert(bucket->filled_ms >= 0);
    return true;
}

int limits_pause_s(enum limit limit) { return (RATES[limit].every_ms + 999) / 1000; }
int limits_burst(enum limit limit) { return RATES[limit].burst; }

/* One customer has a whole /64 of IPv6: that counts as one address. */
static void shorten_address(const char *who, char group[NET_ADDRESS_MAX]) {
    uint8_t bytes[16];
    if (inet_pton(AF_INET6, who, bytes) != 1) return;
    memset(bytes + 8, 0, 8);
    inet_ntop(AF_INET6, bytes, group, NET_ADDRESS_MAX);
}

bool limits_allow(struct server *server, enum limit limit, const char *who) {
    char group[NET_ADDRESS_MAX] = "";
    if (server->config.has_no_limits) return true;
    shorten_address(who, group);
    return limits_take(server->limits, limit, *group ? group : who, (int64_t)uv_now(server->loop));
}

bool limits_allow_account(struct server *server, enum limit limit, int64_t account) {
    char who[24] = {'#'}; /* no address begins so */
    for (size_t i = 1; account > 0 && i < sizeof who - 1; account /= 10) who[i++] = (char)('0' + account % 10);
    return limits_allow(server, limit, who);
}
