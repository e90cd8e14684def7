#include "base/json_text.h"

#include "base/ascii.h"
#include "base/utf8.h"

#include <string.h>

char json_text_escape(char c)
{
    static const char escapes[] = "\"\\/bfnrt", meanings[] = "\"\\/\b\f\n\r\t";
    const char *found = c ? strchr(escapes, c) : NULL;
    if (!found) {
        return '\0';
    }
    return meanings[found - escapes];
}

int json_text_hex4(const char *digits)
{
    int value = 0;
    for (int i = 0; i < 4; i++) {
        char c = digits[i], letter = (char)(c | 0x20);
        if (!ascii_is_digit(c) && (letter < 'a' || letter > 'f')) {
            return -1;
        }
        value = value * 16 + (ascii_is_digit(c) ? c - '0' : letter - 'a' + 10);
    }
    return value;
}

/* The bytes of the next character, packed into an integer. */
static uint32_t next_plain(const char *text, size_t *at)
{
    uint32_t packed = (unsigned char)text[(*at)++];
    while (utf8_continues(text[*at])) {
        packed = packed << 8 | (unsigned char)text[(*at)++];
    }
    return packed;
}

/* The next character of a valid string, whether escaped or not. */
static uint32_t next_character(const char *text, size_t *at)
{
    if (text[*at] != '\\') {
        return next_plain(text, at);
    }
    if (text[*at + 1] != 'u') {
        *at += 2;
        return (unsigned char)json_text_escape(text[*at - 1]);
    }
    uint32_t code = (uint32_t)json_text_hex4(text + *at + 2);
    *at += 6;
    if (code >= 0xD800 && code < 0xDC00) {
        code = 0x10000 + ((code - 0xD800) << 10) + ((uint32_t)json_text_hex4(text + *at + 2) - 0xDC00);
        *at += 6;
    }
    if (code < 0x80) {
        return code;
    }
    if (code < 0x800) {
        return 0xC080 | (code >> 6) << 8 | (code & 0x3F);
    }
    if (code < 0x10000) {
        return 0xE08080 | (code >> 12) << 16 | (code >> 6 & 0x3F) << 8 | (code & 0x3F);
    }
    return 0xF0808080 | (code >> 18) << 24 | (code >> 12 & 0x3F) << 16 | (code >> 6 & 0x3F) << 8 | (code & 0x3F);
}

int json_text_compare(const char *a, const char *b)
{
    size_t i = 0, j;
    while (a[i] == b[i] && a[i] != '"' && a[i] != '\\') {
        i++;
    }
    for (j = i; a[i] != '"' && b[j] != '"';) {
        uint32_t c = next_character(a, &i), d = next_character(b, &j);
        if (c != d) {
            return c < d ? -1 : 1;
        }
    }
    return (a[i] != '"') - (b[j] != '"');
}

uint64_t json_text_hash(const char *string)
{
    uint64_t hash = 14695981039346656037U; /* FNV-1a, over characters */
    for (size_t i = 0; string[i] != '"';) {
        hash = (hash ^ next_character(string, &i)) * 1099511628211U;
    }
    return hash;
}

bool json_text_is(const char *text, size_t at, const char *key)
{
    size_t i = 0;
    for (at++; text[at] != '"' && key[i];) {
        if (next_character(text, &at) != next_plain(key, &i)) {
            return false;
        }
    }
    return text[at] == '"' && !key[i];
}

size_t json_text_decode(const char *string, char *out, size_t size)
{
    size_t used = 0, total = 0;
    for (size_t at = 0; string[at] != '"';) {
        uint32_t packed = next_character(string, &at);
        unsigned bytes = packed > 0xFFFFFF ? 4 : packed > 0xFFFF ? 3 : packed > 0xFF ? 2 : 1;
        total += bytes;
        if (total < size) {
            while (bytes-- > 0) {
                out[used++] = (char)(packed >> 8 * bytes);
            }
        }
    }
    if (size > 0) {
        out[used] = '\0';
    }
    return total;
}

char *json_text_copy(const char *string, struct arena *arena)
{
    size_t length = json_text_decode(string, NULL, 0);
    char *copy = arena_array(arena, length + 1, 1);
    if (copy) {
        json_text_decode(string, copy, length + 1);
    }
    return copy;
}

size_t json_text_skip(const char *text, size_t at)
{
    int depth = 0;
    do {
        if (text[at] == '"') {
            for (at++; text[at] != '"'; at++) {
                at += text[at] == '\\';
            }
            at++;
        } else if (strchr("[]{}", text[at])) {
            depth += text[at] == '[' || text[at] == '{' ? 1 : -1;
            at++;
        } else {
            at++;
            while (depth == 0 && (ascii_is_digit(text[at]) || (text[at] && strchr("+-.eEaflnrstu", text[at])))) {
                at++;
            }
        }
    } while (depth > 0);
    return at;
}
