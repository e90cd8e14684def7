#include "grade/fest.h"

#include "base/json_show.h"
#include "base/order.h"

#include <dirent.h>
#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { TIMEOUT_MAX_MS = 60000 };

static int by_order(const struct dirent **a, const struct dirent **b)
{
    int order = order_compare((*a)->d_name, (*b)->d_name);
    return order ? order : strcmp((*a)->d_name, (*b)->d_name);
}

static int is_visible(const struct dirent *entry)
{
    return entry->d_name[0] != '.';
}

/* What to do for each subfolder of a folder. */
struct visit {
    struct fest *fest;
    const char *program;
    bool trusted;
    struct arena *arena;
    struct error *err;
    bool (*one)(const struct visit *visit, const char *path, const char *name);
};

/* Visits the subfolders in order. */
static bool each_folder(const struct visit *visit, const char *path)
{
    struct dirent **entries;
    int count = scandir(path, &entries, is_visible, by_order);
    if (count < 0) {
        return error_set(visit->err, error_is_shortage(errno) ? ERROR_MEMORY : ERROR_INPUT, "cannot read %s: %s",
                         json_show(path, strlen(path)).text, strerror(errno));
    }
    bool ok = true;
    for (int i = 0; i < count; i++) {
        struct stat info;
        const char *name = cases_name(visit->arena, entries[i]->d_name);
        char *folder = cases_join(visit->arena, path, entries[i]->d_name);
        if (!name || !folder) {
            ok = error_memory(visit->err);
        } else if (ok && stat(folder, &info) == 0 && S_ISDIR(info.st_mode)) {
            ok = visit->one(visit, folder, name);
        }
        free(entries[i]);
    }
    free(entries);
    return ok;
}

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

static bool add_team(const struct visit *v, const char *path, const char *name)
{
    struct cases *cases = &v->fest->cases;
    size_t first = cases->count, kept = first;
    char folder[PATH_MAX] = "";
    if (!realpath(path, folder)) {
        return error_set(v->err, ERROR_INPUT, "cannot read %s: %s", json_show(path, strlen(path)).text,
                         strerror(errno));
    }
    if (!cases_scan(cases, path, name, v->arena, v->err)) {
        if (v->err->kind == ERROR_MEMORY) {
            return false;
        }
        struct error problem = *v->err;
        *v->err = (struct error){0};
        cases->count = first;
        if (!cases_complain(cases, v->arena, v->err, "%s; the tests of %s are left out", problem.text,
                            json_show(name, strlen(name)).text)) {
            return false;
        }
    }
    for (size_t i = first; i < cases->count; i++) {
        struct grade_case c = cases->list[i];
        const char *reason = unfair(&c, folder, v->trusted);
        if (!reason) {
            c.team = name;
            c.points = 1;
            cases->list[kept++] = c;
        } else if (!cases_complain(cases, v->arena, v->err, "%s is left out: %s", json_show(c.id, strlen(c.id)).text,
                                   reason)) {
            return false;
        }
    }
    cases->count = kept;
    return true;
}

bool fest_add_teams(struct fest *fest, const char *folder, bool trusted, struct arena *arena, struct error *err)
{
    return each_folder(&(struct visit){fest, NULL, trusted, arena, err, add_team}, folder);
}

/* -- submissions -- */

static bool add_submission(const struct visit *v, const char *path, const char *name)
{
    const struct cases *cases = &v->fest->cases;
    for (size_t i = 0; i < cases->count; i++) {
        const struct grade_case *c = &cases->list[i];
        const char *program = v->program ? v->program : c->suite->program;
        if (!program) {
            return error_set(v->err, ERROR_INPUT,
                             "which program? --program says where it is in a submission, or suite.json in %s",
                             json_show(c->group, strlen(c->group)).text);
        }
        struct session_task task = {
            .test = c, .submission = name, .dir = path, .program = cases_join(v->arena, path, program)};
        if (!task.program) {
            return error_memory(v->err);
        }
        if (!tasks_add(&v->fest->tasks, &task, v->err)) {
            return false;
        }
    }
    return true;
}

bool fest_add_submissions(struct fest *fest, const char *folder, const char *program, struct arena *arena,
                          struct error *err)
{
    return each_folder(&(struct visit){fest, program, false, arena, err, add_submission}, folder);
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
        struct session_task task = {.test = c, .submission = "reference", .program = reference, .role = RECORD_AUDIT};
        if (*audit == 0) {
            if (!tasks_add(&fest->audits, &task, err)) {
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
