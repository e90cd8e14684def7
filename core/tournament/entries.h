/* Players in an input, in the form that both games share: a name, and a strategy or the path of a program.
 *
 * On invalid input, all functions return false and fill err, with the position. */
#ifndef TOURNAMENT_ENTRIES_H
#define TOURNAMENT_ENTRIES_H

#include "base/arena.h"
#include "base/json_at.h"

/* The name of a player, copied: 1 to `most` letters or digits, or any string if most is 0. */
bool entries_name(const struct json_at *at, int most, struct arena *arena, const char **name, struct error *err);

/* The same for a key. */
bool entries_key(const struct json_at *at, int most, struct error *err);

/* A string with a slash is the path of a program, copied; NULL: the name of a strategy, or something else. */
bool entries_program(const struct json_at *at, struct arena *arena, const char **program, struct error *err);

/* Checks that the names in an array of players differ. Each player is an array that starts with its name, which has
 * been read: see names_repeated. */
bool entries_differ(const struct json_at *at, const char *const *names, size_t stride, struct arena *arena,
                    struct error *err);

#endif
