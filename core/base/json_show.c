#include "base/json_show.h"

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

enum { SHOWN_MAX = sizeof "\\u0000" };

/* Writes one character as it is shown. Returns how many bytes of the text it takes. */
static size_t show_character(const char *text, size_t length, char out[SHOWN_MAX])
{
    int size = utf8_size(text, length);
    if (size <= 0) {
        snprintf(out, SHOWN_MAX, "\\x%02X", (unsigned char)text[0]);
        return 1;
    }
    unsigned code = utf8_code(text, size);
    if (code == '"' || code == '\\') {
        snprintf(out, SHOWN_MAX, "\\%c", (char)code);
    } else if (utf8_is_control(code) || utf8_is_hidden(code) || code == 0xA0 /* looks like a space */) {
        snprintf(out, SHOWN_MAX, "\\u%04X", code & 0xFFFF);
    } else {
        memcpy(out, text, (size_t)size);
        out[size] = '\0';
    }
    return (size_t)size;
}

struct json_shown json_show(const char *text, size_t length)
{
    struct json_shown shown = {.text = "\""};
    const size_t most = sizeof shown.text - sizeof "\\u0000...\""; /* leaves room for one more character and the end */
    size_t used = 1, i = 0;
    while (i < length && used < most) {
        char next[SHOWN_MAX];
        i += show_character(text + i, length - i, next);
        used += (size_t)snprintf(shown.text + used, sizeof shown.text - used, "%s", next);
    }
    snprintf(shown.text + used, sizeof shown.text - used, "%s\"", i < length ? "..." : "");
    return shown;
}
