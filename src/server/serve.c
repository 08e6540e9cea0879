/*
 * `arkad serve`: its settings, and its life from the first line to the last.
 *
 * A setting is an option, else an environment variable ARKAD_NAME, else a line name=value of the --config file,
 * else its default.
 */
#include "server/serve.h"

#include "server/common/log.h"
#include "server/hub.h"

#include <ctype.h>
#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

/* ---- Settings ---------------------------------------------------------------------------------------------------- */

enum { TRUSTED_MAX = 16, VALUE_MAX = 512, LINE_BYTES = 1024 };

enum setting_name {
    LISTEN,
    DATA,
    STORE,
    ORIGIN,
    TRUST,
    MAX_CONNECTIONS,
    MAX_PER_ADDRESS,
    MAX_TABLES,
    BOT_THREADS,
    ANALYSIS_SECONDS,
    KEEP_GUESTS,
    KEEP_PROGRAMS,
    KEEP_CHAT,
    KEEP_DROPPED,
    CHECK_SECONDS,
    LOG,
    METRICS_FOR,
    LIMITS_ON,
    SETTINGS
};

static const struct {
    const char *name, *usual;
    int min, max; /* of a number */
} KINDS[SETTINGS] = {
    [LISTEN] = {"listen", "127.0.0.1:8080", 0, 0},
    [DATA] = {"data", "arkad.db", 0, 0},
    [STORE] = {"store", "", 0, 0},
    [ORIGIN] = {"origin", "", 0, 0},
    [TRUST] = {"trust", "", 0, 0},
    [MAX_CONNECTIONS] = {"max-connections", "5000", 1, 1000000},
    [MAX_PER_ADDRESS] = {"max-per-address", "200", 1, 1000000},
    [MAX_TABLES] = {"max-tables", "10000", 1, 1000000},
    [BOT_THREADS] = {"bot-threads", "0", 0, 64},
    [ANALYSIS_SECONDS] = {"analysis-seconds", "20", 1, 3600},
    [KEEP_GUESTS] = {"keep-guests", "30", 0, 36500},
    [KEEP_PROGRAMS] = {"keep-programs", "365", 0, 36500},
    [KEEP_CHAT] = {"keep-chat", "90", 0, 36500},
    [KEEP_DROPPED] = {"keep-dropped", "7", 0, 36500},
    [CHECK_SECONDS] = {"check-seconds", "600", 0, 86400},
    [LOG] = {"log", "text", 0, 0},
    [METRICS_FOR] = {"metrics", "local", 0, 0},
    [LIMITS_ON] = {"limits", "on", 0, 0},
};

struct settings {
    char values[SETTINGS][VALUE_MAX];
    char address[64];
    const char *trusted[TRUSTED_MAX + 1];
};

static enum status set(struct settings *settings, int which, const char *value) {
    if (strlen(value) >= VALUE_MAX) return complain(WRONG_USAGE, "the setting %s is too long", KINDS[which].name);
    snprintf(settings->values[which], VALUE_MAX, "%s", value);
    return YES;
}

static int find_setting(const char *name) {
    for (int i = 0; i < SETTINGS; i++)
        if (!strcmp(KINDS[i].name, name)) return i;
    return -1;
}

/* Takes blanks off both ends. */
static char *trim(char *text) {
    while (isspace((unsigned char)*text)) text++;
    size_t length = strlen(text);
    while (length && isspace((unsigned char)text[length - 1])) text[--length] = 0;
    return text;
}

static enum status read_line_of_file(struct settings *settings, const char *file, int number, char *line) {
    char *name = trim(line), *equals = strchr(name, '=');
    if (!*name || *name == '#') return YES;
    if (!equals) return complain(WRONG_USAGE, "%s:%d: a setting is given as name=value", file, number);
    *equals = 0;
    name = trim(name);
    int which = find_setting(name);
    if (which < 0)
        return complain(WRONG_USAGE, "%s:%d: there is no setting '%s'; arkad help serve lists them", file, number,
                        name);
    return set(settings, which, trim(equals + 1));
}

static enum status read_file_of_settings(struct settings *settings, const char *file) {
    char line[LINE_BYTES];
    FILE *in = fopen(file, "r");
    if (!in) return complain(NO, "cannot read %s: %s", file, strerror(errno));
    enum status status = YES;
    for (int number = 1; !status && fgets(line, sizeof line, in); number++)
        status = read_line_of_file(settings, file, number, line);
    if (!status && ferror(in)) status = complain(NO, "cannot read %s: %s", file, strerror(errno));
    fclose(in);
    return status;
}

/* ARKAD_MAX_TABLES for max-tables; NULL if it is not set. */
static const char *from_environment(const char *name) {
    char variable[64] = "ARKAD_";
    size_t used = strlen(variable);
    for (; *name && used < sizeof variable - 1; name++)
        variable[used++] = *name == '-' ? '_' : (char)toupper((unsigned char)*name);
    variable[used] = 0;
    return getenv(variable);
}

static enum status gather(struct settings *settings, const struct request *request) {
    const char *const options[SETTINGS] = {
        [LISTEN] = request->listen,
        [DATA] = request->data,
        [STORE] = request->store,
        [ORIGIN] = request->origin,
        [TRUST] = request->trust,
        [MAX_CONNECTIONS] = request->max_connections,
        [MAX_PER_ADDRESS] = request->max_per_address,
        [MAX_TABLES] = request->max_tables,
        [BOT_THREADS] = request->bot_threads,
        [ANALYSIS_SECONDS] = request->analysis_seconds,
        [KEEP_GUESTS] = request->keep_guests,
        [KEEP_PROGRAMS] = request->keep_programs,
        [KEEP_CHAT] = request->keep_chat,
        [KEEP_DROPPED] = request->keep_dropped,
        [CHECK_SECONDS] = request->check_seconds,
        [LOG] = request->log,
        [METRICS_FOR] = request->metrics,
        [LIMITS_ON] = request->limits,
    };
    const char *file = request->config ? request->config : from_environment("config");
    enum status status = YES;
    for (int i = 0; i < SETTINGS; i++) set(settings, i, KINDS[i].usual);
    if (file) status = read_file_of_settings(settings, file);
    for (int i = 0; i < SETTINGS && !status; i++) {
        const char *value = options[i] ? options[i] : from_environment(KINDS[i].name);
        if (value) status = set(settings, i, value);
    }
    return status;
}

/* ---- What they mean ---------------------------------------------------------------------------------------------- */

static enum status read_count(const struct settings *settings, int which, int *number) {
    return read_number(KINDS[which].name, settings->values[which], KINDS[which].min, KINDS[which].max, number);
}

/* One of two words. */
static enum status read_choice(const struct settings *settings, int which, const char *no, const char *yes,
                               bool *flag) {
    const char *value = settings->values[which];
    *flag = !strcmp(value, yes);
    if (*flag || !strcmp(value, no)) return YES;
    return complain(WRONG_USAGE, "%s takes %s or %s, not '%s'", KINDS[which].name, no, yes, value);
}

/* ADDR:PORT, [IPV6]:PORT */
static enum status read_listen(struct settings *settings, struct server_config *config) {
    char *value = settings->values[LISTEN], *colon = strrchr(value, ':');
    if (!colon || colon == value || strlen(value) >= sizeof settings->address)
        return complain(WRONG_USAGE, "listen takes an address and a port like 127.0.0.1:8080, not '%s'", value);
    snprintf(settings->address, sizeof settings->address, "%.*s", (int)(colon - value), value);
    char *address = settings->address;
    size_t length = strlen(address);
    if (*address == '[' && address[length - 1] == ']') address[length - 1] = 0, address++;
    config->address = !strcmp(address, "localhost") ? "127.0.0.1" : address;
    return read_number("listen", colon + 1, 0, 65535, &config->port);
}

static enum status read_trust(struct settings *settings, struct server_config *config) {
    int count = 0;
    for (char *word = strtok(settings->values[TRUST], ", "); word; word = strtok(NULL, ", ")) {
        if (count == TRUSTED_MAX) return complain(WRONG_USAGE, "trust takes at most %d addresses", TRUSTED_MAX);
        if (!net_is_network(word))
            return complain(WRONG_USAGE, "trust takes addresses or networks like 127.0.0.1 or 10.0.0.0/8, not '%s'",
                            word);
        settings->trusted[count++] = word;
    }
    config->trusted = settings->trusted;
    return YES;
}

static enum status read_origin(const struct settings *settings, struct server_config *config) {
    const char *value = settings->values[ORIGIN];
    const char *host = !strncmp(value, "https://", 8) ? value + 8 : !strncmp(value, "http://", 7) ? value + 7 : NULL;
    config->origin = *value ? value : NULL;
    if (!*value || (host && *host && !strpbrk(host, "/ "))) return YES;
    return complain(WRONG_USAGE, "origin takes an address like https://play.example.org, not '%s'", value);
}

static int usual_threads(void) {
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    return cores > 2 ? (int)(cores < 64 ? cores - 1 : 63) : 1;
}

static enum status read_settings(struct settings *settings, struct server_config *config) {
    int seconds = 0;
    bool has_limits = true;
    enum status status = read_listen(settings, config);
    if (!status) status = read_trust(settings, config);
    if (!status) status = read_origin(settings, config);
    if (!status) status = read_count(settings, MAX_CONNECTIONS, &config->connections_max);
    if (!status) status = read_count(settings, MAX_PER_ADDRESS, &config->per_address_max);
    if (!status) status = read_count(settings, MAX_TABLES, &config->tables_max);
    if (!status) status = read_count(settings, BOT_THREADS, &config->bot_threads);
    if (!status) status = read_count(settings, ANALYSIS_SECONDS, &seconds);
    if (!status) status = read_count(settings, KEEP_GUESTS, &config->keep_guests);
    if (!status) status = read_count(settings, KEEP_PROGRAMS, &config->keep_programs);
    if (!status) status = read_count(settings, KEEP_CHAT, &config->keep_chat);
    if (!status) status = read_count(settings, KEEP_DROPPED, &config->keep_dropped);
    if (!status) status = read_count(settings, CHECK_SECONDS, &config->check_seconds);
    if (!status) status = read_choice(settings, LOG, "text", "json", &config->is_logging_json);
    if (!status) status = read_choice(settings, METRICS_FOR, "local", "all", &config->has_open_metrics);
    if (!status) status = read_choice(settings, LIMITS_ON, "off", "on", &has_limits);
    config->data = settings->values[*settings->values[STORE] ? STORE : DATA];
    config->analysis_ms = seconds * 1000;
    config->has_no_limits = !has_limits;
    if (!config->bot_threads) config->bot_threads = usual_threads();
    return status;
}

/* ---- Its life ---------------------------------------------------------------------------------------------------- */

struct process {
    struct hub *hub;
    uv_signal_t interrupt, terminate;
};

/* Tells systemd, if that is what started us. */
static void notify(const char *state) {
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    if (!path || !*path || strlen(path) >= sizeof address.sun_path) return;
    memcpy(address.sun_path, path, strlen(path));
    if (*path == '@') address.sun_path[0] = 0;
    int fd = socket(AF_UNIX, SOCK_DGRAM, 0);
    if (fd < 0) return;
    socklen_t length = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + strlen(path));
    if (sendto(fd, state, strlen(state), 0, (const struct sockaddr *)&address, length) < 0)
        fprintf(stderr, "arkad: %s\n", strerror(errno));
    close(fd);
}

static void stopped(void *context) {
    struct process *process = context;
    uv_close((uv_handle_t *)&process->interrupt, NULL);
    uv_close((uv_handle_t *)&process->terminate, NULL);
}

static void on_signal(uv_signal_t *handle, int number) {
    struct process *process = handle->data;
    if (process->hub->server.is_stopping) return;
    LOG_EVENT(&process->hub->server, LOG_LINE_INFO, "stopping", {.name = "signal", .number = number});
    notify("STOPPING=1");
    hub_stop(process->hub, stopped, process);
}

/* Whoever lets others in should say at which address: only then do foreign pages stay out whatever a proxy says of the
   host, and cookies belong to TLS. */
static void warn_of_origin(const struct server *server) {
    const struct server_config *config = &server->config;
    bool is_local = !strncmp(config->address, "127.", 4) || !strcmp(config->address, "::1");
    if (config->origin || (is_local && !*config->trusted)) return;
    LOG_EVENT(server, LOG_LINE_WARNING, "no-origin",
              {.name = "advice", .text = "set origin to the address people use: origin=https://play.example.org"});
}

/* The address of a database without who uses it and the password. */
static const char *shown(const char *data) {
    const char *host = strstr(data, "://") ? strrchr(data, '@') : NULL;
    return host ? host + 1 : data;
}

static void tell_ready(const struct server *server) {
    char url[160];
    bool is_6 = strchr(server->config.address, ':') != NULL;
    snprintf(url, sizeof url, "http://%s%s%s:%d/", is_6 ? "[" : "", server->config.address, is_6 ? "]" : "",
             net_port(server->net));
    PRINT(stdout, "serve.ready", {.name = "url", .text = url}, {.name = "file", .text = shown(server->config.data)});
    putchar('\n');
    fflush(stdout);
    LOG_EVENT(
        server, LOG_LINE_INFO, "ready", {.name = "url", .text = url}, {.name = "port", .number = net_port(server->net)},
        {.name = "origin", .text = server->config.origin ? server->config.origin : url},
        {.name = "data", .text = shown(server->config.data)},
        {.name = "bot_threads", .number = server->config.bot_threads}, {.name = "version", .text = ARKAD_VERSION});
    warn_of_origin(server);
    notify("READY=1");
}

/* As many files as the system lets us have: each connection is one. */
static void raise_limits(void) {
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) || files.rlim_cur >= files.rlim_max) return;
    files.rlim_cur = files.rlim_max;
    if (setrlimit(RLIMIT_NOFILE, &files)) return;
}

/* Neither a client that is gone nor a file that may not grow must end the process; nobody else may read the data. Two
   threads for passwords: each takes 64 MB. */
static void prepare_process(void) {
    signal(SIGPIPE, SIG_IGN);
    signal(SIGXFSZ, SIG_IGN);
    umask(077);
    setenv("UV_THREADPOOL_SIZE", "2", 0);
    raise_limits();
}

static enum status live(const struct server_config *config) {
    static struct process process;
    uv_loop_t *loop = uv_default_loop();
    char why[512];
    process.hub = hub_open(loop, config, why, sizeof why);
    if (!process.hub) return complain(NO, "%s", why);
    uv_signal_init(loop, &process.interrupt);
    uv_signal_init(loop, &process.terminate);
    process.interrupt.data = process.terminate.data = &process;
    uv_signal_start(&process.interrupt, on_signal, SIGINT);
    uv_signal_start(&process.terminate, on_signal, SIGTERM);
    tell_ready(&process.hub->server);
    uv_run(loop, UV_RUN_DEFAULT);
    LOG_EVENT(&process.hub->server, LOG_LINE_INFO, "stopped", {0});
    hub_close(process.hub);
    uv_loop_close(loop);
    return finish(YES);
}

enum status run_serve(const struct request *request) {
    static struct settings settings;
    struct server_config config = {0};
    if (request->word_count)
        return complain(WRONG_USAGE, "arkad serve takes options only; arkad help serve lists them");
    prepare_process();
    enum status status = gather(&settings, request);
    if (!status) status = read_settings(&settings, &config);
    return status ? status : live(&config);
}
