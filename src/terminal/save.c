/*
 * The file of a game: its name, its lines, who played.
 */
#include "terminal/save.h"

#include "cli/cli.h"
#include "engine/text.h"

#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum {
    LINE_MAX_BYTES = 1 << 15, /* a move with every shuffle that can come of it */
    NUMBERS_MAX = 1000,       /* games of one name */
};

/* ---- Names ------------------------------------------------------------------------------------------------------ */

static void make_folders(const char *name) {
    char folder[SAVE_NAME_MAX];
    snprintf(folder, sizeof folder, "%s", name);
    for (char *slash = strchr(folder + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = 0;
        mkdir(folder, 0700);
        *slash = '/';
    }
}

/* Where a game without a name is saved; false if this machine has no such place. */
static bool standard_name(const char *game, char name[SAVE_NAME_MAX]) {
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char stamp[32];
    time_t now = time(NULL);
    struct tm parts;
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", localtime_r(&now, &parts));
    int length;
    if (state && *state == '/')
        length = snprintf(name, SAVE_NAME_MAX, "%s/arkad/%s-%s.jsonl", state, game, stamp);
    else if (home && *home)
        length = snprintf(name, SAVE_NAME_MAX, "%s/.local/state/arkad/%s-%s.jsonl", home, game, stamp);
    else
        return false;
    if (length >= SAVE_NAME_MAX) return false;
    make_folders(name);
    return true;
}

/* "evening.jsonl" becomes "evening-2.jsonl". */
static void number_name(const char *name, int number, char numbered[SAVE_NAME_MAX]) {
    const char *slash = strrchr(name, '/'), *dot = strrchr(slash ? slash : name, '.');
    if (!dot) dot = name + strlen(name);
    snprintf(numbered, SAVE_NAME_MAX, "%.*s-%d%s", (int)(dot - name), name, number, dot);
}

/* ---- Opening ---------------------------------------------------------------------------------------------------- */

static const char *cannot(const char *what, const char *name, char why[ARKAD_WHY_MAX]) {
    snprintf(why, ARKAD_WHY_MAX, "cannot %s %.200s: %s", what, name, strerror(errno));
    return why;
}

/* Two tables must not write one file. */
static bool lock(int file) {
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    return fcntl(file, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN);
}

/* A new file, or something that is not a file at all (a device); an older game is never overwritten. */
static int create(const char *name) {
    struct stat there;
    if (!stat(name, &there) && !S_ISREG(there.st_mode)) return open(name, O_WRONLY | O_CLOEXEC);
    return open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
}

/* Syncs a new file's name to disk, too. */
static void sync_folder(const char *name) {
    char folder[SAVE_NAME_MAX];
    snprintf(folder, sizeof folder, "%s", name);
    char *slash = strrchr(folder, '/');
    if (slash) slash[slash == folder] = 0;
    int file = open(slash ? folder : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file < 0) return;
    fsync(file);
    close(file);
}

const char *save_create(struct save *save, const char *name, const char *game, bool is_new_name,
                        char why[ARKAD_WHY_MAX]) {
    char wanted[SAVE_NAME_MAX];
    if (name && strlen(name) >= sizeof wanted - 16) return strcpy(why, "the name of the file is too long");
    if (name) strcpy(wanted, name);
    if (!name && !standard_name(game, wanted))
        return strcpy(why, "there is no place to keep games (HOME is not set): --save FILE gives one");
    is_new_name |= !name;
    memset(save, 0, sizeof *save);
    strcpy(save->name, wanted);
    save->file = create(save->name);
    for (int number = 2; save->file < 0 && errno == EEXIST && is_new_name && number < NUMBERS_MAX; number++) {
        number_name(wanted, number, save->name);
        save->file = create(save->name);
    }
    if (save->file >= 0) {
        lock(save->file);
        sync_folder(save->name);
        return NULL;
    }
    save->file = 0;
    if (errno != EEXIST) return cannot("write", wanted, why);
    snprintf(why, ARKAD_WHY_MAX, "%.200s is there already; --resume goes on with it", wanted);
    return why;
}

const char *save_reopen(struct save *save, const char *name, off_t *ends, int lines, char why[ARKAD_WHY_MAX]) {
    memset(save, 0, sizeof *save);
    if (strlen(name) >= sizeof save->name) return strcpy(why, "the name of the file is too long");
    strcpy(save->name, name);
    save->ends = ends;
    save->lines = save->room = lines;
    save->file = open(name, O_RDWR | O_CLOEXEC);
    if (save->file < 0) {
        save->file = 0;
        return cannot("write", name, why);
    }
    if (!lock(save->file)) return strcpy(why, "another table is playing this game just now");
    if (ftruncate(save->file, ends[lines - 1]) || lseek(save->file, 0, SEEK_END) < 0) return cannot("write", name, why);
    return NULL;
}

void save_close(struct save *save) {
    if (save->file) close(save->file);
    free(save->ends);
    memset(save, 0, sizeof *save);
}

/* ---- Lines ------------------------------------------------------------------------------------------------------ */

static off_t end_of(const struct save *save) { return save->lines ? save->ends[save->lines - 1] : 0; }

/* What cannot be truncated (a device) is not a file to be kept whole either. */
static void cut(struct save *save) {
    if (!ftruncate(save->file, end_of(save))) lseek(save->file, end_of(save), SEEK_SET);
}

static bool fail(struct save *save) {
    int error = errno ? errno : EIO;
    snprintf(save->problem, sizeof save->problem, "%s", strerror(error));
    cut(save);
    return false;
}

static bool write_all(int file, const char *bytes, size_t length) {
    while (length) {
        ssize_t done = write(file, bytes, length);
        if (done < 0 && errno == EINTR) continue;
        if (done <= 0) return false;
        bytes += done;
        length -= (size_t)done;
    }
    return true;
}

static bool note_end(struct save *save, size_t length) {
    if (save->lines == save->room) {
        int room = save->room ? 2 * save->room : 256;
        off_t *ends = realloc(save->ends, (size_t)room * sizeof *ends);
        if (!ends) return false;
        save->ends = ends;
        save->room = room;
    }
    off_t end = end_of(save) + (off_t)length;
    save->ends[save->lines++] = end;
    return true;
}

static bool add_line(struct save *save, int line, save_writer *write_line, const void *context) {
    static char text[LINE_MAX_BYTES];
    size_t length = write_line(context, line, text, sizeof text - 1);
    assert(length && length < sizeof text);
    text[length++] = '\n';
    return write_all(save->file, text, length) && note_end(save, length);
}

static bool sync_file(int file) { return !fsync(file) || errno == EINVAL || errno == ENOTSUP; }

bool save_lines(struct save *save, int lines, save_writer *write_line, const void *context) {
    assert(lines > 0 && save->lines >= 0);
    bool is_unsure = save->lines != lines || save->problem[0];
    errno = 0;
    if (lines < save->lines) {
        save->lines = lines;
        cut(save);
    }
    while (save->lines < lines)
        if (!add_line(save, save->lines, write_line, context)) return fail(save);
    if (is_unsure && !sync_file(save->file)) return fail(save);
    save->problem[0] = 0;
    return true;
}

/* ---- Who played ------------------------------------------------------------------------------------------------- */

static void seats_name(const char *name, char seats[SAVE_NAME_MAX + 8]) {
    snprintf(seats, SAVE_NAME_MAX + 8, "%s.seats", name);
}

/* Not worth an error of its own: without it, the command line says again who plays. */
void save_seats(struct save *save, const char *text) {
    char name[SAVE_NAME_MAX + 8];
    struct stat there;
    if (fstat(save->file, &there) || !S_ISREG(there.st_mode)) return;
    seats_name(save->name, name);
    int file = open(name, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0) return;
    if (write_all(file, text, strlen(text))) fsync(file);
    close(file);
}

bool save_read_seats(const char *name, char *text, size_t size) {
    char seats[SAVE_NAME_MAX + 8];
    seats_name(name, seats);
    FILE *file = fopen(seats, "rb");
    if (!file) return false;
    size_t length = fread(text, 1, size - 1, file);
    fclose(file);
    text[length] = 0;
    return length > 0;
}
