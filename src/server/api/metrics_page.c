/*
 * Figures about the server for those who run it: /metrics, in the text form of Prometheus.
 */
#include "server/api/metrics_page.h"

#include "server/api/answer.h"
#include "server/api/call.h"
#include "server/common/metrics.h"
#include "server/table/think.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

enum { TEXT_MAX = 16384 };

static const struct {
    const char *name, *what;
} COUNTERS[METRICS] = {
    [METRIC_MOVES] = {"arkad_moves_total", "Moves made by persons and programs."},
    [METRIC_BOT_MOVES] = {"arkad_bot_moves_total", "Moves made by bots."},
    [METRIC_STALE] = {"arkad_moves_stale_total", "Moves whose number was not the next one."},
    [METRIC_REFUSED] = {"arkad_moves_refused_total", "Moves against the rules."},
    [METRIC_GAMES] = {"arkad_games_finished_total", "Games that came to their end."},
    [METRIC_CHAT] = {"arkad_chat_lines_total", "Lines of chat."},
    [METRIC_ACCOUNTS] = {"arkad_accounts_made_total", "Guests, persons and programs that came in for the first time."},
    [METRIC_LOGINS_FAILED] = {"arkad_logins_failed_total", "Logins with a wrong name or password."},
    [METRIC_LIMITED] = {"arkad_limited_total", "Requests and messages refused because they came too often."},
    [METRIC_COMMITS] = {"arkad_commits_total", "Batches made durable."},
    [METRIC_COMMITS_FAILED] = {"arkad_commits_failed_total", "Batches that could not be saved."},
    [METRIC_ANALYSES] = {"arkad_analyses_total", "Analyses finished."},
};

struct report {
    char text[TEXT_MAX];
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct report *report, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(report->text + report->used, sizeof report->text - report->used, format, values);
    va_end(values);
    if (length > 0 && (size_t)length < sizeof report->text - report->used) report->used += (size_t)length;
}

static void put_head(struct report *report, const char *name, const char *kind, const char *what) {
    put(report, "# HELP %s %s\n# TYPE %s %s\n", name, what, name, kind);
}

static void put_one(struct report *report, const char *name, const char *kind, const char *what, double value) {
    put_head(report, name, kind, what);
    put(report, "%s %.10g\n", name, value);
}

static void put_histogram(struct report *report, const char *name, const char *what,
                          const struct histogram *histogram) {
    put_head(report, name, "histogram", what);
    for (int i = 0; i < METRICS_BOUNDS; i++)
        put(report, "%s_bucket{le=\"%g\"} %llu\n", name, metrics_bounds[i], (unsigned long long)histogram->below[i]);
    put(report, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n", name, (unsigned long long)histogram->count,
        name, histogram->sum, name, (unsigned long long)histogram->count);
}

static void put_tables(struct report *report, struct server *server) {
    int open = 0, playing = 0;
    if (store_count_tables(server->store, TABLE_OPEN, &open) ||
        store_count_tables(server->store, TABLE_PLAYING, &playing))
        return;
    put_head(report, "arkad_tables", "gauge", "Tables by state.");
    put(report, "arkad_tables{state=\"open\"} %d\narkad_tables{state=\"playing\"} %d\n", open, playing);
}

static void put_connections(struct report *report, struct server *server) {
    struct net_figures figures = net_figures(server->net);
    put_one(report, "arkad_connections", "gauge", "Open connections.", figures.connections);
    put_one(report, "arkad_websockets", "gauge", "WebSockets among them.", figures.sockets);
    put_one(report, "arkad_requests_total", "counter", "HTTP requests.", (double)figures.requests);
    put_one(report, "arkad_messages_in_total", "counter", "Messages from clients.", (double)figures.messages_in);
    put_one(report, "arkad_messages_out_total", "counter", "Messages to clients.", (double)figures.messages_out);
    put_one(report, "arkad_bytes_in_total", "counter", "Bytes received.", (double)figures.bytes_in);
    put_one(report, "arkad_bytes_out_total", "counter", "Bytes sent.", (double)figures.bytes_out);
    put_one(report, "arkad_connections_refused_total", "counter",
            "Connections and requests refused before they were read.", (double)figures.refused);
    put_one(report, "arkad_connections_cut_off_total", "counter",
            "Connections closed for reading too slowly or asking too much.", (double)figures.cut_off);
    put_one(report, "arkad_deferred_total", "counter", "Times that a connection had to wait for its share of a turn.",
            (double)figures.deferred);
}

static void put_process(struct report *report, struct server *server) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    struct think_figures thinking = think_figures(server->think);
    put_one(report, "arkad_thinking_queue", "gauge", "Bot moves that wait for a thread.", thinking.moves);
    put_one(report, "arkad_analysis_queue", "gauge", "Analyses waiting or under way.", thinking.analyses);
    put_one(report, "arkad_can_save", "gauge", "1 while the server can save.", !server->cannot_save);
    put_one(report, "arkad_store_sound", "gauge", "0 if the data file was found to be broken.",
            !store_is_condemned(server->store));
    put_one(report, "process_cpu_seconds_total", "counter", "CPU time.", seconds);
    put_one(report, "process_resident_memory_max_bytes", "gauge", "Most memory used at once.",
            (double)usage.ru_maxrss * 1024);
}

/* Only for this machine, unless the settings say otherwise. */
static bool may_see(const struct server *server, const struct net_request *request) {
    return server->config.has_open_metrics || !strncmp(request->address, "127.", 4) || !strcmp(request->address, "::1");
}

void metrics_page_answer(struct server *server, const struct net_request *request) {
    static struct report report;
    if (!may_see(server, request)) {
        call_reject(server, request, 403, "local-only");
        return;
    }
    report.used = 0;
    put_tables(&report, server);
    put_connections(&report, server);
    for (int i = 0; i < METRICS; i++)
        put_one(&report, COUNTERS[i].name, "counter", COUNTERS[i].what, (double)server->metrics->counts[i]);
    put_histogram(&report, "arkad_commit_seconds", "Time to make a batch durable.", &server->metrics->commits);
    put_histogram(&report, "arkad_turn_seconds", "CPU time of one turn of the loop.", &server->metrics->turns);
    put_histogram(&report, "arkad_bot_seconds", "Time bots took to think.", &server->metrics->thoughts);
    put_process(&report, server);
    answer_bytes(request->peer, 200, "text/plain; version=0.0.4; charset=utf-8", "Cache-Control: no-store\r\n",
                 report.text, report.used);
}
