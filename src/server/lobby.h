/*
 * What tables before they start and lists of tables share: lobby.c, tables.c and review.c.
 */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include "server/ask.h"

enum { LOBBY_MAX = 200 }; /* tables in a list */

/* A table with its seats, as it is stored. */
struct sitting {
    struct store_table row;
    struct store_seat seats[STORE_SEATS_MAX];
};

/* The table that the ask names; false if it was refused. */
bool lobby_find(struct ask *ask, struct sitting *sitting);
/* The seat of an account that sits there; -1: none. */
int lobby_seat_of(const struct sitting *sitting, int64_t account);
/* Throws away open tables that were forgotten. */
void lobby_sweep(struct hub *hub);
/* The account is about to go: its open tables are left, and bots play on in the others. False: the store failed. */
bool lobby_account_leaves(struct hub *hub, int64_t account);
/* Tells an account's connections in the lobby that a table is not theirs any more. */
void lobby_tell_gone(struct hub *hub, int64_t account, const char *code);

/* ---- making.c ---------------------------------------------------------------------------------------------------- */

enum { MAKING_BOT = 2 }; /* the level of a bot of whom nothing was said */

/* What is wrong with a description: the code, and a sentence of the engine's or none. */
struct fault {
    const char *code;
    char why[ARKAD_WHY_MAX];
};

/* A table's row and seats as the body describes them; false and what is wrong. */
bool making_row(const struct ask *ask, struct store_table *row, struct fault *fault);
bool making_seats(const struct ask *ask, struct sitting *sitting, struct fault *fault);
/* Options as JSON into the row. */
bool making_options(json_t *json, struct store_table *row, struct fault *fault);
/* A seat as the owner describes it: open, invited or bot. NULL, or the code of what is wrong. */
const char *making_seat(const json_t *json, bool is_rated, struct store_seat *seat);
/* A seat for somebody with a link that cannot be guessed. */
void making_invite(struct store_seat *seat);
/* So many random letters and digits, with a closing 0. */
void making_code(char *code, int length);

/* ---- tables.c ---------------------------------------------------------------------------------------------------- */

/* What is only asked for: games, tables, ratings. */
void tables_games(struct ask *ask);
void tables_ratings(struct ask *ask);
void tables_list(struct ask *ask);
void tables_one(struct ask *ask);
/* The setup of a table's game; `map` is room for a map of its own. */
const struct arkad_game *tables_setup(const struct store_table *row, struct arkad_setup *setup, struct arkad_map *map);
/* The options that are not as usual; of a map its name. */
json_t *tables_options(const struct store_table *row);

#endif
