/* Builds: a command, such as make, turns a private copy of a submission into what its cases run.
 *
 * A build is done once for a submission, a folder in it and a command, and again only when the submission has changed.
 * The copies live as long as the list of builds. */
#ifndef GRADE_BUILD_H
#define GRADE_BUILD_H

#include "grade/submission.h"
#include "process/folder.h"
#include "report/record.h"
#include "run/run.h"

/* How to build. */
struct build_command {
    const char *const *words; /* NULL-terminated; NULL: nothing is built */
    const char *const *env;   /* NAME=VALUE; NULL-terminated, or NULL */
    int64_t timeout_ms;       /* 0: 120 s */
    int64_t memory_bytes;     /* 0: 4 GiB */
    bool network;             /* it has that of this machine */
};

struct build {
    const char *name; /* "make in 3" */
    const char *dir;  /* the submission, */
    const char *folder;
    const char *content;          /* and the copy that is built */
    char fingerprint[SHA256_HEX]; /* of the submission, when it was looked at last */
    enum verdict verdict;         /* a pass, BUILD_FAILED or HARNESS_ERROR, if it is up to date */
    char why[512];                /* what went wrong, unless it passed */

    /* private */
    const char *const *argv, *const *env;
    int64_t timeout_ms, memory_bytes;
    bool network;
    char key[SHA256_HEX];
    char built[SHA256_HEX]; /* the fingerprint of what it was made of; "" if it was not */
    unsigned round;         /* when the fingerprint was taken */
    bool wanted;
    struct build *next;
};

/* `struct builds b = {0};` has none. */
struct builds {
    unsigned round; /* a submission is looked at once in each: increase it when it may have changed */

    /* private */
    struct folder_run run;
    bool begun;
    size_t count;
    struct build *list;
    struct arena arena;
};

/* The build of a submission, up to date or not. without: paths in it that do not count as changes; as of
 * copy_fingerprint. */
struct build *build_find(struct builds *builds, const struct submission *submission,
                         const struct build_command *command, const char *const *without, struct error *err);

/* Whether it was done with the submission as it is. */
bool build_is_current(const struct build *build);

/* Has a build done by the next build_run. */
void build_want(struct build *build);

/* Does the builds that are wanted, side by side, and tells of each one. job: what holds for all of them (what may be
 * read and what is masked). False with err if running could not begin or go on; those that were not reported are not
 * current. */
typedef void build_done(void *self, const struct build *build, const struct grade_result *result);
bool build_run(struct builds *builds, const struct grade_options *options, const struct grade_job *job,
               build_done *done, void *self, struct error *err);

/* The path of a file of the submission in the copy. NULL when memory is short. */
const char *build_path(const struct build *build, const char *path, struct arena *arena);

/* Removes the copies. */
void builds_free(struct builds *builds);

#endif
