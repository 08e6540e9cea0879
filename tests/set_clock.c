/*
 * Loaded before the C library (LD_PRELOAD): the wall clock is ahead by as many seconds as the file that ARKAD_CLOCK
 * names says, eight bytes that a test may change at any time. The clock that nobody sets stays as it is.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

static const volatile int64_t *ahead;

__attribute__((constructor)) static void find_file(void) {
    const char *name = getenv("ARKAD_CLOCK");
    int file = name ? open(name, O_RDONLY | O_CLOEXEC) : -1;
    void *found = file < 0 ? MAP_FAILED : mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    if (found != MAP_FAILED) ahead = found;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
    int wrong = (int)syscall(SYS_clock_gettime, clock, now);
    if (!wrong && clock == CLOCK_REALTIME && ahead) now->tv_sec += (time_t)*ahead;
    return wrong;
}
