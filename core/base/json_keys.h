/* The keys of an object in a text: whether one of them is there twice. */
#ifndef BASE_JSON_KEYS_H
#define BASE_JSON_KEYS_H

#include <stddef.h>
#include <stdint.h>

struct json_key {
    uint32_t at;   /* where it stands, at its opening quote */
    uint32_t hash; /* private */
};

#define JSON_KEYS_UNIQUE UINT32_MAX

/* Where the first key stands that means the same as one before it; JSON_KEYS_UNIQUE if there is none. The keys have
 * been checked, and are in the order of the text; they may be in another one afterwards. */
uint32_t json_keys_repeated(const char *text, struct json_key *keys, size_t count);

#endif
