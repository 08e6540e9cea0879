/*
 * Memory that is there, or the end of the program.
 */
#include "terminal/memory.h"

#include "cli/cli.h"
#include "terminal/screen.h"

#include <stdlib.h>

void *must_have(void *memory) {
    if (memory) return memory;
    screen_close(); /* the message is for the terminal as it was */
    exit((int)complain(NO, "there is not enough memory; the game is saved"));
}
