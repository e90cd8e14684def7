/* Character classes, independent of the locale. */
#ifndef BASE_ASCII_H
#define BASE_ASCII_H

#include <stdbool.h>
#include <stddef.h>

/* White space as defined by JSON. */
static inline bool ascii_is_blank(char c)
{
    return c == ' ' || c == '\n' || c == '\r' || c == '\t';
}

/* Where a text goes on after the white space at `at`; `length` if it does not. */
static inline size_t ascii_skip_blanks(const char *text, size_t at, size_t length)
{
    while (at < length && ascii_is_blank(text[at])) {
        at++;
    }
    return at;
}

static inline bool ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

#endif
