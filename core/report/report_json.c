/* Everything as JSON, for other programs. */
#include "base/moment.h"
#include "report/report.h"

#include <inttypes.h>

static void add_json_tally(struct text *out, const struct report *report, const struct report_tally *t)
{
    text_format(out, "\"passed\":%zu,\"failed\":%zu,\"harness_errors\":%zu,\"flaky\":%zu", t->passed, t->failed,
                t->errors, t->flaky);
    points_member(out, "points", t->points);
    points_member(out, "earned", t->earned);
    text_format(out, ",\"percent\":%.3f,\"enough\":%s,\"wall_ms\":%.3f", report_percent(t),
                report_passed(report, t) ? "true" : "false", t->wall_ms);
}

static void add_json_mark(struct text *out, const struct report *report, const char *milestone,
                          const struct report_mark *mark)
{
    text_fill(out, TEXT_JSON, "{\"milestone\":\"%s\",", milestone);
    add_json_tally(out, report, &mark->tally);
    if (mark->team && mark->team->time) {
        text_fill(out, TEXT_JSON, ",\"commit\":\"%s\"", mark->team->commit);
        moment_member(out, "time", mark->team->time);
        text_format(out, ",\"late_seconds\":%" PRId64, mark->lateness);
    }
    points_member(out, "late", mark->late);
    points_member(out, "change", mark->change);
    if (mark->adjusted) {
        text_fill(out, TEXT_JSON, ",\"reason\":\"%s\"", mark->reason);
    }
    points_member(out, "result", mark->result);
    text_string(out, "}");
}

/* The marks of a submission, except for milestones that it was not run over. */
static void add_json_marks(struct text *out, const struct report *report, const struct report_submission *s)
{
    const char *before = "\n  ";
    points_member(out, "result", s->result);
    text_string(out, ",\"marks\":[");
    for (size_t i = 0; i < report->milestone_count; i++) {
        if (report_mark_graded(&s->marks[i])) {
            text_string(out, before);
            add_json_mark(out, report, report->milestones[i].name, &s->marks[i]);
            before = ",\n  ";
        }
    }
    text_string(out, "]");
}

static void add_json_milestone(struct text *out, const struct report_milestone *milestone)
{
    const struct course_milestone *rule = milestone->rule;
    text_fill(out, TEXT_JSON, "{\"name\":\"%s\"", milestone->name);
    if (rule) {
        points_member(out, "points", rule->points);
    }
    if (rule && rule->deadline) {
        moment_member(out, "deadline", rule->deadline);
    }
    if (rule && rule->pass_mark >= 0) {
        points_member(out, "pass_mark", rule->pass_mark);
    }
    text_string(out, "}");
}

static void add_json_result(struct text *out, const struct report *report, const struct result *r)
{
    text_fill(out, TEXT_JSON, "{\"submission\":\"%s\",\"group\":\"%s\",\"case\":\"%s\",\"milestone\":\"%s\"",
              r->submission, r->group, r->id, r->milestone);
    text_format(out, ",\"verdict\":\"%s\"", verdict_names[r->verdict]);
    points_member(out, "points", r->points);
    points_member(out, "earned", r->earned);
    text_format(out, ",\"flaky\":%s,\"tries\":%d,\"exit\":%d,\"signal\":%d,\"message\":\"", r->flaky ? "true" : "false",
                r->tries, r->code, r->signal);
    if (r->verdict != VERDICT_PASS) {
        report_json_failure(out, report, r);
    }
    text_format(out, "\",\"wall_ms\":%.3f,\"cpu_ms\":%.3f,\"memory_kib\":%.0f}", r->wall_ms, r->cpu_ms, r->memory_kib);
}

static void add_json_case(struct text *out, const struct report *report, const struct report_case *c)
{
    text_fill(out, TEXT_JSON, "{\"case\":\"%s\"", c->id);
    if (*c->team) {
        text_fill(out, TEXT_JSON, ",\"team\":\"%s\"", c->team);
    }
    text_format(out, ",\"ran\":%zu,\"caught\":%zu", c->ran, c->caught);
    if (c->audit) {
        text_format(out, ",\"audit\":\"%s\",\"message\":\"", verdict_names[c->audit->verdict]);
        if (c->audit->verdict != VERDICT_PASS) {
            report_json_failure(out, report, c->audit);
        }
        text_string(out, "\"");
    }
    text_string(out, "}");
}

void report_json(const struct report *report, struct text *out)
{
    text_string(out, "{\"summary\":{");
    add_json_tally(out, report, &report->total);
    points_member(out, "result", report->result);
    text_format(out, ",\"not_run\":%zu},\n\"submissions\":[", report->not_run);
    for (size_t i = 0; i < report->submission_count; i++) {
        text_fill(out, TEXT_JSON, i ? ",\n{\"name\":\"%s\"," : "\n{\"name\":\"%s\",", report->submissions[i].name);
        add_json_tally(out, report, &report->submissions[i].tally);
        add_json_marks(out, report, &report->submissions[i]);
        text_string(out, "}");
    }
    text_string(out, "],\n\"milestones\":[");
    for (size_t i = 0; i < report->milestone_count; i++) {
        text_string(out, i ? ",\n" : "\n");
        add_json_milestone(out, &report->milestones[i]);
    }
    text_string(out, "],\n\"authors\":[");
    for (size_t i = 0; i < report->author_count; i++) {
        const struct report_author *a = &report->authors[i];
        text_fill(out, TEXT_JSON, i ? ",\n{\"name\":\"%s\"," : "\n{\"name\":\"%s\",", a->name);
        text_format(out, "\"tests\":%zu,\"caught\":%zu,\"wrong\":%zu}", a->tests, a->caught, a->wrong);
    }
    text_string(out, "],\n\"groups\":[");
    for (size_t i = 0; i < report->group_count; i++) {
        text_fill(out, TEXT_JSON, i ? ",\n{\"name\":\"%s\"," : "\n{\"name\":\"%s\",", report->groups[i].name);
        add_json_tally(out, report, &report->groups[i].tally);
        text_string(out, "}");
    }
    text_string(out, "],\n\"tests\":[");
    for (size_t i = 0; i < report->case_count; i++) {
        text_string(out, i ? ",\n" : "\n");
        add_json_case(out, report, &report->cases[i]);
    }
    text_string(out, "],\n\"results\":[");
    for (size_t i = 0; i < report->tests; i++) {
        text_string(out, i ? ",\n" : "\n");
        add_json_result(out, report, &report->results->list[i]);
    }
    text_string(out, "]}\n");
}
