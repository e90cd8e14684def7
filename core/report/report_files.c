/* Reports for other programs: TAP, JUnit, CSV. */
#include "report/report.h"

#include <string.h>

enum { FAILURE_MAX = 4096 };

/* The beginning of an explanation, to be escaped once more for a file format. open: it does not end with a newline. */
static struct text explain(const struct report *report, const struct result *r, bool open)
{
    struct text words = {0};
    report_failure(report_tells_build(report, r) ? report_build(report, r) : r, TEXT_LINE, "", &words);
    words.length -= open && words.length > 0;
    words.length = words.length < FAILURE_MAX ? words.length : FAILURE_MAX;
    if (words.bytes) {
        words.bytes[words.length] = '\0';
    }
    return words;
}

void report_json_failure(struct text *out, const struct report *report, const struct result *r)
{
    struct text words = explain(report, r, false);
    text_pour(out, TEXT_JSON, &words);
}

/* -- TAP -- */

/* A name in a line of TAP, where # would start a directive. */
static void add_tap_name(struct text *out, const struct report *report, const struct result *r)
{
    struct text name = {0};
    if (report->submission_count > 1) {
        text_escape_string(&name, TEXT_LINE, r->submission);
        text_string(&name, " ");
    }
    text_escape_string(&name, TEXT_LINE, r->id);
    for (size_t i = 0; i < name.length; i++) {
        text_string(out, name.bytes[i] == '#' ? "\\" : "");
        text_add(out, &name.bytes[i], 1);
    }
    out->failed = out->failed || name.failed;
    text_free(&name);
}

void report_tap(const struct report *report, struct text *out)
{
    text_format(out, "TAP version 13\n1..%zu\n", report->tests);
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        text_format(out, "%s %zu - ", r->verdict == VERDICT_PASS ? "ok" : "not ok", i + 1);
        add_tap_name(out, report, r);
        text_string(out, r->flaky ? " (flaky)\n" : "\n");
        if (r->verdict != VERDICT_PASS) {
            text_format(out, "  ---\n  verdict: %s\n  duration_ms: %.3f\n  message: \"", verdict_names[r->verdict],
                        r->wall_ms);
            report_json_failure(out, report, r);
            text_string(out, "\"\n  ...\n");
        }
    }
}

/* -- JUnit -- */

static void add_testcase(struct text *out, const struct report *report, const struct result *r)
{
    text_fill(out, TEXT_MARKUP, "    <testcase classname=\"%s\" name=\"%s\"", r->group, report_name(r->id, r->group));
    text_format(out, " time=\"%.6f\"", r->wall_ms / 1000);
    if (r->verdict == VERDICT_PASS) {
        text_string(out, "/>\n");
        return;
    }
    const char *element = r->verdict == VERDICT_HARNESS_ERROR ? "error" : "failure";
    struct text words = explain(report, r, false);
    size_t first = 0;
    while (first < words.length && words.bytes[first] != '\n') {
        first++;
    }
    text_format(out, ">\n      <%s type=\"%s\" message=\"", element, verdict_names[r->verdict]);
    text_escape(out, TEXT_MARKUP, words.bytes, first);
    text_string(out, "\">");
    text_pour(out, TEXT_MARKUP, &words);
    text_format(out, "</%s>\n    </testcase>\n", element);
}

static void add_property(struct text *out, const char *name, int64_t points)
{
    text_format(out, "      <property name=\"%s\" value=\"", name);
    points_write(out, points);
    text_string(out, "\"/>\n");
}

/* The tests of one submission and group, starting at `first`; returns the index after the last. */
static size_t add_testsuite(struct text *out, const struct report *report, size_t first)
{
    const struct result *list = report->results->list;
    size_t end = first;
    struct report_tally tally = {0};
    while (end < report->tests && strcmp(list[end].group, list[first].group) == 0 &&
           strcmp(list[end].submission, list[first].submission) == 0) {
        report_count(&tally, &list[end++]);
    }
    text_string(out, "  <testsuite name=\"");
    if (report->submission_count > 1) {
        text_fill(out, TEXT_MARKUP, "%s ", list[first].submission);
    }
    text_escape_string(out, TEXT_MARKUP, list[first].group);
    text_format(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.6f\">\n", end - first, tally.failed,
                tally.errors, tally.wall_ms / 1000);
    text_string(out, "    <properties>\n");
    add_property(out, "points", tally.points);
    add_property(out, "earned", tally.earned);
    text_string(out, "    </properties>\n");
    for (size_t i = first; i < end; i++) {
        add_testcase(out, report, &list[i]);
    }
    text_string(out, "  </testsuite>\n");
    return end;
}

void report_junit(const struct report *report, struct text *out)
{
    const struct report_tally *t = &report->total;
    text_format(out,
                "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
                "time=\"%.6f\">\n",
                report->tests, t->failed, t->errors, t->wall_ms / 1000);
    for (size_t i = 0; i < report->tests;) {
        i = add_testsuite(out, report, i);
    }
    text_string(out, "</testsuites>\n");
}

/* -- CSV -- */

void report_csv_field(struct text *out, const char *word)
{
    bool active = *word && strchr("=+-@\t\r\n", *word);
    text_fill(out, TEXT_CSV, active ? "\"'%s\"," : "\"%s\",", word);
}

void report_csv(const struct report *report, struct text *out)
{
    text_string(
        out,
        "submission,team,group,case,verdict,points,earned,flaky,tries,exit,signal,message,milestone,wall_ms,cpu_ms,"
        "memory_kib\r\n");
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        struct text words = {0};
        if (r->verdict != VERDICT_PASS) {
            words = explain(report, r, true);
        }
        report_csv_field(out, r->submission);
        report_csv_field(out, r->team);
        report_csv_field(out, r->group);
        report_csv_field(out, report_name(r->id, r->group));
        text_format(out, "%s,", verdict_names[r->verdict]);
        points_write(out, r->points);
        text_string(out, ",");
        points_write(out, r->earned);
        text_format(out, ",%s,%d,%d,%d,", r->flaky ? "yes" : "no", r->tries, r->code, r->signal);
        report_csv_field(out, words.bytes ? words.bytes : "");
        report_csv_field(out, r->milestone);
        text_format(out, "%.3f,%.3f,%.0f\r\n", r->wall_ms, r->cpu_ms, r->memory_kib);
        out->failed = out->failed || words.failed;
        text_free(&words);
    }
}
