/* Character classes, independent of the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>

/* White space as defined by JSON. */
static inline bool ascii_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#endif
