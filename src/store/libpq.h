/*
 * What is needed of libpq, PostgreSQL's library for clients. It is loaded when a store is in a database, so that nobody
 * who needs only a file has to have it, and nobody who builds Arkád its headers: these few names and numbers have been
 * part of its stable interface since PostgreSQL 14.
 */
#ifndef STORE_LIBPQ_H
#define STORE_LIBPQ_H

#include <stdbool.h>
#include <stddef.h>

struct pg_conn;
struct pg_result;

struct pg_option {
    char *keyword, *envvar, *compiled, *val, *label, *dispchar;
    int dispsize;
};

struct pg_notify {
    char *relname;
    int be_pid;
    char *extra;
    struct pg_notify *next;
};

enum { PG_CONNECTION_OK, PG_CONNECTION_BAD };
enum { PG_POLLING_FAILED, PG_POLLING_READING, PG_POLLING_WRITING, PG_POLLING_OK };
enum {
    PG_EMPTY_QUERY,
    PG_COMMAND_OK,
    PG_TUPLES_OK,
    PG_NONFATAL_ERROR = 6,
    PG_FATAL_ERROR,
    PG_PIPELINE_SYNC = 10,
    PG_PIPELINE_ABORTED,
};
enum { PG_SQLSTATE = 'C', PG_MESSAGE_PRIMARY = 'M' };

struct libpq {
    struct pg_option *(*conninfo_parse)(const char *info, char **error);
    void (*conninfo_free)(struct pg_option *options);
    struct pg_conn *(*connect_start)(const char *const *keywords, const char *const *values, int expand);
    int (*connect_poll)(struct pg_conn *conn);
    void (*finish)(struct pg_conn *conn);
    int (*status)(const struct pg_conn *conn);
    int (*socket)(const struct pg_conn *conn);
    char *(*error_message)(const struct pg_conn *conn);
    int (*set_nonblocking)(struct pg_conn *conn, int is_nonblocking);
    int (*flush)(struct pg_conn *conn);
    int (*consume_input)(struct pg_conn *conn);
    int (*is_busy)(struct pg_conn *conn);
    int (*enter_pipeline)(struct pg_conn *conn);
    int (*pipeline_sync)(struct pg_conn *conn);
    int (*send_prepare)(struct pg_conn *conn, const char *name, const char *sql, int count, const unsigned *types);
    int (*send_prepared)(struct pg_conn *conn, const char *name, int count, const char *const *values,
                         const int *lengths, const int *formats, int format);
    int (*send_script)(struct pg_conn *conn, const char *sql); /* several commands; not in a pipeline */
    int (*send_params)(struct pg_conn *conn, const char *sql, int count, const unsigned *types,
                       const char *const *values, const int *lengths, const int *formats, int format);
    struct pg_result *(*get_result)(struct pg_conn *conn);
    int (*result_status)(const struct pg_result *result);
    char *(*result_field)(const struct pg_result *result, int code);
    int (*rows)(const struct pg_result *result);
    char *(*changes)(struct pg_result *result);
    char *(*value)(const struct pg_result *result, int row, int column);
    int (*length)(const struct pg_result *result, int row, int column);
    int (*is_null)(const struct pg_result *result, int row, int column);
    void (*clear)(struct pg_result *result);
    struct pg_notify *(*notifies)(struct pg_conn *conn);
    void (*free)(void *memory);
};

/* Loaded when it is first asked for; NULL: it is not there. */
const struct libpq *libpq_load(void);

#endif
