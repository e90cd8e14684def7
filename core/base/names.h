/* Player names, in both games. */
#ifndef BASE_NAMES_H
#define BASE_NAMES_H

#include "base/arena.h"
#include "base/text.h"

#include <json-c/json_object.h>
#include <stdbool.h>

/* Whether a name consists of 1 to `most` letters and digits. */
bool names_valid(const char *name, size_t length, size_t most);

/* Finds the first name that repeats an earlier one: sets its index, or `count` if all differ. `names` points to the
 * first one; the others follow every `stride` bytes, so it can be a member in an array of structs. False if out of
 * memory. */
bool names_repeated(const char *const *names, size_t stride, size_t count, struct arena *arena, size_t *index);

enum { NAMES_MAX = 64 }; /* maximum length of a name, whatever the game */

/* Names in use. `struct names_register r = {0};` is empty. */
struct names_register {
    /* private: JSON objects, used as hash tables that no choice of names can slow down */
    json_object *taken;
    json_object *next; /* by prefix and number of letters: the next letters to try, as a number */
};

/* Registers a name of at most `most` characters. If it is in use, letters are appended to it: a to z, aa to zz, and so
 * on, replacing its end if there is no room. Returns the resulting name, allocated in the arena; NULL if out of
 * memory. */
const char *names_register_add(struct names_register *r, const char *name, int most, struct arena *arena);
void names_register_free(struct names_register *r);

/* Writes the names of the players in the wanted group, sorted, as a JSON array. `groups` points to the first player's
 * group; the others follow every `stride` bytes. */
void names_write(struct text *out, const char *const *names, int count, const int *groups, size_t stride, int wanted,
                 struct arena *arena);

#endif
