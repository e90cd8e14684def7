#include "base/text.h"

#include "base/json_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Makes room for that many more bytes and a NUL. */
static bool make_room(struct text *text, size_t more)
{
    if (text->failed || more >= SIZE_MAX / 2 - text->length) {
        text->failed = true;
        return false;
    }
    if (text->length + more < text->room) {
        return true;
    }
    size_t room = text->room ? 2 * text->room : 1024;
    while (room <= text->length + more) {
        room *= 2;
    }
    char *bytes = realloc(text->bytes, room);
    if (!bytes) {
        text->failed = true;
        return false;
    }
    text->bytes = bytes;
    text->room = room;
    return true;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (make_room(text, length)) {
        memcpy(text->bytes + text->length, bytes, length);
        text->length += length;
        text->bytes[text->length] = '\0';
    }
}

void text_string(struct text *text, const char *string)
{
    text_add(text, string, strlen(string));
}

void text_format(struct text *text, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int length = vsnprintf(NULL, 0, format, args);
    va_end(args);
    if (length < 0 || !make_room(text, (size_t)length)) {
        text->failed = true;
        return;
    }
    va_start(args, format);
    vsnprintf(text->bytes + text->length, (size_t)length + 1, format, args);
    va_end(args);
    text->length += (size_t)length;
}

void text_number(struct text *text, double number, int digits)
{
    char out[64];
    double scale = pow(10, digits);
    number = round(number * scale) / scale;
    int length = snprintf(out, sizeof out, "%.*f", digits, number == 0 ? 0.0 : number); /* there is no -0 */
    if (digits > 0 && length > 0 && (size_t)length < sizeof out) {
        while (out[length - 1] == '0') {
            length--;
        }
        length -= out[length - 1] == '.';
    }
    text_add(text, out, (size_t)length);
}

void text_xml(struct text *text, const char *bytes, size_t length)
{
    static const char unknown[] = "\xEF\xBF\xBD";
    for (size_t i = 0; i < length;) {
        int sequence = json_text_utf8(bytes + i, length - i);
        unsigned char byte = (unsigned char)bytes[i];
        bool outside = sequence == 3 && memcmp(bytes + i, "\xEF\xBF", 2) == 0 && (unsigned char)bytes[i + 2] >= 0xBE;
        if (sequence <= 0 || outside || (byte < ' ' && byte != '\t' && byte != '\n')) {
            text_string(text, unknown);
        } else if (byte == '&') {
            text_string(text, "&amp;");
        } else if (byte == '<') {
            text_string(text, "&lt;");
        } else if (byte == '>') {
            text_string(text, "&gt;");
        } else if (byte == '"') {
            text_string(text, "&quot;");
        } else if (byte == '\'') {
            text_string(text, "&#39;");
        } else {
            text_add(text, bytes + i, (size_t)sequence);
        }
        i += sequence > 0 ? (size_t)sequence : 1;
    }
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){.bytes = NULL};
}
