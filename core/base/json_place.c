#include "base/json_place.h"

#include "base/ascii.h"
#include "base/json_show.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

struct json_place json_place(const char *text, size_t length, size_t offset)
{
    struct json_place place = {1, 1};
    for (size_t at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; at < offset; at++) {
        if (text[at] == '\n') {
            place.line++;
            place.column = 1;
        } else if (!utf8_continues(text[at])) {
            place.column++;
        }
    }
    return place;
}

size_t json_place_end(const char *text, size_t length)
{
    while (length > 0 && ascii_is_blank(text[length - 1])) {
        length--;
    }
    return length;
}

void json_place_problem(const struct json_scanner *s, const char *text, size_t length, char *out, size_t size)
{
    bool at_end = s->problem_at == length;
    size_t at = at_end ? json_place_end(text, length) : s->problem_at;
    struct json_place place = json_place(text, length, at);
    int used = snprintf(out, size, "%zu:%zu: %s", place.line, place.column, s->problem);
    if (at_end || strncmp(s->problem, "expected", strlen("expected")) != 0 || (size_t)used >= size) {
        return;
    }
    const char *found = text + at;
    int bytes = utf8_size(found, length - at);
    out += used;
    size -= (size_t)used;
    if (*found == '\n' || *found == '\r') {
        snprintf(out, size, ", found the end of the line");
    } else if (bytes > 0) {
        snprintf(out, size, ", found %s", json_show(found, (size_t)bytes).text);
    } else {
        snprintf(out, size, ", found the byte 0x%02X", (unsigned char)*found);
    }
}
