/*
 * What a server has acknowledged, kept by the one it told, and compared with its logs later. A move that the log has
 * otherwise or not at all is lost; one whose part of the log could not be read is unchecked, which says nothing of it.
 */
#ifndef TOOLS_PROOF_H
#define TOOLS_PROOF_H

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { PROOF_CODE_MAX = 16, PROOF_PIECE = 1000 /* entries that a server shows at once */ };

struct receipt {
    char code[PROOF_CODE_MAX]; /* of the table */
    int number;
    uint64_t move; /* a hash of its text */
};

/* All that one player was told; those of one table stand together, in their order. */
struct proof {
    struct receipt *all;
    size_t count, room, at; /* at: those before it were looked up */
};

/* How it came out, of all players. */
struct findings {
    uint64_t found, lost, unchecked;
    char first_lost[64], why_unchecked[160]; /* empty: none */
};

void proof_note(struct proof *proof, const char *code, int number, const char *move);
/* What is to be looked up next; NULL: nothing. */
const struct receipt *proof_next(const struct proof *proof);
/* Compares the next ones with the piece of their table's log that begins with them. */
void proof_compare(struct proof *proof, const json_t *entries, struct findings *findings);
/* The next ones, as far as one piece of the log goes, cannot be read; or there is no such table, and they are lost. */
void proof_skip(struct proof *proof, bool is_lost, const char *why, struct findings *findings);
/* The same for all that is left. */
void proof_give_up(struct proof *proof, const char *why, struct findings *findings);
void proof_end(struct proof *proof);
/* Nothing is lost, and what could not be read is too little to hide much: one of a hundred at most. */
bool findings_are_good(const struct findings *findings);

#endif
