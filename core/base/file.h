/* Files that are written whole or not at all. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/error.h"
#include "base/text.h"

/* A file being written. */
struct file_writer {
    struct text text; /* add to it; whenever there is enough, it is written and emptied */

    /* private */
    const char *path;
    int fd;
    int problem;              /* errno of the write that failed */
    char *target, *temporary; /* NULL where `fd` is written directly */
};

/* Opens a temporary file beside `path`, which must stay valid; file_close puts it in place. Symbolic links are followed
 * and stay, and an existing file keeps its mode. Devices and pipes, and the file that stdout goes to, are written
 * directly; "-" is stdout. On failure there is nothing to close. */
bool file_open(struct file_writer *file, const char *path, struct error *err);

/* Writes what is left and replaces the file. On failure, also an earlier one, the old file stays as it was. */
bool file_close(struct file_writer *file, struct error *err);

/* Instead of file_close: the old file stays as it was. */
void file_discard(struct file_writer *file);

/* Opens, writes and closes a file. */
bool file_write(const char *path, const char *bytes, size_t length, struct error *err);

/* Whether file_open would succeed, for those who write only after a long time. */
bool file_check(const char *path, struct error *err);

#endif
