/*
 * A match between bots: its set-up and what was counted so far.
 *
 * It can be played in parts, on many machines, each writing what it counted (arena_parts.c); joined, they are the match
 * that one machine would have played. What is counted is therefore kept in sums that do not depend on the order of the
 * games.
 */
#ifndef TOOLS_ARENA_H
#define TOOLS_ARENA_H

#include "bots/bot.h"
#include "cli/cli.h"

#include <pthread.h>

/* What one bot name has done; several seats may have the same. */
struct row {
    const char *name;
    int seats;
    double wins, places, score;
    double pair_sum, pair_squares; /* against bots of other names: 1 better, 1/2 as good, 0 worse; per game the mean */
    int pairs;                     /* games with such a comparison */
    int late, wrong, dead;         /* moves forfeited */
    bool is_program;
    char program_name[64]; /* what the program calls itself */
};

struct arena {
    const struct arkad_game *game;
    struct arkad_setup setup;
    struct bot bots[ARKAD_SEATS_MAX];
    int row_of[ARKAD_SEATS_MAX]; /* of each bot */
    struct row rows[ARKAD_SEATS_MAX];
    int row_count;
    int games, next, played; /* games: all that there are; next: the number of the one to be played next */
    int part, parts;         /* of the deals, every one of so many is played here, from this one on */
    bool has_sprt, is_decided, is_json, is_shown;
    double elo0, elo1;
    const char *save;
    int move_time_ms;
    int reports;
    int running;    /* threads */
    int live_lines; /* of the live table, on the terminal now */
    enum status status;
    double start_s;
    pthread_mutex_t lock;
    pthread_cond_t change; /* a thread has ended */
};

/* How many of the match's games are this part's. */
int arena_games_here(const struct arena *a);
/* What was counted in this part, as a line. */
enum status arena_print_part(const struct arena *a);
/* Fills a match whose bots and set-up are still unknown from the files of all its parts. */
enum status arena_join(struct arena *a, const char *const *files, int count);

/* Reads the bots' names, separated by commas: in arena.c. */
enum status arena_read_bots(struct arena *a, const char *names);

#endif
