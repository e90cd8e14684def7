#include "grade/session.h"

#include "base/json_show.h"
#include "base/write.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { CHECKED_AT_ONCE = 100 }; /* answers, at most, that wait in memory for the checker */

/* -- the results file -- */

/* Ends a line that a crash left incomplete, so that the next record starts a new line. */
static bool end_torn_line(int fd)
{
    char last;
    off_t end = lseek(fd, 0, SEEK_END);
    return end <= 0 || pread(fd, &last, 1, end - 1) != 1 || last == '\n' || write_all(fd, "\n", 1);
}

/* Keeps other runs away from the results file, as far as its file system can. The lock ends with this process. */
static bool lock(int fd, const char *path, struct error *err)
{
    struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
    if (fcntl(fd, F_SETLK, &whole) == 0 || (errno != EACCES && errno != EAGAIN)) {
        return true;
    }
    bool known = fcntl(fd, F_GETLK, &whole) == 0 && whole.l_type != F_UNLCK;
    return error_set(err, ERROR_IO, "another run (process %d) adds to %s", known ? (int)whole.l_pid : 0,
                     json_show(path, strlen(path)).text);
}

bool session_open(struct session *s, const struct session_options *options, struct error *err)
{
    const char *path = options->results;
    *s = (struct session){.options = *options, .fd = -1};
    if (options->builds) {
        options->builds->round++;
    }
    s->fd = path ? open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : memfd_create("results", MFD_CLOEXEC);
    if (path && s->fd >= 0 && !lock(s->fd, path, err)) {
        return false;
    }
    if (s->fd < 0 || (path && !end_torn_line(s->fd))) {
        return error_set(err, ERROR_IO, "cannot write %s: %s", path ? json_show(path, strlen(path)).text : "results",
                         strerror(errno));
    }
    struct stat info;
    if (path && (fstat(s->fd, &info) != 0 || !S_ISREG(info.st_mode))) {
        return error_set(err, ERROR_IO, "cannot keep results in %s: it is not a regular file",
                         json_show(path, strlen(path)).text);
    }
    return !path || results_load(&s->before, s->fd, path, err);
}

static bool write_lines(const struct session *s, const struct text *lines, struct error *err)
{
    if (lines->failed) {
        return error_memory(err);
    }
    return write_all(s->fd, lines->bytes, lines->length) ||
           error_set(err, ERROR_IO, "cannot write the results: %s", strerror(errno));
}

bool session_append(struct session *s, const struct record *record)
{
    s->line.length = 0;
    record_write(&s->line, record);
    return write_lines(s, &s->line, &s->error);
}

/* Drops what was just added to the text, from `start` on, if a line of the file, which may be NULL, says the same. */
static void drop_known(struct text *out, size_t start, const char *line, size_t length)
{
    if (line && !out->failed && out->length == start + length + 1 && memcmp(out->bytes + start, line, length) == 0) {
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
        drop_known(&out, start, known ? known->line : NULL, known ? known->length : 0);
    }
    for (size_t i = 0; i < course->team_count; i++) {
        const struct course_team *team = &course->teams[i], *known = course_team(before, team->name, team->milestone);
        size_t start = out.length;
        course_write_team(&out, team);
        drop_known(&out, start, known ? known->line : NULL, known ? known->length : 0);
    }
    if (course->has_adjustments) {
        size_t start = out.length;
        course_write_adjustments(&out, course);
        drop_known(&out, start, before->adjustments_line, before->adjustments_length);
    }
    bool ok = write_lines(s, &out, err);
    text_free(&out);
    return ok;
}

/* -- one task -- */

const char *session_own_path(const struct session_task *task)
{
    size_t length = task->dir ? strlen(task->dir) : 0;
    const char *rest = task->program + length;
    if (!length || strncmp(task->program, task->dir, length) != 0 || (*rest != '/' && rest[-1] != '/')) {
        return task->program;
    }
    return rest + strspn(rest, "/");
}

bool session_is_missing(const struct session_task *task)
{
    return task->dir && access(task->program, F_OK) != 0;
}

/* Tells the listener of a failure whose record was written last. */
static void tell_failure(const struct session *s, const struct session_task *task)
{
    const struct result result = {.submission = task->submission,
                                  .id = task->test->id,
                                  .verdict = task->verdict,
                                  .role = task->role,
                                  .visible = task->test->team ? RECORD_VISIBLE_ALWAYS : task->test->suite->visible,
                                  .line = s->line.bytes,
                                  .length = s->line.length - 1};
    if (task->verdict != VERDICT_PASS && s->listener.failed) {
        s->listener.failed(s->listener.self, &result);
    }
}

static void count_done(struct session *s, struct session_task *task)
{
    task->done = true;
    s->done++;
    s->failed += task->verdict != VERDICT_PASS;
}

void session_finish(struct session *s, struct session_task *task)
{
    const struct grade_case *c = task->test;
    int feeds = s->options.feed_count;
    struct record_hashes hashes;
    struct text repeat = {0};
    if (task->verdict != VERDICT_PASS && task->setting) {
        session_repeat(s, task, &repeat);
    }
    struct record record = {
        .submission = task->submission,
        .id = c->id,
        .group = c->group,
        .team = c->team,
        .milestone = c->milestone,
        .program = task->dir ? session_own_path(task) : NULL,
        .description = c->suite->description,
        .hint = c->suite->hint,
        .visible = c->team ? RECORD_VISIBLE_ALWAYS : c->suite->visible, /* teams hide nothing from each other */
        .deadline = c->suite->deadline,
        .build = task->build ? task->build->name : NULL,
        .role = task->role,
        .verdict = task->verdict,
        .flaky = task->flaky,
        .updated = task->updated,
        .retried = task->alone ? "alone" : NULL,
        .tries = task->tries,
        .feeds = feeds,
        .feeds_passed = task->feeds_passed,
        .feed = feeds && task->failed_feed >= 0 ? s->options.feeds[task->failed_feed].name : NULL,
        .points = c->points,
        .code = task->code,
        .signal = task->signal,
        .failure = task->verdict == VERDICT_PASS ? NULL : &task->failure,
        .wall_ns = task->wall_ns,
        .cpu_ns = task->cpu_ns,
        .memory_bytes = task->memory_bytes,
        .out_bytes = task->out_bytes,
        .hashes = &hashes,
        .input = c->in,
        .repeat = repeat.bytes,
        .isolation = s->options.isolation,
        .tags = c->suite->tags,
        .time = time(NULL),
    };
    record.earned = feeds                           ? points_part(record.points, record.feeds_passed, feeds)
                    : task->verdict == VERDICT_PASS ? record.points
                                                    : 0;
    bool written = repeat.failed ? error_memory(&s->error)
                                 : session_hashes(s, task, &hashes, &s->error) && session_append(s, &record);
    text_free(&repeat);
    text_free(&task->failure);
    if (written) {
        tell_failure(s, task);
        count_done(s, task);
        if (s->listener.progress) {
            s->listener.progress(s->listener.self, s->done, s->of, s->failed);
        }
    }
}

/* -- all tasks -- */

/* Ends a task that is not run. */
static void give_up(struct session *s, struct session_task *task, enum verdict verdict, const char *why)
{
    task->verdict = verdict;
    record_failure(&task->failure, &(struct record_failure){.detail = why});
    session_finish(s, task);
}

/* Whether a task has to be run. If not, records what is known about it. */
static bool must_run(struct session *s, struct session_task *task)
{
    const struct grade_case *c = task->test;
    *task = (struct session_task){.test = c,
                                  .submission = task->submission,
                                  .dir = task->dir,
                                  .program = task->program,
                                  .role = task->role,
                                  .setting = session_setting(s, c->suite),
                                  .failed_feed = -1,
                                  .feeds_left = s->options.feed_count ? s->options.feed_count : 1};
    if (!task->setting) {
        error_memory(&s->error);
        return false;
    }
    struct submission submission;
    struct error why = {.kind = ERROR_NONE};
    bool found = session_submission(s, task, &submission, &why) && session_find_build(s, task, &submission, &why);
    if (!found && why.kind != ERROR_INPUT) {
        s->error = why;
        return false;
    }
    if (s->options.resume && session_still_holds(s, task, &task->verdict)) {
        count_done(s, task);
        return false;
    }
    if (!c->out && !c->err && task->setting->way.kind != COMPARE_PROGRAM && !s->options.update) {
        give_up(s, task, VERDICT_MISSING_EXPECTED, "there is no expected output (K-out.json) for this input");
        return false;
    }
    if (!found) { /* nothing to run */
        if (session_is_missing(task)) {
            error_set(&why, ERROR_INPUT, "%s has no %s", task->submission, session_own_path(task));
        }
        give_up(s, task, VERDICT_EXIT, why.text);
    }
    return found;
}

/* Runs the builds that tasks depend on. Tasks whose build failed are done; moves the others to the front. */
static bool build_all(struct session *s, struct session_task **tasks, size_t *count, struct error *err)
{
    size_t kept = 0;
    if (!session_build(s, tasks, *count, err)) {
        return false;
    }
    for (size_t i = 0; i < *count && !s->stopped && s->error.kind == ERROR_NONE; i++) {
        const struct build *build = tasks[i]->build;
        if (build && !(build_is_current(build) && build->verdict == VERDICT_PASS)) {
            give_up(s, tasks[i], build->verdict, build->why);
        } else if (build && session_leads_out(s, tasks[i])) {
            give_up(s, tasks[i], VERDICT_EXIT,
                    "the build has made the program a link that leads out of the submission");
        } else {
            tasks[kept++] = tasks[i];
        }
    }
    *count = kept;
    return true;
}

size_t session_sort_out(struct session *s, struct session_task *tasks, size_t count, struct session_task **wanted)
{
    size_t wanted_count = 0;
    s->of += count;
    for (size_t i = 0; i < count && s->error.kind == ERROR_NONE; i++) {
        if (must_run(s, &tasks[i])) {
            wanted[wanted_count++] = &tasks[i];
        }
    }
    return wanted_count;
}

bool session_adopt(struct session *s, struct session_task *task, const struct result *result, struct error *err)
{
    s->line.length = 0;
    text_add(&s->line, result->line, result->length);
    text_string(&s->line, "\n");
    if (!write_lines(s, &s->line, err)) {
        return false;
    }
    if (task) {
        task->verdict = result->verdict;
        count_done(s, task);
    }
    return true;
}

bool session_run(struct session *s, struct session_task *tasks, size_t count, struct error *err)
{
    struct session_task **wanted = calloc(count + 1, sizeof(*wanted)), **checked = calloc(count + 1, sizeof(*checked));
    size_t wanted_count = 0, plain_count = 0, checked_count = 0;
    bool ok = wanted && checked;
    wanted_count = ok ? session_sort_out(s, tasks, count, wanted) : 0;
    ok = ok ? build_all(s, wanted, &wanted_count, err) : error_memory(err);
    for (size_t i = 0; ok && i < wanted_count; i++) {
        if (wanted[i]->setting->way.kind == COMPARE_PROGRAM) {
            checked[checked_count++] = wanted[i];
        } else {
            wanted[plain_count++] = wanted[i];
        }
    }
    ok = ok && (plain_count == 0 || s->stopped || session_work(s, wanted, plain_count, err));
    size_t at_once = CHECKED_AT_ONCE / (size_t)(s->options.feed_count ? s->options.feed_count : 1);
    for (size_t i = 0; ok && !s->stopped && i < checked_count; i += at_once) {
        size_t left = checked_count - i;
        ok = session_work(s, checked + i, left < at_once ? left : at_once, err);
    }
    for (size_t i = 0; i < count; i++) {
        s->stopped = s->stopped || !tasks[i].done;
        if (!tasks[i].done) {
            text_free(&tasks[i].failure);
        }
    }
    free(wanted);
    free(checked);
    if (ok && s->error.kind != ERROR_NONE) {
        *err = s->error;
        ok = false;
    }
    return ok;
}

bool session_results(const struct session *s, struct results *out, struct error *err)
{
    return results_load(out, s->fd, s->options.results ? s->options.results : "results", err);
}

void session_close(struct session *s)
{
    if (s->fd >= 0) {
        close(s->fd);
    }
    results_free(&s->before);
    judge_free(&s->judge);
    text_free(&s->line);
    arena_free(&s->arena);
}
