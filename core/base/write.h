/* Writing to a descriptor. It is apart from base/file because every program needs it, and few need that. */
#ifndef BASE_WRITE_H
#define BASE_WRITE_H

#include <stdbool.h>
#include <stddef.h>

/* Writes all of it, however many calls that takes, also to a descriptor that does not block. False: see errno. */
bool write_all(int fd, const char *bytes, size_t length);

#endif
