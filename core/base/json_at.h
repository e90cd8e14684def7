/* A place in a JSON value, and typed access to the value there.
 *
 * A place knows its path from the root, so that errors give both position and path: "<stdin>:3:14: cities[3]: ...".
 * Places are small values on the stack; each points to the one above it, which must outlive it. Functions that fail
 * fill err and return false. */
#ifndef BASE_JSON_AT_H
#define BASE_JSON_AT_H

#include "base/arena.h"
#include "base/error.h"
#include "base/json_show.h"
#include "base/json_stream.h"

#include <json-c/linkhash.h>

struct json_at {
    json_object *object; /* borrowed */
    const struct json_at *above;
    const struct json_value *root;
    const char *key;              /* of a member; for the root, the start of paths, or NULL; NULL for an element */
    size_t index;                 /* of an element */
    const struct lh_entry *entry; /* private: the position of json_at_each */
};

struct json_at json_at_root(const struct json_value *value);

/* Expects an array of `low` to `high` elements. */
bool json_at_array(const struct json_at *at, size_t low, size_t high, struct error *err);

/* The number of elements of an array or members of an object. */
size_t json_at_count(const struct json_at *at);

/* The index-th element of an array. */
struct json_at json_at_element(const struct json_at *at, size_t index);

/* Expects an array of `low` to `high` elements, and finds them all. */
bool json_at_elements(const struct json_at *at, size_t low, size_t high, struct json_at *out, struct error *err);

/* Expects an array of `low` to `high` elements. Allocates `size` bytes, all 0, for each, and counts them; NULL on
 * failure. */
void *json_at_list(const struct json_at *at, size_t low, size_t high, size_t size, struct arena *arena, int *count,
                   struct error *err);

/* Expects an object. */
bool json_at_object(const struct json_at *at, struct error *err);

/* Iterates over an object's members in text order: `struct json_at m = {0}; while (json_at_each(&at, &m))`. */
bool json_at_each(const struct json_at *at, struct json_at *member);

/* Whether it is an object with this member, which is found then. */
bool json_at_find(const struct json_at *at, const char *name, struct json_at *out);

/* Expects an object with this member, and finds it. */
bool json_at_member(const struct json_at *at, const char *name, struct json_at *out, struct error *err);

/* Expects an object with exactly these members, in any order, and finds them. `names` is NULL-terminated. */
bool json_at_members(const struct json_at *at, const char *const *names, struct json_at *out, struct error *err);

/* Expects a string. It is borrowed from the object and may contain NUL characters, which `length` includes. */
bool json_at_string(const struct json_at *at, const char **text, size_t *length, struct error *err);

/* Expects one of the strings in `words`, which is NULL-terminated, and sets its index. */
bool json_at_word(const struct json_at *at, const char *const *words, int *index, struct error *err);

/* Whether it is one of them. */
bool json_at_is_word(const struct json_at *at, const char *const *words, int *index);

/* Expects a Boolean. */
bool json_at_boolean(const struct json_at *at, bool *out, struct error *err);

/* Expects an integer from `low` to `high` (`7.0` is one). */
bool json_at_range(const struct json_at *at, int low, int high, int *out, struct error *err);

/* Expects an integer of at least 0. Values above `high` become `high`: some inputs count cards in 160 digits. */
bool json_at_natural(const struct json_at *at, int high, int *out, struct error *err);

/* Reports that `what` was expected at a place, and what was found. */
bool json_at_expected(const struct json_at *at, struct error *err, const char *what);

/* Report an error in the value at a place, or in its key. */
__attribute__((format(printf, 3, 4))) bool json_at_fail(const struct json_at *at, struct error *err, const char *format,
                                                        ...);
__attribute__((format(printf, 3, 4))) bool json_at_fail_key(const struct json_at *at, struct error *err,
                                                            const char *format, ...);

#endif
