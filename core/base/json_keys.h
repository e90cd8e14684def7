/* Detects repeated keys in an object. */
#ifndef BASE_JSON_KEYS_H
#define BASE_JSON_KEYS_H

#include <stddef.h>
#include <stdint.h>

struct json_key {
    uint32_t at;   /* offset of its opening quote in the text */
    uint32_t hash; /* private */
};

#define JSON_KEYS_UNIQUE UINT32_MAX

/* The offset of the first key that repeats an earlier one; JSON_KEYS_UNIQUE if all differ. The keys must be valid and
 * in text order; their order may change. */
uint32_t json_keys_repeated(const char *text, struct json_key *keys, size_t count);

#endif
