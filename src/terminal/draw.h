/*
 * Draws a game's table: everything of a view that a player needs at a glance. One file a game (draw_GAME.c).
 *
 * The canvas has been cleared to the space there is: at least 14 rows of 80 columns; more is used for more (larger
 * cards, all seats in full, names written out). What does not fit is summed up, never cut off in silence. The viewer's
 * own hand and what lies on the table come first. Colour never says anything alone: every card has its letter.
 */
#ifndef TERMINAL_DRAW_H
#define TERMINAL_DRAW_H

#include "lang/lang.h"
#include "terminal/canvas.h"

struct scene {
    const struct lang *lang;
    const struct arkad_game *game;
    const struct arkad_setup *setup;   /* Maharaja's map among it; map NULL: the built-in one */
    const struct arkad_position *view; /* or a whole position */
    int viewer;                        /* whose hand is shown; ARKAD_SPECTATOR: nobody's */
    const char *names[ARKAD_SEATS_MAX];
    const struct arkad_move *shown; /* the move being considered, to be marked on the table; may be NULL */
};

void draw_table(struct canvas *canvas, const struct scene *scene);

#endif
