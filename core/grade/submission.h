/* Submissions: a folder that was handed in, and where the program is in it. */
#ifndef GRADE_SUBMISSION_H
#define GRADE_SUBMISSION_H

#include "base/arena.h"
#include "base/error.h"

/* All paths are absolute; those of folders are resolved (realpath). */
struct submission {
    const char *dir;     /* everything the program may need; NULL: there is only the program */
    const char *folder;  /* the program's, where it runs */
    const char *program; /* may be a link within the submission */
};

/* Finds the submission of a program. dir: its folder; NULL: the root of the git work tree around the program or,
 * without one, the program's folder. built: the program may not exist before a build, but its folder does. Fails with
 * ERROR_INPUT if the program does not exist, or is or leads outside the submission. */
bool submission_find(const char *program, const char *dir, bool built, struct arena *arena, struct submission *out,
                     struct error *err);

/* A folder in a folder of teams, or whatever else is handed in there. */
struct submission_folder {
    const char *name; /* as reports show it */
    const char *path;
};

/* Lists the folders in a folder, in natural order, without hidden ones; with files, those as well. Allocates from the
 * arena. */
bool submission_folders(const char *path, bool files, struct arena *arena, struct submission_folder **list,
                        size_t *count, struct error *err);

#endif
