/* Private folders for programs that may leave anything in them, gone when they are not needed any more.
 *
 * A run has one folder, in TMPDIR or /tmp, locked as long as any process of the run lives; whoever begins a run removes
 * those of runs that were killed. In it, each program that runs has a folder. */
#ifndef PROCESS_FOLDER_H
#define PROCESS_FOLDER_H

#include "base/error.h"

#include <limits.h>

/* The folder of a run. */
struct folder_run {
    char path[PATH_MAX];
    int lock; /* the folder, locked; close-on-exec; copies of this process share the lock */

    /* private */
    int above; /* the folder that it lies in */
};

/* Makes one and removes abandoned ones. */
bool folder_begin(struct folder_run *run, struct error *err);

/* Removes it with all that is in it. */
void folder_end(struct folder_run *run);

/* For copies of the process that began the run: removes it if it is empty, in case that nobody else will. */
void folder_leave(const struct folder_run *run);

/* The folder of a program that runs. */
struct folder {
    char path[PATH_MAX];
    const struct folder_run *run;
};

/* Makes an empty folder within that of the run. */
bool folder_open(struct folder *folder, const struct folder_run *run, int number, struct error *err);

/* Removes it with all that is in it. */
void folder_close(struct folder *folder);

/* The same for any folder, if it is there. */
void folder_remove(const char *path);

#endif
