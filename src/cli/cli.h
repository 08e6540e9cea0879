/*
 * What the commands of `arkad` share: errors, options of a game, files read line by line.
 */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include "arkad.h"
#include "lang/lang.h"

#include <stdio.h>

enum status { YES = 0, NO = 1, WRONG_USAGE = 2 };

/* The language of the program: what --lang names among the words of the command line, or else the environment. */
void choose_lang(int argc, char **argv);
const struct lang *program_lang(void);
/* The text of a key in that language. */
const char *word(const char *key);
/* The text of a key that begins with `prefix`. */
const char *word_of(const char *prefix, const char *name);
/* Prints a key's text with its places filled: PRINT(stdout, "check.right", {.name = "file", .text = name}). */
void print_filled(FILE *out, const char *key, const struct lang_fill *fills, int count);
#define PRINT(out, key, ...)                                            \
    print_filled((out), (key), (const struct lang_fill[]){__VA_ARGS__}, \
                 (int)(sizeof((const struct lang_fill[]){__VA_ARGS__}) / sizeof(struct lang_fill)))
/* Prints a text padded to `width` columns, as printf would if characters were bytes: left-aligned if it is below 0. */
void print_cell(FILE *out, const char *text, int width);

/* Says what is wrong on standard error, as one sentence after "arkad: ". The sentence is English here; the catalogues
   have it, under `why.`, in every language. */
enum status complain(enum status status, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Flushes standard output; a full disk or a closed pipe is an error. */
enum status finish(enum status status);

/* What a command was given: the words that are not options, and the options that are the same everywhere. */
struct request {
    const char *words[4096];
    int word_count;
    const char *tables, *seconds, *game, *pause, *token;
    const char *players, *seed, *options, *bot, *bots, *map, *at, *seat, *lang, *games, *threads, *sprt, *save, *time,
        *iterations, *svg, *level, *resume, *name, *pace, *move_time, *data, *store, *listen, *origin, *trust,
        *max_connections, *max_per_address, *max_tables, *bot_threads, *analysis_seconds, *keep_guests, *keep_programs,
        *keep_chat, *keep_dropped, *check_seconds, *log, *metrics, *limits, *config, *out, *minutes, *net, *part;
    bool is_moves, is_json, is_verify, is_signature, is_honest, is_hotseat, is_draw, is_force, is_join;
    bool is_helping;
};

/* Reads the command's words; `known` names the options that this command has, separated by spaces. */
enum status read_request(int argc, char **argv, const char *known, struct request *request);

/* A whole number, or a complaint. */
enum status read_number(const char *option, const char *text, int min, int max, int *number);

/* K/N, part K (counted from 0 in `part`) of N; 0 of 1 without one. */
enum { PARTS_MAX = 10000 };
enum status read_part(const char *text, int *part, int *parts);

/* The game named, or a complaint that names them all. */
const struct arkad_game *read_game(const char *name);

/* Fills the setup from the request; `otherwise` are the options if the request gives none. */
enum status read_setup(const struct arkad_game *game, const struct request *request, const char *otherwise,
                       struct arkad_setup *setup);

/* Reads a map file into memory of its own; NULL after a complaint. NULL file: NULL, no complaint. */
enum status read_map(const char *file, const struct arkad_map **map);

/* The bytes of a whole file, to be freed; NULL if it cannot be read. */
uint8_t *read_file(const char *name, size_t *length);

/* One line without its newline; false at the end. A line too long, a missing last newline or an unreadable file is
   told by `wrong` (NULL otherwise). */
bool read_line(FILE *file, char *line, size_t *length, const char **wrong);

/* Reads a trace or a saved game (- is standard input), checking every line, and shows the reader after each; a status
   other than YES ends the reading. */
typedef enum status visitor(const struct arkad_reader *reader, void *context);
enum status read_game_file(const char *name, const struct arkad_map *map, struct arkad_reader *reader, visitor *visit,
                           void *context);

/* Seconds of a clock that only goes forward. */
double now_s(void);
/* Draws a progress bar with the time left on standard error, from where the cursor is. */
void draw_bar(int done, int all, double start_s);

#endif
