/*
 * The walk through a position's description, and the survey that finds out what there is to tell.
 */
#include "bots/features.h"

#include "bots/simple.h"
#include "engine/game.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEEP_MAX = 12,
    SPREAD = ARKAD_SEATS_MAX * TOKENS_MAX, /* cells of a slot while its layout is surveyed */
    SEEN_MIN = 12,                         /* what turned up less often is left out */
    SURVEY_GAMES = 24,                     /* for each number of players */
    SURVEY_MOVES = 3000,                   /* of one game at most */
    SUIT_RANKS_MIN = 3,
    TOKENS_MIN = 3, /* a class of fewer is none */
    NONE = 0xff,
};

/* ---- Hashes ---------------------------------------------------------------------------------------------------- */

static uint32_t mix(uint32_t hash, uint32_t more) {
    hash = (hash ^ more) * 0x9e3779b1U;
    return hash ^ hash >> 15;
}

static uint32_t hash_of(const char *text) {
    uint32_t hash = 2166136261U;
    for (; *text; text++) hash = (hash ^ (unsigned char)*text) * 16777619U;
    return mix(hash, 0);
}

/* Signs for what has no name of its own. */
enum {
    A_POSITION = 1,
    A_SEAT,
    BEYOND,
    A_TOKEN,
    RANK,
    SIZE,
    NOTHING,
    OTHER,
    PLAYERS_ARE,
    PART,
    LEAD,
    AMONG,
    AT_PLACE,
    ENTRY,
    VALUE
};

/* ---- Looking up ------------------------------------------------------------------------------------------------ */

enum { NAME_SLOTS = 1024, SLOT_SLOTS = 4 * SLOTS_MAX };

static int find_name(const struct layout *layout, const char *text, uint32_t hash) {
    for (uint32_t at = hash % NAME_SLOTS; layout->name_at[at]; at = (at + 1) % NAME_SLOTS) {
        int i = layout->name_at[at] - 1;
        if (!strcmp(layout->names[i].text, text)) return i;
    }
    return -1;
}

static void index_names(struct layout *layout) {
    memset(layout->name_at, 0, sizeof layout->name_at);
    for (int i = 0; i < layout->name_count; i++) {
        uint32_t at = hash_of(layout->names[i].text) % NAME_SLOTS;
        while (layout->name_at[at]) at = (at + 1) % NAME_SLOTS;
        layout->name_at[at] = (uint16_t)(i + 1);
    }
}

static int find_slot(const struct layout *layout, uint32_t key) {
    for (uint32_t at = key % SLOT_SLOTS; layout->slot_at[at]; at = (at + 1) % SLOT_SLOTS)
        if (layout->slots[layout->slot_at[at] - 1].key == key) return layout->slot_at[at] - 1;
    return -1;
}

static void index_slot(struct layout *layout, int slot) {
    uint32_t at = layout->slots[slot].key % SLOT_SLOTS;
    while (layout->slot_at[at]) at = (at + 1) % SLOT_SLOTS;
    layout->slot_at[at] = (uint16_t)(slot + 1);
}

static const struct feature_list *find_list(const struct layout *layout, uint32_t path) {
    for (int i = 0; i < layout->list_count; i++)
        if (layout->lists[i].path == path) return &layout->lists[i];
    return NULL;
}

/* ---- The walk -------------------------------------------------------------------------------------------------- */

/* Where the walk is: the path of keys, the seat and the token that what stands there belongs to. */
struct where {
    uint32_t path;
    uint8_t seat, token; /* NONE */
    bool is_among;       /* in a list in which places do not matter */
};

struct frame {
    struct where where;
    enum { OBJECT, SEATS, PLACES, MULTISET } kind;
    int count;
};

struct walk {
    struct json_walk walk;
    struct layout *layout;
    int players, depth, touched_count;
    struct frame frames[DEEP_MAX];
    struct where next; /* the place of the value behind a key */
    struct {
        uint32_t cell;
        uint16_t slot;
    } touched[TOLD_MAX];
    struct memo *memos, *memo; /* what was looked up before; what is being looked up now */
    /* Surveying: is told of every list that ends, and of every word and key. */
    struct survey *survey;
    /* By cell: all zero between two walks. */
    int16_t *values;
    bool *is_told;
};

static void note_list(struct survey *survey, uint32_t path, int players, int length);
static void note_word(struct survey *survey, const char *word, uint32_t object);

static struct where place_of_value(struct walk *w) {
    struct frame *frame = &w->frames[w->depth];
    struct where where = frame->where;
    int i = frame->count++;
    if (frame->kind == OBJECT) return w->depth ? w->next : where; /* no key leads to the whole */
    if (frame->kind == MULTISET) {
        where.is_among = true;
        where.path = mix(where.path, ENTRY);
    } else if (frame->kind == PLACES) {
        where.path = mix(where.path, (uint32_t)(AT_PLACE << 8 | i));
    } else if (i < w->players) {
        where.path = mix(where.path, A_SEAT);
        where.seat = (uint8_t)i;
    } else {
        where.path = mix(where.path, (uint32_t)(BEYOND << 8 | i));
    }
    return where;
}

/* The slot of a key; while the layout is open, a new one if there is room. */
static int slot_of(struct walk *w, uint32_t key, const struct where *where, enum feature_kind kind, int number) {
    struct layout *layout = w->layout;
    int class = where->token == NONE ? 0 : layout->tokens[where->token].class + 1;
    key = mix(key, (uint32_t)((int)kind << 4 | class));
    int slot = find_slot(layout, key);
    if (slot >= 0 || !layout->is_open || layout->slot_count == SLOTS_MAX) return slot;
    slot = layout->slot_count++;
    int16_t low = (int16_t)(number < 0 ? number : 0);
    layout->slots[slot] =
        (struct feature_slot){.key = key, .low = low, .kind = (uint8_t)kind, .class = (uint8_t) class};
    index_slot(layout, slot);
    return slot;
}

static uint32_t cell_of(const struct layout *layout, int slot, int seat, const struct where *where) {
    int number = where->token == NONE ? 0 : layout->tokens[where->token].number;
    const struct feature_slot *s = &layout->slots[slot];
    int seat_number = s->kind == OF_ALL ? 0 : seat;
    if (layout->is_open) return (uint32_t)(slot * SPREAD + seat_number * TOKENS_MAX + number);
    return (uint32_t)(s->cell + seat_number * (s->class ? layout->class_size[s->class - 1] : 1) + number);
}

static void count_in(struct walk *w, uint32_t cell, int slot, int number) {
    if (!w->is_told[cell]) {
        if (w->touched_count == TOLD_MAX) return;
        w->touched[w->touched_count].cell = cell;
        w->touched[w->touched_count++].slot = (uint16_t)slot;
        w->is_told[cell] = true;
    }
    int sum = w->values[cell] + number;
    w->values[cell] = (int16_t)(sum > INT16_MAX ? INT16_MAX : sum < INT16_MIN ? INT16_MIN : sum);
}

/* Counts something, or measures it: then the number itself is told. */
static void tell_cell(struct walk *w, uint32_t key, const struct where *where, enum feature_kind kind, int seat,
                      int number) {
    int slot = slot_of(w, key, where, kind, number);
    if (slot < 0) return;
    uint32_t cell = cell_of(w->layout, slot, seat, where);
    struct memo *memo = w->memo;
    if (memo) {
        assert(memo->count < MEMO_CELLS);
        memo->cells[memo->count] = (uint16_t)cell, memo->slots[memo->count] = (uint16_t)slot;
        memo->numbers[memo->count++] = (int16_t)number;
    }
    count_in(w, cell, slot, number);
}

/* The place in the memory for a word in a place; whether it is there already. */
static struct memo *recall(struct walk *w, const struct where *where, const char *word, bool *is_there) {
    uint32_t bits = (uint32_t)where->seat << 16 | (uint32_t)where->token << 8 | where->is_among;
    uint32_t hash = (where->path ^ (uint32_t)(uintptr_t)word) * 0x9e3779b1U ^ bits * 0x85ebca6bU;
    struct memo *memo = &w->memos[(hash ^ hash >> 15) % MEMOS];
    *is_there =
        memo->layout == w->layout->mark && memo->word == word && memo->path == where->path && memo->bits == bits;
    if (!*is_there) *memo = (struct memo){.layout = w->layout->mark, .word = word, .path = where->path, .bits = bits};
    return memo;
}

/* In its place: for its seat, if it has one, or for all. */
static void tell_here(struct walk *w, uint32_t key, const struct where *where, int number) {
    tell_cell(w, key, where, where->seat == NONE ? OF_ALL : OF_SEAT, where->seat, number);
}

static void tell_number(struct walk *w, const struct where *where, int number) {
    bool is_there = false;
    if (where->is_among) {
        tell_here(w, mix(mix(where->path, AMONG), (uint32_t)number), where, 1);
        return;
    }
    w->memo = w->memos ? recall(w, where, NULL, &is_there) : NULL;
    if (!is_there)
        tell_here(w, where->path, where, number);
    else if (w->memo->count)
        count_in(w, w->memo->cells[0], w->memo->slots[0], number);
    w->memo = NULL;
}

/* A card of a suit is counted for its suit: by its rank, and all together; and what the cards are worth is summed up,
   for the suit and for all of them, since that is what people pay and bid with. */
static void tell_word(struct walk *w, struct where where, const char *word) {
    uint32_t hash = hash_of(word);
    int i = find_name(w->layout, word, hash);
    if (w->survey && !w->layout->name_count) note_word(w->survey, word, 0);
    bool is_token = i >= 0 && (where.token == NONE || where.token == w->layout->names[i].token);
    if (!is_token) {
        tell_here(w, mix(where.path, hash), &where, 1);
        return;
    }
    int rank = w->layout->names[i].rank;
    struct where all = where;
    all.token = NONE;
    if (word[1]) tell_here(w, mix(where.path, VALUE), &all, rank + 1); /* together with the other suits */
    where.token = w->layout->names[i].token;
    tell_here(w, mix(where.path, SIZE), &where, 1);
    tell_here(w, mix(where.path, VALUE), &where, rank + 1);
    tell_here(w, mix(mix(where.path, RANK), (uint32_t)rank), &where, 1);
}

/* A seat is told for that seat; and where nothing else is said of the place, how far off it is for the others. */
static void tell_seat(struct walk *w, const struct where *where, int seat) {
    if (where->seat != NONE) {
        int distance = (seat - where->seat + w->players) % w->players;
        tell_here(w, mix(mix(where->path, OTHER), (uint32_t)distance), where, 1);
        return;
    }
    tell_cell(w, where->path, where, OF_SEAT, seat, 1);
    if (where->token == NONE && !where->is_among) tell_cell(w, where->path, where, TO_SEAT, seat, 1);
}

/* Words are names of the game, which stay where they are: what one comes to in a place is looked up once. */
static void tell_known_word(struct walk *w, const struct where *where, const char *word) {
    bool is_there = false;
    struct memo *memo = w->memos ? recall(w, where, word, &is_there) : NULL;
    if (!is_there) {
        w->memo = memo;
        tell_word(w, *where, word);
        w->memo = NULL;
        return;
    }
    for (int i = 0; i < memo->count; i++) count_in(w, memo->cells[i], memo->slots[i], memo->numbers[i]);
}

static void open_frame(struct walk *w, int bracket) {
    struct where where = place_of_value(w);
    const struct feature_list *list = bracket == '[' ? find_list(w->layout, where.path) : NULL;
    assert(w->depth + 1 < DEEP_MAX);
    struct frame *frame = &w->frames[++w->depth];
    frame->where = where;
    frame->count = 0;
    frame->kind = bracket == '{' ? OBJECT : !list ? MULTISET : list->is_seats ? SEATS : PLACES;
}

static void close_frame(struct walk *w) {
    struct frame *frame = &w->frames[w->depth--];
    if (frame->kind == OBJECT) return;
    if (w->survey) note_list(w->survey, frame->where.path, w->players, frame->count);
    if (frame->kind == MULTISET) tell_here(w, mix(frame->where.path, SIZE), &frame->where, frame->count);
}

static void follow_key(struct walk *w, const char *key) {
    const struct frame *frame = &w->frames[w->depth];
    bool is_there = false;
    struct memo *memo = w->memos ? recall(w, &frame->where, key, &is_there) : NULL;
    if (is_there) {
        w->next = frame->where;
        w->next.path = memo->next_path, w->next.token = memo->next_token;
        return;
    }
    uint32_t hash = hash_of(key);
    int i = find_name(w->layout, key, hash);
    if (w->survey && !w->layout->name_count) note_word(w->survey, key, frame->where.path);
    w->next = frame->where;
    if (i >= 0 && w->next.token == NONE) {
        w->next.token = w->layout->names[i].token;
        w->next.path = mix(w->next.path, A_TOKEN);
    } else {
        w->next.path = mix(w->next.path, hash);
    }
    if (memo) memo->next_path = w->next.path, memo->next_token = w->next.token;
}

static void tell(struct json_walk *walk, enum json_part part, const char *word, int number) {
    struct walk *w = (struct walk *)walk;
    if (part == WALK_OPEN) {
        open_frame(w, number);
    } else if (part == WALK_CLOSE) {
        close_frame(w);
    } else if (part == WALK_KEY) {
        follow_key(w, word);
    } else {
        struct where where = place_of_value(w);
        if (part == WALK_NUMBER)
            tell_number(w, &where, number);
        else if (part == WALK_WORD)
            tell_known_word(w, &where, word);
        else if (part == WALK_SEAT)
            tell_seat(w, &where, number);
        else
            tell_here(w, mix(where.path, NOTHING), &where, 1);
    }
}

static int rounded(float number) {
    return number > WORTH_MAX    ? WORTH_MAX
           : number < -WORTH_MAX ? -WORTH_MAX
                                 : (int)(number < 0 ? number - 0.5F : number + 0.5F);
}

/* How far each seat is ahead of the best other. */
static void tell_leads(struct walk *w, const int *values, uint32_t key) {
    for (int seat = 0; seat < w->players; seat++) {
        struct where where = {.seat = (uint8_t)seat, .token = NONE};
        int best = INT16_MIN;
        for (int other = 0; other < w->players; other++)
            if (other != seat && values[other] > best) best = values[other];
        tell_here(w, key, &where, values[seat] - best);
    }
}

/* What each seat would have now, part by part, and by the judgement. */
static void tell_standing(struct walk *w, const struct arkad_position *world, int worth[ARKAD_SEATS_MAX]) {
    const struct arkad_game *game = w->layout->game;
    const struct mind *mind = &w->layout->mind;
    float values[ARKAD_SEATS_MAX] = {0};
    int sums[ARKAD_SEATS_MAX] = {0};
    for (int seat = 0; game->count && seat < w->players; seat++) {
        struct where where = {.seat = (uint8_t)seat, .token = NONE};
        int16_t counts[COUNTS_MAX];
        game->count(world, seat, counts);
        for (int part = 0; part < game->part_count + game->tie_count; part++) {
            if (part < game->part_count) sums[seat] += counts[part];
            tell_here(w, mix(PART, (uint32_t)part), &where, counts[part]);
        }
        values[seat] = (float)sums[seat];
    }
    tell_leads(w, sums, mix(0, LEAD));
    if (mind->judgement->evaluate) mind->judgement->evaluate(world, mind->w, values);
    for (int seat = 0; seat < w->players; seat++) worth[seat] = rounded(WORTH * values[seat] / mind->w[SCALE]);
    if (mind->judgement->evaluate) tell_leads(w, worth, mix(1, LEAD));
}

/* The game's description and what its judgement notices. */
static void describe(const struct arkad_game *game, struct arkad_position *world, const struct mind *mind,
                     struct json *json) {
    if (!mind->judgement->notices_all) game->json(world->bytes, json);
    if (!mind->judgement->notice) return;
    json_open(json, '{');
    json_key(json, "noticed"), json_open(json, '{');
    mind->judgement->notice(world, mind->w, json);
    json_close(json, '}');
    json_close(json, '}');
}

static void walk_through(struct walk *w, const struct arkad_position *world, int worth[ARKAD_SEATS_MAX]) {
    const struct arkad_game *game = w->layout->game;
    const struct mind *mind = &w->layout->mind;
    struct arkad_position copy;
    memcpy(&copy, world, game->size);
    w->players = arkad_players(world);
    w->walk.tell = tell;
    w->depth = w->touched_count = 0;
    w->next = (struct where){.path = A_POSITION, .seat = NONE, .token = NONE};
    w->frames[0] = (struct frame){.where = w->next, .kind = OBJECT};
    struct json json = {.walk = &w->walk, .players = (uint8_t)w->players};
    describe(game, &copy, mind, &json);
    tell_here(w, mix(PLAYERS_ARE, (uint32_t)w->players), &w->frames[0].where, 1);
    tell_standing(w, world, worth);
}

static int steps_of(const struct feature_slot *slot, int value) {
    int steps = (value - slot->low + slot->stride - 1) / slot->stride;
    return value <= slot->low ? 0 : steps > slot->steps ? slot->steps : steps;
}

void features_of(const struct layout *layout, const struct arkad_position *world, struct features *features) {
    struct walk w;
    int worth[ARKAD_SEATS_MAX];
    assert(!layout->is_open);
    w.layout = (struct layout *)layout; /* a closed one stays as it is */
    w.survey = NULL;
    w.values = features->values;
    w.is_told = features->is_told;
    w.memos = features->memos;
    w.memo = NULL;
    walk_through(&w, world, worth);
    features->players = w.players;
    features->count = 0;
    for (int seat = 0; seat < w.players; seat++) features->worth[seat] = (int16_t)worth[seat];
    for (int i = 0; i < w.touched_count; i++) {
        uint32_t cell = w.touched[i].cell;
        int steps = steps_of(&layout->slots[w.touched[i].slot], features->values[cell]);
        features->values[cell] = features->is_told[cell] = 0;
        if (!steps) continue;
        features->told[features->count].cell = (uint16_t)cell;
        features->told[features->count++].steps = (uint8_t)steps;
    }
}

/* ---- The survey ------------------------------------------------------------------------------------------------ */

enum { WORDS_MAX = 2048, SIZES_MAX = 1024 };

/* What has turned up so far. */
struct survey {
    int word_count, size_count;
    struct {
        char text[8];
        uint32_t object; /* the path of the object whose key it is; 0: a value */
    } words[WORDS_MAX];
    struct {
        uint32_t path;
        int players, least, most;
    } sizes[SIZES_MAX]; /* of a list, for so many players */
    uint64_t dice;
    struct walk walk;
    struct arkad_move moves[ARKAD_MOVES_MAX];
    float weights[ARKAD_MOVES_MAX];
    int16_t values[SLOTS_MAX * SPREAD];
    bool is_told[SLOTS_MAX * SPREAD];
};

static void note_word(struct survey *survey, const char *word, uint32_t object) {
    size_t length = strlen(word);
    if (length >= sizeof survey->words->text) return;
    for (int i = 0; i < survey->word_count; i++)
        if (survey->words[i].object == object && !strcmp(survey->words[i].text, word)) return;
    if (survey->word_count == WORDS_MAX) return;
    memcpy(survey->words[survey->word_count].text, word, length + 1);
    survey->words[survey->word_count++].object = object;
}

static void note_list(struct survey *survey, uint32_t path, int players, int length) {
    for (int i = 0; i < survey->size_count; i++) {
        if (survey->sizes[i].path != path || survey->sizes[i].players != players) continue;
        if (length < survey->sizes[i].least) survey->sizes[i].least = length;
        if (length > survey->sizes[i].most) survey->sizes[i].most = length;
        return;
    }
    if (survey->size_count == SIZES_MAX) return;
    survey->sizes[survey->size_count].path = path;
    survey->sizes[survey->size_count].players = players;
    survey->sizes[survey->size_count].least = survey->sizes[survey->size_count].most = length;
    survey->size_count++;
}

/* Letters, then a number: the suit and the rank of a card. */
static int split(const char *word, char suit[8]) {
    size_t letters = strcspn(word, "0123456789");
    memcpy(suit, word, letters);
    suit[letters] = 0;
    bool has_rank = letters && word[letters] && word[letters + strspn(word + letters, "0123456789")] == 0;
    return has_rank ? atoi(word + letters) : -1;
}

static int draw_by_weight(struct survey *survey, int count) {
    float total = 0;
    for (int i = 0; i < count; i++) total += survey->weights[i];
    float at = (float)simple_below(&survey->dice, 1 << 24) / (1 << 24) * total;
    int i = 0;
    while (i < count - 1 && (at -= survey->weights[i]) >= 0) i++;
    return i;
}

/* How wide the range of a slot is. */
static void note_range(struct layout *layout, struct walk *w) {
    for (int i = 0; i < w->touched_count; i++) {
        struct feature_slot *slot = &layout->slots[w->touched[i].slot];
        int16_t *value = &w->values[w->touched[i].cell];
        if (*value < slot->low) slot->low = *value;
        if (*value > slot->high) slot->high = *value;
        slot->seen++;
        *value = 0;
        w->is_told[w->touched[i].cell] = false;
    }
}

/* Plays one game, looking at every position. Every other game is played as the judgement likes it, the rest at random:
   between them lies what good play comes to. */
static void survey_game(struct layout *layout, struct survey *survey, int players, int number) {
    const struct mind *mind = &layout->mind;
    struct arkad_setup setup;
    struct arkad_position position;
    int worth[ARKAD_SEATS_MAX];
    char why[ARKAD_WHY_MAX];
    arkad_setup_default(layout->game, &setup);
    setup.players = (uint8_t)players;
    uint32_t words[] = {simple_below(&survey->dice, UINT32_MAX), (uint32_t)number};
    memcpy(setup.seed, words, sizeof words);
    if (arkad_deal(layout->game, &setup, &position, NULL, why)) return;
    for (int n = 0; !arkad_is_over(&position) && n < SURVEY_MOVES; n++) {
        walk_through(&survey->walk, &position, worth);
        note_range(layout, &survey->walk);
        int seat = __builtin_ctz(arkad_waits(layout->game, &position));
        int count = arkad_list(layout->game, &position, seat, survey->moves);
        for (int i = 0; i < count; i++) survey->weights[i] = 1;
        if (number & 1 && mind->judgement->weigh)
            mind->judgement->weigh(&position, seat, survey->moves, count, mind->w, survey->weights);
        arkad_apply(layout->game, &position, seat, &survey->moves[draw_by_weight(survey, count)], NULL);
    }
}

static void survey_games(struct layout *layout, struct survey *survey, uint64_t seed) {
    survey->dice = seed;
    survey->word_count = survey->size_count = 0;
    layout->slot_count = 0;
    memset(layout->slot_at, 0, sizeof layout->slot_at);
    for (int players = layout->game->players_min; players <= layout->game->players_max; players++)
        for (int number = 0; number < SURVEY_GAMES; number++) survey_game(layout, survey, players, number);
}

/* ---- Tokens ---------------------------------------------------------------------------------------------------- */

/* The tokens of one class, before they have numbers: suits, or keys. */
struct candidate {
    char text[8];
    uint32_t class; /* the same for those that go together */
};

enum { CANDIDATES_MAX = 256 };

static int find_candidate(const struct candidate *all, int count, const char *text) {
    for (int i = 0; i < count; i++)
        if (!strcmp(all[i].text, text)) return i;
    return -1;
}

/* Suits with equally many ranks go together. */
static int find_suits(const struct survey *survey, struct candidate *all) {
    int count = 0;
    uint32_t ranks[CANDIDATES_MAX] = {0};
    char suit[8];
    for (int i = 0; i < survey->word_count; i++) {
        if (survey->words[i].object || split(survey->words[i].text, suit) < 0) continue;
        int at = find_candidate(all, count, suit);
        if (at < 0 && count == CANDIDATES_MAX) continue;
        if (at < 0) memcpy(all[at = count++].text, suit, sizeof suit);
        ranks[at]++;
    }
    for (int i = 0; i < count; i++) all[i].class = ranks[i] < SUIT_RANKS_MIN ? 0 : ranks[i];
    return count;
}

static bool is_value(const struct survey *survey, const char *text) {
    for (int i = 0; i < survey->word_count; i++)
        if (!survey->words[i].object && !strcmp(survey->words[i].text, text)) return true;
    return false;
}

/* Keys that are words of the game, too, and go together with others of their object. */
static int add_keys(const struct survey *survey, struct candidate *all, int count) {
    for (int i = 0; i < survey->word_count && count < CANDIDATES_MAX; i++) {
        const char *text = survey->words[i].text;
        if (!survey->words[i].object || !is_value(survey, text) || find_candidate(all, count, text) >= 0) continue;
        memcpy(all[count].text, text, sizeof all[count].text);
        all[count++].class = survey->words[i].object;
    }
    return count;
}

static void add_name(struct layout *layout, const char *text, int token, int rank) {
    if (layout->name_count == NAMES_MAX || rank > UINT8_MAX) return;
    struct feature_name *name = &layout->names[layout->name_count++];
    snprintf(name->text, sizeof name->text, "%s", text);
    name->token = (uint8_t)token;
    name->rank = (uint8_t)rank;
}

static int least_rank(const struct survey *survey, const char *suit) {
    int least = INT16_MAX;
    char other[8];
    for (int i = 0; i < survey->word_count; i++) {
        int rank = survey->words[i].object ? -1 : split(survey->words[i].text, other);
        if (rank >= 0 && !strcmp(other, suit) && rank < least) least = rank;
    }
    return least;
}

static void name_token(struct layout *layout, const struct survey *survey, const char *text, int token) {
    char suit[8];
    int least = least_rank(survey, text);
    add_name(layout, text, token, 0);
    for (int i = 0; i < survey->word_count; i++) {
        int rank = survey->words[i].object ? -1 : split(survey->words[i].text, suit);
        if (rank >= 0 && !strcmp(suit, text)) add_name(layout, survey->words[i].text, token, rank - least);
    }
}

/* Gives a number to every token of a class that is large enough. */
static void add_class(struct layout *layout, const struct survey *survey, struct candidate *all, int count, int first) {
    uint32_t class = all[first].class;
    int size = 0;
    for (int i = first; i < count; i++) size += all[i].class == class;
    bool is_class = class && size >= TOKENS_MIN && layout->class_count < CLASSES_MAX;
    if (is_class && layout->token_count + size > TOKENS_MAX) is_class = false;
    for (int i = first; i < count; i++) {
        if (all[i].class != class) continue;
        all[i].class = 0;
        if (!is_class) continue;
        int token = layout->token_count++, *classes = &layout->class_count;
        layout->tokens[token].class = (uint8_t)*classes;
        layout->tokens[token].number = layout->class_size[*classes]++;
        name_token(layout, survey, all[i].text, token);
    }
    layout->class_count += is_class;
}

static void find_tokens(struct layout *layout, const struct survey *survey) {
    static struct candidate all[CANDIDATES_MAX];
    memset(all, 0, sizeof all);
    int count = add_keys(survey, all, find_suits(survey, all));
    for (int i = 0; i < count; i++)
        if (all[i].class) add_class(layout, survey, all, count, i);
    index_names(layout);
}

/* ---- Lists ----------------------------------------------------------------------------------------------------- */

/* Lists whose length never changes in a game: with an entry for each seat, or for each of their places. */
static void find_lists(struct layout *layout, const struct survey *survey) {
    for (int i = 0; i < survey->size_count && layout->list_count < LISTS_MAX; i++) {
        uint32_t path = survey->sizes[i].path;
        bool is_fixed = true, is_seats = true, is_new = !find_list(layout, path);
        for (int k = 0; k < survey->size_count; k++) {
            if (survey->sizes[k].path != path) continue;
            int least = survey->sizes[k].least, players = survey->sizes[k].players;
            is_fixed = is_fixed && least == survey->sizes[k].most && least > 1;
            /* There may be somebody besides: but not with most players. */
            is_seats = is_seats && (least == players || (least > players && players < layout->game->players_max));
        }
        if (is_fixed && is_new) layout->lists[layout->list_count++] = (struct feature_list){path, is_seats};
    }
}

/* ---- The layout ------------------------------------------------------------------------------------------------ */

void layout_begin(struct layout *layout, const struct arkad_game *game) {
    memset(layout, 0, sizeof *layout);
    layout->game = game;
    layout->shape = layout_shape(game);
    mind_of(game, &layout->mind);
}

/* Tells this layout from others; never 0. */
static uint32_t mark_of(const struct layout *layout) {
    uint32_t mark = layout->shape;
    for (int i = 0; i < layout->slot_count; i++) mark = mix(mark, layout->slots[i].key + layout->slots[i].cell);
    for (int i = 0; i < layout->name_count; i++) mark = mix(mark, hash_of(layout->names[i].text));
    return mark | 1;
}

void layout_close(struct layout *layout) {
    layout->is_open = false;
    layout->cell_count = 0;
    index_names(layout);
    memset(layout->slot_at, 0, sizeof layout->slot_at);
    for (int i = 0; i < layout->slot_count; i++) {
        struct feature_slot *slot = &layout->slots[i];
        int tokens = slot->class ? layout->class_size[slot->class - 1] : 1, first = 0;
        while (slot->class && layout->tokens[first].class != slot->class - 1) first++;
        slot->cell = (uint16_t)layout->cell_count;
        index_slot(layout, i);
        for (int seat = 0; seat < (slot->kind == OF_ALL ? 1 : ARKAD_SEATS_MAX); seat++)
            for (int token = 0; token < tokens; token++)
                layout->cells[layout->cell_count++] =
                    (struct feature_cell){(uint16_t)i, (uint8_t)seat, (uint8_t)(slot->class ? first + token : NONE)};
    }
    layout->mark = mark_of(layout);
}

static int cells_of(const struct layout *layout, const struct feature_slot *slot) {
    return (slot->kind == OF_ALL ? 1 : ARKAD_SEATS_MAX) * (slot->class ? layout->class_size[slot->class - 1] : 1);
}

/* Keeps the slots that say something, with their steps. */
static void keep_slots(struct layout *layout) {
    int count = layout->slot_count, cells = 0;
    layout->slot_count = 0;
    for (int i = 0; i < count; i++) {
        struct feature_slot slot = layout->slots[i];
        int range = slot.high - slot.low;
        if (range <= 0 || slot.seen < SEEN_MIN || cells + cells_of(layout, &slot) > CELLS_MAX) continue;
        cells += cells_of(layout, &slot);
        if (range > 4 && slot.high < INT16_MAX - range / 4) range += range / 4; /* good play goes further */
        slot.stride = (uint8_t)((range + STEPS_MAX - 1) / STEPS_MAX > UINT8_MAX ? UINT8_MAX
                                                                                : (range + STEPS_MAX - 1) / STEPS_MAX);
        slot.steps =
            (uint8_t)((range + slot.stride - 1) / slot.stride > STEPS_MAX ? STEPS_MAX
                                                                          : (range + slot.stride - 1) / slot.stride);
        layout->slots[layout->slot_count++] = slot;
    }
}

void layout_survey(struct layout *layout, const struct arkad_game *game, uint64_t seed) {
    struct survey *survey = calloc(1, sizeof *survey);
    layout_begin(layout, game);
    layout->is_open = true;
    survey->walk.layout = layout;
    survey->walk.survey = survey;
    survey->walk.values = survey->values;
    survey->walk.is_told = survey->is_told;
    survey_games(layout, survey, seed); /* words */
    find_tokens(layout, survey);
    survey_games(layout, survey, seed); /* lists, now that keys may be tokens */
    find_lists(layout, survey);
    survey_games(layout, survey, seed); /* lists within lists */
    find_lists(layout, survey);
    survey_games(layout, survey, seed);
    keep_slots(layout);
    layout_close(layout);
    free(survey);
}

/* ---- Its shape ------------------------------------------------------------------------------------------------- */

struct shape {
    struct json_walk walk;
    uint32_t hash;
};

static void note_shape(struct json_walk *walk, enum json_part part, const char *word, int number) {
    struct shape *shape = (struct shape *)walk;
    if (part == WALK_KEY || part == WALK_WORD) shape->hash = mix(shape->hash, hash_of(word));
    if (part == WALK_OPEN || part == WALK_CLOSE) shape->hash = mix(shape->hash, (uint32_t)number);
}

uint32_t layout_shape(const struct arkad_game *game) {
    struct shape shape = {.walk = {note_shape}, .hash = hash_of(game->name)};
    struct mind mind;
    mind_of(game, &mind);
    for (int card = 1; card <= game->card_count; card++) shape.hash = mix(shape.hash, hash_of(game->cards[card]));
    for (int players = game->players_min; players <= game->players_max; players++) {
        struct arkad_setup setup;
        struct arkad_position position;
        char why[ARKAD_WHY_MAX];
        arkad_setup_default(game, &setup);
        setup.players = (uint8_t)players;
        if (arkad_deal(game, &setup, &position, NULL, why)) continue;
        struct json json = {.walk = &shape.walk, .players = (uint8_t)players};
        describe(game, &position, &mind, &json);
    }
    return shape.hash;
}
