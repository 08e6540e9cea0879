/*
 * Going away and coming back; resigning, which is going away for good.
 */
#ifndef SERVER_TABLE_AWAY_H
#define SERVER_TABLE_AWAY_H

#include "server/table/command.h"

/* The seat has run out of time. */
void away_time_out(struct server *server, struct table *table, int seat);
/* The person's account is being deleted. */
void away_for_good(struct server *server, struct table *table, int seat);

/* Commands. */
void away_leave(struct command *command);
void away_resign(struct command *command);
void away_return(struct command *command);

#endif
