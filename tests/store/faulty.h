/*
 * A disk that fails when it is told to: a layer under SQLite that counts the calls that change files and lets one of
 * them, or all from one on, go wrong.
 */
#ifndef TESTS_FAULTY_H
#define TESTS_FAULTY_H

#include <stdbool.h>

enum fault {
    FAULT_NONE,
    FAULT_REFUSED, /* nothing is done */
    FAULT_TORN,    /* half of a write is done */
    FAULT_DONE,    /* all of it is done, and said to have failed */
    FAULTS,
};

/* Puts the layer under every file that SQLite opens from now on. */
void faulty_install(void);
/* The call `at` (from 1) from now on fails; `stays`: all after it, too. */
void faulty_set(enum fault fault, int at, bool stays);
/* Whether a call has failed since. */
bool faulty_has_failed(void);

#endif
