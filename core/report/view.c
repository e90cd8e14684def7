#include "report/view.h"

#include "base/moment.h"

#include <inttypes.h>
#include <string.h>
#include <time.h>

struct view view_of(const struct report *report, const struct report_submission *only)
{
    return (struct view){report, only, only ? only->first : 0, only ? only->count : report->tests};
}

const struct result *view_results(const struct view *view)
{
    return view->report->results->list;
}

bool view_shows(const struct view *view, const struct result *r)
{
    return r->role != RECORD_TEST || report_visible(view->report, r) != RECORD_VISIBLE_NEVER;
}

bool view_explains(const struct view *view, const struct result *r)
{
    return r->role != RECORD_TEST || report_visible(view->report, r) == RECORD_VISIBLE_ALWAYS;
}

bool view_has_build(const struct view *view, const struct result *build)
{
    return build->role == RECORD_BUILD && build->verdict != VERDICT_PASS &&
           (!view->only || strcmp(build->submission, view->only->name) == 0);
}

struct report_tally view_tally(const struct view *view, size_t *hidden)
{
    struct report_tally tally = {0};
    *hidden = 0;
    for (size_t i = view->first; i < view->first + view->count; i++) {
        const struct result *r = &view_results(view)[i];
        if (view_shows(view, r)) {
            report_count(&tally, r);
        } else {
            ++*hidden;
        }
    }
    return tally;
}

/* Failed builds are told of by themselves. */
static bool is_skipped(const void *context, const struct result *r)
{
    const struct view *view = context;
    return !view_explains(view, r) || report_build(view->report, r);
}

bool view_kinds(const struct view *view, struct kinds *kinds, struct arena *arena)
{
    const struct result *results = view->count ? view_results(view) + view->first : NULL;
    return kinds_find(kinds, results, view->count, is_skipped, view, arena);
}

bool view_has_points(const struct view *view)
{
    for (size_t i = view->first; i < view->first + view->count; i++) {
        const struct result *r = &view_results(view)[i];
        if (r->points != POINTS_ONE || (r->earned != 0 && r->earned != POINTS_ONE)) {
            return true;
        }
    }
    return false;
}

/* The only milestone that has a name, or NULL. */
static const struct report_milestone *only_milestone(const struct view *view)
{
    const struct report *report = view->report;
    return report->milestone_count == 1 && *report->milestones[0].name ? &report->milestones[0] : NULL;
}

/* The path of the program in the submission, if it is known. */
static void add_program(const struct view *view, enum text_escape escape, struct text *out)
{
    struct result_details d;
    if (view->count && results_details(&view_results(view)[view->first], &d, out)) {
        if (d.program) {
            text_string(out, " · ");
            results_word(out, escape, &d.tree, d.program, SIZE_MAX);
        }
        results_details_free(&d);
    }
}

void view_title(const struct view *view, enum text_escape escape, struct text *out)
{
    const struct report *report = view->report;
    const struct report_milestone *milestone = only_milestone(view);
    const struct report_submission *one = view->only                      ? view->only
                                          : report->submission_count == 1 ? report->submissions
                                                                          : NULL;
    if (one) {
        text_escape_string(out, escape, one->name + (strncmp(one->name, "./", 2) == 0 ? 2 : 0));
    } else {
        text_format(out, "%zu submissions", report->submission_count);
    }
    if (one && report->milestone_count == 1) {
        add_program(view, escape, out);
    }
    if (milestone) {
        text_fill(out, escape, " · milestone %s", milestone->name);
    }
}

void view_time(const struct view *view, const char *before, const char *after, struct text *out)
{
    time_t last = 0;
    struct tm at;
    char when[64];
    for (size_t i = view->first; i < view->first + view->count; i++) {
        const struct result *r = &view_results(view)[i];
        last = r->time > last ? r->time : last;
    }
    if (last && gmtime_r(&last, &at) && strftime(when, sizeof when, "%F %R UTC", &at)) {
        text_format(out, "%s%s%s", before, when, after);
    }
}

void view_score(int64_t earned, int64_t points, struct text *out)
{
    const struct report_tally tally = {.points = points, .earned = earned};
    points_write(out, earned);
    text_string(out, " of ");
    points_write(out, points);
    text_format(out, " points (%.1f %%)", report_percent(&tally));
}

bool view_has_commits(const struct report *report, const struct report_submission *submission)
{
    for (size_t i = 0; submission && i < report->milestone_count; i++) {
        const struct course_team *team = submission->marks[i].team;
        if (team && *team->commit) {
            return true;
        }
    }
    return false;
}

void view_commit(const struct report_mark *mark, enum text_escape escape, struct text *out)
{
    if (mark->team) {
        text_escape(out, escape, mark->team->commit, strnlen(mark->team->commit, 12));
    }
}

void view_corrections(const struct report_mark *mark, enum text_escape escape, struct text *out)
{
    int64_t days = (mark->lateness + MOMENT_DAY - 1) / MOMENT_DAY;
    const char *before = "";
    if (mark->lateness) {
        text_format(out, "%" PRId64 " day%s late: ", days, days == 1 ? "" : "s");
        points_write(out, -mark->late);
        before = ", ";
    }
    if (mark->adjusted) {
        text_format(out, "%s%s", before, mark->change < 0 ? "" : "+");
        points_write(out, mark->change);
        text_fill(out, escape, ": %s", mark->reason);
    }
}
