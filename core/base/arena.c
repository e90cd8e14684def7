#include "base/arena.h"

#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Many arenas never hold a KiB, and malloc caches blocks of that size. Those that do are given twice as much each time:
 * of what a short run does not need, not even the page behind it should be touched. */
enum { FIRST_BLOCK = 1000, BLOCK_MAX = 16 * 1024 };

struct arena_block {
    struct arena_block *older;
    size_t size;
    alignas(max_align_t) char memory[];
};

static char *add_block(struct arena *arena, size_t needed)
{
    size_t usual = arena->blocks ? 2 * arena->blocks->size : FIRST_BLOCK;
    usual = usual < BLOCK_MAX ? usual : BLOCK_MAX;
    size_t size = needed > usual ? needed : usual;
    if (size > SIZE_MAX - sizeof(struct arena_block)) {
        return NULL;
    }
    struct arena_block *block = malloc(sizeof *block + size);
    if (!block) {
        return NULL;
    }
    *block = (struct arena_block){.older = arena->blocks, .size = size};
    arena->blocks = block;
    arena->next = block->memory;
    arena->room = size;
    return block->memory;
}

void *arena_array(struct arena *arena, size_t count, size_t size)
{
    const size_t align = alignof(max_align_t);
    if (size && count > (SIZE_MAX - align) / size) {
        return NULL;
    }
    size_t needed = (count * size + align - 1) / align * align;
    if ((needed > arena->room || !arena->next) && !add_block(arena, needed)) {
        return NULL;
    }
    void *memory = arena->next;
    arena->next += needed;
    arena->room -= needed;
    return memset(memory, 0, needed);
}

char *arena_string(struct arena *arena, const char *text, size_t length)
{
    char *copy = length < SIZE_MAX ? arena_array(arena, length + 1, 1) : NULL;
    return copy ? memcpy(copy, text, length) : NULL;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    char *text = length < 0 ? NULL : arena_array(arena, (size_t)length + 1, 1);
    if (text) {
        vsnprintf(text, (size_t)length + 1, format, again);
    }
    va_end(again);
    va_end(arguments);
    return text;
}

bool arena_grow(struct arena *arena, void *items, size_t *room, size_t used, size_t size)
{
    enum { FIRST_ROOM = 64 };
    if (used < *room) {
        return true;
    }
    size_t more = *room ? 2 * *room : FIRST_ROOM;
    void *old, *bigger = arena_array(arena, more, size);
    if (!bigger) {
        return false;
    }
    if (*room) {
        memcpy(&old, items, sizeof old);
        memcpy(bigger, old, *room * size);
    }
    memcpy(items, &bigger, sizeof bigger);
    *room = more;
    return true;
}

const char **arena_words(struct arena *arena, const char *text, const char *separators)
{
    size_t length = strlen(text), count = 0;
    const char **words = arena_array(arena, length / 2 + 2, sizeof *words);
    char *copy = arena_string(arena, text, length), *rest = copy;
    while (words && copy && (words[count] = strtok_r(rest, separators, &rest))) {
        count++;
    }
    return copy ? words : NULL;
}

void arena_free(struct arena *arena)
{
    while (arena->blocks) {
        struct arena_block *older = arena->blocks->older;
        free(arena->blocks);
        arena->blocks = older;
    }
    *arena = (struct arena){0};
}
