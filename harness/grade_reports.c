/* xgrade report and xgrade merge, and the reports of all commands. */
#include "stop.h"
#include "xgrade.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

static const char several[] = "--gradescope reports one submission, but there are several";

bool grade_check_reports(struct harness *h, const struct grade_outputs *outputs, const struct tasks *tasks)
{
    for (size_t i = 1; outputs->gradescope && i < tasks->count; i++) {
        if (strcmp(tasks->list[i].submission, tasks->list[0].submission) != 0) {
            return harness_usage(h, "%s", several);
        }
    }
    return true;
}

enum { RELEASED_AFTER = 5000 }; /* records */

typedef void write_report(const struct report *report, struct text *out);

static bool write_file(struct harness *h, const char *path, write_report *write, const struct report *report)
{
    struct file_writer out;
    if (!path) {
        return true;
    }
    if (!file_open(&out, path, &h->error)) {
        return false;
    }
    write(report, &out.text);
    return file_close(&out, &h->error);
}

static void write_page(const struct report *report, struct text *out)
{
    report_html(report, NULL, &grade_artist, out);
}

/* Names adjustments that change no mark because there is no such team or milestone. */
static void name_idle_adjustments(const struct harness *h, const struct report *report)
{
    const struct course *course = &report->results->course;
    for (size_t i = 0; i < course->adjustment_count; i++) {
        const struct course_adjustment *a = &course->adjustments[i];
        if (!report_is_used(report, a)) {
            harness_say(h, "an adjustment is for team %s in milestone %s, which has no results",
                        harness_show(a->team).text, harness_show(a->milestone).text);
        }
    }
}

/* Writes all reports that were asked for. */
static bool write_reports(struct harness *h, struct report *report, const struct grade_outputs *o)
{
    struct file_writer out;
    const char *no_color = getenv("NO_COLOR");
    struct report_style style = {
        .color = isatty(STDOUT_FILENO) && !(no_color && *no_color), .diff = o->diff, .quiet = o->quiet};
    report->pass_mark = o->pass_mark;
    report->now = time(NULL);
    report->all_visible = o->all_visible;
    name_idle_adjustments(h, report);
    if (o->gradescope && report->submission_count > 1) {
        return harness_usage(h, "%s", several);
    }
    if (!grade_site_check(h, report, o) || !file_open(&out, "-", &h->error)) {
        return false;
    }
    if (o->tap) {
        report_tap(report, &out.text);
    } else {
        report_terminal(report, &style, &out.text);
    }
    return file_close(&out, &h->error) && write_file(h, o->junit, report_junit, report) &&
           write_file(h, o->csv, report_csv, report) && write_file(h, o->json, report_json, report) &&
           write_file(h, o->gradescope, report_gradescope, report) && write_file(h, o->html, write_page, report) &&
           write_file(h, o->gradebook, report_gradebook, report) && grade_site_write(h, report, o);
}

static enum grade_exit exit_code(const struct report *report)
{
    bool passed = report->not_run == 0, failed = false;
    for (size_t i = 0; i < report->results->count; i++) { /* those of the reference, too */
        failed = failed || report->results->list[i].verdict == VERDICT_HARNESS_ERROR;
    }
    for (size_t i = 0; i < report->submission_count; i++) {
        passed = passed && report_passed(report, &report->submissions[i].tally);
    }
    return failed ? GRADE_HARNESS_FAILED : passed ? GRADE_ALL_PASSED : GRADE_SOME_FAILED;
}

/* Adjustments of the command line replace those of the results. */
static bool adjust(struct harness *h, const struct grade_outputs *o, struct results *results)
{
    return !o->adjustments || course_read_adjustments(&results->course, o->adjustments, &h->arena, &h->error) ||
           grade_misuse(h);
}

/* Whether tasks need not be tried again. */
static bool are_done(const struct tasks *tasks)
{
    bool done = true;
    for (size_t i = 0; tasks && i < tasks->count; i++) {
        done = done && tasks->list[i].done && tasks->list[i].verdict != VERDICT_HARNESS_ERROR;
    }
    return done;
}

bool grade_report_run(struct harness *h, struct grade_command *c, const struct tasks *tasks, const struct tasks *audits)
{
    struct results results = {0};
    struct report report;
    struct error err = {0}; /* what was done is reported even if the rest failed */
    size_t found = 0;
    if (c->engine.share) { /* who submitted it reports */
        c->code = are_done(tasks) && are_done(audits) ? GRADE_ALL_PASSED : GRADE_HARNESS_FAILED;
        c->code = stop_asked(c->stop) ? GRADE_INTERRUPTED : c->code;
        return true;
    }
    bool ok = session_results(&c->work, &results, &err);
    if (ok) {
        found = tasks_want(tasks, &results, &err);
        if (audits) {
            tasks_want(audits, &results, &err);
        }
        results_keep_wanted(&results);
        ok = adjust(h, &c->outputs, &results) && report_make(&report, &results, &h->arena, &err);
    }
    if (ok) {
        report.not_run = tasks->count - found;
        ok = write_reports(h, &report, &c->outputs);
        c->code = stop_asked(c->stop) ? GRADE_INTERRUPTED : exit_code(&report);
    }
    if (h->error.kind == ERROR_NONE) {
        h->error = err;
    }
    results_free(&results);
    return ok && err.kind == ERROR_NONE;
}

bool grade_run_cases(struct harness *h, struct grade_command *c, struct tasks *tasks)
{
    grade_start(h, c);
    bool ran = grade_run(h, c, tasks, "cases");
    bool reported = grade_report_run(h, c, tasks, NULL);
    c->code = c->broken && c->code <= GRADE_SOME_FAILED ? GRADE_HARNESS_FAILED : c->code;
    return ran && reported;
}

int grade_leave(struct harness *h, enum grade_exit code)
{
    bool failed = h->error.kind != ERROR_NONE;
    int common = harness_exit(h);
    return failed ? GRADE_HARNESS_FAILED : common ? common : (int)code;
}

int grade_end(struct harness *h, struct grade_command *c)
{
    session_close(&c->work);
    builds_free(&c->builds);
    return grade_leave(h, c->code);
}

/* -- from results files -- */

static bool load_all(struct harness *h, struct results *results)
{
    for (int i = 0; i < h->arguments; i++) {
        if (!results_load_path(results, h->argument[i], &h->error)) {
            return false;
        }
    }
    for (size_t i = 0; i < results->warning_count; i++) {
        harness_say(h, "%s", results->warnings[i]);
    }
    return true;
}

/* A report about nothing would say that nothing failed. */
static bool has_results(struct harness *h, const struct results *results)
{
    for (size_t i = 0; i < results->count; i++) {
        if (results->list[i].role == RECORD_TEST) {
            return true;
        }
    }
    return error_set(&h->error, ERROR_INPUT, "there are no results in %s%s", harness_show(h->argument[0]).text,
                     h->arguments > 1 ? " and the other files" : "");
}

int grade_main_report(int argc, char **argv)
{
    struct grade_outputs outputs = {.pass_mark = -1};
    const struct harness_table tables[] = {{grade_output_options, &outputs}, {0}};
    struct harness h = {
        .name = "xgrade report",
        .usage = "xgrade report [OPTION...] RESULTS.jsonl...",
        .summary = "Make reports from results that xgrade --results FILE has kept.",
        .help = "Nothing is run. Of several records of a case, the last one counts.\n"
                "\n"
                "    $ xgrade --quiet --results results.jsonl examples/class/teams/ben/1/xmap examples/class/cases\n"
                "    score 6/9 (66.7 %)\n"
                "    2 passed, 1 failed\n"
                "    $ xgrade report --quiet --html results.html --junit results.xml results.jsonl\n"
                "    score 6/9 (66.7 %)\n"
                "    2 passed, 1 failed\n",
        .exits = grade_exits,
        .least = 1,
        .most = argc};
    struct results results = {0};
    struct report report;
    enum grade_exit code = GRADE_ALL_PASSED;
    if (harness_options(&h, argc, argv, tables) && load_all(&h, &results) && has_results(&h, &results) &&
        adjust(&h, &outputs, &results) && report_make(&report, &results, &h.arena, &h.error) &&
        write_reports(&h, &report, &outputs)) {
        code = exit_code(&report);
    }
    results_free(&results);
    return grade_leave(&h, code);
}

struct settings {
    const char *output;
};

static const struct harness_option merge_options[] = {
    {.help = "Options"},
    {"output", .argument = "FILE", HARNESS_INTO(struct settings, output),
     .help = "write to FILE instead of stdout; it may be one of those that are read"},
    {.name = ""},
};

int grade_main_merge(int argc, char **argv)
{
    struct settings settings = {.output = "-"};
    const struct harness_table tables[] = {{merge_options, &settings}, {0}};
    struct harness h = {
        .name = "xgrade merge",
        .usage = "xgrade merge [--output FILE] RESULTS.jsonl...",
        .summary = "Make one results file of several.",
        .help =
            "Of the records of a case and submission, the last one stays. Merging a file with "
            "itself, or again, changes nothing.\n"
            "\n"
            "    $ xgrade --quiet --shard 1/2 --results half-1.jsonl examples/class/teams/ann/1/xmap examples/class/cases\n"
            "    score 3/3 (100.0 %)\n"
            "    1 passed, 0 failed\n"
            "    $ xgrade --quiet --shard 2/2 --results half-2.jsonl examples/class/teams/ann/1/xmap examples/class/cases\n"
            "    score 6/6 (100.0 %)\n"
            "    2 passed, 0 failed\n"
            "    $ xgrade merge half-*.jsonl > all.jsonl\n"
            "    $ xgrade report --quiet all.jsonl\n"
            "    score 9/9 (100.0 %)\n"
            "    3 passed, 0 failed\n",
        .exits = grade_exits,
        .least = 1,
        .most = argc};
    struct results results = {0};
    struct file_writer out;
    if (harness_options(&h, argc, argv, tables) && load_all(&h, &results) &&
        file_open(&out, settings.output, &h.error)) {
        results_sort(&results);
        course_write(&out.text, &results.course);
        for (size_t i = 0; i < results.count; i++) {
            text_add(&out.text, results.list[i].line, results.list[i].length);
            text_string(&out.text, "\n");
            if (i % RELEASED_AFTER == 0) {
                results_release(&results);
            }
        }
        file_close(&out, &h.error);
    }
    results_free(&results);
    return grade_leave(&h, GRADE_ALL_PASSED);
}
