/*
 * What the package `arkad` calls besides arkad.h: bots, drawn tables, sentences and reviews, with nothing in its
 * arguments but numbers, texts and memory of the caller.
 */
#ifndef PYTHON_FACE_H
#define PYTHON_FACE_H

#include "bots/bot.h"

struct face_table {
    const struct arkad_game *game;
    const struct arkad_setup *setup;
    const struct arkad_position *view;
    int viewer;        /* whose hand is shown; ARKAD_SPECTATOR: nobody's */
    const char *lang;  /* a language's code */
    const char *names; /* of the seats, a line each */
};

/* A bot and the memory it thinks with; one for each thread. NULL: `why` says what is wrong with its name. */
struct face_bot;
ARKAD_API struct face_bot *face_bot_open(const struct arkad_game *game, const char *name, char why[ARKAD_WHY_MAX]);
ARKAD_API void face_bot_close(struct face_bot *bot);
ARKAD_API void face_bot_choose(struct face_bot *bot, const struct arkad_position *view, int seat, uint64_t temper,
                               uint64_t seed, struct arkad_move *move);

/* The table as the terminal draws it: a cell is 11 bytes, a character of 8 (empty: the right half of a wide one), its
   ink, whether it is reversed, whether it is marked. */
ARKAD_API void face_draw(const struct face_table *table, int height, int width, uint8_t *cells);
/* A move that was made, in words, without its subject; `after` is where it led, seen as `table` sees it. */
ARKAD_API void face_say(const struct face_table *table, int seat, const struct arkad_move *move,
                        const struct arkad_position *after, char *text);
ARKAD_API const char *face_lang_at(int index); /* codes of the languages; NULL past the last one */

/* A game to be reviewed: its moves, who made them, and the positions before each and after the last. */
struct face_played {
    int moves;
    const struct arkad_position *positions;
    const struct arkad_move *made;
    const int8_t *seats;
};

/* How long every position is searched (0: no such limit), and whether with what its mover could see alone. */
struct face_thought {
    uint32_t iterations, time_ms;
    int threads;
    bool is_honest;
    bool (*is_stopped)(int searched); /* asked after each */
};

/* The review as JSON (bots/review.h), to be given to face_free. NULL: it was stopped, or there is not enough memory. */
ARKAD_API char *face_review(const struct arkad_game *game, const struct face_played *played,
                            const struct face_thought *thought);
ARKAD_API void face_free(char *text);

#endif
