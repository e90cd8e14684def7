/* A consumer of json_scan that builds json-c values.
 *
 * json-c's own parser could do it, too, but it goes byte by byte once more through a text that is known to be right,
 * and takes twice as long. */
#ifndef BASE_JSON_BUILD_H
#define BASE_JSON_BUILD_H

#include "base/json_scan.h"

#include <json-c/json_object.h>

/* How many values a text may have if each key counts as one, too, and each array and object as two: what they cost
 * depends on that and hardly on how many bytes they have. At most 104 bytes for each, beside the text's own. */
enum { JSON_BUILD_MAX = 8 * 1024 * 1024 };

/* `struct json_builder b = {0};` has built nothing. */
struct json_builder {
    int repeats_at; /* as it is scanned */

    /* private */
    size_t count;
    json_object *root, *open[JSON_DEPTH_MAX];
    int depth;
    char *scratch; /* the key of the next member, and what is at hand behind it */
    size_t key_length, room;
};

/* The consumer; its context is a builder. Integers beyond 64 bits saturate. */
json_consumer json_build;

/* Takes the value that is complete; the caller owns it. NULL is JSON's null. */
json_object *json_build_take(struct json_builder *builder);

/* Begins to count anew. */
void json_build_recount(struct json_builder *builder);

/* Frees what the builder holds, half a value included. */
void json_build_free(struct json_builder *builder);

#endif
