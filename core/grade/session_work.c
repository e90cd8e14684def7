/* Runs the jobs of tasks and judges their results. */
#include "grade/explain.h"
#include "grade/session.h"

#include "base/write.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

/* Why a run was late. */
enum lateness {
    LATE,         /* its own fault */
    LATE_MAYBE,   /* it used little processor time, or the machine is busy */
    LATE_STARVED, /* it waited for a processor */
};

/* A task with a feed. */
struct attempt {
    struct run_job job;
    int tries;  /* how often it was run again */
    int answer; /* a memory file with the answer for the checker; -1: none */
    bool again;
    bool settled;       /* it has a verdict */
    enum lateness late; /* if it was postponed, */
    struct text kept;   /* and how it failed */
};

/* What is being run. */
struct session_run {
    struct session_task **tasks;
    struct attempt *attempts; /* for each task, one with each feed */
    size_t count;             /* of attempts */
    int feeds;
    struct run_job *jobs; /* those that are being run, */
    size_t *index;        /* and of which attempts */
    bool alone;           /* postponed attempts are being run, one at a time */
    size_t reported;      /* jobs that will not be run again, for now */
};

static struct session_task *task_of(const struct session_run *at, size_t job)
{
    return at->tasks[job / (size_t)at->feeds];
}

/* Forgets the results of a task whose program has changed, while one of its jobs is still to be reported. */
static void start_over(struct session_run *at, size_t job)
{
    struct session_task *task = task_of(at, job);
    size_t first = job / (size_t)at->feeds * (size_t)at->feeds;
    for (size_t i = first; i < first + (size_t)at->feeds; i++) {
        if (at->attempts[i].settled) {
            at->attempts[i].settled = false;
            at->attempts[i].again = true;
            task->feeds_left++;
        }
    }
    task->verdict = VERDICT_PASS;
    task->feeds_passed = 0;
    task->failed_feed = -1;
    task->wall_ns = task->cpu_ns = 0;
    text_free(&task->failure);
}

/* Describes the failure judged last, for its record. */
static struct text describe_failure(const struct session *s, const struct excerpt *out, const struct excerpt *err)
{
    const struct judge *j = &s->judge;
    const struct content *e = &j->expected;
    const struct excerpt nothing = {0};
    struct text failure = {0};
    record_failure(&failure, &(struct record_failure){
                                 .detail = j->detail,
                                 .compare = j->differs ? &j->compare : NULL,
                                 .log = j->log_differs ? &j->log_difference : NULL,
                                 .slip = j->slipped ? &j->slip : NULL,
                                 .expected = {e->length ? e->bytes : NULL, e->length, e->length, e->length},
                                 .actual = j->of_stderr ? nothing : *out,
                                 .complaints = *err,
                             });
    return failure;
}

/* Sets the verdict of a task's run with a feed; takes ownership of the failure, which tells more. */
static void settle(struct session *s, size_t job, enum verdict verdict, struct text *failure)
{
    struct session_task *task = task_of(s->at, job);
    struct attempt *attempt = &s->at->attempts[job];
    int feed = (int)(job % (size_t)s->at->feeds);
    bool passed = verdict == VERDICT_PASS;
    task->tries = task->tries > attempt->tries ? task->tries : attempt->tries + 1;
    task->feeds_left--;
    attempt->settled = true;
    task->feeds_passed += passed;
    task->flaky = task->flaky || (passed && attempt->tries > 0);
    if (!passed && (task->failed_feed < 0 || feed < task->failed_feed)) {
        task->verdict = verdict;
        task->failed_feed = feed;
        text_free(&task->failure);
        task->failure = *failure;
        *failure = (struct text){0};
    }
    text_free(failure);
    if (task->feeds_left == 0) {
        session_finish(s, task);
    }
}

/* Handles a judged run. True if the job is to be run again. */
static bool conclude(struct session *s, size_t job, const struct excerpt *out, const struct excerpt *err)
{
    enum verdict verdict = s->judge.verdict;
    struct text failure = {0};
    if (verdict != VERDICT_PASS && s->at->attempts[job].tries < s->options.retries) {
        s->at->attempts[job].tries++;
        return true;
    }
    if (verdict != VERDICT_PASS) {
        failure = describe_failure(s, out, err);
    }
    settle(s, job, verdict, &failure);
    return false;
}

/* -- second chances -- */

static enum lateness lateness(const struct run_result *r)
{
    double load = 0;
    bool idle = r->cpu_ns < r->wall_ns / 2;
    if (r->end != RUN_TIMEOUT) {
        return LATE;
    }
    if (idle && r->waited_ns > r->wall_ns / 10) {
        return LATE_STARVED;
    }
    bool busy = getloadavg(&load, 1) == 1 && load > (double)sysconf(_SC_NPROCESSORS_ONLN) + 1;
    return idle || busy ? LATE_MAYBE : LATE;
}

/* Postpones a run that was late, perhaps because of others. */
static bool put_off(struct session *s, size_t job, const struct run_result *r)
{
    enum lateness late = lateness(r);
    if (!s->options.second_chance || s->at->alone || late == LATE) {
        return false;
    }
    s->at->attempts[job].late = late;
    s->at->attempts[job].kept = describe_failure(s, &r->out, &r->err);
    return true;
}

/* -- jobs -- */

/* Keeps an answer for the checker; -1 on failure. */
static int keep_answer(const struct excerpt *out)
{
    int fd = memfd_create("answer", MFD_CLOEXEC);
    if (fd >= 0 && !write_all(fd, out->bytes, out->length)) {
        close(fd);
        return -1;
    }
    return fd;
}

/* Adds an explanation of a failure to its details. */
static void add_explanation(struct session *s, size_t job, const struct run_result *r)
{
    char *detail = s->judge.detail, why[400];
    size_t length = strlen(detail);
    if (explain_failure(&s->at->attempts[job].job, s->options.run.isolation, !task_of(s->at, job)->dir, r, why,
                        sizeof why)) {
        snprintf(detail + length, sizeof s->judge.detail - length, "; %s", why);
    }
}

static bool job_done(void *self, size_t index, const struct run_result *r, bool *stop)
{
    struct session *s = self;
    size_t job = s->at->index[index];
    struct session_task *task = task_of(s->at, job);
    struct judge *j = &s->judge;
    if (session_program_changed(s, task)) {
        start_over(s->at, job);
        return true;
    }
    judge_result(j, task->test, &task->setting->way, r);
    if (put_off(s, job, r)) {
        s->at->reported++;
        return false;
    }
    if (s->options.update) {
        session_update(s, task, r);
    }
    if (j->verdict == VERDICT_EXIT) {
        add_explanation(s, job, r);
    }
    task->wall_ns += r->wall_ns;
    task->cpu_ns += r->cpu_ns;
    task->memory_bytes = r->memory_bytes > task->memory_bytes ? r->memory_bytes : task->memory_bytes;
    task->out_bytes = r->out.total;
    task->code = r->code;
    task->signal = r->signal;
    if (j->undecided) {
        int answer = s->at->attempts[job].answer = keep_answer(&r->out);
        if (answer >= 0) {
            s->at->reported++;
            return false;
        }
        j->verdict = VERDICT_HARNESS_ERROR;
        snprintf(j->detail, sizeof j->detail, "cannot keep the answer: %s", strerror(errno));
    }
    bool again = conclude(s, job, &r->out, &r->err);
    s->at->reported += !again;
    *stop = s->error.kind != ERROR_NONE || (s->options.fail_fast && s->failed > 0);
    return again;
}

/* Reads a file that only the record of a failure needs: it may be gone, but running out of memory is an error. */
static void read_excerpt(struct session *s, struct content *content, const char *path)
{
    struct error err = {0};
    if (!content_read(content, path, &err) && err.kind == ERROR_MEMORY) {
        s->error = err;
    }
}

/* The checker has judged an answer. */
static bool check_done(void *self, size_t index, const struct run_result *r, bool *stop)
{
    struct session *s = self;
    size_t job = s->at->index[index];
    struct attempt *attempt = &s->at->attempts[job];
    const struct grade_case *c = task_of(s->at, job)->test;
    struct content answer = {0};
    read_excerpt(s, &answer, s->at->jobs[index].input);
    close(attempt->answer);
    attempt->answer = -1;
    s->judge.differs = s->judge.of_stderr = s->judge.slipped = s->judge.log_differs = false;
    s->judge.expected.length = 0;
    judge_checker(&s->judge, r);
    if (s->judge.verdict != VERDICT_PASS && c->out) {
        read_excerpt(s, &s->judge.expected, c->out);
    }
    struct excerpt out = {answer.bytes, answer.length, answer.length, answer.length}, nothing = {0};
    attempt->again = conclude(s, job, &out, &nothing);
    content_free(&answer);
    *stop = s->error.kind != ERROR_NONE || (s->options.fail_fast && s->failed > 0);
    return false;
}

/* Runs the checker on the waiting answers. */
static bool check_answers(struct session *s, struct error *err)
{
    struct session_run *at = s->at;
    size_t count = 0;
    for (size_t i = 0; i < at->count; i++) {
        if (at->attempts[i].answer >= 0) {
            const char *answer = arena_format(&s->arena, "/proc/self/fd/%d", at->attempts[i].answer);
            at->index[count] = i;
            if (!answer || !session_checker_job(s, task_of(at, i), answer, &at->jobs[count++])) {
                return error_memory(err);
            }
        }
    }
    return run_jobs(&s->options.run, at->jobs, count, check_done, s, err);
}

/* Runs postponed jobs one by one, while nothing else runs. Programs that hang would cost all that time again, so for a
 * submission that is repeatedly late, only jobs that had to wait for a processor are run. */
static bool run_alone(struct session *s, struct error *err)
{
    enum { ENOUGH = 3 };
    struct session_run *at = s->at;
    struct run_options options = s->options.run;
    const char *submission = NULL;
    int in_vain = 0;
    bool ok = true;
    options.jobs = 1;
    options.kept = 1;
    at->alone = true;
    for (size_t i = 0; ok && !s->stopped && i < at->count; i++) {
        struct attempt *attempt = &at->attempts[i];
        struct session_task *task = task_of(at, i);
        enum lateness late = attempt->late;
        if (late == LATE) {
            continue;
        }
        attempt->late = LATE;
        in_vain = submission == task->submission ? in_vain : 0;
        submission = task->submission;
        if (late == LATE_MAYBE && in_vain >= ENOUGH) {
            settle(s, i, VERDICT_TIMEOUT, &attempt->kept);
            continue;
        }
        text_free(&attempt->kept);
        task->alone = true;
        at->index[0] = i;
        at->reported = 0;
        ok = run_jobs(&options, &attempt->job, 1, job_done, s, err);
        s->stopped = at->reported < 1;
        in_vain = s->judge.verdict == VERDICT_TIMEOUT ? in_vain + 1 : 0;
    }
    at->alone = false;
    return ok && (s->stopped || check_answers(s, err));
}

/* Gathers the jobs to run once more; returns how many. */
static size_t gather_again(struct session_run *at)
{
    size_t count = 0;
    for (size_t i = 0; i < at->count; i++) {
        if (at->attempts[i].again) {
            at->attempts[i].again = false;
            at->index[count] = i;
            at->jobs[count++] = at->attempts[i].job;
        }
    }
    return count;
}

static bool run_all_jobs(struct session *s, struct error *err)
{
    struct session_run *at = s->at;
    struct run_options options = s->options.run;
    options.kept = at->tasks[0]->setting->way.kind == COMPARE_PROGRAM ? at->count : 0;
    bool ok = true;
    size_t count;
    while (ok && !s->stopped && (count = gather_again(at)) > 0) {
        at->reported = 0;
        ok = run_jobs(&options, at->jobs, count, job_done, s, err);
        s->stopped = at->reported < count;
        ok = ok && (s->stopped || check_answers(s, err));
        if (ok && !s->stopped) {
            ok = run_alone(s, err);
        }
    }
    return ok;
}

bool session_work(struct session *s, struct session_task **tasks, size_t count, struct error *err)
{
    int feeds = s->options.feed_count ? s->options.feed_count : 1;
    struct session_run at = {.tasks = tasks, .count = count * (size_t)feeds, .feeds = feeds};
    at.attempts = calloc(at.count, sizeof *at.attempts);
    at.jobs = calloc(at.count, sizeof *at.jobs);
    at.index = calloc(at.count, sizeof *at.index);
    bool ok = at.attempts && at.jobs && at.index;
    if (!ok) {
        error_memory(err);
    }
    for (size_t i = 0; ok && i < at.count; i++) {
        struct session_task *task = task_of(&at, i);
        at.attempts[i].answer = -1;
        at.attempts[i].again = true;
        ok = (i % (size_t)feeds || session_note_program(s, task, err)) &&
             session_job(s, task, (int)(i % (size_t)feeds), &at.attempts[i].job, err);
    }
    s->at = &at;
    ok = ok && run_all_jobs(s, err);
    for (size_t i = 0; at.attempts && i < at.count; i++) {
        if (at.attempts[i].answer > 0) {
            close(at.attempts[i].answer);
        }
        text_free(&at.attempts[i].kept);
    }
    s->at = NULL;
    free(at.attempts);
    free(at.jobs);
    free(at.index);
    return ok;
}
