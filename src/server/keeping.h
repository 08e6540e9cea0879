/*
 * Care for the data file while the server runs: what is old is removed bit by bit, and whether the file is still what
 * was written to it is looked at in the background.
 */
#ifndef SERVER_KEEPING_H
#define SERVER_KEEPING_H

#include "server/common/server.h"

struct keeping;

struct keeping *keeping_open(struct server *server); /* NULL: no memory */
/* When the server stops: closes its handles. */
void keeping_stop(struct keeping *keeping);
/* When the loop has ended. */
void keeping_close(struct keeping *keeping);

#endif
