/* The beginning and the end of a text that may be too long to be kept whole. */
#ifndef BASE_EXCERPT_H
#define BASE_EXCERPT_H

#include <stddef.h>
#include <stdint.h>

struct excerpt {
    const char *bytes; /* the first `head` bytes of the text, then the last (length - head) of it */
    size_t length, head;
    uint64_t total; /* of the text; equal to length unless some of it was left out */
};

#endif
