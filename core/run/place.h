/* Where the programs of a worker run: in the folder of the program, within the submission as it was handed in. Whatever
 * a program writes there is gone before the next one starts.
 *
 * In a sandbox, the submission appears at its own path, with an overlay that takes writes, over its files or, where the
 * kernel cannot do that, over a copy. Without a sandbox, programs run in a copy, in the folder of the run. */
#ifndef RUN_PLACE_H
#define RUN_PLACE_H

#include "process/copy.h"
#include "process/disk.h"
#include "process/folder.h"
#include "process/sandbox.h"

#include "run/run.h"
#include <sys/stat.h>

enum { PLACE_PATHS_MAX = 64 };

struct place {
    enum process_isolation isolation; /* not DEFAULT */
    const struct folder_run *run;
    int number;   /* of the worker */
    bool network; /* programs share this machine's */

    /* for the job last passed to place_prepare, as its program sees it: */
    char program[PATH_MAX];
    char dir[PATH_MAX];       /* the submission, */
    char folder[PATH_MAX];    /* the folder to run in, */
    char home[PATH_MAX];      /* and HOME */
    const struct sandbox *in; /* the sandbox, or NULL */
    int ruleset;              /* of Landlock, or -1 */
    struct disk disk;         /* what it may write outside of a sandbox's own file system */

    /* private */
    struct sandbox sandbox;
    struct folder private; /* without a sandbox: holds copies and HOME */
    bool has_private;
    enum { PLACE_UNKNOWN, PLACE_LAYERED, PLACE_COPIED } way; /* how the submission gets into the sandbox */
    char fingerprint[SHA256_HEX];
    char beside[PATH_MAX]; /* the folder of a program without a submission */
    const char *paths[PLACE_PATHS_MAX + 2];
    struct stat program_then; /* the program, when all this was prepared */
    struct run_job last;      /* for which all this was prepared; without argv, for none, */
    bool ready;               /* and whether nobody has touched it */
};

/* Opens the place of a worker that is about to start. run: the folder for copies and private folders. */
bool place_open(struct place *place, enum process_isolation isolation, bool network, const struct folder_run *run,
                int number, struct error *err);

/* Prepares everything for a job. Fails with ERROR_INPUT if the program is at fault. */
bool place_prepare(struct place *place, const struct run_job *job, struct error *err);

/* Whether the folder to run in is part of a submission that was built, so that its build may have removed it. */
bool place_is_theirs(const struct place *place);

/* Reads the beginning of a file that the program left in the folder it ran in: as much as fits. The bytes are NULL if
 * there is no such regular file. */
struct excerpt place_read(const struct place *place, const char *name, char *bytes, size_t room);

/* Cleans up after a job; everything the job started must have ended. */
void place_tidy(struct place *place);

void place_close(struct place *place);

#endif
