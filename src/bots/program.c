/*
 * The host's side of the bot protocol: a program is started, asked with a time limit, and killed if it hangs. Whatever
 * it does, every question gets an answer.
 */
#include "bots/program.h"

#include "engine/json.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <poll.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum {
    SLICE_MS = 100,  /* an interruption is noticed within this time */
    SHOWN_MAX = 100, /* of what a program wrote, in a sentence */
    HOW_MAX = 64,
    SHELL_SIGNAL = 128, /* a shell tells by a status above this which signal ended its command */
};

struct program {
    const char *command, *error_file;
    const volatile sig_atomic_t *is_interrupted;
    struct program_game game;
    char name[SHOWN_MAX];
    const char *last_words; /* why it was killed while no question was open; empty once told */
    bool wants_views;
    pid_t pid;               /* 0: it does not run */
    int in, out;             /* our ends of its input and output */
    json_int_t id;           /* of the last question */
    int late, failed_starts; /* in a row */
    bool is_skipping;        /* the rest of a line that was too long */
    size_t answered, taken;  /* bytes of answers read, and how many of them are handled */
    size_t queued, queue_size;
    char *queue;      /* not yet taken by the program */
    struct text line; /* being written, as JSON */
    struct json json;
    char lines[PROGRAM_LINE_MAX], answers[PROGRAM_ANSWER_MAX];
};

static long now_ms(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (long)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

static void sleep_ms(long ms) { nanosleep(&(struct timespec){.tv_nsec = ms * 1000000}, NULL); }

/* ---- Starting and ending --------------------------------------------------------------------------------------- */

/* Pipes must not be inherited by programs that other threads start: so one start at a time. */
static pthread_mutex_t starting = PTHREAD_MUTEX_INITIALIZER;

static bool open_pipes(int to[2], int from[2]) {
    if (pipe(to)) return false;
    if (pipe(from)) {
        close(to[0]), close(to[1]);
        return false;
    }
    int ends[] = {to[0], to[1], from[0], from[1]};
    for (int i = 0; i < 4; i++) fcntl(ends[i], F_SETFD, FD_CLOEXEC);
    fcntl(to[1], F_SETFL, O_NONBLOCK);
    fcntl(from[0], F_SETFL, O_NONBLOCK);
    return true;
}

/* In a process group of its own, with signals as they are for a fresh process. */
static int spawn(struct program *p, int to, int from) {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    sigset_t usual, none;
    char *words[] = {"/bin/sh", "-c", (char *)(uintptr_t)p->command, NULL};
    sigemptyset(&none);
    sigemptyset(&usual);
    sigaddset(&usual, SIGPIPE), sigaddset(&usual, SIGINT), sigaddset(&usual, SIGTERM), sigaddset(&usual, SIGHUP);
    posix_spawn_file_actions_init(&files);
    posix_spawnattr_init(&attributes);
    posix_spawn_file_actions_adddup2(&files, to, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&files, from, STDOUT_FILENO);
    if (p->error_file)
        posix_spawn_file_actions_addopen(&files, STDERR_FILENO, p->error_file, O_WRONLY | O_CREAT | O_APPEND, 0666);
    posix_spawnattr_setpgroup(&attributes, 0);
    posix_spawnattr_setsigdefault(&attributes, &usual);
    posix_spawnattr_setsigmask(&attributes, &none);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    int wrong = posix_spawn(&p->pid, words[0], &files, &attributes, words, environ);
    posix_spawn_file_actions_destroy(&files);
    posix_spawnattr_destroy(&attributes);
    if (wrong) p->pid = 0;
    return wrong;
}

/* 0, or an errno. */
static int start(struct program *p) {
    int to[2], from[2], wrong = 0;
    pthread_mutex_lock(&starting);
    bool is_open = open_pipes(to, from);
    if (!is_open) wrong = errno;
    if (is_open) wrong = spawn(p, to[0], from[1]);
    if (is_open) close(to[0]), close(from[1]);
    pthread_mutex_unlock(&starting);
    if (is_open && wrong) close(to[1]), close(from[0]);
    if (wrong) return wrong;
    p->in = to[1], p->out = from[0];
    p->queued = p->answered = p->taken = 0;
    p->is_skipping = false;
    p->late = 0;
    return 0;
}

/* Waits until the program has ended by itself; false if it has not in this time. It is not reaped yet, so that its
   number still belongs to it and its group. */
static bool has_ended(const struct program *p, long wait_ms, siginfo_t *how) {
    for (long until = now_ms() + wait_ms;; sleep_ms(5)) {
        how->si_pid = 0;
        if (waitid(P_PID, (id_t)p->pid, how, WEXITED | WNOHANG | WNOWAIT)) return false;
        if (how->si_pid) return true;
        if (now_ms() >= until) return false;
    }
}

/* Ends the program and all it has started, after waiting for it; says how it ended by itself, if it did. */
static void end(struct program *p, long wait_ms, char how[HOW_MAX]) {
    siginfo_t info;
    if (!p->pid) return;
    close(p->in), close(p->out);
    bool is_over = has_ended(p, wait_ms, &info);
    kill(-p->pid, SIGKILL);
    while (waitpid(p->pid, NULL, 0) < 0 && errno == EINTR) continue;
    p->pid = 0;
    if (!how) return;
    if (!is_over)
        snprintf(how, HOW_MAX, "closed its output");
    else if (info.si_code == CLD_EXITED && info.si_status <= SHELL_SIGNAL)
        snprintf(how, HOW_MAX, "ended with status %d", info.si_status);
    else
        snprintf(how, HOW_MAX, "was ended by signal %d", info.si_status % SHELL_SIGNAL);
}

/* ---- Lines to the program -------------------------------------------------------------------------------------- */

/* Writes what the pipe takes at once. What can no longer be written is dropped: the program's silence will show. */
static void hand_over(struct program *p) {
    while (p->pid && p->queued) {
        ssize_t count = write(p->in, p->queue, p->queued);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0 && errno != EAGAIN) p->queued = 0;
        if (count <= 0) return;
        p->queued -= (size_t)count;
        memmove(p->queue, p->queue + count, p->queued);
    }
}

/* False when the program has not read for too long, or there is no memory. */
static bool make_room(struct program *p, size_t more) {
    if (p->queued + more <= p->queue_size) return true;
    size_t size = 2 * (p->queued + more);
    char *queue = p->queued + more <= PROGRAM_QUEUE_MAX ? realloc(p->queue, size) : NULL;
    if (!queue) return false;
    p->queue = queue;
    p->queue_size = size;
    return true;
}

static void begin_line(struct program *p, const char *type) {
    p->line = text_in(p->lines, sizeof p->lines);
    p->json = json_to(&p->line);
    json_put_open(&p->json, NULL, '{');
    json_put_word(&p->json, "type", type);
}

static void send_line(struct program *p) {
    json_close(&p->json, '}');
    text_char(&p->line, '\n');
    assert(!p->line.is_full);
    if (!p->pid) return;
    if (!make_room(p, p->line.used)) {
        end(p, 0, NULL);
        p->last_words = "the program does not read what it is told";
        return;
    }
    memcpy(p->queue + p->queued, p->line.start, p->line.used);
    p->queued += p->line.used;
    hand_over(p);
}

static void put_numbers(struct program *p, const char *key, const int *numbers, int count) {
    json_put_open(&p->json, key, '[');
    for (int i = 0; i < count; i++) json_put_number(&p->json, NULL, numbers[i]);
    json_close(&p->json, ']');
}

static void put_seed(struct program *p, uint64_t seed) {
    char digits[20];
    snprintf(digits, sizeof digits, "%016llx", (unsigned long long)seed);
    json_put_word(&p->json, "seed", digits);
}

static void put_view(struct program *p, const struct arkad_position *view) {
    char json[ARKAD_JSON_MAX];
    json_put_value(&p->json, "view", json, arkad_json_write(p->game.game, view, json));
}

static void put_memory(struct program *p, const struct arkad_position *view) {
    char json[ARKAD_MEMORY_MAX];
    json_put_value(&p->json, "memory", json, arkad_memory_write(p->game.game, view, json));
}

/* ---- Lines from the program ------------------------------------------------------------------------------------ */

enum line { LINE, LINE_TOO_LONG, LINE_LATE, LINE_STOPPED, LINE_END };

/* Takes the next whole line out of what was read; false if there is none yet. */
static bool take_line(struct program *p, char line[PROGRAM_ANSWER_MAX], size_t *length) {
    const char *start = p->answers + p->taken, *newline = memchr(start, '\n', p->answered - p->taken);
    if (!newline) return false;
    *length = (size_t)(newline - start);
    memcpy(line, start, *length);
    p->taken += *length + 1;
    return true;
}

/* Reads what there is; false at the end, which has also come when the program has ended and something that it started
   keeps its output open. */
static bool read_some(struct program *p) {
    siginfo_t how;
    bool is_over = has_ended(p, 0, &how);
    p->answered -= p->taken;
    memmove(p->answers, p->answers + p->taken, p->answered);
    p->taken = 0;
    ssize_t count = read(p->out, p->answers + p->answered, sizeof p->answers - p->answered);
    if (count < 0) return !is_over && (errno == EAGAIN || errno == EINTR);
    p->answered += (size_t)count;
    return count > 0;
}

/* Waits until something can be read or written, but not forever. */
static void wait_for(struct program *p, long until_ms) {
    long left = until_ms - now_ms();
    struct pollfd ends[] = {{.fd = p->out, .events = POLLIN}, {.fd = p->queued ? p->in : -1, .events = POLLOUT}};
    if (left > 0) poll(ends, 2, (int)(left < SLICE_MS ? left : SLICE_MS));
}

/* The next line, writing at the same time what is still to be sent: neither side can block the other. */
static enum line next_line(struct program *p, long until_ms, char line[PROGRAM_ANSWER_MAX], size_t *length) {
    for (;;) {
        while (take_line(p, line, length)) {
            if (!p->is_skipping) return LINE;
            p->is_skipping = false;
        }
        if (p->answered - p->taken == sizeof p->answers) {
            bool was_skipping = p->is_skipping;
            p->answered = 0;
            p->is_skipping = true;
            if (!was_skipping) return LINE_TOO_LONG;
        }
        if (*p->is_interrupted) return LINE_STOPPED;
        if (now_ms() >= until_ms) return LINE_LATE;
        wait_for(p, until_ms);
        hand_over(p);
        if (!read_some(p)) return LINE_END;
    }
}

/* As much of a text as fits into a sentence, without what could confuse a terminal. */
static void show(char shown[SHOWN_MAX], const char *text, size_t length) {
    size_t count = length < SHOWN_MAX - 4 ? length : SHOWN_MAX - 4;
    for (size_t i = 0; i < count; i++) shown[i] = text[i] >= ' ' && text[i] <= '~' ? text[i] : '?';
    strcpy(shown + count, length > count ? "..." : "");
}

/* The object in a line and its type, or NULL and what is wrong. */
static json_t *read_object(const char *line, size_t length, const char **type, char why[PROGRAM_WHY_MAX]) {
    char shown[SHOWN_MAX];
    json_t *object = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    *type = json_string_value(json_object_get(object, "type"));
    if (object && *type) return object;
    show(shown, line, length);
    snprintf(why, PROGRAM_WHY_MAX, object ? "not an object with a \"type\": %s" : "not a line of JSON: %s", shown);
    json_decref(object);
    return NULL;
}

/* ---- Questions ------------------------------------------------------------------------------------------------- */

/* A question, and how an answer of the right type is handled. GO_ON: wait for another, it was not to this
   one. */
struct question {
    const char *type;
    enum program_answer (*judge)(struct program *p, const json_t *answer, struct question *question,
                                 char why[PROGRAM_WHY_MAX]);
    const struct arkad_position *view;
    bool is_optional;
    struct arkad_move *move;
};

enum { GO_ON = PROGRAM_DEAD + 1 };

/* The program complains. Without the number of this question, that is not an answer to it. */
static enum program_answer judge_complaint(struct program *p, const json_t *answer, char why[PROGRAM_WHY_MAX]) {
    const char *message = json_string_value(json_object_get(answer, "message"));
    char shown[SHOWN_MAX];
    if (p->id && json_integer_value(json_object_get(answer, "id")) != p->id) return (enum program_answer)GO_ON;
    show(shown, message ? message : "", message ? strlen(message) : 0);
    snprintf(why, PROGRAM_WHY_MAX, "the program says: %s", shown);
    return PROGRAM_WRONG;
}

static enum program_answer judge_line(struct program *p, struct question *question, const char *line, size_t length,
                                      char why[PROGRAM_WHY_MAX]) {
    const char *type;
    char shown[SHOWN_MAX];
    enum program_answer answer = PROGRAM_WRONG;
    json_t *object = read_object(line, length, &type, why);
    if (!object) return answer;
    show(shown, type, strlen(type));
    if (!strcmp(type, question->type))
        answer = question->judge(p, object, question, why);
    else if (!strcmp(type, "error"))
        answer = judge_complaint(p, object, why);
    else if (!strcmp(type, "info"))
        answer = (enum program_answer)GO_ON;
    else
        snprintf(why, PROGRAM_WHY_MAX, "a line of type %s where one of type %s was due", shown, question->type);
    json_decref(object);
    return answer;
}

static enum program_answer say_late(struct program *p, long time_ms, char why[PROGRAM_WHY_MAX]) {
    bool is_hanging = ++p->late == PROGRAM_LATE_MAX;
    snprintf(why, PROGRAM_WHY_MAX, "no answer within %ld ms%s", time_ms,
             is_hanging ? ", for the third time in a row: the program is ended" : "");
    if (is_hanging) end(p, 0, NULL);
    return PROGRAM_LATE;
}

static enum program_answer say_dead(struct program *p, char why[PROGRAM_WHY_MAX]) {
    char how[HOW_MAX];
    end(p, SLICE_MS, how);
    snprintf(why, PROGRAM_WHY_MAX, "the program %s", how);
    return PROGRAM_DEAD;
}

static enum program_answer ask(struct program *p, struct question *question, long time_ms, long grace_ms,
                               char why[PROGRAM_WHY_MAX]) {
    char line[PROGRAM_ANSWER_MAX];
    size_t length;
    long until_ms = now_ms() + time_ms + grace_ms;
    for (;;) {
        enum line found = next_line(p, until_ms, line, &length);
        if (found == LINE_STOPPED) return PROGRAM_STOPPED;
        if (found == LINE_LATE) return say_late(p, time_ms, why);
        if (found == LINE_END) return say_dead(p, why);
        snprintf(why, PROGRAM_WHY_MAX, "a line of more than %d bytes", PROGRAM_ANSWER_MAX);
        enum program_answer answer =
            found == LINE_TOO_LONG ? PROGRAM_WRONG : judge_line(p, question, line, length, why);
        if (answer == (enum program_answer)GO_ON) continue;
        p->late = 0;
        return answer;
    }
}

/* ---- A game ---------------------------------------------------------------------------------------------------- */

static enum program_answer judge_hello(struct program *p, const json_t *answer, struct question *question,
                                       char why[PROGRAM_WHY_MAX]) {
    (void)question;
    const char *name = json_string_value(json_object_get(answer, "name"));
    json_int_t protocol = json_integer_value(json_object_get(answer, "protocol"));
    snprintf(why, PROGRAM_WHY_MAX, "it should answer with \"protocol\":%d and its \"name\"", PROGRAM_PROTOCOL);
    if (protocol != PROGRAM_PROTOCOL || !name) return PROGRAM_WRONG;
    show(p->name, name, strlen(name));
    p->wants_views = json_is_true(json_object_get(answer, "views"));
    return PROGRAM_MOVED;
}

/* Starts it and waits for its greeting. */
static enum program_answer start_and_greet(struct program *p, char why[PROGRAM_WHY_MAX]) {
    struct question question = {.type = "hello", .judge = judge_hello};
    int wrong = start(p);
    if (wrong) {
        snprintf(why, PROGRAM_WHY_MAX, "the program cannot be started: %s", strerror(wrong));
        return PROGRAM_DEAD;
    }
    p->id = 0;
    begin_line(p, "hello");
    json_put_number(&p->json, "protocol", PROGRAM_PROTOCOL);
    json_put_text(&p->json, "program", "arkad");
    json_put_text(&p->json, "version", ARKAD_VERSION);
    send_line(p);
    enum program_answer answer = ask(p, &question, PROGRAM_HELLO_MS, 0, why);
    if (answer != PROGRAM_MOVED) end(p, 0, NULL);
    return answer;
}

static void put_option(struct program *p, const struct arkad_option *option, int index) {
    const struct arkad_setup *setup = p->game.setup;
    if (option->kind == ARKAD_MAP)
        json_put_text(&p->json, option->name, arkad_map_name(p->game.game, setup->map));
    else if (option->kind == ARKAD_FLAG)
        json_put_flag(&p->json, option->name, setup->options[index]);
    else
        json_put_number(&p->json, option->name, setup->options[index]);
}

static void put_options(struct program *p) {
    const struct arkad_option *option;
    json_put_open(&p->json, "options", '{');
    for (int i = 0; (option = arkad_game_option(p->game.game, i)); i++)
        if (option->kind != ARKAD_ALIAS) put_option(p, option, i);
    json_close(&p->json, '}');
}

static void put_map(struct program *p) {
    char text[ARKAD_MAP_TEXT_MAX];
    arkad_map_write(p->game.game, p->game.setup->map, text, sizeof text);
    json_put_text(&p->json, "map", text);
}

static void tell_game(struct program *p) {
    const struct program_game *game = &p->game;
    begin_line(p, "game");
    json_put_text(&p->json, "game", arkad_game_name(game->game));
    json_put_number(&p->json, "players", game->setup->players);
    put_options(p);
    if (arkad_has_map(game->game) && !arkad_map_is_built_in(game->game, game->setup->map)) put_map(p);
    json_put_number(&p->json, "seat", game->seat);
    json_put_open(&p->json, "names", '[');
    for (int seat = 0; seat < game->setup->players; seat++)
        json_put_text(&p->json, NULL, game->names[seat] ? game->names[seat] : "");
    json_close(&p->json, ']');
    json_put_number(&p->json, "time_ms", game->time_ms);
    put_seed(p, game->seed);
    send_line(p);
}

enum program_answer program_begin(struct program *p, const struct program_game *game, char why[PROGRAM_WHY_MAX]) {
    siginfo_t how;
    p->game = *game;
    why[0] = 0;
    if (p->pid && has_ended(p, 0, &how)) end(p, 0, NULL);
    if (!p->pid && p->failed_starts == PROGRAM_STARTS_MAX) return PROGRAM_DEAD;
    enum program_answer answer = p->pid ? PROGRAM_MOVED : start_and_greet(p, why);
    if (answer == PROGRAM_MOVED) {
        p->failed_starts = 0;
        tell_game(p);
    } else if (answer != PROGRAM_STOPPED && ++p->failed_starts == PROGRAM_STARTS_MAX) {
        snprintf(why + strlen(why), PROGRAM_WHY_MAX - strlen(why), "; it has failed to start %d times and is given up",
                 PROGRAM_STARTS_MAX);
    }
    return answer;
}

void program_event(struct program *p, int number, int seat, const struct arkad_move *move,
                   const struct arkad_tape *tape, const struct arkad_position *view) {
    char text[ARKAD_JSON_MAX];
    const struct arkad_game *game = p->game.game;
    if (!p->pid) return;
    begin_line(p, "event");
    json_put_number(&p->json, "n", number);
    json_put_number(&p->json, "seat", seat);
    arkad_move_write(game, move, text);
    if (seat != p->game.seat && arkad_is_secret(game, move))
        json_put_null(&p->json, "move");
    else
        json_put_word(&p->json, "move", text);
    size_t length = arkad_chance_write(game, tape, p->game.seat, text);
    if (tape->count) json_put_value(&p->json, "chance", text, length);
    if (p->wants_views) put_view(p, view);
    send_line(p);
}

static enum program_answer judge_move(struct program *p, const json_t *answer, struct question *question,
                                      char why[PROGRAM_WHY_MAX]) {
    const json_t *id = json_object_get(answer, "id"), *move = json_object_get(answer, "move");
    char sentence[ARKAD_WHY_MAX], shown[SHOWN_MAX];
    if (json_is_integer(id) && json_integer_value(id) < p->id) return (enum program_answer)GO_ON; /* it was late */
    snprintf(why, PROGRAM_WHY_MAX, "an answer without the \"id\" of the question, or without a \"move\"");
    if (json_integer_value(id) != p->id || !(json_is_string(move) || json_is_null(move))) return PROGRAM_WRONG;
    snprintf(why, PROGRAM_WHY_MAX, "a move is due, not null");
    if (json_is_null(move)) return question->is_optional ? PROGRAM_WAITS : PROGRAM_WRONG;
    const char *text = json_string_value(move);
    const struct arkad_game *game = p->game.game;
    const char *wrong = arkad_move_read(game, text, strlen(text), question->move, sentence);
    if (!wrong) wrong = arkad_check(game, question->view, p->game.seat, question->move, sentence);
    show(shown, text, strlen(text));
    if (wrong) snprintf(why, PROGRAM_WHY_MAX, "\"%s\" cannot be played: %s", shown, wrong);
    return wrong ? PROGRAM_WRONG : PROGRAM_MOVED;
}

static void put_moves(struct program *p, const struct arkad_move *moves, int count) {
    char text[ARKAD_MOVE_TEXT_MAX];
    json_put_number(&p->json, "listed", count);
    json_put_open(&p->json, "moves", '[');
    for (int i = 0; i < count && i < PROGRAM_MOVES_MAX; i++) {
        arkad_move_write(p->game.game, &moves[i], text);
        json_put_word(&p->json, NULL, text);
    }
    json_close(&p->json, ']');
}

static void tell_error(struct program *p, const char *message) {
    begin_line(p, "error");
    json_put_number(&p->json, "id", (long)p->id);
    json_put_text(&p->json, "message", message);
    send_line(p);
}

enum program_answer program_choose(struct program *p, const struct arkad_position *view, const struct arkad_move *moves,
                                   int count, bool is_optional, uint64_t seed, struct arkad_move *move,
                                   char why[PROGRAM_WHY_MAX]) {
    struct question question = {
        .type = "move", .judge = judge_move, .view = view, .is_optional = is_optional, .move = move};
    p->id++;
    begin_line(p, "choose");
    json_put_number(&p->json, "id", (long)p->id);
    json_put_flag(&p->json, "optional", is_optional);
    json_put_number(&p->json, "time_ms", p->game.time_ms);
    put_seed(p, seed);
    put_view(p, view);
    put_memory(p, view);
    put_moves(p, moves, count);
    send_line(p);
    snprintf(why, PROGRAM_WHY_MAX, "%s", p->last_words);
    p->last_words = "";
    if (!p->pid) return PROGRAM_DEAD;
    enum program_answer answer = ask(p, &question, p->game.time_ms, PROGRAM_GRACE_MS, why);
    if (answer == PROGRAM_WRONG || answer == PROGRAM_LATE) tell_error(p, why);
    return answer;
}

void program_over(struct program *p, const struct arkad_position *position) {
    struct arkad_result result;
    int players = arkad_players(position);
    if (!p->pid) return;
    arkad_result(p->game.game, position, &result);
    begin_line(p, "over");
    int scores[ARKAD_SEATS_MAX], places[ARKAD_SEATS_MAX];
    for (int seat = 0; seat < players; seat++) scores[seat] = result.scores[seat], places[seat] = result.places[seat];
    put_numbers(p, "scores", scores, players);
    put_numbers(p, "places", places, players);
    put_view(p, position);
    send_line(p);
}

const char *program_name(const struct program *p) { return p->name; }

/* ---- The whole ------------------------------------------------------------------------------------------------- */

struct program *program_open(const char *command, const char *error_file, const volatile sig_atomic_t *is_interrupted) {
    struct program *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    signal(SIGPIPE, SIG_IGN);
    signal(SIGCHLD, SIG_DFL);
    p->command = command;
    p->error_file = error_file;
    p->is_interrupted = is_interrupted;
    p->last_words = "";
    return p;
}

void program_close(struct program *p) {
    if (!p) return;
    begin_line(p, "bye");
    send_line(p);
    end(p, PROGRAM_BYE_MS, NULL);
    free(p->queue);
    free(p);
}
