/* Reports for other programs: TAP, JUnit, CSV, JSON. */
#include "report/report.h"

#include <string.h>

enum { FAILURE_MAX = 4096 };

static void add_quoted(struct text *out, enum text_escape escape, const char *word)
{
    text_string(out, "\"");
    text_escape_string(out, escape, word);
    text_string(out, "\"");
}

/* Explains a failure; that of a build only at its first case. */
static void explain(const struct report *report, const struct result *r, struct text *out)
{
    report_failure(report_tells_build(report, r) ? report_build(report, r) : r, TEXT_LINE, "", out);
}

/* The same, escaped once more for the file format. */
static void add_failure(struct text *out, enum text_escape escape, const struct report *report, const struct result *r)
{
    struct text words = {0};
    explain(report, r, &words);
    if (words.length) {
        text_escape(out, escape, words.bytes, words.length < FAILURE_MAX ? words.length : FAILURE_MAX);
    }
    out->failed = out->failed || words.failed;
    text_free(&words);
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
            text_format(out, "  ---\n  verdict: %s\n  duration_ms: %.3f\n  message: \"", verdict_name(r->verdict),
                        r->wall_ms);
            add_failure(out, TEXT_JSON, report, r);
            text_string(out, "\"\n  ...\n");
        }
    }
}

/* -- JUnit -- */

static void add_testcase(struct text *out, const struct report *report, const struct result *r)
{
    text_string(out, "    <testcase classname=");
    add_quoted(out, TEXT_MARKUP, r->group);
    text_string(out, " name=");
    add_quoted(out, TEXT_MARKUP, report_name(r->id, r->group));
    text_format(out, " time=\"%.6f\"", r->wall_ms / 1000);
    if (r->verdict == VERDICT_PASS) {
        text_string(out, "/>\n");
        return;
    }
    const char *element = r->verdict == VERDICT_HARNESS_ERROR ? "error" : "failure";
    struct text words = {0};
    explain(report, r, &words);
    size_t length = words.length < FAILURE_MAX ? words.length : FAILURE_MAX, first = 0;
    while (first < length && words.bytes[first] != '\n') {
        first++;
    }
    text_format(out, ">\n      <%s type=\"%s\" message=\"", element, verdict_name(r->verdict));
    text_escape(out, TEXT_MARKUP, words.bytes, first);
    text_string(out, "\">");
    text_escape(out, TEXT_MARKUP, words.bytes, length);
    out->failed = out->failed || words.failed;
    text_free(&words);
    text_format(out, "</%s>\n    </testcase>\n", element);
}

/* The tests of one submission and group, starting at `first`; returns the index after the last. */
static size_t add_testsuite(struct text *out, const struct report *report, size_t first)
{
    const struct result *list = report->results->list;
    size_t end = first, failures = 0, errors = 0;
    double seconds = 0;
    while (end < report->tests && strcmp(list[end].group, list[first].group) == 0 &&
           strcmp(list[end].submission, list[first].submission) == 0) {
        failures += list[end].verdict != VERDICT_PASS && list[end].verdict != VERDICT_HARNESS_ERROR;
        errors += list[end].verdict == VERDICT_HARNESS_ERROR;
        seconds += list[end++].wall_ms / 1000;
    }
    text_string(out, "  <testsuite name=\"");
    if (report->submission_count > 1) {
        text_escape_string(out, TEXT_MARKUP, list[first].submission);
        text_string(out, " ");
    }
    text_escape_string(out, TEXT_MARKUP, list[first].group);
    text_format(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.6f\">\n", end - first, failures, errors,
                seconds);
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

/* A field that spreadsheets take as text, whatever it begins with. */
static void add_field(struct text *out, const char *bytes, size_t length)
{
    text_string(out, "\"");
    if (length && strchr("=+-@\t\r\n", bytes[0]) && bytes[0]) {
        text_string(out, "'");
    }
    text_escape(out, TEXT_CSV, bytes, length);
    text_string(out, "\",");
}

static void add_word_field(struct text *out, const char *word)
{
    add_field(out, word, strlen(word));
}

void report_csv(const struct report *report, struct text *out)
{
    text_string(out, "submission,team,group,case,verdict,points,earned,flaky,tries,exit,signal,message,wall_ms,cpu_ms,"
                     "memory_kib\r\n");
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        struct text words = {0};
        add_word_field(out, r->submission);
        add_word_field(out, r->team);
        add_word_field(out, r->group);
        add_word_field(out, report_name(r->id, r->group));
        text_format(out, "%s,", verdict_name(r->verdict));
        text_number(out, r->points, 3);
        text_string(out, ",");
        text_number(out, r->earned, 3);
        text_format(out, ",%s,%d,%d,%d,", r->flaky ? "yes" : "no", r->tries, r->code, r->signal);
        if (r->verdict != VERDICT_PASS) {
            explain(report, r, &words);
        }
        words.length -= words.length > 0;
        add_field(out, words.bytes ? words.bytes : "", words.length < FAILURE_MAX ? words.length : FAILURE_MAX);
        text_format(out, "%.3f,%.3f,%.0f\r\n", r->wall_ms, r->cpu_ms, r->memory_kib);
        out->failed = out->failed || words.failed;
        text_free(&words);
    }
}

/* -- JSON -- */

static void add_json_tally(struct text *out, const struct report *report, const struct report_tally *t)
{
    text_format(out,
                "\"passed\":%zu,\"failed\":%zu,\"harness_errors\":%zu,\"flaky\":%zu,\"points\":%.9g,"
                "\"earned\":%.9g,\"percent\":%.3f,\"enough\":%s,\"wall_ms\":%.3f",
                t->passed, t->failed, t->errors, t->flaky, t->points, t->earned, report_percent(t),
                report_passed(report, t) ? "true" : "false", t->wall_ms);
}

static void add_json_result(struct text *out, const struct report *report, const struct result *r)
{
    text_string(out, "{\"submission\":");
    add_quoted(out, TEXT_JSON, r->submission);
    text_string(out, ",\"group\":");
    add_quoted(out, TEXT_JSON, r->group);
    text_string(out, ",\"case\":");
    add_quoted(out, TEXT_JSON, r->id);
    text_format(out,
                ",\"verdict\":\"%s\",\"points\":%.9g,\"earned\":%.9g,\"flaky\":%s,\"tries\":%d,\"exit\":%d,"
                "\"signal\":%d,\"message\":\"",
                verdict_name(r->verdict), r->points, r->earned, r->flaky ? "true" : "false", r->tries, r->code,
                r->signal);
    if (r->verdict != VERDICT_PASS) {
        add_failure(out, TEXT_JSON, report, r);
    }
    text_format(out, "\",\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"memory_kib\":%.0f}", r->wall_ms, r->cpu_ms, r->memory_kib);
}

static void add_json_case(struct text *out, const struct report *report, const struct report_case *c)
{
    text_string(out, "{\"case\":");
    add_quoted(out, TEXT_JSON, c->id);
    if (*c->team) {
        text_string(out, ",\"team\":");
        add_quoted(out, TEXT_JSON, c->team);
    }
    text_format(out, ",\"ran\":%zu,\"caught\":%zu", c->ran, c->caught);
    if (c->audit) {
        text_format(out, ",\"audit\":\"%s\",\"message\":\"", verdict_name(c->audit->verdict));
        if (c->audit->verdict != VERDICT_PASS) {
            add_failure(out, TEXT_JSON, report, c->audit);
        }
        text_string(out, "\"");
    }
    text_string(out, "}");
}

void report_json(const struct report *report, struct text *out)
{
    text_string(out, "{\"summary\":{");
    add_json_tally(out, report, &report->total);
    text_format(out, ",\"not_run\":%zu},\n\"submissions\":[", report->not_run);
    for (size_t i = 0; i < report->submission_count; i++) {
        text_string(out, i ? ",\n{\"name\":" : "\n{\"name\":");
        add_quoted(out, TEXT_JSON, report->submissions[i].name);
        text_string(out, ",");
        add_json_tally(out, report, &report->submissions[i].tally);
        text_string(out, "}");
    }
    text_string(out, "],\n\"authors\":[");
    for (size_t i = 0; i < report->author_count; i++) {
        const struct report_author *a = &report->authors[i];
        text_string(out, i ? ",\n{\"name\":" : "\n{\"name\":");
        add_quoted(out, TEXT_JSON, a->name);
        text_format(out, ",\"tests\":%zu,\"caught\":%zu,\"wrong\":%zu}", a->tests, a->caught, a->wrong);
    }
    text_string(out, "],\n\"groups\":[");
    for (size_t i = 0; i < report->group_count; i++) {
        text_string(out, i ? ",\n{\"name\":" : "\n{\"name\":");
        add_quoted(out, TEXT_JSON, report->groups[i].name);
        text_string(out, ",");
        add_json_tally(out, report, &report->groups[i].tally);
        text_string(out, "}");
    }
    text_string(out, "],\n\"tests\":[");
    for (size_t i = 0; i < report->case_count; i++) {
        text_string(out, i ? ",\n" : "\n");
        add_json_case(out, report, &report->cases[i]);
    }
    text_string(out, "],\n\"results\":[");
    for (size_t i = 0; i < report->tests; i++) {
        text_string(out, i ? ",\n" : "\n");
        add_json_result(out, report, &report->results->list[i]);
    }
    text_string(out, "]}\n");
}

/* The points of a case; for the case that explains a failed build, those of all cases of the build. */
static double points_of(const struct report *report, const struct result *r)
{
    const struct result *build = report_build(report, r);
    double points = build || !verdict_counts(r->verdict) ? 0 : r->points;
    for (size_t i = 0; build && i < report->tests; i++) {
        const struct result *other = &report->results->list[i];
        points += report_build(report, other) == build ? other->points : 0;
    }
    return points;
}

static void add_gradescope_test(struct text *out, const struct report *report, const struct result *r)
{
    bool counts = verdict_counts(r->verdict);
    text_string(out, "{\"name\":");
    add_quoted(out, TEXT_JSON, report_build(report, r) ? r->build : r->id);
    text_format(out, ",\"score\":%.9g,\"max_score\":%.9g,", counts ? r->earned : 0, points_of(report, r));
    if (counts) {
        text_format(out, "\"status\":\"%s\",", r->verdict == VERDICT_PASS ? "passed" : "failed");
    }
    text_format(out, "\"output\":\"%s\\n", r->flaky ? "flaky" : verdict_name(r->verdict));
    if (r->verdict != VERDICT_PASS) {
        add_failure(out, TEXT_JSON, report, r);
    }
    text_string(out, "\"}");
}

void report_gradescope(const struct report *report, struct text *out)
{
    const struct report_tally *t = &report->total;
    text_format(out, "{\"score\":%.9g,\"execution_time\":%.3f,\"output\":\"", t->earned, t->wall_ms / 1000);
    report_summary(report, out);
    out->length -= !out->failed; /* its newline */
    text_string(out, "\",\"output_format\":\"text\",\"visibility\":\"visible\",\n\"tests\":[");
    const char *before = "\n";
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        if (!report_build(report, r) || report_tells_build(report, r)) {
            text_string(out, before);
            add_gradescope_test(out, report, r);
            before = ",\n";
        }
    }
    text_string(out, "]}\n");
}
