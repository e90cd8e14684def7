/* The beginning and the end of a text that may be too long to keep whole. */
#ifndef BASE_EXCERPT_H
#define BASE_EXCERPT_H

#include <stddef.h>
#include <stdint.h>

struct excerpt {
    const char *bytes; /* the first `head` bytes of the text, then its last (length - head) */
    size_t length, head;
    uint64_t total; /* length of the text; equal to `length` unless some of it was left out */
};

#endif
