/*
 * What the rest of the server needs of accounts besides hub.h: tokens, and what names and passwords may be.
 */
#ifndef SERVER_PEOPLE_H
#define SERVER_PEOPLE_H

#include "server/hub.h"

#define PEOPLE_COOKIE "arkad"

enum {
    PEOPLE_TOKEN_MAX = 64, /* 32 random bytes in base 64 */
    PASSWORD_SHORTEST = 8,
    PASSWORD_LONGEST = 128, /* characters */
    PASSWORD_BYTES = 4 * PASSWORD_LONGEST + 1,
    NAME_SHORTEST = 2,
    NAME_LONGEST = 24,
};

/* The account and session that a token stands for. The session's end moves on with use. */
enum store_answer people_by_token(struct hub *hub, const char *token, struct store_account *account,
                                  uint8_t session[STORE_HASH]);

/* NULL, or the code of what is wrong with it. */
const char *name_judge(const char *name);
const char *password_judge(const char *password, const char *name);
/* Whether two names are the same but for case. */
bool name_is_same(const char *one, const char *other);
/* Characters of a text in UTF-8; -1 if it is none. */
int count_characters(const char *text);

#endif
