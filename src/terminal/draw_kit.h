/*
 * What the tables of all games are drawn with: seats, cards, phrases. Only draw.c and games/NAME/draw.c use it.
 */
#ifndef TERMINAL_DRAW_KIT_H
#define TERMINAL_DRAW_KIT_H

#include "engine/game.h"
#include "terminal/draw.h"

struct drawing {
    struct canvas *canvas;
    const struct scene *scene;
    int players, height, width;
    unsigned waits;                      /* whom the game waits for, as bits */
    int16_t points[ARKAD_SEATS_MAX];     /* as the game would count them now */
    uint8_t places[ARKAD_SEATS_MAX];     /* of a finished game */
    char shown[ARKAD_MOVE_TEXT_MAX + 2]; /* the words of the move being considered, a space around each */
    char names[ARKAD_SEATS_MAX][64];     /* of the seats, short enough for a phrase */
};

/* What games/NAME/draw.c exports. */
typedef void draw_game(const struct drawing *drawing);
#define DRAW_OF(name) draw_game name##_draw;
GAMES_WITH_DRAW(DRAW_OF)

/* ---- Phrases -------------------------------------------------------------------------------------------- */

struct phrase {
    char text[240];
};

static inline const char *word_of(const struct drawing *drawing, const char *key) {
    return lang_text(drawing->scene->lang, key);
}

/* The text of the key "BASE.NAME". */
const char *word_at(const struct drawing *drawing, const char *base, const char *name);
struct phrase fill_phrase(const struct drawing *drawing, const char *key, const struct lang_fill *fills, int count);
/* A text with its places filled; it lives as long as the statement it is in. */
#define PHRASE(drawing, key, ...)                                                                  \
    fill_phrase((drawing), (key), (const struct lang_fill[]){__VA_ARGS__},                         \
                (int)(sizeof((const struct lang_fill[]){__VA_ARGS__}) / sizeof(struct lang_fill))) \
        .text
/* Adds to a phrase, after a middle dot if there is something already. */
void phrase_add(struct phrase *phrase, const char *text);

/* The first line: what is happening on the left, what remains on the right. */
void put_header(const struct drawing *drawing, const char *left, const char *right);
/* A label, as all labels look; returns the column after it and a space. */
int put_label(const struct drawing *drawing, int row, int column, const char *text);
/* Ends at the column before `end`; the same, begun at `start` at the earliest and cut if that is not enough. */
void put_right_within(const struct drawing *drawing, int row, int start, int end, enum ink ink, const char *text);
void put_right(const struct drawing *drawing, int row, int end, enum ink ink, const char *text);
int put_number(const struct drawing *drawing, int row, int column, enum ink ink, int number);

/* ---- Seats ---------------------------------------------------------------------------------------------- */

static inline enum ink seat_ink(int seat) { return (enum ink)(INK_SEAT_0 + seat); }
/* A seat's shape, which identifies it where there is no room for its name, and without colour. */
const char *seat_shape(int seat);
static inline bool is_waited_for(const struct drawing *drawing, int seat) { return drawing->waits >> seat & 1; }
/* An arrow if it is asked, its shape and its name, in `width` columns. */
void put_seat(const struct drawing *drawing, int row, int column, int width, int seat);
void put_points(const struct drawing *drawing, int row, int end, int points);
/* "2nd place", or nothing while the game goes on. */
struct phrase place_of_seat(const struct drawing *drawing, int seat);

/* ---- Cards ---------------------------------------------------------------------------------------------- */

enum { CARD_RUNS_MAX = 128, HIGH_CARD = 3 };

/* Equal cards. */
struct run {
    const char *name; /* as it is written on the card */
    const char *word; /* in the notation */
    uint8_t ink, count;
    bool is_marked; /* named by the move being considered */
};

struct cards {
    int count;
    struct run runs[CARD_RUNS_MAX];
};

/* How often the move being considered names the word. */
int count_shown(const struct drawing *drawing, const char *word);
static inline bool is_word_shown(const struct drawing *drawing, const char *word) {
    return count_shown(drawing, word) > 0;
}
/* Adds equal cards, the first `marked` of them named by the move being considered. */
void cards_add(struct cards *cards, const char *name, enum ink ink, int count, int marked);
/* The same for a card that moves call by another word. */
void cards_add_as(struct cards *cards, const char *name, const char *word, enum ink ink, int count, int marked);
/* One card, low (a row) or high (three rows, in a frame); returns the column after it. */
int put_card(const struct drawing *drawing, int row, int column, int height, const struct run *run);
/* Cards from left to right, in several rows if there are any: as large as the room allows, then closer together, then
   equal ones once with their number; what does not fit even so is summed up. Returns the rows used. */
int put_cards(const struct drawing *drawing, int row, int column, int height, int width, const struct cards *cards);
/* The viewer's hand at the foot of the table, in `rows` rows at most; returns its first row. */
int put_hand(const struct drawing *drawing, const struct cards *hand, int rows);
/* The number of cards, and the cards as backs if they are not seen. Returns the column after them. */
int put_backs(const struct drawing *drawing, int row, int column, int width, int count, int unseen);

#endif
