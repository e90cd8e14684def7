/* xgrade class: every submission over the staff's cases. */
#include "grade/class.h"
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
    struct grade_command command;
    const char *cases, *submissions;
    struct class_part part;
    struct class class;
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

static bool find_cases(struct harness *h, struct class_command *c)
{
    struct grade_command *command = &c->command;
    if (!class_add_cases(&c->class, c->cases, command->session.compare, &h->arena, &command->broken, &h->error)) {
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
    const char *adjustments = command->outputs.adjustments;
    if (adjustments && !course_read_adjustments(&c->class.course, adjustments, &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    return grade_check_submissions(h, command, c->submissions) && grade_mask(h, command, c->cases, c->submissions) &&
           grade_mask_outputs(h, command, c->submissions);
}

static bool find_submissions(struct harness *h, struct class_command *c)
{
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
static bool lacks_program(struct harness *h, const struct class_command *c, const struct session_task *task)
{
    const char *slash = strrchr(task->program, '/');
    if (!session_is_missing(task)) {
        return false;
    }
    if (!slash || !(c->command.session.build.words || task->test->suite->build)) {
        return true;
    }
    char *folder = arena_string(&h->arena, task->program, (size_t)(slash - task->program));
    return folder && access(folder, F_OK) != 0;
}

/* Says who lacks which program, once for each. */
static void name_missing(struct harness *h, const struct class_command *c)
{
    const struct tasks *tasks = &c->class.tasks;
    for (size_t i = 0; i < tasks->count; i++) {
        const struct session_task *task = &tasks->list[i], *last = i ? task - 1 : NULL;
        if ((!last || strcmp(last->program, task->program) != 0) && lacks_program(h, c, task)) {
            struct text line = {0};
            text_escape_string(&line, TEXT_LINE, task->submission);
            text_string(&line, " has no ");
            text_escape_string(&line, TEXT_LINE, session_own_path(task));
            harness_say(h, "%s", line.failed ? "somebody lacks a program" : line.bytes);
            text_free(&line);
        }
    }
}

static bool run_class(struct harness *h, struct class_command *c)
{
    struct tasks *tasks = &c->class.tasks;
    if (!c->cases || !c->submissions) {
        return harness_usage(h, "a class needs --cases FOLDER and --submissions FOLDER; xgrade class --help shows how");
    }
    if (!find_cases(h, c) || !find_submissions(h, c) || !grade_open(h, &c->command) ||
        !grade_select(h, &c->command, tasks)) {
        return false;
    }
    if (c->command.list) {
        return grade_list(h, tasks, true);
    }
    name_missing(h, c);
    return session_describe(&c->command.work, &c->class.course, &h->error) && grade_run_cases(h, &c->command, tasks);
}

int grade_main_class(int argc, char **argv)
{
    struct class_command c = {.command = GRADE_COMMAND};
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
    if (grade_begin(&h, &c.command, argc, argv, tables)) {
        run_class(&h, &c);
    }
    class_free(&c.class);
    return grade_end(&h, &c.command);
}
