/* xgrade fest: every submission against the tests of every team. */
#include "grade/fest.h"
#include "stop.h"
#include "xgrade.h"

static const char help[] =
    "Runs every submission over the tests of every team. The folders in --tests are teams with their cases, those in "
    "--submissions are submissions with their programs. "
    "With --reference, each test is first run on a program that is known to be right; tests that it does not pass are "
    "rejected.\n"
    "\n"
    "    $ xgrade fest --tests examples/class/tests --submissions examples/class/teams --program 1/xmap \\\n"
    "          --reference examples/class/teams/ann/1/xmap | head -6\n"
    "    rejected, because the reference does not pass them:\n"
    "      wrong ben/far\n"
    "          $: expected true, got false\n"
    "    ann  . . ..\n"
    "    ben  w . w.\n"
    "    cleo x x jj\n"
    "\n"
    "The page of --html shows the whole matrix; --csv and --json write it for other programs.\n";

struct fest_command {
    struct grade_command command;
    const char *tests, *submissions, *program, *reference;
    struct harness_number most;
    bool trust;
    struct fest fest;
};

static const struct harness_option options[] = {
    {.help = "The fest"},
    {"tests", .argument = "FOLDER", HARNESS_INTO(struct fest_command, tests), .help = "the teams' folders are in here"},
    {"submissions", .argument = "FOLDER", HARNESS_INTO(struct fest_command, submissions),
     .help = "the submissions' folders are in here"},
    {"program", .argument = "PATH", HARNESS_INTO(struct fest_command, program),
     .help = "where in a submission its program is (default: where suite.json says)"},
    {"reference", .argument = "PROGRAM", HARNESS_INTO(struct fest_command, reference),
     .help = "a program that is known to be right, or a folder of such programs"},
    {"most", .argument = "N", HARNESS_INTO(struct fest_command, most), .low = 1, .high = 1000000,
     .help = "only the first N tests of a team count"},
    {"trust-tests", HARNESS_INTO(struct fest_command, trust),
     .help = "tests may set arguments, exit codes, comparison, variables and builds, and expect complaints"},
    {.name = ""},
};

static bool run(struct harness *h, struct fest_command *f)
{
    struct grade_command *c = &f->command;
    grade_start(h, c);
    c->work.options.fail_fast = false; /* many audits may fail */
    if (!grade_run(h, c, &f->fest.audits, "audits")) {
        return false;
    }
    if (stop_asked(c->stop)) {
        return true;
    }
    if (!c->engine.share) { /* who submitted it has done so */
        fest_drop_rejected(&f->fest);
    }
    c->work.done = c->work.of = c->work.failed = 0;
    c->work.options.fail_fast = c->session.fail_fast;
    return grade_run(h, c, &f->fest.tasks, "cases");
}

static bool run_fest(struct harness *h, struct fest_command *f)
{
    struct grade_command *c = &f->command;
    if (!f->tests || !f->submissions) {
        return harness_usage(h, "a fest needs --tests FOLDER and --submissions FOLDER; xgrade fest --help shows how");
    }
    if (f->reference && !grade_find_reference(h, &f->reference)) {
        return false;
    }
    if (!fest_add_teams(&f->fest, f->tests, f->trust, &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    size_t broken; /* which is not the grader's fault */
    if (!cases_check_expected(&f->fest.cases, c->session.compare, &h->arena, &broken, &h->error) ||
        !fest_drop_copies(&f->fest, f->most.value, &h->arena, &h->error) ||
        !grade_check_submissions(h, c, f->submissions) || !grade_mask(h, c, f->tests, f->submissions) ||
        !grade_mask_outputs(h, c, f->submissions)) {
        return false;
    }
    if (f->fest.cases.count == 0) {
        return harness_usage(h, "there are no tests (K-in.json) in the folders in %s", harness_show(f->tests).text);
    }
    grade_name_orphans(h, &f->fest.cases);
    if (!fest_add_submissions(&f->fest, f->submissions, f->program, &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    if (f->fest.tasks.count == 0) {
        return harness_usage(h, "there are no folders in %s", harness_show(f->submissions).text);
    }
    if (!grade_open(h, c) || !grade_select(h, c, &f->fest.tasks)) {
        return false;
    }
    if (c->list) {
        return grade_list(h, &f->fest.tasks, true);
    }
    if (f->reference && !fest_add_audits(&f->fest, f->reference, &h->arena, &h->error)) {
        return false;
    }
    bool ok = run(h, f);
    return grade_report_run(h, c, &f->fest.tasks, &f->fest.audits) && ok;
}

int grade_main_fest(int argc, char **argv)
{
    struct fest_command f = {.command = GRADE_COMMAND};
    const struct harness_table tables[] = {{options, &f},
                                           {grade_command_options, &f.command},
                                           {grade_output_options, &f.command.outputs},
                                           {engine_choice_options, &f.command.engine},
                                           {0}};
    struct harness h = {.name = "xgrade fest",
                        .usage = "xgrade fest --tests FOLDER --submissions FOLDER [OPTION...]",
                        .summary = "Run every submission over the tests of every team.",
                        .help = help,
                        .exits = grade_exits};
    if (grade_begin(&h, &f.command, argc, argv, tables)) {
        run_fest(&h, &f);
    }
    fest_free(&f.fest);
    return grade_end(&h, &f.command);
}
