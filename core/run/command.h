/* The command of a program, with its placeholders filled in. */
#ifndef RUN_COMMAND_H
#define RUN_COMMAND_H

#include "base/error.h"

#include <stddef.h>

enum { COMMAND_WORDS_MAX = 512, COMMAND_BYTES_MAX = 64 * 1024 };

struct command {
    const char *argv[COMMAND_WORDS_MAX];

    /* private */
    char words[COMMAND_BYTES_MAX];
    size_t used;
};

/* {dir} and {port} become what is given; where the port must be known and is not asked for, it goes last. */
bool command_expand(struct command *command, const char *const *argv, const char *dir, const char *port,
                    bool needs_port, struct error *err);

#endif
