#include "base/json_at.h"

#include "base/ascii.h"
#include "base/json_text.h"
#include "base/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct json_at json_at_root(const struct json_value *value)
{
    return (struct json_at){.object = value->object, .root = value};
}

/* -- position in the text -- */

static size_t skip_blanks(const char *text, size_t at)
{
    while (ascii_is_blank(text[at])) {
        at++;
    }
    return at;
}

/* Skips the value at `at` and the comma after it, if any. */
static size_t next_in_row(const char *text, size_t at)
{
    at = skip_blanks(text, json_text_skip(text, at));
    return text[at] == ',' ? skip_blanks(text, at + 1) : at;
}

/* The offset in the text of the value at a place, or of its key. If a key is repeated, the last one counts. */
static size_t offset_of(const struct json_at *at, bool of_key)
{
    if (!at->above) {
        return at->root->start;
    }
    const char *text = at->root->stream->text;
    size_t p = skip_blanks(text, offset_of(at->above, false) + 1), found = p;
    for (size_t i = 0; !at->key && i < at->index; i++) {
        found = p = next_in_row(text, p);
    }
    while (at->key && text[p] != '}') {
        size_t colon = skip_blanks(text, json_text_skip(text, p)), value = skip_blanks(text, colon + 1);
        if (json_text_is(text, p, at->key)) {
            found = of_key ? p : value;
        }
        p = next_in_row(text, value);
    }
    return found;
}

struct path {
    char text[160];
    size_t length;
};

__attribute__((format(printf, 2, 3))) static void path_add(struct path *path, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    int size = vsnprintf(path->text + path->length, sizeof path->text - path->length, format, args);
    va_end(args);
    path->length += (size_t)size;
    if (path->length >= sizeof path->text) {
        path->length = sizeof path->text - 1;
    }
}

/* Appends the path from the root, in JavaScript notation. */
static void path_to(const struct json_at *at, struct path *path)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    if (!at->above) {
        path_add(path, "%s", at->key ? at->key : "");
        return;
    }
    path_to(at->above, path);
    if (!at->key) {
        path_add(path, "[%zu]", at->index);
    } else if (*at->key && !at->key[strspn(at->key, plain)]) {
        path_add(path, "%s%s", path->length ? "." : "", at->key);
    } else {
        path_add(path, "[%s]", json_show(at->key, strlen(at->key)).text);
    }
}

__attribute__((format(printf, 4, 0))) static void fail_at(const struct json_at *at, bool of_key, struct error *err,
                                                          const char *format, va_list args)
{
    char message[sizeof err->text];
    struct path path = {.length = 0};
    vsnprintf(message, sizeof message, format, args);
    path_to(of_key ? at->above : at, &path);
    json_stream_complain(at->root->stream, offset_of(at, of_key), err, "%s%s%s", path.text, path.length ? ": " : "",
                         message);
}

bool json_at_fail(const struct json_at *at, struct error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_at(at, false, err, format, args);
    va_end(args);
    return false;
}

bool json_at_fail_key(const struct json_at *at, struct error *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    fail_at(at, true, err, format, args);
    va_end(args);
    return false;
}

/* -- typed access -- */

bool json_at_expected(const struct json_at *at, struct error *err, const char *what)
{
    json_object *o = at->object;
    const char *text = at->root->stream->text;
    size_t start, length;
    switch (json_object_get_type(o)) {
    case json_type_string:
        return json_at_fail(at, err, "expected %s, found %s", what,
                            json_show(json_object_get_string(o), (size_t)json_object_get_string_len(o)).text);
    case json_type_array:
        return json_at_fail(at, err, "expected %s, found an array of %zu", what, json_object_array_length(o));
    case json_type_object:
        return json_at_fail(at, err, "expected %s, found an object", what);
    default: /* as it was written */
        start = offset_of(at, false);
        length = json_text_skip(text, start) - start;
        return json_at_fail(at, err, "expected %s, found %.*s%s", what, length > 40 ? 40 : (int)length, text + start,
                            length > 40 ? "..." : "");
    }
}

bool json_at_array(const struct json_at *at, size_t low, size_t high, struct error *err)
{
    if (json_object_is_type(at->object, json_type_array)) {
        size_t count = json_at_count(at);
        if (count >= low && count <= high) {
            return true;
        }
    }
    char what[64] = "an array";
    if (low == high) {
        snprintf(what, sizeof what, "an array of %zu", low);
    } else if (high < SIZE_MAX) {
        snprintf(what, sizeof what, "an array of %zu to %zu", low, high);
    } else if (low > 0) {
        snprintf(what, sizeof what, "an array of at least %zu", low);
    }
    return json_at_expected(at, err, what);
}

size_t json_at_count(const struct json_at *at)
{
    return json_object_is_type(at->object, json_type_array) ? json_object_array_length(at->object)
                                                            : (size_t)json_object_object_length(at->object);
}

struct json_at json_at_element(const struct json_at *at, size_t index)
{
    return (struct json_at){
        .object = json_object_array_get_idx(at->object, index), .above = at, .root = at->root, .index = index};
}

bool json_at_elements(const struct json_at *at, size_t low, size_t high, struct json_at *out, struct error *err)
{
    if (!json_at_array(at, low, high, err)) {
        return false;
    }
    size_t count = json_at_count(at);
    for (size_t i = 0; i < count; i++) {
        out[i] = json_at_element(at, i);
    }
    return true;
}

void *json_at_list(const struct json_at *at, size_t low, size_t high, size_t size, struct arena *arena, int *count,
                   struct error *err)
{
    if (!json_at_array(at, low, high, err)) {
        return NULL;
    }
    void *list = arena_array(arena, json_at_count(at), size);
    *count = (int)json_at_count(at);
    if (!list) {
        error_memory(err);
    }
    return list;
}

bool json_at_object(const struct json_at *at, struct error *err)
{
    return json_object_is_type(at->object, json_type_object) ? true : json_at_expected(at, err, "an object");
}

bool json_at_each(const struct json_at *at, struct json_at *member)
{
    const struct lh_entry *e = member->entry ? member->entry->next : json_object_get_object(at->object)->head;
    if (!e) {
        return false;
    }
    *member = (struct json_at){
        .object = (json_object *)lh_entry_v(e), .above = at, .root = at->root, .key = lh_entry_k(e), .entry = e};
    return true;
}

bool json_at_find(const struct json_at *at, const char *name, struct json_at *out)
{
    *out = (struct json_at){.above = at, .root = at->root, .key = name};
    return json_object_is_type(at->object, json_type_object) &&
           json_object_object_get_ex(at->object, name, &out->object);
}

bool json_at_member(const struct json_at *at, const char *name, struct json_at *out, struct error *err)
{
    return json_at_object(at, err) &&
           (json_at_find(at, name, out) || json_at_fail(at, err, "the member \"%s\" is missing", name));
}

bool json_at_members(const struct json_at *at, const char *const *names, struct json_at *out, struct error *err)
{
    if (!json_at_object(at, err)) {
        return false;
    }
    size_t others = json_at_count(at);
    for (size_t i = 0; names[i]; i++) {
        if (!json_at_member(at, names[i], &out[i], err)) {
            return false;
        }
        others--;
    }
    struct json_at member = {0};
    while (others && json_at_each(at, &member)) {
        if (!text_is_listed(names, member.key)) {
            return json_at_fail_key(&member, err, "%s is not a member of this object",
                                    json_show(member.key, strlen(member.key)).text);
        }
    }
    return true;
}

bool json_at_string(const struct json_at *at, const char **text, size_t *length, struct error *err)
{
    if (!json_object_is_type(at->object, json_type_string)) {
        return json_at_expected(at, err, "a string");
    }
    *text = json_object_get_string(at->object);
    *length = (size_t)json_object_get_string_len(at->object);
    return true;
}

bool json_at_is_word(const struct json_at *at, const char *const *words, int *index)
{
    if (!json_object_is_type(at->object, json_type_string)) {
        return false;
    }
    const char *text = json_object_get_string(at->object);
    size_t length = (size_t)json_object_get_string_len(at->object);
    for (*index = 0; words[*index]; ++*index) {
        const char *word = words[*index];
        if (*word == *text && strlen(word) == length && memcmp(word, text, length) == 0) {
            return true;
        }
    }
    return false;
}

bool json_at_word(const struct json_at *at, const char *const *words, int *index, struct error *err)
{
    if (json_at_is_word(at, words, index)) {
        return true;
    }
    char what[240] = "";
    for (size_t i = 0, used = 0; words[i] && used < sizeof what; i++) {
        const char *before = i == 0 ? "" : words[i + 1] ? ", " : " or ";
        used += (size_t)snprintf(what + used, sizeof what - used, "%s\"%s\"", before, words[i]);
    }
    return json_at_expected(at, err, what);
}

bool json_at_boolean(const struct json_at *at, bool *out, struct error *err)
{
    *out = json_object_get_boolean(at->object);
    return json_object_is_type(at->object, json_type_boolean) || json_at_expected(at, err, "true or false");
}

/* The integer at a place, saturated to 64 bits. */
static bool whole(const struct json_at *at, int64_t *out)
{
    if (json_object_is_type(at->object, json_type_int)) {
        *out = json_object_get_int64(at->object);
        return true;
    }
    if (!json_object_is_type(at->object, json_type_double)) {
        return false;
    }
    double d = json_object_get_double(at->object);
    bool fits = d > -9e18 && d < 9e18; /* doubles this large are integers */
    *out = fits ? (int64_t)d : d > 0 ? INT64_MAX : INT64_MIN;
    return !fits || (double)*out == d;
}

bool json_at_range(const struct json_at *at, int low, int high, int *out, struct error *err)
{
    int64_t number;
    if (whole(at, &number) && number >= low && number <= high) {
        *out = (int)number;
        return true;
    }
    char what[64];
    if (low == high) {
        snprintf(what, sizeof what, "%d", low);
    } else {
        snprintf(what, sizeof what, "a whole number from %d to %d", low, high);
    }
    return json_at_expected(at, err, what);
}

bool json_at_natural(const struct json_at *at, int high, int *out, struct error *err)
{
    int64_t number;
    if (!whole(at, &number) || number < 0) {
        return json_at_expected(at, err, "a natural number");
    }
    *out = number < high ? (int)number : high;
    return true;
}
