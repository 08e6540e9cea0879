/*
 * Copies of a store, made while it is in use. The whole copy is of one moment: a read transaction holds it, and the
 * writer goes on meanwhile. The copy gets its name when every page has been written, synced and checked.
 */
#include "store/inside.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    PAGES_AT_ONCE = 2048, /* 8 MiB: some steps of progress a second */
    READER_BUSY_MS = 5000 /* the writer is just beginning or ending */
};

struct copy {
    sqlite3 *from, *to;
    const char *from_file, *to_file;
    char part[STORE_PATH_MAX]; /* the name until it is whole */
    store_progress *progress;
    void *context;
    char *why;
};

static bool refuse_from(struct copy *copy, int code) {
    store_explain(copy->from, code, copy->from_file, copy->why);
    return false;
}

static bool refuse_to(struct copy *copy, int code) {
    store_explain(copy->to, code, copy->to_file, copy->why);
    return false;
}

/* Secrets are in there: nobody else may read it. */
static bool open_part(struct copy *copy) {
    unlink(copy->part); /* of a copy that was cut short */
    int file = open(copy->part, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0) return refuse_to(copy, store_code(errno));
    close(file);
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(copy->part, &copy->to, flags, NULL);
    if (!code) code = sqlite3_exec(copy->to, "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF", NULL, NULL, NULL);
    return !code || refuse_to(copy, code);
}

static bool copy_pages(struct copy *copy) {
    sqlite3_backup *backup = sqlite3_backup_init(copy->to, "main", copy->from, "main");
    if (!backup) return refuse_to(copy, sqlite3_extended_errcode(copy->to));
    int code;
    do {
        code = sqlite3_backup_step(backup, PAGES_AT_ONCE);
        int all = sqlite3_backup_pagecount(backup);
        if (copy->progress) copy->progress(all - sqlite3_backup_remaining(backup), all, copy->context);
    } while (code == SQLITE_OK);
    sqlite3_backup_finish(backup);
    if (code == SQLITE_DONE) return true;
    bool is_source = (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_NOTADB || code == SQLITE_IOERR_READ;
    return is_source ? refuse_from(copy, code) : refuse_to(copy, code);
}

/* Read again, as one file that needs none beside it. */
static bool check_copy(struct copy *copy) {
    int64_t complaints = -1;
    int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(copy->part, &copy->to, flags, NULL);
    if (!code) code = sqlite3_exec(copy->to, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    if (!code)
        code = store_pragma(copy->to, "SELECT count(*) FROM pragma_integrity_check(1) WHERE integrity_check <> 'ok'",
                            &complaints);
    if (code) return refuse_to(copy, code);
    return !complaints || refuse_from(copy, SQLITE_CORRUPT);
}

static void close_part(struct copy *copy) {
    sqlite3_close(copy->to);
    copy->to = NULL;
}

static bool sync_part(struct copy *copy) {
    int file = open(copy->part, O_RDWR | O_CLOEXEC);
    bool is_synced = file >= 0 && !fsync(file);
    int code = is_synced ? SQLITE_OK : store_code(errno);
    if (file >= 0) close(file);
    return is_synced || refuse_to(copy, code);
}

static bool name_copy(struct copy *copy) {
    if (!rename(copy->part, copy->to_file) && !store_sync_folder(copy->to_file)) return true;
    return refuse_to(copy, store_code(errno));
}

/* A copy onto the store itself would destroy it. */
static bool is_same_file(const char *one, const char *other) {
    struct stat a, b;
    return !stat(one, &a) && !stat(other, &b) && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

static bool make_copy(struct copy *copy) {
    assert(copy->from && !copy->to);
    bool is_copied = open_part(copy) && copy_pages(copy);
    close_part(copy);
    bool is_right = is_copied && check_copy(copy);
    close_part(copy);
    if (is_right && sync_part(copy) && name_copy(copy)) return true;
    unlink(copy->part);
    return false;
}

/* The moment that is copied. */
static int hold(sqlite3 *from) {
    int64_t application = 0;
    int code = sqlite3_exec(from, "BEGIN", NULL, NULL, NULL);
    if (!code) code = store_pragma(from, "PRAGMA application_id", &application);
    int64_t rows;
    if (!code && application == STORE_APPLICATION)
        return store_pragma(from, "SELECT count(*) FROM sqlite_schema", &rows);
    return code ? code : SQLITE_NOTADB;
}

bool store_copy(const char *file, const char *to, store_progress *progress, void *context, char why[STORE_WHY_MAX]) {
    struct copy copy = {.from_file = file, .to_file = to, .progress = progress, .context = context, .why = why};
    if (is_same_file(file, to)) {
        snprintf(why, STORE_WHY_MAX, "a store cannot be copied onto itself: name another file");
        return false;
    }
    int length = snprintf(copy.part, sizeof copy.part, "%s.%ld.part", to, (long)getpid());
    if (length >= (int)sizeof copy.part) return refuse_to(&copy, SQLITE_CANTOPEN);
    int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int code = sqlite3_open_v2(file, &copy.from, flags, NULL);
    if (!code) code = sqlite3_busy_timeout(copy.from, READER_BUSY_MS);
    if (!code) code = hold(copy.from);
    bool is_copied = code ? refuse_from(&copy, code) : make_copy(&copy);
    sqlite3_close(copy.from);
    return is_copied;
}
