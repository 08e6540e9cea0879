/*
 * `arkad copy`: everything from a data file into a database, or back.
 */
#include "store/store.h"
#include "tools/commands.h"

#include <string.h>
#include <unistd.h>

static void show_progress(int done, int all, void *context) {
    const double *start_s = context;
    fputs("\r\033[K", stderr);
    draw_bar(done, all ? all : 1, *start_s);
    fflush(stderr);
}

/* A store that is opened is made if it is not there. */
static bool is_there(const char *name) { return strstr(name, "://") || !access(name, F_OK); }

enum status run_copy(const struct request *request) {
    char why[STORE_WHY_MAX];
    int64_t rows = 0;
    double start_s = now_s();
    bool is_shown = isatty(STDERR_FILENO);
    if (request->word_count != 2)
        return complain(WRONG_USAGE, "arkad copy takes two places, files or databases: "
                                     "arkad copy arkad.db postgresql://arkad@localhost/arkad");
    const char *from = request->words[0], *to = request->words[1];
    if (!is_there(from)) return complain(NO, "%s is not there", from);
    bool is_copied = store_transfer(from, to, is_shown ? show_progress : NULL, &start_s, &rows, why);
    if (is_shown) fputs("\r\033[K", stderr);
    if (!is_copied) return complain(NO, "%s", why);
    PRINT(stdout, "copy.done", {.name = "rows", .number = (long)rows});
    putchar('\n');
    return finish(YES);
}
