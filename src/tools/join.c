/*
 * `arkad join`: plays at a server's table in the terminal. Finds the table (by its address, from a list, or a quick
 * match), sits down if there is a seat, waits until the cards are dealt, and hands over to the terminal's table.
 */
#include "terminal/remote.h"
#include "terminal/sitting.h"
#include "tools/commands.h"

#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

enum { PASSWORD_MAX = 256, LISTED_MAX = 30, WAIT_MS = 200 };

/* ---- Asking the server ------------------------------------------------------------------------------------------- */

/* The answer, or a complaint with what the server said. */
static json_t *ask(struct remote *remote, const char *method, const char *path, json_t *body) {
    int status = 0;
    json_t *answer = remote_request(remote, method, path, body, &status);
    json_decref(body);
    if (status >= 200 && status < 300) return answer ? answer : json_null();
    const char *message = json_string_value(json_object_get(json_object_get(answer, "error"), "message"));
    if (status)
        complain(NO, "the server says: %s", message ? message : "?");
    else
        complain(NO, "no answer from %s:%s: %s", remote->server.host, remote->server.port, remote->notice);
    json_decref(answer);
    return NULL;
}

/* ---- Who I am ---------------------------------------------------------------------------------------------------- */

static bool read_password(char password[PASSWORD_MAX]) {
    struct termios shown, hidden;
    if (tcgetattr(STDIN_FILENO, &shown)) return false;
    hidden = shown;
    hidden.c_lflag &= ~(tcflag_t)ECHO;
    fputs(word("join.password"), stderr);
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden);
    bool is_read = fgets(password, PASSWORD_MAX, stdin) != NULL;
    tcsetattr(STDIN_FILENO, TCSAFLUSH, &shown);
    fputc('\n', stderr);
    password[strcspn(password, "\n")] = 0;
    return is_read;
}

static bool come_in(struct remote *remote, const struct request *request) {
    char password[PASSWORD_MAX] = "";
    json_t *body, *answer;
    if (request->token) {
        snprintf(remote->token, sizeof remote->token, "%s", request->token);
        answer = ask(remote, "GET", "/api/1/me", NULL);
    } else if (request->name) {
        if (!read_password(password)) return false;
        body = json_pack("{ssss}", "name", request->name, "password", password);
        answer = ask(remote, "POST", "/api/1/login", body);
        memset(password, 0, sizeof password);
    } else {
        body = json_pack("{ss}", "lang", lang_code(program_lang()));
        answer = ask(remote, "POST", "/api/1/guest", body);
    }
    const char *name = json_string_value(json_object_get(answer, "name"));
    if (name) PRINT(stdout, "join.name", {.name = "name", .text = name}), putchar('\n');
    json_decref(answer);
    return name != NULL;
}

/* ---- Which table ------------------------------------------------------------------------------------------------- */

static int count_open(const json_t *table) {
    const json_t *seats = json_object_get(table, "seats");
    int open = 0;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const char *kind = json_string_value(json_object_get(json_array_get(seats, i), "kind"));
        open += kind && !strcmp(kind, "open");
    }
    return open;
}

static void print_table(int number, const json_t *table) {
    const char *name = json_string_value(json_object_get(table, "game"));
    const struct arkad_game *game = name ? arkad_game_find(name) : NULL;
    const char *owner = json_string_value(json_object_get(table, "owner"));
    PRINT(stdout, "join.line", {.name = "number", .number = number},
          {.name = "game", .text = game ? say_title(program_lang(), game) : "?"},
          {.name = "players", .number = (long)json_integer_value(json_object_get(table, "players"))},
          {.name = "open", .number = count_open(table)}, {.name = "owner", .text = owner ? owner : ""},
          {.name = "code", .text = json_string_value(json_object_get(table, "code"))});
    putchar('\n');
}

/* Adds the tables that are not in the list yet. */
static void add_tables(json_t *list, json_t *answer) {
    const json_t *tables = json_object_get(answer, "tables");
    for (size_t i = 0; i < json_array_size(tables) && json_array_size(list) < LISTED_MAX; i++) {
        json_t *table = json_array_get(tables, i);
        const char *code = json_string_value(json_object_get(table, "code"));
        bool is_there = !code;
        for (size_t j = 0; j < json_array_size(list) && !is_there; j++)
            is_there = !strcmp(code, json_string_value(json_object_get(json_array_get(list, j), "code")));
        if (!is_there) json_array_append(list, table);
    }
    json_decref(answer);
}

static bool take_code(struct remote *remote, const json_t *table) {
    const char *code = json_string_value(json_object_get(table, "code"));
    snprintf(remote->code, sizeof remote->code, "%s", code ? code : "");
    return *remote->code;
}

/* My tables and the open ones, to choose from. */
static enum status choose_table(struct remote *remote) {
    char line[64];
    json_t *list = json_array();
    json_t *mine = ask(remote, "GET", "/api/1/tables?mine=1", NULL);
    json_t *open = mine ? ask(remote, "GET", "/api/1/tables", NULL) : NULL;
    if (!open) {
        json_decref(mine), json_decref(list);
        return NO;
    }
    add_tables(list, mine);
    add_tables(list, open);
    int count = (int)json_array_size(list), number = 0;
    for (int i = 0; i < count; i++) print_table(i + 1, json_array_get(list, (size_t)i));
    if (!count) puts(word("join.none"));
    while (count && !number) {
        fputs(word("join.choose"), stdout), fflush(stdout);
        if (!fgets(line, sizeof line, stdin)) break;
        number = atoi(line);
        if (number < 1 || number > count) number = 0;
    }
    bool is_chosen = number && take_code(remote, json_array_get(list, (size_t)number - 1));
    json_decref(list);
    return is_chosen ? YES : NO;
}

static enum status quick_match(struct remote *remote, const struct request *request) {
    int players = 0;
    const struct arkad_game *game = read_game(request->game);
    if (!game) return WRONG_USAGE;
    if (request->players &&
        read_number("--players", request->players, arkad_players_min(game), arkad_players_max(game), &players))
        return WRONG_USAGE;
    json_t *body = json_pack("{ss}", "game", request->game);
    if (players) json_object_set_new(body, "players", json_integer(players));
    json_t *table = ask(remote, "POST", "/api/1/quick", body);
    bool is_found = table && take_code(remote, table);
    json_decref(table);
    return is_found ? YES : NO;
}

/* The last part of the address is the table's code; without one there is a list. */
static enum status find_table(struct remote *remote, const struct request *request) {
    const char *last = strrchr(remote->server.path, '/');
    if (request->game) return quick_match(remote, request);
    if (!last || !last[1]) return choose_table(remote);
    snprintf(remote->code, sizeof remote->code, "%.15s", last + 1);
    return YES;
}

/* Takes a seat if there is one; otherwise we watch. */
static bool sit(struct remote *remote) {
    char path[64];
    snprintf(path, sizeof path, "/api/1/tables/%s", remote->code);
    json_t *table = ask(remote, "GET", path, NULL);
    if (!table) return false;
    const char *state = json_string_value(json_object_get(table, "state"));
    bool can_sit = state && !strcmp(state, "open") && count_open(table) > 0;
    json_decref(table);
    if (!can_sit) return true;
    snprintf(path, sizeof path, "/api/1/tables/%s/sit", remote->code);
    int status = 0; /* refused: we sit there already, or somebody was faster */
    json_t *body = json_object();
    json_decref(remote_request(remote, "POST", path, body, &status));
    json_decref(body);
    return true;
}

/* ---- The sitting ------------------------------------------------------------------------------------------------- */

/* Until the cards are dealt. Ctrl-C leaves. */
static bool wait_for_deal(struct remote *remote) {
    bool is_said = false;
    while (!remote->is_dealt) {
        remote_wait(remote, WAIT_MS);
        if (remote->has_notice && remote->is_bad) {
            complain(NO, "the server says: %s", remote->notice);
            return false;
        }
        if (!remote->is_dealt && remote->is_open && !is_said) {
            PRINT(stdout, "join.waiting", {.name = "code", .text = remote->code}), putchar('\n');
            fflush(stdout);
            is_said = true;
        }
    }
    return true;
}

static void say_farewell(const struct remote *remote, const struct sitting *sitting) {
    const struct table *table = sitting->table;
    char text[SAY_MAX];
    if (table_is_over(table)) {
        struct arkad_result result = table_result(table);
        for (int line = 0; line < table->setup.players; line++) {
            tell_result(table, sitting->lang, &result, line, text);
            puts(text);
        }
        return;
    }
    char url[LINK_HOST_MAX + 64];
    snprintf(url, sizeof url, "%s://%s:%s/table/%s", remote->server.is_tls ? "https" : "http", remote->server.host,
             remote->server.port, remote->code);
    PRINT(stdout, "join.left", {.name = "url", .text = url}), putchar('\n');
}

static enum status play_at(struct remote *remote, struct table *table) {
    static struct sitting sitting;
    remote_open(remote, table, program_lang());
    if (!wait_for_deal(remote)) return NO;
    if (!screen_open()) return complain(NO, "arkad join needs a terminal");
    sitting.table = table;
    sitting.host = &remote->host;
    sitting.lang = program_lang();
    screen_watch(remote->host.file);
    sit_down(&sitting);
    screen_close();
    remote_close(remote);
    choices_clear(&sitting.choices);
    logbook_clear(&sitting.log);
    say_farewell(remote, &sitting);
    return finish(YES);
}

enum status run_join(const struct request *request) {
    static struct remote remote;
    static struct table table;
    char why[512];
    if (request->word_count != 1)
        return complain(WRONG_USAGE,
                        "arkad join takes the address of a server or a table: arkad join http://localhost:8080");
    if (!isatty(STDIN_FILENO) || !isatty(STDOUT_FILENO)) return complain(NO, "arkad join needs a terminal");
    if (link_find_host(request->words[0], &remote.server, why, sizeof why)) return complain(NO, "%s", why);
    if (uv_loop_init(&remote.loop)) return complain(NO, "there is not enough memory");
    if (!come_in(&remote, request)) return NO;
    enum status status = find_table(&remote, request);
    if (status) return status;
    return sit(&remote) ? play_at(&remote, &table) : NO;
}
