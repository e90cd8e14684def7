/* A place in a JSON value, and typed access to what is there.
 *
 * A place knows the way that leads to it, so that a complaint says where in the input it is and how it is reached:
 * "<stdin>:3:14: cities[3]: ...". Places are small values on the stack; each points to the one above it, which must
 * outlive it. All functions that fail fill err and return false. */
#ifndef BASE_JSON_AT_H
#define BASE_JSON_AT_H

#include "base/error.h"
#include "base/json_show.h"
#include "base/json_stream.h"

#include <json-c/linkhash.h>

struct json_at {
    json_object *object; /* borrowed */
    const struct json_at *above;
    const struct json_value *root;
    const char *key;              /* of a member; of the root what paths begin with, or NULL; NULL for an element */
    size_t index;                 /* of an element */
    const struct lh_entry *entry; /* private: where json_at_each is */
};

struct json_at json_at_root(const struct json_value *value);

/* Expects an array of low to high elements. */
bool json_at_array(const struct json_at *at, size_t low, size_t high, struct error *err);

/* How many elements an array, or members an object, has. */
size_t json_at_count(const struct json_at *at);

/* The index-th element of an array. */
struct json_at json_at_element(const struct json_at *at, size_t index);

/* Expects an object. */
bool json_at_object(const struct json_at *at, struct error *err);

/* Steps through an object's members in the order of the text: `struct json_at m = {0}; while (json_at_each(&at, &m))`.
 */
bool json_at_each(const struct json_at *at, struct json_at *member);

/* Expects an object with exactly these members, in any order, and finds them. names ends with NULL. */
bool json_at_members(const struct json_at *at, const char *const *names, struct json_at *out, struct error *err);

/* Expects a string. It is borrowed from the object; it may contain NUL characters, which length counts. */
bool json_at_string(const struct json_at *at, const char **text, size_t *length, struct error *err);

/* Expects one of the strings that `words` lists before its NULL; index is which. */
bool json_at_word(const struct json_at *at, const char *const *words, int *index, struct error *err);

/* Expects a whole number from low to high (`7.0` is one). */
bool json_at_range(const struct json_at *at, int low, int high, int *out, struct error *err);

/* Expects a whole number of at least 0. Beyond high it becomes high: some inputs count cards in 160 digits. */
bool json_at_natural(const struct json_at *at, int high, int *out, struct error *err);

/* Complains that something else was expected at a place, and says what is there. */
bool json_at_expected(const struct json_at *at, struct error *err, const char *what);

/* Complain about the value at a place, or about the key that leads to it. */
__attribute__((format(printf, 3, 4))) bool json_at_fail(const struct json_at *at, struct error *err, const char *format,
                                                        ...);
__attribute__((format(printf, 3, 4))) bool json_at_fail_key(const struct json_at *at, struct error *err,
                                                            const char *format, ...);

#endif
