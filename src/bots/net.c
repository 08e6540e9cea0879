/*
 * Nets: asking one, reading and writing its file.
 */
#include "bots/net.h"

#include "engine/game.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum {
    CLAMP = NET_CLIP * 512 - 1, /* in 512ths */
    VERSION = 3,
    NONE = 0xff,
};

/* ---- The plan ---------------------------------------------------------------------------------------------------- */

/* Rows: for all a row for each step, for a seat one for itself and one for the others, and by distance. */
static int plan_rows(const struct layout *layout, struct net_plan *plan, bool is_token, int from, int width) {
    for (int i = 0; i < layout->slot_count; i++) {
        const struct feature_slot *slot = &layout->slots[i];
        if ((slot->class > 0) != is_token) continue;
        plan->rows[i] = from;
        from += slot->steps * width * (slot->kind == OF_ALL ? 1 : slot->kind == OF_SEAT ? 2 : ARKAD_SEATS_MAX);
    }
    return from;
}

void net_plan(const struct layout *layout, struct net_plan *plan) {
    memset(plan, 0, sizeof *plan);
    plan->inputs = PLAIN + layout->class_count * TOKEN;
    plan->token = plan_rows(layout, plan, false, plan->inputs, plan->inputs); /* the first row counts always */
    plan->middle = plan_rows(layout, plan, true, plan->token + layout->token_count * TOKEN, TOKEN); /* a row each */
    plan->bias = plan->middle + MIDDLE * plan->inputs;
    plan->last = plan->bias + MIDDLE;
    plan->worth = plan->last + MIDDLE;
    plan->count = plan->worth + 1;
}

void net_each_run(const struct layout *layout, const struct net_plan *plan,
                  void (*sum)(void *context, int at, int steps, int width), void *context) {
    for (int i = 0; i < layout->slot_count; i++) {
        const struct feature_slot *slot = &layout->slots[i];
        int runs = slot->kind == OF_ALL ? 1 : slot->kind == OF_SEAT ? 2 : ARKAD_SEATS_MAX;
        int width = slot->class ? TOKEN : plan->inputs;
        for (int run = 0; run < runs; run++)
            sum(context, plan->rows[i] + run * slot->steps * width, slot->steps, width);
    }
}

/* ---- Asking ------------------------------------------------------------------------------------------------------ */

/* Sums of whole numbers are the same however many are added at once: where the processor can, twice as many.
   (Sanitizers do not get along with functions that are chosen when the program starts.) */
#if defined __GNUC__ && !defined __clang__ && defined __x86_64__ && !defined __SANITIZE_ADDRESS__
#define AS_WIDE_AS_CAN_BE __attribute__((flatten, target_clones("avx2", "default")))
#else
#define AS_WIDE_AS_CAN_BE
#endif

static inline void add(int32_t *sums, const int32_t *row, int width) {
    for (int i = 0; i < width; i++) sums[i] += row[i];
}

static inline int16_t clamped(int32_t sum, int shift) {
    sum >>= shift;
    return (int16_t)(sum < 0 ? 0 : sum > CLAMP ? CLAMP : sum);
}

/* The sums of the first layer: what is told for all, of each seat itself, and of each seat as one of the others. */
struct sums {
    int32_t all[INPUTS_MAX], own[ARKAD_SEATS_MAX][INPUTS_MAX], others[ARKAD_SEATS_MAX][INPUTS_MAX];
};
struct token_sums {
    int32_t all[TOKEN], own[ARKAD_SEATS_MAX][TOKEN], others[ARKAD_SEATS_MAX][TOKEN], rest[TOKEN]; /* all others' */
    uint8_t class;
};
struct first {
    int players, token_count;
    struct sums plain;
    uint8_t token_at[TOKENS_MAX]; /* where a token's sums are, + 1 */
    struct token_sums tokens[TOKENS_MAX];
};

static struct token_sums *sums_of_token(const struct net *net, struct first *first, int token) {
    if (!first->token_at[token]) {
        struct token_sums *sums = &first->tokens[first->token_count++];
        const int32_t *row = net->sums + net->plan.token + token * TOKEN;
        first->token_at[token] = (uint8_t)first->token_count;
        memset(sums->own, 0, (size_t)first->players * sizeof *sums->own);
        memset(sums->others, 0, (size_t)first->players * sizeof *sums->others);
        for (int i = 0; i < TOKEN; i++) sums->all[i] = row[i];
        sums->class = net->layout.tokens[token].class;
    }
    return &first->tokens[first->token_at[token] - 1];
}

static void add_plain(const struct net *net, struct sums *sums, int players, int slot, int seat, int steps) {
    const struct feature_slot *s = &net->layout.slots[slot];
    int width = net->plan.inputs;
    const int32_t *own = net->sums + net->plan.rows[slot] + (steps - 1) * width;
    if (s->kind == OF_ALL) {
        add(sums->all, own, width);
    } else if (s->kind == OF_SEAT) {
        add(sums->own[seat], own, width);
        add(sums->others[seat], own + s->steps * width, width);
    } else {
        for (int from = 0; from < players; from++)
            add(sums->own[from], own + (seat - from + players) % players * s->steps * width, width);
    }
}

static void add_token(const struct net *net, struct token_sums *sums, int slot, int seat, int steps) {
    const int32_t *own = net->sums + net->plan.rows[slot] + (steps - 1) * TOKEN;
    if (net->layout.slots[slot].kind == OF_ALL) {
        add(sums->all, own, TOKEN);
    } else {
        add(sums->own[seat], own, TOKEN);
        add(sums->others[seat], own + net->layout.slots[slot].steps * TOKEN, TOKEN);
    }
}

static void add_features(const struct net *net, const struct features *features, struct first *first) {
    memset(&first->plain, 0, sizeof first->plain);
    memset(first->token_at, 0, sizeof first->token_at);
    first->players = features->players;
    first->token_count = 0;
    add(first->plain.all, net->sums, net->plan.inputs);
    for (int i = 0; i < features->count; i++) {
        const struct feature_cell *cell = &net->layout.cells[features->told[i].cell];
        int steps = features->told[i].steps;
        if (cell->token == NONE)
            add_plain(net, &first->plain, features->players, cell->slot, cell->seat, steps);
        else
            add_token(net, sums_of_token(net, first, cell->token), cell->slot, cell->seat, steps);
    }
    for (int t = 0; t < first->token_count; t++) {
        struct token_sums *token = &first->tokens[t];
        memset(token->rest, 0, sizeof token->rest);
        for (int seat = 0; seat < first->players; seat++) add(token->rest, token->others[seat], TOKEN);
    }
}

/* What the second layer is given, seen from a seat. */
static void look_from(const struct net *net, const struct first *first, int seat, int16_t inputs[INPUTS_MAX]) {
    const struct sums *plain = &first->plain;
    int32_t classes[CLASSES_MAX][TOKEN] = {0}, wide[INPUTS_MAX];
    int count = net->plan.inputs;
    for (int i = 0; i < count; i++) wide[i] = plain->all[i] + plain->own[seat][i];
    for (int other = 0; other < first->players; other++)
        if (other != seat) add(wide, plain->others[other], count);
    for (int i = 0; i < PLAIN; i++) inputs[i] = clamped(wide[i], 3);
    for (int t = 0; t < first->token_count; t++) {
        const struct token_sums *token = &first->tokens[t];
        const int32_t *context = wide + PLAIN + token->class * TOKEN;
        for (int i = 0; i < TOKEN; i++) {
            int32_t sum = context[i] + token->all[i] + token->own[seat][i] - token->others[seat][i];
            classes[token->class][i] += clamped(sum + token->rest[i], 3);
        }
    }
    for (int i = PLAIN; i < count; i++) inputs[i] = clamped(classes[(i - PLAIN) / TOKEN][i % TOKEN], 0);
}

/* A seat's figure, in 4096ths of 512ths. */
static int32_t figure_of(const struct net *net, const int16_t *inputs) {
    const int16_t *row = net->weights + net->plan.middle, *bias = net->weights + net->plan.bias;
    const int16_t *last = net->weights + net->plan.last;
    int32_t figure = 0;
    for (int m = 0; m < MIDDLE; m++, row += net->plan.inputs) {
        int32_t sum = 0;
        for (int i = 0; i < net->plan.inputs; i++) sum += inputs[i] * row[i];
        figure += clamped(sum + bias[m] * 512, 12) * last[m];
    }
    return figure;
}

static void sum_up(void *context, int at, int steps, int width) {
    const struct net *net = context;
    for (int i = at + width; i < at + steps * width; i++) net->sums[i] += net->sums[i - width];
}

void net_prepare(struct net *net) {
    static const uint64_t STEP = 4278222806; /* e to the -1/256, in 2^32nds */
    net->powers[0] = 1U << 30;
    for (int i = 1; i < NET_POWERS; i++) net->powers[i] = (uint32_t)(net->powers[i - 1] * STEP >> 32);
    for (int i = 0; i < net->plan.middle; i++) net->sums[i] = net->weights[i];
    net_each_run(&net->layout, &net->plan, sum_up, net);
}

/* e to the -`below`, which is in 16384ths: between two powers, in a straight line. */
static uint64_t power_of(const struct net *net, int64_t below) {
    int64_t at = below >> 6, rest = below & 63;
    if (at >= NET_POWERS - 1) return net->powers[NET_POWERS - 1];
    return net->powers[at] - ((net->powers[at] - net->powers[at + 1]) * (uint64_t)rest >> 6);
}

static void chances_of(const struct net *net, const int32_t *figures, int players, uint32_t chances[ARKAD_SEATS_MAX]) {
    int32_t best = figures[0];
    uint64_t total = 0, parts[ARKAD_SEATS_MAX];
    for (int seat = 1; seat < players; seat++) best = figures[seat] > best ? figures[seat] : best;
    for (int seat = 0; seat < players; seat++) {
        total += parts[seat] = power_of(net, (int64_t)best - figures[seat]);
    }
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++)
        chances[seat] = seat < players ? (uint32_t)((parts[seat] << 16) / total) : 0;
}

AS_WIDE_AS_CAN_BE
void net_chances(const struct net *net, const struct features *features, uint32_t chances[ARKAD_SEATS_MAX]) {
    struct first first;
    int32_t figures[ARKAD_SEATS_MAX];
    int16_t inputs[INPUTS_MAX];
    add_features(net, features, &first);
    for (int seat = 0; seat < features->players; seat++) {
        look_from(net, &first, seat, inputs);
        figures[seat] = (figure_of(net, inputs) >> 7) + features->worth[seat] * net->weights[net->plan.worth] * 4;
    }
    chances_of(net, figures, features->players, chances);
}

/* ---- The file ---------------------------------------------------------------------------------------------------- */

static const char MARK[] = "arkad net"; /* and its closing 0 */

struct file {
    uint8_t *out;      /* writing */
    const uint8_t *in; /* reading */
    size_t at, length;
    bool has_failed;
};

static void pass_bytes(struct file *file, void *bytes, size_t count) {
    if (file->length - file->at < count) file->has_failed = true;
    if (file->has_failed) return;
    if (file->in)
        memcpy(bytes, file->in + file->at, count);
    else
        memcpy(file->out + file->at, bytes, count);
    file->at += count;
}

/* A number of `size` bytes, the lowest first, read or written. */
static uint32_t pass(struct file *file, uint32_t number, int size) {
    uint8_t bytes[4] = {0};
    for (int i = 0; i < size; i++) bytes[i] = (uint8_t)(number >> 8 * i);
    pass_bytes(file, bytes, (size_t)size);
    number = 0;
    for (int i = 0; i < size; i++) number |= (uint32_t)bytes[i] << 8 * i;
    return file->has_failed ? 0 : number;
}

static int pass_count(struct file *file, int count, int max) {
    uint32_t number = pass(file, (uint32_t)count, 2);
    if (number > (uint32_t)max) file->has_failed = true;
    return file->has_failed ? 0 : (int)number;
}

static void pass_layout(struct file *file, struct layout *layout) {
    layout->players = (uint8_t)pass(file, layout->players, 1);
    layout->class_count = pass_count(file, layout->class_count, CLASSES_MAX);
    layout->token_count = pass_count(file, layout->token_count, TOKENS_MAX);
    for (int i = 0; i < layout->token_count; i++) {
        layout->tokens[i].class = (uint8_t)pass(file, layout->tokens[i].class, 1);
        layout->tokens[i].number = (uint8_t)pass(file, layout->tokens[i].number, 1);
    }
    layout->name_count = pass_count(file, layout->name_count, NAMES_MAX);
    for (int i = 0; i < layout->name_count; i++) {
        struct feature_name *name = &layout->names[i];
        pass_bytes(file, name->text, sizeof name->text);
        name->token = (uint8_t)pass(file, name->token, 1);
        name->rank = (uint8_t)pass(file, name->rank, 1);
    }
    layout->list_count = pass_count(file, layout->list_count, LISTS_MAX);
    for (int i = 0; i < layout->list_count; i++) {
        layout->lists[i].path = pass(file, layout->lists[i].path, 4);
        layout->lists[i].is_seats = pass(file, layout->lists[i].is_seats, 1);
    }
    layout->slot_count = pass_count(file, layout->slot_count, SLOTS_MAX);
    for (int i = 0; i < layout->slot_count; i++) {
        struct feature_slot *slot = &layout->slots[i];
        slot->key = pass(file, slot->key, 4);
        slot->low = (int16_t)pass(file, (uint16_t)slot->low, 2);
        slot->steps = (uint8_t)pass(file, slot->steps, 1);
        slot->stride = (uint8_t)pass(file, slot->stride, 1);
        slot->kind = (uint8_t)pass(file, slot->kind, 1);
        slot->class = (uint8_t)pass(file, slot->class, 1);
    }
}

static bool is_layout_sound(struct layout *layout) {
    int cells = 0, classes = -1;
    memset(layout->class_size, 0, sizeof layout->class_size);
    for (int i = 0; i < layout->token_count; i++) { /* class by class, numbered in order */
        int class = layout->tokens[i].class;
        if (class != classes && class != ++classes) return false;
        if (class >= layout->class_count || layout->tokens[i].number != layout->class_size[class]++) return false;
    }
    if (classes + 1 != layout->class_count) return false;
    for (int i = 0; i < layout->name_count; i++)
        if (layout->names[i].token >= layout->token_count || layout->names[i].text[sizeof layout->names->text - 1])
            return false;
    for (int i = 0; i < layout->slot_count; i++) {
        const struct feature_slot *slot = &layout->slots[i];
        bool is_sound = slot->stride && slot->steps && slot->steps <= STEPS_MAX && slot->kind <= TO_SEAT;
        if (!is_sound || slot->class > layout->class_count || (slot->class && slot->kind == TO_SEAT)) return false;
        cells += (slot->kind == OF_ALL ? 1 : ARKAD_SEATS_MAX) * (slot->class ? layout->class_size[slot->class - 1] : 1);
    }
    return cells <= CELLS_MAX;
}

/* Whether sums cannot run over: of the first layer they cannot, of the second they could. */
static bool are_weights_sound(const struct net *net) {
    int64_t last = 0;
    for (int m = 0; m < MIDDLE; m++) {
        int64_t sum = (int64_t)abs(net->weights[net->plan.bias + m]) * 512;
        for (int i = 0; i < net->plan.inputs; i++)
            sum += (int64_t)abs(net->weights[net->plan.middle + m * net->plan.inputs + i]) * CLAMP;
        if (sum > INT32_MAX) return false;
        last += (int64_t)abs(net->weights[net->plan.last + m]) * CLAMP;
    }
    return last <= INT32_MAX;
}

/* A weight in whole units: small ones, which are nearly all, in one byte, and more follow where the highest bit is set.
 */
static void pass_weight(struct file *file, int16_t *weight, int unit) {
    int units = *weight / unit;
    uint32_t code = units < 0 ? (uint32_t)-units * 2 - 1 : (uint32_t)units * 2, part = code, read = 0;
    int shift = 0;
    do {
        part = pass(file, (code >> shift & 0x7f) | (code >> shift > 0x7f ? 0x80 : 0), 1);
        read |= (part & 0x7f) << shift;
        shift += 7;
    } while (part & 0x80 && shift < 21);
    if (!file->in) return;
    units = read & 1 ? -(int)(read / 2) - 1 : (int)(read / 2);
    if (abs(units * unit) > INT16_MAX)
        file->has_failed = true;
    else
        *weight = (int16_t)(units * unit);
}

static void pass_weights(struct file *file, const struct net_plan *plan, int16_t *weights) {
    for (int i = 0; i < plan->count; i++) pass_weight(file, &weights[i], i < plan->middle ? NET_COARSE : 1);
}

size_t net_write(const struct layout *layout, const int16_t *weights, uint8_t *bytes) {
    struct file file = {.out = bytes, .length = NET_FILE_MAX};
    struct net_plan plan;
    net_plan(layout, &plan);
    pass_bytes(&file, (char[sizeof MARK]){"arkad net"}, sizeof MARK);
    pass(&file, VERSION, 1);
    pass(&file, layout->shape, 4);
    pass_layout(&file, (struct layout *)layout);
    pass_weights(&file, &plan, (int16_t *)weights);
    assert(!file.has_failed);
    return file.at;
}

struct net *net_new(const struct layout *layout) {
    struct net *net = malloc(sizeof *net);
    if (!net) return NULL;
    net->layout = *layout;
    net_plan(layout, &net->plan);
    net->weights = net->plan.count > NET_WEIGHTS_MAX ? NULL : calloc((size_t)net->plan.count, sizeof *net->weights);
    net->sums = net->weights ? calloc((size_t)net->plan.middle, sizeof *net->sums) : NULL;
    if (net->sums) return net;
    net_free(net);
    return NULL;
}

void net_free(struct net *net) {
    if (!net) return;
    free(net->weights), free(net->sums);
    free(net);
}

/* What is wrong with the file, if it is. */
static const char *read_in(struct file *file, struct layout *layout, struct net **net) {
    static const char broken[] = "the file of the net is broken";
    char mark[sizeof MARK] = "";
    pass_bytes(file, mark, sizeof mark);
    if (memcmp(mark, MARK, sizeof mark) || pass(file, 0, 1) != VERSION)
        return "this is no net, or one of another version";
    if (layout->shape != pass(file, 0, 4)) return "the net was made for other positions than this game has now";
    pass_layout(file, layout);
    if (file->has_failed || !is_layout_sound(layout)) return broken;
    layout_close(layout);
    if (!(*net = net_new(layout))) return "there is not enough memory";
    pass_weights(file, &(*net)->plan, (*net)->weights);
    if (file->has_failed || file->at != file->length || !are_weights_sound(*net)) return broken;
    return NULL;
}

struct net *net_read(const struct arkad_game *game, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]) {
    struct file file = {.in = bytes, .length = length};
    struct text text = text_in(why, ARKAD_WHY_MAX);
    struct net *net = NULL;
    struct layout *layout = malloc(sizeof *layout);
    const char *wrong = "there is not enough memory";
    if (layout) {
        layout_begin(layout, game);
        wrong = read_in(&file, layout, &net);
    }
    free(layout);
    if (!wrong) {
        net_prepare(net);
        return net;
    }
    text_say(&text, "%s", wrong);
    net_free(net);
    return NULL;
}
