/*
 * What happens in a game, in words: what a seat has to decide, what a move would do, what happened.
 *
 * All are given a view (or a position) and say only what it shows. Phrases name no subject: whoever shows them puts the
 * seat's name before them. `names` are the seats' names. One file per game (games/NAME/say.c)
 * fills struct say_game.
 */
#ifndef LANG_SAY_H
#define LANG_SAY_H

#include "lang/lang.h"

enum { SAY_MAX = 1024 };  /* the longest phrase: a trade of two full hands */
enum { PHRASE_MAX = 32 }; /* the key of one that people say */
enum { NOBODY = -1 };     /* instead of a seat */

/* What a game is called: by the catalogues, or else by itself. */
const char *say_title(const struct lang *lang, const struct arkad_game *game);
/* What the seat has to decide, as a sentence: "Bid for the lot or pass." If it is not its turn, whom the game waits
   for. */
void say_ask(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
             const char *const *names, char text[SAY_MAX]);
/* A listed move as something to choose: "Bid 7: cloth 4, cloth 3". */
void say_choice(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
                const struct arkad_move *move, const char *const *names, char text[SAY_MAX]);
/* A move that was made, as a viewer is told of it. */
struct told {
    const struct arkad_position *before, *after; /* the viewer's views around it */
    int seat;
    const struct arkad_move *move;
    bool is_hidden; /* the viewer may only know that the seat has moved */
    int you;        /* the seat that is told, in the second person: "You" is put before its own moves ("bid 7: ...");
                       NOBODY: all seats are called by their names */
    const char *const *names;
};
/* For the log: "bids 7: cloth 4, cloth 3". Consequences that people at the table would say aloud (who won the lot, a
   scoring and its points, a new round) belong to it, as further sentences. */
void say_move(const struct lang *lang, const struct arkad_game *game, const struct told *told, char text[SAY_MAX]);
/* What chance brought, as the viewer saw it (arkad_tape_view); empty if there is nothing to say. */
void say_chance(const struct lang *lang, const struct arkad_game *game, const struct arkad_tape *tape, int you,
                const char *const *names, char text[SAY_MAX]);
/* A card's full name ("cloth 4"), by its number in the game. */
void say_card(const struct lang *lang, const struct arkad_game *game, int card, char text[SAY_MAX]);
/* What fills a place of a reason ("place", "card"), by its name; as the notation writes it if it has none. */
void say_thing(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view,
               const char *place, const char *word, char text[SAY_MAX]);
/* What a thing at the table is, and what it counts now, to the seat (or ARKAD_SPECTATOR): "card c4", "place v13",
   "action bid", "number pile". Empty if the game has nothing to say of it. */
void say_about(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
               const char *kind, const char *word, const char *const *names, char text[SAY_MAX]);
/* Why a move was refused, for people who do not read the notation: cards and places are called by their names. */
void say_reason(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view,
                const char *why, char text[ARKAD_WHY_MAX]);
/* What people often say at a table: the text phrase.KEY, about the card of that name (NULL: about none). False if
   there is no such phrase, or if it needs a card and gets none of the game's, or needs none and gets one. */
bool say_phrase(const struct lang *lang, const struct arkad_game *game, const char *key, const char *card,
                char text[SAY_MAX]);

#endif
