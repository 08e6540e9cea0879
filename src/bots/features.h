/*
 * What a net is told of a position, for any game: the game's own description of it (its `json`) is walked through, and
 * everything in it is counted in cells.
 *
 * Lists with an entry for each seat belong to the seats, so that a net can look at a position from every seat alike.
 * Suits, kinds and places are tokens: names that cards or keys share (s1 to s5; A to G). Tokens of a class are told in
 * the same cells, so that what is learned of one holds for all of them. Numbers and counts become steps: so many of the
 * slot's features are on. What each seat has by the judgement of the game, if it has one, is told besides, in whole
 * numbers. Of a pile only its size is told, never its order. Hands are told as they are, so a bot must give it a
 * possible world that was drawn from its own view.
 *
 * Which cells there are is surveyed in play and kept in a layout, which is part of a net's file.
 */
#ifndef BOTS_FEATURES_H
#define BOTS_FEATURES_H

#include "bots/judgement.h"
#include "engine/text.h"

enum {
    NAMES_MAX = 320,
    LISTS_MAX = 64,
    SLOTS_MAX = 1024,
    TOKENS_MAX = 96,
    CLASSES_MAX = 4,
    CELLS_MAX = 16384,
    TOLD_MAX = 1024, /* cells in one position */
    STEPS_MAX = 20,
    WORTH_MAX = 2000,
    WORTH = 16, /* so much is a clear lead (the weight `scale` of the judgement) */
};

/* A word of the game that belongs to a token, such as c4: its suit is c, its rank 3. */
struct feature_name {
    char text[8];
    uint8_t token, rank;
};

/* A list that is not a mere multiset: an entry for each seat, or for each of its places. */
struct feature_list {
    uint32_t path;
    bool is_seats;
};

enum feature_kind {
    OF_ALL,  /* told once */
    OF_SEAT, /* told for each seat */
    TO_SEAT, /* names a seat: told by how far to the left of each seat it is */
};

/* One thing that is counted or measured. */
struct feature_slot {
    uint32_t key;
    int16_t low, high;
    uint8_t steps, stride; /* a step for so many */
    uint8_t kind;          /* enum feature_kind */
    uint8_t class;         /* of tokens, + 1: it is told for each token; 0: for none */
    uint32_t seen;         /* surveying: how often */
    uint16_t cell;         /* its first one */
};

struct layout {
    const struct arkad_game *game;
    uint8_t players;  /* for so many only; 0: for any number */
    uint32_t shape;   /* a hash of what the game's description looks like */
    uint32_t mark;    /* and of the cells */
    bool is_open;     /* being surveyed: whatever turns up gets a slot */
    struct mind mind; /* what is known of the game without the net */
    int name_count, list_count, slot_count, token_count, class_count, cell_count;
    struct feature_name names[NAMES_MAX];
    struct feature_list lists[LISTS_MAX];
    struct feature_slot slots[SLOTS_MAX];
    struct {
        uint8_t class, number;
    } tokens[TOKENS_MAX];
    uint8_t class_size[CLASSES_MAX];
    /* Found by hash: indices + 1. */
    uint16_t name_at[2 * 512], slot_at[4 * SLOTS_MAX];
    /* What a cell is. */
    struct feature_cell {
        uint16_t slot;
        uint8_t seat, token;
    } cells[CELLS_MAX];
};

/* What a word or a key comes to in a place: looking it up takes longer than everything else. */
enum { MEMOS = 2048, MEMO_CELLS = 4 };
struct memo {
    uint32_t layout; /* its mark; 0: nothing yet */
    const char *word;
    uint32_t path, bits; /* of the place */
    /* A word: what is counted where. A key: where its value is. */
    uint8_t count, next_token;
    uint16_t cells[MEMO_CELLS], slots[MEMO_CELLS];
    int16_t numbers[MEMO_CELLS];
    uint32_t next_path;
};

/* A position as a net is told it: so many steps in each of these cells. */
struct features {
    int players, count;
    int16_t worth[ARKAD_SEATS_MAX]; /* what each seat has by the judgement, or else by what is counted; see WORTH */
    struct {
        uint16_t cell;
        uint8_t steps;
    } told[TOLD_MAX];
    /* Room to count in: zero before it is used first, and zero again afterwards. */
    int16_t values[CELLS_MAX];
    bool is_told[CELLS_MAX];
    struct memo memos[MEMOS];
};

/* Reads a position's features; `world` is whole. */
void features_of(const struct layout *layout, const struct arkad_position *world, struct features *features);

/* Finds the layout of a game by playing it: by its judgement, if it has one, and at random. */
void layout_survey(struct layout *layout, const struct arkad_game *game, uint64_t seed);
/* An empty layout of a game. */
void layout_begin(struct layout *layout, const struct arkad_game *game);
/* Numbers the cells of a layout, once its names, lists and slots are there. */
void layout_close(struct layout *layout);
/* What the description of a game's positions looks like: its keys and its words. */
uint32_t layout_shape(const struct arkad_game *game);

#endif
