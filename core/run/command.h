/* The command line of a program, with its placeholders expanded. */
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

/* Replaces {dir} and {port}. If needs_port and there is no {port}, appends the port as the last argument. Keeps none
 * of the strings. */
bool command_expand(struct command *command, const char *const *argv, const char *dir, const char *port,
                    bool needs_port, struct error *err);

#endif
