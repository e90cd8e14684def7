/* Whole files. */
#ifndef GRADE_FILE_H
#define GRADE_FILE_H

#include "base/error.h"
#include "base/sha256.h"

#include <stddef.h>

/* Bytes of a file; to be used for one file after the other. `struct file f = {0};` is empty. */
struct file {
    char *bytes;
    size_t length, room;
};

/* Reads a file, of up to 1 GiB. */
bool file_read(struct file *file, const char *path, struct error *err);

/* Writes a file, under another name until it is whole. */
bool file_write(const char *path, const char *bytes, size_t length, struct error *err);

/* The hash of a file; "" if it cannot be read. */
void file_hash(const char *path, char hex[SHA256_HEX]);

void file_free(struct file *file);

#endif
