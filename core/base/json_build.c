#include "base/json_build.h"

#include "base/ascii.h"
#include "base/json_text.h"

#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

struct builder {
    const char *at;
    int depth, repeats_at;
    char *plain; /* room for any string of the text, without its escapes */
};

static bool build(struct builder *b, json_object **out);

static void skip_blanks(struct builder *b)
{
    while (ascii_is_blank(*b->at)) {
        b->at++;
    }
}

/* Passes over a string; what it means, and how long that is. There may be no NUL behind it. */
static const char *take_string(struct builder *b, size_t *length)
{
    const char *start = ++b->at;
    while (*b->at != '"' && *b->at != '\\') {
        b->at++;
    }
    if (*b->at == '"') {
        *length = (size_t)(b->at++ - start);
        return start;
    }
    b->at = start;
    *length = json_text_plain(&b->at, b->plain);
    return b->plain;
}

static bool is_numeric(char c)
{
    return ascii_is_digit(c) || c == '.' || c == '-' || c == '+' || c == 'e' || c == 'E';
}

static bool build_number(struct builder *b, json_object **out)
{
    size_t length = 0;
    while (is_numeric(b->at[length])) {
        length++;
    }
    char text[64], *copy = length < sizeof text ? text : malloc(length + 1);
    if (!copy) {
        return false;
    }
    memcpy(copy, b->at, length);
    copy[length] = '\0';
    b->at += length;
    if (strpbrk(copy, ".eE")) {
        *out = json_object_new_double_s(strtod(copy, NULL), copy);
    } else if (*copy == '-') {
        *out = json_object_new_int64(strtoll(copy, NULL, 10));
    } else {
        unsigned long long number = strtoull(copy, NULL, 10);
        *out = number <= INT64_MAX ? json_object_new_int64((int64_t)number) : json_object_new_uint64(number);
    }
    if (copy != text) {
        free(copy);
    }
    return *out;
}

static bool build_array(struct builder *b, json_object *array)
{
    b->at++;
    for (skip_blanks(b); *b->at != ']'; skip_blanks(b)) {
        json_object *element;
        if (!build(b, &element)) {
            return false;
        }
        if (json_object_array_add(array, element) != 0) {
            json_object_put(element);
            return false;
        }
        skip_blanks(b);
        b->at += *b->at == ',';
    }
    b->at++;
    return true;
}

/* Adds a member whose key is not NUL-terminated. */
static bool add_member(struct builder *b, json_object *object, const char *key, size_t length, json_object *value)
{
    char text[64], *copy = length < sizeof text ? text : malloc(length + 1);
    if (!copy) {
        return false;
    }
    memcpy(copy, key, length);
    copy[length] = '\0';
    unsigned known_new = b->depth == b->repeats_at ? 0 : JSON_C_OBJECT_ADD_KEY_IS_NEW;
    bool added = json_object_object_add_ex(object, copy, value, known_new) == 0;
    if (copy != text) {
        free(copy);
    }
    return added;
}

static bool build_object(struct builder *b, json_object *object)
{
    b->at++;
    for (skip_blanks(b); *b->at != '}'; skip_blanks(b)) {
        json_object *value = NULL;
        const char *quote = b->at;
        size_t length;
        const char *key = take_string(b, &length);
        skip_blanks(b);
        b->at++;
        skip_blanks(b);
        bool built = build(b, &value);
        if (key == b->plain) { /* the value's strings may have overwritten it */
            const char *behind = b->at;
            b->at = quote;
            take_string(b, &length);
            b->at = behind;
        }
        if (!built || !add_member(b, object, key, length, value)) {
            json_object_put(value);
            return false;
        }
        skip_blanks(b);
        b->at += *b->at == ',';
    }
    b->at++;
    return true;
}

/* An array or object. */
static bool build_container(struct builder *b, json_object **out)
{
    bool is_array = *b->at == '[';
    *out = is_array ? json_object_new_array_ext(4) : json_object_new_object();
    b->depth++;
    bool built = *out && (is_array ? build_array(b, *out) : build_object(b, *out));
    b->depth--;
    if (!built) {
        json_object_put(*out);
        *out = NULL;
    }
    return built;
}

static bool build(struct builder *b, json_object **out)
{
    size_t length;
    const char *string;
    switch (*b->at) {
    case '[':
    case '{':
        return build_container(b, out);
    case '"':
        string = take_string(b, &length);
        *out = json_object_new_string_len(string, (int)length);
        return *out;
    case 'n':
        *out = NULL;
        b->at += strlen("null");
        return true;
    case 't':
    case 'f':
        *out = json_object_new_boolean(*b->at == 't');
        b->at += *b->at == 't' ? strlen("true") : strlen("false");
        return *out;
    default:
        return build_number(b, out);
    }
}

bool json_build(const char *text, const char *end, int repeats_at, json_object **out)
{
    struct builder b = {.at = text, .repeats_at = repeats_at};
    bool escapes = memchr(text, '\\', (size_t)(end - text));
    b.plain = escapes ? malloc((size_t)(end - text)) : NULL;
    bool built = (b.plain || !escapes) && build(&b, out);
    free(b.plain);
    return built;
}
