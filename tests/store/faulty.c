/*
 * A disk that fails when it is told to: SQLite's own file system, with the calls that change files counted.
 */
#include "faulty.h"

#include <sqlite3.h>
#include <string.h>

struct faulty_file {
    sqlite3_file base;
    sqlite3_file *real; /* the real file */
};

static sqlite3_vfs layer;
static sqlite3_vfs *below;
static enum fault now;
static int calls_left;
static bool is_staying, has_failed;

void faulty_set(enum fault fault, int at, bool stays) {
    now = fault;
    calls_left = at;
    is_staying = stays;
    has_failed = false;
}

bool faulty_has_failed(void) { return has_failed; }

/* Counts a call: how it goes wrong. */
static enum fault next_call(void) {
    if (now == FAULT_NONE) return FAULT_NONE;
    bool fails = --calls_left == 0 || (is_staying && calls_left < 0);
    has_failed |= fails;
    return fails ? now : FAULT_NONE;
}

static sqlite3_file *real(sqlite3_file *file) { return ((struct faulty_file *)file)->real; }

static int file_write(sqlite3_file *file, const void *data, int count, sqlite3_int64 at) {
    enum fault fault = next_call();
    if (fault == FAULT_REFUSED) return SQLITE_FULL;
    int done = fault == FAULT_TORN ? count / 2 : count;
    int code = real(file)->pMethods->xWrite(real(file), data, done, at);
    return fault ? SQLITE_IOERR_WRITE : code;
}

static int file_sync(sqlite3_file *file, int flags) {
    enum fault fault = next_call();
    int code = fault == FAULT_REFUSED ? SQLITE_OK : real(file)->pMethods->xSync(real(file), flags);
    return fault ? SQLITE_IOERR_FSYNC : code;
}

static int file_truncate(sqlite3_file *file, sqlite3_int64 size) {
    enum fault fault = next_call();
    int code = fault == FAULT_REFUSED ? SQLITE_OK : real(file)->pMethods->xTruncate(real(file), size);
    return fault ? SQLITE_IOERR_TRUNCATE : code;
}

static int file_close(sqlite3_file *file) { return real(file)->pMethods->xClose(real(file)); }
static int file_read(sqlite3_file *file, void *data, int count, sqlite3_int64 at) {
    return real(file)->pMethods->xRead(real(file), data, count, at);
}
static int file_size(sqlite3_file *file, sqlite3_int64 *size) {
    return real(file)->pMethods->xFileSize(real(file), size);
}
static int file_lock(sqlite3_file *file, int lock) { return real(file)->pMethods->xLock(real(file), lock); }
static int file_unlock(sqlite3_file *file, int lock) { return real(file)->pMethods->xUnlock(real(file), lock); }
static int file_reserved(sqlite3_file *file, int *is) {
    return real(file)->pMethods->xCheckReservedLock(real(file), is);
}
static int file_control(sqlite3_file *file, int what, void *value) {
    return real(file)->pMethods->xFileControl(real(file), what, value);
}
static int file_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }
static int file_device(sqlite3_file *file) { return real(file)->pMethods->xDeviceCharacteristics(real(file)); }
static int file_shm_map(sqlite3_file *file, int page, int size, int extend, void volatile **at) {
    return real(file)->pMethods->xShmMap(real(file), page, size, extend, at);
}
static int file_shm_lock(sqlite3_file *file, int offset, int count, int flags) {
    return real(file)->pMethods->xShmLock(real(file), offset, count, flags);
}
static void file_shm_barrier(sqlite3_file *file) { real(file)->pMethods->xShmBarrier(real(file)); }
static int file_shm_unmap(sqlite3_file *file, int remove) {
    return real(file)->pMethods->xShmUnmap(real(file), remove);
}

static const sqlite3_io_methods METHODS = {
    .iVersion = 2,
    .xClose = file_close,
    .xRead = file_read,
    .xWrite = file_write,
    .xTruncate = file_truncate,
    .xSync = file_sync,
    .xFileSize = file_size,
    .xLock = file_lock,
    .xUnlock = file_unlock,
    .xCheckReservedLock = file_reserved,
    .xFileControl = file_control,
    .xSectorSize = file_sector,
    .xDeviceCharacteristics = file_device,
    .xShmMap = file_shm_map,
    .xShmLock = file_shm_lock,
    .xShmBarrier = file_shm_barrier,
    .xShmUnmap = file_shm_unmap,
};

static int open_file(sqlite3_vfs *vfs, const char *name, sqlite3_file *file, int flags, int *out) {
    (void)vfs;
    struct faulty_file *faulty = (struct faulty_file *)file;
    faulty->real = (sqlite3_file *)(faulty + 1);
    int code = below->xOpen(below, name, faulty->real, flags, out);
    faulty->base.pMethods = code ? NULL : &METHODS;
    return code;
}

static int delete_file(sqlite3_vfs *vfs, const char *name, int sync) {
    (void)vfs;
    return next_call() ? SQLITE_IOERR_DELETE : below->xDelete(below, name, sync);
}

void faulty_install(void) {
    below = sqlite3_vfs_find(NULL);
    layer = *below;
    layer.pNext = NULL;
    layer.zName = "faulty";
    layer.szOsFile = (int)sizeof(struct faulty_file) + below->szOsFile;
    layer.xOpen = open_file;
    layer.xDelete = delete_file;
    sqlite3_vfs_register(&layer, 1);
}
