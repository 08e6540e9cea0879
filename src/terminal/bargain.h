/*
 * Bargaining: a trade put together by touching cards, what was offered this turn, what one knows of the other hands,
 * and declining whatever else comes in a turn. A game with trades has a games/NAME/bargain.c with a table of functions,
 * struct bargain_game; in any other game nothing is a proposal.
 *
 * A trade in the making is nothing but the text that is typed ("offer all 3,3 for 7"), so that touching cards and
 * typing are one: each touch reads the text, changes it, and writes it again. Unfinished texts count too ("offer all
 * for").
 */
#ifndef TERMINAL_BARGAIN_H
#define TERMINAL_BARGAIN_H

#include "games.h"
#include "terminal/table.h"

enum bargain_row { ROW_TO, ROW_GIVE, ROW_WANT, BARGAIN_ROWS };
enum { BARGAIN_KINDS = 16, SPOTS_MAX = 128 };

struct bargain {
    bool is_counter;
    int to; /* an offer: the seat it goes to, or the number that means everyone */
    uint8_t give[BARGAIN_KINDS], want[BARGAIN_KINDS];
    bool is_clear; /* everything that was typed is in it */
};

/* Something that can be touched: a card, or a seat to make the offer to. */
struct spot {
    const char *name;
    int value; /* of its kind, or seat */
    bool is_chosen;
};

/* Whether a move is an offer or a counter-offer: there are too many to list, and people put theirs together. */
bool bargain_is_proposal(const struct arkad_game *game, const struct arkad_move *move);
/* What putting one together is called, as a key of the catalogues. */
const char *bargain_title(const struct arkad_game *game, const struct arkad_move *proposal);
/* How people trade, as a key of the catalogues; NULL: there are no trades. */
const char *bargain_help(const struct arkad_game *game);
/* What is typed, as a trade in the making; false if it is none, or if no trade can be proposed. */
bool bargain_read(const struct arkad_game *game, const struct arkad_position *view, int seat, const char *typed,
                  struct bargain *bargain);
bool bargain_is_empty(const uint8_t counts[BARGAIN_KINDS]); /* one side of it */
bool bargain_is_complete(const struct bargain *bargain);
void bargain_write(const struct arkad_game *game, const struct bargain *bargain, char typed[ARKAD_MOVE_TEXT_MAX]);
/* A new one: an offer to everyone; a counter-offer begins with the offer on the table, the other way round. */
void bargain_begin(const struct arkad_game *game, const struct arkad_position *view, int seat, struct bargain *bargain);

/* What can be touched in a row: whom to ask, every card in hand, every kind (a wanted one again for each time it is
   wanted). Returns how many. A counter-offer has nobody to choose. */
int bargain_spots(const struct bargain *bargain, const struct table *table, const struct lang *lang, int seat,
                  enum bargain_row row, struct spot spots[SPOTS_MAX]);
/* Puts it into the trade, or takes it out. */
void bargain_touch(struct bargain *bargain, enum bargain_row row, const struct spot *spot);

/* Something that was proposed this turn. */
struct proposal {
    char text[SAY_MAX];    /* who, to whom, what for what */
    const char *mark;      /* what became of it, in one character, */
    char outcome[SAY_MAX]; /* and in words */
};

/* The newest is last; false: there is no such line. */
bool bargain_tell(const struct table *table, const struct lang *lang, int viewer, int line, struct proposal *proposal);
int bargain_count(const struct table *table);
/* What the viewer knows of another seat's hand, in words. */
void bargain_tell_hand(const struct table *table, const struct lang *lang, int viewer, int seat, char text[SAY_MAX]);

/* Whether the seat is to answer an offer in another's turn, or a counter-offer in its own. */
bool bargain_is_asked(const struct arkad_game *game, const struct arkad_position *view, int seat);
/* The first of these: more offers may come this turn. Gives the move that declines this one. */
bool bargain_may_refuse(const struct arkad_game *game, const struct arkad_position *view, int seat,
                        struct arkad_move *decline);
/* From now on the seat declines whatever it is offered this turn; whether it does just now, and the move. */
void bargain_refuse(struct table *table, int seat);
bool bargain_is_refused(const struct table *table, int seat, struct arkad_move *decline);

/* What a game knows of its trades; the functions above say what each is for. */
struct bargain_game {
    const char *name, *help;
    bool (*is_proposal)(const struct arkad_move *move);
    const char *(*title)(const struct arkad_move *proposal);
    /* The seat is one that is waited for. */
    bool (*read)(const struct arkad_position *view, const char *typed, struct bargain *bargain);
    void (*write)(const struct bargain *bargain, char typed[ARKAD_MOVE_TEXT_MAX]);
    void (*begin)(const struct arkad_position *view, int seat, struct bargain *bargain);
    int (*spots)(const struct bargain *bargain, const struct table *table, const struct lang *lang, int seat,
                 enum bargain_row row, struct spot spots[SPOTS_MAX]);
    /* How many turns were over before this one. */
    int (*turns)(const struct arkad_position *view);
    /* The proposal that was made as this step of the table. */
    void (*tell)(const struct table *table, const struct lang *lang, int viewer, int step, struct proposal *proposal);
    void (*tell_hand)(const struct table *table, const struct lang *lang, int viewer, int seat, char text[SAY_MAX]);
    /* Whether an offer or a counter-offer is to be answered now. */
    bool (*is_asking)(const struct arkad_position *view);
    /* Whether it is an offer, and the move that declines it. */
    bool (*may_refuse)(const struct arkad_position *view, struct arkad_move *decline);
};

#define BARGAIN_OF(name) extern const struct bargain_game name##_bargain;
GAMES_WITH_BARGAIN(BARGAIN_OF)

#endif
