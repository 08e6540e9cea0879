/*
 * Self-play in rounds, and what is learned from each.
 */
#include "bots/learn.h"

#include "bots/fit.h"
#include "bots/search.h"
#include "bots/simple.h"

#include <assert.h>
#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

enum {
    ROUND_GAMES = 128,
    LEFT_OUT = 2, /* of so many positions of a round, one is learned from: those of one game say much the same */
    BATCH = 128,
    LOOK_MAX = 32,     /* moves that are looked at: half of them the most promising ones, the others any */
    NODES = 1 << 13,   /* of a search */
    GAME_MOVES = 4000, /* a game that is still not over is given up */
};

static const float LAMBDA = 0.85F;                    /* a turn: so much of what comes later counts */
static const float WIN_SHARE = 0.8F;                  /* of a result; the rest is how clear it is */
static const float RATE = 0.0003F, RATE_HALF = 40000; /* of learning, at first; a half of it after so many games */
static const float KEPT =
    0.95F; /* of the mean of the weights, each round; at first it is of the last quarter of them */
static const float STRAY_FIRST = 0.06F, STRAY_LAST = 0.015F, STRAY_HALF = 2000; /* how often another move is played */
static const float LEAD_AT_FIRST = 1; /* how much a clear lead by the judgement counts; the search counts 3 */
static const float TAUGHT = 400;      /* games until the judgement plays no more */

/* What was noted in a game. */
struct notes {
    uint32_t sample_count, sample_max, told_count, told_max;
    struct sample *samples;
    struct told *told;
    bool is_full; /* there was not enough memory */
};

struct learner {
    struct lesson lesson;
    struct layout layout;
    struct progress progress;
    struct fit fit;
    float *mean; /* of the weights of the last rounds */
    struct notes notes[ROUND_GAMES];
    bool is_played[ROUND_GAMES]; /* in parts of the next round that were taken */
};

/* ---- Self-play --------------------------------------------------------------------------------------------------- */

/* A game in play, with a net; each thread has its own. */
struct game {
    const struct learner *learner;
    const struct net *nets[ARKAD_SEATS_MAX]; /* NULL: the judgement plays that seat */
    struct mind mind;
    uint64_t dice;
    float stray, taught;   /* how often another move is played, and one that the judgement likes */
    struct search *search; /* NULL: none */
    bool is_searched;      /* before the last move, and what was found: */
    float found[ARKAD_SEATS_MAX];
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

/* Of a long list, half of what is looked at promises most, of equals any; the other half is drawn. */
static void shorten(struct game *g) {
    if (g->count <= LOOK_MAX) return;
    for (int i = 0; i < g->count; i++) g->weights[i] *= 1 + 0.1F * draw_unit(g);
    for (int i = 0; i < LOOK_MAX; i++) {
        int best = i;
        for (int k = i + 1; i < LOOK_MAX / 2 && k < g->count; k++)
            if (g->weights[k] > g->weights[best]) best = k;
        if (i >= LOOK_MAX / 2) best += (int)simple_below(&g->dice, (uint32_t)(g->count - i));
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

/* The move that a search likes best, which also tells what it expects for everybody. */
static int search_for(struct game *g, const struct net *net, int seat) {
    const struct lesson *lesson = &g->learner->lesson;
    struct search_budget budget = {.iterations = (uint32_t)lesson->iterations};
    struct arkad_position view;
    int at = 0;
    g->mind.net = net;
    arkad_view(lesson->game, &g->position, seat, &view);
    struct arkad_move move =
        search_choose(g->search, lesson->game, &g->mind, &view, seat, budget, simple_below(&g->dice, UINT32_MAX));
    search_chances(g->search, g->found);
    g->is_searched = true;
    while (at < g->count - 1 && memcmp(&g->moves[at], &move, sizeof move)) at++;
    return at;
}

static int pick(struct game *g, int seat) {
    struct arkad_position world;
    g->is_searched = false;
    list_moves(g, seat);
    if (g->count == 1) return 0;
    draw_world(g, seat, &world);
    float drawn = draw_unit(g);
    if (drawn < g->stray) return (int)simple_below(&g->dice, (uint32_t)g->count);
    weigh(g, &world, seat);
    if (drawn < g->stray + g->taught) return draw_move(g);
    if (g->nets[seat] && g->search) return search_for(g, g->nets[seat], seat);
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

/* ---- Notes ------------------------------------------------------------------------------------------------------- */

static void *grown(struct notes *notes, void *memory, uint32_t *max, uint32_t wanted, size_t size) {
    if (wanted <= *max) return memory;
    uint32_t next = wanted < 4096 ? 4096 : wanted * 2;
    void *larger = realloc(memory, next * size);
    notes->is_full = notes->is_full || !larger;
    if (larger) *max = next;
    return larger ? larger : memory;
}

/* What a seat thinks of the position, in a world of its own. */
static void note(struct game *g, const struct net *net, int seat, struct notes *notes) {
    const struct features *features = &g->features;
    struct arkad_position world;
    uint32_t chances[ARKAD_SEATS_MAX], told = 0;
    draw_world(g, seat, &world);
    features_of(&net->layout, &world, &g->features);
    net_chances(net, features, chances);
    told = (uint32_t)features->count;
    notes->samples = grown(notes, notes->samples, &notes->sample_max, notes->sample_count + 1, sizeof *notes->samples);
    notes->told = grown(notes, notes->told, &notes->told_max, notes->told_count + told, sizeof *notes->told);
    if (notes->is_full) return;
    struct sample *sample = &notes->samples[notes->sample_count++];
    *sample = (struct sample){.at = notes->told_count, .count = (uint16_t)told, .players = (uint8_t)features->players};
    memcpy(sample->worth, features->worth, sizeof sample->worth);
    for (int i = 0; i < features->players; i++) sample->chances[i] = (float)chances[i] / 65536;
    for (uint32_t i = 0; i < told; i++)
        notes->told[notes->told_count++] = (struct told){features->told[i].cell, features->told[i].steps};
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

/* What a search found is better than what two seats thought before it. */
static void note_found(const struct game *g, struct notes *notes) {
    if (!g->is_searched || notes->sample_count < 2) return;
    for (struct sample *sample = notes->samples + notes->sample_count - 2;
         sample < notes->samples + notes->sample_count; sample++) {
        memcpy(sample->chances, g->found, sizeof sample->chances);
        sample->is_searched = true;
    }
}

/* Draws what was thought towards what was thought later, by two seats after each move, and what came of it; and what a
   search found already counts for the position that it looked at. */
static void set_targets(struct notes *notes, const float *rewards, int players) {
    float later[ARKAD_SEATS_MAX], keep = powf(LAMBDA, 1 / (float)players);
    memcpy(later, rewards, sizeof later);
    for (uint32_t i = notes->sample_count; i >= 2; i -= 2) {
        float *mine = notes->samples[i - 2].chances, *other = notes->samples[i - 1].chances;
        for (int seat = 0; seat < players; seat++) {
            float drawn = keep * later[seat] + (1 - keep) * (mine[seat] + other[seat]) / 2;
            mine[seat] = other[seat] = notes->samples[i - 1].is_searched ? drawn : later[seat];
            later[seat] = drawn;
        }
    }
}

static bool play_for_notes(struct game *g, const struct net *net, struct notes *notes, const volatile int *is_stopped) {
    float rewards[ARKAD_SEATS_MAX] = {0};
    int players = arkad_players(&g->position);
    notes->sample_count = notes->told_count = 0;
    for (int moves = 0; !arkad_is_over(&g->position); moves++) {
        if (moves == GAME_MOVES || (is_stopped && *is_stopped)) break;
        int seat = advance(g), other = (seat + 1 + (int)simple_below(&g->dice, (uint32_t)players - 1)) % players;
        note_found(g, notes);
        if (arkad_is_over(&g->position)) break;
        note(g, net, seat, notes);
        note(g, net, other, notes);
    }
    if (notes->is_full) return false;
    if (!arkad_is_over(&g->position)) notes->sample_count = 0;
    reward(g, rewards);
    set_targets(notes, rewards, players);
    return true;
}

/* ---- Rounds ------------------------------------------------------------------------------------------------------ */

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
    if (g && l->lesson.iterations) g->search = search_open(NODES);
    w->is_well = g && (g->search || !l->lesson.iterations);
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
    if (g) search_close(g->search);
    free(g);
    return NULL;
}

/* The games of one part of the round. */
static bool play_round(struct learner *l, const struct net *net, int part, int parts, const volatile int *is_stopped) {
    struct worker workers[LEARN_THREADS_MAX];
    pthread_t threads[LEARN_THREADS_MAX];
    bool is_running[LEARN_THREADS_MAX] = {false}, is_well = true;
    int count = l->lesson.threads < 1 ? 1 : l->lesson.threads;
    for (int i = count - 1; i >= 0; i--) {
        workers[i] = (struct worker){l, net, is_stopped, part + parts * i, parts * count, false};
        is_running[i] = i && !pthread_create(&threads[i], NULL, play_share, &workers[i]);
        if (!is_running[i]) play_share(&workers[i]);
    }
    for (int i = 0; i < count; i++) {
        if (is_running[i]) pthread_join(threads[i], NULL);
        is_well = is_well && workers[i].is_well;
    }
    return is_well && !(is_stopped && *is_stopped);
}

struct place {
    uint16_t game;
    uint32_t sample;
};

static void shuffle(struct place *order, uint32_t count, uint64_t *dice) {
    for (uint32_t i = count; i > 1; i--) {
        uint32_t other = simple_below(dice, i);
        struct place swap = order[i - 1];
        order[i - 1] = order[other], order[other] = swap;
    }
}

/* A share of the round's samples, in an order that is drawn. */
static bool learn_round(struct learner *l) {
    uint32_t count = 0;
    uint64_t dice = l->lesson.seed ^ (uint64_t)l->progress.rounds << 32;
    float rate = RATE / (1 + (float)l->progress.games / RATE_HALF);
    double loss = 0;
    for (int i = 0; i < ROUND_GAMES; i++) count += l->notes[i].sample_count;
    struct place *order = malloc((count + 1) * sizeof *order);
    if (!order) return false;
    count = 0;
    for (int i = 0; i < ROUND_GAMES; i++)
        for (uint32_t k = 0; k < l->notes[i].sample_count; k++) order[count++] = (struct place){(uint16_t)i, k};
    shuffle(order, count, &dice);
    count /= LEFT_OUT;
    for (uint32_t i = 0; i < count; i++) {
        const struct notes *notes = &l->notes[order[i].game];
        const struct sample *sample = &notes->samples[order[i].sample];
        loss += fit_add(&l->fit, sample, notes->told + sample->at);
        if ((i + 1) % BATCH == 0 || i + 1 == count) fit_step(&l->fit, (int)(i % BATCH) + 1, rate);
    }
    free(order);
    l->progress.samples += count;
    l->progress.loss = count ? (float)(loss / count) : 0;
    return true;
}

struct net *learner_net(const struct learner *l) {
    return fit_net(&l->fit, l->mean);
}

static bool end_round(struct learner *l) {
    if (!learn_round(l)) return false;
    l->progress.games += ROUND_GAMES;
    float rounds = (float)l->progress.rounds, kept = fminf(KEPT, rounds / (rounds + 4));
    l->progress.rounds++;
    for (int i = 0; i < l->fit.plan.count; i++) l->mean[i] = kept * l->mean[i] + (1 - kept) * l->fit.weights[i];
    return true;
}

bool learner_round(struct learner *l, const volatile int *is_stopped) {
    struct net *net = fit_net(&l->fit, l->fit.weights);
    bool is_well = net && play_round(l, net, 0, 1, is_stopped);
    net_free(net);
    return is_well && end_round(l);
}

struct progress learner_progress(const struct learner *l) {
    return l->progress;
}

/* ---- A round in parts -------------------------------------------------------------------------------------------- */

/* What a part begins with; then, for each of its games, two counts, samples and what was told. Like a saved learner it
   is for the same kind of machine. */
struct part {
    char mark[16];
    uint32_t layout, weights, rounds, games;
    int32_t part, parts;
};

static const char PART_MARK[16] = "arkad round 1";

/* Tells the weights from those of another learner. */
static uint32_t hash_weights(const struct learner *l) {
    const uint8_t *bytes = (const uint8_t *)l->fit.weights;
    uint32_t hash = 2166136261U;
    for (size_t i = 0; i < (size_t)l->fit.plan.count * sizeof(float); i++) hash = (hash ^ bytes[i]) * 16777619U;
    return hash;
}

static struct part head_of(const struct learner *l, int part, int parts) {
    struct part head = {.layout = l->layout.mark,
                        .weights = hash_weights(l),
                        .rounds = l->progress.rounds,
                        .games = ROUND_GAMES,
                        .part = part,
                        .parts = parts};
    memcpy(head.mark, PART_MARK, sizeof PART_MARK);
    return head;
}

static size_t size_of(const uint32_t counts[2]) {
    return counts[0] * sizeof(struct sample) + counts[1] * sizeof(struct told);
}

static uint8_t *write_part(const struct learner *l, int part, int parts, size_t *length) {
    struct part head = head_of(l, part, parts);
    *length = sizeof head;
    for (int i = part; i < ROUND_GAMES; i += parts)
        *length += 2 * sizeof(uint32_t) + size_of((uint32_t[]){l->notes[i].sample_count, l->notes[i].told_count});
    uint8_t *bytes = malloc(*length), *at = bytes;
    if (!bytes) return NULL;
    memcpy(at, &head, sizeof head), at += sizeof head;
    for (int i = part; i < ROUND_GAMES; i += parts) {
        const struct notes *notes = &l->notes[i];
        uint32_t counts[] = {notes->sample_count, notes->told_count};
        memcpy(at, counts, sizeof counts), at += sizeof counts;
        if (counts[0]) memcpy(at, notes->samples, counts[0] * sizeof *notes->samples);
        at += counts[0] * sizeof *notes->samples;
        if (counts[1]) memcpy(at, notes->told, counts[1] * sizeof *notes->told);
        at += counts[1] * sizeof *notes->told;
    }
    return bytes;
}

uint8_t *learner_play(struct learner *l, int part, int parts, const volatile int *is_stopped, size_t *length) {
    struct net *net = fit_net(&l->fit, l->fit.weights);
    bool is_well = net && play_round(l, net, part, parts, is_stopped);
    net_free(net);
    return is_well ? write_part(l, part, parts, length) : NULL;
}

/* Samples refer to what was told, and to cells of the layout: both are checked, since they are used as indices. */
static bool is_sound(const struct learner *l, const struct notes *notes) {
    for (uint32_t i = 0; i < notes->sample_count; i++) {
        const struct sample *sample = &notes->samples[i];
        if (sample->at > notes->told_count || sample->count > notes->told_count - sample->at) return false;
        if (sample->players < 2 || sample->players > ARKAD_SEATS_MAX) return false;
    }
    for (uint32_t i = 0; i < notes->told_count; i++) {
        int cell = notes->told[i].cell;
        if (cell >= l->layout.cell_count) return false;
        if (!notes->told[i].steps || notes->told[i].steps > l->layout.slots[l->layout.cells[cell].slot].steps)
            return false;
    }
    return true;
}

/* The next game of a part; false if it is cut short or not sound. */
static bool take_game(const struct learner *l, struct notes *notes, const uint8_t **at, const uint8_t *end) {
    uint32_t counts[2];
    if ((size_t)(end - *at) < sizeof counts) return false;
    memcpy(counts, *at, sizeof counts), *at += sizeof counts;
    if ((size_t)(end - *at) < size_of(counts)) return false;
    notes->samples = grown(notes, notes->samples, &notes->sample_max, counts[0], sizeof *notes->samples);
    notes->told = grown(notes, notes->told, &notes->told_max, counts[1], sizeof *notes->told);
    if (notes->is_full) return false;
    notes->sample_count = counts[0], notes->told_count = counts[1];
    if (counts[0]) memcpy(notes->samples, *at, counts[0] * sizeof *notes->samples);
    *at += counts[0] * sizeof *notes->samples;
    if (counts[1]) memcpy(notes->told, *at, counts[1] * sizeof *notes->told);
    *at += counts[1] * sizeof *notes->told;
    return is_sound(l, notes);
}

const char *learner_take(struct learner *l, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]) {
    struct text said = text_in(why, ARKAD_WHY_MAX);
    const uint8_t *at = bytes, *end = at + length;
    struct part head;
    if (length < sizeof head || memcmp(bytes, PART_MARK, sizeof PART_MARK))
        return text_say(&said, "this is no part of a round");
    memcpy(&head, at, sizeof head), at += sizeof head;
    bool is_part = head.parts >= 1 && head.parts <= ROUND_GAMES && head.part >= 0 && head.part < head.parts;
    struct part mine = head_of(l, head.part, head.parts);
    if (!is_part || memcmp(&head, &mine, sizeof head))
        return text_say(&said, "this part is not of the round that this training is to learn from next");
    for (int i = head.part; i < ROUND_GAMES; i += head.parts) {
        if (l->is_played[i]) return text_say(&said, "games of this part are in another one, too");
        if (!take_game(l, &l->notes[i], &at, end)) return text_say(&said, "this part is cut short or broken");
        l->is_played[i] = true;
    }
    return at == end ? NULL : text_say(&said, "this part is cut short or broken");
}

const char *learner_join(struct learner *l, char why[ARKAD_WHY_MAX]) {
    struct text said = text_in(why, ARKAD_WHY_MAX);
    for (int i = 0; i < ROUND_GAMES; i++)
        if (!l->is_played[i]) return text_say(&said, "a part of the round is missing");
    memset(l->is_played, 0, sizeof l->is_played);
    return end_round(l) ? NULL : text_say(&said, "there is not enough memory");
}

/* ---- Matches ----------------------------------------------------------------------------------------------------- */

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

/* ---- Learners ---------------------------------------------------------------------------------------------------- */

static struct learner *new_learner(const struct lesson *lesson) {
    struct learner *l = calloc(1, sizeof *l);
    if (l) l->lesson = *lesson;
    return l;
}

static bool give_memory(struct learner *l) {
    bool is_well = fit_open(&l->fit, &l->layout);
    l->mean = is_well ? calloc((size_t)l->fit.plan.count, sizeof *l->mean) : NULL;
    return l->mean != NULL;
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
    const struct net_plan *plan = &l->fit.plan;
    float *weights = l->fit.weights;
    for (int i = 0; i < plan->middle; i++) weights[i] = draw_weight(&dice, 0.04F);
    for (int i = plan->middle; i < plan->bias; i++) weights[i] = draw_weight(&dice, 0.15F);
    for (int i = plan->last; i < plan->worth; i++) weights[i] = draw_weight(&dice, 0.1F);
    weights[plan->worth] = LEAD_AT_FIRST / WORTH;
    fit_prepare(&l->fit);
    memcpy(l->mean, weights, (size_t)plan->count * sizeof *weights);
    return l;
}

void learner_close(struct learner *l) {
    if (!l) return;
    for (int i = 0; i < ROUND_GAMES; i++) free(l->notes[i].samples), free(l->notes[i].told);
    fit_close(&l->fit);
    free(l->mean);
    free(l);
}

/* ---- Saving ------------------------------------------------------------------------------------------------------ */

/* What a saved learner begins with; the file is for the same kind of machine, so plain bytes do. */
struct saved {
    char mark[16];
    uint32_t shape, layout_size, weight_count, batches;
    int32_t players;
    uint64_t seed;
    struct progress progress;
};

static const char MARK[16] = "arkad learner 2";

enum { ROWS = 4 };
static void rows_of(const struct learner *l, float *rows[ROWS]) {
    rows[0] = l->fit.weights, rows[1] = l->fit.means, rows[2] = l->fit.squares, rows[3] = l->mean;
}

uint8_t *learner_write(const struct learner *l, size_t *length) {
    size_t size = (size_t)l->fit.plan.count * sizeof(float);
    float *rows[ROWS];
    struct saved saved = {.shape = l->layout.shape,
                          .layout_size = sizeof l->layout,
                          .weight_count = (uint32_t)l->fit.plan.count,
                          .batches = l->fit.batches,
                          .players = l->lesson.players,
                          .seed = l->lesson.seed,
                          .progress = l->progress};
    struct layout layout = l->layout;
    memcpy(saved.mark, MARK, sizeof MARK);
    layout.game = NULL;
    memset(&layout.mind, 0, sizeof layout.mind);
    *length = sizeof saved + sizeof layout + ROWS * size;
    uint8_t *bytes = malloc(*length), *at = bytes;
    if (!bytes) return NULL;
    memcpy(at, &saved, sizeof saved), at += sizeof saved;
    memcpy(at, &layout, sizeof layout), at += sizeof layout;
    rows_of(l, rows);
    for (int i = 0; i < ROWS; i++) memcpy(at, rows[i], size), at += size;
    return bytes;
}

struct learner *learner_read(const struct lesson *lesson, const void *bytes, size_t length, char why[ARKAD_WHY_MAX]) {
    struct saved saved;
    struct text text = text_in(why, ARKAD_WHY_MAX);
    const uint8_t *at = bytes;
    float *rows[ROWS];
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
    bool is_well = give_memory(l) && (uint32_t)l->fit.plan.count == saved.weight_count;
    size_t size = (size_t)l->fit.plan.count * sizeof(float);
    if (!is_well || length != sizeof saved + sizeof l->layout + ROWS * size) {
        learner_close(l);
        return NULL;
    }
    l->fit.batches = saved.batches;
    rows_of(l, rows);
    for (int i = 0; i < ROWS; i++) memcpy(rows[i], at, size), at += size;
    fit_prepare(&l->fit);
    return l;
}
