/* Files that are written beside the answer, whole or not at all. */
#ifndef FILE_H
#define FILE_H

#include "base/error.h"

#include <stddef.h>

/* Whether a file could be written there, so that nobody finds out after an hour that it could not. */
bool file_check(const char *path, struct error *err);

/* Writes a file: as another one in the same folder first, which then takes its name. What is there and is no file, such
 * as a device or a pipe, is written to as it is. */
bool file_write(const char *path, const char *bytes, size_t length, struct error *err);

#endif
