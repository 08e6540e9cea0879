/*
 * What names and passwords may be.
 */
#ifndef SERVER_API_NAMES_H
#define SERVER_API_NAMES_H

#include <stdbool.h>

enum {
    PASSWORD_SHORTEST = 8,
    PASSWORD_LONGEST = 128, /* characters */
    PASSWORD_BYTES = 4 * PASSWORD_LONGEST + 1,
    NAME_SHORTEST = 2,
    NAME_LONGEST = 24,
};

/* NULL, or the code of what is wrong with it. */
const char *names_check(const char *name);
const char *names_check_password(const char *password, const char *name);
/* Whether it is among those that are guessed first. */
bool names_is_common_password(const char *password);
/* Whether two names look the same, regardless of case. */
bool names_are_alike(const char *one, const char *other);
/* How many characters a UTF-8 text has; -1 if it is not UTF-8. */
int names_length(const char *text);

#endif
