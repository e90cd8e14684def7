/* Private to core/process: starts a program as a child of the calling process. */
#ifndef PROCESS_START_H
#define PROCESS_START_H

#include "process/process.h"

/* Everything that is decided before the second process exists, which makes only system calls. */
struct start_plan {
    const struct process_spec *spec;
    const char *path;              /* the program, absolute */
    int ruleset;                   /* or -1 */
    const struct sandbox *sandbox; /* to enter, or NULL */
};

/* Which step failed. */
enum start_step {
    START_DONE,
    START_CLONE,
    START_SETUP,
    START_SANDBOX,
    START_FOLDER,
    START_LANDLOCK,
    START_EXEC,
    START_STOPPED, /* by another program */
};

struct start_failure {
    enum start_step step;
    int error;      /* errno */
    char text[200]; /* SANDBOX: more about it */
};

/* Starts the program; returns its pid and sets *fd to a close-on-exec pidfd, or returns -1 with the failure. The
 * program dies when this process does. */
pid_t start_program(const struct start_plan *plan, int *fd, struct start_failure *failure);

/* Starts a keeper that starts the program; returns the keeper's pid. leash becomes our end of a socket over which the
 * keeper sends a struct process_end; closing it makes the keeper end everything. */
pid_t start_keeper(const struct start_plan *plan, int *leash, struct start_failure *failure);

/* Receives what a keeper sends. */
bool start_hear(int leash, void *what, size_t size);

/* Closes all descriptors from `first` on, now or at exec. */
void start_close_from(int first, bool on_exec);

#endif
