/*
 * The nets that are built in: their files, as the build embeds them. In the browser there are none.
 */
#ifndef BOTS_NETS_BUILT_H
#define BOTS_NETS_BUILT_H

#include <stddef.h>

struct built_net {
    const char *game; /* NULL: the end of the list */
    const char *bytes;
    const size_t *length;
};
extern const struct built_net built_nets[];

#endif
