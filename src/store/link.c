/*
 * A connection to PostgreSQL. libpq tries several hosts by itself, but not one after another that takes a connection
 * and never answers: so each attempt has its time, and the next begins with the next host.
 */
#include "store/link.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { COMING_MS = 3000, LIST_MAX = 512 };

static int64_t now_ms(void) {
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/* The first line of what libpq says, without the addresses that it tried. */
static void note(struct link *link, const char *code, const char *why) {
    snprintf(link->code, sizeof link->code, "%s", code);
    snprintf(link->why, sizeof link->why, "the database cannot be reached or used (%.*s): play goes on when it can",
             (int)(strcspn(why, "\n") < 160 ? strcspn(why, "\n") : 160), why);
}

void link_drop(struct link *link) {
    if (link->conn) link->pq->finish(link->conn);
    link->conn = NULL;
    link->state = LINK_DOWN;
}

static bool lose(struct link *link, const char *why) {
    note(link, "", why);
    link_drop(link);
    return false;
}

/* ---- Connecting -------------------------------------------------------------------------------------------------- */

/* A list of hosts or ports, begun with another one: "a,b,c" from 1 is "b,c,a". */
static void turn_list(const char *list, int first, char *turned) {
    int count = 1;
    for (const char *at = list; *at; at++) count += *at == ',';
    const char *from = list;
    for (int i = 0; i < first % count; i++) from = strchr(from, ',') + 1;
    int before = (int)(from - list);
    snprintf(turned, LIST_MAX, "%s%s%.*s", from, before ? "," : "", before ? before - 1 : 0, list);
}

static bool is_list(const char *keyword) {
    return !strcmp(keyword, "host") || !strcmp(keyword, "hostaddr") || !strcmp(keyword, "port");
}

static bool begin(struct link *link) {
    const char *keywords[LINK_OPTIONS_MAX + 1], *values[LINK_OPTIONS_MAX + 1];
    char lists[3][LIST_MAX], *error = NULL;
    int count = 0, turned = 0;
    struct pg_option *options = link->pq->conninfo_parse(link->url, &error);
    if (!options) {
        lose(link, error ? error : "not enough memory");
        link->pq->free(error);
        return false;
    }
    for (const struct pg_option *option = options; option->keyword; option++) {
        if (!option->val || count == LINK_OPTIONS_MAX) continue;
        keywords[count] = option->keyword;
        values[count] = option->val;
        if (is_list(option->keyword) && turned < 3) {
            turn_list(option->val, link->first_host, lists[turned]);
            values[count] = lists[turned++];
        }
        count++;
    }
    keywords[count] = values[count] = NULL;
    link->conn = link->pq->connect_start(keywords, values, 0);
    link->pq->conninfo_free(options);
    link->state = LINK_COMING;
    link->since_ms = now_ms();
    link->waits_for = PG_POLLING_WRITING;
    return link->conn && link->pq->status(link->conn) != PG_CONNECTION_BAD;
}

/* Whether the connection has something to read, or can be written to, within that time, whatever signals come. */
static bool wait_for(struct link *link, int events, int wait_ms) {
    struct pollfd file = {.fd = link->pq->socket(link->conn), .events = (short)events};
    int64_t until_ms = now_ms() + wait_ms;
    int ready;
    do {
        int left_ms = (int)(until_ms - now_ms());
        ready = poll(&file, 1, left_ms > 0 ? left_ms : 0);
    } while (ready < 0 && errno == EINTR);
    return ready > 0;
}

static bool give_up(struct link *link) {
    link->first_host++;
    return lose(link, link->conn ? link->pq->error_message(link->conn) : "not enough memory");
}

bool link_come_up(struct link *link, int wait_ms) {
    int64_t until_ms = now_ms() + wait_ms;
    if (link->state == LINK_DOWN && !begin(link)) return give_up(link);
    while (link->state == LINK_COMING) {
        if (now_ms() - link->since_ms > COMING_MS) return give_up(link);
        int events = link->waits_for == PG_POLLING_READING ? POLLIN : POLLOUT;
        if (!wait_for(link, events, (int)(until_ms - now_ms()))) return false;
        link->waits_for = link->pq->connect_poll(link->conn);
        if (link->waits_for == PG_POLLING_FAILED) return give_up(link);
        if (link->waits_for == PG_POLLING_OK) link->state = LINK_UP;
    }
    return !link->pq->set_nonblocking(link->conn, 1) || give_up(link);
}

/* ---- Results ----------------------------------------------------------------------------------------------------- */

/* Sends what waits to be sent. False: the link broke. */
static bool send_all(struct link *link, int64_t until_ms) {
    int left;
    while ((left = link->pq->flush(link->conn)) > 0) {
        if (!wait_for(link, POLLIN | POLLOUT, (int)(until_ms - now_ms()))) return lose(link, "it does not answer");
        if (!link->pq->consume_input(link->conn)) return lose(link, link->pq->error_message(link->conn));
    }
    return !left || lose(link, link->pq->error_message(link->conn));
}

struct pg_result *link_result(struct link *link) {
    if (link->state != LINK_UP) return NULL;
    int64_t until_ms = now_ms() + (link->answer_ms ? link->answer_ms : LINK_ANSWER_MS);
    if (!send_all(link, until_ms)) return NULL;
    while (link->pq->is_busy(link->conn)) {
        bool is_there = wait_for(link, POLLIN, (int)(until_ms - now_ms()));
        if (is_there && link->pq->consume_input(link->conn)) continue;
        lose(link, is_there ? link->pq->error_message(link->conn) : "it does not answer");
        return NULL;
    }
    struct pg_result *result = link->pq->get_result(link->conn);
    if (link->pq->status(link->conn) != PG_CONNECTION_BAD) return result;
    lose(link, link->pq->error_message(link->conn));
    link->pq->clear(result);
    return NULL;
}

bool link_is_good(struct link *link, const struct pg_result *result) {
    int status = link->pq->result_status(result);
    if (status == PG_COMMAND_OK || status == PG_TUPLES_OK || status == PG_PIPELINE_SYNC) return true;
    if (status == PG_PIPELINE_ABORTED) return false; /* the reason came before it */
    const char *code = link->pq->result_field(result, PG_SQLSTATE);
    const char *why = link->pq->result_field(result, PG_MESSAGE_PRIMARY);
    note(link, code ? code : "?", why ? why : "an answer that is not understood");
    return false;
}

/* Takes all results of what was sent. */
static bool take_results(struct link *link, int64_t *number) {
    bool is_good = true;
    struct pg_result *result;
    while ((result = link_result(link))) {
        is_good &= link_is_good(link, result);
        if (number && is_good && link->pq->rows(result) && !link->pq->is_null(result, 0, 0))
            *number = strtoll(link->pq->value(result, 0, 0), NULL, 10);
        link->pq->clear(result);
    }
    return is_good && link->state == LINK_UP;
}

bool link_run(struct link *link, const char *sql) {
    if (link->state != LINK_UP) return false;
    if (!link->pq->send_script(link->conn, sql)) return lose(link, link->pq->error_message(link->conn));
    return take_results(link, NULL);
}

bool link_number(struct link *link, const char *sql, int64_t if_none, int64_t *number) {
    *number = if_none;
    if (link->state != LINK_UP) return false;
    if (!link->pq->send_script(link->conn, sql)) return lose(link, link->pq->error_message(link->conn));
    return take_results(link, number);
}
