/* Whole files. */
#ifndef GRADE_CONTENT_H
#define GRADE_CONTENT_H

#include "base/error.h"
#include "base/sha256.h"

#include <stddef.h>

/* Bytes of a file; to be used for one file after the other. `struct content f = {0};` is empty. */
struct content {
    char *bytes;
    size_t length, room;
};

/* Reads a file, of up to 1 GiB. */
bool content_read(struct content *file, const char *path, struct error *err);

/* Writes a file, under another name until it is whole. */
bool content_write(const char *path, const char *bytes, size_t length, struct error *err);

/* The hash of a file; "" if it cannot be read. */
void content_hash(const char *path, char hex[SHA256_HEX]);

void content_free(struct content *file);

#endif
