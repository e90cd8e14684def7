/* Describes where two answers differ, and reads and writes paths. */
#include "base/ascii.h"
#include "base/json_text.h"
#include "base/text.h"
#include "base/utf8.h"
#include "compare/compare_walk.h"

#include <stdio.h>
#include <string.h>

enum { KEY_SHOWN_MAX = 60 };

/* How many of `length` bytes of UTF-8 fit into `most` without splitting a character. */
static size_t fitting(const char *text, size_t length, size_t most)
{
    if (length <= most) {
        return length;
    }
    while (most > 0 && utf8_continues(text[most])) {
        most--;
    }
    return most;
}

/* A value on one line, truncated if long. */
static void show(const struct json_nodes *tree, uint32_t node, char *out, size_t size)
{
    const char *p = tree->text + tree->nodes[node].start, *end = tree->text + tree->nodes[node].end;
    size_t used = 0, most = size - sizeof "...";
    bool in_string = false;
    while (p < end && used < most) {
        if (*p == '\\') {
            out[used++] = *p++;
        } else if (*p == '"') {
            in_string = !in_string;
        } else if (!in_string && ascii_is_blank(*p)) {
            p++;
            continue;
        }
        out[used++] = *p++;
    }
    if (p < end) {
        used = fitting(out, used, used - 1);
        memcpy(out + used, "...", 3);
        used += 3;
    }
    out[used] = '\0';
}

/* The key of a member, including its quotes. */
static const char *key_of(const struct compare *c, const struct compare_frame *f, size_t *length)
{
    const struct json_nodes *tree = f->child_a == COMPARE_NOTHING ? &c->got : &c->expected;
    size_t start = tree->nodes[f->child_a == COMPARE_NOTHING ? f->child_b : f->child_a].key;
    *length = json_text_skip(tree->text, start) - start;
    return tree->text + start;
}

static bool is_word(const char *text, size_t length)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    return length > 0 && strspn(text, plain) == length;
}

static uint32_t index_in(const struct json_nodes *tree, uint32_t array, uint32_t element)
{
    uint32_t index = 0;
    for (uint32_t i = array + 1; i != element; i = tree->nodes[i].next) {
        index++;
    }
    return index;
}

static uint32_t index_of(const struct compare *c, const struct compare_frame *f)
{
    if (!f->paired) {
        return f->index - 1;
    }
    return f->child_a == COMPARE_NOTHING ? index_in(&c->got, f->b, f->child_b)
                                         : index_in(&c->expected, f->a, f->child_a);
}

static void show_path(const struct compare *c, uint32_t a, uint32_t b, struct text *path)
{
    if (c->expected.values > 1 || c->got.values > 1) {
        bool of_got = c->depth ? false : a == COMPARE_NOTHING;
        uint32_t root = c->depth ? c->frames[0].a : of_got ? b : a, number = 1;
        const struct json_nodes *tree = of_got ? &c->got : &c->expected;
        for (uint32_t i = 0; i != root; i = tree->nodes[i].next) {
            number++;
        }
        text_format(path, "value %u: ", number);
    }
    text_format(path, "$");
    for (size_t i = 0; i < c->depth && path->length < COMPARE_PATH_MAX && !path->failed; i++) {
        const struct compare_frame *f = &c->frames[i];
        if (c->expected.nodes[f->a].kind == JSON_ARRAY) {
            text_format(path, "[%u]", index_of(c, f));
            continue;
        }
        size_t length;
        const char *key = key_of(c, f, &length);
        if (is_word(key + 1, length - 2)) {
            text_format(path, ".%.*s", (int)fitting(key + 1, length - 2, KEY_SHOWN_MAX), key + 1);
        } else {
            text_format(path, "[\"%.*s\"]", (int)fitting(key + 1, length - 2, KEY_SHOWN_MAX), key + 1);
        }
    }
}

void compare_differ(struct compare *c, uint32_t a, uint32_t b)
{
    if (c->silent || c->differences == COMPARE_DIFFERENCES_MAX) {
        c->more = true; /* ends the walk */
        return;
    }
    struct compare_difference *d = &c->difference[c->differences++];
    struct text path = {0};
    show_path(c, a, b, &path);
    snprintf(d->path, sizeof d->path, "%s", path.failed ? "" : path.bytes);
    c->failed = c->failed || path.failed;
    text_free(&path);
    d->expected[0] = d->got[0] = '\0';
    if (a != COMPARE_NOTHING) {
        show(&c->expected, a, d->expected, sizeof d->expected);
    }
    if (b != COMPARE_NOTHING) {
        show(&c->got, b, d->got, sizeof d->got);
    }
}

/* -- parsing paths -- */

/* Parses one step of a path and advances *p past it. False if there is none. */
static bool next_step(const char **p, const char **step, size_t *length, bool *is_key)
{
    *is_key = **p == '.';
    if (**p == '.') {
        *step = *p + 1;
        *length = strcspn(*step, ".[");
        *p = *step + *length;
        return *length > 0;
    }
    if (**p != '[') {
        return false;
    }
    *step = *p + 1;
    *is_key = **step == '"';
    if (*is_key) {
        (*step)++;
        *length = strcspn(*step, "\"");
        *p = *step + *length;
        *p += **p == '"';
    } else {
        *length = strspn(*step, "0123456789");
        *length = **step == '*' ? 1 : *length;
        *p = *step + *length;
    }
    return *length > 0 && *(*p)++ == ']';
}

bool compare_path_valid(const char *path)
{
    const char *p = path + 1, *step;
    size_t length;
    bool is_key;
    while (*path == '$' && *p) {
        if (!next_step(&p, &step, &length, &is_key)) {
            return false;
        }
    }
    return *path == '$';
}

static bool step_fits(const struct compare *c, const struct compare_frame *f, const char *step, size_t length,
                      bool is_key)
{
    bool in_array = c->expected.nodes[f->a].kind == JSON_ARRAY;
    if (!in_array) {
        size_t size;
        const char *key = key_of(c, f, &size);
        return is_key ? size - 2 == length && memcmp(key + 1, step, length) == 0 : step[0] == '*';
    }
    if (is_key || step[0] == '*') {
        return !is_key;
    }
    char index[16];
    int size = snprintf(index, sizeof index, "%u", index_of(c, f));
    return (size_t)size == length && memcmp(index, step, length) == 0;
}

bool compare_is_unordered(const struct compare *c)
{
    const char *p = c->way->argument + 1, *step;
    size_t length;
    bool is_key;
    for (size_t i = 0; i + 1 < c->depth; i++) {
        if (!next_step(&p, &step, &length, &is_key) || !step_fits(c, &c->frames[i], step, length, is_key)) {
            return false;
        }
    }
    return !*p;
}
