/*
 * The nets that are built in.
 */
#include "bots/nets_built.h"

#include "games.h"

#define BYTES_OF(name)              \
    extern const char name##_net[]; \
    extern const size_t name##_net_length;
GAMES_WITH_NET(BYTES_OF)

#define NET_OF(name) {#name, name##_net, &name##_net_length},
const struct built_net built_nets[] = {GAMES_WITH_NET(NET_OF){NULL, NULL, NULL}};
