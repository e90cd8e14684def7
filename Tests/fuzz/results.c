/* Results files, and the reports made of them. Two bytes say which report, and how. What other programs read is in the
 * form that they expect, whatever is in the file. */
#include "base/csv.h"
#include "fuzz.h"
#include "report/report.h"
#include "report/statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { ALL_VISIBLE = 1, PASS_MARK = 2, LATER = 4, QUIET = 8, PLAIN = 16, VERDICTS_KEPT = 32, WITHOUT = 64 };

struct writing {
    const struct report *report;
    uint8_t bits;
    struct arena *arena;
    struct text *out;
};

static void write_terminal(struct writing *w)
{
    const struct report_style style = {.color = !(w->bits & PLAIN), .diff = true, .quiet = w->bits & QUIET};
    const struct course *course = &w->report->results->course;
    for (size_t i = 0; i < course->adjustment_count; i++) {
        report_is_used(w->report, &course->adjustments[i]);
    }
    report_terminal(w->report, &style, w->out);
    report_summary(w->report, w->out);
    report_corrections(w->report, w->out);
    report_tap(w->report, w->out);
}

static void write_junit(struct writing *w)
{
    report_junit(w->report, w->out);
    fuzz_expect_xml(w->out);
}

static void write_json(struct writing *w)
{
    report_json(w->report, w->out);
    fuzz_expect_json(w->out);
    text_clear(w->out);
    if (w->report->submission_count == 1) {
        report_gradescope(w->report, w->out);
        fuzz_expect_json(w->out);
    }
}

static void check_table(struct writing *w, size_t rows)
{
    struct csv csv;
    struct error err = {.kind = ERROR_NONE};
    bool parsed = csv_parse(&csv, "table", w->out->bytes, w->out->length, w->arena, &err);
    /* a roster may have a column with any name */
    fuzz_expect(parsed ? csv.count == rows : strstr(err.text, "two columns") != NULL);
}

static void write_tables(struct writing *w)
{
    report_csv(w->report, w->out);
    check_table(w, w->report->tests);
    text_clear(w->out);
    report_gradebook(w->report, w->out);
    check_table(w, w->report->submission_count);
}

static void add_style(struct text *out)
{
    text_string(out, "svg { }");
}

static void draw(const char *input, size_t length, struct text *out)
{
    text_escape(out, TEXT_MARKUP, input, length < 100 ? length : 100);
}

static void write_page(struct writing *w)
{
    static const struct report_artist artist = {add_style, draw};
    report_html(w->report, NULL, w->bits & PLAIN ? NULL : &artist, w->out);
}

static void write_pages(struct writing *w)
{
    const struct report *report = w->report;
    for (size_t i = 0; i < report->submission_count && i < 2; i++) {
        report_html(report, &report->submissions[i], NULL, w->out);
        report_team_markdown(report, &report->submissions[i], w->out);
    }
}

static void write_index(struct writing *w)
{
    const struct report *report = w->report;
    const char **pages = arena_array(w->arena, report->submission_count, sizeof *pages);
    fuzz_expect(pages);
    for (size_t i = 0; i < report->submission_count; i++) {
        pages[i] = report->submissions[i].name;
    }
    report_index(report, w->bits & WITHOUT ? NULL : report, pages, w->out);
}

static void write_audit(struct writing *w)
{
    struct statistics s;
    struct error err = {.kind = ERROR_NONE};
    size_t missed, errors;
    fuzz_expect(report_audit(w->report, w->arena, w->out, &missed, &errors, &err) &&
                missed <= w->report->submission_count);
    for (size_t i = 0; i < w->report->case_count; i++) {
        fuzz_expect(statistics_of_case(w->report, &w->report->cases[i], &s));
        fuzz_expect(s.failed <= s.ran && (isnan(s.discrimination) || fabs(s.discrimination) < 1.001));
    }
}

static void (*const writers[])(struct writing *) = {write_terminal, write_junit, write_json,  write_tables,
                                                    write_page,     write_pages, write_index, write_audit};
enum { WRITERS = sizeof writers / sizeof *writers };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct fuzz_input input = {data, size};
    struct arena arena = {0};
    struct error err = {.kind = ERROR_NONE};
    struct text out = {0};
    struct report report = {0};
    uint8_t writer = fuzz_byte(&input) % WRITERS, bits = fuzz_byte(&input);
    struct results results = {.keep_verdicts = bits & VERDICTS_KEPT};
    if (results_load(&results, fuzz_file(&input), "results", &err)) {
        fuzz_expect_kept(&results.course);
        fuzz_expect(report_make(&report, &results, &arena, &err));
        report.pass_mark = bits & PASS_MARK ? 60 : -1;
        report.now = bits & LATER ? 2000000000 : 0;
        report.all_visible = bits & ALL_VISIBLE;
        report.not_run = bits & WITHOUT ? 3 : 0;
        writers[writer](&(struct writing){&report, bits, &arena, &out});
        fuzz_expect(!out.failed);
    }
    text_free(&out);
    results_free(&results);
    arena_free(&arena);
    return 0;
}
