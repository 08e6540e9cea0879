/*
 * Vacations at the tables: the clocks by days of somebody who is on one stand still.
 */
#ifndef SERVER_TABLE_VACATION_H
#define SERVER_TABLE_VACATION_H

#include "server/table/table.h"

/* The account's vacation begins, or ends (0), at every table of days at which it plays. */
void vacation_changed(struct server *server, int64_t account, int64_t until_ms);
/* The cards were dealt: who is on vacation already? */
void vacation_at_deal(struct server *server, struct table *table);

#endif
