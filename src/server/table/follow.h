/*
 * What other servers did to a table, followed here.
 */
#ifndef SERVER_TABLE_FOLLOW_H
#define SERVER_TABLE_FOLLOW_H

#include "server/table/table.h"

/* Entries were added to its log: those who watch it here see them. */
void follow_log(struct server *server, int64_t id);
/* Its row, seats or what is decided ahead there changed. */
void follow_row(struct server *server, int64_t id);
void follow_line(struct server *server, int64_t id, int64_t number);
/* Whatever a table may have missed. False: it cannot be read. */
bool follow_all(struct server *server, struct table *table);
/* Adds what the log has more than is known here. False: it cannot be read. */
bool follow_catch_up(struct server *server, struct table *table);
/* Until the turn ends no other server changes the table, and what is known here is as it is stored. False: one is
   changing it, or it cannot be read. */
bool follow_hold(struct server *server, struct table *table);
/* Other servers came or went: tables that are this one's now are brought to life. */
void follow_nodes(struct server *server);

#endif
