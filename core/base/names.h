/* Names of players, in both games. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/arena.h"

#include <json-c/json_object.h>
#include <stdbool.h>

/* Whether this is a name of 1 to `most` letters and digits. */
bool names_valid(const char *name, size_t length, size_t most);

/* Finds the first name that an earlier one equals; its index, or count if there is none. False when memory is short. */
bool names_repeated(const char *const *names, size_t count, struct arena *arena, size_t *index);

/* The names of the players whose group is the wanted one, sorted, as a JSON array that the caller owns; NULL when
 * memory is short. The groups stand `stride` bytes apart: a member of each struct of an array. */
json_object *names_write(const char *const *names, int count, const int *groups, size_t stride, int wanted,
                         struct arena *arena);

#endif
