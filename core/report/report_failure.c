/* Explains why a case failed. */
#include "report/report.h"

#include "base/ascii.h"
#include "report/trace.h"

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
    results_word(out, escape, tree, expected, WORD_MAX);
    text_string(out, json_nodes_string(tree, expected, NULL, 0) ? ", got " : "nothing, got ");
    results_word(out, escape, tree, got, WORD_MAX);
    text_string(out, json_nodes_string(tree, got, NULL, 0) ? "\n" : "nothing\n");
}

/* Where lines go. */
struct lines {
    const char *stream, *indent;
    enum text_escape escape;
    struct text *out;
};

static void add_line(const struct lines *to, const char *line, size_t length)
{
    text_format(to->out, "%s%s: ", to->indent, to->stream);
    text_escape(to->out, to->escape, line, length < WORD_MAX ? length : WORD_MAX);
    text_string(to->out, "\n");
}

static void add_last_lines(const struct lines *to, const char *said, size_t length, int most)
{
    const char *end = said + length, *start = end;
    for (int lines = 0; start > said; start--) {
        lines += start[-1] == '\n';
        if (lines == most) {
            break;
        }
    }
    for (const char *line; (line = text_line(&start, end, &length));) {
        add_line(to, line, length);
    }
}

/* What a program wrote to a stream: of a stack trace the lines that tell its author, or else the last lines. */
static void add_lines(const struct json_nodes *tree, uint32_t node, int most, const struct lines *to)
{
    struct trace trace;
    struct text said = results_string(tree, node);
    if (said.failed) {
        to->out->failed = true;
        return;
    }
    while (said.length > 0 && ascii_is_blank(said.bytes[said.length - 1])) {
        said.length--;
    }
    if (most == COMPLAINT_LINES && trace_find(said.bytes, said.length, &trace)) {
        for (int i = 0; i < trace.lines; i++) {
            add_line(to, trace.line[i].bytes, trace.line[i].length);
        }
    } else {
        add_last_lines(to, said.bytes, said.length, most);
    }
    text_free(&said);
}

/* [what, "line N", the line] */
static void add_slip(const struct json_nodes *tree, uint32_t node, enum text_escape escape, const char *indent,
                     struct text *out)
{
    if (tree->nodes[node].kind != JSON_ARRAY || tree->nodes[node].count != 3) {
        return;
    }
    uint32_t what = node + 1, place = tree->nodes[what].next, line = tree->nodes[place].next;
    text_string(out, indent);
    results_word(out, escape, tree, what, WORD_MAX);
    text_string(out, " (");
    results_word(out, escape, tree, place, WORD_MAX);
    text_string(out, ": ");
    results_word(out, escape, tree, line, WORD_MAX);
    text_string(out, ")\n");
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
    if (d.slip) {
        add_slip(&d.tree, d.slip, escape, indent, out);
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
        add_lines(&d.tree, d.actual, BUILD_LINES, &(struct lines){"stdout", indent, escape, out});
    }
    if (d.complaints && result->verdict != VERDICT_WRONG) {
        add_lines(&d.tree, d.complaints, build ? BUILD_LINES : COMPLAINT_LINES,
                  &(struct lines){"stderr", indent, escape, out});
    }
    results_details_free(&d);
}

void report_repeat(const struct result *result, struct text *out)
{
    struct result_details d;
    if (results_details(result, &d, out) && d.repeat) {
        text_string(out, "    repeat: ");
        results_word(out, TEXT_LINE, &d.tree, d.repeat, SIZE_MAX);
        text_string(out, "\n");
    }
    results_details_free(&d);
}
