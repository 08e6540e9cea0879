/*
 * The other servers that share the store: what they say is heard here and passed on, and the lease is renewed by which
 * they know of this one. Nothing is done if the store is not shared.
 */
#ifndef SERVER_OTHERS_H
#define SERVER_OTHERS_H

#include "server/common/server.h"

struct others *others_open(struct server *server); /* NULL: no memory */
void others_stop(struct others *others);
void others_close(struct others *others);

#endif
