/* Failures that the isolation of programs explains, and what to do about them. */
#ifndef GRADE_EXPLAIN_H
#define GRADE_EXPLAIN_H

#include "run/run.h"

/* Puts into words why a program that could not be started, or ended with an error, may have failed: it is not
 * executable, its interpreter or a module lies where it cannot see it. single: one program is graded, whose submission
 * --submission can change. False if there is nothing to say. */
bool explain_failure(const struct grade_job *job, enum process_isolation isolation, bool single,
                     const struct grade_result *result, char *out, size_t size);

#endif
