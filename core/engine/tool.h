/* Programs of an engine, such as sbatch: found, run, and heard out. They are trusted. */
#ifndef ENGINE_TOOL_H
#define ENGINE_TOOL_H

#include "base/error.h"
#include "base/text.h"

#include <sys/types.h>

/* Fails if a program is not in PATH; err names the Debian package that has it. */
bool tool_find(const char *program, const char *package, struct error *err);

enum { TOOL_SECONDS = 60 }; /* nothing that an engine is asked should take longer */

/* Runs a program from PATH without input, for so many seconds at most, and returns what it printed in out, unless that
 * is NULL. argv is NULL-terminated. Fails if it cannot be started, takes longer or exits with anything but 0; err then
 * has the first line that it wrote to stderr. */
bool tool_run(const char *const *argv, int seconds, struct text *out, struct error *err);

/* Starts a program in a process group of its own. What it prints goes to the file at `log`. It receives SIGTERM when
 * this process ends. Returns its pid, or -1 with err. */
pid_t tool_start(const char *const *argv, const char *log, struct error *err);

#endif
