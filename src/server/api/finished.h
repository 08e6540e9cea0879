/*
 * Games that are over.
 */
#ifndef SERVER_API_FINISHED_H
#define SERVER_API_FINISHED_H

#include "server/common/server.h"

/* Handles the request if it is about a game that is over; false if it is not. */
bool finished_request(struct server *server, const struct net_request *request);

#endif
