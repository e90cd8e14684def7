/* One of the workers of a run: it does one job after the other. */
#ifndef RUN_WORKER_H
#define RUN_WORKER_H

#include "process/folder.h"
#include "run/feed.h"

enum {
    WORKER_HEAD = 64 * 1024, /* that is kept of stderr: so much of its beginning, */
    WORKER_TAIL = 64 * 1024, /* and so much of its end */
    WORKER_AREAS = 8,        /* used in turn: results are judged while the next ones come about */
};

/* Where a worker leaves a result: memory that it shares with the process that judges, at the same address in both. */
struct worker_area {
    struct grade_result result;
    char err[WORKER_HEAD + WORKER_TAIL], said[WORKER_HEAD + WORKER_TAIL];
    char log[GRADE_LOG_MAX];
    char out[]; /* as long as the longest output that any job may have, and one more */
};

struct worker {
    const struct grade_job *jobs;
    enum process_isolation isolation;
    const struct folder_run *run;
    int number;  /* of the worker: the first is 0 */
    int count;   /* of workers */
    int control; /* a job's index comes in; it goes out when the job is done */
    struct worker_area *areas[WORKER_AREAS];
};

/* The life of a worker, in a process of its own: until control is hung up. */
_Noreturn void worker_live(const struct worker *worker);

#endif
