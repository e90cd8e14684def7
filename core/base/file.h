/* Atomic file writes: a file is replaced whole or not at all. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/error.h"
#include "base/text.h"

/* A file being written. */
struct file_writer {
    struct text text; /* append to it; it is written out and emptied as it fills */

    /* private */
    const char *path;
    int fd;
    int problem;              /* errno of the write that failed */
    char *target, *temporary; /* NULL if `fd` is written directly */
};

/* Opens a temporary file next to `path`, which must stay valid; file_close moves it into place. Symbolic links are
 * followed and kept, and an existing file keeps its mode. Devices, pipes and the file that stdout goes to are written
 * directly; "-" is stdout. On failure there is nothing to close. */
bool file_open(struct file_writer *file, const char *path, struct error *err);

/* Writes what is left and replaces the file. If this or an earlier write fails, the old file is left unchanged. */
bool file_close(struct file_writer *file, struct error *err);

/* Instead of file_close: leaves the old file unchanged. */
void file_discard(struct file_writer *file);

/* Opens, writes and closes a file. */
bool file_write(const char *path, const char *bytes, size_t length, struct error *err);

/* Whether file_open would succeed, for callers that write only much later. */
bool file_check(const char *path, struct error *err);

#endif
