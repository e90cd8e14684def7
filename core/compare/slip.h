/* Common slips in answers, named for the person who made them: Python's True, single quotes, a trailing comma. */
#ifndef COMPARE_SLIP_H
#define COMPARE_SLIP_H

#include "compare/compare.h"

enum { SLIP_SHOWN_MAX = 168 };

struct slip {
    const char *what; /* one phrase: "a trailing comma"; the same for all slips of a kind */
    size_t line;      /* where it is in the answer, from 1; */
    size_t length;    /* what is there: the line, or the part of a long one around the slip; any bytes */
    char shown[SLIP_SHOWN_MAX];
};

/* Finds the slip that makes an answer invalid JSON. False if it is none of the common ones. */
bool slip_in_text(const char *answer, size_t length, struct slip *out);

/* Finds the slip in an answer that is JSON, but not the expected one; `c` is what compare_answers found, whose texts
 * must still be there. */
bool slip_in_answer(const struct compare *c, struct slip *out);

#endif
