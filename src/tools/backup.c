/*
 * `arkad backup`: a copy of a data file, made while a server uses it.
 */
#include "store/store.h"
#include "tools/commands.h"

#include <sys/stat.h>
#include <unistd.h>

static void show_progress(int done, int all, void *context) {
    const double *start_s = context;
    fputs("\r\033[K", stderr);
    draw_bar(done, all ? all : 1, *start_s);
    fflush(stderr);
}

static enum status judge_place(const char *out, bool is_force) {
    struct stat status;
    if (stat(out, &status)) return YES;
    if (S_ISDIR(status.st_mode)) return complain(NO, "%s is a folder: name a file in it", out);
    if (is_force) return YES;
    return complain(NO, "%s is there already: name another file, or replace it with --force", out);
}

static enum status copy(const char *file, const char *out) {
    char why[STORE_WHY_MAX];
    double start_s = now_s();
    bool is_shown = isatty(STDERR_FILENO);
    bool is_copied = store_copy(file, out, is_shown ? show_progress : NULL, &start_s, why);
    if (is_shown) fputs("\r\033[K", stderr);
    if (!is_copied) return complain(NO, "%s", why);
    struct stat status = {0};
    stat(out, &status);
    PRINT(stdout, "backup.done", {.name = "file", .text = file}, {.name = "out", .text = out},
          {.name = "size", .number = (long)(status.st_size / 1024)});
    putchar('\n');
    return finish(YES);
}

enum status run_backup(const struct request *request) {
    const char *file = request->data ? request->data : request->words[0];
    if (request->word_count != (request->data ? 1 : 2))
        return complain(WRONG_USAGE, "arkad backup takes a data file and the name of the copy: "
                                     "arkad backup arkad.db monday.db");
    const char *out = request->words[request->word_count - 1];
    enum status status = judge_place(out, request->is_force);
    return status ? status : copy(file, out);
}
