/* From what a program did to a verdict. */
#ifndef GRADE_JUDGE_H
#define GRADE_JUDGE_H

#include "base/content.h"
#include "compare/log.h"
#include "grade/cases.h"
#include "report/record.h"
#include "run/run.h"

/* Memory for one judgement after the other, and the last one. `struct judge j = {0};` is ready. */
struct judge {
    enum verdict verdict;
    bool undecided; /* a program has to decide */
    char detail[512];
    bool differs; /* `compare` has what differs; expected is what was to be */
    struct compare compare;
    struct content expected;
    bool of_stderr; /* it is stderr that differs */
    bool log_differs;
    struct log_difference log_difference;

    /* private */
    struct content log;
    struct compare log_compare;
};

/* Judges a run of a case. Logs have no say in that; of a run that failed, it is noted where its log differs. */
void judge_result(struct judge *j, const struct grade_case *c, const struct compare_way *way,
                  const struct grade_result *r);

/* Notes where the log of a run differs from the one that is expected, if there are both. */
void judge_log(struct judge *j, const struct grade_case *c, const struct grade_result *r);

/* Judges what a program that compares said: 42 is yes and 43 is no. */
void judge_checker(struct judge *j, const struct grade_result *r);

void judge_free(struct judge *j);

#endif
