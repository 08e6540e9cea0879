/*
 * The fields of a row: one description binds them and reads them, so that the two cannot differ. What is read is
 * checked: a field that does not fit makes the query bad, which shows when it ends.
 */
#include "store/inside.h"

#include <limits.h>
#include <math.h>
#include <string.h>

void bind_number(struct query *query, int64_t value) {
    assert(!query->is_reading);
    if (query->statement) query->store->driver->put_number(query, value);
}

/* The text must stay until the query ends. */
void bind_text(struct query *query, const char *text) {
    assert(text);
    if (query->statement) query->store->driver->put_text(query, text);
}

void bind_none(struct query *query) {
    if (query->statement) query->store->driver->put_none(query);
}

void field_number(struct query *query, int64_t *value) {
    if (query->is_reading)
        *value = query->store->driver->number(query);
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
        field_number(query, id); /* none reads as 0 */
    else
        bind_none(query);
}

void field_real(struct query *query, double *value) {
    assert(query->is_reading || isfinite(*value));
    if (query->is_reading)
        *value = query->store->driver->real(query);
    else if (query->statement)
        query->store->driver->put_real(query, *value);
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
    *text = query->store->driver->text(query);
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
    if (!query->is_reading) {
        if (query->statement) query->store->driver->put_hash(query, hash);
        return;
    }
    const void *value = query->store->driver->hash(query);
    query->is_bad |= !value;
    if (value) memcpy(hash, value, STORE_HASH);
}
