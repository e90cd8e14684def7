/* The outcome of one case, as one line of the results file.
 *
 * Lines are self-contained: all reports are made from them and nothing else. The file is append-only, with one write
 * per line, so after a crash at most the last line is incomplete. */
#ifndef REPORT_RECORD_H
#define REPORT_RECORD_H

#include "base/sha256.h"
#include "base/text.h"
#include "compare/log.h"
#include "compare/slip.h"
#include "report/points.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_WRONG,     /* not the expected answer */
    VERDICT_BAD_JSON,  /* invalid JSON */
    VERDICT_TIMEOUT,   /* too late */
    VERDICT_CPU_LIMIT, /* exceeded a limit: this and the next three */
    VERDICT_MEMORY_LIMIT,
    VERDICT_OUTPUT_LIMIT,
    VERDICT_PROCESS_LIMIT,
    VERDICT_CRASH,            /* killed by a signal */
    VERDICT_EXIT,             /* unexpected exit code, or could not be started */
    VERDICT_BUILD_FAILED,     /* nothing to run: the submission could not be built */
    VERDICT_MISSING_EXPECTED, /* not run: there is no expected answer */
    VERDICT_HARNESS_ERROR,    /* the grader's fault; costs no points */
    VERDICTS,
};

/* Its name: "pass", "bad-json"; NULL-terminated, like those below. */
extern const char *const verdict_names[];

/* Whether it is about the program, so that points depend on it. */
bool verdict_counts(enum verdict verdict);

/* Why a record is in the file. */
enum record_role {
    RECORD_TEST,
    RECORD_AUDIT, /* in a fest: the reference solution ran the test */
    RECORD_BUILD, /* not a case, but a build that cases depend on; its id names the command and the folder */
};

/* Its name: "test", "audit", "build". */
extern const char *const record_role_names[];

/* How much of a case those see who handed in the submission. */
enum record_visible {
    RECORD_VISIBLE_ALWAYS,
    RECORD_VISIBLE_AFTER_DEADLINE, /* nothing before the deadline, everything afterwards */
    RECORD_VISIBLE_SCORE_ONLY,     /* its name, verdict and points, but neither input nor output */
    RECORD_VISIBLE_NEVER,          /* nothing; it only counts */
    RECORD_VISIBLES,
};

/* Its name: "always", "after-deadline", "score-only", "never". */
extern const char *const record_visible_names[];

/* What the verdict depends on: while none of it changes, the verdict holds. */
struct record_hashes {
    char program[SHA256_HEX], input[SHA256_HEX], expected[SHA256_HEX], options[SHA256_HEX];
};

/* The content of a record. Strings are borrowed. */
struct record {
    const char *submission, *id, *group, *team, *milestone; /* team and milestone may be NULL */
    const char *program;                                    /* its path in the submission, or NULL */
    const char *description, *hint;                         /* for whom the case teaches, or NULL */
    enum record_visible visible;
    int64_t deadline;  /* of the milestone, in seconds since 1970; 0: none */
    const char *build; /* id of the build it depends on, or NULL */
    enum record_role role;
    enum verdict verdict;
    bool flaky, updated;
    const char *retried;     /* "alone", if it was too late at first, or NULL */
    int tries;               /* of the run that counted: 1 unless earlier ones failed */
    int feeds, feeds_passed; /* 0 unless the input was given in several ways */
    const char *feed;        /* the first way that failed, or NULL */
    int64_t points, earned;  /* in thousandths (report/points.h) */
    int code, signal;
    int64_t wall_ns, cpu_ns, memory_bytes;
    uint64_t out_bytes;         /* written by the program */
    const struct text *failure; /* made by record_failure, or NULL */
    const struct record_hashes *hashes;
    const char *input;  /* its path, or NULL */
    const char *repeat; /* a line for a shell that repeats it, or NULL */
    const char *isolation;
    const char *const *tags;
    int64_t time; /* seconds since 1970 */
};

/* What a record tells about a failure. */
struct record_failure {
    const char *detail;                          /* one line, or "" */
    const struct compare *compare;               /* the differences, or NULL */
    const struct log_difference *log;            /* where its log differs, or NULL */
    const struct slip *slip;                     /* a common one that explains it, or NULL */
    struct excerpt expected, actual, complaints; /* truncated if long; complaints: what it wrote to stderr */
};

/* Formats a failure for struct record. */
void record_failure(struct text *out, const struct record_failure *failure);

/* Writes the record as a line, with its newline. */
void record_write(struct text *out, const struct record *record);

#endif
