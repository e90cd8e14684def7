#include "base/text.h"

#include "base/json_text.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
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
        if (length > 0) { /* of nothing there may be no bytes at all */
            memcpy(text->bytes + text->length, bytes, length);
        }
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
    static const int64_t scales[] = {1, 10, 100, 1000};
    char out[32], *p = out + sizeof out;
    int64_t scale = scales[digits], rounded = llround(number * (double)scale), rest = rounded < 0 ? -rounded : rounded;
    bool point = false;
    for (int64_t unit = scale; unit > 1; unit /= 10, rest /= 10) { /* noughts at the end are left out */
        if (rest % 10 != 0 || point) {
            *--p = (char)('0' + rest % 10);
            point = true;
        }
    }
    if (point) {
        *--p = '.';
    }
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (rounded < 0) {
        *--p = '-';
    }
    text_add(text, p, (size_t)(out + sizeof out - p));
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
