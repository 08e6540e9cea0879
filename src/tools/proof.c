/*
 * Acknowledged moves against logs.
 */
#include "tools/proof.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint64_t hash_of(const char *text) {
    uint64_t hash = 14695981039346656037U;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 1099511628211U;
    return hash;
}

void proof_note(struct proof *proof, const char *code, int number, const char *move) {
    assert(number > 0);
    if (proof->count == proof->room) {
        proof->room = proof->room ? 2 * proof->room : 256;
        proof->all = realloc(proof->all, proof->room * sizeof *proof->all);
        if (!proof->all) abort();
    }
    struct receipt *receipt = &proof->all[proof->count++];
    *receipt = (struct receipt){.number = number, .move = hash_of(move)};
    snprintf(receipt->code, sizeof receipt->code, "%s", code);
}

const struct receipt *proof_next(const struct proof *proof) {
    return proof->at < proof->count ? &proof->all[proof->at] : NULL;
}

/* Whether the next one is in the same piece of the same log as `first`. */
static bool is_near(const struct proof *proof, const struct receipt *first) {
    const struct receipt *next = proof_next(proof);
    return next && !strcmp(next->code, first->code) && next->number < first->number + PROOF_PIECE;
}

static void note_lost(const struct receipt *receipt, struct findings *findings) {
    if (!findings->lost++)
        snprintf(findings->first_lost, sizeof findings->first_lost, "%s %d", receipt->code, receipt->number);
}

static void note_unchecked(const char *why, struct findings *findings) {
    if (!findings->unchecked++) snprintf(findings->why_unchecked, sizeof findings->why_unchecked, "%s", why);
}

static bool is_same(const json_t *entry, const struct receipt *receipt) {
    const char *move = json_string_value(json_object_get(entry, "move"));
    return json_integer_value(json_object_get(entry, "n")) == receipt->number && move && hash_of(move) == receipt->move;
}

void proof_compare(struct proof *proof, const json_t *entries, struct findings *findings) {
    const struct receipt *first = proof_next(proof);
    assert(first);
    int from = (int)json_integer_value(json_object_get(json_array_get(entries, 0), "n"));
    int until = from + (int)json_array_size(entries) - 1;
    for (; is_near(proof, first); proof->at++) {
        const struct receipt *receipt = proof_next(proof);
        bool is_shown = receipt->number >= from && receipt->number <= until;
        if (is_shown && is_same(json_array_get(entries, (size_t)(receipt->number - from)), receipt))
            findings->found++;
        else if (receipt->number < from)
            note_unchecked("the log of a table was not shown as far back as was asked", findings);
        else
            note_lost(receipt, findings);
    }
}

void proof_skip(struct proof *proof, bool is_lost, const char *why, struct findings *findings) {
    const struct receipt *first = proof_next(proof);
    for (; first && is_near(proof, first); proof->at++)
        if (is_lost)
            note_lost(proof_next(proof), findings);
        else
            note_unchecked(why, findings);
}

void proof_give_up(struct proof *proof, const char *why, struct findings *findings) {
    for (; proof_next(proof); proof->at++) note_unchecked(why, findings);
}

void proof_end(struct proof *proof) { free(proof->all); }

bool findings_are_good(const struct findings *findings) {
    return !findings->lost && findings->unchecked * 100 <= findings->found && findings->found;
}
