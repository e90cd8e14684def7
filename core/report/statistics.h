/* What the results of a class say about its cases. */
#ifndef REPORT_STATISTICS_H
#define REPORT_STATISTICS_H

#include "report/report.h"

/* Of one case, over the submissions in which it counted. */
struct statistics {
    size_t ran, failed, flaky, errors;
    double median_ms; /* of the time it took; 0 if it never ran */
    /* How well it tells good submissions from weak ones: the point-biserial correlation between passing it and the
     * share of points in all other cases that the submission ran. NAN if all pass, all fail, or all are alike. */
    double discrimination;
};

/* False if out of memory. */
bool statistics_of_case(const struct report *report, const struct report_case *test, struct statistics *out);

#endif
