/*
 * Small nets that say how likely each seat is to win, for any game.
 *
 * A net looks at a position from every seat in turn with the same weights. Its first layer has two parts: 32 numbers
 * for the position as a whole, and for each class of tokens (suits, kinds, places: bots/features.h) 16 numbers that are
 * the sum over its tokens. What is told of no token counts for each token, too, so that a suit may be worth one thing
 * at an auction and another at a market. What is told of a seat counts by one weight for that seat and by another for
 * all others together. A second layer of 16 and one sum make a figure for each seat, to which what it has by the
 * judgement is added with a weight of its own: a net begins as the judgement and learns where that is wrong. The
 * figures against each other make the chances.
 *
 * Everything is whole numbers, so every compiler and every machine gives the same bits. Nothing is allocated while a
 * net is asked.
 */
#ifndef BOTS_NET_H
#define BOTS_NET_H

#include "bots/features.h"

enum { PLAIN = 32, TOKEN = 16, MIDDLE = 16, INPUTS_MAX = PLAIN + CLASSES_MAX * TOKEN };

/* Where the weights of each part begin, in one long row. */
struct net_plan {
    int plain, token, middle, bias, last, worth, count;
    int inputs; /* of the second layer */
    /* By slot: a row for each step, for the seat itself or for all; then for the others, or by distance. */
    int rows[SLOTS_MAX];
};

/* The first layer's weights, which are nearly all of them, are whole NET_COARSE units: most take a byte in a file,
   which packs to two thirds of that. */
enum { NET_UNIT = 4096, NET_COARSE = 32, NET_CLIP = 32, NET_POWERS = 2048 };
struct net {
    struct layout layout;
    struct net_plan plan;
    uint32_t powers[NET_POWERS]; /* e to the -n/256, in 2^30ths */
    int16_t *weights;            /* in NET_UNITs */
    int32_t *sums; /* of the first layer's weights: where a row lies, it and those of its slot's smaller steps */
};

enum { NET_WEIGHTS_MAX = 1 << 17, NET_FILE_MAX = 1 << 19 };

static inline bool net_is_for(const struct net *net, int players) {
    return !net->layout.players || net->layout.players == players;
}

/* How the weights of a layout's net lie. */
void net_plan(const struct layout *layout, struct net_plan *plan);
/* Calls `sum` for each run of rows that belong to the steps of one slot. */
void net_each_run(const struct layout *layout, const struct net_plan *plan,
                  void (*sum)(void *context, int at, int steps, int width), void *context);

/* A net with such a layout, its weights 0; NULL when there is not enough memory or it has too many. Ends with
   net_free. */
struct net *net_new(const struct layout *layout);
/* Once the weights are there. */
void net_prepare(struct net *net);

/* How likely each seat is to win, in 65,536ths, by a world. */
void net_chances(const struct net *net, const struct features *features, uint32_t chances[ARKAD_SEATS_MAX]);

/* A net's file, read: NULL if it does not fit, with the reason in `why`. Ends with net_free. */
struct net *net_read(const struct arkad_game *game, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]);
void net_free(struct net *net);
/* Writes the file of a net whose layout and weights are these; returns its length, at most NET_FILE_MAX. */
size_t net_write(const struct layout *layout, const int16_t *weights, uint8_t *bytes);

/* The net of a game: the one that it was given, or else the one that is built in; NULL if there is none. */
const struct net *net_of(const struct arkad_game *game);
/* What is known of a game, with the standard weights and its net. */
void mind_with_net(const struct arkad_game *game, struct mind *mind);
/* Gives a game a net: before any bot thinks, for one in use must stay. */
void net_give(struct net *net);

#endif
