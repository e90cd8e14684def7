/* xgrade fest: every submission against the tests of every team. */
#include "grade_run.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static const char help[] =
    "Usage: xgrade fest [OPTION...] --tests FOLDER --submissions FOLDER [--program PATH] [--reference PROGRAM]\n"
    "\n"
    "Runs every submission over the tests of every team. FOLDER/* are teams with their cases, and submissions with "
    "their\n"
    "programs; --program says where in a submission the program is (else suite.json does). With --reference, each test "
    "is\n"
    "first given to a program that is known to be right; tests that it does not pass are rejected, and nobody runs "
    "them.\n"
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
    "The page of --html shows the whole matrix, --csv and --json have it for other programs.\n"
    "\n"
    "The fest\n"
    "      --tests FOLDER, --submissions FOLDER, --program PATH, --reference PROGRAM\n" GRADE_COMMAND_HELP;

struct fest {
    struct harness *h;
    struct grade_command command;
    const char *tests, *submissions, *program, *reference;
    int stop;
    struct cases cases;
    size_t *audit_of; /* which of the audits is that of a case */
    struct session session;
    struct grade_cells audits, cells;
};

static int by_order(const struct dirent **a, const struct dirent **b)
{
    int order = cases_order((*a)->d_name, (*b)->d_name);
    return order ? order : strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* Calls a function for each folder in a folder, in order. */
static bool each_folder(struct fest *f, const char *path,
                        bool (*visit)(struct fest *f, const char *path, const char *name))
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, by_order);
    if (count < 0) {
        return harness_usage(f->h, "cannot read %s: %s", harness_show(path).text, strerror(errno));
    }
    bool ok = true;
    for (int i = 0; i < count; i++) {
        struct stat info;
        const char *name = cases_name(&f->h->arena, entries[i]->d_name);
        char *folder = cases_join(&f->h->arena, path, entries[i]->d_name);
        if (!name || !folder) {
            ok = error_memory(&f->h->error);
        } else if (ok && stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) {
            ok = visit(f, folder, name);
        }
        free(entries[i]);
    }
    free(entries);
    return ok;
}

/* Teams write their tests themselves. What one of them got wrong must not stop the others, and what it says about its
 * own tests must give it no advantage: each is worth one point, and none brings a program that judges. */
static bool add_team(struct fest *f, const char *path, const char *name)
{
    size_t first = f->cases.count, kept = first;
    if (!cases_scan(&f->cases, path, name, &f->h->arena, &f->h->error)) {
        if (f->h->error.kind == ERROR_MEMORY) {
            return false;
        }
        harness_say(f->h, "%s; the tests of %s are left out", f->h->error.text, harness_show(name).text);
        f->h->error = (struct error){0};
        f->cases.count = first;
    }
    for (size_t i = first; i < f->cases.count; i++) {
        struct grade_case c = f->cases.list[i];
        struct compare_way way = {0};
        if (c.suite->compare && !compare_way_parse(c.suite->compare, &way) && way.kind == COMPARE_PROGRAM) {
            harness_say(f->h, "%s is left out: tests of a fest bring no programs that judge; --compare does",
                        harness_show(c.id).text);
        } else {
            c.team = name;
            c.points = 1;
            f->cases.list[kept++] = c;
        }
    }
    f->cases.count = kept;
    return true;
}

static bool add_submission(struct fest *f, const char *path, const char *name)
{
    for (size_t i = 0; i < f->cases.count; i++) {
        const struct grade_case *c = &f->cases.list[i];
        const char *program = f->program ? f->program : c->suite->program;
        if (!program) {
            return harness_usage(f->h, "which program? --program says where it is in a submission, or suite.json in %s",
                                 harness_show(c->group).text);
        }
        struct session_cell cell = {
            .test = c, .submission = name, .dir = path, .program = cases_join(&f->h->arena, path, program)};
        if (!cell.program) {
            return error_memory(&f->h->error);
        }
        if (!grade_cells_add(&f->cells, &cell, &f->h->error)) {
            return false;
        }
    }
    return true;
}

/* The reference runs each test that any submission will run. */
static bool add_audits(struct fest *f)
{
    f->audit_of = arena_array(&f->h->arena, f->cases.count, sizeof *f->audit_of);
    if (!f->audit_of) {
        return error_memory(&f->h->error);
    }
    for (size_t i = 0; f->reference && i < f->cells.count; i++) {
        const struct grade_case *c = f->cells.list[i].test;
        size_t *audit = &f->audit_of[c - f->cases.list];
        struct session_cell cell = {
            .test = c, .submission = "reference", .program = f->reference, .role = RECORD_AUDIT};
        if (*audit == 0) {
            if (!grade_cells_add(&f->audits, &cell, &f->h->error)) {
                return false;
            }
            *audit = f->audits.count; /* one more than its index: 0 is none */
        }
    }
    return true;
}

static bool is_rejected(const struct fest *f, const struct grade_case *c)
{
    return f->reference && f->audits.list[f->audit_of[c - f->cases.list] - 1].verdict != VERDICT_PASS;
}

static void drop_rejected(struct fest *f)
{
    size_t kept = 0;
    for (size_t i = 0; i < f->cells.count; i++) {
        if (!is_rejected(f, f->cells.list[i].test)) {
            f->cells.list[kept++] = f->cells.list[i];
        }
    }
    f->cells.count = kept;
}

static bool run(struct fest *f)
{
    struct harness *h = f->h;
    f->session.watch = grade_progress(h, f->command.outputs.quiet);
    f->session.options.run.stop = f->stop;
    f->session.options.fail_fast = false; /* of audits, many fail */
    if (!session_run(&f->session, f->audits.list, f->audits.count, &h->error)) {
        return false;
    }
    if (grade_interrupted(f->stop)) {
        return true;
    }
    drop_rejected(f);
    f->session.done = f->session.of = f->session.failed = 0;
    f->session.options.fail_fast = f->command.session.fail_fast;
    return session_run(&f->session, f->cells.list, f->cells.count, &h->error);
}

static bool report(struct fest *f, enum grade_exit *code)
{
    struct harness *h = f->h;
    struct results results = {0};
    struct report report;
    struct error err = {0};
    bool ok = session_results(&f->session, f->audits.list, f->audits.count, &results, &err);
    for (size_t i = 0; ok && i < f->cells.count; i++) {
        struct result *r = results_find(&results, RECORD_TEST, f->cells.list[i].submission, f->cells.list[i].test->id);
        if (r) {
            r->wanted = f->cells.list[i].done;
        }
    }
    results_keep_wanted(&results);
    ok = ok && report_make(&report, &results, &h->arena, &err);
    if (ok) {
        report.pass_mark = f->command.pass_mark;
        report.not_run = f->cells.count - report.tests;
        ok = grade_report(h, &report, &f->command.outputs);
        *code = grade_interrupted(f->stop) ? GRADE_INTERRUPTED : grade_exit_code(&report);
    } else if (h->error.kind == ERROR_NONE) {
        h->error = err;
    }
    results_free(&results);
    return ok;
}

static bool hold(struct fest *f, enum grade_exit *code)
{
    struct harness *h = f->h;
    if (!f->tests || !f->submissions) {
        return harness_usage(h, "a fest needs --tests FOLDER and --submissions FOLDER; xgrade fest --help shows how");
    }
    if ((f->reference && !grade_find_program(h, &f->reference)) || !each_folder(f, f->tests, add_team)) {
        return false;
    }
    if (f->cases.count == 0) {
        return harness_usage(h, "there are no tests (K-in.json) in the folders in %s", harness_show(f->tests).text);
    }
    grade_name_orphans(h, &f->cases);
    if (!each_folder(f, f->submissions, add_submission)) {
        return false;
    }
    if (f->cells.count == 0) {
        return harness_usage(h, "there are no folders in %s", harness_show(f->submissions).text);
    }
    if (!session_open(&f->session, &f->command.session, &h->error)) {
        return false;
    }
    if (!grade_cells_select(h, &f->cells, &f->command, &f->session.before)) {
        return false;
    }
    if (f->command.list) {
        return grade_list(h, &f->cells, true);
    }
    if (!add_audits(f)) {
        return false;
    }
    f->stop = grade_signals();
    bool ok = run(f);
    return report(f, code) && ok;
}

int grade_main_fest(int argc, char **argv)
{
    struct fest f = {.command = GRADE_COMMAND, .session = {.fd = -1}};
    const struct harness_option options[] = {
        {"tests", .word = &f.tests},         {"submissions", .word = &f.submissions}, {"program", .word = &f.program},
        {"reference", .word = &f.reference}, GRADE_COMMAND_OPTIONS(f.command),        {0},
    };
    struct harness h = {.name = "xgrade fest", .help = help, .exits = GRADE_EXITS};
    enum grade_exit code = GRADE_ALL_PASSED;
    f.h = &h;
    if (harness_options(&h, argc, argv, options) && grade_command_check(&h, &f.command)) {
        hold(&f, &code);
    }
    session_close(&f.session);
    cases_free(&f.cases);
    free(f.audits.list);
    free(f.cells.list);
    return grade_leave(&h, code);
}
