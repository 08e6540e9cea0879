/*
 * The net of each game: built in, and read when it is first asked for, or given.
 */
#include "bots/nets_built.h"
#include "bots/net.h"
#include "engine/game.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

enum { NETS_MAX = 32 };

/* By the game's place in the list of games. */
static struct place {
    _Atomic(struct net *) net;
    atomic_bool is_refused; /* there is none, or it does not fit */
} places[NETS_MAX];

static struct place *place_of(const struct arkad_game *game) {
    for (int i = 0; i < NETS_MAX; i++)
        if (arkad_game_at(i) == game) return &places[i];
    return NULL;
}

static struct net *read_built_in(const struct arkad_game *game) {
    char why[ARKAD_WHY_MAX];
    for (const struct built_net *built = built_nets; built->game; built++)
        if (!strcmp(built->game, arkad_game_name(game))) return net_read(game, built->bytes, *built->length, why);
    return NULL;
}

const struct net *net_of(const struct arkad_game *game) {
    struct place *place = place_of(game);
    struct net *net = place ? atomic_load(&place->net) : NULL, *none = NULL;
    if (net || !place || atomic_load(&place->is_refused)) return net;
    net = read_built_in(game);
    if (!net)
        atomic_store(&place->is_refused, true);
    else if (!atomic_compare_exchange_strong(&place->net, &none, net)) /* another thread was faster */
        net_free(net), net = none;
    return net;
}

void net_give(struct net *net) {
    struct place *place = place_of(net->layout.game);
    if (place) atomic_store(&place->net, net);
}

void mind_with_net(const struct arkad_game *game, struct mind *mind) {
    mind_of(game, mind);
    mind->net = net_of(game);
}
