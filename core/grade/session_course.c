/* What a results file says about the course. */
#include "grade/session.h"

#include "base/write.h"

#include <errno.h>
#include <string.h>

/* Drops what was just added to the text, from `start` on, if a line of the file says the same. */
static void drop_known(struct text *out, size_t start, const char *line, size_t length)
{
    if (!out->failed && out->length == start + length + 1 && memcmp(out->bytes + start, line, length) == 0) {
        out->length = start;
    }
}

bool session_describe(struct session *s, const struct course *course, struct error *err)
{
    const struct course *before = &s->before.course;
    struct text out = {0};
    for (size_t i = 0; i < course->milestone_count; i++) {
        const struct course_milestone *known = course_milestone(before, course->milestones[i].name);
        size_t start = out.length;
        course_write_milestone(&out, &course->milestones[i]);
        if (known) {
            drop_known(&out, start, known->line, known->length);
        }
    }
    for (size_t i = 0; i < course->team_count; i++) {
        const struct course_team *team = &course->teams[i], *known = course_team(before, team->name, team->milestone);
        size_t start = out.length;
        course_write_team(&out, team);
        if (known) {
            drop_known(&out, start, known->line, known->length);
        }
    }
    if (course->has_adjustments) {
        size_t start = out.length;
        course_write_adjustments(&out, course);
        if (before->adjustments_line) {
            drop_known(&out, start, before->adjustments_line, before->adjustments_length);
        }
    }
    bool ok = !out.failed || error_memory(err);
    if (ok && !write_all(s->fd, out.bytes, out.length)) {
        ok = error_set(err, ERROR_IO, "cannot write the results: %s", strerror(errno));
    }
    text_free(&out);
    return ok;
}
