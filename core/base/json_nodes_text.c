/* What stands at a place of a text that was taken apart. */
#include "base/ascii.h"
#include "base/json_nodes.h"
#include "base/json_show.h"
#include "base/json_text.h"
#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

bool json_nodes_key_is(const struct json_nodes *tree, uint32_t node, const char *key)
{
    return json_text_is(tree->text, tree->nodes[node].key, key);
}

uint32_t json_nodes_member(const struct json_nodes *tree, uint32_t object, const char *key)
{
    uint32_t member = object + 1;
    for (uint32_t i = 0; tree->nodes[object].kind == JSON_OBJECT && i < tree->nodes[object].count; i++) {
        if (json_nodes_key_is(tree, member, key)) {
            return member;
        }
        member = tree->nodes[member].next;
    }
    return 0;
}

void json_nodes_place(const char *text, size_t length, size_t offset, size_t *line, size_t *column)
{
    *line = *column = 1;
    for (size_t at = length >= 3 && memcmp(text, "\xEF\xBB\xBF", 3) == 0 ? 3 : 0; at < offset; at++) {
        if (text[at] == '\n') {
            (*line)++;
            *column = 1;
        } else if (!utf8_continues(text[at])) {
            (*column)++;
        }
    }
}

void json_nodes_explain(const struct json_nodes *tree, char *out, size_t size)
{
    size_t line, column, at = tree->problem_at;
    bool at_end = at == tree->length;
    while (at_end && at > 0 && ascii_is_blank(tree->text[at - 1])) {
        at--; /* the end of a text is behind its last character that can be seen */
    }
    json_nodes_place(tree->text, tree->length, at, &line, &column);
    int used = snprintf(out, size, "%zu:%zu: %s", line, column, tree->problem);
    if (at_end || strncmp(tree->problem, "expected", strlen("expected")) != 0 || (size_t)used >= size) {
        return;
    }
    const char *found = tree->text + at;
    int bytes = utf8_size(found, tree->length - at);
    if (*found == '\n' || *found == '\r') {
        snprintf(out + used, size - (size_t)used, ", found the end of the line");
    } else if (bytes > 0) {
        snprintf(out + used, size - (size_t)used, ", found %s", json_show(found, (size_t)bytes).text);
    } else {
        snprintf(out + used, size - (size_t)used, ", found the byte 0x%02X", (unsigned char)*found);
    }
}

/* The UTF-8 of a code point; how many bytes it has. */
static size_t encode(unsigned code, char *out)
{
    if (code < 0x80) {
        out[0] = (char)code;
        return 1;
    }
    size_t size = code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    for (size_t i = size - 1; i > 0; i--) {
        out[i] = (char)(0x80 | (code & 0x3F));
        code >>= 6;
    }
    out[0] = (char)((size == 2 ? 0xC0 : size == 3 ? 0xE0 : 0xF0) | code);
    return size;
}

/* The character at p, escaped or not; how many bytes of the text it takes. */
static size_t decode(const char *p, char *out, size_t *size)
{
    static const char escaped[] = "\"\\/bfnrt", meant[] = "\"\\/\b\f\n\r\t";
    *size = 1;
    if (p[0] != '\\') {
        out[0] = p[0];
        return 1;
    }
    if (p[1] != 'u') {
        out[0] = meant[strchr(escaped, p[1]) - escaped];
        return 2;
    }
    unsigned code = json_text_hex4(p + 2);
    bool pair = code >= 0xD800 && code < 0xDC00;
    if (pair) {
        code = 0x10000 + ((code - 0xD800) << 10) + (json_text_hex4(p + 8) - 0xDC00);
    }
    *size = encode(code, out);
    return pair ? 12 : 6;
}

size_t json_nodes_string(const struct json_nodes *tree, uint32_t node, char *out, size_t size)
{
    const char *p = tree->text + tree->nodes[node].start + 1, *end = tree->text + tree->nodes[node].end - 1;
    size_t used = 0, total = 0, bytes;
    char character[4];
    while (p < end) {
        p += decode(p, character, &bytes);
        total += bytes;
        if (total < size) {
            memcpy(out + used, character, bytes);
            used = total;
        }
    }
    if (size > 0) {
        out[used] = '\0';
    }
    return total;
}
