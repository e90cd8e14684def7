/* xgrade class: every submission over the staff's cases. */
#include "grade/class.h"
#include "stop.h"
#include "xgrade.h"

#include <string.h>
#include <unistd.h>

static const char help[] =
    "Runs every submission over the cases of the staff. The folders in --submissions are the teams; CASES holds a folder "
    "of cases for each milestone, whose suite.json says which program they are for, how it is built, and what it is "
    "worth.\n"
    "\n"
    "    $ xgrade class --cases examples/class/cases --submissions examples/class/teams --results class.jsonl --quiet\n"
    "    5 passed, 4 failed\n"
    "    $ xgrade class --cases examples/class/cases --submissions examples/class/teams --results class.jsonl --resume --team ann --quiet\n"
    "    score 9/9 (100.0 %)\n"
    "    3 passed, 0 failed\n"
    "    $ xgrade report --quiet --gradebook grades.csv class.jsonl\n"
    "    5 passed, 4 failed\n"
    "\n"
    "xgrade report makes any report from the results later. docs/grading.md leads from a roster to a "
    "gradebook.\n";

struct class_command {
    struct harness *h;
    struct grade_command command;
    const char *cases, *submissions;
    struct class_part part;
    size_t broken; /* cases whose expected output is broken */
    int stop;
    struct class class;
    struct session session;
};

static const struct harness_option options[] = {
    {.help = "The class"},
    {"cases", .argument = "FOLDER", HARNESS_INTO(struct class_command, cases), .help = "the staff's cases"},
    {"submissions", .argument = "FOLDER", HARNESS_INTO(struct class_command, submissions),
     .help = "the teams' folders are in here"},
    {"team", .argument = "NAME", HARNESS_INTO(struct class_command, part.team), .help = "only this team"},
    {"milestone", .argument = "NAME", HARNESS_INTO(struct class_command, part.milestone),
     .help = "only this milestone"},
    {"program", .argument = "PATH", HARNESS_INTO(struct class_command, part.program),
     .help = "where in a submission its program is (default: where suite.json says)"},
    {.name = ""},
};

static bool find_cases(struct class_command *c)
{
    struct harness *h = c->h;
    if (!class_add_cases(&c->class, c->cases, c->command.session.compare, &h->arena, &c->broken, &h->error)) {
        return grade_misuse(h);
    }
    grade_name_orphans(h, &c->class.cases);
    if (c->class.cases.count == 0) {
        return harness_usage(h, "there are no cases (K-in.json) in %s", harness_show(c->cases).text);
    }
    if (c->part.milestone && !course_milestone(&c->class.course, c->part.milestone)) {
        return harness_usage(h, "%s has no milestone %s", harness_show(c->cases).text,
                             harness_show(c->part.milestone).text);
    }
    const char *adjustments = c->command.outputs.adjustments;
    if (adjustments && !course_read_adjustments(&c->class.course, adjustments, &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    return grade_check_submissions(h, &c->command, c->submissions) &&
           grade_mask(h, &c->command, c->cases, c->submissions) && grade_mask_outputs(h, &c->command, c->submissions);
}

static bool find_submissions(struct class_command *c)
{
    struct harness *h = c->h;
    if (!class_add_submissions(&c->class, c->submissions, &c->part, &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    if (c->class.tasks.count > 0) {
        return true;
    }
    return c->part.team ? harness_usage(h, "there is no team %s in %s", harness_show(c->part.team).text,
                                        harness_show(c->submissions).text)
                        : harness_usage(h, "there are no folders in %s", harness_show(c->submissions).text);
}

/* Whether there is nothing to run; what is built need not be there yet, but for the folder where that is done. */
static bool lacks_program(const struct class_command *c, const struct session_task *task)
{
    const char *slash = strrchr(task->program, '/');
    if (!session_is_missing(task)) {
        return false;
    }
    if (!slash || !(c->command.session.build.words || task->test->suite->build)) {
        return true;
    }
    char *folder = arena_string(&c->h->arena, task->program, (size_t)(slash - task->program));
    return folder && access(folder, F_OK) != 0;
}

/* Says who lacks which program, once for each. */
static void name_missing(const struct class_command *c)
{
    const struct tasks *tasks = &c->class.tasks;
    for (size_t i = 0; i < tasks->count; i++) {
        const struct session_task *task = &tasks->list[i], *last = i ? task - 1 : NULL;
        if ((!last || strcmp(last->program, task->program) != 0) && lacks_program(c, task)) {
            struct text line = {0};
            text_escape_string(&line, TEXT_LINE, task->submission);
            text_string(&line, " has no ");
            text_escape_string(&line, TEXT_LINE, session_own_path(task));
            harness_say(c->h, "%s", line.failed ? "somebody lacks a program" : line.bytes);
            text_free(&line);
        }
    }
}

static bool run(struct class_command *c, enum grade_exit *code)
{
    struct harness *h = c->h;
    struct tasks *tasks = &c->class.tasks;
    if (!grade_select(h, tasks, &c->command.wish, &c->session.before) ||
        !grade_check_reports(h, &c->command.outputs, tasks)) {
        return false;
    }
    if (c->command.list) {
        return grade_list(h, tasks, true);
    }
    name_missing(c);
    if (!session_describe(&c->session, &c->class.course, &h->error)) {
        return false;
    }
    c->stop = stop_open();
    c->session.listener = grade_progress(h, c->command.outputs.quiet);
    c->session.options.run.stop = c->stop;
    bool ok = grade_run(h, &c->command, &c->session, tasks, "cases");
    ok = grade_report_run(h, &c->command, &c->session, tasks, NULL, code) && ok;
    *code = c->broken && *code <= GRADE_SOME_FAILED ? GRADE_HARNESS_FAILED : *code;
    return ok;
}

static bool run_class(struct class_command *c, enum grade_exit *code)
{
    struct harness *h = c->h;
    if (!c->cases || !c->submissions) {
        return harness_usage(h, "a class needs --cases FOLDER and --submissions FOLDER; xgrade class --help shows how");
    }
    return find_cases(c) && find_submissions(c) && grade_open(h, &c->command, &c->session) && run(c, code);
}

int grade_main_class(int argc, char **argv)
{
    struct class_command c = {.command = GRADE_COMMAND, .session = {.fd = -1}};
    const struct harness_table tables[] = {{options, &c},
                                           {grade_command_options, &c.command},
                                           {grade_output_options, &c.command.outputs},
                                           {engine_choice_options, &c.command.engine},
                                           {0}};
    struct harness h = {.name = "xgrade class",
                        .usage = "xgrade class --cases FOLDER --submissions FOLDER [OPTION...]",
                        .summary = "Run every submission over the cases of the staff.",
                        .help = help,
                        .exits = grade_exits};
    enum grade_exit code = GRADE_ALL_PASSED;
    c.h = &h;
    if (engine_choice_keep(&h, &c.command.engine, argc, argv) && harness_options(&h, argc, argv, tables) &&
        grade_command_check(&h, &c.command)) {
        run_class(&c, &code);
    }
    session_close(&c.session);
    builds_free(&c.command.builds);
    class_free(&c.class);
    return grade_leave(&h, code);
}
