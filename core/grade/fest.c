#include "grade/fest.h"

#include "base/json_show.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

enum { TIMEOUT_MAX_MS = 60000 };

/* -- teams -- */

static bool brings_judge(const struct suite *suite)
{
    struct compare_way way = {0};
    return suite->compare && !compare_way_parse(suite->compare, &way) && way.kind == COMPARE_PROGRAM;
}

/* Whether a path, which may be NULL, stays in the folder it is relative to. */
static bool stays_within(const char *path)
{
    return !path || (path[0] != '/' && strcmp(path, "..") != 0 && strncmp(path, "../", 3) != 0 &&
                     !strstr(path, "/../") && (strlen(path) < 3 || strcmp(path + strlen(path) - 3, "/..") != 0));
}

/* A second program must be the submission's own; another could know whom it plays with. */
static bool brings_partner(const struct suite *suite)
{
    static const char own[] = "{dir}/";
    return suite->with &&
           (strncmp(suite->with[0], own, strlen(own)) != 0 || !stays_within(suite->with[0] + strlen(own)));
}

/* Whether a file, which may be NULL, lies in a folder after resolving links. The folder is already resolved. */
static bool lies_within(const char *folder, const char *path)
{
    char real[PATH_MAX];
    size_t length = strlen(folder);
    return !path || !realpath(path, real) || (strncmp(real, folder, length) == 0 && real[length] == '/');
}

/* A setting of a test that its authors must not set; NULL if there is none. */
static const char *says_too_much(const struct grade_case *test)
{
    const struct suite *suite = test->suite;
    return suite->args                  ? "it sets arguments; --trust-tests allows that"
           : suite->exit >= 0           ? "it sets an exit code; --trust-tests allows that"
           : suite->compare             ? "it sets a comparison; --trust-tests allows that"
           : suite->env || suite->build ? "it sets variables or a build; --trust-tests allows that"
           : test->err                  ? "it expects a complaint (K-err.txt); --trust-tests allows that"
                                        : NULL;
}

/* Why a test is unfair; NULL if it is fair. */
static const char *unfair(const struct grade_case *test, const char *folder, bool trusted)
{
    const struct suite *suite = test->suite;
    if (brings_judge(suite)) {
        return "tests of a fest bring no programs that judge; --compare does";
    }
    if (brings_partner(suite)) {
        return "the second program of a pair has to be the submission's, {dir}/...";
    }
    if (!stays_within(suite->program)) {
        return "its program is none of the submission's";
    }
    if (suite->timeout_ms > TIMEOUT_MAX_MS) {
        return "tests of a fest take no more than 60 s; --timeout gives all of them another time";
    }
    bool within = lies_within(folder, test->in) && lies_within(folder, test->out) && lies_within(folder, test->err) &&
                  lies_within(folder, test->log);
    return !within ? "it is a link to somewhere else" : trusted ? NULL : says_too_much(test);
}

/* Adds the cases of a team. If its settings are broken, only complains. */
static bool scan_team(struct fest *fest, const struct submission_folder *team, struct arena *arena, struct error *err)
{
    struct cases *cases = &fest->cases;
    size_t first = cases->count;
    if (cases_scan(cases, team->path, team->name, arena, err)) {
        return true;
    }
    if (err->kind == ERROR_MEMORY) {
        return false;
    }
    struct error problem = *err;
    *err = (struct error){0};
    cases->count = first;
    return cases_complain(cases, arena, err, "%s; the tests of %s are left out", problem.text,
                          json_show(team->name, strlen(team->name)).text);
}

static bool add_team(struct fest *fest, const struct submission_folder *team, bool trusted, struct arena *arena,
                     struct error *err)
{
    struct cases *cases = &fest->cases;
    size_t first = cases->count, kept = first;
    char folder[PATH_MAX] = "";
    if (!realpath(team->path, folder)) {
        return error_set(err, ERROR_INPUT, "cannot read %s: %s", json_show(team->path, strlen(team->path)).text,
                         strerror(errno));
    }
    if (!scan_team(fest, team, arena, err)) {
        return false;
    }
    for (size_t i = first; i < cases->count; i++) {
        struct grade_case c = cases->list[i];
        const char *reason = unfair(&c, folder, trusted);
        if (!reason) {
            c.team = team->name;
            c.points = POINTS_ONE;
            cases->list[kept++] = c;
        } else if (!cases_complain(cases, arena, err, "%s is left out: %s", json_show(c.id, strlen(c.id)).text,
                                   reason)) {
            return false;
        }
    }
    cases->count = kept;
    return true;
}

bool fest_add_teams(struct fest *fest, const char *folder, bool trusted, struct arena *arena, struct error *err)
{
    struct submission_folder *teams;
    size_t count;
    bool ok = submission_folders(folder, false, arena, &teams, &count, err);
    for (size_t i = 0; ok && i < count; i++) {
        ok = add_team(fest, &teams[i], trusted, arena, err);
    }
    return ok;
}

/* -- submissions -- */

bool fest_add_submissions(struct fest *fest, const char *folder, const char *program, struct arena *arena,
                          struct error *err)
{
    struct submission_folder *submissions;
    size_t count;
    bool ok = submission_folders(folder, false, arena, &submissions, &count, err);
    for (size_t i = 0; ok && i < count; i++) {
        for (size_t k = 0; ok && k < fest->cases.count; k++) {
            ok = tasks_add_handed_in(&fest->tasks, &fest->cases.list[k], submissions[i].name, submissions[i].path,
                                     program, arena, err);
        }
    }
    return ok;
}

/* -- the reference -- */

bool fest_add_audits(struct fest *fest, const char *reference, struct arena *arena, struct error *err)
{
    fest->audit_of = arena_array(arena, fest->cases.count, sizeof *fest->audit_of);
    if (!fest->audit_of) {
        return error_memory(err);
    }
    for (size_t i = 0; i < fest->tasks.count; i++) {
        const struct grade_case *c = fest->tasks.list[i].test;
        size_t *audit = &fest->audit_of[c - fest->cases.list];
        if (*audit == 0) {
            if (!tasks_add_program(&fest->audits, c, "reference", reference, RECORD_AUDIT, arena, err)) {
                return false;
            }
            *audit = fest->audits.count;
        }
    }
    return true;
}

void fest_drop_rejected(struct fest *fest)
{
    size_t kept = 0;
    for (size_t i = 0; fest->audit_of && i < fest->tasks.count; i++) {
        const struct session_task *task = &fest->tasks.list[i];
        size_t audit = fest->audit_of[task->test - fest->cases.list] - 1;
        if (fest->audits.list[audit].verdict == VERDICT_PASS) {
            fest->tasks.list[kept++] = *task;
        }
    }
    fest->tasks.count = fest->audit_of ? kept : fest->tasks.count;
}

void fest_free(struct fest *fest)
{
    cases_free(&fest->cases);
    tasks_free(&fest->tasks);
    tasks_free(&fest->audits);
}
