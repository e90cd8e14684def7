/* Runs git on repositories that nobody trusts.
 *
 * A repository of ours holds what was fetched; its configuration is ours alone. Hooks, filters, submodules, helpers for
 * other protocols and questions on the terminal are off, and a work tree contains no .git. */
#ifndef GIT_H
#define GIT_H

#include "base/error.h"

#include <stddef.h>

struct git {
    const char *repository; /* absolute path of a bare repository */
    const char *tree;       /* absolute path of the work tree to change; NULL: none */
    const char *index;      /* absolute path of its index, or NULL */
};

/* Runs a command of git, NULL-terminated, and keeps the first line that it prints, which may be NULL. On failure, err
 * is what git complains about. */
bool git_run(const struct git *git, const char *const *command, char *out, size_t size, struct error *err);

#endif
