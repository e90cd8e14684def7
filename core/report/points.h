/* Points, exactly: whole thousandths in an int64_t. Sums never round, and all reports print the same digits. */
#ifndef REPORT_POINTS_H
#define REPORT_POINTS_H

#include "base/text.h"

enum { POINTS_ONE = 1000 }; /* one point */

/* The nearest number of thousandths. Beyond a thousand million points, which nobody means, it is that many. */
int64_t points_of(double number);

/* Parses a decimal number with at most three decimals, such as "7", "-2.5", "+0.125"; at most 1000000 points. False if
 * the text is anything else. */
bool points_parse(const char *text, int64_t *points);

/* Writes points in their shortest form: 7, -2.5, 0.125. */
void points_write(struct text *out, int64_t points);

/* The same as a member of a JSON object, after a comma: ,"points":2.5 */
void points_member(struct text *out, const char *name, int64_t points);

/* Share `index` of `shares` equal ones, rounded so that all of them add up to the points. */
int64_t points_share(int64_t points, size_t index, size_t shares);

/* A part of the points, as `part` is of `whole`, rounded to the nearest thousandth. */
int64_t points_part(int64_t points, int64_t part, int64_t whole);

#endif
