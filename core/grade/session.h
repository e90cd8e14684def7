/* A run of the grader: programs over cases, each judged, each recorded.
 *
 * A task is one case of one submission. What is done for it depends on the options: it is skipped because a record of
 * it still holds, run once or, fed in several ways, several times, run again when it fails, judged by a program. In the
 * end there is one record of it. */
#ifndef GRADE_SESSION_H
#define GRADE_SESSION_H

#include "grade/build.h"
#include "grade/judge.h"
#include "grade/submission.h"
#include "report/results.h"
#include "run/feed.h"

struct session_options {
    const char *results; /* path of the results file; NULL: none is kept */
    bool resume;         /* skip what has a record that still holds */
    bool update;         /* what the programs print becomes what is expected */
    bool fail_fast;
    int retries;
    bool second_chance;  /* a case that may have been too late because of others is run again, alone */
    const char *compare; /* for all cases, or NULL: as they say themselves */
    double tolerance;
    struct grade_limits limits;
    struct feed_way feeds[FEED_WAYS_MAX];
    int feed_count; /* 0: the input as it is */
    bool interactive;
    enum grade_link link;
    const char *const *wrap;     /* words in front of every command, or NULL */
    const char *submission;      /* the folder of every submission; NULL: as of submission_find */
    const char *folder;          /* to run in; NULL: that of the program. Absolute and real */
    const char *const *readable; /* more that programs may read; absolute and real, NULL-terminated, or NULL */
    const char *const *masked;   /* what they must not see, if it lies there: cases and results. The same */
    const char *const *env;      /* NAME=VALUE for programs; NULL-terminated, or NULL */
    struct build_command build;  /* instead of what the suites say, if it has words; without env */
    struct builds *builds;       /* where builds are kept; borrowed, and needed if anything is built */
    struct grade_options run;
    const char *isolation; /* what programs are isolated by, for the records */
};

struct session_task {
    const struct grade_case *test;
    const char *submission; /* its name */
    const char *dir;        /* its folder, or NULL: that of the program */
    const char *program;    /* path */
    enum record_role role;
    enum verdict verdict; /* once it is done */
    bool done;
    struct build *build; /* what it depends on; NULL: it runs as it was handed in */

    /* private */
    const struct session_setting *setting;
    const char *program_hash; /* before it was run */
    int changes;              /* how often it was another one afterwards */
    int feeds_left, feeds_passed;
    int failed_feed; /* the first that failed, or -1 */
    int tries, code, signal;
    bool flaky, updated;
    bool alone; /* it was run again */
    int64_t wall_ns, cpu_ns, memory_bytes;
    uint64_t out_bytes;
    struct text failure; /* of the first feed that failed */
};

/* Told of what happens. All may be NULL. */
struct session_listener {
    void (*progress)(void *self, size_t done, size_t of, size_t failed);
    void (*changing)(void *self, const struct session_task *task, const struct judge *judge); /* before an update */
    void *self;
};

struct session {
    struct session_options options;
    struct session_listener listener;
    struct results before;   /* what the results file said in the beginning */
    int fd;                  /* of the results file */
    size_t done, failed, of; /* tasks; also those that were skipped */
    bool stopped;

    /* private */
    struct arena arena;
    struct judge judge;
    struct text line;
    struct session_setting *settings;
    struct session_program *programs;
    const char *last_program, *last_dir;   /* of the task whose submission was asked for last, */
    struct submission last_submission;     /* which is this */
    const struct session_task *last_built; /* the last task that depends on a build */
    struct session_run *at;
    struct error error;
};

/* Opens the results file, if there is one. session_close frees, also after a failure. */
bool session_open(struct session *s, const struct session_options *options, struct error *err);

/* Runs tasks. False with err if the grader could not do its work; what is recorded stays. */
bool session_run(struct session *s, struct session_task *tasks, size_t count, struct error *err);

/* Reads what the results file says now. */
bool session_results(const struct session *s, struct results *out, struct error *err);

/* Whether a task belongs to share `index` (from 0) of `shares`; the same on every machine. */
bool session_in_shard(const struct session_task *task, uint64_t index, uint64_t shares);

void session_close(struct session *s);

/* -- between the sources of this module -- */

/* What holds for all cases of one suite. */
struct session_setting {
    const struct suite *suite;
    struct compare_way way;
    struct build_command build; /* without words: nothing is built */
    const char *const *env;     /* NAME=VALUE for programs, NULL-terminated, or NULL */
    const char *const *checker; /* the words of its command, NULL-terminated; NULL: no program compares */
    char options[SHA256_HEX];
    struct session_setting *next;
};

/* The setting of a case; NULL when memory is short. */
const struct session_setting *session_setting(struct session *s, const struct suite *suite);

/* The submission that a task's program belongs to; see submission_find. Most tasks have that of the one before. */
bool session_submission(struct session *s, const struct session_task *task, struct submission *out, struct error *err);

/* Finds the build that a task depends on, if it does, which has not been done yet. */
bool session_find_build(struct session *s, struct session_task *task, const struct submission *submission,
                        struct error *err);

/* Does what the tasks depend on, as far as it is not done, and records it. */
bool session_build(struct session *s, struct session_task *const *tasks, size_t count, struct error *err);

/* Writes a record whole or not at all, if the disk lets us; in one piece, so that records of several runs do not mix.
 * If it cannot, s->error says why. */
bool session_append(struct session *s, const struct record *record);

/* Runs tasks that need no further thought, and finishes them. */
bool session_work(struct session *s, struct session_task **tasks, size_t count, struct error *err);

/* All is known about a task: writes its record. Without one it is not done, and s->error says why. */
void session_finish(struct session *s, struct session_task *task);

/* Hashes the program of a task, before it is run. False when memory is short. */
bool session_note_program(struct session *s, struct session_task *task, struct error *err);

/* Whether the program has changed since it was hashed, which it now is again. One that changes all the time is taken as
 * it is. */
bool session_program_changed(struct session *s, struct session_task *task);

/* The job that runs a task with a feed. */
bool session_job(struct session *s, const struct session_task *task, int feed, struct grade_job *job,
                 struct error *err);

/* The job that has the answer at `answer` judged by a program. False when memory is short. */
bool session_checker_job(struct session *s, const struct session_task *task, const char *answer, struct grade_job *job);

/* The folder of a file; NULL if path is, or when memory is short. */
const char *session_folder(struct session *s, const char *path);

/* Makes what a program did what is expected, where it differs, and the verdict that of a success. */
void session_update(struct session *s, struct session_task *task, const struct grade_result *r);

/* The hashes of what decides about a task. False when memory is short. */
bool session_hashes(struct session *s, const struct session_task *task, struct record_hashes *out, struct error *err);

/* Whether the results file had a record of a task that still holds, and its verdict. */
bool session_still_holds(struct session *s, const struct session_task *task, enum verdict *verdict);

#endif
