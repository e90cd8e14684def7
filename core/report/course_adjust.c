/* Adjustments of marks, as staff write them: a table with team, milestone, points or change, and reason. */
#include "base/csv.h"
#include "base/json_show.h"
#include "report/course.h"
#include "report/points.h"

#include <string.h>

static bool take_row(struct course *course, const struct csv *csv, const struct csv_row *row, struct error *err)
{
    const char *points = csv_field(csv, row, csv_column(csv, "points"));
    const char *change = csv_field(csv, row, csv_column(csv, "change"));
    const char *number = *points ? points : change;
    struct course_adjustment a = {.team = csv_field(csv, row, csv_column(csv, "team")),
                                  .milestone = csv_field(csv, row, csv_column(csv, "milestone")),
                                  .reason = csv_field(csv, row, csv_column(csv, "reason")),
                                  .sets = *points != '\0'};
    if (!*a.reason) {
        return csv_fail(csv, row, err, "an adjustment needs a reason");
    }
    if (!*points == !*change) {
        return csv_fail(csv, row, err, "an adjustment has either points, which replace the result, or a change");
    }
    if (!points_parse(number, &a.points) || (a.sets && a.points < 0)) {
        return csv_fail(csv, row, err, "%s is not a number of points with at most three decimals",
                        json_show(number, strlen(number)).text);
    }
    for (size_t i = 0; i < course->adjustment_count; i++) {
        const struct course_adjustment *other = &course->adjustments[i];
        if (a.sets && strcmp(other->team, a.team) == 0 && strcmp(other->milestone, a.milestone) == 0) {
            return csv_fail(csv, row, err, "team %s has an earlier adjustment in this milestone, which would be lost",
                            json_show(a.team, strlen(a.team)).text);
        }
    }
    return course_add_adjustment(course, &a) || error_memory(err);
}

bool course_read_adjustments(struct course *course, const char *path, struct arena *arena, struct error *err)
{
    static const char *const needed[] = {"team", "milestone", "reason"};
    struct csv csv;
    if (!csv_read(&csv, path, arena, err)) {
        return false;
    }
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++) {
        if (csv_column(&csv, needed[i]) == csv.columns) {
            return error_set(err, ERROR_INPUT, "%s:1: there is no column \"%s\"", path, needed[i]);
        }
    }
    course->adjustment_count = 0;
    course->has_adjustments = true;
    bool ok = true;
    for (size_t i = 0; ok && i < csv.count; i++) {
        ok = take_row(course, &csv, &csv.rows[i], err);
    }
    return ok;
}
