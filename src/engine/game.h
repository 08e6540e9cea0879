/*
 * What a game is to the engine: one constant table of functions and figures.
 *
 * A position is the game's own struct, laid out so that the layout itself says who sees what:
 *
 *     struct head head;              players, viewer, phase, options
 *     ...                            what everyone sees, sizes of hidden lists included
 *     struct ... seats[SEATS];       what each seat alone sees, its memory included
 *     struct {                       what nobody sees
 *         struct chance chance;      (always first)
 *         ...
 *     } hidden;
 *
 * Only fixed-width integers, no pointers, no padding that is not zero; zero means none or unknown. The engine
 * makes a view by blanking the parts of other seats and the hidden part, so where a fact is stored decides who
 * sees it. What a seat could know by perfect memory may be among what everyone (or that seat) sees without being
 * shown in the JSON.
 */
#ifndef ENGINE_GAME_H
#define ENGINE_GAME_H

#include "arkad.h"
#include "engine/chance.h"
#include "engine/json.h"
#include "engine/text.h"
#include "engine/words.h"
#include "games.h"

#include <assert.h>

/* How every position begins. */
struct head {
    uint8_t players;
    uint8_t viewer; /* 0: a whole position; a seat + 1 or ARKAD_SPECTATOR + 1: a view */
    uint8_t phase;  /* the game's own; 0 means that the game is over */
    uint8_t options[ARKAD_OPTIONS_MAX];
};
_Static_assert(sizeof(struct head) == 12, "positions are aligned behind it");

enum { BENCHED_MAX = 2 };
enum { COUNTS_MAX = 8 }; /* at most what was scored before, and six kinds */

enum { NO_FIGURE = INT16_MIN };

/* The maps of a game: people can make others for it. What is on one only the game knows. */
struct map_form {
    const char *built_in; /* the name of the one that is built in */
    const char *example;  /* its text, with all remarks */
    /* Reads a map into zeroed bytes: NULL, or what is wrong with it. With `line` it is a draft: reading goes on behind
       a line that is wrong, the map is what can be drawn of it, and `line` where the first thing is wrong. */
    const char *(*read)(const char *text, size_t length, struct arkad_map *map, int *line, struct text *why);
    void (*write)(const struct arkad_map *map, struct text *out);
    /* As a page draws it, into an open object; NULL: the one that is built in. */
    void (*draw)(const struct arkad_map *map, struct json *json);
};

struct arkad_game {
    const char *name, *title;
    uint8_t players_min, players_max;
    struct arkad_option options[ARKAD_OPTIONS_MAX];
    bool is_hidden;             /* not offered to people: a template */
    bool is_open;               /* no seat is shown what others are not */
    const struct map_form *map; /* NULL: it is not played on one */
    /* The options under which `arkad bench` plays it, up to the first NULL; none: the standard ones. */
    const char *benched[BENCHED_MAX + 1];

    /* The layout of a position. */
    uint16_t size, seats_at, seat_size, hidden_at;
    uint16_t turn_at; /* a byte that everyone sees: the seat whose turn it is, + 1 */

    /* Words: the verbs by their number, and the names of the cards, from 1, as chance and JSON write them. */
    const char *const *verbs;
    uint8_t verb_count, card_count;
    short_name *cards;

    /* Puts what follows from the setup alone into a zeroed position whose head is ready; NULL: nothing. */
    void (*prepare)(void *position, const struct arkad_setup *setup);
    /* The first position. It comes prepared, with chance ready. */
    void (*deal)(void *position, struct arkad_tape *tape);
    /* What chance must have brought for this first position: tape_shuffle and tape_die in the order `deal` draws.
       If no deal can lead there, write anything: the engine deals again from the tape and compares. */
    void (*undeal)(const void *position, struct arkad_tape *tape);
    /* The seats that the game waits for, as bits, from what everyone sees alone. */
    unsigned (*waits)(const void *position);
    /* The seats with a move out of turn, as bits (those that the game waits for may be among them); NULL: never any. */
    unsigned (*out_of_turn)(const void *position);
    /* The number of the matter that is being decided, from what everyone sees alone (arkad_matter); NULL: nothing is
       ever decided ahead. */
    unsigned (*matter)(const void *position);
    /* A seat's listed moves, including those out of turn; 0 if it has none. Unused bytes of a move are zero. */
    int (*list)(const void *position, int seat, struct arkad_move *moves);
    /* NULL, or why the seat may not make this (well-formed) move. */
    const char *(*check)(const void *position, int seat, const struct arkad_move *move, struct text *why);
    /* Carries out a legal move. */
    void (*apply)(void *position, int seat, const struct arkad_move *move, struct arkad_tape *tape);
    /* Fills the blanks of a view of an unfinished game (viewer still set) so that the laws hold. */
    void (*fill)(void *view, struct chance *chance);
    /* Scores, and keys by which seats are ranked, higher first; equal keys share the place. */
    void (*result)(const void *position, int16_t *scores, int64_t *keys);
    /* What a seat would have if it were counted now: the parts of its score, and after them what decides a tie, by
       these names. In a finished game the parts add up to the score. NULL: the score has no parts. */
    const char *const *parts;
    uint8_t part_count, tie_count; /* COUNTS_MAX together, at most */
    void (*count)(const void *position, int seat, int16_t *counts);
    /* For whoever shows the game. The number that people say with a move: what a bid comes to, what a pyramid is then
       worth, by how much a payment is too high, what something costs; NO_FIGURE: there is none. The move need not be
       legal: one that is still being put together has its figure, too. NULL: no move has any. */
    int (*figure)(const void *position, int seat, const struct arkad_move *move);
    /* What follows from a position or view by the rules and is not in its JSON: sums, values, rewards; written only,
       from { to }. NULL: nothing. */
    void (*facts)(const void *position, struct json *json);
    /* What the seat's move, which led from one position or view to the next, scored: steps in a list (moment.h) that
       is open already. NULL: nothing is told this way. */
    void (*moments)(const void *before, const void *after, int seat, const struct arkad_move *move, struct json *json);
    /* NULL, or the broken law. A position read from JSON that obeys the laws must be safe to play on, so every
       index, count and sum that the code relies on is a law. Views obey those that can be checked from a view. */
    const char *(*laws)(const void *position, struct text *why);
    /* A move, read or written. */
    void (*words)(struct words *words, struct arkad_move *move);
    /* A position, read or written, from { to }. */
    void (*json)(void *position, struct json *json);
    /* What the viewer of a view remembers beyond that, read or written, from { to }; NULL: nothing. What was read must
       then obey the laws: they check memory as they check everything else. */
    void (*memory)(void *view, struct json *json);
    /* Whether others are not told what the move says; NULL: never. */
    bool (*is_secret)(const struct arkad_move *move);
};

/* Reads a position that begins at *in and moves *in past it. */
const char *json_read_here(const struct arkad_game *game, const struct arkad_setup *setup, int viewer, const char **in,
                           const char *end, struct arkad_position *position, struct text *why);

/* Every game of games/list has its table, NAME_game. */
#define GAME_OF(name) extern const struct arkad_game name##_game;
GAMES(GAME_OF)

/* Those with a map.c have NAME_map. */
#define MAP_OF(name) extern const struct map_form name##_map;
GAMES_WITH_MAP(MAP_OF)

/* The seat to the left of this one. */
static inline int seat_after(const struct head *head, int seat) { return seat + 1 < head->players ? seat + 1 : 0; }

/* Counters are small, and what comes to them or goes from them is counted in ints. That they never run over is a law of
   every game, so these are for positions that obey the laws. */
static inline void add_to(uint8_t *counter, int count) {
    assert(*counter + count >= 0 && *counter + count <= UINT8_MAX);
    *counter = (uint8_t)(*counter + count);
}

static inline void take_from(uint8_t *counter, int count) { add_to(counter, -count); }

/* The same for points. */
static inline void add_points(int16_t *points, int more) { *points = (int16_t)(*points + more); }

/* Sets of up to eight, seats or kinds, as bits. */
static inline void set_put(uint8_t *set, int member) { *set = (uint8_t)(*set | 1U << member); }
static inline void set_drop(uint8_t *set, int member) { *set = (uint8_t)(*set & ~(1U << member)); }

/* How many cards a multiset holds. */
static inline int sum_bytes(const uint8_t *bytes, int count) {
    int sum = 0;
    for (int i = 0; i < count; i++) sum += bytes[i];
    return sum;
}

#endif
