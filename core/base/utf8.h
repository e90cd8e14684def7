/* UTF-8: the only module that decodes it. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the sequence at the start of `bytes`, which must not be empty; 0 if it is invalid, -1 if it is
 * truncated. */
int utf8_size(const char *bytes, size_t length);

/* The code point of a valid sequence of `size` bytes. */
unsigned utf8_code(const char *bytes, int size);

/* Whether a byte continues a sequence, rather than starting one. */
static inline bool utf8_continues(char byte)
{
    return ((unsigned char)byte & 0xC0) == 0x80;
}

/* Control characters, which a terminal would obey. */
bool utf8_is_control(unsigned code);

/* Invisible characters and those that change the direction of writing. */
bool utf8_is_hidden(unsigned code);

#endif
