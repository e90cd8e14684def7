#include "report/course.h"

#include "base/list.h"
#include "base/moment.h"
#include "report/points.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

/* -- lists -- */

struct course_milestone *course_milestone(const struct course *course, const char *name)
{
    for (size_t i = 0; i < course->milestone_count; i++) {
        if (strcmp(course->milestones[i].name, name) == 0) {
            return &course->milestones[i];
        }
    }
    return NULL;
}

struct course_team *course_team(const struct course *course, const char *name, const char *milestone)
{
    for (size_t i = 0; i < course->team_count; i++) {
        if (strcmp(course->teams[i].name, name) == 0 && strcmp(course->teams[i].milestone, milestone) == 0) {
            return &course->teams[i];
        }
    }
    return NULL;
}

bool course_set_milestone(struct course *c, const struct course_milestone *milestone)
{
    struct course_milestone *known = course_milestone(c, milestone->name);
    if (!known) {
        if (!list_grow(&c->milestones, &c->milestone_room, c->milestone_count + 1, sizeof *c->milestones)) {
            return false;
        }
        known = &c->milestones[c->milestone_count++];
    }
    *known = *milestone;
    return true;
}

bool course_set_team(struct course *c, const struct course_team *team)
{
    struct course_team *known = course_team(c, team->name, team->milestone);
    if (!known) {
        if (!list_grow(&c->teams, &c->team_room, c->team_count + 1, sizeof *c->teams)) {
            return false;
        }
        known = &c->teams[c->team_count++];
    }
    *known = *team;
    return true;
}

bool course_add_adjustment(struct course *c, const struct course_adjustment *adjustment)
{
    if (!list_grow(&c->adjustments, &c->adjustment_room, c->adjustment_count + 1, sizeof *c->adjustments)) {
        return false;
    }
    c->adjustments[c->adjustment_count++] = *adjustment;
    return true;
}

void course_free(struct course *c)
{
    free(c->milestones);
    free(c->teams);
    free(c->adjustments);
    *c = (struct course){0};
}

/* -- writing -- */

void course_write_milestone(struct text *out, const struct course_milestone *m)
{
    text_fill(out, TEXT_JSON, "{\"course\":\"milestone\",\"name\":\"%s\"", m->name);
    points_member(out, "points", m->points);
    if (m->deadline) {
        moment_member(out, "deadline", m->deadline);
    }
    if (m->grace) {
        text_format(out, ",\"grace\":%" PRId64, m->grace);
    }
    if (m->late.per_day) {
        text_string(out, ",\"late\":{\"per_day\":");
        points_write(out, m->late.per_day);
        points_member(out, "most", m->late.most);
        text_string(out, "}");
    }
    if (m->pass_mark >= 0) {
        points_member(out, "pass_mark", m->pass_mark);
    }
    text_string(out, "}\n");
}

void course_write_team(struct text *out, const struct course_team *t)
{
    text_fill(out, TEXT_JSON, "{\"course\":\"team\",\"name\":\"%s\",\"milestone\":\"%s\"", t->name, t->milestone);
    if (*t->commit) {
        text_fill(out, TEXT_JSON, ",\"commit\":\"%s\"", t->commit);
    }
    if (t->time) {
        moment_member(out, "time", t->time);
    }
    if (t->field_count) {
        text_string(out, ",\"roster\":{");
        for (size_t i = 0; i < t->field_count; i++) {
            text_string(out, i ? "," : "");
            text_fill(out, TEXT_JSON, "\"%s\":\"%s\"", t->fields[i].name, t->fields[i].value);
        }
        text_string(out, "}");
    }
    text_string(out, "}\n");
}

void course_write_adjustments(struct text *out, const struct course *c)
{
    text_string(out, "{\"course\":\"adjustments\",\"list\":[");
    for (size_t i = 0; i < c->adjustment_count; i++) {
        const struct course_adjustment *a = &c->adjustments[i];
        text_string(out, i ? "," : "");
        text_fill(out, TEXT_JSON, "{\"team\":\"%s\",\"milestone\":\"%s\"", a->team, a->milestone);
        points_member(out, a->sets ? "points" : "change", a->points);
        text_fill(out, TEXT_JSON, ",\"reason\":\"%s\"}", a->reason);
    }
    text_string(out, "]}\n");
}

void course_write(struct text *out, const struct course *c)
{
    for (size_t i = 0; i < c->milestone_count; i++) {
        course_write_milestone(out, &c->milestones[i]);
    }
    for (size_t i = 0; i < c->team_count; i++) {
        course_write_team(out, &c->teams[i]);
    }
    if (c->has_adjustments) {
        course_write_adjustments(out, c);
    }
}

/* -- the rules -- */

int64_t course_lateness(const struct course_milestone *m, const struct course_team *t)
{
    int64_t late = m && t && m->deadline && t->time ? t->time - m->deadline : 0;
    return m && late > m->grace ? late : 0;
}

int64_t course_late_cost(const struct course_milestone *m, int64_t lateness, int64_t score)
{
    if (!m || lateness <= 0) {
        return 0;
    }
    int64_t days = (lateness + MOMENT_DAY - 1) / MOMENT_DAY;
    const int64_t all = (int64_t)100 * POINTS_ONE;
    int64_t percent = days < all ? days * m->late.per_day : m->late.most;
    percent = percent < m->late.most ? percent : m->late.most;
    percent = percent < 0 ? 0 : percent < all ? percent : all; /* a results file may say anything */
    int64_t cost = points_part(m->points, percent, all);
    return cost < score ? cost : score;
}
