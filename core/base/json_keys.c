#include "base/json_keys.h"

#include "base/json_text.h"

#include <stdlib.h>

enum { FEW = 8 }; /* up to this many are compared pairwise */

static int compare_meanings(const char *text, const struct json_key *a, const struct json_key *b)
{
    return json_text_compare(text + a->at + 1, text + b->at + 1);
}

static uint32_t repeated_of_few(const char *text, const struct json_key *keys, size_t count)
{
    for (size_t i = 1; i < count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (compare_meanings(text, &keys[i], &keys[j]) == 0) {
                return keys[i].at;
            }
        }
    }
    return JSON_KEYS_UNIQUE;
}

static int compare_keys(const void *left, const void *right, void *context)
{
    const struct json_key *a = left, *b = right;
    const char *const *text = context;
    return a->hash != b->hash ? (a->hash > b->hash) - (a->hash < b->hash) : compare_meanings(*text, a, b);
}

/* Sorts keys by hash, then by decoded characters: no choice of keys makes that slow. */
static uint32_t repeated_of_many(const char *text, struct json_key *keys, size_t count)
{
    uint32_t again = JSON_KEYS_UNIQUE;
    for (size_t i = 0; i < count; i++) {
        uint64_t hash = json_text_hash(text + keys[i].at + 1);
        keys[i].hash = (uint32_t)(hash ^ hash >> 32);
    }
    qsort_r(keys, count, sizeof *keys, compare_keys, &text);
    for (size_t i = 1; i < count; i++) {
        if (compare_keys(&keys[i - 1], &keys[i], &text) == 0) {
            uint32_t later = keys[i].at > keys[i - 1].at ? keys[i].at : keys[i - 1].at;
            again = later < again ? later : again;
        }
    }
    return again;
}

uint32_t json_keys_repeated(const char *text, struct json_key *keys, size_t count)
{
    return count <= FEW ? repeated_of_few(text, keys, count) : repeated_of_many(text, keys, count);
}
