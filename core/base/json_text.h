/* Walking JSON text. But for the first two functions, the text must be one that json_scan has accepted. */
#ifndef BASE_JSON_TEXT_H
#define BASE_JSON_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The character that a backslash and `c` mean; 0 if there is no such escape. */
char json_text_escape(char c);

/* The number that four hexadecimal digits make; -1 if they are something else. */
int json_text_hex4(const char *digits);

/* Compares two strings, each from behind its opening quote to its closing one, by what they mean: "a" is "\\u0061". */
int json_text_compare(const char *a, const char *b);

/* The same for strings that mean the same; of a string from behind its opening quote. */
uint64_t json_text_hash(const char *string);

/* Whether the key in quotes that starts at `at` says the same as a plain string. */
bool json_text_is(const char *text, size_t at, const char *key);

/* What a string means, from behind its opening quote: writes as many whole characters as fit into size - 1 bytes, and a
 * NUL; how many bytes it has in all, which is never more than the text has. */
size_t json_text_decode(const char *string, char *out, size_t size);

/* The end of the value, string or key that starts at `at`. */
size_t json_text_skip(const char *text, size_t at);

#endif
