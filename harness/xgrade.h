/* What xgrade's commands share: options, and the way from cases to reports. */
#ifndef XGRADE_H
#define XGRADE_H

#include "base/file.h"
#include "engine_choice.h"
#include "grade/tasks.h"
#include "harness.h"
#include "report/report.h"

enum grade_exit { GRADE_ALL_PASSED = 0, GRADE_SOME_FAILED = 1, GRADE_HARNESS_FAILED = 4, GRADE_INTERRUPTED = 130 };

extern const char grade_exits[]; /* for --help */

/* Where reports go. */
struct grade_outputs {
    const char *junit, *csv, *json, *gradescope, *html, *gradebook;
    const char *adjustments;  /* a table to read */
    const char *site, *since; /* a folder for pages, and earlier results that they are compared with */
    double pass_mark;         /* percent; negative: every point is needed */
    bool tap, quiet, diff;
    bool all_visible; /* for staff: nothing is hidden */
};

extern const struct harness_option grade_output_options[]; /* into a struct grade_outputs */

/* Options of the commands that run programs. */
struct grade_command {
    struct session_options session;
    struct grade_outputs outputs;
    struct engine_choice engine;
    struct harness_number jobs, retries, first, cpu, memory, output, disk, file_size, open_files, processes;
    struct harness_number build_memory;
    int64_t timeout, first_byte, whole, build_timeout;
    struct tasks_wish wish;
    const char *shard, *feed, *tcp, *isolate, *wrap, *allow, *submission, *cwd, *build;
    struct builds builds;
    struct harness_words env;
    struct harness_words masked; /* see grade_mask */
    bool list, watch, no_second_chance, require_isolation;

    /* the run */
    enum grade_exit code;
    size_t broken; /* cases whose expected output is broken, if that is the grader's fault */
    int stop;      /* see stop.h; -1 before it is open */
    struct session work;
};

/* `struct grade_command command = GRADE_COMMAND;` */
#define GRADE_COMMAND \
    { \
        .wish = {.shards = 1}, .outputs = {.pass_mark = -1}, .stop = -1, .work = {.fd = -1 } \
    }

extern const struct harness_option grade_command_options[]; /* into a struct grade_command */

/* Parses the command line, checks the options and passes them on to the session. */
bool grade_begin(struct harness *h, struct grade_command *c, int argc, char **argv, const struct harness_table *tables);

/* Closes the session, and ends the command with its code. */
int grade_end(struct harness *h, struct grade_command *c);

/* Finds a program named on the command line as a shell would, but looks in the current folder before PATH. built: it
 * need not be there, nor be executable, before it is built. */
bool grade_find_program(struct harness *h, const char **program, bool built);

/* The same for a reference, which may be a folder of programs. */
bool grade_find_reference(struct harness *h, const char **reference);

/* Hides a file or folder, such as that of the cases, from programs; it may be NULL. If that cannot be done, since the
 * program lies there itself or, without a sandbox, may read it, says so, or fails if isolation is required. */
bool grade_mask(struct harness *h, struct grade_command *c, const char *path, const char *program);

/* The same for the results and the reports. */
bool grade_mask_outputs(struct harness *h, struct grade_command *c, const char *program);

/* Says so, or fails, if the submissions in a folder could read each other. */
bool grade_check_submissions(struct harness *h, const struct grade_command *c, const char *path);

/* Opens the session; in a share, with results of its own. */
bool grade_open(struct harness *h, struct grade_command *c);

/* Drops the tasks that the options exclude. False if none matches --filter and --tag, or a report cannot be made of
 * them. */
bool grade_select(struct harness *h, const struct grade_command *c, struct tasks *tasks);

/* From here on, signals stop the run, and its progress is shown on a terminal. */
void grade_start(struct harness *h, struct grade_command *c);

/* Runs tasks: here, or on the machines of an engine, in a spool under this name; in a share, those that it has. */
bool grade_run(struct harness *h, struct grade_command *c, struct tasks *tasks, const char *name);

/* Starts, runs tasks and writes the reports. */
bool grade_run_cases(struct harness *h, struct grade_command *c, struct tasks *tasks);

/* Turns an error in folders that the command line names into an error of usage. Returns false. */
bool grade_misuse(struct harness *h);

/* Names orphaned files on stderr. */
void grade_name_orphans(const struct harness *h, const struct cases *cases);

/* Says so before anything runs if a report cannot be made of these tasks. */
bool grade_check_reports(struct harness *h, const struct grade_outputs *outputs, const struct tasks *tasks);

/* Prints the tasks instead of running them. */
bool grade_list(struct harness *h, const struct tasks *tasks, bool with_submission);

/* Writes the requested reports on what has been run so far: tasks and, unless NULL, audits. Sets the exit code. */
bool grade_report_run(struct harness *h, struct grade_command *c, const struct tasks *tasks,
                      const struct tasks *audits);

/* Whether --site and --since can be done with this report. */
bool grade_site_check(struct harness *h, const struct report *report, const struct grade_outputs *outputs);

/* Writes the pages of --site, if there is one. */
bool grade_site_write(struct harness *h, const struct report *report, const struct grade_outputs *outputs);

/* Draws the first map, board or state of an input, unless it is too large to be legible. */
extern const struct report_artist grade_artist;

/* The commands. Each returns the exit code. */
int grade_main_run(int argc, char **argv);
int grade_main_audit(int argc, char **argv);
int grade_main_class(int argc, char **argv);
int grade_main_collect(int argc, char **argv);
int grade_main_fest(int argc, char **argv);
int grade_main_gradescope(int argc, char **argv);
int grade_main_merge(int argc, char **argv);
int grade_main_report(int argc, char **argv);
int grade_main_doctor(int argc, char **argv);
int grade_main_clean(int argc, char **argv);

/* Ends a command: an error is a failure of the grader. */
int grade_leave(struct harness *h, enum grade_exit code);

/* Waits until one of the files or folders changes. False if it was interrupted or failed. */
bool grade_wait_for_change(struct harness *h, const struct tasks *tasks, char *const *folders, int folder_count,
                           int stop);

#endif
