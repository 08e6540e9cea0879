/*
 * Self-play, and learning from it: in floating point, unlike asking a net, for nobody needs the same bits elsewhere.
 */
#include "bots/learn.h"

#include "bots/simple.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND_GAMES = 32,
    LOOK_MAX = 24,     /* moves that are looked at: the most promising ones */
    GAME_MOVES = 4000, /* a game that is still not over is given up */
    NONE = 0xff,
};

static const float LAMBDA = 0.9F;    /* a turn: so much of what comes later counts */
static const float WIN_SHARE = 0.8F; /* of a result; the rest is how clear it is */
static const float RATE = 0.004F;    /* of learning, at first */
static const float CENTRE = 0.003F;  /* how much figures are drawn towards 0: only their differences say something */
static const float CALM = 1;         /* what a row's rate is tamed by at first */
static const float KEPT = 0.9F;      /* of the mean of the weights, each round */
static const float STRAY_FIRST = 0.06F, STRAY_LAST = 0.015F, STRAY_HALF = 2000; /* how often another move is played */
static const float TAUGHT = 400; /* games until the judgement plays no more */

/* ---- A float's net -------------------------------------------------------------------------------------------------
 */

struct sample {
    uint32_t at; /* in the pool */
    uint16_t count;
    uint8_t players, seat;
    int16_t worth[ARKAD_SEATS_MAX];
    float guess, target;
};

/* What was noted in games. */
struct notes {
    uint32_t sample_count, sample_max, told_count, told_max;
    struct sample *samples;
    struct told {
        uint16_t cell;
        uint8_t steps;
    } * told;
    bool is_full; /* there was not enough memory */
};

struct learner {
    struct lesson lesson;
    struct layout layout;
    struct net_plan plan;
    struct progress progress;
    float *weights, *calm, *mean;
    float *gradient; /* for tests: gradients are noted there instead of being followed */
    struct notes notes[ROUND_GAMES];
};

/* All that the first layer adds up, and what is kept of it for the way back. */
struct look {
    int players, token_count;
    float all[PLAIN], own[ARKAD_SEATS_MAX][PLAIN], others[ARKAD_SEATS_MAX][PLAIN];
    uint8_t token_at[TOKENS_MAX], token[TOKENS_MAX];
    struct {
        float all[TOKEN], own[ARKAD_SEATS_MAX][TOKEN], others[ARKAD_SEATS_MAX][TOKEN];
    } tokens[TOKENS_MAX];
    float inputs[INPUTS_MAX], middle[MIDDLE]; /* of the seat that was looked from last */
    float plain_in[PLAIN], token_in[TOKENS_MAX][TOKEN];
};

static inline void add(float *sums, const float *row, int steps, int width) {
    for (; steps > 0; steps--, row += width)
        for (int i = 0; i < width; i++) sums[i] += row[i];
}

static int token_in(const struct learner *l, struct look *look, int token) {
    if (!look->token_at[token]) {
        int at = look->token_count++;
        look->token[at] = (uint8_t)token;
        look->token_at[token] = (uint8_t)look->token_count;
        memset(&look->tokens[at], 0, sizeof look->tokens[at]);
        add(look->tokens[at].all, l->weights + l->plan.token + token * TOKEN, 1, TOKEN);
    }
    return look->token_at[token] - 1;
}

static void sum_up(const struct learner *l, const struct features *features, struct look *look) {
    look->players = features->players;
    look->token_count = 0;
    memset(look->all, 0, sizeof look->all + sizeof look->own + sizeof look->others + sizeof look->token_at);
    add(look->all, l->weights, 1, PLAIN);
    for (int i = 0; i < features->count; i++) {
        const struct feature_cell *cell = &l->layout.cells[features->told[i].cell];
        const struct feature_slot *slot = &l->layout.slots[cell->slot];
        const float *own = l->weights + l->plan.own[cell->slot], *others = l->weights + l->plan.others[cell->slot];
        int steps = features->told[i].steps, seat = cell->seat, n = look->players;
        if (slot->class) {
            int at = token_in(l, look, cell->token);
            add(slot->kind == OF_ALL ? look->tokens[at].all : look->tokens[at].own[seat], own, steps, TOKEN);
            if (slot->kind == OF_SEAT) add(look->tokens[at].others[seat], others, steps, TOKEN);
        } else if (slot->kind == TO_SEAT) {
            for (int from = 0; from < n; from++)
                add(look->own[from], own + (seat - from + n) % n * slot->steps * PLAIN, steps, PLAIN);
        } else {
            add(slot->kind == OF_ALL ? look->all : look->own[seat], own, steps, PLAIN);
            if (slot->kind == OF_SEAT) add(look->others[seat], others, steps, PLAIN);
        }
    }
}

static float clipped(float x) { return x < 0 ? 0 : x > NET_CLIP ? NET_CLIP : x; }
/* Whether a change would come through that. */
static bool is_open(float x) { return x > 0 && x < NET_CLIP; }

/* A seat's figure. */
static float look_from(const struct learner *l, struct look *look, int seat) {
    const float *row = l->weights + l->plan.middle;
    float figure = 0;
    memset(look->inputs, 0, sizeof look->inputs);
    for (int i = 0; i < PLAIN; i++) look->plain_in[i] = look->all[i] + look->own[seat][i];
    for (int other = 0; other < look->players; other++)
        for (int i = 0; other != seat && i < PLAIN; i++) look->plain_in[i] += look->others[other][i];
    for (int i = 0; i < PLAIN; i++) look->inputs[i] = clipped(look->plain_in[i]);
    for (int t = 0; t < look->token_count; t++) {
        float *in = look->token_in[t], *inputs = look->inputs + PLAIN + l->layout.tokens[look->token[t]].class * TOKEN;
        for (int i = 0; i < TOKEN; i++) in[i] = look->tokens[t].all[i] + look->tokens[t].own[seat][i];
        for (int other = 0; other < look->players; other++)
            for (int i = 0; other != seat && i < TOKEN; i++) in[i] += look->tokens[t].others[other][i];
        for (int i = 0; i < TOKEN; i++) inputs[i] += clipped(in[i]);
    }
    for (int i = PLAIN; i < l->plan.inputs; i++) look->inputs[i] = fminf(look->inputs[i], NET_CLIP);
    for (int m = 0; m < MIDDLE; m++, row += l->plan.inputs) {
        float sum = l->weights[l->plan.bias + m];
        for (int i = 0; i < l->plan.inputs; i++) sum += look->inputs[i] * row[i];
        look->middle[m] = clipped(sum);
        figure += look->middle[m] * l->weights[l->plan.last + m];
    }
    return figure;
}

/* ---- The way back
 * ---------------------------------------------------------------------------------------------------- */

/* Follows the gradient of a row of weights: the faster, the less it has moved so far. */
static void follow(struct learner *l, int at, const float *gradient, int width) {
    float *weights = l->weights + at, square = 0;
    if (l->gradient) {
        for (int i = 0; i < width; i++) l->gradient[at + i] += gradient[i];
        return;
    }
    for (int i = 0; i < width; i++) square += gradient[i] * gradient[i];
    l->calm[at] += square;
    float rate = RATE / sqrtf(l->calm[at]);
    for (int i = 0; i < width; i++) weights[i] -= rate * gradient[i];
}

static void follow_steps(struct learner *l, int at, int steps, const float *gradient, int width) {
    for (; steps > 0; steps--, at += width) follow(l, at, gradient, width);
}

/* From the error of a seat's figure to what comes into the second layer. */
static void follow_top(struct learner *l, const struct look *look, float error, float *back) {
    float gradient[INPUTS_MAX], last[MIDDLE], bias[MIDDLE];
    memset(back, 0, INPUTS_MAX * sizeof *back);
    for (int m = 0; m < MIDDLE; m++) {
        int at = l->plan.middle + m * l->plan.inputs;
        last[m] = error * look->middle[m];
        bias[m] = is_open(look->middle[m]) ? error * l->weights[l->plan.last + m] : 0;
        if (!is_open(look->middle[m])) continue;
        for (int i = 0; i < l->plan.inputs; i++) back[i] += bias[m] * l->weights[at + i];
        for (int i = 0; i < l->plan.inputs; i++) gradient[i] = bias[m] * look->inputs[i];
        follow(l, at, gradient, l->plan.inputs);
    }
    follow(l, l->plan.last, last, MIDDLE);
    follow(l, l->plan.bias, bias, MIDDLE);
}

static void follow_back(struct learner *l, const struct features *features, const struct look *look, int seat,
                        float error) {
    float back[INPUTS_MAX], plain[PLAIN], tokens[TOKENS_MAX][TOKEN];
    follow_top(l, look, error, back);
    for (int i = PLAIN; i < l->plan.inputs; i++) back[i] = look->inputs[i] < NET_CLIP ? back[i] : 0;
    for (int i = 0; i < PLAIN; i++) plain[i] = is_open(look->plain_in[i]) ? back[i] : 0;
    follow(l, 0, plain, PLAIN);
    for (int t = 0; t < look->token_count; t++) {
        const float *class_back = back + PLAIN + l->layout.tokens[look->token[t]].class * TOKEN;
        for (int i = 0; i < TOKEN; i++) tokens[t][i] = is_open(look->token_in[t][i]) ? class_back[i] : 0;
        follow(l, l->plan.token + look->token[t] * TOKEN, tokens[t], TOKEN);
    }
    for (int i = 0; i < features->count; i++) {
        const struct feature_cell *cell = &l->layout.cells[features->told[i].cell];
        const struct feature_slot *slot = &l->layout.slots[cell->slot];
        bool is_own = slot->kind == OF_ALL || cell->seat == seat;
        int at = is_own ? l->plan.own[cell->slot] : l->plan.others[cell->slot], n = look->players;
        if (slot->kind == TO_SEAT) at = l->plan.own[cell->slot] + (cell->seat - seat + n) % n * slot->steps * PLAIN;
        if (slot->class)
            follow_steps(l, at, features->told[i].steps, tokens[look->token_at[cell->token] - 1], TOKEN);
        else
            follow_steps(l, at, features->told[i].steps, plain, PLAIN);
    }
}

/* Learns that the seat's chance in this position is `target`; the others' figures are taken as they are. Returns the
   square of the error. */
static float learn(struct learner *l, const struct features *features, int seat, float target, float *loss) {
    static _Thread_local struct look look;
    float figures[ARKAD_SEATS_MAX], best = -1e9F, total = 0;
    sum_up(l, features, &look);
    for (int other = 0; other < features->players; other++)
        if (other != seat) figures[other] = look_from(l, &look, other);
    figures[seat] = look_from(l, &look, seat);
    float own = figures[seat];
    for (int other = 0; other < features->players; other++)
        figures[other] += (float)features->worth[other] * l->weights[l->plan.worth];
    for (int other = 0; other < features->players; other++) best = fmaxf(best, figures[other]);
    for (int other = 0; other < features->players; other++) total += expf(figures[other] - best);
    float chance = expf(figures[seat] - best) / total;
    follow_back(l, features, &look, seat, chance - target + CENTRE * own);
    follow(l, l->plan.worth, (float[]){(chance - target) * (float)features->worth[seat]}, 1);
    if (loss) *loss = -target * logf(chance) - (1 - target) * logf(1 - chance);
    return (chance - target) * (chance - target);
}

/* ---- Self-play -----------------------------------------------------------------------------------------------------
 */

/* A game in play, with a net; each thread has its own. */
struct game {
    const struct learner *learner;
    const struct net *nets[ARKAD_SEATS_MAX]; /* NULL: the judgement plays that seat */
    struct mind mind;
    uint64_t dice;
    float stray, taught; /* how often another move is played, and one that the judgement likes */
    struct arkad_position position;
    int count;
    struct arkad_move moves[ARKAD_MOVES_MAX];
    float weights[ARKAD_MOVES_MAX];
    bool is_rude[ARKAD_MOVES_MAX];
    struct features features;
};

static float draw_unit(struct game *g) { return (float)simple_below(&g->dice, 1 << 24) / (1 << 24); }

static void draw_world(struct game *g, int seat, struct arkad_position *world) {
    const struct arkad_game *game = g->learner->lesson.game;
    struct arkad_position view;
    uint8_t seed[ARKAD_SEED_BYTES] = {0};
    uint32_t words[] = {simple_below(&g->dice, UINT32_MAX), simple_below(&g->dice, UINT32_MAX)};
    memcpy(seed, words, sizeof words);
    arkad_view(game, &g->position, seat, &view);
    arkad_world(game, &view, seed, world);
}

static uint32_t chance_in(struct game *g, const struct net *net, const struct arkad_position *world, int seat) {
    uint32_t chances[ARKAD_SEATS_MAX];
    features_of(&net->layout, world, &g->features);
    net_chances(net, &g->features, chances);
    return chances[seat];
}

/* The seat's moves with their weights, without those that nobody makes. */
static void list_moves(struct game *g, int seat) {
    const struct arkad_game *game = g->learner->lesson.game;
    const struct judgement *judgement = g->mind.judgement;
    struct arkad_position view;
    int count = g->count = arkad_list(game, &g->position, seat, g->moves);
    if (judgement->find_rude) {
        arkad_view(game, &g->position, seat, &view);
        memset(g->is_rude, 0, (size_t)count * sizeof *g->is_rude);
        judgement->find_rude(&view, seat, g->moves, count, g->mind.w, g->is_rude);
        for (int i = g->count = 0; i < count; i++)
            if (!g->is_rude[i]) g->moves[g->count++] = g->moves[i];
    }
    for (int i = 0; i < g->count; i++) g->weights[i] = 1;
}

static void weigh(struct game *g, const struct arkad_position *world, int seat) {
    if (g->mind.judgement->weigh) g->mind.judgement->weigh(world, seat, g->moves, g->count, g->mind.w, g->weights);
}

static int draw_move(struct game *g) {
    float total = 0;
    for (int i = 0; i < g->count; i++) total += g->weights[i];
    float at = draw_unit(g) * total;
    int i = 0;
    while (i < g->count - 1 && (at -= g->weights[i]) >= 0) i++;
    return i;
}

/* Of a long list, those that promise most come first; of equals, any. */
static void shorten(struct game *g) {
    if (g->count <= LOOK_MAX) return;
    for (int i = 0; i < g->count; i++) g->weights[i] *= 1 + 0.1F * draw_unit(g);
    for (int i = 0; i < LOOK_MAX; i++) {
        int best = i;
        for (int k = i + 1; k < g->count; k++)
            if (g->weights[k] > g->weights[best]) best = k;
        struct arkad_move move = g->moves[i];
        g->moves[i] = g->moves[best], g->moves[best] = move;
        g->weights[best] = g->weights[i];
    }
    g->count = LOOK_MAX;
}

/* The move after which the seat is likeliest to win. */
static int choose(struct game *g, const struct net *net, const struct arkad_position *world, int seat) {
    uint32_t best_chance = 0;
    int best = 0;
    shorten(g);
    for (int i = 0; i < g->count; i++) {
        struct arkad_position after = *world;
        arkad_apply(g->learner->lesson.game, &after, seat, &g->moves[i], NULL);
        uint32_t chance = chance_in(g, net, &after, seat) + 1;
        if (chance > best_chance) best_chance = chance, best = i;
    }
    return best;
}

static int pick(struct game *g, int seat) {
    struct arkad_position world;
    list_moves(g, seat);
    if (g->count == 1) return 0;
    draw_world(g, seat, &world);
    float drawn = draw_unit(g);
    if (drawn < g->stray) return (int)simple_below(&g->dice, (uint32_t)g->count);
    weigh(g, &world, seat);
    if (drawn < g->stray + g->taught) return draw_move(g);
    if (g->nets[seat]) return choose(g, g->nets[seat], &world, seat);
    int best = 0;
    for (int i = 1; i < g->count; i++)
        if (g->weights[i] > g->weights[best]) best = i;
    return best;
}

static bool deal(struct game *g, const struct learner *l, int players, uint64_t seed) {
    struct arkad_setup setup;
    char why[ARKAD_WHY_MAX];
    g->learner = l;
    g->dice = seed * 0x9e3779b97f4a7c15U ^ 0x5851f42d4c957f2dU;
    mind_of(l->lesson.game, &g->mind);
    arkad_setup_default(l->lesson.game, &setup);
    setup.players = (uint8_t)players;
    uint32_t words[] = {simple_below(&g->dice, UINT32_MAX), simple_below(&g->dice, UINT32_MAX)};
    memcpy(setup.seed, words, sizeof words);
    for (int i = 0; arkad_game_option(l->lesson.game, i); i++)
        if (!strcmp(arkad_game_option(l->lesson.game, i)->name, "starter"))
            setup.options[i] = (uint8_t)simple_below(&g->dice, (uint32_t)players);
    return !arkad_deal(l->lesson.game, &setup, &g->position, NULL, why);
}

static int players_of(const struct lesson *lesson, uint32_t number) {
    int least = arkad_players_min(lesson->game), most = arkad_players_max(lesson->game);
    return lesson->players ? lesson->players : least + (int)(number % (uint32_t)(most - least + 1));
}

/* One move of the game: the seat that made it, or -1 when it goes on for too long. */
static int advance(struct game *g) {
    int seat = __builtin_ctz(arkad_waits(g->learner->lesson.game, &g->position)), at = pick(g, seat);
    arkad_apply(g->learner->lesson.game, &g->position, seat, &g->moves[at], NULL);
    return seat;
}

/* ---- Notes
 * ------------------------------------------------------------------------------------------------------------ */

static void *grown(struct notes *notes, void *memory, uint32_t *max, uint32_t wanted, size_t size) {
    if (wanted <= *max) return memory;
    uint32_t next = wanted < 4096 ? 4096 : wanted * 2;
    void *larger = realloc(memory, next * size);
    notes->is_full = notes->is_full || !larger;
    if (larger) *max = next;
    return larger ? larger : memory;
}

static void note(struct notes *notes, const struct features *features, int seat, float guess) {
    uint32_t told = (uint32_t)features->count;
    notes->samples = grown(notes, notes->samples, &notes->sample_max, notes->sample_count + 1, sizeof *notes->samples);
    notes->told = grown(notes, notes->told, &notes->told_max, notes->told_count + told, sizeof *notes->told);
    if (notes->is_full) return;
    struct sample *sample = &notes->samples[notes->sample_count++];
    *sample = (struct sample){.at = notes->told_count,
                              .count = (uint16_t)told,
                              .players = (uint8_t)features->players,
                              .seat = (uint8_t)seat,
                              .guess = guess};
    memcpy(sample->worth, features->worth, sizeof sample->worth);
    for (uint32_t i = 0; i < told; i++)
        notes->told[notes->told_count++] = (struct told){features->told[i].cell, features->told[i].steps};
}

/* What each seat thinks of the position, in a world of its own. */
static void note_all(struct game *g, const struct net *net, struct notes *notes) {
    for (int seat = 0; seat < arkad_players(&g->position); seat++) {
        struct arkad_position world;
        draw_world(g, seat, &world);
        float guess = (float)chance_in(g, net, &world, seat) / 65536;
        note(notes, &g->features, seat, guess);
    }
}

static void reward(const struct game *g, float rewards[ARKAD_SEATS_MAX]) {
    struct arkad_result result;
    int players = arkad_players(&g->position), winners = 0;
    float best = -1e9F, total = 0, clear[ARKAD_SEATS_MAX];
    arkad_result(g->learner->lesson.game, &g->position, &result);
    for (int seat = 0; seat < players; seat++) winners += result.places[seat] == 1;
    for (int seat = 0; seat < players; seat++) best = fmaxf(best, result.scores[seat]);
    for (int seat = 0; seat < players; seat++)
        total += clear[seat] = expf(3 * ((float)result.scores[seat] - best) / g->mind.w[SCALE]);
    for (int seat = 0; seat < players; seat++) {
        float win = result.places[seat] == 1 ? 1 / (float)winners : 0;
        rewards[seat] = WIN_SHARE * win + (1 - WIN_SHARE) * clear[seat] / total;
    }
}

/* Draws what each seat thought towards what it thought later. The samples lie seat by seat, a move after the other. */
static void set_targets(struct notes *notes, const float *rewards, int players) {
    float later[ARKAD_SEATS_MAX], keep = powf(LAMBDA, 1 / (float)players);
    for (int seat = 0; seat < players; seat++) later[seat] = rewards[seat];
    for (uint32_t i = notes->sample_count; i-- > 0;) {
        struct sample *sample = &notes->samples[i];
        sample->target = later[sample->seat];
        later[sample->seat] = keep * later[sample->seat] + (1 - keep) * sample->guess;
    }
}

static bool play_for_notes(struct game *g, const struct net *net, struct notes *notes, const volatile int *is_stopped) {
    float rewards[ARKAD_SEATS_MAX];
    notes->sample_count = notes->told_count = 0;
    for (int moves = 0; !arkad_is_over(&g->position); moves++) {
        if (moves == GAME_MOVES || (is_stopped && *is_stopped)) break;
        advance(g);
        if (!arkad_is_over(&g->position)) note_all(g, net, notes);
    }
    if (!arkad_is_over(&g->position)) notes->sample_count = 0;
    reward(g, rewards);
    set_targets(notes, rewards, arkad_players(&g->position));
    return !notes->is_full;
}

/* ---- Rounds
 * ------------------------------------------------------------------------------------------------------------ */

struct worker {
    struct learner *learner;
    const struct net *net;
    const volatile int *is_stopped;
    int first, step;
    bool is_well;
};

static void *play_share(void *context) {
    struct worker *w = context;
    struct learner *l = w->learner;
    struct game *g = calloc(1, sizeof *g);
    w->is_well = g != NULL;
    for (int i = w->first; w->is_well && i < ROUND_GAMES; i += w->step) {
        uint32_t number = l->progress.games + (uint32_t)i;
        w->is_well = deal(g, l, players_of(&l->lesson, number), l->lesson.seed + number);
        float games = (float)l->progress.games;
        g->stray = STRAY_LAST + (STRAY_FIRST - STRAY_LAST) / (1 + games / STRAY_HALF);
        bool has_judge = g->mind.judgement->weigh != NULL;
        g->taught = has_judge && games < TAUGHT ? 1 - games / TAUGHT : 0;
        for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) g->nets[seat] = w->net;
        w->is_well = w->is_well && play_for_notes(g, w->net, &l->notes[i], w->is_stopped);
    }
    free(g);
    return NULL;
}

static bool play_round(struct learner *l, const struct net *net, const volatile int *is_stopped) {
    struct worker workers[LEARN_THREADS_MAX];
    pthread_t threads[LEARN_THREADS_MAX];
    bool is_running[LEARN_THREADS_MAX] = {false}, is_well = true;
    int count = l->lesson.threads < 1 ? 1 : l->lesson.threads;
    for (int i = count - 1; i >= 0; i--) {
        workers[i] = (struct worker){l, net, is_stopped, i, count, false};
        is_running[i] = i && !pthread_create(&threads[i], NULL, play_share, &workers[i]);
        if (!is_running[i]) play_share(&workers[i]);
    }
    for (int i = 0; i < count; i++) {
        if (is_running[i]) pthread_join(threads[i], NULL);
        is_well = is_well && workers[i].is_well;
    }
    return is_well && !(is_stopped && *is_stopped);
}

static void recall(const struct notes *notes, const struct sample *sample, struct features *features) {
    features->players = sample->players;
    features->count = sample->count;
    memcpy(features->worth, sample->worth, sizeof sample->worth);
    for (int i = 0; i < sample->count; i++) {
        features->told[i].cell = notes->told[sample->at + (uint32_t)i].cell;
        features->told[i].steps = notes->told[sample->at + (uint32_t)i].steps;
    }
}

/* All samples of the round, in an order that is drawn. */
static bool learn_round(struct learner *l) {
    struct {
        uint16_t game;
        uint32_t sample;
    } * order, swap;
    uint32_t count = 0;
    uint64_t dice = l->lesson.seed ^ (uint64_t)l->progress.rounds << 32;
    double squares = 0;
    for (int i = 0; i < ROUND_GAMES; i++) count += l->notes[i].sample_count;
    if (!(order = malloc((count + 1) * sizeof *order))) return false;
    count = 0;
    for (int i = 0; i < ROUND_GAMES; i++)
        for (uint32_t k = 0; k < l->notes[i].sample_count; k++)
            order[count].game = (uint16_t)i, order[count++].sample = k;
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = simple_below(&dice, i);
        swap = order[i - 1], order[i - 1] = order[other], order[other] = swap;
    }
    static struct features features;
    for (uint32_t i = 0; i < count; i++) {
        const struct notes *notes = &l->notes[order[i].game];
        const struct sample *sample = &notes->samples[order[i].sample];
        recall(notes, sample, &features);
        squares += learn(l, &features, sample->seat, sample->target, NULL);
    }
    free(order);
    l->progress.samples += count;
    l->progress.loss = count ? (float)(squares / count) : 0;
    return true;
}

static void make_net(const struct learner *l, const float *weights, struct net *net) {
    net->layout = l->layout;
    for (int i = 0; i < l->plan.count; i++) {
        float bounded = fminf(fmaxf(weights[i] * NET_UNIT, INT16_MIN), INT16_MAX);
        net->weights[i] = (int16_t)lrintf(bounded);
    }
    net_prepare(net);
}

static struct net *new_net(const struct learner *l, const float *weights) {
    struct net *net = malloc(sizeof *net + (size_t)l->plan.count * sizeof net->weights[0]);
    if (net) make_net(l, weights, net);
    return net;
}

struct net *learner_net(const struct learner *l) {
    return new_net(l, l->mean);
}

bool learner_round(struct learner *l, const volatile int *is_stopped) {
    struct net *net = new_net(l, l->weights);
    bool is_well = net && play_round(l, net, is_stopped);
    net_free(net);
    if (!is_well || !learn_round(l)) return false;
    l->progress.games += ROUND_GAMES;
    float kept = l->progress.rounds ? fminf(KEPT, (float)l->progress.rounds / 10) : 0;
    l->progress.rounds++;
    for (int i = 0; i < l->plan.count; i++) l->mean[i] = kept * l->mean[i] + (1 - kept) * l->weights[i];
    return true;
}

struct progress learner_progress(const struct learner *l) {
    return l->progress;
}

/* ---- Matches
 * ---------------------------------------------------------------------------------------------------------- */

float learner_match(struct learner *l, const struct net *net, const struct net *other, int games) {
    struct game *g = calloc(1, sizeof *g);
    float wins = 0, fair = 0;
    for (int number = 0; g && number < games; number++) {
        int players = players_of(&l->lesson, (uint32_t)number), seat = number % players, winners = 0;
        if (!deal(g, l, players, l->lesson.seed + 0x100000000U + (uint64_t)(number / players))) break;
        g->stray = g->taught = 0;
        for (int i = 0; i < ARKAD_SEATS_MAX; i++) g->nets[i] = i == seat ? net : other;
        for (int moves = 0; !arkad_is_over(&g->position) && moves < GAME_MOVES; moves++) advance(g);
        struct arkad_result result;
        arkad_result(l->lesson.game, &g->position, &result);
        for (int i = 0; i < players; i++) winners += result.places[i] == 1;
        wins += result.places[seat] == 1 ? 1 / (float)winners : 0;
        fair += 1 / (float)players;
    }
    free(g);
    return fair > 0 ? wins / fair : 0;
}

/* ---- Learners
 * ---------------------------------------------------------------------------------------------------------- */

static struct learner *new_learner(const struct lesson *lesson) {
    struct learner *l = calloc(1, sizeof *l);
    if (l) l->lesson = *lesson;
    return l;
}

static bool give_memory(struct learner *l) {
    net_plan(&l->layout, &l->plan);
    if (l->plan.count > NET_WEIGHTS_MAX) return false;
    size_t count = (size_t)l->plan.count;
    l->weights = calloc(count, sizeof *l->weights);
    l->calm = calloc(count, sizeof *l->calm);
    l->mean = calloc(count, sizeof *l->mean);
    return l->weights && l->calm && l->mean;
}

static float draw_weight(uint64_t *dice, float size) {
    return size * ((float)simple_below(dice, 1 << 16) / (1 << 15) - 1);
}

struct learner *learner_open(const struct lesson *lesson) {
    struct learner *l = new_learner(lesson);
    uint64_t dice = lesson->seed + 1;
    if (!l) return NULL;
    layout_survey(&l->layout, lesson->game, lesson->seed);
    l->layout.players = (uint8_t)lesson->players;
    if (!give_memory(l)) {
        learner_close(l);
        return NULL;
    }
    for (int i = 0; i < l->plan.middle; i++) l->weights[i] = draw_weight(&dice, 0.04F);
    for (int i = l->plan.middle; i < l->plan.bias; i++) l->weights[i] = draw_weight(&dice, 0.15F);
    for (int i = l->plan.last; i < l->plan.worth; i++) l->weights[i] = draw_weight(&dice, 0.1F);
    l->weights[l->plan.worth] = 3.0F / WORTH; /* as the search weighs a lead */
    for (int i = 0; i < l->plan.count; i++) l->calm[i] = CALM, l->mean[i] = l->weights[i];
    return l;
}

void learner_close(struct learner *l) {
    if (!l) return;
    for (int i = 0; i < ROUND_GAMES; i++) free(l->notes[i].samples), free(l->notes[i].told);
    free(l->weights), free(l->calm), free(l->mean);
    free(l);
}

/* ---- Saving
 * ------------------------------------------------------------------------------------------------------------ */

/* What a saved learner begins with; the file is for the same kind of machine, so plain bytes do. */
struct saved {
    char mark[16];
    uint32_t shape, layout_size, weight_count;
    int32_t players;
    uint64_t seed;
    struct progress progress;
};

static const char MARK[16] = "arkad learner 1";

uint8_t *learner_write(const struct learner *l, size_t *length) {
    size_t weights = (size_t)l->plan.count * sizeof(float);
    struct saved saved = {.shape = l->layout.shape,
                          .layout_size = sizeof l->layout,
                          .weight_count = (uint32_t)l->plan.count,
                          .players = l->lesson.players,
                          .seed = l->lesson.seed,
                          .progress = l->progress};
    struct layout layout = l->layout;
    memcpy(saved.mark, MARK, sizeof MARK);
    layout.game = NULL;
    memset(&layout.mind, 0, sizeof layout.mind);
    *length = sizeof saved + sizeof layout + 3 * weights;
    uint8_t *bytes = malloc(*length), *at = bytes;
    if (!bytes) return NULL;
    memcpy(at, &saved, sizeof saved), at += sizeof saved;
    memcpy(at, &layout, sizeof layout), at += sizeof layout;
    memcpy(at, l->weights, weights), at += weights;
    memcpy(at, l->calm, weights), at += weights;
    memcpy(at, l->mean, weights);
    return bytes;
}

struct learner *learner_read(const struct lesson *lesson, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]) {
    struct saved saved;
    struct text text = text_in(why, ARKAD_WHY_MAX);
    const uint8_t *at = bytes;
    text_say(&text, "this is no saved training of this game");
    if (length < sizeof saved + sizeof(struct layout)) return NULL;
    memcpy(&saved, at, sizeof saved), at += sizeof saved;
    if (memcmp(saved.mark, MARK, sizeof MARK) || saved.layout_size != sizeof(struct layout)) return NULL;
    if (saved.shape != layout_shape(lesson->game)) return NULL;
    struct learner *l = new_learner(lesson);
    if (!l) return NULL;
    memcpy(&l->layout, at, sizeof l->layout), at += sizeof l->layout;
    l->layout.game = lesson->game;
    mind_of(lesson->game, &l->layout.mind);
    l->lesson.players = saved.players;
    l->lesson.seed = saved.seed;
    l->progress = saved.progress;
    bool is_well = give_memory(l) && (uint32_t)l->plan.count == saved.weight_count;
    size_t weights = (size_t)l->plan.count * sizeof(float);
    if (!is_well || length != sizeof saved + sizeof l->layout + 3 * weights) {
        learner_close(l);
        return NULL;
    }
    memcpy(l->weights, at, weights), at += weights;
    memcpy(l->calm, at, weights), at += weights;
    memcpy(l->mean, at, weights);
    return l;
}

/* ---- For tests
 * --------------------------------------------------------------------------------------------------------- */

float *learner_weights(struct learner *l) { return l->weights; }

float learner_gradient(struct learner *l, const struct features *features, int seat, float target, float *gradient) {
    float loss, *none = calloc((size_t)l->plan.count, sizeof *none);
    l->gradient = gradient ? gradient : none;
    learn(l, features, seat, target, &loss);
    l->gradient = NULL;
    free(none);
    return loss;
}

float learner_figure(const struct learner *l, const struct features *features, int seat) {
    static _Thread_local struct look look;
    sum_up(l, features, &look);
    return look_from(l, &look, seat) + (float)features->worth[seat] * l->weights[l->plan.worth];
}
