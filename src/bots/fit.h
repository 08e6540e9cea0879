/*
 * A net that is being learned, in floating point: what it says of positions, and how its weights follow what they
 * should have said.
 *
 * The weights lie as in a net (bots/net.h). A batch of samples is summed up, then every weight takes a step (Adam: the
 * mean gradient by the size it usually has).
 */
#ifndef BOTS_FIT_H
#define BOTS_FIT_H

#include "bots/net.h"

struct told {
    uint16_t cell;
    uint8_t steps;
};

/* A position as it was told, and each seat's chance as it should have been. */
struct sample {
    uint32_t at; /* where its cells are among all that were told */
    uint16_t count;
    uint8_t players;
    bool is_searched; /* the chances, as long as they are thoughts, are a search's and not the net's */
    int16_t worth[ARKAD_SEATS_MAX];
    float chances[ARKAD_SEATS_MAX];
};

struct fit {
    const struct layout *layout;
    struct net_plan plan;
    uint32_t batches; /* so far */
    /* Of each weight: itself, the mean of its gradient and of the gradient's square. */
    float *weights, *means, *squares;
    /* The rows of a slot's steps summed up; and the gradient of the batch, likewise by the sum. */
    float *sums, *gradient;
};

/* All weights 0; false when there is not enough memory or there are too many weights. */
bool fit_open(struct fit *fit, const struct layout *layout);
void fit_close(struct fit *fit);
/* Once weights were changed from outside. */
void fit_prepare(struct fit *fit);

/* Adds a sample to the batch, and a little to keep figures from drifting off together. Returns its loss, the
   cross-entropy. */
float fit_add(struct fit *fit, const struct sample *sample, const struct told *told);
/* The gradient of the batch so far, by weight; it begins anew. */
void fit_gradient(struct fit *fit, float *gradient);
/* Takes the step of a batch of `count` samples, which begins anew. */
void fit_step(struct fit *fit, int count, float rate);
/* A net with such weights (one row of them, as in `weights`). */
struct net *fit_net(const struct fit *fit, const float *weights);

#endif
