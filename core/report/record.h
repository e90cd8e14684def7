/* What came of one case, as one line of the results file.
 *
 * A line is whole in itself: all reports are made from such lines and nothing else. The file only ever grows, by one
 * write for each line, so several runs may add to it at once, and after a crash all but the last line are whole. */
#ifndef REPORT_RECORD_H
#define REPORT_RECORD_H

#include "base/sha256.h"
#include "base/text.h"
#include "compare/log.h"

enum verdict {
    VERDICT_PASS,
    VERDICT_WRONG,            /* not the answer that was expected */
    VERDICT_BAD_JSON,         /* no JSON at all */
    VERDICT_TIMEOUT,          /* too late */
    VERDICT_CPU_LIMIT,        /* too much of a limited good, and the next four */
    VERDICT_MEMORY_LIMIT,     /* */
    VERDICT_OUTPUT_LIMIT,     /* */
    VERDICT_PROCESS_LIMIT,    /* */
    VERDICT_CRASH,            /* ended by a signal */
    VERDICT_EXIT,             /* ended with a code that was not expected, or could not be started */
    VERDICT_BUILD_FAILED,     /* there is nothing to run: the submission could not be built */
    VERDICT_MISSING_EXPECTED, /* nobody knows what is right: not run */
    VERDICT_HARNESS_ERROR,    /* the grader's fault; costs nobody a point */
    VERDICTS,
};

/* The word for it: "pass", "bad-json". */
const char *verdict_name(enum verdict verdict);

/* Whether it says something about the program, so that points depend on it. */
bool verdict_counts(enum verdict verdict);

/* Why a record is in the file. */
enum record_role {
    RECORD_TEST,
    RECORD_AUDIT, /* of a fest: the reference solution ran the test */
    RECORD_BUILD, /* not of a case, but of the build that cases depend on; its id says what was done where */
};

/* The word for it: "test", "audit", "build". */
const char *record_role_name(enum record_role role);

/* What the verdict was reached with: when none of it has changed, neither has the verdict. */
struct record_hashes {
    char program[SHA256_HEX], input[SHA256_HEX], expected[SHA256_HEX], options[SHA256_HEX];
};

/* What a record says. Strings are borrowed. */
struct record {
    const char *submission, *id, *group, *team, *milestone; /* team and milestone may be NULL */
    const char *build;                                      /* the id of the build that it depends on, or NULL */
    enum record_role role;
    enum verdict verdict;
    bool flaky, updated;
    const char *retried;     /* "alone", if it was too late at first, or NULL */
    int tries;               /* of the run that counted: 1 unless earlier ones failed */
    int feeds, feeds_passed; /* 0 unless the input was given in several ways */
    const char *feed;        /* the first way that failed, or NULL */
    double points, earned;
    int code, signal;
    int64_t wall_ns, cpu_ns, memory_bytes;
    uint64_t out_bytes;         /* that the program wrote */
    const struct text *failure; /* made by record_failure, or NULL */
    const struct record_hashes *hashes;
    const char *input; /* its path, or NULL */
    const char *isolation;
    const char *const *tags;
    int64_t time; /* when, in seconds since 1970 */
};

/* What a record says about a failure: a line about it, or ""; the differences, or NULL; where its log differs; what was
 * expected, what came and what the program complained, all of which are cut where they are long. */
struct record_failure {
    const char *detail;
    const struct compare *compare;
    const struct log_difference *log; /* or NULL */
    struct excerpt expected, actual, complaints;
};

/* Puts that into words that record_write adds to the record. */
void record_failure(struct text *out, const struct record_failure *failure);

/* The record as a line, with its newline. */
void record_write(struct text *out, const struct record *record);

#endif
