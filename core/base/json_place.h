/* Where something is in a text, and what is wrong there, for a person. */
#ifndef BASE_JSON_PLACE_H
#define BASE_JSON_PLACE_H

#include "base/json_scan.h"

/* Line and column of an offset. Both count from 1, columns in characters; a byte order mark does not count. */
struct json_place {
    size_t line, column;
};

struct json_place json_place(const char *text, size_t length, size_t offset);

/* Where errors about the end of a text point: just after the last character that is not white space. */
size_t json_place_end(const char *text, size_t length);

/* Why the scanner rejected a text: "3:14: expected a value, found the end of the line". */
void json_place_problem(const struct json_scanner *scanner, const char *text, size_t length, char *out, size_t size);

#endif
