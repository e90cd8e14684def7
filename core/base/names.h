/* Names of players, in both games. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/arena.h"
#include "base/text.h"

#include <json-c/json_object.h>
#include <stdbool.h>

/* Whether this is a name of 1 to `most` letters and digits. */
bool names_valid(const char *name, size_t length, size_t most);

/* Finds the first name that an earlier one equals; its index, or count if there is none. False when memory is short. */
bool names_repeated(const char *const *names, size_t count, struct arena *arena, size_t *index);

enum { NAMES_MAX = 64 }; /* characters that a name may have at most, whatever the game */

/* Names that are taken. `struct names_register r = {0};` is an empty one. */
struct names_register {
    /* private: both are JSON objects for the sake of their hash tables, which no choice of names can make slow */
    json_object *taken;
    json_object *next; /* by what comes before the letters, and how many letters: the next ones to try, as a number */
};

/* Takes a name of at most `most` characters. If it is taken already it gets letters behind it: a to z, aa to zz, and so
 * on, instead of its end where there is no room. The name that it has now lives in the arena; NULL when memory is
 * short. */
const char *names_register_add(struct names_register *r, const char *name, int most, struct arena *arena);
void names_register_free(struct names_register *r);

/* Writes the names of the players in the wanted group, sorted, as a JSON array. The groups are `stride` bytes apart: a
 * member of each struct of an array. */
void names_write(struct text *out, const char *const *names, int count, const int *groups, size_t stride, int wanted,
                 struct arena *arena);

#endif
