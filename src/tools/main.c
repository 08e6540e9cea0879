/*
 * The command line of `arkad`: which commands there are, and help.
 */
#include "tools/tools.h"

#include <sodium.h>
#include <string.h>

struct command {
    const char *name, *summary, *options;
    enum status (*run)(const struct request *);
    const char *help;
};

static const struct command commands[] = {
    {"trace", "plays a game with bots and writes it down", "players seed options bot moves map", run_trace,
     "arkad trace GAME [--players N] [--seed S] [--options k=v,...] [--bot NAME] [--moves] [--map FILE]\n"
     "\n"
     "Plays one game and prints it as JSON lines: the set-up, a line a move with every legal move, chance and\n"
     "the position after it, and the result.\n"
     "  --players N   how many play; the fewest if not given\n"
     "  --seed S      64 hex digits or any text; the same seed plays the same game; fresh if not given\n"
     "  --options     the game's options, as name=value,name=value\n"
     "  --bot NAME    random or wild, or one for each seat, separated by commas\n"
     "  --moves       a saved game: without the lists and the positions\n"
     "  --map FILE    Maharaja on another map\n"
     "\n"
     "Example: arkad trace byzanz --players 4 --seed evening --bot wild > evening.jsonl\n"},
    {"replay", "reads a game and shows its positions", "at seat map", run_replay,
     "arkad replay FILE [--at N] [--seat K] [--map FILE]\n"
     "\n"
     "Reads a trace or a saved game (- is standard input), checks every line, and prints the position at the\n"
     "start and after every move, one a line.\n"
     "  --at N     only the position after move N (0: the set-up)\n"
     "  --seat K   what seat K sees of it\n"
     "\n"
     "Example: arkad replay evening.jsonl --at 12 --seat 0\n"},
    {"check", "says whether games were played by the rules", "map", run_check,
     "arkad check FILE... [--map FILE]\n"
     "\n"
     "Reads traces or saved games (- is standard input) and judges the set-up, every move, and every list, chance,\n"
     "position and result given. The first thing wrong in a file is named with its line number.\n"
     "\n"
     "Example: arkad check evening.jsonl\n"},
    {"bench", "measures speed, and prints the play signature", "json signature games", run_bench,
     "arkad bench [GAME] [--games N] [--json] [--signature]\n"
     "\n"
     "Plays random games in one thread and reports decisions, games, position copies, views, possible worlds and\n"
     "JSON states and iterations of the search a second, for each game or for one.\n"
     "  --games N     how many games to play\n"
     "  --json        for another program to read\n"
     "  --signature   only the signature of each game: the same on every machine while the rules stay the same\n"
     "\n"
     "Example: arkad bench towers --games 2000\n"},
    {"analyse", "shows how the chances moved through a finished game", "time iterations honest json svg lang map",
     run_analyse,
     "arkad analyse FILE [--time S | --iterations N] [--honest] [--json | --svg OUT] [--lang hu|en] [--map FILE]\n"
     "\n"
     "Searches every position of a finished game and shows each seat's chance to win, and the moves that lost most\n"
     "with what would have been better.\n"
     "  --time S         seconds for the whole game; 60 if not given\n"
     "  --iterations N   so many for each position instead: repeatable\n"
     "  --honest         judge each move by what the mover saw, not by everything\n"
     "  --svg OUT        a picture of the chances\n"
     "  --json           for another program to read\n"
     "\n"
     "Example: arkad analyse evening.jsonl --time 20 --svg evening.svg\n"},
    {"arena", "lets bots play matches against each other",
     "players bots games options threads seed json sprt save map move-time", run_arena,
     "arkad arena GAME [--players N] [--bots A,B,...] [--games N] [--options k=v,...] [--threads T] [--seed S]\n"
     "            [--move-time MS] [--sprt ELO0,ELO1] [--save DIR] [--json]\n"
     "\n"
     "Plays a match. Every deal is played once for each way round the table, so that every bot sits in every seat\n"
     "equally often with the same cards to come. Ctrl-C prints what there is.\n"
     "  --bots        random, wild, 1 to 5 (levels), search:N (iterations), time:N (milliseconds); the last one\n"
     "                named sits in all the seats that are left. exec:COMMAND is a program that speaks the bot\n"
     "                protocol (docs/bot-protocol.md); a comma in the command is written \\,\n"
     "  --move-time   milliseconds that a program has for a move; 5000 if not given\n"
     "  --games N     how many games; rounded up so that every deal goes the whole way round\n"
     "  --threads T   so many games at once\n"
     "  --sprt E0,E1  stop as soon as it is clear whether the first bot is E0 or E1 Elo stronger\n"
     "  --save DIR    keep the games there; arkad check accepts them\n"
     "\n"
     "Example: arkad arena byzanz --players 3 --bots 3,2,2 --games 300 --threads 2\n"},
    {"bot", "plays a seat for another program, over standard input and output", "level bot seed", run_bot,
     "arkad bot [GAME] [--level K | --bot NAME] [--seed S]\n"
     "\n"
     "Speaks the bot protocol (docs/bot-protocol.md): one JSON line in, one line out where an answer is due. So\n"
     "any program can play against this bot; arkad arena --bots exec:COMMAND lets any program play.\n"
     "  GAME        only this game; any if not given\n"
     "  --level K   1 to 5; 3 if not given\n"
     "  --bot NAME  another bot: random, wild, search:N (iterations), time:N (milliseconds)\n"
     "  --seed S    for hosts that give no seed: the same seed plays the same moves\n"
     "\n"
     "Example: arkad bot byzanz --level 4\n"},
    {"rules", "the rules of a game", "lang", run_rules,
     "arkad rules GAME [--lang hu|en]\n"
     "\n"
     "Prints the rules; in Hungarian when the environment (LANG) is Hungarian or --lang hu asks for it.\n"
     "\n"
     "Example: arkad rules maharaja --lang hu\n"},
};

enum { COMMANDS = sizeof commands / sizeof *commands };

static const struct command *find(const char *name) {
    for (int i = 0; i < COMMANDS; i++)
        if (!strcmp(commands[i].name, name)) return &commands[i];
    return NULL;
}

static enum status help(void) {
    puts("Arkád plays five building-and-bidding games by the book.\n\n"
         "  arkad COMMAND ...\n");
    for (int i = 0; i < COMMANDS; i++) printf("  %-8s %s\n", commands[i].name, commands[i].summary);
    puts("  help     explains a command: arkad help trace\n\nThe games:\n");
    for (int i = 0; arkad_game_at(i); i++) {
        const struct arkad_game *game = arkad_game_at(i);
        if (strcmp(arkad_game_name(game), "blank"))
            printf("  %-8s %s, %d to %d players\n", arkad_game_name(game), arkad_game_title(game),
                   arkad_players_min(game), arkad_players_max(game));
    }
    return finish(YES);
}

static enum status help_with(const char *name) {
    const struct command *command = find(name);
    if (!command) return complain(WRONG_USAGE, "there is no command '%s'; arkad help lists them", name);
    fputs(command->help, stdout);
    return finish(YES);
}

int main(int argc, char **argv) {
    static struct request request;
    if (sodium_init() < 0) return (int)complain(NO, "no source of randomness on this machine");
    if (argc < 2) {
        help();
        return WRONG_USAGE;
    }
    const char *name = argv[1];
    if (!strcmp(name, "help") || !strcmp(name, "--help") || !strcmp(name, "-h"))
        return (int)(argc > 2 ? help_with(argv[2]) : help());
    const struct command *command = find(name);
    if (!command) return (int)complain(WRONG_USAGE, "there is no command '%s'; arkad help lists them", name);
    enum status status = read_request(argc - 2, argv + 2, command->options, &request);
    if (status) return (int)status;
    return (int)(request.is_helping ? help_with(name) : command->run(&request));
}
