/* Marks as tables: the gradebook, and what a terminal shows of it. */
#include "base/list.h"
#include "report/report.h"

#include <stdlib.h>
#include <string.h>

/* -- the gradebook -- */

/* The names of the roster's columns, in the order in which teams have them. */
struct columns {
    const char **names;
    size_t count, room;
};

static size_t find_column(const struct columns *c, const char *name)
{
    size_t i = 0;
    while (i < c->count && strcmp(c->names[i], name) != 0) {
        i++;
    }
    return i;
}

static bool find_columns(const struct report *report, struct columns *c)
{
    for (size_t i = 0; i < report->submission_count * report->milestone_count; i++) {
        const struct course_team *team = report->marks[i].team;
        for (size_t k = 0; team && k < team->field_count; k++) {
            if (find_column(c, team->fields[k].name) < c->count) {
                continue;
            }
            if (!list_grow(&c->names, &c->room, c->count + 1, sizeof *c->names)) {
                return false;
            }
            c->names[c->count++] = team->fields[k].name;
        }
    }
    return true;
}

/* What the roster says about a team; milestones may know more or less of it, so the last one that does counts. */
static const char *roster_value(const struct report *report, const struct report_submission *s, const char *column)
{
    const char *value = "";
    for (size_t i = 0; i < report->milestone_count; i++) {
        const struct course_team *team = s->marks[i].team;
        for (size_t k = 0; team && k < team->field_count; k++) {
            value = strcmp(team->fields[k].name, column) == 0 ? team->fields[k].value : value;
        }
    }
    return value;
}

/* The title of a column of a milestone. */
static void add_title(struct text *out, const char *milestone, const char *title)
{
    struct text both = {0};
    text_string(&both, milestone);
    text_string(&both, *milestone ? " " : "");
    text_string(&both, title);
    report_csv_field(out, both.failed ? title : both.bytes);
    out->failed = out->failed || both.failed;
    text_free(&both);
}

static bool has_adjustments(const struct report *report, size_t milestone)
{
    for (size_t i = 0; i < report->submission_count; i++) {
        if (report->submissions[i].marks[milestone].adjusted) {
            return true;
        }
    }
    return false;
}

static void add_header(const struct report *report, const struct columns *columns, struct text *out)
{
    report_csv_field(out, "team");
    for (size_t i = 0; i < columns->count; i++) {
        report_csv_field(out, columns->names[i]);
    }
    for (size_t i = 0; i < report->milestone_count; i++) {
        const char *name = report->milestones[i].name;
        add_title(out, name, "score");
        add_title(out, name, "late");
        if (has_adjustments(report, i)) {
            add_title(out, name, "change");
            add_title(out, name, "reason");
        }
        add_title(out, name, "result");
    }
    text_string(out, "total\r\n");
}

static void add_points(struct text *out, int64_t points)
{
    points_write(out, points);
    text_string(out, ",");
}

static void add_mark(struct text *out, const struct report_mark *mark, bool adjustments)
{
    if (!report_mark_graded(mark)) {
        text_string(out, adjustments ? ",,,,," : ",,,");
        return;
    }
    add_points(out, mark->tally.earned);
    add_points(out, mark->late);
    if (adjustments) {
        add_points(out, mark->change);
        report_csv_field(out, mark->reason);
    }
    add_points(out, mark->result);
}

void report_gradebook(const struct report *report, struct text *out)
{
    struct columns columns = {0};
    if (!find_columns(report, &columns)) {
        out->failed = true;
    }
    add_header(report, &columns, out);
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_submission *s = &report->submissions[i];
        report_csv_field(out, s->name);
        for (size_t k = 0; k < columns.count; k++) {
            report_csv_field(out, roster_value(report, s, columns.names[k]));
        }
        for (size_t k = 0; k < report->milestone_count; k++) {
            add_mark(out, &s->marks[k], has_adjustments(report, k));
        }
        points_write(out, s->result);
        text_string(out, "\r\n");
    }
    free(columns.names);
}

/* -- on a terminal -- */

enum { CELL = 9, MILESTONES_SHOWN = 12 };

/* Text at the right of a column. */
static void add_cell(struct text *out, const char *bytes, size_t length)
{
    text_format(out, " %*s", length < CELL ? (int)(CELL - length) : 0, "");
    text_escape(out, TEXT_LINE, bytes, length);
}

static void add_points_cell(struct text *out, int64_t points)
{
    struct text number = {0};
    points_write(&number, points);
    add_cell(out, number.bytes ? number.bytes : "", number.length);
    out->failed = out->failed || number.failed;
    text_free(&number);
}

void report_milestone_table(const struct report *report, size_t width, struct text *out)
{
    if (report->milestone_count < 2 || report->milestone_count > MILESTONES_SHOWN) {
        return;
    }
    text_format(out, "%*s", (int)width, "");
    for (size_t i = 0; i < report->milestone_count; i++) {
        add_cell(out, report->milestones[i].name, strlen(report->milestones[i].name));
    }
    add_cell(out, "total", strlen("total"));
    text_string(out, "\n");
    for (size_t i = 0; i < report->submission_count; i++) {
        const struct report_submission *s = &report->submissions[i];
        report_padded(out, s->name, width);
        for (size_t k = 0; k < report->milestone_count; k++) {
            if (report_mark_graded(&s->marks[k])) {
                add_points_cell(out, s->marks[k].result);
            } else {
                add_cell(out, "-", 1);
            }
        }
        add_points_cell(out, s->result);
        text_string(out, "\n");
    }
}
