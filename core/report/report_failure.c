/* Explains why a case failed. */
#include "report/report.h"

#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

enum { COMPLAINT_LINES = 3, BUILD_LINES = 20, WORD_MAX = 1000 };

/* [place, expected, got] after `indent` and `lead`. */
static void add_difference(const struct json_nodes *tree, uint32_t node, enum text_escape escape, const char *indent,
                           const char *lead, struct text *out)
{
    if (tree->nodes[node].kind != JSON_ARRAY || tree->nodes[node].count != 3) {
        return;
    }
    uint32_t path = node + 1, expected = tree->nodes[path].next, got = tree->nodes[expected].next;
    text_string(out, indent);
    text_string(out, lead);
    results_word(out, escape, tree, path, WORD_MAX);
    text_string(out, ": expected ");
    if (json_nodes_string(tree, expected, NULL, 0)) {
        results_word(out, escape, tree, expected, WORD_MAX);
    } else {
        text_string(out, "nothing");
    }
    text_string(out, ", got ");
    if (json_nodes_string(tree, got, NULL, 0)) {
        results_word(out, escape, tree, got, WORD_MAX);
    } else {
        text_string(out, "nothing");
    }
    text_string(out, "\n");
}

/* The last lines that a program wrote to a stream. */
static void add_lines(const struct json_nodes *tree, uint32_t node, const char *stream, int most,
                      enum text_escape escape, const char *indent, struct text *out)
{
    size_t length = json_nodes_string(tree, node, NULL, 0);
    char *said = malloc(length + 1);
    if (!said) {
        out->failed = true;
        return;
    }
    json_nodes_string(tree, node, said, length + 1);
    while (length > 0 && ascii_is_blank(said[length - 1])) {
        said[--length] = '\0';
    }
    const char *start = said + length;
    for (int lines = 0; start > said; start--) {
        lines += start[-1] == '\n';
        if (lines == most) {
            break;
        }
    }
    while (*start) {
        size_t size = strcspn(start, "\n");
        text_format(out, "%s%s: ", indent, stream);
        text_escape(out, escape, start, size < WORD_MAX ? size : WORD_MAX);
        text_string(out, "\n");
        start += size + (start[size] != '\0');
    }
    free(said);
}

void report_failure(const struct result *result, enum text_escape escape, const char *indent, struct text *out)
{
    struct result_details d;
    if (!results_details(result, &d, out)) {
        return;
    }
    if (d.feed) {
        text_format(out, "%sfed as ", indent);
        results_word(out, escape, &d.tree, d.feed, WORD_MAX);
        text_format(out, ": %d of %d ways passed\n", result->feeds_passed, result->feeds);
    }
    if (d.detail) {
        text_string(out, indent);
        results_word(out, escape, &d.tree, d.detail, WORD_MAX);
        text_string(out, "\n");
    }
    if (d.differences) {
        uint32_t node = d.differences + 1;
        for (uint32_t i = 0; i < d.tree.nodes[d.differences].count; i++, node = d.tree.nodes[node].next) {
            add_difference(&d.tree, node, escape, indent, "", out);
        }
    }
    if (d.more) {
        text_format(out, "%s... and more\n", indent);
    }
    if (d.log) {
        add_difference(&d.tree, d.log, escape, indent, "first difference in the log: ", out);
    }
    bool build = result->role == RECORD_BUILD;
    if (d.actual && build) {
        add_lines(&d.tree, d.actual, "stdout", BUILD_LINES, escape, indent, out);
    }
    if (d.complaints && result->verdict != VERDICT_WRONG) {
        add_lines(&d.tree, d.complaints, "stderr", build ? BUILD_LINES : COMPLAINT_LINES, escape, indent, out);
    }
    json_nodes_free(&d.tree);
}
