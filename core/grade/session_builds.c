/* Builds before cases run. */
#include "grade/session.h"

#include <time.h>

bool session_find_build(struct session *s, struct session_task *task, const struct submission *submission,
                        struct error *err)
{
    const struct build_command *command = &task->setting->build;
    if (!command->words || task->role == RECORD_AUDIT) {
        return true;
    }
    if (!submission->dir) {
        return error_set(err, ERROR_INPUT, "nothing can be built in /; --submission says what belongs to the program");
    }
    task->build = build_find(s->options.builds, submission, command, s->options.masked, err);
    return task->build;
}

static void is_built(void *self, const struct build *build, const struct run_result *r)
{
    struct session *s = self;
    struct text failure = {0};
    struct excerpt nothing = {0};
    record_failure(&failure, &(struct record_failure){.detail = build->why,
                                                      .actual = r->out.length ? r->out : nothing,
                                                      .complaints = r->err});
    session_append(s, &(struct record){
                          .submission = build->wanted_by,
                          .id = build->name,
                          .group = "build",
                          .role = RECORD_BUILD,
                          .verdict = build->verdict,
                          .tries = 1,
                          .code = r->code,
                          .signal = r->signal,
                          .failure = &failure,
                          .wall_ns = r->wall_ns,
                          .cpu_ns = r->cpu_ns,
                          .memory_bytes = r->memory_bytes,
                          .out_bytes = r->out.total,
                          .isolation = s->options.isolation,
                          .time = time(NULL),
                      });
    text_free(&failure);
}

bool session_build(struct session *s, struct session_task *const *tasks, size_t count, struct error *err)
{
    const struct run_job job = {.readable = s->options.readable, .masked = s->options.masked};
    bool any = false;
    for (size_t i = 0; i < count; i++) {
        struct build *build = tasks[i]->build;
        if (build && !build_is_current(build) && !build->wanted_by) {
            build->wanted_by = tasks[i]->submission;
            any = true;
        }
    }
    if (any && !build_run(s->options.builds, &s->options.run, &job, is_built, s, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) { /* builds that were not done mean that it was interrupted */
        const struct build *build = tasks[i]->build;
        s->stopped = s->stopped || (build && !build_is_current(build) && build->verdict != VERDICT_HARNESS_ERROR);
    }
    return true;
}
