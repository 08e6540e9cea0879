/*
 * Whole numbers that came from outside: checked for their range before they are narrowed.
 */
#ifndef ENGINE_WHOLE_H
#define ENGINE_WHOLE_H

/* The number if it is in its range, else `otherwise`. */
static inline int whole_in(long long number, int least, int most, int otherwise) {
    return number >= least && number <= most ? (int)number : otherwise;
}

#endif
