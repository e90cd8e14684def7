/* Finds where two logs of programs (docs/log.md: one JSON object per line) diverge. */
#ifndef COMPARE_LOG_H
#define COMPARE_LOG_H

#include "base/excerpt.h"
#include "compare/compare.h"

/* The first line that differs. The lines point into the logs; NULL where a log has ended. */
struct log_difference {
    char place[120]; /* "line 14, game 1, turn 3", as far as the line tells */
    const char *expected, *got;
    size_t expected_length, got_length;
};

/* Finds the first difference; false if there is none in the parts of the logs that were kept. Lines are compared as
 * JSON if they are JSON, byte by byte otherwise. */
bool log_differ(struct log_difference *d, struct compare *c, struct excerpt expected, struct excerpt got);

#endif
