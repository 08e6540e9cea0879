/*
 * What those who watch a table are sent.
 */
#ifndef SERVER_TABLE_BROADCAST_H
#define SERVER_TABLE_BROADCAST_H

#include "server/table/command.h"

/* Everything, to one watcher: with the entries after `since`, up to `until`. */
void broadcast_table(struct server *server, struct table *table, struct watcher *watcher, int since, int until,
                     const json_t *re);
/* One more entry, to all; the answer to `command`, if not NULL. */
void broadcast_entry(struct server *server, struct table *table, const struct entry *entry,
                     const struct arkad_tape *tape, const struct command *command);
/* Entries from a number on once more, to one watcher; the first carries `re`. At most `count`. */
void broadcast_again(struct command *command, int from, int count, const json_t *re);
/* Who sits where, to all `but` one (NULL: none). */
void broadcast_seats(struct server *server, struct table *table, const struct watcher *but);

#endif
