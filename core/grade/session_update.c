/* Replaces what is expected by what was printed. */
#include "grade/session.h"

#include "base/file.h"

#include <stdio.h>
#include <string.h>

/* The path of a file of a case that does not exist yet. */
static const char *path_of(const struct grade_case *c, const char *suffix, char path[4096])
{
    snprintf(path, 4096, "%.*s%s", (int)(strlen(c->in) - strlen("-in.json")), c->in, suffix);
    return path;
}

static void announce(struct session *s, const struct session_task *task)
{
    if (s->listener.changing) {
        s->listener.changing(s->listener.self, task, &s->judge);
    }
}

static void write_file(struct session *s, struct session_task *task, const char *path, const struct excerpt *text)
{
    struct judge *j = &s->judge;
    struct error err = {0};
    if (file_write(path, text->bytes, text->length, &err)) {
        j->verdict = VERDICT_PASS;
        task->updated = true;
    } else {
        j->verdict = VERDICT_HARNESS_ERROR;
        snprintf(j->detail, sizeof j->detail, "%s", err.text);
    }
}

static void update_answer(struct session *s, struct session_task *task, const struct run_result *r)
{
    struct judge *j = &s->judge;
    const struct grade_case *c = task->test;
    const struct excerpt *actual = j->of_stderr ? &r->err : &r->out;
    char path[4096];
    if (j->verdict == VERDICT_MISSING_EXPECTED && task->setting->way.kind != COMPARE_TEXT &&
        !json_nodes_parse(&j->compare.got, actual->bytes, actual->length, true)) {
        if (j->compare.got.scanner.out_of_memory) {
            error_memory(&s->error);
            return;
        }
        char why[200];
        json_nodes_explain(&j->compare.got, why, sizeof why);
        snprintf(j->detail, sizeof j->detail, "<stdout>:%s", why);
        j->verdict = VERDICT_BAD_JSON;
        return;
    }
    announce(s, task);
    write_file(s, task, j->of_stderr ? c->err : c->out ? c->out : path_of(c, "-out.json", path), actual);
}

/* Updates the log, unless it is too long to compare. */
static void update_log(struct session *s, struct session_task *task, const struct run_result *r)
{
    const struct grade_case *c = task->test;
    char path[4096];
    if (!r->log.bytes || r->log.length < r->log.total) {
        return;
    }
    judge_log(&s->judge, c, r);
    if (!c->log || s->judge.log_differs) {
        if (!task->updated) {
            announce(s, task);
        }
        write_file(s, task, c->log ? c->log : path_of(c, "-log.jsonl", path), &r->log);
    }
}

void session_update(struct session *s, struct session_task *task, const struct run_result *r)
{
    const struct judge *j = &s->judge;
    if ((j->verdict == VERDICT_WRONG && j->differs) || j->verdict == VERDICT_MISSING_EXPECTED) {
        update_answer(s, task, r);
    }
    if (j->verdict == VERDICT_PASS && !j->undecided) {
        update_log(s, task, r);
    }
}
