/* Building the value that a text says, which json_scan has accepted.
 *
 * json-c's own parser could do it, too, but it goes byte by byte once more through a text that is known to be right,
 * and takes twice as long. */
#ifndef BASE_JSON_BUILD_H
#define BASE_JSON_BUILD_H

#include <json-c/json_object.h>
#include <stdbool.h>
#include <stddef.h>

/* The value at the start of the text, up to `end`; the caller owns it. Integers beyond 64 bits saturate. repeats_at: as
 * it was scanned. False when memory is short. */
bool json_build(const char *text, const char *end, int repeats_at, json_object **out);

#endif
