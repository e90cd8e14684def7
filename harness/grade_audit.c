/* xgrade audit: do the cases catch programs that are known to be wrong? */
#include "grade/audit.h"
#include "stop.h"
#include "xgrade.h"

static const char help[] =
    "Tests the tests: runs a program that is known to be right, and programs that are known to be wrong, over cases. "
    "The wrong ones are in folders named after the verdict that they should get: wrong/, timeout/, crash/, bad-json/. "
    "Says which case catches which program, what nothing catches, which cases catch nothing, and how few of them would "
    "be enough.\n"
    "\n"
    "    $ xgrade audit --reference examples/class/teams/ann/1/xmap --wrong examples/class/mistakes examples/class/cases\n"
    "    the reference passes 3 of 3 cases; its slowest takes 0.014 s, so --timeout 1 would do\n"
    "       1  wrong/always-true: 1 of 3 cases catch it\n"
    "       2  wrong/one-way: NOTHING CATCHES IT\n"
    "    which case catches whom\n"
    "      examples/class/cases/1/1: nobody\n"
    "      examples/class/cases/1/2: nobody\n"
    "      examples/class/cases/1/3: 1\n"
    "    1 case catches everybody that is caught; fewer do not:\n"
    "      examples/class/cases/1/3\n"
    "    2 of 3 cases catch nobody; 1 of 2 programs were not caught as they should be\n"
    "\n"
    "The exit code is 1 if the reference fails a case or a wrong program is not caught.\n";

struct audit_command {
    struct grade_command command;
    const char *reference, *wrong;
    struct cases cases;
    struct tasks tasks, audits;
};

static const struct harness_option options[] = {
    {.help = "The audit"},
    {"reference", .argument = "PROGRAM", HARNESS_INTO(struct audit_command, reference),
     .help = "a program that is known to be right, or a folder of such programs"},
    {"wrong", .argument = "FOLDER", HARNESS_INTO(struct audit_command, wrong),
     .help = "the folders of wrong programs are in here"},
    {.name = ""},
};

static bool find_cases(struct harness *h, struct audit_command *a)
{
    struct grade_command *c = &a->command;
    for (int i = 0; i < h->arguments; i++) {
        if (!cases_scan(&a->cases, h->argument[i], h->argument[i], &h->arena, &h->error)) {
            return grade_misuse(h);
        }
        if (!grade_mask(h, c, h->argument[i], a->wrong)) {
            return false;
        }
    }
    grade_name_orphans(h, &a->cases);
    if (a->cases.count == 0) {
        return harness_usage(h, "there are no cases (K-in.json) in %s", harness_show(h->argument[0]).text);
    }
    return cases_check_expected(&a->cases, c->session.compare, &h->arena, &c->broken, &h->error) &&
           grade_mask_outputs(h, c, a->wrong);
}

static bool find_programs(struct harness *h, struct audit_command *a)
{
    if (!grade_find_reference(h, &a->reference)) {
        return false;
    }
    if (!tasks_add_all(&a->audits, &a->cases, "reference", a->reference, RECORD_AUDIT, &h->arena, &h->error) ||
        !audit_add_wrong(&a->tasks, &a->cases, a->wrong, &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    return a->tasks.count > 0 ||
           harness_usage(h, "there are no programs in the folders in %s", harness_show(a->wrong).text);
}

static bool run(struct harness *h, struct audit_command *a)
{
    struct grade_command *c = &a->command;
    grade_start(h, c);
    if (!grade_run(h, c, &a->audits, "audits") || stop_asked(c->stop)) {
        return false;
    }
    c->work.done = c->work.of = c->work.failed = 0;
    return grade_run(h, c, &a->tasks, "cases") && !stop_asked(c->stop);
}

/* Prints the table. */
static bool show(struct harness *h, struct audit_command *a)
{
    struct grade_command *c = &a->command;
    struct results results = {0};
    struct report report;
    struct file_writer out;
    size_t missed = 0, errors = 0;
    bool ok = session_results(&c->work, &results, &h->error);
    if (ok) {
        tasks_want(&a->tasks, &results, &h->error);
        tasks_want(&a->audits, &results, &h->error);
        results_keep_wanted(&results);
        ok = report_make(&report, &results, &h->arena, &h->error) && file_open(&out, "-", &h->error);
    }
    if (ok) {
        ok = report_audit(&report, &h->arena, &out.text, &missed, &errors, &h->error);
        ok = file_close(&out, &h->error) && ok;
        for (size_t i = 0; i < report.case_count; i++) {
            missed += !report.cases[i].audit || report.cases[i].audit->verdict != VERDICT_PASS;
        }
        c->code = errors || c->broken ? GRADE_HARNESS_FAILED : missed ? GRADE_SOME_FAILED : GRADE_ALL_PASSED;
    }
    results_free(&results);
    return ok;
}

static bool run_audit(struct harness *h, struct audit_command *a)
{
    struct grade_command *c = &a->command;
    if (!a->reference || !a->wrong) {
        return harness_usage(h, "an audit needs --reference PROGRAM and --wrong FOLDER; xgrade audit --help shows how");
    }
    if (!find_cases(h, a) || !find_programs(h, a) || !grade_open(h, c) || !grade_select(h, c, &a->tasks)) {
        return false;
    }
    if (!run(h, a)) {
        c->code = stop_asked(c->stop) ? GRADE_INTERRUPTED : c->code;
        return false;
    }
    return show(h, a);
}

int grade_main_audit(int argc, char **argv)
{
    struct audit_command a = {.command = GRADE_COMMAND};
    const struct harness_table tables[] = {{options, &a}, {grade_command_options, &a.command}, {0}};
    struct harness h = {.name = "xgrade audit",
                        .usage = "xgrade audit --reference PROGRAM --wrong FOLDER [OPTION...] CASES...",
                        .summary = "Test the tests: do they catch programs that are known to be wrong?",
                        .help = help,
                        .exits = grade_exits,
                        .least = 1,
                        .most = argc};
    if (grade_begin(&h, &a.command, argc, argv, tables)) {
        run_audit(&h, &a);
    }
    tasks_free(&a.tasks);
    tasks_free(&a.audits);
    cases_free(&a.cases);
    return grade_end(&h, &a.command);
}
