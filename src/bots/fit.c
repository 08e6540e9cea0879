/*
 * The way forth and back through a net in floating point, unlike asking one, for nobody needs the same bits elsewhere.
 */
#include "bots/fit.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static const float CENTRE = 0.003F; /* how much figures are drawn towards 0: only their differences say something */
static const float MEAN_KEPT = 0.9F, SQUARE_KEPT = 0.999F, LEAST = 1e-8F;
/* The second layer's weights stay in bounds, so that its sums do in whole numbers (net.c). */
static const float ROW_MAX = 0.98F * (float)(1 << 17) / NET_UNIT, WEIGHT_MAX = 7.9F;

bool fit_open(struct fit *fit, const struct layout *layout) {
    memset(fit, 0, sizeof *fit);
    fit->layout = layout;
    net_plan(layout, &fit->plan);
    if (fit->plan.count > NET_WEIGHTS_MAX) return false;
    float **all[] = {&fit->weights, &fit->means, &fit->squares, &fit->sums, &fit->gradient};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!(*all[i] = calloc((size_t)fit->plan.count, sizeof(float)))) return false;
    return true;
}

void fit_close(struct fit *fit) {
    free(fit->weights), free(fit->means), free(fit->squares), free(fit->sums), free(fit->gradient);
}

static void sum_up(void *context, int at, int steps, int width) {
    float *sums = context;
    for (int i = at + width; i < at + steps * width; i++) sums[i] += sums[i - width];
}

void fit_prepare(struct fit *fit) {
    memcpy(fit->sums, fit->weights, (size_t)fit->plan.count * sizeof *fit->sums);
    net_each_run(fit->layout, &fit->plan, sum_up, fit->sums);
}

/* ---- Forth ------------------------------------------------------------------------------------------------------- */

/* What the first layer adds up. */
struct plain {
    float all[INPUTS_MAX], own[ARKAD_SEATS_MAX][INPUTS_MAX], others[ARKAD_SEATS_MAX][INPUTS_MAX];
};
struct token {
    float all[TOKEN], own[ARKAD_SEATS_MAX][TOKEN], others[ARKAD_SEATS_MAX][TOKEN];
};

/* A position on its way through the net, and for the way back what each seat made of it. */
struct look {
    int players, token_count;
    struct plain plain;
    uint8_t token_at[TOKENS_MAX], numbers[TOKENS_MAX]; /* where a token is, + 1; which it is */
    struct token tokens[TOKENS_MAX];
    struct {
        float plain[INPUTS_MAX], tokens[TOKENS_MAX][TOKEN], inputs[INPUTS_MAX], middle[MIDDLE], figure;
    } seats[ARKAD_SEATS_MAX];
};

static inline void add(float *sums, const float *row, int width) {
    for (int i = 0; i < width; i++) sums[i] += row[i];
}

static struct token *token_of(const struct fit *fit, struct look *look, int number) {
    if (!look->token_at[number]) {
        int at = look->token_count++;
        look->numbers[at] = (uint8_t)number;
        look->token_at[number] = (uint8_t)look->token_count;
        memset(&look->tokens[at], 0, sizeof look->tokens[at]);
        if (fit)
            memcpy(look->tokens[at].all, fit->weights + fit->plan.token + number * TOKEN, sizeof look->tokens->all);
    }
    return &look->tokens[look->token_at[number] - 1];
}

static void look_at(const struct fit *fit, const struct sample *sample, const struct told *told, struct look *look) {
    int players = look->players = sample->players, wide = fit->plan.inputs;
    look->token_count = 0;
    memset(&look->plain, 0, sizeof look->plain);
    memset(look->token_at, 0, sizeof look->token_at);
    add(look->plain.all, fit->weights, wide);
    for (int i = 0; i < sample->count; i++) {
        const struct feature_cell *cell = &fit->layout->cells[told[i].cell];
        const struct feature_slot *slot = &fit->layout->slots[cell->slot];
        int width = slot->class ? TOKEN : wide, run = slot->steps * width, seat = cell->seat;
        const float *row = fit->sums + fit->plan.rows[cell->slot] + (told[i].steps - 1) * width;
        if (slot->class) {
            struct token *token = token_of(fit, look, cell->token);
            add(slot->kind == OF_ALL ? token->all : token->own[seat], row, TOKEN);
            if (slot->kind == OF_SEAT) add(token->others[seat], row + run, TOKEN);
        } else if (slot->kind == TO_SEAT) {
            for (int from = 0; from < players; from++)
                add(look->plain.own[from], row + (seat - from + players) % players * run, wide);
        } else {
            add(slot->kind == OF_ALL ? look->plain.all : look->plain.own[seat], row, wide);
            if (slot->kind == OF_SEAT) add(look->plain.others[seat], row + run, wide);
        }
    }
}

static float clipped(float x) { return x < 0 ? 0 : x > NET_CLIP ? NET_CLIP : x; }
/* Whether a change would come through that. */
static bool is_open(float x) { return x > 0 && x < NET_CLIP; }

static void look_from(const struct fit *fit, struct look *look, int seat) {
    float *plain = look->seats[seat].plain, *inputs = look->seats[seat].inputs, *weights = fit->weights;
    const float *row = weights + fit->plan.middle;
    int count = fit->plan.inputs;
    memset(inputs, 0, INPUTS_MAX * sizeof *inputs);
    for (int i = 0; i < count; i++) plain[i] = look->plain.all[i] + look->plain.own[seat][i];
    for (int other = 0; other < look->players; other++)
        if (other != seat) add(plain, look->plain.others[other], count);
    for (int i = 0; i < PLAIN; i++) inputs[i] = clipped(plain[i]);
    for (int t = 0; t < look->token_count; t++) {
        float *in = look->seats[seat].tokens[t];
        int at = PLAIN + fit->layout->tokens[look->numbers[t]].class * TOKEN;
        float *sums = inputs + at;
        for (int i = 0; i < TOKEN; i++) in[i] = plain[at + i] + look->tokens[t].all[i] + look->tokens[t].own[seat][i];
        for (int other = 0; other < look->players; other++)
            if (other != seat) add(in, look->tokens[t].others[other], TOKEN);
        for (int i = 0; i < TOKEN; i++) sums[i] += clipped(in[i]);
    }
    for (int i = PLAIN; i < count; i++) inputs[i] = fminf(inputs[i], NET_CLIP);
    look->seats[seat].figure = 0;
    for (int m = 0; m < MIDDLE; m++, row += count) {
        float sum = weights[fit->plan.bias + m];
        for (int i = 0; i < count; i++) sum += inputs[i] * row[i];
        look->seats[seat].middle[m] = clipped(sum);
        look->seats[seat].figure += look->seats[seat].middle[m] * weights[fit->plan.last + m];
    }
}

/* ---- Back -------------------------------------------------------------------------------------------------------- */

/* From the error of a seat's figure to the sums of the first layer. */
static void go_back(struct fit *fit, const struct look *look, int seat, float error, float *plain,
                    float tokens[][TOKEN]) {
    const float *inputs = look->seats[seat].inputs, *middle = look->seats[seat].middle;
    float back[INPUTS_MAX] = {0};
    int count = fit->plan.inputs;
    for (int m = 0; m < MIDDLE; m++) {
        const float *row = fit->weights + fit->plan.middle + m * count;
        float *gradient = fit->gradient + fit->plan.middle + m * count;
        float part = error * fit->weights[fit->plan.last + m];
        fit->gradient[fit->plan.last + m] += error * middle[m];
        if (!is_open(middle[m])) continue;
        fit->gradient[fit->plan.bias + m] += part;
        for (int i = 0; i < count; i++) back[i] += part * row[i];
        for (int i = 0; i < count; i++) gradient[i] += part * inputs[i];
    }
    for (int i = PLAIN; i < count; i++) back[i] = inputs[i] < NET_CLIP ? back[i] : 0;
    for (int i = 0; i < count; i++) plain[i] = i < PLAIN && is_open(look->seats[seat].plain[i]) ? back[i] : 0;
    for (int t = 0; t < look->token_count; t++) {
        int at = PLAIN + fit->layout->tokens[look->numbers[t]].class * TOKEN;
        for (int i = 0; i < TOKEN; i++) tokens[t][i] = is_open(look->seats[seat].tokens[t][i]) ? back[at + i] : 0;
        add(plain + at, tokens[t], TOKEN);
    }
}

/* How a change of the sums comes through to each of them: `own` is known, the rest follows. */
static void spread_back(int players, int width, const float *own, float *all, float *others) {
    for (int seat = 0; seat < players; seat++) add(all, own + seat * width, width);
    for (int seat = 0; seat < players; seat++)
        for (int i = 0; i < width; i++) others[seat * width + i] = all[i] - own[seat * width + i];
}

/* Looks at the sample's cells once more and gives their rows what is due to them. */
static void give_back(struct fit *fit, const struct sample *sample, const struct told *told, struct look *back) {
    int players = back->players, wide = fit->plan.inputs;
    add(fit->gradient, back->plain.all, wide);
    for (int t = 0; t < back->token_count; t++)
        add(fit->gradient + fit->plan.token + back->numbers[t] * TOKEN, back->tokens[t].all, TOKEN);
    for (int i = 0; i < sample->count; i++) {
        const struct feature_cell *cell = &fit->layout->cells[told[i].cell];
        const struct feature_slot *slot = &fit->layout->slots[cell->slot];
        int width = slot->class ? TOKEN : wide, run = slot->steps * width, seat = cell->seat;
        float *row = fit->gradient + fit->plan.rows[cell->slot] + (told[i].steps - 1) * width;
        if (slot->class) {
            const struct token *token = token_of(NULL, back, cell->token);
            add(row, slot->kind == OF_ALL ? token->all : token->own[seat], TOKEN);
            if (slot->kind == OF_SEAT) add(row + run, token->others[seat], TOKEN);
        } else if (slot->kind == TO_SEAT) {
            for (int from = 0; from < players; from++)
                add(row + (seat - from + players) % players * run, back->plain.own[from], wide);
        } else {
            add(row, slot->kind == OF_ALL ? back->plain.all : back->plain.own[seat], wide);
            if (slot->kind == OF_SEAT) add(row + run, back->plain.others[seat], wide);
        }
    }
}

float fit_add(struct fit *fit, const struct sample *sample, const struct told *told) {
    static _Thread_local struct look look;
    static _Thread_local float tokens[ARKAD_SEATS_MAX][TOKENS_MAX][TOKEN];
    float figures[ARKAD_SEATS_MAX], best = -1e9F, total = 0, loss = 0, mean = 0;
    int players = sample->players;
    look_at(fit, sample, told, &look);
    for (int seat = 0; seat < players; seat++) {
        look_from(fit, &look, seat);
        figures[seat] = look.seats[seat].figure + (float)sample->worth[seat] * fit->weights[fit->plan.worth];
        best = fmaxf(best, figures[seat]);
        mean += look.seats[seat].figure / (float)players;
    }
    for (int seat = 0; seat < players; seat++) total += expf(figures[seat] - best);
    memset(&look.plain, 0, sizeof look.plain);
    for (int seat = 0; seat < players; seat++) {
        float chance = expf(figures[seat] - best) / total, error = chance - sample->chances[seat];
        loss -= sample->chances[seat] * (figures[seat] - best - logf(total));
        fit->gradient[fit->plan.worth] += error * (float)sample->worth[seat];
        go_back(fit, &look, seat, error + CENTRE * mean / (float)players, look.plain.own[seat], tokens[seat]);
    }
    spread_back(players, INPUTS_MAX, look.plain.own[0], look.plain.all, look.plain.others[0]);
    for (int t = 0; t < look.token_count; t++) {
        memset(look.tokens[t].all, 0, sizeof look.tokens[t].all);
        for (int seat = 0; seat < players; seat++) memcpy(look.tokens[t].own[seat], tokens[seat][t], sizeof **tokens);
        spread_back(players, TOKEN, look.tokens[t].own[0], look.tokens[t].all, look.tokens[t].others[0]);
    }
    give_back(fit, sample, told, &look);
    return loss;
}

/* ---- Steps ------------------------------------------------------------------------------------------------------- */

/* What is due to a sum of rows is due to each of them. */
static void hand_down(void *context, int at, int steps, int width) {
    float *gradient = context;
    for (int i = at + (steps - 1) * width - 1; i >= at; i--) gradient[i] += gradient[i + width];
}

void fit_gradient(struct fit *fit, float *gradient) {
    size_t size = (size_t)fit->plan.count * sizeof *gradient;
    net_each_run(fit->layout, &fit->plan, hand_down, fit->gradient);
    memcpy(gradient, fit->gradient, size);
    memset(fit->gradient, 0, size);
}

static void bound(float *row, int count) {
    float sum = 0;
    for (int i = 0; i < count; i++) sum += fabsf(row[i]);
    for (int i = 0; sum > ROW_MAX && i < count; i++) row[i] *= ROW_MAX / sum;
}

void fit_step(struct fit *fit, int count, float rate) {
    fit->batches++;
    float left = (float)fit->batches, share = 1 / (float)count;
    rate *= sqrtf(1 - powf(SQUARE_KEPT, left)) / (1 - powf(MEAN_KEPT, left));
    net_each_run(fit->layout, &fit->plan, hand_down, fit->gradient);
    for (int i = 0; i < fit->plan.count; i++) {
        float gradient = fit->gradient[i] * share;
        float mean = fit->means[i] = MEAN_KEPT * fit->means[i] + (1 - MEAN_KEPT) * gradient;
        float square = fit->squares[i] = SQUARE_KEPT * fit->squares[i] + (1 - SQUARE_KEPT) * gradient * gradient;
        fit->weights[i] -= rate * mean / (sqrtf(square) + LEAST);
        fit->weights[i] = fminf(fmaxf(fit->weights[i], -WEIGHT_MAX), WEIGHT_MAX);
        fit->gradient[i] = 0;
    }
    for (int m = 0; m < MIDDLE; m++) bound(fit->weights + fit->plan.middle + m * fit->plan.inputs, fit->plan.inputs);
    bound(fit->weights + fit->plan.last, MIDDLE);
    fit_prepare(fit);
}

struct net *fit_net(const struct fit *fit, const float *weights) {
    struct net *net = net_new(fit->layout);
    if (!net) return NULL;
    for (int i = 0; i < fit->plan.count; i++) {
        int unit = i < fit->plan.middle ? NET_COARSE : 1;
        net->weights[i] = (int16_t)(lrintf(weights[i] * NET_UNIT / (float)unit) * unit);
    }
    net_prepare(net);
    return net;
}
