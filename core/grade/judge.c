#include "grade/judge.h"

#include "base/ascii.h"
#include "base/json_show.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

enum { ACCEPT = 42, REJECT = 43, COMPLAINT_CODE = 3 };

__attribute__((format(printf, 3, 4))) static void decide(struct judge *j, enum verdict verdict, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(j->detail, sizeof j->detail, format, args);
    va_end(args);
    j->verdict = verdict;
}

/* Compares a stream of the program with a file. */
static void compare_stream(struct judge *j, const struct compare_way *way, const char *path, const struct excerpt *got)
{
    struct error err = {0};
    if (!content_read(&j->expected, path, &err)) {
        decide(j, VERDICT_HARNESS_ERROR, "%s", err.text);
        return;
    }
    switch (compare_answers(&j->compare, way, j->expected.bytes, j->expected.length, got->bytes, got->length)) {
    case COMPARE_SAME:
        return;
    case COMPARE_DIFFERENT:
        j->differs = true;
        j->slipped = slip_in_answer(&j->compare, &j->slip);
        j->verdict = VERDICT_WRONG;
        return;
    case COMPARE_NO_JSON:
        j->differs = true;
        j->slipped = slip_in_text(got->bytes, got->length, &j->slip);
        decide(j, VERDICT_BAD_JSON, "<stdout>:%s", j->compare.problem);
        return;
    case COMPARE_BAD_EXPECTED:
        decide(j, VERDICT_HARNESS_ERROR, "%s:%s", path, j->compare.problem);
        return;
    case COMPARE_TOO_HARD:
        decide(j, VERDICT_HARNESS_ERROR,
               "too many elements are alike to find out which belong together; --tolerance 0 or a checker would do");
        return;
    default:
        decide(j, VERDICT_HARNESS_ERROR, "out of memory");
    }
}

static void judge_complaint(struct judge *j, const struct grade_case *c, const struct run_result *r)
{
    static const struct compare_way text = {.kind = COMPARE_TEXT};
    compare_stream(j, &text, c->err, &r->err);
    j->of_stderr = j->differs;
    if (j->verdict == VERDICT_PASS && !c->out && ascii_skip_blanks(r->out.bytes, 0, r->out.length) < r->out.length) {
        decide(j, VERDICT_WRONG, "expected nothing on stdout, got %s", json_show(r->out.bytes, r->out.length).text);
    }
}

static void judge_exit(struct judge *j, const struct grade_case *c, const struct compare_way *way,
                       const struct run_result *r)
{
    int wanted = c->suite->exit >= 0 ? c->suite->exit : c->err ? COMPLAINT_CODE : 0;
    if (r->code != wanted) {
        if (wanted == 0) {
            decide(j, VERDICT_EXIT, "exit code %d", r->code);
        } else {
            decide(j, VERDICT_EXIT, "exit code %d, expected %d", r->code, wanted);
        }
        return;
    }
    if (c->err) {
        judge_complaint(j, c, r);
    }
    if (j->verdict == VERDICT_PASS && way->kind == COMPARE_PROGRAM) {
        j->undecided = true;
    } else if (j->verdict == VERDICT_PASS && c->out) {
        compare_stream(j, way, c->out, &r->out);
    } else if (j->verdict == VERDICT_PASS && !c->err) {
        decide(j, VERDICT_MISSING_EXPECTED, "there is no expected output");
    }
}

static void judge_signal(struct judge *j, const struct run_result *r)
{
    const char *name = process_signal_name(r->signal), *words = strsignal(r->signal);
    if (name && words) {
        decide(j, VERDICT_CRASH, "SIG%s: %s%s%s", name, words, *r->text ? "; " : "", r->text);
    } else {
        decide(j, VERDICT_CRASH, "signal %d", r->signal);
    }
}

/* Reads what was expected of a run that did not get as far as to be compared: it is shown all the same. */
static void read_expected(struct judge *j, const struct grade_case *c)
{
    struct error err = {0};
    if (c->out && !content_read(&j->expected, c->out, &err)) {
        j->expected.length = 0;
        if (err.kind == ERROR_MEMORY) {
            decide(j, VERDICT_HARNESS_ERROR, "%s", err.text);
        }
    }
}

void judge_log(struct judge *j, const struct grade_case *c, const struct run_result *r)
{
    j->log_differs = false;
    if (c->log && r->log.bytes && content_read(&j->log, c->log, &(struct error){0})) {
        size_t kept = j->log.length < RUN_LOG_MAX ? j->log.length : RUN_LOG_MAX;
        const struct excerpt expected = {j->log.bytes, kept, kept, j->log.length};
        j->log_differs = log_differ(&j->log_difference, &j->log_compare, expected, r->log);
    }
}

void judge_result(struct judge *j, const struct grade_case *c, const struct compare_way *way,
                  const struct run_result *r)
{
    static const enum verdict verdicts[] = {
        [RUN_TIMEOUT] = VERDICT_TIMEOUT,
        [RUN_CPU_LIMIT] = VERDICT_CPU_LIMIT,
        [RUN_MEMORY_LIMIT] = VERDICT_MEMORY_LIMIT,
        [RUN_OUTPUT_LIMIT] = VERDICT_OUTPUT_LIMIT,
        [RUN_PROCESS_LIMIT] = VERDICT_PROCESS_LIMIT,
        [RUN_NOT_STARTED] = VERDICT_EXIT,
        [RUN_HARNESS_ERROR] = VERDICT_HARNESS_ERROR,
    };
    j->verdict = VERDICT_PASS;
    j->detail[0] = '\0';
    j->undecided = j->differs = j->of_stderr = j->slipped = j->log_differs = false;
    j->compare.differences = 0;
    j->expected.length = 0;
    if (r->end == RUN_EXITED) {
        judge_exit(j, c, way, r);
    } else if (r->end == RUN_SIGNALED) {
        judge_signal(j, r);
    } else {
        decide(j, verdicts[r->end], "%s", r->text);
    }
    if (j->verdict != VERDICT_PASS) {
        if (!j->differs) {
            read_expected(j, c);
        }
        judge_log(j, c, r);
    }
}

/* The first line that a program wrote, made safe to show. */
static struct json_shown first_line(const struct excerpt *t)
{
    const char *end = memchr(t->bytes, '\n', t->length);
    return json_show(t->bytes, end ? (size_t)(end - t->bytes) : t->length);
}

void judge_checker(struct judge *j, const struct run_result *r)
{
    const struct excerpt *said = r->out.length ? &r->out : &r->err;
    j->undecided = false;
    if (r->end == RUN_EXITED && r->code == ACCEPT) {
        decide(j, VERDICT_PASS, "%s", "");
    } else if (r->end == RUN_EXITED && r->code == REJECT) {
        decide(j, VERDICT_WRONG, "the checker says no%s%s", said->length ? ": " : "",
               said->length ? first_line(said).text : "");
    } else if (r->end == RUN_EXITED) {
        decide(j, VERDICT_HARNESS_ERROR, "the checker ended with %d, which is neither 42 (yes) nor 43 (no)%s%s",
               r->code, said->length ? ": " : "", said->length ? first_line(said).text : "");
    } else {
        decide(j, VERDICT_HARNESS_ERROR, "the checker failed: %s",
               r->end == RUN_SIGNALED ? strsignal(r->signal) : r->text);
    }
}

void judge_free(struct judge *j)
{
    compare_free(&j->compare);
    compare_free(&j->log_compare);
    content_free(&j->expected);
    content_free(&j->log);
}
