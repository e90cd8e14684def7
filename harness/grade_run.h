/* What the commands of xgrade share: options, and the way from cases to reports. */
#ifndef GRADE_RUN_COMMANDS_H
#define GRADE_RUN_COMMANDS_H

#include "base/file.h"
#include "grade/cells.h"
#include "grade/report.h"
#include "harness.h"

enum grade_exit { GRADE_ALL_PASSED = 0, GRADE_SOME_FAILED = 1, GRADE_HARNESS_FAILED = 4, GRADE_INTERRUPTED = 130 };

#define GRADE_EXITS \
    "Exit codes: 0 all passed (or enough, with --pass-mark), 1 something failed, 2 wrong usage, 4 the grader itself\n" \
    "failed, 130 interrupted (what was done is in the results file; --resume goes on).\n"

/* Where reports go. */
struct grade_outputs {
    const char *junit, *csv, *json, *gradescope, *html, *pass_mark;
    bool tap, quiet, diff;
};

#define GRADE_OUTPUT_OPTIONS(o) \
    {"tap", .flag = &(o).tap}, {"junit", .word = &(o).junit}, {"csv", .word = &(o).csv}, {"json", .word = &(o).json}, \
        {"gradescope", .word = &(o).gradescope}, {"html", .word = &(o).html}, {"pass-mark", .word = &(o).pass_mark}, \
        {"quiet", .flag = &(o).quiet}, \
    { \
        "diff", .flag = &(o).diff \
    }

#define GRADE_OUTPUT_HELP \
    "      --tap            report as TAP\n" \
    "      --junit FILE     write a report for CI servers; --csv FILE, --json FILE for other programs\n" \
    "      --gradescope FILE  write the results.json that Gradescope reads\n" \
    "      --html FILE      write a page with all results: expected and actual side by side, maps and boards drawn\n" \
    "      --diff           show failures as unified diffs, too\n" \
    "      --quiet          only the last line\n" \
    "      --pass-mark P    P percent of the points are enough\n"

/* Options of the commands that run programs. */
struct grade_command {
    struct session_options session;
    struct grade_outputs outputs;
    struct harness_number jobs, retries, first, cpu, memory, output, file_size, open_files, processes;
    int64_t timeout, first_byte, whole;
    struct cells_wish wish;
    const char *shard, *feed, *tcp, *isolate, *tolerance, *wrap, *allow;
    bool list, watch, require_isolation;
    double pass_mark;
};

#define GRADE_COMMAND \
    { \
        .jobs = {1, 256, 0, false}, .retries = {0, 100, 0, false}, .first = {1, 1000000000, 0, false}, \
        .cpu = {1, 86400, 0, false}, .memory = {1, 1 << 20, 0, false}, .output = {1, 64, 0, false}, \
        .file_size = {1, 1 << 20, 0, false}, .open_files = {8, 1 << 16, 0, false}, \
        .processes = {1, 1 << 16, 0, false}, .wish = {.shards = 1}, .pass_mark = -1, \
    }

#define GRADE_COMMAND_OPTIONS(c) \
    {"jobs", .number = &(c).jobs, .letter = 'j'}, {"results", .word = &(c).session.results}, \
        {"resume", .flag = &(c).session.resume}, {"failed", .flag = &(c).wish.failed}, \
        {"fail-fast", .flag = &(c).session.fail_fast}, {"retries", .number = &(c).retries}, \
        {"compare", .word = &(c).session.compare}, {"tolerance", .word = &(c).tolerance}, \
        {"filter", .word = &(c).wish.filter}, {"tag", .word = &(c).wish.tag}, {"first", .number = &(c).first}, \
        {"shard", .word = &(c).shard}, {"list", .flag = &(c).list}, {"timeout", .seconds = &(c).timeout}, \
        {"first-byte", .seconds = &(c).first_byte}, {"whole", .seconds = &(c).whole}, {"cpu", .number = &(c).cpu}, \
        {"memory", .number = &(c).memory}, {"output", .number = &(c).output}, {"file-size", .number = &(c).file_size}, \
        {"open-files", .number = &(c).open_files}, {"processes", .number = &(c).processes}, \
        {"isolate", .word = &(c).isolate}, {"require-isolation", .flag = &(c).require_isolation}, \
        {"feed", .word = &(c).feed}, {"interactive", .flag = &(c).session.interactive}, {"tcp", .word = &(c).tcp}, \
        {"wrap", .word = &(c).wrap}, {"allow", .word = &(c).allow}, GRADE_OUTPUT_OPTIONS((c).outputs)

#define GRADE_COMMAND_HELP \
    "Which cases\n" \
    "      --filter GLOB    only those whose path or name fits, like '*/xmap/*' or 'tie-*'\n" \
    "      --tag TAG        only those with this tag\n" \
    "      --first N        only the first N of each folder\n" \
    "      --shard I/N      only share I of N; the same cases on every machine\n" \
    "      --list           list them and run nothing\n" \
    "How they run\n" \
    "  -j, --jobs N         so many at once (default: all cores)\n" \
    "      --timeout S      seconds for a case (default: 10); --first-byte S until an answer begins, --whole S " \
    "until\n" \
    "                       it is all there\n" \
    "      --cpu S --memory MIB --output MIB --file-size MIB --open-files N --processes N\n" \
    "                       other limits\n" \
    "      --feed LIST      give the input in several ways: plain,pretty fast,slow newline,space utf8,escaped; or " \
    "all\n" \
    "      --interactive    one value, its answer, the next value, ...\n" \
    "      --tcp KIND       the program is a server or a client; its last argument is the port\n" \
    "      --isolate KIND   ns, bwrap or none; xgrade doctor says what works here\n" \
    "      --require-isolation  fail rather than run without a layer\n" \
    "      --allow PATHS    let programs read these, too, separated by ':', such as an interpreter in your home\n" \
    "      --wrap COMMAND   put COMMAND in front of each program, like 'valgrind -q'\n" \
    "How they are judged\n" \
    "      --compare HOW    json (default), text, unordered:PATH or program:COMMAND (42 is yes, 43 is no)\n" \
    "      --tolerance X    numbers may be X apart\n" \
    "      --retries N      run a case that fails up to N times more; if it passes then, it is flaky\n" \
    "      --fail-fast      stop at the first failure\n" \
    "What is kept and shown\n" \
    "      --results FILE   add a record of each case to FILE; all reports can be made from it\n" \
    "      --resume         skip what FILE has a record of that still holds: go on after a crash or Ctrl-C\n" \
    "      --failed         only what failed according to FILE\n" GRADE_OUTPUT_HELP

/* Checks the options and puts them where the session wants them. */
bool grade_command_check(struct harness *h, struct grade_command *c);

/* Checks the options of reports. */
bool grade_outputs_check(struct harness *h, const struct grade_outputs *o, double *pass_mark);

/* Finds a program that was named on the command line, as a shell would, but in this folder before PATH. */
bool grade_find_program(struct harness *h, const char **program);

/* Drops the cells that the options do not want. previous: what the results file says. False if there are none that
 * --filter and --tag fit. */
bool grade_select(struct harness *h, struct cells *cells, const struct cells_wish *wish,
                  const struct results *previous);

/* Names orphans on stderr. */
void grade_name_orphans(const struct harness *h, const struct cases *cases);

/* Prints the cells instead of running them. */
bool grade_list(struct harness *h, const struct cells *cells, bool with_submission);

/* Shows progress of a session on a terminal. */
struct session_watch grade_progress(struct harness *h, bool quiet);

/* Writes all reports that were asked for. */
bool grade_report(struct harness *h, const struct report *report, const struct grade_outputs *outputs);

/* The same for what a session has run, as far as it came: cells and, unless that is NULL, audits. */
bool grade_report_run(struct harness *h, const struct grade_command *command, const struct session *session,
                      const struct cells *cells, const struct cells *audits, enum grade_exit *code);

/* Draws the first map, board or state among the values of an input, unless it is so large that nobody would see
 * anything in it. */
extern const struct report_artist grade_artist;

/* The exit code that goes with a report. */
enum grade_exit grade_exit_code(const struct report *report);

/* The commands. Each returns the exit code. */
int grade_main_run(int argc, char **argv);
int grade_main_fest(int argc, char **argv);
int grade_main_merge(int argc, char **argv);
int grade_main_report(int argc, char **argv);
int grade_main_doctor(int argc, char **argv);

/* Ends a command: an error is a failure of the grader. */
int grade_leave(struct harness *h, enum grade_exit code);

/* Waits until one of the files or folders changes. False when it was interrupted or cannot be done. */
bool grade_wait_for_change(struct harness *h, const struct cells *cells, char *const *folders, int folder_count,
                           int stop);

#endif
