/* A run of the grader: runs programs over cases, judges and records each.
 *
 * A task is one case of one submission. Depending on the options, it is skipped because its record still holds, run
 * once or, if fed in several ways, several times, run again if it fails, or judged by a program. In the end it has one
 * record. */
#ifndef GRADE_SESSION_H
#define GRADE_SESSION_H

#include "grade/build.h"
#include "grade/judge.h"
#include "grade/submission.h"
#include "report/results.h"
#include "run/feed.h"

struct session_options {
    const char *results; /* path of the results file; NULL: none */
    bool resume;         /* skip tasks whose record still holds */
    bool update;         /* make what the programs print the expected output */
    bool fail_fast;
    int retries;
    bool second_chance;  /* run a case that may have been late because of others again, alone */
    const char *compare; /* for all cases; NULL: as their settings say */
    double tolerance;
    struct run_limits limits;
    struct feed_way feeds[FEED_WAYS_MAX];
    int feed_count; /* 0: the input unchanged */
    bool interactive;
    enum run_link link;
    const char *const *wrap;     /* words put before every command, or NULL */
    const char *submission;      /* the folder of every submission; NULL: see submission_find */
    const char *folder;          /* to run in, absolute and resolved; NULL: that of the program */
    const char *const *readable; /* more paths programs may read; absolute and resolved, NULL-terminated, or NULL */
    const char *const *masked;   /* paths hidden from them, such as cases and results; in the same form */
    const char *const *env;      /* NAME=VALUE for programs; NULL-terminated, or NULL */
    struct build_command build;  /* overrides the suites if it has words; without env */
    struct builds *builds;       /* where builds are kept; borrowed; required if anything is built */
    struct run_options run;
    const char *isolation; /* name of the isolation, for the records */
};

struct session_task {
    const struct grade_case *test;
    const char *submission; /* its name */
    const char *dir;        /* its folder; NULL: that of the program */
    const char *program;    /* path */
    enum record_role role;
    enum verdict verdict; /* once it is done */
    bool done;
    struct build *build; /* it depends on; NULL: it runs as handed in */

    /* private */
    const struct session_setting *setting;
    const char *program_hash; /* before the run */
    int changes;              /* how often it differed afterwards */
    int feeds_left, feeds_passed;
    int failed_feed; /* the first that failed, or -1 */
    int tries, code, signal;
    bool flaky, updated;
    bool alone; /* it was run again, alone */
    int64_t wall_ns, cpu_ns, memory_bytes;
    uint64_t out_bytes;
    struct text failure; /* of the first feed that failed */
};

/* Callbacks; each may be NULL. */
struct session_listener {
    void (*progress)(void *self, size_t done, size_t of, size_t failed);
    void (*failed)(void *self, const struct result *result); /* with the record of a case that has just failed */
    void (*changing)(void *self, const struct session_task *task, const struct judge *judge); /* before an update */
    void *self;
};

struct session {
    struct session_options options;
    struct session_listener listener;
    struct results before;   /* the results file as it was at the start */
    int fd;                  /* of the results file */
    size_t done, failed, of; /* tasks, including skipped ones */
    bool stopped;

    /* private */
    struct arena arena;
    struct judge judge;
    struct text line;
    struct session_setting *settings;
    struct session_program *programs;
    const char *last_program, *last_dir; /* what session_submission looked for last, */
    bool last_built;
    struct submission last_submission; /* and what it found */
    struct session_run *at;
    struct error error;
};

/* Opens the results file, if any. Call session_close even after a failure. */
bool session_open(struct session *s, const struct session_options *options, struct error *err);

/* Runs tasks. False with err if the grader itself failed; existing records are kept. */
bool session_run(struct session *s, struct session_task *tasks, size_t count, struct error *err);

/* For runs of which other processes do the work: the first part of session_run. Records the tasks for which nothing has
 * to be run; the others go to `wanted`, which has room for all. Returns how many these are; s->error tells whether
 * something failed. */
size_t session_sort_out(struct session *s, struct session_task *tasks, size_t count, struct session_task **wanted);

/* And the last part: records what another process has found out about a task; NULL: about a build. */
bool session_adopt(struct session *s, struct session_task *task, const struct result *result, struct error *err);

/* Reads the results file as it is now. */
bool session_results(const struct session *s, struct results *out, struct error *err);

/* The path of a task's program in its submission; just its path if that is unknown. */
const char *session_own_path(const struct session_task *task);

/* Whether the submission lacks the program of a task. */
bool session_is_missing(const struct session_task *task);

/* Adds to the results file what it does not yet say about the course. */
bool session_describe(struct session *s, const struct course *course, struct error *err);

/* Whether a task belongs to shard `index` (from 0) of `shares`; the same on every machine. */
bool session_in_shard(const struct session_task *task, uint64_t index, uint64_t shares);

void session_close(struct session *s);

/* -- private to the sources of this module -- */

/* Settings shared by all cases of one suite. */
struct session_setting {
    const struct suite *suite;
    struct compare_way way;
    struct build_command build; /* without words: nothing is built */
    const char *const *env;     /* NAME=VALUE for programs, NULL-terminated, or NULL */
    const char *const *checker; /* the checker's command, NULL-terminated; NULL: no checker */
    char options[SHA256_HEX];
    struct session_setting *next;
};

/* The setting of a suite; NULL if out of memory. */
const struct session_setting *session_setting(struct session *s, const struct suite *suite);

/* The submission that a task's program belongs to; see submission_find. Caches the last one. */
bool session_submission(struct session *s, const struct session_task *task, struct submission *out, struct error *err);

/* Finds the build that a task depends on, if any; does not run it yet. */
bool session_find_build(struct session *s, struct session_task *task, const struct submission *submission,
                        struct error *err);

/* Runs and records the builds that the tasks depend on, unless they are current. */
bool session_build(struct session *s, struct session_task *const *tasks, size_t count, struct error *err);

/* Writes a record completely or not at all, if the disk allows. On failure, s->error tells why. */
bool session_append(struct session *s, const struct record *record);

/* Runs tasks that need no further preparation, and finishes them. */
bool session_work(struct session *s, struct session_task **tasks, size_t count, struct error *err);

/* Writes the record of a completed task. If that fails, the task is not done, and s->error tells why. */
void session_finish(struct session *s, struct session_task *task);

/* Whether its build has made the program of a task a link that leads out of the submission. */
bool session_leads_out(struct session *s, const struct session_task *task);

/* Hashes the program of a task, before it is run. False if out of memory. */
bool session_note_program(struct session *s, struct session_task *task, struct error *err);

/* Whether the program has changed since it was hashed; then hashes it again. After too many changes, accepts the
 * program as it is. */
bool session_program_changed(struct session *s, struct session_task *task);

/* The job that runs a task with a feed. */
bool session_job(struct session *s, const struct session_task *task, int feed, struct run_job *job, struct error *err);

/* The job that runs the checker on the answer at path `answer`. False if out of memory. */
bool session_checker_job(struct session *s, const struct session_task *task, const char *answer, struct run_job *job);

/* Makes what a program did the expected result, where they differ, and sets the verdict accordingly. */
void session_update(struct session *s, struct session_task *task, const struct run_result *r);

/* Writes a line for a shell that repeats a task from the current folder; nothing if no line would do. */
void session_repeat(const struct session *s, const struct session_task *task, struct text *out);

/* The hashes of what a task's verdict depends on. False if out of memory. */
bool session_hashes(struct session *s, const struct session_task *task, struct record_hashes *out, struct error *err);

/* Whether a task's record in the results file still holds, and its verdict. */
bool session_still_holds(struct session *s, const struct session_task *task, enum verdict *verdict);

#endif
