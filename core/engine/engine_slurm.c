/* Slurm: shares are the tasks of job arrays. */
#include "base/clock.h"
#include "base/list.h"
#include "engine/engine.h"
#include "engine/tool.h"

#include <stdio.h>
#include <stdlib.h>

enum { ARRAY_MAX = 1000 }; /* one less than Slurm's default of MaxArraySize, which few sites lower */

/* CPUs that are not down, by those that a share takes. sinfo prints "allocated/idle/other/total". */
static size_t count_slots(const struct engine *e)
{
    const char *partition = engine_option(e, "-p", "--partition"), *each = engine_option(e, "-c", "--cpus-per-task");
    const char *argv[] = {"sinfo", "-h", "-o", "%C", partition ? "-p" : NULL, partition, NULL};
    struct text out = {0};
    size_t allocated = 0, idle = 0, cores = each ? strtoul(each, NULL, 10) : 1;
    if (tool_run(argv, &out, &(struct error){0}) && out.bytes) {
        char *end = out.bytes;
        allocated = strtoul(out.bytes, &end, 10);
        idle = *end == '/' ? strtoul(end + 1, NULL, 10) : 0;
    }
    text_free(&out);
    return (allocated + idle) / (cores ? cores : 1);
}

static bool submit_array(struct engine *e, const char *const *argv, size_t first, size_t count, struct error *err)
{
    struct text out = {0};
    char line[64];
    if (!list_grow(&e->jobs, &e->job_room, e->job_count + 1, sizeof *e->jobs)) {
        return error_memory(err);
    }
    struct engine_job *job = &e->jobs[e->job_count];
    bool ok = tool_run(argv, &out, err);
    if (ok) {
        *job = (struct engine_job){.first = first, .count = count};
        snprintf(job->id, sizeof job->id, "%.*s", out.bytes ? (int)strcspn(out.bytes, ";\n") : 0,
                 out.bytes ? out.bytes : "");
        snprintf(line, sizeof line, "slurm %s", job->id);
        e->job_count++;
        ok = *job->id ? spool_note_job(e->spool, line, err)
                      : error_set(err, ERROR_IO, "sbatch does not say which job it has made");
    }
    text_free(&out);
    return ok;
}

static bool submit(struct engine *e, size_t first, size_t count, const char *avoid, struct error *err)
{
    struct arena arena = {0};
    char array[64], exclude[SPOOL_HOST_MAX + 16], before[32], *script = engine_script(e, &arena, err);
    bool ok = script != NULL;
    for (size_t done = 0; ok && done < count;) {
        size_t some = count - done < ARRAY_MAX ? count - done : ARRAY_MAX, words = 0;
        const char *argv[ENGINE_WORDS_MAX + 1] = {
            "sbatch", "--parsable", "--requeue", "--job-name=signalbox", "--output=/dev/null", "--error=/dev/null"};
        words = 6;
        snprintf(array, sizeof array, "--array=1-%zu", some);
        snprintf(before, sizeof before, "%zu", first + done - 1);
        snprintf(exclude, sizeof exclude, "--exclude=%s", avoid);
        argv[words++] = array;
        argv[words++] = *avoid ? exclude : array;
        ok = engine_add_options(e, argv, &words, err);
        argv[words++] = script;
        argv[words++] = before;
        argv[words++] = "array";
        argv[words] = NULL;
        if (ok && !submit_array(e, argv, first + done, some, err)) {
            /* perhaps there is no other machine */
            argv[7] = array;
            ok = *avoid && submit_array(e, argv, first + done, some, err);
        }
        done += some;
    }
    arena_free(&arena);
    return ok;
}

/* Reads a line of squeue: the array's job, the index of the task, and why it waits. */
static void note_task(struct engine *e, const char *line, size_t length)
{
    char copy[160], *rest = copy, *end;
    snprintf(copy, sizeof copy, "%.*s", (int)length, line);
    const char *id = strsep(&rest, " "), *number = strsep(&rest, " "), *reason = rest ? rest : "";
    size_t index = number ? strtoul(number, &end, 10) : 0;
    for (size_t i = 0; i < e->job_count; i++) {
        const struct engine_job *job = &e->jobs[i];
        if (strcmp(job->id, id) != 0 || index < 1 || index > job->count) {
            continue;
        }
        if (strstr(reason, "requeued held") || strstr(reason, "requeued_held")) { /* it would wait for ever */
            char task[64];
            snprintf(task, sizeof task, "%s_%zu", id, index);
            engine_slurm_cancel(task, &(struct error){0});
        } else {
            e->shares[job->first + index - 2].active = true;
        }
    }
}

static bool look(struct engine *e)
{
    const char *argv[] = {"squeue", "-h", "-r", "--me", "-o", "%F %K %r", NULL};
    struct text out = {0};
    bool ok = tool_run(argv, &out, &(struct error){0});
    for (size_t i = 0; ok && i < e->count; i++) {
        e->shares[i].active = false;
    }
    for (const char *line = out.bytes; ok && line && *line;) {
        size_t length = strcspn(line, "\n");
        note_task(e, line, length);
        line += length + (line[length] == '\n');
    }
    text_free(&out);
    return ok;
}

bool engine_slurm_cancel(const char *id, struct error *err)
{
    const char *argv[] = {"scancel", "--quiet", id, NULL};
    return tool_find("scancel", "slurm-client", err) && tool_run(argv, NULL, err);
}

static void cancel(struct engine *e)
{
    for (size_t i = 0; i < e->job_count; i++) {
        engine_slurm_cancel(e->jobs[i].id, &(struct error){0});
    }
    for (int i = 0; i < 20 && e->job_count; i++) { /* what runs may still write its last results */
        bool any = false;
        if (!look(e)) {
            return;
        }
        for (size_t k = 0; k < e->count; k++) {
            any = any || e->shares[k].active;
        }
        if (!any) {
            return;
        }
        clock_sleep(clock_in(CLOCK_SECOND / 4));
    }
}

const struct engine_calls engine_slurm = {
    .name = "slurm",
    .program = "sbatch",
    .package = "slurm-client",
    .look_every = 10 * CLOCK_SECOND,
    .slots = count_slots,
    .submit = submit,
    .look = look,
    .cancel = cancel,
};
