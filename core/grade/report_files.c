/* Reports for other programs: TAP, JUnit, CSV, JSON. */
#include "grade/report.h"

#include <string.h>

enum { TEXT_MAX = 4096 };

static void add_quoted(struct sheet *out, enum sheet_dress dress, const char *word)
{
    sheet_add(out, "\"");
    sheet_word(out, dress, word);
    sheet_add(out, "\"");
}

/* What there is to say about a failure, dressed once more for the file it goes into. */
static void add_failure(struct sheet *out, enum sheet_dress dress, const struct result *r)
{
    struct sheet words = {.fd = -1};
    report_failure(r, SHEET_LINE, "", &words);
    if (words.length) {
        sheet_dress(out, dress, words.bytes, words.length < TEXT_MAX ? words.length : TEXT_MAX);
    }
    out->failed = out->failed || words.failed;
    sheet_free(&words);
}

/* -- TAP -- */

/* A name in a line of TAP: # would begin a directive. */
static void add_tap_name(struct sheet *out, const struct report *report, const struct result *r)
{
    struct sheet name = {.fd = -1};
    if (report->submission_count > 1) {
        sheet_word(&name, SHEET_LINE, r->submission);
        sheet_add(&name, " ");
    }
    sheet_word(&name, SHEET_LINE, r->id);
    for (size_t i = 0; i < name.length; i++) {
        sheet_add(out, name.bytes[i] == '#' ? "\\" : "");
        sheet_bytes(out, &name.bytes[i], 1);
    }
    sheet_free(&name);
}

void report_tap(const struct report *report, struct sheet *out)
{
    sheet_format(out, "TAP version 13\n1..%zu\n", report->tests);
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        sheet_format(out, "%s %zu - ", r->verdict == VERDICT_PASS ? "ok" : "not ok", i + 1);
        add_tap_name(out, report, r);
        sheet_add(out, r->flaky ? " (flaky)\n" : "\n");
        if (r->verdict != VERDICT_PASS) {
            sheet_format(out, "  ---\n  verdict: %s\n  duration_ms: %.3f\n  message: \"", verdict_name(r->verdict),
                         r->wall_ms);
            add_failure(out, SHEET_JSON, r);
            sheet_add(out, "\"\n  ...\n");
        }
    }
}

/* -- JUnit -- */

static void add_testcase(struct sheet *out, const struct result *r)
{
    sheet_add(out, "    <testcase classname=");
    add_quoted(out, SHEET_XML, r->group);
    sheet_add(out, " name=");
    add_quoted(out, SHEET_XML, report_name(r->id, r->group));
    sheet_format(out, " time=\"%.6f\"", r->wall_ms / 1000);
    if (r->verdict == VERDICT_PASS) {
        sheet_add(out, "/>\n");
        return;
    }
    const char *element = r->verdict == VERDICT_HARNESS_ERROR ? "error" : "failure";
    struct sheet words = {.fd = -1};
    report_failure(r, SHEET_LINE, "", &words);
    size_t length = words.length < TEXT_MAX ? words.length : TEXT_MAX, first = 0;
    while (first < length && words.bytes[first] != '\n') {
        first++;
    }
    sheet_format(out, ">\n      <%s type=\"%s\" message=\"", element, verdict_name(r->verdict));
    sheet_dress(out, SHEET_XML, words.bytes, first);
    sheet_add(out, "\">");
    sheet_dress(out, SHEET_XML, words.bytes, length);
    sheet_free(&words);
    sheet_format(out, "</%s>\n    </testcase>\n", element);
}

/* The tests of one submission and group, from `first` on; returns the first one behind them. */
static size_t add_testsuite(struct sheet *out, const struct report *report, size_t first)
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
    sheet_add(out, "  <testsuite name=\"");
    if (report->submission_count > 1) {
        sheet_word(out, SHEET_XML, list[first].submission);
        sheet_add(out, " ");
    }
    sheet_word(out, SHEET_XML, list[first].group);
    sheet_format(out, "\" tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" time=\"%.6f\">\n", end - first, failures,
                 errors, seconds);
    for (size_t i = first; i < end; i++) {
        add_testcase(out, &list[i]);
    }
    sheet_add(out, "  </testsuite>\n");
    return end;
}

void report_junit(const struct report *report, struct sheet *out)
{
    const struct report_tally *t = &report->total;
    sheet_format(
        out,
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites tests=\"%zu\" failures=\"%zu\" errors=\"%zu\" "
        "time=\"%.6f\">\n",
        report->tests, t->failed, t->errors, t->wall_ms / 1000);
    for (size_t i = 0; i < report->tests;) {
        i = add_testsuite(out, report, i);
    }
    sheet_add(out, "</testsuites>\n");
}

/* -- CSV -- */

/* A field that a spreadsheet takes as text, whatever it begins with. */
static void add_field(struct sheet *out, const char *bytes, size_t length)
{
    sheet_add(out, "\"");
    if (length && strchr("=+-@\t\r\n", bytes[0]) && bytes[0]) {
        sheet_add(out, "'");
    }
    sheet_dress(out, SHEET_CSV, bytes, length);
    sheet_add(out, "\",");
}

static void add_word_field(struct sheet *out, const char *word)
{
    add_field(out, word, strlen(word));
}

void report_csv(const struct report *report, struct sheet *out)
{
    sheet_add(out, "submission,team,group,case,verdict,points,earned,flaky,tries,exit,signal,message,wall_ms,cpu_ms,"
                   "memory_kib\r\n");
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        struct sheet words = {.fd = -1};
        add_word_field(out, r->submission);
        add_word_field(out, r->team);
        add_word_field(out, r->group);
        add_word_field(out, report_name(r->id, r->group));
        sheet_format(out, "%s,", verdict_name(r->verdict));
        sheet_number(out, r->points);
        sheet_add(out, ",");
        sheet_number(out, r->earned);
        sheet_format(out, ",%s,%d,%d,%d,", r->flaky ? "yes" : "no", r->tries, r->code, r->signal);
        if (r->verdict != VERDICT_PASS) {
            report_failure(r, SHEET_LINE, "", &words);
        }
        words.length -= words.length > 0;
        add_field(out, words.bytes ? words.bytes : "", words.length < TEXT_MAX ? words.length : TEXT_MAX);
        sheet_format(out, "%.3f,%.3f,%.0f\r\n", r->wall_ms, r->cpu_ms, r->memory_kib);
        sheet_free(&words);
    }
}

/* -- JSON -- */

static void add_json_tally(struct sheet *out, const struct report *report, const struct report_tally *t)
{
    sheet_format(out,
                 "\"passed\":%zu,\"failed\":%zu,\"harness_errors\":%zu,\"flaky\":%zu,\"points\":%.9g,"
                 "\"earned\":%.9g,\"percent\":%.3f,\"enough\":%s,\"wall_ms\":%.3f",
                 t->passed, t->failed, t->errors, t->flaky, t->points, t->earned, report_percent(t),
                 report_passed(report, t) ? "true" : "false", t->wall_ms);
}

static void add_json_result(struct sheet *out, const struct result *r)
{
    sheet_add(out, "{\"submission\":");
    add_quoted(out, SHEET_JSON, r->submission);
    sheet_add(out, ",\"group\":");
    add_quoted(out, SHEET_JSON, r->group);
    sheet_add(out, ",\"case\":");
    add_quoted(out, SHEET_JSON, r->id);
    sheet_format(out,
                 ",\"verdict\":\"%s\",\"points\":%.9g,\"earned\":%.9g,\"flaky\":%s,\"tries\":%d,\"exit\":%d,"
                 "\"signal\":%d,\"message\":\"",
                 verdict_name(r->verdict), r->points, r->earned, r->flaky ? "true" : "false", r->tries, r->code,
                 r->signal);
    if (r->verdict != VERDICT_PASS) {
        add_failure(out, SHEET_JSON, r);
    }
    sheet_format(out, "\",\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"memory_kib\":%.0f}", r->wall_ms, r->cpu_ms, r->memory_kib);
}

static void add_json_case(struct sheet *out, const struct report_case *c)
{
    sheet_add(out, "{\"case\":");
    add_quoted(out, SHEET_JSON, c->id);
    if (*c->team) {
        sheet_add(out, ",\"team\":");
        add_quoted(out, SHEET_JSON, c->team);
    }
    sheet_format(out, ",\"ran\":%zu,\"caught\":%zu", c->ran, c->caught);
    if (c->audit) {
        sheet_format(out, ",\"audit\":\"%s\",\"message\":\"", verdict_name(c->audit->verdict));
        if (c->audit->verdict != VERDICT_PASS) {
            add_failure(out, SHEET_JSON, c->audit);
        }
        sheet_add(out, "\"");
    }
    sheet_add(out, "}");
}

void report_json(const struct report *report, struct sheet *out)
{
    sheet_add(out, "{\"summary\":{");
    add_json_tally(out, report, &report->total);
    sheet_format(out, ",\"not_run\":%zu},\n\"submissions\":[", report->not_run);
    for (size_t i = 0; i < report->submission_count; i++) {
        sheet_add(out, i ? ",\n{\"name\":" : "\n{\"name\":");
        add_quoted(out, SHEET_JSON, report->submissions[i].name);
        sheet_add(out, ",");
        add_json_tally(out, report, &report->submissions[i].tally);
        sheet_add(out, "}");
    }
    sheet_add(out, "],\n\"groups\":[");
    for (size_t i = 0; i < report->group_count; i++) {
        sheet_add(out, i ? ",\n{\"name\":" : "\n{\"name\":");
        add_quoted(out, SHEET_JSON, report->groups[i].name);
        sheet_add(out, ",");
        add_json_tally(out, report, &report->groups[i].tally);
        sheet_add(out, "}");
    }
    sheet_add(out, "],\n\"tests\":[");
    for (size_t i = 0; i < report->case_count; i++) {
        sheet_add(out, i ? ",\n" : "\n");
        add_json_case(out, &report->cases[i]);
    }
    sheet_add(out, "],\n\"results\":[");
    for (size_t i = 0; i < report->tests; i++) {
        sheet_add(out, i ? ",\n" : "\n");
        add_json_result(out, &report->results->list[i]);
    }
    sheet_add(out, "]}\n");
}

static void add_gradescope_test(struct sheet *out, const struct result *r)
{
    bool counts = verdict_counts(r->verdict);
    sheet_add(out, "{\"name\":");
    add_quoted(out, SHEET_JSON, r->id);
    sheet_format(out, ",\"score\":%.9g,\"max_score\":%.9g,", counts ? r->earned : 0, counts ? r->points : 0);
    if (counts) {
        sheet_format(out, "\"status\":\"%s\",", r->verdict == VERDICT_PASS ? "passed" : "failed");
    }
    sheet_format(out, "\"output\":\"%s\\n", r->flaky ? "flaky" : verdict_name(r->verdict));
    if (r->verdict != VERDICT_PASS) {
        add_failure(out, SHEET_JSON, r);
    }
    sheet_add(out, "\"}");
}

void report_gradescope(const struct report *report, struct sheet *out)
{
    const struct report_tally *t = &report->total;
    sheet_format(out, "{\"score\":%.9g,\"execution_time\":%.3f,\"output\":\"", t->earned, t->wall_ms / 1000);
    sheet_format(out, "%zu passed, %zu failed\",\"output_format\":\"text\",\"visibility\":\"visible\",\n\"tests\":[",
                 t->passed, t->failed);
    for (size_t i = 0; i < report->tests; i++) {
        sheet_add(out, i ? ",\n" : "\n");
        add_gradescope_test(out, &report->results->list[i]);
    }
    sheet_add(out, "]}\n");
}
