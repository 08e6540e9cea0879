/*
 * `arkad serve`.
 */
#ifndef SERVER_SERVE_H
#define SERVER_SERVE_H

#include "cli/cli.h"

enum status run_serve(const struct request *request);

#endif
