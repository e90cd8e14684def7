/* Arrays that grow. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* What list_grow does when there is no room. */
bool list_extend(void *items, size_t *room, size_t needed, size_t size);

/* Makes room for `needed` elements of `size` bytes. `items` is the address of a pointer to the first one, from malloc
 * or NULL; `room` says how many fit. Room at least doubles, so that adding one by one is cheap. False: out of memory,
 * and nothing has changed. */
static inline bool list_grow(void *items, size_t *room, size_t needed, size_t size)
{
    return needed <= *room || list_extend(items, room, needed, size);
}

#endif
