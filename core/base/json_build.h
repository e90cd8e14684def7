/* A consumer of json_scan that builds json-c values.
 *
 * json-c's own parser would do, but it would walk byte by byte through text already known to be valid, and take twice
 * as long. */
#ifndef BASE_JSON_BUILD_H
#define BASE_JSON_BUILD_H

#include "base/json_scan.h"

#include <json-c/json_object.h>
#include <stdint.h>

/* How many values a text may have, counting each key as one value and each array or object as two. Memory use depends
 * on that count and hardly on the length of the text: at most 104 bytes each, in addition to the text itself. */
enum { JSON_BUILD_MAX = 8 * 1024 * 1024 };

/* A value that several places of a text share, and its text, padded with NUL characters. */
struct json_shared {
    json_object *value;
    uint64_t token[3];
};

enum { JSON_BUILD_SHARED = 64 };

/* `struct json_builder b = {0};` is an empty builder. */
struct json_builder {
    int repeats_at; /* as in json_scanner */
    size_t count;   /* of values so far */

    /* private */
    json_object *root, *open[JSON_DEPTH_MAX];
    int depth;
    char *scratch; /* the key of the next member, followed by the current string */
    size_t key_length, room;
    struct json_shared shared[JSON_BUILD_SHARED]; /* by a hash of the text */
};

/* The consumer; its context is a builder. Integers beyond 64 bits saturate. */
json_consumer json_build;

/* Takes the complete value; the caller owns it. NULL is JSON's null. */
json_object *json_build_take(struct json_builder *builder);

/* Frees everything that the builder holds, including a partial value. */
void json_build_free(struct json_builder *builder);

#endif
