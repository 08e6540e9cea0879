/*
 * The board of the lobby: every open public table as those see it who do not own it, each written once a change, and
 * all of them together for everybody who asks. It is a copy of what is stored, and read again after trouble.
 */
#ifndef SERVER_API_LOBBY_BOARD_H
#define SERVER_API_LOBBY_BOARD_H

#include "engine/json.h"
#include "server/common/server.h"

enum { LOBBY_MAX = 200 }; /* tables in a list */

struct lobby_board *lobby_board_open(void); /* NULL: no memory */
void lobby_board_close(struct lobby_board *board);

/* The newest tables as this account (0: nobody) sees them: values of a list. */
void lobby_board_write(struct server *server, int64_t account, struct json *list);
/* A text of any length: what `write` writes, which does it again if there was not enough room. The caller frees it;
   NULL: no memory. */
char *lobby_board_text(void (*write)(void *context, struct json *json), void *context, size_t *length);

/* A table has changed: it appears, looks different or disappears. */
void lobby_board_changed(struct server *server, const struct store_table *table, const struct store_seat *seats);
/* So does every table where this account sits or is invited. */
void lobby_board_account(struct server *server, int64_t account);
/* What was written may never have been stored. */
void lobby_board_forget(struct server *server);

#endif
