#include "process/start.h"

#include "process/landlock.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <linux/close_range.h>
#include <poll.h>
#include <sched.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

enum { STACK_BYTES = 64 * 1024 };

/* What the new process needs; it shares our memory until it executes the program, and reports failures here. */
struct birth {
    const struct start_plan *plan;
    pid_t parent;
    struct start_failure failure;
};

/* Limits are lowered, never raised. */
static bool limit(unsigned resource, uint64_t soft, uint64_t hard)
{
    struct rlimit old, wanted = {.rlim_cur = soft, .rlim_max = hard};
    if (setrlimit(resource, &wanted) == 0) {
        return true;
    }
    if (getrlimit(resource, &old) < 0) {
        return false;
    }
    wanted.rlim_max = wanted.rlim_max < old.rlim_max ? wanted.rlim_max : old.rlim_max;
    wanted.rlim_cur = wanted.rlim_cur < wanted.rlim_max ? wanted.rlim_cur : wanted.rlim_max;
    return setrlimit(resource, &wanted) == 0;
}

static bool set_limits(const struct process_limits *limits)
{
    enum { NO_CORE = 1, SIGNALS = 4096 }; /* 0 would still start the program that the machine has for cores */
    return limit(RLIMIT_CORE, NO_CORE, NO_CORE) && limit(RLIMIT_SIGPENDING, SIGNALS, SIGNALS) &&
           (!limits->cpu_seconds || limit(RLIMIT_CPU, limits->cpu_seconds, limits->cpu_seconds + 1)) &&
           (!limits->file_bytes || limit(RLIMIT_FSIZE, limits->file_bytes, limits->file_bytes)) &&
           (!limits->user_processes || limit(RLIMIT_NPROC, limits->user_processes, limits->user_processes)) &&
           (!limits->open_files || limit(RLIMIT_NOFILE, limits->open_files, limits->open_files));
}

void start_close_from(int first, bool on_exec)
{
    enum { PLENTY = 65536 };
    if (syscall(SYS_close_range, (unsigned)first, ~0U, on_exec ? CLOSE_RANGE_CLOEXEC : 0U) == 0) {
        return;
    }
    struct rlimit most; /* before Linux 5.11, or if a container forbids it: one by one */
    getrlimit(RLIMIT_NOFILE, &most);
    for (int fd = first; fd < PLENTY && (rlim_t)fd < most.rlim_cur; fd++) {
        if (on_exec) {
            fcntl(fd, F_SETFD, FD_CLOEXEC);
        } else {
            close(fd);
        }
    }
}

/* Passes only 0, 1 and 2 to the program, whatever their numbers here and whatever else is open. */
static bool set_descriptors(const struct process_spec *spec)
{
    int from[] = {spec->in, spec->out, spec->err};
    for (int i = 0; i < 3; i++) {
        from[i] = from[i] < 3 ? fcntl(from[i], F_DUPFD_CLOEXEC, 3) : from[i];
    }
    start_close_from(3, true);
    return dup2(from[0], 0) == 0 && dup2(from[1], 1) == 1 && dup2(from[2], 2) == 2;
}

/* Root keeps the capability to bypass file permissions, or it might not reach the program; all others are dropped, even
 * those of the first process in a user namespace. */
static bool drop_privileges(void)
{
    struct __user_cap_header_struct header = {.version = _LINUX_CAPABILITY_VERSION_3};
    struct __user_cap_data_struct now[2], less[2] = {0};
    if (prctl(PR_SET_NO_NEW_PRIVS, 1L, 0L, 0L, 0L) < 0 || syscall(SYS_capget, &header, now) < 0) {
        return false;
    }
    if (!now[0].permitted && !now[1].permitted) {
        return true;
    }
    if (geteuid() == 0) {
        less[0].effective = less[0].permitted = now[0].permitted & 1U << CAP_DAC_OVERRIDE;
    }
    return syscall(SYS_capset, &header, less) == 0;
}

/* Caught signals are reset by exec. Of the ignored ones, resets those that shells, nohup, interpreters and we ourselves
 * are known to ignore; resetting all 64 each time would cost more than setting all limits. */
static void default_signals(void)
{
    static const int ignored[] = {SIGHUP,  SIGINT,  SIGQUIT, SIGPIPE, SIGALRM, SIGTERM, SIGCHLD,
                                  SIGTSTP, SIGTTIN, SIGTTOU, SIGXCPU, SIGXFSZ, SIGUSR1, SIGUSR2};
    struct sigaction plain = {.sa_handler = SIG_DFL};
    sigset_t none;
    for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
        sigaction(ignored[i], &plain, NULL);
    }
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
}

static int fail(struct birth *birth, enum start_step step)
{
    birth->failure = (struct start_failure){.step = step, .error = errno};
    _exit(127);
}

static int be_born(void *context)
{
    struct birth *birth = context;
    const struct process_spec *spec = birth->plan->spec;
    if (setsid() < 0 || prctl(PR_SET_PDEATHSIG, (long)SIGKILL, 0L, 0L, 0L) < 0 || !set_descriptors(spec)) {
        return fail(birth, START_SETUP);
    }
    if (getppid() != birth->parent) { /* it died before we could ask for PDEATHSIG */
        _exit(127);
    }
    default_signals();
    if (birth->plan->sandbox && !sandbox_enter(birth->plan->sandbox)) {
        return fail(birth, START_SANDBOX);
    }
    if (chdir(spec->folder) < 0) {
        return fail(birth, START_FOLDER);
    }
    if (!drop_privileges()) {
        return fail(birth, START_SETUP);
    }
    if (birth->plan->ruleset >= 0 && !landlock_enter(birth->plan->ruleset)) {
        return fail(birth, START_LANDLOCK);
    }
    if (!set_limits(&spec->limits)) {
        return fail(birth, START_SETUP);
    }
    syscall(SYS_execve, birth->plan->path, spec->argv, spec->env);
    return fail(birth, START_EXEC);
}

/* Waits until the new process has executed the program or ended, either of which closes its end of a pipe, unless
 * somebody stops it or it takes too long. Until then, we must not set errno, which it shares. */
static void wait_for_birth(int pipe, pid_t pid, struct birth *birth)
{
    enum { LOOK_MS = 20, LOOKS = 500 };
    struct pollfd born = {.fd = pipe, .events = POLLIN};
    siginfo_t stopped = {.si_pid = 0};
    int looks = 0;
    while (poll(&born, 1, LOOK_MS) == 0) {
        waitid(P_PID, (id_t)pid, &stopped, WSTOPPED | WNOHANG | WNOWAIT);
        if (stopped.si_pid == pid || ++looks == LOOKS) {
            kill(pid, SIGKILL);
            poll(&born, 1, -1);
            birth->failure = (struct start_failure){.step = START_STOPPED};
        }
    }
}

/* Starts the program while others run. With CLONE_VFORK, the kernel would wait for ever if one of them stopped it. */
static pid_t clone_beside(struct birth *birth, char *stack, int *fd)
{
    int pipe[2];
    if (pipe2(pipe, O_CLOEXEC) < 0) {
        return -1;
    }
    pid_t pid = clone(be_born, stack, CLONE_VM | CLONE_PIDFD | SIGCHLD, birth, fd);
    int error = pid < 0 ? errno : 0;
    close(pipe[1]);
    if (pid > 0) {
        wait_for_birth(pipe[0], pid, birth);
    }
    close(pipe[0]);
    errno = error;
    return pid;
}

pid_t start_program(const struct start_plan *plan, int *fd, struct start_failure *failure)
{
    _Alignas(16) char stack[STACK_BYTES];
    struct birth birth = {.plan = plan, .parent = getpid()};
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* no handler of ours may run in a process that shares our memory */
    pid_t pid = plan->spec->beside
                    ? clone_beside(&birth, stack + STACK_BYTES, fd)
                    : clone(be_born, stack + STACK_BYTES, CLONE_VM | CLONE_VFORK | CLONE_PIDFD | SIGCHLD, &birth, fd);
    int error = errno;
    sigprocmask(SIG_SETMASK, &before, NULL);
    *failure = pid < 0 ? (struct start_failure){.step = START_CLONE, .error = error} : birth.failure;
    if (pid >= 0 && failure->step != START_DONE) {
        close(*fd);
        waitpid(pid, NULL, 0);
        pid = -1;
    }
    return pid;
}
