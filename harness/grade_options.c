/* The options of xgrade, and the checks that their tables cannot express. */
#include "process/landlock.h"
#include "xgrade.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MEBIBYTE = 1024 * 1024, MILLISECOND = 1000000 };

const char grade_exits[] =
    "Exit codes: 0 all passed (or enough, with --pass-mark), 1 something failed, 2 wrong usage, 4 the grader itself "
    "failed, 130 interrupted (what was done is in the results file; --resume continues).";

const struct harness_option grade_output_options[] = {
    {.help = "Reports"},
    {"diff", HARNESS_INTO(struct grade_outputs, diff), .help = "show failures as unified diffs, too"},
    {"quiet", HARNESS_INTO(struct grade_outputs, quiet), .help = "print only the totals"},
    {"all-visible", HARNESS_INTO(struct grade_outputs, all_visible),
     .help = "for staff: show what \"visible\" in suite.json and K-meta.json hides, too"},
    {"tap", HARNESS_INTO(struct grade_outputs, tap), .help = "report as TAP"},
    {"html", .argument = "FILE", HARNESS_INTO(struct grade_outputs, html),
     .help = "write a page with all results: expected and actual side by side, maps and boards drawn"},
    {"site", .argument = "DIR", HARNESS_INTO(struct grade_outputs, site),
     .help = "write DIR/index.html for staff, and a page and a text for each submission to give back"},
    {"since", .argument = "FILE", HARNESS_INTO(struct grade_outputs, since),
     .help = "show on index.html what has changed since the results in FILE"},
    {"junit", .argument = "FILE", HARNESS_INTO(struct grade_outputs, junit),
     .help = "write the JUnit XML that CI servers read"},
    {"csv", .argument = "FILE", HARNESS_INTO(struct grade_outputs, csv), .help = "write a table for spreadsheets"},
    {"json", .argument = "FILE", HARNESS_INTO(struct grade_outputs, json), .help = "write everything as JSON"},
    {"gradebook", .argument = "FILE", HARNESS_INTO(struct grade_outputs, gradebook),
     .help =
         "write a table with a row for each submission: score, lateness and result for each milestone, and the total"},
    {"adjustments", .argument = "FILE", HARNESS_INTO(struct grade_outputs, adjustments),
     .help = "correct marks by hand: a table with the columns team, milestone, points or change, and reason"},
    {"gradescope", .argument = "FILE", HARNESS_INTO(struct grade_outputs, gradescope),
     .help = "write the results.json that Gradescope reads"},
    {"pass-mark", .argument = "PERCENT", HARNESS_INTO(struct grade_outputs, pass_mark), .high = 100,
     .help = "exit with 0 if every submission has this share of its points"},
    {.name = ""},
};

const struct harness_option grade_command_options[] = {
    {.help = "Which cases"},
    {"filter", .argument = "GLOB", HARNESS_INTO(struct grade_command, wish.filter),
     .help = "only those whose path or name matches, like '*/xmap/*' or 'tie-*'"},
    {"tag", .argument = "TAG", HARNESS_INTO(struct grade_command, wish.tag), .help = "only those with this tag"},
    {"first", .argument = "N", HARNESS_INTO(struct grade_command, first), .low = 1, .high = 1000000000,
     .help = "only the first N of each folder"},
    {"shard", .argument = "I/N", HARNESS_INTO(struct grade_command, shard),
     .help = "only share I of N; the same cases on every machine"},
    {"list", HARNESS_INTO(struct grade_command, list), .help = "list them and run nothing"},
    {.help = "How they run"},
    {"jobs", 'j', .argument = "N", HARNESS_INTO(struct grade_command, jobs), .low = 1, .high = 256,
     .help = "run N at once (default: one per core)"},
    {"timeout", .argument = "SECONDS", HARNESS_INTO(struct grade_command, timeout),
     .help = "the time for a case (default: 10)"},
    {"first-byte", .argument = "SECONDS", HARNESS_INTO(struct grade_command, first_byte),
     .help = "the time until an answer begins"},
    {"whole", .argument = "SECONDS", HARNESS_INTO(struct grade_command, whole),
     .help = "the time until an answer is complete"},
    {"cpu", .argument = "SECONDS", HARNESS_INTO(struct grade_command, cpu), .low = 1, .high = 86400,
     .help = "limit on the CPU time of all its processes, in whole seconds"},
    {"memory", .argument = "MIB", HARNESS_INTO(struct grade_command, memory), .low = 1, .high = 1 << 20,
     .help = "limit on memory, in MiB"},
    {"output", .argument = "MIB", HARNESS_INTO(struct grade_command, output), .low = 1, .high = 64,
     .help = "limit on what a program prints, in MiB (default: 16)"},
    {"disk", .argument = "MIB", HARNESS_INTO(struct grade_command, disk), .low = 1, .high = 1 << 20,
     .help = "limit on everything a program writes to files, in MiB (default: 256)"},
    {"file-size", .argument = "MIB", HARNESS_INTO(struct grade_command, file_size), .low = 1, .high = 1 << 20,
     .help = "limit on the size of a file, in MiB (default: 64)"},
    {"open-files", .argument = "N", HARNESS_INTO(struct grade_command, open_files), .low = 8, .high = 1 << 16,
     .help = "limit on open files (default: 256)"},
    {"processes", .argument = "N", HARNESS_INTO(struct grade_command, processes), .low = 1, .high = 1 << 16,
     .help = "limit on processes and threads (default: 256)"},
    {"feed", .argument = "LIST", HARNESS_INTO(struct grade_command, feed),
     .help = "give the input in several ways: plain,pretty fast,slow newline,space utf8,escaped; or all"},
    {"interactive", HARNESS_INTO(struct grade_command, session.interactive),
     .help = "give one value, wait for its answer, give the next value, ..."},
    {"tcp", .argument = "KIND", HARNESS_INTO(struct grade_command, tcp), .words = "server|client",
     .help = "the program is a server or a client; its last argument is the port"},
    {"submission", .argument = "DIR", HARNESS_INTO(struct grade_command, submission),
     .help = "what belongs to the program (default: the git work tree that it is in, or its folder)"},
    {"cwd", .argument = "DIR", HARNESS_INTO(struct grade_command, cwd),
     .help = "run in DIR of the submission (default: the program's own folder)"},
    {"env", .argument = "NAME=VALUE", HARNESS_INTO(struct grade_command, env),
     .help = "set a variable for programs; may be given several times"},
    {"build", .argument = "COMMAND", HARNESS_INTO(struct grade_command, build),
     .help =
         "run COMMAND, such as make, in the program's folder of a copy of the submission, which the cases then use"},
    {"build-timeout", .argument = "SECONDS", HARNESS_INTO(struct grade_command, build_timeout),
     .help = "the time for a build (default: 120)"},
    {"build-memory", .argument = "MIB", HARNESS_INTO(struct grade_command, build_memory), .low = 1, .high = 1 << 20,
     .help = "limit on a build's memory, in MiB (default: 4096)"},
    {"build-network", HARNESS_INTO(struct grade_command, session.build.network),
     .help = "builds may use the network, to fetch what they need"},
    {"isolate", .argument = "KIND", HARNESS_INTO(struct grade_command, isolate), .words = "default|none|ns|landlock",
     .help =
         "ns (a sandbox of namespaces), landlock or none; default: the strongest that works here, as xgrade doctor says"},
    {"require-isolation", HARNESS_INTO(struct grade_command, require_isolation),
     .help = "fail rather than run without a sandbox"},
    {"allow", .argument = "PATHS", HARNESS_INTO(struct grade_command, allow),
     .help = "also let programs read these, separated by ':', such as an interpreter in your home"},
    {"wrap", .argument = "COMMAND", HARNESS_INTO(struct grade_command, wrap),
     .help = "put COMMAND in front of each program, like 'valgrind -q'"},
    {.help = "How they are judged"},
    {"compare", .argument = "HOW", HARNESS_INTO(struct grade_command, session.compare),
     .help = "json (the default), text, unordered:PATH or program:COMMAND (42 is yes, 43 is no)"},
    {"tolerance", .argument = "X", HARNESS_INTO(struct grade_command, session.tolerance), .high = 1000000000,
     .help = "let numbers differ by X"},
    {"retries", .argument = "N", HARNESS_INTO(struct grade_command, retries), .high = 100,
     .help = "run a failing case up to N more times; if it passes then, it is flaky"},
    {"no-second-chance", HARNESS_INTO(struct grade_command, no_second_chance),
     .help = "do not run late cases again, alone, even if others may have slowed them down"},
    {"fail-fast", HARNESS_INTO(struct grade_command, session.fail_fast), .help = "stop at the first failure"},
    {.help = "What is kept"},
    {"results", .argument = "FILE", HARNESS_INTO(struct grade_command, session.results),
     .help = "add a record of each case to FILE; all reports can be made from it"},
    {"resume", HARNESS_INTO(struct grade_command, session.resume),
     .help = "skip cases with a record in FILE that is still valid: continue after a crash or Ctrl-C"},
    {"failed", HARNESS_INTO(struct grade_command, wish.failed), .help = "run only what failed according to FILE"},
    {.name = ""},
};

bool grade_misuse(struct harness *h)
{
    struct error problem = h->error;
    if (problem.kind != ERROR_INPUT) {
        return false;
    }
    h->error = (struct error){0};
    return harness_usage(h, "%s", problem.text);
}

static bool take_feed(struct harness *h, struct grade_command *c)
{
    c->session.feed_count = feed_ways_parse(c->feed, c->session.feeds);
    return c->session.feed_count ||
           harness_usage(h, "--feed takes words from plain,pretty fast,slow newline,space utf8,escaped, or all, not %s",
                         harness_show(c->feed).text);
}

/* The words of a command. */
static bool take_command(struct harness *h, const char *option, const char *text, const char *const **out)
{
    *out = arena_words(&h->arena, text, " ");
    return *out ? **out || harness_usage(h, "--%s needs a command", option) : error_memory(&h->error);
}

static bool take_env(struct harness *h, struct grade_command *c)
{
    for (size_t i = 0; i < c->env.count; i++) {
        const char *equals = strchr(c->env.list[i], '=');
        if (!equals || equals == c->env.list[i]) {
            return harness_usage(h, "--env takes NAME=VALUE, not %s", harness_show(c->env.list[i]).text);
        }
    }
    c->session.env = c->env.list;
    return true;
}

static int64_t mebibytes(const struct harness_number *number)
{
    return (int64_t)number->value * MEBIBYTE;
}

/* The isolation that a word of process_isolations stands for; the default if there is no word. */
static enum process_isolation find_isolation(const char *word)
{
    int isolation = 0;
    while (word && strcmp(process_isolations[isolation], word) != 0) {
        isolation++;
    }
    return (enum process_isolation)isolation;
}

/* Programs are isolated as well as it can be done here, unless it is said how. What is short just now is not missing:
 * the run will name it when it begins. */
static bool take_isolation(struct harness *h, struct grade_command *c)
{
    enum process_isolation wanted = find_isolation(c->engine.isolation ? c->engine.isolation : c->isolate);
    struct error why = {.kind = ERROR_NONE};
    enum process_isolation here = process_isolation_here(wanted, &why);
    if (wanted != PROCESS_ISOLATE_DEFAULT && !process_can_isolate(wanted, &why) && why.kind != ERROR_MEMORY) {
        return error_set(&h->error, ERROR_IO, "%s", why.text);
    }
    here = why.kind == ERROR_MEMORY ? PROCESS_ISOLATE_SANDBOX : here;
    if (c->require_isolation && here != PROCESS_ISOLATE_SANDBOX) {
        return error_set(&h->error, ERROR_IO, "%s",
                         *why.text ? why.text : "--require-isolation asks for a sandbox, --isolate for less");
    }
    c->session.run.isolation = here;
    c->session.isolation = process_isolations[here];
    return true;
}

static bool take_words(struct harness *h, struct grade_command *c)
{
    struct session_options *o = &c->session;
    struct compare_way way;
    const char *problem = o->compare ? compare_way_parse(o->compare, &way) : NULL;
    if (problem) {
        return harness_usage(h, "--compare %s: %s", harness_show(o->compare).text, problem);
    }
    if (c->tcp) {
        o->link = strcmp(c->tcp, "client") == 0 ? RUN_TCP_CLIENT : RUN_TCP_SERVER;
    }
    return take_isolation(h, c) && (!c->shard || harness_shard(h, c->shard, &c->wish.shard_index, &c->wish.shards)) &&
           (!c->feed || take_feed(h, c)) && (!c->wrap || take_command(h, "wrap", c->wrap, &o->wrap)) &&
           (!c->build || take_command(h, "build", c->build, &o->build.words)) &&
           (!c->allow || harness_paths(h, "allow", c->allow, &o->readable)) && take_env(h, c) &&
           (!c->submission || harness_path(h, "submission", &c->submission)) &&
           (!c->cwd || harness_path(h, "cwd", &c->cwd));
}

bool grade_find_program(struct harness *h, const char **program, bool built)
{
    const char *name = *program;
    char path[PATH_MAX];
    struct error err = {0};
    struct stat info;
    if (!strchr(name, '/') && (built || access(name, X_OK) == 0)) {
        *program = cases_join(&h->arena, ".", name);
    } else if (built) {
        return true;
    } else if (!strchr(name, '/')) {
        if (!process_find(name, path, sizeof path, &err)) {
            return harness_usage(h, "there is no program %s here or in PATH", harness_show(name).text);
        }
        *program = arena_string(&h->arena, path, strlen(path));
    } else if (stat(name, &info) != 0) {
        return harness_usage(h, "there is no program %s: %s", harness_show(name).text, strerror(errno));
    } else if (access(name, X_OK) != 0 || S_ISDIR(info.st_mode)) {
        return harness_usage(h, "%s cannot be run: %s", harness_show(name).text,
                             strerror(S_ISDIR(info.st_mode) ? EISDIR : errno));
    }
    return *program || error_memory(&h->error);
}

bool grade_find_reference(struct harness *h, const char **reference)
{
    struct stat info;
    return (stat(*reference, &info) == 0 && S_ISDIR(info.st_mode)) || grade_find_program(h, reference, false);
}

/* The real path of something that may have yet to be made, in a folder that is there. */
static bool find_real(const char *path, char real[PATH_MAX])
{
    char above[PATH_MAX], folder[PATH_MAX];
    const char *slash = strrchr(path, '/');
    if (realpath(path, real)) {
        return true;
    }
    snprintf(above, sizeof above, "%.*s", slash ? (int)(slash - path) + 1 : 1, slash ? path : ".");
    return realpath(above, folder) && snprintf(real, PATH_MAX, "%s/%s", strcmp(folder, "/") == 0 ? "" : folder,
                                               slash ? slash + 1 : path) < PATH_MAX;
}

/* Whether a resolved path lies in what all programs may read. */
static bool is_readable(const struct grade_command *c, const char *real)
{
    return folder_any_holds(c->session.readable, real) || landlock_reads(real);
}

/* Says what programs can read though they should not; with --require-isolation, that is an error. */
static bool warn(struct harness *h, const struct grade_command *c, const char *path, const char *why)
{
    if (c->require_isolation) {
        return harness_usage(h, "%s: %s", harness_show(path).text, why);
    }
    harness_say(h, "%s: %s", harness_show(path).text, why);
    return true;
}

bool grade_check_submissions(struct harness *h, const struct grade_command *c, const char *path)
{
    char real[PATH_MAX];
    return c->session.run.isolation == PROCESS_ISOLATE_NONE || !realpath(path, real) || !is_readable(c, real) ||
           warn(h, c, path,
                "programs may read what is there, so each submission can read the others; put them elsewhere");
}

bool grade_mask(struct harness *h, struct grade_command *c, const char *path, const char *program)
{
    char real[PATH_MAX], folder[PATH_MAX];
    if (!path || !find_real(path, real)) {
        return true; /* what is not there cannot be seen */
    }
    if (find_real(program, folder) && folder_holds(real, folder)) { /* it may have yet to be built */
        return warn(h, c, path, "the program lies there and can read what is expected; put one of them elsewhere");
    }
    if (c->session.run.isolation == PROCESS_ISOLATE_LANDLOCK && is_readable(c, real)) {
        return warn(h, c, path, "programs may read what is there, and only a sandbox could hide it; put it elsewhere");
    }
    if (c->masked.count + 1 == sizeof c->masked.list / sizeof *c->masked.list) {
        return harness_usage(h, "more than %zu folders of cases", c->masked.count);
    }
    const char *copy = arena_string(&h->arena, real, strlen(real));
    c->masked.list[c->masked.count++] = copy;
    return copy || error_memory(&h->error);
}

bool grade_mask_outputs(struct harness *h, struct grade_command *c, const char *program)
{
    const struct grade_outputs *o = &c->outputs;
    const char *const paths[] = {c->session.results, c->engine.spool, o->junit, o->csv,      o->json,
                                 o->gradescope,      o->html,         o->site,  o->gradebook};
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        if (!grade_mask(h, c, paths[i], program)) {
            return false;
        }
    }
    return true;
}

bool grade_begin(struct harness *h, struct grade_command *c, int argc, char **argv, const struct harness_table *tables)
{
    struct session_options *o = &c->session;
    if (!engine_choice_keep(h, &c->engine, argc, argv) || !harness_options(h, argc, argv, tables) ||
        !engine_choice_check(h, &c->engine) || !take_words(h, c)) {
        return false;
    }
    if (((o->resume && !c->engine.engine && !c->engine.share) || c->wish.failed) && !o->results) {
        return harness_usage(h, "--%s needs --results FILE", o->resume ? "resume" : "failed");
    }
    if (c->engine.engine && (c->watch || o->update || o->fail_fast)) {
        return harness_usage(h, "--%s does not go with --engine",
                             c->watch    ? "watch"
                             : o->update ? "update"
                                         : "fail-fast");
    }
    c->wish.failed = c->wish.failed && !c->engine.share; /* the list of its cells says which have */
    if (o->update && o->feed_count) {
        return harness_usage(h, "--update and --feed do not go together");
    }
    c->wish.first = c->first.value;
    o->submission = c->submission;
    o->folder = c->cwd;
    o->masked = c->masked.list;
    o->build.timeout_ms = c->build_timeout / MILLISECOND;
    o->build.memory_bytes = mebibytes(&c->build_memory);
    o->builds = &c->builds;
    o->second_chance = !c->no_second_chance;
    o->retries = (int)c->retries.value;
    o->run.jobs = (int)c->jobs.value;
    o->limits = (struct run_limits){
        .wall_ms = c->timeout / MILLISECOND,
        .first_byte_ms = c->first_byte / MILLISECOND,
        .answer_ms = c->whole / MILLISECOND,
        .cpu_seconds = (int64_t)c->cpu.value,
        .memory_bytes = mebibytes(&c->memory),
        .file_bytes = mebibytes(&c->file_size),
        .disk_bytes = mebibytes(&c->disk),
        .output_bytes = mebibytes(&c->output),
        .processes = (int)c->processes.value,
        .open_files = (int)c->open_files.value,
    };
    return true;
}
