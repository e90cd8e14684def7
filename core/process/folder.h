/* Private temporary folders for programs, which may leave anything in them.
 *
 * A run has one folder, in TMPDIR or /tmp, locked as long as any process of the run lives; starting a run removes the
 * folders of runs that were killed. Each running program has its own folder in that of the run. */
#ifndef PROCESS_FOLDER_H
#define PROCESS_FOLDER_H

#include "base/error.h"

#include <dirent.h>
#include <limits.h>
#include <sys/types.h>

/* The folder of a run. */
struct folder_run {
    char path[PATH_MAX]; /* without links in it */
    int lock;            /* the folder, locked; close-on-exec; forks of this process share the lock */

    /* private */
    int above; /* its parent folder */
};

/* Creates the folder of a run and removes abandoned ones. */
bool folder_begin(struct folder_run *run, struct error *err);

/* Removes it with everything in it. */
void folder_end(struct folder_run *run);

/* For forks of the process that began the run: removes its folder if empty, in case nobody else will. */
void folder_leave(const struct folder_run *run);

/* The folder of a running program. */
struct folder {
    char path[PATH_MAX];
    const struct folder_run *run;
};

/* Creates an empty folder in that of the run. */
bool folder_open(struct folder *folder, const struct folder_run *run, int number, struct error *err);

/* Removes it with everything in it. */
void folder_close(struct folder *folder);

/* The same for any folder, if it exists. */
void folder_remove(const char *path);

/* What is in an open folder. Unlike readdir(3), it needs no memory of its own: there may be none left, and a keeper may
 * have been forked by a program with threads. */
struct folder_listing {
    int fd; /* -1: it has no entries */

    /* private */
    ssize_t at, length;
    _Alignas(struct dirent64) char entries[4096];
};

/* The name of the next entry, but for "." and "..", valid until the next call; NULL if there is none. */
const char *folder_next(struct folder_listing *listing);

/* Whether a resolved path is a folder or lies in it. */
bool folder_holds(const char *folder, const char *path);

/* The same for any of several folders; the list is NULL-terminated, or NULL. */
bool folder_any_holds(const char *const *folders, const char *path);

/* Whether a path cannot be opened because it is missing or out of our reach, and not for want of anything; `problem` is
 * errno. */
bool folder_is_out_of_reach(int problem);

#endif
