/* Reading whole files, and what is in a folder. */
#ifndef BASE_CONTENT_H
#define BASE_CONTENT_H

#include "base/arena.h"
#include "base/error.h"
#include "base/sha256.h"

#include <stddef.h>

/* The bytes of a file; can be reused for further files. `struct content f = {0};` is empty. */
struct content {
    char *bytes;
    size_t length, room;
};

/* Opens a file for reading. Returns -1 if that fails or if the file is not finite: cases and programs come from other
 * people and may be links to devices, or pipes that nobody writes to. */
int content_open(const char *path, struct error *err);

/* Reports that a path cannot be read because of an errno: as ERROR_MEMORY if this machine ran out of a resource, which
 * is not the file's fault, else as ERROR_IO. Returns false. */
bool content_fail(struct error *err, const char *path, int error);

/* Reads a file of up to 1 GiB. */
bool content_read(struct content *file, const char *path, struct error *err);

/* The hash of a file; "" if it cannot be read. */
void content_hash(const char *path, char hex[SHA256_HEX]);

void content_free(struct content *file);

/* The names in a folder, in natural order (base/order.h); of those that begin with a dot, all but . and .. if `hidden`,
 * else none. Allocates from the arena. NULL with err on failure. */
char **content_names(const char *folder, bool hidden, struct arena *arena, size_t *count, struct error *err);

#endif
