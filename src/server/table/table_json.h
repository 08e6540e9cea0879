/*
 * How a table is shown.
 */
#ifndef SERVER_TABLE_TABLE_JSON_H
#define SERVER_TABLE_TABLE_JSON_H

#include "server/table/table.h"

/* A table as the account (0: nobody) may see it. */
json_t *table_json(struct server *server, const struct store_table *table, const struct store_seat *seats,
                   int64_t account);
/* The same in a list, with whom it waits for, and without the text of a map of its own. */
json_t *table_json_listed(struct server *server, const struct store_table *table, const struct store_seat *seats,
                          int64_t account);
/* The options that differ from the standard; of a map its name. */
json_t *table_json_options(const struct store_table *row);
/* The value of an option: true or false, or a number. */
json_t *table_json_option(const struct arkad_option *option, uint8_t value);

#endif
