/* Whole files. */
#ifndef BASE_CONTENT_H
#define BASE_CONTENT_H

#include "base/error.h"
#include "base/sha256.h"

#include <stddef.h>

/* Bytes of a file; to be used for one file after the other. `struct content f = {0};` is empty. */
struct content {
    char *bytes;
    size_t length, room;
};

/* Opens a file to be read. -1 if that cannot be, or if it has no end: cases and programs are other people's, and theirs
 * may be links to devices, or pipes into which nobody writes. */
int content_open(const char *path, struct error *err);

/* Says that a path cannot be read for an errno: an ERROR_MEMORY if this machine is short of something, which is no
 * fault of whoever wrote the file; else an ERROR_IO. Returns false. */
bool content_fail(struct error *err, const char *path, int error);

/* Reads a file, of up to 1 GiB. */
bool content_read(struct content *file, const char *path, struct error *err);

/* The hash of a file; "" if it cannot be read. */
void content_hash(const char *path, char hex[SHA256_HEX]);

void content_free(struct content *file);

#endif
