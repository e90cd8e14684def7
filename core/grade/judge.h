/* Judges what a program did. */
#ifndef GRADE_JUDGE_H
#define GRADE_JUDGE_H

#include "base/content.h"
#include "compare/log.h"
#include "compare/slip.h"
#include "grade/cases.h"
#include "report/record.h"
#include "run/run.h"

/* The last judgement, and memory reused for the next. Initialize with `struct judge j = {0};`. */
struct judge {
    enum verdict verdict;
    bool undecided; /* a checker program has to decide */
    char detail[512];
    bool differs; /* then `compare` has the differences, and `expected` what was expected */
    struct compare compare;
    struct content expected;
    bool of_stderr; /* it is stderr that differs */
    bool slipped;   /* by a common slip: */
    struct slip slip;
    bool log_differs;
    struct log_difference log_difference;

    /* private */
    struct content log;
    struct compare log_compare;
};

/* Judges a run of a case. Logs do not affect the verdict; for a failed run, also notes where its log differs. */
void judge_result(struct judge *j, const struct grade_case *c, const struct compare_way *way,
                  const struct run_result *r);

/* Notes where the log of a run differs from the expected one, if both exist. */
void judge_log(struct judge *j, const struct grade_case *c, const struct run_result *r);

/* Judges by the exit code of a checker program: 42 is yes, 43 is no. */
void judge_checker(struct judge *j, const struct run_result *r);

void judge_free(struct judge *j);

#endif
