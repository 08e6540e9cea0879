/*
 * Figures about the server for those who run it: /metrics.
 */
#ifndef SERVER_API_METRICS_PAGE_H
#define SERVER_API_METRICS_PAGE_H

#include "server/common/server.h"

void metrics_page_answer(struct server *server, const struct net_request *request);

#endif
