/*
 * What a bot knows of one game beyond its rules: one small file per game fills this table, from what good players know.
 *
 * All figures in it are weights with names, so that a bot can be given others for a match (bots/bot.h) and tools/tune
 * can find better ones by play.
 */
#ifndef BOTS_JUDGEMENT_H
#define BOTS_JUDGEMENT_H

#include "arkad.h"
#include "engine/json.h"
#include "games.h"

enum { WEIGHTS_MAX = 64 };

struct weight {
    const char *name;
    float standard;
};

/* The weights that every game has, before its own: how the search uses the judgement. */
enum {
    EXPLORE,  /* how much a promising move is tried before its results count */
    SCALE,    /* a lead of this many points is a clear one */
    DEPTH,    /* moves of a play-out before it is judged instead; 0: it is played to the end */
    INSIGHT,  /* how much of what is known of promising moves is used: 1 all, 0 nothing */
    SLIP,     /* how far, in chances to win, level 4 misjudges a move */
    BEGINNER, /* and how far level 1 misjudges it */
    NET,      /* 1: the game's net says how seats are doing, if there is one; 0: the judgement does */
    CURIOUS,  /* EXPLORE, with a net: it is more to be trusted than play-outs */
    AHEAD,    /* DEPTH, with a net */
    GENERAL,
};

#define GENERAL_WEIGHTS(explore, scale, depth, slip, beginner)                                      \
    [EXPLORE] = {"explore", (explore)}, [SCALE] = {"scale", (scale)}, [DEPTH] = {"depth", (depth)}, \
    [INSIGHT] = {"insight", 1}, [SLIP] = {"slip", (slip)}, [BEGINNER] = {"beginner", (beginner)}, [NET] = {"net", 1}
#define NET_WEIGHTS(curious, ahead) [CURIOUS] = {"curious", (curious)}, [AHEAD] = {"ahead", (ahead)}

/* Both functions are given a whole position (a possible world that was drawn from the bot's own view) and the weights
   in force, by their number. */
struct judgement {
    const char *game;
    const struct weight *weights;
    int weight_count;
    /* How well the seats are doing: what each can expect to have at the end, in points; only differences matter. */
    void (*evaluate)(const struct arkad_position *position, const float *w, float values[ARKAD_SEATS_MAX]);
    /* How promising each listed move of the seat is: 1 for an ordinary one, never below 0; the search keeps it within
       0.0001 and 10,000. */
    void (*weigh)(const struct arkad_position *position, int seat, const struct arkad_move *moves, int count,
                  const float *w, float *promises);
    /* Manners: which of the seat's listed moves would annoy the others at the table, so that no bot makes them,
       whatever they may bring; never all of them. It is asked of the bot's own view. NULL: none. */
    void (*find_rude)(const struct arkad_position *view, int seat, const struct arkad_move *moves, int count,
                      const float *w, bool *is_rude);
    /* What a good player notices, for nets (bots/features.h), besides the game's description, or instead of it: keys
       with numbers and words, or lists with an entry for each seat. It may look at whatever is in the world it is given
       but the order of what is not dealt yet. NULL: nothing. */
    void (*notice)(const struct arkad_position *position, const float *w, struct json *noticed);
    bool notices_all; /* instead of it */
};

#define JUDGEMENT_OF(name) extern const struct judgement name##_judgement;
GAMES_WITH_JUDGE(JUDGEMENT_OF)

/* A judgement with its weights in force. */
struct net;
struct mind {
    const struct judgement *judgement;
    const struct net *net; /* NULL: none */
    float w[WEIGHTS_MAX];
};

/* What is known of a game, with the standard weights; nothing of a game without judgement. */
void mind_of(const struct arkad_game *game, struct mind *mind);
/* Changes weights by "name=value+name=value"; false if the text is not of this form. */
bool mind_change(struct mind *mind, const char *text, size_t length);

#endif
