/* xgrade fest: every submission against the tests of every team. */
#include "grade/fest.h"
#include "grade_run.h"
#include "stop.h"

static const char help[] =
    "Runs every submission over the tests of every team. The folders in --tests are teams with their cases, those in "
    "--submissions are submissions with their programs. "
    "With --reference, each test is first given to a program that is known to be right; tests that it does not pass are "
    "rejected, and nobody runs them.\n"
    "\n"
    "    $ xgrade fest --tests tests --submissions teams --program 8/xref --reference ./xref --html fest.html\n"
    "    rejected, because the reference does not pass them:\n"
    "      wrong ann/3\n"
    "          $[0]: expected \"Ben\", got \"Ann\"\n"
    "    ann                                        19/19     0.10 s  19/19 (100.0 %)\n"
    "    ben                                        17/19     0.11 s  17/19 (89.5 %)\n"
    "    tests that catch the most:\n"
    "         1 of 2     ann/7\n"
    "         1 of 2     ben/2\n"
    "    17 of 19 tests catch nobody\n"
    "    36 passed, 2 failed\n"
    "\n"
    "The page of --html shows the whole matrix; --csv and --json write it for other programs.\n";

struct meeting {
    struct harness *h;
    struct grade_command command;
    const char *tests, *submissions, *program, *reference;
    int stop;
    struct fest fest;
    struct session session;
};

static const struct harness_option options[] = {
    {.help = "The fest"},
    {"tests", .argument = "FOLDER", HARNESS_INTO(struct meeting, tests), .help = "the teams' folders are in here"},
    {"submissions", .argument = "FOLDER", HARNESS_INTO(struct meeting, submissions),
     .help = "the submissions' folders are in here"},
    {"program", .argument = "PATH", HARNESS_INTO(struct meeting, program),
     .help = "where in a submission its program is (default: where suite.json says)"},
    {"reference", .argument = "PROGRAM", HARNESS_INTO(struct meeting, reference),
     .help = "a program that is known to be right"},
    {.name = ""},
};

/* What is wrong with the folders is wrong with the command that names them. */
static bool misuse(struct harness *h)
{
    struct error problem = h->error;
    if (problem.kind != ERROR_INPUT) {
        return false;
    }
    h->error = (struct error){0};
    return harness_usage(h, "%s", problem.text);
}

static bool run(struct meeting *m)
{
    struct harness *h = m->h;
    m->session.watch = grade_progress(h, m->command.outputs.quiet);
    m->session.options.run.stop = m->stop;
    m->session.options.fail_fast = false; /* of audits, many fail */
    if (!session_run(&m->session, m->fest.audits.list, m->fest.audits.count, &h->error)) {
        return false;
    }
    if (stop_asked(m->stop)) {
        return true;
    }
    fest_drop_rejected(&m->fest);
    m->session.done = m->session.of = m->session.failed = 0;
    m->session.options.fail_fast = m->command.session.fail_fast;
    return session_run(&m->session, m->fest.cells.list, m->fest.cells.count, &h->error);
}

static bool hold(struct meeting *m, enum grade_exit *code)
{
    struct harness *h = m->h;
    if (!m->tests || !m->submissions) {
        return harness_usage(h, "a fest needs --tests FOLDER and --submissions FOLDER; xgrade fest --help shows how");
    }
    if (m->reference && !grade_find_program(h, &m->reference)) {
        return false;
    }
    if (!fest_add_teams(&m->fest, m->tests, &h->arena, &h->error)) {
        return misuse(h);
    }
    if (m->fest.cases.count == 0) {
        return harness_usage(h, "there are no tests (K-in.json) in the folders in %s", harness_show(m->tests).text);
    }
    grade_name_orphans(h, &m->fest.cases);
    if (!fest_add_submissions(&m->fest, m->submissions, m->program, &h->arena, &h->error)) {
        return misuse(h);
    }
    if (m->fest.cells.count == 0) {
        return harness_usage(h, "there are no folders in %s", harness_show(m->submissions).text);
    }
    if (!session_open(&m->session, &m->command.session, &h->error)) {
        return false;
    }
    if (!grade_select(h, &m->fest.cells, &m->command.wish, &m->session.before)) {
        return false;
    }
    if (m->command.list) {
        return grade_list(h, &m->fest.cells, true);
    }
    if (m->reference && !fest_add_audits(&m->fest, m->reference, &h->arena, &h->error)) {
        return false;
    }
    m->stop = stop_open();
    bool ok = run(m);
    return grade_report_run(h, &m->command, &m->session, &m->fest.cells, &m->fest.audits, code) && ok;
}

int grade_main_fest(int argc, char **argv)
{
    struct meeting m = {.command = GRADE_COMMAND, .session = {.fd = -1}};
    const struct harness_table tables[] = {
        {options, &m}, {grade_command_options, &m.command}, {grade_output_options, &m.command.outputs}, {0}};
    struct harness h = {.name = "xgrade fest",
                        .usage = "xgrade fest --tests FOLDER --submissions FOLDER [OPTION...]",
                        .summary = "Run every submission over the tests of every team.",
                        .help = help,
                        .exits = grade_exits};
    enum grade_exit code = GRADE_ALL_PASSED;
    m.h = &h;
    if (harness_options(&h, argc, argv, tables) && grade_command_check(&h, &m.command)) {
        hold(&m, &code);
    }
    session_close(&m.session);
    fest_free(&m.fest);
    return grade_leave(&h, code);
}
