/* Private to core/process: how a program comes to be, directly below the process that calls. */
#ifndef PROCESS_START_H
#define PROCESS_START_H

#include "process/process.h"

/* All that is decided before there is a second process: from then on, only system calls. */
struct start_plan {
    const struct process_spec *spec;
    const char *path;              /* the program, absolute */
    int ruleset;                   /* or -1 */
    const struct sandbox *sandbox; /* that it enters, or NULL */
};

/* Which step failed. */
enum start_step { START_DONE, START_CLONE, START_SETUP, START_SANDBOX, START_FOLDER, START_LANDLOCK, START_EXEC };

struct start_failure {
    enum start_step step;
    int error;      /* errno */
    char text[200]; /* SANDBOX: more about it */
};

/* Starts the program; its number and, close-on-exec, a descriptor of it, or -1 with the failure. It dies when this
 * process does. */
pid_t start_program(const struct start_plan *plan, int *fd, struct start_failure *failure);

/* Starts a keeper that starts the program. The same, but that the number is the keeper's; leash is our end of a socket
 * over which the keeper sends a struct process_end, and whose closing makes it end everything. */
pid_t start_keeper(const struct start_plan *plan, int *leash, struct start_failure *failure);

/* Waits for what a keeper sends. */
bool start_hear(int leash, void *what, size_t size);

/* Closes all descriptors from `first` on, at once or when a program is executed. */
void start_close_from(int first, bool on_exec);

#endif
