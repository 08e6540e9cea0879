/*
 * Nets in the browser: there are none. No game has one that beats its judgement, and the code for them would be a
 * twentieth of what a page loads first.
 */
#include "bots/net.h"

#include <assert.h>

const struct net *net_of(const struct arkad_game *game) {
    (void)game;
    return NULL;
}

void mind_with_net(const struct arkad_game *game, struct mind *mind) { mind_of(game, mind); }

void features_of(const struct layout *layout, const struct arkad_position *world, struct features *features) {
    (void)layout, (void)world, (void)features;
    assert(false); /* for a net alone */
}

void net_chances(const struct net *net, const struct features *features, uint32_t chances[ARKAD_SEATS_MAX]) {
    (void)net, (void)features, (void)chances;
    assert(false);
}
