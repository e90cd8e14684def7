/* The difference of two answers, line by line. */
#include "base/json_text.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 2000, CONTEXT = 3, LAID_OUT_MAX = 16 * 1024 };

struct lines {
    const char *line[LINES_MAX];
    size_t length[LINES_MAX];
    bool common[LINES_MAX]; /* in both texts */
    int count;
};

static void split(const char *text, size_t size, struct lines *lines)
{
    const char *line, *end = size ? text + size : text; /* of nothing, there are no bytes */
    for (size_t length; lines->count < LINES_MAX && (line = text_line(&text, end, &length)); lines->count++) {
        lines->line[lines->count] = line;
        lines->length[lines->count] = length;
    }
}

/* -- JSON with one element per line, so that lines can be compared -- */

static void lay_out_value(struct json_nodes *tree, uint32_t node, int depth, struct text *out);

static void lay_out_children(struct json_nodes *tree, uint32_t node, int depth, struct text *out)
{
    uint32_t *children = json_nodes_children(tree, node), count = tree->nodes[node].count;
    if (!children) {
        out->failed = true;
        return;
    }
    for (uint32_t i = 0; i < count; i++) {
        text_format(out, "%*s", 2 * depth + 2, "");
        if (tree->nodes[node].kind == JSON_OBJECT) {
            size_t key = tree->nodes[children[i]].key;
            text_add(out, tree->text + key, json_text_skip(tree->text, key) - key);
            text_string(out, ": ");
        }
        lay_out_value(tree, children[i], depth + 1, out);
        text_string(out, i + 1 < count ? ",\n" : "\n");
    }
    free(children);
}

static void lay_out_value(struct json_nodes *tree, uint32_t node, int depth, struct text *out)
{
    const struct json_node *n = &tree->nodes[node];
    if (n->count == 0) {
        text_add(out, tree->text + n->start, n->end - n->start);
        return;
    }
    bool object = n->kind == JSON_OBJECT;
    text_string(out, object ? "{\n" : "[\n");
    lay_out_children(tree, node, depth, out);
    text_format(out, "%*s%s", 2 * depth, "", object ? "}" : "]");
}

/* False if the text is not JSON, or longer than an excerpt: it might be nested too deep for our stack. */
static bool lay_out(const char *text, size_t length, struct text *out)
{
    struct json_nodes tree = {0};
    bool ok = length <= LAID_OUT_MAX && json_nodes_parse(&tree, text, length, false);
    out->failed = tree.scanner.out_of_memory;
    for (uint32_t node = 0; ok && node < tree.count; node = tree.nodes[node].next) {
        lay_out_value(&tree, node, 0, out);
        text_string(out, "\n");
    }
    json_nodes_free(&tree);
    return ok;
}

/* -- lines -- */

static bool same_line(const struct lines *a, int i, const struct lines *b, int j)
{
    return a->length[i] == b->length[j] && memcmp(a->line[i], b->line[j], a->length[i]) == 0;
}

/* Marks the longest common subsequence of lines, found by dynamic programming. */
static bool find_common(struct lines *a, struct lines *b)
{
    int m = a->count, n = b->count;
    size_t width = (size_t)n + 1;
    unsigned short *best = calloc(((size_t)m + 1) * width, sizeof *best);
    if (!best) {
        return false;
    }
    for (int i = m - 1; i >= 0; i--) {
        for (int j = n - 1; j >= 0; j--) {
            unsigned short *at = &best[(size_t)i * width + (size_t)j];
            unsigned short down = at[width], right = at[1];
            *at = same_line(a, i, b, j) ? (unsigned short)(at[width + 1] + 1) : down > right ? down : right;
        }
    }
    for (int i = 0, j = 0; i < m && j < n;) {
        const unsigned short *at = &best[(size_t)i * width + (size_t)j];
        if (same_line(a, i, b, j)) {
            a->common[i++] = b->common[j++] = true;
        } else if (at[width] >= at[1]) {
            i++;
        } else {
            j++;
        }
    }
    free(best);
    return true;
}

static void add_line(struct text *out, const char *indent, char mark, const struct lines *lines, int i)
{
    text_format(out, "%s%c", indent, mark);
    text_escape(out, TEXT_LINE, lines->line[i], lines->length[i]);
    text_string(out, "\n");
}

/* Whether either text has a changed line here. */
static bool changes_at(const struct lines *a, const struct lines *b, int i, int j)
{
    return (i < a->count && !a->common[i]) || (j < b->count && !b->common[j]);
}

/* Where the hunk starting at i and j ends: after the last change close enough to the one before. */
static void find_end(const struct lines *a, const struct lines *b, int *i, int *j)
{
    int quiet = 0, x = *i, y = *j;
    while ((x < a->count || y < b->count) && quiet <= 2 * CONTEXT) {
        if (changes_at(a, b, x, y)) {
            x += x < a->count && !a->common[x];
            y += y < b->count && !b->common[y];
            quiet = 0;
            *i = x;
            *j = y;
        } else {
            x++;
            y++;
            quiet++;
        }
    }
    int more = a->count - *i < b->count - *j ? a->count - *i : b->count - *j;
    more = more < CONTEXT ? more : CONTEXT;
    *i += more;
    *j += more;
}

static void add_hunk(struct text *out, const char *indent, const struct lines *a, const struct lines *b, int *i, int *j)
{
    int before = *i < CONTEXT ? *i : CONTEXT, x = *i - before, y = *j - before;
    find_end(a, b, i, j);
    text_format(out, "%s@@ -%d,%d +%d,%d @@\n", indent, x + 1, *i - x, y + 1, *j - y);
    while (x < *i || y < *j) {
        if (x < *i && !a->common[x]) {
            add_line(out, indent, '-', a, x++);
        } else if (y < *j && !b->common[y]) {
            add_line(out, indent, '+', b, y++);
        } else {
            add_line(out, indent, ' ', a, x++);
            y++;
        }
    }
}

void report_diff(const char *expected, size_t expected_length, const char *actual, size_t actual_length,
                 const char *indent, struct text *out)
{
    struct text left = {0}, right = {0};
    struct lines *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    bool json = lay_out(expected, expected_length, &left) && lay_out(actual, actual_length, &right);
    if (!a || !b || left.failed || right.failed) {
        out->failed = true;
    } else {
        split(json ? left.bytes : expected, json ? left.length : expected_length, a);
        split(json ? right.bytes : actual, json ? right.length : actual_length, b);
        bool found = find_common(a, b);
        out->failed = out->failed || !found;
        text_format(out, "%s--- expected\n%s+++ actual\n", indent, indent);
        for (int i = 0, j = 0; found && (i < a->count || j < b->count);) {
            if (changes_at(a, b, i, j)) {
                add_hunk(out, indent, a, b, &i, &j);
            } else {
                i++;
                j++;
            }
        }
    }
    free(a);
    free(b);
    text_free(&left);
    text_free(&right);
}
