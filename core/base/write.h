/* Writing to a descriptor or a file. Separate from base/file because every program needs this and few need that. */
#ifndef BASE_WRITE_H
#define BASE_WRITE_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

/* Writes all bytes, in as many calls as it takes, even to a nonblocking descriptor. False: see errno. */
bool write_all(int fd, const char *bytes, size_t length);

/* Opens a file with these flags, and the mode if that makes it, writes to it and closes it: for files that need not be
 * replaced whole. False: see errno. */
bool write_file(const char *path, int flags, mode_t mode, const char *bytes, size_t length);

#endif
