/*
 * Information-set Monte Carlo tree search: lists with their weights, rewards, the walk down the tree, the answer.
 */
#include "bots/search.h"

#include "bots/net.h"
#include "bots/simple.h"
#include "engine/game.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum {
    DEPTH_MAX = 64,      /* moves walked down the tree in one iteration */
    PLAYOUT_MAX = 20000, /* moves of a play-out: after that it is judged as it is */
    CLOCK_EVERY = 16,    /* iterations between looks at the clock */
    DECIDED_EVERY = 128, /* and between looks whether more of them could change the answer */
    SLOTS = 4 * ARKAD_MOVES_MAX,
    SECRET = 0xff, /* the verb for any secret move of another seat */
};

const struct arkad_move search_wait = {.verb = 0xfe};

/* Bounds of a weight: no move is ruled out, and none is the only one. */
static const float WEIGHT_MIN = 1e-4F, WEIGHT_MAX = 1e4F;
/* How much of a reward is the win itself; the rest is how clear it is, so that every play-out says something. */
static const float WIN_SHARE = 0.8F;

struct search {
    const struct arkad_game *game;
    const struct mind *mind;
    const struct net *net; /* of the mind, if it is for so many players */
    int viewer;
    uint64_t dice;
    uint32_t capacity, node_max, node_count, iterations;
    float rewards[ARKAD_SEATS_MAX]; /* sums over all iterations */
    /* The walk of this iteration. */
    uint32_t path[DEPTH_MAX + 1];
    int path_length;
    /* The list at hand: its moves, their weights, and the child of each (0: none). */
    int count;
    struct arkad_move moves[ARKAD_MOVES_MAX + 1]; /* and to wait */
    float weights[ARKAD_MOVES_MAX + 1];
    uint32_t children[ARKAD_MOVES_MAX + 1];
    bool is_rude[ARKAD_MOVES_MAX]; /* of the root's list, which is the same in every world */
    bool is_polite;
    struct features features;
    /* Moves of the list by their bytes: index + 1. */
    uint32_t slots[SLOTS];
    struct search_node nodes[]; /* 0 is the root */
};

struct search *search_open(uint32_t nodes) {
    if (nodes < 2 || nodes > SEARCH_NODES_MAX) nodes = SEARCH_NODES_MAX;
    struct search *search = calloc(1, sizeof *search + nodes * sizeof search->nodes[0]);
    if (search) search->capacity = nodes;
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
    const struct judgement *judgement = s->mind->judgement;
    for (int i = 0; i < s->count; i++) s->weights[i] = 1;
    if (!judgement->weigh) return;
    judgement->weigh(world, seat, s->moves, s->count, s->mind->w, s->weights);
    for (int i = 0; i < s->count; i++) {
        float weight = s->weights[i];
        s->weights[i] = weight < WEIGHT_MIN ? WEIGHT_MIN : weight > WEIGHT_MAX ? WEIGHT_MAX : weight;
    }
    if (s->mind->w[INSIGHT] < 1)
        for (int i = 0; i < s->count; i++) s->weights[i] = powf(s->weights[i], s->mind->w[INSIGHT]);
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

/* Of the seats that the game waits for, the one that decides first: the viewer, or the lowest. */
static int next_seat(const struct search *s, const struct arkad_position *world) {
    unsigned seats = arkad_waits(s->game, world);
    return seats >> s->viewer & 1 ? s->viewer : __builtin_ctz(seats);
}

/* ---- Rewards ------------------------------------------------------------------------------------------------- */

/* How likely each seat is to win, with these points. */
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
    soften(scores, players, s->mind->w[SCALE], chances);
    for (int seat = 0; seat < players; seat++) {
        float share = result.places[seat] == 1 ? 1 / (float)winners : 0;
        rewards[seat] = WIN_SHARE * share + (1 - WIN_SHARE) * chances[seat];
    }
}

static void reward_standing(const struct search *s, const struct arkad_position *world, float *rewards) {
    float values[ARKAD_SEATS_MAX] = {0};
    if (s->mind->judgement->evaluate) s->mind->judgement->evaluate(world, s->mind->w, values);
    soften(values, arkad_players(world), s->mind->w[SCALE], rewards);
}

static void reward_by_net(struct search *s, const struct arkad_position *world, float *rewards) {
    uint32_t chances[ARKAD_SEATS_MAX];
    features_of(&s->net->layout, world, &s->features);
    net_chances(s->net, &s->features, chances);
    for (int seat = 0; seat < arkad_players(world); seat++) rewards[seat] = (float)chances[seat] / 65536;
}

/* How many moves a play-out has before it is judged. */
static int playout_depth(const struct search *s) {
    if (s->net) return (int)s->mind->w[AHEAD];
    return s->mind->judgement->evaluate && s->mind->w[DEPTH] > 0 ? (int)s->mind->w[DEPTH] : PLAYOUT_MAX;
}

static void play_out(struct search *s, struct arkad_position *world, float *rewards) {
    const struct judgement *judgement = s->mind->judgement;
    for (int depth = playout_depth(s); !arkad_is_over(world) && depth > 0; depth--) {
        int seat = next_seat(s, world);
        s->count = arkad_list(s->game, world, seat, s->moves);
        int chosen = 0;
        if (s->count > 1 && judgement->weigh) {
            weigh(s, world, seat);
            chosen = draw_move(s);
        } else if (s->count > 1) {
            chosen = (int)simple_below(&s->dice, (uint32_t)s->count);
        }
        arkad_apply(s->game, world, seat, &s->moves[chosen], NULL);
    }
    if (arkad_is_over(world))
        reward_end(s, world, rewards);
    else if (s->net)
        reward_by_net(s, world, rewards);
    else
        reward_standing(s, world, rewards);
}

/* ---- The tree ------------------------------------------------------------------------------------------------- */

static uint32_t add_node(struct search *s, uint32_t parent, const struct arkad_move *move, int seat) {
    if (s->node_count == s->node_max) return 0;
    uint32_t node = s->node_count++;
    s->nodes[node] = (struct search_node){.move = *move, .sibling = s->nodes[parent].child, .seat = (uint8_t)seat};
    s->nodes[parent].child = node;
    return node;
}

/* Whether the search is for a move out of turn: then it may also choose to wait. */
static bool may_wait(const struct search *s, uint32_t node, const struct arkad_position *world) {
    return !node && !(arkad_waits(s->game, world) >> s->viewer & 1);
}

static void find_rude(struct search *s, const struct arkad_position *view) {
    int count = arkad_list(s->game, view, s->viewer, s->moves);
    memset(s->is_rude, 0, (size_t)count * sizeof *s->is_rude);
    s->mind->judgement->find_rude(view, s->viewer, s->moves, count, s->mind->w, s->is_rude);
}

static void drop_rude(struct search *s) {
    int count = 0;
    for (int i = 0; i < s->count; i++)
        if (!s->is_rude[i]) s->moves[count++] = s->moves[i];
    assert(count || !s->count);
    s->count = count;
}

/* A secret move of another seat: which it is cannot be seen. */
static bool is_unseen(const struct search *s, int seat) {
    return seat != s->viewer && arkad_is_secret(s->game, &s->moves[0]);
}

/* Lists the seat's moves with their weights, and finds those that have a node already. */
static void open_list(struct search *s, uint32_t node, const struct arkad_position *world, int seat) {
    s->count = arkad_list(s->game, world, seat, s->moves);
    if (!node && s->is_polite) drop_rude(s);
    weigh(s, world, seat);
    if (may_wait(s, node, world)) {
        s->moves[s->count] = search_wait;
        s->weights[s->count++] = 1;
    }
    index_moves(s);
    memset(s->children, 0, (size_t)s->count * sizeof *s->children);
    for (uint32_t child = s->nodes[node].child; child; child = s->nodes[child].sibling) {
        int i = s->nodes[child].seat == seat ? find_move(s, &s->nodes[child].move) : -1;
        if (i >= 0) s->children[i] = child;
    }
}

/* A secret move of another seat: any of the list, by weight; all of them lead to one node. */
static uint32_t secret_branch(struct search *s, uint32_t node, int seat, int *chosen) {
    static const struct arkad_move secret = {.verb = SECRET};
    *chosen = draw_move(s);
    for (uint32_t child = s->nodes[node].child; child; child = s->nodes[child].sibling)
        if (s->nodes[child].seat == seat && s->nodes[child].move.verb == SECRET) return child;
    return add_node(s, node, &secret, seat);
}

/* The move with the best mean so far (`mean`, if it was not tried) and what its weight adds as long as it was rarely
   tried. */
static int best_branch(const struct search *s, float mean, float factor) {
    float best_score = -1e9F;
    int best = 0;
    for (int i = 0; i < s->count; i++) {
        const struct search_node *child = &s->nodes[s->children[i]];
        float tried = s->children[i] ? (float)child->visits : 0;
        float score = (tried > 0 ? child->value / tried : mean) + factor * s->weights[i] / (1 + tried);
        if (score > best_score) best_score = score, best = i;
    }
    return best;
}

/* The move that promises most: by its results so far (the mean of all, if it has none), and, as long as it was rarely
   tried, by how it looks. Square roots of weights: what looks bad is not ruled out. */
static int choose_branch(struct search *s) {
    float total = 0, value = 0, visits = 0;
    for (int i = 0; i < s->count; i++) {
        total += s->weights[i] = sqrtf(s->weights[i]);
        if (!s->children[i]) continue;
        value += s->nodes[s->children[i]].value;
        visits += (float)s->nodes[s->children[i]].visits;
    }
    float mean = visits > 0 ? value / visits : 0;
    return best_branch(s, mean, s->mind->w[s->net ? CURIOUS : EXPLORE] * sqrtf(visits + 1) / total);
}

/* Chooses a move of the list; its child, a new one if it has none. 0: the tree is full. */
static uint32_t choose(struct search *s, uint32_t node, int seat, int *chosen) {
    if (is_unseen(s, seat)) return secret_branch(s, node, seat, chosen);
    *chosen = choose_branch(s);
    return s->children[*chosen] ? s->children[*chosen] : add_node(s, node, &s->moves[*chosen], seat);
}

/* Walks from the root to a node that was not visited yet. */
static void walk(struct search *s, struct arkad_position *world) {
    uint32_t node = 0;
    bool is_end = false;
    s->path_length = 0;
    s->path[s->path_length++] = node;
    while (!is_end && !arkad_is_over(world) && s->path_length <= DEPTH_MAX) {
        int seat = may_wait(s, node, world) ? s->viewer : next_seat(s, world), chosen;
        open_list(s, node, world, seat);
        uint32_t child = choose(s, node, seat, &chosen);
        is_end = child && !s->nodes[child].visits && s->nodes[child].move.verb != SECRET;
        if (!search_is_wait(&s->moves[chosen])) arkad_apply(s->game, world, seat, &s->moves[chosen], NULL);
        if (!child) return; /* the tree is full */
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

/* How many iterations the budget may still bring, at the pace so far. */
static uint32_t iterations_left(const struct search *s, struct search_budget budget, uint32_t start_ms) {
    uint32_t left = budget.iterations ? budget.iterations - s->iterations : UINT32_MAX;
    uint32_t spent_ms = budget.time_ms ? now_ms() - start_ms : 0;
    if (!spent_ms) return left;
    double by_time = (double)s->iterations * (budget.time_ms - fmin(spent_ms, budget.time_ms)) / spent_ms;
    return by_time < left ? (uint32_t)by_time : left;
}

/* Whether one move is so far ahead that the rest of the budget cannot change the answer. */
static bool is_decided(const struct search *s, struct search_budget budget, uint32_t start_ms) {
    if (s->iterations % DECIDED_EVERY) return false;
    uint32_t first = 0, second = 0;
    for (uint32_t child = s->nodes[0].child; child; child = s->nodes[child].sibling) {
        uint32_t visits = s->nodes[child].visits;
        if (visits > first)
            second = first, first = visits;
        else if (visits > second)
            second = visits;
    }
    return first - second > iterations_left(s, budget, start_ms);
}

static void run(struct search *s, const struct arkad_game *game, const struct mind *mind,
                const struct arkad_position *view, int seat, struct search_budget budget, uint64_t seed,
                bool is_for_play) {
    assert(budget.iterations || budget.time_ms);
    assert(seat >= 0 && seat < arkad_players(view) && !arkad_is_over(view));
    uint32_t start_ms = budget.time_ms ? now_ms() : 0;
    s->game = game;
    s->mind = mind;
    s->net = mind->net && net_is_for(mind->net, arkad_players(view)) ? mind->net : NULL;
    s->viewer = seat;
    s->is_polite = is_for_play && mind->judgement->find_rude;
    if (s->is_polite) find_rude(s, view);
    s->dice = seed;
    s->iterations = 0;
    s->node_max = budget.nodes && budget.nodes < s->capacity ? budget.nodes : s->capacity;
    s->node_count = 1;
    s->nodes[0] = (struct search_node){.seat = (uint8_t)seat};
    memset(s->rewards, 0, sizeof s->rewards);
    do {
        iterate(s, view);
        s->iterations++;
    } while (!is_spent(s, budget, start_ms) && !(is_for_play && is_decided(s, budget, start_ms)));
}

void search_run(struct search *s, const struct arkad_game *game, const struct mind *mind,
                const struct arkad_position *view, int seat, struct search_budget budget, uint64_t seed) {
    run(s, game, mind, view, seat, budget, seed, false);
}

struct arkad_move search_choose(struct search *s, const struct arkad_game *game, const struct mind *mind,
                                const struct arkad_position *view, int seat, struct search_budget budget,
                                uint64_t seed) {
    s->iterations = 0;
    s->count = arkad_list(game, view, seat, s->moves);
    assert(s->count > 0);
    if (s->count == 1 && arkad_waits(game, view) >> seat & 1) return s->moves[0];
    run(s, game, mind, view, seat, budget, seed, true);
    struct search_move best;
    search_ranking(s, &best, 1);
    return best.move;
}

/* The root's child for a move; 0 if there is none and no room. */
static uint32_t root_child(struct search *s, const struct arkad_move *move, int seat) {
    for (uint32_t child = s->nodes[0].child; child; child = s->nodes[child].sibling)
        if (!memcmp(&s->nodes[child].move, move, sizeof *move)) return child;
    return add_node(s, 0, move, seat);
}

void search_join(struct search *s, const struct search *other) {
    s->iterations += other->iterations;
    for (int seat = 0; seat < ARKAD_SEATS_MAX; seat++) s->rewards[seat] += other->rewards[seat];
    for (uint32_t child = other->nodes[0].child; child; child = other->nodes[child].sibling) {
        const struct search_node *theirs = &other->nodes[child];
        uint32_t mine = root_child(s, &theirs->move, theirs->seat);
        if (!mine) continue;
        s->nodes[mine].visits += theirs->visits;
        s->nodes[mine].value += theirs->value;
    }
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
