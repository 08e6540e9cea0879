/*
 * What a request's head says: path, headers, cookies, whom a proxy speaks for.
 */
#ifndef SERVER_NET_NET_HEAD_H
#define SERVER_NET_NET_HEAD_H

#include "server/net/net.h"

/* Checks the head that was read: 0, or the status to refuse it with. */
int head_check(struct net_peer *peer);
/* The next header of that name after `last` (NULL: the first), or NULL. */
const char *head_find(const struct net_peer *peer, const char *name, const char *last);
/* Whether a comma-separated header has the word. */
bool head_has_word(const struct net_peer *peer, const char *name, const char *word);

#endif
