#include "process/start.h"

#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

/* -- how bubblewrap is called -- */

struct bwrap_call {
    const char *argv[PROCESS_ARGUMENTS_MAX];
    size_t count;
};

static bool add(struct bwrap_call *call, const char *word)
{
    if (call->count == PROCESS_ARGUMENTS_MAX - 1) {
        return false;
    }
    call->argv[call->count++] = word;
    return true;
}

static bool add_all(struct bwrap_call *call, const char *const *words)
{
    while (*words) {
        if (!add(call, *words++)) {
            return false;
        }
    }
    return true;
}

static bool wrap(struct bwrap_call *call, const struct process_spec *spec, const char *program)
{
    static const char *const system[] = {"/usr",    "/bin", "/sbin", "/lib", "/lib32", "/lib64",
                                         "/libx32", "/etc", "/opt",  "/nix", "/snap",  NULL};
    static const char *const walls[] = {"bwrap",         "--unshare-user",
                                        "--unshare-pid", "--unshare-ipc",
                                        "--unshare-uts", "--die-with-parent",
                                        "--new-session", "--proc",
                                        "/proc",         "--dev",
                                        "/dev",          "--tmpfs",
                                        "/tmp",          NULL};
    bool fine = add_all(call, walls) && (spec->unshared || add(call, "--unshare-net"));
    for (const char *const *path = system; *path; path++) {
        fine = fine && add(call, "--ro-bind-try") && add(call, *path) && add(call, *path);
    }
    for (const char *const *path = spec->readable; path && *path; path++) {
        fine = fine && add(call, "--ro-bind-try") && add(call, *path) && add(call, *path);
    }
    return fine && add(call, "--bind") && add(call, spec->folder) && add(call, spec->folder) && add(call, "--chdir") &&
           add(call, spec->folder) && add(call, "--") && add(call, program) && add_all(call, spec->argv + 1);
}

/* -- starting -- */

static enum process_started complain(const struct start_failure *failure, const char *program, struct error *err)
{
    static const char *const steps[] = {
        "", "no process to be had", "cannot set it up", "no folder to run in", "Landlock", ""};
    if (failure->step != START_EXEC) {
        error_set(err, ERROR_IO, "%s: %s", steps[failure->step], strerror(failure->error));
        return PROCESS_FAILED;
    }
    if (process_is_shortage(failure->error)) {
        error_set(err, ERROR_IO, "%s cannot be executed here: %s", program, strerror(failure->error));
        return PROCESS_FAILED;
    }
    struct stat what;
    bool exists = stat(program, &what) == 0;
    const char *why = failure->error == ENOEXEC            ? "it is no program, and no script that begins with #!"
                      : failure->error == ENOENT && exists ? "the interpreter that its first line names does not exist"
                      : exists && S_ISDIR(what.st_mode)    ? "it is a folder"
                      : failure->error == EACCES && exists && access(program, X_OK) == 0
                          ? "it or its interpreter lies where programs may not read"
                          : strerror(failure->error);
    error_set(err, ERROR_IO, "%s: %s", program, why);
    return PROCESS_UNFIT;
}

static enum process_started begin(const struct start_plan *plan, struct process *process, struct error *err)
{
    struct start_failure failure;
    bool keeper = plan->spec->keeper || plan->spec->isolation >= PROCESS_ISOLATE_NS;
    *process = (struct process){.fd = -1, .kept = keeper, .leash = -1};
    process->pid = keeper ? start_keeper(plan, &process->leash, &failure) : start_program(plan, &failure);
    if (process->pid < 0) {
        return complain(&failure, plan->spec->argv[0], err);
    }
    process->fd = keeper ? process->leash : (int)syscall(SYS_pidfd_open, process->pid, 0U);
    if (process->fd < 0) {
        error_set(err, ERROR_IO, "cannot watch a process: %s", strerror(errno));
        process_end(process, &(struct process_end){0}, &(struct error){0});
        return PROCESS_FAILED;
    }
    return PROCESS_STARTED;
}

static enum process_started begin_wrapped(const struct process_spec *spec, const char *path, struct process *process,
                                          struct error *err)
{
    struct bwrap_call call = {0};
    struct process_spec wrapped = *spec;
    char bwrap[PATH_MAX];
    if (!process_find("bwrap", bwrap, sizeof bwrap, err)) {
        return PROCESS_FAILED;
    }
    if (access(path, X_OK) < 0) { /* bubblewrap would say so on the program's stderr */
        return complain(&(struct start_failure){START_EXEC, errno}, path, err);
    }
    if (!wrap(&call, spec, path)) {
        error_set(err, ERROR_IO, "too many arguments for bubblewrap");
        return PROCESS_FAILED;
    }
    wrapped.argv = call.argv;
    enum process_started started = begin(&(struct start_plan){&wrapped, bwrap, -1, false}, process, err);
    process->bwrap = true;
    return started == PROCESS_UNFIT ? PROCESS_FAILED : started;
}

enum process_started process_start(const struct process_spec *spec, struct process *process, struct error *err)
{
    char path[PATH_MAX];
    if (!process_find(spec->argv[0], path, sizeof path, err)) {
        return err->kind == ERROR_INPUT ? PROCESS_UNFIT : PROCESS_FAILED;
    }
    if (spec->isolation == PROCESS_ISOLATE_BWRAP) {
        return begin_wrapped(spec, path, process, err);
    }
    struct start_plan plan = {.spec = spec, .path = path, .ruleset = spec->ruleset, .confine = true};
    bool ours = plan.ruleset < 0 && spec->isolation != PROCESS_ISOLATE_NONE && landlock_version() > 0;
    if (ours && (plan.ruleset = landlock_open(spec->folder, spec->readable, err)) < 0) {
        return PROCESS_FAILED;
    }
    enum process_started started = begin(&plan, process, err);
    if (ours) {
        close(plan.ruleset);
    }
    return started;
}

/* -- ending -- */

/* The keeper, told by the end of its leash, ends everything, then says how the program ended. */
static bool end_kept(struct process *process, struct process_end *end, struct error *err)
{
    shutdown(process->leash, SHUT_WR);
    bool known = start_hear(process->leash, end, sizeof *end);
    close(process->leash);
    waitpid(process->pid, NULL, 0);
    if (process->bwrap && known && WIFEXITED(end->status) && WEXITSTATUS(end->status) > 128) {
        end->status = W_EXITCODE(0, WEXITSTATUS(end->status) - 128); /* that is how it reports signals */
    }
    return known || error_set(err, ERROR_IO, "the process that kept a program was killed");
}

bool process_end(struct process *process, struct process_end *end, struct error *err)
{
    if (process->leash >= 0) {
        return end_kept(process, end, err);
    }
    kill(-process->pid, SIGKILL); /* not yet waited for, so the number is still its own */
    if (process->fd >= 0) {
        close(process->fd);
    }
    return wait4(process->pid, &end->status, 0, &end->usage) == process->pid ||
           error_set(err, ERROR_IO, "a program was lost: %s", strerror(errno));
}

bool process_wait(struct process *process, struct process_end *end, struct error *err)
{
    struct pollfd over = {.fd = process->fd, .events = POLLIN};
    while (poll(&over, 1, -1) < 0 && errno == EINTR) {
    }
    return process_end(process, end, err);
}

/* -- beside -- */

bool process_environment(struct process_environment *env, const char *folder)
{
    const char *path = getenv("PATH");
    int length = snprintf(env->room, sizeof env->room, "PATH=%s%cLANG=C.UTF-8%cTZ=UTC%cHOME=%s%cTMPDIR=%s",
                          path && *path ? path : "/usr/local/bin:/usr/bin:/bin", 0, 0, 0, folder, 0, folder);
    if (length < 0 || (size_t)length >= sizeof env->room) {
        return false;
    }
    size_t count = 0;
    for (const char *at = env->room; at <= env->room + length; at += strlen(at) + 1) {
        env->list[count++] = at;
    }
    env->list[count] = NULL;
    return true;
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
