/*
 * A new table, as its maker describes it.
 */
#ifndef SERVER_API_NEW_TABLE_H
#define SERVER_API_NEW_TABLE_H

#include "server/api/record.h"

enum { NEW_TABLE_BOT = 2 }; /* the level of a bot if none is given */

/* What is wrong with a description: the code, and a sentence of the engine, or none. */
struct fault {
    const char *code;
    char why[ARKAD_WHY_MAX];
};

/* A table's row and seats as the body describes them; false and what is wrong. */
bool new_table_row(const struct call *call, struct store_table *row, struct fault *fault);
bool new_table_seats(const struct call *call, struct record *record, struct fault *fault);
/* Options as JSON into the row. */
bool new_table_options(json_t *json, struct store_table *row, struct fault *fault);
/* A seat as the owner describes it: open, invited or bot. NULL, or the code of what is wrong. */
const char *new_table_seat(const json_t *json, bool is_rated, struct store_seat *seat);
/* A seat for somebody with a link that cannot be guessed. */
void new_table_invite(struct store_seat *seat);
/* `length` random letters and digits, with a terminating 0. */
void new_table_code(char *code, int length);

#endif
