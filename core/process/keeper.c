/* A process between us and a program: what the program starts ends with it, and both end with us.
 *
 * Theory of operation.
 *
 * Processes. process_start clones a keeper, which starts one program and waits. Orphans of that program are reparented
 * to the keeper, because it is a subreaper or, with namespaces, the init process of a pid namespace. So all descendants
 * of the keeper belong to that program, and any number of kept programs can run side by side.
 *
 *     us --- keeper --- program --- what it starts
 *        \-- keeper --- program
 *
 * Descriptors. We and the keeper hold the two ends of a socket pair, the leash. The keeper sends two messages over it:
 * a struct start_failure, as soon as the program has started or failed to, and a struct process_end when everything is
 * over; we send nothing. The keeper moves its end to descriptor 0 and a signalfd for SIGCHLD to 1, and closes
 * everything else: if it held an end of the program's pipes, nobody would see end of file. The program's descriptors 0,
 * 1 and 2 are those of the spec.
 *
 * Who ends whom. The keeper ends the program when our end of the leash is shut down or closed, which also happens if we
 * die, and when the program has too many processes. After the program it kills all its other descendants (in a pid
 * namespace, its own exit does that), removes the folder if asked to, reports how the program ended, and exits. It
 * blocks all signals that can be blocked. If the keeper itself is killed, the program dies by PDEATHSIG and the rest
 * with the pid namespace; without one, the rest is reparented to our nearest subreaper. */
#include "process/folder.h"
#include "process/start.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LOOK_MS = 20 }; /* between counts of processes */

/* The keeper's descriptors while the program runs. */
enum { LEASH, CHILDREN, PROC, LISTENER, FOLDER, DESCRIPTORS };

static bool tell(const void *what, size_t size)
{
    return send(LEASH, what, size, MSG_NOSIGNAL) == (ssize_t)size;
}

/* Waits until the program has ended or has too many processes, or the other end of the leash is closed. */
static void keep(const struct sandbox *sandbox, pid_t program, uint64_t most, struct shared *shared,
                 struct process_end *end)
{
    struct pollfd watched[] = {{.fd = LEASH, .events = POLLIN},
                               {.fd = CHILDREN, .events = POLLIN},
                               {.fd = shared->listener, .events = POLLIN}};
    struct signalfd_siginfo info;
    while (poll(watched, sizeof watched / sizeof *watched, most ? LOOK_MS : -1) >= 0 || errno == EINTR) {
        if (watched[0].revents || (most && process_measure(sandbox, most + 1).count > most)) {
            kill(sandbox ? -1 : program, SIGKILL); /* in a sandbox, another one may trace it and keep us waiting */
            if (wait4(program, &end->status, 0, &end->usage) == program) {
                return;
            }
        }
        if (watched[1].revents && read(CHILDREN, &info, sizeof info) < 0 && errno != EAGAIN) {
            return;
        }
        if (watched[2].revents) {
            shared_answer(shared);
        }
        struct process_end one;
        for (pid_t pid; (pid = wait4(-1, &one.status, WNOHANG, &one.usage)) > 0;) {
            if (pid == program) {
                *end = one;
                return;
            }
        }
    }
}

/* Removes the parent of a folder, if it is now empty. */
static void remove_above(const char *folder)
{
    char above[PATH_MAX];
    snprintf(above, sizeof above, "%.*s", (int)(strrchr(folder, '/') - folder), folder);
    rmdir(above);
}

/* Opens the sandbox, if the program is to have one, and starts the program in it. */
static pid_t start(struct start_plan *plan, struct sandbox *sandbox, struct shared *shared,
                   struct start_failure *failure)
{
    struct error err = {.kind = ERROR_NONE};
    int fd;
    if (plan->spec->view) {
        plan->sandbox = sandbox;
        if (!sandbox_open(sandbox, &err) || !sandbox_show(sandbox, plan->spec->view, &err)) {
            *failure = (struct start_failure){.step = START_SANDBOX};
        }
    }
    if (err.kind == ERROR_NONE && !process_confine(plan->spec->isolation, false, shared, &err)) {
        *failure = (struct start_failure){.step = START_SETUP};
    }
    if (err.kind != ERROR_NONE) {
        snprintf(failure->text, sizeof failure->text, "%.*s", (int)sizeof failure->text - 1, err.text);
        return -1;
    }
    return start_program(plan, &fd, failure);
}

/* Keeps the listed descriptors, as 0, 1, 2 and so on, and no others: not even the ends of the program's pipes. */
static bool keep_descriptors(int fds[DESCRIPTORS])
{
    bool fine = true;
    for (int i = 0; i < DESCRIPTORS; i++) {
        fds[i] = fds[i] < 0 ? -1 : fcntl(fds[i], F_DUPFD_CLOEXEC, (int)DESCRIPTORS);
    }
    for (int i = 0; i < DESCRIPTORS; i++) {
        close(i);
        fine = (fds[i] < 0 || dup2(fds[i], i) == i) && fine;
    }
    start_close_from(DESCRIPTORS, false);
    return fine;
}

static _Noreturn void be_keeper(struct start_plan plan, int leash)
{
    struct start_failure failure = {.step = START_DONE};
    struct process_end end = {0};
    struct sandbox sandbox = {.proc = -1, .scratch = -1};
    struct shared shared = {.listener = -1};
    sigset_t child;
    sigemptyset(&child);
    sigaddset(&child, SIGCHLD);
    prctl(PR_SET_NAME, "keeper", 0L, 0L, 0L);
    int children = signalfd(-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
    pid_t program = children < 0 ? -1 : start(&plan, &sandbox, &shared, &failure);
    if (children < 0) {
        failure = (struct start_failure){.step = START_SETUP, .error = errno};
    }
    if (!keep_descriptors((int[DESCRIPTORS]){leash, children, sandbox.proc, shared.listener, sandbox.scratch})) {
        _exit(EXIT_FAILURE);
    }
    shared = (struct shared){.listener = shared.listener < 0 ? -1 : LISTENER,
                             .folder = sandbox.scratch < 0 ? -1 : FOLDER,
                             .most = UINT64_MAX};
    sandbox.proc = PROC;
    sandbox.scratch = -1;
    tell(&failure, sizeof failure); /* if nobody listens, we are about to end, too */
    if (program > 0) {
        keep(plan.sandbox, program, plan.spec->limits.tree_processes, &shared, &end);
        process_end_all(plan.sandbox, &end.usage);
        if (plan.spec->tidy) {
            folder_remove(plan.spec->writable);
        }
        if (!tell(&end, sizeof end) && plan.spec->tidy) {
            remove_above(plan.spec->writable);
        }
    }
    _exit(EXIT_SUCCESS);
}

bool start_hear(int leash, void *what, size_t size)
{
    ssize_t got = recv(leash, what, size, 0);
    while (got < 0 && errno == EINTR) {
        got = recv(leash, what, size, 0);
    }
    return got == (ssize_t)size;
}

/* Like fork(2), in a sandbox if the program is to have one. */
static pid_t fork_keeper(const struct process_spec *spec, struct start_failure *failure)
{
    struct error err = {.kind = ERROR_NONE};
    pid_t pid = spec->view ? sandbox_fork(false, &err) : fork();
    if (pid < 0) {
        *failure = (struct start_failure){.step = START_CLONE, .error = errno};
        snprintf(failure->text, sizeof failure->text, "%.*s", (int)sizeof failure->text - 1,
                 err.kind == ERROR_NONE ? "" : err.text);
    }
    return pid;
}

pid_t start_keeper(const struct start_plan *plan, int *leash, struct start_failure *failure)
{
    int ends[2];
    *failure = (struct start_failure){.step = START_DONE};
    if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends) < 0) {
        *failure = (struct start_failure){.step = START_CLONE, .error = errno};
        return -1;
    }
    sigset_t all, before;
    sigfillset(&all);
    sigprocmask(SIG_BLOCK, &all, &before); /* the keeper keeps them blocked */
    pid_t pid = fork_keeper(plan->spec, failure);
    if (pid == 0) {
        close(ends[0]);
        be_keeper(*plan, ends[1]);
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    close(ends[1]);
    if (pid > 0 && !start_hear(ends[0], failure, sizeof *failure)) {
        *failure = (struct start_failure){.step = START_SETUP, .error = ECHILD};
    }
    if (failure->step != START_DONE) {
        close(ends[0]);
        if (pid > 0) {
            waitpid(pid, NULL, 0);
        }
        return -1;
    }
    *leash = ends[0];
    return pid;
}
