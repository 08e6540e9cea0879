/*
 * Many games of one kind, stepped together, for programs that learn by playing.
 *
 * In every game one seat is asked at a time: of those the game waits for the lowest. It is shown its view, and its
 * listed moves are what it may choose from. Everything a step tells is written into arrays that the caller owns, a row
 * a game. A game that ends is dealt anew at once. No step allocates; games do not know of each other, so ranges of them
 * can be stepped by different threads, with the same result.
 */
#ifndef PYTHON_BATCH_H
#define PYTHON_BATCH_H

#include "arkad.h"

enum {
    BATCH_OPTIONS_MAX = 256,
    BATCH_LEAVE = -1, /* instead of the number of a move: the game is left as it is */
};

/* A row for each game; `views`, `moves`, `masks` and `figures` may be NULL, and are then not written. */
struct batch_rows {
    uint8_t *views;           /* what the asked seat sees: arkad_position_size bytes */
    struct arkad_move *moves; /* what it may choose from: room for `width` */
    uint8_t *masks;           /* `width` bytes: 1 where there is a move */
    int16_t *figures;         /* `width` of them: the number that people say with a move (game.h); NO_FIGURE: none */
    int32_t *counts;          /* how many moves are listed; of more than `width` a spread is offered */
    int8_t *seats;            /* the seat that is asked */
    float *rewards;           /* `players` of them: at the end each winner's share of 1, before it 0 */
    int16_t *scores;          /* `players` of them: of the game that ended last */
    uint8_t *ends;            /* whether a game has just ended, and another begun */
};

struct batch {
    const struct arkad_game *game;
    int players, count, width;
    uint64_t seed;
    char options[BATCH_OPTIONS_MAX];
    struct batch_rows rows;
    struct arkad_position *positions;
    struct arkad_move *offered; /* `width` a game: what `moves` was copied from, which is the caller's */
    uint32_t *episodes;         /* how many games were begun in each row */
};

/* NULL without memory, or if the options are too long to be any. */
ARKAD_API struct batch *batch_open(const struct arkad_game *game, int players, const char *options, int count,
                                   int width, uint64_t seed, const struct batch_rows *rows);
ARKAD_API void batch_close(struct batch *batch);
/* Deals the games `from` to `to`. NULL, or what is wrong with the setup. */
ARKAD_API const char *batch_deal(struct batch *batch, int from, int to, char why[ARKAD_WHY_MAX]);
/* The asked seats are to move by the `numbers` of offered moves or, where that is NULL, by the bytes of any `moves`, a
   row a game. Whether all in these games are legal: NULL, or why one is not, with its game in `bad`. */
ARKAD_API const char *batch_check(const struct batch *batch, int from, int to, const int32_t *numbers,
                                  const struct arkad_move *moves, int *bad, char why[ARKAD_WHY_MAX]);
/* Makes moves that were checked. */
ARKAD_API void batch_step(struct batch *batch, int from, int to, const int32_t *numbers,
                          const struct arkad_move *moves);
/* `steps` steps by chance: how fast a caller could be at best. */
ARKAD_API void batch_run(struct batch *batch, int from, int to, int steps);

#endif
