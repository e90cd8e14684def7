/* Writing to a descriptor. Separate from base/file because every program needs this and few need that. */
#ifndef BASE_WRITE_H
#define BASE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all bytes, in as many calls as it takes, even to a nonblocking descriptor. False: see errno. */
bool write_all(int fd, const char *bytes, size_t length);

#endif
