/*
 * What the files about PostgreSQL share.
 */
#ifndef STORE_POSTGRES_H
#define STORE_POSTGRES_H

/* What leads to a version, and the oldest program that can use a database of that version. */
struct postgres_step {
    int version, oldest;
    const char *sql;
};

extern const struct postgres_step postgres_steps[];
extern const int postgres_step_count;

#endif
