/*
 * The commands of `arkad` that are in this folder.
 */
#ifndef TOOLS_COMMANDS_H
#define TOOLS_COMMANDS_H

#include "cli/cli.h"

/* The games, a line each: what they are called, and how many play. */
void print_games(void);

/* Gives a game the net of a file, for this run; a complaint if it does not fit, or is for another number of players. */
enum status read_net(const struct arkad_game *game, int players, const char *file);

enum status run_analyse(const struct request *request);
enum status run_copy(const struct request *request);
enum status run_backup(const struct request *request);
enum status run_bot(const struct request *request);
enum status run_arena(const struct request *request);
enum status run_trace(const struct request *request);
enum status run_check(const struct request *request);
enum status run_games(const struct request *request);
enum status run_replay(const struct request *request);
enum status run_bench(const struct request *request);
enum status run_join(const struct request *request);
enum status run_load(const struct request *request);
enum status run_train(const struct request *request);

#endif
