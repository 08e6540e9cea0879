/*
 * A sitting at the table with a screen: who looks at it, what is typed and pointed at, and what is being waited for.
 * sitting.c has what the keys do, frame.c how it looks.
 */
#ifndef TERMINAL_SITTING_H
#define TERMINAL_SITTING_H

#include "terminal/bargain.h"
#include "terminal/choices.h"
#include "terminal/host.h"
#include "terminal/logbook.h"
#include "terminal/screen.h"
#include "terminal/tell.h"

enum sitting_mode {
    AT_TABLE,
    HANDING_OVER, /* blank, until the next person sits at the keyboard */
    READING,      /* the rules, or the keys */
    LEAVING,      /* asked whether to leave */
    TALKING,      /* what is typed is for the others to read */
};

enum { TALK_MAX = 480 }; /* bytes of a line to the others */

enum sitting_end { STILL_SITTING, LEAVE, REMATCH };

/* A text to be read page by page. */
struct pager {
    char *text;
    size_t *starts; /* of its lines */
    int count, top;
    bool is_rules; /* else the keys */
};

/* What is where on the screen. */
struct layout {
    int height, width;
    bool is_too_small, is_wide;
    int table_row, table_height, table_width;
    int ask_row, ask_height, ask_width;
    int list_row, list_height, list_width;
    int log_row, log_column, log_height, log_width;
    int message_row, message_height;
    int input_row, keys_row;
};

struct sitting {
    struct table *table;
    struct host *host; /* who keeps the game; NULL: this program */
    const struct lang *lang;
    struct thinker *thinker; /* NULL at a host */
    int pace_ms;             /* between two moves of bots */

    int viewer;      /* the person at the keyboard; ARKAD_SPECTATOR: nobody plays, all watch */
    int next_viewer; /* HANDING_OVER: who sits down */
    enum sitting_mode mode;
    enum sitting_end end;

    struct choices choices;
    bool can_move, is_waited_for;
    unsigned letters; /* that begin a listed move, as bits from a */
    char typed[TYPED_MAX];
    char said[TALK_MAX]; /* TALKING */
    bool is_typing;      /* letters are text even where they would be commands */
    bool has_pointed;    /* the row was chosen, not merely the first one */
    int row, top;        /* of the moves shown: the one chosen, the first on the screen */

    bool is_bargaining; /* what is typed is a trade in the making: it lies there as cards */
    struct bargain bargain;
    enum bargain_row spot_row; /* has_pointed: what of it is pointed at */
    int spot;
    int refused_at; /* the number of moves after which the host was last told that an offer is declined */

    struct logbook log;
    int log_back; /* lines scrolled back from the end */
    struct pager pager;
    char message[MESSAGE_MAX];
    enum ink message_ink;

    int ticket; /* of the position: a new one with every change */
    bool is_hint_wanted;
    bool has_answer; /* a bot's move that waits for its time */
    struct answer answer;
    int64_t last_move_ms;

    char ask[SAY_MAX]; /* what is asked of the viewer */
    struct layout layout;
    struct canvas screen, drawing;
};

/* Plays until the people leave. */
enum sitting_end sit_down(struct sitting *sitting);

/* Draws everything; says where the cursor is (row -1: nowhere). */
void frame_draw(struct sitting *sitting, int height, int width, int *cursor_row, int *cursor_column);
/* Whether a letter is a command just now, and not the beginning of something typed. */
bool is_command(const struct sitting *sitting, char letter);
/* Whether the others wait while the viewer chooses a move out of turn. */
bool is_holding(const struct sitting *sitting);

#endif
