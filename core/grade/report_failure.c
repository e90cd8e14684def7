/* Why a case failed, in words, and as a difference of lines. */
#include "grade/report.h"

#include <stdlib.h>
#include <string.h>

enum { LINES_MAX = 2000, CONTEXT = 3, COMPLAINT_LINES = 3, WORD_MAX = 1000 };

/* -- words -- */

static void add_difference(const struct value_tree *tree, uint32_t node, enum sheet_dress dress, const char *indent,
                           struct sheet *out)
{
    uint32_t path = node + 1, expected = tree->nodes[path].next, got = tree->nodes[expected].next;
    sheet_add(out, indent);
    results_word(out, dress, tree, path, WORD_MAX);
    sheet_add(out, ": expected ");
    if (value_string(tree, expected, NULL, 0)) {
        results_word(out, dress, tree, expected, WORD_MAX);
    } else {
        sheet_add(out, "nothing");
    }
    sheet_add(out, ", got ");
    if (value_string(tree, got, NULL, 0)) {
        results_word(out, dress, tree, got, WORD_MAX);
    } else {
        sheet_add(out, "nothing");
    }
    sheet_add(out, "\n");
}

/* The last lines that a program wrote to stderr. */
static void add_complaints(const struct value_tree *tree, uint32_t node, enum sheet_dress dress, const char *indent,
                           struct sheet *out)
{
    size_t length = value_string(tree, node, NULL, 0);
    char *said = malloc(length + 1);
    if (!said) {
        out->failed = true;
        return;
    }
    value_string(tree, node, said, length + 1);
    while (length > 0 && strchr(" \t\r\n", said[length - 1])) {
        said[--length] = '\0';
    }
    const char *start = said + length;
    for (int lines = 0; start > said; start--) {
        lines += start[-1] == '\n';
        if (lines == COMPLAINT_LINES) {
            break;
        }
    }
    while (*start) {
        size_t size = strcspn(start, "\n");
        sheet_format(out, "%sstderr: ", indent);
        sheet_dress(out, dress, start, size < WORD_MAX ? size : WORD_MAX);
        sheet_add(out, "\n");
        start += size + (start[size] != '\0');
    }
    free(said);
}

void report_failure(const struct result *result, enum sheet_dress dress, const char *indent, struct sheet *out)
{
    struct result_details d;
    if (!results_details(result, &d)) {
        return;
    }
    if (d.feed) {
        sheet_format(out, "%sfed as ", indent);
        results_word(out, dress, &d.tree, d.feed, WORD_MAX);
        sheet_format(out, ": %d of %d ways passed\n", result->feeds_passed, result->feeds);
    }
    if (d.detail) {
        sheet_add(out, indent);
        results_word(out, dress, &d.tree, d.detail, WORD_MAX);
        sheet_add(out, "\n");
    }
    if (d.differences) {
        uint32_t node = d.differences + 1;
        for (uint32_t i = 0; i < d.tree.nodes[d.differences].count; i++, node = d.tree.nodes[node].next) {
            add_difference(&d.tree, node, dress, indent, out);
        }
    }
    if (d.more) {
        sheet_format(out, "%s... and more\n", indent);
    }
    if (d.complaints && result->verdict != VERDICT_WRONG) {
        add_complaints(&d.tree, d.complaints, dress, indent, out);
    }
    value_free(&d.tree);
}

/* -- differences of lines -- */

struct lines {
    const char *line[LINES_MAX];
    size_t length[LINES_MAX];
    int count;
};

static void split(const char *text, size_t size, struct lines *lines)
{
    for (size_t at = 0; at < size && lines->count < LINES_MAX;) {
        const char *end = memchr(text + at, '\n', size - at);
        size_t length = end ? (size_t)(end - text) - at : size - at;
        lines->line[lines->count] = text + at;
        lines->length[lines->count++] = length;
        at += length + 1;
    }
}

static void add_indent(struct sheet *out, size_t depth)
{
    sheet_add(out, "\n");
    for (size_t i = 0; i < depth; i++) {
        sheet_add(out, "  ");
    }
}

/* JSON with a line for each element, so that lines can be compared. False if it is no JSON. */
static bool lay_out(const char *text, size_t length, struct sheet *out)
{
    struct value_tree tree = {0};
    bool ok = value_parse(&tree, text, length, false);
    size_t depth = 0;
    bool in_string = false, opened = false;
    for (size_t i = 0; ok && i < length; i++) {
        char c = text[i];
        if (in_string || !strchr(" \t\r\n", c)) {
            bool closes = !in_string && (c == ']' || c == '}');
            depth -= closes;
            if ((opened && !closes) || (closes && !opened)) {
                add_indent(out, depth);
            }
            opened = !in_string && (c == '[' || c == '{');
            depth += opened;
            sheet_bytes(out, &c, 1);
            if (in_string && c == '\\') {
                sheet_bytes(out, &text[++i], 1);
            } else if (c == '"') {
                in_string = !in_string;
            }
            if (!in_string && c == ',') {
                add_indent(out, depth);
            } else if (!in_string && c == ':') {
                sheet_add(out, " ");
            }
        }
        if (!in_string && depth == 0 && i + 1 < length && strchr(" \t\r\n", text[i + 1]) && !strchr(" \t\r\n", c)) {
            sheet_add(out, "\n");
        }
    }
    value_free(&tree);
    return ok;
}

static bool same_line(const struct lines *a, int i, const struct lines *b, int j)
{
    return a->length[i] == b->length[j] && memcmp(a->line[i], b->line[j], a->length[i]) == 0;
}

/* Marks the lines that both have: the longest list of them, found by the lengths of all shorter ones. */
static bool find_common(const struct lines *a, const struct lines *b, bool *keep_a, bool *keep_b)
{
    int m = a->count, n = b->count, i = 0, j = 0;
    size_t width = (size_t)n + 1;
    unsigned short *best = calloc(((size_t)m + 1) * width, sizeof *best);
    if (!best) {
        return false;
    }
    for (i = m - 1; i >= 0; i--) {
        for (j = n - 1; j >= 0; j--) {
            unsigned short *at = &best[(size_t)i * width + (size_t)j];
            unsigned short down = at[width], right = at[1];
            *at = same_line(a, i, b, j) ? (unsigned short)(at[width + 1] + 1) : down > right ? down : right;
        }
    }
    for (i = j = 0; i < m && j < n;) {
        const unsigned short *at = &best[(size_t)i * width + (size_t)j];
        if (same_line(a, i, b, j)) {
            keep_a[i++] = keep_b[j++] = true;
        } else if (at[width] >= at[1]) {
            i++;
        } else {
            j++;
        }
    }
    free(best);
    return true;
}

static void add_line(struct sheet *out, const char *indent, char mark, const struct lines *lines, int i)
{
    sheet_format(out, "%s%c", indent, mark);
    sheet_dress(out, SHEET_LINE, lines->line[i], lines->length[i]);
    sheet_add(out, "\n");
}

/* Writes the lines that changed, with some around them. */
static void add_hunks(struct sheet *out, const char *indent, const struct lines *a, const struct lines *b,
                      const bool *keep_a, const bool *keep_b)
{
    int i = 0, j = 0, quiet = CONTEXT + 1; /* how many lines have been the same since the last that was not */
    while (i < a->count || j < b->count) {
        bool same = i < a->count && j < b->count && keep_a[i] && keep_b[j];
        if (!same) {
            if (quiet > CONTEXT) {
                int before = i < CONTEXT ? i : CONTEXT;
                before = before < j ? before : j;
                sheet_format(out, "%s@@ -%d +%d @@\n", indent, i - before + 1, j - before + 1);
                for (int k = before; k > 0; k--) {
                    add_line(out, indent, ' ', a, i - k);
                }
            }
            quiet = 0;
            if (i < a->count && !keep_a[i]) {
                add_line(out, indent, '-', a, i++);
            } else {
                add_line(out, indent, '+', b, j++);
            }
        } else {
            if (quiet < CONTEXT) {
                add_line(out, indent, ' ', a, i);
            }
            quiet++;
            i++;
            j++;
        }
    }
}

void report_diff(const char *expected, size_t expected_length, const char *actual, size_t actual_length,
                 const char *indent, struct sheet *out)
{
    struct sheet left = {.fd = -1}, right = {.fd = -1};
    struct lines *a = calloc(1, sizeof *a), *b = calloc(1, sizeof *b);
    bool json = lay_out(expected, expected_length, &left) && lay_out(actual, actual_length, &right);
    bool keep_a[LINES_MAX] = {0}, keep_b[LINES_MAX] = {0};
    if (a && b) {
        split(json ? left.bytes : expected, json ? left.length : expected_length, a);
        split(json ? right.bytes : actual, json ? right.length : actual_length, b);
        if (find_common(a, b, keep_a, keep_b)) {
            sheet_format(out, "%s--- expected\n%s+++ actual\n", indent, indent);
            add_hunks(out, indent, a, b, keep_a, keep_b);
        }
    }
    free(a);
    free(b);
    sheet_free(&left);
    sheet_free(&right);
}
