#include "report/report.h"

#include "base/utf8.h"
#include "report/view.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { NAMED_MAX = 5, SLOWEST = 5, NAME_WIDTH = 40, WIDTH_MAX = 80, CATCHES_SHOWN = 20, MATRIX_WIDTH = 500 };

struct writer {
    const struct report *report;
    const struct report_style *style;
    struct text *out;
};

static void paint(const struct writer *w, const char *code)
{
    if (w->style->color) {
        text_format(w->out, "\033[%sm", code);
    }
}

/* The first column of a failure. */
static void add_label(const struct writer *w, const char *code, const char *label)
{
    paint(w, code);
    text_format(w->out, "%-16s ", label);
    paint(w, "0");
}

void report_padded(struct text *out, const char *name, size_t width)
{
    size_t before = out->length, columns = 0;
    text_escape_string(out, TEXT_LINE, name);
    for (size_t i = before; i < out->length; i++) {
        columns += !utf8_continues(out->bytes[i]);
    }
    text_format(out, "%*s", columns < width ? (int)(width - columns) : 0, "");
}

static void add_diff(const struct writer *w, const struct result *result)
{
    struct result_details d;
    if (results_details(result, &d, w->out) && d.expected && d.actual) {
        struct text expected = results_string(&d.tree, d.expected), actual = results_string(&d.tree, d.actual);
        if (expected.failed || actual.failed) {
            w->out->failed = true;
        } else {
            report_diff(expected.bytes, expected.length, actual.bytes, actual.length, "    ", w->out);
        }
        text_free(&expected);
        text_free(&actual);
    }
    results_details_free(&d);
}

/* Failed builds, each with the number of cases it made fail. */
static void add_builds(const struct writer *w)
{
    const struct report *report = w->report;
    for (size_t i = report->tests + report->audits; i < report->results->count; i++) {
        const struct result *build = &report->results->list[i];
        size_t cases = 0;
        if (build->verdict != VERDICT_BUILD_FAILED) {
            continue; /* an error of the grader is told of with each case */
        }
        for (size_t k = 0; k < report->tests; k++) {
            cases += report_build(report, &report->results->list[k]) == build;
        }
        add_label(w, "31", verdict_names[build->verdict]);
        if (report->submission_count > 1) {
            text_fill(w->out, TEXT_LINE, "%s: ", build->submission);
        }
        text_format(w->out, "%zu case%s\n", cases, cases == 1 ? "" : "s");
        report_failure(build, TEXT_LINE, "    ", w->out);
    }
}

/* The title of a kind of failures, and the names of its cases. */
static void add_kind(const struct writer *w, const struct kinds *kinds, const struct kind *kind)
{
    struct text phrase = {0};
    size_t named = 0;
    kind_describe(kind->first, &phrase);
    text_format(w->out, "%zu cases", kind->cases);
    text_string(w->out, phrase.length ? ": " : "");
    text_pour(w->out, TEXT_LINE, &phrase);
    text_string(w->out, "\n    ");
    for (const struct result *r = kind->first; named < kind->cases && named < NAMED_MAX; r++) {
        if (kinds_of(kinds, r) == kind) {
            text_string(w->out, named++ ? ", " : "");
            text_escape_string(w->out, TEXT_LINE, r->id);
        }
    }
    if (kind->cases > named) {
        text_format(w->out, " and %zu more", kind->cases - named);
    }
    text_string(w->out, "; the first:\n");
}

static void add_failure(const struct writer *w, const struct kinds *kinds, const struct result *r)
{
    const struct kind *kind = kinds_of(kinds, r);
    if (kind && kind->first != r) {
        return;
    }
    add_label(w, kind ? "31" : "33", kind ? verdict_names[r->verdict] : "flaky");
    if (kind && kind->cases > 1) {
        add_kind(w, kinds, kind);
    } else {
        text_escape_string(w->out, TEXT_LINE, r->id);
        if (!kind) {
            text_format(w->out, " (passed on try %d)", r->tries);
        }
        text_string(w->out, "\n");
    }
    if (kind) {
        report_failure(r, TEXT_LINE, "    ", w->out);
        if (w->style->diff) {
            add_diff(w, r);
        }
        report_repeat(r, w->out);
    }
}

static void add_failures(const struct writer *w)
{
    const struct report *report = w->report;
    struct arena arena = {0};
    struct kinds kinds;
    size_t hidden = 0;
    const struct view view = view_of(report, NULL);
    if (!view_kinds(&view, &kinds, &arena)) {
        w->out->failed = true;
    }
    for (size_t i = 0; i < report->tests && !w->out->failed; i++) {
        const struct result *r = &report->results->list[i];
        enum record_visible visible = report_visible(report, r);
        hidden += visible == RECORD_VISIBLE_NEVER;
        if (kinds_of(&kinds, r) || (r->flaky && visible != RECORD_VISIBLE_NEVER)) {
            add_failure(w, &kinds, r);
        } else if (visible == RECORD_VISIBLE_SCORE_ONLY && r->verdict != VERDICT_PASS && !report_build(report, r)) {
            add_label(w, "31", verdict_names[r->verdict]);
            text_fill(w->out, TEXT_LINE, "%s\n", r->id);
        }
    }
    if (hidden) {
        text_format(w->out, "%zu case%s and %s not shown\n", hidden, hidden == 1 ? " counts" : "s count",
                    hidden == 1 ? "is" : "are");
    }
    arena_free(&arena);
}

/* A score, and what it leaves out. */
static void add_score(struct text *out, const struct report_tally *t)
{
    points_write(out, t->earned);
    text_string(out, "/");
    points_write(out, t->points);
    text_format(out, " (%.1f %%)", report_percent(t));
    if (t->errors) {
        text_format(out, ", without %zu harness error%s", t->errors, t->errors == 1 ? "" : "s");
    }
}

static void add_tally(const struct writer *w, const char *name, size_t width, const struct report_tally *t, bool score)
{
    char passed[48];
    report_padded(w->out, name, width);
    paint(w, t->failed || t->errors ? "31" : "32");
    snprintf(passed, sizeof passed, "%zu/%zu", t->passed, t->passed + t->failed + t->errors);
    text_format(w->out, " %11s", passed);
    paint(w, "0");
    text_format(w->out, " %8.2f s wall", t->wall_ms / 1000);
    if (score && t->points > 0) {
        text_string(w->out, "  ");
        add_score(w->out, t);
        if (w->report->submission_count > 1 && w->report->pass_mark >= 0) {
            text_string(w->out, report_passed(w->report, t) ? " enough" : " not enough");
        }
    }
    text_string(w->out, "\n");
}

static size_t width_of(const struct report *report)
{
    size_t width = NAME_WIDTH;
    for (size_t i = 0; i < report->group_count; i++) {
        size_t length = strlen(report->groups[i].name);
        width = length > width ? length : width;
    }
    return width < WIDTH_MAX ? width : WIDTH_MAX;
}

/* Points are worth showing unless each case is worth exactly one. */
static bool has_points(const struct report *report)
{
    for (size_t i = 0; i < report->tests; i++) {
        const struct result *r = &report->results->list[i];
        int64_t all = r->verdict == VERDICT_PASS ? r->points : 0;
        if (r->points != POINTS_ONE || r->earned != all) {
            return true;
        }
    }
    return report->pass_mark >= 0;
}

static int slower(const void *left, const void *right)
{
    const struct result *const *a = left, *const *b = right;
    return ((*a)->wall_ms < (*b)->wall_ms) - ((*a)->wall_ms > (*b)->wall_ms);
}

static void add_slowest(const struct writer *w)
{
    const struct result *slowest[SLOWEST + 1];
    size_t used = 0;
    for (size_t i = 0; i < w->report->tests; i++) {
        if (report_visible(w->report, &w->report->results->list[i]) == RECORD_VISIBLE_NEVER) {
            continue;
        }
        slowest[used++] = &w->report->results->list[i];
        qsort(slowest, used, sizeof(*slowest), slower);
        used = used > SLOWEST ? SLOWEST : used;
    }
    if (w->report->tests <= SLOWEST || !used) {
        return;
    }
    text_string(w->out, "slowest:\n");
    for (size_t i = 0; i < used; i++) {
        text_format(w->out, "%12.3f s  ", slowest[i]->wall_ms / 1000);
        text_fill(w->out, TEXT_LINE, "%s\n", slowest[i]->id);
    }
}

/* -- many submissions -- */

static bool is_rejected(const struct report_case *c)
{
    return c->audit && c->audit->verdict != VERDICT_PASS;
}

static void add_rejected(const struct writer *w)
{
    size_t rejected = 0;
    for (size_t i = 0; i < w->report->case_count; i++) {
        const struct report_case *c = &w->report->cases[i];
        if (is_rejected(c)) {
            text_format(w->out, rejected++ ? "  %s " : "rejected, because the reference does not pass them:\n  %s ",
                        verdict_names[c->audit->verdict]);
            text_fill(w->out, TEXT_LINE, "%s\n", c->id);
            report_failure(c->audit, TEXT_LINE, "      ", w->out);
        }
    }
}

static int more_caught(const void *left, const void *right)
{
    const struct report_case *const *a = left, *const *b = right;
    if ((*a)->caught != (*b)->caught) {
        return (*a)->caught < (*b)->caught ? 1 : -1;
    }
    return *a < *b ? -1 : *a > *b;
}

static void add_catches(const struct writer *w)
{
    const struct report *report = w->report;
    const struct report_case **sorted = calloc(report->case_count + 1, sizeof(*sorted));
    size_t used = 0, idle = 0, catching = 0;
    if (!sorted) {
        w->out->failed = true;
        return;
    }
    for (size_t i = 0; i < report->case_count; i++) {
        idle += report->cases[i].ran && !report->cases[i].caught;
        catching += report->cases[i].caught > 0;
        if (report->cases[i].caught && report_visible(report, report->cases[i].any) != RECORD_VISIBLE_NEVER) {
            sorted[used++] = &report->cases[i];
        }
    }
    if (used) {
        qsort(sorted, used, sizeof(*sorted), more_caught);
        text_string(w->out, "tests that catch the most:\n");
    }
    for (size_t i = 0; i < used && i < CATCHES_SHOWN; i++) {
        text_format(w->out, "%6zu of %-4zu  ", sorted[i]->caught, sorted[i]->ran);
        text_fill(w->out, TEXT_LINE, "%s\n", sorted[i]->id);
    }
    text_format(w->out, "%zu of %zu tests catch nobody\n", idle, idle + catching);
    free(sorted);
}

static void add_authors(const struct writer *w)
{
    const struct report *report = w->report;
    if (report->author_count) {
        text_string(w->out, "teams whose tests catch wrong programs of others:\n");
    }
    for (size_t i = 0; i < report->author_count; i++) {
        const struct report_author *a = &report->authors[i];
        text_format(w->out, "%6zu of %-4zu  ", a->caught, a->wrong);
        text_escape_string(w->out, TEXT_LINE, a->name);
        text_format(w->out, ", %zu test%s\n", a->tests, a->tests == 1 ? "" : "s");
    }
}

/* A line per submission with a letter per test, grouped by folder. */
static void add_matrix(const struct writer *w, size_t width)
{
    static const char letters[VERDICTS] = {'.', 'w', 'j', 't', 'c', 'm', 'o', 'p', 's', 'x', 'b', '?', '!'};
    const struct report *report = w->report;
    if (report->case_count > MATRIX_WIDTH) {
        return;
    }
    for (size_t i = 0; i < report->submission_count; i++) {
        const char *group = NULL;
        report_padded(w->out, report->submissions[i].name, width);
        for (size_t k = 0; k < report->case_count; k++) {
            const struct report_case *c = &report->cases[k];
            const struct result *r = report_cell(report, &report->submissions[i], c);
            if (!is_rejected(c)) {
                text_string(w->out, group && strcmp(group, c->group) == 0 ? "" : " ");
                text_add(w->out, r ? &letters[r->verdict] : "-", 1);
                group = c->group;
            }
        }
        text_string(w->out, "\n");
    }
    text_string(
        w->out,
        "(. pass, w wrong, j bad-json, x exit, s crash, b build-failed, t timeout, c m o p limits, ! harness-error, - not run)\n");
}

static void add_many(const struct writer *w)
{
    const struct report *report = w->report;
    add_rejected(w);
    add_builds(w);
    size_t width = 0;
    for (size_t i = 0; i < report->submission_count; i++) {
        size_t length = strlen(report->submissions[i].name);
        width = length > width ? length : width;
    }
    width = width < NAME_WIDTH ? width : NAME_WIDTH;
    add_matrix(w, width);
    for (size_t i = 0; i < report->submission_count; i++) {
        add_tally(w, report->submissions[i].name, width, &report->submissions[i].tally, true);
    }
    report_milestone_table(report, width, w->out);
    report_corrections(report, w->out);
    add_catches(w);
    add_authors(w);
}

void report_summary(const struct report *report, struct text *out)
{
    const struct report_tally *t = &report->total;
    text_format(out, "%zu passed, %zu failed", t->passed, t->failed);
    if (t->errors) {
        text_format(out, ", %zu harness error%s", t->errors, t->errors == 1 ? "" : "s");
    }
    if (t->flaky) {
        text_format(out, ", %zu flaky", t->flaky);
    }
    if (t->updated) {
        text_format(out, ", %zu updated", t->updated);
    }
    if (report->not_run) {
        text_format(out, ", %zu not run", report->not_run);
    }
    text_string(out, "\n");
}

void report_terminal(const struct report *report, const struct report_style *style, struct text *out)
{
    struct writer w = {report, style, out};
    bool points = has_points(report);
    if (!style->quiet && (report->submission_count > 1 || report->audited)) {
        add_many(&w);
    } else if (!style->quiet) {
        size_t width = width_of(report);
        add_builds(&w);
        add_failures(&w);
        for (size_t i = 0; i < report->group_count; i++) {
            add_tally(&w, report->groups[i].name, width, &report->groups[i].tally, points);
        }
        add_slowest(&w);
    }
    if (points && report->submission_count == 1) {
        text_string(out, "score ");
        add_score(out, &report->total);
        if (report->pass_mark >= 0) {
            text_string(out, report_passed(report, &report->total) ? ", enough: " : ", not enough: ");
            text_number(out, report->pass_mark, 3);
            text_string(out, " % are needed");
        }
        text_string(out, "\n");
        report_corrections(report, out);
    }
    report_summary(report, out);
}
