/*
 * Accounts: guests, persons and their programs.
 */
#ifndef SERVER_API_PEOPLE_H
#define SERVER_API_PEOPLE_H

#include "server/common/server.h"

#include <jansson.h>

/* Handles the request if it is about accounts; false if it is not. */
bool people_request(struct server *server, const struct net_request *request);
/* An account as others see it, or as it sees itself. */
json_t *people_json(struct server *server, const struct store_account *account, bool is_self);

#endif
