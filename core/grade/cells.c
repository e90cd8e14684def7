#include "grade/cells.h"

#include "base/json_show.h"
#include "base/list.h"
#include "grade/report.h"

#include <fnmatch.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool cells_add(struct cells *cells, const struct session_cell *cell, struct error *err)
{
    if (!list_grow(&cells->list, &cells->room, cells->count + 1, sizeof *cells->list)) {
        return error_memory(err);
    }
    cells->list[cells->count++] = *cell;
    return true;
}

static bool has_tag(const struct grade_case *test, const char *tag)
{
    for (size_t i = 0; test->suite->tags && test->suite->tags[i]; i++) {
        if (strcmp(test->suite->tags[i], tag) == 0) {
            return true;
        }
    }
    return false;
}

static bool has_failed(const struct session_cell *cell, const struct results *previous)
{
    const struct result *r = results_find(previous, cell->role, cell->submission, cell->test->id);
    return r && r->verdict != VERDICT_PASS;
}

static bool fits(const struct grade_case *test, const struct cells_wish *wish)
{
    return (!wish->filter || fnmatch(wish->filter, test->id, 0) == 0 ||
            fnmatch(wish->filter, report_name(test->id, test->group), 0) == 0) &&
           (!wish->tag || has_tag(test, wish->tag));
}

/* Whether a cell is wanted that fits, and is number `number` of its folder. */
static bool is_wanted(const struct session_cell *cell, const struct cells_wish *wish, const struct results *previous,
                      uint64_t number)
{
    return (!wish->first || number < wish->first) &&
           (wish->shards == 1 || session_in_shard(cell, wish->shard_index, wish->shards)) &&
           (!wish->failed || has_failed(cell, previous));
}

size_t cells_select(struct cells *cells, const struct cells_wish *wish, const struct results *previous)
{
    size_t kept = 0, fitting = 0;
    uint64_t number = 0;
    struct session_cell last = {0};
    for (size_t i = 0; i < cells->count; i++) {
        struct session_cell cell = cells->list[i];
        if (!fits(cell.test, wish)) {
            continue;
        }
        bool same = last.test && last.test->group == cell.test->group && last.submission == cell.submission;
        number = same ? number + 1 : 0;
        last = cell;
        fitting++;
        if (is_wanted(&cell, wish, previous, number)) {
            cells->list[kept++] = cell;
        }
    }
    cells->count = kept;
    return fitting;
}

size_t cells_want(const struct cells *cells, struct results *results, struct error *err)
{
    size_t found = 0;
    for (size_t i = 0; i < cells->count; i++) {
        const struct session_cell *cell = &cells->list[i];
        struct result *result = results_find(results, cell->role, cell->submission, cell->test->id);
        if (result && cell->done) {
            result->wanted = true;
            found++;
        } else if (cell->done) {
            error_set(err, ERROR_IO, "the record of %s is missing in the results", cell->test->id);
        }
    }
    return found;
}

const char *cells_program(const char *folder, const struct grade_case *test, struct arena *arena, struct error *err)
{
    const char *group = test->group, *end = group + strlen(group);
    if (test->suite->program) {
        char *path = cases_join(arena, folder, test->suite->program);
        return path || error_memory(err) ? path : NULL;
    }
    while (end > group) {
        struct stat info;
        const char *start = end;
        while (start > group && start[-1] != '/') {
            start--;
        }
        char *name = arena_string(arena, start, (size_t)(end - start));
        char *path = name ? cases_join(arena, folder, name) : NULL;
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
              json_show(group, strlen(group)).text, json_show(folder, strlen(folder)).text);
    return NULL;
}

void cells_free(struct cells *cells)
{
    free(cells->list);
    *cells = (struct cells){0};
}
