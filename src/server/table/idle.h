/*
 * Tables in play that everybody has left. With a clock the clock sees to it: a bot plays on. Without one, whoever the
 * game waits for resigns when nobody who sits there has been at the table for a day (against bots alone) or a week.
 */
#ifndef SERVER_TABLE_IDLE_H
#define SERVER_TABLE_IDLE_H

#include "server/table/table.h"

/* When that will be; 0: somebody is there, or it will not. */
int64_t idle_ends_ms(struct server *server, const struct store_table *row, const struct store_seat *seats);
/* Ends those whose time has come; if the house is full, games against bots after a quarter of an hour. */
void idle_sweep(struct server *server, bool is_full);

#endif
