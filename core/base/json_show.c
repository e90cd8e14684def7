#include "base/json_show.h"

#include "base/json_text.h"

#include <stdio.h>

struct json_shown json_show(const char *text, size_t length)
{
    struct json_shown shown = {.text = "\""};
    const size_t most = sizeof shown.text - sizeof "\\u0000...\""; /* so that one more character and the end fit */
    size_t used = 1, i = 0;
    while (i < length && used < most) {
        unsigned char c = (unsigned char)text[i], next = i + 1 < length ? (unsigned char)text[i + 1] : 0;
        if (json_text_utf8(text + i, length - i) <= 0) {
            used += (size_t)snprintf(shown.text + used, sizeof shown.text - used, "\\x%02X", c);
        } else if (c == '"' || c == '\\') {
            shown.text[used++] = '\\';
            shown.text[used++] = (char)c;
        } else if (c < 0x20 || c == 0x7F || (c == 0xC2 && next <= 0xA0)) {
            /* what a terminal would take as a command */
            unsigned code = c == 0xC2 ? next : c;
            used += (size_t)snprintf(shown.text + used, sizeof shown.text - used, "\\u%04X", code);
            i += c == 0xC2;
        } else if ((c == 0xE2 && (next == 0x80 || next == 0x81)) || (c == 0xEF && next == 0xBB)) {
            /* what cannot be seen, or would turn the direction of writing */
            unsigned code = (c & 0xFU) << 12 | (next & 0x3FU) << 6 | ((unsigned char)text[i + 2] & 0x3FU);
            used += (size_t)snprintf(shown.text + used, sizeof shown.text - used, "\\u%04X", code);
            i += 2;
        } else {
            shown.text[used++] = (char)c;
            while (i + 1 < length && ((unsigned char)text[i + 1] & 0xC0) == 0x80) {
                shown.text[used++] = text[++i];
            }
        }
        i++;
    }
    snprintf(shown.text + used, sizeof shown.text - used, "%s\"", i < length ? "..." : "");
    return shown;
}
