/* Growable arrays. */
#ifndef BASE_LIST_H
#define BASE_LIST_H

#include <stdbool.h>
#include <stddef.h>

/* The slow path of list_grow. */
bool list_extend(void *items, size_t *room, size_t needed, size_t size);

/* Makes room for `needed` elements of `size` bytes. `items` is the address of a pointer to the first one, from malloc
 * or NULL; `room` is the current capacity. Capacity at least doubles, so appending one by one is cheap. Returns false,
 * with nothing changed, if out of memory. */
static inline bool list_grow(void *items, size_t *room, size_t needed, size_t size)
{
    return needed <= *room || list_extend(items, room, needed, size);
}

#endif
