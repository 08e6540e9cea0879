/*
 * What a bot knows of one game beyond its rules: one small file a game fills this table, from what good players know.
 *
 * Both functions are given a whole position: a possible world that was drawn from the bot's own view.
 */
#ifndef BOTS_JUDGEMENT_H
#define BOTS_JUDGEMENT_H

#include "arkad.h"

struct judgement {
    const char *game;
    /* How the seats stand: what each may expect to have at the end, in points; only differences matter. */
    void (*evaluate)(const struct arkad_position *position, float values[ARKAD_SEATS_MAX]);
    /* How promising each listed move of the seat is: 1 for an ordinary one, never below 0; the search keeps weights
       within 0.0001 and 10,000. */
    void (*weigh)(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  float *weights);
    float scale;    /* so many points ahead is a clear lead */
    uint16_t depth; /* moves of a play-out before it is judged instead; 0: it is played to the end */
};

extern const struct judgement towers_judgement, byzanz_judgement, alhambra_judgement, pharaoh_judgement,
    maharaja_judgement;

/* The game's judgement; one without any if there is none. */
const struct judgement *judgement_of(const struct arkad_game *game);

#endif
