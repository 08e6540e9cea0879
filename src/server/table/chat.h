/*
 * What people say at a table.
 */
#ifndef SERVER_TABLE_CHAT_H
#define SERVER_TABLE_CHAT_H

#include "server/table/command.h"

/* The last lines that the watcher may read. */
json_t *chat_lines(struct server *server, const struct table *table, const struct watcher *watcher);

/* Commands. */
void chat_say(struct command *command);
void chat_mute(struct command *command);

/* A line that was said at another server. */
void chat_follow(struct server *server, const struct table *table, int64_t number);

#endif
