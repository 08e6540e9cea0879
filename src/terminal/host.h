/*
 * Who keeps the game, if it is not this program: a table at a server. The sitting hands over moves and requests and is
 * told the outcome; it does not know how.
 */
#ifndef TERMINAL_HOST_H
#define TERMINAL_HOST_H

#include "terminal/table.h"

struct host {
    /* The viewer's move, take-back, answer to an open question. The outcome comes as news. */
    void (*play)(struct host *host, const struct arkad_move *move);
    void (*undo)(struct host *host);
    void (*answer)(struct host *host, bool is_yes);
    /* To pass whenever it is asked of the viewer, as long as the same is decided; once more: no longer. */
    void (*pass_ahead)(struct host *host);
    /* Says something to the others at the table, or to those who look on with the viewer. */
    void (*talk)(struct host *host, const char *text);
    /* Takes in what has come; true if the table has changed. */
    bool (*take_news)(struct host *host);
    /* Something to be told to the viewer, once; false if there is nothing. */
    bool (*take_notice)(struct host *host, const struct lang *lang, char *text, size_t size, bool *is_bad);
    /* The state of the connection, for the title. */
    void (*put_state)(struct host *host, const struct lang *lang, struct text *out);
    int file; /* becomes readable when there may be news */
    int viewer;
};

#endif
