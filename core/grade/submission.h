/* What was handed in: a folder, and where in it a program lies. */
#ifndef GRADE_SUBMISSION_H
#define GRADE_SUBMISSION_H

#include "base/arena.h"
#include "base/error.h"

/* All paths are absolute; those of folders are real. */
struct submission {
    const char *dir;     /* everything that the program may need; NULL: there is nothing but the program */
    const char *folder;  /* that of the program, in which it runs */
    const char *program; /* may be a link within the submission */
};

/* Finds the submission of a program. dir: its folder, or NULL: the top of the git work tree that the program lies in,
 * or else the folder of the program. built: a build may have yet to make the program, but its folder is there. An
 * ERROR_INPUT if the program is not there, or lies or leads outside. */
bool submission_find(const char *program, const char *dir, bool built, struct arena *arena, struct submission *out,
                     struct error *err);

/* Whether a real path is a folder or lies in it. */
bool submission_holds(const char *folder, const char *path);

#endif
