/*
 * The command line of `arkad`: which commands there are, and help.
 */
#include "cli/rules.h"
#include "server/serve.h"
#include "terminal/play.h"
#include "tools/commands.h"

#include <sodium.h>
#include <string.h>

/* What it does and how it is used is in the catalogues: `summary.NAME`, `help.NAME`. */
struct command {
    const char *name, *options;
    enum status (*run)(const struct request *);
};

static const struct command commands[] = {
    {"serve",
     "listen data store origin trust max-connections max-per-address max-tables bot-threads analysis-seconds "
     "keep-guests keep-programs keep-chat keep-dropped check-seconds log metrics "
     "limits "
     "config",
     run_serve},
    {"play", "players level bots hotseat seed options map save resume name pace", run_play},
    {"games", "json", run_games},
    {"rules", "", run_rules},
    {"trace", "players seed options bot moves map", run_trace},
    {"replay", "at seat draw map", run_replay},
    {"check", "map", run_check},
    {"analyse", "time iterations honest json svg map threads", run_analyse},
    {"arena", "players bots games options threads seed json sprt save map move-time net part join", run_arena},
    {"train", "players minutes games seed threads resume out json svg iterations part join", run_train},
    {"bot", "level bot seed", run_bot},
    {"backup", "data force", run_backup},
    {"copy", "", run_copy},
    {"bench", "json signature games", run_bench},
    {"join", "token name game players", run_join},
    {"load", "tables seconds players game pause json verify", run_load},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, name)) return &commands[i];
    return NULL;
}

static enum status help(void) {
    printf("%s\n\n  %s\n\n", word("help.title"), word("help.usage"));
    for (int i = 0; i < COMMANDS; i++) printf("  %-8s %s\n", commands[i].name, word_of("summary.", commands[i].name));
    printf("  %-8s %s\n\n%s\n\n", "help", word("help.help"), word("help.list"));
    print_games();
    char list[64];
    struct text codes = text_in(list, sizeof list);
    lang_list(&codes);
    putchar('\n');
    PRINT(stdout, "help.lang", {.name = "languages", .text = list});
    putchar('\n');
    return finish(YES);
}

static enum status help_with(const char *name) {
    const struct command *command = find(name);
    if (!command) return complain(WRONG_USAGE, "there is no command '%s'; arkad help lists them", name);
    char key[64];
    snprintf(key, sizeof key, "help.%s", command->name);
    PRINT(stdout, key, {.name = "game", .text = arkad_game_name(arkad_game_at(0))}); /* for its examples */
    return finish(YES);
}

/* `arkad help`, or `arkad help COMMAND`. */
static enum status run_help(int argc, char **argv, struct request *request) {
    enum status status = read_request(argc, argv, "", request);
    if (status) return status;
    return request->word_count ? help_with(request->words[0]) : help();
}

int main(int argc, char **argv) {
    static struct request request;
    choose_lang(argc - 1, argv + 1);
    if (sodium_init() < 0) return (int)complain(NO, "no source of randomness on this machine");
    if (argc < 2) {
        help();
        return WRONG_USAGE;
    }
    const char *name = argv[1];
    if (!strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h"))
        return (int)run_help(argc - 2, argv + 2, &request);
    const struct command *command = find(name);
    if (!command) return (int)complain(WRONG_USAGE, "there is no command '%s'; arkad help lists them", name);
    enum status status = read_request(argc - 2, argv + 2, command->options, &request);
    if (status) return (int)status;
    return (int)(request.is_helping ? help_with(name) : command->run(&request));
}
