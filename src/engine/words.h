/*
 * The notation of moves: words separated by single spaces. One function per game describes its moves, for both
 * ways: reading, it takes the words from the text and fills the move; writing, the other way round. If a move that was
 * read gives the same text when written again, its spelling was right.
 */
#ifndef ENGINE_WORDS_H
#define ENGINE_WORDS_H

#include "engine/text.h"

#include <stdint.h>

struct words {
    bool is_reading;
    struct text *out;     /* writing */
    const char *in, *end; /* reading */
    bool has_begun;       /* there is a word already: the next one needs a space */
    const char *wrong;    /* NULL, or what is wrong: then everything else does nothing */
};

/* Names of cards, kinds, places: index 0 is unused, every name fits in three characters. */
typedef const char short_name[4];

/* The verb, by its index in verbs; a verb may be of several words ("mason house"). */
void words_verb(struct words *words, uint8_t *verb, const char *const *verbs, int count);
/* A number in plain digits. */
void words_number(struct words *words, uint8_t *value, int min, int max);
/* One of names[1..count]. */
void words_name(struct words *words, uint8_t *value, short_name *names, int count);
/* A fixed word like "with". */
void words_literal(struct words *words, const char *word);
/* Is there another word? Writing: the answer given. */
bool words_more(const struct words *words, bool is_more);
/* Is this the next word? Writing: the answer given. It is not taken. */
bool words_next_is(const struct words *words, const char *word, bool is_next);

/* For words with an inner form like 4:44*: the space before a word, one character, a look at the next one
   (reading only: 0 at the end). */
void words_space(struct words *words);
void words_char(struct words *words, char c);
char words_peek(const struct words *words);
void words_fail(struct words *words, const char *wrong);

#endif
