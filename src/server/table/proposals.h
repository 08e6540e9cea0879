/*
 * Proposals: to take back, to pause, to go on.
 */
#ifndef SERVER_TABLE_PROPOSALS_H
#define SERVER_TABLE_PROPOSALS_H

#include "server/table/command.h"

/* When a pause ends by itself, so that nobody can be kept from playing; 0: there is none, or no clock. */
int64_t proposals_pause_end_ms(const struct play *play);
void proposals_end_pause(struct server *server, struct table *table);
/* Carries out what all agreed to; false if there was nothing. */
bool proposals_settle(struct server *server, struct table *table);

/* Commands. */
void proposals_undo(struct command *command);
void proposals_pause(struct command *command);
void proposals_resume(struct command *command);
void proposals_answer(struct command *command);

#endif
