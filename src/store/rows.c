/*
 * The fields of a row: one description binds them and reads them, so that the two cannot differ. What is read is
 * checked: a field that does not fit makes the query bad, which shows when it ends.
 */
#include "store/inside.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static void check(struct query *query, int code) { query->is_bad |= code != SQLITE_OK; }

void bind_number(struct query *query, int64_t value) {
    assert(!query->is_reading);
    if (query->statement) check(query, sqlite3_bind_int64(query->statement, query->at++, value));
}

/* The text must stay until the query ends. */
void bind_text(struct query *query, const char *text) {
    assert(text);
    if (query->statement) check(query, sqlite3_bind_text(query->statement, query->at++, text, -1, SQLITE_STATIC));
}

void field_number(struct query *query, int64_t *value) {
    if (query->is_reading)
        *value = sqlite3_column_int64(query->statement, query->at++);
    else
        bind_number(query, *value);
}

void field_int(struct query *query, int *value) {
    int64_t number = query->is_reading ? 0 : *value;
    field_number(query, &number);
    query->is_bad |= number < INT_MIN || number > INT_MAX;
    *value = (int)number;
}

void field_flag(struct query *query, bool *value) {
    int64_t number = query->is_reading ? 0 : *value;
    field_number(query, &number);
    *value = number != 0;
}

void field_reference(struct query *query, int64_t *id) {
    if (query->is_reading || *id)
        field_number(query, id); /* NULL reads as 0 */
    else if (query->statement)
        check(query, sqlite3_bind_null(query->statement, query->at++));
}

void field_real(struct query *query, double *value) {
    assert(query->is_reading || isfinite(*value));
    if (query->is_reading)
        *value = sqlite3_column_double(query->statement, query->at++);
    else if (query->statement)
        check(query, sqlite3_bind_double(query->statement, query->at++, *value));
}

void field_float(struct query *query, float *value) {
    double real = query->is_reading ? 0 : (double)*value;
    field_real(query, &real);
    *value = (float)real;
}

void field_long_text(struct query *query, const char **text) {
    if (!query->is_reading) {
        bind_text(query, *text);
        return;
    }
    *text = (const char *)sqlite3_column_text(query->statement, query->at++);
    query->is_bad |= !*text;
    if (!*text) *text = "";
}

void field_text(struct query *query, char *text, size_t size) {
    assert(size > 1);
    assert(query->is_reading || memchr(text, 0, size));
    const char *value = text;
    field_long_text(query, &value);
    if (!query->is_reading) return;
    size_t length = strlen(value);
    query->is_bad |= length >= size;
    memset(text, 0, size);
    memcpy(text, value, length < size ? length : size - 1);
}

void field_hash(struct query *query, uint8_t hash[STORE_HASH]) {
    if (query->is_reading) {
        int at = query->at++;
        const void *value = sqlite3_column_blob(query->statement, at);
        if (value && sqlite3_column_bytes(query->statement, at) == STORE_HASH)
            memcpy(hash, value, STORE_HASH);
        else
            query->is_bad = true;
    } else if (query->statement) {
        check(query, sqlite3_bind_blob(query->statement, query->at++, hash, STORE_HASH, SQLITE_STATIC));
    }
}
