/*
 * The file of a game: one line is added and synced to disk after every move, and removed when a move is taken back.
 *
 * So the file is a saved game at every moment, except for a last line that was being written when the machine died;
 * that one is dropped when the game is continued. A second file beside it, NAME.seats, says who played.
 */
#ifndef TERMINAL_SAVE_H
#define TERMINAL_SAVE_H

#include "arkad.h"

#include <sys/types.h>

enum { SAVE_NAME_MAX = 1024, SAVE_PROBLEM_MAX = 256 };

struct save {
    char name[SAVE_NAME_MAX];
    int file;    /* 0: none is open */
    int lines;   /* in the file */
    off_t *ends; /* where each of them ends */
    int room;
    char problem[SAVE_PROBLEM_MAX]; /* why the last lines are not in the file; empty: they are */
};

/* Starts a file that is not there yet; no name: one by game and time where programs keep such things. If `is_new_name`
   and there is one of this name, a number is added to it. NULL, or a sentence. */
const char *save_create(struct save *save, const char *name, const char *game, bool is_new_name,
                        char why[ARKAD_WHY_MAX]);
/* Opens a file whose lines end where `ends` says, to go on after them; what follows is cut off. Takes `ends` over. */
const char *save_reopen(struct save *save, const char *name, off_t *ends, int lines, char why[ARKAD_WHY_MAX]);
void save_close(struct save *save);

/* Brings the file to `lines` lines, each written by the function, without the newline. False: see `problem`. */
typedef size_t save_writer(const void *context, int line, char *text, size_t size);
bool save_lines(struct save *save, int lines, save_writer *write, const void *context);

/* The text beside the file. */
void save_seats(struct save *save, const char *text);
/* False if there is none. */
bool save_read_seats(const char *name, char *text, size_t size);

#endif
