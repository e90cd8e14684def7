/* The fewest cases that together catch all programs that any of them catches. */
#ifndef REPORT_COVER_H
#define REPORT_COVER_H

#include "base/arena.h"

#include <stdbool.h>
#include <stdint.h>

struct cover {
    size_t cases, programs;
    const bool *catches; /* cases rows of programs */
};

/* Lists the numbers of such cases, in order, in the arena, and sets *count. Looks for a smallest set; where that takes
 * too long, *smallest becomes false, and the set is one that is small. NULL if out of memory. */
size_t *cover_find(const struct cover *cover, struct arena *arena, size_t *count, bool *smallest);

#endif
