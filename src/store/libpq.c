/*
 * Loading libpq.
 */
#include "store/libpq.h"

#include <dlfcn.h>

static const char *const NAMES[] = {"libpq.so.5", "libpq.5.dylib", "libpq.so"};

static struct libpq loaded;

/* Where each function goes, and its name. */
static const struct {
    size_t at;
    const char *name;
} FUNCTIONS[] = {
    {offsetof(struct libpq, conninfo_parse), "PQconninfoParse"},
    {offsetof(struct libpq, conninfo_free), "PQconninfoFree"},
    {offsetof(struct libpq, connect_start), "PQconnectStartParams"},
    {offsetof(struct libpq, connect_poll), "PQconnectPoll"},
    {offsetof(struct libpq, finish), "PQfinish"},
    {offsetof(struct libpq, status), "PQstatus"},
    {offsetof(struct libpq, socket), "PQsocket"},
    {offsetof(struct libpq, error_message), "PQerrorMessage"},
    {offsetof(struct libpq, set_nonblocking), "PQsetnonblocking"},
    {offsetof(struct libpq, flush), "PQflush"},
    {offsetof(struct libpq, consume_input), "PQconsumeInput"},
    {offsetof(struct libpq, is_busy), "PQisBusy"},
    {offsetof(struct libpq, enter_pipeline), "PQenterPipelineMode"},
    {offsetof(struct libpq, pipeline_sync), "PQpipelineSync"},
    {offsetof(struct libpq, send_prepare), "PQsendPrepare"},
    {offsetof(struct libpq, send_prepared), "PQsendQueryPrepared"},
    {offsetof(struct libpq, send_script), "PQsendQuery"},
    {offsetof(struct libpq, send_params), "PQsendQueryParams"},
    {offsetof(struct libpq, get_result), "PQgetResult"},
    {offsetof(struct libpq, result_status), "PQresultStatus"},
    {offsetof(struct libpq, result_field), "PQresultErrorField"},
    {offsetof(struct libpq, rows), "PQntuples"},
    {offsetof(struct libpq, changes), "PQcmdTuples"},
    {offsetof(struct libpq, value), "PQgetvalue"},
    {offsetof(struct libpq, length), "PQgetlength"},
    {offsetof(struct libpq, is_null), "PQgetisnull"},
    {offsetof(struct libpq, clear), "PQclear"},
    {offsetof(struct libpq, notifies), "PQnotifies"},
    {offsetof(struct libpq, free), "PQfreemem"},
};

static void *open_library(void) {
    void *library = NULL;
    for (size_t i = 0; i < sizeof NAMES / sizeof *NAMES && !library; i++) library = dlopen(NAMES[i], RTLD_NOW);
    return library;
}

const struct libpq *libpq_load(void) {
    static bool is_loaded;
    if (is_loaded) return &loaded;
    void *library = open_library();
    for (size_t i = 0; library && i < sizeof FUNCTIONS / sizeof *FUNCTIONS; i++) {
        void *function = dlsym(library, FUNCTIONS[i].name);
        if (!function) return NULL; /* older than PostgreSQL 14 */
        *(void **)((char *)&loaded + FUNCTIONS[i].at) = function;
    }
    is_loaded = library != NULL;
    return is_loaded ? &loaded : NULL;
}
