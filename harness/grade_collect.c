/* xgrade collect: what teams have in their repositories, as folders to be graded. */
#include "grade_collect.h"

#include "base/moment.h"
#include "grade/class.h"
#include "stop.h"
#include "xgrade.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

enum { AT_ONCE = 8, TIMEOUT_SECONDS = 300 };

static const char help[] =
    "Fetches the repositories of a roster with git, and checks out what is to be graded. The roster is a table (CSV) with "
    "the columns team and repository; others are kept for the gradebook.\n"
    "\n"
    "    xgrade collect roster.csv --into teams --cases cases                 each milestone as it was at its deadline\n"
    "    xgrade collect roster.csv --into teams --cases cases --milestone 3   that milestone only\n"
    "    xgrade collect roster.csv --into teams --before 2026-10-01T23:59:00+02:00\n"
    "    xgrade collect roster.csv --into teams --tag milestone-3\n"
    "\n"
    "A team's folder holds the files of the commit and nothing else; the repositories are kept in teams/.repositories. "
    "Which commit each team has, its time and how late it is are in teams/" COLLECTED_NAME
    ", which xgrade class reads. Submodules are not fetched, and nothing in a repository is run.\n";

struct collect_command {
    const char *into, *before, *tag, *cases, *milestone, *team;
    struct harness_number jobs;
    int64_t timeout;
    int64_t before_time;
    struct csv roster;
    struct class class; /* for its course */
    struct collect collect;
    struct collected known; /* what was collected before */
    int lock;               /* open, and locked, until this process ends */
};

static const struct harness_option options[] = {
    {.help = "Options"},
    {"into", .argument = "FOLDER", HARNESS_INTO(struct collect_command, into), .help = "where the teams' folders go"},
    {"before", .argument = "TIME", HARNESS_INTO(struct collect_command, before),
     .help = "the last commit of the default branch that is not later, like 2026-10-01T23:59:00Z"},
    {"tag", .argument = "TAG", HARNESS_INTO(struct collect_command, tag), .help = "the commit that has this tag"},
    {"cases", .argument = "FOLDER", HARNESS_INTO(struct collect_command, cases),
     .help = "the staff's cases, whose suite.json have the deadlines"},
    {"milestone", .argument = "NAME", HARNESS_INTO(struct collect_command, milestone), .help = "only this milestone"},
    {"team", .argument = "NAME", HARNESS_INTO(struct collect_command, team), .help = "only this team"},
    {"jobs", 'j', .argument = "N", HARNESS_INTO(struct collect_command, jobs), .low = 1, .high = 64,
     .help = "fetch N at once (default: 8)"},
    {"timeout", .argument = "SECONDS", HARNESS_INTO(struct collect_command, timeout),
     .help = "the time for a team (default: 300)"},
    {.name = ""},
};

/* -- what to look for -- */

static bool read_course(struct harness *h, struct collect_command *c)
{
    size_t broken;
    if (c->milestone && !c->cases) {
        return harness_usage(h, "--milestone needs --cases FOLDER, where its deadline is");
    }
    if (!c->cases) {
        return true;
    }
    if (!class_add_cases(&c->class, c->cases, NULL, &h->arena, &broken, &h->error)) {
        return grade_misuse(h);
    }
    return !c->milestone || course_milestone(&c->class.course, c->milestone) ||
           harness_usage(h, "%s has no milestone %s", harness_show(c->cases).text, harness_show(c->milestone).text);
}

static bool has_deadlines(const struct course *course)
{
    for (size_t i = 0; i < course->milestone_count; i++) {
        if (course->milestones[i].deadline) {
            return true;
        }
    }
    return false;
}

/* One commit for all, unless milestones have deadlines of their own. */
static bool find_targets(struct harness *h, struct collect_command *c)
{
    const struct course *course = &c->class.course;
    bool several = !c->milestone && !c->before && !c->tag && has_deadlines(course);
    size_t count = several ? course->milestone_count : 1;
    struct collect_target *targets = arena_array(&h->arena, count, sizeof *targets);
    if (!targets) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < count; i++) {
        const struct course_milestone *m = several        ? &course->milestones[i]
                                           : c->milestone ? course_milestone(course, c->milestone)
                                                          : NULL;
        bool due = m && m->deadline && !c->before && !c->tag;
        targets[i] = (struct collect_target){.milestone = m ? m->name : "", .tag = c->tag, .before = c->before_time};
        if (due) {
            targets[i].before = m->deadline + m->grace;
        }
        if (m && !collected_can_name(m->name)) {
            return harness_usage(h, "milestone %s cannot be the name of a folder", harness_show(m->name).text);
        }
    }
    c->collect.targets = targets;
    c->collect.target_count = count;
    return true;
}

/* -- whom to ask -- */

static bool add_team(struct harness *h, struct collect_command *c, const struct csv_row *row,
                     struct collect_outcome *outcomes)
{
    const struct csv *roster = &c->roster;
    struct collect_team *team = &c->collect.teams[c->collect.team_count];
    team->name = csv_field(roster, row, csv_column(roster, "team"));
    team->repository = csv_field(roster, row, csv_column(roster, "repository"));
    if (!collected_can_name(team->name)) {
        return csv_fail(roster, row, &h->error, "team %s cannot be the name of a folder",
                        harness_show(team->name).text);
    }
    if (!*team->repository || *team->repository == '-') {
        return csv_fail(roster, row, &h->error, "team %s has no repository", harness_show(team->name).text);
    }
    for (const struct csv_row *other = roster->rows; other < row; other++) {
        if (strcmp(csv_field(roster, other, csv_column(roster, "team")), team->name) == 0) {
            return csv_fail(roster, row, &h->error, "team %s is in line %zu already", harness_show(team->name).text,
                            other->line);
        }
    }
    if (c->team && strcmp(c->team, team->name) != 0) {
        return true;
    }
    team->outcomes = outcomes + c->collect.team_count++ * c->collect.target_count;
    return true;
}

static bool read_roster(struct harness *h, struct collect_command *c)
{
    if (!csv_read(&c->roster, h->argument[0], &h->arena, &h->error)) {
        return grade_misuse(h);
    }
    const char *const needed[] = {"team", "repository"};
    for (int i = 0; i < 2; i++) {
        if (csv_column(&c->roster, needed[i]) == c->roster.columns) {
            return harness_usage(h, "%s:1: there is no column \"%s\"", h->argument[0], needed[i]);
        }
    }
    const char *taken = collected_takes(&c->roster);
    if (taken) {
        return harness_usage(h, "%s:1: give column \"%s\" another name; " COLLECTED_NAME " has one of its own",
                             h->argument[0], taken);
    }
    size_t room = (c->roster.count * c->collect.target_count + 1) * sizeof(struct collect_outcome);
    void *outcomes = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    c->collect.teams = arena_array(&h->arena, c->roster.count, sizeof *c->collect.teams);
    if (outcomes == MAP_FAILED || !c->collect.teams) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < c->roster.count; i++) {
        if (!add_team(h, c, &c->roster.rows[i], outcomes)) {
            return grade_misuse(h);
        }
    }
    return c->collect.team_count > 0 ||
           (c->team ? harness_usage(h, "there is no team %s in %s", harness_show(c->team).text, h->argument[0])
                    : harness_usage(h, "there are no teams in %s", h->argument[0]));
}

/* -- the folder of teams -- */

static bool make_folder(struct harness *h, const char *path)
{
    return mkdir(path, 0777) == 0 || errno == EEXIST ||
           error_set(&h->error, ERROR_IO, "cannot make %s: %s", harness_show(path).text, strerror(errno));
}

/* Makes the folders, and keeps other runs of xgrade collect out until this one ends. */
static bool prepare(struct harness *h, struct collect_command *c)
{
    c->collect.into = c->into;
    if (!make_folder(h, c->into) || !harness_path(h, "into", &c->collect.into)) {
        return false;
    }
    char *hidden = cases_join(&h->arena, c->collect.into, ".repositories");
    char *path = cases_join(&h->arena, c->collect.into, COLLECTED_NAME);
    if (!hidden || !path) {
        return error_memory(&h->error);
    }
    if (!make_folder(h, hidden)) {
        return false;
    }
    c->lock = open(hidden, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (c->lock < 0 || flock(c->lock, LOCK_EX | LOCK_NB) != 0) {
        return error_set(&h->error, ERROR_IO, "another xgrade collect is at work in %s", harness_show(c->into).text);
    }
    for (size_t i = 0; i < c->collect.target_count; i++) { /* that of all milestones is the folder itself */
        char *folder = cases_join(&h->arena, c->collect.into, c->collect.targets[i].milestone);
        if (!folder || !make_folder(h, folder)) {
            return folder ? false : error_memory(&h->error);
        }
    }
    return access(path, F_OK) != 0 || collected_read(&c->known, path, &h->arena, &h->error);
}

/* -- what came of it -- */

static const struct collected_row *find_known(const struct collect_command *c, const char *team, const char *milestone)
{
    for (size_t i = 0; i < c->known.count; i++) {
        const struct collected_row *row = &c->known.rows[i];
        if (strcmp(row->team, team) == 0 && strcmp(row->milestone, milestone) == 0) {
            return row;
        }
    }
    return NULL;
}

static const struct collect_team *find_team(const struct collect_command *c, const char *name)
{
    for (size_t i = 0; i < c->collect.team_count; i++) {
        if (strcmp(c->collect.teams[i].name, name) == 0) {
            return &c->collect.teams[i];
        }
    }
    return NULL;
}

/* Whether a row from before still holds: nothing newer was collected for it. team: NULL if nothing was. */
static bool still_holds(const struct collect_command *c, const struct collect_team *team,
                        const struct collected_row *row)
{
    for (size_t i = 0; team && i < c->collect.target_count; i++) {
        const char *milestone = c->collect.targets[i].milestone;
        bool covers = !*milestone || strcmp(milestone, row->milestone) == 0;
        if (covers && team->outcomes[i].done) {
            return false;
        }
    }
    return true;
}

/* Adds the rows of a team: what was collected now, what still holds from before, and what there is none of. */
static void add_rows(const struct collect_command *c, const char *name, struct collected *all)
{
    const struct collect_team *team = find_team(c, name);
    for (size_t i = 0; i < c->known.count; i++) {
        const struct collected_row *row = &c->known.rows[i];
        if (strcmp(row->team, name) == 0 && still_holds(c, team, row)) {
            all->rows[all->count++] = *row;
        }
    }
    for (size_t i = 0; team && i < c->collect.target_count; i++) {
        const char *milestone = c->collect.targets[i].milestone;
        if (team->outcomes[i].done || !find_known(c, name, milestone)) {
            all->rows[all->count++] = (struct collected_row){.team = name,
                                                             .milestone = milestone,
                                                             .commit = team->outcomes[i].commit,
                                                             .time = team->outcomes[i].time};
        }
    }
}

static bool write_table(struct harness *h, struct collect_command *c)
{
    static const char *const own[] = {"team", "repository", NULL};
    size_t room = c->known.count + c->roster.count * c->collect.target_count;
    struct collected all = {.rows = arena_array(&h->arena, room, sizeof *all.rows)};
    struct file_writer out;
    char *path = cases_join(&h->arena, c->collect.into, COLLECTED_NAME);
    if (!all.rows || !path) {
        return error_memory(&h->error);
    }
    for (size_t i = 0; i < c->roster.count; i++) {
        const struct csv_row *row = &c->roster.rows[i];
        size_t first = all.count;
        add_rows(c, csv_field(&c->roster, row, csv_column(&c->roster, "team")), &all);
        for (struct collected_row *r = all.rows + first; r < all.rows + all.count; r++) {
            if (!r->folder) {
                r->folder = *r->milestone ? cases_join(&h->arena, r->milestone, r->team) : r->team;
            }
            if (!r->folder || !collected_fields(&c->roster, row, own, &h->arena, &r->fields, &r->field_count)) {
                return error_memory(&h->error);
            }
        }
    }
    if (!file_open(&out, path, &h->error)) {
        return false;
    }
    collected_write(&out.text, &all, &c->class.course);
    return file_close(&out, &h->error);
}

/* Says what came of a team: a line for each commit, or what went wrong. */
static bool show_team(const struct harness *h, const struct collect_command *c, const struct collect_team *team,
                      struct text *out)
{
    bool ok = true;
    for (size_t i = 0; i < c->collect.target_count; i++) {
        const struct collect_outcome *o = &team->outcomes[i];
        const char *milestone = c->collect.targets[i].milestone;
        int64_t late =
            course_lateness(course_milestone(&c->class.course, milestone), &(struct course_team){.time = o->time});
        if (!o->done) {
            harness_say(h, "%s%s%s: %s", team->name, *milestone ? " " : "", milestone, o->problem);
            ok = false;
            continue;
        }
        text_format(out, "%s%s%s %.12s ", team->name, *milestone ? " " : "", milestone, o->commit);
        moment_write(out, o->time);
        if (late) {
            text_format(out, ", %.1f hours late", (double)late / 3600);
        }
        text_string(out, "\n");
    }
    return ok;
}

static void show_progress(size_t done, size_t of)
{
    dprintf(STDERR_FILENO, "\r%zu of %zu teams%s", done, of, done == of ? "\r\033[K" : "");
}

static bool collect(struct harness *h, struct collect_command *c, enum grade_exit *code)
{
    struct file_writer out;
    size_t failed = 0;
    c->collect.at_once = c->jobs.given ? (size_t)c->jobs.value : AT_ONCE;
    c->collect.timeout = c->timeout ? c->timeout : TIMEOUT_SECONDS * INT64_C(1000000000);
    c->collect.progress = isatty(STDERR_FILENO) ? show_progress : NULL;
    c->collect.stop = stop_open();
    if (!collect_all(&c->collect, &h->error)) {
        return false;
    }
    if (stop_asked(c->collect.stop)) {
        *code = GRADE_INTERRUPTED;
        return true;
    }
    if (!write_table(h, c) || !file_open(&out, "-", &h->error)) {
        return false;
    }
    for (size_t i = 0; i < c->collect.team_count; i++) {
        failed += !show_team(h, c, &c->collect.teams[i], &out.text);
    }
    text_format(&out.text, "%zu collected, %zu failed\n", c->collect.team_count - failed, failed);
    *code = failed ? GRADE_SOME_FAILED : GRADE_ALL_PASSED;
    return file_close(&out, &h->error);
}

int grade_main_collect(int argc, char **argv)
{
    struct collect_command c = {0};
    const struct harness_table tables[] = {{options, &c}, {0}};
    struct harness h = {.name = "xgrade collect",
                        .usage = "xgrade collect ROSTER.csv --into FOLDER [OPTION...]",
                        .summary = "Fetch what teams have handed in.",
                        .help = help,
                        .exits =
                            "Exit codes: 0 everything was collected, 1 something was not, 2 wrong usage or roster, 4 "
                            "the collector itself failed, 130 interrupted.",
                        .least = 1,
                        .most = 1};
    enum grade_exit code = GRADE_ALL_PASSED;
    if (harness_options(&h, argc, argv, tables)) {
        bool ok = c.into || harness_usage(&h, "where to? --into FOLDER says so");
        ok = ok && (!c.before || moment_parse(c.before, &c.before_time) ||
                    harness_usage(&h, "--before takes a time with its zone, like 2026-10-01T23:59:00+02:00, not %s",
                                  harness_show(c.before).text));
        ok = ok && (!c.before || !c.tag || harness_usage(&h, "--before and --tag do not go together"));
        if (ok && read_course(&h, &c) && find_targets(&h, &c) && read_roster(&h, &c) && prepare(&h, &c)) {
            collect(&h, &c, &code);
        }
    }
    class_free(&c.class);
    return grade_leave(&h, code);
}
