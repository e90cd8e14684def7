/* An arena allocator: allocations are freed all at once.
 *
 * Everything that a run needs comes from one arena; nothing is freed individually. */
#ifndef BASE_ARENA_H
#define BASE_ARENA_H

#include <stdbool.h>
#include <stddef.h>

struct arena_block;

/* `struct arena a = {0};` is an empty arena. */
struct arena {
    struct arena_block *blocks;
    char *next;  /* first free byte of the newest block */
    size_t room; /* free bytes from there on */
};

/* Allocates `count` objects of `size` bytes, zeroed and aligned for any type. NULL if out of memory or if the product
 * overflows. A count of 0 gives a pointer that must not be dereferenced. */
void *arena_array(struct arena *arena, size_t count, size_t size);

/* A NUL-terminated copy of `length` bytes; NULL if out of memory. */
char *arena_string(struct arena *arena, const char *text, size_t length);

/* A text in the manner of printf; NULL if out of memory. */
__attribute__((format(printf, 2, 3))) char *arena_format(struct arena *arena, const char *format, ...);

/* Makes room for one more than `used` elements of `size` bytes in an array that lies in the arena. `items` is the
 * address of a pointer to the first one, or to NULL; `room` is the current capacity. False, with nothing changed, if
 * out of memory. */
bool arena_grow(struct arena *arena, void *items, size_t *room, size_t used, size_t size);

/* The words of a text, between separators; NULL-terminated. NULL if out of memory. */
const char **arena_words(struct arena *arena, const char *text, const char *separators);

/* Frees everything allocated from the arena and leaves it empty. */
void arena_free(struct arena *arena);

#endif
