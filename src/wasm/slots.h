/*
 * What the parts of the engine for the browser share: games by slot number, and room for texts in and out.
 */
#ifndef WASM_SLOTS_H
#define WASM_SLOTS_H

#include "arkad.h"

#define EXPORT(name) __attribute__((export_name(#name))) name

enum { NAME_MAX = 80 };

/* One game that the page looks at. */
struct slot {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct arkad_map map;
    struct arkad_position position, before; /* now, and before the last move */
    struct arkad_tape tape;                 /* of the last move */
    struct arkad_move move;                 /* the last one, by `seat` */
    int seat;
    char names[ARKAD_SEATS_MAX][NAME_MAX];
};

extern char in[ARKAD_LINE_MAX], out[ARKAD_LINE_MAX];

struct slot *at(int slot);
/* Leaves the reason in `out`; returns -1. */
int refuse(const char *why);
/* The position as the viewer sees it (ARKAD_SPECTATOR: a spectator; < 0: all of it). */
void view_of(const struct slot *s, const struct arkad_position *position, int viewer, struct arkad_position *view);

#endif
