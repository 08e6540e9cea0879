#include "bots/search.h"

#include "bots/simple.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DEPTH_MAX = 64,      /* moves walked down the tree in one iteration */
    PLAYOUT_MAX = 20000, /* moves of a play-out: past this it is judged as it stands */
    CLOCK_EVERY = 16,    /* iterations between looks at the clock */
    SLOTS = 2 * ARKAD_MOVES_MAX,
    SECRET = 0xff, /* the verb that stands for any secret move of another seat */
};

/* How much to explore; how fast long lists are opened: WIDE + WIDEN * sqrt(visits) moves. */
static const float EXPLORE = 0.2F, PROMISE = 0.5F, WIDE = 3.0F, WIDEN = 1.2F;
/* No move is out of the question, and none is all there is. */
static const float WEIGHT_MIN = 1e-4F, WEIGHT_MAX = 1e4F;
/* What of a reward is the win itself; the rest is how clearly it stands, so that no play-out says nothing. */
static const float WIN_SHARE = 0.8F;

struct search {
    const struct arkad_game *game;
    const struct judgement *judgement;
    int viewer;
    uint64_t dice;
    uint32_t node_max, node_count, iterations;
    float rewards[ARKAD_SEATS_MAX]; /* sums over all iterations */
    /* The walk of this iteration. */
    uint32_t path[DEPTH_MAX + 1];
    int path_length;
    /* The list at hand: its moves, their weights, and the child of each (0: none). */
    int count;
    struct arkad_move moves[ARKAD_MOVES_MAX];
    float weights[ARKAD_MOVES_MAX];
    uint32_t children[ARKAD_MOVES_MAX];
    /* Moves of the list by their bytes: index + 1. */
    uint32_t slots[SLOTS];
    struct search_node nodes[]; /* 0 is the root */
};

struct search *search_open(uint32_t nodes) {
    if (nodes < 2 || nodes > SEARCH_NODES_MAX) nodes = SEARCH_NODES_MAX;
    struct search *search = calloc(1, sizeof *search + nodes * sizeof search->nodes[0]);
    if (search) search->node_max = nodes;
    return search;
}

void search_close(struct search *search) { free(search); }

/* ---- Lists --------------------------------------------------------------------------------------------------- */

static uint32_t hash_of(const struct arkad_move *move) {
    uint64_t words[3], hash = 0;
    memcpy(words, move, sizeof words);
    for (int i = 0; i < 3; i++) hash = (hash ^ words[i]) * 0x9e3779b97f4a7c15U, hash ^= hash >> 29;
    return (uint32_t)hash;
}

static uint32_t slot_count(int count) {
    uint32_t slots = 8;
    while (slots < 2 * (uint32_t)count) slots *= 2;
    return slots;
}

static void index_moves(struct search *s) {
    uint32_t mask = slot_count(s->count) - 1;
    memset(s->slots, 0, (mask + 1) * sizeof *s->slots);
    for (int i = 0; i < s->count; i++) {
        uint32_t at = hash_of(&s->moves[i]) & mask;
        while (s->slots[at]) at = (at + 1) & mask;
        s->slots[at] = (uint32_t)i + 1;
    }
}

/* The index of a move in the list at hand, or -1. */
static int find_move(const struct search *s, const struct arkad_move *move) {
    uint32_t mask = slot_count(s->count) - 1;
    for (uint32_t at = hash_of(move) & mask; s->slots[at]; at = (at + 1) & mask) {
        int i = (int)s->slots[at] - 1;
        if (!memcmp(&s->moves[i], move, sizeof *move)) return i;
    }
    return -1;
}

static void weigh(struct search *s, const struct arkad_position *world, int seat) {
    for (int i = 0; i < s->count; i++) s->weights[i] = 1;
    if (!s->judgement->weigh) return;
    s->judgement->weigh(world, seat, s->moves, s->count, s->weights);
    for (int i = 0; i < s->count; i++) s->weights[i] = fminf(fmaxf(s->weights[i], WEIGHT_MIN), WEIGHT_MAX);
}

static float draw_unit(struct search *s) { return (float)simple_below(&s->dice, 1 << 24) / (1 << 24); }

/* One of the list, by weight. */
static int draw_move(struct search *s) {
    float total = 0;
    for (int i = 0; i < s->count; i++) total += s->weights[i];
    float at = draw_unit(s) * total;
    int i = 0;
    while (i < s->count - 1 && (at -= s->weights[i]) >= 0) i++;
    return i;
}

/* Of the seats waited for, the one that is taken to decide first: the viewer, or the lowest. */
static int next_seat(const struct search *s, const struct arkad_position *world) {
    unsigned seats = arkad_waits(s->game, world);
    return seats >> s->viewer & 1 ? s->viewer : __builtin_ctz(seats);
}

/* ---- Rewards ------------------------------------------------------------------------------------------------- */

/* How likely each seat is to win, standing so. */
static void soften(const float *values, int players, float scale, float *chances) {
    float best = values[0], total = 0;
    for (int seat = 1; seat < players; seat++) best = values[seat] > best ? values[seat] : best;
    for (int seat = 0; seat < players; seat++) total += chances[seat] = expf(3 * (values[seat] - best) / scale);
    for (int seat = 0; seat < players; seat++) chances[seat] /= total;
}

static void reward_end(const struct search *s, const struct arkad_position *world, float *rewards) {
    int players = arkad_players(world), winners = 0;
    struct arkad_result result;
    float scores[ARKAD_SEATS_MAX] = {0}, chances[ARKAD_SEATS_MAX];
    arkad_result(s->game, world, &result);
    for (int seat = 0; seat < players; seat++) {
        winners += result.places[seat] == 1;
        scores[seat] = result.scores[seat];
    }
    soften(scores, players, s->judgement->scale, chances);
    for (int seat = 0; seat < players; seat++) {
        float share = result.places[seat] == 1 ? 1 / (float)winners : 0;
        rewards[seat] = WIN_SHARE * share + (1 - WIN_SHARE) * chances[seat];
    }
}

static void reward_standing(const struct search *s, const struct arkad_position *world, float *rewards) {
    float values[ARKAD_SEATS_MAX] = {0};
    if (s->judgement->evaluate) s->judgement->evaluate(world, values);
    soften(values, arkad_players(world), s->judgement->scale, rewards);
}

static void play_out(struct search *s, struct arkad_position *world, float *rewards) {
    bool is_judged = s->judgement->evaluate && s->judgement->depth;
    int depth = is_judged ? s->judgement->depth : PLAYOUT_MAX;
    for (; !arkad_is_over(world) && depth > 0; depth--) {
        int seat = next_seat(s, world);
        s->count = arkad_list(s->game, world, seat, s->moves);
        int chosen = 0;
        if (s->count > 1 && s->judgement->weigh) {
            weigh(s, world, seat);
            chosen = draw_move(s);
        } else if (s->count > 1) {
            chosen = (int)simple_below(&s->dice, (uint32_t)s->count);
        }
        arkad_apply(s->game, world, seat, &s->moves[chosen], NULL);
    }
    if (arkad_is_over(world))
        reward_end(s, world, rewards);
    else
        reward_standing(s, world, rewards);
}

/* ---- The tree ------------------------------------------------------------------------------------------------- */

static uint32_t add_node(struct search *s, uint32_t parent, const struct arkad_move *move, int seat, float weight) {
    if (s->node_count == s->node_max) return 0;
    uint32_t node = s->node_count++;
    s->nodes[node] =
        (struct search_node){.move = *move, .sibling = s->nodes[parent].child, .weight = weight, .seat = (uint8_t)seat};
    s->nodes[parent].child = node;
    return node;
}

/* Lists the seat's moves, and finds those that have a node already. Returns how many have. */
static int open_list(struct search *s, uint32_t node, const struct arkad_position *world, int seat) {
    int known = 0;
    s->count = arkad_list(s->game, world, seat, s->moves);
    weigh(s, world, seat);
    index_moves(s);
    memset(s->children, 0, (size_t)s->count * sizeof *s->children);
    for (uint32_t child = s->nodes[node].child; child; child = s->nodes[child].sibling) {
        if (s->nodes[child].seat != seat) continue;
        int i = find_move(s, &s->nodes[child].move);
        if (i < 0) continue;
        s->children[i] = child;
        s->nodes[child].available++;
        known++;
    }
    return known;
}

/* The most promising move without a node; -1 if there is none. Equal ones are drawn. */
static int next_untried(struct search *s) {
    int best = -1;
    float best_weight = 0;
    for (int i = 0; i < s->count; i++) {
        if (s->children[i]) continue;
        float weight = s->weights[i] * (1 + 0.001F * draw_unit(s));
        if (weight > best_weight) best_weight = weight, best = i;
    }
    return best;
}

/* The child that promises most by its results, by how seldom it was tried, and by how it looked. */
static int best_known(const struct search *s) {
    int best = -1;
    float best_score = -1;
    for (int i = 0; i < s->count; i++) {
        if (!s->children[i]) continue;
        const struct search_node *child = &s->nodes[s->children[i]];
        float visits = (float)child->visits + 1e-3F;
        float score = child->value / visits + EXPLORE * sqrtf(logf((float)child->available + 1) / visits) +
                      PROMISE * child->weight / (1 + visits);
        if (score > best_score) best_score = score, best = i;
    }
    return best;
}

static float largest_weight(const struct search *s) {
    float largest = 1e-6F;
    for (int i = 0; i < s->count; i++) largest = s->weights[i] > largest ? s->weights[i] : largest;
    return largest;
}

/* Chooses a move of the list at hand and the node it leads to (0: none, the tree is full). */
static int choose_branch(struct search *s, uint32_t node, int seat, int known, uint32_t *child, bool *is_new) {
    float room = WIDE + WIDEN * sqrtf((float)s->nodes[node].visits);
    int chosen = (float)known < room ? next_untried(s) : -1;
    *is_new = chosen >= 0;
    if (chosen < 0) {
        chosen = best_known(s);
        *child = s->children[chosen];
    } else {
        *child = add_node(s, node, &s->moves[chosen], seat, s->weights[chosen] / largest_weight(s));
        if (*child) s->nodes[*child].available = 1;
    }
    return chosen;
}

/* A secret move of another seat: any of the list, by weight; all of them lead to one node. */
static uint32_t secret_branch(struct search *s, uint32_t node, int seat, int *chosen) {
    static const struct arkad_move secret = {.verb = SECRET};
    *chosen = draw_move(s);
    for (uint32_t child = s->nodes[node].child; child; child = s->nodes[child].sibling)
        if (s->nodes[child].seat == seat && s->nodes[child].move.verb == SECRET) return child;
    return add_node(s, node, &secret, seat, 1);
}

/* Walks from the root to a node that is new, and adds it. */
static void walk(struct search *s, struct arkad_position *world) {
    uint32_t node = 0;
    bool is_new = false;
    s->path_length = 0;
    s->path[s->path_length++] = node;
    while (!is_new && !arkad_is_over(world) && s->path_length <= DEPTH_MAX) {
        int seat = next_seat(s, world), chosen;
        uint32_t child;
        int known = open_list(s, node, world, seat);
        if (seat != s->viewer && arkad_is_secret(s->game, &s->moves[0]))
            child = secret_branch(s, node, seat, &chosen);
        else
            chosen = choose_branch(s, node, seat, known, &child, &is_new);
        struct arkad_move move = s->moves[chosen];
        arkad_apply(s->game, world, seat, &move, NULL);
        if (!child) return;
        s->path[s->path_length++] = node = child;
    }
}

static void note_rewards(struct search *s, const float *rewards) {
    for (int i = 0; i < s->path_length; i++) {
        struct search_node *node = &s->nodes[s->path[i]];
        node->visits++;
        node->value += rewards[node->seat];
    }
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) s->rewards[seat] += rewards[seat];
}

static void iterate(struct search *s, const struct arkad_position *view) {
    struct arkad_position world;
    uint8_t seed[ARKAD_SEED_BYTES] = {0};
    uint32_t words[2] = {simple_below(&s->dice, UINT32_MAX), simple_below(&s->dice, UINT32_MAX)};
    float rewards[ARKAD_SEATS_MAX] = {0};
    memcpy(seed, words, sizeof words);
    arkad_world(s->game, view, seed, &world);
    walk(s, &world);
    play_out(s, &world, rewards);
    note_rewards(s, rewards);
}

/* ---- The answer ------------------------------------------------------------------------------------------------- */

static uint32_t now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (uint32_t)(time.tv_sec * 1000 + time.tv_nsec / 1000000);
}

static bool is_spent(const struct search *s, struct search_budget budget, uint32_t start_ms) {
    if (budget.iterations && s->iterations >= budget.iterations) return true;
    return budget.time_ms && s->iterations % CLOCK_EVERY == 0 && now_ms() - start_ms >= budget.time_ms;
}

void search_run(struct search *s, const struct arkad_game *game, const struct judgement *judgement,
                const struct arkad_position *view, int seat, struct search_budget budget, uint64_t seed) {
    assert(budget.iterations || budget.time_ms);
    uint32_t start_ms = budget.time_ms ? now_ms() : 0;
    s->game = game;
    s->judgement = judgement;
    s->viewer = seat;
    s->dice = seed;
    s->iterations = 0;
    s->node_count = 1;
    s->nodes[0] = (struct search_node){.seat = (uint8_t)seat};
    memset(s->rewards, 0, sizeof s->rewards);
    do {
        iterate(s, view);
        s->iterations++;
    } while (!is_spent(s, budget, start_ms));
}

struct arkad_move search_choose(struct search *s, const struct arkad_game *game, const struct judgement *judgement,
                                const struct arkad_position *view, int seat, struct search_budget budget,
                                uint64_t seed) {
    s->iterations = 0;
    s->count = arkad_list(game, view, seat, s->moves);
    assert(s->count > 0);
    if (s->count == 1) return s->moves[0];
    search_run(s, game, judgement, view, seat, budget, seed);
    struct search_move best;
    search_ranking(s, &best, 1);
    return best.move;
}

void search_chances(const struct search *s, float chances[ARKAD_SEATS_MAX]) {
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) chances[seat] = s->rewards[seat] / (float)s->iterations;
}

int search_ranking(const struct search *s, struct search_move *moves, int max) {
    int count = 0;
    for (uint32_t child = s->nodes[0].child; child; child = s->nodes[child].sibling) {
        const struct search_node *node = &s->nodes[child];
        int at = count < max ? count++ : max;
        for (; at > 0 && moves[at - 1].visits < node->visits; at--)
            if (at < max) moves[at] = moves[at - 1];
        if (at < max)
            moves[at] =
                (struct search_move){node->move, node->visits, node->visits ? node->value / (float)node->visits : 0};
    }
    return count;
}

uint32_t search_iterations(const struct search *s) { return s->iterations; }
