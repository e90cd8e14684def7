/* Private folders for programs that may leave anything in them, gone when they are not needed any more.
 *
 * A run has one folder, in TMPDIR or /tmp, locked as long as any process of the run lives; whoever begins a run removes
 * those of runs that were killed. In it, each program that runs has a folder. */
#ifndef PROCESS_FOLDER_H
#define PROCESS_FOLDER_H

#include "base/error.h"

#include <limits.h>
#include <stddef.h>
#include <stdint.h>
#include <time.h>

/* The folder of a run. */
struct folder_run {
    char path[PATH_MAX];
    int lock; /* the folder, locked; close-on-exec; copies of this process share the lock */

    /* private */
    int above;   /* the folder that it lies in */
    bool walled; /* folder_wall was called */
};

/* Makes one and removes abandoned ones. */
bool folder_begin(struct folder_run *run, struct error *err);

/* Removes it with all that is in it. */
void folder_end(struct folder_run *run);

/* For copies of the process that began the run: removes it if it is empty, in case that nobody else will. */
void folder_leave(const struct folder_run *run);

/* For copies of the process that began the run: puts a wall around it (process_wall) with a gate to each folder that it
 * opens. */
bool folder_wall(struct folder_run *run, struct error *err);

/* Whether that works here, tried in a copy of this process; if not, err says why. ERROR_MEMORY: it may work when the
 * machine is less short of memory, processes or descriptors. No folder may be open. */
bool folder_can_wall(const struct folder_run *run, struct error *err);

/* The folder of a program that runs. */
struct folder {
    char path[PATH_MAX];
    int fd;
    struct timespec changed;
    const struct folder_run *run;
};

/* Makes an empty folder within that of the run. */
bool folder_open(struct folder *folder, const struct folder_run *run, int number, struct error *err);

/* Reads a file that a program has left in it, as much as there is room for: how much, and how long the file is. False
 * if there is no such file; links, pipes and devices are none. */
bool folder_read(const struct folder *folder, const char *name, char *bytes, size_t room, size_t *length,
                 uint64_t *total);

/* Whether it is as it was when it was opened. If not, it has been removed with all that was in it, and is to be opened
 * anew. */
bool folder_untouched(struct folder *folder);

/* Removes it with all that is in it. */
void folder_close(struct folder *folder);

/* The same for any folder, if it is there. */
void folder_remove(const char *path);

#endif
