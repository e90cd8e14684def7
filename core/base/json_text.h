/* Walking JSON text. But for json_text_hex4, the text must be one that json_scan has accepted. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The number that four hexadecimal digits make. */
unsigned json_text_hex4(const char *digits);

/* Compares two strings, each from behind its opening quote to its closing one, by what they mean: "a" is "\\u0061". */
int json_text_compare(const char *a, const char *b);

/* The same for strings that mean the same; of a string from behind its opening quote. */
uint64_t json_text_hash(const char *string);

/* Whether the key in quotes that starts at `at` says the same as a plain string. */
bool json_text_is(const char *text, size_t at, const char *key);

/* Passes over a string, from behind its opening quote to behind its closing one, and writes what it means, which is
 * never longer. How long that is; there is no NUL behind it. */
size_t json_text_plain(const char **text, char *out);

/* The end of the value, string or key that starts at `at`. */
size_t json_text_skip(const char *text, size_t at);

#endif
