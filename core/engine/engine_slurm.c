/* Slurm: shares are the tasks of job arrays. */
#include "base/clock.h"
#include "base/list.h"
#include "engine/engine.h"
#include "engine/tool.h"

#include <stdio.h>
#include <stdlib.h>

enum { ARRAY_MAX = 1000 }; /* one less than Slurm's default of MaxArraySize */
#define CANCEL_WAIT (5 * CLOCK_SECOND)

/* What users set in their environment for their own use of these programs must not hide tasks from us. */
static void forget_settings(void)
{
    static const char *const names[] = {"SQUEUE_ACCOUNT",    "SQUEUE_FORMAT2", "SQUEUE_LICENSES",     "SQUEUE_NAMES",
                                        "SQUEUE_PARTITION",  "SQUEUE_QOS",     "SQUEUE_STATES",       "SQUEUE_USERS",
                                        "SCANCEL_ACCOUNT",   "SCANCEL_BATCH",  "SCANCEL_INTERACTIVE", "SCANCEL_NAME",
                                        "SCANCEL_PARTITION", "SCANCEL_QOS",    "SCANCEL_STATE",       "SCANCEL_USER",
                                        "SCANCEL_WCKEY",     "SBATCH_WAIT"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        unsetenv(names[i]);
    }
}

/* CPUs that are not down, by those that a share takes. sinfo prints "allocated/idle/other/total". */
static size_t count_slots(const struct engine *e)
{
    const char *partition = engine_option(e, "-p", "--partition"), *each = engine_option(e, "-c", "--cpus-per-task");
    const char *argv[] = {"sinfo", "-h", "-o", "%C", partition ? "-p" : NULL, partition, NULL};
    struct text out = {0};
    size_t allocated = 0, idle = 0, cores = each ? strtoul(each, NULL, 10) : 1;
    if (tool_run(argv, TOOL_SECONDS, &out, &(struct error){0}) && out.bytes) {
        char *end = out.bytes;
        allocated = strtoul(out.bytes, &end, 10);
        idle = *end == '/' ? strtoul(end + 1, NULL, 10) : 0;
    }
    text_free(&out);
    return (allocated + idle) / (cores ? cores : 1);
}

/* How many tasks an array may have here. */
static size_t array_max(void)
{
    static const char name[] = "MaxArraySize";
    const char *argv[] = {"scontrol", "show", "config", NULL};
    struct text out = {0};
    const char *line =
        tool_run(argv, TOOL_SECONDS, &out, &(struct error){0}) && out.bytes ? strstr(out.bytes, name) : NULL;
    size_t size = line ? strtoul(line + strcspn(line, "0123456789\n"), NULL, 10) : 0;
    text_free(&out);
    return size > 1 && size - 1 < ARRAY_MAX ? size - 1 : ARRAY_MAX;
}

/* Finds the number of the job in what sbatch has printed: "12" or "12;cluster". Sites add lines of their own. */
static bool find_id(const char *line, char *id, size_t size)
{
    for (; line && *line; line += strcspn(line, "\n"), line += *line == '\n') {
        size_t digits = strspn(line, "0123456789");
        if (digits && digits < size && strchr(";\n", line[digits])) {
            snprintf(id, size, "%.*s", (int)digits, line);
            return true;
        }
    }
    return false;
}

static bool submit_array(struct engine *e, const char *const *argv, size_t first, size_t count, struct error *err)
{
    struct text out = {0};
    char line[64];
    if (!list_grow(&e->jobs, &e->job_room, e->job_count + 1, sizeof *e->jobs)) {
        return error_memory(err);
    }
    struct engine_job *job = &e->jobs[e->job_count];
    bool ok = tool_run(argv, TOOL_SECONDS, &out, err);
    *job = (struct engine_job){.first = first, .count = count};
    if (ok && find_id(out.bytes, job->id, sizeof job->id)) {
        snprintf(line, sizeof line, "slurm %s", job->id);
        ok = spool_note_job(e->spool, line, err);
        e->job_count += ok;
        if (!ok) { /* nobody would know of it after a crash */
            engine_slurm_cancel(job->id, &(struct error){0});
        }
    } else if (ok) {
        ok = error_set(err, ERROR_IO, "sbatch does not say which job it has made");
    }
    text_free(&out);
    return ok;
}

/* The first option of the user that cannot work: we number the tasks, do not wait, and ask one cluster about them. */
static const char *find_misfit(const struct engine *e)
{
    static const char *const misfits[] = {"-a", "--array", "-W", "--wait", "-M", "--clusters"};
    for (size_t i = 0; e->options && e->options[i]; i++) {
        for (size_t k = 0; k < sizeof misfits / sizeof *misfits; k++) {
            size_t length = strlen(misfits[k]);
            int next = strncmp(e->options[i], misfits[k], length) == 0 ? e->options[i][length] : '-';
            if (next == '\0' || next == '=' || (next != '-' && length == 2)) {
                return misfits[k];
            }
        }
    }
    return NULL;
}

static size_t submit(struct engine *e, size_t first, size_t count, const char *avoid, struct error *err)
{
    char array[64], exclude[SPOOL_HOST_MAX + 16], before[32];
    const char *argv[ENGINE_WORDS_MAX + 1] = {
        "sbatch", "--parsable", "--requeue", "--job-name=signalbox", "--output=/dev/null", "--error=/dev/null"};
    const char *misfit = find_misfit(e);
    forget_settings();
    size_t most = count > 1 ? array_max() : 1, some = count < most ? count : most, words = 6;
    bool ok = !misfit || error_set(err, ERROR_IO, "--engine slurm cannot take %s among its options", misfit);
    snprintf(array, sizeof array, "--array=1-%zu", some);
    snprintf(before, sizeof before, "%zu", first - 1);
    snprintf(exclude, sizeof exclude, "--exclude=%s", avoid);
    argv[words++] = array;
    argv[words++] = *avoid ? exclude : array;
    ok = ok && engine_add_options(e, argv, &words, err);
    argv[words++] = e->spool->script;
    argv[words++] = before;
    argv[words++] = "array";
    argv[words] = NULL;
    if (ok && !submit_array(e, argv, first, some, err)) {
        /* perhaps there is no other machine */
        argv[7] = array;
        ok = *avoid && submit_array(e, argv, first, some, err);
    }
    return ok ? some : 0;
}

/* For a task that should run on another machine than before, when all others are down or drained. */
static void allow_all_machines(const char *task)
{
    char job[80];
    const char *argv[] = {"scontrol", "update", job, "ExcNodeList=", NULL};
    snprintf(job, sizeof job, "JobId=%s", task);
    tool_run(argv, TOOL_SECONDS, NULL, &(struct error){0});
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
        struct engine_share *share = &e->shares[job->first + index - 2];
        char task[64];
        snprintf(task, sizeof task, "%s_%zu", id, index);
        if (strstr(reason, "requeued held") || strstr(reason, "requeued_held")) { /* it would wait for ever */
            engine_slurm_cancel(task, &(struct error){0});
            continue;
        }
        share->active = true;
        if (*share->avoid && strstr(reason, "ReqNodeNotAvail") && !engine_option(e, "-x", "--exclude")) {
            allow_all_machines(task);
            *share->avoid = '\0';
        }
    }
}

static bool look(struct engine *e)
{
    const char *argv[] = {"squeue", "-h", "-r", "--me", "-o", "%F %K %r", NULL};
    struct text out = {0};
    forget_settings();
    bool ok = tool_run(argv, TOOL_SECONDS, &out, &(struct error){0});
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
    forget_settings();
    return tool_find("scancel", "slurm-client", err) && tool_run(argv, TOOL_SECONDS, NULL, err);
}

static void cancel(struct engine *e)
{
    /* a second Ctrl-C ends scancel and squeue as well, and what runs may still write its last results */
    for (int64_t until = clock_in(CANCEL_WAIT); e->job_count && clock_now() < until;) {
        for (size_t i = 0; i < e->job_count; i++) {
            struct engine_job *job = &e->jobs[i];
            job->cancelled = job->cancelled || engine_slurm_cancel(job->id, &(struct error){0});
        }
        bool any = !look(e);
        for (size_t i = 0; i < e->count; i++) {
            any = any || e->shares[i].active;
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
    .silence = 600 * CLOCK_SECOND,
    .slots = count_slots,
    .submit = submit,
    .look = look,
    .cancel = cancel,
};
