/* Settings for the cases of a folder (suite.json) and for one of them (K-meta.json). */
#ifndef GRADE_SUITE_H
#define GRADE_SUITE_H

#include "base/arena.h"
#include "base/error.h"
#include "compare/compare.h"
#include "report/course.h"
#include "report/record.h"
#include "run/run.h"

/* Settings. What a file does not set is inherited from the parent folder, and at the top from suite_default. */
struct suite {
    int64_t points;          /* of one case (K-meta.json) or of all cases below a folder in total; negative: not set */
    int64_t timeout_ms;      /* 0: not set */
    const char *const *args; /* for the program; NULL-terminated; NULL: not set */
    const char *compare;     /* see compare_way_parse; NULL: not set */
    const char *const *tags; /* NULL-terminated, or NULL */
    int exit;                /* the expected exit code; negative: not set */
    const char *log;         /* name of the log file that the program writes, or NULL */
    const char *program;     /* its path in a submission, or NULL */
    const char *milestone;   /* or NULL */
    int64_t deadline;        /* of the milestone, in seconds since 1970; 0: none */
    int64_t grace;           /* seconds after it that do not count as late */
    struct course_late late; /* what being late costs */
    int64_t pass_mark;       /* percent of its points, in thousandths; negative: not set */
    const char *description, *hint; /* what a case is about, for whom it teaches; NULL: not set */
    enum record_visible visible;
    const char *const *with; /* a second program, or NULL */
    struct run_values values, with_values;
    bool interactive;
    enum run_link link;
    const char *const *env;   /* NAME=VALUE for programs, NULL-terminated; NULL: not set */
    const char *const *build; /* the command that builds a submission, NULL-terminated; NULL: not set */
    int64_t build_timeout_ms; /* its limits; 0: not set */
    int64_t build_memory_bytes;
    bool build_network; /* it can use this machine's network */
};

/* The defaults. */
extern const struct suite suite_default;

/* Reads a file: out becomes a copy of `around` with the file's settings applied. of_case: it is a K-meta.json, which
 * may set less. Allocates from the arena. Error messages begin with the path. */
bool suite_read(const char *path, bool of_case, const struct suite *around, struct arena *arena, struct suite *out,
                struct error *err);

#endif
