/*
 * Arkád: five building-and-bidding games behind one small interface.
 *
 * The library plays any of its games by the book. It allocates nothing, does no input or output, has no
 * globals and no clock: the caller owns all memory, and the same seed and moves give the same bytes on every
 * machine. A typical loop:
 *
 *     const struct arkad_game *game = arkad_game_find(name);
 *     struct arkad_setup setup;
 *     arkad_setup_default(game, &setup);
 *     setup.players = 4;
 *     struct arkad_position position;
 *     char why[ARKAD_WHY_MAX];
 *     if (arkad_deal(game, &setup, &position, NULL, why)) complain(why);
 *     while (!arkad_is_over(&position)) {
 *         int seat = choose a seat from arkad_may_move(game, &position);
 *         int count = arkad_list(game, &position, seat, moves);
 *         arkad_apply(game, &position, seat, &moves[choose(count)], NULL);
 *     }
 *     arkad_result(game, &position, &result);
 *
 * Functions that can refuse return NULL for yes, or a sentence that a player understands; the sentence is
 * written into `why`, which the caller provides (ARKAD_WHY_MAX bytes).
 */
#ifndef ARKAD_H
#define ARKAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#define ARKAD_ALIGNED alignas(8)
#else
#define ARKAD_ALIGNED _Alignas(8)
#endif

#if defined(__GNUC__)
#define ARKAD_API __attribute__((visibility("default")))
#else
#define ARKAD_API
#endif

/* ---- Limits ----------------------------------------------------------------------------------------- */

enum {
    ARKAD_SEATS_MAX = 6,       /* two of the games seat six */
    ARKAD_OPTIONS_MAX = 9,     /* the most of any game: eight, and a short name for several */
    ARKAD_POSITION_MAX = 1024, /* bytes; copied millions of times a second */
    ARKAD_MOVES_MAX = 65536,   /* listed for one seat: a robbed pyramid of 38 cards leaves 61,392 choices */
    ARKAD_MOVE_ARGS = 23,      /* the longest journey: a count and 20 roads */
    ARKAD_MOVE_TEXT_MAX = 512, /* a trade of every card in two hands */
    ARKAD_JSON_MAX = 8192,     /* a position, written out */
    ARKAD_MEMORY_MAX = 4096,   /* what a seat remembers, written out: 2,400 where hands are traded */
    ARKAD_WHY_MAX = 320,       /* a sentence that says why not */
    ARKAD_EVENTS_MAX = 16,     /* chance in one move; 8 are needed */
    ARKAD_CARDS_MAX = 112,     /* cards in one pile: the largest game has 112 */
    ARKAD_SEED_BYTES = 32,
    ARKAD_CODE_MAX = 16,               /* a table's code on a server, with a terminating 0 */
    ARKAD_SPECTATOR = ARKAD_SEATS_MAX, /* as a viewer: sees only what everyone sees */
    ARKAD_MAP_MAX = 1024,              /* bytes of a map that was read, besides its name */
    ARKAD_MAP_TEXT_MAX = 8192, /* bytes of a map file: what it must say takes 2,180 at most, the rest is for comments */
};

/* ---- Games and how they are set up -------------------------------------------------------------------- */

struct arkad_game; /* a constant table; src/engine/game.h shows what is in it */

enum arkad_option_kind {
    ARKAD_FLAG = 1, /* off or on */
    ARKAD_NUMBER,   /* min to max */
    ARKAD_SEAT,     /* 0 to players - 1 */
    ARKAD_MAP,      /* the name of the map in play */
    ARKAD_ALIAS,    /* not an option of its own: on sets those whose bits are in `max`, off gives them their standard */
};

struct arkad_option {
    const char *name;
    uint8_t kind, min, max, standard;
};

/* A map to play on, as read from its file. Plain bytes: copy by assignment, compare with memcmp; what is on it is the
   game's own affair. */
struct arkad_map {
    char name[32];
    ARKAD_ALIGNED unsigned char bytes[ARKAD_MAP_MAX];
};

/* A game is its setup and its moves, and nothing else. */
struct arkad_setup {
    uint8_t players;
    uint8_t options[ARKAD_OPTIONS_MAX]; /* in the order of the game's option table */
    uint8_t seed[ARKAD_SEED_BYTES];
    const struct arkad_map *map; /* NULL: the built-in one */
};

ARKAD_API const struct arkad_game *arkad_game_at(int index); /* NULL past the last one */
ARKAD_API const struct arkad_game *arkad_game_find(const char *name);
ARKAD_API const char *arkad_game_name(const struct arkad_game *game);
ARKAD_API const char *arkad_game_title(const struct arkad_game *game);
/* Whether it is a template for others, and not offered to people. */
ARKAD_API bool arkad_game_is_hidden(const struct arkad_game *game);
ARKAD_API int arkad_players_min(const struct arkad_game *game);
ARKAD_API int arkad_players_max(const struct arkad_game *game);
ARKAD_API size_t arkad_position_size(const struct arkad_game *game);
/* The option at index, or NULL past the last one. */
ARKAD_API const struct arkad_option *arkad_game_option(const struct arkad_game *game, int index);
/* The number of verbs; a move's `verb` is below it. */
ARKAD_API int arkad_verb_count(const struct arkad_game *game);

/* The smallest number of players, every option at its standard, a seed of zeros. */
ARKAD_API void arkad_setup_default(const struct arkad_game *game, struct arkad_setup *setup);
/* Sets options from "name=value,name=value". A seat may be given as "drawn": it then follows from the setup's seed and
   players, so set these first. */
ARKAD_API const char *arkad_setup_options(const struct arkad_game *game, struct arkad_setup *setup, const char *text,
                                          char why[ARKAD_WHY_MAX]);
/* Who starts by the option `starter`. */
ARKAD_API int arkad_starter(const struct arkad_game *game, const struct arkad_setup *setup);
/* Who starts if the seed decides: docs/fairness.md. */
ARKAD_API int arkad_starter_drawn(const uint8_t seed[ARKAD_SEED_BYTES], int players);
/* Makes the next seat clockwise start, as in a rematch. */
ARKAD_API void arkad_starter_pass_on(const struct arkad_game *game, struct arkad_setup *setup);
/* Whether the game is played on a map. */
ARKAD_API bool arkad_has_map(const struct arkad_game *game);
/* Reads a map file's text; NULL or what is wrong with it. */
ARKAD_API const char *arkad_map_read(const struct arkad_game *game, const char *text, size_t length,
                                     struct arkad_map *map, char why[ARKAD_WHY_MAX]);
/* Writes a map that was read as a map file without remarks, with a closing 0: read again, it is the same map, byte for
   byte. `size` bytes are written at most; the length is returned, or 0 when it does not fit. */
ARKAD_API size_t arkad_map_write(const struct arkad_game *game, const struct arkad_map *map, char *text, size_t size);
/* Whether it is the map that is built in; NULL stands for that one. */
ARKAD_API bool arkad_map_is_built_in(const struct arkad_game *game, const struct arkad_map *map);
/* Its name; NULL stands for the built-in one here, too. Only of a game that is played on a map. */
ARKAD_API const char *arkad_map_name(const struct arkad_game *game, const struct arkad_map *map);

/* ---- Positions, moves, chance ----------------------------------------------------------------------- */

/* Plain bytes: copy by assignment, compare with memcmp. A view is a position with blanks. */
struct arkad_position {
    ARKAD_ALIGNED unsigned char bytes[ARKAD_POSITION_MAX];
};

/* Plain bytes too; unused ones are zero. What the arguments mean is up to the game. */
struct arkad_move {
    uint8_t verb;
    uint8_t args[ARKAD_MOVE_ARGS];
};

enum arkad_event_kind { ARKAD_SHUFFLE = 1, ARKAD_DIE, ARKAD_PICK };

/* One thing that chance brought. */
struct arkad_event {
    uint8_t kind;
    uint8_t seat;    /* PICK: whose hand the card was taken from */
    uint8_t value;   /* DIE: what it shows; PICK: the card */
    uint8_t seen_by; /* the seats, as bits, that see `value`; nobody sees the order of a shuffle */
    uint8_t count;   /* SHUFFLE: how many cards */
    uint8_t cards[ARKAD_CARDS_MAX];
};

/* What `apply` reports. Empty and not playing, it records; playing, it dictates what chance brings. */
struct arkad_tape {
    uint8_t is_playing;
    uint8_t count, next;
    const char *wrong; /* playing: NULL, or why what was dictated is impossible */
    struct arkad_event events[ARKAD_EVENTS_MAX];
};

struct arkad_result {
    int16_t scores[ARKAD_SEATS_MAX];
    uint8_t places[ARKAD_SEATS_MAX]; /* from 1; tied seats share a number */
};

/* Sets up the first position. The tape, if given, records; it may be NULL here and in arkad_apply. */
ARKAD_API const char *arkad_deal(const struct arkad_game *game, const struct arkad_setup *setup,
                                 struct arkad_position *position, struct arkad_tape *tape, char why[ARKAD_WHY_MAX]);

ARKAD_API int arkad_players(const struct arkad_position *position);
ARKAD_API bool arkad_is_over(const struct arkad_position *position);
/* The seats the game waits for, as bits; none when it is over. It never depends on anything hidden. */
ARKAD_API unsigned arkad_waits(const struct arkad_game *game, const struct arkad_position *position);
/* The seat whose turn it is, or -1; the game may wait for others meanwhile, to answer or to choose together. */
ARKAD_API int arkad_turn(const struct arkad_game *game, const struct arkad_position *position);
/* What is being decided: a number that stays as long as it is one matter (one auction, say), and differs from that of
   the next; whoever decided something ahead meant it for this matter. 0: nothing is that could be decided ahead. */
ARKAD_API unsigned arkad_matter(const struct arkad_game *game, const struct arkad_position *position);
/* The seats that have a listed move, as bits: those waited for, and those with a move out of turn. */
ARKAD_API unsigned arkad_may_move(const struct arkad_game *game, const struct arkad_position *position);
/* Lists a seat's moves into `moves` (ARKAD_MOVES_MAX of them at most) and returns how many. Works on a view. */
ARKAD_API int arkad_list(const struct arkad_game *game, const struct arkad_position *position, int seat,
                         struct arkad_move *moves);
/* Whether the move is legal: NULL, or why not. Any bytes may be asked about. */
ARKAD_API const char *arkad_check(const struct arkad_game *game, const struct arkad_position *position, int seat,
                                  const struct arkad_move *move, char why[ARKAD_WHY_MAX]);
/* Carries out a legal move. */
ARKAD_API void arkad_apply(const struct arkad_game *game, struct arkad_position *position, int seat,
                           const struct arkad_move *move, struct arkad_tape *tape);
/* Scores and places of a finished game; before its end, what they would be were it over now. */
ARKAD_API void arkad_result(const struct arkad_game *game, const struct arkad_position *position,
                            struct arkad_result *result);
/* A self-check: NULL, or which law of the game is broken. */
ARKAD_API const char *arkad_laws(const struct arkad_game *game, const struct arkad_position *position,
                                 char why[ARKAD_WHY_MAX]);

/* ---- Who sees what ---------------------------------------------------------------------------------- */

/* What the viewer (a seat or ARKAD_SPECTATOR) may see. A view of a finished game hides nothing. */
ARKAD_API void arkad_view(const struct arkad_game *game, const struct arkad_position *position, int viewer,
                          struct arkad_position *view);
/* The events of a tape as the viewer may see them: hidden values are zero. */
ARKAD_API void arkad_tape_view(const struct arkad_tape *tape, int viewer, struct arkad_tape *view);
/* Whether others are told what the move says (only that the seat has moved, if not). */
ARKAD_API bool arkad_is_secret(const struct arkad_game *game, const struct arkad_move *move);
/* Fills the blanks of a view with a possible world, drawn by `seed`: it looks the same from the viewer's seat,
   obeys the laws, contradicts nothing that seat has seen, and has a future of its own. */
ARKAD_API void arkad_world(const struct arkad_game *game, const struct arkad_position *view,
                           const uint8_t seed[ARKAD_SEED_BYTES], struct arkad_position *world);

/* Whether the mover learned something by a move that led from one whole position to another: then it cannot be taken
   back. The move is tried in other worlds that were possible; where it looks different, something was revealed. */
ARKAD_API bool arkad_reveals(const struct arkad_game *game, const struct arkad_position *before, int seat,
                             const struct arkad_move *move, const struct arkad_tape *tape,
                             const struct arkad_position *after);

/* ---- Text ------------------------------------------------------------------------------------------- */

/* Writes the move's one spelling, with a terminating 0; returns its length. */
ARKAD_API size_t arkad_move_write(const struct arkad_game *game, const struct arkad_move *move,
                                  char text[ARKAD_MOVE_TEXT_MAX]);
/* Reads a move; it need not be legal. */
ARKAD_API const char *arkad_move_read(const struct arkad_game *game, const char *text, size_t length,
                                      struct arkad_move *move, char why[ARKAD_WHY_MAX]);
/* Writes a position or a view as JSON, with a terminating 0; returns its length. */
ARKAD_API size_t arkad_json_write(const struct arkad_game *game, const struct arkad_position *position,
                                  char text[ARKAD_JSON_MAX]);
/* Whether all viewers' views of this position are written alike: then one text does for everybody. */
ARKAD_API bool arkad_is_open(const struct arkad_game *game, const struct arkad_position *position);
/* Reads a position (viewer < 0) or a view. The text must be exactly as arkad_json_write writes it, and the laws
   must hold. What seats remember is not in the JSON: a position read from it has forgotten. */
ARKAD_API const char *arkad_json_read(const struct arkad_game *game, const struct arkad_setup *setup, int viewer,
                                      const char *text, size_t length, struct arkad_position *position,
                                      char why[ARKAD_WHY_MAX]);

/* Writes what the viewer of a view remembers beyond what the JSON shows, as a JSON object with a terminating 0; returns
   its length. Where there is nothing to remember (a whole position, a finished game), that is {}. */
ARKAD_API size_t arkad_memory_write(const struct arkad_game *game, const struct arkad_position *view,
                                    char text[ARKAD_MEMORY_MAX]);
/* Gives its memory back to a view that was read from JSON: the two texts together hold all of the view. Any text may be
   given; what is accepted contradicts neither itself nor the view, so that worlds can be drawn and played. If it
   is refused, the view stays as it was. */
ARKAD_API const char *arkad_memory_read(const struct arkad_game *game, struct arkad_position *view, const char *text,
                                        size_t length, char why[ARKAD_WHY_MAX]);
/* Writes what chance brought in a move, as the viewer may see it: a JSON list like [{"shuffle":40},{"die":5},
   {"pick":null,"seat":2}], with a terminating 0; returns its length. */
ARKAD_API size_t arkad_chance_write(const struct arkad_game *game, const struct arkad_tape *tape, int viewer,
                                    char text[ARKAD_JSON_MAX]);

/* ---- Saved games and traces --------------------------------------------------------------------------- */

/* The lines of a trace, without the newline. `size` bytes are written at most, with a terminating 0; the length is
   returned, or 0 when it does not fit. Without positions and lists the lines make a saved game. */
enum { ARKAD_LINE_MAX = 1 << 22 }; /* the longest line: 65,536 moves of 60 characters and a position */
ARKAD_API size_t arkad_trace_head(const struct arkad_game *game, const struct arkad_setup *setup,
                                  const struct arkad_position *position, char *text, size_t size);
/* How the starting seat was chosen: drawn by the seed, which can be proved; passed on from the game before; fixed by
   the table's owner. */
enum arkad_starting { ARKAD_UNSAID, ARKAD_DRAWN, ARKAD_PASSED, ARKAD_FIXED };
/* What proves that nobody chose the seed (docs/fairness.md): the table's code, what was promised before the deal, the
   server's secret, what each seat promised to give, and what it gave. The library reads and writes it; `arkad check`
   verifies it.
 */
struct arkad_fair {
    char code[ARKAD_CODE_MAX];
    uint8_t commitment[ARKAD_SEED_BYTES], secret[ARKAD_SEED_BYTES];
    bool has_promises; /* false in older files: shares were not promised */
    bool has_promised[ARKAD_SEATS_MAX], has_given[ARKAD_SEATS_MAX];
    uint8_t promised[ARKAD_SEATS_MAX][ARKAD_SEED_BYTES], given[ARKAD_SEATS_MAX][ARKAD_SEED_BYTES];
    uint8_t starting; /* enum arkad_starting; UNSAID in older files */
};
/* The first line of a saved game that can prove its seed. */
ARKAD_API size_t arkad_trace_fair_head(const struct arkad_game *game, const struct arkad_setup *setup,
                                       const struct arkad_fair *fair, char *text, size_t size);
/* A move, from 1 on, with what belongs to its line. */
struct arkad_step {
    int number, seat;
    const struct arkad_move *move;
    const struct arkad_tape *tape;
    const struct arkad_position *before; /* in which it was made; NULL: no lists */
    struct arkad_move *room;             /* for lists: space for ARKAD_MOVES_MAX moves */
    const struct arkad_position *after;  /* to which it led; NULL: left out */
};
ARKAD_API size_t arkad_trace_move(const struct arkad_game *game, const struct arkad_step *step, char *text,
                                  size_t size);
ARKAD_API size_t arkad_trace_result(const struct arkad_game *game, const struct arkad_position *position, char *text,
                                    size_t size);

/* Reads a trace or a saved game line by line and checks every line. (It is large: not for the stack.) */
struct arkad_reader {
    /* The caller may set this before the first line: the map of a game that is not played on the built-in one, if
       the file does not have it. */
    const struct arkad_map *map;
    /* What has been read so far. */
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct arkad_position position; /* after the last line */
    struct arkad_tape tape;         /* chance of the last move */
    struct arkad_move move;         /* the last move, by `seat` */
    int seat;
    int lines, moves;
    bool has_seed, has_result, has_fair;
    struct arkad_map own_map;       /* that came in the file; `setup` then refers to it */
    struct arkad_fair fair;         /* of has_fair: not yet verified */
    bool gives_lists, gives_states; /* as the first move did: one form for the whole file */
    char why[ARKAD_WHY_MAX];
    /* Scratch. */
    struct arkad_move listed[ARKAD_MOVES_MAX];
    bool was_given[ARKAD_MOVES_MAX];
    char json[ARKAD_JSON_MAX];
};

/* Zero the reader first (and set `map`). NULL, or what is wrong with this line; then read no further. */
ARKAD_API const char *arkad_reader_line(struct arkad_reader *reader, const char *line, size_t length);
/* After the last line: NULL, or what is missing. An unfinished game is not an error. */
ARKAD_API const char *arkad_reader_end(struct arkad_reader *reader);

#ifdef __cplusplus
}
#endif

#endif
