/* Builds: a command, such as make, builds a private copy of a submission for its cases to run.
 *
 * Each combination of submission, folder in it and command is built once, and again only when the submission has
 * changed. The copies live as long as the list of builds. */
#ifndef GRADE_BUILD_H
#define GRADE_BUILD_H

#include "grade/submission.h"
#include "process/folder.h"
#include "report/record.h"
#include "run/run.h"

/* How to build. */
struct build_command {
    const char *const *words; /* NULL-terminated; NULL: do not build */
    const char *const *env;   /* NAME=VALUE; NULL-terminated, or NULL */
    int64_t timeout_ms;       /* 0: 120 s */
    int64_t memory_bytes;     /* 0: 4 GiB */
    bool network;             /* it can use this machine's network */
};

struct build {
    const char *name; /* "make in 3" */
    const char *dir;  /* the submission, */
    const char *folder;
    const char *content;          /* and the copy that is built */
    char fingerprint[SHA256_HEX]; /* of the submission when last checked */
    enum verdict verdict;         /* PASS, BUILD_FAILED or HARNESS_ERROR, if it is current */
    char why[512];                /* what went wrong, unless it passed */
    const char *wanted_by;        /* the submission for which build_run should run it; NULL: it should not */

    /* private */
    const char *const *argv, *const *env;
    int64_t timeout_ms, memory_bytes;
    bool network;
    char key[SHA256_HEX];
    char built[SHA256_HEX]; /* the fingerprint it was built from; "" if it was not built */
    unsigned round;         /* when the fingerprint was taken */
    struct build *next;
};

/* Initialize with `struct builds b = {0};`. */
struct builds {
    unsigned round; /* submissions are checked once per round; increment when they may have changed */

    /* private */
    struct folder_run run;
    bool begun;
    size_t count;
    struct build *list;
    struct arena arena;
};

/* The build of a submission, current or not. without: paths in it whose changes do not matter; see copy_fingerprint. */
struct build *build_find(struct builds *builds, const struct submission *submission,
                         const struct build_command *command, const char *const *without, struct error *err);

/* Whether it was built from the submission as it is now. */
bool build_is_current(const struct build *build);

/* Runs the wanted builds in parallel and calls done() for each. job: settings for all of them (readable and masked
 * paths). False with err if running could not start or continue; builds that were not reported are not current. */
typedef void build_done(void *self, const struct build *build, const struct run_result *result);
bool build_run(struct builds *builds, const struct run_options *options, const struct run_job *job, build_done *done,
               void *self, struct error *err);

/* The path in the copy of a file of the submission. NULL if out of memory. */
const char *build_path(const struct build *build, const char *path, struct arena *arena);

/* Where a path in the copy leads, which the build may have made a link. Programs see the copy in place of the
 * submission; we must not follow links to anything else. */
enum build_link { BUILD_WITHIN, BUILD_TO_SUBMISSION, BUILD_OUT };
enum build_link build_link(const struct build *build, const char *path);

/* Removes the copies. */
void builds_free(struct builds *builds);

#endif
