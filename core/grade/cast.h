/* The command of a program, with its placeholders filled in. */
#ifndef GRADE_CAST_H
#define GRADE_CAST_H

#include "base/error.h"

#include <stddef.h>

enum { CAST_WORDS_MAX = 512, CAST_BYTES_MAX = 64 * 1024 };

struct cast {
    const char *argv[CAST_WORDS_MAX];

    /* private */
    char words[CAST_BYTES_MAX];
    size_t used;
};

/* {dir} and {port} become what is given; where the port must be known and is not asked for, it goes last. */
bool cast_fill(struct cast *cast, const char *const *argv, const char *dir, const char *port, bool needs_port,
               struct error *err);

#endif
