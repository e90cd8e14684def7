/* Explains failures caused by the isolation of programs, and what to do about them. */
#ifndef GRADE_EXPLAIN_H
#define GRADE_EXPLAIN_H

#include "run/run.h"

/* Explains why a program may have failed to start, or exited with an error: it is not executable, or cannot see its
 * interpreter or a module. single: only one program is graded, so --submission can change its submission. False if
 * there is nothing to explain. */
bool explain_failure(const struct run_job *job, enum process_isolation isolation, bool single,
                     const struct run_result *result, char *out, size_t size);

#endif
