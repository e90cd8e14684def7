/* Players of an input, as far as both games write them alike: a name, and a strategy or the path of a program.
 *
 * All functions return false and fill err, with the place in the input, on anything that is wrong. */
#ifndef TOURNAMENT_ENTRIES_H
#define TOURNAMENT_ENTRIES_H

#include "base/arena.h"
#include "base/json_at.h"

/* The name of a player, copied: 1 to `most` letters or digits. */
bool entries_name(const struct json_at *at, int most, struct arena *arena, const char **name, struct error *err);

/* The same of a key. */
bool entries_key(const struct json_at *at, int most, struct error *err);

/* Any string as a name, copied. */
bool entries_any_name(const struct json_at *at, struct arena *arena, const char **name, struct error *err);

/* What has a slash in it is the path of a program, copied; NULL: it is the name of a strategy, or something else. */
bool entries_program(const struct json_at *at, struct arena *arena, const char **program, struct error *err);

/* Whether the names of an array of players, each of which has its name first, are all different. */
bool entries_differ(const struct json_at *at, const char *const *names, size_t count, struct arena *arena,
                    struct error *err);

#endif
