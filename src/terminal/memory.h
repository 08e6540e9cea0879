/*
 * Memory for what grows with a game.
 */
#ifndef TERMINAL_MEMORY_H
#define TERMINAL_MEMORY_H

/* The memory, if it is there. If not, the program ends with a message: the game so far is on disk, nothing is lost. */
void *must_have(void *memory);

#endif
