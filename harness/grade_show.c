/* What a run shows before its reports. */
#include "base/write.h"
#include "report/kind.h"
#include "stop.h"
#include "xgrade.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

bool grade_select(struct harness *h, const struct grade_command *c, struct tasks *tasks)
{
    const struct tasks_wish *wish = &c->wish;
    if (wish->failed && c->work.before.count == 0) {
        return harness_usage(h, "--failed needs earlier results, and there are none");
    }
    if (!tasks_select(tasks, wish, &c->work.before)) {
        return harness_usage(h, "no case matches --%s %s", wish->filter ? "filter" : "tag",
                             harness_show(wish->filter ? wish->filter : wish->tag).text);
    }
    return grade_check_reports(h, &c->outputs, tasks);
}

void grade_name_orphans(const struct harness *h, const struct cases *cases)
{
    for (size_t i = 0; i < cases->orphan_count; i++) {
        harness_say(h, "%s", cases->orphans[i]);
    }
}

bool grade_list(struct harness *h, const struct tasks *tasks, bool with_submission)
{
    struct file_writer out;
    if (!file_open(&out, "-", &h->error)) {
        return false;
    }
    for (size_t i = 0; i < tasks->count; i++) {
        if (with_submission) {
            text_escape_string(&out.text, TEXT_LINE, tasks->list[i].submission);
            text_string(&out.text, "\t");
        }
        text_escape_string(&out.text, TEXT_LINE, tasks->list[i].test->id);
        text_string(&out.text, "\n");
    }
    return file_close(&out, &h->error);
}

static void show_progress(void *self, size_t done, size_t of, size_t failed)
{
    enum { WIDTH = 30 };
    char bar[WIDTH + 1];
    size_t filled = of ? done * WIDTH / of : 0;
    (void)self;
    if (done != of && of > 1000 && done % (of / 1000)) {
        return; /* too many to show each one */
    }
    memset(bar, '.', WIDTH);
    memset(bar, '#', filled < WIDTH ? filled : WIDTH);
    bar[WIDTH] = '\0';
    dprintf(STDERR_FILENO, "\r[%s] %zu of %zu, %zu failed%s", bar, done, of, failed, done == of ? "\r\033[K" : "");
}

/* Shows a failure as soon as it is known, above the bar. */
static void show_failure(void *self, const struct result *result)
{
    struct text line = {0}, phrase = {0};
    (void)self;
    if (result->visible != RECORD_VISIBLE_ALWAYS) {
        return;
    }
    kind_describe(result, &phrase);
    text_format(&line, "\r\033[K%-16s ", verdict_names[result->verdict]);
    text_escape_string(&line, TEXT_LINE, result->submission);
    text_string(&line, " ");
    text_escape_string(&line, TEXT_LINE, result->id);
    text_string(&line, phrase.length ? ": " : "");
    text_escape(&line, TEXT_LINE, phrase.bytes ? phrase.bytes : "", phrase.length);
    text_string(&line, "\n");
    if (!line.failed && !phrase.failed) {
        write_all(STDERR_FILENO, line.bytes, line.length);
    }
    text_free(&line);
    text_free(&phrase);
}

/* Shows what an update is about to change. */
static void show_change(void *self, const struct session_task *task, const struct judge *j)
{
    struct harness *h = self;
    struct file_writer out;
    if (!file_open(&out, "-", &h->error)) {
        return;
    }
    text_string(&out.text, "updating ");
    text_escape_string(&out.text, TEXT_LINE, task->test->id);
    text_string(&out.text, task->test->out || task->test->err ? "\n" : ": there was no expected output\n");
    for (int i = 0; i < j->compare.differences; i++) {
        const struct compare_difference *d = &j->compare.difference[i];
        text_string(&out.text, "    ");
        text_escape_string(&out.text, TEXT_LINE, d->path);
        text_string(&out.text, ": expected ");
        text_escape_string(&out.text, TEXT_LINE, *d->expected ? d->expected : "nothing");
        text_string(&out.text, ", got ");
        text_escape_string(&out.text, TEXT_LINE, *d->got ? d->got : "nothing");
        text_string(&out.text, "\n");
    }
    text_string(&out.text, j->compare.more ? "    ... and more\n" : "");
    if (j->log_differs) {
        text_format(&out.text, "    the log differs from %s on\n", j->log_difference.place);
    }
    file_close(&out, &h->error);
}

void grade_start(struct harness *h, struct grade_command *c)
{
    bool live = isatty(STDERR_FILENO) && !c->outputs.quiet;
    c->stop = c->stop < 0 ? stop_open() : c->stop;
    c->work.options.run.stop = c->stop;
    c->work.listener = (struct session_listener){.progress = live ? show_progress : NULL,
                                                 .failed = live ? show_failure : NULL,
                                                 .changing = show_change,
                                                 .self = h};
}
