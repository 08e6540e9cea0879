/*
 * Draws a game's table: everything of a view that a player needs at a glance. One file per game
 * (games/NAME/draw.c).
 *
 * The canvas has been cleared to the available space: at least 14 rows of 80 columns; more is used for more (larger
 * cards, all seats in full, names written out). What does not fit is summed up, never silently cut off. The viewer's
 * own hand and what is on the table come first. Colour never carries a meaning alone: every card has its letter.
 */
#ifndef TERMINAL_DRAW_H
#define TERMINAL_DRAW_H

#include "lang/lang.h"
#include "terminal/canvas.h"

struct scene {
    const struct lang *lang;
    const struct arkad_game *game;
    const struct arkad_setup *setup;   /* a map among it; NULL: the built-in one */
    const struct arkad_position *view; /* or a whole position */
    int viewer;                        /* whose hand is shown; ARKAD_SPECTATOR: nobody's */
    const char *names[ARKAD_SEATS_MAX];
    const struct arkad_move *shown; /* the selected move, to be marked on the table; may be NULL */
};

void draw_table(struct canvas *canvas, const struct scene *scene);

#endif
