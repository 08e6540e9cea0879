/*
 * Vacations: so many days a year for which clocks by days stand.
 */
#ifndef SERVER_API_VACATION_H
#define SERVER_API_VACATION_H

#include "server/api/call.h"

/* Until when the account is on vacation (null: it is not), and how many days it may still take this year. */
json_t *vacation_json(struct server *server, int64_t account);
/* Ends those that are over. */
void vacation_sweep(struct server *server);

/* Requests. */
void vacation_post(struct call *call);
void vacation_delete(struct call *call);

#endif
