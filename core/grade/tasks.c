#include "grade/tasks.h"

#include "base/content.h"
#include "base/json_show.h"
#include "base/list.h"
#include "report/report.h"

#include <errno.h>
#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool tasks_add(struct tasks *tasks, const struct session_task *task, struct error *err)
{
    if (!list_grow(&tasks->list, &tasks->room, tasks->count + 1, sizeof *tasks->list)) {
        return error_memory(err);
    }
    tasks->list[tasks->count++] = *task;
    return true;
}

bool tasks_add_handed_in(struct tasks *tasks, const struct grade_case *test, const char *submission, const char *dir,
                         const char *program, struct arena *arena, struct error *err)
{
    program = program ? program : test->suite->program;
    if (!program) {
        return error_set(err, ERROR_INPUT,
                         "which program? --program says where it is in a submission, or suite.json in %s",
                         json_show(test->group, strlen(test->group)).text);
    }
    struct session_task task = {
        .test = test, .submission = submission, .dir = dir, .program = cases_join(arena, dir, program)};
    return task.program ? tasks_add(tasks, &task, err) : error_memory(err);
}

/* The program that a case is for: this one or, if it is a folder, one in it. NULL with err if there is none. */
static const char *find_program(const char *program, const struct grade_case *test, struct arena *arena,
                                struct error *err)
{
    const char *group = test->group, *end = group + strlen(group);
    struct stat info = {0};
    if (stat(program, &info) != 0 && error_is_shortage(errno)) { /* which is not the program's fault */
        content_fail(err, program, errno);
        return NULL;
    }
    if (!S_ISDIR(info.st_mode)) {
        return program;
    }
    if (test->suite->program) {
        char *path = cases_join(arena, program, test->suite->program);
        return path || error_memory(err) ? path : NULL;
    }
    while (end > group) {
        const char *start = end;
        while (start > group && start[-1] != '/') {
            start--;
        }
        char *name = arena_string(arena, start, (size_t)(end - start));
        char *path = name ? cases_join(arena, program, name) : NULL;
        if (!path) {
            error_memory(err);
            return NULL;
        }
        if (*name && stat(path, &info) == 0 && S_ISREG(info.st_mode) && access(path, X_OK) == 0) {
            return path;
        }
        end = start > group ? start - 1 : start;
    }
    error_set(err, ERROR_INPUT,
              "no program for %s: its suite.json names none, and no folder of its path has the name of one in %s",
              json_show(group, strlen(group)).text, json_show(program, strlen(program)).text);
    return NULL;
}

bool tasks_add_program(struct tasks *tasks, const struct grade_case *test, const char *submission, const char *program,
                       enum record_role role, struct arena *arena, struct error *err)
{
    struct session_task task = {.test = test, .submission = submission, .role = role};
    task.program = find_program(program, test, arena, err);
    return task.program && tasks_add(tasks, &task, err);
}

bool tasks_add_all(struct tasks *tasks, const struct cases *cases, const char *submission, const char *program,
                   enum record_role role, struct arena *arena, struct error *err)
{
    struct session_task task = {.submission = submission, .role = role};
    bool ok = true;
    for (size_t i = 0; ok && i < cases->count; i++) {
        const struct grade_case *last = task.test;
        task.test = &cases->list[i];
        if (!last || last->group != task.test->group) { /* all of a folder are for the same */
            task.program = find_program(program, task.test, arena, err);
        }
        ok = task.program && tasks_add(tasks, &task, err);
    }
    return ok;
}

static bool has_failed(const struct session_task *task, const struct results *previous)
{
    const struct result *r = results_find(previous, task->role, task->submission, task->test->id);
    return r && r->verdict != VERDICT_PASS;
}

static bool fits(const struct grade_case *test, const struct tasks_wish *wish)
{
    return (!wish->filter || fnmatch(wish->filter, test->id, 0) == 0 ||
            fnmatch(wish->filter, report_name(test->id, test->group), 0) == 0) &&
           (!wish->tag || text_is_listed(test->suite->tags, wish->tag));
}

/* Whether a matching task, number `number` of its folder, is wanted. */
static bool is_wanted(const struct session_task *task, const struct tasks_wish *wish, const struct results *previous,
                      uint64_t number)
{
    return (!wish->first || number < wish->first) &&
           (wish->shards == 1 || session_in_shard(task, wish->shard_index, wish->shards)) &&
           (!wish->failed || has_failed(task, previous));
}

size_t tasks_select(struct tasks *tasks, const struct tasks_wish *wish, const struct results *previous)
{
    size_t kept = 0, fitting = 0;
    uint64_t number = 0;
    struct session_task last = {0};
    for (size_t i = 0; i < tasks->count; i++) {
        struct session_task task = tasks->list[i];
        if (!fits(task.test, wish)) {
            continue;
        }
        bool same = last.test && last.test->group == task.test->group && last.submission == task.submission;
        number = same ? number + 1 : 0;
        last = task;
        fitting++;
        if (is_wanted(&task, wish, previous, number)) {
            tasks->list[kept++] = task;
        }
    }
    tasks->count = kept;
    return fitting;
}

size_t tasks_want(const struct tasks *tasks, struct results *results, struct error *err)
{
    size_t found = 0;
    for (size_t i = 0; i < tasks->count; i++) {
        const struct session_task *task = &tasks->list[i];
        struct result *result = results_find(results, task->role, task->submission, task->test->id);
        if (result && task->done) {
            struct result *build =
                *result->build ? results_find(results, RECORD_BUILD, task->submission, result->build) : NULL;
            result->wanted = true;
            found++;
            if (build) {
                build->wanted = true;
            }
        } else if (task->done) {
            error_set(err, ERROR_IO, "the record of %s is missing in the results", task->test->id);
        }
    }
    return found;
}

void tasks_free(struct tasks *tasks)
{
    free(tasks->list);
    *tasks = (struct tasks){0};
}
