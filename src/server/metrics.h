/*
 * Figures about the server for those who run it: /metrics, in the text form of Prometheus.
 */
#ifndef SERVER_METRICS_H
#define SERVER_METRICS_H

#include "server/hub.h"

struct metrics *metrics_open(void); /* NULL: no memory */
void metrics_close(struct metrics *metrics);
void metrics_commit(struct hub *hub, double seconds);
void metrics_thought(struct hub *hub, double seconds);
void metrics_answer(struct hub *hub, const struct net_request *request);

#endif
