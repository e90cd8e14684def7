/* xgrade PROGRAM FOLDER...: runs one program, or those of one folder, over many cases. */
#include "stop.h"
#include "xgrade.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char help[] =
    "Runs a program over the cases in folders and says what it got wrong. A case is K-in.json, which the program reads, "
    "with K-out.json, the JSON that it should print; K is anything, and folders may hold folders. "
    "Programs run with limits, isolated from each other and from your files.\n"
    "\n"
    "    $ xgrade examples/class/teams/ben/1/xmap examples/class/cases\n"
    "    wrong            examples/class/cases/1/1\n"
    "        $: expected true, got false\n"
    "        repeat: (cd examples/class/teams/ben/1 && ./xmap) < examples/class/cases/1/1-in.json\n"
    "    examples/class/cases/1                           2/3     0.04 s wall  6/9 (66.7 %)\n"
    "    score 6/9 (66.7 %)\n"
    "    2 passed, 1 failed\n"
    "\n"
    "    $ xgrade --results r.jsonl --html r.html --quiet examples/class/teams/ben/1/xmap examples/class/cases\n"
    "    score 6/9 (66.7 %)\n"
    "    2 passed, 1 failed\n"
    "    $ xgrade --results r.jsonl --failed --quiet examples/class/teams/ben/1/xmap examples/class/cases\n"
    "    score 0/3 (0.0 %)\n"
    "    0 passed, 1 failed\n"
    "\n"
    "PROGRAM may be a folder of programs: \"program\" in suite.json says which one a case is for, or the name of a folder "
    "that the case is in. docs/grading.md describes suite.json, K-meta.json and K-err.txt.\n"
    "\n"
    "Commands: xgrade audit tests the cases themselves, xgrade collect fetches submissions from a roster of repositories, "
    "xgrade class runs every submission over the staff's cases, xgrade fest runs every submission over the tests of every "
    "team, xgrade gradescope writes an autograder to upload, xgrade merge and xgrade report work on results files, xgrade "
    "doctor says how well programs are confined here, xgrade clean removes what --engine has left behind. Each has its "
    "own --help.\n";

static const struct harness_option options[] = {
    {.help = "While you work"},
    {"watch", HARNESS_INTO(struct grade_command, watch), .help = "run again whenever the program or a case changes"},
    {"update", HARNESS_INTO(struct grade_command, session.update),
     .help = "make what the program prints the expected answers, and show what changes"},
    {.name = ""},
};

struct single {
    struct grade_command command;
    const char *program;
    const char *name; /* for records; NULL: the program has not been looked for yet */
    bool is_folder;
};

/* Finds the cases. False if there are none, or something is wrong with them. */
static bool find_cases(struct harness *h, struct single *s, struct cases *cases)
{
    for (int i = 1; i < h->arguments; i++) {
        size_t before = cases->count;
        if (access(h->argument[i], F_OK) != 0) {
            return harness_usage(h, "there are no cases %s: %s", harness_show(h->argument[i]).text, strerror(errno));
        }
        if (!cases_scan(cases, h->argument[i], h->argument[i], &h->arena, &h->error)) {
            return false;
        }
        if (cases->count == before) {
            return harness_usage(h, "there are no cases (K-in.json) in %s", harness_show(h->argument[i]).text);
        }
    }
    const struct session_options *o = &s->command.session;
    if (!o->update && !cases_check_expected(cases, o->compare, &h->arena, &s->command.broken, &h->error)) {
        return false;
    }
    grade_name_orphans(h, cases);
    return cases->count || error_set(&h->error, ERROR_INPUT, "there is no case left to run");
}

/* Programs must not see what is expected of them. */
static bool mask(struct harness *h, struct single *s)
{
    for (int i = 1; i < h->arguments; i++) {
        if (!grade_mask(h, &s->command, h->argument[i], s->program)) {
            return false;
        }
    }
    return grade_mask_outputs(h, &s->command, s->program);
}

/* Finds the program, unless it is a folder of programs. */
static bool find_program(struct harness *h, struct single *s, const struct cases *cases)
{
    bool built = true;
    for (size_t i = 0; i < cases->count; i++) {
        built = built && (s->command.session.build.words || cases->list[i].suite->build);
    }
    if (s->name) {
        return true;
    }
    if (!s->is_folder && !grade_find_program(h, &s->program, built)) {
        return false;
    }
    s->name = cases_name(&h->arena, s->program);
    return s->name ? mask(h, s) : error_memory(&h->error);
}

/* Runs the cases once and reports. */
static bool run_once(struct harness *h, struct single *s, struct cases *cases, struct tasks *tasks)
{
    struct grade_command *c = &s->command;
    if (!find_cases(h, s, cases) || !find_program(h, s, cases) ||
        !tasks_add_all(tasks, cases, s->name, s->program, RECORD_TEST, &h->arena, &h->error) || !grade_open(h, c)) {
        return false;
    }
    for (size_t i = 0; i < c->work.before.warning_count; i++) {
        harness_say(h, "%s", c->work.before.warnings[i]);
    }
    return grade_select(h, c, tasks) && (c->list ? grade_list(h, tasks, false) : grade_run_cases(h, c, tasks));
}

/* Runs the cases and, with --watch, waits for a change. True if they have to run again. */
static bool run_and_wait(struct harness *h, struct single *s)
{
    struct cases cases = {0};
    struct tasks tasks = {0};
    bool done = run_once(h, s, &cases, &tasks);
    session_close(&s->command.work);
    s->command.work = (struct session){.fd = -1};
    bool again = done && s->command.watch && !stop_asked(s->command.stop) &&
                 grade_wait_for_change(h, &tasks, h->argument, h->arguments, s->command.stop);
    cases_free(&cases);
    tasks_free(&tasks);
    return again;
}

int grade_main_run(int argc, char **argv)
{
    struct single s = {.command = GRADE_COMMAND};
    const struct harness_table tables[] = {{grade_command_options, &s.command},
                                           {grade_output_options, &s.command.outputs},
                                           {engine_choice_options, &s.command.engine},
                                           {options, &s.command},
                                           {0}};
    struct harness h = {
        .name = "xgrade",
        .usage =
            "xgrade [OPTION...] PROGRAM [--] FOLDER...\nxgrade audit | collect | class | fest | gradescope | merge | report | doctor | clean ...",
        .summary = "Run a program over cases, confined and many at a time, and report.",
        .help = help,
        .exits = grade_exits,
        .least = 2,
        .most = argc};
    if (grade_begin(&h, &s.command, argc, argv, tables)) {
        struct stat info;
        s.program = h.argument[0];
        s.is_folder = stat(s.program, &info) == 0 && S_ISDIR(info.st_mode);
        s.command.stop = stop_open();
        bool again = run_and_wait(&h, &s);
        struct arena kept = h.arena; /* the program and what it may see; the cases are read again for each run */
        while (again) {
            h.arena = (struct arena){0};
            again = run_and_wait(&h, &s);
            arena_free(&h.arena);
        }
        h.arena = kept;
    }
    return grade_end(&h, &s.command);
}
