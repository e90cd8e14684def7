/* Where the programs of a worker run: in their submission, as it was handed in, in the folder of the program. What a
 * program writes there is gone before the next one starts.
 *
 * In a sandbox the submission stands at its own path, with a layer over it that takes what is written. Under Landlock
 * there is no such layer: programs run in a copy, in the folder of the run. Without isolation they run where they are.
 */
#ifndef RUN_PLACE_H
#define RUN_PLACE_H

#include "process/copy.h"
#include "process/folder.h"
#include "process/sandbox.h"

#include "run/run.h"
#include <sys/stat.h>

enum { PLACE_PATHS_MAX = 64 };

struct place {
    enum process_isolation isolation; /* not DEFAULT */
    const struct folder_run *run;
    int number; /* of the worker */

    /* for the job that place_prepare was called for, as its program sees it: */
    char program[PATH_MAX];
    char dir[PATH_MAX];       /* the submission, */
    char folder[PATH_MAX];    /* the folder to run in, */
    char home[PATH_MAX];      /* and HOME */
    const struct sandbox *in; /* or NULL */
    int ruleset;              /* of Landlock, or -1 */

    /* private */
    struct sandbox sandbox;
    struct folder private; /* a folder outside of sandboxes, for copies and for HOME */
    bool has_private;
    char fingerprint[SHA256_HEX];
    char beside[PATH_MAX]; /* the folder of a program without a submission */
    const char *paths[PLACE_PATHS_MAX + 2];
    struct stat program_then; /* the program, when all this was prepared */
    struct grade_job last;    /* for which all this was prepared; without argv, for none */
};

/* For a worker that is about to begin. run: the folder for copies and private folders. */
bool place_open(struct place *place, enum process_isolation isolation, const struct folder_run *run, int number,
                struct error *err);

/* Makes everything ready for a job. err is an ERROR_INPUT if the program is at fault. */
bool place_prepare(struct place *place, const struct grade_job *job, struct error *err);

/* Reads a file that the program has left in the folder it ran in: as much as there is room for, and how long the file
 * is. False if there is no such file; links, pipes and devices are none. */
bool place_read(const struct place *place, const char *name, char *bytes, size_t room, size_t *length, uint64_t *total);

/* Once all that the job has started is gone. */
void place_tidy(struct place *place);

void place_close(struct place *place);

#endif
