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

enum { CHECKED_AT_ONCE = 100 }; /* answers, at most, that wait in memory for a program to judge them */

/* What is being run: one job for each task and feed. */
struct session_run {
    struct session_task **tasks;
    size_t count; /* of jobs */
    int feeds;
    struct grade_job *jobs;
    size_t *index;        /* of the jobs that are being run: which they are */
    unsigned char *tries; /* how often a job was run again */
    int *answers;         /* files in memory with answers that a program has to judge; -1 where there is none */
    bool *again;
    size_t reported; /* jobs that will not be run again, for now */
};

/* -- the results file -- */

/* Ends a line that a crash has cut off, so that the next record has a line of its own. */
static bool end_torn_line(int fd)
{
    char last;
    off_t end = lseek(fd, 0, SEEK_END);
    return end <= 0 || pread(fd, &last, 1, end - 1) != 1 || last == '\n' || write_all(fd, "\n", 1);
}

bool session_open(struct session *s, const struct session_options *options, struct error *err)
{
    const char *path = options->results;
    *s = (struct session){.options = *options, .fd = -1};
    if (options->builds) {
        options->builds->round++;
    }
    s->fd = path ? open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666) : memfd_create("results", MFD_CLOEXEC);
    if (s->fd < 0 || (path && !end_torn_line(s->fd))) {
        return error_set(err, ERROR_IO, "cannot write %s: %s", path ? json_show(path, strlen(path)).text : "results",
                         strerror(errno));
    }
    struct stat info;
    if (path && (fstat(s->fd, &info) != 0 || !S_ISREG(info.st_mode))) {
        return error_set(err, ERROR_IO, "cannot keep results in %s: it is no file", json_show(path, strlen(path)).text);
    }
    return !path || results_load(&s->before, s->fd, path, err);
}

bool session_append(struct session *s, const struct record *record)
{
    s->line.length = 0;
    record_write(&s->line, record);
    if (s->line.failed) {
        return error_memory(&s->error);
    }
    return write_all(s->fd, s->line.bytes, s->line.length) ||
           error_set(&s->error, ERROR_IO, "cannot write the results: %s", strerror(errno));
}

/* -- one task -- */

/* All is known about a task: writes its record. Without one it is not done, and s->error says why. */
static void finish(struct session *s, struct session_task *task)
{
    const struct grade_case *c = task->test;
    int feeds = s->options.feed_count;
    struct record_hashes hashes;
    struct record record = {
        .submission = task->submission,
        .id = c->id,
        .group = c->group,
        .team = c->team,
        .milestone = c->suite->milestone,
        .build = task->build ? task->build->name : NULL,
        .role = task->role,
        .verdict = task->verdict,
        .flaky = task->flaky,
        .updated = task->updated,
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
        .isolation = s->options.isolation,
        .tags = c->suite->tags,
        .time = time(NULL),
    };
    record.earned = feeds                           ? record.points * record.feeds_passed / feeds
                    : task->verdict == VERDICT_PASS ? record.points
                                                    : 0;
    task->done = session_hashes(s, task, &hashes, &s->error) && session_append(s, &record);
    text_free(&task->failure);
    if (!task->done) {
        return;
    }
    s->done++;
    s->failed += task->verdict != VERDICT_PASS;
    if (s->listener.progress) {
        s->listener.progress(s->listener.self, s->done, s->of, s->failed);
    }
}

/* A run of a task with a feed has its verdict. True if the job is to be run again. */
static bool settle(struct session *s, size_t job, const struct excerpt *out, const struct excerpt *err)
{
    const struct judge *j = &s->judge;
    const struct excerpt nothing = {0};
    struct session_task *task = s->at->tasks[job / (size_t)s->at->feeds];
    int feed = (int)(job % (size_t)s->at->feeds);
    if (j->verdict != VERDICT_PASS && s->at->tries[job] < s->options.retries) {
        s->at->tries[job]++;
        return true;
    }
    task->tries = task->tries > s->at->tries[job] ? task->tries : s->at->tries[job] + 1;
    task->feeds_left--;
    task->feeds_passed += j->verdict == VERDICT_PASS;
    task->flaky = task->flaky || (j->verdict == VERDICT_PASS && s->at->tries[job] > 0);
    if (j->verdict != VERDICT_PASS && (task->failed_feed < 0 || feed < task->failed_feed)) {
        const struct content *e = &j->expected;
        task->verdict = j->verdict;
        task->failed_feed = feed;
        task->failure.length = 0;
        record_failure(&task->failure, &(struct record_failure){
                                           .detail = j->detail,
                                           .compare = j->differs ? &j->compare : NULL,
                                           .log = j->log_differs ? &j->log_difference : NULL,
                                           .expected = {e->length ? e->bytes : NULL, e->length, e->length, e->length},
                                           .actual = j->of_stderr ? nothing : *out,
                                           .complaints = *err,
                                       });
    }
    if (task->feeds_left == 0) {
        finish(s, task);
    }
    return false;
}

/* -- jobs -- */

/* Keeps an answer for the program that judges it; -1 if that is not possible. */
static int keep_answer(const struct excerpt *out)
{
    int fd = memfd_create("answer", MFD_CLOEXEC);
    if (fd >= 0 && !write_all(fd, out->bytes, out->length)) {
        close(fd);
        return -1;
    }
    return fd;
}

static bool job_done(void *self, size_t index, const struct grade_result *r, bool *stop)
{
    struct session *s = self;
    size_t job = s->at->index[index];
    struct session_task *task = s->at->tasks[job / (size_t)s->at->feeds];
    struct judge *j = &s->judge;
    judge_result(j, task->test, &task->setting->way, r);
    if (s->options.update) {
        session_update(s, task, r);
    }
    task->wall_ns += r->wall_ns;
    task->cpu_ns += r->cpu_ns;
    task->memory_bytes = r->memory_bytes > task->memory_bytes ? r->memory_bytes : task->memory_bytes;
    task->out_bytes = r->out.total;
    task->code = r->code;
    task->signal = r->signal;
    if (j->undecided) {
        s->at->answers[job] = keep_answer(&r->out);
        s->at->reported++;
        if (s->at->answers[job] >= 0) {
            return false;
        }
        s->at->reported--;
        j->verdict = VERDICT_HARNESS_ERROR;
        snprintf(j->detail, sizeof j->detail, "cannot keep the answer: %s", strerror(errno));
    }
    bool again = settle(s, job, &r->out, &r->err);
    s->at->reported += !again;
    *stop = s->error.kind != ERROR_NONE || (s->options.fail_fast && s->failed > 0);
    return again;
}

/* Reads what only the record of a failure needs: it may be gone, but must not be missing for want of memory. */
static void read_excerpt(struct session *s, struct content *content, const char *path)
{
    struct error err = {0};
    if (!content_read(content, path, &err) && err.kind == ERROR_MEMORY) {
        s->error = err;
    }
}

/* A program has judged an answer. */
static bool check_done(void *self, size_t index, const struct grade_result *r, bool *stop)
{
    struct session *s = self;
    size_t job = s->at->index[index];
    const struct grade_case *c = s->at->tasks[job / (size_t)s->at->feeds]->test;
    char path[64];
    struct content answer = {0};
    snprintf(path, sizeof path, "/proc/self/fd/%d", s->at->answers[job]);
    read_excerpt(s, &answer, path);
    close(s->at->answers[job]);
    s->at->answers[job] = -1;
    s->judge.differs = s->judge.of_stderr = s->judge.log_differs = false;
    s->judge.expected.length = 0;
    judge_checker(&s->judge, r);
    if (s->judge.verdict != VERDICT_PASS && c->out) {
        read_excerpt(s, &s->judge.expected, c->out);
    }
    struct excerpt out = {answer.bytes, answer.length, answer.length, answer.length}, nothing = {0};
    s->at->again[job] = settle(s, job, &out, &nothing);
    content_free(&answer);
    *stop = s->error.kind != ERROR_NONE || (s->options.fail_fast && s->failed > 0);
    return false;
}

/* Has the answers that wait judged. */
static bool check_answers(struct session *s, struct error *err)
{
    struct session_run *at = s->at;
    size_t count = 0;
    struct grade_job *jobs = calloc(at->count, sizeof *jobs);
    bool ok = jobs != NULL;
    for (size_t i = 0; ok && i < at->count; i++) {
        if (at->answers[i] >= 0) {
            char path[64];
            int length = snprintf(path, sizeof path, "/proc/self/fd/%d", at->answers[i]);
            const char *answer = arena_string(&s->arena, path, (size_t)length);
            at->index[count] = i;
            ok = answer && session_checker_job(s, at->tasks[i / (size_t)at->feeds], answer, &jobs[count++]);
        }
    }
    ok = ok ? count == 0 || grade_run(&s->options.run, jobs, count, check_done, s, err) : error_memory(err);
    free(jobs);
    return ok;
}

/* The jobs that are to be run once more, moved to the front of `jobs`; how many they are. */
static size_t gather_again(struct session_run *at, struct grade_job *jobs)
{
    size_t count = 0;
    for (size_t i = 0; i < at->count; i++) {
        if (at->again[i]) {
            at->again[i] = false;
            at->index[count] = i;
            jobs[count++] = at->jobs[i];
        }
    }
    return count;
}

static bool run_jobs(struct session *s, struct error *err)
{
    struct session_run *at = s->at;
    struct grade_options options = s->options.run;
    struct grade_job *jobs = calloc(at->count, sizeof *jobs);
    if (!jobs) {
        return error_memory(err);
    }
    options.kept = at->tasks[0]->setting->way.kind == COMPARE_PROGRAM ? at->count : 0;
    bool ok = true;
    size_t count;
    while (ok && !s->stopped && (count = gather_again(at, jobs)) > 0) {
        at->reported = 0;
        ok = grade_run(&options, jobs, count, job_done, s, err);
        s->stopped = at->reported < count;
        ok = ok && (s->stopped || check_answers(s, err));
    }
    free(jobs);
    return ok;
}

/* Runs tasks that need no further thought. */
static bool run_tasks(struct session *s, struct session_task **tasks, size_t count, struct error *err)
{
    int feeds = s->options.feed_count ? s->options.feed_count : 1;
    struct session_run at = {.tasks = tasks, .count = count * (size_t)feeds, .feeds = feeds};
    at.jobs = calloc(at.count, sizeof *at.jobs);
    at.index = calloc(at.count, sizeof *at.index);
    at.tries = calloc(at.count, sizeof *at.tries);
    at.answers = calloc(at.count, sizeof *at.answers);
    at.again = calloc(at.count, sizeof *at.again);
    bool ok = at.jobs && at.index && at.tries && at.answers && at.again;
    for (size_t i = 0; ok && i < at.count; i++) {
        at.answers[i] = -1;
        at.again[i] = true;
        ok = session_job(s, tasks[i / (size_t)feeds], (int)(i % (size_t)feeds), &at.jobs[i], err);
    }
    s->at = &at;
    ok = ok ? run_jobs(s, err) : err->kind != ERROR_NONE ? false : error_memory(err);
    for (size_t i = 0; at.answers && i < at.count; i++) {
        if (at.answers[i] > 0) {
            close(at.answers[i]);
        }
    }
    s->at = NULL;
    free(at.jobs);
    free(at.index);
    free(at.tries);
    free(at.answers);
    free(at.again);
    return ok;
}

/* -- all tasks -- */

/* Ends a task that is not run. */
static void give_up(struct session *s, struct session_task *task, enum verdict verdict, const char *why)
{
    task->verdict = verdict;
    record_failure(&task->failure, &(struct record_failure){.detail = why});
    finish(s, task);
}

/* Whether a task has to be run. If not, what is known about it is recorded. */
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
        task->done = true;
        s->done++;
        s->failed += task->verdict != VERDICT_PASS;
        return false;
    }
    if (!c->out && !c->err && task->setting->way.kind != COMPARE_PROGRAM && !s->options.update) {
        give_up(s, task, VERDICT_MISSING_EXPECTED, "there is no expected output (K-out.json) for this input");
        return false;
    }
    if (!found) { /* there is nothing to run */
        give_up(s, task, VERDICT_EXIT, why.text);
    }
    return found;
}

/* Builds what tasks depend on. Those whose build failed are done; the others are moved to the front. */
static bool build_all(struct session *s, struct session_task **tasks, size_t *count, struct error *err)
{
    size_t kept = 0;
    if (!session_build(s, tasks, *count, err)) {
        return false;
    }
    for (size_t i = 0; i < *count && !s->stopped && s->error.kind == ERROR_NONE; i++) {
        const struct build *build = tasks[i]->build;
        if (!build || (build_is_current(build) && build->verdict == VERDICT_PASS)) {
            tasks[kept++] = tasks[i];
            continue;
        }
        give_up(s, tasks[i], build->verdict, build->why);
    }
    *count = kept;
    return true;
}

bool session_run(struct session *s, struct session_task *tasks, size_t count, struct error *err)
{
    struct session_task **wanted = calloc(count + 1, sizeof(*wanted)), **checked = calloc(count + 1, sizeof(*checked));
    size_t wanted_count = 0, plain_count = 0, checked_count = 0;
    bool ok = wanted && checked;
    s->of += count;
    for (size_t i = 0; ok && i < count && s->error.kind == ERROR_NONE; i++) {
        if (must_run(s, &tasks[i])) {
            wanted[wanted_count++] = &tasks[i];
        }
    }
    ok = ok ? build_all(s, wanted, &wanted_count, err) : error_memory(err);
    for (size_t i = 0; ok && i < wanted_count; i++) {
        if (wanted[i]->setting->way.kind == COMPARE_PROGRAM) {
            checked[checked_count++] = wanted[i];
        } else {
            wanted[plain_count++] = wanted[i];
        }
    }
    ok = ok && (plain_count == 0 || s->stopped || run_tasks(s, wanted, plain_count, err));
    size_t at_once = CHECKED_AT_ONCE / (size_t)(s->options.feed_count ? s->options.feed_count : 1);
    for (size_t i = 0; ok && !s->stopped && i < checked_count; i += at_once) {
        size_t left = checked_count - i;
        ok = run_tasks(s, checked + i, left < at_once ? left : at_once, err);
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
