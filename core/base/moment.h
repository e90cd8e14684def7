/* Points in time, as people write them: ISO 8601 with a time zone. */
#ifndef BASE_MOMENT_H
#define BASE_MOMENT_H

#include "base/text.h"

enum { MOMENT_DAY = 24 * 60 * 60 }; /* in seconds */

/* Parses "2026-10-01T23:59:00Z", "2026-10-01 23:59 +02:00" and the like into seconds since 1970. Seconds may be left
 * out; the zone may not, because people mean different ones. */
bool moment_parse(const char *text, int64_t *seconds);

/* Writes "2026-10-01T23:59:00Z". */
void moment_write(struct text *out, int64_t seconds);

/* The same as a member of a JSON object, after a comma: ,"time":"2026-10-01T23:59:00Z" */
void moment_member(struct text *out, const char *name, int64_t seconds);

#endif
