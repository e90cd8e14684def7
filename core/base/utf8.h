/* UTF-8: the only place that takes its bytes apart. */
#ifndef BASE_UTF8_H
#define BASE_UTF8_H

#include <stdbool.h>
#include <stddef.h>

/* The length of the sequence at the start of `bytes`, of which there is at least one; 0 if it is invalid, -1 if it is
 * cut off: more bytes may complete it. */
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

/* Characters that cannot be seen or that change the direction of writing. */
bool utf8_is_hidden(unsigned code);

#endif
