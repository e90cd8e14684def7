#include "process/start.h"

#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- starting -- */

/* Why an existing program cannot be executed. In a sandbox, it may exist for us but not inside. */
static const char *explain_exec(int error, const char *program)
{
    struct stat what;
    bool exists = stat(program, &what) == 0;
    return error == ENOEXEC                  ? "it is neither a program nor a script that begins with #!"
           : error == ENOENT && exists       ? "its interpreter does not exist, or lies where programs may not read"
           : exists && S_ISDIR(what.st_mode) ? "it is a folder"
           : error == EACCES && exists && access(program, X_OK) == 0
               ? "it or its interpreter lies where programs may not read"
               : strerror(error);
}

static enum process_started complain(const struct start_failure *failure, const char *program, struct error *err)
{
    static const char *const steps[] = {
        [START_CLONE] = "no process to be had", [START_SETUP] = "cannot set it up", [START_SANDBOX] = "the sandbox",
        [START_FOLDER] = "no folder to run in", [START_LANDLOCK] = "Landlock",
    };
    if (failure->step == START_STOPPED) {
        error_set(err, ERROR_INPUT, "%s: a program beside it kept it from starting", program);
        return PROCESS_UNFIT;
    }
    if (failure->step != START_EXEC) {
        error_set(err, ERROR_IO, "%s: %s", steps[failure->step],
                  *failure->text ? failure->text : strerror(failure->error));
        return failure->step == START_FOLDER && !error_is_shortage(failure->error) ? PROCESS_NOWHERE : PROCESS_FAILED;
    }
    if (error_is_shortage(failure->error)) {
        error_set(err, ERROR_IO, "%s cannot be executed here: %s", program, strerror(failure->error));
        return PROCESS_FAILED;
    }
    error_set(err, ERROR_IO, "%s: %s", program, explain_exec(failure->error, program));
    return PROCESS_UNFIT;
}

static enum process_started begin(const struct start_plan *plan, struct process *process, struct error *err)
{
    struct start_failure failure;
    *process = (struct process){.fd = -1, .leash = -1};
    if (plan->spec->keeper) {
        process->pid = start_keeper(plan, &process->leash, &failure);
        process->fd = process->leash;
    } else {
        process->pid = start_program(plan, &process->fd, &failure);
        process->group = plan->sandbox ? -1 : -process->pid;
    }
    return process->pid < 0 ? complain(&failure, plan->spec->argv[0], err) : PROCESS_STARTED;
}

enum process_started process_start(const struct process_spec *spec, struct process *process, struct error *err)
{
    char path[PATH_MAX];
    if (!process_find(spec->argv[0], path, sizeof path, err)) {
        return err->kind == ERROR_INPUT ? PROCESS_UNFIT : PROCESS_FAILED;
    }
    struct start_plan plan = {.spec = spec, .path = path, .ruleset = -1, .sandbox = spec->sandbox};
    bool rules = spec->isolation == PROCESS_ISOLATE_LANDLOCK && landlock_version() > 0;
    bool ours = rules && spec->ruleset < 0;
    if (rules) {
        const char *const writable[] = {spec->writable, NULL};
        plan.ruleset = ours ? landlock_open(writable, spec->readable, err) : spec->ruleset;
        if (plan.ruleset < 0) {
            return PROCESS_FAILED;
        }
    }
    enum process_started started = begin(&plan, process, err);
    if (ours) {
        close(plan.ruleset);
    }
    return started;
}

/* -- ending -- */

/* Shutting down the leash makes the keeper end everything, then report how the program ended. */
static bool end_kept(struct process *process, struct process_end *end, struct error *err)
{
    shutdown(process->leash, SHUT_WR);
    bool known = start_hear(process->leash, end, sizeof *end);
    close(process->leash);
    waitpid(process->pid, NULL, 0);
    return known || error_set(err, ERROR_IO, "the process that kept a program was killed");
}

bool process_end(struct process *process, struct process_end *end, struct error *err)
{
    if (process->leash >= 0) {
        return end_kept(process, end, err);
    }
    kill(process->group, SIGKILL); /* not yet waited for, so the pid is still its own */
    if (process->fd >= 0) {
        close(process->fd);
    }
    return wait4(process->pid, &end->status, 0, &end->usage) == process->pid ||
           error_set(err, ERROR_IO, "a program was lost: %s", strerror(errno));
}

const char *process_signal_name(int signal)
{
    static const char names[][7] = {
        [SIGHUP] = "HUP",   [SIGINT] = "INT",   [SIGQUIT] = "QUIT", [SIGILL] = "ILL",       [SIGTRAP] = "TRAP",
        [SIGABRT] = "ABRT", [SIGBUS] = "BUS",   [SIGFPE] = "FPE",   [SIGKILL] = "KILL",     [SIGUSR1] = "USR1",
        [SIGSEGV] = "SEGV", [SIGUSR2] = "USR2", [SIGPIPE] = "PIPE", [SIGALRM] = "ALRM",     [SIGTERM] = "TERM",
        [SIGXCPU] = "XCPU", [SIGXFSZ] = "XFSZ", [SIGSYS] = "SYS",   [SIGVTALRM] = "VTALRM", [SIGPROF] = "PROF",
    };
    const int known = (int)(sizeof names / sizeof *names);
    return signal > 0 && signal < known && *names[signal] ? names[signal] : NULL;
}

/* -- descriptors -- */

/* Whether this many can be opened now, found by opening them. */
static bool try_to_open(size_t count)
{
    int *opened = calloc(count, sizeof *opened);
    size_t have = 0;
    while (opened && have < count && (opened[have] = open("/", O_PATH | O_CLOEXEC)) >= 0) {
        have++;
    }
    int error = opened ? errno : ENOMEM;
    for (size_t i = 0; opened && i < have; i++) {
        close(opened[i]);
    }
    free(opened);
    errno = error;
    return have == count;
}

bool process_reserve(size_t count, uint64_t each, struct error *err)
{
    enum { PLENTY = 4096 }; /* on top of the requested ones, for those already open */
    struct rlimit limit;
    if (getrlimit(RLIMIT_NOFILE, &limit) < 0) {
        return error_set(err, ERROR_IO, "cannot read the limit of open files: %s", strerror(errno));
    }
    rlim_t wanted = PLENTY + (count > each ? count : each);
    wanted = wanted < limit.rlim_max ? wanted : limit.rlim_max;
    if (limit.rlim_cur < wanted) {
        limit.rlim_cur = wanted;
        setrlimit(RLIMIT_NOFILE, &limit); /* if this fails, so does what follows */
    }
    if (limit.rlim_max < each) {
        return error_set(err, ERROR_IO,
                         "programs may open %llu files, but the limit here is %llu: raise it (ulimit -n)",
                         (unsigned long long)each, (unsigned long long)limit.rlim_max);
    }
    return try_to_open(count) ||
           error_set(err, ERROR_IO, "%zu more open files are needed: %s; raise the limit (ulimit -n)", count,
                     strerror(errno));
}

/* -- environment and path -- */

/* Adds a variable, unless one of that name exists. */
static bool add_variable(struct process_environment *env, size_t *used, size_t *count, const char *name,
                         const char *value)
{
    size_t length = strlen(name);
    for (size_t i = 0; i < *count; i++) {
        if (strncmp(env->list[i], name, length) == 0 && env->list[i][length] == '=') {
            return true;
        }
    }
    size_t room = sizeof env->room - *used;
    int wrote = snprintf(env->room + *used, room, "%s=%s", name, value);
    if (wrote < 0 || (size_t)wrote >= room || *count >= PROCESS_VARIABLES_MAX - 1) {
        return false;
    }
    env->list[(*count)++] = env->room + *used;
    *used += (size_t)wrote + 1;
    return true;
}

bool process_environment(struct process_environment *env, const char *home, const char *tmp, const char *const *more)
{
    const char *path = getenv("PATH");
    size_t used = 0, count = 0;
    for (; more && *more; more++) {
        if (count >= PROCESS_VARIABLES_MAX - 1) {
            return false;
        }
        env->list[count++] = *more;
    }
    bool fine = add_variable(env, &used, &count, "PATH", path && *path ? path : "/usr/local/bin:/usr/bin:/bin") &&
                add_variable(env, &used, &count, "LANG", "C.UTF-8") && add_variable(env, &used, &count, "TZ", "UTC") &&
                add_variable(env, &used, &count, "HOME", home) && add_variable(env, &used, &count, "TMPDIR", tmp);
    env->list[count] = NULL;
    return fine;
}

static bool is_program(const char *path)
{
    struct stat what;
    return stat(path, &what) == 0 && S_ISREG(what.st_mode) && access(path, X_OK) == 0;
}

static bool find_in_path(const char *name, char *path, size_t size)
{
    const char *folders = getenv("PATH");
    for (const char *at = folders && *folders ? folders : "/usr/local/bin:/usr/bin:/bin"; at;) {
        const char *end = strchrnul(at, ':');
        if (*at == '/' && snprintf(path, size, "%.*s/%s", (int)(end - at), at, name) < (int)size && is_program(path)) {
            return true;
        }
        at = *end ? end + 1 : NULL;
    }
    return false;
}

bool process_find(const char *name, char *path, size_t size, struct error *err)
{
    char here[PATH_MAX];
    if (!strchr(name, '/')) {
        return find_in_path(name, path, size) || error_set(err, ERROR_INPUT, "%s: not found in PATH", name);
    }
    if (*name == '/') {
        *here = '\0';
    } else if (!getcwd(here, sizeof here)) {
        return error_set(err, ERROR_IO, "no current folder: %s", strerror(errno));
    }
    if (snprintf(path, size, "%s%s%s", here, *here ? "/" : "", name) >= (int)size) {
        return error_set(err, ERROR_INPUT, "%s: its path is too long", name);
    }
    return true;
}
