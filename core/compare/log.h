/* Logs that programs write, one JSON object a line (docs/log.md): where two of them part. */
#ifndef COMPARE_LOG_H
#define COMPARE_LOG_H

#include "base/excerpt.h"
#include "compare/compare.h"

/* The first line that is not the same. The lines are borrowed from the logs; NULL where one has ended. */
struct log_difference {
    char place[120]; /* "line 14, game 1, turn 3", as far as the line says so */
    const char *expected, *got;
    size_t expected_length, got_length;
};

/* Finds it; false if there is none in what was kept of the logs. Lines are compared as JSON, or as they are. */
bool log_differ(struct log_difference *d, struct compare *c, struct excerpt expected, struct excerpt got);

#endif
