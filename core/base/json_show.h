/* Untrusted strings, made safe to show to a person. */
#ifndef BASE_JSON_SHOW_H
#define BASE_JSON_SHOW_H

#include <stddef.h>

struct json_shown {
    char text[100];
};

/* Quotes a string, escapes it to one line of plain text, and shortens it if it is long. Bytes that are not UTF-8 are
 * shown in hexadecimal. */
struct json_shown json_show(const char *text, size_t length);

#endif
