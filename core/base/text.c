#include "base/text.h"

#include "base/list.h"
#include "base/utf8.h"

#include <math.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ENOUGH = 64 * 1024, USUAL = 100 /* bytes that a format gives, at most */ };

/* Makes room for `more` bytes and a NUL. */
static bool make_room(struct text *text, size_t more)
{
    if (text->drain && text->length >= ENOUGH) {
        text->drain(text);
    }
    text->failed = text->failed || more >= SIZE_MAX / 2 - text->length ||
                   !list_grow(&text->bytes, &text->room, text->length + more + 1, 1);
    return !text->failed;
}

void text_add(struct text *text, const char *bytes, size_t length)
{
    if (make_room(text, length)) {
        if (length > 0) { /* an empty range may be NULL */
            memcpy(text->bytes + text->length, bytes, length);
        }
        text->length += length;
        text->bytes[text->length] = '\0';
    }
}

void text_format(struct text *text, const char *format, ...)
{
    int length = USUAL;
    while (length >= 0 && make_room(text, (size_t)length)) {
        size_t room = text->room - text->length;
        va_list args;
        va_start(args, format);
        length = vsnprintf(text->bytes + text->length, room, format, args);
        va_end(args);
        if (length >= 0 && (size_t)length < room) {
            text->length += (size_t)length;
            return;
        }
    }
    text->failed = true;
}

void text_append(struct text *text, const struct text *more)
{
    text_add(text, more->bytes, more->length);
    text->failed = text->failed || more->failed;
}

void text_integer(struct text *text, int64_t number)
{
    char out[20], *p = out + sizeof out; /* a sign and 19 digits */
    uint64_t rest = number < 0 ? -(uint64_t)number : (uint64_t)number;
    do {
        *--p = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (number < 0) {
        *--p = '-';
    }
    text_add(text, p, (size_t)(out + sizeof out - p));
}

void text_integer_after(struct text *text, const char *before, int64_t number)
{
    text_string(text, before);
    text_integer(text, number);
}

void text_boolean(struct text *text, bool value)
{
    text_string(text, value ? "true" : "false");
}

void text_number(struct text *text, double number, int digits)
{
    static const int64_t scales[] = {1, 10, 100, 1000};
    if (!(fabs(number) < 1e15)) {
        text_format(text, "%g", number);
        return;
    }
    char out[32], *p = out + sizeof out;
    int64_t scale = scales[digits], rounded = llround(number * (double)scale), rest = rounded < 0 ? -rounded : rounded;
    bool point = false;
    for (int64_t unit = scale; unit > 1; unit /= 10, rest /= 10) { /* omits trailing zeros */
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

/* -- escapes -- */

static const char replacement[] = "\xEF\xBF\xBD";

enum { SUBSTITUTE_SIZE = sizeof "\\uD800\\uDC00" };

static const char *unicode_escape(char buffer[SUBSTITUTE_SIZE], unsigned code)
{
    unsigned high = 0xD800 | ((code - 0x10000) >> 10 & 0x3FF), low = 0xDC00 | (code & 0x3FF);
    int used = code > 0xFFFF ? snprintf(buffer, SUBSTITUTE_SIZE, "\\u%04x", high) : 0;
    snprintf(buffer + used, SUBSTITUTE_SIZE - (size_t)used, "\\u%04x", used ? low : code & 0xFFFF);
    return buffer;
}

static const char *json_substitute(unsigned code, char buffer[SUBSTITUTE_SIZE])
{
    switch (code) {
    case '"':
        return "\\\"";
    case '\\':
        return "\\\\";
    case '\n':
        return "\\n";
    default:
        return utf8_is_control(code) ? unicode_escape(buffer, code) : NULL;
    }
}

/* Besides what JSON escapes: characters that could end the script or begin markup, and those that end a line in some
 * versions of JavaScript. */
static const char *script_substitute(unsigned code, char buffer[SUBSTITUTE_SIZE])
{
    bool special = code == '<' || code == '>' || code == '&' || code == 0x2028 || code == 0x2029;
    return special ? unicode_escape(buffer, code) : json_substitute(code, buffer);
}

static bool is_unprintable(unsigned code)
{
    return utf8_is_control(code) || utf8_is_hidden(code) || code == 0xFFFE || code == 0xFFFF;
}

static const char *markup_substitute(unsigned code)
{
    switch (code) {
    case '&':
        return "&amp;";
    case '<':
        return "&lt;";
    case '>':
        return "&gt;";
    case '"':
        return "&quot;";
    case '\'':
        return "&#39;";
    case '\n':
    case '\t':
        return NULL;
    default:
        return is_unprintable(code) ? replacement : NULL;
    }
}

static const char *csv_substitute(unsigned code)
{
    if (code == '"') {
        return "\"\"";
    }
    return code != '\n' && code != '\t' && is_unprintable(code) ? replacement : NULL;
}

/* The replacement for a character that must not appear as is; NULL if it may. */
static const char *substitute(enum text_escape escape, unsigned code, char buffer[SUBSTITUTE_SIZE])
{
    switch (escape) {
    case TEXT_JSON:
        return json_substitute(code, buffer);
    case TEXT_SCRIPT:
        return script_substitute(code, buffer);
    case TEXT_MARKUP:
        return markup_substitute(code);
    case TEXT_CSV:
        return csv_substitute(code);
    case TEXT_ASCII:
        return code < 0x80 ? NULL : unicode_escape(buffer, code);
    default:
        return is_unprintable(code) ? unicode_escape(buffer, code) : NULL;
    }
}

/* A character that no escape changes. */
static bool is_plain(char c)
{
    return c >= ' ' && c < 0x7F && c != '"' && c != '\\' && c != '&' && c != '<' && c != '>' && c != '\'';
}

void text_escape(struct text *text, enum text_escape escape, const char *bytes, size_t length)
{
    char buffer[SUBSTITUTE_SIZE];
    for (size_t i = 0; i < length;) {
        size_t start = i;
        while (i < length && is_plain(bytes[i])) {
            i++;
        }
        text_add(text, bytes + start, i - start);
        if (i == length) {
            return;
        }
        int size = utf8_size(bytes + i, length - i);
        const char *instead = size > 0 ? substitute(escape, utf8_code(bytes + i, size), buffer) : replacement;
        size = size > 0 ? size : 1;
        text_add(text, instead ? instead : bytes + i, instead ? strlen(instead) : (size_t)size);
        i += (size_t)size;
    }
}

void text_escape_string(struct text *text, enum text_escape escape, const char *string)
{
    text_escape(text, escape, string, strlen(string));
}

void text_fill(struct text *text, enum text_escape escape, const char *template, ...)
{
    va_list args;
    va_start(args, template);
    for (const char *place; (place = strstr(template, "%s")); template = place + 2) {
        text_add(text, template, (size_t)(place - template));
        text_escape_string(text, escape, va_arg(args, const char *));
    }
    va_end(args);
    text_string(text, template);
}

void text_pour(struct text *text, enum text_escape escape, struct text *from)
{
    text_escape(text, escape, from->bytes, from->length);
    text->failed = text->failed || from->failed;
    text_free(from);
}

void text_json(struct text *text, const char *bytes, size_t length)
{
    text_add(text, "\"", 1);
    text_escape(text, TEXT_JSON, bytes, length);
    text_add(text, "\"", 1);
}

void text_json_string(struct text *text, const char *string)
{
    text_json(text, string, strlen(string));
}

void text_json_after(struct text *text, const char *before, const char *string)
{
    text_string(text, before);
    text_json_string(text, string);
}

void text_shell(struct text *text, const char *word)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./:=,@%+-";
    if (*word && strspn(word, plain) == strlen(word)) {
        text_string(text, word);
        return;
    }
    text_string(text, "'");
    for (const char *quote; (quote = strchr(word, '\'')); word = quote + 1) {
        text_add(text, word, (size_t)(quote - word));
        text_string(text, "'\\''");
    }
    text_string(text, word);
    text_string(text, "'");
}

bool text_is_listed(const char *const *words, const char *word)
{
    while (words && *words && strcmp(*words, word) != 0) {
        words++;
    }
    return words && *words;
}

const char *text_line(const char **at, const char *end, size_t *length)
{
    const char *line = *at;
    if (line == end) {
        return NULL;
    }
    const char *newline = memchr(line, '\n', (size_t)(end - line));
    *length = (size_t)((newline ? newline : end) - line);
    *at = newline ? newline + 1 : end;
    return line;
}

void text_drop(struct text *text, size_t count)
{
    if (count > 0) {
        text->length -= count;
        memmove(text->bytes, text->bytes + count, text->length + 1);
    }
}

void text_clear(struct text *text)
{
    text->length = 0;
    text->failed = false;
}

void text_free(struct text *text)
{
    free(text->bytes);
    *text = (struct text){.bytes = NULL};
}
