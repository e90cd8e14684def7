/* A worker of a run, which does one job at a time. */
#ifndef RUN_WORKER_H
#define RUN_WORKER_H

#include "process/folder.h"
#include "run/feed.h"

enum {
    WORKER_HEAD = 64 * 1024, /* bytes kept from the beginning of stderr, */
    WORKER_TAIL = 64 * 1024, /* and from its end */
    WORKER_AREAS = 8,        /* used in turn, so that results are judged while the next jobs run */
};

/* Where a worker leaves a result: memory shared with the judging process, at the same address in both. */
struct worker_area {
    struct run_result result;
    char err[WORKER_HEAD + WORKER_TAIL], said[WORKER_HEAD + WORKER_TAIL];
    char log[RUN_LOG_MAX];
    char out[]; /* the largest output limit of any job, plus one */
};

struct worker {
    const struct run_job *jobs;
    enum process_isolation isolation;
    bool network; /* programs can use this machine's */
    const struct folder_run *run;
    int number;  /* of this worker, from 0 */
    int count;   /* of workers */
    int control; /* receives the index of each job, and sends it back when the job is done */
    struct worker_area *areas[WORKER_AREAS];
};

/* The limits of a job, with the defaults of those that are not set. */
struct run_limits worker_limits(const struct run_limits *given);

/* Runs a worker, in its own process, until control hangs up. */
_Noreturn void worker_live(const struct worker *worker);

#endif
