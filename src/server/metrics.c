#include "server/metrics.h"

#include "server/ask.h"
#include "server/think.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

static const double BOUNDS[] = {0.0002, 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1};
enum { BOUND_COUNT = sizeof BOUNDS / sizeof *BOUNDS, TEXT_MAX = 16384 };

struct histogram {
    uint64_t below[BOUND_COUNT], count;
    double sum;
};

struct metrics {
    uint64_t counts[METRICS];
    struct histogram commits, thoughts;
};

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

struct metrics *metrics_open(void) {
    return calloc(1, sizeof(struct metrics));
}
void metrics_close(struct metrics *metrics) { free(metrics); }

void metrics_count(struct hub *hub, enum metric metric) { hub->metrics->counts[metric]++; }

static void observe(struct histogram *histogram, double seconds) {
    for (int i = 0; i < BOUND_COUNT; i++) histogram->below[i] += seconds <= BOUNDS[i];
    histogram->count++;
    histogram->sum += seconds;
}

void metrics_commit(struct hub *hub, double seconds) { observe(&hub->metrics->commits, seconds); }
void metrics_thought(struct hub *hub, double seconds) { observe(&hub->metrics->thoughts, seconds); }

/* ---- The page ---------------------------------------------------------------------------------------------------- */

struct page {
    char text[TEXT_MAX];
    size_t used;
};

__attribute__((format(printf, 2, 3))) static void put(struct page *page, const char *format, ...) {
    va_list values;
    va_start(values, format);
    int length = vsnprintf(page->text + page->used, sizeof page->text - page->used, format, values);
    va_end(values);
    if (length > 0 && (size_t)length < sizeof page->text - page->used) page->used += (size_t)length;
}

static void put_head(struct page *page, const char *name, const char *kind, const char *what) {
    put(page, "# HELP %s %s\n# TYPE %s %s\n", name, what, name, kind);
}

static void put_one(struct page *page, const char *name, const char *kind, const char *what, double value) {
    put_head(page, name, kind, what);
    put(page, "%s %.10g\n", name, value);
}

static void put_histogram(struct page *page, const char *name, const char *what, const struct histogram *histogram) {
    put_head(page, name, "histogram", what);
    for (int i = 0; i < BOUND_COUNT; i++)
        put(page, "%s_bucket{le=\"%g\"} %llu\n", name, BOUNDS[i], (unsigned long long)histogram->below[i]);
    put(page, "%s_bucket{le=\"+Inf\"} %llu\n%s_sum %.6f\n%s_count %llu\n", name, (unsigned long long)histogram->count,
        name, histogram->sum, name, (unsigned long long)histogram->count);
}

static void put_tables(struct page *page, struct hub *hub) {
    int open = 0, playing = 0;
    if (store_count_tables(hub->store, TABLE_OPEN, &open) || store_count_tables(hub->store, TABLE_PLAYING, &playing))
        return;
    put_head(page, "arkad_tables", "gauge", "Tables by state.");
    put(page, "arkad_tables{state=\"open\"} %d\narkad_tables{state=\"playing\"} %d\n", open, playing);
}

static void put_connections(struct page *page, struct hub *hub) {
    struct net_figures figures = net_figures(hub->net);
    put_one(page, "arkad_connections", "gauge", "Open connections.", figures.connections);
    put_one(page, "arkad_websockets", "gauge", "WebSockets among them.", figures.sockets);
    put_one(page, "arkad_requests_total", "counter", "HTTP requests.", (double)figures.requests);
    put_one(page, "arkad_messages_in_total", "counter", "Messages from clients.", (double)figures.messages_in);
    put_one(page, "arkad_messages_out_total", "counter", "Messages to clients.", (double)figures.messages_out);
    put_one(page, "arkad_bytes_in_total", "counter", "Bytes received.", (double)figures.bytes_in);
    put_one(page, "arkad_bytes_out_total", "counter", "Bytes sent.", (double)figures.bytes_out);
    put_one(page, "arkad_connections_refused_total", "counter",
            "Connections and requests refused before they were read.", (double)figures.refused);
    put_one(page, "arkad_connections_cut_off_total", "counter", "Connections closed for reading too slowly.",
            (double)figures.cut_off);
}

static void put_process(struct page *page, struct hub *hub) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    double seconds = (double)(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) +
                     (double)(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
    struct think_figures thinking = think_figures(hub->think);
    put_one(page, "arkad_thinking_queue", "gauge", "Bot moves that wait for a thread.", thinking.moves);
    put_one(page, "arkad_analysis_queue", "gauge", "Analyses waiting or under way.", thinking.analyses);
    put_one(page, "arkad_can_save", "gauge", "1 while the server can save.", !hub->cannot_save);
    put_one(page, "process_cpu_seconds_total", "counter", "CPU time.", seconds);
    put_one(page, "process_resident_memory_max_bytes", "gauge", "Most memory used at once.",
            (double)usage.ru_maxrss * 1024);
}

/* Only for this machine: what goes on here is nobody else's business unless the settings say so. */
static bool may_see(const struct hub *hub, const struct net_request *request) {
    return hub->config.has_open_metrics || !strncmp(request->address, "127.", 4) || !strcmp(request->address, "::1");
}

void metrics_answer(struct hub *hub, const struct net_request *request) {
    static struct page page;
    if (!may_see(hub, request)) {
        hub_refuse(hub, request, 403, "local-only");
        return;
    }
    page.used = 0;
    put_tables(&page, hub);
    put_connections(&page, hub);
    for (int i = 0; i < METRICS; i++)
        put_one(&page, COUNTERS[i].name, "counter", COUNTERS[i].what, (double)hub->metrics->counts[i]);
    put_histogram(&page, "arkad_commit_seconds", "Time to make a batch durable.", &hub->metrics->commits);
    put_histogram(&page, "arkad_bot_seconds", "Time bots took to think.", &hub->metrics->thoughts);
    put_process(&page, hub);
    hub_answer(request->peer, 200, "text/plain; version=0.0.4; charset=utf-8", "Cache-Control: no-store\r\n", page.text,
               page.used);
}
