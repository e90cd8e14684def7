/* Walking JSON text. Except for the first two functions, json_scan must have accepted the text. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include "base/arena.h"

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character that the escape `\c` stands for; 0 if there is no such escape. */
char json_text_escape(char c);

/* The value of four hexadecimal digits; -1 if they are not. */
int json_text_hex4(const char *digits);

/* Compares two strings by their decoded characters: "a" equals "\\u0061". Both pointers are just after the opening
 * quote. */
int json_text_compare(const char *a, const char *b);

/* Hashes a string by its decoded characters. The pointer is just after the opening quote. */
uint64_t json_text_hash(const char *string);

/* Whether the quoted key at `at` equals a plain string. */
bool json_text_is(const char *text, size_t at, const char *key);

/* Decodes a string, given just after its opening quote: writes as many whole characters as fit into size - 1 bytes, and
 * a NUL. Returns the decoded length in bytes, which never exceeds that of the text. */
size_t json_text_decode(const char *string, char *out, size_t size);

/* A copy of the decoded string in the arena; NULL if out of memory. */
char *json_text_copy(const char *string, struct arena *arena);

/* The end of the value, string or key that starts at `at`. */
size_t json_text_skip(const char *text, size_t at);

#endif
