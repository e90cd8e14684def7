/* GNU parallel: shares are the lines of a file of commands, and run here or, with -S, on other machines over ssh. */
#include "base/clock.h"
#include "base/content.h"
#include "base/file.h"
#include "engine/engine.h"
#include "engine/tool.h"

#include <errno.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

/* moreutils has another program of this name. */
static bool check(struct error *err)
{
    static const char gnu[] = "GNU parallel";
    const char *argv[] = {"parallel", "--version", NULL};
    struct text out = {0};
    struct error ignored;
    bool ok = tool_run(argv, TOOL_SECONDS, &out, &ignored) && out.bytes && strncmp(out.bytes, gnu, strlen(gnu)) == 0;
    text_free(&out);
    return ok || error_set(err, ERROR_IO, "the parallel in PATH is not GNU parallel; Debian's package parallel has it");
}

/* What the -S "4/host1,host2" or a line of a file of hosts stands for. */
static size_t count_hosts(const char *text, size_t cores)
{
    size_t slots = 0;
    while (*text) {
        size_t length = strcspn(text, ",\n");
        size_t each = strtoul(text, NULL, 10);
        slots += length == 0 ? 0 : each && text[strspn(text, "0123456789")] == '/' ? each : cores;
        text += length + (text[length] != '\0');
    }
    return slots;
}

static size_t count_slots(const struct engine *e)
{
    cpu_set_t set;
    size_t cores = sched_getaffinity(0, sizeof set, &set) == 0 ? (size_t)CPU_COUNT(&set) : 1, slots;
    const char *jobs = engine_option(e, "-j", "--jobs"), *hosts = engine_option(e, "-S", "--sshlogin");
    const char *path = engine_option(e, "--slf", "--sshloginfile");
    struct content file = {0};
    cores = jobs && strtoul(jobs, NULL, 10) ? strtoul(jobs, NULL, 10) : cores;
    slots = cores;
    if (hosts) {
        slots = count_hosts(hosts, cores);
    } else if (path && content_read(&file, path, &(struct error){0})) {
        slots = count_hosts(file.bytes, cores);
    }
    content_free(&file);
    return slots;
}

static bool is_busy(const struct engine *e)
{
    return e->pid > 0;
}

/* Writes the commands, one for each share. */
static bool write_commands(const struct engine *e, const char *path, size_t first, size_t count, struct error *err)
{
    struct file_writer out;
    if (!file_open(&out, path, err)) {
        return false;
    }
    for (size_t i = 0; i < count; i++) {
        text_shell(&out.text, e->spool->script);
        text_format(&out.text, " %zu\n", first + i);
    }
    return file_close(&out, err);
}

/* Shares are tried elsewhere by parallel itself, so no machine has to be avoided. The commands are quoted for sh, so
 * that is what should run them: parallel would take the user's login shell, and nothing at all where SHELL is not set,
 * as in jobs of cron. */
static size_t submit(struct engine *e, size_t first, size_t count, const char *avoid, struct error *err)
{
    struct arena arena = {0};
    char *path = arena_format(&arena, "%s/parallel-%zu.commands", e->spool->dir, first);
    char *joblog = arena_format(&arena, "%s/parallel-%zu.joblog", e->spool->dir, first);
    char *log = arena_format(&arena, "%s/parallel-%zu.txt", e->spool->dir, first);
    char *tries = arena_format(&arena, "%d", e->tries);
    const char *argv[ENGINE_WORDS_MAX + 1] = {
        "env", "PARALLEL_SHELL=/bin/sh", "parallel", "-a", path, "--joblog", joblog, "--retries", tries};
    size_t words = 9;
    (void)avoid;
    bool ok = path && joblog && log && tries ? engine_add_options(e, argv, &words, err) : error_memory(err);
    pid_t pid = ok && write_commands(e, path, first, count, err) ? tool_start(argv, log, err) : -1;
    e->pid = pid > 0 ? pid : 0;
    e->at = first;
    e->gave_up = false;
    arena_free(&arena);
    return pid > 0 ? count : 0;
}

/* Shares are there as long as parallel is. If it ends by itself, it has tried often enough. */
static bool look(struct engine *e)
{
    int status = 0;
    pid_t ended = e->pid ? waitpid(e->pid, &status, WNOHANG) : 0;
    if (e->pid && (ended == e->pid || (ended < 0 && errno == ECHILD))) {
        e->pid = 0;
        e->gave_up = WIFEXITED(status);
    }
    for (size_t i = 0; i < e->count; i++) {
        e->shares[i].active = e->pid > 0;
    }
    return true;
}

static void complaint(const struct engine *e, struct text *out)
{
    struct arena arena = {0};
    char *path = arena_format(&arena, "%s/parallel-%zu.txt", e->spool->dir, e->at);
    if (path) {
        spool_first_line(path, out);
    }
    arena_free(&arena);
}

/* Ends parallel, and what it runs. It has to do that itself, because what it runs is on other machines, or at least in
 * other process groups. It ignores SIGTERM until it has found out about its machines, and old ones only start no more
 * at the first; once it ends what runs, that takes less than half a second. So it is asked again and again. */
static void cancel(struct engine *e)
{
    enum { LOOKS_A_SECOND = 20, LOOKS = 5 * LOOKS_A_SECOND };
    for (int i = 0; i < LOOKS && e->pid; i++) {
        if (i % (LOOKS_A_SECOND / 2) == 0) {
            kill(e->pid, SIGTERM);
        }
        clock_sleep(clock_in(CLOCK_SECOND / LOOKS_A_SECOND));
        look(e);
    }
    if (e->pid) {
        kill(-e->pid, SIGKILL);
    }
}

const struct engine_calls engine_parallel = {
    .name = "parallel",
    .program = "parallel",
    .package = "parallel",
    .look_every = 0,
    .silence = 600 * CLOCK_SECOND,
    .retries = true,
    .check = check,
    .complaint = complaint,
    .slots = count_slots,
    .is_busy = is_busy,
    .submit = submit,
    .look = look,
    .cancel = cancel,
};
