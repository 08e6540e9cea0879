/*
 * What tables before they start and lists of tables share: lobby.c, tables.c and review.c.
 */
#ifndef SERVER_LOBBY_H
#define SERVER_LOBBY_H

#include "server/ask.h"

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
/* What is only asked for: games, tables, ratings. */
void tables_games(struct ask *ask);
void tables_ratings(struct ask *ask);
void tables_list(struct ask *ask);
void tables_one(struct ask *ask);
/* The setup of a table's game, without its seed unless the game is over. */
const struct arkad_game *tables_setup(const struct store_table *row, struct arkad_setup *setup);

#endif
