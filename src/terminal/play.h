/*
 * `arkad play`.
 */
#ifndef TERMINAL_PLAY_H
#define TERMINAL_PLAY_H

#include "cli/cli.h"

enum status run_play(const struct request *request);

#endif
