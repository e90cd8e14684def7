/* Writes ZIP archives, without compression. */
#ifndef BASE_ZIP_H
#define BASE_ZIP_H

#include "base/file.h"

#include <stdint.h>

/* An archive being written. `struct zip zip = {.out = &writer};` */
struct zip {
    struct file_writer *out;

    /* private */
    struct text directory; /* what comes at the end of the file */
    uint64_t written;
    unsigned entries;
};

/* Adds a file. False if the archive would become too large for its format (4 GiB, 65,535 files). */
bool zip_add(struct zip *zip, const char *name, const char *bytes, size_t length, bool executable, struct error *err);

/* Writes the end. The caller closes the file. */
bool zip_finish(struct zip *zip, struct error *err);

#endif
