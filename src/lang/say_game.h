/*
 * What say.c and the words of each game (games/NAME/say.c) share.
 *
 * A game's file has a table of functions, each of which writes one phrase. Texts come from the catalogues by keys that
 * begin with the game's name; sentences that follow one another are separated by say_next.
 */
#ifndef LANG_SAY_GAME_H
#define LANG_SAY_GAME_H

#include "engine/game.h"
#include "lang/say.h"

struct say {
    const struct lang *lang;
    const struct arkad_game *game;
    const void *view;  /* the game's own position: the view, or the one before the move */
    const void *after; /* the view after the move; NULL if it has not been made */
    int seat;
    const struct arkad_move *move;
    bool is_hidden;
    bool is_own; /* told to the one who made the move: places {you|bid|bids} say the first form */
    int you;     /* the seat that is told, or NOBODY */
    const char *const *names;
    struct text *out;
};

struct say_game {
    const char *name;
    void (*ask)(const struct say *say);    /* what the seat has to decide, or may, out of turn */
    void (*choice)(const struct say *say); /* the move, as something to choose */
    void (*made)(const struct say *say);   /* the move, as it is told, with what followed from it */
    void (*chance)(const struct say *say, const struct arkad_event *event); /* NULL: shuffles are told, the rest not */
    void (*card)(const struct say *say, int card);
    /* What the notation calls `word`, where a reason has the place {place}; false: it has no other name. NULL: only
       cards have names. */
    bool (*thing)(const struct say *say, const char *place, const char *word);
    /* Explanations: where their texts begin, "NAME.about."; then KIND.WORD or KIND follows. NULL: there are none. */
    const char *about_keys;
    /* What the thing counts now, as further sentences; NULL: nothing more. */
    void (*about)(const struct say *say, const char *kind, const char *word);
};

#define WORDS_OF(name) extern const struct say_game name##_words;
GAMES_WITH_SAY(WORDS_OF)

/* Writes the text of a key with its places filled. */
#define SAY(say, key, ...) LANG_PUT((say)->lang, (say)->out, (key), __VA_ARGS__, NUMBER("you", (say)->is_own))
/* The same without places. */
void say_text(const struct say *say, const char *key);
/* The text of a key of two parts, "NAME.kind." and "c" for instance. */
const char *say_word(const struct say *say, const char *prefix, const char *word);
/* Before a further sentence: closes the one before, if there is one. */
void say_next(const struct say *say);
/* A further sentence without places. */
void say_sentence(const struct say *say, const char *key);
/* A comma and a space, but not before the first of a list. */
void say_comma(const struct say *say, bool *has_begun);
/* A number of something, in a list: "cloth 4", "2 × cloth 4". */
void say_count(const struct say *say, bool *has_begun, int count, const char *name);

/* Places to be filled. */
#define TEXT(place, value) ((struct lang_fill){.name = (place), .text = (value)})
#define NUMBER(place, value) ((struct lang_fill){.name = (place), .number = (value)})
#define NAME(place, say, seat) TEXT(place, say_name(say, seat))
/* A seat's name, or the word for the one who is told. */
const char *say_name(const struct say *say, int seat);
/* A sentence about a seat, {name}; to that seat itself the text of KEY.you, if there is one. */
void say_of(const struct say *say, int seat, const char *key);
#define SAY_OF(say, seat, key, ...) \
    SAY((say), say_key_of((say), (seat), (key)), NAME("name", (say), (seat)), __VA_ARGS__)
const char *say_key_of(const struct say *say, int seat, const char *key);

/* Writes into a buffer of its own, for a place of another text: SAY_APART(say, cards, say_cards(&apart, ...)). */
#define SAY_APART(say, buffer, call)                                \
    char buffer[SAY_MAX];                                           \
    do {                                                            \
        struct text buffer##_text = text_in(buffer, sizeof buffer); \
        struct say apart = *(say);                                  \
        apart.out = &buffer##_text;                                 \
        call;                                                       \
    } while (0)

/* The seats (as bits), by their names, in a list. */
void say_seats(const struct say *say, unsigned seats);
/* The end of a game, with the points and who has won. */
void say_end(const struct say *say);

#endif
