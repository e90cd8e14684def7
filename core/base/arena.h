/* Memory that dies all at once.
 *
 * Everything that one run needs comes out of one arena; nothing is freed by itself. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stddef.h>

struct arena_block;

/* `struct arena a = {0};` is an empty arena. */
struct arena {
    struct arena_block *blocks;
    char *next;  /* the first free byte of the newest block */
    size_t room; /* how many follow it */
};

/* `count` objects of `size` bytes, zeroed and aligned for any type. NULL when memory is short or the product overflows.
 * A count of 0 gives a pointer that must not be followed. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* A copy of length bytes, with a NUL behind them; or NULL. */
char *arena_string(struct arena *arena, const char *text, size_t length);

/* Frees everything that came out of the arena and leaves it empty. */
void arena_free(struct arena *arena);

#endif
