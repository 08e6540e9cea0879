/*
 * What the commands of `arkad` share: the language, sentences about what is wrong, options, files read line by line.
 */
#include "cli/cli.h"

#include "lang/lang.h"

#include <errno.h>
#include <sodium.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { SENTENCE_MAX = 8192 }; /* printed in one go: longer than any path or help text */

/* ---- Words ------------------------------------------------------------------------------------------------ */

static const struct lang *chosen; /* once, when the program begins */

/* The language that the environment asks for: English, if it has none of ours. */
static const struct lang *lang_around(void) {
    static const char *const variables[] = {"LC_ALL", "LC_MESSAGES", "LANG"};
    for (int i = 0; i < 3; i++) {
        const char *value = getenv(variables[i]);
        if (!value || !*value) continue;
        char code[8] = "";
        size_t length = strcspn(value, "_.@"); /* of hu_HU.UTF-8 */
        if (length < sizeof code) memcpy(code, value, length);
        const struct lang *lang = lang_find(code);
        return lang ? lang : lang_at(0);
    }
    return lang_at(0);
}

void choose_lang(int argc, char **argv) {
    const char *code = NULL;
    for (int i = 0; i < argc && strcmp(argv[i], "--"); i++) {
        if (!strcmp(argv[i], "--lang") && i + 1 < argc) code = argv[i + 1];
        if (!strncmp(argv[i], "--lang=", 7)) code = argv[i] + 7;
    }
    chosen = code ? lang_find(code) : NULL;
    if (!chosen) chosen = lang_around();
}

const struct lang *program_lang(void) { return chosen ? chosen : lang_at(0); }

const char *word(const char *key) { return lang_text(program_lang(), key); }

const char *word_of(const char *prefix, const char *name) {
    char key[64];
    snprintf(key, sizeof key, "%s%s", prefix, name);
    return word(key);
}

void print_filled(FILE *out, const char *key, const struct lang_fill *fills, int count) {
    char buffer[SENTENCE_MAX];
    struct text text = text_in(buffer, sizeof buffer);
    lang_put(program_lang(), &text, key, fills, count);
    fputs(buffer, out);
}

void print_cell(FILE *out, const char *text, int width) {
    int columns = 0;
    for (const char *at = text; *at; at++) columns += (*at & 0xc0) != 0x80;
    if (width < 0)
        fprintf(out, "%s%*s", text, -width > columns ? -width - columns : 0, "");
    else
        fprintf(out, "%*s%s", width > columns ? width - columns : 0, "", text);
}

enum status complain(enum status status, const char *format, ...) {
    char sentence[SENTENCE_MAX], text[SENTENCE_MAX];
    va_list values;
    va_start(values, format);
    vsnprintf(sentence, sizeof sentence, format, values);
    va_end(values);
    lang_sentence(program_lang(), sentence, text, sizeof text);
    fflush(stdout);
    fprintf(stderr, "arkad: %s\n", text);
    return status;
}

enum status finish(enum status status) {
    if (!fflush(stdout) && !ferror(stdout)) return status;
    return complain(NO, "could not write everything: %s", strerror(errno));
}

/* ---- Words and options ---------------------------------------------------------------------------------- */

static bool is_known(const char *known, const char *option, size_t length) {
    for (const char *at = known; *at;) {
        size_t word = strcspn(at, " ");
        if (word == length && !memcmp(at, option, length)) return true;
        at += word + (at[word] == ' ');
    }
    return false;
}

static bool *flag_of(struct request *request, const char *option) {
    if (!strcmp(option, "moves")) return &request->is_moves;
    if (!strcmp(option, "json")) return &request->is_json;
    if (!strcmp(option, "verify")) return &request->is_verify;
    if (!strcmp(option, "honest")) return &request->is_honest;
    if (!strcmp(option, "hotseat")) return &request->is_hotseat;
    if (!strcmp(option, "draw")) return &request->is_draw;
    if (!strcmp(option, "force")) return &request->is_force;
    if (!strcmp(option, "join")) return &request->is_join;
    return strcmp(option, "signature") ? NULL : &request->is_signature;
}

static const char **value_of(struct request *request, const char *option, size_t length) {
    struct {
        const char *option;
        const char **value;
    } values[] = {
        {"players", &request->players},
        {"seed", &request->seed},
        {"options", &request->options},
        {"bot", &request->bot},
        {"map", &request->map},
        {"at", &request->at},
        {"seat", &request->seat},
        {"lang", &request->lang},
        {"games", &request->games},
        {"bots", &request->bots},
        {"sprt", &request->sprt},
        {"threads", &request->threads},
        {"save", &request->save},
        {"time", &request->time},
        {"iterations", &request->iterations},
        {"svg", &request->svg},
        {"level", &request->level},
        {"resume", &request->resume},
        {"name", &request->name},
        {"pace", &request->pace},
        {"move-time", &request->move_time},
        {"tables", &request->tables},
        {"seconds", &request->seconds},
        {"game", &request->game},
        {"pause", &request->pause},
        {"token", &request->token},
        {"data", &request->data},
        {"store", &request->store},
        {"listen", &request->listen},
        {"origin", &request->origin},
        {"trust", &request->trust},
        {"max-connections", &request->max_connections},
        {"max-per-address", &request->max_per_address},
        {"max-tables", &request->max_tables},
        {"bot-threads", &request->bot_threads},
        {"analysis-seconds", &request->analysis_seconds},
        {"keep-guests", &request->keep_guests},
        {"keep-programs", &request->keep_programs},
        {"keep-chat", &request->keep_chat},
        {"keep-dropped", &request->keep_dropped},
        {"check-seconds", &request->check_seconds},
        {"log", &request->log},
        {"metrics", &request->metrics},
        {"limits", &request->limits},
        {"config", &request->config},
        {"out", &request->out},
        {"net", &request->net},
        {"minutes", &request->minutes},
        {"part", &request->part},
    };
    for (size_t i = 0; i < sizeof values / sizeof *values; i++)
        if (strlen(values[i].option) == length && !memcmp(values[i].option, option, length)) return values[i].value;
    return NULL;
}

enum status read_request(int argc, char **argv, const char *known, struct request *request) {
    bool is_options_over = false;
    for (int i = 0; i < argc; i++) {
        const char *word = argv[i];
        if (is_options_over || word[0] != '-' || !word[1]) {
            if (request->word_count == sizeof request->words / sizeof *request->words)
                return complain(WRONG_USAGE, "too many words at once");
            request->words[request->word_count++] = word;
            continue;
        }
        if (!strcmp(word, "--")) {
            is_options_over = true;
            continue;
        }
        if (!strcmp(word, "--help") || !strcmp(word, "-h")) {
            request->is_helping = true;
            continue;
        }
        const char *option = word + 2;
        size_t length = strcspn(option, "=");
        if (word[1] != '-' || !(is_known(known, option, length) || is_known("lang", option, length)))
            return complain(WRONG_USAGE, "there is no option %s here; the options are: %s%slang", word, known,
                            *known ? " " : "");
        bool *flag = flag_of(request, option);
        if (flag) {
            *flag = true;
            continue;
        }
        const char **value = value_of(request, option, length);
        if (!value) return complain(WRONG_USAGE, "the option %s takes no value", word);
        if (option[length] == '=')
            *value = option + length + 1;
        else if (i + 1 < argc)
            *value = argv[++i];
        else
            return complain(WRONG_USAGE, "the option %s needs a value", word);
    }
    if (!request->lang || lang_find(request->lang)) return YES;
    char list[64];
    struct text codes = text_in(list, sizeof list);
    lang_list(&codes);
    return complain(WRONG_USAGE, "there is no language '%s'; there are %s", request->lang, list);
}

enum status read_number(const char *option, const char *text, int min, int max, int *number) {
    char *end;
    errno = 0;
    long value = strtol(text, &end, 10);
    if (!*text || *end || errno || value < min || value > max)
        return complain(WRONG_USAGE, "%s takes a whole number from %d to %d, not '%s'", option, min, max, text);
    *number = (int)value;
    return YES;
}

enum status read_part(const char *text, int *part, int *parts) {
    char *end = "", *begin;
    long one = 1, all = 1;
    errno = 0;
    if (text) {
        one = strtol(text, &end, 10);
        if (end == text || *end != '/') return complain(WRONG_USAGE, "--part takes K/N, part K of N, not '%s'", text);
        all = strtol(begin = end + 1, &end, 10);
        if (end == begin) all = 0;
    }
    if (*end || errno || one < 1 || one > all || all > PARTS_MAX)
        return complain(WRONG_USAGE, "--part takes K/N, part K of N, not '%s'", text);
    *part = (int)one - 1;
    *parts = (int)all;
    return YES;
}

const struct arkad_game *read_game(const char *name) {
    const struct arkad_game *game = arkad_game_find(name);
    if (game) return game;
    char all[256] = "";
    for (int i = 0; arkad_game_at(i); i++) {
        strcat(all, i ? ", " : "");
        strcat(all, arkad_game_name(arkad_game_at(i)));
    }
    complain(WRONG_USAGE, "there is no game '%s'; the games are %s", name, all);
    return NULL;
}

/* 64 hex digits are the seed itself; any other text is hashed. */
static void read_seed(const char *text, uint8_t seed[ARKAD_SEED_BYTES]) {
    _Static_assert(ARKAD_SEED_BYTES == crypto_hash_sha256_BYTES, "a seed is a SHA-256 hash");
    size_t length = 0;
    if (!text)
        randombytes_buf(seed, ARKAD_SEED_BYTES);
    else if (strlen(text) != 2 * ARKAD_SEED_BYTES ||
             sodium_hex2bin(seed, ARKAD_SEED_BYTES, text, strlen(text), NULL, &length, NULL) ||
             length != ARKAD_SEED_BYTES)
        crypto_hash_sha256(seed, (const unsigned char *)text, strlen(text));
}

/* The first game that is played on a map: its file does not say for which it is. */
static const struct arkad_game *game_with_map(void) {
    int i = 0;
    while (!arkad_has_map(arkad_game_at(i))) i++;
    return arkad_game_at(i);
}

enum status read_map(const char *file, const struct arkad_map **map) {
    static struct arkad_map read;
    char text[ARKAD_MAP_TEXT_MAX + 1], why[ARKAD_WHY_MAX]; /* one byte more, to notice what is too long */
    *map = NULL;
    if (!file) return YES;
    FILE *in = fopen(file, "rb");
    if (!in) return complain(NO, "cannot read %s: %s", file, strerror(errno));
    size_t length = fread(text, 1, sizeof text, in);
    bool is_bad = ferror(in);
    fclose(in);
    if (is_bad) return complain(NO, "cannot read %s: %s", file, strerror(errno));
    if (arkad_map_read(game_with_map(), text, length, &read, why)) return complain(NO, "%s: %s", file, why);
    *map = &read;
    return YES;
}

enum status read_setup(const struct arkad_game *game, const struct request *request, const char *otherwise,
                       struct arkad_setup *setup) {
    arkad_setup_default(game, setup);
    char why[ARKAD_WHY_MAX];
    int players = setup->players;
    int min = arkad_players_min(game), max = arkad_players_max(game);
    if (request->players && read_number("--players", request->players, min, max, &players)) return WRONG_USAGE;
    setup->players = (uint8_t)players;
    enum status status = read_map(request->map, &setup->map);
    if (status) return status;
    read_seed(request->seed, setup->seed); /* before the options: one of them may be drawn from it */
    if (arkad_setup_options(game, setup, otherwise, why) ||
        arkad_setup_options(game, setup, request->options ? request->options : "", why))
        return complain(WRONG_USAGE, "%s", why);
    return YES;
}

/* ---- Lines ------------------------------------------------------------------------------------------------ */

uint8_t *read_file(const char *name, size_t *length) {
    FILE *file = fopen(name, "rb");
    uint8_t *bytes = NULL;
    long size = -1;
    if (file && !fseek(file, 0, SEEK_END)) size = ftell(file);
    if (size > 0 && (bytes = malloc((size_t)size))) {
        rewind(file);
        *length = fread(bytes, 1, (size_t)size, file);
        if (*length != (size_t)size) free(bytes), bytes = NULL;
    }
    if (file) fclose(file);
    return bytes;
}

bool read_line(FILE *file, char *line, size_t *length, const char **wrong) {
    *wrong = NULL;
    for (*length = 0;; (*length)++) {
        int c = getc_unlocked(file);
        if (c == '\n') return true;
        if (c == EOF) {
            if (ferror(file)) *wrong = strerror(errno);
            return *length > 0 || *wrong;
        }
        if (*length == ARKAD_LINE_MAX) {
            *wrong = "the line is too long";
            return true;
        }
        line[*length] = (char)c;
    }
}

double now_s(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (double)time.tv_sec + (double)time.tv_nsec * 1e-9;
}

void draw_bar(int done, int all, double start_s) {
    enum { WIDTH = 30 };
    double part = (double)done / all, spent_s = now_s() - start_s;
    int left_s = done ? (int)(spent_s / part - spent_s) : 0, bars = (int)(part * WIDTH);
    fprintf(stderr, "%.*s%.*s %d/%d", bars * 3, "██████████████████████████████", (WIDTH - bars) * 3,
            "░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░", done, all);
    char left[24];
    snprintf(left, sizeof left, "%d:%02d", left_s / 60, left_s % 60);
    if (done) fputs(", ", stderr), PRINT(stderr, "tools.left", {.name = "time", .text = left});
}
