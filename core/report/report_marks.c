/* Marks: what each submission gets for each milestone. */
#include "base/moment.h"
#include "base/order.h"
#include "report/report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int compare_milestones(const void *left, const void *right)
{
    const struct report_milestone *a = left, *b = right;
    return order_compare(a->name, b->name);
}

/* The milestones of the results, in order. */
static bool find_milestones(struct report *report, struct arena *arena)
{
    struct report_milestone *list =
        report_distinct(report, offsetof(struct result, milestone), sizeof *list, arena, &report->milestone_count);
    for (size_t i = 0; list && i < report->milestone_count; i++) {
        list[i].rule = course_milestone(&report->results->course, list[i].name);
    }
    report->milestones = list;
    return list;
}

bool report_is_used(const struct report *report, const struct course_adjustment *a)
{
    for (size_t i = 0; i < report->submission_count; i++) {
        for (size_t k = 0; k < report->milestone_count; k++) {
            if (strcmp(report->submissions[i].name, a->team) == 0 &&
                strcmp(report->milestones[k].name, a->milestone) == 0) {
                return true;
            }
        }
    }
    return false;
}

static size_t find_milestone(const struct report *report, const char *name)
{
    const struct report_milestone key = {.name = name};
    const struct report_milestone *found =
        bsearch(&key, report->milestones, report->milestone_count, sizeof key, compare_milestones);
    return (size_t)(found - report->milestones);
}

/* Adds a reason to those that a mark has. */
static bool add_reason(struct report_mark *mark, const char *reason, struct arena *arena)
{
    size_t length = strlen(mark->reason), more = strlen(reason);
    if (!length) {
        mark->reason = reason;
        return true;
    }
    size_t size = length + more + sizeof "; ";
    char *both = arena_array(arena, size, 1);
    if (both) {
        snprintf(both, size, "%s; %s", mark->reason, reason);
        mark->reason = both;
    }
    return both;
}

/* From the score to the result: what lateness costs, then what was adjusted by hand. */
static bool settle(const struct report *report, const char *team, const struct report_milestone *milestone,
                   struct report_mark *mark, struct arena *arena)
{
    const struct course *course = &report->results->course;
    mark->team = course_team(course, team, milestone->name);
    mark->lateness = course_lateness(milestone->rule, mark->team);
    mark->late = course_late_cost(milestone->rule, mark->lateness, mark->tally.earned);
    mark->result = mark->tally.earned - mark->late;
    mark->reason = "";
    for (size_t i = 0; i < course->adjustment_count; i++) {
        const struct course_adjustment *a = &course->adjustments[i];
        if (strcmp(a->team, team) == 0 && strcmp(a->milestone, milestone->name) == 0) {
            mark->result = a->sets ? a->points : mark->result + a->points;
            mark->adjusted = true;
            if (!add_reason(mark, a->reason, arena)) {
                return false;
            }
        }
    }
    mark->result = mark->result < 0 ? 0 : mark->result;
    mark->change = mark->result - (mark->tally.earned - mark->late);
    return true;
}

bool report_find_marks(struct report *report, struct arena *arena)
{
    if (!find_milestones(report, arena)) {
        return false;
    }
    size_t count = report->milestone_count;
    report->marks = arena_array(arena, report->submission_count * count, sizeof *report->marks);
    if (!report->marks) {
        return false;
    }
    for (size_t i = 0; i < report->submission_count; i++) {
        struct report_submission *s = &report->submissions[i];
        s->marks = report->marks + i * count;
        for (size_t k = s->first; k < s->first + s->count; k++) {
            const struct result *r = &report->results->list[k];
            report_count(&s->marks[find_milestone(report, r->milestone)].tally, r);
        }
        for (size_t k = 0; k < count; k++) {
            if (!settle(report, s->name, &report->milestones[k], &s->marks[k], arena)) {
                return false;
            }
            s->result += s->marks[k].result;
        }
        report->result += s->result;
    }
    return true;
}

bool report_mark_graded(const struct report_mark *mark)
{
    return mark->adjusted || mark->tally.passed + mark->tally.failed + mark->tally.errors > 0;
}

static void add_correction(const struct report *report, const struct report_submission *s, size_t k, struct text *out)
{
    const struct report_mark *mark = &s->marks[k];
    int64_t days = (mark->lateness + MOMENT_DAY - 1) / MOMENT_DAY;
    const char *before = "";
    if (report->submission_count > 1) {
        text_escape_string(out, TEXT_LINE, s->name);
        before = " ";
    }
    if (*report->milestones[k].name) {
        text_string(out, before);
        text_escape_string(out, TEXT_LINE, report->milestones[k].name);
        before = " ";
    }
    text_string(out, *before ? ": " : "");
    points_write(out, mark->tally.earned);
    if (mark->lateness) {
        text_string(out, ", minus ");
        points_write(out, mark->late);
        text_format(out, " for being %" PRId64 " day%s late", days, days == 1 ? "" : "s");
    }
    if (mark->adjusted) {
        text_string(out, mark->change < 0 ? ", minus " : ", plus ");
        points_write(out, mark->change < 0 ? -mark->change : mark->change);
        text_fill(out, TEXT_LINE, " (%s)", mark->reason);
    }
    text_string(out, ": ");
    points_write(out, mark->result);
    text_string(out, "\n");
}

void report_corrections(const struct report *report, struct text *out)
{
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_submission *s = &report->submissions[i];
        for (size_t k = 0; k < report->milestone_count; k++) {
            if (s->marks[k].lateness || s->marks[k].adjusted) {
                add_correction(report, s, k, out);
            }
        }
    }
}
