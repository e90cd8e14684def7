#include "grade/class.h"

#include "base/json_show.h"
#include "grade/collected.h"

#include <string.h>
#include <unistd.h>

/* -- cases -- */

/* The milestone that a case belongs to by the folder it is in. root: the id of the folder of all cases. */
static const char *folder_milestone(const struct grade_case *c, const char *root, struct arena *arena)
{
    size_t length = strlen(root);
    const char *name = c->group + length;
    if (length < strlen(c->group)) {
        name += strspn(name, "/");
        return arena_string(arena, name, strcspn(name, "/"));
    }
    const char *slash = strrchr(root, '/');
    return slash ? slash + 1 : root;
}

/* Adds a case to its milestone, whose other cases must agree with it on the rules. */
static bool add_to_milestone(struct class *class, const struct grade_case *c, struct error *err)
{
    const struct suite *s = c->suite;
    struct course_milestone *known = course_milestone(&class->course, c->milestone);
    if (!known) {
        struct course_milestone milestone = {.name = c->milestone,
                                             .points = c->points,
                                             .deadline = s->deadline,
                                             .grace = s->grace,
                                             .late = s->late,
                                             .pass_mark = s->pass_mark};
        return course_set_milestone(&class->course, &milestone) || error_memory(err);
    }
    known->points += c->points;
    if (known->deadline == s->deadline && known->grace == s->grace && known->late.per_day == s->late.per_day &&
        known->late.most == s->late.most && known->pass_mark == s->pass_mark) {
        return true;
    }
    return error_set(err, ERROR_INPUT,
                     "milestone %s: suite.json in %s sets another deadline or rule than other folders",
                     json_show(c->milestone, strlen(c->milestone)).text, json_show(c->group, strlen(c->group)).text);
}

bool class_add_cases(struct class *class, const char *folder, const char *compare, struct arena *arena, size_t *broken,
                     struct error *err)
{
    char *trimmed = cases_trim(arena, folder);
    const char *root = trimmed ? cases_name(arena, trimmed) : NULL;
    if (!root) {
        return error_memory(err);
    }
    bool ok = cases_scan(&class->cases, trimmed, trimmed, arena, err) &&
              cases_check_expected(&class->cases, compare, arena, broken, err);
    for (size_t i = 0; ok && i < class->cases.count; i++) {
        struct grade_case *c = &class->cases.list[i];
        c->milestone = c->milestone ? c->milestone : folder_milestone(c, root, arena);
        ok = c->milestone ? add_to_milestone(class, c, err) : error_memory(err);
    }
    return ok;
}

/* -- submissions -- */

/* What a team has for a milestone; a row without a milestone is for all that have no row of their own. */
static const struct collected_row *find_row(const struct collected *collected, const char *team, const char *milestone)
{
    const struct collected_row *any = NULL;
    for (size_t i = 0; i < collected->count; i++) {
        const struct collected_row *row = &collected->rows[i];
        if (strcmp(row->team, team) == 0 && strcmp(row->milestone, milestone) == 0) {
            return row;
        }
        any = strcmp(row->team, team) == 0 && !*row->milestone ? row : any;
    }
    return any;
}

/* What adding submissions needs. */
struct adding {
    struct class *class;
    const char *folder; /* of all teams */
    const struct class_part *part;
    const struct collected *collected;
    struct arena *arena;
    struct error *err;
};

/* Adds the cases of one milestone for a submission, which lies in `path`. */
static bool add_tasks(const struct adding *a, const char *milestone, const char *team, const char *path)
{
    bool ok = true;
    for (size_t i = 0; ok && i < a->class->cases.count; i++) {
        const struct grade_case *c = &a->class->cases.list[i];
        if (strcmp(c->milestone, milestone) == 0) {
            ok = tasks_add_handed_in(&a->class->tasks, c, team, path, a->part->program, a->arena, a->err);
        }
    }
    return ok;
}

/* Notes what a team has handed in for a milestone, and adds its cases. */
static bool add_collected_tasks(const struct adding *a, const char *milestone, const struct collected_row *row)
{
    struct course_team team = {.name = row->team,
                               .milestone = milestone,
                               .commit = row->commit,
                               .time = row->time,
                               .fields = row->fields,
                               .field_count = row->field_count};
    char *path = cases_join(a->arena, a->folder, row->folder);
    if (!path || !course_set_team(&a->class->course, &team)) {
        return error_memory(a->err);
    }
    return add_tasks(a, milestone, row->team, path);
}

/* Adds all milestones of a team. path: its folder; NULL: see what was collected. */
static bool add_team(const struct adding *a, const char *name, const char *path)
{
    bool ok = !a->part->team || strcmp(name, a->part->team) == 0;
    if (!ok) {
        return true;
    }
    for (size_t i = 0; ok && i < a->class->course.milestone_count; i++) {
        const char *milestone = a->class->course.milestones[i].name;
        const struct collected_row *row = path ? NULL : find_row(a->collected, name, milestone);
        if (!a->part->milestone || strcmp(milestone, a->part->milestone) == 0) {
            ok = path ? add_tasks(a, milestone, name, path) : !row || add_collected_tasks(a, milestone, row);
        }
    }
    return ok;
}

/* Whether a row is the first of its team. */
static bool is_first(const struct collected *collected, size_t row)
{
    for (size_t i = 0; i < row; i++) {
        if (strcmp(collected->rows[i].team, collected->rows[row].team) == 0) {
            return false;
        }
    }
    return true;
}

bool class_add_submissions(struct class *class, const char *folder, const struct class_part *part, struct arena *arena,
                           struct error *err)
{
    struct collected collected = {0};
    struct submission_folder *teams;
    size_t count;
    const struct adding a = {class, folder, part, &collected, arena, err};
    char *table = cases_join(arena, folder, COLLECTED_NAME);
    if (!table) {
        return error_memory(err);
    }
    if (access(table, F_OK) == 0) {
        bool ok = collected_read(&collected, table, arena, err);
        for (size_t i = 0; ok && i < collected.count; i++) {
            ok = !is_first(&collected, i) || add_team(&a, collected.rows[i].team, NULL);
        }
        return ok;
    }
    bool ok = submission_folders(folder, false, arena, &teams, &count, err);
    for (size_t i = 0; ok && i < count; i++) {
        ok = add_team(&a, teams[i].name, teams[i].path);
    }
    return ok;
}

void class_free(struct class *class)
{
    cases_free(&class->cases);
    tasks_free(&class->tasks);
    course_free(&class->course);
}
