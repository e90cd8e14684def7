#include "compare/compare.h"

#include "base/ascii.h"
#include "base/json_show.h"
#include "base/json_text.h"
#include "base/list.h"
#include "base/text.h"
#include "compare/compare_walk.h"
#include "compare/number.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MORE_NODES = 1000000 }; /* how many more nodes an answer may have than the expected one */

const char *compare_way_parse(const char *word, struct compare_way *way)
{
    static const char unordered[] = "unordered:", program[] = "program:";
    way->argument = NULL;
    if (strcmp(word, "json") == 0 || strcmp(word, "text") == 0) {
        way->kind = word[0] == 'j' ? COMPARE_JSON : COMPARE_TEXT;
        return NULL;
    }
    if (strncmp(word, unordered, strlen(unordered)) == 0) {
        way->kind = COMPARE_UNORDERED;
        way->argument = word + strlen(unordered);
        return compare_path_valid(way->argument) ? NULL
                                                 : "the path must look like $, $[0].key or $[*], and lead to an array";
    }
    if (strncmp(word, program, strlen(program)) == 0) {
        way->kind = COMPARE_PROGRAM;
        way->argument = word + strlen(program);
        return way->argument[strspn(way->argument, " ")] ? NULL : "program: needs a command";
    }
    return "expected json, text, unordered:PATH or program:COMMAND";
}

/* -- the walk -- */

static bool fail_memory(struct compare *c)
{
    c->failed = true;
    return false;
}

static bool same_string(const struct compare *c, const struct json_node *a, const struct json_node *b)
{
    const char *x = c->expected.text + a->start, *y = c->got.text + b->start;
    size_t length = a->end - a->start;
    return (length == b->end - b->start && memcmp(x, y, length) == 0) || json_text_compare(x + 1, y + 1) == 0;
}

static bool same_number(const struct compare *c, const struct json_node *a, const struct json_node *b)
{
    const char *x = c->expected.text + a->start, *y = c->got.text + b->start;
    size_t m = a->end - a->start, n = b->end - b->start;
    return number_equal(x, m, y, n) || (c->way->tolerance > 0 && number_near(x, m, y, n, c->way->tolerance));
}

bool compare_pair(struct compare *c, uint32_t a, uint32_t b)
{
    if (!list_grow(&c->members, &c->member_room, c->member_count + 2, sizeof *c->members)) {
        return fail_memory(c);
    }
    c->members[c->member_count++] = a;
    c->members[c->member_count++] = b;
    return true;
}

static bool same_key(const struct compare *c, uint32_t a, uint32_t b)
{
    const char *x = c->expected.text + c->expected.nodes[a].key, *y = c->got.text + c->got.nodes[b].key;
    return json_text_compare(x + 1, y + 1) == 0;
}

/* Whether two objects have the same keys in the same order, as most answers do. */
static bool keys_in_step(const struct compare *c, const struct compare_frame *f)
{
    const struct json_node *a = c->expected.nodes, *b = c->got.nodes;
    if (a[f->a].count != b[f->b].count) {
        return false;
    }
    for (uint32_t i = f->a + 1, j = f->b + 1, k = 0; k < a[f->a].count; k++, i = a[i].next, j = b[j].next) {
        if (!same_key(c, i, j)) {
            return false;
        }
    }
    return true;
}

/* Pairs the members of two objects by key, in the order of the keys. */
static bool pair_members(struct compare *c, const struct compare_frame *f)
{
    uint32_t *a = json_nodes_children(&c->expected, f->a), *b = json_nodes_children(&c->got, f->b);
    bool ok = a && b;
    for (size_t i = 0, j = 0; ok && (a[i] != COMPARE_NOTHING || b[j] != COMPARE_NOTHING);) {
        int order = a[i] == COMPARE_NOTHING   ? 1
                    : b[j] == COMPARE_NOTHING ? -1
                                              : json_text_compare(c->expected.text + c->expected.nodes[a[i]].key + 1,
                                                                  c->got.text + c->got.nodes[b[j]].key + 1);
        ok = compare_pair(c, order <= 0 ? a[i] : COMPARE_NOTHING, order >= 0 ? b[j] : COMPARE_NOTHING);
        i += order <= 0;
        j += order >= 0;
    }
    free(a);
    free(b);
    return ok || fail_memory(c);
}

static bool push(struct compare *c, uint32_t a, uint32_t b)
{
    if (!list_grow(&c->frames, &c->frame_room, c->depth + 1, sizeof *c->frames)) {
        return fail_memory(c);
    }
    struct compare_frame *f = &c->frames[c->depth++];
    *f = (struct compare_frame){.a = a, .b = b, .next_a = a + 1, .next_b = b + 1};
    f->pair = f->pairs_before = c->member_count;
    if (c->expected.nodes[a].kind == JSON_OBJECT) {
        f->paired = !keys_in_step(c, f);
        return !f->paired || pair_members(c, f);
    }
    if (c->way->kind == COMPARE_UNORDERED && !c->silent && compare_is_unordered(c)) {
        struct compare_frame frame = *f; /* comparing elements may move the frames */
        frame.paired = true;
        bool ok = compare_pair_unordered(c, &frame);
        c->frames[c->depth - 1] = frame;
        return ok;
    }
    return true;
}

/* The next two children to compare; either may be COMPARE_NOTHING. False if there are none. */
static bool next_children(struct compare *c, struct compare_frame *f)
{
    const struct json_node *a = c->expected.nodes, *b = c->got.nodes;
    if (f->paired) {
        if (f->pair == c->member_count) {
            return false;
        }
        f->child_a = c->members[f->pair++];
        f->child_b = c->members[f->pair++];
        return true;
    }
    f->child_a = f->index < a[f->a].count ? f->next_a : COMPARE_NOTHING;
    f->child_b = f->index < b[f->b].count ? f->next_b : COMPARE_NOTHING;
    f->next_a = f->child_a == COMPARE_NOTHING ? f->next_a : a[f->child_a].next;
    f->next_b = f->child_b == COMPARE_NOTHING ? f->next_b : b[f->child_b].next;
    f->index++;
    return f->child_a != COMPARE_NOTHING || f->child_b != COMPARE_NOTHING;
}

/* Compares two values without their children, which it leaves to the walk. */
static void visit(struct compare *c, uint32_t a, uint32_t b)
{
    const struct json_node *x = a == COMPARE_NOTHING ? NULL : &c->expected.nodes[a];
    const struct json_node *y = b == COMPARE_NOTHING ? NULL : &c->got.nodes[b];
    bool same = x && y && x->kind == y->kind;
    c->effort += c->silent;
    if (same && (x->kind == JSON_ARRAY || x->kind == JSON_OBJECT)) {
        push(c, a, b);
        return;
    }
    if (same && x->kind == JSON_STRING) {
        same = same_string(c, x, y);
    } else if (same && x->kind == JSON_NUMBER) {
        same = same_number(c, x, y);
    }
    if (!same) {
        compare_differ(c, a, b);
    }
}

/* Compares two values and everything in them. */
static void walk(struct compare *c, uint32_t a, uint32_t b)
{
    size_t base = c->depth;
    visit(c, a, b);
    while (c->depth > base && !c->failed && !c->more) {
        struct compare_frame *f = &c->frames[c->depth - 1];
        if (next_children(c, f)) {
            visit(c, f->child_a, f->child_b);
        } else {
            c->member_count = f->pairs_before;
            c->depth--;
        }
    }
    if (c->depth > base) {
        c->member_count = c->frames[base].pairs_before;
        c->depth = base;
    }
}

bool compare_same(struct compare *c, uint32_t a, uint32_t b)
{
    c->silent = true;
    walk(c, a, b);
    bool same = !c->more;
    c->silent = c->more = false;
    return same;
}

/* -- whole answers -- */

/* An answer far longer than the expected one is not parsed to its end, to save memory. */
static enum compare_result too_many(struct compare *c)
{
    struct compare_difference *d = &c->difference[c->differences++];
    snprintf(d->path, sizeof d->path, "$");
    snprintf(d->expected, sizeof d->expected, "%u values in all", c->expected.count);
    snprintf(d->got, sizeof d->got, "more than %u", c->got.most);
    return COMPARE_DIFFERENT;
}

static enum compare_result compare_json(struct compare *c, const char *expected, size_t expected_length,
                                        const char *got, size_t got_length)
{
    if (!json_nodes_parse(&c->expected, expected, expected_length, true)) {
        json_nodes_explain(&c->expected, c->problem, sizeof c->problem);
        return c->expected.scanner.out_of_memory ? COMPARE_OUT_OF_MEMORY : COMPARE_BAD_EXPECTED;
    }
    if (expected_length == got_length && (got_length == 0 || memcmp(expected, got, got_length) == 0)) {
        return COMPARE_SAME;
    }
    c->got.most = c->expected.count + MORE_NODES;
    if (!json_nodes_parse(&c->got, got, got_length, true)) {
        if (c->got.too_many) {
            return too_many(c);
        }
        json_nodes_explain(&c->got, c->problem, sizeof c->problem);
        return c->got.scanner.out_of_memory ? COMPARE_OUT_OF_MEMORY : COMPARE_NO_JSON;
    }
    uint32_t a = 0, b = 0;
    while ((a < c->expected.count || b < c->got.count) && !c->failed && !c->more) {
        uint32_t x = a < c->expected.count ? a : COMPARE_NOTHING, y = b < c->got.count ? b : COMPARE_NOTHING;
        walk(c, x, y);
        a = x == COMPARE_NOTHING ? a : c->expected.nodes[a].next;
        b = y == COMPARE_NOTHING ? b : c->got.nodes[b].next;
    }
    return c->failed        ? COMPARE_OUT_OF_MEMORY
           : c->differences ? COMPARE_DIFFERENT
           : c->too_hard    ? COMPARE_TOO_HARD
                            : COMPARE_SAME;
}

static size_t trimmed(const char *text, size_t length)
{
    while (length > 0 && ascii_is_blank(text[length - 1])) {
        length--;
    }
    return length;
}

static enum compare_result compare_text(struct compare *c, const char *expected, size_t expected_length,
                                        const char *got, size_t got_length)
{
    const char *a = expected, *a_end = expected + trimmed(expected, expected_length);
    const char *b = got, *b_end = got + trimmed(got, got_length);
    for (size_t line = 1; a < a_end || b < b_end; line++) {
        size_t m = 0, n = 0;
        const char *x = text_line(&a, a_end, &m), *y = text_line(&b, b_end, &n);
        m = trimmed(x, m);
        n = trimmed(y, n);
        if (x && y && m == n && memcmp(x, y, m) == 0) {
            continue;
        }
        if (c->differences == COMPARE_DIFFERENCES_MAX) {
            c->more = true;
            break;
        }
        struct compare_difference *d = &c->difference[c->differences++];
        snprintf(d->path, sizeof d->path, "line %zu", line);
        snprintf(d->expected, sizeof d->expected, "%s", x ? json_show(x, m).text : "");
        snprintf(d->got, sizeof d->got, "%s", y ? json_show(y, n).text : "");
    }
    return c->differences ? COMPARE_DIFFERENT : COMPARE_SAME;
}

enum compare_result compare_answers(struct compare *c, const struct compare_way *way, const char *expected,
                                    size_t expected_length, const char *got, size_t got_length)
{
    c->way = way;
    c->differences = 0;
    c->more = c->silent = c->failed = c->exhausted = c->too_hard = false;
    c->effort = 0;
    c->depth = c->member_count = 0;
    c->problem[0] = '\0';
    c->expected.values = c->got.values = 0;
    return way->kind == COMPARE_TEXT ? compare_text(c, expected, expected_length, got, got_length)
                                     : compare_json(c, expected, expected_length, got, got_length);
}

void compare_free(struct compare *c)
{
    json_nodes_free(&c->expected);
    json_nodes_free(&c->got);
    free(c->frames);
    free(c->members);
    *c = (struct compare){0};
}
