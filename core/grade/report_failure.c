/* Why a case failed, in words. */
#include "grade/report.h"

#include "base/ascii.h"

#include <stdlib.h>
#include <string.h>

enum { COMPLAINT_LINES = 3, WORD_MAX = 1000 };

/* [place, expected, got] behind `indent` and `lead`. */
static void add_difference(const struct json_nodes *tree, uint32_t node, enum sheet_dress dress, const char *indent,
                           const char *lead, struct sheet *out)
{
    if (tree->nodes[node].kind != JSON_ARRAY || tree->nodes[node].count != 3) {
        return;
    }
    uint32_t path = node + 1, expected = tree->nodes[path].next, got = tree->nodes[expected].next;
    sheet_add(out, indent);
    sheet_add(out, lead);
    results_word(out, dress, tree, path, WORD_MAX);
    sheet_add(out, ": expected ");
    if (json_nodes_string(tree, expected, NULL, 0)) {
        results_word(out, dress, tree, expected, WORD_MAX);
    } else {
        sheet_add(out, "nothing");
    }
    sheet_add(out, ", got ");
    if (json_nodes_string(tree, got, NULL, 0)) {
        results_word(out, dress, tree, got, WORD_MAX);
    } else {
        sheet_add(out, "nothing");
    }
    sheet_add(out, "\n");
}

/* The last lines that a program wrote to stderr. */
static void add_complaints(const struct json_nodes *tree, uint32_t node, enum sheet_dress dress, const char *indent,
                           struct sheet *out)
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
            add_difference(&d.tree, node, dress, indent, "", out);
        }
    }
    if (d.more) {
        sheet_format(out, "%s... and more\n", indent);
    }
    if (d.log) {
        add_difference(&d.tree, d.log, dress, indent, "first difference in the log: ", out);
    }
    if (d.complaints && result->verdict != VERDICT_WRONG) {
        add_complaints(&d.tree, d.complaints, dress, indent, out);
    }
    json_nodes_free(&d.tree);
}
