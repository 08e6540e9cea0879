/*
 * What goes on in a game, in words: what is asked of a seat, what a move would do, what happened.
 *
 * All are given a view (or a position) and say only what it shows. Phrases name no subject: whoever shows them puts the
 * seat's name before them. `names` are the seats' names. One file a game (say_GAME.c) fills struct
 * say_game.
 */
#ifndef LANG_SAY_H
#define LANG_SAY_H

#include "lang/lang.h"

enum { SAY_MAX = 1024 };  /* the longest phrase: a trade of two full hands */
enum { PHRASE_MAX = 32 }; /* the key of one that people say */

/* What the seat is asked, as a sentence: "Bid for the lot or pass." If it is not its turn, whom the game waits for. */
void say_ask(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
             const char *const *names, char text[SAY_MAX]);
/* A listed move as something to choose: "Bid 7: cloth 4, cloth 3". */
void say_choice(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *view, int seat,
                const struct arkad_move *move, const char *const *names, char text[SAY_MAX]);
/* A move that was made, for the log: "bids 7: cloth 4, cloth 3". `before` and `after` are the viewer's views around it;
   `is_hidden`: the viewer may only know that the seat has moved; `is_own`: it is told to who made it, and "You" is put
   before it ("bid 7: ..."). Consequences that people at the table would say aloud
   (who won the lot, a scoring and its points, a new round) belong to it, as further sentences. */
void say_move(const struct lang *lang, const struct arkad_game *game, const struct arkad_position *before,
              const struct arkad_position *after, int seat, const struct arkad_move *move, bool is_hidden, bool is_own,
              const char *const *names, char text[SAY_MAX]);
/* What chance brought, as the viewer saw it (arkad_tape_view); empty if there is nothing to say. */
void say_chance(const struct lang *lang, const struct arkad_game *game, const struct arkad_tape *tape,
                const char *const *names, char text[SAY_MAX]);
/* A card's full name ("cloth 4"), by its number in the game. */
void say_card(const struct lang *lang, const struct arkad_game *game, int card, char text[SAY_MAX]);
/* What people say again and again at a table: the text phrase.KEY, about the card of that name (NULL: about none).
   False if there is no such phrase, if it is about a card and that is none of the game's, or if it is not and one is
   named. */
bool say_phrase(const struct lang *lang, const struct arkad_game *game, const char *key, const char *card,
                char text[SAY_MAX]);

#endif
