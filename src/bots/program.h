/*
 * A bot that is a separate program, in any language, which is talked to over its standard input and output: the host's
 * side of docs/bot-protocol.md.
 *
 * Nothing that a program does may hold up or harm its host: it has a time for every answer, what it writes is
 * checked, what it does not read is kept for it up to a limit, and when it ends or has to be killed it is started again
 * for the next game. It runs in a process group of its own, so that nothing of it is left behind.
 */
#ifndef BOTS_PROGRAM_H
#define BOTS_PROGRAM_H

#include "arkad.h"

#include <signal.h>

enum {
    PROGRAM_PROTOCOL = 1,
    PROGRAM_LINE_MAX = 1 << 20,   /* the longest line to a program: 1,000 moves, a position, a map */
    PROGRAM_ANSWER_MAX = 1 << 16, /* the longest line from it */
    PROGRAM_MOVES_MAX = 1000,     /* of a list, sent with a question; it may choose others */
    PROGRAM_QUEUE_MAX = 1 << 23,  /* bytes kept for a program that does not read */
    PROGRAM_HELLO_MS = 10000,     /* for the first answer: some languages start slowly, and models have to be loaded */
    PROGRAM_GRACE_MS = 250,       /* on top of the time for a move, for pipes and a busy machine */
    PROGRAM_BYE_MS = 500,         /* to exit by itself after `bye` */
    PROGRAM_LATE_MAX = 3,         /* answers missing in a row before it is killed: it hangs */
    PROGRAM_STARTS_MAX = 3,       /* starts failed in a row before it is given up */
    PROGRAM_WHY_MAX = 1024,
};

/* How a question ended. After the last three, `why` says what was wrong. */
enum program_answer {
    PROGRAM_MOVED,
    PROGRAM_WAITS,   /* asked whether it wants to move out of turn, it does not */
    PROGRAM_STOPPED, /* the host was interrupted */
    PROGRAM_LATE,
    PROGRAM_WRONG,
    PROGRAM_DEAD,
};

/* What a program is told of a game; all it points to must last as long as the game. */
struct program_game {
    const struct arkad_game *game;
    const struct arkad_setup *setup;    /* the seed in it is not told; a map of its own is */
    const char *names[ARKAD_SEATS_MAX]; /* of the players */
    int seat, time_ms;                  /* its seat, and its time for a move */
    uint64_t seed;                      /* for the program's own random numbers, so that matches can be repeated */
};

struct program;

/* The command is run by /bin/sh, when the first game begins. Its standard error goes to the file (appended), or to
   the host's own if that is NULL; both texts must outlive the program. Waiting ends early when *is_interrupted. From
   here on the whole process ignores SIGPIPE, and does not ignore SIGCHLD. NULL: not enough memory. */
struct program *program_open(const char *command, const char *error_file, const volatile sig_atomic_t *is_interrupted);
/* Says `bye`, and makes sure that nothing is left of the program. */
void program_close(struct program *program);

/* Starts the program if it does not run, and tells it of a new game. PROGRAM_MOVED if all is well. After any other
   answer it does not run: its questions in this game will be answered PROGRAM_DEAD with an empty `why`. */
enum program_answer program_begin(struct program *program, const struct program_game *game, char why[PROGRAM_WHY_MAX]);
/* Tells what happened: the `number`th move of the game, the chance it brought, and what the seat sees now. */
void program_event(struct program *program, int number, int seat, const struct arkad_move *move,
                   const struct arkad_tape *tape, const struct arkad_position *view);
/* Asks for a move from its view. `moves` are those listed for it. With `is_optional` nobody waits for the seat. */
enum program_answer program_choose(struct program *program, const struct arkad_position *view,
                                   const struct arkad_move *moves, int count, bool is_optional, uint64_t seed,
                                   struct arkad_move *move, char why[PROGRAM_WHY_MAX]);
/* Tells how the game ended. */
void program_over(struct program *program, const struct arkad_position *position);

/* What it calls itself; empty before its first answer. */
const char *program_name(const struct program *program);

#endif
